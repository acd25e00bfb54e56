"""What holds for every sheet, tried on random ones."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from case_sheets import as_text, check
from cwdesign.catalog import load_catalog
from cwdesign.components import Body
from cwdesign.report import SheetReport, Totals
from random_sheets import car, faces, vehicle, weapon

SEEDS = st.integers(0, 2**32)
ORDINARY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def report_of(sheet: Mapping[str, Any]) -> SheetReport:
    """The report of a random sheet; it is always a sheet."""
    report = check(as_text(sheet))
    assert report.status != "unreadable", [f.message for f in report.findings]
    return report


def totals_of(report: SheetReport) -> Totals:
    """The totals, which every sheet without unknown parts has."""
    assert report.totals is not None
    return report.totals


@ORDINARY
@given(SEEDS)
def test_ledger_sums_to_totals(seed: int) -> None:
    """Cost, weight and spaces are the sums of the lines, to the dollar, the pound and the fraction of a space."""
    report = report_of(vehicle(Random(seed)))
    totals = totals_of(report)
    assert sum(Fraction(line.cost or 0) for line in report.ledger) == totals.cost
    assert sum(Fraction(line.weight or 0) for line in report.ledger) == totals.weight
    used = Fraction(totals.spaces_used or 0) + Fraction(totals.cargo_spaces_used or 0)
    assert sum(Fraction(line.spaces or 0) for line in report.ledger) == used


@ORDINARY
@given(SEEDS)
def test_no_internal_failure(seed: int) -> None:
    """No rule fails on any sheet."""
    assert "BUG-CRASH" not in {f.rule for f in report_of(vehicle(Random(seed))).findings}


@ORDINARY
@given(SEEDS)
def test_moving_a_weapon_changes_no_figure(seed: int) -> None:
    """A weapon costs, weighs and takes the same on every face."""
    rng = Random(seed)
    sheet = car(rng)
    sheet["name"] = "Moved"
    assume(sheet["weapons"])
    moved = deepcopy(sheet)
    moved["weapons"][0]["mount"] = rng.choice(["front", "back", "left", "right", "top", "underbody"])
    one, other = totals_of(report_of(sheet)), totals_of(report_of(moved))
    assert (one.cost, one.weight, one.spaces_used) == (other.cost, other.weight, other.spaces_used)


@ORDINARY
@given(SEEDS)
def test_adding_never_saves(seed: int) -> None:
    """Another weapon, passenger or point of armor makes nothing cheaper, lighter or roomier."""
    rng = Random(seed)
    sheet = vehicle(rng)
    body = load_catalog().get(Body, sheet["body"]["type"])
    more = deepcopy(sheet)
    face = rng.choice(faces(body))
    what = rng.choice(["weapon", "armor", "accessory", "passenger"])
    if what == "weapon":
        more["weapons"] = [*more.get("weapons", ()), weapon(rng, mount=face)]
    elif what == "armor":
        points = more["armor"].get(face, 0)
        assume(isinstance(points, int))
        more["armor"][face] = points + 1
    elif what == "accessory":
        more["accessories"] = [*more.get("accessories", ()), "camera-holocube", "bulk-ammo-box"]
    else:
        more["passengers"] = more.get("passengers", 0) + 1
    less, grown = totals_of(report_of(sheet)), totals_of(report_of(more))
    assert less.cost is not None and grown.cost is not None and less.cost <= grown.cost
    assert less.weight is not None and grown.weight is not None and less.weight <= grown.weight
    assert less.spaces_used is not None and grown.spaces_used is not None and less.spaces_used <= grown.spaces_used


def claims_of(totals: Totals) -> dict[str, Any]:
    """The computed figures as claims of a single vehicle."""
    claims: dict[str, Any] = {}
    for key in ("cost", "weight", "handling_class", "acceleration", "top_speed", "range"):
        value = getattr(totals, key)
        if value is not None:
            claims[key] = float(value) if isinstance(value, Fraction) else value
    return claims


@ORDINARY
@given(SEEDS)
def test_claims_neither_save_nor_spoil(seed: int) -> None:
    """True claims change no verdict; one that is a dollar off is the one new error, at its place."""
    sheet = car(Random(seed))
    sheet["name"] = "Claimed"
    plain = report_of(sheet)
    claims = claims_of(totals_of(plain))
    claimed = report_of({**sheet, "claims": claims})
    assert [f.rule for f in claimed.findings] == [f.rule for f in plain.findings]
    wrong = report_of({**sheet, "claims": {**claims, "cost": claims["cost"] + 1}})
    new = [f for f in wrong.findings if f.rule == "LED-CLAIMS"]
    assert [f.place.at for f in new] == ["claims.cost"]
