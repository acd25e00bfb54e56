"""The JSON Schema of sheets for editors: every name that a component goes by, and what stands behind it.

It says what `schemas/vehicle.schema.json` says and no more: each name of the catalog is offered and described, and
any other text is accepted beside them, since letter case, blanks and hyphens do not matter to `check`, and an
unknown name is its finding and not the schema's.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from cwdesign.catalog import Catalog
from cwdesign.catalog_search import figures
from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    ArmorType,
    Body,
    Booster,
    Chassis,
    Component,
    Computer,
    Entry,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    LinkKind,
    MountKind,
    MountOption,
    PlantOption,
    PowerPlant,
    Suspension,
    Tire,
    TireFigures,
    TireOption,
    Weapon,
    WeaponOption,
    fields_of,
)
from cwdesign.schema import json_schema
from cwdesign.words import amount, grouped

OFFERED: Mapping[str, tuple[type[Component], ...]] = {
    kind.kind: (kind,)
    for kind in (
        *(Body, Chassis, Suspension, PowerPlant, GasTank, Tire, TireOption, ArmorType, AmmunitionType),
        *(AmmunitionModifier, WeaponOption, MountKind, MountOption, Booster, LinkKind, Computer, Accessory),
        HandWeaponOption,
    )
} | {
    PlantOption.kind: (PlantOption, Accessory),
    Weapon.kind: (Weapon, Accessory),
    Gear.kind: (Gear, HandWeapon),
}
"""What a sheet may name where the schema says `component`; of accessories only those that may stand there."""


def editor_schema(catalog: Catalog) -> dict[str, Any]:
    """The schema of sheets with the names and figures of a catalog."""
    schema: dict[str, Any] = copy.deepcopy(dict(json_schema("vehicle")))
    for definition in schema["$defs"].values():
        kind = definition.pop("component", None)
        if kind is not None:
            del definition["type"]
            definition["anyOf"] = [*_offers(catalog, kind), {"type": "string"}]
    return schema


def _offers(catalog: Catalog, kind: str) -> Iterator[dict[str, Any]]:
    """A branch for each component that can be named: the names that mean it, and what it is."""
    if kind == Suspension.kind:
        yield from _suspensions(catalog)
        return
    for component_kind in OFFERED[kind]:
        for component in catalog.all(component_kind):
            if isinstance(component, Accessory) and not _stands_there(component, kind):
                continue
            names = [name for name in _names(component) if catalog.find(component_kind, name) is component]
            yield {"enum": list(dict.fromkeys(names)), "description": described(component)}


def _suspensions(catalog: Catalog) -> Iterator[dict[str, Any]]:
    """A branch for each grade: the body says which of its rows is meant."""
    grades: dict[str, list[Suspension]] = {}
    for suspension in catalog.all(Suspension):
        grades.setdefault(suspension.grade, []).append(suspension)
    for grade, rows in grades.items():
        names = [grade, *(name for row in rows for name in (row.name, *row.aliases))]
        yield {"enum": list(dict.fromkeys(names)), "description": " ".join(map(described, rows))}


def _stands_there(accessory: Accessory, kind: str) -> bool:
    if kind == PlantOption.kind:
        return accessory.plant_part
    return kind != Weapon.kind or accessory.weapon_on_face


def _names(component: Component) -> Iterator[str]:
    yield component.id
    yield component.name
    if component.abbr is not None:
        yield component.abbr
    yield from component.aliases


UNITS: Mapping[str, str] = {
    **dict.fromkeys(("weight", "loaded_weight", "max_load"), " lb"),
    "spaces": " spaces",
    "dp": " DP",
    "cost": "",
}
"""Units of the figures that stand first."""


def described(component: Component) -> str:
    """A component in a line: name, level, and its figures."""
    parts = [f"{_field(name)} {_value(name, value)}".strip() for name, value in _telling(component)]
    abbr = f" ({component.abbr})" if component.abbr is not None else ""
    figures_ = f": {', '.join(parts)}" if parts else ""
    note = f". {component.note}" if component.note else ""
    return f"{component.name}{abbr}, {component.kind}, {component.tech_level}{figures_}{note}."


def _telling(component: Component) -> Iterator[tuple[str, object]]:
    """The figures worth a line: numbers and words, lists aside."""
    found = figures(component)
    first = [name for name in ("cost", "weight", "spaces", "dp") if name in found]
    for name in (*first, *(name for name in found if name not in first)):
        value = found[name]
        plain = isinstance(value, (int, Fraction, str, TireFigures)) and "rule" not in name
        if plain or (name == "handling" and isinstance(value, tuple)):
            yield name, value


def _field(name: str) -> str:
    return "" if name in ("cost", "weight", "spaces", "dp") else name.replace("_", " ")


def _value(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in ("cost", "loaded_cost") and isinstance(value, (int, Fraction)):
        return f"${grouped(value)}"
    if isinstance(value, (int, Fraction)):
        unit = UNITS.get(name, "")
        return f"{amount(value)}{' space' if unit == ' spaces' and 0 < value <= 1 else unit}"
    if isinstance(value, Entry):
        return " / ".join(_value(field, getattr(value, field)) for field in fields_of(type(value)))
    if isinstance(value, tuple):
        return ", ".join(f"{column} {grade}" for column, grade in value)
    return str(value)
