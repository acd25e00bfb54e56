"""The components of the catalog: frozen values, one class a kind.

Money is in dollars, weight in pounds, room in spaces, speed in mph, protection in points. Figures
are integers or exact fractions, never floats. `None` means "does not apply" or "no source says",
never zero. The catalog loader builds these; everything after it only reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self, dataclass_transform

from cwdesign.values import frozen

Exact = int | Fraction
"""A figure without loss: an int where it is whole, else a fraction; never a float."""

TECH_LEVELS: tuple[str, ...] = ("classic", "compendium", "catalog", "military")
"""Equipment lists, each including those before it (TEC-ORDER)."""

OVERSIZE_CLASSES: frozenset[str] = frozenset(
    {"bus", "ten-wheeler-cab", "ten-wheeler-carrier", "semi-tractor", "semi-trailer"}
)
TOWED_CLASSES: frozenset[str] = frozenset({"sidecar", "ten-wheeler-carrier", "semi-trailer", "car-trailer"})

Multiple = Literal["once", "per-face", "per-side", "per-axle", "any"]
"""How often an accessory may be bought (ACC-TABLE): once, once for each place, or freely."""

Draws = Literal["yes", "no", "unknown"]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Entry:
    """A frozen value whose class states its fields, made from keywords.

    As a frozen dataclass in everything but one: no code is generated for it. For the thirty classes here
    that would take longer at start than all else the program does. A default stands on the class, an
    instance holds what its source gives; `fields_of` lists the fields.
    """

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in fields_of(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in fields_of(type(self)))))

    def changed(self, **values: Any) -> Self:
        """This value with other figures in some fields."""
        return type(self)(**{**self.__dict__, **values})

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({given})"


def fields_of(kind: type[Entry]) -> Mapping[str, str]:
    """The fields of a class of entries, with their types as written; the first are those it inherits."""
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = {
            name: annotation
            for owner in reversed(kind.__mro__)
            for name, annotation in getattr(owner, "__annotations__", {}).items()
            if not annotation.startswith("ClassVar")
        }
    return found


def required_of(kind: type[Entry]) -> tuple[str, ...]:
    """The fields of a class of entries that have no default."""
    return tuple(name for name in fields_of(kind) if not hasattr(kind, name))


_FIELDS: dict[type[Entry], Mapping[str, str]] = {}


class Restriction(Entry):
    """One fact about where a component may be and what it needs or shuts out, and the rule that reports it.

    `only_on` and `not_on` hold class words (`car`, `cycle`, `oversize`, `flatbed`, ...) or body ids;
    `requires` is all of its members, each a tuple of alternatives; `excludes` holds component ids or
    condition words (`top-mount`, `top-weapon`). `severity` overrides that of the rule's page; `when_on`
    limits a requirement or exclusion to these bodies, `unless_on` keeps it from these. Where a component may
    not be on the body at all (`only_on`, `not_on`), that is its one fault: what it needs and shuts out is then
    not asked.
    """

    rule: str
    only_on: tuple[str, ...] = ()
    not_on: tuple[str, ...] = ()
    requires: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()
    severity: str | None = None
    when_on: tuple[str, ...] = ()
    unless_on: tuple[str, ...] = ()


class Component(Entry):
    """What every entry of the catalog has."""

    kind: ClassVar[str] = "component"

    id: str
    name: str
    abbr: str | None = None
    aliases: tuple[str, ...] = ()
    tech_level: str = "classic"
    origin: str | None = None
    sources: tuple[str, ...] = ()
    """The letters of the sources whose figures agree (A to F, Q); empty where a row only records a gap."""
    conflict: str | None = None
    note: str | None = None
    unknown: tuple[str, ...] = ()
    """Fields that no source gives; what stands there is a stand-in (0 or the usual)."""
    restrictions: tuple[Restriction, ...] = ()
    flags: tuple[str, ...] = ()
    """Words a league may ban by and rules ask for (`indirect-fire`, `explosive`)."""
    overlay: str | None = None
    """The league catalog that supplied or corrected this entry, as written in `garage.yaml`."""

    def __hash__(self) -> int:
        return hash((type(self), self.id))


class Body(Component):
    """A body type (Appendices 1 to 3)."""

    kind: ClassVar[str] = "body"

    vehicle_class: str
    cost: int
    weight: int
    max_load: int | None
    spaces: int
    cargo_spaces: int = 0
    armor_cost: int
    armor_weight: int
    armor_cost_other: int | None = None
    """What a source prints instead of `armor_cost`: a claimed price by it is doubtful, not wrong."""
    box_armor_cost: int | None = None
    box_armor_weight: int | None = None
    faces: int = 6
    """Armor faces: 2 (cycles), 6, or 10 where the long faces are split (ARM-FACES)."""
    max_turret: int = -1
    """Largest turret; -1 for none at all, 0 for the zero-space turret only."""
    max_platform: int = 0
    max_pod: int = 0
    included_mount: str | None = None
    """The mount that a turret sidecar has in its price (CYC-SIDECAR-MOUNTS)."""
    front_wheels: int = 0
    rear_wheels: int = 0
    exposed_rear_wheels: int | None = None
    max_wheels: int = 0
    """More than front and rear wheels together where a six-wheel chassis or a second tire can be had."""
    max_crew: int | None = None
    chassis_allowed: tuple[str, ...] = ("standard",)
    suspension_group: str | None = None
    """`car`, `cycle`, `racing`, or None where no suspension can be bought."""
    handling_column: str | None = None
    heavy_handling_weight: int | None = None
    """Loaded weight above which one handling class is lost (SUS-PICKUP-HEAVY)."""
    handling_class: int | None = None
    """A fixed handling class: race bodies and oversize vehicles."""
    handling_bonus: int = 0
    tire_class: str = "car"
    front_tire_class: str | None = None
    """Where the front axle has another class of tire (dragster)."""
    slicks_rear_only: bool = False
    wheelguards: bool = True
    """Whether guards can be fitted at all (WHL-RACE)."""
    cycle_guard_axles: tuple[str, ...] = ()
    """Axles whose guards and hubs are of the cycle type (WHL-CYCLE, TRK-GUARD-KIND)."""
    plant_class: str | None = None
    """`car`, `cycle`, `truck`, or None for a towed body."""
    min_rated_load: int | None = None
    """Smallest electric truck plant a tractor may have (OVR-ENGINE)."""
    side_dischargers: int = 0
    corner_spaces: int = 0
    weapon_divisor: int | None = 3
    """THR-LIMIT's divisor; None where no limit by a share of the spaces applies."""
    face_weapon_spaces: int | None = None
    """A fixed limit per face in place of the third (TRL-LIMITS, OVR-FACES)."""
    front_weapon_spaces: int | None = None
    """A lower limit on the front (THR-DRAGSTER)."""
    total_weapon_spaces: int | None = None
    total_weapon_divisor: int | None = None
    """Limits on all weapons together (TRL-DUMPER)."""
    min_plastic_per_face: int | None = None
    min_metal_per_face: int | None = None
    tongue_dp: int | None = None
    double_acceleration: bool = False
    """Accelerates at 20 with twice its weight in power factors (PRF-ACCEL-DRAG)."""
    hardtop_spaces: int | None = None
    """Where a convertible hardtop takes a fixed room (pickups: 2)."""
    passenger_spaces: int = 1
    passenger_baggage: int = 0
    free_passengers: int = 0
    """Passengers that ride without taking room (CRW-CYCLE-PASSENGER)."""
    min_chassis_wheels: int | None = None
    """Wheels that an extra-heavy chassis demands (BOD-SIXWHEEL-REQUIRED)."""
    to_hit_side: int | None = None
    """Modifier for shots at its side; no construction rule asks for it."""
    styles: bool = False
    """Whether the trailer may be a reefer, tanker or dumper (TRL-STYLE)."""
    default_fitting: str | None = None
    """The accessory it has where the sheet names none of its group (kingpin of a semi-trailer)."""

    @property
    def towed(self) -> bool:
        """Whether another vehicle moves it: it has no plant and no driver of its own."""
        return self.vehicle_class in TOWED_CLASSES

    @property
    def oversize(self) -> bool:
        """Whether it is a bus, ten-wheeler, semi tractor or semi-trailer."""
        return self.vehicle_class in OVERSIZE_CLASSES

    @property
    def reversed(self) -> bool:
        """Whether it is a trike with two front wheels (TRK-REVERSED)."""
        return self.vehicle_class == "reversed-trike"

    @property
    def ten_faced(self) -> bool:
        """Whether left, right, top and underbody are split in halves."""
        return self.faces == 10

    def is_a(self, word: str) -> bool:
        """Whether a class word of a restriction (or a body id) means this body.

        `all`, `oversize`, `towed`, `trailer` (car trailers, carriers and semi-trailers), `ten-wheeler`
        (cab and carrier) and `ten-faced` are words for several classes; flags (`flatbed`, `dumper`,
        `tanker`) count too.
        """
        return (
            word in ("all", self.id, self.vehicle_class)
            or word in self.flags
            or (word == "oversize" and self.oversize)
            or (word == "towed" and self.towed)
            or (word == "trailer" and self.towed and self.vehicle_class != "sidecar")
            or (word == "ten-wheeler" and self.vehicle_class.startswith("ten-wheeler"))
            or (word == "ten-faced" and self.ten_faced)
        )


