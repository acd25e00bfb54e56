"""The few shapes that faults have: over a limit, shut out, not on this body, missing.

They place findings as the output contract's table says, so that no rule does it by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from cwdesign.components import Component, HandWeapon, Restriction, Weapon
from cwdesign.design import Design, unit_components
from cwdesign.findings import Cause, Fault, Number, Severity, Withheld
from cwdesign.sheet import Path
from cwdesign.vehicle import Unit
from cwdesign.words import amount, listed

NOT_ON = "{item} cannot be had on {body}."
EXCLUDES = "{item} and {other} exclude each other."
REQUIRES = "{item} needs {needed}."

MESSAGES: Mapping[str, str] = {"not-on": NOT_ON, "excludes": EXCLUDES, "requires": REQUIRES}
HINTS: Mapping[str, str] = {
    "not-on": "Take it off, or choose a body that can have it.",
    "excludes": "Keep one of them.",
    "requires": "Add {needed}, or take {item} off.",
}


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry of the sheet adds to a sum; `at` is where a finding about it points."""

    at: Path
    amount: Fraction
    what: str


def in_file_order(design: Design, paths: Iterable[Path]) -> list[Path]:
    """Paths in the order in which the sheet writes them."""
    return sorted(paths, key=lambda path: _position(design, path))


def _position(design: Design, path: Path) -> tuple[int, int]:
    span = design.sheet.span(path)
    return (span.line, span.column)


def over_limit(
    design: Design,
    shares: Sequence[Share],
    limit: Number,
    fields: Mapping[str, object],
    message: str = "",
    severity: Severity | None = None,
) -> Iterator[Fault]:
    """A fault at the entry that takes a sum over its limit; what was there before is related.

    `fields` is filled up with `actual`, `limit`, `over` and `entry`.
    """
    total = sum((s.amount for s in shares), start=Fraction(0))
    if total <= limit:
        return
    before: list[Share] = []
    running = Fraction(0)
    for share in sorted((s for s in shares if s.amount), key=lambda s: _position(design, s.at)):
        running += share.amount
        if running > limit:
            causes = tuple(Cause(s.at, "{what} takes {share}", {"what": s.what, "share": s.amount}) for s in before)
            yield Fault(
                share.at,
                {**fields, "actual": total, "limit": limit, "over": total - limit, "entry": share.what},
                message,
                causes,
                limit,
                total,
                severity,
            )
            return
        before.append(share)


def too_many(
    design: Design,
    entries: Sequence[tuple[Path, int, str]],
    limit: int,
    fields: Mapping[str, object],
    message: str = "",
) -> Iterator[Fault]:
    """A fault at the entry that is one too many of something that is counted."""
    yield from over_limit(design, [Share(at, Fraction(n), what) for at, n, what in entries], limit, fields, message)


# -- restrictions of the catalog ------------------------------------------------------------------


