"""A vehicle as read, written out as a commented sheet: the YAML of the sheet format."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from cwdesign.render.text import visible
from cwdesign.stockcar.reading import Reading

WIDTH = 116
"""Lines are broken before they get wider than this, where they can be."""
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9 _./'()+-]*[A-Za-z0-9_.)'+-])?\Z")
_NO_TEXT = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"})
_BLOCKS = ("crew", "passengers", "weapons", "turrets", "boosters", "links", "component_armor")
"""Lists that are written an entry a line."""
_NOTED = "name"
"""The key of remarks on the vehicle as a whole, which stand at the top."""


def sheet_text(reading: Reading, source: str) -> str:
    """The text of one sheet; `source` names the file and line that its description comes from."""
    assert reading.sheet is not None
    notes: dict[str, list[str]] = {}
    for note in reading.draft.notes:
        notes.setdefault(note.key if note.key in reading.sheet else _NOTED, []).append(note.text)
    lines = [*comment(f"From {source}:"), *comment(reading.described.source)]
    lines += [line for unread in reading.unread for line in comment(f'Not read: "{unread.text}"')]
    lines += [line for text in notes.pop(_NOTED, ()) for line in comment(text)]
    for key, value in reading.sheet.items():
        lines += [line for text in notes.get(key, ()) for line in comment(text)]
        lines += entry_lines(key, value)
    return "\n".join(lines) + "\n"


def comment(text: str, indent: str = "") -> list[str]:
    """Text as lines of a comment, with what could steer a terminal or break the YAML made visible."""
    room = WIDTH - len(indent) - 2
    text = " ".join(text.split())
    return [f"{indent}# {line}" for line in textwrap.wrap(visible(text), room, break_on_hyphens=False)]


def entry_lines(key: str, value: Any, indent: str = "") -> Iterator[str]:
    """A key with its value: units and lists of entries as blocks, the rest in a line."""
    if key in ("sidecar", "carrier"):
        yield f"{indent}{key}:"
        for inner, part in value.items():
            yield from entry_lines(inner, part, indent + "  ")
    elif key == "turrets":
        yield f"{indent}{key}:"
        for mount in value:
            lead = f"{indent}- "
            for inner, part in mount.items():
                first, *rest = entry_lines(inner, part, indent + "  ")
                yield lead + first.removeprefix(indent + "  ")
                yield from rest
                lead = f"{indent}  "
    elif key in _BLOCKS and isinstance(value, list):
        yield f"{indent}{key}:"
        for entry in value:
            yield from _wrapped(f"{indent}- ", _atoms(entry), indent + "  ")
    else:
        yield from _wrapped(f"{indent}{key}: ", _atoms(value), indent + "  ")


def _wrapped(lead: str, atoms: Sequence[str], indent: str) -> Iterator[str]:
    line = lead
    for atom in atoms:
        glue = "" if line in (lead, indent) else " "
        if len(line) + len(glue) + len(atom) > WIDTH and line.strip() and line != lead:
            yield line
            line, glue = indent, ""
        line += glue + atom
    yield line


def _atoms(value: Any) -> list[str]:
    """A value in flow style, in pieces between which a line may be broken."""
    if isinstance(value, Mapping):
        parts = [[f"{key}: {inner[0]}", *inner[1:]] for key, item in value.items() for inner in [_atoms(item)]]
        return _enclosed("{", parts, "}")
    if isinstance(value, list):
        return _enclosed("[", [_atoms(item) for item in value], "]")
    return [scalar(value)]


def _enclosed(left: str, parts: list[list[str]], right: str) -> list[str]:
    if not parts:
        return [left + right]
    atoms: list[str] = []
    for index, part in enumerate(parts):
        end = "," if index < len(parts) - 1 else right
        atoms += [*part[:-1], part[-1] + end]
    atoms[0] = left + atoms[0]
    return atoms


def scalar(value: object) -> str:
    """A value that is no list and no mapping as YAML 1.2 has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, Decimal)):
        return str(value)
    text = str(value)
    if _PLAIN.match(text) and text.casefold() not in _NO_TEXT:
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """Text in double quotes, with everything unprintable as an escape."""
    return '"' + "".join(_escaped(c) for c in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
