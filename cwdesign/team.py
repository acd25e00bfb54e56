"""What holds over several sheets: a team's budget and size, names, and trailers (rules TEAM-).

Judged over the sheets that `roster` was given, of one garage at a time; sheets without a team are one team.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from cwdesign.config import Garage, TeamLimits
from cwdesign.findings import Finding, Number, Place, Related, Severity
from cwdesign.paths import absolute, folder_of, join
from cwdesign.report import SheetReport
from cwdesign.rule_choice import runs, severity_of, title_of
from cwdesign.settings import Settings
from cwdesign.sheet import Span
from cwdesign.values import frozen
from cwdesign.words import amount, counted

COST = "{team} costs ${actual}, ${over} more than the ${limit} that a team may cost."
COST_HINT = "Make vehicles ${over} cheaper, or leave some out."
VEHICLES = "{team} has {actual}, {over} more than the {limit} that a team may have."
VEHICLES_HINT = "Leave out {over}."
NAMES = "Another vehicle is called {name} too."
NAMES_HINT = "Rename one of them."
NAMES_CAUSE = "the first of this name"
TRAILER = "{name} tows this trailer too."
TRAILER_HINT = "They cannot drive at the same time unless each has a trailer of its own."
TRAILER_CAUSE = "towed here"
VEHICLE_CAUSE = "{name}: ${cost}"


@frozen
class Member:
    """A sheet as its team sees it. `cost` is in dollars, None where a part is unknown."""

    path: str
    document: int
    name: str
    team: str | None
    cost: Number | None
    name_place: Place
    tows_place: Place | None = None
    trailer: str | None = None
    """The file that it tows, from the root."""


@frozen
class TeamTotal:
    """An entry of `teams` in the report of a roster."""

    team: str | None
    vehicles: int
    cost: Number | None
    limit: Number | None


class Roll:
    """The sheets of one garage, by team, in the order in which they came."""

    def __init__(self, garage: Garage | None, settings: Settings) -> None:
        self.garage = garage
        self.settings = settings
        self.members: list[Member] = []

    @property
    def limits(self) -> TeamLimits:
        """The limits of the garage."""
        return self.garage.limits if self.garage is not None else TeamLimits()

    def add(self, report: SheetReport) -> None:
        """Enter a sheet; one that is unreadable is no vehicle."""
        member = member_of(report)
        if member is not None:
            self.members.append(member)

    def teams(self) -> dict[str | None, list[Member]]:
        """The members of each team."""
        teams: dict[str | None, list[Member]] = {}
        for member in self.members:
            teams.setdefault(member.team, []).append(member)
        return teams

    def totals(self) -> Iterator[TeamTotal]:
        """What each team adds up to."""
        for team, members in self.teams().items():
            yield TeamTotal(team, len(members), team_cost(members), self.limits.cost)

    def findings(self) -> list[Finding]:
        """The findings of the team rules that run, at the severities of the garage."""
        judges: Sequence[tuple[str, Callable[[Roll], Iterable[Finding]]]] = (
            ("TEAM-COST", _over_budget),
            ("TEAM-VEHICLES", _too_many),
            ("TEAM-NAMES", _same_names),
            ("TEAM-TRAILER", _shared_trailers),
        )
        return [finding for rule, judge in judges if runs(rule, self.settings) for finding in judge(self)]

    def finding(
        self,
        rule: str,
        severity: Severity,
        message: str,
        hint: str,
        place: Place,
        related: tuple[Related, ...],
        limit: Number | None = None,
        actual: Number | None = None,
    ) -> Finding:
        """One of them."""
        severity = severity_of(rule, severity, self.settings)
        return Finding(rule, title_of(rule), severity, message, hint, place, related, limit, actual)


def member_of(report: SheetReport) -> Member | None:
    """A sheet as its team sees it, None where it is unreadable."""
    if report.status == "unreadable":
        return None
    summary = report.summary
    start = Span(1, 1, 1, 1)

    def place(key: str) -> Place:
        span = summary.places.get(key)
        return Place(report.path, span or start, key if span is not None else "")

    return Member(
        report.path,
        report.document,
        report.name or report.path,
        summary.team,
        report.totals.cost if report.totals is not None else None,
        place("name"),
        place("tows") if summary.tows is not None else None,
        absolute(join(folder_of(report.path), summary.tows)) if summary.tows is not None else None,
    )


def team_cost(members: Iterable[Member]) -> Number | None:
    """What vehicles cost together; None where the cost of one is unknown."""
    total = Fraction(0)
    for member in members:
        if member.cost is None:
            return None
        total += member.cost
    return int(total) if total.denominator == 1 else total


def _called(team: str | None) -> str:
    return f"Team {team}" if team is not None else "The team of the sheets that name none"


def _over_budget(roll: Roll) -> Iterator[Finding]:
    limit = roll.limits.cost
    if limit is None:
        return
    for team, members in roll.teams().items():
        # Where a cost is unknown the others may be too much already.
        known = [member for member in members if member.cost is not None]
        actual = team_cost(known)
        if actual is None or actual <= limit:
            continue
        over = amount(Fraction(actual) - limit)
        related = tuple(Related(VEHICLE_CAUSE.format(name=m.name, cost=amount(m.cost)), m.name_place) for m in known)
        message = COST.format(team=_called(team), actual=amount(actual), over=over, limit=amount(limit))
        place = roll.limits.places["team_cost"]
        yield roll.finding("TEAM-COST", "error", message, COST_HINT.format(over=over), place, related, limit, actual)


def _too_many(roll: Roll) -> Iterator[Finding]:
    limit = roll.limits.vehicles
    if limit is None:
        return
    for team, members in roll.teams().items():
        actual = len(members)
        if actual <= limit:
            continue
        message = VEHICLES.format(
            team=_called(team), actual=counted(actual, "vehicle"), over=amount(actual - limit), limit=amount(limit)
        )
        hint = VEHICLES_HINT.format(over=counted(actual - limit, "vehicle"))
        related = tuple(Related(m.name, m.name_place) for m in members)
        yield roll.finding(
            "TEAM-VEHICLES", "error", message, hint, roll.limits.places["vehicles"], related, limit, actual
        )


def _same_names(roll: Roll) -> Iterator[Finding]:
    if not roll.limits.unique_names:
        return
    first: dict[str, Member] = {}
    for member in roll.members:
        earlier = first.setdefault(" ".join(member.name.split()).casefold(), member)
        if earlier is not member:
            related = (Related(NAMES_CAUSE, earlier.name_place),)
            message = NAMES.format(name=member.name)
            yield roll.finding("TEAM-NAMES", "error", message, NAMES_HINT, member.name_place, related)


def _shared_trailers(roll: Roll) -> Iterator[Finding]:
    first: dict[str, Member] = {}
    for member in roll.members:
        if member.trailer is None or member.tows_place is None:
            continue
        earlier = first.setdefault(member.trailer, member)
        if earlier is not member and earlier.tows_place is not None:
            related = (Related(TRAILER_CAUSE, earlier.tows_place),)
            message = TRAILER.format(name=earlier.name)
            yield roll.finding("TEAM-TRAILER", "warning", message, TRAILER_HINT, member.tows_place, related)
