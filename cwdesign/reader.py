"""Bytes to sheets: the YAML subset and the limits of the sheet format, with the place of every value.

Each document of a file becomes a `Document`: a sheet, or the `YML-` findings that stopped it. The tree is
built from the parser's events with a stack of its own, so that no nesting, alias or size can make it
recurse or grow before a limit is noticed.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from cwdesign.findings import Finding, Place, Related
from cwdesign.sheet import Path, Sheet, Span, Unreal, Value, at_text

if TYPE_CHECKING:
    from cwdesign.yaml_events import Event

MAX_BYTES = 1024 * 1024
MAX_VALUES = 20_000
MAX_LEVELS = 50
MAX_TEXT = 10_000
MAX_POWER = 10_000
"""The greatest power of ten a number may be written with; its exact value would fill the memory."""

TITLES = {
    "YML-SYNTAX": "Not YAML",
    "YML-ENCODING": "Not UTF-8 text",
    "YML-DUPLICATE-KEY": "A key written twice",
    "YML-TAG": "YAML that sheets do without",
    "YML-LIMIT": "Larger than any sheet",
    "YML-EMPTY": "Nothing in the file",
    "YML-READ": "The file cannot be read",
}


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a file, counted from 0 without the empty ones.

    `sheet` is None where findings stopped the reading. Findings beside a sheet (a duplicate key, say) make
    it unreadable too, but its shape can still be checked, so that all faults are reported together.
    `name` is the vehicle's, where it was found. `text` is the file's, for excerpts.
    """

    path: str
    index: int
    sheet: Sheet | None
    findings: tuple[Finding, ...]
    name: str | None = None
    text: str = ""


def read_file(file: str | os.PathLike[str], path: str) -> tuple[Document, ...]:
    """The documents of a file; `path` is its name in findings. What cannot be read is `YML-READ`."""
    try:
        # Without O_NONBLOCK opening a pipe would wait for somebody to write into it.
        with open(
            os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
        ) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return (unreadable(path, "this is no ordinary file"),)
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return (unreadable(path, (error.strerror or "the system gives no reason").lower()),)
    return read_sheets(raw, path)


def unreadable(path: str, reason: str) -> Document:
    """The document of a file that cannot be opened."""
    finding = _finding("YML-READ", f"cannot read the file: {reason}", None, Place(path, Span(1, 1, 1, 1), None), None)
    return Document(path, 0, None, (finding,))


def read_sheets(raw: bytes, path: str) -> tuple[Document, ...]:
    """The documents of a file's bytes, in order; `path` is the file's name in findings.

    More than 1 MiB is one finding whatever it holds, so that giving the first 1,048,577 bytes is enough.
    A syntax error ends its file; the documents before it are kept. Never raises on any input.
    """
    return tuple(_read(raw, path, fast=True))


def _read(raw: bytes, path: str, *, fast: bool) -> Iterator[Document]:
    if len(raw) > MAX_BYTES:
        yield _stopped(path, "YML-LIMIT", f"the file is larger than {MAX_BYTES:,} bytes", _end_of(raw[:MAX_BYTES]))
        return
    try:
        text = _decoded(raw)
    except _Undecodable as fault:
        yield _stopped(path, "YML-ENCODING", fault.message, fault.span, fault.hint, fault.before)
        return
    bad = _CONTROL.search(text)
    if bad is not None:
        span = _span_at(text, bad.start())
        message = f"the control character U+{ord(bad[0]):04X} is not allowed in YAML"
        yield _stopped(path, "YML-SYNTAX", message, span, None, text)
        return
    plain, hidden = _hidden(text)
    if fast:
        documents = _fast_documents(plain, text, hidden, path)
        if documents is not None:
            yield from documents
            return
    yield from _documents(plain, text, hidden, path, None)


# --- from bytes to text


class _Undecodable(Exception):
    def __init__(self, message: str, span: Span, hint: str, before: str) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint
        self.before = before


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_OTHER_ENCODINGS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_SAVE_AS_UTF_8 = "save the file as UTF-8"


