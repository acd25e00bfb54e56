"""Clauses on boosters and jump jets."""

from __future__ import annotations

from cwdesign.components import Booster
from cwdesign.stockcar.draft import Entry
from cwdesign.stockcar.line import Line
from cwdesign.stockcar.places import places


def booster(line: Line) -> bool:
    """`2 500-lb. rocket boosters back`, `20-mph rocket booster back (max load)`."""
    start = line.at
    count = line.count()
    size, unit = _booster_size(line)
    if size is None and count is not None:
        line.at = start
        first = line.at
        size, unit = _booster_size(line)
        if size is not None:
            count = None
        else:
            line.at = first
            count = line.count()
    found = line.named(Booster)
    if found is None:
        line.at = start
        return False
    spots = places(line)
    if size is None:
        before = line.at
        line.skip("(", ",", ":", "-", "with")
        size, unit = _booster_size(line)
        if size is None:
            line.at = before
        else:
            line.skip("each", ")")
    entry: Entry = {"type": found.id}
    if count is not None and count > 1:
        entry["count"] = count
    if unit == "lb":
        entry["weight"] = size
    elif unit == "mph":
        entry["mph"] = size
        entry["sized_for"] = _sized_for(line)
    if line.inside is not None:
        line.inside.setdefault("boosters", []).append(entry)
    else:
        if spots:
            entry["mount"] = spots[0].place
        line.unit.part("boosters").append(entry)
    line.hosted("booster", [entry])
    return True


def _booster_size(line: Line) -> tuple[int | None, str]:
    size = line.whole()
    unit = line.key(1)
    if size is None or unit not in ("lb", "lbs", "pound", "pounds", "mph", "#"):
        return None, ""
    line.at += 2
    line.skip(".")
    return size, "mph" if unit == "mph" else "lb"


def _sized_for(line: Line) -> str:
    start = line.at
    line.skip("(", "sized", "for", "at")
    if line.take_all("loaded", "weight") or line.take("loaded"):
        line.take(")")
        return "loaded-weight"
    if line.take_all("max", "load") or line.take_all("maximum", "load"):
        line.take(")")
        return "max-load"
    line.at = start
    line.assume("the booster is sized for the load limit", "boosters")
    return "max-load"
