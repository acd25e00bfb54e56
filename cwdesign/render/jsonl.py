"""`--format jsonl`: a sheet object a line, and last the document without its sheets (output contract)."""

from __future__ import annotations

from cwdesign.render import Ending, Options
from cwdesign.render.values import encode, ending_values, heading_values, sheet_text
from cwdesign.report import SheetReport


class Report:
    """The objects of `json`, each as soon as it is done."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def begin(self) -> str:
        """Nothing: the first line is the first sheet."""
        return ""

    def sheet(self, report: SheetReport) -> str:
        """One line."""
        return sheet_text(report) + "\n"

    def end(self, ending: Ending) -> str:
        """The document without `sheets`."""
        return encode({**heading_values(self._options), **ending_values(ending)}) + "\n"
