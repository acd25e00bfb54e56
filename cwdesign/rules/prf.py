"""Acceleration, top speed, range (PRF): what limits them, and remarks on how they are reached."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Number, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.bod import driven
from cwdesign.rules.constructions import HINTS, MESSAGES, barred, in_file_order, restricted
from cwdesign.vehicle import AccessoryEntry, Unit
from cwdesign.words import decimal

TRUCK_ACCELERATION = (
    "Its acceleration is {actual}; sources print {actual}/5 and do not say when the 5 mph apply: {actual} is taken."
)


def transmissions(unit: Unit) -> list[AccessoryEntry]:
    """The heavy-duty transmissions of a unit."""
    return [a for a in unit.all_accessories if a.accessory is not None and a.accessory.heavy_duty_transmission]


def hitches(design: Design) -> list[AccessoryEntry]:
    """What a design can tow with, on cab or carrier."""
    fitted = (entry for unit in design.units() for entry in unit.all_accessories)
    return [entry for entry in fitted if entry.accessory is not None and entry.accessory.pulls is not None]


def spare_pull(design: Design) -> Number | None:
    """Pounds that the plant can move beyond the vehicle itself (PRF-TOW-CAPACITY); None where that is open."""
    pull = design.performance.pull
    if pull is None or not driven(design.unit) or "weight" in design.unknown:
        return None
    return max(0, pull - design.weight)


@rule("PRF-TRUCK", TRUCK_ACCELERATION, "Nothing has to change.", needs=("weight",))
def truck(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on the acceleration of truck plants and engines."""
    plant, acceleration = design.unit.plant, design.performance.acceleration
    if plant is not None and acceleration and design.performance.rated_load is not None:
        yield Fault(plant.path, {"actual": decimal(acceleration)})


@rule("PRF-HDT", TRUCK_ACCELERATION, "Nothing has to change.", needs=("weight",))
def transmission(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on the acceleration with a heavy-duty transmission."""
    acceleration = design.performance.acceleration
    if acceleration and design.performance.rated_load is None:
        for entry in transmissions(design.unit)[:1]:
            yield Fault((*entry.path, "type"), {"actual": decimal(acceleration)})


@rule(
    "PRF-HDT-LIMITS",
    messages={**MESSAGES, "plant": "The {item} and the {plant} exclude each other."},
    hints={**HINTS, "plant": "Take the {item} off, or fit another plant."},
)
def transmission_limits(design: Design) -> Iterator[Fault | Withheld]:
    """Bodies and chassis that cannot have a heavy-duty transmission, and plants that cannot drive one."""
    yield from restricted(design, "PRF-HDT-LIMITS")
    unit = design.unit
    if unit.plant is None:
        return
    for entry in transmissions(unit):
        assert entry.accessory is not None
        if unit.plant.plant is None:
            yield Withheld()
        elif not unit.plant.plant.heavy_duty_transmission and not barred(entry.accessory, unit):
            paths = ((*unit.plant.path, "type"), (*entry.path, "type"))
            first, second = in_file_order(design, paths)
            fields = {"item": entry.accessory.name, "plant": unit.plant.plant.name}
            yield Fault(second, fields, "plant", (Cause(first, "the other stands here"),))


@rule(
    "PRF-THUNDERCAT",
    "It accelerates at {actual}; an old erratum capped the {plant} at {limit}, which later books do not.",
    "Nothing has to change.",
    needs=("weight",),
)
def old_limit(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on a plant that an older edition capped, where it would exceed that."""
    plant, acceleration = design.unit.plant, design.performance.acceleration
    if plant is None or plant.plant is None or plant.plant.old_acceleration_limit is None or acceleration is None:
        return
    limit = plant.plant.old_acceleration_limit
    if acceleration > limit:
        fields = {"actual": acceleration, "limit": limit, "plant": plant.plant.name}
        yield Fault((*plant.path, "type"), fields, limit=limit, actual=acceleration)


@rule(
    "PRF-TOW-CAPACITY",
    "Loaded with cargo and gear it and its trailer weigh {actual} lb together; the {plant} moves {limit} lb.",
    "Set {over} lb less aside.",
    messages={
        "nothing": "It has a {hitch}, but its plant has no pull left to tow with.",
        "hitch": "Loaded with cargo and gear the trailer weighs {actual} lb; the {hitch} pulls {limit} lb.",
    },
    hints={"nothing": "Build it lighter, or fit a stronger plant."},
)
def tow_capacity(design: Design) -> Iterator[Fault | Withheld]:
    """A hitch with nothing left to pull with, and a train that only its declared cargo makes too heavy.

    A trailer that is too heavy as built is TRL-HITCH.
    """
    unit, spare = design.unit, spare_pull(design)
    if unit.body is None or unit.body.towed:
        return
    fitted = hitches(design)
    if spare is None:
        if fitted or design.vehicle.tows is not None:
            yield Withheld()
        return
    limit = design.performance.pull
    assert limit is not None
    if design.trailer is None:
        if fitted and design.weight == limit:
            entry = fitted[0]
            assert entry.accessory is not None
            yield Fault((*entry.path, "type"), {"hitch": entry.accessory.name.lower()}, "nothing")
        return
    trailer = design.trailer
    if "weight" in trailer.unknown:
        yield Withheld()
        return
    loaded = design.loaded_weight + trailer.loaded_weight
    if design.weight + trailer.weight <= limit < loaded:
        assert unit.plant is not None
        assert unit.plant.plant is not None
        fields = {"actual": loaded, "limit": limit, "over": loaded - limit, "plant": unit.plant.plant.name}
        yield Fault(("tows",), fields, limit=limit, actual=loaded)
    for entry in fitted[:1]:
        assert entry.accessory is not None
        rating = entry.accessory.pulls
        assert rating is not None
        if trailer.weight <= rating < trailer.loaded_weight:
            sums = {"actual": trailer.loaded_weight, "limit": rating, "over": trailer.loaded_weight - rating}
            fields = {**sums, "hitch": entry.accessory.name.lower()}
            cause = Cause((*entry.path, "type"), "the {hitch}")
            yield Fault(("tows",), fields, "hitch", (cause,), limit=rating, actual=trailer.loaded_weight)


RULES = (truck, transmission, transmission_limits, old_limit, tow_capacity)
