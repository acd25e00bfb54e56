"""Baselines: the findings that a garage had when it adopted the gate, so that only new ones fail.

An entry is bound to a sheet (its path relative to the baseline file), the document in it, a rule and a place in the
document (`at`), never to line numbers. It covers one finding, and only while that is no worse: as far beyond the
limit as it was, or less.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from cwdesign.findings import MAX_FAULTS, Finding, Number, Place, Waiver
from cwdesign.paths import folder_of, relative
from cwdesign.report import SheetReport
from cwdesign.rule_choice import is_fixed, runs, title_of
from cwdesign.settings import Settings
from cwdesign.sheet import Span
from cwdesign.sources import CannotRead, file_bytes
from cwdesign.values import field, frozen, replace
from cwdesign.waivers import waiver_finding

VERSION = 1
MAX_BYTES = 16 * 1024 * 1024
MAX_ENTRIES = 50_000
_BRACKETS = 8
"""Opening brackets of an entry, those in its `at` included, beyond any that there is."""
_FRACTION = re.compile(r"-?[0-9]{1,50}(?:/[1-9][0-9]{0,49})?", re.ASCII)
_KEYS = ("sheet", "document", "rule", "at", "limit", "actual")

COVERED = "listed in {path}"
STALE = "The baseline lists {rule} in {sheet}{place}, which is not found there as it was."
MORE_STALE = "The baseline lists more that is not found; what follows is not listed here."
STALE_HINT = "It is gone or has got worse: mend what is new, then write the baseline anew with --write-baseline."
UNREADABLE = "The baseline cannot be read: {why}."
NOT_JSON = "This is no baseline, since it is not JSON: {why}."
NEWER = "This baseline has version {version}; this program knows version 1."
NO_BASELINE = "This is no baseline: {why}."
MANY = f"it has more than {MAX_ENTRIES:,} entries"
HINT = "Write it with --write-baseline."


@frozen
class BaselineEntry:
    """One accepted finding. `limit` and `actual` are those of the finding when it was accepted."""

    sheet: str
    document: int
    rule: str
    at: str | None
    limit: Number | None = None
    actual: Number | None = None
    index: int = 0
    """Its place in the file, which tells entries alike apart."""
    line: int = 1
    """The line of the file that it stands in."""

    def covers(self, finding: Finding) -> bool:
        """Whether this is that finding, no worse than it was."""
        if (finding.rule, finding.place.at) != (self.rule, self.at) or is_fixed(finding.rule):
            return False
        if self.actual is None or finding.actual is None:
            return self.actual is None and finding.actual is None
        if self.limit is None or finding.limit is None:
            return self.limit is None and finding.limit is None and finding.actual <= self.actual
        then, now = Fraction(self.actual) - self.limit, Fraction(finding.actual) - finding.limit
        return abs(now) <= abs(then) and (now < 0) == (then < 0)

    def beyond(self) -> Fraction:
        """How far beyond the limit the finding was."""
        return abs(Fraction(self.actual or 0) - (self.limit or 0))


@frozen
class Baseline:
    """A baseline as read. `path` is as given on the command line."""

    path: str
    entries: tuple[BaselineEntry, ...] = ()
    by_sheet: Mapping[tuple[str, int], tuple[BaselineEntry, ...]] = field(default_factory=dict)


def sheet_key(path: str, baseline: str) -> str:
    """A sheet's path as entries of this baseline file name it."""
    return path if path == "-" else relative(path, folder_of(baseline))


def read_baseline(path: str) -> Baseline | Finding:
    """The baseline in a file, or what is wrong with the file (CFG-READ, CFG-SHAPE)."""
    try:
        content = file_bytes(path, MAX_BYTES)
    except CannotRead as error:
        return _fault("CFG-READ", path, UNREADABLE.format(why=error.reason), at=None)
    if len(content) > MAX_BYTES:
        return _fault("CFG-READ", path, UNREADABLE.format(why="it is larger than 16 MiB"), at=None)
    if content.count(b"[") + content.count(b"{") > _BRACKETS * MAX_ENTRIES:
        return _fault("CFG-READ", path, UNREADABLE.format(why=MANY), at=None)
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _fault("CFG-READ", path, NOT_JSON.format(why="it is not UTF-8"))
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at").removesuffix(" starting")
        return _fault("CFG-READ", path, NOT_JSON.format(why=what), error.lineno, error.colno)
    except (RecursionError, ValueError):  # nested too deeply; a number of too many digits
        return _fault("CFG-READ", path, NOT_JSON.format(why="no program wrote this"))
    return _baseline(path, data, content)


def _baseline(path: str, data: object, content: bytes) -> Baseline | Finding:
    if not isinstance(data, dict) or not isinstance(data.get("entries"), list):
        return _fault("CFG-SHAPE", path, NO_BASELINE.format(why="it has no list of entries"))
    if data.get("version") != VERSION or isinstance(data["version"], bool):
        return _fault("CFG-SHAPE", path, NEWER.format(version=str(data.get("version", "none"))[:40]), at="version")
    if len(data["entries"]) > MAX_ENTRIES:
        return _fault("CFG-READ", path, UNREADABLE.format(why=MANY), at=None)
    entries = []
    lines = _entry_lines(content)
    for index, item in enumerate(data["entries"]):
        line = lines[index] if index < len(lines) else 1
        try:
            entries.append(_entry(item, index, line))
        except ValueError as error:
            return _fault("CFG-SHAPE", path, NO_BASELINE.format(why=error), line, at=f"entries[{index}]")
    by_sheet: dict[tuple[str, int], list[BaselineEntry]] = {}
    # The least of several alike comes first: a small fault does not use up the entry of a large one.
    for entry in sorted(entries, key=BaselineEntry.beyond):
        by_sheet.setdefault((entry.sheet, entry.document), []).append(entry)
    return Baseline(path, tuple(entries), {key: tuple(listed) for key, listed in by_sheet.items()})