def _decoded(raw: bytes) -> str:
    """The text of UTF-8 bytes with line feeds as line ends and without a byte order mark in front."""
    for mark, name in _OTHER_ENCODINGS:
        if raw.startswith(mark):
            raise _Undecodable(f"the file is {name}, not UTF-8", Span(1, 1, 1, 1), _SAVE_AS_UTF_8, "")
    if len(raw) > 1 and (raw[0] == 0) != (raw[1] == 0):
        raise _Undecodable("the file looks like UTF-16, not UTF-8", Span(1, 1, 1, 1), _SAVE_AS_UTF_8, "")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = _line_feeds(raw[: error.start].decode("utf-8"))
        message = f"the byte 0x{raw[error.start]:02X} is not valid UTF-8 here"
        raise _Undecodable(message, _span_at(before, len(before), 1), _SAVE_AS_UTF_8, before) from None
    return _line_feeds(text)


def _line_feeds(text: str) -> str:
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


_ODD = re.compile("[\x85\u2028\u2029\ufeff]")


def _hidden(text: str) -> tuple[str, dict[int, str]]:
    """The text with other characters for those that parsers take for line ends, and what stands for what.

    In YAML 1.2 these are ordinary characters, and a byte order mark inside a text counts as a column.
    """
    odd = sorted(set(_ODD.findall(text)))
    if not odd:
        return text, {}
    free = (chr(code) for code in range(0xF0000, 0xFFFFE) if chr(code) not in text)
    substitutes = dict(zip(odd, free, strict=False))
    return (
        text.translate({ord(character): other for character, other in substitutes.items()}),
        {ord(other): character for character, other in substitutes.items()},
    )


def _end_of(raw: bytes) -> Span:
    text = _line_feeds(raw.decode("utf-8", "replace"))
    return _span_at(text, len(text))


def _span_at(text: str, index: int, length: int = 1) -> Span:
    line = text.count("\n", 0, index) + 1
    column = index - (text.rfind("\n", 0, index) + 1) + 1
    return Span(line, column, line, column + length)


# --- findings


def _finding(
    rule: str, message: str, hint: str | None, place: Place, steps: Path | None, related: tuple[Related, ...] = ()
) -> Finding:
    return Finding(rule, TITLES[rule], "error", message, hint, place, related, steps=steps)


def _stopped(path: str, rule: str, message: str, span: Span, hint: str | None = None, text: str = "") -> Document:
    return Document(path, 0, None, (_finding(rule, message, hint, Place(path, span, ""), ()),), None, text)


# --- from text to documents

_MARKER = re.compile(r"^(?:---|\.\.\.)(?=[ \t\n]|\Z)", re.MULTILINE)


class _OtherParser(Exception):
    """The C parser cannot say, or says in its own words, what is wrong."""


def _fast_documents(plain: str, text: str, hidden: dict[int, str], path: str) -> list[Document] | None:
    from cwdesign import yaml_events

    if not yaml_events.FAST_TEXT.match(plain):
        return None
    try:
        return list(_documents(plain, text, hidden, path, yaml_events.fast_events))
    except _OtherParser:
        return None


def _documents(plain: str, text: str, hidden: dict[int, str], path: str, fast: Any) -> Iterator[Document]:
    """The documents of a text; `fast` makes events of it, and gives way to the other parser on any fault."""
    from cwdesign import yaml_events
    from cwdesign.yaml_events import DocumentEndEvent, DocumentStartEvent

    index = 0
    begin = 0  # where the parser starts in the text, and the lines before it
    lines = 0
    covered = 1  # the first line whose comments belong to the next document
    while True:
        rest = plain[begin:] if begin else plain
        events = fast(rest) if fast is not None else yaml_events.pure_events(rest)
        if events is None:
            raise _OtherParser
        building: _Building | None = None
        try:
            for event in _guarded(events):
                kind = event.__class__
                if building is None:
                    if kind is DocumentStartEvent:
                        building = _Building(path, text, hidden, lines, covered)
                elif kind is DocumentEndEvent:
                    if not building.empty:
                        document = building.document(index)
                        covered = building.last_line + 1
                        yield document
                        index += 1
                    building = None
                else:
                    building.take(event)
        except _Stop as stop:
            assert building is not None
            yield building.stopped(index, stop.finding)
            if stop.finding.rule == "YML-SYNTAX":
                return
            index += 1
            after = _MARKER.search(plain, begin + stop.index)
            if after is None:
                return
            lines += plain.count("\n", begin, after.start())
            begin = after.start()
            covered = lines + 1
            continue
        except _Broken as broken:
            if fast is not None:
                raise _OtherParser from None
            if building is None:
                yield Document(path, index, None, (broken.finding(path, text, lines),), None, text)
            else:
                yield building.stopped(index, broken.finding(path, text, lines))
            return
        break
    if index == 0:
        yield Document(
            path,
            0,
            None,
            (_finding("YML-EMPTY", "there is no sheet in this file", None, Place(path, Span(1, 1, 1, 1), ""), ()),),
            None,
            text,
        )


