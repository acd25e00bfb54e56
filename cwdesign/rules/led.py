"""Ledger (LED): what the sums over the lines may come to, and what the designer printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import ceil

from cwdesign.components import Body, Chassis
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Number, Withheld
from cwdesign.ledger import Amount, Line, write_ledger
from cwdesign.performance import heavy_duty_transmission
from cwdesign.report import Totals
from cwdesign.rules.base import rule
from cwdesign.rules.bod import driven
from cwdesign.rules.ovr import hangs_on_kingpin
from cwdesign.totals import totals, unit_totals
from cwdesign.values import frozen, replace
from cwdesign.vehicle import Unit
from cwdesign.words import amount, decimal, grouped, money

NEAR = Fraction(95, 100)
"""From this share of a limit on `near_limit` asks for a note."""

CAUSES = 3
"""How many of the largest ledger lines are named behind a total that is too large."""


def nearly(design: Design, actual: Number, limit: Number) -> bool:
    """Whether a total within its limit is close enough to it for a note (`near_limit`)."""
    return design.settings.near_limit and NEAR * limit <= actual <= limit and limit > 0


def largest(
    lines: Iterable[Line],
    figure: Callable[[Line], Amount],
    text: str,
    shown: Callable[[Amount], str] = amount,
) -> tuple[Cause, ...]:
    """The largest lines behind a total, as causes; `text` is a template with `item` and `share`."""
    ranked = sorted((line for line in lines if figure(line) > 0), key=figure, reverse=True)
    return tuple(Cause(line.at, text, {"item": line.item, "share": shown(figure(line))}) for line in ranked[:CAUSES])


def weigh(lines: Iterable[Line]) -> tuple[Cause, ...]:
    """The heaviest lines, the body itself aside, as causes."""
    return largest((line for line in lines if line.theme != "body"), lambda line: line.weight, "{item}: {share} lb")


@frozen
class Burden:
    """What rests on one load limit; `weight` and `limit` are None where something unknown leaves them open."""

    unit: Unit
    lines: tuple[Line, ...]
    weight: Amount | None
    reserved: Amount
    """Pounds of declared cargo and gear."""
    limit: int | None


def burdens(design: Design) -> Iterator[Burden]:
    """The load limits of a design; a carrier, which has none, rests on its cab's."""
    for unit, ledger in design.parts:
        if ledger.max_load is not None or "load" in unit.unknown:
            resting = [(u, b) for u, b in design.parts if u is unit or (u.name == "carrier" and b.max_load is None)]
            weight: Amount = sum(b.weight for _, b in resting)
            reserved: Amount = sum(u.cargo_weight + u.gear_weight for u, _ in resting)
            yield Burden(
                unit,
                tuple(line for _, b in resting for line in b.lines),
                weight if not any("weight" in u.unknown for u, _ in resting) else None,
                reserved,
                ledger.max_load,
            )


@rule(
    "LED-MAX-WEIGHT",
    "It weighs {actual} lb; the {body}{chassis} carries {limit} lb.",
    "Take {over} lb off.",
    messages={
        "stronger": "It weighs {actual} lb; the {body}{chassis} carries {limit} lb.",
        "near": "It weighs {actual} of the {limit} lb that the {body}{chassis} carries: {left} lb are left.",
    },
    hints={
        "stronger": "Take {over} lb off, or fit the {stronger} chassis, which carries {carries} lb.",
        "near": "Nothing has to change.",
    },
)
def max_weight(design: Design) -> Iterator[Fault | Withheld]:
    """Weight as built against the chassis limit; a sidecar's is CYC-SIDECAR-LIMITS."""
    for burden in burdens(design):
        if burden.unit.name != "sidecar":
            yield from _overloaded(design, burden)


def _overloaded(design: Design, burden: Burden) -> Iterator[Fault | Withheld]:
    unit, weight, limit = burden.unit, burden.weight, burden.limit
    if weight is None or limit is None:
        yield Withheld()
        return
    body, chassis = unit.body, unit.chassis
    assert body is not None
    assert chassis is not None
    fields: dict[str, object] = {
        "actual": weight,
        "limit": limit,
        "over": weight - limit,
        "left": limit - weight,
        "body": body.name,
        "chassis": f" with the {chassis.name.lower()} chassis" if _chosen(chassis, body) else "",
    }
    at = (*unit.path, "body")
    if weight > limit:
        stronger = _stronger_chassis(design, body, weight)
        if stronger is not None:
            fields |= {"stronger": stronger[0].name.lower(), "carries": stronger[1]}
        message = "stronger" if stronger is not None else ""
        yield Fault(at, fields, message, weigh(burden.lines), limit, weight)
    elif nearly(design, weight, limit):
        yield Fault(at, fields, "near", (), limit, weight, "note")


