"""Text and figures as every renderer writes them."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

from cwdesign.findings import Number


def visible(text: str) -> str:
    """Text from a sheet or a file name with everything that steers a terminal made visible.

    Control characters, direction overrides, line separators and lone surrogates become escapes such as
    `\\x1b` or `\\u202e`; what remains shows as itself and takes the room it seems to take.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else _escape(c) for c in text)


def _escape(character: str) -> str:
    if character in "\t\n\r":
        return {"\t": "\\t", "\n": "\\n", "\r": "\\r"}[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def number(value: Number) -> str:
    """A figure in digits: whole numbers without a point, finite fractions in full, others to six digits.

    (Output contract, "Numbers are exact".)
    """
    if isinstance(value, int) or value.denominator == 1:
        return str(int(value))
    return _decimal(value)


def _decimal(value: Fraction) -> str:
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives) if rest == 1 else 6
    numerator, denominator = abs(value.numerator) * 10**places, value.denominator
    whole, part = divmod((2 * numerator + denominator) // (2 * denominator), 10**places)
    text = f"{whole}.{part:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 else text


def grouped(value: Number) -> str:
    """A figure with its thousands set apart: `9,821`, `1,657.5`."""
    whole, point, part = number(value).partition(".")
    return f"{int(whole):,}{point}{part}"


def money(value: Number) -> str:
    """An amount in dollars: `$9,821`, `$1,657.50`."""
    sign, digits = ("-", grouped(-value)) if value < 0 else ("", grouped(value))
    return f"{sign}${digits}0" if digits[-2:-1] == "." else f"{sign}${digits}"


def pounds(value: Number) -> str:
    """A weight: `4,196 lb`."""
    return f"{grouped(value)} lb"


def counted(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
