"""One sheet -> one report: vehicle, ledger and performance are computed, every rule is asked, places are found."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from cwdesign.catalog import Catalog, rule_pages
from cwdesign.components import TECH_LEVELS
from cwdesign.design import Design, components_of, make_design, with_trailer
from cwdesign.findings import Fault, Finding, Number, Place, Related, Severity, Withheld
from cwdesign.ledger import Ledger, Line
from cwdesign.report import Default, LedgerEntry, SheetReport, Status, Summary, Totals, UnitReport
from cwdesign.rule_choice import runs, severity_of
from cwdesign.rules import RULES
from cwdesign.rules.base import Rule
from cwdesign.rules.sheet_faults import HINTS, MESSAGES
from cwdesign.settings import Settings
from cwdesign.sheet import Path, Sheet, at_text
from cwdesign.tow import Tow
from cwdesign.vehicle import Unit
from cwdesign.waivers import apply_waivers
from cwdesign.words import amount

WEIGHT_FED = frozenset({"weight", "power", "body"})
"""Unknowns that leave acceleration and top speed open."""


def judge(sheet: Sheet, catalog: Catalog, settings: Settings, tow: Callable[[str], Tow]) -> SheetReport:
    """The report of a sheet that the schema accepts.

    `tow` follows the sheet's `tows`. Raises nothing: a rule or a computation that fails is a BUG-CRASH finding.
    """
    try:
        design = make_design(sheet, catalog, settings)
        if design.vehicle.tows is not None:
            design = with_trailer(design, tow(design.vehicle.tows))
    except Exception as error:
        return crashed(sheet, settings, error, "the vehicle")
    withheld: dict[str, None] = {}
    findings = [*_sheet_findings(design)]
    for rule in RULES:
        if not runs(rule.id, settings):
            continue
        if rule.needs & design.unknown:
            withheld[rule.id] = None
            continue
        try:
            for fault in rule.judge(design):
                if isinstance(fault, Withheld):
                    withheld[rule.id] = None
                else:
                    findings.append(_finding(design, rule, fault))
        except Exception as error:
            findings.append(_crash(sheet, error, rule.id))
    unique = list(dict.fromkeys(findings))
    judged = apply_waivers(unique, sheet, settings, tuple(withheld))
    judged.sort(key=_order)
    status: Status = "illegal" if any(f.severity == "error" and not f.waived for f in judged) else "legal"
    totals = _totals(design)
    units = _unit_reports(design)
    return SheetReport(
        path=sheet.path,
        document=sheet.document,
        name=design.vehicle.name,
        status=status,
        totals=totals,
        units=units,
        ledger=tuple(_entry(design, line) for ledger in design.ledgers for line in ledger.lines),
        settings=settings.departures,
        withheld=tuple(sorted(withheld)),
        findings=tuple(judged),
        defaults=tuple(Default(at_text(a.at), a.text) for a in design.vehicle.assumptions),
        summary=_summary(design),
        excerpts=_excerpts(sheet, judged),
    )


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
        limit=_number(fault.limit),
        actual=_number(fault.actual),
        steps=sheet.written(fault.at),
    )


def _sheet_findings(design: Design) -> Iterator[Finding]:
    for found in design.vehicle.faults:
        key = (found.rule, found.fault.message)
        yield _made(design.sheet, found.rule, "error", found.fault, MESSAGES[key], HINTS.get(key))


def _crash(sheet: Sheet, error: Exception, where: str) -> Finding:
    """A BUG-CRASH finding; its message names the place in the program, the traceback stays with `--debug`."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    spot = f"{last.name}" if last is not None else "?"
    return Finding(
        rule="BUG-CRASH",
        title=rule_pages()["BUG-CRASH"].title,
        severity="error",
        message=f"The checker itself failed in {where}: {type(error).__name__} in {spot}.",
        hint="Please report this with the sheet; the other rules and sheets were judged.",
        place=_place(sheet, ()),
        steps=(),
    )


def _number(value: Number | None) -> Number | None:
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _excerpts(sheet: Sheet, findings: list[Finding]) -> dict[int, str]:
    wanted: set[int] = set()
    for finding in findings:
        for place in (finding.place, *(r.place for r in finding.related)):
            if place.path == sheet.path:
                wanted.add(place.span.line)
    lines = sheet.text.split("\n")
    return {number: lines[number - 1] for number in sorted(wanted) if 0 < number <= len(lines)}


# -- totals ---------------------------------------------------------------------------------------


def _unit_totals(design: Design, unit: Unit, ledger: Ledger) -> Totals:
    """Money, weight, room and limits of one unit."""
    unknown = unit.unknown
    cost = None if "cost" in unknown else ledger.cost
    if design.reading.personal_gear_weight and "gear" in unknown:
        unknown |= {"weight"}
    weight = None if "weight" in unknown else ledger.weight
    faces: dict[str, Number | None] = {}
    for face in unit.faces:
        faces[face] = None if _open_face(unit, face) else _number(ledger.on_face(face))
    known_body = "body" not in unknown
    return Totals(
        cost=cost,
        weight=weight,
        loaded_weight=None if weight is None else _number(Fraction(weight) + unit.cargo_weight + unit.gear_weight),
        max_load=None if "load" in unknown else ledger.max_load,
        spaces=ledger.spaces if known_body else None,
        spaces_lost=ledger.spaces - ledger.interior if known_body else None,
        spaces_available=ledger.interior if known_body else None,
        spaces_used=None if "spaces" in unknown else _number(ledger.used),
        cargo_spaces_available=ledger.cargo_room if known_body and "cargo" not in unknown else None,
        cargo_spaces_used=None if unknown & {"spaces", "cargo", "crew"} else _number(ledger.cargo_used),
        weapon_spaces_per_face=ledger.weapon_limit if known_body else None,
        weapon_spaces_used=faces if known_body else None,
        confetti=None if weight is None else _confetti(weight),
    )


