"""Source excerpts under a finding: the lines it points at, underlined, with its causes labelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.cells import cell_len
from rich.text import Text

from cwdesign.findings import Finding, Place
from cwdesign.render.text import visible
from cwdesign.sheet import Span
from cwdesign.values import frozen

_GUTTER = "dim"
_ELLIPSIS = "…"


AROUND = 200
"""So many characters before and after a mark are all that a screen could show of a line."""


@frozen
class Mark:
    """An underline below a source line, with what to say beside it."""

    span: Span
    label: str
    primary: bool


def excerpt_lines(finding: Finding, excerpts: Mapping[int, str], width: int, style: str) -> Iterator[Text]:
    """The place of a finding and the source lines of it and its causes, in file order.

    `excerpts` holds the lines of the finding's own file by number; `style` is that of the primary underline.
    A cause in another file, or a line that is not there, is named by its place alone.
    """
    place = finding.place
    marks = [Mark(place.span, "", True)] if place.at is not None else []
    elsewhere = []
    for related in finding.related:
        if related.place.path == place.path and related.place.span.line in excerpts:
            marks.append(Mark(related.place.span, related.message, False))
        else:
            elsewhere.append(related)
    numbers = sorted({mark.span.line for mark in marks if mark.span.line in excerpts})
    margin = len(str(numbers[-1])) if numbers else 1
    yield _arrow(place, margin)
    previous: int | None = None
    for number in numbers:
        if previous is not None and number > previous + 1:
            yield Text(" " * margin + " ⋮", _GUTTER)
        previous = number
        here = sorted((m for m in marks if m.span.line == number), key=lambda m: (not m.primary, m.span.column))
        yield from _line(number, excerpts[number], here, margin, width, style)
    for related in elsewhere:
        line = _arrow(related.place, margin)
        line.append(f"  {visible(related.message)}")
        yield line


def where(place: Place) -> str:
    """`path:line:column`, or the path alone where the text has no such place."""
    if place.at is None:
        return visible(place.path)
    return f"{visible(place.path)}:{place.span.line}:{place.span.column}"


def _arrow(place: Place, margin: int) -> Text:
    line = Text(" " * margin + "--> ", _GUTTER, no_wrap=True)
    line.append(where(place), "cyan")
    if place.at:
        line.append(f"  {visible(place.at)}", _GUTTER)
    return line


def _line(number: int, source: str, marks: list[Mark], margin: int, width: int, style: str) -> Iterator[Text]:
    room = width - margin - 3
    if len(source) > 2 * AROUND:  # what is far from the first mark is not even looked at
        first = max(0, marks[0].span.column - 1 - AROUND)
        source = source[first : first + 2 * AROUND]
        marks = [Mark(_moved(mark.span, -first), mark.label, mark.primary) for mark in marks]
    shown, left = _window(source, marks[0].span, room)
    line = Text(f"{number:>{margin}} | ", _GUTTER, no_wrap=True)
    line.append(shown, "")
    line.stylize("none", len(line) - len(shown))
    yield line
    for mark in marks:
        start, length = _cells(source, mark.span)
        start = max(0, start - left)
        length = max(1, min(length, max(cell_len(shown) - start, 1)))
        under = Text(" " * margin + " | ", _GUTTER, no_wrap=True)
        under.append(" " * min(start, room))
        under.append(("^" if mark.primary else "-") * length, style if mark.primary else "bold blue")
        if mark.label:
            under.append(f" {visible(mark.label)}", "blue")
        yield under


def _moved(span: Span, columns: int) -> Span:
    return Span(span.line, max(1, span.column + columns), span.end_line, max(1, span.end_column + columns))


def _cells(source: str, span: Span) -> tuple[int, int]:
    """Where the marked part of a line begins and how wide it is, in cells of the line as shown."""
    end = span.end_column - 1 if span.end_line == span.line else len(source)
    before = cell_len(visible(source[: span.column - 1]))
    return before, cell_len(visible(source[span.column - 1 : end]))


def _window(source: str, span: Span, room: int) -> tuple[str, int]:
    """The part of a line that fits, round the marked part, and how many cells are cut off in front of it."""
    text = visible(source)
    if cell_len(text) <= room:
        return text, 0
    start, length = _cells(source, span)
    left = max(0, min(start - room // 3, start + min(length, room // 2) + 2 - room // 2))
    cut, cells = 0, 0
    while cut < len(text) and cells < left:
        cells += cell_len(text[cut])
        cut += 1
    shown = _ELLIPSIS + text[cut + 1 :] if cut else text
    if cell_len(shown) > room:
        while cell_len(shown) > room - 1:
            shown = shown[: len(shown) - max(1, (cell_len(shown) - room) // 2)]
        shown += _ELLIPSIS
    return shown, cells


__all__ = ["Mark", "excerpt_lines", "where"]
