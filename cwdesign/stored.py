"""Reports as bytes: how a result is kept in the cache, and how it comes back from another process.

A stored file of sheets is a few lines for each document: what every run wants to know at once, the sheet's JSON
as the output contract has it, and what that JSON does not tell. A restored report gives its JSON text without being
decoded, and decodes itself when somebody asks for more. Nothing here is ever executed or unpickled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, cast

from cwdesign.findings import Finding, Place, Related, Waiver
from cwdesign.render.values import encode, sheet_values
from cwdesign.report import Brief, Default, LedgerEntry, SheetReport, Status, Summary, Totals, UnitReport
from cwdesign.settings import Departure
from cwdesign.sheet import Span
from cwdesign.values import fields

HEADING = b"cwdesign result 1"
LINES = 3
"""Lines of a document: what is wanted at once, its JSON, the rest."""


class StoredReport(SheetReport):
    """A report that was stored. Its fields are decoded when the first of them is asked for that is not at hand."""

    __slots__ = ("_brief", "_rest", "json_text")

    json_text: str
    """The sheet's object of `--format json`."""
    _brief: tuple[Brief, ...]
    _rest: tuple[str, str, str]

    @property
    def brief(self) -> Sequence[Brief | Finding]:
        """What a run counts of its findings."""
        try:
            return self._brief
        except AttributeError:  # made by `replace`, whose findings are others
            return self.findings

    def __getattr__(self, name: str) -> Any:
        # A field that is not set yet: the fields of a frozen value lie in it and can be filled late.
        if name not in _DECODED:
            raise AttributeError(name)
        for field, value in _decoded(self.json_text, self._rest).items():
            object.__setattr__(self, field, value)
        return object.__getattribute__(self, name)


_DECODED = frozenset({"totals", "units", "ledger", "settings", "findings", "defaults", "summary", "excerpts"})


Trailer = tuple[str, str]
"""What a sheet's trailer is known by: `tows` as written, and a hash of what it led to."""


class Damaged(ValueError):
    """Stored bytes that are not what `store` wrote."""


def store(reports: Sequence[SheetReport], marker: str, tows: Sequence[Trailer | None] = ()) -> bytes:
    """The reports of one file as bytes. They were made with `marker` for the file's path.

    The marker is text that no sheet of the file can hold, such as a hash of it; `restore` puts the path in its
    place. `tows` holds for each report what its trailer is known by.
    """
    lines: list[bytes] = []
    for index, report in enumerate(reports):
        lines += _document_lines(report, tows[index] if tows else None)
    body = b"\n".join(lines)
    return b" ".join((HEADING, marker.encode(), _digest(body))) + b"\n" + body


def restore(data: bytes, path: str, marker: str) -> tuple[list[StoredReport], list[Trailer | None]]:
    """The reports in stored bytes, at `path`, and what the trailer of each is known by. Raises Damaged."""
    heading, _, body = data.partition(b"\n")
    if heading != b" ".join((HEADING, marker.encode(), _digest(body))):
        raise Damaged("not the result that was stored")
    lines = body.decode("utf-8").split("\n")
    shown = encode(path)[1:-1]
    reports: list[StoredReport] = []
    tows: list[Trailer | None] = []
    for start in range(0, len(lines), LINES):
        at_once, text, rest = lines[start : start + LINES]
        report, trailer = _restored(json.loads(at_once), text.replace(marker, shown), rest, path, marker)
        reports.append(report)
        tows.append(trailer)
    return reports, tows


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).hexdigest().encode()


def _restored(at_once: list[Any], text: str, rest: str, path: str, marker: str) -> tuple[StoredReport, Trailer | None]:
    document, name, status, withheld, found, trailer = at_once
    report: StoredReport = object.__new__(StoredReport)
    known: dict[str, object] = {
        "path": path,
        "document": document,
        "name": name,
        "status": cast(Status, status),
        "withheld": tuple(withheld),
        "_brief": tuple(Brief(*brief) for brief in found),
        "json_text": text,
        "_rest": (rest, marker, path),
    }
    for field, value in known.items():
        object.__setattr__(report, field, value)
    if not found:
        object.__setattr__(report, "findings", ())
    return report, tuple(trailer) if trailer is not None else None


# -- writing --------------------------------------------------------------------------------------


