"""What rules see: one design with its vehicle, ledgers, performance and the settings it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import wraps
from typing import TypeVar, cast

from cwdesign.catalog import Catalog
from cwdesign.components import TECH_LEVELS, Component
from cwdesign.ledger import Amount, Ledger, Reading, write_ledger
from cwdesign.performance import Performance, perform
from cwdesign.resolve import resolve
from cwdesign.settings import Settings
from cwdesign.sheet import Path, Sheet
from cwdesign.tow import Tow
from cwdesign.values import computed, frozen, replace
from cwdesign.vehicle import Unit, Vehicle

T = TypeVar("T")


@frozen
class Design:
    """One design. `ledgers` are those of `vehicle.units`, in their order; `trailer` is what it tows."""

    sheet: Sheet
    catalog: Catalog
    settings: Settings
    vehicle: Vehicle
    reading: Reading
    ledgers: tuple[Ledger, ...]
    performance: Performance
    tow: Tow | None = None
    trailer: Design | None = None

    # A design is itself only: what is computed once a design is kept by it.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @computed
    def unit(self) -> Unit:
        """The driving or only unit."""
        return self.vehicle.unit

    @computed
    def ledger(self) -> Ledger:
        """The ledger of the driving or only unit."""
        return self.ledgers[0]

    @computed
    def parts(self) -> tuple[tuple[Unit, Ledger], ...]:
        """Units with their ledgers."""
        return tuple(zip(self.vehicle.units, self.ledgers, strict=True))

    def ledger_of(self, unit: Unit) -> Ledger:
        """The ledger of a unit."""
        return next(ledger for u, ledger in self.parts if u.path == unit.path)

    @computed
    def unknown(self) -> frozenset[str]:
        """Totals and kinds of parts that cannot be judged (see `vehicle.TOTALS_OF`)."""
        return self.vehicle.unknown

    @computed
    def cost(self) -> Amount:
        """Dollars of all units."""
        return sum((ledger.cost for ledger in self.ledgers), start=0)

    @computed
    def weight(self) -> Amount:
        """W of all units: as built, with crew, full fuel and the listed ammunition."""
        return sum((ledger.weight for ledger in self.ledgers), start=0)

    @computed
    def cargo(self) -> Amount:
        """Pounds of declared cargo and loose gear of all units."""
        return sum((u.cargo_weight + u.gear_weight for u in self.vehicle.units), start=0)

    @computed
    def loaded_weight(self) -> Amount:
        """W with declared cargo and gear."""
        total = self.weight + self.cargo
        return int(total) if isinstance(total, Fraction) and total.denominator == 1 else total

    @computed
    def tech_level(self) -> str:
        """The level it is judged at: the option's, else the stricter of sheet's and garage's (TEC-DEFAULT)."""
        return judged_level(self.settings, self.vehicle.tech_level)

    @computed
    def division(self) -> Fraction | None:
        """The budget in thousands of dollars: the option's, else the stricter of sheet's and garage's."""
        if self.settings.forced_division is not None:
            return self.settings.forced_division
        named = [d for d in (self.vehicle.division, self.settings.division) if d is not None]
        return min(named) if named else None

    def allows(self, tech_level: str) -> bool:
        """Whether the design's level includes a level (TEC-ORDER)."""
        return tech_level in self._levels

    @computed
    def _levels(self) -> tuple[str, ...]:
        return TECH_LEVELS[: TECH_LEVELS.index(self.tech_level) + 1]

    def units(self) -> tuple[Unit, ...]:
        """The units in order."""
        return self.vehicle.units


def judged_level(settings: Settings, written: str | None) -> str:
    """The tech level in force for a sheet that names `written`."""
    if settings.forced_tech_level is not None:
        return settings.forced_tech_level
    named = [level for level in (written, settings.tech_level) if level is not None]
    return min(named, key=TECH_LEVELS.index) if named else "catalog"


def make_design(sheet: Sheet, catalog: Catalog, settings: Settings) -> Design:
    """Resolve a sheet and compute its ledgers and performance, without what it tows."""
    vehicle = resolve(sheet, catalog)
    level = judged_level(settings, vehicle.tech_level)
    reading = Reading(
        settings.rounding,
        settings.one_third_base,
        settings.personal_gear_weight,
        TECH_LEVELS.index(level) >= TECH_LEVELS.index("catalog"),
    )
    ledgers = write_ledger(vehicle, catalog, reading)
    weight = sum((ledger.weight for ledger in ledgers), start=0)
    return Design(sheet, catalog, settings, vehicle, reading, ledgers, perform(vehicle, weight, catalog))


def with_trailer(design: Design, tow: Tow) -> Design:
    """The design with what it tows; the trailer is resolved where its sheet could be read."""
    trailer = None
    if tow.sheet is not None:
        trailer = make_design(tow.sheet, design.catalog, replace(design.settings))
    return replace(design, tow=tow, trailer=trailer)


def once_a_design(function: Callable[[Design], T]) -> Callable[[Design], T]:
    """The function, called once a design: rules of one theme share what one pass over a design finds."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def known(design: Design) -> T:
        kept = design.__dict__
        if name not in kept:
            kept[name] = function(design)
        return cast(T, kept[name])

    return known


def components_of(design: Design) -> Iterator[tuple[Component, Path]]:
    """Every component of a design with the place it is written at, rounds' types aside."""
    for unit in design.units():
        yield from unit.components
    for link in design.vehicle.all_links:
        if link.kind is not None:
            yield link.kind, link.path
