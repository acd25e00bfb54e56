"""A stable of vehicles: rows, their order, which of them are shown, and what the teams add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from cwdesign.config import Garage
from cwdesign.findings import Finding, Number
from cwdesign.report import SheetReport
from cwdesign.settings import Settings
from cwdesign.team import Roll, TeamTotal
from cwdesign.values import frozen


@frozen
class Row:
    """One vehicle of a roster. Money in dollars, weight in pounds; None is unknown or does not apply."""

    path: str
    document: int
    name: str | None
    team: str | None
    tags: tuple[str, ...]
    body: str | None
    cost: Number | None
    weight: Number | None
    max_load: Number | None
    spaces_used: Number | None
    spaces_available: Number | None
    handling_class: Number | None
    acceleration: Number | None
    top_speed: Number | None
    armor: int | None
    verdict: str
    errors: int
    warnings: int
    first_error: str | None


def row_of(report: SheetReport) -> Row:
    """The row of a sheet."""
    totals, summary = report.totals, report.summary
    open_errors = [f for f in report.brief if f.severity == "error" and not f.waived]
    warnings = [f for f in report.brief if f.severity == "warning" and not f.waived]
    return Row(
        path=report.path,
        document=report.document,
        name=report.name,
        team=summary.team,
        tags=summary.tags,
        body=summary.body,
        cost=totals.cost if totals is not None else None,
        weight=totals.weight if totals is not None else None,
        max_load=totals.max_load if totals is not None else None,
        spaces_used=totals.spaces_used if totals is not None else None,
        spaces_available=totals.spaces_available if totals is not None else None,
        handling_class=totals.handling_class if totals is not None else None,
        acceleration=totals.acceleration if totals is not None else None,
        top_speed=totals.top_speed if totals is not None else None,
        armor=summary.armor_total,
        verdict=report.status,
        errors=len(open_errors),
        warnings=len(warnings),
        first_error=open_errors[0].rule if open_errors else None,
    )


COLUMNS: Mapping[str, Callable[[Row], str | Number | None]] = {
    "name": lambda row: row.name.casefold() if row.name is not None else None,
    "team": lambda row: row.team.casefold() if row.team is not None else None,
    "body": lambda row: row.body,
    "cost": lambda row: row.cost,
    "weight": lambda row: row.weight,
    "spaces": lambda row: row.spaces_used,
    "handling": lambda row: row.handling_class,
    "acceleration": lambda row: row.acceleration,
    "speed": lambda row: row.top_speed,
    "armor": lambda row: row.armor,
    "verdict": lambda row: row.verdict,
    "error": lambda row: row.first_error,
    "path": lambda row: row.path,
}
"""What a roster can be sorted by."""


@frozen
class Choice:
    """Which rows are shown, in what order. An empty choice of tags, teams or verdicts is all of them."""

    tags: frozenset[str] = frozenset()
    teams: frozenset[str] = frozenset()
    verdicts: frozenset[str] = frozenset()
    sort: str | None = None
    descending: bool = False

    def shows(self, report: SheetReport) -> bool:
        """Whether a sheet's row is shown; tags and teams are compared whatever the letter case."""
        if self.verdicts and report.status not in self.verdicts:
            return False
        if self.teams and (report.summary.team or "").casefold() not in self.teams:
            return False
        return not self.tags or not self.tags.isdisjoint(tag.casefold() for tag in report.summary.tags)

    def ordered(self, reports: Iterable[SheetReport]) -> Iterator[SheetReport]:
        """The sheets in the order asked for; those without a value come last, equals in the order given."""
        if self.sort is None:
            yield from reports
            return
        value = COLUMNS[self.sort]
        keyed = [(value(row_of(report)), report) for report in reports]
        known = [(key, report) for key, report in keyed if key is not None]
        known.sort(key=lambda pair: _sortable(pair[0]), reverse=self.descending)
        yield from (report for _, report in known)
        yield from (report for key, report in keyed if key is None)


def _sortable(value: str | Number) -> tuple[Fraction, str]:
    return (Fraction(0), value) if isinstance(value, str) else (Fraction(value), "")


class Roster:
    """A roster in the making: the team rules see every sheet, the choice says which are shown."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.sheets = 0
        """How many sheets there were, shown or not."""
        self._rolls: dict[str | None, Roll] = {}
        self._missing = {("team", name) for name in choice.teams} | {("tag", name) for name in choice.tags}

    def follow(
        self, reports: Iterable[SheetReport], roll_of: Callable[[SheetReport], tuple[Garage | None, Settings]]
    ) -> Iterator[SheetReport]:
        """The sheets that are shown, in order. `roll_of` gives a sheet's garage and the settings of its team rules."""
        return self.choice.ordered(report for report in self._entered(reports, roll_of) if self.choice.shows(report))

    def _entered(
        self, reports: Iterable[SheetReport], roll_of: Callable[[SheetReport], tuple[Garage | None, Settings]]
    ) -> Iterator[SheetReport]:
        for report in reports:
            self.sheets += 1
            garage, settings = roll_of(report)
            path = garage.path if garage is not None else None
            if path not in self._rolls:
                self._rolls[path] = Roll(garage, settings)
            self._rolls[path].add(report)
            self._missing.discard(("team", (report.summary.team or "").casefold()))
            self._missing.difference_update([("tag", tag.casefold()) for tag in report.summary.tags])
            yield report

    def unmatched(self) -> list[str]:
        """The teams and tags asked for that no sheet has, in words: a slip in one hides what it was to show."""
        return [f"no sheet has the {kind} `{name}`" for kind, name in sorted(self._missing)]

    def findings(self) -> tuple[Finding, ...]:
        """The findings of the team rules."""
        return tuple(finding for roll in self._rolls.values() for finding in roll.findings())

    def teams(self) -> tuple[TeamTotal, ...]:
        """What each team adds up to."""
        return tuple(total for roll in self._rolls.values() for total in roll.totals())
