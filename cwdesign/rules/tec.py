"""Tech levels (TEC): what a design has and its level does not. Each thing is reported once, by one rule.

Ammunition is AMO-TECH's matter, a military weapon WPN-MILITARY's.
"""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.tech import Levelled, levelled

MILITARY = "military"


def newer(design: Design) -> Iterator[Levelled]:
    """What is newer than the design's level and has no rule of its own."""
    for part in levelled(design):
        if part.kind == "part" and part.too_new(design):
            yield part


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
    if design.tech_level != MILITARY:
        for part in newer(design):
            if part.level == MILITARY:
                yield Fault(part.at, {"part": part.name, "level": design.tech_level})


RULES = (classic, compendium, military)
