"""`cwdesign import`: one-line descriptions of vehicles as sheets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cwdesign.commands import options
from cwdesign.output import NewFile, NotWritable, ReportFile, complain, say, standard_output
from cwdesign.pipeline import Checker, Context, Garages
from cwdesign.sources import MAX_BYTES, STANDARD_INPUT, CannotRead, Source, file_bytes, shown, standard_input_bytes

if TYPE_CHECKING:
    from cwdesign.report import SheetReport
    from cwdesign.stockcar.reading import Reading

EXAMPLES = [
    ("cwdesign import list.txt --output garage/", "a sheet for every vehicle of a list, named after it"),
    ("cwdesign import list.txt > stable.yaml", "all of them as one file"),
    ('echo "Kart -- Subcompact, …" | cwdesign import -', "a line from somewhere else"),
]


STANDARD_OUTPUT = "standard output"
"""Where findings are that a sheet has on standard output; their lines are those of the stream."""
MOST_SAID = 300
"""Characters of unread words that standard error shows; the sheet has them all."""
MOST_STRAY = 1000
"""Stretches of a text without a vehicle that standard error shows."""


def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Texts with descriptions of vehicles; - is standard input.")
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output", metavar="FOLDER", help="Write a file for each vehicle into FOLDER.", show_default=False
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
    config: options.Config = None,
    isolated: options.Isolated = False,
    debug: options.Debug = False,
) -> int:
    """Turn one-line descriptions, as magazines and lists print them, into sheets, and check these.

    Printed figures become claims. What could not be read, and where a weapon without a place was put, is said on
    standard error and in the sheet. Ends with 1 where words were left unread or a sheet has an error.
    """
    texts = list(_texts(files))
    status = 2 if len(texts) < len(dict.fromkeys(files)) else 0
    context = Context(config=options.garage_file(config, isolated), isolated=isolated, debug=debug)
    job = _Import(output, force, context)
    if job.unusable():
        return 2
    for path, text in texts:
        status = max(status, job.read(path, text))
    return max(status, job.end())


def _texts(files: list[str]) -> Iterator[tuple[str, str]]:
    """The files that can be read, each once, with their text."""
    for file in dict.fromkeys(files):
        try:
            content = standard_input_bytes() if file == STANDARD_INPUT else file_bytes(file)
            if len(content) > MAX_BYTES:
                raise CannotRead(f"it has more than {MAX_BYTES:,} bytes")
        except CannotRead as error:
            complain(f"{shown(file)}: cannot be read: {error.reason}")
            continue
        yield shown(file), _decoded(content, shown(file))


def _decoded(content: bytes, path: str) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or else the code page of old lists."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        complain(f"{path}: is not UTF-8; read as Windows-1252")
        return content.decode("cp1252", "replace")


class _Import:
    """One run: from texts to sheets in a folder or on standard output."""

    def __init__(self, folder: str | None, force: bool, context: Context) -> None:
        self._folder = folder
        self._force = force
        self._garages = Garages(context.config, context.isolated)
        self._checker = Checker(context, self._garages)
        self._names: set[str] = set()
        self._lines = 0
        """Lines on standard output so far."""

    def unusable(self) -> bool:
        """Whether the folder cannot be written into or its garage file has mistakes; says so."""
        self._garages.of(self._file("x.yaml"))
        for finding in self._garages.findings:
            complain(f"{finding.place.path}:{finding.place.span.line}: {finding.message}")
        if self._folder is not None:
            try:
                os.makedirs(self._folder, exist_ok=True)
            except OSError as error:
                raise NotWritable(self._folder, error) from error
        return bool(self._garages.findings)

    def _file(self, name: str) -> str | None:
        return None if self._folder is None else os.path.join(self._folder, name)

    def read(self, path: str, text: str) -> int:
        """Read the vehicles of one text and write their sheets; the exit status so far."""
        from cwdesign.stockcar.entries import divide
        from cwdesign.stockcar.lexicon import lexicon_of
        from cwdesign.stockcar.reading import read
        from cwdesign.stockcar.tokens import position

        catalog = self._checker.ground(Source("-", self._file("x.yaml"))).catalog
        entries = divide(text, lexicon_of(catalog))
        status = 0
        for stray in entries.stray[:MOST_STRAY]:
            line, column = position(text, stray.start)
            complain(f'{path}:{line}:{column}: no vehicle in "{stray.text[:MOST_SAID]}"')
        if len(entries.stray) > MOST_STRAY:
            complain(f"{path}: no vehicle in {len(entries.stray) - MOST_STRAY:,} more places")
        for start, why in entries.beyond:
            line, column = position(text, start)
            complain(f"{path}:{line}:{column}: {why}")
        if entries.stray or entries.beyond:
            status = 1
        for described in entries.described:
            reading = read(text, described, catalog)
            for unread in reading.unread:
                line, column = position(text, unread.start)
                complain(f'{path}:{line}:{column}: {reading.name}: not read: "{unread.text[:MOST_SAID]}"')
                status = 1
            if reading.sheet is None:
                line, column = position(text, described.start)
                complain(f"{path}:{line}:{column}: {reading.name}: no body named, so there is no sheet")
                status = 1
                continue
            line, column = position(text, described.start)
            for note in reading.draft.notes:
                if note.told:
                    complain(f"{path}:{line}:{column}: {reading.name}: {note.text[:1].lower()}{note.text[1:]}")
            status = max(status, self._write(reading, f"{path}, line {line}"))
        if not entries.described:
            complain(f"{path}: no vehicle is described in it")
            return 2
        return status

    def _write(self, reading: Reading, source: str) -> int:
        from cwdesign.stockcar.sheet_text import sheet_text

        text = sheet_text(reading, source)
        if self._folder is None:
            document = ("---\n" if self._lines else "") + text
            standard_output(document)
            before = self._lines + document.count("\n") - text.count("\n")
            self._lines += document.count("\n")
            report = self._check(text, STANDARD_OUTPUT, None)
            self._say(report, STANDARD_OUTPUT, before)
        else:
            name = self._put(reading.name, text)
            path = shown(os.path.join(self._folder, name))
            report = self._check(text, path, self._file(name))
            self._say(report, path)
        return 1 if report.status != "legal" else 0

    def _put(self, vehicle: str, text: str) -> str:
        """Write the file of a vehicle under the first name that is free; the name."""
        assert self._folder is not None
        while True:
            name = self._free_name(vehicle, self._folder)
            place = os.path.join(self._folder, name)
            try:
                with ReportFile(place) if self._force else NewFile(place) as file:
                    file.write(text)
            except FileExistsError:
                continue
            return name

    def _free_name(self, vehicle: str, folder: str) -> str:
        """The first name of a vehicle that neither this run nor, without `--force`, a file has; says what was there."""
        from cwdesign.stockcar.file_names import numbered, stem_of

        stem, number = stem_of(vehicle), 1
        there: list[str] = []
        while True:
            name = numbered(stem, number)
            place = os.path.join(folder, name)
            taken = name not in self._names and not self._force and os.path.lexists(place)
            if name not in self._names and not taken:
                self._names.add(name)
                if there:
                    first = f"{there[0]} and {len(there) - 1} more are" if len(there) > 1 else f"{there[0]} is"
                    complain(f"{first} there already, so this is {shown(place)}; --force replaces what is there")
                return name
            if taken:
                there.append(shown(place))
            number += 1

    def _check(self, text: str, path: str, file: str | None) -> SheetReport:
        return self._checker.reports(text.encode("utf-8"), Source(path, file), path)[0][0]

    def _say(self, report: SheetReport, path: str, before: int = 0) -> None:
        """The findings of a sheet with so many lines before it, and its verdict."""
        from cwdesign.render.concise import concise_line
        from cwdesign.render.text import visible

        for finding in report.findings:
            if finding.severity != "note" and not finding.waived:
                say(f"{concise_line(finding, before)}\n")
        say(f"{visible(path)}: {visible(report.name or '')}: {report.status}\n")

    def end(self) -> int:
        """The status that what the whole run found adds."""
        return 0


__all__ = ["EXAMPLES", "import_"]
