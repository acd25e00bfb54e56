"""The vehicle: every part resolved, made uniform, and knowing the path it was written at.

Short forms, counts, aliases and defaults of the sheet format end here; nothing later asks how something
was written. An unknown name leaves its part in place without a component, and `Unit.unknown` says which
figures and kinds of parts can no longer be judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Generic, TypeVar

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
    Exact,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    LinkKind,
    MountKind,
    MountOption,
    PersonKind,
    PlantOption,
    PowerPlant,
    Round,
    Suspension,
    Tire,
    TireOption,
    Weapon,
    WeaponOption,
)
from cwdesign.findings import Fault
from cwdesign.sheet import Path
from cwdesign.values import computed, frozen

C = TypeVar("C", bound=Component)

HALVES = ("front", "back")
LONG_FACES = ("left", "right", "top", "underbody")
SIX_FACES = ("front", "back", "left", "right", "top", "underbody")
TEN_FACES = ("front", "back", *(f"{face}-{half}" for face in LONG_FACES for half in HALVES))
CORNERS = ("front-left", "front-right", "back-left", "back-right")
BED_FACES = ("bed", "bed-front", "bed-back", "upper-bed-front", "upper-bed-back")

TOTALS_OF: Mapping[str, frozenset[str]] = {
    "body": frozenset(
        {"body", "chassis", "suspension", "cost", "weight", "spaces", "load", "weapon-spaces", "handling", "power"}
        | {"speed", "armor", "tires", "plant", "crew", "mounts", "wheels"}
    ),
    "chassis": frozenset({"chassis", "cost", "load"}),
    "suspension": frozenset({"suspension", "cost", "handling"}),
    "power plant": frozenset({"plant", "cost", "weight", "spaces", "power"}),
    "plant option": frozenset({"plant-options", "cost", "weight", "spaces", "power"}),
    "gas tank": frozenset({"tank", "cost", "weight", "spaces"}),
    "tire": frozenset({"tires", "cost", "weight"}),
    "tire option": frozenset({"tires", "cost", "weight", "handling", "speed"}),
    "armor type": frozenset({"armor", "cost", "weight"}),
    "weapon": frozenset({"weapons", "cost", "weight", "spaces", "weapon-spaces"}),
    "weapon option": frozenset({"weapon-options", "cost", "weight", "spaces", "weapon-spaces"}),
    "ammunition": frozenset({"ammunition", "cost", "weight"}),
    "ammunition option": frozenset({"ammunition", "cost", "weight"}),
    "mount": frozenset({"mounts", "cost", "weight", "spaces", "speed"}),
    "mount option": frozenset({"cost", "weight"}),
    "link": frozenset({"links", "cost"}),
    "targeting computer": frozenset({"computers", "cost", "weight", "spaces"}),
    "accessory": frozenset({"accessories", "cost", "weight", "spaces", "cargo", "handling", "speed"}),
    "personal equipment": frozenset({"gear", "cost"}),
    "hand weapon option": frozenset({"gear", "cost"}),
    "booster": frozenset({"boosters", "cost", "weight", "spaces", "weapon-spaces"}),
}
"""What can no longer be judged where a component of a kind is unknown: totals it enters, parts it is one of."""


@frozen
class Chosen(Generic[C]):
    """An option as chosen: the component, where it is written, and how many."""

    component: C
    path: Path
    count: int = 1


@frozen
class Repetition:
    """An option written again where a thing has one of it: reported by a rule, and not bought a second time."""

    component: Component
    path: Path
    first: Path


@frozen
class ComponentArmor:
    """Component armor as written, round one entry or several named ones.

    Points are per layer; `each` means one for each of an entry's identical components instead of one for all.
    """

    path: Path
    around: tuple[Path, ...]
    plastic: ArmorType | None = None
    metal: ArmorType | None = None
    plastic_points: int = 0
    metal_points: int = 0
    each: bool = False

    @property
    def points(self) -> int:
        """Points of both layers together; 0 is no armor at all."""
        return self.plastic_points + self.metal_points

    @property
    def layers(self) -> tuple[tuple[ArmorType, int], ...]:
        """Armor type and points of each layer that has any."""
        layers = ((self.metal, self.metal_points), (self.plastic, self.plastic_points))
        return tuple((kind, points) for kind, points in layers if kind is not None and points)


@frozen
class Load:
    """Rounds of one type in each weapon of an entry; `round` is None where the weapon does not take the type."""

    path: Path
    type: AmmunitionType | None
    round: Round | None
    shots: int
    options: tuple[Chosen[AmmunitionModifier], ...] = ()
    defaulted: bool = False


@frozen
class Magazines:
    """Magazines of each weapon of an entry; `rocket` is the spaces of its rocket magazine."""

    path: Path
    extra: int = 0
    dual: int = 0
    rocket: int = 0
    rotary: bool = False
    switch: bool = False

    @property
    def any(self) -> bool:
        """Whether any magazine or magazine fitting is bought."""
        return bool(self.extra or self.dual or self.rocket or self.rotary or self.switch)


@frozen
class WeaponEntry:
    """One weapon, or several identical ones, on one face, on one corner or in one mount."""

    path: Path
    weapon: Weapon | None
    count: int = 1
    mount: str | None = None
    """A face or a corner; None inside a mount, or where the sheet does not say."""
    inside: Path | None = None
    """The mount that holds it."""
    id: str | None = None
    linked: bool = False
    loads: tuple[Load, ...] = ()
    magazines: Magazines = Magazines(())
    options: tuple[Chosen[WeaponOption], ...] = ()
    computer: Chosen[Computer] | None = None
    component_armor: ComponentArmor | None = None
    unknown: bool = False
    """Whether the weapon, or anything that may take room with it, is unknown."""

    @computed
    def fake(self) -> bool:
        """Whether it is a fake weapon or fake discharger."""
        return any(o.component.fake for o in self.options) or (self.weapon is not None and self.weapon.fake)

    def has(self, option: str) -> bool:
        """Whether it has the weapon option of this id."""
        return any(o.component.id == option for o in self.options)

    @property
    def name(self) -> str:
        """The weapon's printed name, or what stands for it."""
        return self.weapon.name if self.weapon is not None else "unknown weapon"

    @computed
    def capacity(self) -> int:
        """Shots that one weapon and its magazines hold (AMO-CAPACITY, AMO-MAG-ROCKET)."""
        if self.weapon is None:
            return 0
        spaces = self.weapon.spaces
        per_space = int(1 / spaces) if self.weapon.single_shot and 0 < spaces <= 1 else 0
        loads = 1 + self.magazines.extra + self.magazines.dual
        return self.weapon.shots * loads + self.magazines.rocket * per_space


