"""Limits that are passed only because of what may not be there at all: one fault is one finding.

A heavy-duty transmission on a light cycle is CYC-NONE; that the cycle is too full and too heavy with it follows,
and is gone with it. What is accepted (waived) or lowered to a warning stays there, and nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cwdesign.design import Design
from cwdesign.findings import Fault, Finding
from cwdesign.ledger import Line
from cwdesign.rules.base import Rule
from cwdesign.sheet import Path
from cwdesign.values import replace

SUMS = frozenset(
    {
        "SPC-TOTAL",
        "LED-MAX-WEIGHT",
        "LED-POWER-WEIGHT",
        "LED-DIVISION",
        "CYC-SIDECAR-LIMITS",
        "THR-LIMIT",
        "THR-DRAGSTER",
        "THR-TURRET",
        "TRL-DUMPER",
        "TUR-CONTENTS",
    }
)
"""Rules that compare a sum over the ledger with a limit."""

LACKS = frozenset({"GAS-LB-REQUIRED", "GAS-TANK-REQUIRED", "TUR-PINTLE", "WPN-MOUNT-REQUIRED"})
"""Rules that want something added to the entry they point at."""

LACKING = frozenset({"requires", "lacking"})
"""Messages of faults that want something added."""

WHOLE = frozenset({"backup_power_plant", "component_armor", "gas_tank", "laser_batteries", "passengers"})
"""Keys of things that can be taken out; of a list each entry can."""

WRONG_PLANT = frozenset({"BOD-DRIVE-REQUIRED", "BOD-DRIVE-CLASS", "OVR-ENGINE"})
"""Rules by which the plant itself may not be there; others that point at it want something else of it."""

Stated = tuple[Rule, Fault, Finding]


def consequences(design: Design, stated: Sequence[Stated], standing: Collection[Finding]) -> set[Finding]:
    """The findings about sums that are within their limits without what other findings say may not be there.

    `stated` are the faults with their findings, `standing` the findings that nothing waives.
    """
    standing = frozenset(standing)
    sums = [s for s in stated if _passes_limit(s[0], s[1]) and s[2].severity == "error"]
    out = {path for path in (_taken_out(*s) for s in stated if s[2] in standing) if path is not None}
    if not sums or not out:
        return set()
    rest = replace(
        design,
        ledgers=tuple(replace(b, lines=tuple(x for x in b.lines if not _within(x, out))) for b in design.ledgers),
    )
    left: dict[str, set[tuple[object, ...]]] = {}
    found: set[Finding] = set()
    for rule, fault, finding in sums:
        if rule.id not in left:
            again = (f for f in rule.judge(rest) if isinstance(f, Fault) and f.severity in (None, "error"))
            left[rule.id] = {_what(rule, f) for f in again}
        if _what(rule, fault) not in left[rule.id]:
            found.add(finding)
    return found


def _taken_out(rule: Rule, fault: Fault, finding: Finding) -> Path | None:
    """The entry that a finding says may not be there; None where it says something else."""
    if finding.severity != "error" or rule.id in LACKS or _passes_limit(rule, fault) or fault.message in LACKING:
        return None
    path = fault.at[:-1] if fault.at[-1:] == ("type",) else fault.at
    if not path:
        return None
    whole = path[-1] in WHOLE or (path[-1] == "power_plant" and rule.id in WRONG_PLANT)
    return path if whole or isinstance(path[-1], int) else None


def _passes_limit(rule: Rule, fault: Fault) -> bool:
    """Whether a fault says that a sum is over its limit (CYC-SIDECAR-LIMITS also says who pulls a sidecar)."""
    return rule.id in SUMS and fault.limit is not None


def _within(line: Line, entries: Collection[Path]) -> bool:
    return any(place[:end] in entries for place in (line.entry, line.at) for end in range(1, len(place) + 1))


def _what(rule: Rule, fault: Fault) -> tuple[object, ...]:
    """What a fault of a sum is about: the unit, the face or the mount, and which of a sidecar's limits."""
    unit = fault.at[:1] if fault.at[:1] in (("sidecar",), ("carrier",)) else ()
    kind = fault.message if rule.id == "CYC-SIDECAR-LIMITS" else ""
    return unit, fault.fields.get("face"), fault.fields.get("mount"), kind
