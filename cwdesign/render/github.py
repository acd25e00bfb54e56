"""`--format github`: workflow commands that GitHub Actions turns into annotations, errors first."""

from __future__ import annotations

import re

from cwdesign.findings import Finding
from cwdesign.render import Ending, Options
from cwdesign.render.text import from_root, visible
from cwdesign.report import SheetReport

_COMMAND = re.compile(r"^([^\S\n]*)::|##\[", re.MULTILINE)


def defused(text: str) -> str:
    """A report for people without anything that GitHub's log would take for a command.

    The log reads `::name::` at the begin of any line and `##[name]` anywhere, whoever wrote it.
    """
    return _COMMAND.sub(lambda match: "#\\#[" if match[1] is None else f"{match[1]}\\::", text)


class Report:
    """Notes and waived findings are left out. GitHub shows ten of a kind only, hence the errors first."""

    def __init__(self, options: Options) -> None:
        self._findings: dict[str, list[str]] = {"error": [], "warning": []}

    def begin(self) -> str:
        """Nothing."""
        return ""

    def sheet(self, report: SheetReport) -> str:
        """Nothing yet: warnings come after the errors of all sheets."""
        self._keep(report.findings)
        return ""

    def end(self, ending: Ending) -> str:
        """All annotations."""
        self._keep(ending.findings)
        return "".join(line for lines in self._findings.values() for line in lines)

    def _keep(self, findings: tuple[Finding, ...]) -> None:
        for finding in findings:
            if finding.severity in self._findings and not finding.waived:
                self._findings[finding.severity].append(_annotation(finding))


def _annotation(finding: Finding) -> str:
    place, span = finding.place, finding.place.span
    properties = {"file": from_root(place.path), "line": span.line, "endLine": span.end_line}
    if span.end_line == span.line:  # GitHub takes columns on one line only; its last one is included
        properties |= {"col": span.column, "endColumn": max(span.column, span.end_column - 1)}
    properties["title"] = f"{finding.rule}: {finding.title}"
    said = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = finding.message + (f"\n{finding.hint}" if finding.hint else "")
    return f"::{finding.severity} {said}::{_data(message)}\n"


def _data(text: str) -> str:
    shown = "\n".join(visible(line) for line in text.split("\n"))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
