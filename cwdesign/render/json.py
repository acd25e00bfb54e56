"""`--format json`: one document, a sheet a line, written as the sheets are done (output contract)."""

from __future__ import annotations

from cwdesign.render import Ending, Options
from cwdesign.render.values import encode, ending_values, heading_values, sheet_text
from cwdesign.report import SheetReport


class Report:
    """The document of the output contract."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._any = False

    def begin(self) -> str:
        """The keys before the sheets."""
        return f'{encode(heading_values(self._options))[:-1]}, "sheets": ['

    def sheet(self, report: SheetReport) -> str:
        """One object on a line of its own."""
        separator = ",\n" if self._any else "\n"
        self._any = True
        return separator + sheet_text(report)

    def end(self, ending: Ending) -> str:
        """The keys after the sheets."""
        return ("\n" if self._any else "") + f"], {encode(ending_values(ending))[1:]}\n"
