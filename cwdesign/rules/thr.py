"""One-third rule (THR): what the weapons of one face, or of one mount, may take."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.ledger import Ledger
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import Share, over_limit
from cwdesign.sheet import Path
from cwdesign.vehicle import Unit


def face_shares(unit: Unit, ledger: Ledger, face: str) -> list[Share]:
    """What each entry takes on a face, pointing at its `mount`."""
    shares: dict[Path, Fraction] = {}
    names: dict[Path, str] = {}
    for line in ledger.lines:
        if face in line.faces and line.weapon_spaces:
            shares[line.entry] = shares.get(line.entry, Fraction(0)) + line.weapon_spaces
            names.setdefault(line.entry, line.item)
    return [Share((*entry, "mount"), spaces, names[entry]) for entry, spaces in shares.items()]


def open_face(unit: Unit, face: str) -> bool:
    """Whether an unknown weapon or booster leaves a face's spaces open."""
    return any(
        (w.unknown or w.weapon is None) and w.mount is not None and face in unit.corner_faces(w.mount)
        for w in unit.weapons
    ) or any(b.booster is None and b.mount == face for b in unit.boosters)


@rule(
    "THR-LIMIT",
    "The {face} carries {actual} weapon spaces; the limit on a face is {limit}.",
    "Take {over} weapon spaces off the {face}, or move one of its weapons to a face with room.",
    needs=("body",),
    hints={
        "cargo": "Take {over} weapon spaces off the {face}. A league that counts cargo spaces "
        "(`one_third_base: interior-and-cargo`) allows {other} on a face."
    },
    messages={"cargo": "The {face} carries {actual} weapon spaces; the limit on a face is {limit}."},
)
def limit(design: Design) -> Iterator[Fault | Withheld]:
    """Every face against its limit; a finding that the other reading of the base would spare says so."""
    for unit, ledger in design.parts:
        for face, allowed in ledger.face_limits.items():
            if open_face(unit, face):
                yield Withheld()
                continue
            if allowed != ledger.weapon_limit:
                continue
            other = ledger.weapon_limit_other
            spared = (
                design.reading.one_third_base == "interior" and other is not None and ledger.on_face(face) <= other
            )
            yield from over_limit(
                design,
                face_shares(unit, ledger, face),
                allowed,
                {"face": face, "other": other or allowed},
                "cargo" if spared and other != allowed else "",
            )


@rule(
    "THR-DRAGSTER",
    "The {face} carries {actual} weapon spaces; this body may have {limit} there.",
    "Take {over} weapon spaces off the {face}.",
    needs=("body",),
)
def dragster(design: Design) -> Iterator[Fault | Withheld]:
    """The lower limit that some bodies have on one face."""
    for unit, ledger in design.parts:
        for face, allowed in ledger.face_limits.items():
            if allowed == ledger.weapon_limit:
                continue
            if open_face(unit, face):
                yield Withheld()
            else:
                yield from over_limit(design, face_shares(unit, ledger, face), allowed, {"face": face})


@rule(
    "THR-TURRET",
    "The {mount} and its magazines hold {actual} spaces; the one-third limit is {limit}.",
    "Take {over} spaces out of the {mount} or its magazines.",
    needs=("body",),
    messages={
        "together": "The top carries {top} weapon spaces and the {mount} holds {inside}: "
        "together {actual}, more than the one-third limit of {limit}."
    },
    hints={"together": "Sources differ on whether they are added; by that reading take {over} spaces off."},
)
def turret(design: Design) -> Iterator[Fault | Withheld]:
    """Each mount's contents against the third; top weapons and a top mount together are only a warning."""
    for unit, ledger in design.parts:
        allowed = ledger.weapon_limit
        if allowed is None:
            continue
        for mount in unit.mounts:
            if mount.unknown or mount.kind is None:
                yield Withheld()
                continue
            fields = {"mount": mount.name}
            inside = ledger.mount_third(mount.path)
            if mount.kind.capacity is not None and ledger.in_mount(mount.path) > mount.kind.capacity:
                continue  # TUR-CONTENTS reports it
            if inside > allowed:
                yield Fault((*mount.path, "type"), {**fields, **_sums(inside, allowed)}, "", (), allowed, inside)
                continue
            top = ledger.on_face("top")
            if mount.place == "top" and top and inside and top + inside > allowed and top <= allowed:
                causes = tuple(Cause(s.at, "{what} takes {share}", {"what": s.what, "share": s.amount})
                               for s in face_shares(unit, ledger, "top"))
                yield Fault(
                    (*mount.path, "type"),
                    {**fields, **_sums(top + inside, allowed), "top": top, "inside": inside},
                    "together",
                    causes,
                    allowed,
                    top + inside,
                    "warning",
                )


def _sums(actual: Fraction, allowed: int) -> dict[str, object]:
    return {"actual": actual, "limit": allowed, "over": actual - allowed}


RULES = (limit, dragster, turret)
