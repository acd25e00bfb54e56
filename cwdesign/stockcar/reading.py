"""From a line to a sheet: the clauses in the order they are tried, and what is settled once all is read.

Where a line allows several readings, the one whose totals agree with the printed figures is taken, and the
sheet says so.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Any

from cwdesign.catalog import Catalog
from cwdesign.components import MountKind
from cwdesign.stockcar import (
    body,
    boosters,
    component_armor,
    drive,
    equipment,
    figures,
    headings,
    links,
    people,
    protection,
    remarks,
    rounds,
    weapon_options,
    weaponry,
    wheel_armor,
)
from cwdesign.stockcar.draft import Draft, Entry, Label, Unread
from cwdesign.stockcar.entries import Described
from cwdesign.stockcar.equipment import number_of
from cwdesign.stockcar.labels import Ids, entries_named, member_names, parts_named
from cwdesign.stockcar.lexicon import Lexicon, lexicon_of
from cwdesign.stockcar.line import Choices, Line
from cwdesign.stockcar.mounts import UNSIZED, mount_option, size_by_contents, spaces_of, weapon_of
from cwdesign.stockcar.tokens import span_text
from cwdesign.vehicle import BED_FACES, SIX_FACES, TEN_FACES

Clause = Callable[[Line], bool]

CLAUSES: tuple[Clause, ...] = (
    remarks.variant,
    remarks.inside_places,
    headings.face_heading,
    boosters.booster,
    equipment.cargo,
    remarks.heading,
    figures.cost,
    component_armor.component_armor,
    wheel_armor.wheel_armor,
    component_armor.own_armor,
    figures.weight,
    figures.bare_weight,
    figures.handling,
    figures.bare_figures,
    figures.acceleration,
    figures.top_speed,
    figures.range_of,
    figures.kept_figure,
    body.shape,
    body.frame,
    body.body_type,
    body.half,
    body.chassis_and_suspension,
    drive.tires,
    drive.plant,
    drive.plant_option,
    drive.gas_tank,
    drive.laser_battery,
    drive.spare_tire,
    drive.tire_option,
    people.person,
    people.seat_equipment,
    people.hand_weapon_detail,
    rounds.rounds_of_some,
    rounds.rounds_of,
    rounds.magazine,
    people.computer,
    weapon_options.option_of,
    weapon_options.weapon_option,
    mount_option,
    links.named_again,
    weaponry.named_before,
    weaponry.same_again,
    links.link,
    weaponry.mounted,
    people.gear,
    protection.armor,
    protection.facings,
    weaponry.weapon,
    equipment.accessory,
    weaponry.late_place,
    figures.spaces,
    remarks.division,
    remarks.tech_level,
    remarks.designer,
    remarks.tows,
    remarks.room,
    remarks.approval,
    remarks.nothing,
    remarks.reference,
    remarks.filler,
)
"""What a clause can be, in the order of trial; each moves the line past what it read, or leaves it alone."""

UNNAMED = "Unnamed"
"""The name of a vehicle whose line has none."""

MOST_TOKENS = 1500
"""No line has more than some hundred words; what follows is not read."""
MOST_READINGS = 64
"""How many combinations of readings are compared."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A vehicle as read: the data of its sheet (None without a body), with remarks and what was not understood."""

    name: str
    sheet: Mapping[str, Any] | None
    draft: Draft
    described: Described

    @property
    def unread(self) -> list[Unread]:
        """The words that mean nothing to the reader."""
        return self.draft.unread


def read(text: str, described: Described, catalog: Catalog) -> Reading:
    """Read one vehicle's description."""
    lexicon = lexicon_of(catalog)
    choices = Choices()
    draft, sheet = _read_once(text, described, lexicon, catalog, choices)
    if sheet is not None and len(choices.open) and not _agrees(sheet, draft, catalog):
        for wanted in islice(product(*map(range, choices.open)), 1, MOST_READINGS):
            other, other_sheet = _read_once(text, described, lexicon, catalog, Choices(wanted))
            if other_sheet is not None and _agrees(other_sheet, other, catalog):
                other.note("The readings assumed below are those that agree with the printed figures.")
                return Reading(other.name, other_sheet, other, described)
    return Reading(draft.name, sheet, draft, described)


