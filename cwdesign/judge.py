"""One sheet -> one report: vehicle, ledger and performance are computed, every rule is asked, places are found."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence

from cwdesign.catalog import Catalog, rule_pages
from cwdesign.consequences import Stated, consequences
from cwdesign.design import Design, components_of, make_design, with_trailer
from cwdesign.findings import MAX_FAULTS, Fault, Finding, Place, Related, Severity, Withheld
from cwdesign.ledger import Line
from cwdesign.report import Default, LedgerEntry, SheetReport, Status, Summary, Totals, UnitReport
from cwdesign.rule_choice import runs, severity_of
from cwdesign.rules import RULES
from cwdesign.rules.base import Rule
from cwdesign.rules.sheet_faults import HINTS, MESSAGES, listed, tow_faults
from cwdesign.settings import Departure, Settings
from cwdesign.sheet import Path, Sheet, at_text
from cwdesign.steps import Steps, finished
from cwdesign.tech import level_needed
from cwdesign.totals import number, totals, unit_totals
from cwdesign.tow import Tow
from cwdesign.waivers import apply_waivers
from cwdesign.words import amount

MORE = f"The rules find more than {MAX_FAULTS:,} faults in this sheet; not all are listed."
"""An error that nothing waives, since what is not listed may be one."""


def judge(sheet: Sheet, catalog: Catalog, settings: Settings, tow: Callable[[str], Tow]) -> SheetReport:
    """The report of a sheet that the schema accepts: `judging` in one go."""
    return finished(judging(sheet, catalog, settings, tow))


def judging(
    sheet: Sheet,
    catalog: Catalog,
    settings: Settings,
    tow: Callable[[str], Tow],
    designs: list[Design] | None = None,
    *,
    summary: bool = True,
) -> Steps[SheetReport]:
    """The report of a sheet that the schema accepts; its `summary` is empty where nobody wants one.

    Its steps are the design, the rules, and what the report says beside their findings. `tow` follows the sheet's
    `tows`; the design without what it tows is added to `designs`. Raises nothing: a rule or a computation that fails
    is a BUG-CRASH finding.
    """
    try:
        design = make_design(sheet, catalog, settings)
        if designs is not None:
            designs.append(design)
        if design.vehicle.tows is not None:
            design = with_trailer(design, tow(design.vehicle.tows))
    except Exception as error:
        return crashed(sheet, settings, error, "the vehicle")
    yield
    withheld: dict[str, None] = {}
    findings = [*_sheet_findings(design)]
    stated: list[Stated] = []
    more: Finding | None = None
    unknown = design.unknown
    for rule in _running(settings):
        if unknown and rule.needs & unknown:
            withheld[rule.id] = None
            continue
        before = len(stated)
        try:
            for fault in rule.judge(design):
                if isinstance(fault, Withheld):
                    withheld[rule.id] = None
                elif len(stated) >= MAX_FAULTS and len(stated) > before:
                    if more is None:
                        more = _made(sheet, "YML-LIMIT", "error", Fault(fault.at), MORE, None)
                        findings.append(more)
                    break
                else:
                    findings.append(_finding(design, rule, fault))
                    stated.append((rule, fault, findings[-1]))
        except Exception as error:
            findings.append(_crash(sheet, error, rule.id))
    yield
    unique = list(dict.fromkeys(findings))
    judged = apply_waivers(unique, sheet, settings, tuple(withheld))
    try:
        follows = consequences(design, stated, judged)
    except Exception as error:
        return crashed(sheet, settings, error, "consequences")
    if follows:
        judged = apply_waivers([f for f in unique if f not in follows], sheet, settings, tuple(withheld))
    judged.sort(key=_order)
    status: Status = "illegal" if any(f.severity == "error" and not f.waived for f in judged) else "legal"
    figures = totals(design)
    units = _unit_reports(design)
    return SheetReport(
        path=sheet.path,
        document=sheet.document,
        name=design.vehicle.name,
        status=status,
        totals=figures,
        units=units,
        ledger=tuple(_entry(design, line) for ledger in design.ledgers for line in ledger.lines),
        settings=(*settings.departures, *_overlaid(design)),
        withheld=tuple(sorted(withheld)),
        findings=tuple(judged),
        defaults=tuple(Default(at_text(a.at), a.text) for a in design.vehicle.assumptions),
        summary=_summary(design) if summary else Summary(),
        excerpts=_excerpts(sheet, judged),
    )


def _running(settings: Settings) -> Sequence[Rule]:
    """The rules that are judged at all under these settings."""
    if not (settings.severity or settings.ignore or settings.select):
        return RULES
    return [rule for rule in RULES if runs(rule.id, settings)]


def crashed(sheet: Sheet, settings: Settings, error: Exception, where: str) -> SheetReport:
    """The report of a sheet on which the program itself failed."""
    finding = _crash(sheet, error, where)
    name = sheet.get(("name",))
    return SheetReport(
        sheet.path,
        sheet.document,
        name if isinstance(name, str) else None,
        "illegal",
        Totals(),
        settings=settings.departures,
        findings=(finding,),
        excerpts=_excerpts(sheet, [finding]),
    )


# -- findings -------------------------------------------------------------------------------------


def _order(finding: Finding) -> tuple[int, int, str, str]:
    span = finding.place.span
    return (span.line, span.column, finding.rule, finding.message)


def _filled(template: str, fields: Mapping[str, object]) -> str:
    return template.format(**{name: amount(value) for name, value in fields.items()})


def _place(sheet: Sheet, path: Path) -> Place:
    return Place(sheet.path, sheet.span(path), at_text(sheet.written(path)))


def _finding(design: Design, rule: Rule, fault: Fault) -> Finding:
    page = rule_pages()[rule.id]
    severity: Severity = severity_of(rule.id, fault.severity or page.severity, design.settings)
    hint = rule.hints.get(fault.message, rule.hints.get(""))
    return _made(design.sheet, rule.id, severity, fault, rule.messages[fault.message], hint)


def _made(sheet: Sheet, rule: str, severity: Severity, fault: Fault, message: str, hint: str | None) -> Finding:
    return Finding(
        rule=rule,
        title=rule_pages()[rule].title,
        severity=severity,
        message=_filled(message, fault.fields),
        hint=_filled(hint, fault.fields) if hint else None,
        place=_place(sheet, fault.at),
        related=tuple(
            Related(_filled(c.text, {**fault.fields, **c.fields}), _place(sheet, c.at)) for c in fault.causes
        ),
        limit=number(fault.limit),
        actual=number(fault.actual),
        steps=sheet.written(fault.at),
    )


def _sheet_findings(design: Design) -> Iterator[Finding]:
    for found in (*listed(design.vehicle.faults), *tow_faults(design)):
        key = (found.rule, found.fault.message)
        yield _made(design.sheet, found.rule, "error", found.fault, MESSAGES[key], HINTS.get(key))


def _crash(sheet: Sheet, error: Exception, where: str) -> Finding:
    """A BUG-CRASH finding; its message names the place in the program, the traceback stays with `--debug`."""
    from cwdesign.failure import trace

    trace(error)
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    spot = f"{last.name}" if last is not None else "?"
    return Finding(
        rule="BUG-CRASH",
        title=rule_pages()["BUG-CRASH"].title,
        severity="error",
        message=f"The checker itself failed in {where}: {type(error).__name__} in {spot}.",
        hint="Please report this with the sheet (--debug shows the traceback); the other rules and sheets were judged.",
        place=_place(sheet, ()),
        steps=(),
    )


def _excerpts(sheet: Sheet, findings: list[Finding]) -> dict[int, str]:
    wanted: set[int] = set()
    for finding in findings:
        for place in (finding.place, *(r.place for r in finding.related)):
            if place.path == sheet.path:
                wanted.add(place.span.line)
    lines = sheet.lines
    return {number: lines[number - 1] for number in sorted(wanted) if 0 < number <= len(lines)}


# -- totals ---------------------------------------------------------------------------------------


def _unit_reports(design: Design) -> tuple[UnitReport, ...]:
    if len(design.vehicle.units) == 1:
        return ()
    return tuple(UnitReport(unit.name, unit_totals(design, unit, ledger)) for unit, ledger in design.parts)


def _overlaid(design: Design) -> Iterator[Departure]:
    """The components whose figures come from a league's catalog, each with the catalog."""
    named = next((d for d in design.settings.departures if d.setting == "catalog"), None)
    if named is None:
        return
    used = {component.id: component.overlay for component, _ in components_of(design) if component.overlay is not None}
    for id, overlay in used.items():
        yield Departure(f"catalog.{id}", overlay, named.path, named.line)