def _open_face(unit: Unit, face: str) -> bool:
    """Whether something unknown on a face leaves its weapon spaces open."""
    if "weapon-spaces" not in unit.unknown:
        return False
    return any(
        (w.unknown or w.weapon is None) and w.mount is not None and face in unit.corner_faces(w.mount)
        for w in unit.weapons
    ) or any(b.booster is None and b.mount == face for b in unit.boosters)


def _confetti(weight: Number) -> int:
    """One point per 50 lb, rounded up (LED-CONFETTI)."""
    return -int(-Fraction(weight) // 50)


def _totals(design: Design) -> Totals:
    """The sheet's own totals: of a single vehicle, or sums and performance of a combination."""
    own = [_unit_totals(design, unit, ledger) for unit, ledger in design.parts]
    unknown = design.unknown
    weight: Number | None
    if len(own) == 1:
        base = own[0]
        weight = base.weight
    else:
        sums = {
            key: _sum([getattr(t, key) for t in own])
            for key in (
                "cost weight loaded_weight spaces spaces_lost spaces_available spaces_used cargo_spaces_available "
                "cargo_spaces_used"
            ).split()
        }
        weight = sums["weight"]
        base = Totals(**sums, confetti=None if weight is None else _confetti(weight))
    if design.unit.body is None or design.unit.body.towed:
        return base
    p = design.performance
    heavy_handling = weight is None and design.unit.body.heavy_handling_weight is not None
    handled = not (unknown & {"handling"}) and not heavy_handling and not _tires_open(design)
    moving = not unknown & (WEIGHT_FED | {"speed", "plant"}) and weight is not None and design.unit.plant is not None
    accelerating = not unknown & (WEIGHT_FED | {"plant"}) and weight is not None and design.unit.plant is not None
    loaded_acceleration, loaded_top_speed = loaded_performance(design) if moving else (None, None)
    return replace(
        base,
        rated_load=None if "power" in unknown else p.rated_load,
        handling_class=p.handling_class if handled else None,
        handling_class_at_60=p.handling_class_at_60 if handled else None,
        acceleration=p.acceleration if accelerating else None,
        burst_acceleration=p.burst_acceleration if accelerating else None,
        top_speed=p.top_speed if moving else None,
        range=p.range if accelerating and "tank" not in unknown else None,
        loaded_acceleration=loaded_acceleration,
        loaded_top_speed=loaded_top_speed,
        power_factors=None if "power" in unknown else p.power_factors,
    )


def _tires_open(design: Design) -> bool:
    return any(a.unknown for u in design.vehicle.units for a in u.axles)


def _sum(values: list[Number | None]) -> Number | None:
    total: Number = 0
    for value in values:
        if value is None:
            return None
        total += value
    return _number(total)


def loaded_performance(design: Design) -> tuple[Number | None, Number | None]:
    """(acceleration, top speed) with cargo, gear and the trailer that `tows` names (LED-CARGO-WEIGHT)."""
    from cwdesign.performance import acceleration, top_speed

    weight = Fraction(design.loaded_weight)
    if design.trailer is not None:
        if design.trailer.unknown & {"weight"}:
            return None, None
        weight += Fraction(design.trailer.loaded_weight)
    base, _ = acceleration(design.vehicle, weight, design.catalog)
    return base, top_speed(design.vehicle, weight, design.catalog)


def _unit_reports(design: Design) -> tuple[UnitReport, ...]:
    if len(design.vehicle.units) == 1:
        return ()
    return tuple(UnitReport(unit.name, _unit_totals(design, unit, ledger)) for unit, ledger in design.parts)


def _entry(design: Design, line: Line) -> LedgerEntry:
    return LedgerEntry(
        line.item, at_text(design.sheet.written(line.at)), line.cost, line.weight, _number(line.spaces), line.dp
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
        division=_number(design.division),
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


def level_needed(design: Design) -> tuple[str, str | None]:
    """(the lowest level that has everything, the component that makes it so)."""
    level, by = "classic", None
    for component, _ in components_of(design):
        if TECH_LEVELS.index(component.tech_level) > TECH_LEVELS.index(level):
            level, by = component.tech_level, component.name
    for unit in design.units():
        for weapon in unit.all_weapons:
            for load in weapon.loads:
                if load.round is not None and TECH_LEVELS.index(load.round.tech_level) > TECH_LEVELS.index(level):
                    level, by = load.round.tech_level, f"{weapon.name}: {load.round.type}"
    return level, by


def _facts(design: Design) -> Iterator[tuple[str, str]]:
    """Further figures in words (PRF-REVERSE, PRF-RANGE-ELECTRIC, ELE-POWER-UNITS, PRF-TOW-CAPACITY)."""
    from cwdesign.rules.remarks import facts

    yield from facts(design)

