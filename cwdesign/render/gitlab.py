"""`--format gitlab`: a code quality report, a list of issues in GitLab's reading of Code Climate."""

from __future__ import annotations

from cwdesign.findings import Finding
from cwdesign.render import Ending, Options
from cwdesign.render.fingerprint import Fingerprints
from cwdesign.render.text import from_root
from cwdesign.render.values import encode
from cwdesign.report import SheetReport

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


class Report:
    """Waived findings are left out: the report knows no suppressed ones."""

    def __init__(self, options: Options) -> None:
        self._fingerprints = Fingerprints()
        self._any = False

    def begin(self) -> str:
        """The opening bracket."""
        return "["

    def sheet(self, report: SheetReport) -> str:
        """An issue a line."""
        return self._issues(report.findings, report.document)

    def end(self, ending: Ending) -> str:
        """The issues of no single sheet, and the closing bracket."""
        return self._issues(ending.findings, 0) + ("\n]\n" if self._any else "]\n")

    def _issues(self, findings: tuple[Finding, ...], document: int) -> str:
        text = ""
        for finding in findings:
            if finding.waived:
                continue
            text += (",\n" if self._any else "\n") + encode(self._issue(finding, document))
            self._any = True
        return text

    def _issue(self, finding: Finding, document: int) -> dict[str, object]:
        span = finding.place.span
        return {
            "description": f"{finding.message} {finding.hint}" if finding.hint else finding.message,
            "check_name": finding.rule,
            "fingerprint": self._fingerprints.of(finding, document),
            "severity": _SEVERITIES[finding.severity],
            "location": {"path": from_root(finding.place.path), "lines": {"begin": span.line, "end": span.end_line}},
        }
