"""Bodies and chassis (BOD): what a body may be built on, and what must drive it."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body, PowerPlant
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import from_catalog
from cwdesign.vehicle import Unit
from cwdesign.words import listed

SIX_WHEELS = 6
SINGLE_SOURCE = ("B",)
"""What only this source lists is accepted with a warning (extended cabs)."""


def has_four_wheels(body: Body) -> bool:
    """Whether it has the four wheels of a car: of such bodies alone the six-wheel chassis is a question."""
    return body.front_wheels == 2 and body.rear_wheels == 2


def own_wheels(body: Body) -> int:
    """The wheels it stands on where the sheet says nothing."""
    return body.front_wheels + body.rear_wheels


def plant_fits(plant: PowerPlant, body: Body) -> bool:
    """Whether a plant is of the body's class (BOD-DRIVE-CLASS), be it too small for it or not."""
    return plant.plant_class == body.plant_class or any(body.is_a(word) for word in plant.vehicle_classes)


def plant_is_doubtful(plant: PowerPlant, body: Body) -> bool:
    """Whether a plant outside the body's class is an open question and no error: a car's in a cycle or trike."""
    return plant.plant_class == "car" and body.plant_class == "cycle"


@rule(
    "BOD-ONE-BODY",
    "The {body} is known from a single source; its figures are not confirmed.",
    "Agree with your league that it may be used, or take another body.",
    messages={
        "armor": "A point of armor of the {body} is taken as ${used}; a source prints ${other}, most likely by mistake."
    },
    hints={"armor": "Nothing has to change; a claimed cost by the other price is only a warning."},
)
def one_body(design: Design) -> Iterator[Fault | Withheld]:
    """A warning on bodies of one source, a remark on a figure that sources print apart; a wrong name is SHT-UNKNOWN."""
    for unit in design.units():
        if unit.body is not None and unit.body.armor_cost_other is not None:
            fields = {"body": unit.body.name, "used": unit.body.armor_cost, "other": unit.body.armor_cost_other}
            yield Fault((*unit.path, "body", "type"), fields, "armor", severity="note")
        if unit.body is not None and unit.body.sources == SINGLE_SOURCE:
            yield Fault((*unit.path, "body", "type"), {"body": unit.body.name}, severity="warning")


@rule(
    "BOD-CHASSIS-CLASS",
    "The {body} cannot have the {chassis} chassis.",
    "Choose {allowed}.",
    hints={"fixed": "Leave `chassis` out: this body has no choice of chassis."},
    messages={"fixed": "The {body} cannot have the {chassis} chassis."},
)
def chassis_class(design: Design) -> Iterator[Fault | Withheld]:
    """The chassis of each unit against those of its body."""
    for unit in design.units():
        if unit.body is None or unit.chassis is None:
            yield Withheld()
        elif unit.chassis.id not in unit.body.chassis_allowed:
            allowed = unit.body.chassis_allowed
            yield Fault(
                (*unit.path, "body", "chassis"),
                {"body": unit.body.name, "chassis": unit.chassis.name.lower(), "allowed": listed(allowed, "or")},
                "" if len(allowed) > 1 else "fixed",
            )


@rule(
    "BOD-SIXWHEEL-REQUIRED",
    "The {body} with the {chassis} chassis stands on {actual} wheels; it needs {limit}.",
    "Write `wheels: {limit}` (${price} and the further tires), or take a lighter chassis.",
)
def sixwheel_required(design: Design) -> Iterator[Fault | Withheld]:
    """Extra-heavy pickups, campers and vans on four wheels; a count that no body has is TIR-COUNT's."""
    for unit in design.units():
        body, chassis = unit.body, unit.chassis
        if body is None or chassis is None:
            yield Withheld()
        elif chassis.needs_wheels and body.min_chassis_wheels is not None and unit.wheels == own_wheels(body):
            yield Fault(
                (*unit.path, "body", "wheels"),
                {
                    "body": body.name,
                    "chassis": chassis.name.lower(),
                    "limit": body.min_chassis_wheels,
                    "actual": unit.wheels,
                    "price": design.catalog.constant("six-wheel-cost"),
                },
                causes=(Cause((*unit.path, "body", "chassis"), "the {chassis} chassis asks for {limit}"),),
                limit=body.min_chassis_wheels,
                actual=unit.wheels,
            )


