"""Oversize vehicles (OVR): their engines, semi-trailers, and the fittings of tractors and ten-wheelers."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import (
    HINTS,
    MESSAGES,
    OWN_ARMOR_HINTS,
    OWN_ARMOR_MESSAGES,
    own_armor,
    restricted,
    with_article,
)
from cwdesign.rules.ele import plants
from cwdesign.vehicle import Unit

FULL_TRAILER = "full-trailer-front-tires"
"""The dolly that makes a full trailer of a semi-trailer."""


def hangs_on_kingpin(design: Design) -> bool:
    """Whether the trailer is a semi-trailer that a fifth wheel carries, so that no hitch tows it (OVR-SEMI-TRAILER)."""
    if design.trailer is None:
        return False
    trailer = design.trailer.unit
    return trailer.body is not None and trailer.body.is_a("semi-trailer") and not trailer.has(FULL_TRAILER)


@rule(
    "OVR-ENGINE",
    "A semi tractor needs an electric plant for {limit} lb or more; the {plant} moves {actual} lb.",
    "Take a larger electric truck plant, or a truck engine.",
    needs=("body",),
)
def engine(design: Design) -> Iterator[Fault | Withheld]:
    """Electric truck plants that are too small for a tractor; other classes are BOD-DRIVE-CLASS's matter."""
    for unit in design.units():
        if unit.body is not None and unit.body.min_rated_load is not None:
            yield from _too_small(unit, unit.body.min_rated_load)


def _too_small(unit: Unit, least: int) -> Iterator[Fault | Withheld]:
    for plant in plants(unit):
        if plant.plant is None:
            yield Withheld()
            continue
        load = plant.plant.rated_load
        if plant.electric and load is not None and load < least:
            fields = {"plant": plant.plant.name, "actual": load, "limit": least}
            yield Fault((*plant.path, "type"), fields, "", (), least, load)


@rule(
    "OVR-TRUCK-OPTIONS",
    "No truck engine takes a {option}.",
    "Take it off.",
    messages={"car": "Only a truck engine takes a {option}."},
    hints={"car": "Take it off, or take the ordinary one."},
)
def truck_options(design: Design) -> Iterator[Fault | Withheld]:
    """Options of gas engines that truck engines do not take, and the truck's own on others."""
    for unit in design.units():
        for plant in plants(unit):
            if plant.plant is None:
                yield Withheld()
                continue
            truck = plant.plant.rated_load is not None
            for chosen in plant.options:
                option = chosen.component
                if plant.plant.fuel not in option.fuels:
                    continue
                if truck and not option.truck_allowed:
                    cause = Cause((*plant.path, "type"), "a truck engine")
                    yield Fault((*chosen.path, "type"), {"option": option.name.lower()}, causes=(cause,))
                elif not truck and not option.car_allowed:
                    cause = Cause((*plant.path, "type"), "no truck engine")
                    yield Fault((*chosen.path, "type"), {"option": option.name.lower()}, "car", (cause,))


@rule(
    "OVR-FACES",
    "Only a ten-wheeler's cab has a carrier; this is {body}.",
    "Leave the carrier out.",
    messages={"no-carrier": "{body} is no carrier of a ten-wheeler."},
    hints={"no-carrier": "Write one of the carriers as `carrier.body.type`."},
    needs=("body",),
)
def carriers(design: Design) -> Iterator[Fault | Withheld]:
    """A carrier behind another vehicle, or another body in the carrier's place; limits by face are THR-LIMIT."""
    lead, second = design.unit.body, design.vehicle.second
    if lead is None or second is None or second.body is None or second.name != "carrier":
        return
    if not lead.is_a("ten-wheeler-cab"):
        yield Fault(second.path, {"body": with_article(lead.name)})
    elif not second.body.is_a("ten-wheeler-carrier"):
        at = (*second.path, "body", "type")
        yield Fault(at, {"body": with_article(second.body.name).capitalize()}, "no-carrier")


@rule(
    "OVR-SEMI-TRAILER",
    "A semi-trailer has no weapon in front but dischargers.",
    "Move the {weapon} to another face.",
    messages={
        "axle": "A semi-trailer has rear tires only, none on a {axle} axle.",
        "tractor": "A semi-trailer hangs on a semi tractor's fifth wheel; {body} has none.",
    },
    hints={
        "axle": "Write them as `back` or `all`.",
        "tractor": "Tow it with a semi tractor, or give it the front tires of a full trailer.",
    },
)
def semi_trailer(design: Design) -> Iterator[Fault | Withheld]:
    """Weapons in front of a semi-trailer, tires that it does not have, and what tows it.

    Dropped weapons in its front half are DRP-FRONT-HALF; more than the tractor's rated load is LED-POWER-WEIGHT.
    """
    for unit in design.units():
        if unit.body is not None and unit.body.is_a("semi-trailer"):
            yield from _of_semi_trailer(unit)
    tow = design.unit.body
    if design.trailer is not None and tow is not None and hangs_on_kingpin(design) and not tow.is_a("semi-tractor"):
        if "accessories" in design.trailer.unknown:
            yield Withheld()
        else:
            yield Fault(("tows",), {"body": with_article(tow.name)}, "tractor")


def _of_semi_trailer(unit: Unit) -> Iterator[Fault]:
    for entry in unit.weapons:
        weapon = entry.weapon
        if entry.mount == "front" and weapon is not None and not (weapon.discharger or weapon.dropped or entry.fake):
            yield Fault((*entry.path, "mount"), {"weapon": weapon.name.lower()})
    for axle in unit.stray_axles:
        if axle.name != "front" or not unit.has(FULL_TRAILER):
            yield Fault(axle.path, {"axle": axle.name}, "axle")


@rule(
    "OVR-FIFTH-WHEEL",
    messages={**MESSAGES, **OWN_ARMOR_MESSAGES},
    hints={**HINTS, **OWN_ARMOR_HINTS},
)
def fifth_wheel(design: Design) -> Iterator[Fault | Withheld]:
    """Fifth wheels on what is no tractor, and their armor."""
    yield from restricted(design, "OVR-FIFTH-WHEEL")
    yield from own_armor(design, "OVR-FIFTH-WHEEL")


@rule(
    "OVR-WINDJAMMER",
    messages={**MESSAGES, **OWN_ARMOR_MESSAGES},
    hints={**HINTS, **OWN_ARMOR_HINTS},
)
def windjammer(design: Design) -> Iterator[Fault | Withheld]:
    """Windjammers on what is no tractor, and their armor."""
    yield from restricted(design, "OVR-WINDJAMMER")
    yield from own_armor(design, "OVR-WINDJAMMER")


@rule("OVR-BACKDOOR", messages=MESSAGES, hints=HINTS)
def back_door(design: Design) -> Iterator[Fault | Withheld]:
    """Back doors of tankers and dumpers, whichever half they are written on."""
    yield from restricted(design, "OVR-BACKDOOR")


RULES = (
    engine,
    truck_options,
    carriers,
    semi_trailer,
    fifth_wheel,
    windjammer,
    back_door,
)