class Chassis(Component):
    """A chassis strength (BOD-CHASSIS-PRICE, BOD-CHASSIS-LOAD)."""

    kind: ClassVar[str] = "chassis"

    price_factor: Exact
    load_percent: int
    tongue_factor: Exact = 1
    needs_wheels: bool = False
    """Whether it asks for the `min_chassis_wheels` of a body (BOD-SIXWHEEL-REQUIRED)."""


class Suspension(Component):
    """A suspension grade. `grade` is what a sheet says (`heavy`), `group` the bodies it is for."""

    kind: ClassVar[str] = "suspension"

    grade: str
    group: str
    price_factor: Exact
    handling: tuple[tuple[str, int], ...]
    """Handling class by handling column of the body."""
    off_road: bool = False


class PowerPlant(Component):
    """An electric plant or a gas engine (Appendix 4)."""

    kind: ClassVar[str] = "power plant"

    fuel: Literal["electric", "gas"]
    plant_class: str
    """`car`, `cycle`, `truck`; gas engines below the truck size are `car` and go into cycles too."""
    vehicle_classes: tuple[str, ...]
    cost: int
    weight: int
    spaces: int
    dp: int
    power_factors: int | None = None
    rated_load: int | None = None
    cid: int | None = None
    mpg: int | None = None
    power_units: int | None = None
    heavy_duty_transmission: bool = True
    """Whether it can drive one (PRF-HDT-LIMITS)."""
    old_acceleration_limit: int | None = None
    """The acceleration that an erratum of an older edition capped it at; no limit now (PRF-THUNDERCAT)."""


