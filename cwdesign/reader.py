"""Bytes to sheets: the YAML subset and the limits of the sheet format, with the place of every value.

Each document of a file becomes a `Document`: a sheet, or the `YML-` findings that stopped it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from cwdesign.findings import Finding, Place, Related, in_file_order
from cwdesign.sheet import Sheet, Span
from cwdesign.sources import MAX_BYTES, CannotRead, file_bytes
from cwdesign.values import frozen
from cwdesign.yaml_events import (
    FAST_FROM,
    DocumentEndEvent,
    Event,
    YAMLError,
    fast_events,
    may_differ,
    pure_events,
)
from cwdesign.yaml_tree import HANDLERS, MAX_TEXT, MAX_VALUES, Stop, Tree, is_nothing, yml_finding

MAX_DOCUMENTS = 1000
"""How many documents a file may have, empty ones included."""

Parser = Literal["fast", "pure"]


@frozen
class Document:
    """One document of a file, counted from 0 without the empty ones.

    `sheet` is None where findings stopped the reading. Findings beside a sheet (a duplicate key, say) make
    it unreadable too, but its shape can still be checked, so that all faults are reported together.
    `name` is the vehicle's, where it was found. `text` and `lines` are the whole file's, for excerpts.
    """

    path: str
    index: int
    sheet: Sheet | None
    findings: tuple[Finding, ...]
    name: str | None = None
    text: str = ""
    lines: Sequence[str] = ()


def read_file(file: str | os.PathLike[str], path: str) -> tuple[Document, ...]:
    """The documents of a file; `path` is its name in findings. What cannot be read is `YML-READ`."""
    try:
        return read_sheets(file_bytes(file), path)
    except CannotRead as error:
        return (unreadable(path, error.reason),)


def source_lines(raw: bytes) -> list[str]:
    """The lines of a file's bytes as findings count them, whatever the bytes are."""
    return _line_feeds(raw.decode("utf-8", "replace")).split("\n")


def unreadable(path: str, reason: str) -> Document:
    """The document of a file that cannot be opened."""
    place = Place(path, Span(1, 1, 1, 1), None)
    return Document(path, 0, None, (yml_finding("YML-READ", f"Cannot read the file: {reason}.", None, place, None),))


def read_sheets(raw: bytes, path: str, parser: Parser | None = None) -> tuple[Document, ...]:
    """The documents of a file's bytes, in order; `path` is the file's name in findings.

    More than 1 MiB is one finding whatever it holds, so the first 1,048,577 bytes are enough to give. A
    syntax error ends its file; the documents before it are kept. Never raises, whatever the bytes are.
    `parser` forces one of the two YAML parsers; the result is the same.
    """
    if len(raw) > MAX_BYTES:
        text = _line_feeds(raw[:MAX_BYTES].decode("utf-8", "replace"))
        place = Place(path, _span_at(text, len(text)), "")
        return (_stopped(yml_finding("YML-LIMIT", f"The file has more than {MAX_BYTES:,} bytes.", None, place), text),)
    try:
        text = _text(raw)
    except _Refused as refused:
        kept = _documents_before(refused, path, parser)
        if any(finding.rule == "YML-SYNTAX" for document in kept for finding in document.findings):
            return kept  # the file has ended before this fault
        place = Place(path, _span_at(refused.text, refused.index), "")
        finding = yml_finding(refused.rule, refused.message, refused.hint, place)
        return (*kept, _stopped(finding, refused.text, len(kept)))
    return _File(path, text).documents(parser)


def _documents_before(refused: _Refused, path: str, parser: Parser | None) -> tuple[Document, ...]:
    """The documents that end before the one with what cannot be read as text."""
    begin = 0
    for marker in re.finditer(r"(?m)^(?:---|\.\.\.)(?=[ \t\n]|\Z)", refused.text[: refused.index]):
        begin = marker.end()
    found = _File(path, refused.text[:begin]).documents(parser)
    return () if any(finding.rule == "YML-EMPTY" for finding in found[0].findings) else found