def _read_once(
    text: str, described: Described, lexicon: Lexicon, catalog: Catalog, choices: Choices
) -> tuple[Draft, dict[str, Any] | None]:
    name, division = _name_and_division(described.name)
    line = Line(text, described.tokens[:MOST_TOKENS], name, lexicon, catalog, choices)
    if division is not None:
        line.draft.top["division"] = division
    if not described.named:
        line.draft.note("Assumed: the name, for the line has none.")
    while not line.done:
        if headings.face_in_front(line) or line.separator():
            continue
        at = line.at
        for clause in CLAUSES:
            if clause(line) and line.at > at:
                break
            line.at = at
        else:
            line.miss()
    line.flush()
    draft = line.draft
    beyond = described.tokens[MOST_TOKENS:]
    if beyond:
        draft.unread.append(Unread(span_text(text, beyond), beyond[0].start))
    if draft.unit.body is None:
        return draft, None
    _settle(line)
    draft.unread.sort(key=lambda u: u.start)
    return draft, _sheet(draft)


_DIVISION = re.compile(r"\s*[(\[]\s*(?:aada\s+)?(?:division|div\.?)\s*(\d+(?:\.\d+)?)\s*[)\]]\s*\Z", re.IGNORECASE)


def _name_and_division(name: str) -> tuple[str, object]:
    """A name without the division that lists put behind it (`Ripper (Div. 15)`), and that division."""
    match = _DIVISION.search(name)
    if match is None or match.start() == 0:
        return name or UNNAMED, None
    return name[: match.start()].strip(" *_"), number_of(Fraction(match[1]))


def _agrees(sheet: Mapping[str, Any], draft: Draft, catalog: Catalog) -> bool:
    """Whether the computed cost and weight of every unit are the printed ones."""
    from cwdesign.design import make_design
    from cwdesign.settings import Settings
    from cwdesign.sheet import Sheet
    from cwdesign.totals import unit_totals

    data = copy.deepcopy(dict(sheet))
    try:
        design = make_design(Sheet("line", 0, data, {}), catalog, Settings())
        for (unit, ledger), drafted in zip(design.parts, draft.units, strict=True):
            own = unit_totals(design, unit, ledger)
            claims = drafted.sheet.get("claims", {})
            for key, value in (("cost", own.cost), ("weight", own.weight)):
                if key in claims and (value is None or abs(Fraction(value) - Fraction(claims[key])) > 1):
                    return False
        sums = {"cost": design.cost, "weight": design.weight}
        return all(abs(Fraction(sums[key]) - Fraction(value)) <= 1 for key, value in draft.together.items())
    except Exception:  # a reading that no sheet can hold agrees with nothing
        return False


# -- what is settled at the end


def _settle(line: Line) -> None:
    draft = line.draft
    for entry, mount in line.behind_mount:
        _into_mount(line, entry, mount)
    for unit in draft.units:
        line.unit = unit
        for mount in unit.sheet.get("turrets", ()):
            size_by_contents(line, mount)
            _share_pair(line, mount)
    _twin_mounts(line)
    for unit in draft.units:
        line.unit = unit
        _place_placeless(line)
        protection.around(line)
    _combined_figures(line)
    ids = Ids(draft)
    _armor_around(line, ids)
    _served(line, ids)
    _write_links(line, ids)
    for unit in draft.units:
        for weapon, _, _ in unit.weapons():
            rounds.settle_rounds(line, weapon)
        _tidy(unit.sheet)


