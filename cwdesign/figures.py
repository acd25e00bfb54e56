"""Figures of single parts, which ledger and rules share: tires, rounds, tanks, engines, weapons, protection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor

from cwdesign.catalog import Catalog
from cwdesign.components import (
    ArmorType,
    Exact,
    Fitting,
    Magazine,
)
from cwdesign.sheet import Path
from cwdesign.values import frozen
from cwdesign.vehicle import (
    CORNERS,
    AccessoryEntry,
    Axle,
    BoosterEntry,
    ComponentArmor,
    Load,
    Part,
    Person,
    Plant,
    Tank,
    Unit,
    WeaponEntry,
    WheelArmor,
)


def weapon_spaces_of(entry: WeaponEntry, unit: Unit, catalog: Catalog) -> Exact:
    """Spaces of one weapon of an entry with its magazines, insulator and concealment, without component armor."""
    parts = weapon_room(entry, unit, catalog)
    return parts.weapon + parts.mounting + parts.magazines + parts.insulator + parts.concealment


@frozen
class WeaponRoom:
    """Room of one weapon of an entry, by what takes it."""

    weapon: Exact
    mounting: Exact
    """What a spinal mounting makes the weapon larger by: armored, hidden and insulated like the weapon itself."""
    magazines: Exact
    insulator: Exact
    concealment: Exact


def weapon_room(entry: WeaponEntry, unit: Unit, catalog: Catalog) -> WeaponRoom:
    if entry.weapon is None or entry.fake:
        return WeaponRoom(0, 0, 0, 0, 0)
    own = entry.weapon.spaces
    magazines = 0
    for piece, count in magazine_pieces(entry, catalog):
        magazines += piece.spaces * count
    mounting = insulator = concealment = 0
    for chosen in entry.options:
        option = chosen.component
        if option.spaces and option.spaces_above is None:
            if option.cost_per_space:
                insulator += option.spaces
            else:
                mounting += option.spaces
    for chosen in entry.options:
        option = chosen.component
        if (
            option.spaces_above is not None
            and hidden_spaces(entry, own + mounting + magazines + insulator, unit, catalog) > option.spaces_above
        ):
            concealment += option.spaces
    return WeaponRoom(own, mounting, magazines, insulator, concealment)


def hidden_spaces(entry: WeaponEntry, spaces: Exact, unit: Unit, catalog: Catalog) -> int:
    """What concealment is bought for: whole spaces, its weapon's own component armor included (WPN-CONCEAL)."""
    armor = entry.component_armor
    if armor is not None and (armor.each or entry.count == 1):
        spaces += component_armor_fitting(unit, catalog).spaces
    return max(1, ceil(spaces))


def magazine_pieces(entry: WeaponEntry, catalog: Catalog) -> Iterator[tuple[Magazine, int]]:
    """The magazines and fittings of one weapon, each with how many (rocket: spaces of capacity)."""
    if not entry.magazines.any:
        return
    wanted = {
        "extra": entry.magazines.extra,
        "dual": entry.magazines.dual,
        "rocket": entry.magazines.rocket,
        "rotary": int(entry.magazines.rotary),
        "switch": int(entry.magazines.switch),
    }
    for piece in catalog.all(Magazine):
        if wanted.get(piece.key):
            yield piece, wanted[piece.key]


def tire_figures(axle: Axle) -> tuple[Exact, Exact, int]:
    """Price, weight and DP of one finished tire of an axle (TIR-MOD-ORDER, TIR-DP, TIR-CYCLE, TIR-TRUCK)."""
    assert axle.tire is not None
    base = axle.tire.truck if axle.tire_class in ("truck", "oversize") else axle.tire.car
    cost: Exact = base.cost
    weight: Exact = base.weight
    cycle = axle.tire_class == "cycle"
    off_road = axle.has("off-road")
    dp = base.dp
    late_cost: Exact = 0
    late_weight: Exact = 0
    for chosen in sorted(axle.options, key=lambda o: o.component.order):
        option = chosen.component
        if option.after_halving:
            late_cost += option.cost
            late_weight += option.weight
            continue
        flat = option.cost_if_off_road if off_road and option.cost_if_off_road is not None else option.cost
        # Fractions are slow, and most of these change nothing: a sheet may list options by the thousand.
        if option.cost_share:
            cost = _raised(cost, option.cost_share)
        cost += flat
        if option.total_cost_multiplier != 1:
            cost *= option.total_cost_multiplier
        if option.weight_share:
            weight = _raised(weight, option.weight_share)
        weight += option.weight
        dp += floor(base.dp * option.dp_share) + option.dp
    if cycle:
        weight = weight * Fraction(1, 2)
    return cost + late_cost, weight + late_weight, dp


def _raised(amount: Exact, share: Exact) -> Exact:
    """An amount and a share of it."""
    whole = share.denominator
    raised, rest = divmod(amount * (whole + share.numerator), whole)
    return raised if not rest else raised + Fraction(rest, whole)


def round_figures(load: Load) -> tuple[Exact, Exact]:
    """Price and weight of one round with its options (AMO-MINE-FUSES, AMO-LASER-GUIDED)."""
    assert load.round is not None
    cost, weight = load.round.cost, load.round.weight
    for chosen in sorted(load.options, key=lambda o: o.component.order):
        option = chosen.component
        cost = (cost + option.cost) * option.cost_multiplier
        weight = option.weight_set if option.weight_set is not None else weight + option.weight
    return cost, weight


def tank_spaces(tank: Tank) -> int:
    """Spaces of a gas tank (GAS-TANK-SPACE)."""
    if tank.tank is None:
        return 0
    return max(0, ceil(Fraction(tank.gallons - tank.tank.free_gallons, tank.tank.gallons_per_space)))


