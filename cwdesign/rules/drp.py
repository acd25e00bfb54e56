"""Dropped weapons and dischargers (DRP): how many on a face, and where not."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body
from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import too_many, with_article
from cwdesign.rules.tur import base_place
from cwdesign.rules.wpn import real_weapons
from cwdesign.sheet import Path
from cwdesign.vehicle import CORNERS, Unit

ENDS = ("front", "back")
ONE = 1
"""Dischargers on an end of any vehicle."""


def dischargers(unit: Unit, faces: tuple[str, ...]) -> list[tuple[Path, int, str]]:
    """(place, how many, name) of the dischargers on some faces, fakes included (DRP-FAKE)."""
    return [
        ((*entry.path, "mount"), entry.count, entry.name)
        for entry in unit.weapons
        if entry.mount in faces and entry.weapon is not None and entry.weapon.discharger
    ]


def unknown_on(unit: Unit, faces: tuple[str, ...]) -> bool:
    """Whether an unknown weapon on some faces may be a discharger."""
    return any(entry.mount in faces and entry.weapon is None for entry in unit.weapons)


def own_limits(design: Design) -> Iterator[tuple[Unit, Body]]:
    """Units whose dischargers are counted here; a sidecar's are CYC-SIDECAR-DISCHARGER's matter."""
    for unit in design.units():
        if unit.body is None or unit.body.vehicle_class == "sidecar":
            continue
        if any(entry.weapon is None or entry.weapon.discharger for entry in unit.weapons):
            yield unit, unit.body


def against_limit(
    design: Design, unit: Unit, place: str, faces: tuple[str, ...], limit: int
) -> Iterator[Fault | Withheld]:
    """The dischargers of some faces together against their limit."""
    faults = list(too_many(design, dischargers(unit, faces), limit, {"face": place}))
    yield from faults
    if not faults and unknown_on(unit, faces):
        yield Withheld()


TOO_MANY = "The {face} carries {actual} dischargers; the limit is {limit}."
FEWER = "Take {over} off the {face}."


@rule("DRP-DISCHARGER-FRONT", TOO_MANY, FEWER, needs=("body",))
def ends(design: Design) -> Iterator[Fault | Withheld]:
    """One discharger on the front and one on the back, whatever the vehicle."""
    for unit, _ in own_limits(design):
        for face in ENDS:
            yield from against_limit(design, unit, face, (face,), ONE)


@rule("DRP-DISCHARGER-SIDE", TOO_MANY, FEWER, needs=("body",))
def long_faces(design: Design) -> Iterator[Fault | Withheld]:
    """The long faces by the body's length; both halves of a split one count together."""
    for unit, body in own_limits(design):
        halves: dict[str, list[str]] = {}
        for face in unit.faces:
            if face not in ENDS:
                halves.setdefault(base_place(face), []).append(face)
        for side, faces in halves.items():
            yield from against_limit(design, unit, side, tuple(faces), body.side_dischargers)


@rule(
    "DRP-DISCHARGER-ZERO",
    "The {weapon} is used once and has no magazine.",
    "Take the magazine off.",
)
def no_magazine(design: Design) -> Iterator[Fault | Withheld]:
    """Magazines of dischargers; rocket magazines are AMO-MAG-ROCKET's matter."""
    for _, entry, weapon in real_weapons(design):
        for key in ("extra", "dual", "rotary", "switch") if weapon.discharger else ():
            if getattr(entry.magazines, key):
                yield Fault((*entry.magazines.path, key), {"weapon": weapon.name}, severity="error")


@rule(
    "DRP-DISCHARGER-NO-CORNER",
    "The {weapon} is on a corner; dischargers go on faces.",
    "Move it to the {end} or the {side}.",
    needs=("body",),
)
def no_corner(design: Design) -> Iterator[Fault | Withheld]:
    """Dischargers on a corner of a body that has corner mounts."""
    for unit in design.units():
        for entry in unit.weapons:
            if entry.weapon is None or not entry.weapon.discharger or entry.mount not in CORNERS:
                continue
            if unit.body is not None and unit.body.corner_spaces:
                end, side = unit.corner_faces(entry.mount)
                yield Fault((*entry.path, "mount"), {"weapon": entry.name, "end": end, "side": side})


def in_front_half(unit: Unit, place: str) -> bool:
    """Whether a place is the front, a front half or a front corner."""
    return any(face == "front" or face.endswith("-front") for face in unit.corner_faces(place))


@rule(
    "DRP-FRONT-HALF",
    "The {weapon} is on the {place}; {body} drops things from its rear half only.",
    "Move it to the back or to one of the back halves.",
    needs=("body",),
)
def rear_half(design: Design) -> Iterator[Fault | Withheld]:
    """Dropped weapons in the front half of split buses and semi-trailers."""
    for unit, entry, weapon in real_weapons(design):
        body = unit.body
        if body is None or not (body.oversize and body.ten_faced) or not weapon.dropped or entry.mount is None:
            continue
        if in_front_half(unit, entry.mount):
            fields = {"weapon": weapon.name, "place": entry.mount.replace("-", " "), "body": with_article(body.name)}
            yield Fault((*entry.path, "mount"), fields)


RULES: tuple[Rule, ...] = (ends, long_faces, no_magazine, no_corner, rear_half)
