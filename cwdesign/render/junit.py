"""`--format junit`: a test case a sheet, failing where the run does, for services that count tests."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from cwdesign.findings import Finding
from cwdesign.render import Ending, Options
from cwdesign.render.text import visible
from cwdesign.report import SheetReport
from cwdesign.tally import fails


class Report:
    """What makes exit status 1 fails its sheet's test case; the other findings are its output.

    The suite's counts stand before its cases, so that the cases are kept until the end. No times and no host
    are given: the same run gives the same bytes.
    """

    def __init__(self, options: Options) -> None:
        self._fail_on = options.fail_on
        self._cases: list[str] = []
        self._failed = 0

    def begin(self) -> str:
        """Nothing before the counts are known."""
        return ""

    def sheet(self, report: SheetReport) -> str:
        """Nothing yet."""
        document = f" (document {report.document + 1})" if report.document else ""
        name = report.name if report.name is not None else report.path.rsplit("/", 1)[-1]
        self._case(report.path + document, name, report.findings)
        return ""

    def end(self, ending: Ending) -> str:
        """The whole document; the garage is a case of its own where it has findings."""
        if ending.findings:
            self._case("garage", "garage", ending.findings)
        errors = "".join(_error(problem) for problem in ending.problems)
        counts = (
            f'tests="{len(self._cases) + len(ending.problems)}" failures="{self._failed}"'
            f' errors="{len(ending.problems)}"'
        )
        cases = "".join(self._cases) + errors
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n'
            f'<testsuites name="cwdesign" {counts}>\n'
            f'<testsuite name="cwdesign" {counts} skipped="0">\n{cases}</testsuite>\n</testsuites>\n'
        )

    def _case(self, classname: str, name: str, findings: Sequence[Finding]) -> None:
        failing = [finding for finding in findings if fails(finding, self._fail_on)]
        others = [finding for finding in findings if not fails(finding, self._fail_on) and not finding.waived]
        body = ""
        if failing:
            self._failed += 1
            first = failing[0]
            text = "\n\n".join(map(_text, failing))
            heading = f"message={_attribute(first.message)} type={_attribute(first.rule)}"
            body += f"<failure {heading}>{_escaped(text)}</failure>\n"
        if others:
            body += f"<system-out>{_escaped(chr(10).join(map(_text, others)))}</system-out>\n"
        start = f"<testcase classname={_attribute(classname)} name={_attribute(name)}"
        self._cases.append(f"{start}>\n{body}</testcase>\n" if body else f"{start}/>\n")


def _error(problem: str) -> str:
    said = _attribute(problem)
    return f'<testcase classname="cwdesign" name={said}>\n<error message={said} type="problem"/>\n</testcase>\n'


def _text(finding: Finding) -> str:
    span = finding.place.span
    lines = [f"{finding.place.path}:{span.line}:{span.column}: {finding.severity} {finding.rule} {finding.message}"]
    lines += [
        f"  {related.place.path}:{related.place.span.line}:{related.place.span.column}: {related.message}"
        for related in finding.related
    ]
    return "\n".join(lines + ([f"  help: {finding.hint}"] if finding.hint else []))


def _escaped(text: str) -> str:
    return escape("\n".join(visible(line) for line in text.split("\n")))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