def plant_spaces(unit: Unit, plant: Plant, *, insulator: bool = True) -> Exact:
    """Spaces of the engine with everything that belongs to it (CA-ENGINE, PLC-ENGINE).

    Extinguishers, batteries and the like count wherever the sheet writes them; those under `accessories`
    belong to the driving plant.
    """
    p = plant.plant
    if p is None:
        return 0
    spaces: Exact = p.spaces
    for chosen in plant.options:
        option = chosen.component
        if option.cost_per_protected_space and not insulator:
            continue
        spaces += option.spaces * chosen.count + ceil(p.spaces * option.spaces_share * chosen.count)
    parts = [*plant.accessories, *(unit.accessories if plant is unit.plant else ())]
    return spaces + sum(
        (a.accessory.spaces * a.count for a in parts if a.accessory is not None and a.accessory.plant_part),
        start=0,
    )


def protected_person(unit: Unit, person: Person) -> Exact:
    """Spaces that component armor of a person protects, a cyberlink included (CRW-CYBERLINK)."""
    own = person.kind.spaces
    if person.role == "passenger" and unit.body is not None:
        own = unit.body.passenger_spaces
    return own + sum(c.computer.spaces for c in person.computers if c.computer is not None)


def protected_spaces(unit: Unit, part: Part, catalog: Catalog) -> Exact:
    """Spaces of an entry that component armor protects; a mount has none, nor a booster that is sized by its push."""
    if isinstance(part, Plant):
        return plant_spaces(unit, part)
    if isinstance(part, Tank):
        return tank_spaces(part)
    if isinstance(part, Person):
        return protected_person(unit, part)
    if isinstance(part, WeaponEntry):
        return weapon_spaces_of(part, unit, catalog) * part.count
    if isinstance(part, AccessoryEntry) and part.accessory is not None:
        return part.accessory.spaces * part.count
    if isinstance(part, BoosterEntry) and part.booster is not None and part.weight is not None:
        return ceil(Fraction(part.weight, part.booster.weight_per_space)) * part.count
    return 0


def place_of(unit: Unit, part: Part) -> tuple[str | None, Path | None]:
    """(face or corner, mount) of an entry; both None where it is neither on a face nor in a mount.

    An accessory is on a face only where it counts as a weapon there (WPN-SEARCHLIGHT).
    """
    if isinstance(part, (WeaponEntry, BoosterEntry)):
        return part.mount, part.inside
    if isinstance(part, AccessoryEntry):
        counted = part.accessory is not None and part.accessory.weapon_on_face
        return part.mount if counted and part.mount in (*unit.faces, *CORNERS) else None, part.inside
    if isinstance(part, Person):
        return None, next((m.path for m in unit.mounts if part in m.crew), None)
    return None, None


def protected_by(unit: Unit, armor: ComponentArmor, parts: Mapping[Path, Part], catalog: Catalog) -> int:
    """Spaces that one component armor protects: its entries added, fractions up, at least 1 (CA-PRICE).

    A part of an engine that is named beside it counts once (CA-ENGINE); of `each` one component counts.
    """
    inside = [parts[path] for path in armor.around if path in parts]
    if any(isinstance(part, Plant) for part in inside):
        inside = [p for p in inside if not (isinstance(p, AccessoryEntry) and p.accessory and p.accessory.plant_part)]
    total = sum((protected_spaces(unit, part, catalog) for part in inside), start=0)
    if armor.each:
        total = Fraction(total) / max(1, sum(p.count for p in inside if isinstance(p, (WeaponEntry, AccessoryEntry))))
    return max(1, ceil(total))


def component_armor_fitting(unit: Unit, catalog: Catalog) -> Fitting:
    """Component armor of this unit's size: half a space on cycles and sidecars (CA-SPACE)."""
    small = unit.body is not None and unit.body.vehicle_class in ("cycle", "sidecar")
    return catalog.fitting("component-armor-cycle" if small else "component-armor")


def wheel_fitting(armor: WheelArmor, catalog: Catalog) -> Fitting:
    """The guard or hub that an axle takes (WHL-CYCLE, TRK-GUARD-KIND)."""
    if armor.cycle_type:
        return catalog.fitting("cycle-wheelhub" if armor.hub else "cycle-wheelguard")
    return catalog.fitting("wheelhub" if armor.hub else "wheelguard")


def wheel_armor_count(unit: Unit, armor: WheelArmor, fitting: Fitting) -> int:
    """Guards or hubs of an axle: one an exposed tire; a cycle hub is a pair, on a sidecar's outside one (WHL-CYCLE)."""
    pair = fitting.per_wheel if not (unit.body is not None and unit.body.vehicle_class == "sidecar") else 1
    return armor.exposed * pair


def accessory_armor_type(unit: Unit, entry: AccessoryEntry, catalog: Catalog) -> ArmorType:
    """The armor type of an accessory that is made of armor or carries its own.

    Written, else the vehicle's type where it must match (hitches, windshells), else for foils, plates and
    spikes the vehicle's plastic type, else plain plastic (ACC-SPOILER, ACC-FAKE-RAMPLATE, OVR-FIFTH-WHEEL).
    """
    plain = catalog.get(ArmorType, "plastic")
    if entry.armor_type is not None:
        return entry.armor_type
    a, armor = entry.accessory, unit.armor
    if a is None:
        return plain
    if "metal" in a.flags:
        return armor.metal if armor.metal is not None else catalog.get(ArmorType, "metal")
    if a.armor_matches:
        return armor.plastic or armor.metal or plain
    if a.armor_type_factors:
        return armor.plastic or plain
    return plain
