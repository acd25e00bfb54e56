"""Files to reports: reads, checks the shape, judges; a failure with one sheet stays with that sheet.

One process has one `Checker`, for which catalog, garages and rules are made once. `check_sources` runs over many
files: what the cache knows comes from there, the rest is judged here or, of many, in several processes.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cwdesign.cache import Cache, digest_of, key_of, program_fingerprint
from cwdesign.catalog import Catalog, load_catalog
from cwdesign.config import Garage, find_garage, for_sheet, garage_in, load_garage, settings_for
from cwdesign.findings import Finding
from cwdesign.paths import absolute, folder_of
from cwdesign.report import SheetReport, Totals
from cwdesign.settings import Settings
from cwdesign.sources import CannotRead, Source, file_bytes, standard_input_bytes
from cwdesign.steps import Steps, finished, together
from cwdesign.values import collect_rarely, computed, field, frozen, write_constructors

if TYPE_CHECKING:
    from cwdesign.design import Design
    from cwdesign.reader import Document
    from cwdesign.stored import StoredReport, Trailer
    from cwdesign.tow import Tow, Trains

WORTH_A_PROCESS = 12
"""So many files take as long to check as another process takes to start."""
LARGE = 50_000
"""A file of more bytes than this is as much work as many, and not kept in memory beside others."""
MOST_WAITING = 2000
"""Reports that may wait for one before them."""


@frozen
class Context:
    """What a verdict depends on besides the files; plain values that can go to another process."""

    asked: Settings = field(default_factory=Settings)
    """What the options of the command line say; they narrow or replace what garages say."""
    config: str | None = None
    """The garage file of every sheet, in place of the one found upwards."""
    isolated: bool = False
    """No garage file at all."""
    debug: bool = False


@frozen
class Effort:
    """How a run does its work; nothing of it changes a verdict. `cache` is the folder of the cache, None for none."""

    jobs: int = 1
    cache: str | None = None
    summaries: bool = True
    """Whether anybody reads the summaries of reports; what is cached has them all the same."""


ALONE = Effort()


class Garages:
    """The garage of every sheet, each garage file read once. `findings` collects what is wrong with them."""

    def __init__(self, config: str | None = None, isolated: bool = False) -> None:
        self._config = config
        self._isolated = isolated
        self._by_folder: dict[str, Garage | None] = {}
        self._by_path: dict[str, Garage | None] = {}
        self.findings: list[Finding] = []

    def __reduce__(self) -> tuple[type[Garages], tuple[str | None, bool]]:
        """Another process reads the garage files itself."""
        return Garages, (self._config, self._isolated)

    def of(self, file: str | None) -> Garage | None:
        """The garage of a sheet's file (None: standard input, in the current folder); None where it has none."""
        if self._config is not None:
            return self.at(self._config)
        if self._isolated:
            return None
        folder = folder_of(file or "")
        if folder not in self._by_folder:
            head, _, name = folder.rpartition("/")
            # The way up from a folder among folders is known already but for its first step.
            known = head in self._by_folder and name not in ("", ".", "..")
            path = garage_in(folder) if known else find_garage(folder)
            self._by_folder[folder] = self.at(path) if path is not None else self._by_folder[head] if known else None
        return self._by_folder[folder]

    def at(self, path: str) -> Garage | None:
        """The garage of a garage file; None, with findings, where it cannot be used."""
        key = absolute(path)
        if key not in self._by_path:
            loaded = load_garage(path, load_catalog())
            if isinstance(loaded, Garage):
                self._by_path[key] = loaded
            else:
                self._by_path[key] = None
                self.findings.extend(loaded)
        return self._by_path[key]

    def excluded(self, path: str) -> bool:
        """Whether a file or folder found in a folder is left out by its garage."""
        garage = self.of(path)
        return garage is not None and garage.excludes(path)


