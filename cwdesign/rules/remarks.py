"""Figures beside the totals, in words: for the report, never for a verdict.

Each is known only where everything that feeds it is; what is open is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from cwdesign.components import Accessory
from cwdesign.design import Design
from cwdesign.findings import Number
from cwdesign.performance import STEP, acceleration, booster_push, drop_to_step, speed_changes, top_speed
from cwdesign.rules.prf import hitches, spare_pull
from cwdesign.vehicle import Plant, Unit
from cwdesign.words import amount, decimal, listed


def facts(design: Design) -> Iterator[tuple[str, str]]:
    """(what, figure) of everything worth showing that no total has."""
    weighed, plant, top = "weight" not in design.unknown, design.unit.plant, design.performance.top_speed
    if plant is not None:
        if weighed and top:
            yield from _speeds(design, plant, Fraction(top))
        yield from _power(design, plant)
        yield from _lost_with_plant(design)
    yield from _towing(design)
    if weighed:
        yield from _boosters(design)
    for unit in design.units():
        tongue = tongue_dp(unit)
        if tongue is not None:
            yield "Tongue", f"{tongue} DP"


def _mph(speed: Number) -> str:
    return f"{decimal(speed)} mph"


# -- speed ----------------------------------------------------------------------------------------


def _speeds(design: Design, plant: Plant, speed: Fraction) -> Iterator[tuple[str, str]]:
    yield "Reverse speed", _mph(reverse_speed(speed))
    yield "Range", _range(design, plant, speed)
    yield from _engaged(design, plant, speed)
    reserve = design.ledger.max_load if design.vehicle.second is None else None
    if design.cargo and reserve is not None:
        base, _ = acceleration(design.vehicle, reserve, design.catalog)
        fast = top_speed(design.vehicle, reserve, design.catalog)
        yield "Fully loaded", f"{amount(reserve)} lb: acceleration {_mph(base)}, top speed {_mph(fast)}"
    faster = speed + STEP
    limit = weight_for_speed(design, faster)
    if limit is not None:
        yield f"For {_mph(faster)}", f"at most {amount(limit)} lb"


def reverse_speed(speed: Fraction) -> Number:
    """The greatest speed backwards, in mph (PRF-REVERSE)."""
    return drop_to_step(speed / 4)


def _range(design: Design, plant: Plant, speed: Fraction) -> str:
    """Miles at economical speed, and of electric plants at top speed (PRF-RANGE-ELECTRIC, GAS-MPG)."""
    economical = floor(design.catalog.constant("gas-range-speed-fraction") * speed)
    text = f"{amount(design.performance.range)} miles at {economical} mph"
    if plant.electric:
        return f"{text}, {amount(design.catalog.constant('electric-range-at-top'))} miles at {_mph(speed)}"
    return f"{text}, {design.performance.mpg} miles to the gallon" if design.performance.mpg is not None else text


def _engaged(design: Design, plant: Plant, speed: Fraction) -> Iterator[tuple[str, str]]:
    """What motors and overdrive do while they are engaged (PRF-TOP-HTM, PRF-OVERDRIVE)."""
    for option in (o.component for o in plant.options):
        if option.top_speed_factor is not None:
            yield option.name, f"top speed {_mph(drop_to_step(speed * option.top_speed_factor))} while engaged"
    base = design.performance.acceleration
    assert base is not None
    engaged: dict[str, Accessory] = {
        a.accessory.id: a.accessory for a in design.unit.all_accessories if a.accessory is not None
    }
    for item in engaged.values():
        if item.top_speed_engaged:
            least = min(base, design.catalog.constant("acceleration-truck"))
            slow = max(least, base + item.acceleration_engaged)
            fast = speed + item.top_speed_engaged
            yield item.name, f"top speed {_mph(fast)}, acceleration {_mph(slow)} while engaged"


def weight_for_speed(design: Design, speed: Fraction) -> int | None:
    """The greatest weight in pounds at which the vehicle still reaches a speed (PRF-MAX-LOAD-AT-SPEED).

    The inverse of the formula for its kind of plant, with what changes top speed by percent. None where no
    weight would do, or where tire chains take their 10 mph off after rounding. The plant must be known.
    """
    plant = design.unit.plant
    assert plant is not None
    power, load = plant.power
    if any(o.component.top_speed_change for u in design.units() for a in u.axles for o in a.options):
        return None
    if load is not None:
        drive, kind = load, "truck"
    else:
        assert power is not None
        drive, kind = power, "electric" if plant.electric else "gas"
    percent = sum(change for _, change in speed_changes(design.vehicle, design.catalog))
    ceiling = design.catalog.constant(f"top-speed-factor-{kind}") * (1 + Fraction(percent, 100))
    weight = drive * (ceiling - speed) // speed
    return weight if weight > 0 else None


# -- power ----------------------------------------------------------------------------------------


def _power(design: Design, plant: Plant) -> Iterator[tuple[str, str]]:
    """Power units of plant and batteries, and the shots of a laser that is alone with them (ELE-POWER-UNITS)."""
    if plant.plant is None or design.unknown & {"accessories", "weapons", "plant-options"}:
        return
    stored = sum(
        a.accessory.power_units_stored * a.count
        for unit in design.units()
        for a in unit.all_accessories
        if a.accessory is not None
    )
    own = plant.plant.power_units or 0
    if not own + stored:
        return
    text = amount(own + stored)
    if own and stored:
        text = f"{amount(own)} in the plant, {amount(stored)} in batteries"
    drawing = [
        (weapon.weapon, weapon.count)
        for unit in design.units()
        for weapon in unit.all_weapons
        if weapon.weapon is not None and weapon.weapon.draws_power == "yes" and not weapon.fake
    ]
    if len(drawing) == 1:
        laser, count = drawing[0]
        if count == 1 and laser.power_units:
            text += f": {amount((own + stored) // laser.power_units)} shots of the {laser.name}"
    yield "Power units", text


def _lost_with_plant(design: Design) -> Iterator[tuple[str, str]]:
    """What dies with the power plant (ACC-PLANT-LINKED)."""
    names: dict[str, None] = {}
    for unit in design.units():
        fitted = [
            *(a for p in (unit.plant, unit.backup) if p is not None for a in p.accessories),
            *unit.all_accessories,
        ]
        names |= dict.fromkeys(
            a.accessory.name for a in fitted if a.accessory is not None and a.accessory.lost_with_plant
        )
        aids = [c.computer for person in unit.people for c in person.computers]
        names |= dict.fromkeys(aid.name for aid in aids if aid is not None)
    if names:
        yield "Lost with the plant", listed(names)


# -- towing and pushing ---------------------------------------------------------------------------


def _towing(design: Design) -> Iterator[tuple[str, str]]:
    """What it can tow: the least of the hitch's rating and what the plant has left (PRF-TOW-CAPACITY)."""
    ratings = [a.accessory.pulls for a in hitches(design) if a.accessory is not None and a.accessory.pulls is not None]
    spare = spare_pull(design)
    if not ratings or spare is None:
        return
    text = f"{amount(min(*ratings, spare))} lb"
    yield "Towing", f"{text} (hitch {amount(min(ratings))} lb, plant {amount(spare)} lb)"


def _boosters(design: Design) -> Iterator[tuple[str, str]]:
    """The push of each booster at the weight of the whole (PRF-BOOSTER)."""
    weight = design.weight
    for unit, ledger in design.parts:
        for entry in unit.all_boosters:
            booster, mount = entry.booster, unit.mount_at(entry.inside)
            assert booster is not None
            count = entry.count * (mount.copies if mount is not None else 1)
            each = Fraction(sum(line.weight for line in ledger.of(entry.path)), count)
            where = entry.mount or (mount.name if mount is not None else "")
            name = f"{booster.name}, {where}" if where else booster.name
            push = booster_push(each, weight, booster.thrust_factor)
            yield name, f"{_mph(push)}{' each' if count > 1 else ''} at {amount(weight)} lb"


def tongue_dp(unit: Unit) -> int | None:
    """DP of a trailer's tongue with its chassis, the half that a chassis adds or takes dropped (TRL-TONGUE)."""
    if unit.body is None or unit.body.tongue_dp is None or unit.chassis is None:
        return None
    return unit.body.tongue_dp + int(unit.body.tongue_dp * (unit.chassis.tongue_factor - 1))
