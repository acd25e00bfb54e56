"""Wheelguards and armored hubs (WHL): their weight, their type, and the axles that can have them."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from cwdesign.components import ArmorType, Exact, Fitting
from cwdesign.design import Design
from cwdesign.figures import wheel_fitting
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.arm import no_such_metal
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import barred, restricted
from cwdesign.sheet import Path
from cwdesign.vehicle import Unit, WheelArmor
from cwdesign.words import listed


def kind_of(armor: WheelArmor) -> str:
    """`wheelguards` or `hubs`."""
    return "hubs" if armor.hub else "wheelguards"


def _axle_there(unit: Unit, armor: WheelArmor) -> bool:
    return armor.axle in {axle.name for axle in unit.axles}


def _point(fitting: Fitting, kind: ArmorType) -> Exact:
    """Weight of one point on one guard or hub in pounds."""
    return fitting.weight * kind.weight_factor


def _too_heavy(design: Design, unit: Unit) -> Iterator[tuple[Fault, bool]]:
    """(fault, whether every guard or hub it is about is of the cycle type), one for each value written."""
    heavy: dict[Path, list[tuple[WheelArmor, ArmorType, int, int]]] = {}
    for armor in unit.wheel_armor:
        fitting = wheel_fitting(armor, design.catalog)
        limit, kind = fitting.max_weight, armor.type
        if kind is not None and limit is not None and not armor.fake and _axle_there(unit, armor):
            weight = ceil(armor.points * _point(fitting, kind))  # fractions up (WHL-LIMIT)
            if weight > limit:
                heavy.setdefault(armor.path, []).append((armor, kind, weight, limit))
    for path, found in heavy.items():
        # of a value for all axles the car type is reported where both are too heavy
        worst, kind, weight, limit = min(found, key=lambda entry: entry[0].cycle_type)
        fields = {
            "kind": kind_of(worst),
            "axles": listed(armor.axle for armor, *_ in found if armor.cycle_type == worst.cycle_type),
            "actual": weight,
            "limit": limit,
            "points": limit // _point(wheel_fitting(worst, design.catalog), kind),
            "type": kind.name.lower(),
        }
        yield Fault(path, fields, limit=limit, actual=weight), worst.cycle_type


@rule(
    "WHL-LIMIT",
    "Each of the {axles} {kind} weighs {actual} lb; the limit is {limit} lb.",
    "Take them down to {points} points of {type}.",
    needs=("body",),
)
def limit(design: Design) -> Iterator[Fault | Withheld]:
    """The weight of one guard or hub of the car type."""
    for unit in design.units():
        if any(armor.type is None and armor.points for armor in unit.wheel_armor):
            yield Withheld()
        yield from (fault for fault, cycle_type in _too_heavy(design, unit) if not cycle_type)


@rule(
    "WHL-MATCH",
    "The {kind} are of {type}; the vehicle's armor is {own}.",
    "Leave `type` out, or write {ids}.",
)
def match(design: Design) -> Iterator[Fault | Withheld]:
    """Real guards and hubs of another type than the vehicle's plastic or metal."""
    for unit in design.units():
        own = [t for t in (unit.armor.plastic, unit.armor.metal) if t is not None]
        for armor in unit.wheel_armor:
            if armor.fake or not armor.points or armor.type_path is None:
                continue
            if unit.armor.unknown or armor.type is None:
                yield Withheld()
            elif any(no_such_metal(kind) for kind in (armor.type, *own)):
                continue  # ARM-METAL-FIREPROOF reports it; what it should match is open
            elif armor.type not in own and (unit.armor.has_plastic or unit.armor.has_metal):
                fields = {
                    "kind": kind_of(armor),
                    "type": armor.type.name.lower(),
                    "own": listed(t.name.lower() for t in own),
                    "ids": listed((f"`{t.id}`" for t in own), "or"),
                }
                yield Fault(armor.type_path, fields, causes=(Cause(unit.armor.type_path, "the vehicle's armor"),))


