"""The roster on the screen: a row a vehicle, what the teams add up to, and findings on several sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.text import Text

from cwdesign.findings import Number
from cwdesign.render import Ending, Options, terminal
from cwdesign.render.lines import table
from cwdesign.render.text import counted, grouped, money, number, room, visible
from cwdesign.report import SheetReport
from cwdesign.roster import Row, row_of

WIDE = 100
"""From this width on every column has room."""
NO_TEAM = "(no team)"


class Report(terminal.Report):
    """One line a vehicle; findings of single sheets are for `check`."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._rows: list[Row] = []

    def sheet(self, report: SheetReport) -> str:
        """Nothing yet: the columns are as wide as the widest row."""
        self._rows.append(row_of(report))
        self.note_readings(report)
        return ""

    def end(self, ending: Ending) -> str:
        """The table, the teams, the findings on several sheets, and the summary."""
        lines: list[Text] = []
        if self._rows:
            lines += [*self._vehicles(), Text()]
        if ending.teams and not self._options.quiet:
            lines += [*self._teams(ending), Text()]
        lines += self.closing(ending)
        if ending.unshown and not self._options.quiet:
            lines.append(Text(f"{counted(ending.unshown, 'other sheet')} not shown", "dim"))
        return self.text(lines)

    def _vehicles(self) -> Iterator[Text]:
        wide = self.width() >= WIDE
        head: Sequence[str] = ("Name", "Cost", "Weight", "Spaces", "HC", "Acc", "Top", "Armor", "Verdict")
        if wide:
            head = ("Name", "Body", *head[1:], "First error")
        yield from table(head, [_cells(row, wide) for row in self._rows], self.width(), right=2 if wide else 1)

    def _teams(self, ending: Ending) -> Iterator[Text]:
        head = ("Team", "Vehicles", "Cost", "Limit", "Left")
        rows = []
        for team in ending.teams or ():
            left = team.limit - team.cost if team.limit is not None and team.cost is not None else None
            name = visible(team.team) if team.team is not None else NO_TEAM
            cost = money(team.cost) if team.cost is not None else "?"
            limit = money(team.limit) if team.limit is not None else ""
            rows.append((name, str(team.vehicles), cost, limit, money(left) if left is not None else ""))
        yield from table(head, rows, self.width(), right=1)


def _cells(row: Row, wide: bool) -> tuple[str, ...]:
    name = visible(row.name) if row.name is not None else visible(row.path)
    error = row.first_error or ""
    figures = (
        money(row.cost) if row.cost is not None else "-",
        _of(row.weight, row.max_load),
        _of(row.spaces_used, row.spaces_available, room),
        _known(row.handling_class),
        _known(row.acceleration),
        _known(row.top_speed),
        _known(row.armor),
    )
    if wide:
        return (name, visible(row.body or ""), *figures, row.verdict, error)
    return (name, *figures, error if row.verdict == "illegal" and error else row.verdict)


def _known(value: Number | None) -> str:
    return "-" if value is None else number(value)


def _of(value: Number | None, limit: Number | None, show: Callable[[Number], str] = grouped) -> str:
    if value is None:
        return "-"
    return show(value) if limit is None else f"{show(value)}/{show(limit)}"
