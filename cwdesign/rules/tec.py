"""Tech levels (TEC): what a design has and its level does not. Each thing is reported once, by one rule.

Ammunition is AMO-TECH's matter, a military weapon WPN-MILITARY's.
"""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import barred, fits
from cwdesign.sheet import Path
from cwdesign.tech import Levelled, levelled

MILITARY = "military"


def newer(design: Design) -> list[Levelled]:
    """What is newer than the design's level and has neither a rule of its own nor another fault already."""
    found = [part for part in levelled(design) if part.kind == "part" and part.too_new(design)]
    if not found:
        return found
    elsewhere = set(misplaced(design))
    return [part for part in found if part.at not in elsewhere]


def misplaced(design: Design) -> Iterator[Path]:
    """Components that their body, plant or weapon cannot have at all: that is their one fault."""
    for unit in design.units():
        yield from (path for component, path in unit.components if barred(component, unit))
        for plant in (unit.plant, unit.backup):
            if plant is not None and plant.plant is not None:
                fuel = plant.plant.fuel
                yield from ((*chosen.path, "type") for chosen in plant.options if fuel not in chosen.component.fuels)
        for entry in unit.all_weapons:
            if entry.weapon is None:
                continue
            for option in entry.options:
                if not fits(option.component.weapons, entry.weapon):
                    yield (*option.path, "type")
            for load in entry.loads:
                for modifier in load.options:
                    if not fits(modifier.component.weapons, entry.weapon):
                        yield (*modifier.path, "type")


def below(id: str, level: str) -> Rule:
    """The rule that reports what a design of one level lacks, military things aside."""

    @rule(
        id,
        "{part} is of the {needed} level, and this design is judged at the {level} level.",
        "Take it off, or build at the {needed} level.",
    )
    def judge(design: Design) -> Iterator[Fault | Withheld]:
        if design.tech_level == level:
            for part in newer(design):
                if part.level != MILITARY:
                    yield Fault(part.at, {"part": part.name, "needed": part.level, "level": level})

    return judge


classic = below("TEC-CLASSIC", "classic")
compendium = below("TEC-COMPENDIUM", "compendium")


@rule(
    "TEC-MILITARY",
    "{part} is military, and this design is judged at the {level} level.",
    "Take it off, or build at the military level.",
)
def military(design: Design) -> Iterator[Fault | Withheld]:
    """Military things below the military level, weapons and their ammunition aside."""
    for part in newer(design):
        if part.level == MILITARY:
            yield Fault(part.at, {"part": part.name, "level": design.tech_level})


RULES = (classic, compendium, military)
