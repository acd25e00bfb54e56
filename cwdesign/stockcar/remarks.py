"""Clauses on a vehicle as a whole, headings, and words that say nothing by themselves."""

from __future__ import annotations

from cwdesign.components import TECH_LEVELS
from cwdesign.stockcar.equipment import number_of
from cwdesign.stockcar.figures import printed
from cwdesign.stockcar.labels import part_label, parts_named
from cwdesign.stockcar.line import CLAUSE_ENDS, JOINING, Line
from cwdesign.stockcar.protection import POINTS


def division(line: Line) -> bool:
    """`Division 15`, `Div. 5`."""
    start = line.at
    if not line.take("division", "div"):
        return False
    line.skip(".", ":")
    token = line.token()
    if token is None or token.kind != "number":
        line.at = start
        return False
    line.at += 1
    line.draft.top["division"] = number_of(token.number)
    return True


def tech_level(line: Line) -> bool:
    """`Tech Level military`, `(military)`, `classic technology`."""
    start = line.at
    named = line.take_all("tech", "level") or line.take("tech", "technology")
    if named:
        line.skip(":", "=")
    level = line.key()
    if level not in TECH_LEVELS:
        line.at = start
        return False
    line.at += 1
    if not named and not line.take("technology", "tech", "level", "equipment"):
        line.at = start
        return False
    line.draft.top["tech_level"] = level
    return True


def designer(line: Line) -> bool:
    """`Designed by …`, `Designer: …`, to the end of the clause."""
    start = line.at
    if not (
        line.take_all("designed", "by")
        or line.take_all("design", "by")
        or (line.take("designer", "submitted") and line.take(":", "by"))
    ):
        line.at = start
        return False
    name = line.at
    while not line.done and line.key() not in (",", ";", ")", "--", "("):
        line.at += 1
    if line.at == name:
        line.at = start
        return False
    line.draft.top["designer"] = line.said(name)
    return True


def tows(line: Line) -> bool:
    """`Tows road-scavenger.yaml`: the sheet of the trailer."""
    start = line.at
    if not line.take("tows", "towing"):
        return False
    first = line.token()
    if first is None:
        line.at = start
        return False
    end = first.start
    while end < len(line.text) and not line.text[end].isspace() and line.text[end] not in ",;":
        end += 1
    path = line.text[first.start : end]
    if not path.endswith((".yaml", ".yml")):
        line.at = start
        return False
    while not line.done and line.tokens[line.at].start < end:
        line.at += 1
    line.draft.top["tows"] = path
    return True


def inside_places(line: Line) -> bool:
    """`Inside: crew, plant, cargo`: how these lie from front to back."""
    start = line.at
    if not line.take("inside") or not line.take(":"):
        line.at = start
        return False
    places = []
    while line.key() in ("crew", "plant", "cargo"):
        places.append(line.key())
        line.at += 1
        if line.key() == "," and line.key(1) in ("crew", "plant", "cargo"):
            line.at += 1
    if not places:
        line.at = start
        return False
    line.unit.sheet["inside_places"] = places
    return True


_LABELS = frozenset(
    (
        *("weapons", "weaponry", "armament", "armaments", "weapon", "options", "accessories"),
        *(
            "type",
            "vehicle",
            "equipment",
            "other",
            "misc",
            "miscellaneous",
            "extras",
            "features",
            "performance",
            "stats",
        ),
        *("statistics", "notes", "protection", "body", "gear", "power", "totals", "total", "personnel"),
        *("combined", "together", "overall"),
        *("electronics", "specs", "offense", "defense", "includes", "modifications", "mods"),
    )
)


def heading(line: Line) -> bool:
    """`Weapons:`, `Options:` and other headings, which say nothing that their clauses do not."""
    if line.key() in _LABELS and line.key(1) == ":":
        line.at += 2
        line.face_label = None
        return True
    return False


_FILLERS = frozenset(
    (
        *("a", "an", "the", "of", "on", "in", "to", "for", "only", "also", "has", "have", "is", "are"),
        *("its", "it", "which", "per", "by", "at", "from", "as", "using", "fitted", "installed"),
        *("equipped", "mounted", "powered", "rolling", "riding", "running", "sporting", "packing"),
        *("packs", "mounts", "protected", "backed", "includes", "including", "carries", "carrying"),
        *("featuring", "features"),
    )
)


_VARIANTS = (
    *("replace", "replaces", "replacing", "substitute", "substitutes", "swap", "exchange", "remove", "delete"),
    *("instead", "alternate", "alternately", "alternatively", "variant", "variants", "optional", "optionally"),
)


def variant(line: Line) -> bool:
    """`Variant: replace the MG with a RL (…)`: of another vehicle, to the end; kept as not understood."""
    start = line.at
    begins = start > 0 and line.tokens[start - 1].key in (*CLAUSE_ENDS, ".", ":", "(")
    if line.key() not in _VARIANTS or not begins or line.unit.body is None:
        return False
    if line.tokens[start - 1].key == "(":
        depth = 1
        while not line.done and depth:
            depth += (line.key() == "(") - (line.key() == ")")
            line.at += depth > 0
    else:
        line.at = len(line.tokens)
    line.miss_from(start)
    return True


_REFERRING = ("by", "for", "on", "of", "between", "from", "against", "protecting", "covering")


def reference(line: Line) -> bool:
    """`operated by gunner`, `for the laser`: what is listed already is no second one; it is kept as not understood."""
    start = line.at
    if not line.take(*_REFERRING):
        return False
    end = start
    while True:
        label = part_label(line)
        if label is None or not parts_named(line.draft, line.unit, label):
            break
        end = line.at
        if not line.take(*JOINING):
            break
    if end == start:
        line.at = start
        return False
    line.at = end
    line.miss_from(start)
    return True


def filler(line: Line) -> bool:
    """Words that say nothing by themselves."""
    if line.key() in _FILLERS:
        line.at += 1
        return True
    return False


def nothing(line: Line) -> bool:
    """`no weapons`, `unarmed`: what a sheet says by not listing any."""
    start = line.at
    if line.take("unarmed"):
        return True
    if line.take("none") or (line.take("no") and line.take(*_THINGS)):
        line.skip(*(("space", "spaces", "area") if line.key(-1) == "cargo" else ()))
        return True
    line.at = start
    return False


_THINGS = (
    *("weapons", "weapon", "armor", "gunner", "gunners", "passengers", "accessories", "options"),
    *("armament", "cargo", "links"),
)


def room(line: Line) -> bool:
    """`room for 2 passengers`: space that is left, and nobody aboard; `4 total`: a sum of what is listed."""
    start = line.at
    number = line.whole()
    line.at += number is not None
    points = line.section == "armor" and line.take(*POINTS)
    if number is not None and line.depth and (points or line.take("total")):
        line.skip(".", "total", "of", "armor")
        return printed(line, start)
    line.at = start
    if not line.take_all("room", "for"):
        return False
    line.count()
    if not line.take("passenger", "passengers"):
        line.at = start
        return False
    return printed(line, start)


def approval(line: Line) -> bool:
    """`AADA legal`, which a check decides and a sheet does not say."""
    start = line.at
    if (line.take("aada") and line.take("legal", "approved")) or line.take_all("street", "legal"):
        line.draft.note(f"Printed: {line.said(start)}.")
        return True
    line.at = start
    return False