def _share_pair(line: Line, mount: Entry) -> None:
    """`2 EWPs w/2 MMLs`: what does not fit into one of a pair is shared by both."""
    if mount["mount"] != "sides" or any(mount is pair for pair in line.full_pairs):
        return
    kind = next((k for k in line.catalog.all(MountKind) if k.id == mount["type"]), None)
    room = sum((spaces_of(line.catalog, w) for w in mount.get("weapons", ())), Fraction(0))
    if kind is None or kind.capacity is None or room <= kind.capacity:
        return
    for weapon in mount["weapons"]:
        count = weapon.get("count", 1)
        if count % 2 == 0:
            weapon["count"] = count // 2
            if weapon["count"] == 1:
                del weapon["count"]
            line.assume("the weapons of the pods are half on each side", "turrets")


def _twin_mounts(line: Line) -> None:
    for mount, others in line.twin_mounts:
        turrets = next(
            u.sheet["turrets"] for u in line.draft.units if any(m is mount for m in u.sheet.get("turrets", ()))
        )
        for place in others:
            twin = copy.deepcopy(mount)
            twin["mount"] = place
            turrets.append(twin)


def _place_placeless(line: Line) -> None:
    """Weapons without a place sit where the next one sits, or in the turret that has room for them."""
    weapons: list[Entry] = line.unit.sheet.get("weapons", [])
    body_ = line.unit.body
    for index, entry in enumerate(list(weapons)):
        if "mount" in entry:
            continue
        weapon = weapon_of(line.catalog, entry)
        name = weapon.name if weapon is not None else entry["type"]
        behind = next((w["mount"] for w in weapons[index + 1 :] if "mount" in w), None)
        beside = _linked_beside(line, entry)
        if beside is not None:
            entry["mount"] = beside
            line.assume(f"the {name} sits {beside}, as the weapon that it is linked to", "weapons", told=True)
        elif behind is not None:
            entry["mount"] = behind
            line.assume(f"the {name} sits {behind}, as the weapon named after it", "weapons", told=True)
        elif body_ is not None:
            entry["mount"] = "back" if weapon is not None and weapon.dropped else "front"
            line.assume(f"the {name} sits {entry['mount']}, for the line does not say where", "weapons", told=True)


def _into_mount(line: Line, entry: Entry, mount: Entry) -> None:
    """`2-space turret w/MG, MG`: a weapon without a place behind what a mount holds, where it has room for both."""
    weapon = weapon_of(line.catalog, entry)
    unit = next(u for u in line.draft.units if any(m is mount for m in u.sheet.get("turrets", ())))
    entries: list[Entry] = unit.sheet.get("weapons", [])
    if "mount" in entry or weapon is None or weapon.dropped or not any(e is entry for e in entries):
        return
    kind = next((k for k in line.catalog.all(MountKind) if k.id == mount["type"]), None)
    capacity = kind.capacity if kind is not None else None
    held = sum((spaces_of(line.catalog, w) for w in (*mount.get("weapons", ()), entry)), Fraction(0))
    linked = any(
        any(label.entry is entry for label in link.items)
        or any(e is entry for label in link.items for e in entries_named(line.draft, label))
        for link in line.draft.links
        if any(
            e is w for label in link.items for e in entries_named(line.draft, label) for w in mount.get("weapons", ())
        )
    )
    if capacity is not None and held > capacity:
        return
    inside, outside = f"the {weapon.name} is in the mount named before it", f"the {weapon.name} is in no mount"
    if linked or kind is not None or "weapons" not in mount:
        moved = line.choose("turrets", inside, outside) == 0
    else:
        moved = line.choose("turrets", outside, inside) == 1
    if moved:
        entries[:] = [e for e in entries if e is not entry]
        mount.setdefault("weapons", []).append(entry)


def _linked_beside(line: Line, entry: Entry) -> str | None:
    """The one place of the weapons that a weapon without a place is linked to."""
    places = {
        other.get("mount")
        for link in line.draft.links
        if any(label.entry is entry for label in link.items)
        for label in link.items
        for other in entries_named(line.draft, label)
        if other is not entry
    }
    return places.pop() if len(places) == 1 else None


