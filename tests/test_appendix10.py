"""The whole designs of the rules page's Appendix 10: every figure it prints for them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from case_sheets import as_text, check, load
from cwdesign.report import SheetReport
from cwdesign.settings import Settings

STOCK = Path(__file__).parent / "stock"


@dataclass(frozen=True)
class Printed:
    """One row of the table: dollars, pounds, handling class (at 60 mph), acceleration, top speed."""

    file: str
    cost: int
    weight: int
    handling: int
    acceleration: Fraction
    top_speed: Fraction
    handling_at_60: int | None = None


def row(
    file: str, cost: int, weight: int, handling: int, acceleration: str, top: str, at_60: int | None = None
) -> Printed:
    """A row as the page prints it."""
    return Printed(file, cost, weight, handling, Fraction(acceleration), Fraction(top), at_60)


TABLE = [
    row("spitfire", 3978, 2399, 4, "5", "90"),
    row("quicksilver", 4825, 1025, 2, "15", "180"),
    row("the-whip", 4748, 1794, 1, "5", "90"),
    row("gladiator", 4402, 2400, 4, "5", "90"),
    row("needle", 4222, 2400, 4, "5", "90"),
    row("cannon", 4950, 1600, 1, "5", "97.5"),
    row("firecracker", 4990, 2675, 4, "10", "122.5"),
    row("catapult", 7625, 4440, 3, "2.5", "52.5"),
    row("comet-2037", 7090, 1300, 3, "10", "135"),
    row("the-sabre", 6518, 1300, 3, "10", "135"),
    row("assassin", 8258, 4199, 3, "5", "90"),
    row("high-noon", 9875, 3470, 3, "5", "92.5"),
    row("bastille-2037", 8901, 3997, 3, "10", "120"),
    row("avenger", 8240, 4065, 3, "5", "90"),
    row("marquis", 9550, 4200, 3, "5", "90"),
    row("el-toro", 9220, 4120, 3, "5", "90", 4),
    row("rhino", 9821, 4196, 3, "5", "90"),
    row("usurper", 10350, 4800, 3, "2.5", "50"),
    row("hornet", 9995, 3690, 3, "5", "97.5"),
    row("kali", 11588, 2794, 2, "5", "92.5"),
    row("warrior", 12100, 4200, 3, "5", "90"),
    row("honey-badger", 29960, 6600, 3, "10", "122.5", 4),
    row("bomblet", 3985, 2520, 4, "5", "80"),  # the "rocket car" of the table
    row("flicker", 5060, 799, 3, "10", "130"),
]
WEIGHED_GEAR = {"flicker"}
"""Designs printed with the rider's gear weighed (LED-GEAR-WEIGHT)."""


def report_of(name: str, settings: Settings | None = None) -> SheetReport:
    """The report of a stock sheet."""
    return check((STOCK / f"{name}.yaml").read_text("utf-8"), settings)


def errors(report: SheetReport) -> list[str]:
    """What is wrong with it."""
    return [f"{f.rule}: {f.message}" for f in report.findings if f.severity == "error"]


@pytest.mark.parametrize("printed", TABLE, ids=[p.file for p in TABLE])
def test_row(printed: Printed) -> None:
    """A design of the table is legal and comes out to the dollar, pound and 2.5 mph."""
    report = report_of(printed.file, Settings(personal_gear_weight=printed.file in WEIGHED_GEAR))
    totals = report.totals
    assert totals is not None and not errors(report)
    assert (totals.cost, totals.weight) == (printed.cost, printed.weight)
    assert (totals.handling_class, totals.handling_class_at_60) == (printed.handling, printed.handling_at_60)
    assert (totals.acceleration, totals.top_speed) == (printed.acceleration, printed.top_speed)


def test_flicker_without_gear_weight() -> None:
    """By default the rider's ten pounds of body armor weigh nothing; its motors double acceleration 10."""
    totals = report_of("flicker").totals
    assert totals is not None
    assert (totals.weight, totals.burst_acceleration) == (789, 20)