def _entry(design: Design, line: Line) -> LedgerEntry:
    return LedgerEntry(
        line.item, at_text(design.sheet.written(line.at)), line.cost, line.weight, number(line.spaces), line.dp
    )


# -- what the terminal shows beside the totals ----------------------------------------------------


def _summary(design: Design) -> Summary:
    unit, body = design.unit, design.unit.body
    words = []
    if unit.chassis is not None and body is not None and len(body.chassis_allowed) > 1:
        words.append(f"{unit.chassis.name.lower()} chassis")
    if unit.suspension is not None and unit.suspension.group != "racing":
        words.append(f"{unit.suspension.grade} suspension")
    words += [word for word, on in (("sloped", unit.sloped), ("streamlined", unit.streamlined)) if on]
    armor = []
    total = 0
    for part in design.units():
        types = [t.name for t in (part.armor.metal, part.armor.plastic) if t is not None]
        both = part.armor.has_metal and part.armor.has_plastic
        points: dict[str, str] = {}
        for face in part.armor_faces:
            facing = part.armor.face(face)
            points[face] = f"{facing.metal}/{facing.plastic}" if both else str(facing.metal or facing.plastic)
        total += sum(f.metal + f.plastic for f in part.armor.facings)
        name = "" if len(design.vehicle.units) == 1 else part.name
        armor.append((name, " over ".join(types) if both else (types[0] if types else ""), points))
    level, needed_by = level_needed(design)
    return Summary(
        body=body.name if body is not None else None,
        build=", ".join(words),
        team=design.vehicle.team,
        tags=design.vehicle.tags,
        division=number(design.division),
        tech_level=design.tech_level,
        level_needed=level,
        level_needed_by=needed_by,
        armor=tuple(armor),
        armor_total=None if "armor" in design.unknown else total,
        facts=tuple(_facts(design)),
        tows=design.vehicle.tows,
        weapons=sum(
            w.count * (m.copies if m is not None else 1)
            for u in design.units()
            for w in u.all_weapons
            for m in [u.mount_at(w.inside)]
        ),
        overlay=tuple(
            dict.fromkeys(f"{c.name} ({c.overlay})" for c, _ in components_of(design) if c.overlay is not None)
        ),
        places={key: design.sheet.span((key,)) for key in ("name", "team", "tows") if (key,) in design.sheet.values},
    )


def _facts(design: Design) -> Iterator[tuple[str, str]]:
    """Further figures in words (PRF-REVERSE, PRF-RANGE-ELECTRIC, ELE-POWER-UNITS, PRF-TOW-CAPACITY)."""
    from cwdesign.rules.remarks import facts

    yield from facts(design)
