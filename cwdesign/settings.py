"""What a verdict depends on besides the sheet: the readings of the rules and the choice of rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from cwdesign.values import field, frozen

Rounding = Literal["nearest", "up", "exact"]
OneThirdBase = Literal["interior", "interior-and-cargo"]


@frozen
class Departure:
    """A setting that departs from the defaults of the rules page, and where it was set (option: no path)."""

    setting: str
    value: object
    path: str | None = None
    line: int | None = None


@frozen
class Ban:
    """What a league forbids: one component, or a catalog category or flag (`indirect-fire`)."""

    component: str | None
    kind: str | None
    reason: str | None = None


@frozen
class GarageWaiver:
    """A waiver of the garage file for the sheets of a pattern."""

    sheet: str
    rule: str
    reason: str
    """Empty where none is given: it then does not count (WAIVER-REASON)."""
    line: int = 1
    column: int = 1
    end_column: int = 1


@frozen
class Settings:
    """The readings of the rules page in force for one sheet. The defaults are the page's own.

    `tech_level` and `division` are the garage's, `forced_*` those of the options, which replace both
    sheet's and garage's. `severity` maps rule ids or prefixes to a severity or `off`.
    """

    one_third_base: OneThirdBase = "interior"
    rounding: Rounding = "nearest"
    personal_gear_weight: bool = False
    tech_level: str | None = None
    division: Fraction | None = None
    forced_tech_level: str | None = None
    forced_division: Fraction | None = None
    severity: Mapping[str, str] = field(default_factory=dict)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    near_limit: bool = False
    use_waivers: bool = True
    sheet_waivers: bool = True
    league: str | None = None
    bans: tuple[Ban, ...] = ()
    require: tuple[str, ...] = ()
    max_weapons: int | None = None
    waivers: tuple[GarageWaiver, ...] = ()
    departures: tuple[Departure, ...] = ()