class PlantOption(Component):
    """Something bought for a plant or engine: shares of the plain plant, and flat figures.

    A share (`cost_share` 1/5) is taken of the unmodified plant (GAS-MODS-BASE).
    """

    kind: ClassVar[str] = "plant option"

    fuels: tuple[str, ...] = ("electric", "gas")
    truck_allowed: bool = True
    car_allowed: bool = True
    cost: int = 0
    cost_share: Exact = 0
    cost_per_power_factor: Exact = 0
    cost_per_wheel: int = 0
    cost_per_protected_space: int = 0
    weight: int = 0
    weight_share: Exact = 0
    weight_per_protected_space: int = 0
    spaces: int = 0
    spaces_share: Exact = 0
    dp: int = 0
    dp_share: Exact = 0
    power_share: Exact = 0
    rated_load_share: Exact = 0
    mpg_change: int = 0
    acceleration: int = 0
    acceleration_when: Literal["always", "burst"] | None = None
    acceleration_multiplier: int | None = None
    top_speed_factor: Exact | None = None
    power_units_stored: int = 0
    min_cid: int | None = None
    multiple: bool = False
    lost_with_plant: bool = True


class GasTank(Component):
    """A kind of gas tank; figures per gallon before fuel (GAS-TANK-COST)."""

    kind: ClassVar[str] = "gas tank"

    cost_per_gallon: int
    weight_per_gallon: int
    dp: int
    fuel_cost_per_gallon: int
    fuel_weight_per_gallon: int
    free_gallons: int
    gallons_per_space: int
    min_gallons: int


