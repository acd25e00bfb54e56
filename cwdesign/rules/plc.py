"""Placement inside the vehicle (PLC): where mounts belong, the inside places, accessories whose face is fixed."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.tur import SIDES, base_place, known_mounts
from cwdesign.vehicle import CORNERS
from cwdesign.words import listed

PLACES = ("crew", "plant", "cargo")


@rule(
    "PLC-FACE",
    "The {mount} is on the {place}; a mount belongs to the top or the sides.",
    "Move it to the {places}.",
    messages={"pod": "No source puts a {mount} on the {place}; it is taken as legal."},
    needs=("body",),
)
def mount_face(design: Design) -> Iterator[Fault | Withheld]:
    """Mounts in front, on the back or below; the sides are TUR-WHERE-SIDE, corners TUR-CORNER-TYPE."""
    for _, mount, kind in known_mounts(design):
        side = base_place(mount.place)
        if mount.pair or side in SIDES or side in CORNERS or side in kind.places:
            continue
        if kind.places == ("sides",):
            continue  # TUR-WHERE-SIDE says where such a mount goes
        pod = "sides" in kind.places
        fields = {"mount": kind.name, "place": mount.place, "places": listed(kind.places, "or")}
        yield Fault((*mount.path, "mount"), fields, "pod" if pod else "", severity="warning" if pod else None)


@rule(
    "PLC-CARGO",
    "A vehicle has three inside places, {places}, in any order from front to back; this names {written}.",
    "Name each of them once, or leave `inside_places` out.",
)
def cargo(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on inside places that are not crew, plant and cargo, each once, one behind the other."""
    for unit in design.units():
        written = unit.inside_places
        if written and sorted(written) != sorted(PLACES):
            yield Fault((*unit.path, "inside_places"), {"places": listed(PLACES), "written": listed(written)})


@rule(
    "PLC-DEFAULT-FACE",
    "The place of {item} is always the {face}, not the {mount}.",
    "Leave `mount` out.",
)
def default_face(design: Design) -> Iterator[Fault | Withheld]:
    """A remark where a sheet puts an accessory on another face than the one it always has."""
    for unit in design.units():
        for entry in unit.accessories:
            kind = entry.accessory
            if kind is None or kind.face is None or entry.mount is None:
                continue
            if entry.mount.split("-")[0] != kind.face:
                fields = {"item": kind.name, "face": kind.face, "mount": entry.mount}
                yield Fault((*entry.path, "mount"), fields)


RULES = (mount_face, cargo, default_face)
