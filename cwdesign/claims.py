"""Claims beside the computed figures, and a sheet's text with these written in.

Only the figures change: every comment, every line end and the rest of the layout stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from cwdesign.design import Design
from cwdesign.findings import Number
from cwdesign.report import Totals
from cwdesign.rules.led import DIGITS, OWN, claimed_figure
from cwdesign.sheet import Path, Sheet
from cwdesign.totals import totals, unit_totals
from cwdesign.values import frozen
from cwdesign.vehicle import Unit
from cwdesign.words import decimal

KEYS = (
    *("cost", "weight", "spaces_used", "handling_class", "handling_class_at_60"),
    *("acceleration", "top_speed", "range"),
)
"""Every claim, in the order in which they are written in."""


@frozen
class Compared:
    """One claim: its place, what the sheet says (None: nothing), and what comes out (None: there is no such figure)."""

    path: Path
    key: str
    claimed: Fraction | None
    actual: Number | None

    @property
    def holds(self) -> bool:
        """Whether the claim is the figure; a third of a space is claimed to six digits."""
        if self.claimed is None or self.actual is None:
            return False
        return self.claimed in (Fraction(self.actual), round(Fraction(self.actual), DIGITS))


@frozen
class UnitClaims:
    """The claims of one unit: where they stand, and each with its figure. `written` says whether there are any."""

    unit: str
    path: Path
    written: bool
    claims: tuple[Compared, ...]

    @property
    def differing(self) -> tuple[Compared, ...]:
        """The written claims that do not hold."""
        return tuple(c for c in self.claims if c.claimed is not None and not c.holds)


def compared_claims(design: Design) -> Iterator[UnitClaims]:
    """The claims of every unit of a design: those written, or where there are none all that could be."""
    whole = totals(design)
    for index, (unit, ledger) in enumerate(design.parts):
        own = unit_totals(design, unit, ledger) if len(design.parts) > 1 else whole
        path = (*unit.path, "claims")
        if unit.claims:
            claims = [Compared(c.path, c.key, c.value, claimed_figure(c.key, own, whole)) for c in unit.claims]
        else:
            claims = list(_possible(path, own, whole, lead=index == 0))
        yield UnitClaims(_name(unit), path, bool(unit.claims), tuple(claims))


def _name(unit: Unit) -> str:
    return "" if unit.name == "vehicle" else unit.name


def _possible(path: Path, own: Totals, whole: Totals, *, lead: bool) -> Iterator[Compared]:
    """The claims that a unit without any could make: its own, and as the driving one those of the whole."""
    for key in KEYS:
        figure: Number | None = getattr(own if key in OWN else whole, key)
        if figure is not None and (lead or key in OWN):
            yield Compared((*path, key), key, None, figure)


# -- the text


class CannotWrite(Exception):
    """The claims cannot be written into a sheet without changing more than them; the text says why."""


@frozen
class Edit:
    """A stretch of a file's text, from one (line, column) to another, and what takes its place."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def edits(sheet: Sheet, units: Sequence[UnitClaims]) -> list[Edit]:
    """What has to change in the text for every claim to hold. Raises CannotWrite."""
    found: list[Edit] = []
    for unit in units:
        if unit.written:
            for claim in unit.differing:
                if claim.actual is not None:
                    span = sheet.values[claim.path]
                    found.append(
                        Edit(
                            (span.line, span.column), (span.end_line, span.end_column), decimal(Fraction(claim.actual))
                        )
                    )
        elif unit.claims:
            found.append(_filled_in(sheet, unit))
    return found


def _filled_in(sheet: Sheet, unit: UnitClaims) -> Edit:
    """The edit that gives a unit its claims."""
    figures = [f"{c.key}: {decimal(Fraction(c.actual))}" for c in unit.claims if c.actual is not None]
    text = f"{{{', '.join(figures)}}}"
    if unit.path in sheet.values:  # `claims: {}`
        span = sheet.values[unit.path]
        return Edit((span.line, span.column), (span.end_line, span.end_column), text)
    parent = unit.path[:-1]
    span = sheet.values[parent]
    rows = sheet.lines
    last = rows[span.end_line - 1]
    first_key = next((s for path, s in sheet.keys.items() if path[:-1] == parent and len(path) == len(unit.path)), None)
    if first_key is None:
        raise CannotWrite("there is nothing beside which claims could stand")
    if rows[span.line - 1][span.column - 1] == "{":
        before = last[: span.end_column - 2].rstrip()
        comma = "" if before.endswith((",", "{")) or not before else ","
        at = (span.end_line, span.end_column - 1)
        if not before:  # the closing brace stands on a line of its own
            return Edit(at, at, f"claims: {text}")
        start = (span.end_line, len(before) + 1)
        return Edit(start, start, f"{comma} claims: {text}")
    indent = " " * (first_key.column - 1)
    end = (span.end_line, len(last) + 1)
    return Edit(end, end, f"\n{indent}claims: {text}")


_LINE_END = re.compile(r"\r\n|\r|\n")


def edited(raw: str, changes: Sequence[Edit]) -> str:
    """A file's text (as decoded, line ends and mark included) with edits made; added lines end as those before them."""
    starts = [1 if raw.startswith("\ufeff") else 0]
    ends: list[str] = []
    for match in _LINE_END.finditer(raw):
        starts.append(match.end())
        ends.append(match[0])
    for change in sorted(changes, key=lambda c: c.start, reverse=True):
        (line, column), (end_line, end_column) = change.start, change.end
        line_end = ends[line - 1] if line <= len(ends) else ends[-1] if ends else "\n"
        start, end = starts[line - 1] + column - 1, starts[end_line - 1] + end_column - 1
        raw = raw[:start] + change.text.replace("\n", line_end) + raw[end:]
    return raw
