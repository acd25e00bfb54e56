"""`--format csv` of a roster: a line a vehicle, for spreadsheets."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from cwdesign.render import Ending, Options
from cwdesign.render.text import number, visible
from cwdesign.report import SheetReport
from cwdesign.roster import Row, row_of
from cwdesign.values import fields

COLUMNS: tuple[str, ...] = tuple(fields(Row))
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


class Report:
    """A line of names, then the vehicles. What several sheets have in common has no place here."""

    def __init__(self, options: Options) -> None:
        del options

    def begin(self) -> str:
        """The names of the columns."""
        return _line(COLUMNS)

    def sheet(self, report: SheetReport) -> str:
        """One line."""
        row = row_of(report)
        return _line([cell(getattr(row, column)) for column in COLUMNS])

    def end(self, ending: Ending) -> str:
        """Nothing more."""
        return ""


def cell(value: object) -> str:
    """A value as a spreadsheet takes it: what is unknown is empty, and no text from a sheet becomes a formula."""
    if value is None:
        return ""
    if isinstance(value, (int, Fraction)):
        return number(value)
    text = ";".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return ("'" if text.lstrip().startswith(_FORMULA) else "") + visible(text)


def _line(cells: tuple[str, ...] | list[str]) -> str:
    page = io.StringIO()
    csv.writer(page, lineterminator="\r\n").writerow(cells)
    return page.getvalue()