@rule(
    "BOD-SIXWHEEL-FORBIDDEN",
    "The {body} cannot have a six-wheel chassis.",
    "Write `wheels: {limit}`, or take a mid-sized body or a larger one.",
)
def sixwheel_forbidden(design: Design) -> Iterator[Fault | Withheld]:
    """Six wheels under a car that cannot have them."""
    for unit in design.units():
        body = unit.body
        if body is None:
            yield Withheld()
        elif unit.wheels == SIX_WHEELS > body.max_wheels and has_four_wheels(body):
            yield Fault(
                (*unit.path, "body", "wheels"),
                {"body": body.name, "limit": body.max_wheels},
                limit=body.max_wheels,
                actual=unit.wheels,
            )


@rule(
    "BOD-SIXWHEEL-AXLES",
    "`rear_axles` says where the four rear wheels of a six-wheel chassis sit; this vehicle has none.",
    "Leave it out, or write `wheels: 6`.",
)
def sixwheel_axles(design: Design) -> Iterator[Fault | Withheld]:
    """A remark where the layout of six wheels is said of a vehicle on four."""
    for unit in design.units():
        if unit.rear_axles_written and unit.body is not None and unit.wheels != SIX_WHEELS:
            yield Fault((*unit.path, "body", "rear_axles"))


caframe_race = from_catalog("BOD-CAFRAME-RACE")
"""A second carbon-aluminum frame on a race body."""


@rule(
    "BOD-DRIVE-REQUIRED",
    "Nothing drives the {body}: it has no power plant and no engine.",
    "Add a `power_plant`.",
    messages={
        "towed": "The {body} is towed and can have no power plant of its own.",
        "backup": "The {plant} is only a backup: it is paid, weighed and housed, and its power is never added.",
    },
    hints={
        "towed": "Take it out; what the trailer needs comes from a laser battery or from the tow vehicle.",
        "backup": "Nothing has to change.",
    },
)
def drive_required(design: Design) -> Iterator[Fault | Withheld]:
    """One driving plant for what drives, none for what is towed; a second is a backup and gets a remark."""
    unit = design.unit
    if unit.body is None:
        yield Withheld()
        return
    fields = {"body": unit.body.name}
    plants = [plant for plant in (unit.plant, unit.backup) if plant is not None]
    if unit.body.towed:
        for plant in plants:
            yield Fault(plant.path, fields, "towed")
        return
    if unit.plant is None:
        yield Fault((), fields)
    elif unit.backup is not None and unit.backup.plant is not None:
        yield Fault(unit.backup.path, {**fields, "plant": unit.backup.plant.name}, "backup", severity="note")


@rule(
    "BOD-DRIVE-CLASS",
    "The {plant} cannot drive the {body}.",
    "Take {wanted}.",
    messages={"doubtful": "Sources differ on whether the {plant} may drive the {body}."},
    hints={"doubtful": "To be safe take {wanted}."},
)
def drive_class(design: Design) -> Iterator[Fault | Withheld]:
    """Every plant, a backup too, against the class of the body."""
    unit = design.unit
    if unit.body is None:
        yield Withheld()
        return
    if unit.body.plant_class is None:
        return
    for plant in (unit.plant, unit.backup):
        if plant is None:
            continue
        if plant.plant is None:
            yield Withheld()
        elif not plant_fits(plant.plant, unit.body):
            fields = {"plant": plant.plant.name, "body": unit.body.name, "wanted": WANTED[unit.body.plant_class]}
            if plant_is_doubtful(plant.plant, unit.body):
                yield Fault((*plant.path, "type"), fields, "doubtful", severity="warning")
            else:
                yield Fault((*plant.path, "type"), fields)


WANTED = {
    "car": "a car's electric plant or a gas engine below the truck engines",
    "cycle": "an electric cycle or trike plant or a gas engine below the truck engines",
    "truck": "a truck plant or a truck engine",
}
"""What drives a body, by its plant class, in words."""


def driven(unit: Unit) -> bool:
    """Whether a plant is there that may drive the unit, so that its pull can be judged (LED-POWER-WEIGHT).

    That a plant of another class is too weak as well is the same fault.
    """
    body, plant = unit.body, unit.plant.plant if unit.plant is not None else None
    return body is not None and plant is not None and (plant_fits(plant, body) or plant_is_doubtful(plant, body))


RULES = (
    one_body,
    chassis_class,
    sixwheel_required,
    sixwheel_forbidden,
    sixwheel_axles,
    caframe_race,
    drive_required,
    drive_class,
)
