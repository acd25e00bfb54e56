"""The tech levels of what a design has: components, rounds, and features that no component stands for (theme TEC)."""

from __future__ import annotations

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
        _UnitLevels(design, unit, found).all()
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
    """Lists what one unit has in `found`, each thing once."""

    def __init__(self, design: Design, unit: Unit, found: dict[tuple[str, Path], Levelled]) -> None:
        self.found = found
        self.design = design
        self.unit = unit
        self.catalog = design.catalog
        self.body: tuple[str, ...] = (unit.body.tech_level,) if unit.body is not None else ()

    def all(self) -> None:
        """Everything in the order of a sheet."""
        unit = self.unit
        self.shape()
        for plant in (unit.plant, unit.backup):
            if plant is not None:
                self.plant(plant)
        for axle in (*unit.axles, *unit.spares):
            self.tires(axle)
        self.armor()
        for mount in unit.mounts:
            self.mount(mount)
        for weapon in unit.all_weapons:
            self.weapon(weapon)
        for booster in unit.all_boosters:
            self.one(booster.booster, (*booster.path, "type"))
        for person in unit.people:
            self.person(person)
        fitted = (*unit.accessories, *(a for m in unit.mounts for a in m.accessories))
        for entry in fitted:
            built_in = self.body if entry.path == (*unit.path, "body", "type") else ()
            self.one(entry.accessory, (*entry.path, "type"), built_in)
            self.component_armor(entry.component_armor, ())
        for armor in unit.component_armor:
            self.component_armor(armor, ())

    def add(self, part: Levelled) -> None:
        """Something that is there, unless it was listed already."""
        self.found.setdefault((part.name, part.at), part)

    def one(self, component: Component | None, at: Path, held_by: tuple[str, ...] = ()) -> None:
        """A component, where it is known."""
        if component is not None:
            self.add(Levelled(component.name, component.tech_level, at, held_by))

    def feature(self, constant: str, name: str, at: Path, held_by: tuple[str, ...] = ()) -> None:
        """A feature whose level stands with a constant of its rule."""
        self.add(Levelled(name, self.catalog.get(Constant, constant).tech_level, at, held_by))

    def shape(self) -> None:
        """Body, chassis, suspension, and what is made of them."""
        unit, at = self.unit, (*self.unit.path, "body")
        lead = self.design.unit.body
        self.one(unit.body, (*at, "type"), (lead.tech_level,) if lead is not None and unit.path else ())
        self.one(unit.chassis, (*at, "chassis"), self.body)
        self.one(unit.suspension_named, (*at, "suspension"), self.body)
        if unit.sloped and self.written((*at, "sloped")):
            self.feature("sloped-armor-cost", "Sloped armor", (*at, "sloped"))
        if unit.streamlined and self.written((*at, "streamlined")):
            self.feature("streamlining-price", "Streamlining", (*at, "streamlined"))
        body = unit.body
        if (
            body is not None
            and body.is_a("sidecar")
            and self.written((*at, "wheels"))
            and unit.wheels > body.rear_wheels
        ):
            second = self.catalog.get(Accessory, "second-sidecar-tire")
            self.one(second, (*at, "wheels"), self.body)

    def written(self, path: Path) -> bool:
        """Whether the sheet itself says it."""
        return self.design.sheet.get(path) is not None

    def plant(self, plant: Plant) -> None:
        """A plant or engine, its options, batteries, tank and component armor."""
        self.one(plant.plant, (*plant.path, "type"), self.body)
        held_by = (*self.body, plant.plant.tech_level) if plant.plant is not None else self.body
        for option in plant.options:
            self.one(option.component, (*option.path, "type"), held_by)
        for entry in plant.accessories:
            self.one(entry.accessory, (*entry.path, "type"), held_by)
        self.component_armor(plant.component_armor, held_by)
        if plant.tank is None:
            return
        self.one(plant.tank.tank, (*plant.tank.path, "type"), held_by)
        within = (*held_by, plant.tank.tank.tech_level) if plant.tank.tank is not None else held_by
        for option in plant.tank.options:
            self.one(option.component, (*option.path, "type"), within)
        self.component_armor(plant.tank.component_armor, within)

    def tires(self, axle: Axle) -> None:
        """The tires of an axle, where the sheet writes them."""
        if axle.tire is None or not self.written(axle.path):
            return
        self.one(axle.tire, (*axle.path, "type"))
        for option in axle.options:
            self.one(option.component, (*option.path, "type"), (axle.tire.tech_level,))

    def armor(self) -> None:
        """Armor types, guards and hubs."""
        armor = self.unit.armor
        for kind in (armor.plastic, armor.metal):
            self.one(kind, armor.type_path)
        for piece in self.unit.wheel_armor:
            if piece.fake:
                self.one(self.catalog.fitting("fake-wheelguard"), piece.path)
            elif piece.points:
                self.one(wheel_fitting(piece, self.catalog), piece.path)

    def component_armor(self, armor: ComponentArmor | None, held_by: tuple[str, ...]) -> None:
        """Component armor and its types."""
        if armor is None:
            return
        fitting = component_armor_fitting(self.unit, self.catalog)
        self.one(fitting, armor.path, held_by)
        for kind, _ in armor.layers:
            self.one(kind, (*armor.path, "type"), (*held_by, fitting.tech_level))

    def mount(self, mount: Mount) -> None:
        """A mount with its options and armor; one that the body includes goes with the body."""
        self.one(mount.kind, (*mount.path, "type"), self.body if mount.included else ())
        held_by = (mount.kind.tech_level,) if mount.kind is not None else ()
        for option in mount.options:
            self.one(option.component, (*option.path, "type"), held_by)
        for kind, _ in mount.armor:
            self.one(kind, mount.armor_path, held_by)

    def weapon(self, entry: WeaponEntry) -> None:
        """A weapon, its place, rounds, magazines and options; of a fake only what is bought counts."""
        weapon = entry.weapon
        if weapon is None:
            return
        held_by: tuple[str, ...] = ()
        if not any(o.component.fake for o in entry.options):
            kind: Kind = "weapon" if weapon.military else "part"
            self.add(Levelled(weapon.name, weapon.tech_level, (*entry.path, "type"), (), kind))
            held_by = (weapon.tech_level,)
        if entry.mount in CORNERS and weapon.dropped:
            self.feature("corner-mount", "A corner mount", (*entry.path, "mount"), held_by)
        for option in entry.options:
            self.one(option.component, (*option.path, "type"), held_by)
        for magazine, _ in magazine_pieces(entry, self.catalog):
            self.magazine(magazine, entry, held_by)
        for load in entry.loads:
            if load.round is None or entry.fake:  # a fake's rounds are AMO-FAKE's matter
                continue
            level = load.round.tech_level
            name = f"{weapon.name}: {load.type.name if load.type is not None else load.round.type}"
            self.add(Levelled(name, level, (*load.path, "type"), held_by, "ammunition"))
            for modifier in load.options:
                self.one(modifier.component, (*modifier.path, "type"), (*held_by, level))
        self.component_armor(entry.component_armor, held_by)

    def magazine(self, magazine: Magazine, entry: WeaponEntry, held_by: tuple[str, ...]) -> None:
        """A magazine or fitting, at the key that buys it."""
        self.one(magazine, (*entry.magazines.path, magazine.key), held_by)

    def person(self, person: Person) -> None:
        """A person's computers, gear and seat."""
        for choice in person.computers:
            self.one(choice.computer, (*choice.path, "type"))
        for entry in person.accessories:
            self.one(entry.accessory, (*entry.path, "type"))
        for equipment in person.equipment:
            gear = equipment.gear
            if gear is None:
                continue
            self.one(gear, (*equipment.path, "type"))
            for option in equipment.options:
                self.one(option.component, (*option.path, "type"), (gear.tech_level,))
            if not isinstance(gear, HandWeapon):
                continue
            for load in equipment.loads:
                if load.round is not None:
                    level = load.round.tech_level
                    name = f"{gear.name}: {load.type.name if load.type is not None else load.round.type}"
                    self.add(Levelled(name, level, (*load.path, "type"), (gear.tech_level,), "ammunition"))
                    for modifier in load.options:
                        self.one(modifier.component, (*modifier.path, "type"), (gear.tech_level, level))
        self.component_armor(person.component_armor, ())
