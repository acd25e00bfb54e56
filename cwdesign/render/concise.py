"""`--format concise`: a line a finding, beginning with a place that editors and terminals can open."""

from __future__ import annotations

from cwdesign.findings import Finding
from cwdesign.render import Ending, Options
from cwdesign.render.text import visible
from cwdesign.report import SheetReport


class Report:
    """`path:line:column: severity RULE message`; waived findings with `--show-waived` only."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def begin(self) -> str:
        """Nothing."""
        return ""

    def sheet(self, report: SheetReport) -> str:
        """The sheet's findings; nothing for a sheet without any."""
        return "".join(map(self._line, report.findings))

    def end(self, ending: Ending) -> str:
        """The findings of no single sheet."""
        lines = [self._line(finding) for finding in ending.findings]
        if self._options.statistics:
            counts = sorted(ending.tally.by_rule.items(), key=lambda item: (-item[1], item[0]))
            lines += [f"{count} {rule}\n" for rule, count in counts]
        return "".join(lines)

    def _line(self, finding: Finding) -> str:
        if finding.waived and not self._options.show_waived:
            return ""
        if finding.severity == "note" and self._options.quiet:
            return ""
        return f"{concise_line(finding)}\n"


def concise_line(finding: Finding, before: int = 0) -> str:
    """A finding in a line, without the line end; `before` lines stand before its text."""
    span = finding.place.span
    waived = f" (waived: {finding.waiver.reason})" if finding.waiver is not None else ""
    text = f"{finding.severity} {finding.rule} {finding.message}{waived}"
    return f"{visible(finding.place.path)}:{span.line + before}:{span.column}: {visible(text)}"