class TireFigures(Entry):
    """Price, weight and DP of a base tire in one class."""

    cost: int
    weight: int
    dp: int


class Tire(Component):
    """A base tire type (Appendix 5). Motorcycle tires are car tires at half the weight (TIR-CYCLE)."""

    kind: ClassVar[str] = "tire"

    car: TireFigures
    truck: TireFigures


class TireOption(Component):
    """A tire option; `order` is its place in the running total (TIR-MOD-ORDER)."""

    kind: ClassVar[str] = "tire option"

    order: int
    cost: int = 0
    cost_if_off_road: int | None = None
    cost_share: Exact = 0
    total_cost_multiplier: int = 1
    weight: Exact = 0
    weight_cycle: Exact = 0
    """What it adds to a finished motorcycle tire, after halving."""
    weight_share: Exact = 0
    after_halving: bool = False
    """Added after a motorcycle tire's weight is halved (chains)."""
    handling: int = 0
    handling_when: Literal["all-tires", "off-road-only", "each-end", "any"] | None = None
    """What it takes for `handling` to count (SUS-RADIAL, SUS-SLICK, SUS-CHAINS)."""
    dp: int = 0
    dp_share: Exact = 0
    truck_allowed: bool = True
    handling_option: bool = False
    """Radial, off-road and slick exclude one another (TIR-ONE-HANDLING)."""
    excludes: tuple[str, ...] = ()
    """Tires and options it cannot go with; `oversize-plasticore` is plasticore on a truck."""
    top_speed_change: int = 0


class ArmorType(Component):
    """An armor material as factors on the body's figures per point (ARM-TYPES)."""

    kind: ClassVar[str] = "armor type"

    material: Literal["plastic", "metal"]
    cost_factor: Exact
    weight_factor: Exact
    fireproof: bool = False
    laser_reflective: bool = False
    radarproof: bool = False
    repair_factor: int | None = None


class Round(Entry):
    """A type of ammunition in one weapon; price in dollars and weight in pounds per shot."""

    type: str
    cost: Exact
    weight: Exact
    standard: bool = False
    mixable: bool = True
    """False where the type fills whole magazines alone (AMO-NOMIX)."""
    tech_level: str = "classic"
    origin: str | None = None
    military: bool = False
    damage: str | None = None
    effect: str | None = None
    """`none`, `burst` or `area`, with `burst_radius` in inches."""
    burst_radius: Exact | None = None
    pattern: str | None = None
    """What a dropped load covers, in inches."""
    fire_modifier: Exact | None = None
    burn_duration: int | None = None
    sources: tuple[str, ...] = ()
    conflict: str | None = None
    note: str | None = None
    unknown: tuple[str, ...] = ()


class Weapon(Component):
    """A vehicular weapon, empty (Appendix 7)."""

    kind: ClassVar[str] = "weapon"

    category: str
    cost: int
    weight: int
    spaces: Exact
    dp: int
    shots: int = 0
    rounds: tuple[Round, ...] = ()
    single_shot: bool = False
    dropped: bool = False
    discharger: bool = False
    indirect_fire: bool = False
    fake: bool = False
    """Itself a fake (fake discharger): no effect, no armor, counts as a discharger only."""
    military: bool = False
    draws_power: Draws = "no"
    power_units: int | None = None
    """Power units a shot takes."""
    faces: tuple[str, ...] = ()
    """The faces it is for on vehicles that are not oversize (WPN-ATG-FACES); empty: every face."""
    damage: str | None = None
    to_hit: int | None = None
    to_hit_alternate: int | None = None
    effect: str | None = None
    burst_radius: Exact | None = None
    pattern: str | None = None
    fire_modifier: Exact | None = None
    burn_duration: int | None = None

    @property
    def takes_ammunition(self) -> bool:
        """Whether the weapon uses ammunition at all (lasers and dischargers do not)."""
        return bool(self.rounds)


class AmmunitionType(Component):
    """A type of round by its name; what it costs stands with each weapon."""

    kind: ClassVar[str] = "ammunition"