class _Broken(Exception):
    """The text is not YAML; `error` is what a parser says."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def finding(self, path: str, text: str, lines: int) -> Finding:
        """What is wrong in our words, at the parser's place for it."""
        message, where, at_context = _explained(self.error)
        mark = getattr(self.error, "problem_mark", None)
        context_mark = getattr(self.error, "context_mark", None)
        if mark is None or (at_context and context_mark is not None):
            mark = context_mark
        related: tuple[Related, ...] = ()
        if where is not None and context_mark is not None and context_mark is not mark:
            related = (Related(where, Place(path, _mark_span(text, lines, context_mark), "")),)
        return _finding("YML-SYNTAX", message, None, Place(path, _mark_span(text, lines, mark), ""), (), related)


def _guarded(events: Iterator[Event]) -> Iterator[Event]:
    """The events, with one exception for all that parsers raise.

    On a few broken escapes and directives ruamel's parser raises other errors than its own.
    """
    from cwdesign.yaml_events import YAMLError

    while True:
        try:
            event = next(events)
        except StopIteration:
            return
        except (YAMLError, ValueError, LookupError, AttributeError, TypeError, OverflowError) as error:
            raise _Broken(error) from None
        yield event


def _mark_span(text: str, lines: int, mark: Any) -> Span:
    """One character at a parser's mark; a mark after the last line is moved to the end of the text before it."""
    if mark is None:
        return Span(lines + 1, 1, lines + 1, 1)
    line, column = mark.line + lines, mark.column
    rows = text.split("\n")
    if line >= len(rows) or (line == len(rows) - 1 and column >= len(rows[line])):
        line = min(line, len(rows) - 1)
        while line > 0 and not rows[line].strip():
            line -= 1
        column = len(rows[line].rstrip())
        return Span(line + 1, column + 1, line + 1, column + 1)
    return Span(line + 1, column + 1, line + 1, column + (2 if column < len(rows[line]) else 1))


_TOKENS = {
    "<block end>": "the end of the block",
    "<block mapping start>": "a mapping",
    "<block sequence start>": "a list",
    "<document end>": "the end of the document",
    "<document start>": "the start of a document",
    "<scalar>": "a text",
    "<stream end>": "the end of the file",
    "<alias>": "an alias",
    "<anchor>": "an anchor",
    "<tag>": "a tag",
    "<directive>": "a directive",
    "?": "a key",
    ":": "a colon",
    ",": "a comma",
    "-": "a list entry",
}

_CONTEXTS = (
    ("flow sequence", "the list that starts here"),
    ("flow mapping", "the mapping that starts here"),
    ("block collection", "the list that starts here"),
    ("block mapping", "the mapping that starts here"),
    ("quoted scalar", "the text that starts here"),
    ("plain scalar", "the text that starts here"),
    ("block scalar", "the text that starts here"),
    ("simple key", "the key that starts here"),
)


