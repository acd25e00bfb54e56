"""The figures of a report: of each unit and of the whole, `None` where something unknown leaves them open."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from cwdesign.design import Design, once_a_design
from cwdesign.findings import Number
from cwdesign.ledger import Ledger
from cwdesign.performance import acceleration, top_speed
from cwdesign.report import Totals
from cwdesign.values import replace
from cwdesign.vehicle import Unit

WEIGHT_FED = frozenset({"weight", "power", "body"})
"""Unknowns that leave acceleration and top speed open."""

SUMMED = (
    "cost",
    "weight",
    "loaded_weight",
    "spaces",
    "spaces_lost",
    "spaces_available",
    "spaces_used",
    "cargo_spaces_available",
    "cargo_spaces_used",
)
"""The figures of a combination that are sums over its parts."""


def number(value: Number | None) -> Number | None:
    """A figure as an int where it is whole."""
    return int(value) if type(value) is Fraction and value.denominator == 1 else value


def unit_totals(design: Design, unit: Unit, ledger: Ledger) -> Totals:
    """Money, weight, room and limits of one unit."""
    unknown = unit.unknown
    cost = None if "cost" in unknown else ledger.cost
    if design.reading.personal_gear_weight and "gear" in unknown:
        unknown |= {"weight"}
    weight = None if "weight" in unknown else ledger.weight
    faces: dict[str, Number | None] = {}
    for face in unit.faces:
        faces[face] = None if open_face(unit, face) else number(ledger.on_face(face))
    known_body = "body" not in unknown
    return Totals(
        cost=cost,
        weight=weight,
        loaded_weight=None if weight is None else number(weight + unit.cargo_weight + unit.gear_weight),
        max_load=None if "load" in unknown else ledger.max_load,
        spaces=ledger.spaces if known_body else None,
        spaces_lost=ledger.spaces - ledger.interior if known_body else None,
        spaces_available=ledger.interior if known_body else None,
        spaces_used=None if "spaces" in unknown else number(ledger.used),
        cargo_spaces_available=ledger.cargo_room if known_body and "cargo" not in unknown else None,
        cargo_spaces_used=None if unknown & {"spaces", "cargo", "crew"} else number(ledger.cargo_used),
        weapon_spaces_per_face=ledger.weapon_limit if known_body else None,
        weapon_spaces_used=faces if known_body else None,
        confetti=None if weight is None else _confetti(design, weight),
    )


def open_face(unit: Unit, face: str) -> bool:
    """Whether something unknown on a face leaves its weapon spaces open."""
    if "weapon-spaces" not in unit.unknown:
        return False
    return any(
        (w.unknown or w.weapon is None) and w.mount is not None and face in unit.corner_faces(w.mount)
        for w in unit.weapons
    ) or any(b.booster is None and b.mount == face for b in unit.boosters)


def _confetti(design: Design, weight: Number) -> int:
    """The league's weight score, rounded up (LED-CONFETTI)."""
    return ceil(Fraction(weight) / design.catalog.constant("confetti-pounds"))


@once_a_design
def totals(design: Design) -> Totals:
    """The sheet's own totals: of a single vehicle, or sums and performance of a combination. Computed once a design."""
    own = [unit_totals(design, unit, ledger) for unit, ledger in design.parts]
    unknown = design.unknown
    weight: Number | None
    if len(own) == 1:
        base = own[0]
        weight = base.weight
    else:
        sums: dict[str, Any] = {key: _sum([getattr(t, key) for t in own]) for key in SUMMED}
        weight = sums["weight"]
        base = replace(Totals(confetti=None if weight is None else _confetti(design, weight)), **sums)
    if design.unit.body is None or design.unit.body.towed:
        return base
    p = design.performance
    heavy_handling = weight is None and design.unit.body.heavy_handling_weight is not None
    handled = not (unknown & {"handling"}) and not heavy_handling and not _tires_open(design)
    moving = not unknown & (WEIGHT_FED | {"speed", "plant"}) and weight is not None and design.unit.plant is not None
    accelerating = not unknown & (WEIGHT_FED | {"plant"}) and weight is not None and design.unit.plant is not None
    loaded_acceleration, loaded_top_speed = loaded_performance(design) if moving else (None, None)
    return replace(
        base,
        rated_load=None if "power" in unknown else p.rated_load,
        handling_class=p.handling_class if handled else None,
        handling_class_at_60=p.handling_class_at_60 if handled else None,
        acceleration=p.acceleration if accelerating else None,
        burst_acceleration=p.burst_acceleration if accelerating else None,
        top_speed=p.top_speed if moving else None,
        range=p.range if accelerating and "tank" not in unknown else None,
        loaded_acceleration=loaded_acceleration,
        loaded_top_speed=loaded_top_speed,
        power_factors=None if "power" in unknown else p.power_factors,
    )


def _tires_open(design: Design) -> bool:
    return any(a.unknown for u in design.vehicle.units for a in u.axles)


def _sum(values: list[Number | None]) -> Number | None:
    total: Number = 0
    for value in values:
        if value is None:
            return None
        total += value
    return number(total)


def loaded_performance(design: Design) -> tuple[Number | None, Number | None]:
    """(acceleration, top speed) with cargo, gear and the trailer that `tows` names (LED-CARGO-WEIGHT)."""
    if design.vehicle.tows is not None and design.trailer is None:
        return None, None
    weight = design.loaded_weight
    if design.trailer is not None:
        if design.trailer.unknown & {"weight"}:
            return None, None
        weight += design.trailer.loaded_weight
    base, _ = acceleration(design.vehicle, weight, design.catalog)
    return base, top_speed(design.vehicle, weight, design.catalog)
