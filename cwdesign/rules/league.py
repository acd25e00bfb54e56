"""What `garage.yaml` decides about one vehicle: bans, requirements, a limit of weapons.

Source: the output contract, "The garage file"; the words of a ban by kind are those of `league_words`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import (
    Accessory,
    Component,
    Gear,
    HandWeapon,
    PlantOption,
    PowerPlant,
    Tire,
    TireOption,
    Weapon,
)
from cwdesign.design import Design, components_of
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import may_be_on, too_many
from cwdesign.settings import Ban
from cwdesign.sheet import Path

INDIRECT_FIRE = "indirect-fire"

_LISTS: tuple[tuple[type[Component], str], ...] = (
    (Weapon, "weapons"),
    (Accessory, "accessories"),
    (PlantOption, "power_plant"),
    (PowerPlant, "power_plant"),
    (Tire, "tires"),
    (TireOption, "tires"),
    (Gear, "crew"),
    (HandWeapon, "crew"),
)
"""Where a sheet writes components of a kind."""

_DRIVEN_ONLY = (PowerPlant, PlantOption, Gear, HandWeapon)
"""What only a vehicle with a plant and a crew can have."""


def league_words(component: Component) -> frozenset[str]:
    """The words by which a league can ban a component: its kind, its category, its flags.

    Weapons that are dropped, discharged or lobbed have the flag `indirect-fire` (DRP-INDIRECT); what else has it
    says so in the catalog.
    """
    words = {component.kind.replace(" ", "-"), *component.flags}
    category = getattr(component, "category", None)
    if category:
        words.add(category.replace(" ", "-"))
    if isinstance(component, Weapon) and (component.indirect_fire or component.dropped or component.discharger):
        words.add(INDIRECT_FIRE)
    return frozenset(words)


def loaded_rounds(design: Design) -> Iterator[tuple[Component, Path, Path]]:
    """Every type of round aboard and what is done to it: (component, its place, the place of what fires it)."""
    for unit in design.units():
        for weapon in unit.all_weapons:
            for load in weapon.loads:
                if load.type is not None:
                    yield load.type, (*load.path, "type"), weapon.path
                for modifier in load.options:
                    yield modifier.component, modifier.path, weapon.path
        for person in unit.people:
            for equipment in person.equipment:
                for rounds in equipment.loads:
                    if rounds.type is not None:
                        yield rounds.type, (*rounds.path, "type"), equipment.path
                    for modifier in rounds.options:
                        yield modifier.component, modifier.path, equipment.path


def ban_of(component: Component, bans: tuple[Ban, ...]) -> Ban | None:
    """The ban that a component falls under, by its id or its kind."""
    words = league_words(component)
    return next((b for b in bans if b.component == component.id or (b.kind is not None and b.kind in words)), None)


@rule(
    "LEAGUE-BAN",
    "This league bans {name}.",
    "Take it out.",
    messages={"reason": "This league bans {name}: {reason}.", "kind": "This league bans {name}, as all of {kind}."},
)
def ban(design: Design) -> Iterator[Fault | Withheld]:
    """A component that `ban` names, or one of a banned kind. A round is no fault of its own in a banned weapon."""
    bans = design.settings.bans
    if not bans:
        return
    banned: set[Path] = set()
    for component, path in components_of(design):
        found = ban_of(component, bans)
        if found is not None:
            banned.add(path)
            yield _banned(component, found, path)
    for component, path, of in loaded_rounds(design):
        found = ban_of(component, bans)
        if found is not None and (*of, "type") not in banned:
            yield _banned(component, found, path)


def _banned(component: Component, found: Ban, path: Path) -> Fault:
    fields = {"name": component.name, "reason": (found.reason or "").rstrip(". "), "kind": found.kind}
    return Fault(path, fields, "reason" if fields["reason"] else "kind" if found.kind is not None else "")


@rule(
    "LEAGUE-REQUIRE",
    "This league requires {name}.",
    "Add `{id}`{under}.",
    messages={"instead": "This league requires {name}; this vehicle has {held}."},
    hints={"instead": "Write `{id}` in place of the {held}: one excludes the other."},
)
def require(design: Design) -> Iterator[Fault | Withheld]:
    """Every vehicle carries what `require` names, unless its body cannot have it."""
    for component in lacking(design):
        if design.unknown:
            yield Withheld()
            return
        place: Path = next(((key,) for kind, key in _LISTS if isinstance(component, kind)), ())
        under = "".join(f" under `{key}`" for key in place)
        fields = {"name": component.name, "id": component.id, "under": under}
        held = _in_its_place(component, design)
        if held is not None:
            yield Fault(held[1], {**fields, "held": held[0].name}, "instead")
        else:
            yield Fault(place, fields)


def _in_its_place(wanted: Component, design: Design) -> tuple[Component, Path] | None:
    """What a vehicle has of the group of which it may have one only, with its place; None where the group is free."""
    group = getattr(wanted, "exclusive_group", None)
    if group is None:
        return None
    return next((p for p in components_of(design) if getattr(p[0], "exclusive_group", None) == group), None)


def lacking(design: Design) -> Iterator[Component]:
    """What `require` names, this vehicle can have, and its sheet does not say."""
    wanted = design.settings.require
    if not wanted:
        return
    there = {component.id for component, _ in components_of(design)}
    there |= {component.id for component, _, _ in loaded_rounds(design)}
    for id in wanted:
        choices = design.catalog.kinds_of(id)
        if id not in there and any(_possible(component, design) for component in choices):
            yield choices[0]


def _possible(component: Component, design: Design) -> bool:
    """Whether any part of this vehicle can have the component (a trailer has neither plant nor crew)."""
    towed = design.unit.body is not None and design.unit.body.towed
    if towed and (isinstance(component, _DRIVEN_ONLY) or (isinstance(component, Accessory) and component.plant_part)):
        return False
    units = [unit for unit in design.units() if unit.body is not None]
    return not units or any(all(may_be_on(r, unit) for r in component.restrictions) for unit in units)


@rule(
    "LEAGUE-WEAPONS",
    "Too many weapons: {actual} where the league allows {limit}.",
    "Remove {over}; dischargers and fakes count too.",
)
def weapons(design: Design) -> Iterator[Fault | Withheld]:
    """At most `limits.weapons` weapons on one vehicle, dischargers and fakes included."""
    limit = design.settings.max_weapons
    if limit is None:
        return
    entries = [
        (weapon.path, weapon.count * (mount.copies if mount is not None else 1), weapon.name)
        for unit in design.units()
        for weapon in unit.all_weapons
        for mount in [unit.mount_at(weapon.inside)]
    ]
    yield from too_many(design, entries, limit, {})


RULES: tuple[Rule, ...] = (ban, require, weapons)
