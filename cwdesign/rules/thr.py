"""One-third rule (THR): what the weapons of one face, or of one mount, may take."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body, Exact, MountKind
from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.ledger import Ledger, Line
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import Share, over_limit
from cwdesign.rules.tur import largest_mount
from cwdesign.sheet import Path
from cwdesign.totals import open_face
from cwdesign.vehicle import CORNERS, Mount, Unit


def face_shares(ledger: Ledger, face: str) -> list[Share]:
    """What each entry takes on a face, pointing at its `mount`."""
    taken = ((line, line.weapon_spaces) for line in ledger.lines if face in line.faces)
    return [Share((*entry, "mount"), spaces, name) for entry, (spaces, name) in _by_entry(taken).items()]


def mount_shares(ledger: Ledger, mount: Mount) -> list[Share]:
    """What each entry in a mount takes of the third, its magazines wherever they lie (THR-TURRET)."""
    taken = ((line, line.third) for line in ledger.of_mount(mount.path))
    return [Share(entry, spaces, name) for entry, (spaces, name) in _by_entry(taken).items()]


def _by_entry(taken: Iterator[tuple[Line, Exact]]) -> dict[Path, tuple[Exact, str]]:
    """Spaces and name of each entry that takes any."""
    shares: dict[Path, tuple[Exact, str]] = {}
    for line, spaces in taken:
        if spaces:
            before, name = shares.get(line.entry, (0, line.item))
            shares[line.entry] = (before + spaces, name)
    return shares


def too_much(unit: Unit, ledger: Ledger, face: str, allowed: int) -> list[Share]:
    """What is on a face where that is above its limit; empty where it is not.

    What a corner cannot hold is no excess by itself, so that one fault is not found twice (TUR-CORNER-TYPE,
    TUR-CORNER-LIMIT).
    """
    if ledger.on_face(face) <= allowed:
        return []
    shares = face_shares(ledger, face)
    taken = {share.at[:-1]: share.amount for share in shares}
    counted: Exact = sum(taken.values())
    at_corner: dict[str, Exact] = {}
    for weapon in unit.weapons:
        if weapon.path not in taken or weapon.weapon is None:
            continue
        if weapon.mount in CORNERS and not weapon.weapon.dropped:
            counted -= taken[weapon.path]
        elif weapon.mount is not None and weapon.mount in CORNERS:
            at_corner[weapon.mount] = at_corner.get(weapon.mount, 0) + taken[weapon.path]
    assert unit.body is not None
    for spaces in at_corner.values():
        counted -= max(0, spaces - unit.body.corner_spaces)
    return shares if counted > allowed else []


def _limited_together(body: Body | None) -> bool:
    """Whether a lower limit holds for all weapons together, so that it reports too much on one face (TRL-DUMPER)."""
    return body is not None and (body.total_weapon_spaces is not None or body.total_weapon_divisor is not None)


def limited_faces(design: Design, *, own: bool) -> Iterator[tuple[Unit, Ledger, str, int]]:
    """(unit, ledger, face, limit) of the faces that the limit of every face holds for, or that have their `own`."""
    for unit, ledger in design.parts:
        for face, allowed in ledger.face_limits.items():
            if (allowed != ledger.weapon_limit) == own and not _limited_together(unit.body):
                yield unit, ledger, face, allowed


@rule(
    "THR-LIMIT",
    "The {face} carries {actual} weapon spaces; the limit on a face is {limit}.",
    "{over} too many: take weapons off the {face}, or move one to a face with room.",
    needs=("body",),
    messages={"cargo": "The {face} carries {actual} weapon spaces; the limit on a face is {limit}."},
    hints={
        "cargo": "{over} too many: take weapons off the {face}. A league that counts cargo spaces "
        "(`one_third_base: interior-and-cargo`) allows {other} on a face."
    },
)
def limit(design: Design) -> Iterator[Fault | Withheld]:
    """Every face against its limit; a finding that the other reading of the base would spare says so."""
    for unit, ledger, face, allowed in limited_faces(design, own=False):
        if open_face(unit, face):
            yield Withheld()
            continue
        other = ledger.weapon_limit_other
        spared = design.reading.one_third_base == "interior" and other is not None and ledger.on_face(face) <= other
        fields = {"face": face, "other": other or allowed}
        yield from over_limit(design, too_much(unit, ledger, face, allowed), allowed, fields, "cargo" if spared else "")


@rule(
    "THR-DRAGSTER",
    "The {face} carries {actual} weapon spaces; this body may have {limit} there.",
    "{over} too many: take weapons off the {face}.",
    needs=("body",),
)
def dragster(design: Design) -> Iterator[Fault | Withheld]:
    """The lower limit that some bodies have on one face."""
    for unit, ledger, face, allowed in limited_faces(design, own=True):
        if open_face(unit, face):
            yield Withheld()
        else:
            yield from over_limit(design, too_much(unit, ledger, face, allowed), allowed, {"face": face})


@rule(
    "THR-TURRET",
    "The {mount} and its magazines hold {actual} spaces; the one-third limit is {limit}.",
    "{over} too many: take weapons out of the {mount}, or magazines.",
    needs=("body",),
    messages={
        "together": "The {face} carries {on_face} weapon spaces and the {mount} holds {inside}: "
        "together {actual}, more than the one-third limit of {limit}."
    },
    hints={"together": "Sources differ on whether they are added; by that reading they are {over} too many."},
)
def turret(design: Design) -> Iterator[Fault | Withheld]:
    """Each mount's contents against the third; top weapons and a top mount together are only a warning."""
    for unit, ledger in design.parts:
        if ledger.weapon_limit is not None:
            yield from _mounts_of(design, unit, ledger, ledger.weapon_limit)


def _mounts_of(design: Design, unit: Unit, ledger: Ledger, allowed: int) -> Iterator[Fault | Withheld]:
    assert unit.body is not None
    for mount in unit.mounts:
        if mount.unknown or mount.kind is None:
            yield Withheld()
            continue
        inside = ledger.mount_third(mount.path)
        if _too_large(mount.kind, unit.body) or _overfull(mount.kind, ledger.in_mount(mount.path)):
            continue  # TUR-SIZE-* and TUR-CONTENTS report it
        fields: dict[str, object] = {"mount": mount.name}
        contents = mount_shares(ledger, mount)
        on_face = ledger.on_face(mount.place)
        if inside > allowed:
            yield from over_limit(design, contents, allowed, fields)
        elif mount.place.startswith("top") and on_face <= allowed:
            yield from over_limit(
                design,
                [*face_shares(ledger, mount.place), *contents],
                allowed,
                {**fields, "face": mount.place, "on_face": on_face, "inside": inside},
                "together",
                "warning",
            )


def _overfull(kind: MountKind, taken: Exact) -> bool:
    return kind.capacity is not None and taken > kind.capacity


def _too_large(kind: MountKind, body: Body) -> bool:
    """Whether the mount is too large for the body, which its own rule reports."""
    return kind.limit is not None and kind.size > largest_mount(body, kind.limit)


RULES = (limit, dragster, turret)
