"""A sheet as read: plain data, and the place of every key and value in the text.

Rules never see this module's spans: they work with paths, and places are looked up late.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Union

from cwdesign.values import field, frozen

Path = tuple[str | int, ...]
"""The way from the top of a sheet to a value: ("weapons", 0, "mount")."""


@frozen
class Unreal:
    """A number that no sheet can hold: infinite, "not a number", or with a power of ten beyond any figure.

    The schema accepts it nowhere. `text` is what the sheet says.
    """

    text: str


Value = Union[None, bool, int, Decimal, str, Unreal, "list[Value]", "dict[str, Value]"]
"""Plain data of a sheet. A number without a fraction is an int, another a Decimal."""

_PLAIN_WORD = re.compile(r"[A-Za-z0-9_-]+\Z")


@frozen
class Span:
    """A stretch of text; lines and columns count from 1 and in characters, the end is just after the last."""

    line: int
    column: int
    end_line: int
    end_column: int


@frozen
class Sheet:
    """One document: its plain data and the spans of its keys and values.

    `values[path]` is the span of a value, `keys[path]` that of the key it hangs on (mapping entries only).
    An entry of a list has its first line as its span in `values` where it is a mapping or a list.
    `comments` holds (line, column, text, stands_alone) of every comment, for waivers; the text is what
    follows the `#`, without the blanks round it. `text` is the whole file with line feeds as line ends, and
    `lines` are its lines.
    """

    path: str
    document: int
    data: Value
    values: Mapping[Path, Span]
    keys: Mapping[Path, Span] = field(default_factory=dict)
    first_line: Span = Span(1, 1, 1, 1)
    text: str = ""
    comments: tuple[tuple[int, int, str, bool], ...] = ()
    lines: Sequence[str] = ()

    def span(self, path: Path) -> Span:
        """The place a finding at `path` points at (output contract, "Rule ids and severities").

        A scalar's own span; for a mapping or a list the key it hangs on; for an entry of a list its
        first line; for the sheet itself its first line. A path that is not written (a default) falls
        back to the nearest thing written round it.
        """
        while path:
            value = self.values.get(path)
            if value is not None:
                node = self.get(path)
                if isinstance(node, (dict, list)) and path in self.keys:
                    return self.keys[path]
                return value
            path = path[:-1]
        return self.first_line

    def written(self, path: Path) -> Path:
        """The longest part of `path` that the sheet writes: what `at` names."""
        while path and path not in self.values:
            path = path[:-1]
        return path

    def get(self, path: Path) -> Value:
        """The value at a path, None where there is none."""
        node: Value = self.data
        for step in path:
            if isinstance(node, dict) and isinstance(step, str):
                node = node.get(step)
            elif isinstance(node, list) and isinstance(step, int) and step < len(node):
                node = node[step]
            else:
                return None
        return node


@lru_cache(maxsize=1024)
def at_text(path: Path) -> str:
    """A path as the contract writes it: `weapons[0].mount`, `["odd key"].x`, `""` for the sheet itself."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_WORD.match(step):
            text += f".{step}" if text else step
        else:
            escaped = step.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{escaped}"]'
    return text
