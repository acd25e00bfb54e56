"""Reports as text: one renderer a file, each reading `cwdesign.report` values and nothing else.

A renderer gets the sheets one after the other and returns text for each, so that a run of any length is
written as it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from cwdesign.findings import Finding
from cwdesign.report import SheetReport
from cwdesign.tally import FailOn, Tally
from cwdesign.values import field, frozen

if TYPE_CHECKING:
    from cwdesign.catalog import RulePage
    from cwdesign.team import TeamTotal

FORMATS: tuple[str, ...] = (
    "terminal",
    "concise",
    "json",
    "jsonl",
    "sarif",
    "junit",
    "github",
    "gitlab",
    "markdown",
)
"""The formats of `check`; the module of this package that has the same name renders each."""

ROSTER_FORMATS = (*FORMATS, "csv")
"""The formats of `roster`; its terminal report is a table, rendered by the module `roster`."""


def _no_page(rule: str) -> RulePage | None:
    return None


@frozen
class Options:
    """How a report is shown; nothing here changes a verdict."""

    version: str = ""
    catalog: str = ""
    """Fingerprint of the built-in catalog."""
    color: bool = False
    width: int = 80
    quiet: bool = False
    ledger: bool = False
    show_waived: bool = False
    statistics: bool = False
    fail_on: FailOn = "error"
    page: Callable[[str], RulePage | None] = _no_page
    """The page of a rule, for formats that carry an explanation."""


@frozen
class Ending:
    """What is known once all sheets are done."""

    tally: Tally
    findings: tuple[Finding, ...] = ()
    """Those of no single sheet."""
    problems: tuple[str, ...] = ()
    """What could not be done: the messages of standard error that make status 2."""
    teams: tuple[TeamTotal, ...] | None = None
    """What the teams of a roster add up to; None where this is none."""
    unshown: int = 0
    """Sheets that were checked and left out of the report."""
    garages: tuple[str, ...] = ()
    """Garage files that were named and have no mistakes."""
    excerpts: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """The source lines that these findings point at, by file and number, for reports that people read."""


class Renderer(Protocol):
    """Turns a run into the text of one format."""

    def begin(self) -> str:
        """What comes before the first sheet."""

    def sheet(self, report: SheetReport) -> str:
        """One sheet; may be empty where the format says it later."""

    def end(self, ending: Ending) -> str:
        """What comes after the last sheet."""


def renderer(name: str, options: Options) -> Renderer:
    """The renderer of a format in `FORMATS`; its module is imported only now."""
    made: Renderer = import_module(f"cwdesign.render.{name}").Report(options)
    return made
