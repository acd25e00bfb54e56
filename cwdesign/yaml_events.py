"""The parsing events of YAML text, from whichever parser of ruamel.yaml is fit for it.

`pure_events` is the reference: ruamel's own parser, told to treat tabs as YAML 1.2 does. `fast_events` is
the C parser of `ruamel.yaml.clib`; it reads a few constructions in another way, so it is used only for text
in which both give the same events at the same places (`may_differ`; a test compares them). Both expect line
feeds as the only line ends, no other character that a parser could take for one, and no control characters.

Importing this module is the cost of the first sheet; `ruamel.yaml` as a whole costs twice as much, and
nothing of it but the scanner and the parser is wanted here (see `_only_the_parts`).
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any


class _Deferred(ModuleType):
    """A package whose parts can be imported without it; the first use of anything else runs it."""

    def __getattr__(self, name: str) -> Any:
        self.__class__ = ModuleType  # type: ignore[assignment]
        assert self.__spec__ is not None and self.__spec__.loader is not None
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def _only_the_parts() -> None:
    """Make `import ruamel.yaml.parser` run only the modules it needs.

    `ruamel/yaml/__init__.py` imports the whole library, dumper and round-trip types included, which is half
    of the time that a short sheet takes altogether. Whoever imports `ruamel.yaml` later gets all of it.
    """
    if "ruamel.yaml" in sys.modules:
        return
    spec = importlib.util.find_spec("ruamel.yaml")
    if spec is None:
        return  # the import below says so
    package = importlib.util.module_from_spec(spec)
    package.__class__ = _Deferred
    sys.modules["ruamel.yaml"] = package
    sys.modules["ruamel"].yaml = package  # type: ignore[attr-defined]


if not TYPE_CHECKING:
    _only_the_parts()

from ruamel.yaml.error import MarkedYAMLError, StreamMark, YAMLError  # noqa: E402
from ruamel.yaml.events import (  # noqa: E402
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.parser import Parser  # noqa: E402
from ruamel.yaml.reader import Reader  # noqa: E402
from ruamel.yaml.scanner import Scanner, ScannerError  # noqa: E402
from ruamel.yaml.tokens import DocumentEndToken, TagToken  # noqa: E402

__all__ = [
    "FAST_FROM",
    "AliasEvent",
    "DocumentEndEvent",
    "DocumentStartEvent",
    "Event",
    "MappingEndEvent",
    "MappingStartEvent",
    "MarkedYAMLError",
    "ScalarEvent",
    "SequenceEndEvent",
    "SequenceStartEvent",
    "YAMLError",
    "fast_events",
    "may_differ",
    "pure_events",
]

_DIFFERENT = re.compile(
    r"\t|^%|^ +$"
    r"|(?:^|[-?:,\[{]) *[!&*]"  # tags, anchors, aliases where a value or key may begin
    r"|(?:^|[-,\[{]) *\?(?:[ \n,\]}]|$)"  # long keys
    r"|(?:^|[-?,\[{]) *[|>]|: *[|>](?![-+]?\n)"  # text blocks with anything but the plain header
)
"""What the two parsers may read in different ways, or put in different places, in one line."""

_MARKS = (" \n", "\t", "!", "&", "*", "?", "|", ">", "%")
"""A line without any of these has nothing of that, unless it is the last and blank."""


def may_differ(text: str) -> bool:
    """Whether the two parsers may read a text in different ways."""
    for mark in _MARKS:
        at = text.find(mark)
        while at >= 0:
            end = text.find("\n", at) + 1 or len(text)
            if _DIFFERENT.search(text[text.rfind("\n", 0, at) + 1 : end]):
                return True
            at = text.find(mark, end)
    return text.endswith(" ") and not text[text.rfind("\n") + 1 :].strip(" ")


FAST_FROM = 4000
"""How many characters must have been read before the C parser is worth its import (some 5 ms)."""


_BLANK = re.compile("[ \n]*")
_TAG = re.compile(r"[^\s,\[\]{}\0]*")
_MAX_DIRECTIVES = 100


class _Reader(Reader):
    """ruamel's reader over a whole text, whose only line ends are line feeds."""

    def peek(self, index: int = 0) -> str:
        """The character some places on; NUL at the end."""
        try:
            return self.buffer[self.pointer + index]
        except IndexError:
            return "\0"

    def prefix(self, length: int = 1) -> str:
        """The next characters."""
        return self.buffer[self.pointer : self.pointer + length]

    def forward(self, length: int = 1) -> None:
        """Go on by some characters."""
        begin = self.pointer
        self.pointer = self.index = begin + length
        feeds = self.buffer.count("\n", begin, begin + length)
        if feeds:
            self.line += feeds
            self.column = begin + length - 1 - self.buffer.rfind("\n", begin, begin + length)
        else:
            self.column += length

    def get_mark(self) -> StreamMark:
        """Where it stands."""
        return StreamMark(None, self.index, self.line, self.column)