def _combined_figures(line: Line) -> None:
    """Cost and weight printed once, behind the sidecar: of both together, or of the sidecar."""
    draft = line.draft
    if draft.second is None:
        return
    lead, second = draft.unit.sheet.get("claims", {}), draft.second.sheet.get("claims", {})
    printed = [key for key in ("cost", "weight") if key in second]
    open_keys = [key for key in printed if key not in lead]
    if len(printed) == 2 and not open_keys and all(second[key] > lead[key] for key in printed):
        open_keys = printed  # `1,097 lbs., $4,683. With sidecar …: 1,495 lbs., $7,383`
    if not open_keys:
        return
    kinds = (f"the {' and '.join(open_keys)} at the end are of all", "those at the end are of the second unit alone")
    if line.choose("claims", *kinds) == 0:
        for key in open_keys:
            draft.together[key] = second.pop(key)
            draft.note(f"Printed: {key} {draft.together[key]} in all; a claim is of one unit.", "claims")


def _armor_around(line: Line, ids: Ids) -> None:
    for unit, spec, labels, each in line.armored:
        entries: list[Entry] = []
        for label in labels:
            found = parts_named(line.draft, unit, label)
            if not found:
                line.draft.unread.append(Unread(label.text, label.start))
            entries += found
        if each or (len(entries) == 1 and "component_armor" not in entries[0]):
            for entry in entries:
                entry["component_armor"] = copy.deepcopy(spec)
        elif entries:
            whole = spec if isinstance(spec, dict) else {"points": spec}
            around = [ids.of(entry) for entry in entries]
            unit.part("component_armor").append({**whole, "around": around})


def _served(line: Line, ids: Ids) -> None:
    """The weapons of single-weapon computers, from labels to names."""
    for unit in line.draft.units:
        for person in (*unit.people(), *(p for m in unit.sheet.get("turrets", ()) for p in m.get("crew", ()))):
            written = person.get("computer")
            for choice in written if isinstance(written, list) else [written]:
                if isinstance(choice, dict) and "weapons" in choice:
                    names: list[str] = []
                    for label in choice["weapons"]:
                        found = _members(line, ids, label)
                        names += found
                    choice["weapons"] = names


def _members(line: Line, ids: Ids, label: Label) -> list[str]:
    names = member_names(line.draft, ids, label)
    if not names:
        line.draft.unread.append(Unread(label.text, label.start))
    return names


def _write_links(line: Line, ids: Ids) -> None:
    for link in line.draft.links:
        if len(link.items) == 1 and link.items[0].entry is not None and not link.smart:
            entries = entries_named(line.draft, link.items[0])
            if entries[0].get("count", 1) > 1:
                entries[0]["linked"] = True
                continue
        items: list[str] = []
        for label in link.items:
            items += [name for name in _members(line, ids, label) if name not in items]
        if not items:
            continue
        written: object = {"type": "smart-link", "items": items} if link.smart else items
        target = link.inside if link.inside is not None else line.draft.unit.sheet
        target.setdefault("links", []).append(written)


def _tidy_armor(armor: Entry) -> None:
    """One type where all faces have the same single layer; both named where some have both."""
    kinds = armor.get("type")
    if not isinstance(kinds, dict):
        return
    faces = {face: points for face, points in armor.items() if face != "type"}
    layers = {layer for points in faces.values() if isinstance(points, dict) for layer in points}
    if layers | set(kinds) == {"metal", "plastic"}:
        armor["type"] = {"metal": kinds.get("metal", "metal"), "plastic": kinds.get("plastic", "plastic")}
        return
    armor["type"] = next(iter(kinds.values()))
    for face, points in faces.items():
        if isinstance(points, dict):
            armor[face] = next(iter(points.values()))


