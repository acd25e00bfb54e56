"""Clauses on armor: that of the body face by face, of components, of wheels, and of what has its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cwdesign.components import ArmorType
from cwdesign.stockcar.draft import Entry, Label
from cwdesign.stockcar.labels import label_list, part_label, parts_named
from cwdesign.stockcar.line import JOINING, Line
from cwdesign.stockcar.places import ENDS, FACES, LONG, code_place, face_pair, ten_faced
from cwdesign.vehicle import SIX_FACES, TEN_FACES

POINTS = ("pt", "pts", "point", "points", "p", "ptss")
_ARMOR_WORDS = ("armor", "armour", "arm", "armr")
_BETWEEN = (",", ";", "/", "&", "and", "+", "-", "--", ":", "=", ".", "|", "(", ")")
_BED = {("bed",): "bed", ("bed", "front"): "bed-front", ("bed", "back"): "bed-back"}


# -- the body's armor


def armor(line: Line) -> bool:
    """`Plastic Armor: F85, L40 …`, `armor F10 R8 L8 B10 T2 U4`, `LRFP`, and the faces that follow."""
    start = line.at
    if line.section != "armor" and _points_lead(line):
        return True
    line.skip("composite", "comp", *(("all",) if line.section == "armor" else ()))
    kinds = _types(line)
    word = line.take(*_ARMOR_WORDS)
    if word and not kinds:
        line.skip(":", "=", "is", "(")
        kinds = _types(line)
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
    line.skip(*_ARMOR_WORDS, ":", "=", "--", ",", "is", ".")
    _total_behind(line)
    _columns(line)
    line.points_first = line.whole() is not None
    _faceless(line)
    return True


def _points_lead(line: Line) -> bool:
    """Armor whose points are read before any face or the word armor."""
    return (line.whole() is not None and _total_in_front(line)) or _faceless(line)


def _types(line: Line) -> list[ArmorType]:
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
        if line.tokens[line.at - 1].key in _ARMOR_WORDS:
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
    kinds = _types(line)
    if not line.take(*_ARMOR_WORDS) or line.host_is("mount") or _one_thing(line):
        line.at = start
        return False
    end = line.at
    line.skip("on")
    faces = _face_names(line)
    if faces and line.key() not in (":", "=") and line.whole() is None:
        line.unit.sheet.setdefault("armor", {}).update(dict.fromkeys(faces, number))
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


_ALL_FACES = ("around", "faces", "face", "facing", "round", "facings")


def _all_faces(line: Line) -> bool:
    """`all around`, `each face`; moved past."""
    if line.key() not in ("all", "every", "each", "per") or line.key(1) not in _ALL_FACES:
        return False
    line.at += 2
    return True


def _every_face(line: Line) -> list[str]:
    body = line.unit.body
    if body is not None and body.faces == 2:
        return ["front", "back"]
    return [*(TEN_FACES if ten_faced(line) else SIX_FACES)]


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
    worded = (start > 0 and line.tokens[start - 1].key in (*_ARMOR_WORDS, ":", "=")) or line.key() in _ARMOR_WORDS
    if named or not ((two and worded) or len(numbers) == len(SIX_FACES)) or ten_faced(line):
        line.at = start
        return False
    if two:
        line.take(*_ARMOR_WORDS)
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
    while (number := line.whole()) is not None:
        numbers.append(number)
        line.at += 1
        if not line.take(*(("/", "-") if slashes else ("/", "-", ","))) and not line.hyphen_before:
            break
    return numbers


def _faces_ahead(line: Line) -> bool:
    """Whether at least two armored faces follow."""
    with line.trying():
        line.skip(*_BETWEEN, *_ARMOR_WORDS)
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
    spec = line.unit.sheet.setdefault("armor", {})
    if any(_printed_otherwise(spec.get(face), found.points) for face in found.faces):
        line.miss_from(start)
        return True
    for face in found.faces:
        before = spec.get(face)
        both = isinstance(before, dict) and isinstance(found.points, dict)
        spec[face] = {**before, **found.points} if both else found.points
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
            line.skip(*_ARMOR_WORDS)  # `50 points front armor`
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
            joining = ("/", "&", "and", "+", "-", *((",",) if line.section == "armor" else ()))
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
        line.skip(*(_ARMOR_WORDS if line.whole(1) is not None else ()))
        return ["left-front", "left-back", "right-front", "right-back"] if halves else ["left", "right"]
    if _all_faces(line):
        return _every_face(line)
    if key in ("all", "4", "four") and line.key(1) == "sides":
        line.at += 2
        line.assume("all sides are front, back, left and right", "armor")
        return [face for face in _every_face(line) if face.split("-")[0] not in ("top", "underbody")]
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
    if line.key() in _ARMOR_WORDS and (line.whole(1) is not None or line.key(1) in (":", "=")):
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
        return len(_types(line)) == 2


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


# -- component armor


def component_armor(line: Line) -> bool:
    """`10-pt. CA`, `10 points of LRFP component armor around driver & plant`, `CA: 10`."""
    start = line.at
    copies = None
    points = _armor_points(line)
    if points is not None and line.whole() is not None and line.key(1) in POINTS:
        copies, points = points, _armor_points(line)
    kinds: list[ArmorType] = []
    if points is not None:
        line.skip(*POINTS, ".")
        line.skip("of", "each")
    kinds = _types(line)
    if not _ca_word(line):
        line.at = start
        return False
    named = line.at
    copies = line.count_behind() or copies
    if points is None:
        line.skip(":", "(", "=", "of")
        points = _armor_points(line)
        line.skip(*POINTS, ".")
        if points is None:
            line.at = start
            return False
        if "(" in (token.key for token in line.tokens[named : line.at]):
            line.take(")")
    spec = _spec(points, kinds)
    each = line.take("each") or line.each
    labels = _around(line)
    if labels:
        line.armored.append((line.unit, spec, labels, each or copies is not None))
        return True
    host = line.host
    hosts = ("weapon", "person", "hand", "plant", "tank", *(("accessory",) if line.attached else ()))
    if host is None or host.kind not in hosts:
        line.at = start
        return False
    if not line.attached and host.kind == "weapon":
        line.assume(f"the component armor is of the {host.entry['type'].replace('-', ' ')} named before it", "weapons")
    _armor_host(line, spec, each)
    return True


def _armor_points(line: Line) -> Any:
    """Points, or `{metal, plastic}`; moved past."""
    first = line.whole()
    if first is None:
        return None
    line.at += 1
    if line.key() == "/" and line.whole(1) is not None:
        second = line.whole(1)
        line.at += 2
        return {"metal": first, "plastic": second}
    return first


def _ca_word(line: Line) -> bool:
    if line.key() == "ca" and line.key(1) not in ("frame", "body"):
        line.at += 1
        return True
    start = line.at
    if line.take("component", "comp", "compartment", "cmpnt"):
        line.skip(".")
        if line.take(*_ARMOR_WORDS):
            line.skip(".")
            return True
    line.at = start
    return False


def _spec(points: Any, kinds: list[ArmorType]) -> Any:
    if not kinds and not isinstance(points, dict):
        return points
    spec: Entry = {"points": points}
    if len(kinds) == 1:
        if kinds[0].id != "plastic":
            spec["type"] = kinds[0].id
    elif kinds:
        spec["type"] = {kind.material: kind.id for kind in kinds}
    return spec


def _around(line: Line) -> list[Label]:
    """What the armor is said to surround: `around driver`, `(driver, PP)`, `on plant & gunner`."""
    start = line.at
    line.skip("shared")
    preposition = line.take("around", "on", "for", "protecting", "over", "round", "about", "surrounding", "by", ":")
    line.skip("both")
    enclosed = line.take("(")
    line.skip("around", "on", "each")
    if not (preposition or enclosed):
        return []
    labels = _listed_parts(line, enclosed=enclosed, spelled=preposition)
    if not labels or (enclosed and not line.take(")")):
        line.at = start
        return []
    return labels


def _listed_parts(line: Line, *, enclosed: bool, spelled: bool) -> list[Label]:
    if enclosed:
        return label_list(line, parts=True, enclosed=True)
    found: list[Label] = []
    while True:
        before = line.at
        if found and not line.take("&", "and", "/", "+"):
            if not (spelled and line.key() == "," and _more_parts(line)):
                break
            line.at += 1
            line.skip("and", "&")
        label = part_label(line)
        if label is None or line.key() not in ("", ",", ";", ".", "&", "and", "/", "+", ")", "with", "each"):
            line.at = before
            break
        found.append(label)
    return found


def _more_parts(line: Line) -> bool:
    """Whether the comma here stands inside a list: one that ends with `and`, or that goes on with what is known."""
    with line.trying():
        line.at += 1
        label = part_label(line)
        if label is None:
            return False
        if line.key() in ("", ",", ";", ".", ")") and parts_named(line.draft, line.unit, label):
            return True
        return line.take("&", "and") and part_label(line) is not None


def _armor_host(line: Line, spec: Any, each: bool) -> None:
    host = line.host
    assert host is not None
    if host.kind == "hand":
        assert host.owner is not None
        host.owner["component_armor"] = spec
        return
    entries = host.group if each else host.entries
    for entry in entries:
        if each and entry.get("count", 1) > 1:
            whole = spec if isinstance(spec, dict) else {"points": spec}
            entry["component_armor"] = {**whole, "covers": "each"}
        else:
            entry["component_armor"] = spec


# -- wheels


def wheel_armor(line: Line) -> bool:
    """`2 5-pt. wheelguards back`, `5-pt. WG & AWH`, `10-pt. WG F, WH B`, `wheelguards (10 pts.)`."""
    start = line.at
    count = None
    points = _wheel_points(line)
    if points is None:
        count = line.count()
        points = _wheel_points(line, bare=count is not None and line.key(1) in _WHEEL_CODES)
    fake = line.take("fake")
    kinds = _types(line)
    line.skip("armored", "armor", "cycle", "motorcycle", "cyc", ".")
    what = _wheel_word(line)
    if not what:
        line.at = start
        return False
    both = [what]
    count = line.count_behind() or count if points is not None else count
    if line.key() in ("&", "and", "/", "+"):
        before = line.at
        line.at += 1
        line.skip("armored", "armor")
        second = _wheel_word(line)
        if second and second != what:
            both.append(second)
        else:
            line.at = before
    if points is None and not fake and line.wheel_points is not None and line.tokens[start - 1].key in JOINING:
        points = line.wheel_points
    where: list[str] = []
    if points is None and not fake:
        enclosed = line.take("(")
        where = _axles(line)
        line.skip(":", "with", "of", "=", *((",",) if enclosed else ()))
        enclosed = line.take("(") or enclosed
        points = _wheel_points(line, bare=True)
        line.skip("each")
        if points is None:
            line.at = start
            return False
        where = where or _axles(line)
        if enclosed:
            line.skip(",")
            where = where or _axles(line)
            line.take(")")
    line.wheel_points = points
    where = where or _axles(line)
    line.skip("each")
    for index, name in enumerate(both):
        spec = line.unit.sheet.setdefault("wheel_armor", {}).setdefault(name, {})
        axles = where or _default_axles(line, name, count, len(both), index)
        if axles == ["back"] and count == 4 and line.unit.sheet.get("body", {}).get("wheels") == 6:
            axles = ["middle", "back"]
        for axle in axles:
            spec[axle] = points or 0
        if kinds:
            spec["type"] = kinds[0].id
        if fake:
            spec["fake"] = True
    line.host = None
    return True


def _wheel_points(line: Line, *, bare: bool = False) -> int | None:
    number = line.whole()
    if number is None or not (bare or line.key(1) in POINTS):
        return None
    line.at += 1
    line.skip(*POINTS)
    line.skip(".")
    return number


_WHEEL_CODES = ("wg", "wgs", "wh", "whs", "awh", "awhs", "wheelguards", "wheelhubs", "hubs", "guards")


def _wheel_word(line: Line) -> str | None:
    start = line.at
    if line.take("wheelguard", "wheelguards", "wg", "wgs", "cwg", "cwgs", "guards", "guard") or (
        line.take("wheel", "whl") and (line.take(".") or True) and line.take("guards", "guard", "gds")
    ):
        return "wheelguards"
    line.at = start
    if line.take("wheelhub", "wheelhubs", "wh", "whs", "awh", "awhs", "hub", "hubs", "ah", "ahs", "hubcaps") or (
        line.take("wheel", "whl") and (line.take(".") or True) and line.take("hubs", "hub")
    ):
        return "wheelhubs"
    line.at = start
    return None


def _axles(line: Line) -> list[str]:
    start = line.at
    enclosed = line.take("(")
    line.skip("on", "in", "the")
    found: list[str] = []
    while True:
        key = line.key()
        face = "middle" if key in ("middle", "mid", "center", "m") else FACES.get(key)
        if key in ("all", "both"):
            face = "all"
        if face not in ("front", "back", "middle", "all"):
            break
        after = line.token(1)
        if after is not None and after.kind == "number" and after.glued:
            break
        found.append(face)
        line.at += 1
        line.skip("wheels", "tires", "axle", "axles", "around", "wheel", "only")
        if not (line.key() in ("&", "and", "/", ",") and FACES.get(line.key(1)) in ("front", "back") and found):
            break
        if line.key() == "," and line.key(2) not in ("", ",", ";", ".", ")"):
            break
        line.at += 1
    if not found or (enclosed and not line.take(")")):
        line.at = start
        return []
    return ["all"] if "all" in found else found


def _default_axles(line: Line, name: str, count: int | None, kinds: int, index: int) -> list[str]:
    """The axles of guards or hubs that name none: all, or of two on a car guards behind and hubs in front."""
    del index
    body = line.unit.body
    if body is None or body.vehicle_class in ("cycle", "sidecar"):
        return ["all"]
    rear = body.exposed_rear_wheels if body.exposed_rear_wheels is not None else body.rear_wheels
    wheels = body.front_wheels + rear
    if count is not None and count < wheels and not (kinds == 2 and count >= wheels):
        back_first = name == "wheelguards"
        first, second = ("back", "front") if back_first else ("front", "back")
        taken = line.choose("wheel_armor", f"the {name} are {first}", f"the {name} are {second}")
        return [first if taken == 0 else second]
    if kinds == 2 or (
        count is None and "wheel_armor" in line.unit.sheet and line.unit.sheet["wheel_armor"].keys() - {name}
    ):
        back_first = name == "wheelguards"
        first, second = ("back", "front") if back_first else ("front", "back")
        taken = line.choose(
            "wheel_armor", f"the {name} are {first}", f"the {name} are on all wheels", f"the {name} are {second}"
        )
        return [[first], ["all"], [second]][taken]
    if count is None:
        line.assume(f"{name} on all wheels", "wheel_armor")
    return ["all"]


# -- what has armor of its own


def own_armor(line: Line) -> bool:
    """`w/10 pts. of armor` behind a hitch, a carrier or a pod; an armor type behind a spoiler."""
    if line.host is None or line.host.kind not in ("accessory", "mount") or not line.attached:
        return False
    start = line.at
    points = line.whole()
    if points is not None:
        line.at += 1
        if not line.take(*POINTS):
            line.at = start
            return False
        line.skip(".", "of")
        kinds = _types(line)
        bare = line.host.kind == "accessory" and line.key() in (")", ",", ";", ".", "")
        if not line.take(*_ARMOR_WORDS) and not bare:
            line.at = start
            return False
        _own(line, points, kinds)
        return True
    kinds = _types(line)
    if not kinds or line.host.kind != "accessory" or line.key() not in (")", ",", "", *_ARMOR_WORDS):
        line.at = start
        return False
    line.take(*_ARMOR_WORDS)
    for entry in line.host.entries:
        entry["armor"] = kinds[0].id
    return True


def _own(line: Line, points: int, kinds: list[ArmorType]) -> None:
    assert line.host is not None
    for entry in line.host.entries:
        if line.host.kind == "mount":
            entry["armor"] = {**({"type": kinds[0].id} if kinds else {}), "points": points}
        else:
            entry["points"] = points
            if kinds:
                entry["armor"] = kinds[0].id
