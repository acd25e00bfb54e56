"""One YAML document's events to plain data, with the place of every key and value.

The tree is built with a stack of its own, so that no nesting, alias or size can make it recurse or grow
before a limit is noticed. What sheets may not contain is reported as it is met, and left out of the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any, cast

from cwdesign.findings import MAX_FAULTS, Finding, Place, Related
from cwdesign.rule_choice import title_of
from cwdesign.sheet import Path, Sheet, Span, Unreal, Value, at_text
from cwdesign.yaml_events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

MAX_VALUES = 20_000
MAX_LEVELS = 50
MAX_TEXT = 10_000

MAX_POWER = 10_000
"""The greatest power of ten a number may be written with: the digits of a larger one would fill the memory."""
MAX_PLACES = 1000
"""The places after its point that a number may have: figures made of several such can still be printed."""

Quad = tuple[int, int, int, int]
"""Line, column, end line, end column: a span before anybody asks for it."""

Comment = tuple[int, int, str, bool]


def yml_finding(
    rule: str, message: str, hint: str | None, place: Place, steps: Path | None = (), related: tuple[Related, ...] = ()
) -> Finding:
    """A finding of a `YML-` rule."""
    return Finding(rule, title_of(rule), "error", message, hint, place, related, steps=steps)


class Stop(Exception):
    """A document cannot be read further than the place of the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self.finding = finding


class Spans(Mapping[Path, Span]):
    """Spans by path, made when asked for: most are never looked at."""

    __slots__ = ("_quads",)

    def __init__(self, quads: dict[Path, Quad]) -> None:
        self._quads = quads

    def __getitem__(self, path: Path) -> Span:
        return Span(*self._quads[path])

    def __contains__(self, path: object) -> bool:
        return path in self._quads

    def __iter__(self) -> Iterator[Path]:
        return iter(self._quads)

    def __len__(self) -> int:
        return len(self._quads)


_REFUSED = object()
"""A key that takes no part in the data: its value is read over."""


# These two are no dataclasses, because making one takes a millisecond at start-up.


class _Open:
    """A mapping or list that has begun and not ended.

    `count` and `placed` are how many values were counted and given a place before it; `height` is the number
    of levels in it so far; `key` is, in a mapping, the key whose value comes next, and `at` that value's path;
    `is_key` says that it is itself such a key, and `ignored` that it or something round it takes no part in the data.
    """

    __slots__ = (
        *("anchor", "at", "count", "flow", "height", "ignored", "is_key", "key", "node", "path", "placed", "start"),
    )

    def __init__(
        self,
        node: dict[str, Value] | list[Value],
        path: Path,
        start: tuple[int, int],
        anchor: str | None,
        flow: Any,
        count: int,
        placed: int,
        ignored: bool,
        is_key: bool,
    ) -> None:
        self.node = node
        self.path = path
        self.start = start
        self.anchor = anchor
        self.flow = flow
        self.count = count
        self.placed = placed
        self.height = 0
        self.key: object = None
        self.at: Path = ()
        self.is_key = is_key
        self.ignored = ignored


class _Anchored:
    """What an alias stands for. `size` is its number of values, 0 while it has not ended.

    The places of what is in it are those of the paths from `first` to `last` in `Tree.values`.
    """

    __slots__ = ("first", "height", "last", "node", "path", "size")

    def __init__(self, node: Value, path: Path = (), size: int = 0, height: int = 0, first: int = 0, last: int = 0):
        self.node = node
        self.path = path
        self.size = size
        self.height = height
        self.first = first
        self.last = last