@frozen
class BoosterEntry:
    """Rocket boosters or jump jets of one entry; `weight` is of each, None where it follows from a wanted push."""

    path: Path
    booster: Booster | None
    mount: str | None = None
    inside: Path | None = None
    count: int = 1
    weight: int | Fraction | None = None
    mph: Fraction | None = None
    sized_for: str | None = None
    id: str | None = None


@frozen
class AccessoryEntry:
    """Equipment of one entry, whatever list it stands in."""

    path: Path
    accessory: Accessory | None
    count: int = 1
    mount: str | None = None
    inside: Path | None = None
    """The mount it stands in (searchlights and cameras)."""
    points: int = 0
    armor_type: ArmorType | None = None
    armor_type_written: bool = False
    component_armor: ComponentArmor | None = None
    id: str | None = None
    owner: Path | None = None
    """The person it belongs to."""


@frozen
class LinkItem:
    """One member of a link as written, and the entries it means."""

    path: Path
    text: str
    entries: tuple[Path, ...]


@frozen
class Link:
    """A link: written as such, or an entry's `linked: true`."""

    path: Path
    kind: LinkKind | None
    items: tuple[LinkItem, ...]
    of_entry: bool = False
    inside: Path | None = None


@frozen
class Mount:
    """A turret, pod, platform, cupola, sponson, pintle or fake turret with its contents.

    `pair` is a side mount on both sides: everything in it is bought twice.
    """

    path: Path
    kind: MountKind | None
    place: str
    pair: bool = False
    place_written: bool = True
    weapons: tuple[WeaponEntry, ...] = ()
    accessories: tuple[AccessoryEntry, ...] = ()
    boosters: tuple[BoosterEntry, ...] = ()
    links: tuple[Link, ...] = ()
    armor_path: Path = ()
    armor: tuple[tuple[ArmorType, int], ...] = ()
    """Armor type and points of each layer of its own armor."""
    options: tuple[Chosen[MountOption], ...] = ()
    crew: tuple[Person, ...] = ()
    id: str | None = None
    included: bool = False
    """Part of the body's price (turret sidecars)."""
    unknown: bool = False

    @property
    def copies(self) -> int:
        """2 for a pair, 1 otherwise."""
        return 2 if self.pair else 1

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces it sits on: both sides for a pair."""
        return ("left", "right") if self.pair else (self.place,)

    @property
    def name(self) -> str:
        """Printed name of the mount."""
        return self.kind.name if self.kind is not None else "unknown mount"


@frozen
class HandLoad:
    """Rounds of one type for a hand weapon; None shots mean a full load."""

    path: Path
    type: AmmunitionType | None
    round: Round | None
    shots: int
    options: tuple[Chosen[AmmunitionModifier], ...] = ()


@frozen
class Equipment:
    """Something a person wears or carries."""

    path: Path
    gear: Gear | HandWeapon | None
    count: int = 1
    loads: tuple[HandLoad, ...] = ()
    options: tuple[Chosen[HandWeaponOption], ...] = ()

    @property
    def capacity(self) -> int | None:
        """Shots that one of these hand weapons holds with its clips; None where nobody says how many."""
        open = any("capacity" in o.component.unknown for o in self.options)
        if not isinstance(self.gear, HandWeapon) or not self.gear.shots or open:
            return None
        return self.gear.shots * (1 + sum(o.component.capacity * o.count for o in self.options))


@frozen
class ComputerChoice:
    """A targeting aid of a person, with the weapons it serves where the sheet says."""

    path: Path
    computer: Computer | None
    weapons: tuple[LinkItem, ...] = ()
    of_weapon: Path | None = None
    """The weapon entry it is written on."""


@frozen
class Person:
    """One person aboard. `place` is `crew`, `passenger`, or `mount` for a cupola's gunner."""

    path: Path
    role: str
    kind: PersonKind
    place: str
    seat: str | None = None
    seat_written: bool = False
    id: str | None = None
    computers: tuple[ComputerChoice, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    accessories: tuple[AccessoryEntry, ...] = ()
    component_armor: ComponentArmor | None = None

    @property
    def drives(self) -> bool:
        """Whether this is the driver (a cycle's cyclist)."""
        return self.place == "crew" and self.role in ("driver", "cyclist")


@frozen
class Tank:
    """The gas tank of an engine."""

    path: Path
    tank: GasTank | None
    gallons: int
    options: tuple[Chosen[PlantOption], ...] = ()
    component_armor: ComponentArmor | None = None
    id: str | None = None


@frozen
class Plant:
    """A power plant or engine with its options; batteries and extinguishers written with it are `accessories`."""

    path: Path
    plant: PowerPlant | None
    options: tuple[Chosen[PlantOption], ...] = ()
    accessories: tuple[AccessoryEntry, ...] = ()
    tank: Tank | None = None
    component_armor: ComponentArmor | None = None
    id: str | None = None

    @computed
    def power(self) -> tuple[int | None, int | None]:
        """(power factors, rated load) with the options, each share of them dropped (GAS-MODS-BASE)."""
        if self.plant is None:
            return None, None
        power, load = self.plant.power_factors, self.plant.rated_load
        for chosen in self.options:
            option = chosen.component
            if power is not None and self.plant.power_factors is not None:
                power += dropped(self.plant.power_factors * option.power_share) * chosen.count
            if load is not None and self.plant.rated_load is not None:
                load += dropped(self.plant.rated_load * option.rated_load_share) * chosen.count
        return power, load

    @property
    def electric(self) -> bool:
        """Whether it is an electric plant."""
        return self.plant is not None and self.plant.fuel == "electric"

    @property
    def gas(self) -> bool:
        """Whether it is a gas engine."""
        return self.plant is not None and self.plant.fuel == "gas"

    def option(self, id: str) -> Chosen[PlantOption] | None:
        """The option of this id, if bought."""
        return next((o for o in self.options if o.component.id == id), None)


Part = WeaponEntry | BoosterEntry | AccessoryEntry | Person | Plant | Tank | Mount
"""An entry that component armor could go round."""


@frozen
class Axle:
    """The tires of one axle group (front, middle, back), or a spare."""

    name: str
    path: Path
    tire: Tire | None
    count: int
    tire_class: str
    options: tuple[Chosen[TireOption], ...] = ()
    written: bool = True
    unknown: bool = False

    def has(self, option: str) -> bool:
        """Whether its tires have the option of this id."""
        return any(o.component.id == option for o in self.options)


@frozen
class Facing:
    """The armor of one face."""

    face: str
    path: Path
    plastic: int = 0
    metal: int = 0


@frozen
class Armor:
    """The armor of a body; a type is None where no face can have that layer."""

    path: Path
    plastic: ArmorType | None
    metal: ArmorType | None
    facings: tuple[Facing, ...] = ()
    type_path: Path = ()
    unknown: bool = False

    def face(self, face: str) -> Facing:
        """The armor on a face, zero points where none is written."""
        found = next((f for f in self.facings if f.face == face), None)
        return found if found is not None else Facing(face, (*self.path, face))

    @property
    def has_plastic(self) -> bool:
        """Whether any face has plastic points."""
        return any(f.plastic for f in self.facings)

    @property
    def has_metal(self) -> bool:
        """Whether any face has metal points."""
        return any(f.metal for f in self.facings)


@frozen
class WheelArmor:
    """Guards or hubs of one axle; points are of each one. `all` is the axle of what has no wheels."""

    path: Path
    hub: bool
    axle: str
    points: int
    type: ArmorType | None
    type_path: Path | None
    fake: bool
    cycle_type: bool
    exposed: int
    """Wheels of the axle that get one; 0 where the vehicle has no such axle."""
    group: Path = ()


@frozen
class Claim:
    """A figure that the designer printed."""

    path: Path
    key: str
    value: Fraction


@frozen
class SheetFault:
    """A fault of the sheet itself: an unknown name (SHT-UNKNOWN) or a reference (SHT-REFERENCE)."""

    rule: str
    fault: Fault


@frozen
class Assumption:
    """What a default supplied, in words."""

    at: Path
    text: str


@frozen
class Unit:
    """A vehicle without a combination, or one part of one: cycle and sidecar, cab and carrier."""

    name: str
    """`vehicle`, or as the contract names it: `cycle`, `sidecar`, `cab`, `carrier`."""
    path: Path
    body: Body | None
    chassis: Chassis | None
    chassis_written: bool
    suspension: Suspension | None
    """The one in force; None where the body has none."""
    suspension_named: Suspension | None
    """What the sheet names, also where the body cannot have it."""
    wheels: int
    rear_axles: int
    rear_axles_written: bool
    sloped: bool
    streamlined: bool
    plant: Plant | None
    backup: Plant | None
    axles: tuple[Axle, ...]
    spares: tuple[Axle, ...]
    stray_axles: tuple[Axle, ...]
    """Tires written for axles that the vehicle does not have."""
    crew: tuple[Person, ...]
    passengers: tuple[Person, ...]
    armor: Armor
    wheel_armor: tuple[WheelArmor, ...]
    weapons: tuple[WeaponEntry, ...]
    """On faces and corners, not in mounts."""
    mounts: tuple[Mount, ...]
    boosters: tuple[BoosterEntry, ...]
    accessories: tuple[AccessoryEntry, ...]
    """Of the vehicle, modifications included; those of persons, plants and mounts stand with these."""
    component_armor: tuple[ComponentArmor, ...]
    """Those written for several entries."""
    cargo_path: Path
    cargo_spaces: Fraction
    cargo_weight: Exact
    gear_weight: Exact
    inside_places: tuple[str, ...]
    claims: tuple[Claim, ...]
    unknown: frozenset[str]

    @computed
    def faces(self) -> tuple[str, ...]:
        """The faces of the body that weapons and armor can be on (ARM-FACES); a flatbed's are its box's."""
        if self.body is None:
            return SIX_FACES
        if self.body.faces == 2:
            return HALVES
        if self.body.ten_faced and not self.body.is_a("flatbed"):
            return TEN_FACES
        return SIX_FACES

    @computed
    def armor_faces(self) -> tuple[str, ...]:
        """The faces, and a flatbed's bed (TRL-FLATBED, OVR-DUAL-FLATBED)."""
        if self.body is None or not self.body.is_a("flatbed"):
            return self.faces
        if self.body.is_a("dual-level"):
            return (*self.faces, *BED_FACES[1:])
        return (*self.faces, *(BED_FACES[1:3] if self.body.ten_faced else BED_FACES[:1]))

    @computed
    def people(self) -> tuple[Person, ...]:
        """Everybody aboard: crew, passengers, and gunners in mounts."""
        return (*self.crew, *self.passengers, *(p for m in self.mounts for p in m.crew))

    @computed
    def tires(self) -> int:
        """How many tires stand on the road."""
        return sum(a.count for a in self.axles)

    @computed
    def all_weapons(self) -> tuple[WeaponEntry, ...]:
        """Weapons on faces, then those in mounts."""
        return (*self.weapons, *(w for m in self.mounts for w in m.weapons))

    @computed
    def all_boosters(self) -> tuple[BoosterEntry, ...]:
        """Boosters on faces, then those in mounts."""
        return (*self.boosters, *(b for m in self.mounts for b in m.boosters))

    @computed
    def all_accessories(self) -> tuple[AccessoryEntry, ...]:
        """Every accessory: of the vehicle, its plants, persons and mounts."""
        return (
            *self.accessories,
            *(a for plant in (self.plant, self.backup) if plant is not None for a in plant.accessories),
            *(a for person in self.people for a in person.accessories),
            *(a for m in self.mounts for a in m.accessories),
        )

    @computed
    def accessory_flags(self) -> frozenset[str]:
        """What accessories make of the body, for what is fitted on such bodies only."""
        return frozenset(f for a in self.accessories if a.accessory is not None for f in a.accessory.body_flags)

    @computed
    def parts(self) -> dict[Path, Part]:
        """Every entry that component armor could go round, by its path."""
        plants = [p for p in (self.plant, self.backup) if p is not None]
        found: list[Part] = [*plants, *(p.tank for p in plants if p.tank is not None), *self.people]
        found += [*self.all_weapons, *self.all_accessories, *self.all_boosters, *self.mounts]
        return {part.path: part for part in reversed(found)}

    @computed
    def all_component_armor(self) -> tuple[ComponentArmor, ...]:
        """Every component armor: those on entries and those round several."""
        plants = [p for p in (self.plant, self.backup) if p is not None]
        owners: list[Plant | Tank | Person | WeaponEntry | AccessoryEntry] = [
            *plants,
            *(p.tank for p in plants if p.tank is not None),
            *self.people,
            *self.all_weapons,
            *self.all_accessories,
        ]
        return (*(o.component_armor for o in owners if o.component_armor is not None), *self.component_armor)

    @computed
    def components(self) -> tuple[tuple[Component, Path], ...]:
        """Every component with the place it is written at, rounds' types aside."""
        pairs: list[tuple[Component | None, Path]] = [
            (self.body, (*self.path, "body", "type")),
            (self.chassis, (*self.path, "body", "chassis")),
            (self.suspension_named, (*self.path, "body", "suspension")),
            (self.armor.plastic, self.armor.type_path),
            (self.armor.metal, self.armor.type_path),
        ]
        for plant in (self.plant, self.backup):
            if plant is None:
                continue
            pairs.append((plant.plant, (*plant.path, "type")))
            pairs += [(o.component, (*o.path, "type")) for o in plant.options]
            if plant.tank is not None:
                pairs.append((plant.tank.tank, (*plant.tank.path, "type")))
                pairs += [(o.component, (*o.path, "type")) for o in plant.tank.options]
        for axle in (*self.axles, *self.spares):
            pairs.append((axle.tire, (*axle.path, "type")))
            pairs += [(o.component, (*o.path, "type")) for o in axle.options]
        for mount in self.mounts:
            pairs.append((mount.kind, (*mount.path, "type")))
            pairs += [(o.component, (*o.path, "type")) for o in mount.options]
            pairs += [(kind, mount.armor_path) for kind, _ in mount.armor]
        for weapon in self.all_weapons:
            pairs.append((weapon.weapon, (*weapon.path, "type")))
            pairs += [(o.component, (*o.path, "type")) for o in weapon.options]
        pairs += [(b.booster, (*b.path, "type")) for b in self.all_boosters]
        pairs += [(a.accessory, (*a.path, "type")) for a in self.all_accessories]
        for person in self.people:
            pairs += [(c.computer, (*c.path, "type")) for c in person.computers]
            for equipment in person.equipment:
                pairs.append((equipment.gear, (*equipment.path, "type")))
                pairs += [(o.component, (*o.path, "type")) for o in equipment.options]
        return tuple((component, path) for component, path in pairs if component is not None)

    def fitted(self, *ids: str) -> tuple[AccessoryEntry, ...]:
        """The accessory entries of these ids, wherever they are written."""
        return tuple(a for a in self.all_accessories if a.accessory is not None and a.accessory.id in ids)

    def has(self, *ids: str) -> bool:
        """Whether any accessory of these ids is fitted."""
        return bool(self.fitted(*ids))

    def mount_at(self, path: Path | None) -> Mount | None:
        """The mount at a path."""
        return self._mounts_by_path.get(path) if path is not None else None

    @computed
    def _mounts_by_path(self) -> dict[Path, Mount]:
        return {mount.path: mount for mount in self.mounts}

    def corner_faces(self, place: str) -> tuple[str, ...]:
        """The faces that a weapon at `place` counts on: one, or a corner's two (THR-CORNER)."""
        if place not in CORNERS:
            return (place,)
        end, side = place.split("-")
        split = f"{side}-{end}"
        return (end, split if split in self.faces else side)


@frozen
class Vehicle:
    """A whole design: its driving (or only) unit first, links over all units, and the sheet's own faults."""

    name: str
    units: tuple[Unit, ...]
    links: tuple[Link, ...]
    tech_level: str | None
    division: Fraction | None
    tows: str | None
    team: str | None
    tags: tuple[str, ...]
    faults: tuple[SheetFault, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    repetitions: tuple[Repetition, ...] = ()

    @computed
    def unit(self) -> Unit:
        """The driving or only unit."""
        return self.units[0]

    @computed
    def second(self) -> Unit | None:
        """The sidecar or carrier."""
        return self.units[1] if len(self.units) > 1 else None

    @computed
    def unknown(self) -> frozenset[str]:
        """What cannot be judged because something is unknown, over all units."""
        return frozenset[str]().union(*(u.unknown for u in self.units))

    @computed
    def unknown_within(self) -> frozenset[Path]:
        """The paths at or below which an unknown name stands."""
        unknown = (found.fault.at for found in self.faults if found.rule == "SHT-UNKNOWN")
        return frozenset(at[:end] for at in unknown for end in range(len(at) + 1))

    @computed
    def all_links(self) -> tuple[Link, ...]:
        """Every link: the vehicle's, its mounts', and those of linked entries."""
        return (*self.links, *(link for u in self.units for m in u.mounts for link in m.links))

    def weapon_at(self, path: Path) -> WeaponEntry | None:
        """The weapon entry at a path, in any unit or mount."""
        return next((w for u in self.units for w in u.all_weapons if w.path == path), None)

    def unit_of(self, path: Path) -> Unit:
        """The unit that a path belongs to."""
        return next((u for u in self.units[1:] if path[: len(u.path)] == u.path), self.unit)


def dropped(change: Exact) -> int:
    """A change without its fraction, up or down."""
    return floor(change) if change >= 0 else -floor(-change)