class AmmunitionModifier(Component):
    """An addition to a round: fuse, guidance, tracer. Applied in the order of `order`."""

    kind: ClassVar[str] = "ammunition option"

    order: int = 0
    cost: int = 0
    cost_multiplier: Exact = 1
    weight_set: Exact | None = None
    weight: Exact = 0
    weapons: tuple[str, ...] = ()
    """Weapon ids, categories or hand-weapon words it fits."""
    excludes: tuple[str, ...] = ()
    rule: str = "WPN-TABLE"
    """The rule that reports it on a weapon it does not fit."""
    damage_per_die: int = 0
    to_hit: int | None = None


class WeaponOption(Component):
    """Something bought for a weapon."""

    kind: ClassVar[str] = "weapon option"

    cost: int = 0
    cost_share: Exact = 0
    cost_per_space: int = 0
    cost_per_loaded_pound: int = 0
    weight: int = 0
    weight_share: Exact = 0
    weight_per_space: int = 0
    spaces: int = 0
    spaces_above: int | None = None
    """`spaces` are taken only where the sum of protected spaces is above this (concealment: 2)."""
    per_face: bool = False
    """Bought once a face, whatever weapons it serves (WPN-BUMPER-TRIGGER)."""
    fake: bool = False
    """Replaces the weapon by a fake at this price (WPN-FAKE)."""
    with_fake: bool = False
    """Allowed on a fake (concealment)."""
    weapons: tuple[str, ...] = ()
    """Weapon ids or categories it fits; empty: every weapon."""
    not_weapons: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    rule: str = "WPN-TABLE"
    """The rule that reports it on a weapon it does not fit."""
    exclude_rule: str = "WPN-TABLE"
    """The rule that reports it together with what it excludes."""
    faces: tuple[str, ...] = ()
    """The faces whose weapons may have it (bumper trigger); empty: every place."""
    damage_per_die: int = 0


class Magazine(Component):
    """A magazine or magazine fitting (AMO-MAG-*); per space of capacity for rocket magazines."""

    kind: ClassVar[str] = "magazine"

    key: str
    """The key of `magazines` in a sheet that buys it (`extra`, `rotary`, `switch`, `rocket`, `dual`)."""
    cost: int
    weight: int = 0
    spaces: int = 0
    dp: int = 0
    max_spaces: int | None = None
    applies_to: str | None = None
    loads: int = 0
    """Normal loads it adds to the capacity."""


class MountKind(Component):
    """A turret, pod, platform, cupola, sponson or pintle of one size (Appendix 6), or the fake turret."""

    kind: ClassVar[str] = "mount"

    family: str
    """`turret`, `pop-up-turret`, `sponson-turret`, `cupola`, `pop-up-cupola`, `rocket-platform`,
    `external-weapon-pod`, `rocket-external-weapon-pod`, `pintle-mount`, `fake-turret`."""
    size: int
    cost: int
    weight: int
    spaces: int
    """What it takes from the vehicle."""
    capacity: int | None
    """The room inside; None for the fake turret, which holds any number of fakes."""
    limit: Literal["turret", "pod", "platform"] | None
    """Which limit of the body bounds its size."""
    size_rule: str | None
    """The rule that reports it on a body it is too large for."""
    size_severity: str | None = None
    """Where that is no error on bodies whose limit is 0 (pintles, TUR-SIZE-TURRET)."""
    places: tuple[str, ...]
    """`top`, `sides`, `underbody`: where it may be mounted."""
    armor_cost: int | None = None
    armor_weight: int | None = None
    armor_max_weight: int | None = None
    holds: Literal["any", "rockets", "rockets-or-targeting-laser", "fakes"] = "any"
    max_weapons: int | None = None
    magazines: Literal["body", "inside", "none"] = "body"
    """Where extra magazines of its weapons go (TUR-MAGAZINES-TURRET, TUR-MAGAZINES-EWP)."""
    component_armor: bool = True
    boosters: bool = False
    gunner_spaces: int = 0
    """Room that its gunner takes (cupolas: 2)."""
    top_speed_percent: int = 0
    """Change of top speed while any such mount is fitted (PRF-TOP-MODS)."""
    is_fake: bool = False
    dropped: Literal["yes", "doubtful"] = "yes"


class MountOption(Component):
    """A universal mount or an ejection system (TUR-EWP-OPTIONS)."""

    kind: ClassVar[str] = "mount option"

    cost: int
    weight: int = 0
    families: tuple[str, ...]