class Tree:
    """One document while its events arrive."""

    def __init__(
        self,
        path: str,
        rows: Sequence[str],
        hidden: Mapping[int, str],
        lines: int,
        marked: frozenset[int],
        careful: bool,
    ) -> None:
        """`rows` are the file's lines, `hidden` what characters of the events stand for, `lines` what lies
        before the parser's first line; `marked` are the lines that may hold a comment: those with a `#`;
        `careful` that a text or the number of values may be beyond its limit."""
        self.path = path
        self.rows = rows
        self.hidden = hidden
        self.marked = marked
        self.root: Value = None
        self.whole = True
        """Whether nothing was left out that the shape of the sheet depends on."""
        self.values: dict[Path, Quad] = {}
        """The places of all values, in the order in which they began."""
        self.keys: dict[Path, Quad] = {}
        self.findings: list[Finding] = []
        self.count = 0
        self._order: list[Path] = []
        """The first paths of `values`, as many as were asked for."""
        self._first = lines + 1
        self._careful = careful or bool(hidden)
        """Whether plain texts have to be looked at closely; so after an anchor, for aliases are as many values."""
        self._last: Quad = (0, 0, lines + 1, 1)
        """The place of the last thing written."""
        self._stack: list[_Open] = []
        self._top: _Open | None = None
        """The innermost mapping or list that has begun and not ended."""
        self._entries: list[Path] = []
        """Mappings and lists of several lines that are entries of lists."""
        self._anchors: dict[str, _Anchored] = {}
        self._texts: list[tuple[Quad, bool]] = []
        """Where a `#` starts no comment, and whether that begins only under the first line."""

    # --- events

    def scalar(self, event: Any) -> None:
        """A key, or a value without parts."""
        # Nearly all of a sheet are plain texts in mappings and lists, and they are what reading takes its time for.
        top = self._top
        if top is None or self._careful or event.style or event.anchor is not None or event.ctag is not None:
            self._other_scalar(event)
            return
        text: str = event.value
        start, end, first = event.start_mark, event.end_mark, self._first
        line, end_line = start.line + first, end.line + first
        quad = (line, start.column + 1, end_line, end.column + 1)
        if self.marked and (line != end_line or line in self.marked):
            self._texts.append((quad, False))
        value = plain_value(text) if text[:1] in _NO_PLAIN_TEXT else text
        node = top.node
        if node.__class__ is list:
            path: Path = (*top.path, len(node))
            node.append(value)
        else:
            key = top.key
            if key is None:
                if value.__class__ is str and text not in node and text != "<<":
                    self._last = quad
                    top.key = text
                    top.at = path = (*top.path, text)
                    if not top.ignored:
                        self.keys[path] = quad
                else:
                    self._key(top, value, text, quad, True)
                return
            top.key = None
            if key.__class__ is not str:
                self.count += 1
                if text or quad[:2] != quad[2:]:
                    self._last = quad
                return
            path = top.at
            node[key] = value  # type: ignore[call-overload]
        self.count += 1
        if text or quad[:2] != quad[2:]:
            self._last = quad
        else:
            quad = self.keys.get(path, quad)
        if not top.ignored:
            self.values[path] = quad

    def _other_scalar(self, event: Any) -> None:
        """One in quotes, a text block, one with a tag or an anchor, a document's only one, or one beyond a limit."""
        quad = self._quad(event)
        text: str = event.value
        block = event.style in ("|", ">")
        plain = event.implicit[0] and not event.style and event.ctag is None
        if self.hidden:
            text = text.translate(self.hidden)
        if block:
            quad = self._block_end(quad)
        self._texts.append((quad, block))
        if event.ctag is not None:
            self._tag(quad)
        if len(text) > MAX_TEXT:
            raise self.stop("YML-LIMIT", f"This text has more than {MAX_TEXT:,} characters.", event)
        if not (text.isascii() or text.isprintable()) and any("\ud800" <= c <= "\udfff" for c in text):
            raise self.stop("YML-SYNTAX", "An escape sequence in this text stands for no character.", event)
        value = plain_value(text) if plain else text
        top = self._top
        if top is not None and top.key is None and isinstance(top.node, dict):
            self._key(top, value, text, quad, plain)
            if event.anchor:
                self._anchor(event, _Anchored(value, size=1))
            return
        self._counted(event)
        nothing = text == "" and quad[:2] == quad[2:]
        path = self._add(value, quad, nothing)
        if event.anchor:
            placed = len(self.values)
            self._anchor(event, _Anchored(value, path, 1, 0, placed - 1, placed))

    def mapping(self, event: Any) -> None:
        """A mapping begins."""
        self._open(event, {})

    def sequence(self, event: Any) -> None:
        """A list begins."""
        self._open(event, [])

    def close(self, event: Any) -> None:
        """A mapping or list ends."""
        stack = self._stack
        closed = stack.pop()
        if closed.flow:
            end = event.end_mark
            self._last = (0, 0, end.line + self._first, end.column + 1)
        # A block ends where the last thing in it does; parsers put its end at whatever comes next.
        height = closed.height + 1
        if closed.anchor:
            self._anchors[closed.anchor] = _Anchored(
                closed.node, closed.path, self.count - closed.count, height, closed.placed, len(self.values)
            )
        if not closed.ignored:
            self._span_of_whole(closed.path, closed.start + self._last[2:])
        if not stack:
            self._top = None
            self.root = closed.node
            return
        self._top = top = stack[-1]
        if top.height < height:
            top.height = height
        node = top.node
        if closed.is_key:
            top.key = _REFUSED
        elif node.__class__ is list:
            node.append(closed.node)
        else:
            if top.key.__class__ is str:
                node[top.key] = closed.node  # type: ignore[call-overload]
            top.key = None

    def _span_of_whole(self, path: Path, quad: Quad) -> None:
        """Keep the place of a mapping or list; of an entry of a list it will be its first line alone."""
        self.values[path] = quad
        if quad[0] != quad[2] and path and path[-1].__class__ is int:
            self._entries.append(path)

    def alias(self, event: Any) -> None:
        """What an anchor before it stands for, once more."""
        quad = self._quad(event)
        top = self._top
        target = self._anchors.get(event.anchor)
        name = short(event.anchor)
        if target is None:
            raise self.stop("YML-SYNTAX", f"The alias `*{name}` has no anchor `&{name}` before it.", event)
        if target.size == 0:
            raise self.stop("YML-LIMIT", f"The alias `*{name}` stands in what it repeats, without end.", event)
        if top is not None and top.key is None and isinstance(top.node, dict):
            key = target.node if isinstance(target.node, str) else None
            self._key(top, key, event.anchor if key is None else key, quad, False)
            return
        self._counted(event, target.size)
        if len(self._stack) + target.height > MAX_LEVELS:
            raise self.stop("YML-LIMIT", f"With this copy the document has more than {MAX_LEVELS} levels.", event)
        if top is not None:
            top.height = max(top.height, target.height)
        placed = len(self.values)
        path = self._add(target.node, quad)
        if len(self.values) == placed:
            return
        steps = len(target.path)
        for original in self._placed(target.first + 1, target.last):
            copy = path + original[steps:]
            self._span_of_whole(copy, self.values[original])
            if original in self.keys:
                self.keys[copy] = self.keys[original]

    # --- their parts

    @property
    def end(self) -> tuple[int, int]:
        """Just after the last thing written."""
        return self._last[2:]

    def _anchor(self, event: Any, anchored: _Anchored) -> None:
        self._anchors[event.anchor] = anchored
        self._careful = True

    def _placed(self, first: int, last: int) -> list[Path]:
        """The paths of some values that have a place."""
        late = len(self.values) - len(self._order)
        self._order += reversed(list(islice(reversed(self.values), late)))
        return self._order[first:last]

    def _quad(self, event: Any) -> Quad:
        start, end = event.start_mark, event.end_mark
        first = self._first
        return (start.line + first, start.column + 1, end.line + first, end.column + 1)

    def _block_end(self, quad: Quad) -> Quad:
        """A text block ends with its last character that can be seen, whatever blank lines follow."""
        line = quad[2]
        row = self.rows[line - 1][: quad[3] - 1].rstrip()
        while line > quad[0] and not row:
            line -= 1
            row = self.rows[line - 1].rstrip()
        return (quad[0], quad[1], line, len(row) + 1)

    def _here(self) -> Path:
        """Where the next value belongs; for a key, the mapping."""
        if not self._stack:
            return ()
        top = self._stack[-1]
        if isinstance(top.node, list):
            return (*top.path, len(top.node))
        return top.at if isinstance(top.key, str) else top.path

    def _place(self, quad: Quad, path: Path) -> Place:
        return Place(self.path, Span(*quad), at_text(path))

    def _report(
        self, rule: str, message: str, hint: str | None, quad: Quad, path: Path, related: tuple[Related, ...] = ()
    ) -> None:
        if len(self.findings) == MAX_FAULTS:
            place = self._place(quad, path)
            raise Stop(
                yml_finding("YML-LIMIT", f"The document has more than {MAX_FAULTS:,} faults.", None, place, path)
            )
        self.findings.append(yml_finding(rule, message, hint, self._place(quad, path), path, related))

    def stop(self, rule: str, message: str, event: Any) -> Stop:
        """What ends the document at this event."""
        path = self._here()
        return Stop(yml_finding(rule, message, None, self._place(self._quad(event), path), path))

    def _counted(self, event: Any, number: int = 1) -> None:
        self.count += number
        if self.count > MAX_VALUES:
            raise self.stop("YML-LIMIT", f"The document has more than {MAX_VALUES:,} values.", event)

    def _tag(self, quad: Quad) -> None:
        self._report("YML-TAG", "Tags (`!`) are not allowed.", "Write the value without it.", quad, self._here())

    def _key(self, top: _Open, value: Value, text: str, quad: Quad, plain: bool) -> None:
        assert isinstance(top.node, dict)
        self._last = quad
        top.at = path = (*top.path, text)
        top.key = _REFUSED
        if plain and text == "<<":
            self.whole = False
            self._report("YML-TAG", "Merge keys (`<<`) are not allowed.", "Write the keys out.", quad, path)
        elif not isinstance(value, str):
            if text:
                hint = f'Put it in quotes: "{short(text)}".' if plain else None
                self._report("YML-TAG", f"The key `{short(text)}` is not text.", hint, quad, path)
            else:
                self._report("YML-TAG", "There is no key before this colon.", None, self._colon(quad), top.path)
        elif text in top.node:
            related: tuple[Related, ...] = ()
            if path in self.keys:
                related = (Related("It stands here already.", self._place(self.keys[path], path)),)
            self._report(
                "YML-DUPLICATE-KEY", f"The key `{short(text)}` is written twice.", "Keep one.", quad, path, related
            )
        else:
            top.key = text
            if not top.ignored:
                self.keys[path] = quad

    def _colon(self, quad: Quad) -> Quad:
        """The colon of an empty key; parsers put the key before or after it."""
        line, column = quad[:2]
        if self.rows[line - 1][column - 1 : column] != ":":
            column -= 1
        return (line, column, line, column + 1)

    def _open(self, event: Any, node: dict[str, Value] | list[Value]) -> None:
        if event.ctag is not None:
            self._tag(self._quad(event))
        if len(self._stack) == MAX_LEVELS:
            raise self.stop("YML-LIMIT", f"The document has more than {MAX_LEVELS} levels.", event)
        self._counted(event)
        path: Path = ()
        ignored = is_key = False
        top = self._top
        if top is not None:
            ignored = top.ignored
            key = top.key
            if top.node.__class__ is list:
                path = (*top.path, len(top.node))
            elif key.__class__ is str:
                path = top.at
            else:
                path = top.path
                ignored = True
                if key is None:
                    self._report("YML-TAG", "A key must be text.", None, self._quad(event), path)
                    is_key = True
        mark = event.start_mark
        start = (mark.line + self._first, mark.column + 1)
        placed = len(self.values)
        self._top = top = _Open(
            node, path, start, event.anchor, event.flow_style, self.count - 1, placed, ignored, is_key
        )
        self._stack.append(top)
        if not ignored:
            self.values[path] = start + start  # until it ends
        if event.anchor:
            self._anchor(event, _Anchored(node))

    def _add(self, value: Value, quad: Quad, nothing: bool = False) -> Path:
        """Put a value where it belongs; where nothing is written, its place is that of its key."""
        if not nothing:
            self._last = quad
        if not self._stack:
            self.root = value
            self.values[()] = quad
            return ()
        top = self._stack[-1]
        if isinstance(top.node, list):
            path: Path = (*top.path, len(top.node))
            top.node.append(value)
        else:
            key = top.key
            top.key = None
            if not isinstance(key, str):
                return top.path
            path = top.at
            top.node[key] = value
            if nothing:
                quad = self.keys.get(path, quad)
        if not top.ignored:
            self.values[path] = quad
        return path

    # --- the end

    @property
    def name(self) -> str | None:
        """The vehicle's name, as far as it was read."""
        root = self._stack[0].node if self._stack else self.root
        name = root.get("name") if isinstance(root, dict) else None
        return name if isinstance(name, str) and name else None

    def sheet(self, index: int, text: str, first: int, last: int) -> Sheet:
        """The finished document as a sheet; the lines from `first` to `last` are its own."""
        comments = self.comments(first, last)
        starts = {line: column for line, column, _, alone in comments if not alone}

        def first_line(quad: Quad) -> Quad:
            line, column, end_line, end_column = quad
            if end_line > line:
                row = self.rows[line - 1]
                end_column = max(column, len(row[: starts.get(line, len(row) + 1) - 1].rstrip()) + 1)
            return (line, column, line, end_column)

        for path in self._entries:
            self.values[path] = first_line(self.values[path])
        beginning = Span(*first_line(self.values[()]))
        spans, keys = Spans(self.values), Spans(self.keys)
        return Sheet(self.path, index, self.root, spans, keys, beginning, text, comments, self.rows)

    def comments(self, first: int, last: int) -> tuple[Comment, ...]:
        """The comments in some lines: a `#` at the start or after white space, outside of any text."""
        wanted = {n for n in self.marked if first <= n <= last}
        if not wanted:
            return ()
        covered: dict[int, list[tuple[int, int]]] = {}
        for (line, column, end_line, end_column), block in self._texts:
            for n in range(line + block, end_line + 1):
                if n in wanted:
                    stretch = (column if n == line else 1, end_column if n == end_line else len(self.rows[n - 1]) + 1)
                    covered.setdefault(n, []).append(stretch)
        found: list[Comment] = []
        for n in sorted(wanted):
            row = self.rows[n - 1]
            column = row.find("#") + 1
            while column and not (
                (column == 1 or row[column - 2] in " \t")
                and not any(start <= column < end for start, end in covered.get(n, ()))
            ):
                column = row.find("#", column) + 1
            if column:
                found.append((n, column, row[column:].strip(), not row[: column - 1].strip()))
        return tuple(found)


