"""`--format markdown`: for a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cwdesign.findings import Finding
from cwdesign.render import Ending, Options
from cwdesign.render.text import counted, money, number, pounds, visible
from cwdesign.report import SheetReport

_ACTIVE = re.compile(r"[\\`*_{}\[\]()#+!|<>&~@$:]|^-")
_SIGNS = {"error": "❌", "warning": "⚠️", "note": "ℹ️"}
_LIMIT = 60_000
"""A comment holds 65,536 characters; what follows is only counted."""


class Report:
    """The counts first, then a table of the sheets' findings, then the legal sheets' figures."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._findings: list[str] = []
        self._sheets: list[str] = []
        self._size = 0
        self._left_out = 0

    def begin(self) -> str:
        """Nothing before the counts are known."""
        return ""

    def sheet(self, report: SheetReport) -> str:
        """Nothing yet."""
        self._keep(self._findings, self._rows(report.findings))
        self._keep(self._sheets, [_sheet_row(report)])
        return ""

    def end(self, ending: Ending) -> str:
        """The whole comment."""
        self._keep(self._findings, self._rows(ending.findings))
        return "\n".join(self._document(ending)) + "\n"

    def _keep(self, rows: list[str], more: Iterable[str]) -> None:
        for row in more:
            self._size += len(row) + 1
            if self._size > _LIMIT:
                self._left_out += 1
            else:
                rows.append(row)

    def _document(self, ending: Ending) -> Iterator[str]:
        tally = ending.tally
        status = tally.status(ending.problems)
        yield f"### {'✅' if status == 0 else '❌'} cwdesign: {counted(tally.sheets, 'sheet')}, {tally.legal} legal"
        counts = {"error": tally.errors, "warning": tally.warnings, "note": tally.notes}
        found = [counted(count, severity) for severity, count in counts.items() if count]
        found += [f"{tally.waived} waived"] if tally.waived else []
        found += [f"{counted(tally.withheld, 'rule')} not judged"] if tally.withheld else []
        if found:
            yield f"\n{', '.join(found)}."
        for problem in ending.problems:
            yield f"\n> {plain(problem)}"
        if self._findings:
            yield "\n| | Place | Rule | Finding |\n| --- | --- | --- | --- |"
            yield from self._findings
        if self._sheets and not self._options.quiet:
            yield "\n<details><summary>Vehicles</summary>\n"
            yield "| Vehicle | Verdict | Cost | Weight | Spaces | HC | Acc. | Top speed |"
            yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
            yield from self._sheets
            yield "\n</details>"
        if self._left_out:
            yield f"\n{counted(self._left_out, 'more row')} left out, since a comment holds no more."

    def _rows(self, findings: Iterable[Finding]) -> Iterator[str]:
        for finding in findings:
            if finding.waived and not self._options.show_waived:
                continue
            if finding.severity == "note" and self._options.quiet:
                continue
            span = finding.place.span
            sign = "waived" if finding.waived else _SIGNS[finding.severity]
            text = plain(finding.message) + (f"<br>*{plain(finding.hint)}*" if finding.hint else "")
            yield f"| {sign} | {_code(f'{finding.place.path}:{span.line}')} | {finding.rule} | {text} |"


def _sheet_row(report: SheetReport) -> str:
    totals = report.totals
    cells = [plain(report.name if report.name is not None else report.path), report.status]
    if totals is None:
        return f"| {' | '.join(cells)} | | | | | | |"
    for value, show in ((totals.cost, money), (totals.weight, pounds)):
        cells.append("?" if value is None else show(value))
    spaces = [("?" if n is None else number(n)) for n in (totals.spaces_used, totals.spaces_available)]
    cells.append("/".join(spaces))
    for value in (totals.handling_class, totals.acceleration, totals.top_speed):
        cells.append("" if value is None else number(value))
    return f"| {' | '.join(cells)} |"


def plain(text: str) -> str:
    """Text that Markdown leaves as it is: no emphasis, link, mention, cell border, tag, or list in a list."""
    return _ACTIVE.sub(lambda match: f"&#{ord(match[0])};", visible(" ".join(text.split("\n"))))


def _code(text: str) -> str:
    shown = visible(text).replace("|", "\\|")
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence}{shown}{fence}" if longest == 0 else f"{fence} {shown} {fence}"