def _explained(error: Exception) -> tuple[str, str | None, bool]:
    """What is wrong in our words; what the parser was reading; whether the fault lies where that begins."""
    problem = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    where = next((words for key, words in _CONTEXTS if key in context), None)
    found = re.search(r"but (?:found|got) '(.+?)'", problem)
    token = _TOKENS.get(found[1], f"`{found[1]}`") if found else "something else"
    if "tab that indents" in problem:
        return "a tab indents this line; YAML allows spaces only", None, False
    if "could not find expected ':'" in problem:
        return "this line needs a colon: it stands among keys, and is none", None, True
    if "expected ',' or ']'" in problem:
        return f"a list in brackets is not closed: expected `,` or `]`, found {token}", where, False
    if "expected ',' or '}'" in problem:
        return f"a mapping in braces is not closed: expected `,` or `}}`, found {token}", where, False
    if "expected <block end>" in problem:
        return f"{token} does not fit here; the indentation differs from that of the entries before", where, False
    if "unexpected end of stream" in problem:
        return "a text in quotes is not closed", where, False
    if "document separator" in problem:
        return "a text in quotes is not closed before the next document", where, False
    if "mapping values are not allowed" in problem:
        return "a colon and a blank are not allowed here; put the text in quotes", None, False
    if "sequence entries are not allowed" in problem:
        return "a list entry is not allowed here; it starts on a line of its own", None, False
    if "mapping keys are not allowed" in problem:
        return "a key is not allowed here", None, False
    if "cannot start any token" in problem:
        return "no text starts with this character; put it in quotes", None, False
    if "escape" in problem or isinstance(error, (ValueError, OverflowError)):
        return "this is no escape sequence of YAML", where, False
    if "expected the node content" in problem:
        return f"expected a value, found {token}", None, False
    if "incompatible YAML" in problem:
        return "the document asks for another version of YAML", None, False
    if "directive" in problem or "directive" in context:
        return "this is no directive of YAML", None, False
    if "undefined tag handle" in problem:
        return "the tag has no meaning here", None, False
    if "block scalar" in context or "block scalar" in problem:
        return "this text block is not well formed", where, False
    if "expected '<document start>'" in problem:
        return f"the sheet has ended, and {token} follows", None, False
    if "found non-comment content" in problem:
        return "nothing may follow the end of a document on its line", None, False
    return "this is not YAML", where, False


# --- one document

_Quad = tuple[int, int, int, int]
_REFUSED = object()
"""A key that takes no part in the data: its value is read over."""


class _Stop(Exception):
    """A document ends here: the rest of it is passed over."""

    def __init__(self, finding: Finding, index: int) -> None:
        super().__init__()
        self.finding = finding
        self.index = index


class _Spans(Mapping[Path, Span]):
    """Spans by path, made when asked for: most are never looked at."""

    __slots__ = ("_quads",)

    def __init__(self, quads: dict[Path, _Quad]) -> None:
        self._quads = quads

    def __getitem__(self, path: Path) -> Span:
        return Span(*self._quads[path])

    def __contains__(self, path: object) -> bool:
        return path in self._quads

    def __iter__(self) -> Iterator[Path]:
        return iter(self._quads)

    def __len__(self) -> int:
        return len(self._quads)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_Spans, (self._quads,))


@dataclass(slots=True)
class _Open:
    """A mapping or list that has begun and not ended."""

    node: dict[str, Value] | list[Value]
    path: Path
    start: tuple[int, int]
    anchor: str | None
    ignored: bool
    flow: bool
    first: int
    """How many values were counted before it."""
    mark: int
    """How many values had a place before it."""
    key: object = None
    """In a mapping, the key whose value comes next."""
    height: int = 0
    """Levels below it."""
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class _Anchored:
    """What an alias stands for. `size` is 0 while it has not ended."""

    node: Value
    path: Path = ()
    size: int = 0
    height: int = 0
    first: int = 0
    last: int = 0


