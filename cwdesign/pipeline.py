"""Files to reports: reads, checks the shape, judges; a failure with one sheet stays with that sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from cwdesign.catalog import load_catalog
from cwdesign.config import Garage, find_garage, for_sheet, load_garage, settings_for
from cwdesign.findings import Finding
from cwdesign.paths import absolute, folder_of
from cwdesign.report import SheetReport, Totals
from cwdesign.settings import Settings
from cwdesign.sources import Source

if TYPE_CHECKING:
    from cwdesign.reader import Document


@dataclass(frozen=True, slots=True)
class Context:
    """What a verdict depends on besides the files; plain values that can go to another process."""

    asked: Settings = field(default_factory=Settings)
    """What the options of the command line say; they narrow or replace what garages say."""
    config: str | None = None
    """The garage file of every sheet, in place of the one found upwards."""
    isolated: bool = False
    """No garage file at all."""
    debug: bool = False


class Garages:
    """The garage of every sheet, each garage file read once. `findings` collects what is wrong with them."""

    def __init__(self, config: str | None, isolated: bool) -> None:
        self._config = config
        self._isolated = isolated
        self._by_folder: dict[str, Garage | None] = {}
        self._by_path: dict[str, Garage | None] = {}
        self.findings: list[Finding] = []

    def of(self, file: str | None) -> Garage | None:
        """The garage of a sheet's file (None: standard input, in the current folder); None where it has none."""
        if self._config is not None:
            return self.at(self._config)
        if self._isolated:
            return None
        folder = folder_of(file or "")
        if folder not in self._by_folder:
            path = find_garage(folder)
            self._by_folder[folder] = None if path is None else self.at(path)
        return self._by_folder[folder]

    def at(self, path: str) -> Garage | None:
        """The garage of a garage file; None, with findings, where it cannot be used."""
        key = absolute(path)
        if key not in self._by_path:
            loaded = load_garage(path, load_catalog())
            usable = isinstance(loaded, Garage)
            self._by_path[key] = loaded if usable else None
            self.findings.extend(() if usable else loaded)
        return self._by_path[key]

    def excluded(self, path: str) -> bool:
        """Whether a file or folder found in a folder is left out by its garage."""
        garage = self.of(path)
        return garage is not None and garage.excludes(path)


@lru_cache(maxsize=4)
def garages(config: str | None, isolated: bool) -> Garages:
    """The garages of this process."""
    return Garages(config, isolated)


def settings_of(garage: Garage | None, context: Context) -> Settings:
    """The settings of a garage's sheets in this run."""
    return settings_for(garage, context.asked)


def check_sources(sources: Iterable[Source], context: Context) -> Iterator[SheetReport]:
    """The results of all documents of all files, in order, each as soon as it is done."""
    for source in sources:
        yield from check_file(source, context)


def check_file(source: Source, context: Context) -> list[SheetReport]:
    """The results of one file, a document each."""
    from cwdesign.reader import read_file

    try:
        documents = read_standard_input() if source.file is None else read_file(source.file, source.path)
    except Exception as error:
        if context.debug:
            raise
        return [crashed(source.path, 0, None, error)]
    return [_check(document, source, context) for document in documents]


def read_standard_input() -> tuple[Document, ...]:
    """The documents on standard input."""
    import sys

    from cwdesign.reader import MAX_BYTES, read_sheets, unreadable

    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, AttributeError, ValueError):  # closed, or a folder
        return (unreadable("-", "standard input is closed"),)
    return read_sheets(raw, "-")


def _check(document: Document, source: Source, context: Context) -> SheetReport:
    try:
        return _judged(document, source, context)
    except Exception as error:
        if context.debug:
            raise
        return crashed(document.path, document.index, document.name, error)


def _judged(document: Document, source: Source, context: Context) -> SheetReport:
    from cwdesign.judge import judge
    from cwdesign.schema import check_document
    from cwdesign.tow import tow_loader

    findings = check_document(document)
    if document.sheet is None or findings:
        return _unreadable(document, findings)
    garage = garages(context.config, context.isolated).of(source.file)
    settings = for_sheet(settings_of(garage, context), garage, source.path)
    known = garage.catalog if garage is not None and garage.catalog is not None else load_catalog()
    return judge(document.sheet, known, settings, tow_loader(source.file))


def _unreadable(document: Document, findings: tuple[Finding, ...]) -> SheetReport:
    return SheetReport(
        path=document.path,
        document=document.index,
        name=document.name,
        status="unreadable",
        totals=None,
        findings=findings,
        excerpts=excerpts_of(document.path, document.lines, findings),
    )


def excerpts_of(path: str, lines: Sequence[str], findings: Iterable[Finding]) -> dict[int, str]:
    """The source lines of a file that findings and their causes point at."""
    places = [place for f in findings for place in (f.place, *(related.place for related in f.related))]
    wanted = {line for place in places if place.path == path for line in (place.span.line, place.span.end_line)}
    if not wanted:
        return {}
    return {line: lines[line - 1] for line in sorted(wanted) if line <= len(lines)}


def crashed(path: str, document: int, name: str | None, error: BaseException) -> SheetReport:
    """The result of a sheet that the program itself failed on: an error that says what to report."""
    from cwdesign.failure import crash_finding

    finding = crash_finding(path, error)
    return SheetReport(path=path, document=document, name=name, status="illegal", totals=Totals(), findings=(finding,))
