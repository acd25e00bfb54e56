"""Lines of text for the screen: folding, padding, tables. Data enters as text and never as markup."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cwdesign.render.text import visible

WIDEST = 120
"""Text is not set wider than this, however wide the terminal."""
NARROWEST = 40


def page_width(width: int) -> int:
    """The width to set text in on a screen of this width."""
    return max(NARROWEST, min(width, WIDEST))


def printed(lines: Iterable[Text], color: bool) -> str:
    """Lines as they go to the screen. They are laid out already: rich neither folds nor guesses here."""
    if not color:
        return "".join(f"{line.plain}\n" for line in lines)
    page = io.StringIO()
    console = Console(
        file=page,
        width=10_000,
        force_terminal=True,
        color_system="standard",
        no_color=False,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    for line in lines:
        console.print(line, soft_wrap=True)
    return page.getvalue()


def folded(text: str, width: int) -> list[str]:
    """Text in lines of at most this many cells, folded at spaces; a longer word stays whole."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def wrapped(text: str, lead: str, width: int, lead_style: str = "") -> Iterator[Text]:
    """Text folded at words, its lead in front and the rest under its beginning."""
    indent = " " * cell_len(lead)
    for index, part in enumerate(folded(visible(text), width - len(indent))):
        line = Text(lead if index == 0 else indent, lead_style, no_wrap=True)
        line.append(part, "none")
        yield line


def padded(text: str, width: int) -> str:
    """Text filled up with spaces to this many cells."""
    return text + " " * (width - cell_len(text))


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, right: int, last: Sequence[str] | None = None
) -> Iterator[Text]:
    """A table under a head, its columns from `right` on set to the right; the first column folds where it must."""
    all_rows = [head, *rows, *([last] if last is not None else [])]
    widths = [max(cell_len(row[column]) for row in all_rows) for column in range(len(head))]
    longest_word = max(cell_len(word) for row in all_rows for word in row[0].split(" "))
    widths[0] = max(longest_word, min(widths[0], width - sum(widths[1:]) - 2 * len(widths[1:])))
    for row in all_rows:
        style = "bold" if row is head or row is last else ""
        for index, label in enumerate(folded(row[0], widths[0])):
            line = Text(padded(label, widths[0]), style, no_wrap=True)
            for column in range(1, len(head)):
                cell = row[column] if index == 0 else ""
                space = " " * (widths[column] - cell_len(cell))
                line.append("  " + (space + cell if column >= right else cell + space))
            line.rstrip()
            yield line
