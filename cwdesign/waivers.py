"""Findings accepted on purpose: waivers in a sheet, in its comments, and in the garage file.

A waiver names a rule (or a prefix) and a reason. It never hides a finding: the finding keeps it and counts for
no status. What is wrong with a waiver itself (no such rule, no reason, nothing to cover) is a finding too.
Baselines have a module of their own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, cast

from cwdesign.findings import MAX_FAULTS, Finding, Place, Severity, Waiver
from cwdesign.rule_choice import covers, is_fixed, nearest_rule, rules_named, runs, severity_of, title_of
from cwdesign.settings import GarageWaiver, Settings
from cwdesign.sheet import Path, Sheet, Span, at_text
from cwdesign.values import frozen, replace

_COMMENT = re.compile(
    r"cwdesign\s*:\s*allow\b(?P<rules>.*?)(?:\bbecause\b(?P<reason>.*))?\Z", re.IGNORECASE | re.DOTALL
)
_RULE_WORD = re.compile(r"[A-Za-z0-9-]+")
MOST_IN_COMMENTS = 1000
"""So many waivers in comments of a sheet count; what further ones would cover stands as it is."""
MOST_NEAREST = 20
"""Waivers of a sheet that are answered with the nearest rule: a search among all rules takes long."""
_RULE_LIST = re.compile(r"(?:[\s,]*[A-Za-z0-9-]+(?=\s*,))*[\s,]*[A-Za-z0-9-]*")

UNUSED = "{rule} finds nothing that this waiver covers."
UNUSED_HINT = "Remove the waiver."
FIXED = "Findings of {rule} cannot be waived, so this waiver has no effect."
FIXED_HINT = "Mend the fault and remove the waiver."
REFUSED = "This garage takes no waivers from sheets, so the waiver of {rule} has no effect."
REFUSED_HINT = "Remove it, or have the league waive the finding in garage.yaml."
NO_REASON = "The waiver of {rule} gives no reason, so it does not count."
NO_REASON_HINT = {
    "sheet": "Add `reason:` and say why the finding is accepted.",
    "comment": "Add why: `# cwdesign: allow {rule} because …`.",
    "garage": "Add `reason:` and say why the finding is accepted.",
}
NO_RULE = "A waiver names the rule that it waives."
UNKNOWN = "No rule is called {rule}."
UNKNOWN_HINT = "Did you mean {nearest}?"
MORE = "The waivers of this sheet have {limit} faults; those of further ones are not listed."
MORE_HINT = "Remove the waivers that waive nothing."
UNKNOWN_HINT_FAR = "`cwdesign explain` lists the rules."


@frozen
class WrittenWaiver:
    """A waiver as a sheet writes it: in its `waivers` (`lines` None: the whole sheet) or in a comment."""

    rule: str
    reason: str
    kind: Literal["sheet", "comment"]
    steps: Path
    span: Span
    rule_steps: Path
    rule_span: Span
    line: int | None = None

    def matches(self, finding: Finding, path: str) -> bool:
        """Whether it covers this finding."""
        if not covers(self.rule, finding.rule) or is_fixed(finding.rule):
            return False
        if self.line is None:
            return True
        span = finding.place.span
        return finding.place.path == path and span.line <= self.line <= span.end_line


def written_waivers(sheet: Sheet) -> Iterator[WrittenWaiver]:
    """The waivers of a sheet and its comments, in that order. The sheet has passed the schema."""
    entries = sheet.get(("waivers",))
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict):
            continue
        steps: Path = ("waivers", index)
        rule, reason = entry.get("rule"), entry.get("reason")
        yield WrittenWaiver(
            rule if isinstance(rule, str) else "",
            reason.strip() if isinstance(reason, str) else "",
            "sheet",
            steps,
            sheet.span(steps),
            (*steps, "rule"),
            sheet.span((*steps, "rule")),
        )
    yield from _comment_waivers(sheet)


def _comment_waivers(sheet: Sheet) -> Iterator[WrittenWaiver]:
    matches = [(comment, found) for comment in sheet.comments if (found := _COMMENT.match(comment[2])) is not None]
    if not matches:
        return
    below: dict[int, int] = {}  # the first line under each that is no comment alone
    for line, _, _, stands_alone in reversed(sheet.comments):
        below[line] = below.get(line + 1, line + 1) if stands_alone else line
    first_on: dict[int, Path] = {}
    for path, span in sheet.values.items():
        if path:
            first_on.setdefault(span.line, path)
    rows = sheet.lines
    left = MOST_IN_COMMENTS
    for (line, column, text, _), found in matches:
        covered = below[line]
        steps = first_on.get(covered, ())
        reason = (found["reason"] or "").strip()
        # Without "because" whatever follows the list of rules is no rule either.
        listed = found["rules"] if found["reason"] is not None else _RULE_LIST.match(found["rules"])[0]  # type: ignore[index]
        first = rows[line - 1].index(text, column - 1) + 1
        comment = Span(line, column, line, first + len(text))
        every = ((word[0], first + found.start("rules") + word.start()) for word in _RULE_WORD.finditer(listed))
        words = list(islice(every, left))
        left -= max(1, len(words))
        for word, start in words:
            place = Span(line, start, line, start + len(word))
            yield WrittenWaiver(word, reason, "comment", steps, comment, steps, place, covered)
        if not words:
            yield WrittenWaiver("", reason, "comment", steps, comment, steps, comment, covered)
        if left <= 0:
            return


def apply_waivers(
    findings: Sequence[Finding], sheet: Sheet, settings: Settings, withheld: Collection[str] = ()
) -> list[Finding]:
    """The findings of a sheet with their waivers, and what is wrong with the waivers themselves.

    `settings.waivers` holds the garage's waivers for this sheet (see `config.for_sheet`). `withheld` names the
    rules that could not be judged, wholly or in part: a waiver of one is not called unused. Sort the result.
    """
    written = list(written_waivers(sheet))
    faults: list[Finding] = []
    for waiver in written:
        faults += _faults_of(waiver, sheet, settings, helpful=len(faults) < MOST_NEAREST)
        if len(faults) == MAX_FAULTS:
            place = Place(sheet.path, waiver.span, at_text(sheet.written(waiver.steps)))
            more = MORE.format(limit=MAX_FAULTS)
            faults.append(waiver_finding("YML-LIMIT", "error", more, MORE_HINT, place, waiver.steps, settings))
            break
    if not settings.use_waivers:
        return [*findings, *(fault for fault in faults if is_fixed(fault.rule))]
    counting = [w for w in written if settings.sheet_waivers and w.reason and rules_named(w.rule)]
    accepted = _Accepted(counting, settings.waivers, sheet.path)
    used = accepted.used

    def waive(found: Iterable[Finding]) -> list[Finding]:
        return [accepted.waived(finding) for finding in found]

    def unused(waivers: Iterable[WrittenWaiver]) -> list[Finding]:
        idle = [w for w in waivers if w not in used and _was_run(w.rule, settings, withheld)]
        return [_unused(w, sheet, settings) for w in idle] if runs("WAIVER-UNUSED", settings) else []

    judged = waive([*findings, *faults])
    of_waivers = [w for w in counting if any(rule.startswith("WAIVER-") for rule in rules_named(w.rule))]
    judged += waive(unused(w for w in counting if w not in of_waivers))
    # A waiver of unused waivers does not waive that it is unused itself.
    return judged + unused(of_waivers)


class _Accepted:
    """The waivers that count for one sheet at `path`; `used` are those that covered a finding.

    They are sorted out by rule and by line: thousands of waivers may meet thousands of findings.
    """

    def __init__(self, counting: Sequence[WrittenWaiver], of_garage: Sequence[GarageWaiver], path: str) -> None:
        self.used: set[WrittenWaiver] = set()
        self._path = path
        self._of_garage = of_garage
        self._of_sheet = [waiver for waiver in counting if waiver.line is None]
        self._first: dict[str, WrittenWaiver | None] = {}
        self._by_line: dict[int, list[WrittenWaiver]] = {}
        for waiver in counting:
            if waiver.line is not None:
                self._by_line.setdefault(waiver.line, []).append(waiver)

    def waived(self, finding: Finding) -> Finding:
        """The finding, waived by the first that covers it."""
        rule = finding.rule
        if rule not in self._first:
            matching = [waiver for waiver in self._of_sheet if waiver.matches(finding, self._path)]
            self.used.update(matching)
            self._first[rule] = matching[0] if matching else None
        first = self._first[rule]
        if self._by_line and finding.place.path == self._path:
            span = finding.place.span
            lines = range(span.line, span.end_line + 1)
            at = lines if len(lines) < len(self._by_line) else [line for line in self._by_line if line in lines]
            for waiver in (waiver for line in at for waiver in self._by_line.get(line, ())):
                if waiver.matches(finding, self._path):
                    self.used.add(waiver)
                    first = first or waiver
        if first is not None:
            return replace(finding, waiver=Waiver(first.kind, first.reason))
        for waiver_of_garage in self._of_garage:
            if garage_waiver_matches(waiver_of_garage, finding):
                return replace(finding, waiver=Waiver("garage", waiver_of_garage.reason))
        return finding


def garage_waiver_matches(waiver: GarageWaiver, finding: Finding) -> bool:
    """Whether a waiver of the garage file covers a finding of a sheet that its pattern matches."""
    return bool(waiver.reason) and not is_fixed(finding.rule) and covers(waiver.rule, finding.rule)


def _was_run(word: str, settings: Settings, withheld: Collection[str], judged_teams: bool = False) -> bool:
    """Whether every rule that a waiver names was judged. Rules on teams are not judged with a sheet."""
    return all(
        runs(rule, settings) and rule not in withheld and (judged_teams or not rule.startswith("TEAM-"))
        for rule in rules_named(word)
    )


def _faults_of(waiver: WrittenWaiver, sheet: Sheet, settings: Settings, *, helpful: bool = True) -> Iterator[Finding]:
    """What is wrong with a waiver as written; at most one thing. Where that is helpful, with the nearest rule."""
    if not rules_named(waiver.rule):
        nearest = nearest_rule(waiver.rule) if helpful else None
        yield waiver_finding(
            "SHT-UNKNOWN",
            "error",
            UNKNOWN.format(rule=waiver.rule) if waiver.rule else NO_RULE,
            UNKNOWN_HINT.format(nearest=nearest) if nearest else UNKNOWN_HINT_FAR,
            Place(sheet.path, waiver.rule_span, at_text(sheet.written(waiver.rule_steps))),
            sheet.written(waiver.rule_steps),
            settings,
        )
    elif not settings.sheet_waivers:
        if runs("WAIVER-UNUSED", settings):
            yield _about(waiver, sheet, settings, "WAIVER-UNUSED", "warning", REFUSED, REFUSED_HINT)
    elif not waiver.reason and runs("WAIVER-REASON", settings):
        yield _about(waiver, sheet, settings, "WAIVER-REASON", "error", NO_REASON, NO_REASON_HINT[waiver.kind])


def _unused(waiver: WrittenWaiver, sheet: Sheet, settings: Settings) -> Finding:
    fixed = all(map(is_fixed, rules_named(waiver.rule)))
    message, hint = (FIXED, FIXED_HINT) if fixed else (UNUSED, UNUSED_HINT)
    return _about(waiver, sheet, settings, "WAIVER-UNUSED", "warning", message, hint)


def _about(
    waiver: WrittenWaiver, sheet: Sheet, settings: Settings, rule: str, severity: Severity, message: str, hint: str
) -> Finding:
    place = Place(sheet.path, waiver.span, at_text(waiver.steps))
    name = waiver.rule.upper()
    return waiver_finding(
        rule, severity, message.format(rule=name), hint.format(rule=name), place, waiver.steps, settings
    )


def waiver_finding(
    rule: str, severity: Severity, message: str, hint: str, place: Place, steps: Path | None, settings: Settings
) -> Finding:
    """A finding about a waiver, at the severity that the settings give its rule."""
    return Finding(rule, title_of(rule), severity_of(rule, severity, settings), message, hint, place, steps=steps)


def is_idle(
    waiver: GarageWaiver,
    findings: Iterable[Finding],
    settings: Settings,
    withheld: Collection[str] = (),
    judged_teams: bool = False,
) -> bool:
    """Whether a waiver of the garage file covers nothing although its rule was run.

    `findings` and `withheld` are those of all sheets that its pattern matches; `judged_teams` says whether the
    rules on teams were run too.
    """
    if not _was_run(waiver.rule, settings, withheld, judged_teams):
        return False
    return not any(garage_waiver_matches(waiver, finding) for finding in findings)


def garage_waiver_findings(
    waivers: Sequence[GarageWaiver], idle: Collection[GarageWaiver], settings: Settings, path: str
) -> list[Finding]:
    """What is wrong with the waivers of the garage file at `path`: no reason, or nothing to cover."""
    found = []
    for index, waiver in enumerate(waivers):
        fixed = all(map(is_fixed, rules_named(waiver.rule)))
        rule, severity, message, hint = "", "warning", UNUSED, UNUSED_HINT
        if not waiver.reason:
            rule, severity, message, hint = "WAIVER-REASON", "error", NO_REASON, NO_REASON_HINT["garage"]
        elif waiver in idle:
            rule, message, hint = "WAIVER-UNUSED", FIXED if fixed else UNUSED, FIXED_HINT if fixed else UNUSED_HINT
        if rule and runs(rule, settings):
            place = Place(path, Span(waiver.line, waiver.column, waiver.line, waiver.end_column), f"waivers[{index}]")
            text = message.format(rule=waiver.rule.upper())
            found.append(
                waiver_finding(rule, cast(Severity, severity), text, hint, place, ("waivers", index), settings)
            )
    return found
