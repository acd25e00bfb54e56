"""Clauses on accessories, cargo and loose gear."""

from __future__ import annotations

from cwdesign.components import Accessory, ArmorType, Weapon
from cwdesign.stockcar.draft import Entry
from cwdesign.stockcar.line import Line
from cwdesign.stockcar.places import FACES, faces_of, one_place, places

_POUNDS = ("lb", "lbs", "pound", "pounds", "#")
_SPACES = ("space", "spaces", "sp", "sps", "spcs", "spc")
_BUMPER = {"front": "bumper-spikes-front", "back": "bumper-spikes-back"}
_BUMPER_ENDS = {"front": "front", "back": "back", "rear": "back"}
_MODIFICATIONS = ("structure", "performance", "body")
"""Categories that a sheet lists with the body."""


def accessory(line: Line) -> bool:
    """Any accessory by its name, with count and place: `ramplate`, `2 side doors (L & R)`, `FE`."""
    start = line.at
    if _bumper_spikes(line):
        return True
    prefix = _place_in_front(line)
    points = _points_in_front(line)
    count = line.count() if not line.meanings(Accessory) else None
    kinds = _armor_in_front(line)
    found = _accessory_name(line)
    if found is None or (points is not None and found.armor_cost is None):
        line.at = start
        return False
    count = line.count_behind() or count
    spots = [prefix] if prefix is not None else [f for s in places(line) for f in faces_of(s.place)]
    if found.face is not None and set(spots) <= {found.face}:
        spots = []
    each = count if not spots or count is None else max(1, count // len(spots))
    entries: list[Entry] = []
    places_or_none: list[str | None] = [*spots] if spots else [None]
    for place in places_or_none:
        entry: Entry = {"type": found.id}
        if each is not None and each > 1:
            entry["count"] = each
        if place is not None:
            entry["mount"] = place
        if points is not None:
            entry["points"] = points
        if kinds is not None:
            entry["armor"] = kinds.id
        entries.append(entry)
    if found.weapon_on_face and line.inside is not None and not spots:
        line.inside.setdefault("weapons", []).extend(entries)
    elif found.category in _MODIFICATIONS and not spots and not line.host_is("weapon"):
        line.unit.sheet.setdefault("body", {}).setdefault("modifications", []).extend(entries)
    else:
        line.unit.part("accessories").extend(entries)
    if not (found.plant_part and line.host_is("plant", "tank")):
        line.hosted("accessory", entries)
    return True


def _bumper_spikes(line: Line) -> bool:
    """`front & rear bumper spikes`, `bumper spikes F & B`."""
    start = line.at
    ends: list[str] = []
    while len(ends) < 2 and FACES.get(line.key()) in _BUMPER and len(line.key()) > 1:
        ends.append(FACES[line.key()])
        line.at += 1
        line.skip("&", "and", "/")
    named = line.take_all("bumper", "spikes") or line.take_all("bumper", "spike") or line.take("bumperspikes", "spikes")
    if not named or (
        line.tokens[line.at - 1].key == "spikes" and line.tokens[line.at - 2].key != "bumper" and not ends
    ):
        line.at = start
        return False
    ends = ends or [spot.place for spot in places(line)] or _end_behind_comma(line)
    if not ends:
        ends = ["front"]
        line.assume("the bumper spikes are in front", "accessories")
    if not set(ends) <= set(_BUMPER):
        line.at = start
        return False
    line.unit.part("accessories").extend({"type": _BUMPER[end]} for end in ends)
    return True


def _end_behind_comma(line: Line) -> list[str]:
    """`Bumper Spikes, Front`: as catalogs turn the name."""
    end = _BUMPER_ENDS.get(line.key(1))
    if line.key() != "," or end is None or line.key(2) not in ("", ",", ";", ".", ")"):
        return []
    line.at += 2
    return [end]


def _place_in_front(line: Line) -> str | None:
    start = line.at
    if len(line.key()) < 4 or line.key() not in FACES:
        return None
    place = one_place(line)
    if place is not None and not line.take(":") and line.meanings(Accessory):
        return place
    line.at = start
    return None


def _points_in_front(line: Line) -> int | None:
    """`5-pt. windjammer`: points of what has armor of its own."""
    if line.whole() is None or line.key(1) not in ("pt", "pts", "point", "points"):
        return None
    points = line.whole()
    line.at += 2
    line.skip(".", "armored")
    return points


def _armor_in_front(line: Line) -> ArmorType | None:
    """`FP spoiler`: the type of a part that can have one of its own."""
    start = line.at
    named = line.meanings(Accessory)
    kind = line.named(ArmorType)
    if (
        kind is not None
        and line.meanings(
            Accessory,
            among=lambda a: (
                "foil" in (a.exclusive_group or a.id)
                or a.id
                in (
                    "spoiler",
                    "airdam",
                    "windjammer",
                    "fifth-wheel",
                )
            ),
        )
        and not (named and named[0][1] > line.at)
    ):
        return kind
    line.at = start
    return None


def _accessory_name(line: Line) -> Accessory | None:
    body = line.unit.body
    found = line.meanings(Accessory)
    if not found:
        return None
    ends = found[0][1]
    named = [c for c, end in found if end == ends]
    key, single = line.key(), ends == line.at + 1
    rival = line.any_meaning(Weapon)
    if rival is not None and (rival.end > ends or (rival.end == ends and rival.rank < 2)):
        return None
    if (
        single
        and key in ("rd", "rj", "ad", "ir", "ram", "ats", "lb", "vc", "slt", "battery", "ca", "camera")
        and (line.raw().islower() and key not in ("ram", "camera", "battery"))
    ):
        return None
    if single and key in ("ca", "lb", "lbs"):
        return None
    cycle = body is not None and ("cycle" in body.vehicle_class or "trike" in body.vehicle_class)
    by_class = {"stealth-cycle": cycle, "stealth-car": not cycle}
    chosen = [c for c in named if by_class.get(c.id, True)]
    line.at = ends
    if len(named) > 1 and named[0].category == "hitch":
        return named[line.choose("accessories", *(f"the {c.name.lower()}" for c in named))]
    return chosen[0] if chosen else named[0]


def cargo(line: Line) -> bool:
    """`Cargo capacity: 3 spaces, 250 lbs.`, `2 cargo spaces`, `100 lbs. of gear`."""
    start = line.at
    key = "cargo"
    word = line.take("cargo", "luggage", "trunk")
    if not word and line.take("gear"):
        key, word = "gear", True
    if word:
        line.skip("capacity", "space", "spaces", "room", "area", "carries", "holds", "for")
        line.skip(":", "=", "of", "(", "-", "--")
        spaces, pounds = _amounts(line)
        if spaces is None and pounds is None and {t.key for t in line.tokens[start : line.at]} & {*_SPACES}:
            spaces = line.count()  # `cargo space: 8 (400 lbs.)`
            pounds = _up_to(line)
        if any(token.key == "(" for token in line.tokens[start : line.at]):
            line.take(")")
    else:
        spaces, pounds = _amounts(line)
        said = any(token.key == "cargo" for token in line.tokens[start : line.at])
        line.skip("of", "for")
        if line.take("gear", "equipment"):
            key = "gear"
        elif not (line.take("cargo") or said):
            line.at = start
            return False
        line.skip("capacity", "space", "spaces", "room")
        pounds = _up_to(line) if pounds is None else pounds
    if spaces is None and pounds is None:
        line.at = start
        return False
    if key == "gear":
        line.unit.sheet["gear_weight"] = pounds or 0
        return True
    spec = line.unit.sheet.setdefault("cargo", {})
    if spaces is not None:
        spec["spaces"] = spaces
    if pounds is not None:
        spec["weight"] = pounds
    return True


def _up_to(line: Line) -> object:
    """`(up to 400 lbs.)` behind spaces of cargo."""
    start = line.at
    if line.take("("):
        line.skip("up", "to", "max", "maximum", ".", "weight", "of", "weighing")
        _, pounds = _amounts(line)
        line.skip("max", "maximum")
        if pounds is not None and line.take(")"):
            return pounds
    line.at = start
    return None


def _amounts(line: Line) -> tuple[object, object]:
    spaces: object = None
    pounds: object = None
    while True:
        before = line.at
        if spaces is not None or pounds is not None:
            line.skip(",", "and", "&", "/", "of", "cargo")
        token = line.token()
        if token is None or token.kind != "number":
            line.at = before
            break
        line.at += 1
        value = number_of(token.number)
        line.take("cargo")
        if line.take(*_SPACES) and spaces is None:
            spaces = value
        elif line.take(*_POUNDS) and pounds is None:
            line.skip(".")
            claimed = "weight" in line.unit.sheet.get("claims", {})
            if spaces is not None and line.key() in (",", ";") and line.key(1) == "$" and not claimed:
                line.at = before
                break  # `cargo: 2 spaces, 12,432 lbs., $57,875`: the weight of the whole
            pounds = value
        else:
            line.at = before
            break
        line.skip(".")
    return spaces, pounds


def number_of(value: object) -> object:
    """A number as a sheet has it: whole, or with its decimals as they were written."""
    from decimal import Decimal
    from fractions import Fraction

    assert isinstance(value, Fraction)
    return int(value) if value.denominator == 1 else Decimal(value.numerator) / Decimal(value.denominator)
