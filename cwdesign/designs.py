"""The designs of a file: each document's report together with the design that it is about."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Finding
from cwdesign.pipeline import Checker
from cwdesign.reader import Document
from cwdesign.report import SheetReport
from cwdesign.sources import CannotRead, Source, file_bytes, standard_input_bytes
from cwdesign.values import frozen


@frozen
class Judged:
    """One document: as read, as judged, and resolved where it could be (None for an unreadable sheet)."""

    document: Document
    report: SheetReport
    design: Design | None


def content_of(source: Source) -> bytes:
    """What a source holds. Raises CannotRead."""
    return standard_input_bytes() if source.file is None else file_bytes(source.file)


def judged_documents(content: bytes, source: Source, checker: Checker) -> Iterator[Judged]:
    """Judge every document of a file's bytes, by its garage."""
    for document, report, design in checker.examined(content, source):
        yield Judged(document, report, design)


def faults_of_sheet(report: SheetReport) -> list[Finding]:
    """What keeps a design from being known: its sheet cannot be read, or names a component that is not there."""
    if report.status == "unreadable":
        return list(report.findings)
    return [f for f in report.findings if f.rule in ("SHT-UNKNOWN", "BUG-CRASH")]


__all__ = ["CannotRead", "Judged", "content_of", "faults_of_sheet", "judged_documents"]
