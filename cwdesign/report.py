"""What a check yields: plain values that every renderer reads, and nothing else.

Money in dollars, weight in pounds, room in spaces, speed in mph. `None` is "does not apply" or "could
not be computed because a part is unknown".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from cwdesign.findings import Finding, Number, Severity
from cwdesign.settings import Departure
from cwdesign.sheet import Span
from cwdesign.values import field, frozen

Status = Literal["legal", "illegal", "unreadable"]


@frozen
class Totals:
    """The figures of a vehicle or of one unit of a combination; the keys of the output contract, in order."""

    cost: Number | None = None
    weight: Number | None = None
    loaded_weight: Number | None = None
    max_load: Number | None = None
    rated_load: Number | None = None
    spaces: Number | None = None
    spaces_lost: Number | None = None
    spaces_available: Number | None = None
    spaces_used: Number | None = None
    cargo_spaces_available: Number | None = None
    cargo_spaces_used: Number | None = None
    weapon_spaces_per_face: Number | None = None
    weapon_spaces_used: Mapping[str, Number | None] | None = None
    handling_class: Number | None = None
    handling_class_at_60: Number | None = None
    acceleration: Number | None = None
    burst_acceleration: Number | None = None
    top_speed: Number | None = None
    range: Number | None = None
    loaded_acceleration: Number | None = None
    loaded_top_speed: Number | None = None
    power_factors: Number | None = None
    confetti: Number | None = None


@frozen
class LedgerEntry:
    """One line of the ledger as reported; `at` is the place in the sheet."""

    item: str
    at: str
    cost: Number | None
    weight: Number | None
    spaces: Number | None
    dp: int | None = None


@frozen
class UnitReport:
    """One part of a combination: its name in the contract (`cycle`, `sidecar`, `cab`, `carrier`) and totals."""

    unit: str
    totals: Totals


@frozen
class Default:
    """Something the checker filled in because the sheet does not say it."""

    at: str
    text: str


@frozen
class Summary:
    """What the terminal report and the roster show beside the totals."""

    body: str | None = None
    """Printed name of the body."""
    build: str = ""
    """Chassis, suspension, sloping in a line of words."""
    team: str | None = None
    tags: tuple[str, ...] = ()
    division: Number | None = None
    tech_level: str = "catalog"
    level_needed: str = "classic"
    """The lowest equipment list that has everything in the design."""
    level_needed_by: str | None = None
    """The component that makes it so."""
    armor: tuple[tuple[str, str, Mapping[str, str]], ...] = ()
    """For each armored part: (unit or "", armor type name, points by face as text such as "8/6")."""
    armor_total: int | None = None
    facts: tuple[tuple[str, str], ...] = ()
    """Further figures in words: reverse speed, shots of a plant, booster push."""
    tows: str | None = None
    weapons: int = 0
    """Every weapon, dischargers and fakes included."""
    overlay: tuple[str, ...] = ()
    """Figures that came from a league's catalog, in words."""
    places: Mapping[str, Span] = field(default_factory=dict)
    """Where `name`, `team` and `tows` are written: findings on several sheets point there."""


@frozen
class Brief:
    """What a run counts of a finding."""

    rule: str
    severity: Severity
    waived: bool


@frozen
class SheetReport:
    """The result of one document."""

    path: str
    document: int
    name: str | None
    status: Status
    totals: Totals | None
    units: tuple[UnitReport, ...] = ()
    ledger: tuple[LedgerEntry, ...] = ()
    settings: tuple[Departure, ...] = ()
    withheld: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    defaults: tuple[Default, ...] = ()
    summary: Summary = field(default_factory=Summary)
    excerpts: Mapping[int, str] = field(default_factory=dict)
    """The source lines that findings point at, by line number (both files' lines for a place in the sheet)."""

    @property
    def brief(self) -> Sequence[Brief | Finding]:
        """Its findings, as far as a run counts them."""
        return self.findings


@frozen
class RunReport:
    """The result of a run: the sheets in order, the findings of no single sheet, and what could not be done."""

    sheets: tuple[SheetReport, ...]
    findings: tuple[Finding, ...] = ()
    problems: tuple[str, ...] = ()
    """Messages for standard error; any of them makes the status 2."""
