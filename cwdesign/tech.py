"""The tech levels of what a design has: components, rounds, and features that no component stands for (theme TEC)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cwdesign.components import TECH_LEVELS, Accessory, Component, Constant, HandWeapon, Magazine
from cwdesign.design import Design, once_a_design
from cwdesign.figures import component_armor_fitting, magazine_pieces, wheel_fitting
from cwdesign.sheet import Path
from cwdesign.vehicle import CORNERS, Axle, ComponentArmor, Mount, Person, Plant, Unit, WeaponEntry

Kind = Literal["part", "weapon", "ammunition"]


class Levelled(NamedTuple):
    """Something that needs a tech level, and the levels of what it hangs on.

    What hangs on a part that is too new is no fault of its own: an option goes with its plant, a round with its
    weapon. `kind` says who reports it: military weapons and ammunition have rules of their own.
    """

    name: str
    level: str
    at: Path
    held_by: tuple[str, ...] = ()
    kind: Kind = "part"

    def too_new(self, design: Design) -> bool:
        """Whether the design's level does not include it, though it includes all that holds it."""
        return not design.allows(self.level) and all(design.allows(level) for level in self.held_by)


@once_a_design
def levelled(design: Design) -> tuple[Levelled, ...]:
    """Everything in a design that needs a level, each once, computed once a design."""
    found: dict[tuple[str, Path], Levelled] = {}
    for unit in design.units():
        for part in _UnitLevels(design, unit).all():
            found.setdefault((part.name, part.at), part)
    for link in design.vehicle.all_links:
        if link.kind is not None:
            found[link.kind.name, link.path] = Levelled(link.kind.name, link.kind.tech_level, link.path)
    return tuple(found.values())


def level_needed(design: Design) -> tuple[str, str | None]:
    """(the lowest level that has everything in a design, the first thing that makes it so)."""
    newest = max(levelled(design), key=lambda part: TECH_LEVELS.index(part.level), default=None)
    if newest is None or newest.level == TECH_LEVELS[0]:
        return TECH_LEVELS[0], None
    return newest.level, newest.name


