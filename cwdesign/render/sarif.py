"""`--format sarif`: SARIF 2.1.0 for code scanning services, waived findings as suppressed results."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from cwdesign.findings import Finding, Place
from cwdesign.render import Ending, Options
from cwdesign.render.fingerprint import Fingerprints
from cwdesign.render.text import from_root
from cwdesign.render.values import encode
from cwdesign.report import SheetReport

if TYPE_CHECKING:
    from cwdesign.catalog import RulePage

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_IN_SOURCE = ("sheet", "comment")


class Report:
    """Results are written as the sheets are done; the rules that they name follow in the same run object."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._fingerprints = Fingerprints()
        self._rules: dict[str, tuple[int, str]] = {}
        self._any = False

    def begin(self) -> str:
        """The head, up to the results."""
        return (
            f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints", "results": ['
        )

    def sheet(self, report: SheetReport) -> str:
        """A result a line."""
        return self._results(report.findings, report.document)

    def end(self, ending: Ending) -> str:
        """The results of no single sheet, the rules, and how the run ended."""
        results = self._results(ending.findings, 0) + ("\n" if self._any else "")
        status = ending.tally.status(ending.problems)
        driver = {
            "name": "cwdesign",
            "version": self._options.version,
            "semanticVersion": self._options.version,
            "rules": [self._rule(rule, title) for rule, (_, title) in self._rules.items()],
        }
        invocation = {
            "executionSuccessful": status != 2,
            "exitCode": status,
            "toolExecutionNotifications": [
                {"level": "error", "message": {"text": problem}} for problem in ending.problems
            ],
        }
        return f'{results}], "tool": {encode({"driver": driver})}, "invocations": [{encode(invocation)}]}}]}}\n'

    def _results(self, findings: tuple[Finding, ...], document: int) -> str:
        text = ""
        for finding in findings:
            text += (",\n" if self._any else "\n") + encode(self._result(finding, document))
            self._any = True
        return text

    def _result(self, finding: Finding, document: int) -> dict[str, object]:
        index, _ = self._rules.setdefault(finding.rule, (len(self._rules), finding.title))
        result: dict[str, object] = {
            "ruleId": finding.rule,
            "ruleIndex": index,
            "level": finding.severity,
            "message": {"text": f"{finding.message} {finding.hint}" if finding.hint else finding.message},
            "locations": [_location(finding.place)],
            "partialFingerprints": {"cwdesign/v1": self._fingerprints.of(finding, document)},
        }
        if finding.related:
            result["relatedLocations"] = [
                {"id": number, **_location(related.place), "message": {"text": related.message}}
                for number, related in enumerate(finding.related, 1)
            ]
        waiver = finding.waiver
        # An empty list says that somebody looked and that nothing is suppressed.
        result["suppressions"] = (
            []
            if waiver is None
            else [{"kind": "inSource" if waiver.kind in _IN_SOURCE else "external", "justification": waiver.reason}]
        )
        return result

    def _rule(self, rule: str, title: str) -> dict[str, object]:
        page = self._options.page(rule)
        entry: dict[str, object] = {"id": rule, "name": _pascal(title), "shortDescription": {"text": title}}
        if page is not None:
            entry["fullDescription"] = {"text": page.statement or title}
            entry["help"] = {"text": _help(page), "markdown": _help_markdown(page)}
            entry["defaultConfiguration"] = {"level": page.severity}
        return entry


def _pascal(title: str) -> str:
    """A title as SARIF wants a rule's name: `AtMostAThird`."""
    words = "".join(c if c.isalnum() else " " for c in title).split()
    return "".join(word[:1].upper() + word[1:] for word in words)


def _location(place: Place) -> dict[str, object]:
    span = place.span
    physical: dict[str, object] = {
        "artifactLocation": {"uri": _uri(from_root(place.path))},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }
    location: dict[str, object] = {"physicalLocation": physical}
    if place.at:
        location["logicalLocations"] = [{"fullyQualifiedName": place.at, "kind": "member"}]
    return location


def _uri(path: str) -> str:
    return ("file://" if path.startswith("/") else "") + quote(path.encode("utf-8", "backslashreplace"), safe="/")


def _help(page: RulePage) -> str:
    parts = (page.statement, page.formula and f"Formula: {page.formula}", page.example and f"Example: {page.example}")
    return "\n\n".join(part for part in parts if part)


def _help_markdown(page: RulePage) -> str:
    parts = (
        page.statement,
        page.formula and f"**Formula:** {page.formula}",
        page.example and f"**Example:** {page.example}",
    )
    return "\n\n".join(part for part in parts if part)
