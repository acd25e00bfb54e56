"""The objects of the JSON formats, key by key as the output contract lists them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from json.encoder import JSONEncoder, encode_basestring, encode_basestring_ascii

from cwdesign.findings import Finding, Place, Related
from cwdesign.render import Ending, Options
from cwdesign.render.text import is_visible, number
from cwdesign.report import LedgerEntry, SheetReport, Totals
from cwdesign.settings import Departure
from cwdesign.values import fields

VERSION = 1
"""The version of the JSON document."""

_TOTALS = fields(Totals)


def heading_values(options: Options) -> dict[str, object]:
    """The keys of the document that come before the sheets."""
    return {
        "version": VERSION,
        "tool": {"name": "cwdesign", "version": options.version, "catalog": options.catalog},
    }


def sheet_values(report: SheetReport) -> dict[str, object]:
    """An entry of `sheets`."""
    return {
        "path": report.path,
        "document": report.document,
        "name": report.name,
        "status": report.status,
        "totals": None if report.totals is None else totals_values(report.totals),
        "units": [{"unit": unit.unit, "totals": totals_values(unit.totals)} for unit in report.units],
        "ledger": [ledger_values(entry) for entry in report.ledger],
        "settings": [departure_values(departure) for departure in report.settings],
        "withheld": list(report.withheld),
        "findings": [finding_values(finding) for finding in report.findings],
    }


def sheet_text(report: SheetReport) -> str:
    """An entry of `sheets` as text; a report that was stored has it ready."""
    text: str | None = getattr(report, "json_text", None)
    return encode(sheet_values(report)) if text is None else text


def totals_values(totals: Totals) -> dict[str, object]:
    """`totals`, of a sheet or a unit."""
    return {name: getattr(totals, name) for name in _TOTALS}


def ledger_values(entry: LedgerEntry) -> dict[str, object]:
    """An entry of `ledger`."""
    return {
        "item": entry.item,
        "at": entry.at,
        "cost": entry.cost,
        "weight": entry.weight,
        "spaces": entry.spaces,
        "dp": entry.dp,
    }


def departure_values(departure: Departure) -> dict[str, object]:
    """An entry of `settings`."""
    return {
        "setting": departure.setting,
        "value": departure.value,
        "path": departure.path,
        "line": departure.line,
    }


def place_values(place: Place) -> dict[str, object]:
    """The keys of a place."""
    span = place.span
    return {
        "path": place.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "at": place.at,
    }


def finding_values(finding: Finding) -> dict[str, object]:
    """A finding."""
    waiver = finding.waiver
    return {
        "rule": finding.rule,
        "title": finding.title,
        "severity": finding.severity,
        "waived": finding.waived,
        "waiver": None if waiver is None else {"kind": waiver.kind, "reason": waiver.reason},
        "message": finding.message,
        "hint": finding.hint,
        **place_values(finding.place),
        "related": [related_values(related) for related in finding.related],
        "limit": finding.limit,
        "actual": finding.actual,
    }


def related_values(related: Related) -> dict[str, object]:
    """An entry of `related`."""
    return {"message": related.message, **place_values(related.place)}


def ending_values(ending: Ending) -> dict[str, object]:
    """The keys of the document that follow the sheets."""
    values: dict[str, object] = {}
    if ending.teams is not None:
        values["teams"] = [
            {"team": team.team, "vehicles": team.vehicles, "cost": team.cost, "limit": team.limit}
            for team in ending.teams
        ]
    values["findings"] = [finding_values(finding) for finding in ending.findings]
    values["summary"] = ending.tally.summary()
    return values


def encode(value: object) -> str:
    """JSON text of plain values, fractions included, each figure with its own digits.

    The library's encoder writes what it can; what it would write in another way is written here. Raises TypeError
    for a value that JSON has no form for.
    """
    try:
        text = _encoder.encode(value)
    except _NotSo:
        return _written(value)
    return text if text.isprintable() else _written(value)


class _NotSo(Exception):
    """The library's encoder would write a value in another way."""


def _as_float(value: object) -> float:
    """A fraction as a float whose shortest text, which the encoder writes, is the fraction's own in digits."""
    if type(value) is Fraction:
        text = number(value)
        near = float(text)
        if repr(near) == text:
            return near
    raise _NotSo


_encoder = JSONEncoder(ensure_ascii=False, default=_as_float)


def _written(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, (Fraction, Decimal)):
        return number(Fraction(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join([f"{_string(str(key))}: {_written(item)}" for key, item in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([_written(item) for item in value]) + "]"
    raise TypeError(f"no JSON for {type(value).__name__}")


def _string(text: str) -> str:
    encoded = encode_basestring(text)
    if encoded.isprintable():
        return encoded
    # Legal in JSON as they are, but they steer a terminal, do not show, or cannot be encoded at all.
    return "".join(c if is_visible(c) else encode_basestring_ascii(c)[1:-1] for c in encoded)