@rule(
    "WHL-FAKE",
    "Fake {kind} have no points; {points} are written.",
    "Write 0 points, or take `fake` off.",
)
def fake(design: Design) -> Iterator[Fault | Withheld]:
    """Fakes with points."""
    for unit in design.units():
        written = {armor.path: armor for armor in unit.wheel_armor if armor.fake and armor.points}
        for path, armor in written.items():
            yield Fault(path, {"kind": kind_of(armor), "points": armor.points}, limit=0, actual=armor.points)


@rule(
    "WHL-MIDDLE",
    "This vehicle has no {axle} axle that could have {kind}.",
    "Take them off, or write `wheels: 6` with `rear_axles: 2` where the body can have it.",
    needs=("body",),
    messages={
        "axle": "This vehicle has no {axle} axle that could have {kind}.",
        "none": "This has no wheels of its own that could have {kind}.",
    },
    hints={
        "axle": "Write them for an axle that it has.",
        "none": "Take them off; a carrier's wheels and their armor are the cab's.",
    },
)
def middle(design: Design) -> Iterator[Fault | Withheld]:
    """Guards and hubs of an axle that the vehicle does not have."""
    for unit in design.units():
        for armor in unit.wheel_armor:
            if (armor.points or armor.fake) and not _axle_there(unit, armor):
                message = {"middle": "", "all": "none"}.get(armor.axle, "axle")
                yield Fault(armor.path, {"axle": armor.axle, "kind": kind_of(armor)}, message)


@rule(
    "WHL-CYCLE",
    "Each of the {axles} {kind} weighs {actual} lb; the cycle type is limited to {limit} lb.",
    "Take them down to {points} points of {type}.",
    needs=("body",),
)
def cycle(design: Design) -> Iterator[Fault | Withheld]:
    """The weight of one guard or hub of the cycle type; which axle has it follows from the body."""
    for unit in design.units():
        if any(armor.type is None and armor.points for armor in unit.wheel_armor):
            yield Withheld()
        yield from (fault for fault, cycle_type in _too_heavy(design, unit) if cycle_type)


@rule(
    "WHL-RACE",
    "The {body} has open wheels and cannot have wheelguards.",
    "Take them off; armored hubs are allowed.",
    needs=("body",),
    messages={"not-on": "{item} cannot be had on {body}."},
)
def race(design: Design) -> Iterator[Fault | Withheld]:
    """Real guards on open-wheel bodies; retractable ones where no others show the fault."""
    guarded = [
        (unit.body, armor.group)
        for unit in design.units()
        if unit.body is not None and not unit.body.wheelguards
        for armor in unit.wheel_armor
        if armor.points and not armor.hub and not armor.fake
    ]
    for body, path in guarded:
        yield Fault(path, {"body": body.name})
    if not guarded:
        yield from restricted(design, "WHL-RACE")


@rule(
    "WHL-RETRACT",
    "There are no {axle} wheelguards that could be retracted.",
    "Write `wheelguards` for that axle; the accessory is the mechanism alone.",
    needs=("body",),
    messages={"single": "The {axle} axle has no pair of wheels for retractable wheelguards."},
    hints={"single": "They fit the back of an ordinary trike and the front of a reversed one."},
)
def retract(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on retractable guards without guards, or on a single wheel."""
    for unit in design.units():
        wheels = {axle.name: axle.count for axle in unit.axles}
        guarded = {armor.axle for armor in unit.wheel_armor if not armor.hub and (armor.points or armor.fake)}
        for entry in unit.fitted("retractable-wheelguards"):
            axle = entry.mount
            if entry.accessory is not None and barred(entry.accessory, unit):
                pass  # CYC-NONE, WHL-RACE
            elif axle is not None and wheels.get(axle) == 1:
                yield Fault((*entry.path, "mount"), {"axle": axle}, "single")
            elif not guarded or (axle in wheels and axle not in guarded):
                yield Fault((*entry.path, "mount"), {"axle": axle or "real"})


RULES = (limit, match, fake, middle, cycle, race, retract)
