"""Tech levels beyond the cases: what a league's catalog adds, and which part makes a design need its level."""

from __future__ import annotations

from typing import Any

import pytest

from case_sheets import as_text, changed, check
from cwdesign.catalog import load_catalog
from cwdesign.judge import judge
from cwdesign.reader import read_sheets
from cwdesign.settings import Settings
from cwdesign.tow import Tow

OVERLAY: dict[str, Any] = {
    "accessories": {
        "cloaking-device": {"name": "Cloaking Device", "cost": 5, "tech_level": "military", "sources": []},
    }
}


def found(level: str) -> list[tuple[str, str | None]]:
    """(rule, place) of every error of a sedan with the league's military device."""
    text = as_text(changed("sedan", {"tech_level": level, "accessories": ["cloaking-device"]}))
    (document,) = read_sheets(text.encode(), "case.yaml")
    assert document.sheet is not None
    catalog = load_catalog().with_overlay("league.yaml", OVERLAY)
    report = judge(document.sheet, catalog, Settings(), lambda name: Tow(None, "missing", name))
    return [(f.rule, f.place.at) for f in report.findings if f.severity == "error"]


@pytest.mark.parametrize("level", ["classic", "compendium", "catalog"])
def test_military_accessory(level: str) -> None:
    """A military thing that is no weapon is TEC-MILITARY's matter on every lower level, and of no other rule."""
    assert found(level) == [("TEC-MILITARY", "accessories[0]")]


def test_military_accessory_on_a_military_design() -> None:
    """On a military design it is legal."""
    assert found("military") == []


@pytest.mark.parametrize(
    ("change", "level", "part"),
    [
        ({}, "classic", None),
        ({"accessories": ["radar"]}, "compendium", "Radar"),
        ({"body": {"type": "sedan", "sloped": True}, "weapons": []}, "compendium", "Sloped armor"),
        ({"accessories": ["radar", "compact-tv"]}, "catalog", "Compact Television"),
        ({"wheel_armor": {"wheelhubs": 5}}, "compendium", "Armored Wheel Hub"),
        ({"weapons": [{"type": "super-rocket", "mount": "front"}]}, "military", "Super Rocket"),
    ],
)
def test_level_needed(change: dict[str, Any], level: str, part: str | None) -> None:
    """The report says which level a design needs, and the part that makes it so."""
    summary = check(as_text(changed("sedan", change))).summary
    assert (summary.level_needed, summary.level_needed_by) == (level, part)