class _UnitLevels:
    """Lists what one unit has."""

    def __init__(self, design: Design, unit: Unit) -> None:
        self.design = design
        self.unit = unit
        self.catalog = design.catalog
        self.body: tuple[str, ...] = (unit.body.tech_level,) if unit.body is not None else ()

    def all(self) -> Iterator[Levelled]:
        """Everything in the order of a sheet."""
        unit = self.unit
        yield from self.shape()
        for plant in (unit.plant, unit.backup):
            if plant is not None:
                yield from self.plant(plant)
        for axle in (*unit.axles, *unit.spares):
            yield from self.tires(axle)
        yield from self.armor()
        for mount in unit.mounts:
            yield from self.mount(mount)
        for weapon in unit.all_weapons:
            yield from self.weapon(weapon)
        for booster in unit.all_boosters:
            yield from self.one(booster.booster, (*booster.path, "type"))
        for person in unit.people:
            yield from self.person(person)
        fitted = (*unit.accessories, *(a for m in unit.mounts for a in m.accessories))
        for entry in fitted:
            built_in = self.body if entry.path == (*unit.path, "body", "type") else ()
            yield from self.one(entry.accessory, (*entry.path, "type"), built_in)
            yield from self.component_armor(entry.component_armor, ())
        for armor in unit.component_armor:
            yield from self.component_armor(armor, ())

    def one(self, component: Component | None, at: Path, held_by: tuple[str, ...] = ()) -> Iterator[Levelled]:
        """A component, where it is known."""
        if component is not None:
            yield Levelled(component.name, component.tech_level, at, held_by)

    def feature(self, constant: str, name: str, at: Path, held_by: tuple[str, ...] = ()) -> Iterator[Levelled]:
        """A feature whose level stands with a constant of its rule."""
        yield Levelled(name, self.catalog.get(Constant, constant).tech_level, at, held_by)

    def shape(self) -> Iterator[Levelled]:
        """Body, chassis, suspension, and what is made of them."""
        unit, at = self.unit, (*self.unit.path, "body")
        lead = self.design.unit.body
        yield from self.one(unit.body, (*at, "type"), (lead.tech_level,) if lead is not None and unit.path else ())
        yield from self.one(unit.chassis, (*at, "chassis"), self.body)
        yield from self.one(unit.suspension_named, (*at, "suspension"), self.body)
        if unit.sloped and self.written((*at, "sloped")):
            yield from self.feature("sloped-armor-cost", "Sloped armor", (*at, "sloped"))
        if unit.streamlined and self.written((*at, "streamlined")):
            yield from self.feature("streamlining-price", "Streamlining", (*at, "streamlined"))
        body = unit.body
        if (
            body is not None
            and body.is_a("sidecar")
            and self.written((*at, "wheels"))
            and unit.wheels > body.rear_wheels
        ):
            second = self.catalog.get(Accessory, "second-sidecar-tire")
            yield from self.one(second, (*at, "wheels"), self.body)

    def written(self, path: Path) -> bool:
        """Whether the sheet itself says it."""
        return self.design.sheet.get(path) is not None

    def plant(self, plant: Plant) -> Iterator[Levelled]:
        """A plant or engine, its options, batteries, tank and component armor."""
        yield from self.one(plant.plant, (*plant.path, "type"), self.body)
        held_by = (*self.body, plant.plant.tech_level) if plant.plant is not None else self.body
        for option in plant.options:
            yield from self.one(option.component, (*option.path, "type"), held_by)
        for entry in plant.accessories:
            yield from self.one(entry.accessory, (*entry.path, "type"), held_by)
        yield from self.component_armor(plant.component_armor, held_by)
        if plant.tank is None:
            return
        yield from self.one(plant.tank.tank, (*plant.tank.path, "type"), held_by)
        within = (*held_by, plant.tank.tank.tech_level) if plant.tank.tank is not None else held_by
        for option in plant.tank.options:
            yield from self.one(option.component, (*option.path, "type"), within)
        yield from self.component_armor(plant.tank.component_armor, within)

    def tires(self, axle: Axle) -> Iterator[Levelled]:
        """The tires of an axle, where the sheet writes them."""
        if axle.tire is None or not self.written(axle.path):
            return
        yield from self.one(axle.tire, (*axle.path, "type"))
        for option in axle.options:
            yield from self.one(option.component, (*option.path, "type"), (axle.tire.tech_level,))

    def armor(self) -> Iterator[Levelled]:
        """Armor types, guards and hubs."""
        armor = self.unit.armor
        for kind in (armor.plastic, armor.metal):
            yield from self.one(kind, armor.type_path)
        for piece in self.unit.wheel_armor:
            if piece.fake:
                yield from self.one(self.catalog.fitting("fake-wheelguard"), piece.path)
            elif piece.points:
                yield from self.one(wheel_fitting(piece, self.catalog), piece.path)

    def component_armor(self, armor: ComponentArmor | None, held_by: tuple[str, ...]) -> Iterator[Levelled]:
        """Component armor and its types."""
        if armor is None:
            return
        fitting = component_armor_fitting(self.unit, self.catalog)
        yield from self.one(fitting, armor.path, held_by)
        for kind, _ in armor.layers:
            yield from self.one(kind, (*armor.path, "type"), (*held_by, fitting.tech_level))

    def mount(self, mount: Mount) -> Iterator[Levelled]:
        """A mount with its options and armor; one that the body includes goes with the body."""
        yield from self.one(mount.kind, (*mount.path, "type"), self.body if mount.included else ())
        held_by = (mount.kind.tech_level,) if mount.kind is not None else ()
        for option in mount.options:
            yield from self.one(option.component, (*option.path, "type"), held_by)
        for kind, _ in mount.armor:
            yield from self.one(kind, mount.armor_path, held_by)

    def weapon(self, entry: WeaponEntry) -> Iterator[Levelled]:
        """A weapon, its place, rounds, magazines and options; of a fake only what is bought counts."""
        weapon = entry.weapon
        if weapon is None:
            return
        held_by: tuple[str, ...] = ()
        if not any(o.component.fake for o in entry.options):
            kind: Kind = "weapon" if weapon.military else "part"
            yield Levelled(weapon.name, weapon.tech_level, (*entry.path, "type"), (), kind)
            held_by = (weapon.tech_level,)
        if entry.mount in CORNERS and weapon.dropped:
            yield from self.feature("corner-mount", "A corner mount", (*entry.path, "mount"), held_by)
        for option in entry.options:
            yield from self.one(option.component, (*option.path, "type"), held_by)
        for magazine, _ in magazine_pieces(entry, self.catalog):
            yield from self.magazine(magazine, entry, held_by)
        for load in entry.loads:
            if load.round is None or entry.fake:  # a fake's rounds are AMO-FAKE's matter
                continue
            level = load.round.tech_level
            name = f"{weapon.name}: {load.type.name if load.type is not None else load.round.type}"
            yield Levelled(name, level, (*load.path, "type"), held_by, "ammunition")
            for modifier in load.options:
                yield from self.one(modifier.component, (*modifier.path, "type"), (*held_by, level))
        yield from self.component_armor(entry.component_armor, held_by)

    def magazine(self, magazine: Magazine, entry: WeaponEntry, held_by: tuple[str, ...]) -> Iterator[Levelled]:
        """A magazine or fitting, at the key that buys it."""
        yield from self.one(magazine, (*entry.magazines.path, magazine.key), held_by)

    def person(self, person: Person) -> Iterator[Levelled]:
        """A person's computers, gear and seat."""
        for choice in person.computers:
            yield from self.one(choice.computer, (*choice.path, "type"))
        for entry in person.accessories:
            yield from self.one(entry.accessory, (*entry.path, "type"))
        for equipment in person.equipment:
            gear = equipment.gear
            if gear is None:
                continue
            yield from self.one(gear, (*equipment.path, "type"))
            for option in equipment.options:
                yield from self.one(option.component, (*option.path, "type"), (gear.tech_level,))
            if not isinstance(gear, HandWeapon):
                continue
            for load in equipment.loads:
                if load.round is not None:
                    level = load.round.tech_level
                    name = f"{gear.name}: {load.type.name if load.type is not None else load.round.type}"
                    yield Levelled(name, level, (*load.path, "type"), (gear.tech_level,), "ammunition")
                    for modifier in load.options:
                        yield from self.one(modifier.component, (*modifier.path, "type"), (gear.tech_level, level))
        yield from self.component_armor(person.component_armor, ())
