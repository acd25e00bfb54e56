"""Handling class, acceleration, top speed and range of a whole vehicle (themes SUS and PRF).

Weights are pounds, speeds mph. Everything is exact; speeds drop to a multiple of 2.5 (PRF-TOP-ROUND).
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from cwdesign.catalog import Catalog
from cwdesign.components import Body, Component, TireOption
from cwdesign.ledger import Amount
from cwdesign.values import frozen
from cwdesign.vehicle import Chosen, Plant, Vehicle

STEP = Fraction(5, 2)
"""Speeds are multiples of this many mph (PRF-TOP-ROUND)."""


@frozen
class Performance:
    """What a vehicle can do; None where it has no plant or tires to do it with."""

    handling_class: int | None = None
    handling_class_at_60: int | None = None
    """Where it differs from the plain one (SUS-SPOILER)."""
    power_factors: int | None = None
    rated_load: int | None = None
    pull: int | None = None
    """Pounds the plant can move in all (LED-POWER-WEIGHT)."""
    acceleration: Amount | None = None
    burst_acceleration: Amount | None = None
    top_speed: Amount | None = None
    range: int | None = None
    mpg: int | None = None


def drop_to_step(speed: Amount, divisor: Amount = 1) -> Amount:
    """The multiple of 2.5 mph at or below a speed, which is a quotient where there is a divisor (PRF-TOP-ROUND)."""
    steps = 2 * speed // (5 * divisor)
    return STEP * steps if steps % 2 else steps // 2 * 5


def heavy_duty_transmission(vehicle: Vehicle) -> bool:
    """Whether the driving unit has one (PRF-HDT)."""
    return any(a.accessory is not None and a.accessory.heavy_duty_transmission for a in vehicle.unit.all_accessories)


def pull(vehicle: Vehicle, catalog: Catalog) -> int | None:
    """Pounds that the plant can move: a multiple of its power factors, or its rated load (LED-POWER-WEIGHT)."""
    plant = vehicle.unit.plant
    if plant is None:
        return None
    power, load = plant.power
    if load is not None:
        return load
    if power is None:
        return None
    ratio = "hd-transmission-load-ratio" if heavy_duty_transmission(vehicle) else "acceleration-5-ratio"
    return int(power * catalog.constant(ratio))


def acceleration(vehicle: Vehicle, weight: Amount, catalog: Catalog) -> tuple[Amount, Amount | None]:
    """(base, burst) acceleration in mph per turn at a weight (PRF-ACCEL, PRF-ACCEL-BONUS, PRF-TRUCK, PRF-HDT)."""
    plant = vehicle.unit.plant
    assert plant is not None
    power, _ = plant.power
    limit = pull(vehicle, catalog)
    if limit is None or weight > limit:
        return 0, None
    if power is None or heavy_duty_transmission(vehicle):
        return catalog.constant("acceleration-truck"), None
    base = 5
    for step in (10, 15):
        if weight <= power * catalog.constant(f"acceleration-{step}-ratio"):
            base = step
    body = vehicle.unit.body
    if body is not None and body.double_acceleration and weight <= power * catalog.constant("acceleration-20-ratio"):
        base = 20
    options = [o.component for o in plant.options]
    base += sum(o.acceleration for o in options if o.acceleration_when == "always")
    burst = base + sum(o.acceleration for o in options if o.acceleration_when == "burst")
    for option in options:
        if option.acceleration_multiplier is not None:
            burst = base * option.acceleration_multiplier
    return base, burst if burst != base else None


def top_speed(vehicle: Vehicle, weight: Amount, catalog: Catalog) -> Amount:
    """Top speed at a weight (PRF-TOP-ELECTRIC, PRF-TOP-GAS, PRF-TRUCK, PRF-TOP-MODS, PRF-TOP-CHAINS)."""
    plant = vehicle.unit.plant
    assert plant is not None
    power, load = plant.power
    limit = pull(vehicle, catalog)
    if limit is None or weight > limit:
        return 0
    if load is not None:
        drive, factor = load, catalog.constant("top-speed-factor-truck")
    else:
        assert power is not None
        drive = power
        factor = catalog.constant("top-speed-factor-electric" if plant.electric else "top-speed-factor-gas")
    percent = sum(change for _, change in speed_changes(vehicle, catalog))
    result = drop_to_step(factor * drive * (100 + percent), 100 * (drive + weight))
    chains = [o.component for o in _tire_options(vehicle) if o.component.top_speed_change]
    return max(0, result + chains[0].top_speed_change) if chains else result


def speed_changes(vehicle: Vehicle, catalog: Catalog) -> tuple[tuple[str, int], ...]:
    """(what, percent) of everything that changes top speed, each kind once (PRF-TOP-MODS)."""
    changes: list[tuple[str, int]] = []
    if vehicle.unit.streamlined:
        changes.append(("streamlining", int(catalog.constant("streamlining-speed-gain") * 100)))
    pods = [m.kind for u in vehicle.units for m in u.mounts if m.kind is not None and m.kind.top_speed_percent]
    if pods:
        changes.append((pods[0].name, pods[0].top_speed_percent))
    by_category: dict[int, Component] = {}
    for unit in vehicle.units:
        for entry in unit.all_accessories:
            if entry.accessory is not None and entry.accessory.top_speed_percent:
                by_category.setdefault(entry.accessory.top_speed_percent, entry.accessory)
    changes += [(component.name, percent) for percent, component in by_category.items()]
    return tuple(changes)


def handling(vehicle: Vehicle, body: Body, weight: Amount, catalog: Catalog) -> int:
    """The handling class of the driving unit, whose body is given (theme SUS)."""
    unit = vehicle.unit
    total = body.handling_bonus
    if body.handling_class is not None:
        total += body.handling_class
    elif unit.suspension is not None:
        total += dict(unit.suspension.handling).get(body.handling_column or "", 0)
    if body.heavy_handling_weight is not None and weight > body.heavy_handling_weight:
        total -= 1
    if unit.axles and all(a.has("radial") for u in vehicle.units for a in u.axles):
        total += catalog.get(TireOption, "radial").handling
    for axles in ([a for a in unit.axles if a.name == "front"], [a for a in unit.axles if a.name != "front"]):
        if axles and all(a.has("slick") for a in axles) and not any(a.has("tire-chains") for a in axles):
            total += catalog.get(TireOption, "slick").handling
    if any(a.has("tire-chains") for a in unit.axles):
        total += catalog.get(TireOption, "tire-chains").handling
    total += sum(entry.accessory.handling for entry in unit.all_accessories if entry.accessory is not None)
    guards = [
        a for a in unit.wheel_armor if a.axle == "front" and not a.hub and not a.fake and a.points and not a.cycle_type
    ]
    if guards and not body.oversize:
        total += catalog.fitting("wheelguard").handling
    second = vehicle.second
    if second is not None and second.body is not None and second.suspension is not None:
        total += dict(second.suspension.handling).get(second.body.handling_column or "", 0)
    return total


def foil_gain(vehicle: Vehicle) -> int:
    """What spoiler, airdam or windshell add from 60 mph up: once, however many (SUS-SPOILER)."""
    gains = [a.accessory.handling_at_60 for u in vehicle.units for a in u.all_accessories if a.accessory is not None]
    return max(gains, default=0)


def mileage(vehicle: Vehicle, plant: Plant, catalog: Catalog) -> int | None:
    """Miles per gallon with options and streamlining, fraction dropped (GAS-MPG)."""
    if plant.plant is None or plant.plant.mpg is None:
        return None
    mpg = plant.plant.mpg + sum(o.component.mpg_change * o.count for o in plant.options)
    if vehicle.unit.streamlined:
        mpg = floor(mpg * (1 + catalog.constant("streamlining-speed-gain")))
    return max(0, mpg)


def perform(vehicle: Vehicle, weight: Amount, catalog: Catalog) -> Performance:
    """The performance of a self-propelled vehicle at its weight; empty for a towed body (PRF-TRUCK, GAS-MPG)."""
    unit = vehicle.unit
    if unit.body is None or unit.body.towed:
        return Performance()
    handling_class = handling(vehicle, unit.body, weight, catalog)
    gain = foil_gain(vehicle)
    plant = unit.plant
    if plant is None or plant.plant is None:
        return Performance(handling_class, handling_class + gain if gain else None)
    power, load = plant.power
    limit = pull(vehicle, catalog)
    base, burst = acceleration(vehicle, weight, catalog)
    mpg = mileage(vehicle, plant, catalog)
    miles: int | None = 0
    if base:
        if plant.electric:
            miles = int(catalog.constant("electric-range"))
        elif mpg is not None:
            miles = mpg * plant.tank.gallons if plant.tank is not None else 0
    return Performance(
        handling_class,
        handling_class + gain if gain else None,
        power,
        load,
        limit,
        base,
        burst,
        top_speed(vehicle, weight, catalog),
        miles,
        mpg,
    )


def booster_push(pounds: Amount, weight: Amount, thrust_factor: int) -> Amount:
    """Push of one booster in mph (PRF-BOOSTER)."""
    return drop_to_step(thrust_factor * pounds, weight)


def _tire_options(vehicle: Vehicle) -> list[Chosen[TireOption]]:
    return [o for u in vehicle.units for a in u.axles for o in a.options]