@dataclass(slots=True)
class _Building:
    """One document while its events arrive."""

    path: str
    text: str
    hidden: dict[int, str]
    lines: int
    """Lines of the text before the parser's first."""
    first_line: int
    """The first line whose comments belong to this document."""
    root: Value = None
    empty: bool = True
    whole: bool = True
    """Whether nothing was left out that the shape of the sheet depends on."""
    values: dict[Path, _Quad] = field(default_factory=dict)
    keys: dict[Path, _Quad] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, _Anchored] = field(default_factory=dict)
    scalars: list[tuple[_Quad, bool]] = field(default_factory=list)
    """The stretches of text in which a `#` is no comment; whether it is a block under its first line."""
    order: list[Path] = field(default_factory=list)
    count: int = 0
    end: tuple[int, int] = (1, 1)
    last_line: int = 1

    def take(self, event: Event) -> None:
        """Add what an event says. Raises _Stop where nothing more can be read."""
        from cwdesign import yaml_events as ye

        kind = event.__class__
        if kind is ye.ScalarEvent:
            self._scalar(event)
        elif kind is ye.MappingStartEvent:
            self._open(event, {})
        elif kind is ye.SequenceStartEvent:
            self._open(event, [])
        elif kind is ye.AliasEvent:
            self._alias(event)
        else:
            self._close(event)

    def _quad(self, event: Any) -> _Quad:
        start, end = event.start_mark, event.end_mark
        return (start.line + self.lines + 1, start.column + 1, end.line + self.lines + 1, end.column + 1)

    def _place(self, quad: _Quad, path: Path) -> Place:
        return Place(self.path, Span(*quad), at_text(path))

    def _report(
        self, rule: str, message: str, hint: str | None, quad: _Quad, path: Path, related: tuple[Related, ...] = ()
    ) -> None:
        self.findings.append(_finding(rule, message, hint, self._place(quad, path), path, related))

    def _stop(self, rule: str, message: str, event: Any, path: Path) -> _Stop:
        finding = _finding(rule, message, None, self._place(self._quad(event), path), path)
        return _Stop(finding, event.start_mark.index)

    def _here(self) -> Path:
        """Where the next value belongs (for a key: the mapping it would stand in)."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        if isinstance(top.node, list):
            return (*top.path, len(top.node))
        return (*top.path, top.key) if isinstance(top.key, str) else top.path

    def _counted(self, event: Any, number: int = 1) -> None:
        self.count += number
        if self.count > MAX_VALUES:
            raise self._stop("YML-LIMIT", f"the document has more than {MAX_VALUES:,} values", event, self._here())

    def _scalar(self, event: Any) -> None:
        quad = self._quad(event)
        style = event.style
        text: str = event.value
        if self.hidden:
            text = text.translate(self.hidden)
        stack = self.stack
        if style in ("|", ">"):
            quad = self._block_end(quad)
        self.scalars.append((quad, style in ("|", ">")))
        top = stack[-1] if stack else None
        plain = event.implicit[0]
        if event.tag is not None:
            self._tag(event, quad)
            plain = plain and not event.tag
        if len(text) > MAX_TEXT:
            raise self._stop("YML-LIMIT", f"a text has more than {MAX_TEXT:,} characters", event, self._here())
        if _SURROGATE.search(text):
            raise self._stop("YML-SYNTAX", "an escape sequence stands for no character", event, self._here())
        value: Value = _plain_value(text) if plain and not style else text
        if top is not None and isinstance(top.node, dict) and top.key is None:
            self._key(top, value, text, quad, plain and not style)
            if event.anchor:
                self.anchors[event.anchor] = _Anchored(value, size=1)
            return
        self._counted(event)
        nothing = value is None and text == "" and quad[:2] == quad[2:]
        if top is None:
            self.empty = nothing and event.anchor is None and event.tag is None
        path = self._add(value, quad, nothing)
        if event.anchor:
            self.anchors[event.anchor] = _Anchored(value, path, 1, 0, len(self.order) - 1, len(self.order))

    def _block_end(self, quad: _Quad) -> _Quad:
        """A text block ends with its last character that can be seen, whatever blank lines follow."""
        rows = self.text.split("\n")
        line, column = quad[2], quad[3]
        row = rows[line - 1][: column - 1].rstrip()
        while line > quad[0] and not row:
            line -= 1
            row = rows[line - 1].rstrip()
        return (quad[0], quad[1], line, len(row) + 1)

    def _add(self, value: Value, quad: _Quad, nothing: bool = False) -> Path:
        """Put a value where it belongs; where nothing is written, its place is that of its key."""
        self.end = quad[2:]
        if not self.stack:
            self.root = value
            self.values[()] = quad
            self.order.append(())
            return ()
        top = self.stack[-1]
        node = top.node
        if isinstance(node, list):
            path: Path = (*top.path, len(node))
            node.append(value)
        else:
            key = top.key
            top.key = None
            if not isinstance(key, str):
                return top.path
            path = (*top.path, key)
            node[key] = value
            if nothing and path in self.keys:
                quad = self.keys[path]
        if not top.ignored:
            self.values[path] = quad
            self.order.append(path)
        return path

    def _key(self, top: _Open, value: Value, text: str, quad: _Quad, plain: bool) -> None:
        assert isinstance(top.node, dict)
        self.end = quad[2:]
        if plain and text == "<<":
            self.whole = False
            self._report("YML-TAG", "merge keys (`<<`) are not allowed", "write the keys out", quad, top.path)
            top.key = _REFUSED
        elif not isinstance(value, str):
            shown = f"the key `{text}` is no text" if text else "a key is missing before the colon"
            self._report("YML-TAG", shown, f'write "{text}" in quotes' if text else None, quad, top.path)
            top.key = _REFUSED
        elif text in top.node:
            path = (*top.path, text)
            related: tuple[Related, ...] = ()
            if path in self.keys:
                related = (Related("it stands here first", self._place(self.keys[path], path)),)
            self._report(
                "YML-DUPLICATE-KEY",
                f"the key `{_short(text)}` is written twice",
                "keep one of them",
                quad,
                path,
                related,
            )
            top.key = _REFUSED
        else:
            top.key = text
            if not top.ignored:
                self.keys[(*top.path, text)] = quad

    def _tag(self, event: Any, quad: _Quad) -> None:
        self._report("YML-TAG", "tags (`!`) are not allowed", "write the value without it", quad, self._here())

    def _open(self, event: Any, node: dict[str, Value] | list[Value]) -> None:
        stack = self.stack
        quad = self._quad(event)
        if event.tag is not None:
            self._tag(event, quad)
        path = self._here()
        if len(stack) == MAX_LEVELS:
            raise self._stop("YML-LIMIT", f"the document has more than {MAX_LEVELS} levels", event, path)
        self._counted(event)
        ignored = False
        is_key = False
        if stack:
            top = stack[-1]
            ignored = top.ignored
            if isinstance(top.node, dict):
                if top.key is None:
                    self._report("YML-TAG", "a key must be text", None, quad, top.path)
                    is_key = True
                ignored = ignored or not isinstance(top.key, str)
        self.empty = False
        opened = _Open(
            node, path, quad[:2], event.anchor, ignored, bool(event.flow_style), self.count - 1, len(self.order)
        )
        opened.is_key = is_key
        if not ignored:
            self.values[path] = quad
            self.order.append(path)
        if event.anchor:
            self.anchors[event.anchor] = _Anchored(node)
        stack.append(opened)

    def _close(self, event: Any) -> None:
        closed = self.stack.pop()
        quad = self._quad(event)
        # A block ends where the last thing in it does; parsers put the end at whatever comes next.
        end = quad[2:] if closed.flow else self.end
        self.end = end
        height = closed.height + 1
        if closed.anchor:
            self.anchors[closed.anchor] = _Anchored(
                closed.node, closed.path, self.count - closed.first, height, closed.mark, len(self.order)
            )
        if not closed.ignored:
            self.values[closed.path] = (*closed.start, *end)
        if not self.stack:
            self.root = closed.node
            return
        top = self.stack[-1]
        top.height = max(top.height, height)
        if closed.is_key:
            top.key = _REFUSED
        elif isinstance(top.node, list):
            top.node.append(closed.node)
        elif isinstance(top.key, str):
            top.node[top.key] = closed.node
            top.key = None
        else:
            top.key = None

    def _alias(self, event: Any) -> None:
        quad = self._quad(event)
        top = self.stack[-1] if self.stack else None
        target = self.anchors.get(event.anchor)
        name = _short(event.anchor)
        if target is None:
            message = f"the alias `*{name}` stands for nothing: no anchor `&{name}` comes before it"
            raise self._stop("YML-SYNTAX", message, event, self._here())
        if target.size == 0:
            raise self._stop(
                "YML-LIMIT", f"the alias `*{name}` stands inside what it repeats, without end", event, self._here()
            )
        if top is not None and isinstance(top.node, dict) and top.key is None:
            self._key(top, target.node if isinstance(target.node, str) else None, event.anchor, quad, False)
            return
        self._counted(event, target.size)
        if len(self.stack) + target.height > MAX_LEVELS:
            raise self._stop(
                "YML-LIMIT",
                f"the document has more than {MAX_LEVELS} levels, with the copies of aliases",
                event,
                self._here(),
            )
        if top is not None:
            top.height = max(top.height, target.height)
        recorded = len(self.order)
        path = self._add(target.node, quad)
        if len(self.order) == recorded or not isinstance(target.node, (dict, list)):
            return
        steps = len(target.path)
        for original in self.order[target.first + 1 : target.last]:
            copy = path + original[steps:]
            self.values[copy] = self.values[original]
            if original in self.keys:
                self.keys[copy] = self.keys[original]
            self.order.append(copy)

    # --- the end

    def _name(self) -> str | None:
        root = self.stack[0].node if self.stack else self.root
        name = root.get("name") if isinstance(root, dict) else None
        return name if isinstance(name, str) and name else None

    def stopped(self, index: int, finding: Finding) -> Document:
        """The document as far as it came, with what stopped it."""
        return Document(self.path, index, None, tuple(_in_order((*self.findings, finding))), self._name(), self.text)

    def document(self, index: int) -> Document:
        """The finished document."""
        rows = self.text.split("\n")
        self.last_line = _last_line(rows, self.end[0])
        comments = self._comments(rows)
        starts = {line: column for line, column, _, alone in comments if not alone}

        def one_line(quad: _Quad) -> _Quad:
            line, column, end_line, end_column = quad
            if end_line > line:
                row = rows[line - 1]
                end_column = len(row[: starts.get(line, len(row) + 1) - 1].rstrip()) + 1
            return (line, column, line, max(column, end_column))

        for path, quad in self.values.items():
            if path and isinstance(path[-1], int) and quad[0] != quad[2]:
                self.values[path] = one_line(quad)
        first = one_line(self.values[()])
        sheet = None
        if self.whole:
            sheet = Sheet(
                self.path, index, self.root, _Spans(self.values), _Spans(self.keys), Span(*first), self.text, comments
            )
        return Document(self.path, index, sheet, tuple(_in_order(self.findings)), self._name(), self.text)

    def _comments(self, rows: list[str]) -> tuple[tuple[int, int, str, bool], ...]:
        """The comments of this document's lines: a `#` at the start or after white space, outside of any text."""
        covered: dict[int, list[tuple[int, int]]] = {}
        numbers = [n for n in range(self.first_line, self.last_line + 1) if "#" in rows[n - 1]]
        if not numbers:
            return ()
        wanted = set(numbers)
        for (line, column, end_line, end_column), block in self.scalars:
            for n in range(line, end_line + 1):
                if n in wanted and not (block and n == line):
                    stretch = (column if n == line else 1, end_column if n == end_line else len(rows[n - 1]) + 1)
                    covered.setdefault(n, []).append(stretch)
        found = []
        for n in numbers:
            row = rows[n - 1]
            for match in _COMMENT.finditer(row):
                column = match.start() + 1
                if not any(start <= column < end for start, end in covered.get(n, ())):
                    found.append((n, column, row[column:].strip(), not row[: column - 1].strip()))
                    break
        return tuple(found)