class LinkKind(Component):
    """An ordinary or a smart link."""

    kind: ClassVar[str] = "link"

    cost: int
    applies_to: str | None = None
    identical: bool = False
    """Whether it serves weapons of one kind only (LNK-SMART)."""


class Computer(Component):
    """A targeting aid of one person (CRW-COMPUTER-ONE)."""

    kind: ClassVar[str] = "targeting computer"

    cost: int
    weight: int = 0
    spaces: int = 0
    single_weapon: bool = False
    scope_rule: str = "CRW-COMPUTER-SCOPE"
    """The rule that remarks on more than the one weapon of a single-weapon computer."""
    to_hit: int = 0


class PersonKind(Component):
    """A driver, cyclist, gunner or passenger."""

    kind: ClassVar[str] = "crew role"

    weight: int
    spaces: int
    dp: int


class Accessory(Component):
    """All other equipment, whatever list of a sheet it stands in: accessories, modifications, seats, fittings.

    Flat figures and the other bases add up: `cost + cost_per_wheel x wheels + ...`.
    """

    kind: ClassVar[str] = "accessory"

    category: str = "other"
    cost: int = 0
    weight: int = 0
    spaces: Exact = 0
    dp: int = 0
    cost_per_wheel: int = 0
    weight_per_wheel: int = 0
    cost_per_face: int = 0
    weight_armor_points_per_face: int = 0
    cost_armor_points: int = 0
    weight_armor_points: int = 0
    """Price or weight of so many points of the body's own armor."""
    armor_type_factors: bool = False
    """Whether those points carry the factors of an armor type."""
    sloped_surcharge: bool = False
    front_armor_cost_factor: Exact = 0
    front_armor_weight_factor: Exact = 0
    body_cost_factor: Exact = 0
    """Share of the body cost; with `chassis_in_price` of body and chassis cost (PRF-HDT)."""
    chassis_in_price: bool = False
    body_cost_multiplier: Exact = 1
    body_weight_multiplier: Exact = 1
    """Changes of the body itself (BOD-CAFRAME, TRL-STYLE): BC = multiplier x price."""
    body_spaces_loss: Exact = 0
    """Share of the body's spaces lost, rounded up (TRL-STYLE)."""
    spaces_share: Exact = 0
    """Share of the modified interior that it takes, rounded up (ACC-HARDTOP)."""
    min_plastic_per_face: int | None = None
    min_metal_per_face: int | None = None
    total_weapon_divisor: int | None = None
    max_turret: int | None = None
    max_platform: int | None = None
    """The largest turret and platform that the body can have with it (TRL-DUMPER)."""
    limits_top_armor: bool = False
    """Leaves the top with little plastic armor and no metal (ACC-HARDTOP)."""
    body_flags: tuple[str, ...] = ()
    """Flags that the body gains with it (`tanker`, `dumper`, `reefer`)."""
    adds_tires: int = 0
    """Tires that must be bought with it (second sidecar tire)."""
    capacity_spaces: Exact | None = None
    cargo_spaces_added: int = 0
    as_cargo: bool = False
    """May lie in cargo spaces (SPC-CARGO-FIRST)."""
    linkable: bool = False
    multiple: Multiple = "once"
    exclusive_group: str | None = None
    """Of a group only one may be bought (`hitch`, `fire-extinguisher`)."""
    group_rule: str = "ACC-TABLE"
    """The rule that reports a second of the group, or a second of this where it may not repeat."""
    group_rule_on_trailer: str | None = None
    """The rule that reports it on a car trailer, which never has two (TRL-NO)."""
    group_limit_ten_faced: int = 1
    """How many of the group a body with split faces may have (ACC-CARRIER: 2)."""
    occupant: bool = False
    """Belongs to one person (seats, extra driver controls)."""
    plant_part: bool = False
    """Part of the engine for component armor (CA-ENGINE)."""
    weapon_on_face: bool = False
    """Counts as a weapon where it is mounted on a face or in a mount (WPN-SEARCHLIGHT)."""
    face: str | None = None
    """The face it always belongs to (PLC-DEFAULT-FACE)."""
    armor_cost: int | None = None
    armor_weight: int | None = None
    armor_max_weight: int | None = None
    armor_rule: str | None = None
    """The rule that reports armor of its own that is too heavy or does not match."""
    armor_matches: bool = False
    """Its own armor must be of the vehicle's types (ARM-MATCH)."""
    pulls: int | None = None
    """Pounds a hitch can pull."""
    handling: int = 0
    handling_at_60: int = 0
    top_speed_percent: int = 0
    top_speed_engaged: int = 0
    acceleration_engaged: int = 0
    heavy_duty_transmission: bool = False
    draws_power: Draws = "no"
    power_units: int | None = None
    power_units_stored: int = 0
    lost_with_plant: bool = False
    metal_foil: str | None = None
    """The metal version of a foil (ACC-SPOILER-METAL)."""
    plain_foil: str | None = None
    """What a metal foil is priced as below catalog level and where its face has no metal armor."""
    aada_legal: bool | None = None