def _entry(item: object, index: int, line: int) -> BaselineEntry:
    if not isinstance(item, dict) or set(item) != set(_KEYS):
        raise ValueError(f"an entry has the keys {', '.join(_KEYS)}")
    at, document = item["at"], item["document"]
    if (
        not isinstance(item["sheet"], str)
        or not isinstance(item["rule"], str)
        or not (at is None or isinstance(at, str))
    ):
        raise ValueError("sheet, rule and at are text")
    if not isinstance(document, int) or isinstance(document, bool) or document < 0:
        raise ValueError("document is a whole number")
    limit, actual = _number(item["limit"]), _number(item["actual"])
    return BaselineEntry(item["sheet"], document, item["rule"], at, limit, actual, index, line)


def _number(value: object) -> Number | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    raise ValueError("limit and actual are whole numbers, or fractions written as text")


def _entry_lines(content: bytes) -> list[int]:
    """The lines of the entries in a file laid out as `baseline_text` does; of any other nothing can be said."""
    return [number for number, line in enumerate(content.split(b"\n"), 1) if line.lstrip().startswith(b'{"sheet"')]


def _fault(rule: str, path: str, message: str, line: int = 1, column: int = 1, at: str | None = "") -> Finding:
    place = Place(path, Span(line, column, line, column), at)
    return Finding(rule, title_of(rule), "error", message, HINT, place)


def cover(report: SheetReport, baseline: Baseline) -> tuple[SheetReport, frozenset[BaselineEntry]]:
    """A sheet's report with the findings that the baseline covers waived, and the entries that matched one."""
    entries = baseline.by_sheet.get((sheet_key(report.path, baseline.path), report.document), ())
    if not entries:
        return report, frozenset()
    findings, used = cover_findings(report.findings, entries, baseline.path)
    status = report.status
    if status == "illegal" and not any(f.severity == "error" and not f.waived for f in findings):
        status = "legal"
    return replace(report, findings=findings, status=status), used


def cover_findings(
    findings: Sequence[Finding], entries: Sequence[BaselineEntry], path: str
) -> tuple[tuple[Finding, ...], frozenset[BaselineEntry]]:
    """Findings of one document with those waived that its entries cover, each entry one finding."""
    left: dict[tuple[str, str | None], list[BaselineEntry]] = {}
    for listed in entries:
        left.setdefault((listed.rule, listed.at), []).append(listed)
    used: set[BaselineEntry] = set()
    covered = list(findings)
    # What a waiver covers already comes last: it would only use up the entry of another.
    for index in sorted(range(len(findings)), key=lambda number: findings[number].waived):
        alike = left.get((findings[index].rule, findings[index].place.at), [])
        entry = next((entry for entry in alike if entry.covers(findings[index])), None)
        if entry is None:
            continue
        alike.remove(entry)
        used.add(entry)
        if not findings[index].waived:
            covered[index] = replace(findings[index], waiver=Waiver("baseline", COVERED.format(path=path)))
    return tuple(covered), frozenset(used)


def stale_findings(
    baseline: Baseline, used: Collection[BaselineEntry], judged: Callable[[BaselineEntry], bool], settings: Settings
) -> list[Finding]:
    """The entries that match nothing any more. `judged` says whether an entry had the chance to match.

    It had where the whole garage of its sheet was checked and its rule was not withheld there.
    """
    found: list[Finding] = []
    for entry in baseline.entries:
        if entry in used or not runs(entry.rule, settings) or not judged(entry):
            continue
        full = len(found) == MAX_FAULTS
        message = (
            MORE_STALE
            if full
            else STALE.format(rule=entry.rule, sheet=entry.sheet, place=f" at {entry.at}" if entry.at else "")
        )
        place = Place(baseline.path, Span(entry.line, 1, entry.line, 1), f"entries[{entry.index}]")
        found.append(waiver_finding("WAIVER-UNUSED", "warning", message, STALE_HINT, place, None, settings))
        if full:
            break
    return found if runs("WAIVER-UNUSED", settings) else []


def entries_of(path: str, document: int, findings: Iterable[Finding], baseline: str) -> list[BaselineEntry]:
    """What a new baseline in the file `baseline` lists of a document: its errors and warnings that are not waived."""
    return [
        BaselineEntry(sheet_key(path, baseline), document, f.rule, f.place.at, f.limit, f.actual)
        for f in findings
        if f.severity != "note" and not is_fixed(f.rule) and (f.waiver is None or f.waiver.kind == "baseline")
    ]


def baseline_text(entries: Iterable[BaselineEntry]) -> str:
    """A baseline file: sorted, one entry a line, so that it can be reviewed and merged."""
    lines = sorted(
        (entry.sheet, entry.document, entry.rule, entry.at or "", entry.beyond(), json.dumps(_row(entry)))
        for entry in entries
    )
    body = ",\n".join("    " + line[-1] for line in lines)
    return (
        f'{{\n  "version": {VERSION},\n  "entries": [\n{body}\n  ]\n}}\n'
        if lines
        else (f'{{\n  "version": {VERSION},\n  "entries": []\n}}\n')
    )


def _row(entry: BaselineEntry) -> dict[str, object]:
    def plain(number: Number | None) -> int | str | None:
        if number is None or isinstance(number, int):
            return number
        return int(number) if number.denominator == 1 else str(number)

    values = (entry.sheet, entry.document, entry.rule, entry.at, plain(entry.limit), plain(entry.actual))
    return cast(dict[str, object], dict(zip(_KEYS, values, strict=True)))
