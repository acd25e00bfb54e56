"""Clauses on component armor, and on the armor of what has its own."""

from __future__ import annotations

from typing import Any

from cwdesign.components import ArmorType
from cwdesign.stockcar.draft import Entry, Label
from cwdesign.stockcar.labels import label_list, part_label, parts_named
from cwdesign.stockcar.line import Line
from cwdesign.stockcar.protection import ARMOR_WORDS, POINTS, armor_types


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
    kinds = armor_types(line)
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
        if line.take(*ARMOR_WORDS):
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
        if line.key() in ("", ",", ";", ".", ")", "/") and parts_named(line.draft, line.unit, label):
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
        kinds = armor_types(line)
        bare = line.host.kind == "accessory" and line.key() in (")", ",", ";", ".", "")
        if not line.take(*ARMOR_WORDS) and not bare:
            line.at = start
            return False
        _own(line, points, kinds)
        return True
    kinds = armor_types(line)
    if not kinds or line.host.kind != "accessory" or line.key() not in (")", ",", "", *ARMOR_WORDS):
        line.at = start
        return False
    line.take(*ARMOR_WORDS)
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