def restricted(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """The faults that the catalog's restrictions give a rule (`only_on`, `not_on`, `requires`, `excludes`)."""
    yield from _violations(design).get(rule, ())


@lru_cache(maxsize=2)
def _violations(design: Design) -> dict[str, tuple[Fault | Withheld, ...]]:
    """All broken restrictions of a design by the rule that reports them; computed once a design."""
    found: dict[str, list[Fault | Withheld]] = {}
    for unit in design.units():
        if unit.body is None:
            continue
        present = _present(design, unit)
        for component, path in unit_components(unit):
            if component.restrictions:
                for rule, fault in _broken(design, unit, component, path, present):
                    found.setdefault(rule, []).append(fault)
    return {rule: tuple(faults) for rule, faults in found.items()}


def _present(design: Design, unit: Unit) -> dict[str, list[tuple[Path, str]]]:
    """What a unit has: component ids and condition words, each with places and printed names."""
    present: dict[str, list[tuple[Path, str]]] = {}
    for component, path in unit_components(unit):
        present.setdefault(component.id, []).append((path, component.name))
    for mount in unit.mounts:
        real = mount.kind is not None and not mount.kind.is_fake
        pintle = mount.kind is not None and mount.kind.family == "pintle-mount"
        if real and mount.place.startswith("top") and not pintle:
            present.setdefault("top-mount", []).append((mount.path, mount.name))
    for weapon in unit.weapons:
        if weapon.mount is not None and weapon.mount.startswith("top"):
            present.setdefault("top-weapon", []).append((weapon.path, weapon.name))
    for booster in unit.boosters:
        if booster.booster is not None and booster.mount is not None and booster.mount.startswith("top"):
            present.setdefault("top-weapon", []).append((booster.path, booster.booster.name))
    if unit.chassis is not None:
        present.setdefault(f"{unit.chassis.id}-chassis", []).append(
            ((*unit.path, "body", "chassis"), f"{unit.chassis.name} chassis")
        )
    if unit.name == "cycle" and design.vehicle.second is not None:
        present.setdefault("sidecar", []).append((design.vehicle.second.path, "Sidecar"))
    return present


def _broken(
    design: Design,
    unit: Unit,
    component: Component,
    path: Path,
    present: Mapping[str, list[tuple[Path, str]]],
) -> Iterator[tuple[str, Fault | Withheld]]:
    """(rule, fault) of each restriction of one component that the unit breaks."""
    body = unit.body
    assert body is not None
    fields = {"item": component.name, "body": with_article(body.name)}
    off_body = [r for r in component.restrictions if not _may_be_on(r, unit)]
    if off_body:
        for r in off_body:
            yield r.rule, Fault(path, fields, "not-on", severity=_severity(r))
        return
    for r in component.restrictions:
        if r.when_on and not any(body.is_a(word) for word in r.when_on):
            continue
        for alternatives in r.requires:
            if not any(word in present for word in alternatives):
                if unit.unknown & {"accessories", "chassis", "weapons", "mounts"}:
                    yield r.rule, Withheld()
                else:
                    needed = listed((_word_name(design, word) for word in alternatives), "or")
                    yield r.rule, Fault(path, {**fields, "needed": needed}, "requires", severity=_severity(r))
        for word in r.excludes:
            for other, name in present.get(word, ()):
                if other == path or other[: len(path)] == path:
                    continue
                first, second = in_file_order(design, (path, other))
                ours = second == path
                names = {"item": component.name if ours else name, "other": name if ours else component.name}
                cause = Cause(first, "{other} stands here", names)
                yield r.rule, Fault(second, {**fields, **names}, "excludes", (cause,), severity=_severity(r))


def barred(component: Component, unit: Unit) -> bool:
    """Whether a restriction keeps a component off the unit's body, so that no other rule asks about it."""
    errors = (r for r in component.restrictions if _severity(r) in (None, "error"))
    return unit.body is not None and any(not _may_be_on(r, unit) for r in errors)


def fits(words: Sequence[str], component: Weapon | HandWeapon) -> bool:
    """Whether an option for weapons of these ids, categories or flags is for this one; no words mean every one."""
    return not words or any(word in (component.id, component.category, *component.flags) for word in words)


def _may_be_on(restriction: Restriction, unit: Unit) -> bool:
    body = unit.body
    assert body is not None
    extra = {f for a in unit.accessories if a.accessory is not None for f in a.accessory.body_flags}

    def means(word: str) -> bool:
        return body.is_a(word) or word in extra

    if restriction.only_on and not any(means(word) for word in restriction.only_on):
        return False
    return not any(means(word) for word in restriction.not_on)


def _severity(restriction: Restriction) -> Severity | None:
    severity = restriction.severity
    return severity if severity in ("error", "warning", "note") else None  # type: ignore[return-value]


def _word_name(design: Design, word: str) -> str:
    """The printed name of a component id or condition word."""
    found = design.catalog.kinds_of(word)
    return found[0].name if found else word.replace("-", " ")


def with_article(name: str) -> str:
    """A name with its article: `a van`, `an autocannon`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


__all__ = [
    "HINTS",
    "MESSAGES",
    "Share",
    "amount",
    "barred",
    "fits",
    "in_file_order",
    "over_limit",
    "restricted",
    "too_many",
    "with_article",
]