def settings_of(garage: Garage | None, context: Context) -> Settings:
    """The settings of a garage's sheets in this run."""
    return settings_for(garage, context.asked)


@frozen
class Ground:
    """What the verdict on a sheet stands on; `overlay` is a hash of what a garage adds to the catalog."""

    settings: Settings
    catalog: Catalog
    overlay: str

    @computed
    def known_by(self) -> str:
        """A hash of all of it and of the program."""
        parts = (program_fingerprint(), self.catalog.fingerprint, self.overlay, repr(self.settings))
        return digest_of("\0".join(parts).encode("utf-8", "surrogatepass"))


class Begun(NamedTuple):
    """A file's documents (of a large file its bytes yet), or why there are none; and its key."""

    source: Source
    read: Sequence[Document] | bytes | CannotRead | Exception
    key: str


class Checker:
    """Checks files in one process."""

    def __init__(
        self, context: Context, garages: Garages, cache: Cache | None = None, *, summaries: bool = True
    ) -> None:
        self.context = context
        self.cache = cache
        self._summaries = summaries or cache is not None
        self._garages = garages
        self._grounds: dict[tuple[object, ...], Ground] = {}
        self._settings: dict[str | None, Settings] = {}
        self._plain: dict[str | None, Ground] = {}
        """The ground of a folder whose garage waives nothing: it is that of every sheet."""
        self._checked = 0
        self._trains: Trains = {}

    def __reduce__(self) -> tuple[partial[Checker], tuple[Context, Garages, Cache | None]]:
        """Another process makes its own grounds."""
        return partial(Checker, summaries=self._summaries), (self.context, self._garages, self.cache)

    @staticmethod
    def prepare() -> None:
        """Do what pays for much work only, and once for all processes that are forked from this one."""
        import cwdesign.judge
        import cwdesign.reader
        import cwdesign.schema
        import cwdesign.stored
        import cwdesign.tow

        cwdesign.reader.expect_much()
        write_constructors()
        collect_rarely()
        gc.freeze()  # what was imported stays: no collection looks at it, and no process copies it for that

    def check(self, source: Source) -> Sequence[SheetReport]:
        """The results of one file, a document each."""
        try:
            if self.cache is not None:
                found, data, key = self._remembered(source)
                if found is not None:
                    return found
                return self._stored(finished(self._storing(Begun(source, data, key))), source, key)
            return self.reports(_content(source), source, source.path)[0]
        except CannotRead as error:
            return [_not_read(source.path, error)]
        except Exception as error:
            if self.context.debug:
                raise
            return [crashed(source.path, 0, None, error)]

    def remembered(self, source: Source) -> Sequence[SheetReport] | None:
        """What the cache knows of a file."""
        return self._remembered(source)[0] if self.cache is not None else None

    def begin(self, source: Source) -> Begun:
        """Read one file."""
        try:
            content: bytes | CannotRead = _content(source)
        except CannotRead as error:
            content = error
        # Without a cache the key only stands for the path.
        known_by = self.ground(source).known_by if self.cache is not None else ""
        key = key_of(b"" if isinstance(content, CannotRead) else content, known_by)
        read: Sequence[Document] | bytes | CannotRead | Exception = content
        if isinstance(content, bytes) and len(content) <= LARGE:
            read = self._documents(content, key)
        return Begun(source, read, key)

    def end(self, several: Sequence[Begun]) -> list[tuple[bytes, str] | Exception]:
        """The results of files as bytes, each with the text that stands for its path (see `stored.store`)."""
        # A large file is done with before the next, so that only one is in memory.
        return together([self._ending(begun) for begun in several])

    def _ending(self, begun: Begun) -> Steps[tuple[bytes, str]]:
        storing = self._storing(begun)
        data = finished(storing) if isinstance(begun.read, bytes) else (yield from storing)
        return data, begun.key

    # -- the cache

    def _remembered(self, source: Source) -> tuple[list[StoredReport] | None, bytes | CannotRead, str]:
        """(what the cache knows, what the file holds, the key of both)."""
        from cwdesign.stored import Damaged, restore

        assert self.cache is not None
        try:
            content = _content(source)
        except CannotRead as error:
            return None, error, key_of(b"", "")
        key = key_of(content, self.ground(source).known_by)
        entry = self.cache.get(key)
        if entry is None:
            return None, content, key
        try:
            reports, trailers = restore(entry, source.path, key)
        except Damaged:
            return None, content, key
        current = all(self._trailer(source, trailer[0]) == trailer for trailer in trailers if trailer is not None)
        return (reports if current else None), content, key

    def _storing(self, begun: Begun) -> Steps[bytes]:
        """Check a file under its key for a path, and keep the result if it can happen again."""
        from cwdesign.stored import store

        source, read, key = begun
        if isinstance(read, CannotRead):
            return store([_not_read(key, read)], key)
        documents = self._documents(read, key) if isinstance(read, bytes) else read
        reports, trailers = yield from self._reporting(documents, source, key)
        yield
        data = store(reports, key, trailers)
        if self.cache is not None and not any(f.rule.startswith("BUG-") for r in reports for f in r.findings):
            self.cache.put(key, data)
        return data

    @staticmethod
    def _stored(data: bytes, source: Source, key: str) -> list[StoredReport]:
        from cwdesign.stored import restore

        return restore(data, source.path, key)[0]

    def _trailer(self, source: Source, tows: str) -> Trailer:
        from cwdesign.tow import tow_loader

        return _known_trailer(tows, tow_loader(source.file, revision=source.revision, known=self._trains)(tows))

    # -- one file

    def reports(self, content: bytes, source: Source, path: str) -> tuple[list[SheetReport], list[Trailer | None]]:
        """The results of a file's documents, and what the trailer of each is known by."""
        return finished(self._reporting(self._documents(content, path), source, path))

    def examined(self, content: bytes, source: Source) -> Iterator[tuple[Document, SheetReport, Design | None]]:
        """Every document of a file with its result, and with its design without what it tows, if it has one.

        Raises what kept the program from reading the documents.
        """
        documents = self._documents(content, source.path)
        if isinstance(documents, Exception):
            raise documents
        for document in documents:
            designs: list[Design] = []
            (report,), _ = finished(self._reporting([document], source, source.path, designs))
            yield document, report, designs[0] if designs else None

    def _documents(self, content: bytes, path: str) -> Sequence[Document] | Exception:
        """The documents of a file, or what kept the program from reading them."""
        from cwdesign.reader import read_sheets

        self._checked += 1
        if self._checked == WORTH_A_PROCESS or len(content) > LARGE:
            self.prepare()
        try:
            return read_sheets(content, path)
        except Exception as error:
            if self.context.debug:
                raise
            return error

    def _reporting(
        self,
        documents: Sequence[Document] | Exception,
        source: Source,
        path: str,
        designs: list[Design] | None = None,
    ) -> Steps[tuple[list[SheetReport], list[Trailer | None]]]:
        reports: list[SheetReport] = []
        trailers: list[Trailer | None] = []
        if isinstance(documents, Exception):
            return [crashed(path, 0, None, documents)], [None]
        for document in documents:
            towing: list[Trailer] = []
            try:
                reports.append((yield from self._judging(document, source, towing, designs)))
            except Exception as error:
                if self.context.debug:
                    raise
                reports.append(crashed(path, document.index, document.name, error))
            trailers.append(towing[0] if towing else None)
        return reports, trailers

    def _judging(
        self, document: Document, source: Source, towing: list[Trailer], designs: list[Design] | None
    ) -> Steps[SheetReport]:
        from cwdesign.judge import judging
        from cwdesign.schema import check_document
        from cwdesign.tow import tow_loader

        findings = check_document(document)
        if document.sheet is None or findings:
            return _unreadable(document, findings)

        def tow(tows: str) -> Tow:
            found = tow_loader(source.file, revision=source.revision, known=self._trains)(tows)
            towing.append(_known_trailer(tows, found))
            return found

        yield
        ground = self.ground(source)
        made = judging(document.sheet, ground.catalog, ground.settings, tow, designs, summary=self._summaries)
        return (yield from made)

    def ground(self, source: Source) -> Ground:
        """What the verdict on the sheets of a file stands on."""
        folder = None if source.file is None else source.file.rpartition(os.sep)[0]
        plain = self._plain.get(folder)
        if plain is not None:
            return plain
        garage = self._garages.of(source.file)
        garage_path = garage.path if garage is not None else None
        general = self._settings.get(garage_path)
        if general is None:
            general = self._settings[garage_path] = settings_of(garage, self.context)
        settings = for_sheet(general, garage, source.path)
        key = (garage_path, *((waiver.line, waiver.column) for waiver in settings.waivers))
        ground = self._grounds.get(key)
        if ground is None:
            catalog = garage.catalog if garage is not None and garage.catalog is not None else load_catalog()
            overlay = garage.overlay_digest if garage is not None else ""
            ground = self._grounds[key] = Ground(settings, catalog, overlay)
        if not general.waivers:
            self._plain[folder] = ground
        return ground