def _document_lines(report: SheetReport, trailer: Trailer | None) -> Iterator[bytes]:
    found = [[f.rule, f.severity, f.waived] for f in report.findings]
    at_once = [report.document, report.name, report.status, report.withheld, found, trailer]
    values = sheet_values(report)
    rest = {
        "exact": list(_inexact(values)),
        "steps": [f.steps for f in report.findings],
        "defaults": [[default.at, default.text] for default in report.defaults],
        "summary": {name: _plain(getattr(report.summary, name)) for name in fields(Summary)},
        "excerpts": {str(line): text for line, text in report.excerpts.items()},
    }
    yield _ascii(at_once)
    yield encode(values).encode("utf-8")
    yield _ascii(rest)


def _ascii(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _inexact(values: Mapping[str, Any]) -> Iterator[tuple[list[str | int], str]]:
    """The figures that JSON rounds (thirds), with their places in the values of a sheet."""
    groups: list[tuple[list[str | int], Mapping[str, Any] | None]] = [(["totals"], values["totals"])]
    groups += [(["units", index, "totals"], unit["totals"]) for index, unit in enumerate(values["units"])]
    for place, figures in tuple(groups):
        groups.append(([*place, "weapon_spaces_used"], figures["weapon_spaces_used"] if figures is not None else None))
    groups += [(["ledger", index], entry) for index, entry in enumerate(values["ledger"])]
    groups += [(["findings", index], finding) for index, finding in enumerate(values["findings"])]
    for place, figures in groups:
        if figures is None or Fraction not in map(type, figures.values()):
            continue
        for key, value in figures.items():
            if type(value) is Fraction and not _is_finite(value.denominator):
                yield [*place, key], str(value)


def _is_finite(denominator: int) -> bool:
    """Whether a fraction has a finite decimal form."""
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return denominator == 1


def _plain(value: Any) -> Any:
    """A value of a summary as JSON can hold it, and `_valued` undo it."""
    if value is None or type(value) is str or type(value) is int:
        return value
    if type(value) is Fraction:
        return {"/": str(value)}
    if isinstance(value, Span):
        return {"@": [value.line, value.column, value.end_line, value.end_column]}
    if isinstance(value, Mapping):
        return {"=": [[key, _plain(inner)] for key, inner in value.items()]}
    if isinstance(value, (tuple, list)):
        return [_plain(inner) for inner in value]
    return value


# -- reading --------------------------------------------------------------------------------------


def _decoded(text: str, stored: tuple[str, str, str]) -> dict[str, Any]:
    raw, marker, path = stored
    rest = json.loads(raw.replace(marker, encode(path)[1:-1]))
    values = json.loads(text, parse_float=Fraction)
    for place, figure in rest["exact"]:
        node = values
        for step in place[:-1]:
            node = node[step]
        node[place[-1]] = Fraction(figure)
    return {
        "totals": Totals(**values["totals"]) if values["totals"] is not None else None,
        "units": tuple(UnitReport(unit["unit"], Totals(**unit["totals"])) for unit in values["units"]),
        "ledger": tuple(LedgerEntry(**entry) for entry in values["ledger"]),
        "settings": tuple(Departure(**departure) for departure in values["settings"]),
        "findings": tuple(_finding(f, s) for f, s in zip(values["findings"], rest["steps"], strict=True)),
        "defaults": tuple(Default(*default) for default in rest["defaults"]),
        "summary": Summary(**{name: _valued(value) for name, value in rest["summary"].items()}),
        "excerpts": {int(line): source for line, source in rest["excerpts"].items()},
    }


def _finding(values: Mapping[str, Any], steps: list[str | int] | None) -> Finding:
    waiver = values["waiver"]
    return Finding(
        rule=values["rule"],
        title=values["title"],
        severity=values["severity"],
        message=values["message"],
        hint=values["hint"],
        place=_place(values),
        related=tuple(Related(related["message"], _place(related)) for related in values["related"]),
        limit=values["limit"],
        actual=values["actual"],
        waiver=Waiver(waiver["kind"], waiver["reason"]) if waiver is not None else None,
        steps=tuple(steps) if steps is not None else None,
    )


def _place(values: Mapping[str, Any]) -> Place:
    span = Span(values["line"], values["column"], values["end_line"], values["end_column"])
    return Place(values["path"], span, values["at"])


def _valued(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_valued(inner) for inner in value)
    if isinstance(value, dict):
        ((kind, inner),) = value.items()
        if kind == "/":
            return Fraction(inner)
        return Span(*inner) if kind == "@" else {key: _valued(item) for key, item in inner}
    return value
