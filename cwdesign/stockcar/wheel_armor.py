"""Clauses on wheelguards and wheelhubs."""

from __future__ import annotations

from cwdesign.stockcar.line import JOINING, Line
from cwdesign.stockcar.places import FACES
from cwdesign.stockcar.protection import POINTS, armor_types

_WHEEL_CODES = ("wg", "wgs", "wh", "whs", "awh", "awhs", "wheelguards", "wheelhubs", "hubs", "guards")


def wheel_armor(line: Line) -> bool:
    """`2 5-pt. wheelguards back`, `5-pt. WG & AWH`, `10-pt. WG F, WH B`, `wheelguards (10 pts.)`."""
    start = line.at
    count = None
    points = _wheel_points(line)
    if points is None:
        count = line.count()
        points = _wheel_points(line, bare=count is not None and line.key(1) in _WHEEL_CODES)
    fake = line.take("fake")
    kinds = armor_types(line)
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
        if line.key(1) in ("x", "×"):
            count = line.count()  # `wheelguards: 2 x 10 pts.`
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
