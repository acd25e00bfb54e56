"""What changed between two designs, as text for the screen, as JSON, and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.text import Text

from cwdesign.diff import Difference, FigureChange, Part, PartChange, Side
from cwdesign.findings import Finding, Number
from cwdesign.render.lines import padded, printed, wrapped
from cwdesign.render.text import grouped, money, number, pounds, visible
from cwdesign.render.values import VERSION, encode, finding_values, totals_values
from cwdesign.words import counted

UNITS: dict[str, Callable[[Number], str]] = {
    "cost": money,
    "weight": pounds,
    "loaded_weight": pounds,
    "max_load": pounds,
    "rated_load": pounds,
    "acceleration": lambda value: f"{number(value)} mph",
    "burst_acceleration": lambda value: f"{number(value)} mph",
    "top_speed": lambda value: f"{number(value)} mph",
    "loaded_acceleration": lambda value: f"{number(value)} mph",
    "loaded_top_speed": lambda value: f"{number(value)} mph",
    "range": lambda value: f"{number(value)} miles",
    "power_factors": grouped,
}
SIGNS = {"added": "+", "removed": "-", "changed": "~"}
STYLES = {"added": "green", "removed": "red", "changed": "yellow"}
ALWAYS_THERE = ("cost", "weight", "loaded_weight", "spaces_used")
"""Figures that every vehicle has: one that is missing is unknown."""
FOLLOWERS = {
    "loaded_weight": "weight",
    "loaded_acceleration": "acceleration",
    "loaded_top_speed": "top_speed",
    "handling_class_at_60": "handling_class",
}
"""Figures that are not worth a line of their own where they change as another does."""


def terminal(difference: Difference, *, width: int, color: bool) -> str:
    """Text for the screen."""
    return printed(_lines(difference, width), color)


def _lines(difference: Difference, width: int) -> Iterator[Text]:
    for sign, side, style in (("---", difference.old, "red"), ("+++", difference.new, "green")):
        line = Text(f"{sign} ", style)
        line.append(visible(side.report.name or ""), "bold")
        line.append(f"  {visible(side.path)}", "cyan")
        line.append(f"  {side.report.status}")
        yield line
    if difference.same:
        yield Text("No difference.")
        return
    if difference.parts:
        yield Text()
    for change in difference.parts:
        yield from wrapped(_headline(change), f"{SIGNS[change.change]} ", width, STYLES[change.change])
        for detail in _details(change):
            yield from wrapped(detail, "    ", width)
    figures = _figures(difference)
    if figures:
        yield Text()
        widest = max(len(label) for label, _ in figures)
        for label, text in figures:
            yield Text(f"  {padded(label, widest)}  {text}")
    findings = [("-", f, "green") for f in difference.findings_gone]
    findings += [("+", f, "red") for f in difference.findings_new]
    if findings:
        yield Text()
    for sign, finding, style in findings:
        yield from wrapped(_finding(finding), f"{sign} ", width, style)


def _headline(change: PartChange) -> str:
    part = change.part
    named = f" ({part.id})" if part.id is not None else ""
    if change.change == "changed":
        assert change.old is not None
        return f"{change.old.label}{named}"
    return f"{part.label}{named}: {_figures_of(part)}"


def _figures_of(part: Part) -> str:
    spaces = _spaces(part.spaces)
    return ", ".join((money(part.cost), pounds(part.weight), spaces))


def _details(change: PartChange) -> Iterator[str]:
    """What a changed part is now, or what came or went has."""
    if change.change != "changed":
        values = [f"{name.replace('_', ' ')} {value}" for name, value in change.part.values.items()]
        yield from ["; ".join((*values, *change.part.items))] if values or change.part.items else []
        return
    for name, old, new in change.values:
        yield f"{name.replace('_', ' ')}: {old or 'none'} → {new or 'none'}"
    yield from (f"+ {item}" for item in change.gained)
    yield from (f"- {item}" for item in change.lost)
    assert change.old is not None and change.new is not None
    pairs = (
        (change.new.cost - change.old.cost, money),
        (change.new.weight - change.old.weight, pounds),
        (change.new.spaces - change.old.spaces, _spaces),
    )
    if any(value for value, _ in pairs):
        yield ", ".join(_signed(value, show) for value, show in pairs if value)


def _spaces(value: Number) -> str:
    return counted(value, "space")


def _signed(value: Number, show: Callable[[Number], str]) -> str:
    return f"+{show(value)}" if value > 0 else f"-{show(-value)}"


def _figures(difference: Difference) -> list[tuple[str, str]]:
    changes = {change.figure: change for change in difference.figures}
    shown = [
        change for change in changes.values() if not _follows(change, changes.get(FOLLOWERS.get(change.figure, "")))
    ]
    rows = [(change.figure.replace("_", " "), _change(change)) for change in shown]
    old, new = difference.old.report.status, difference.new.report.status
    return [*rows, *([("verdict", f"{old} → {new}")] if old != new else [])]


def _follows(change: FigureChange, leader: FigureChange | None) -> bool:
    return leader is not None and (leader.old, leader.new) == (change.old, change.new)


def _change(change: FigureChange) -> str:
    show = UNITS.get(change.figure, number)
    missing = "unknown" if change.figure in ALWAYS_THERE else "none"
    old, new = (missing if value is None else show(value) for value in (change.old, change.new))
    if change.old is None or change.new is None:
        return f"{old} → {new}"
    return f"{old} → {new}  ({_signed(change.new - change.old, show)})"


def _finding(finding: Finding) -> str:
    waived = ", waived" if finding.waived else ""
    return f"{finding.severity} {finding.rule}{waived}: {finding.message}"


# -- JSON -----------------------------------------------------------------------------------------


def json(difference: Difference, *, version: str, catalog: str) -> str:
    """One document."""
    values = {
        "version": VERSION,
        "tool": {"name": "cwdesign", "version": version, "catalog": catalog},
        "same": difference.same,
        "old": _side_values(difference.old),
        "new": _side_values(difference.new),
        "parts": [_change_values(change) for change in difference.parts],
        "figures": [_figure_values(change) for change in difference.figures],
        "findings": {
            "gone": [finding_values(finding) for finding in difference.findings_gone],
            "new": [finding_values(finding) for finding in difference.findings_new],
        },
    }
    return encode(values) + "\n"


def _side_values(side: Side) -> dict[str, object]:
    report = side.report
    return {
        "path": side.path,
        "name": report.name,
        "status": report.status,
        "totals": totals_values(report.totals) if report.totals is not None else None,
    }


def _change_values(change: PartChange) -> dict[str, object]:
    part = change.part
    return {
        "change": change.change,
        "unit": part.unit,
        "group": part.group,
        "id": part.id,
        "old": _part_values(change.old) if change.old is not None else None,
        "new": _part_values(change.new) if change.new is not None else None,
        "values": [{"name": name, "old": old, "new": new} for name, old, new in change.values],
        "gained": list(change.gained),
        "lost": list(change.lost),
    }


def _part_values(part: Part) -> dict[str, object]:
    return {
        "kind": part.kind,
        "place": part.place or None,
        "values": dict(part.values),
        "items": list(part.items),
        "cost": part.cost,
        "weight": part.weight,
        "spaces": part.spaces,
    }


def _figure_values(change: FigureChange) -> dict[str, object]:
    known = change.old is not None and change.new is not None
    return {
        "figure": change.figure,
        "old": change.old,
        "new": change.new,
        "difference": (change.new or 0) - (change.old or 0) if known else None,
    }


# -- Markdown -------------------------------------------------------------------------------------


def markdown(difference: Difference) -> str:
    """For a comment on a pull request."""
    from cwdesign.render.markdown import plain

    old, new = difference.old, difference.new
    name = plain(new.report.name or new.path)
    lines = [f"### {name}: {old.report.status} → {new.report.status}", ""]
    lines[0] = f"### {name}: {new.report.status}" if old.report.status == new.report.status else lines[0]
    if difference.same:
        return "\n".join([*lines, "No difference.", ""])
    figures = _figures(difference)
    if figures:
        lines += ["| figure | change |", "| --- | --- |"]
        lines += [f"| {label} | {text} |" for label, text in figures]
        lines.append("")
    for change in difference.parts:
        lines.append(f"- {change.change}: **{plain(_headline(change))}**")
        lines += [f"  - {plain(detail)}" for detail in _details(change)]
    if difference.parts:
        lines.append("")
    lines += [f"- gone: {plain(_finding(finding))}" for finding in difference.findings_gone]
    lines += [f"- new: {plain(_finding(finding))}" for finding in difference.findings_new]
    return "\n".join(lines).rstrip() + "\n"
