"""Figures of performance that no sheet shows by itself, with the values of the rules page."""

from __future__ import annotations

from fractions import Fraction

import pytest

from case_sheets import as_text, changed
from cwdesign.catalog import load_catalog
from cwdesign.design import Design, make_design
from cwdesign.performance import booster_push, drop_to_step
from cwdesign.reader import read_sheets
from cwdesign.rules.remarks import reverse_speed, tongue_dp, weight_for_speed
from cwdesign.settings import Settings


def design(base: str, **change: object) -> Design:
    """A base sheet with keys changed, as rules see it."""
    (document,) = read_sheets(as_text(changed(base, change)).encode(), "case.yaml")
    assert document.sheet is not None
    return make_design(document.sheet, load_catalog(), Settings())


@pytest.mark.parametrize(
    ("speed", "step"),
    [
        (Fraction(11999, 100), Fraction(235, 2)),
        (Fraction(120), 120),
        (Fraction(1041, 7), Fraction(295, 2)),  # 148.7
        (Fraction(9, 4), 0),
    ],
)
def test_speeds_drop_to_steps(speed: Fraction, step: int | Fraction) -> None:
    """PRF-TOP-ROUND: 119.99 is 117.5, 120 stays."""
    assert drop_to_step(speed) == step


def test_reverse_speed() -> None:
    """PRF-REVERSE: a quarter of 120."""
    assert reverse_speed(Fraction(120)) == 30


@pytest.mark.parametrize(("pounds", "weight", "push"), [(300, 6000, 50), (100, 3730, 25)])
def test_booster_push(pounds: int, weight: int, push: int) -> None:
    """PRF-BOOSTER: 300 lb in 6,000 lb and 100 lb in 3,730 lb, at a factor of 1,000."""
    assert booster_push(pounds, weight, 1000) == push


def test_weight_for_speed() -> None:
    """PRF-MAX-LOAD-AT-SPEED: PF 2,000 and 100 mph; by gas 2,500 x (240 - 100) / 100; streamlined with 396 for 360."""
    assert weight_for_speed(design("luxury"), Fraction(100)) == 5200
    assert weight_for_speed(design("gas-sedan"), Fraction(100)) == 3500
    streamlined = {"type": "luxury", "chassis": "extra-heavy", "suspension": "heavy", "streamlined": True}
    assert weight_for_speed(design("luxury", body=streamlined), Fraction(99)) == 6000
    assert weight_for_speed(design("luxury"), Fraction(3597, 10)) == 1
    assert weight_for_speed(design("luxury"), Fraction(3599, 10)) is None
    assert weight_for_speed(design("luxury"), Fraction(360)) is None
    assert weight_for_speed(design("luxury"), Fraction(400)) is None


@pytest.mark.parametrize(("chassis", "dp"), [("light", 2), ("standard", 3), ("heavy", 4), ("extra-heavy", 6)])
def test_tongue(chassis: str, dp: int) -> None:
    """TRL-TONGUE: a tongue of 3 DP (15-foot trailers) by chassis."""
    assert tongue_dp(design("van-trailer", body={"type": "car-trailer-van-15", "chassis": chassis}).unit) == dp