_COMMENT = re.compile(r"(?:(?<=[ \t])|^)#")
_SURROGATE = re.compile("[\ud800-\udfff]")
_END_MARKER = re.compile(r"(?:---|\.\.\.)(?=[ \t]|\Z)")


def _last_line(rows: list[str], line: int) -> int:
    """The last line of a document whose contents end in `line`: the one before the next marker."""
    while line < len(rows) and not _END_MARKER.match(rows[line]):
        line += 1
    return line


def _in_order(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: (finding.place.span.line, finding.place.span.column, finding.rule))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


# --- what a plain scalar means (YAML 1.2, core schema)

_WORDS: dict[str, Value] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS.update(dict.fromkeys(("true", "True", "TRUE"), True))
_WORDS.update(dict.fromkeys(("false", "False", "FALSE"), False))
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE]([-+]?[0-9]+))?\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_INFINITE = re.compile(r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z")
_LARGEST = 10**30


def _plain_value(text: str) -> Value:
    """The value of a text without quotes: null, true, false, a number, else the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "0123456789+-.":
        return text
    number = _FLOAT.match(text)
    if number is not None:
        if len(number[1] or "") > 6 or abs(int(number[1] or "0")) > MAX_POWER:
            return Unreal(text)
        return _exact(Decimal(text))
    if _BASED.match(text):
        return _exact(Decimal(int(text[2:], 8 if text[1] == "o" else 16)))
    return Unreal(text) if _INFINITE.match(text) else text


def _exact(number: Decimal) -> int | Decimal:
    """A whole number as an int, unless it is beyond all figures (whose digits nobody wants to see)."""
    if -_LARGEST < number < _LARGEST and number == number.to_integral_value():
        return int(number)
    return number