class _Scanner(Scanner):
    """ruamel's scanner, with tabs as YAML 1.2 has them: white space between tokens, never indentation.

    The three methods that the parser calls most remember that the next token is complete, which ruamel's
    find out each time anew.
    """

    reader: Any = None
    _complete = False
    _directives = 0

    def __init__(self, loader: _Loader, reader: _Reader) -> None:
        self.reader = reader
        super().__init__(loader=loader)

    def _complete_token(self) -> None:
        while self.need_more_tokens():
            self.fetch_more_tokens()
        self._complete = True

    def check_token(self, *choices: Any) -> bool:
        """Whether there is a next token, of one of these classes if any are given."""
        if not self._complete:
            self._complete_token()
        return bool(self.tokens) and (not choices or isinstance(self.tokens[0], choices))

    def peek_token(self) -> Any:
        """The next token."""
        if not self._complete:
            self._complete_token()
        return self.tokens[0] if self.tokens else None

    def get_token(self) -> Any:
        """Take the next token."""
        if not self._complete:
            self._complete_token()
        self._complete = False
        if not self.tokens:
            return None
        self.tokens_taken += 1
        return self.tokens.pop(0)

    def scan_to_next_token(self) -> Any:
        """Skip white space, comments and line ends; a block key may follow a line end."""
        reader = self.reader
        while True:
            begin = reader.pointer
            line = reader.line
            indentation = reader.column == 0
            blank = _BLANK.match(reader.buffer, begin)
            assert blank is not None  # it matches nothing, too
            reader.forward(blank.end() - begin)
            if reader.line > line:
                indentation = True
                if not self.flow_level:
                    self.allow_simple_key = True
            if reader.peek() == "\t":
                tab = reader.get_mark()
                while reader.peek() in " \t":
                    reader.forward()
                if indentation and not self.flow_level and reader.peek() not in "#\n\0":
                    raise ScannerError(None, None, "found a tab that indents a line", tab)
            if reader.peek() == "#":
                end = reader.buffer.find("\n", reader.pointer)
                reader.forward((end if end >= 0 else len(reader.buffer) - 1) - reader.pointer)
            if reader.peek() != "\n":
                return

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> Any:
        """Skip the white space inside or after a plain scalar; its line ends fold as usual."""
        reader = self.reader
        blanks = ""
        while reader.peek() in " \t":
            blanks += reader.peek()
            reader.forward()
        if reader.peek() not in "\n\0":
            return [blanks] if blanks else []
        if not self.scan_line_break():
            return []
        self.allow_simple_key = True
        breaks: list[str] = []
        while True:
            if self.check_document_start() or self.check_document_end():
                return []
            while reader.peek() == " ":
                reader.forward()
            if reader.peek() == "\t" and (self.flow_level or reader.column >= indent):
                while reader.peek() in " \t":
                    reader.forward()
            if not self.scan_line_break():
                return breaks or [" "]
            breaks.append("\n")

    def scan_tag(self) -> Any:
        """Any tag, well formed or not: sheets have none, so what it says does not matter."""
        start = self.reader.get_mark()
        tag = _TAG.match(self.reader.buffer, self.reader.pointer)
        assert tag is not None  # it matches nothing, too
        self.reader.forward(tag.end() - self.reader.pointer)
        return TagToken(("!", "tag"), start, self.reader.get_mark())

    def scan_directive(self) -> Any:
        """A directive, of which no document has more than a few."""
        self._directives += 1
        if self._directives > _MAX_DIRECTIVES:
            raise ScannerError("while scanning a directive", None, "found too many directives", self.reader.get_mark())
        return super().scan_directive()


class _Parser(Parser):
    scanner: Any = None
    resolver: Any = None

    def __init__(self, loader: _Loader, scanner: _Scanner) -> None:
        self.scanner = scanner
        self.resolver = loader
        super().__init__(loader)

    def parse_implicit_document_start(self) -> Any:
        """A document without `---`; any number of `...` may come before it."""
        while self.scanner.check_token(DocumentEndToken):
            self.scanner.get_token()
        return super().parse_implicit_document_start()


class _Versions:
    """Where ruamel's scanner leaves what a `%YAML` directive says; every sheet is read as YAML 1.2."""

    doc_version: Any = None


class _Loader:
    """What ruamel's reader, scanner and parser look for in one another; reading is always by YAML 1.2."""

    comment_handling = None
    processing_version = (1, 2)

    def __init__(self, text: str) -> None:
        self.doc_infos = [_Versions()]
        self._resolver = self
        self._reader = _Reader(text, loader=self)
        self._scanner = _Scanner(self, self._reader)
        self._parser = _Parser(self, self._scanner)


def pure_events(text: str) -> Iterator[Event]:
    """The events of a text by ruamel's own parser. Raises YAMLError where the text is not YAML."""
    parser = _Loader(text)._parser
    while parser.state is not None:
        yield parser.state()


def fast_events(text: str) -> Iterator[Event] | None:
    """The events of a text by the C parser, None where it is not installed. Raises YAMLError as it goes."""
    try:
        from _ruamel_yaml import CParser  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return iter(CParser(text).get_event, None)
