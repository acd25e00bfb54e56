"""What a run adds up to: the counts of its summary, and its exit status."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from cwdesign.findings import Finding
from cwdesign.report import Brief, SheetReport

FailOn = Literal["error", "warning", "never"]


def fails(finding: Finding | Brief, fail_on: FailOn) -> bool:
    """Whether this finding makes exit status 1."""
    if finding.waived or fail_on == "never":
        return False
    return finding.severity == "error" or (fail_on == "warning" and finding.severity == "warning")


class Tally:
    """Counts of a run, filled sheet by sheet, so that no report has to be kept for them."""

    def __init__(self, fail_on: FailOn = "error") -> None:
        self.fail_on = fail_on
        self.sheets = self.legal = self.illegal = self.unreadable = 0
        self.errors = self.warnings = self.notes = self.waived = self.withheld = 0
        self.by_rule: dict[str, int] = {}
        """Findings that are not waived, by rule."""
        self.waived_by_rule: dict[str, int] = {}
        self.failed = False
        self.could_not = False
        """Whether an internal failure was contained, or the configuration is broken: the run then ends with 2."""

    def add(self, report: SheetReport) -> None:
        """Count one sheet and its findings."""
        self.sheets += 1
        setattr(self, report.status, getattr(self, report.status) + 1)
        self.withheld += len(report.withheld)
        self.add_findings(report.brief)

    def add_findings(self, findings: Iterable[Finding | Brief]) -> None:
        """Count findings: of a sheet, or those of no single sheet."""
        for finding in findings:
            if finding.waived:
                self.waived += 1
                self.waived_by_rule[finding.rule] = self.waived_by_rule.get(finding.rule, 0) + 1
                continue
            counter = f"{finding.severity}s"
            setattr(self, counter, getattr(self, counter) + 1)
            self.by_rule[finding.rule] = self.by_rule.get(finding.rule, 0) + 1
            self.failed = self.failed or fails(finding, self.fail_on)
            self.could_not = self.could_not or finding.rule.startswith(("BUG-", "CFG-"))

    def summary(self) -> dict[str, int]:
        """The `summary` of the output contract."""
        return {
            "sheets": self.sheets,
            "legal": self.legal,
            "illegal": self.illegal,
            "unreadable": self.unreadable,
            "errors": self.errors,
            "warnings": self.warnings,
            "notes": self.notes,
            "waived": self.waived,
            "withheld": self.withheld,
        }

    def status(self, problems: Iterable[str] = ()) -> int:
        """The exit status (output contract): 2 where the command could not do all of its work, 1 for findings."""
        if self.could_not or any(problems):
            return 2
        return 1 if self.failed else 0
