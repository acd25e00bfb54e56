"""Clauses on the armor of the body, face by face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cwdesign.components import ArmorType
from cwdesign.stockcar.line import Line
from cwdesign.stockcar.places import ENDS, FACES, LONG, code_place, face_pair, ten_faced
from cwdesign.vehicle import SIX_FACES, TEN_FACES

POINTS = ("pt", "pts", "point", "points", "p", "ptss")
ARMOR_WORDS = ("armor", "armour", "arm", "armr")
_BETWEEN = (",", ";", "/", "&", "and", "+", "-", "--", ":", "=", ".", "|", "(", ")")


def armor(line: Line) -> bool:
    """`Plastic Armor: F85, L40 …`, `armor F10 R8 L8 B10 T2 U4`, `LRFP`, and the faces that follow."""
    start = line.at
    if line.section != "armor" and _points_lead(line):
        return True
    line.skip("composite", "comp", *(("all",) if line.section == "armor" else ()))
    kinds = armor_types(line)
    word = line.take(*ARMOR_WORDS)
    if word and not kinds:
        line.skip(":", "=", "is", "(")
        kinds = armor_types(line)
        if kinds:
            line.skip(")")
    faces_follow = _faces_ahead(line) or _faces_behind_points(line)
    if not word and not (kinds and faces_follow) and not (kinds and line.section == "armor"):
        line.at = start
        return False
    if kinds:
        _set_type(line, kinds)
    line.section = "armor"
    line.host = None
    line.skip(*ARMOR_WORDS, ":", "=", "--", ",", "is", ".")
    _total_behind(line)
    _columns(line)
    line.points_first = line.whole() is not None
    _faceless(line)
    return True


def _points_lead(line: Line) -> bool:
    """Armor whose points are read before any face or the word armor."""
    return (line.whole() is not None and _total_in_front(line)) or _faceless(line)


def armor_types(line: Line) -> list[ArmorType]:
    """The armor types named here: one, or metal and plastic joined by a slash or `and`."""
    found: list[ArmorType] = []
    while len(found) < 2:
        before = line.at
        if found and not line.take("/", "&", "and", "over", "+", "with"):
            break
        whole = [(k, end) for k, end in _named_types(line) if not line.crosses("/", end)]
        if not whole:
            line.at = before
            break
        kind, line.at = whole[0]
        found.append(kind)
        if line.tokens[line.at - 1].key in ARMOR_WORDS:
            line.at -= 1
            break
    return found


def _named_types(line: Line) -> list[tuple[ArmorType, int]]:
    """The armor types that a name here can mean; `LRs` are light rockets."""
    code = line.raw()
    return [] if code.endswith("s") and code[:-1].isupper() else line.meanings(ArmorType)


def _set_type(line: Line, kinds: list[ArmorType]) -> None:
    armor_spec = line.unit.sheet.setdefault("armor", {})
    if len(kinds) == 1:
        armor_spec["type"] = kinds[0].id
        return
    armor_spec["type"] = {kind.material: kind.id for kind in kinds}


def _total_in_front(line: Line) -> bool:
    """`254 points of LRFP armor:` in front of the faces, `5 pts. of armor all around`."""
    start = line.at
    number = line.whole()
    line.at += 1
    points = line.take(*POINTS)
    line.skip(".", "of", "total")
    kinds = armor_types(line)
    if not line.take(*ARMOR_WORDS) or line.host_is("mount") or _one_thing(line):
        line.at = start
        return False
    end = line.at
    line.skip("on")
    faces = _face_names(line)
    if faces and line.key() not in (":", "=") and line.whole() is None:
        _put_points(line, faces, number)
        line.points_first = True
        _total_behind(line)
    elif points:
        line.at = end
        line.draft.note(f"Printed: {line.said(start)}.", "armor")
    else:
        line.at = start
        return False
    if kinds:
        _set_type(line, kinds)
    line.section = "armor"
    line.host = None
    return True


EVERY, AROUND = "every face", "all around"
"""What a line says for many faces at once."""
_SWEPT = (EVERY, AROUND)
_ALL_FACES = {
    **dict.fromkeys(("faces", "face", "facing", "facings"), EVERY),
    **dict.fromkeys(("around", "round"), AROUND),
}


def _all_faces(line: Line) -> list[str]:
    """`all around`, `each face`; moved past."""
    if line.key() not in ("all", "every", "each", "per") or line.key(1) not in _ALL_FACES:
        return []
    line.at += 2
    return [_ALL_FACES[line.key(-1)]]


def _every_face(line: Line) -> list[str]:
    body = line.unit.body
    if body is not None and body.faces == 2:
        return ["front", "back"]
    return [*(TEN_FACES if ten_faced(line) else SIX_FACES)]


def _sides(line: Line) -> list[str]:
    """The faces that go around the vehicle: all but those of the top and the underbody."""
    return [face for face in _every_face(line) if face.split("-")[0] not in ("top", "underbody")]


def _put_points(line: Line, faces: list[str], points: Any) -> bool:
    """Give faces their points; False, and nothing changed, where one of them has others already.

    `30 all around, 40 front`: a face named by itself has its own points, whatever all have.
    """
    unit, spec = line.unit, line.unit.sheet.setdefault("armor", {})
    named = [face for face in faces if face not in _SWEPT]
    before = {face: points for face, points in spec.items() if face not in unit.swept}
    swept = _every_face(line) if EVERY in faces else _sides(line) if AROUND in faces else []
    swept = [face for face in swept if face not in named]
    rest = [face for face in swept if face not in before]
    asked = named if rest else [*named, *swept]  # where all have been named, what all have must be the same
    if any(_printed_otherwise(before.get(face), points) for face in asked):
        return False
    for face in (*named, *rest):
        known = before.get(face)
        spec[face] = {**known, **points} if isinstance(known, dict) and isinstance(points, dict) else points
    unit.swept = {*unit.swept.difference(named), *rest}
    unit.around = points if AROUND in faces else unit.around
    return True


def around(line: Line) -> None:
    """What `all around` means for the top and the underbody, where the line says nothing of them."""
    spec = line.unit.sheet.get("armor", {})
    others = [face for face in _every_face(line) if face not in _sides(line)]
    if line.unit.around is None or not others or any(face in spec for face in others):
        return
    readings = ("all around is every face", "all around is front, back and sides alone")
    if line.choose("armor", *readings) == 0:
        spec.update(dict.fromkeys(others, line.unit.around))


def _one_thing(line: Line) -> bool:
    """Whether points of armor belong to something else that was just named (a hitch, a pod)."""
    return line.attached and line.host_is("accessory", "mount", "weapon")


def _total_behind(line: Line) -> None:
    """`total 254`, `(254 pts.)` behind the word armor."""
    start = line.at
    enclosed = line.take("(")
    total = line.take("total")
    line.skip(":")
    if line.whole() is not None:
        line.at += 1
        points = line.take(*POINTS)
        line.skip(".", "total")
        followed = line.key() in (*FACES, "on", "each", "per", "all", "every", "both", "sides")
        if (total or points) and (not enclosed or line.take(")")) and not followed:
            line.draft.note(f"Printed: {line.said(start)} of armor.", "armor")
            line.skip(",", ":", ";")
            return
    line.at = start


def _columns(line: Line) -> None:
    """`F/R/L/B/T/U: 40/30/30/40/10/10`, `40/30/30/40/10/10 (F/R/L/B/T/U)`."""
    start = line.at
    numbers = _number_column(line)
    line.skip("(")
    faces: list[str] = []
    while (face := FACES.get(line.key())) is not None:
        faces.append(face)
        line.at += 1
        line.skip("/", "-", ",")
    line.skip(":", "=", "(", ")")
    numbers = numbers or _number_column(line)
    if len(faces) < 4 or len(numbers) != len(faces):
        line.at = start
        return
    for face, points in zip(faces, numbers, strict=True):
        line.unit.sheet.setdefault("armor", {})[face] = points


def _faceless(line: Line) -> bool:
    """`50/40/40/40/10/10`: six points without faces, in the order that lists have."""
    start = line.at
    lettered = line.key() == "f" and (first := line.token(1)) is not None and first.glued
    line.at += lettered  # `F28/24/24/26/5/8`
    numbers = _number_column(line, slashes=True)
    body, named = line.unit.body, line.unit.sheet.get("armor", {}).keys() - {"type"}
    two = body is not None and body.faces == 2 and len(numbers) == 2 and not lettered
    worded = (start > 0 and line.tokens[start - 1].key in (*ARMOR_WORDS, ":", "=")) or line.key() in ARMOR_WORDS
    if named or not ((two and worded) or len(numbers) == len(SIX_FACES)) or ten_faced(line):
        line.at = start
        return False
    if two:
        line.take(*ARMOR_WORDS)
        line.assume("the points are those of front and back, for the line names no faces", "armor")
        line.unit.sheet.setdefault("armor", {}).update(zip(("front", "back"), numbers, strict=True))
        line.section = "armor"
        line.host = None
        return True
    back_second = numbers[1] != numbers[2] == numbers[3]
    order = ("front", "back", "left", "right") if back_second else ("front", "right", "left", "back")
    faces = (*order, "top", "underbody")
    line.assume(f"the points are those of {', '.join(faces)}, for the line names no faces", "armor")
    line.unit.sheet.setdefault("armor", {}).update(zip(faces, numbers, strict=True))
    line.section = "armor"
    line.host = None
    return True


def _number_column(line: Line, *, slashes: bool = False) -> list[int]:
    numbers: list[int] = []
    while (number := line.whole()) is not None and len(numbers) < len(TEN_FACES):
        if slashes and len(numbers) == len(SIX_FACES):
            line.at -= line.key(-1) == "/"  # `20/15/15/20/8/10 / 10 spaces`
            break
        numbers.append(number)
        line.at += 1
        if not line.take(*(("/", "-") if slashes else ("/", "-", ","))) and not line.hyphen_before:
            break
    return numbers


def _faces_ahead(line: Line) -> bool:
    """Whether at least two armored faces follow."""
    with line.trying():
        line.skip(*_BETWEEN, *ARMOR_WORDS)
        first = _facing(line)
        if not first:
            return False
        if line.key() == "(":
            line.skip_enclosed()
        line.skip(*_BETWEEN)
        return bool(_facing(line))


@dataclass(frozen=True, slots=True)
class _Facing:
    """Faces with the points that each has; `kinds` are the types named behind the points."""

    faces: list[str]
    points: Any
    kinds: tuple[ArmorType, ...] = ()


def _points_glued(line: Line) -> bool:
    """`80F 50R`: whether points stand right in front of their faces, here and in the next place."""
    face, beyond = line.token(1), line.token(4 if line.key(2) in _BETWEEN else 3)
    if line.whole() is None or face is None or beyond is None:
        return False
    return face.glued and beyond.glued and face.key in FACES and beyond.key in FACES


def _faces_behind_points(line: Line) -> bool:
    """Whether `: 50F 40R` stands here."""
    with line.trying():
        line.skip(":", "=", "--", "-")
        return _points_glued(line)


def facings(line: Line) -> bool:
    """One or more faces with their points; without the word armor only where several follow."""
    start = line.at
    if line.section != "armor":
        glued = _points_glued(line)
        if not glued and not _faces_ahead(line):
            return False
        before = line.points_first
        line.section, line.points_first = "armor", glued
        found = _facing(line)
        if found is None:
            line.section, line.points_first = "", before
            return False
        line.host = None
    else:
        found = _facing(line)
    if found is None:
        return False
    if not _put_points(line, found.faces, found.points):
        line.miss_from(start)
        return True
    spec = line.unit.sheet["armor"]
    for kind in found.kinds:
        known = spec.get("type")
        spec["type"] = {**(known if isinstance(known, dict) else {}), kind.material: kind.id}
    return True


def _printed_otherwise(before: Any, points: Any) -> bool:
    """Whether a face has other points already, and not those of the other layer."""
    both = isinstance(before, dict) and isinstance(points, dict)
    return before is not None and before != points and not (both and not set(before) & set(points))


def _facing(line: Line) -> _Facing | None:
    """`F85`, `R & L 40`, `F1/54`, `F10 metal/20 plastic`, `40 F`; moved past."""
    start = line.at
    points_lead = line.points_first and line.section == "armor" and line.whole() is not None
    faces = [] if points_lead else _face_names(line)
    if faces:
        line.skip(":", "=", "-", "--", "@", ".")
        if line.key() == "/" and line.whole(1) is not None:
            line.at += 1
        points, kinds = _points(line)
        if points is not None:
            line.take_all("(", "each", ")")
            line.skip("each")
            return _Facing(faces, points, kinds)
        line.at = start
        return None
    points, kinds = _points(line)
    if points is not None and points != 0:
        line.skip("on", "per", "in")
        faces = _face_names(line)
        if faces and line.whole(1) is None:
            line.skip(*ARMOR_WORDS)  # `50 points front armor`
        if faces and line.points_first and line.section == "armor":
            return _Facing(faces, points, kinds)
        if faces and line.whole() is None and not (line.key() in (":", "=") and line.whole(1) is not None):
            line.skip("each")
            return _Facing(faces, points, kinds)
    line.at = start
    return None


def _face_names(line: Line) -> list[str]:
    """The faces joined in front of (or behind) points: `F`, `R/L`, `top & under`, `sides`, `all`."""
    found: list[str] = []
    while True:
        before = line.at
        if found:
            listed = line.section == "armor" and found[-1] not in _SWEPT  # `30 all around, top 5`
            joining = ("/", "&", "and", "+", "-", *((",",) if listed else ()))
            if not line.take(*joining):
                break
            line.skip("and", "&")
        names = _one_face(line)
        if not names:
            line.at = before
            break
        found += names
    return found


def _one_face(line: Line) -> list[str]:
    halves = ten_faced(line)
    key = line.key()
    if key == "upper" and line.key(1) == "bed":
        line.at += 1
        return [f"upper-{name}" for name in _bed(line)]
    if key == "bed":
        return _bed(line)
    lettered = key == "s" and line.section == "armor" and line.whole(1) is not None
    if lettered or key in ("sides", "side") or (key in ("each", "both", "per") and line.key(1) in ("side", "sides")):
        line.at += 1 if lettered or key in ("sides", "side") else 2
        line.skip(*(ARMOR_WORDS if line.whole(1) is not None else ()))
        return ["left-front", "left-back", "right-front", "right-back"] if halves else ["left", "right"]
    swept = _all_faces(line)
    if swept:
        return swept
    if key in ("all", "4", "four") and line.key(1) == "sides":
        line.at += 2
        line.assume("all sides are front, back, left and right", "armor")
        return _sides(line)
    code = code_place(key, halves)
    if code is not None and halves and key != "ub":
        line.at += 1
        return [code]
    letters = _letter_run(key)
    if letters is not None and not halves:
        line.at += 1
        return letters
    face = "underbody" if key == "ub" and not halves else FACES.get(key)
    if key == "ub" and halves:
        line.at += 1
        return ["underbody-back"]
    if face is None:
        return []
    line.at += 1
    second = FACES.get(line.key())
    if second is not None and halves and len(key) > 1:
        pair = face_pair(face, second, halves)
        if pair is not None and (line.whole(1) is not None or line.key(1) in (":", "=", "/", "&", ",")):
            line.at += 1
            return [pair]
    line.skip("body", "side", "facing", "face")
    if line.key() in ARMOR_WORDS and (line.whole(1) is not None or line.key(1) in (":", "=")):
        line.at += 1  # `front armor 8`
    if halves and face in LONG:
        return [f"{face}-{half}" for half in ENDS]
    return [face]


def _letter_run(key: str) -> list[str] | None:
    """`RL` and `LR` in front of points are both sides, `FB` front and back, `TU` top and underbody."""
    pairs = {"rl": ("right", "left"), "lr": ("left", "right"), "fb": ("front", "back"), "tu": ("top", "underbody")}
    return list(pairs[key]) if key in pairs else None


def _bed(line: Line) -> list[str]:
    line.at += 1
    end = FACES.get(line.key())
    if end in ENDS and len(line.key()) > 1:
        line.at += 1
        return [f"bed-{end}"]
    return ["bed"]


def _points(line: Line) -> tuple[Any, tuple[ArmorType, ...]]:
    """Points of armor, a number or those of both layers (`1/54` is metal over plastic), and the types named."""
    first = line.whole()
    if first is None:
        return None, ()
    line.at += 1
    if line.take(*(word for word in POINTS if word != "p")):
        line.skip(".")
    layer, kinds = _layer(line)
    between = line.at
    if line.take("/", "+", "&", "and") and (second := line.whole()) is not None:
        line.at += 1
        second_layer, second_kinds = (None, ()) if layer is None and _two_types(line) else _layer(line)
        one = layer or ("plastic" if second_layer == "metal" else "metal")
        other = second_layer or ("metal" if one == "plastic" else "plastic")
        if one != other:
            return {one: first, other: second}, (*kinds, *second_kinds)
    line.at = between
    return (first if layer is None else {layer: first}), kinds


def _two_types(line: Line) -> bool:
    """Whether `metal/LRFP` stands here: the types of all faces."""
    with line.trying():
        line.skip("(")
        return len(armor_types(line)) == 2


def _layer(line: Line) -> tuple[str | None, tuple[ArmorType, ...]]:
    """The layer that points are of, from `metal`, `M`, `plastic`, `P` or an armor type behind them."""
    start = line.at
    line.skip(*(word for word in POINTS if word != "p"), ".")
    token = line.token()
    if token is not None and token.key in ("m", "p") and (token.glued or line.key(1) in ("/", *FACES)):
        line.at += 1
        return ("metal" if token.key == "m" else "plastic"), ()
    kind = _named_types(line)
    if kind and line.key() not in FACES:
        component, line.at = kind[0]
        return component.material, (component,)
    line.at = start
    return None, ()
