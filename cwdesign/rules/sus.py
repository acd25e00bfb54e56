"""Suspension and handling class (SUS): which suspension a body may have, and remarks on its handling."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import HINTS, MESSAGES, restricted

RACING = "racing"
"""The group of suspensions that race bodies are built with."""

REVERSED_CEILING = 3
"""The handling class that the classic rulebook lets no reversed trike exceed; a remark only (SUS-NO-CAP)."""


@rule(
    "SUS-RACE",
    "The {body} has its racing suspension and can have no other.",
    "Leave `suspension` out.",
    messages={"racing": "Only race bodies have a racing suspension; the {body} is none."},
    hints={"racing": "Choose light, improved, heavy or off-road."},
)
def race(design: Design) -> Iterator[Fault | Withheld]:
    """Another suspension on a race body, or a racing one on another body."""
    for unit in design.units():
        if unit.body is None:
            yield Withheld()
            continue
        named, group = unit.suspension_named, unit.body.suspension_group
        if named is None or group is None or RACING not in (named.group, group) or named.group == group:
            continue
        yield Fault(
            (*unit.path, "body", "suspension"), {"body": unit.body.name}, "racing" if named.group == RACING else ""
        )


@rule(
    "SUS-ACTIVE-LIMITS",
    messages={
        **MESSAGES,
        "off-road": "The {item} and the off-road suspension go together, but its +1 does not count off the road.",
    },
    hints={**HINTS, "off-road": "Nothing has to change."},
)
def active_limits(design: Design) -> Iterator[Fault | Withheld]:
    """Active suspension where it cannot be; with an off-road suspension a remark."""
    yield from restricted(design, "SUS-ACTIVE-LIMITS")
    for unit in design.units():
        off_road = unit.suspension is not None and unit.suspension.off_road
        for entry in unit.fitted("active-suspension") if off_road else ():
            assert entry.accessory is not None
            cause = Cause((*unit.path, "body", "suspension"), "off-road suspension")
            yield Fault((*entry.path, "type"), {"item": entry.accessory.name}, "off-road", (cause,), severity="note")


@rule(
    "SUS-OVERSIZE",
    "The {body} takes no suspension.",
    "Leave `suspension` out.",
)
def oversize(design: Design) -> Iterator[Fault | Withheld]:
    """A suspension named for an oversize vehicle, a trailer or a carrier."""
    for unit in design.units():
        if unit.body is None:
            yield Withheld()
        elif unit.body.suspension_group is None and unit.suspension_named is not None:
            yield Fault((*unit.path, "body", "suspension"), {"body": unit.body.name})


@rule(
    "SUS-NO-CAP",
    "Its handling class is {actual}; the classic rulebook lets no {body} have more than {limit}.",
    "Nothing has to change: later books have no upper limit.",
    needs=("handling", "tires"),
)
def no_cap(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on reversed trikes beyond the ceiling of the older book."""
    body, handling = design.unit.body, design.performance.handling_class
    if body is not None and body.reversed and handling is not None and handling > REVERSED_CEILING:
        fields = {"actual": handling, "limit": REVERSED_CEILING, "body": body.name}
        yield Fault(("body",), fields, limit=REVERSED_CEILING, actual=handling)


RULES = (race, active_limits, oversize, no_cap)
