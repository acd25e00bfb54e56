"""Figures and lists as a player reads them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction


def amount(value: object) -> str:
    """A figure in words: `4,196`, `1 1/2`, `2.5`; other values as they print.

    Quarters, halves and thirds are written as fractions; what ends in few decimals, as decimals.
    """
    if type(value) is int:
        return f"{value:,}"
    if isinstance(value, (str, bool)) or not isinstance(value, (int, Fraction, Decimal)):
        return str(value)
    exact = Fraction(value)
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    if exact < 0:
        return "-" + amount(-exact)
    whole, rest = divmod(exact, 1)
    if exact.denominator in (2, 3, 4, 6):
        return f"{int(whole):,} {rest}" if whole else str(rest)
    return grouped(exact)


def decimal(value: int | Fraction) -> str:
    """A figure in digits: `90`, `97.5`; finite fractions in full, others to six digits."""
    if type(value) is int:
        return str(value)
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives) if rest == 1 else 6
    numerator, denominator = abs(value.numerator) * 10**places, value.denominator
    whole, part = divmod((2 * numerator + denominator) // (2 * denominator), 10**places)
    text = f"{whole}.{part:0{places}d}".rstrip("0").rstrip(".") if places else str(whole)
    return f"-{text}" if value.numerator < 0 else text


def grouped(value: int | Fraction) -> str:
    """A figure with its thousands set apart: `9,821`, `1,657.5`."""
    whole, point, part = decimal(value).partition(".")
    return f"{int(whole):,}{point}{part}"


def money(value: int | Fraction) -> str:
    """An amount in dollars: `$9,821`, `$1,657.50`."""
    sign, digits = ("-", grouped(-value)) if value < 0 else ("", grouped(value))
    return f"{sign}${digits}0" if digits[-2:-1] == "." else f"{sign}${digits}"


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
