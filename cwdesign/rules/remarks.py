"""Figures beside the totals, in words: for the report, never for a verdict."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.performance import drop_to_step
from cwdesign.words import amount


def facts(design: Design) -> Iterator[tuple[str, str]]:
    """(what, figure) of everything worth showing that no total has (PRF-REVERSE, ELE-POWER-UNITS, TRL-TONGUE)."""
    speed = design.performance.top_speed
    if speed:
        yield (
            "Reverse speed",
            f"{amount(drop_to_step(speed / 4 if not isinstance(speed, int) else _quarter(speed)))} mph",
        )


def _quarter(speed: int) -> object:
    from fractions import Fraction

    return Fraction(speed, 4)


__all__ = ["facts"]