HANDLERS: Mapping[type[Event], Any] = {
    ScalarEvent: Tree.scalar,
    MappingStartEvent: Tree.mapping,
    SequenceStartEvent: Tree.sequence,
    MappingEndEvent: Tree.close,
    SequenceEndEvent: Tree.close,
    AliasEvent: Tree.alias,
}
"""The events that belong to a document's tree, and what adds each. They raise Stop where nothing more can be read."""


def is_nothing(event: Any) -> bool:
    """Whether this is the value of an empty document: nothing is written, not even an anchor."""
    if event.__class__ is not ScalarEvent or event.value or event.anchor is not None or event.ctag is not None:
        return False
    return event.style not in _STYLES


_STYLES = ("'", '"', "|", ">")


def short(text: str) -> str:
    """A text as messages quote it: on one line and not too long."""
    text = " ".join(text[:100].split())
    return text if len(text) <= 40 else text[:39] + "…"


# --- what a plain scalar means (YAML 1.2, core schema)

_WORDS: dict[str, Value] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS.update(dict.fromkeys(("true", "True", "TRUE"), True))
_WORDS.update(dict.fromkeys(("false", "False", "FALSE"), False))
_DECIMAL = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE]([-+]?[0-9]+))?"
_BASED = r"0(?:o[0-7]+|x[0-9a-fA-F]+)"
_INFINITE = r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
_LARGEST = 10**30
_NO_PLAIN_TEXT = frozenset(("", *"0123456789+-.", *(word[0] for word in _WORDS if word)))
"""What text begins with that may mean anything but itself."""


def plain_value(text: str) -> Value:
    """The value of a text without quotes: nothing, true, false, a number, else the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "0123456789+-.":
        return text
    if len(text) <= 18 and text.isascii() and text.isdigit():
        return int(text)
    number = re.fullmatch(_DECIMAL, text)
    if number is not None:
        power = number[1] or "0"
        if len(power.lstrip("+-").lstrip("0")) > 6 or abs(int(power)) > MAX_POWER:
            return Unreal(text)
        exact = Decimal(text)
        return Unreal(text) if cast(int, exact.as_tuple().exponent) < -MAX_PLACES else _exact(exact)
    if re.fullmatch(_BASED, text):
        return _exact(Decimal(int(text[2:], 8 if text[1] == "o" else 16)))
    return Unreal(text) if re.fullmatch(_INFINITE, text) else text


def _exact(number: Decimal) -> int | Decimal:
    """A whole number as an int, unless it is beyond all figures (and its digits beyond all printing)."""
    if -_LARGEST < number < _LARGEST and number == number.to_integral_value():
        return int(number)
    return number