def _chosen(chassis: Chassis, body: Body) -> bool:
    """Whether a body has other chassis to choose from, or the sheet says one (a cycle has none to speak of)."""
    return body.chassis_allowed != (chassis.id,)


def _stronger_chassis(design: Design, body: Body, weight: Amount) -> tuple[Chassis, int] | None:
    """The weakest chassis of the body that carries a weight, with its load limit."""
    assert body.max_load is not None
    limits = {
        body.max_load * chassis.load_percent // 100: chassis
        for chassis in design.catalog.all(Chassis)
        if chassis.id in body.chassis_allowed
    }
    least = min((limit for limit in limits if limit >= weight), default=None)
    return (limits[least], least) if least is not None else None


@rule(
    "LED-POWER-WEIGHT",
    "{weighing} {actual} lb; the {plant} moves {limit} lb.",
    "Take {over} lb off, or fit a plant of at least {needed} power factors.",
    needs=("weight",),
    messages={
        "truck": "{weighing} {actual} lb; the {plant} moves {limit} lb.",
        "near": "{weighing} {actual} of the {limit} lb that the {plant} moves: {left} lb are left.",
        "semi": "Tractor and semi-trailer weigh {actual} lb; the {plant} moves {limit} lb.",
    },
    hints={
        "truck": "Take {over} lb off, or fit a plant with a rated load of at least {needed} lb.",
        "semi": "Take {over} lb off, or fit a plant with a rated load of at least {needed} lb.",
        "near": "Nothing has to change.",
    },
)
def power_weight(design: Design) -> Iterator[Fault | Withheld]:
    """Weight of all parts against what the plant moves; withheld where no plant of the right class drives it.

    A semi-trailer has no load limit of its own: the tractor's rated load is for both (OVR-SEMI-TRAILER).
    """
    unit, performance = design.unit, design.performance
    if unit.body is not None and unit.body.towed:
        return
    if not driven(unit) or performance.pull is None:
        yield Withheld()
        return
    assert unit.plant is not None
    assert unit.plant.plant is not None
    weight, limit = design.weight, performance.pull
    truck = performance.rated_load is not None
    ratio = "hd-transmission-load-ratio" if heavy_duty_transmission(design.vehicle) else "acceleration-5-ratio"
    second = design.vehicle.second
    fields = {
        "weighing": f"{unit.name.capitalize()} and {second.name} together weigh" if second is not None else "It weighs",
        "actual": weight,
        "limit": limit,
        "over": weight - limit,
        "left": limit - weight,
        "plant": unit.plant.plant.name,
        "needed": ceil(weight) if truck else ceil(Fraction(weight) / design.catalog.constant(ratio)),
    }
    at = unit.plant.path
    if weight > limit:
        lines = [line for ledger in design.ledgers for line in ledger.lines]
        yield Fault(at, fields, "truck" if truck else "", weigh(lines), limit, weight)
    elif nearly(design, weight, limit):
        yield Fault(at, fields, "near", (), limit, weight, "note")
    tractor = unit.body is not None and unit.body.is_a("semi-tractor")
    if weight <= limit and design.trailer is not None and tractor and hangs_on_kingpin(design):
        if "weight" in design.trailer.unknown:
            yield Withheld()
            return
        train = weight + design.trailer.weight
        if train > limit:
            sums = {**fields, "actual": train, "over": train - limit, "needed": ceil(train)}
            yield Fault(("tows",), sums, "semi", (Cause(at, "the {plant} moves {limit} lb"),), limit, train)