class Gear(Component):
    """Body armor and personal equipment of one person."""

    kind: ClassVar[str] = "personal equipment"

    category: str
    cost: int
    weight: Exact = 0
    ge: Exact = 0
    """Grenade equivalents (CRW-GE-LIMIT)."""
    dp: int = 0
    max_ge: int | None = None
    """The limit of the person who wears it, where it lowers the usual one."""
    extra_ge: int = 0
    """Grenade equivalents that it lets its owner carry more (backpack)."""
    stows: tuple[tuple[str, int], ...] = ()
    """What it carries for free: (hand-weapon class word, how many)."""
    suit: bool = False
    """A suit of body armor (CRW-ARMOR-ONE)."""
    excludes: tuple[str, ...] = ()
    rule: str = "CRW-VEST"
    """The rule that reports it together with what it excludes."""
    multiple: bool = True


class HandWeapon(Component):
    """A hand weapon; price and weight empty."""

    kind: ClassVar[str] = "hand weapon"

    category: str
    cost: int
    weight: Exact = 0
    ge: Exact = 0
    shots: int = 0
    rounds: tuple[Round, ...] = ()
    to_hit: int | None = None
    to_hit_alternate: int | None = None
    damage: str | None = None
    vehicle_damage: str | None = None
    """Damage to vehicles: `full`, `half` or `tires-only`."""


class HandWeaponOption(Component):
    """A clip, stock, scope or power pack."""

    kind: ClassVar[str] = "hand weapon option"

    cost: int
    weight: Exact = 0
    weight_share: Exact = 0
    ge: Exact = 0
    capacity: int = 0
    """Full loads that it adds."""
    multiple: bool = False
    """Whether a weapon may have several (clips, power packs, what is bought for each grenade)."""
    to_hit: int = 0
    weapons: tuple[str, ...] = ()


class Booster(Component):
    """A rocket booster or jump jet, as the constants of its formula (BST-DATA)."""

    kind: ClassVar[str] = "booster"

    cost_per_increment: int
    increment_weight: int
    weight_per_space: int
    dp_per_space: int
    thrust_factor: int
    places: tuple[str, ...]
    thrust_rounding: Exact = Fraction(5, 2)
    """The push drops to a multiple of this, in mph (PRF-BOOSTER)."""
    min_thrust: int = 0


class Fitting(Component):
    """Armor that is bought by the point: component armor, wheelguards and hubs, and their fakes."""

    kind: ClassVar[str] = "armor fitting"

    cost: int = 0
    """Per point (component armor: per point and protected space); for fakes, each."""
    weight: int = 0
    spaces: Exact = 0
    max_weight: int | None = None
    """Pounds each guard, hub or protected space may weigh."""
    per_wheel: int = 1
    """How many of it one wheel needs (cycle hubs: 2)."""
    handling: int = 0


class Constant(Component):
    """A number that belongs to a rule and not to a component (`weapon-divisor`, `crew-carry-limit`)."""

    kind: ClassVar[str] = "constant"

    value: Exact
    unit: str | None = None
    scope: str | None = None


@frozen
class Unknown:
    """A name that no component of the kind has, with the nearest that one does."""

    kind: str
    text: str
    nearest: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    """The components that share the name, where it is ambiguous."""
