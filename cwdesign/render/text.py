"""Text and figures as every renderer writes them."""

from __future__ import annotations

import unicodedata

from cwdesign.findings import Number
from cwdesign.words import amount, decimal
from cwdesign.words import grouped as grouped
from cwdesign.words import money as money


def visible(text: str) -> str:
    """Text from a sheet or a file name with everything that steers a terminal made visible.

    Control characters, direction overrides, line separators and lone surrogates become escapes such as
    `\\x1b` or `\\u202e`; what remains shows as itself and takes the room it seems to take.
    """
    if text.isprintable():
        return text
    return "".join(c if is_visible(c) else _escape(c) for c in text)


def is_visible(character: str) -> bool:
    """Whether a character shows as itself: printed, or one of the spaces."""
    return character.isprintable() or unicodedata.category(character) == "Zs"


def _escape(character: str) -> str:
    if character in "\t\n\r":
        return {"\t": "\\t", "\n": "\\n", "\r": "\\r"}[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def from_root(path: str) -> str:
    """A path as services want it that look it up in a repository: without a leading `./`."""
    return path.removeprefix("./")


def number(value: Number) -> str:
    """A figure in digits: whole numbers without a point, finite fractions in full, others to six digits.

    (Output contract, "Numbers are exact".)
    """
    return decimal(value)


def room(value: Number) -> str:
    """Spaces as messages write them: `2`, `1/3`, `1 1/2`."""
    return amount(value)


def pounds(value: Number) -> str:
    """A weight: `4,196 lb`."""
    return f"{grouped(value)} lb"


def counted(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
