"""Rounding of ledger lines by the three readings (LED-ROUND-LINES, section 2 of the rules page)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cwdesign.ledger import Amount, Direction, Reading
from cwdesign.settings import Rounding

HALF = Fraction(1125, 2)  # 562.50, three tires of $187.50


@pytest.mark.parametrize(
    ("rounding", "amount", "direction", "settled"),
    [
        ("nearest", HALF, "up", 563),
        ("up", HALF, "up", 563),
        ("exact", HALF, "up", HALF),
        ("nearest", Fraction(7392, 10), "up", 739),  # 42 points of laser-reflective armor
        ("up", Fraction(7392, 10), "up", 740),
        ("exact", Fraction(7392, 10), "up", Fraction(7392, 10)),
        ("nearest", Fraction(3696, 10), "up", 370),
        ("up", Fraction(825, 2), "nearest", 413),  # a heavy chassis on $825
        ("up", Fraction(1249, 4), "nearest", 312),
        ("up", Fraction(1251, 4), "down", 312),  # options of plants drop the fraction
        ("nearest", Fraction(1251, 4), "down", 313),
        ("up", Fraction(-625, 2), "down", -312),  # a rebate drops it as well
        ("nearest", Fraction(-625, 2), "down", -312),  # halves go up
        ("up", Fraction(1, 2), "down", 0),
        ("up", Fraction(-1, 2), "down", 0),
        ("exact", Fraction(-625, 2), "down", Fraction(-625, 2)),
        ("up", 740, "down", 740),
        ("up", Fraction(740), "up", 740),
    ],
)
def test_readings(rounding: Rounding, amount: Amount, direction: Direction, settled: Amount) -> None:
    """One amount under one reading."""
    assert Reading(rounding).settle(amount, direction) == settled
