"""Where something sits: faces, corners and axles as lists write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cwdesign.stockcar.line import NUMBER_WORDS, Line

FACES: Mapping[str, str] = {
    **dict.fromkeys(
        ("f", "fr", "frt", "fnt", "fro", "front", "forward", "fwd", "fore", "fronts", "frontal", "forwards"), "front"
    ),
    **dict.fromkeys(("b", "bk", "bck", "back", "rear", "aft", "rearward", "backward", "backwards"), "back"),
    **dict.fromkeys(("l", "lt", "left", "port"), "left"),
    **dict.fromkeys(("r", "rt", "rgt", "right", "starboard"), "right"),
    **dict.fromkeys(("t", "tp", "top", "roof", "upper"), "top"),
    **dict.fromkeys(
        ("u", "und", "undr", "under", "ubdy", "underbody", "underside", "undercarriage", "belly", "bottom"),
        "underbody",
    ),
}
"""Faces by the words for them."""

LETTERS = {"f": "front", "b": "back", "l": "left", "r": "right", "t": "top", "u": "underbody"}

SIDES = ("side", "sides")
ENDS = ("front", "back")
LONG = ("left", "right", "top", "underbody")

_MOUNTS = ("turret", "turrets", "cupola", "cupolas", "ewp", "ewps", "pod", "pods", "sponson", "sponsons")
"""Words behind a place that say what is there: `in top turret`."""
_LEADING = ("on", "in", "to", "at", "the", "mounted", "facing", "firing", "its")
_TRAILING = ("facing", "mounted", "firing", "face", "corner", "corners", "mount", "mounts", "only")
_AFTER = (",", ";", ".", ")", "(", "]", "with", "and", "&", "+", "each", "linked", "--", "/", ":", "in", "behind", "|")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of something, with how many of it where the line says so. `sides` means each side."""

    place: str
    count: int | None = None


def face_pair(first: str, second: str, ten_faced: bool) -> str | None:
    """The place that two words name: a half of a long face, or a corner (`back left`, `left back corner`)."""
    if first in ENDS and second in ("left", "right"):
        return f"{first}-{second}"
    if first in LONG and second in ENDS:
        if ten_faced or first in ("top", "underbody"):
            return f"{first}-{second}"
        return f"{second}-{first}" if first in ("left", "right") else None
    if ten_faced and first in ENDS and second in LONG:
        return f"{second}-{first}"
    return None


def code_place(code: str, ten_faced: bool) -> str | None:
    """The place of a code of two letters: `LB`, `BL`, `TF`."""
    if len(code) != 2 or code[0] not in LETTERS or code[1] not in LETTERS:
        return None
    return face_pair(LETTERS[code[0]], LETTERS[code[1]], ten_faced)


def ten_faced(line: Line) -> bool:
    """Whether the vehicle being read has its long faces in halves."""
    body = line.unit.body
    return body is not None and body.ten_faced and not body.is_a("flatbed")


def one_place(line: Line) -> str | None:
    """A face, a corner or `sides` at the current place; moved past."""
    key = line.key()
    halves = ten_faced(line)
    if key in ("each", "both", "either", "per") and line.key(1) in SIDES:
        line.at += 2
        return "sides"
    if key in SIDES:
        line.at += 1
        line.skip("mounted")
        return "sides"
    raw = line.raw()
    code = code_place(key, halves)
    if code is not None and (key not in FACES or (raw.isupper() and key == "fr")) and key != "ub":
        line.at += 1
        line.skip(*_TRAILING)
        return code
    if key == "ub" and halves:
        line.at += 1
        return "underbody-back"
    face = "underbody" if key == "ub" else FACES.get(key)
    if face is None:
        return None
    line.at += 1
    long_word = len(key) > 2
    line.skip("hand")
    second = FACES.get(line.key())
    if second is not None and second != face and (long_word and len(line.key()) > 1):
        pair = face_pair(face, second, halves)
        if pair is not None:
            line.at += 1
            line.skip(*_TRAILING)
            return pair
    if face in ("left", "right"):
        line.skip("side")
    line.skip(*_TRAILING)
    return face


def _counted_place(line: Line) -> Spot | None:
    start = line.at
    count = None
    token = line.token()
    if token is not None and (token.kind == "number" or token.key in NUMBER_WORDS) and token.key not in ("both",):
        count = line.count()
        line.skip("per", "on", "in", "to", "the")
    else:
        line.skip(*_LEADING)
    place = one_place(line)
    after = line.token()
    if place is None or (after is not None and after.kind == "number" and after.glued):
        line.at = start
        return None
    if (place in ("top", "sides") and line.key() in ("speed", "door", "doors")) or line.key() in _MOUNTS:
        line.at = start
        return None
    return Spot(place, count)


def places(line: Line, *, enclosed: bool = True) -> list[Spot]:
    """The places that follow something: `F`, `(front)`, `L & R`, `1 F, 1 B`, `on each side`; moved past.

    After a comma a place counts only where nothing else could be meant.
    """
    start = line.at
    if enclosed and line.key() in ("(", "["):
        line.at += 1
        found = places(line, enclosed=False)
        if found and line.key() in (")", "]"):
            line.at += 1
            return found
        line.at = start
        return []
    if line.key() in ("one", "1") and line.key(1) == "each":
        line.at += 2  # `one each front, right and left`
    first = _counted_place(line)
    if first is None or (first.count is not None and not _alone(line)):
        line.at = start
        return []
    found = [first]
    sure, sure_at = 1, line.at
    while True:
        before = line.at
        comma = line.key() in (",", ";")
        if not line.take(",", "/", "&", "and", "+", "-"):
            break
        line.skip("&", "and")
        spot = _counted_place(line)
        laser = line.raw(-1) == "L" and line.key() in ("(", "in")
        other = comma and (laser or (first.count is None and spot is not None and spot.count is not None))
        if spot is None or not _alone(line) or other:  # `MG B, L (F)`: a laser
            line.at = before
            break
        found.append(spot)
        if not comma and sure == len(found) - 1:
            sure, sure_at = len(found), line.at
    if sure < len(found) and not _list_ends(line):
        line.at = sure_at
        return found[:sure]
    return found


def _list_ends(line: Line) -> bool:
    """Whether a list of places with commas ends here, and is not the beginning of something else (`F, F & B 40`)."""
    return line.done or line.key() in (",", ";", ".", ")", "(", "with", "each", "linked", "in", "--", "]")


def _alone(line: Line) -> bool:
    """Whether the place just read is followed by nothing that it could belong to."""
    return line.done or line.key() in _AFTER


def faces_of(place: str) -> tuple[str, ...]:
    """The faces of a place: both sides for `sides`."""
    return ("left", "right") if place == "sides" else (place,)