def _content(source: Source) -> bytes:
    return standard_input_bytes() if source.file is None else file_bytes(source.file)


def _known_trailer(tows: str, tow: Tow) -> Trailer:
    """What a trailer is known by: the same text and what it led to."""
    text = tow.sheet.text if tow.sheet is not None else ""
    return tows, digest_of("\0".join((tow.problem or "", tow.path, text)).encode("utf-8", "surrogatepass"))


# -- many files -----------------------------------------------------------------------------------


def check_sources(
    sources: Sequence[Source], context: Context, garages: Garages, effort: Effort = ALONE
) -> Iterator[SheetReport]:
    """The results of all documents of all files, in order, each as soon as it and those before it are done.

    A cache that cannot be written is said once on standard error.
    """
    cache = Cache(effort.cache) if effort.cache is not None else None
    checker = Checker(context, garages, cache, summaries=effort.summaries)
    jobs = 1 if context.debug else min(effort.jobs, len(sources) // WORTH_A_PROCESS)
    try:
        if jobs > 1:
            yield from _in_processes(sources, checker, jobs)
        else:
            for source in sources:
                yield from checker.check(source)
    finally:
        if cache is not None:
            cache.trim()
            if cache.problem is not None:
                from cwdesign.output import complain

                complain(f"warning: {cache.problem}")


def _in_processes(sources: Sequence[Source], checker: Checker, jobs: int) -> Iterator[SheetReport]:
    from cwdesign.stored import restore
    from cwdesign.workers import Result, Workers

    done: dict[int, Sequence[SheetReport]] = {}
    first = last = 0  # the number of the next result to give, and of the next file to take

    def take(results: Iterable[Result]) -> None:
        for (number, source), data, said in results:
            if data is None:
                done[number] = [crashed(source.path, 0, None, RuntimeError(said))]
            else:
                done[number] = restore(data, source.path, said)[0]

    with Workers(jobs, checker, len(sources)) as workers:
        for source in sources:
            remembered = checker.remembered(source)
            if remembered is not None:
                done[last] = remembered
            else:
                take(workers.give((last, source)))
            last += 1
            while first in done:
                yield from done.pop(first)
                first += 1
            while last - first > MOST_WAITING and first not in done:
                take(workers.wait())
        while first < last:
            while first not in done:
                take(workers.wait())
            yield from done.pop(first)
            first += 1


# -- reports of what could not be judged ----------------------------------------------------------


def _not_read(path: str, error: CannotRead) -> SheetReport:
    from cwdesign.reader import unreadable

    document = unreadable(path, error.reason)
    return _unreadable(document, document.findings)


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
