"""Interior and cargo spaces (SPC): what fits into a body."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.ledger import Ledger
from cwdesign.rules.base import rule
from cwdesign.rules.bod import driven
from cwdesign.rules.constructions import Share
from cwdesign.rules.led import burdens, largest, nearly
from cwdesign.sheet import Path
from cwdesign.vehicle import Unit
from cwdesign.words import counted

ROOM_UNKNOWN = frozenset({"spaces", "cargo"})
"""Unknowns that leave the room of a unit open; an unknown body leaves its spaces so."""


@rule(
    "SPC-TOTAL",
    "It uses {actual} spaces; the {body} has {limit}.",
    "Take out {over}.",
    messages={
        "lost": "It uses {actual} spaces; the {body} keeps {limit} of its {all} after {shape}.",
        "cargo": "It uses {actual} interior spaces; the {body} has {limit}.",
        "near": "It uses {actual} of {limit} spaces: {left} are left.",
    },
    hints={
        "lost": "Take out {over}, or give up {shape}.",
        "cargo": "Take out {over}. The {room} cargo spaces left hold only passengers and cargo, no weapon, "
        "crew or plant.",
        "near": "Nothing has to change.",
    },
)
def total(design: Design) -> Iterator[Fault | Withheld]:
    """Spaces used of each unit against its interior; a sidecar's are CYC-SIDECAR-LIMITS."""
    for unit, ledger in design.parts:
        if unit.name != "sidecar":
            yield from _total(design, unit, ledger)


def _total(design: Design, unit: Unit, ledger: Ledger) -> Iterator[Fault | Withheld]:
    if unit.unknown & ROOM_UNKNOWN or unit.body is None:
        yield Withheld()
        return
    used, limit = ledger.used, ledger.interior
    at = (*unit.path, "body")
    if used > limit:
        yield _too_full(unit, ledger, at, unit.body.name)
    elif nearly(design, used, limit):
        yield Fault(at, {"actual": used, "limit": limit, "left": limit - used}, "near", (), limit, used, "note")


def _too_full(unit: Unit, ledger: Ledger, at: Path, body: str) -> Fault:
    """The fault of a full body: what would help is room lost to its shape, or nothing that cargo spaces have left."""
    used, limit = ledger.used, ledger.interior
    left = ledger.cargo_room - ledger.cargo_used
    shape = " and ".join(w for w, on in (("sloping", unit.sloped), ("streamlining", unit.streamlined)) if on)
    fields = {
        "actual": used,
        "limit": limit,
        "over": counted(used - limit, "space"),
        "room": left,
        "all": ledger.spaces,
        "body": body,
        "shape": shape,
    }
    message = "cargo" if left >= used - limit else "lost" if shape and used <= ledger.spaces else ""
    built = (line for line in ledger.lines if not left or not line.as_cargo)
    causes = largest(built, lambda line: line.spaces, "{item}: {share}", lambda n: counted(n, "space"))
    return Fault(at, fields, message, causes, limit, used)


@rule(
    "SPC-RESERVED",
    "The declared cargo takes {need}; {room} are free.",
    "Set {over} less aside for cargo, or make room.",
    messages={
        "load": "With {reserved} lb of cargo and gear it weighs {actual} lb; the {body} carries {limit} lb.",
        "pull": "With {reserved} lb of cargo and gear it weighs {actual} lb; the {plant} moves {limit} lb.",
    },
    hints={
        "load": "Set {over} lb less aside, or build it lighter.",
        "pull": "Set {over} lb less aside, or build it lighter.",
    },
)
def reserved(design: Design) -> Iterator[Fault | Withheld]:
    """Declared cargo and gear against the room, the load limit and the pull left by what is built in."""
    yield from _reserved_spaces(design)
    yield from _reserved_load(design)
    yield from _reserved_pull(design)


def _cargo(paths: Iterator[Share]) -> tuple[Cause, ...]:
    return tuple(Cause(s.at, "{what}: {share}", {"what": s.what, "share": s.amount}) for s in paths if s.amount)


def _set_aside(design: Design) -> Iterator[Share]:
    for unit in design.units():
        yield Share((*unit.cargo_path, "weight"), unit.cargo_weight, "pounds of cargo")
        yield Share((*unit.path, "gear_weight"), unit.gear_weight, "pounds of gear")


def _reserved_spaces(design: Design) -> Iterator[Fault | Withheld]:
    for unit, ledger in design.parts:
        if not unit.cargo_spaces:
            continue
        if unit.unknown & ROOM_UNKNOWN or unit.body is None:
            yield Withheld()
            continue
        if ledger.used > ledger.interior:
            continue  # too full as built: SPC-TOTAL, or the sidecar's limit
        room = ledger.interior - ledger.used + ledger.cargo_room - ledger.cargo_used
        if unit.cargo_spaces > room:
            cause = Cause((*unit.cargo_path, "spaces"), "{need} set aside here")
            yield Fault(
                (*unit.path, "body"),
                {
                    "need": counted(unit.cargo_spaces, "space"),
                    "room": room,
                    "over": counted(unit.cargo_spaces - room, "space"),
                },
                causes=(cause,),
                limit=room,
                actual=unit.cargo_spaces,
            )


def _reserved_load(design: Design) -> Iterator[Fault | Withheld]:
    for burden in burdens(design):
        if not burden.reserved:
            continue
        if burden.weight is None or burden.limit is None or burden.unit.body is None:
            yield Withheld()
            continue
        loaded = burden.weight + burden.reserved
        if burden.weight <= burden.limit < loaded:
            fields = {
                "reserved": burden.reserved,
                "actual": loaded,
                "limit": burden.limit,
                "over": loaded - burden.limit,
                "body": burden.unit.body.name,
            }
            at = (*burden.unit.path, "body")
            yield Fault(at, fields, "load", _cargo(_set_aside(design)), burden.limit, loaded)


def _reserved_pull(design: Design) -> Iterator[Fault | Withheld]:
    unit, pull = design.unit, design.performance.pull
    if not design.cargo or (unit.body is not None and unit.body.towed):
        return
    if not driven(unit) or pull is None or "weight" in design.unknown:
        yield Withheld()
        return
    assert unit.plant is not None
    assert unit.plant.plant is not None
    loaded = Fraction(design.loaded_weight)
    if design.weight <= pull < loaded:
        fields = {
            "reserved": design.cargo,
            "actual": loaded,
            "limit": pull,
            "over": loaded - pull,
            "plant": unit.plant.plant.name,
        }
        yield Fault(unit.plant.path, fields, "pull", _cargo(_set_aside(design)), pull, loaded)


RULES = (total, reserved)
