"""Files to reports: reads, checks the shape, judges; a failure with one sheet stays with that sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from cwdesign.findings import Finding
from cwdesign.report import SheetReport
from cwdesign.settings import Settings
from cwdesign.sources import Source

if TYPE_CHECKING:
    from cwdesign.catalog import Catalog
    from cwdesign.reader import Document


@dataclass(frozen=True, slots=True)
class Context:
    """What a verdict depends on besides the file; plain values that can go to another process."""

    settings: Settings = field(default_factory=Settings)
    debug: bool = False


@lru_cache(maxsize=1)
def _catalog() -> Catalog:
    from cwdesign.catalog import load_catalog

    return load_catalog()


def check_sources(sources: Iterable[Source], context: Context) -> Iterator[SheetReport]:
    """The results of all documents of all files, in order, each as soon as it is done."""
    for source in sources:
        yield from check_file(source, context)


def check_file(source: Source, context: Context) -> list[SheetReport]:
    """The results of one file, a document each."""
    from cwdesign.reader import read_file

    documents = read_standard_input() if source.file is None else read_file(source.file, source.path)
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
    from cwdesign.schema import check_shape
    from cwdesign.tow import tow_loader

    findings = list(document.findings)
    if document.sheet is not None:
        findings += check_shape(document.sheet)
    if document.sheet is None or findings:
        return _unreadable(document, findings)
    return judge(document.sheet, _catalog(), context.settings, tow_loader(source.file))


def _unreadable(document: Document, findings: Iterable[Finding]) -> SheetReport:
    ordered = tuple(sorted(findings, key=lambda f: (f.place.span.line, f.place.span.column, f.rule)))
    return SheetReport(
        path=document.path,
        document=document.index,
        name=document.name,
        status="unreadable",
        totals=None,
        findings=ordered,
        excerpts=excerpts_of(document.path, document.text, ordered),
    )


def excerpts_of(path: str, text: str, findings: Iterable[Finding]) -> dict[int, str]:
    """The source lines of a file that findings and their causes point at."""
    places = [place for f in findings for place in (f.place, *(related.place for related in f.related))]
    wanted = {line for place in places if place.path == path for line in (place.span.line, place.span.end_line)}
    if not wanted:
        return {}
    lines = text.split("\n")
    return {line: lines[line - 1] for line in sorted(wanted) if line <= len(lines)}


def crashed(path: str, document: int, name: str | None, error: BaseException) -> SheetReport:
    """The result of a sheet that the program itself failed on: an error that says what to report."""
    from cwdesign.failure import crash_finding

    finding = crash_finding(path, error)
    return SheetReport(path=path, document=document, name=name, status="illegal", totals=None, findings=(finding,))
