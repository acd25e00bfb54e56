"""Figures and lists as a player reads them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction


def amount(value: object) -> str:
    """A figure in words: `4,196`, `1 1/2`, `2.5`; other values as they print.

    Quarters, halves and thirds are written as fractions; what ends in few decimals, as decimals.
    """
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, Decimal)):
        return str(value)
    exact = Fraction(value)
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    if exact < 0:
        return "-" + amount(-exact)
    whole, rest = divmod(exact, 1)
    if exact.denominator in (2, 3, 4, 6):
        return f"{int(whole):,} {rest}" if whole else str(rest)
    text = f"{float(exact):,.6f}".rstrip("0")
    return text.rstrip(".")


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(count: object, singular: str, plural: str | None = None) -> str:
    """`1 space`, `2 spaces`, `1/2 space`."""
    one = isinstance(count, (int, Fraction)) and 0 < count <= 1
    return f"{amount(count)} {singular if one else plural or singular + 's'}"