def test_quetzalcoatl() -> None:
    """Cycle and sidecar have their own money, weight and room; handling and performance are of both."""
    report = report_of("quetzalcoatl")
    assert not errors(report) and report.totals is not None
    cycle, sidecar = (unit.totals for unit in report.units)
    assert (cycle.cost, cycle.weight, cycle.spaces_used) == (5129, 1075, 5)
    assert (sidecar.cost, sidecar.weight, sidecar.spaces_used) == (3500, 700, 3)
    assert (cycle.max_load, sidecar.max_load) == (1100, 750)
    whole = report.totals
    assert (whole.weight, whole.handling_class, whole.acceleration, whole.top_speed) == (1775, 4, 5, 90)
    assert whole.power_factors is not None
    assert 3 * whole.power_factors - 1775 == 25  # "25 lb left under 1,800"


def test_la_belle() -> None:
    """The bus: 16,000 lb and a fifth for its chassis, HC 1 as every oversize vehicle."""
    report = report_of("la-belle")
    totals = report.totals
    assert totals is not None and not errors(report)
    assert (totals.cost, totals.weight, totals.max_load) == (129380, 19185, 19200)
    assert (totals.top_speed, totals.handling_class, totals.rated_load) == (100, 1, 20000)


def test_road_scavenger() -> None:
    """The trailer: no handling, no performance of its own."""
    report = report_of("road-scavenger")
    totals = report.totals
    assert totals is not None and not errors(report)
    assert (totals.cost, totals.weight) == (64500, 10755)
    assert totals.handling_class is None and totals.top_speed is None and totals.power_factors is None


def test_plain_mid_sized() -> None:
    """The first further ledger, empty and loaded to its limit of 5,280 lb."""
    report = report_of("plain-mid-sized")
    totals = report.totals
    assert totals is not None and not errors(report)
    assert (totals.cost, totals.weight, totals.max_load) == (5920, 3730, 5280)
    assert (totals.spaces_used, totals.spaces_available) == (7, 13)
    assert (totals.handling_class, totals.acceleration, totals.top_speed) == (3, 10, 125)
    full = {**load(STOCK / "plain-mid-sized.yaml"), "cargo": {"weight": 5280 - 3730}}
    loaded = check(as_text(full)).totals
    assert loaded is not None
    assert (loaded.loaded_weight, loaded.loaded_acceleration, loaded.loaded_top_speed) == (5280, 5, Fraction("97.5"))


def test_boosted_sedan() -> None:
    """The second further ledger."""
    report = report_of("boosted-sedan")
    totals = report.totals
    assert totals is not None and not errors(report)
    assert (totals.cost, totals.weight, totals.max_load, totals.power_factors) == (20730, 5875, 6120, 2990)
    assert (totals.spaces_used, totals.spaces_available, totals.weapon_spaces_per_face) == (14, 16, 5)
    assert (totals.handling_class, totals.acceleration, totals.top_speed) == (4, 10, 120)


def test_sloped_luxury() -> None:
    """The third further ledger: 240 miles are ten gallons at 24 miles each."""
    report = report_of("sloped-luxury")
    totals = report.totals
    assert totals is not None and not errors(report)
    assert (totals.cost, totals.weight, totals.max_load, totals.power_factors) == (29950, 5075, 6050, 4600)
    assert (totals.spaces_used, totals.spaces_available, totals.weapon_spaces_per_face) == (13, 16, 5)
    assert (totals.handling_class, totals.acceleration, totals.top_speed, totals.range) == (3, 10, 125, 240)


@pytest.mark.parametrize("path", sorted(STOCK.glob("*.yaml")), ids=lambda p: p.stem)
def test_every_stock_sheet_keeps_its_claims(path: Path) -> None:
    """No stock sheet has an error, so every printed figure in its `claims` holds."""
    assert not errors(check(path.read_text("utf-8")))