@rule(
    "LED-CLAIMS",
    "The sheet claims {what} of {claimed}; it comes to {actual}.",
    "Write {plain}, or find what differs in the ledger.",
    messages={
        "none": "The sheet claims {what} of {claimed}; a towed body has none.",
        "other": "The sheet claims {what} of {claimed}; it comes to {actual}, and to the claim with armor at "
        "${other} a point, as one source prints it.",
    },
    hints={"none": "Leave this claim out.", "other": "Write {plain}, or agree with your league on the price of armor."},
)
def claims(design: Design) -> Iterator[Fault | Withheld]:
    """Each claim against the figure that the report shows."""
    if not any(unit.claims for unit in design.units()):
        return
    whole = totals(design)
    stuck = whole.acceleration == 0
    towed = design.unit.body is not None and design.unit.body.towed
    for unit, ledger in design.parts:
        own = unit_totals(design, unit, ledger)
        for claim in unit.claims:
            if stuck and claim.key in SPEEDS:
                continue  # LED-POWER-WEIGHT says why it does not move
            fields: dict[str, object] = {"what": WORDS[claim.key], "claimed": written_figure(claim.key, claim.value)}
            actual = claimed_figure(claim.key, own, whole)
            if actual is not None:
                if claim.value not in (actual, round(Fraction(actual), DIGITS)):
                    fields |= {"actual": written_figure(claim.key, actual), "plain": decimal(actual)}
                    if claim.key == "cost" and unit.body is not None and claim.value == _other_cost(design, unit):
                        fields["other"] = unit.body.armor_cost_other
                        yield Fault(claim.path, fields, "other", (), actual, claim.value, "warning")
                    else:
                        yield Fault(claim.path, fields, limit=actual, actual=claim.value)
            elif towed and claim.key not in OWN:
                yield Fault(claim.path, fields, "none")
            else:
                yield Withheld()


def _other_cost(design: Design, unit: Unit) -> Amount | None:
    """The cost of a unit with the price of armor that another source prints for its body; None where none does."""
    if unit.body is None or unit.body.armor_cost_other is None:
        return None
    body = unit.body.changed(armor_cost=unit.body.armor_cost_other)
    alone = replace(design.vehicle, units=(replace(unit, body=body),))
    return write_ledger(alone, design.catalog, design.reading)[0].cost


SPEEDS = frozenset({"acceleration", "top_speed", "range"})
"""Claims that say nothing of their own of a vehicle that its plant cannot move."""

OWN = frozenset({"cost", "weight", "spaces_used"})
"""Claims that are each unit's own; the others are those of the whole combination."""

DIGITS = 6
"""To so many decimals a report prints thirds of a space, and a claim repeats them."""

WORDS = {
    "cost": "a cost",
    "weight": "a weight",
    "spaces_used": "spaces used",
    "handling_class": "a handling class",
    "handling_class_at_60": "a handling class at 60 mph",
    "acceleration": "an acceleration",
    "top_speed": "a top speed",
    "range": "a range",
}
"""What a claim is of, in words."""


def written_figure(key: str, figure: Number) -> str:
    """A figure as claims write it: dollars with their sign, pounds with their unit, speeds in decimals."""
    return money(figure) if key == "cost" else f"{grouped(figure)} lb" if key == "weight" else grouped(figure)


def claimed_figure(key: str, own: Totals, whole: Totals) -> Number | None:
    """The computed figure that a claim is compared with; None where it is open or there is none."""
    figures = own if key in OWN else whole
    figure: Number | None = getattr(figures, key)
    if figure is None and key == "handling_class_at_60":
        return whole.handling_class
    return figure


@rule(
    "LED-DIVISION",
    "It costs {actual}; division {division} allows {limit}.",
    "Save {over}, or enter it in division {needed}.",
    needs=("cost",),
    messages={"near": "It costs {actual} of the {limit} that division {division} allows: {left} are left."},
    hints={"near": "Nothing has to change."},
)
def division(design: Design) -> Iterator[Fault | Withheld]:
    """The price of all parts against the arena's budget, where one is named."""
    if design.division is None:
        return
    limit = design.division * THOUSAND
    cost = design.cost
    near = nearly(design, cost, limit)
    if cost <= limit and not near:
        return
    fields = {
        "actual": money(cost),
        "limit": money(limit),
        "over": money(cost - limit),
        "left": money(limit - cost),
        "division": decimal(design.division),
        "needed": ceil(Fraction(cost) / THOUSAND),
    }
    if cost > limit:
        lines = [line for ledger in design.ledgers for line in ledger.lines]
        causes = largest(lines, lambda line: line.cost, "{item}: {share}", money)
        yield Fault(("division",), fields, "", causes, limit, cost)
    else:
        yield Fault(("division",), fields, "near", (), limit, cost, "note")


THOUSAND = 1000

RULES = (max_weight, power_weight, claims, division)
