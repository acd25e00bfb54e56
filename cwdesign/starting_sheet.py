"""A starting sheet for a body type: legal as written, with comments that teach the sheet format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from cwdesign.catalog import Catalog
from cwdesign.components import (
    Accessory,
    Body,
    Chassis,
    Component,
    Computer,
    Gear,
    HandWeapon,
    PlantOption,
    PowerPlant,
    Suspension,
    Tire,
    TireOption,
    Weapon,
)
from cwdesign.design import make_design
from cwdesign.judge import judge
from cwdesign.rules.league import ban_of, lacking
from cwdesign.settings import Settings
from cwdesign.sheet import Sheet
from cwdesign.tow import Tow
from cwdesign.values import frozen, replace
from cwdesign.vehicle import SIX_FACES, TEN_FACES

GUNS = ("machine-gun", "recoilless-rifle", "heavy-rocket", "light-laser", "flamethrower")
"""Weapons to begin with: the first that no league bans."""
TANK = {"type": "heavy-duty", "gallons": 10}
POINTS = (20, 10, 5, 2, 0)
"""Armor points to try, the most first; top and underbody get a quarter."""
LIKED = ("heavy", "improved", "light")
"""Suspensions to try."""


@frozen
class Wishes:
    """What a starting sheet should have, by catalog id; None leaves the choice to the program."""

    name: str | None = None
    chassis: str | None = None
    suspension: str | None = None
    power_plant: str | None = None
    tires: str | None = None


class NoSuchSheet(Exception):
    """No legal sheet has what was wished for; the text says what stands in the way."""


@frozen
class Start:
    """A legal start: the data of its sheet, and the catalog it is made from."""

    body: Body
    sheet: Mapping[str, Any]


def start(catalog: Catalog, body: Body, wishes: Wishes, settings: Settings) -> Start:
    """The cheapest start that is legal, can move, and is armed and armored where it can be.

    Raises NoSuchSheet where nothing legal has what was wished for.
    """
    lead = _lead(catalog, body)
    wishes = replace(wishes, tires=wishes.tires or _tires(catalog, settings))
    guns = [*[gun for gun in GUNS if ban_of(catalog.get(Weapon, gun), settings.bans) is None][:1], None]
    reasons: dict[str, str] | None = None
    doubtful: Start | None = None
    for gun, points, chassis, plant in product(guns, POINTS, _chassis(lead, wishes), _plants(catalog, lead, wishes)):
        sheet = _sheet(catalog, body, lead, wishes, gun, points, chassis, plant)
        add_required(sheet, catalog, settings)
        report = judge(Sheet("new", 0, sheet, {}), catalog, settings, lambda tows: Tow(None, "missing", tows))
        moves = plant is None or (report.totals is not None and (report.totals.acceleration or 0) > 0)
        if report.status == "legal" and moves:
            if not any(f.severity == "warning" for f in report.findings):
                return Start(body, sheet)
            doubtful = doubtful or Start(body, sheet)
        errors = {f.rule: f.message for f in reversed(report.findings) if f.severity == "error"}
        if reasons is None:
            reasons = errors
        elif errors:  # what stands in the way of every attempt says most
            reasons = {rule: text for rule, text in errors.items() if rule in reasons} or errors
    if doubtful is not None:
        return doubtful
    raise NoSuchSheet(list(reasons.values())[-1] if reasons else f"No plant moves a {body.name}.")


def _lead(catalog: Catalog, body: Body) -> Body:
    """The vehicle that a sidecar or carrier belongs to; any other body is its own."""
    wanted = {"sidecar": "cycle", "ten-wheeler-carrier": "ten-wheeler-cab"}.get(body.vehicle_class)
    if wanted is None:
        return body
    return max((b for b in catalog.all(Body) if b.vehicle_class == wanted), key=lambda b: (b.max_load or 0, b.id))


def _chassis(body: Body, wishes: Wishes) -> tuple[str | None, ...]:
    if len(body.chassis_allowed) == 1:
        return (None,)
    if wishes.chassis is not None:
        return (wishes.chassis,)
    return tuple(id for id in ("standard", "heavy", "extra-heavy", "light") if id in body.chassis_allowed)


def plants_for(catalog: Catalog, body: Body) -> list[PowerPlant]:
    """The plants and engines made for a body, electric ones first, the cheapest first."""
    fitting = [p for p in catalog.all(PowerPlant) if any(body.is_a(word) for word in p.vehicle_classes)]
    return sorted(fitting, key=lambda p: (p.fuel != "electric", p.cost))


def _plants(catalog: Catalog, body: Body, wishes: Wishes) -> tuple[str | None, ...]:
    if body.towed:
        return (None,)
    if wishes.power_plant is not None:
        return (wishes.power_plant,)
    return tuple(p.id for p in plants_for(catalog, body) if p.fuel == "electric")


def suspensions_for(catalog: Catalog, body: Body) -> list[str]:
    """The suspensions that can be chosen for a body; none where it has its own."""
    if body.suspension_group not in ("car", "cycle"):
        return []
    return [s.grade for s in catalog.all(Suspension) if s.group == body.suspension_group]


def _armor(body: Body, points: int) -> dict[str, int]:
    least = body.min_plastic_per_face or 0
    faces = (
        ("front", "back")
        if body.faces == 2
        else TEN_FACES
        if body.ten_faced and not body.is_a("flatbed")
        else SIX_FACES
    )
    armor = {face: max(least, points // 4 if face.startswith(("top", "underbody")) else points) for face in faces}
    return {face: n for face, n in armor.items() if n}


def _body(catalog: Catalog, body: Body, wishes: Wishes, chassis: str | None) -> dict[str, Any]:
    spec: dict[str, Any] = {"type": body.id}
    if chassis is not None:
        spec["chassis"] = chassis
    grades = suspensions_for(catalog, body)
    if grades:
        spec["suspension"] = wishes.suspension or next(g for g in LIKED if g in grades)
    if chassis is not None and catalog.get(Chassis, chassis).needs_wheels and body.min_chassis_wheels:
        spec["wheels"] = body.min_chassis_wheels
    return spec


def _sheet(
    catalog: Catalog,
    body: Body,
    lead: Body,
    wishes: Wishes,
    gun: str | None,
    points: int,
    chassis: str | None,
    plant: str | None,
) -> dict[str, Any]:
    sheet: dict[str, Any] = {"name": wishes.name or f"New {body.name}", "body": _body(catalog, lead, wishes, chassis)}
    if plant is not None:
        gas = catalog.get(PowerPlant, plant).fuel == "gas"
        sheet["power_plant"] = {"type": plant, "gas_tank": dict(TANK)} if gas else plant
    if lead.front_wheels + lead.rear_wheels:
        sheet["tires"] = wishes.tires
    if not lead.towed:
        sheet["crew"] = [{"role": "cyclist" if lead.vehicle_class == "cycle" else "driver"}]
    if gun is not None and not lead.towed:
        sheet["weapons"] = [{"type": gun, "mount": "front"}]
    sheet["armor"] = _armor(lead, points)
    if lead is not body:
        key = "sidecar" if body.vehicle_class == "sidecar" else "carrier"
        second: dict[str, Any] = {"body": _body(catalog, body, wishes, None)}
        if body.included_mount is not None and gun is not None:
            second["turrets"] = [{"type": body.included_mount, "weapons": [{"type": gun}]}]
        armor = _armor(body, points)
        if key == "sidecar":
            armor = {face: n for face, n in armor.items() if face in ("front", "right", "back")}
        if armor:
            second["armor"] = armor
        sheet[key] = second
    return {key: value for key, value in sheet.items() if value != {}}


def _tires(catalog: Catalog, settings: Settings) -> str:
    """The first tires that no league bans; the first of all where every one is banned."""
    free = [tire.id for tire in catalog.all(Tire) if ban_of(tire, settings.bans) is None]
    return (free or [tire.id for tire in catalog.all(Tire)])[0]


def add_required(sheet: dict[str, Any], catalog: Catalog, settings: Settings) -> None:
    """Write into a sheet what its garage requires and it lacks, as far as it is plain where that stands."""
    if not settings.require:
        return
    for component in lacking(make_design(Sheet("new", 0, sheet, {}), catalog, settings)):
        person = sheet["crew"][0] if sheet.get("crew") else None
        if isinstance(component, (Gear, HandWeapon)) and person is not None:
            person.setdefault("equipment", []).append(component.id)
        elif isinstance(component, Accessory) and component.occupant and person is not None:
            person.setdefault("accessories", []).append(component.id)
        elif isinstance(component, Computer) and person is not None:
            person["computer"] = component.id
        elif isinstance(component, Accessory):
            sheet.setdefault("accessories", []).append(component.id)
        elif isinstance(component, PlantOption) and "power_plant" in sheet:
            sheet["power_plant"] = _with_option(sheet["power_plant"], component.id)
        elif isinstance(component, TireOption) and "tires" in sheet:
            sheet["tires"] = {"all": _with_option(sheet["tires"], component.id)}
        elif isinstance(component, Tire) and "tires" in sheet:
            sheet["tires"] = component.id
        elif isinstance(component, Weapon):
            sheet.setdefault("weapons", []).append({"type": component.id, "mount": "back"})


def _with_option(spec: Any, option: str) -> dict[str, Any]:
    """A plant or the tires of all axles, as an id or a mapping, with an option more."""
    whole = spec.get("all", spec) if isinstance(spec, Mapping) else {"type": spec}
    return {**whole, "options": [*whole.get("options", ()), option]}


# -- the text


def start_text(begun: Start, catalog: Catalog) -> str:
    """The commented text of a starting sheet."""
    from cwdesign.stockcar.sheet_text import comment, entry_lines

    lines: list[str] = []
    for text in (
        "A vehicle sheet for cwdesign. What stands behind a # is a comment.",
        "`cwdesign check FILE` says whether the design is legal and what it costs, weighs and does.",
        "Components go by catalog id, printed name or usual abbreviation, in any letter case: machine-gun, Machine"
        " Gun, MG. `cwdesign catalog --kind weapon` lists those of a kind, `cwdesign catalog mg` shows one.",
    ):
        lines += comment(text)
    for key, value in begun.sheet.items():
        lines.append("")
        for text in _lessons(key, begun, catalog):
            lines += comment(text)
        lines += entry_lines(key, value)
    lines.append("")
    for text in _further(begun):
        lines += comment(text)
    return "\n".join(lines) + "\n"


def _lessons(key: str, begun: Start, catalog: Catalog) -> Iterator[str]:
    """What the comments above a key say."""
    lead = _lead(catalog, begun.body)
    if key == "name":
        yield "Any text. `team`, `designer`, `notes` and `tags` may follow; they are free."
    elif key == "body":
        yield from _body_lessons(lead, catalog)
    elif key == "power_plant":
        plants = plants_for(catalog, lead)
        yield f"What moves it. For this body: {_listed(p for p in plants if p.fuel == 'electric')}."
        engines = [p.id for p in plants if p.fuel == "gas"]
        if engines:
            yield (
                f"Or a gas engine, which needs a tank: {{type: {engines[len(engines) // 2]}, gas_tank: "
                "{type: heavy-duty, gallons: 10}}. With options:"
                " {type: …, options: [platinum-catalysts, superconductors]}."
            )
    elif key == "tires":
        yield f"For every wheel: {_listed(catalog.all(Tire))}. With options, or by axle:"
        yield "tires: {front: {type: puncture-resistant, options: [radial]}, back: solid}"
    elif key == "crew":
        yield "Driver first. Gunners and passengers follow, with what they wear and aim with:"
        yield "- {role: gunner, computer: targeting-computer, equipment: [body-armor]}"
    elif key == "weapons":
        faces = "front, back, left, right, top, underbody" if lead.faces > 2 else "front, back"
        yield f"Each on a face ({faces}), full of standard rounds unless `ammo` says otherwise:"
        yield "- {type: vulcan-machine-gun, count: 2, mount: front, linked: true, ammo: high-density}"
    elif key == "armor":
        yield "Points by face. The type is plastic unless written: {type: fireproof, front: 20, …}."
    elif key == "sidecar":
        yield "The sidecar, in the same keys; its tires are the cycle's unless it has `tires`."
    elif key == "carrier":
        yield "The carrier behind the cab, in the same keys; its tires are the cab's."


def _body_lessons(body: Body, catalog: Catalog) -> Iterator[str]:
    figures = f"{body.name}: {body.spaces} spaces"
    if body.max_load:
        figures += f", carries up to {body.max_load:,} lb with a standard chassis"
    yield f"{figures}."
    if len(body.chassis_allowed) > 1:
        yield f"A stronger chassis carries more and costs more: {', '.join(body.chassis_allowed)}."
    grades = suspensions_for(catalog, body)
    if grades:
        yield f"A better suspension handles better: {', '.join(grades)}."


def _listed(components: Any) -> str:
    return ", ".join(component.id for component in components)


def _further(begun: Start) -> Iterator[str]:
    yield "More that a sheet can say, each under its own key:"
    if not begun.body.towed or begun.body.vehicle_class in ("sidecar", "ten-wheeler-carrier"):
        yield "turrets: [{type: turret-1, weapons: [{type: light-laser}]}]"
    else:
        yield "weapons: [{type: machine-gun, mount: back}]"
    yield "accessories: [fire-extinguisher, {type: side-door, mount: left}]"
    yield "links: [[machine-gun, spikedropper]]"
    yield "wheel_armor: {wheelguards: {back: 5}, wheelhubs: {front: 5}}"
    yield "cargo: {spaces: 2, weight: 300}"
    yield "claims: {cost: 5000, weight: 2500}"
    yield "(Claims are compared with the computed figures; `cwdesign claims --write` fills them in.)"


def named(catalog: Catalog, kind: type[Component], text: str) -> Component | str:
    """The component that a name means, or why none does."""
    from cwdesign.components import Unknown

    found = catalog.find(kind, text)
    if isinstance(found, Unknown):
        near = found.nearest or found.shared
        known = f"`cwdesign catalog --kind {kind.kind.replace(' ', '-')}` lists them"
        return f"there is no {kind.kind} {text!r}; " + (f"did you mean {', '.join(near)}?" if near else known)
    return found


__all__ = ["NoSuchSheet", "Start", "Wishes", "named", "plants_for", "start", "start_text", "suspensions_for"]