def _stopped(finding: Finding, text: str, index: int = 0) -> Document:
    return Document(finding.place.path, index, None, (finding,), None, text, text.split("\n"))


# --- from bytes to text


class _Refused(Exception):
    """What bytes hold is no text that YAML is written in, from the character at `index` on."""

    def __init__(self, rule: str, message: str, hint: str | None, text: str, index: int) -> None:
        super().__init__()
        self.rule = rule
        self.message = message
        self.hint = hint
        self.text = text
        self.index = index


_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]"
_SAVE_AS_UTF_8 = "Save the file as UTF-8."


def _text(raw: bytes) -> str:
    """UTF-8 bytes as text, with line feeds for line ends and without a byte order mark in front."""
    other = next((name for mark, name in _MARKS if raw.startswith(mark)), None)
    if other is None and len(raw) > 1 and (raw[0] == 0) != (raw[1] == 0):
        other = "UTF-16"
    if other is not None:
        raise _Refused("YML-ENCODING", f"This is {other}, not UTF-8.", _SAVE_AS_UTF_8, "", 0)
    try:
        text = _line_feeds(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        message = f"The byte 0x{raw[error.start]:02X} is not UTF-8 here."
        index = len(_line_feeds(raw[: error.start].decode("utf-8")))
        text = _line_feeds(raw.decode("utf-8", "replace"))
        raise _Refused("YML-ENCODING", message, _SAVE_AS_UTF_8, text, index) from None
    if not text.replace("\n", "").replace("\t", "").isprintable():
        control = re.search(_CONTROL, text)
        if control is not None:
            message = f"YAML does not allow the control character U+{ord(control[0]):04X}."
            raise _Refused("YML-SYNTAX", message, None, text, control.start())
    return text


def _line_feeds(text: str) -> str:
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _span_at(text: str, index: int) -> Span:
    """The character at an index, or the end of the text."""
    line = text.count("\n", 0, index) + 1
    column = index - text.rfind("\n", 0, index)
    return Span(line, column, line, column + (index < len(text) and text[index] != "\n"))


# In YAML 1.2 these are ordinary characters. Parsers take some of them for line ends, and do not count the
# byte order mark as a column.
_ODD = ("\x85", "\u2028", "\u2029", "\ufeff")


def _substituted(text: str) -> tuple[str, dict[int, str]]:
    """The text with characters that it does not use for the odd ones, and what these stand for."""
    odd = [character for character in _ODD if character in text]
    if not odd:
        return text, {}
    free = (chr(code) for code in range(0xF0000, 0xF0000 + len(text) + len(odd)) if chr(code) not in text)
    pairs = list(zip(odd, free, strict=False))
    return text.translate({ord(a): b for a, b in pairs}), {ord(b): a for a, b in pairs}


# --- from text to documents

_characters_read = 0


def _worth_importing(text: str) -> bool:
    """Whether the C parser, which takes a few milliseconds to import, pays by now."""
    global _characters_read
    _characters_read += len(text)
    return _characters_read > FAST_FROM


def expect_much() -> None:
    """Import the C parser at once: much is going to be read."""
    global _characters_read
    _characters_read = FAST_FROM
    fast_events("")


def _lines_with(text: str, character: str) -> frozenset[int]:
    """The lines that a character stands in."""
    found, line, at = set(), 1, -1
    while (after := text.find(character, at + 1)) >= 0:
        line += text.count("\n", max(at, 0), after)
        at = after
        found.add(line)
    return frozenset(found)


class _OtherParser(Exception):
    """The C parser is not there, or has found a fault, which is for the other one to describe."""


class _File:
    """A file's text while its documents are read."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.rows = text.split("\n")
        self.plain, self.hidden = _substituted(text)
        self.marked = _lines_with(text, "#")
        self.careful = len(text) > min(MAX_TEXT, MAX_VALUES)

    def documents(self, parser: Parser | None) -> tuple[Document, ...]:
        """The documents that are not empty; a finding where there is none."""
        if parser is None:
            parser = "fast" if _worth_importing(self.text) else "pure"
        found: list[Document] | None = None
        if parser == "fast" and not may_differ(self.plain):
            try:
                found = list(self._read(fast_events, final=False))
            except _OtherParser:
                found = None
        if found is None:
            found = list(self._read(pure_events, final=True))
        if not found:
            place = Place(self.path, Span(1, 1, 1, 1), "")
            return (_stopped(yml_finding("YML-EMPTY", "There is no sheet in this file.", None, place), self.text),)
        return tuple(found)

    def _read(self, parse: Any, *, final: bool) -> Iterator[Document]:
        """The documents by one parser; unless it is the `final` one it gives way to the other at any fault."""
        index = 0
        begin = 0  # where in the text the parser starts,
        lines = 0  # the lines before that,
        own = 1  # and the first line whose comments belong to the next document
        seen = 0  # documents, empty ones included
        while True:
            tree: Tree | None = None
            try:
                for event in _events(parse, self.plain[begin:] if begin else self.plain):
                    take = HANDLERS.get(event.__class__)
                    if take is not None:
                        if tree is None:
                            if seen == MAX_DOCUMENTS:
                                tree = Tree(self.path, self.rows, self.hidden, lines, self.marked, self.careful)
                                message = f"The file has more than {MAX_DOCUMENTS:,} documents."
                                yield self._unfinished(None, index, tree.stop("YML-LIMIT", message, event).finding)
                                return
                            if is_nothing(event):
                                continue
                            tree = Tree(self.path, self.rows, self.hidden, lines, self.marked, self.careful)
                        take(tree, event)
                    elif event.__class__ is DocumentEndEvent:
                        seen += 1
                        if tree is None:
                            continue
                        last = self._last_line(tree.end[0])
                        yield self._document(tree, index, own, last)
                        index += 1
                        own = last + 1
                        tree = None
                return
            except Stop as stop:
                yield self._unfinished(tree, index, stop.finding)
                index += 1
                seen += 1
                # Nothing but a marker begins a line like one, so the next document can be found without parsing.
                marker = self._last_line(stop.finding.place.span.line)
                if stop.finding.rule == "YML-SYNTAX" or marker == len(self.rows):
                    return
                begin += sum(len(row) + 1 for row in self.rows[lines:marker])
                lines = marker
                own = lines + 1
            except _NotYaml as fault:
                if not final:
                    raise _OtherParser from None
                yield self._unfinished(tree, index, fault.finding(self.path, self.rows, lines))
                return

    def _last_line(self, line: int) -> int:
        """The last line of a document whose contents end in `line`: the one before the next marker."""
        while line < len(self.rows):
            row = self.rows[line]
            if row.startswith(("---", "...")) and row[3:4] in ("", " ", "\t"):
                break
            line += 1
        return line

    def _document(self, tree: Tree, index: int, first: int, last: int) -> Document:
        sheet = tree.sheet(index, self.text, first, last) if tree.whole else None
        return Document(self.path, index, sheet, in_file_order(tree.findings), tree.name, self.text, self.rows)

    def _unfinished(self, tree: Tree | None, index: int, finding: Finding) -> Document:
        before = tree.findings if tree is not None else []
        name = tree.name if tree is not None else None
        return Document(self.path, index, None, in_file_order([*before, finding]), name, self.text, self.rows)


def _events(parse: Any, text: str) -> Iterator[Event]:
    """The events of a parser, with one exception for all that it may raise."""
    try:
        events = parse(text)
        if events is None:
            raise _OtherParser
        yield from events
    except (YAMLError, ValueError, LookupError, AttributeError, TypeError, OverflowError) as error:
        # On a few broken escapes and directives ruamel's parser raises other errors than its own.
        raise _NotYaml(error) from None


# --- syntax errors in our words


class _NotYaml(Exception):
    """The text is not YAML; `error` is what the parser says."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def finding(self, path: str, rows: Sequence[str], lines: int) -> Finding:
        """What is wrong, where the parser noticed it; what it was reading is related."""
        message, where, at_context = _explained(self.error)
        mark = getattr(self.error, "problem_mark", None)
        context = getattr(self.error, "context_mark", None)
        if context is not None and (mark is None or at_context):
            mark, context = context, None
        related: tuple[Related, ...] = ()
        if where is not None and context is not None:
            related = (Related(where, Place(path, _mark_span(rows, lines, context), "")),)
        place = Place(path, _mark_span(rows, lines, mark), "")
        return yml_finding("YML-SYNTAX", message, None, place, (), related)


def _mark_span(rows: Sequence[str], lines: int, mark: Any) -> Span:
    """The character at a parser's mark; for a mark at the end of the text, where that was last written on."""
    if mark is None:
        return Span(lines + 1, 1, lines + 1, 1)
    line, column = mark.line + lines, mark.column
    if line >= len(rows) - 1 and column >= len(rows[-1]):
        line = len(rows) - 1
        while line > 0 and not rows[line].strip():
            line -= 1
        column = len(rows[line].rstrip())
    return Span(line + 1, column + 1, line + 1, column + 1 + (column < len(rows[line])))


_TOKENS: Mapping[str, str] = {
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
    ("flow sequence", "The list starts here."),
    ("flow mapping", "The mapping starts here."),
    ("block collection", "The list starts here."),
    ("block mapping", "The mapping starts here."),
    ("scalar", "The text starts here."),
)


def _explained(error: Exception) -> tuple[str, str | None, bool]:
    """What is wrong; what the parser was reading; whether the fault lies where that begins."""
    problem = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    where = next((words for key, words in _CONTEXTS if key in context), None)
    found = re.search(r"but (?:found|got) '(.+?)'", problem)
    token = _TOKENS.get(found[1], f"`{found[1]}`") if found else "something else"
    if "could not find expected ':'" in problem:
        return "This line stands among keys and has no colon.", None, True
    explained = next((words for part, words in _PROBLEMS if part in problem), None)
    if explained is None and isinstance(error, (ValueError, OverflowError)):
        explained = "This is no escape sequence of YAML."
    if explained is None:
        explained = next((words for part, words in _PROBLEMS_BY_CONTEXT if part in context), "This is not YAML.")
    return explained.format(token=token), where, False


_PROBLEMS = (
    ("tab that indents", "A tab indents this line; YAML indents with spaces only."),
    ("expected ',' or ']'", "A list in brackets is not closed: expected `,` or `]`, found {token}."),
    ("expected ',' or '}'", "A mapping in braces is not closed: expected `,` or `}}`, found {token}."),
    ("expected <block end>", "The indentation does not fit, or something is missing before this: found {token}."),
    ("unexpected end of stream", "A text in quotes is not closed."),
    ("document separator", "A text in quotes is not closed before the next document."),
    ("mapping values are not allowed", "A colon with a blank after it cannot stand here; put the text in quotes."),
    ("sequence entries are not allowed", "A list entry cannot stand here; it begins a line of its own."),
    ("mapping keys are not allowed", "A key cannot stand here."),
    ("cannot start any token", "No text can begin with this character; put it in quotes."),
    ("expected the node content", "Expected a value, found {token}."),
    ("expected '<document start>'", "The document has ended, and {token} follows."),
    ("non-comment content", "Nothing may follow the end of a document on its line."),
    ("incompatible YAML", "The document asks for another version of YAML."),
    ("undefined tag handle", "This tag is not defined."),
    ("escape", "This is no escape sequence of YAML."),
    ("block scalar", "The lines of this text block are not indented alike."),
)

_PROBLEMS_BY_CONTEXT = (
    ("directive", "This is no directive of YAML."),
    ("block scalar", "This text block is not well formed."),
    ("alias", "An alias has a name of letters and digits."),
    ("anchor", "An anchor has a name of letters and digits."),
    ("tag", "This tag is not well formed."),
)
