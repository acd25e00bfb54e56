"""Electric power plants (ELE): what goes with one and what with a gas engine, and how often."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import PlantOption
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import HINTS, MESSAGES, Share, over_limit, repeated, restricted, with_article
from cwdesign.vehicle import Chosen, Plant, Unit
from cwdesign.words import listed


def plants(unit: Unit) -> Iterator[Plant]:
    """The driving plant and the backup, as far as there are any."""
    yield from (plant for plant in (unit.plant, unit.backup) if plant is not None)


def repeated_options(design: Design) -> Iterator[Fault]:
    """Options bought more than once for a plant that takes one of them (ACC-TABLE); pairs of GAS-EXCLUSIVE aside."""
    for unit in design.units():
        for plant in plants(unit):
            seen: dict[str, list[Chosen[PlantOption]]] = {}
            for chosen in plant.options:
                single = not chosen.component.multiple
                if single and not any(r.rule == "GAS-EXCLUSIVE" for r in chosen.component.restrictions):
                    seen.setdefault(chosen.component.id, []).append(chosen)
            for group in seen.values():
                shares = [Share(o.path, o.count, o.component.name) for o in group]
                name = plant.plant.name if plant.plant is not None else "plant"
                fields = {"item": group[0].component.name, "body": with_article(name)}
                yield from over_limit(design, shares, 1, fields, "repeated")


@rule(
    "ELE-TABLE",
    "The {plant} is electric and has no use for a gas tank.",
    "Take the tank off, or fit a gas engine.",
)
def table(design: Design) -> Iterator[Fault | Withheld]:
    """A gas tank bought with an electric plant."""
    for unit in design.units():
        for plant in plants(unit):
            if plant.tank is None:
                continue
            if plant.plant is None:
                yield Withheld()
            elif plant.electric:
                cause = Cause((*plant.path, "type"), "an electric plant")
                yield Fault(plant.tank.path, {"plant": plant.plant.name}, "", (cause,))


@rule("ELE-HDHTM", messages=MESSAGES, hints=HINTS)
def heavy_duty_motors(design: Design) -> Iterator[Fault | Withheld]:
    """Both kinds of high-torque motors."""
    yield from restricted(design, "ELE-HDHTM")


@rule("ELE-EXTINGUISHER", messages=MESSAGES, hints=HINTS)
def extinguisher(design: Design) -> Iterator[Fault | Withheld]:
    """More than one fire extinguisher of either kind."""
    yield from repeated(design, "ELE-EXTINGUISHER")


@rule(
    "ELE-NO-GAS-OPTIONS",
    "{option} cannot be had with the {plant}: it is for {fuel} only.",
    "Take it off.",
)
def no_gas_options(design: Design) -> Iterator[Fault | Withheld]:
    """Options of gas engines on electric plants, and the other way round."""
    for unit in design.units():
        for plant in plants(unit):
            if plant.plant is None:
                if plant.options:
                    yield Withheld()
                continue
            for chosen in plant.options:
                option = chosen.component
                if plant.plant.fuel not in option.fuels:
                    fields = {
                        "option": option.name,
                        "plant": plant.plant.name,
                        "fuel": listed(FUELS[f] for f in option.fuels),
                    }
                    yield Fault((*chosen.path, "type"), fields)


FUELS = {"electric": "electric plants", "gas": "gas engines"}

RULES = (table, heavy_duty_motors, extinguisher, no_gas_options)
