"""Tires (TIR): how many, which kinds together, and which options exclude one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cwdesign.components import Tire, TireOption
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.bod import SIX_WHEELS, has_four_wheels
from cwdesign.rules.constructions import TWICE, TWICE_HINT, in_file_order, written_again
from cwdesign.vehicle import Axle, Chosen, Unit
from cwdesign.words import listed

TRUCK = "truck"
"""The class of the tires of oversize vehicles."""


def tire_sets(design: Design, unit: Unit) -> Iterator[Axle]:
    """What the sheet writes of a unit's tires, each once: axles that share one entry are the same tires.

    A sidecar without tires of its own has its cycle's, and writes none.
    """
    sets = {axle.path: axle for axle in (*unit.axles, *unit.spares) if axle.written}
    yield from (axle for path, axle in sets.items() if design.sheet.get(path) is not None)


def _of_tire(option: TireOption, axle: Axle) -> str | None:
    """The rule by which the tire itself cannot have an option; None where it can."""
    assert axle.tire is not None
    on_truck = axle.tire_class == TRUCK
    if on_truck and (not option.truck_allowed or f"oversize-{axle.tire.id}" in option.excludes):
        return "TIR-TRUCK"
    return "TIR-PLASTICORE" if axle.tire.id in option.excludes else None


def _unfit(design: Design, rule_id: str) -> Iterator[Fault | Withheld]:
    """Options that the base tire cannot have, by the rule that says so."""
    for unit in design.units():
        for axle in tire_sets(design, unit):
            if axle.unknown:
                yield Withheld()
            if axle.tire is None:
                continue
            for chosen in axle.options:
                if _of_tire(chosen.component, axle) == rule_id:
                    yield _pair(axle, axle.tire, chosen)


def _pair(axle: Axle, tire: Tire, chosen: Chosen[TireOption]) -> Fault:
    cause = Cause((*axle.path, "type"), "{tire} here")
    return Fault((*chosen.path, "type"), {"option": chosen.component.name, "tire": tire.name}, "", (cause,))


def _clashes(design: Design, exclude: Callable[[TireOption, TireOption], bool]) -> Iterator[Fault | Withheld]:
    """Pairs of options on one tire of which `exclude` says that they exclude each other.

    An option that its tire cannot have at all is left out: that is its one fault.
    """
    for unit in design.units():
        for axle in tire_sets(design, unit):
            if axle.unknown:
                yield Withheld()
            if axle.tire is None:
                continue
            before: dict[str, Chosen[TireOption]] = {}  # the first of each kind
            for second in axle.options:
                if _of_tire(second.component, axle) is not None:
                    continue
                for first in before.values():
                    a, b = first.component, second.component
                    if exclude(a, b):
                        fields = {"first": a.name, "second": b.name}
                        yield Fault((*second.path, "type"), fields, "", (Cause(first.path, "{first} here"),))
                        break
                before.setdefault(second.component.id, second)


@rule(
    "TIR-TYPES",
    "These tires are {second}; the others of this cycle are {first}.",
    "Give both wheels, and the sidecar's, the same tires.",
)
def types(design: Design) -> Iterator[Fault | Withheld]:
    """Unlike tires on a cycle or between it and its sidecar."""
    if design.unit.body is None or design.unit.body.vehicle_class != "cycle":
        return
    spares = {axle.path for unit in design.units() for axle in unit.spares}
    axles = {a.path: a for unit in design.units() for a in tire_sets(design, unit) if a.path not in spares}
    if any(axle.unknown for axle in axles.values()):
        yield Withheld()
        return
    ordered = [axles[path] for path in in_file_order(design, axles)]
    for axle in ordered[1:]:
        if _kind(axle) != _kind(ordered[0]):
            fields = {"first": _words(ordered[0]), "second": _words(axle)}
            yield Fault(axle.path, fields, "", (Cause(ordered[0].path, "{first} here"),))


def _kind(axle: Axle) -> tuple[str, frozenset[str]]:
    assert axle.tire is not None
    return axle.tire.id, frozenset(o.component.id for o in axle.options)


def _words(axle: Axle) -> str:
    assert axle.tire is not None
    return " ".join([*(o.component.name for o in axle.options), axle.tire.name])


@rule(
    "TIR-COUNT",
    "The {body} has no tires on {axles}.",
    "Write `tires` for every axle.",
    messages={
        "wheels": "The {body} stands on {allowed} wheels, not on {actual}.",
        "axle": "The {body} has no {axle} axle that could carry tires.",
    },
    hints={
        "wheels": "Write {allowed}, or leave `wheels` out.",
        "axle": "Take them out; `spares` are tires that are carried along.",
    },
)
def count(design: Design) -> Iterator[Fault | Withheld]:
    """Wheels that the body cannot have, axles without tires, and tires for axles that are not there.

    Tires for an axle that trailers and semi-trailers do not have are TRL-TIRES and OVR-SEMI-TRAILER; six
    wheels under a car that cannot have them BOD-SIXWHEEL-FORBIDDEN.
    """
    for unit in design.units():
        body = unit.body
        if body is None:
            yield Withheld()
            continue
        allowed = {body.front_wheels + body.rear_wheels, body.max_wheels}
        at_wheels = (*unit.path, "body", "wheels")
        six = unit.wheels == SIX_WHEELS and has_four_wheels(body)
        if design.sheet.get(at_wheels) is not None and unit.wheels not in allowed and not six and max(allowed):
            words = listed([str(n) for n in sorted(allowed)], "or")
            yield Fault(at_wheels, {"body": body.name, "allowed": words, "actual": unit.wheels}, "wheels")
        written = design.sheet.get((*unit.path, "tires")) is not None
        missing = [axle.name for axle in unit.axles if not axle.written]
        if missing and (written or unit.name not in ("sidecar", "carrier")):
            at = (*unit.path, "tires")
            yield Fault(at, {"body": body.name, "axles": listed(f"the {name} axle" for name in missing)})
        for axle in unit.stray_axles if not body.is_a("trailer") else ():
            yield Fault(axle.path, {"body": body.name, "axle": axle.name}, "axle")


@rule(
    "TIR-ONE-HANDLING",
    "{first} and {second} exclude each other on a tire.",
    "Keep one of them.",
    messages={"twice": TWICE},
    hints={"twice": TWICE_HINT},
)
def one_handling(design: Design) -> Iterator[Fault | Withheld]:
    """More than one of radial, off-road and slick, or one of them twice."""
    yield from _clashes(design, lambda one, other: one.handling_option and other.handling_option)
    yield from written_again(design, lambda option: isinstance(option, TireOption) and option.handling_option)


@rule("TIR-PLASTICORE", "A {tire} cannot be {option}.", "Take this option off, or choose another tire.")
def plasticore(design: Design) -> Iterator[Fault | Withheld]:
    """Options that a plasticore tire cannot have."""
    yield from _unfit(design, "TIR-PLASTICORE")


@rule("TIR-SNOW-SLICK", "{first} and {second} exclude each other on a tire.", "Keep one of them.")
def snow_slick(design: Design) -> Iterator[Fault | Withheld]:
    """Snow tread on slicks."""
    yield from _clashes(design, lambda one, other: one.id in other.excludes or other.id in one.excludes)


@rule("TIR-TRUCK", "A truck's {tire} cannot be {option}.", "Take this option off.")
def truck(design: Design) -> Iterator[Fault | Withheld]:
    """Options that truck tires cannot have."""
    yield from _unfit(design, "TIR-TRUCK")


@rule(
    "TIR-SPARE",
    "A {item} among the accessories is the room for a spare alone: no tire is paid and weighed with it.",
    "Write the tire itself, which takes this room: `spares: [{tire}]` under `tires`.",
)
def spare(design: Design) -> Iterator[Fault | Withheld]:
    """Room for a spare without the tire that would lie in it."""
    for unit in design.units():
        tire = next((axle.tire.id for axle in unit.axles if axle.tire is not None), "standard")
        for entry in unit.fitted("spare-tire"):
            if entry.accessory is not None:
                fields = {"item": entry.accessory.name.lower(), "tire": tire}
                yield Fault((*entry.path, "type"), fields, severity="warning")


RULES = (types, count, one_handling, plasticore, snow_slick, truck, spare)