def _tidy(sheet: Entry) -> None:
    """Short forms where they say the same, nothing private and nothing empty."""
    _tidy_armor(sheet.get("armor", {}))
    tires = sheet.get("tires")
    if isinstance(tires, dict):
        for key, axle in tires.items():
            if isinstance(axle, dict) and set(axle) == {"type"}:
                tires[key] = axle["type"]
        if set(tires) == {"all"} and isinstance(tires["all"], str):
            sheet["tires"] = tires["all"]
    plant = sheet.get("power_plant")
    if isinstance(plant, dict) and set(plant) == {"type"}:
        sheet["power_plant"] = plant["type"]
    backup = sheet.get("backup_power_plant")
    if isinstance(backup, dict) and set(backup) == {"type"}:
        sheet["backup_power_plant"] = backup["type"]
    lists = [sheet.get("accessories", []), sheet.get("body", {}).get("modifications", [])]
    people_ = [*sheet.get("crew", ()), *(sheet["passengers"] if isinstance(sheet.get("passengers"), list) else ())]
    mounts = sheet.get("turrets", ())
    for person in (*people_, *(p for m in mounts for p in m.get("crew", ()))):
        lists.append(person.get("equipment", []))
    for entries in lists:
        entries[:] = [e["type"] if isinstance(e, dict) and set(e) == {"type"} else e for e in entries]
    for weapon in (*sheet.get("weapons", ()), *(w for m in mounts for w in m.get("weapons", ()))):
        _tidy_ammo(weapon)
    for mount in mounts:
        mount.pop(UNSIZED, None)
    wheels = sheet.get("wheel_armor", {})
    for name, spec in wheels.items():
        if isinstance(spec, dict) and set(spec) == {"all"}:
            wheels[name] = spec["all"]
    passengers = sheet.get("passengers")
    if isinstance(passengers, list) and passengers and all(p == {"role": "passenger"} for p in passengers):
        sheet["passengers"] = len(passengers)
    for key in [key for key, value in sheet.items() if value in ([], {})]:
        del sheet[key]


def _tidy_ammo(weapon: Entry) -> None:
    ammo = weapon.get("ammo")
    if not ammo:
        return
    if len(ammo) == 1 and set(ammo[0]) == {"type"}:
        weapon["ammo"] = ammo[0]["type"]
        if weapon["ammo"] == "standard":
            del weapon["ammo"]


ORDER = (
    *("name", "designer", "tech_level", "division", "body", "power_plant", "backup_power_plant", "tires", "crew"),
    *(
        "passengers",
        "weapons",
        "turrets",
        "boosters",
        "links",
        "accessories",
        "component_armor",
        "armor",
        "wheel_armor",
    ),
    *("cargo", "gear_weight", "inside_places", "tows", "sidecar", "carrier", "claims"),
)
"""The order of keys in a sheet."""

_CLAIMS = (
    "cost",
    "weight",
    "spaces_used",
    "handling_class",
    "handling_class_at_60",
    "acceleration",
    "top_speed",
    "range",
)


def _sheet(draft: Draft) -> dict[str, Any]:
    whole: dict[str, Any] = {"name": draft.name, **draft.top, **draft.unit.sheet}
    if draft.second is not None:
        whole[draft.second_key] = _ordered(draft.second.sheet)
    return _ordered(whole)


def _ordered(sheet: Entry) -> dict[str, Any]:
    result = {key: sheet[key] for key in ORDER if key in sheet}
    if "armor" in result:
        faces = ("type", *SIX_FACES, *TEN_FACES, *BED_FACES)
        result["armor"] = {face: result["armor"][face] for face in dict.fromkeys(faces) if face in result["armor"]}
    if "claims" in result:
        result["claims"] = {key: result["claims"][key] for key in _CLAIMS if key in result["claims"]}
        if not result["claims"]:
            del result["claims"]
    return result
