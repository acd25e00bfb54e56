"""The report on the screen, for people: the verdict first, findings with their lines, figures against limits.

The layout may change at any time. Text from sheets only ever enters as `rich.text.Text` with its control
characters made visible, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from rich.cells import cell_len
from rich.text import Text

from cwdesign.findings import Finding, Number
from cwdesign.render import Ending, Options
from cwdesign.render.excerpt import excerpt_lines
from cwdesign.render.lines import padded, page_width, printed, table, wrapped
from cwdesign.render.text import counted, grouped, money, number, pounds, room, visible
from cwdesign.report import SheetReport, Totals, UnitReport
from cwdesign.settings import Departure

SEVERITY_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
STATUS_STYLES = {"legal": "bold green", "illegal": "bold red", "unreadable": "bold red"}
FACE_WORDS = {"underbody": "under"}


OTHERWISE = "Judged otherwise than by default"
WAIVED = "Waived by the garage file"
MOST_WITHHELD = 6
"""So many rules that were not judged are named; of more the number says enough."""


class Report:
    """A single sheet is shown in full; of several, a legal one takes one line and its warnings."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._first: SheetReport | None = None
        self._several = False
        self._judged_by: dict[str, dict[tuple[str, ...], tuple[int, str]]] = {OTHERWISE: {}, WAIVED: {}}
        """Of several sheets how many were judged by which departures from the defaults, and the first of them.

        Waivers are apart: they are for a few sheets, which share all else with the others.
        """

    def begin(self) -> str:
        """Nothing: the verdict comes first."""
        return ""

    def sheet(self, report: SheetReport) -> str:
        """The first sheet waits until it is known whether there is another."""
        if self._several:
            return self._paragraphs(self._in_short(report))
        if self._first is None:
            self._first = report
            return ""
        self._several = True
        return self._paragraphs([*self._in_short(self._first), *self._in_short(report)])

    def end(self, ending: Ending) -> str:
        """Findings of no single sheet, statistics, and the summary of several sheets."""
        lines: list[Text] = []
        if self._first is not None and not self._several:
            lines += self._in_short(self._first) if self._options.quiet else self._in_full(self._first)
        several = self._several or self._first is None
        return self.text([*lines, *self.closing(ending, summary=several)])

    def closing(self, ending: Ending, *, summary: bool = True) -> list[Text]:
        """Findings of no single sheet, statistics, and the summary."""
        lines: list[Text] = []
        for finding in self._shown(ending.findings):
            lines += [*self._finding(finding, ending.excerpts.get(finding.place.path, {})), Text()]
        if self._options.statistics:
            lines += _statistics(ending)
        if not self._options.quiet:
            lines += self._readings(ending)
            if ending.tally.by_rule:
                lines.append(Text("cwdesign explain RULE says what a rule demands and how to comply.", "dim"))
            for garage in ending.garages:
                lines.append(Text("fine        ", "bold green").append(visible(garage), "cyan").append("  garage file"))
            if summary and (ending.tally.sheets or not ending.garages):
                lines.append(_summary(ending))
        return lines

    # -- a sheet

    def _in_full(self, report: SheetReport) -> Iterator[Text]:
        yield self._verdict(report)
        yield from _build(report)
        yield Text()
        yield from self._findings(report)
        yield from self._remarks(report, readings=True)
        if report.totals is not None:
            yield from self._figures(report)
        if self._options.ledger:
            yield from self._ledger(report)

    def _in_short(self, report: SheetReport) -> Iterator[Text]:
        shown = self._shown(report.findings)
        quiet = self._options.quiet
        if not quiet or shown:
            yield self._verdict(report, one_line=not quiet)
        if shown:
            yield Text()
            yield from self._findings(report)
        if not quiet:
            remarks = list(self._remarks(report))
            self.note_readings(report)
            yield from remarks
            if self._options.ledger and report.ledger:
                yield from ([] if shown or remarks else [Text()])
                yield from self._ledger(report)

    def _verdict(self, report: SheetReport, one_line: bool = False) -> Text:
        line = Text(no_wrap=True)
        line.append(f"{report.status:<12}", STATUS_STYLES[report.status])
        if report.name is not None:
            line.append(visible(report.name), "bold")
            line.append("  ")
        line.append(_place_of(report), "cyan")
        if one_line and report.totals is not None and report.status == "legal":
            line.append("  " + ", ".join(_in_a_line(report.totals)), "dim")
        counts = _counts(report.findings)
        if counts and not one_line:
            line.append(f"  {counts}")
        if _judged_in_part(report.settings):
            line.append("  (by some of the rules only)", "yellow")
        return line

    def _findings(self, report: SheetReport) -> Iterator[Text]:
        for finding in self._shown(report.findings):
            yield from self._finding(finding, report.excerpts)
            yield Text()

    def _shown(self, findings: Iterable[Finding]) -> list[Finding]:
        options = self._options
        return [
            finding
            for finding in findings
            if (options.show_waived or not finding.waived) and not (options.quiet and finding.severity == "note")
        ]

    def _finding(self, finding: Finding, excerpts: Mapping[int, str]) -> Iterator[Text]:
        style = SEVERITY_STYLES[finding.severity]
        head = Text()
        head.append(f"{finding.severity} ", style)
        head.append(finding.rule, "bold")
        head.append(" (waived)" if finding.waived else "", "dim")
        head.append(f"  {visible(finding.title)}", "dim")
        yield head
        yield from self._wrapped(finding.message, "  ")
        yield from excerpt_lines(finding, excerpts, self.width(), style)
        if finding.hint:
            yield from self._wrapped(finding.hint, "  help: ", "green")
        if finding.waiver is not None:
            yield from self._wrapped(finding.waiver.reason, f"  waived ({finding.waiver.kind}): ", "dim")

    # -- remarks under the findings

    def _remarks(self, report: SheetReport, *, readings: bool = False) -> Iterator[Text]:
        lines: list[Text] = []
        waived = [finding for finding in report.findings if finding.waived]
        if waived and not self._options.show_waived:
            rules = _listed(finding.rule for finding in waived)
            them = "it" if len(waived) == 1 else "them"
            lines += self._wrapped(
                f"{counted(len(waived), 'finding')} waived: {rules} (--show-waived shows {them})", "  "
            )
        if report.withheld:
            count = counted(len(report.withheld), "rule")
            few = len(report.withheld) <= MOST_WITHHELD
            which = f": {', '.join(report.withheld)}" if few else " (--format json lists them)"
            lines += self._wrapped(f"{count} not judged, because something needed is unknown{which}", "  ")
        if report.settings and readings:
            lines += self._wrapped(f"{OTHERWISE}: {', '.join(map(_departure, report.settings))}", "  ")
        if lines:
            yield from lines
            yield Text()

    def note_readings(self, report: SheetReport) -> None:
        """Keep in mind what a sheet was judged by."""
        for heading, judged_by in self._judged_by.items():
            departures = [d for d in report.settings if (d.setting == "waivers") == (heading == WAIVED)]
            readings = tuple(_departure(d).removeprefix("waivers ") for d in departures)
            if readings:
                count, first = judged_by.get(readings, (0, _place_of(report)))
                judged_by[readings] = (count + 1, first)

    def _readings(self, ending: Ending) -> Iterator[Text]:
        """What several sheets were judged by otherwise than by default, said once for all that share it."""
        sheets = ending.tally.sheets + ending.unshown
        for heading, judged_by in self._judged_by.items():
            for readings, (count, first) in judged_by.items():
                of = first if count == 1 else f"{count} of {counted(sheets, 'sheet')}"
                which = f" ({of})" if count < sheets else ""
                yield from self._wrapped(f"{heading}{which}: {', '.join(readings)}", "")

    # -- figures

    def _figures(self, report: SheetReport) -> Iterator[Text]:
        assert report.totals is not None
        yield from self._totals(report)
        yield from self._weapon_spaces(report)
        yield from self._armor(report)
        yield from self._performance(report)
        yield from self._defaults(report)

    def _totals(self, report: SheetReport) -> Iterator[Text]:
        totals = report.totals
        assert totals is not None
        yield Text("Totals", "bold")
        rows = [("Cost", *_against(totals.cost, _budget(report), money))]
        parts = [UnitReport("", totals)] if not report.units else list(report.units)
        if report.units:
            rows.append(("Weight", *_against(totals.weight, None, pounds)))
        for part in parts:
            label = f"{part.unit.capitalize()}: " if part.unit else ""
            rows += _unit_rows(label, part.totals, with_cost=bool(part.unit))
        yield from _against_limits(rows)
        yield Text()

    def _weapon_spaces(self, report: SheetReport) -> Iterator[Text]:
        parts = report.units or ((UnitReport("", report.totals),) if report.totals is not None else ())
        for part in parts:
            faces = part.totals.weapon_spaces_used
            if not faces:
                continue
            limit = part.totals.weapon_spaces_per_face
            title = "Weapon spaces" + (f" on the {part.unit}" if part.unit else "")
            line = Text(title, "bold")
            line.append(f", at most {number(limit)} on a face" if limit is not None else ", no limit by face", "dim")
            yield line
            cells = [
                (_face(face), "?" if used is None else room(used), "bold red" if _over(used, limit) else "")
                for face, used in faces.items()
            ]
            yield from self._cells(cells)
            yield Text()

    def _armor(self, report: SheetReport) -> Iterator[Text]:
        armored = [part for part in report.summary.armor if part[2]]
        for unit, kind, points in armored:
            line = Text("Armor" + (f" of the {unit}" if unit else ""), "bold")
            line.append(f", {visible(kind)}" if kind else "", "dim")
            yield line
            yield from self._cells([(_face(face), visible(value), "") for face, value in points.items()])
        if armored:
            if report.summary.armor_total is not None:
                yield Text(f"  {grouped(report.summary.armor_total)} points in all", "dim")
            yield Text()

    def _performance(self, report: SheetReport) -> Iterator[Text]:
        totals = report.totals
        assert totals is not None
        # A fact of the same name says more than the plain figure.
        figures = {**dict(_performance_rows(totals)), **dict(report.summary.facts)}
        rows = [(visible(label), visible(value), "") for label, value in figures.items()]
        if report.summary.tows is not None:
            rows.append(("Tows", visible(report.summary.tows), ""))
        level = report.summary.level_needed
        by = f" ({visible(report.summary.level_needed_by)})" if report.summary.level_needed_by else ""
        rows.append(("Equipment", f"{level}{by}", f"{report.summary.tech_level} allowed"))
        rows += [("League figures", visible(text), "") for text in report.summary.overlay]
        yield Text("Performance", "bold")
        yield from _against_limits(rows)
        yield Text()

    def _defaults(self, report: SheetReport) -> Iterator[Text]:
        if not report.defaults:
            return
        yield Text("Filled in, since the sheet does not say", "bold")
        for default in report.defaults:
            at = f"{visible(default.at)}: " if default.at else ""
            yield from self._wrapped(f"{at}{default.text}", "  ")
        yield Text()

    def _ledger(self, report: SheetReport) -> Iterator[Text]:
        if not report.ledger:
            return
        head = ("Ledger", "Cost", "Weight", "Spaces", "DP")
        rows = [_ledger_row(entry.item, entry.cost, entry.weight, entry.spaces, entry.dp) for entry in report.ledger]
        last = _total_row(report.totals)
        yield from table(head, rows, self.width(), right=1, last=last)
        yield Text()

    # -- laying out

    def width(self) -> int:
        """The width that text is set in."""
        return page_width(self._options.width)

    def _wrapped(self, text: str, lead: str, lead_style: str = "") -> Iterator[Text]:
        return wrapped(text, lead, self.width(), lead_style)

    def _cells(self, cells: list[tuple[str, str, str]]) -> Iterator[Text]:
        """Label and figure side by side, as many in a line as fit."""
        width = max(cell_len(f"{label} {value}") for label, value, _ in cells) + 3
        a_line = max(1, (self.width() - 2) // width)
        for start in range(0, len(cells), a_line):
            line = Text("  ", no_wrap=True)
            for label, value, style in cells[start : start + a_line]:
                line.append(f"{label} ", "dim")
                line.append(value, style)
                line.append(" " * (width - cell_len(f"{label} {value}")))
            line.rstrip()
            yield line

    def _paragraphs(self, lines: Iterable[Text]) -> str:
        return printed(lines, self._options.color)

    def text(self, lines: Iterable[Text]) -> str:
        """Lines as they go to the screen, without empty ones at the end."""
        shown = list(lines)
        while shown and not shown[-1].plain:
            shown.pop()
        return printed(shown, self._options.color)


def _place_of(report: SheetReport) -> str:
    document = f" (document {report.document + 1})" if report.document else ""
    return visible(report.path) + document


def _counts(findings: Iterable[Finding]) -> str:
    """`1 error, 2 warnings`, without what is waived."""
    counts = dict.fromkeys(SEVERITY_STYLES, 0)
    for finding in findings:
        counts[finding.severity] += not finding.waived
    return ", ".join(counted(count, severity) for severity, count in counts.items() if count)


def _build(report: SheetReport) -> Iterator[Text]:
    summary = report.summary
    words = [word for word in (summary.body, summary.build, summary.team and f"team {summary.team}") if word]
    if words:
        yield Text(" " * 12 + visible(", ".join(words)), "dim", no_wrap=True)


def _judged_in_part(settings: Iterable[Departure]) -> bool:
    """Whether rules were left out, so that the verdict is no full one."""
    return any(departure.setting in ("select", "ignore") or departure.value == "off" for departure in settings)


def _departure(departure: Departure) -> str:
    value = departure.value
    if isinstance(value, (list, tuple)):
        said = ",".join(map(str, value))
    elif isinstance(value, Fraction):
        said = number(value)
    elif isinstance(value, bool):
        said = "true" if value else "false"
    else:
        said = str(value)
    where = f" ({departure.path}:{departure.line})" if departure.path is not None else ""
    return f"{departure.setting} {said}{where}"


def _listed(rules: Iterable[str]) -> str:
    counts: dict[str, int] = {}
    for rule in rules:
        counts[rule] = counts.get(rule, 0) + 1
    return ", ".join(rule if count == 1 else f"{rule} ({count})" for rule, count in counts.items())


def _in_a_line(totals: Totals) -> Iterator[str]:
    """The figures of a legal vehicle that take part in its one line."""
    if totals.cost is not None:
        yield money(totals.cost)
    if totals.weight is not None:
        yield pounds(totals.weight)
    if totals.spaces_used is not None and totals.spaces_available is not None:
        yield f"{room(totals.spaces_used)}/{room(totals.spaces_available)} sp"
    if totals.handling_class is not None:
        yield f"HC {number(totals.handling_class)}"
    if totals.acceleration is not None and totals.top_speed is not None:
        yield f"acc {number(totals.acceleration)}, top {number(totals.top_speed)} mph"


def _budget(report: SheetReport) -> Number | None:
    division = report.summary.division
    return None if division is None else division * 1000


def _over(value: Number | None, limit: Number | None) -> bool:
    return value is not None and limit is not None and value > limit


def _against(value: Number | None, limit: Number | None, show: Callable[[Number], str]) -> tuple[str, str]:
    """A figure with its limit, and the room left."""
    if value is None:
        return ("unknown", "" if limit is None else f"of {show(limit)}")
    if limit is None:
        return (show(value), "")
    left = limit - value
    return (f"{show(value)} of {show(limit)}", f"{show(left)} left" if left >= 0 else f"{show(-left)} over")


def _unit_rows(label: str, totals: Totals, with_cost: bool) -> list[tuple[str, str, str]]:
    rows = [(f"{label}cost", *_against(totals.cost, None, money))] if with_cost else []
    rows.append((f"{label}weight", *_against(totals.weight, totals.max_load, pounds)))
    if totals.loaded_weight is not None and totals.loaded_weight != totals.weight:
        rows.append((f"{label}loaded weight", *_against(totals.loaded_weight, totals.max_load, pounds)))
    if totals.rated_load is not None:
        rows.append((f"{label}rated load", pounds(totals.rated_load), ""))
    rows.append((f"{label}spaces", *_against(totals.spaces_used, totals.spaces_available, room)))
    if totals.spaces_lost:
        rows.append((f"{label}spaces lost", f"{room(totals.spaces_lost)} to sloping and streamlining", ""))
    if totals.cargo_spaces_available or totals.cargo_spaces_used:
        rows.append((f"{label}cargo spaces", *_against(totals.cargo_spaces_used, totals.cargo_spaces_available, room)))
    return [(name[:1].upper() + name[1:], value, left) for name, value, left in rows]


def _performance_rows(totals: Totals) -> Iterator[tuple[str, str]]:
    if totals.handling_class is not None:
        at_60 = totals.handling_class_at_60
        yield (
            "Handling class",
            number(totals.handling_class) + (f" ({number(at_60)} at 60 mph)" if at_60 is not None else ""),
        )
    if totals.acceleration is not None:
        burst = totals.burst_acceleration
        yield "Acceleration", number(totals.acceleration) + (f"/{number(burst)}" if burst is not None else "") + " mph"
    if totals.top_speed is not None:
        yield "Top speed", f"{number(totals.top_speed)} mph"
    loaded = totals.loaded_acceleration, totals.loaded_top_speed
    if None not in loaded and loaded != (totals.acceleration, totals.top_speed):
        assert loaded[0] is not None and loaded[1] is not None
        yield "Loaded", f"acceleration {number(loaded[0])} mph, top speed {number(loaded[1])} mph"
    if totals.range is not None:
        yield "Range", f"{grouped(totals.range)} miles"
    if totals.power_factors is not None:
        yield "Power factors", grouped(totals.power_factors)
    if totals.confetti is not None:
        yield "Confetti", number(totals.confetti)


def _face(face: str) -> str:
    return "-".join(FACE_WORDS.get(word, word) for word in face.split("-"))


def _ledger_row(
    item: str, cost: Number | None, weight: Number | None, spaces: Number | None, dp: int | None
) -> tuple[str, str, str, str, str]:
    return (
        visible(item),
        "?" if cost is None else money(cost),
        "?" if weight is None else pounds(weight),
        "?" if spaces is None else room(spaces),
        "" if dp is None else str(dp),
    )


def _total_row(totals: Totals | None) -> tuple[str, str, str, str, str]:
    if totals is None:
        return _ledger_row("Total", None, None, None, None)
    spaces = totals.spaces_used
    if spaces is not None and totals.cargo_spaces_used is not None:
        spaces += totals.cargo_spaces_used
    return _ledger_row("Total", totals.cost, totals.weight, spaces, None)


def _against_limits(rows: list[tuple[str, str, str]]) -> Iterator[Text]:
    """Label, figure and what is left, side by side."""
    widths = [max(cell_len(row[i]) for row in rows) for i in (0, 1)]
    for label, value, rest in rows:
        line = Text("  ", no_wrap=True)
        line.append(padded(label, widths[0]) + "  ", "dim")
        line.append(padded(value, widths[1]) + "  ")
        line.append(rest, "bold red" if rest.endswith(" over") else "dim")
        line.rstrip()
        yield line


def _statistics(ending: Ending) -> Iterator[Text]:
    counts = ending.tally.by_rule
    waived = ending.tally.waived_by_rule
    if not counts and not waived:
        return
    yield Text("Findings by rule", "bold")
    rules = sorted({*counts, *waived}, key=lambda rule: (-counts.get(rule, 0), -waived.get(rule, 0), rule))
    width = max(len(str(counts.get(rule, 0))) for rule in rules)
    for rule in rules:
        line = Text(f"  {counts.get(rule, 0):>{width}}  {rule}", no_wrap=True)
        if waived.get(rule):
            line.append(f"  ({waived[rule]} waived)", "dim")
        yield line
    yield Text()


def _summary(ending: Ending) -> Text:
    tally = ending.tally
    verdicts = [f"{count} {word}" for word in ("legal", "illegal", "unreadable") if (count := getattr(tally, word))]
    counts = {"error": tally.errors, "warning": tally.warnings, "note": tally.notes}
    found = [counted(count, severity) for severity, count in counts.items() if count]
    line = Text(counted(tally.sheets, "sheet"), "bold", no_wrap=True)
    line.append(f": {', '.join(verdicts)}" if verdicts else "")
    line.append(f"; {', '.join(found)}" if found else "")
    line.append(f"; {tally.waived} waived" if tally.waived else "")
    line.append(f"; {tally.withheld} not judged" if tally.withheld else "")
    return line
