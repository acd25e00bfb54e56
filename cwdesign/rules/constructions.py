"""The few shapes that faults have: over a limit, shut out, not on this body, missing.

They place findings as the output contract's table says, so that no rule does it by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from cwdesign.components import Accessory, Body, Chassis, Component, Exact, HandWeapon, Restriction, Weapon
from cwdesign.design import Design, once_a_design
from cwdesign.figures import accessory_armor_type
from cwdesign.findings import MAX_FAULTS, Cause, Fault, Number, Severity, Withheld
from cwdesign.rules.arm import no_such_metal
from cwdesign.rules.base import Rule, rule
from cwdesign.sheet import Path
from cwdesign.values import frozen, replace
from cwdesign.vehicle import AccessoryEntry, Unit
from cwdesign.words import listed

NOT_ON = "{item} cannot be had on {body}."
EXCLUDES = "{item} and {other} exclude each other."
REQUIRES = "{item} needs {needed}."

REPEATED = "{actual} of {item} are written; {body} may have {limit}."

MESSAGES: Mapping[str, str] = {"not-on": NOT_ON, "excludes": EXCLUDES, "requires": REQUIRES, "repeated": REPEATED}
HINTS: Mapping[str, str] = {
    "repeated": "Take {over} off.",
    "not-on": "Take it off, or choose a body that can have it.",
    "excludes": "Keep one of them.",
    "requires": "Add {needed}, or take {item} off.",
}


@frozen
class Share:
    """What one entry of the sheet adds to a sum; `at` is where a finding about it points."""

    at: Path
    amount: Exact
    what: str


MOST_PAIRS = 20
"""Of many things that one thing excludes so many are named; each of them says so itself too."""


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
    total = sum((s.amount for s in shares), start=0) if shares else 0
    if not shares or total <= limit:
        return
    before: list[Share] = []
    running: Exact = 0
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
    for fault in over_limit(design, [Share(at, n, what) for at, n, what in entries], limit, fields, message):
        causes = tuple(Cause(c.at, "{what} stands here", c.fields) for c in fault.causes)
        yield replace(fault, causes=causes)


def open_within(design: Design, path: Path) -> bool:
    """Whether something unknown stands in the part of the sheet at a path."""
    return path in design.vehicle.unknown_within


# -- restrictions of the catalog ------------------------------------------------------------------


def restricted(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """The faults that the catalog's restrictions give a rule (`only_on`, `not_on`, `requires`, `excludes`)."""
    return iter(_violations(design).get(rule, ()))


@once_a_design
def _violations(design: Design) -> dict[str, tuple[Fault | Withheld, ...]]:
    """All broken restrictions of a design by the rule that reports them; computed once a design."""
    found: dict[str, list[Fault | Withheld]] = {}
    equipment = frozenset(
        entry.accessory.id for unit in design.units() for entry in unit.all_accessories if entry.accessory is not None
    )
    for unit in design.units():
        if unit.body is None:
            continue
        present = _present(design, unit)
        blameless: set[int] = set()  # by identity: of a component there is one object
        for component, path in unit.components:
            if component.restrictions and id(component) not in blameless:
                many = frozenset(r.rule for r in component.restrictions if len(found.get(r.rule, ())) > MAX_FAULTS)
                broken = list(_broken(design, unit, component, path, present, equipment, many))
                for rule, fault in broken:
                    found.setdefault(rule, []).append(fault)
                if not broken and not any(word in present for r in component.restrictions for word in r.excludes):
                    blameless.add(id(component))
    return {rule: tuple(faults) for rule, faults in found.items()}


def _present(design: Design, unit: Unit) -> dict[str, list[tuple[Path, str]]]:
    """What a unit has: component ids and condition words, each with places and printed names."""
    present: dict[str, list[tuple[Path, str]]] = {}
    for component, path in unit.components:
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
    second = design.vehicle.second
    if unit.name == "cab" and second is not None and second.body is not None:
        for flag in second.body.flags:
            present.setdefault(f"{flag}-carrier", []).append(((*second.path, "body", "type"), second.body.name))
    if unit.name == "cycle" and design.vehicle.second is not None:
        present.setdefault("sidecar", []).append((design.vehicle.second.path, "Sidecar"))
    return present


def _broken(
    design: Design,
    unit: Unit,
    component: Component,
    path: Path,
    present: Mapping[str, list[tuple[Path, str]]],
    elsewhere: frozenset[str],
    many: frozenset[str],
) -> Iterator[tuple[str, Fault | Withheld]]:
    """(rule, fault) of each restriction of one component that the unit breaks.

    One that cannot be on the body at all is not asked for what it needs and shuts out; a doubtful one is.
    What a component needs may be accessories of the other unit of a combination (`elsewhere`). Of the rules in
    `many` there are more faults already than are listed.
    """
    body = unit.body
    assert body is not None
    fields = {"item": component.name, "body": with_article(body.name)}
    off_body = [r for r in component.restrictions if not may_be_on(r, unit)]
    if off_body:
        for r in off_body:
            yield r.rule, Fault(path, fields, "not-on", severity=_severity(r))
        if any(_severity(r) in (None, "error") for r in off_body):
            return
    lacking: dict[tuple[str, Severity | None], list[Sequence[str]]] = {}
    for r in component.restrictions:
        not_here = r.when_on and not any(body.is_a(word) for word in r.when_on)
        if r.rule in many or not_here or any(body.is_a(word) for word in r.unless_on):
            continue
        for alternatives in r.requires:
            if not any(word in present or word in elsewhere for word in alternatives):
                lacking.setdefault((r.rule, _severity(r)), []).append(alternatives)
        for word in r.excludes:
            others = ((at, name) for at, name in present.get(word, ()) if at[: len(path)] != path)
            for other, name in islice(others, MOST_PAIRS):
                first, second = in_file_order(design, (path, other))
                ours = second == path
                names = {"item": component.name if ours else name, "other": name if ours else component.name}
                cause = Cause(first, "{other} stands here", names)
                yield r.rule, Fault(second, {**fields, **names}, "excludes", (cause,), severity=_severity(r))
    for (reporter, severity), groups in lacking.items():
        if design.unknown & {"accessories", "chassis", "weapons", "mounts"}:
            yield reporter, Withheld()
            continue
        needed = listed(_alternatives(design, words, len(groups)) for words in groups)
        yield reporter, Fault(path, {**fields, "needed": needed}, "requires", severity=severity)


def _alternatives(design: Design, words: Sequence[str], groups: int) -> str:
    """Things of which one is needed, in words; among several such groups each says that one of it is enough."""
    names = listed((_word_name(design, word) for word in words), "or")
    return f"one of {names}" if groups > 1 and len(words) > 1 else names


def from_catalog(id: str) -> Rule:
    """A rule whose faults are all restrictions of the catalog."""

    @rule(id, messages=MESSAGES, hints=HINTS)
    def judge(design: Design) -> Iterator[Fault | Withheld]:
        return restricted(design, id)

    return judge


# -- how often, and armor of its own --------------------------------------------------------------


def repeated(design: Design, rule: str) -> Iterator[Fault]:
    """Accessories bought more often than they may be, where `rule` reports it: at the entry that is too many.

    Of an exclusive group one may be had whatever its kind; what is priced by face, side or axle once for each;
    what belongs to a person once a person.
    """
    for unit, entries in _bought(design).get(rule, ()):
        yield from _too_often(design, unit, entries)


@once_a_design
def _bought(design: Design) -> dict[str, list[tuple[Unit, list[AccessoryEntry]]]]:
    """By the rule that reports repetition the accessories of each unit, what counts together in one list."""
    found: dict[str, list[tuple[Unit, list[AccessoryEntry]]]] = {}
    for unit in design.units():
        if unit.body is None:
            continue
        groups: dict[tuple[str, str, Path | None], list[AccessoryEntry]] = {}
        for entry in unit.all_accessories:
            kind = entry.accessory
            if kind is None or _may_repeat(entry):
                continue
            rule = _reports_repetition(kind, unit.body)
            groups.setdefault((rule, kind.exclusive_group or kind.id, entry.owner), []).append(entry)
        for (rule, _, _), entries in groups.items():
            found.setdefault(rule, []).append((unit, entries))
    return found


def _reports_repetition(kind: Accessory, body: Body) -> str:
    if kind.group_rule_on_trailer is not None and body.is_a("car-trailer"):
        return kind.group_rule_on_trailer
    return kind.group_rule


def _may_repeat(entry: AccessoryEntry) -> bool:
    """Whether any number may be had: so marked, or a weapon where it stands (searchlights on faces)."""
    kind = entry.accessory
    assert kind is not None
    return kind.multiple == "any" or (kind.weapon_on_face and (entry.mount is not None or entry.inside is not None))


def _too_often(design: Design, unit: Unit, entries: list[AccessoryEntry]) -> Iterator[Fault]:
    kind, body = entries[0].accessory, unit.body
    assert kind is not None and body is not None
    names = listed(dict.fromkeys(entry.accessory.name for entry in entries if entry.accessory is not None))
    fields = {"item": names, "body": with_article(body.name)}
    places = _places(unit, kind)
    if places:
        at_place: dict[str, list[AccessoryEntry]] = {}
        for entry in entries:
            if entry.mount is not None:
                at_place.setdefault(_place(kind, entry.mount), []).append(entry)
        crowded = [group for group in at_place.values() if sum(e.count for e in group) > 1]
        for group in crowded:
            yield from _more_than(design, group, 1, fields, "repeated")
        if not crowded:
            yield from _more_than(design, entries, len(places), fields, "repeated")
        return
    limit = 1
    if kind.occupant and entries[0].owner is None:
        limit = max(1, len(unit.people))
    elif body.ten_faced and _reports_repetition(kind, body) == kind.group_rule:
        limit = kind.group_limit_ten_faced
    yield from _more_than(design, entries, limit, fields, "repeated")


def _places(unit: Unit, kind: Accessory) -> tuple[str, ...]:
    """The faces, sides or axles that a component is bought for, one each; none where the whole vehicle has one."""
    return {
        "per-face": unit.faces,
        "per-side": ("left", "right"),
        "per-axle": tuple(axle.name for axle in unit.axles),
    }.get(kind.multiple, ())


def _place(kind: Accessory, mount: str) -> str:
    """The place that a `mount` means: a half of a split side is that side."""
    return mount.split("-")[0] if kind.multiple == "per-side" else mount


def _more_than(
    design: Design, entries: Sequence[AccessoryEntry], limit: int, fields: Mapping[str, object], message: str
) -> Iterator[Fault]:
    """A fault at the entry that takes a count over its limit; the entries before it are related."""
    shares = [Share(e.path, e.count, e.accessory.name) for e in entries if e.accessory is not None]
    for fault in over_limit(design, shares, limit, fields, message):
        causes = tuple(Cause(c.at, "{what} stands here", c.fields) for c in fault.causes)
        yield replace(fault, causes=causes)


TWICE = "{item} is written twice; it is bought once."
TWICE_HINT = "Take one of them out."


def written_again(design: Design, is_ours: Callable[[Component], bool]) -> Iterator[Fault]:
    """Options that stand a second time in a list, where `is_ours` says that this rule reports them: faults `twice`."""
    for again in design.vehicle.repetitions:
        if is_ours(again.component):
            fields = {"item": again.component.name}
            cause = Cause((*again.first, "type"), "{item} stands here", fields)
            yield Fault((*again.path, "type"), fields, "twice", (cause,))


OWN_ARMOR = "The armor of the {item} weighs {actual} lb; at most {limit} lb are allowed."
OWN_ARMOR_HINT = "Take it down to {points} points."
OWN_ARMOR_TYPE = "The armor of the {item} must be of the vehicle's own type, not {type}."
OWN_ARMOR_TYPE_HINT = "Leave `armor` out, or write {own}."
OWN_ARMOR_MESSAGES: Mapping[str, str] = {"too-heavy": OWN_ARMOR, "other-type": OWN_ARMOR_TYPE}
OWN_ARMOR_HINTS: Mapping[str, str] = {"too-heavy": OWN_ARMOR_HINT, "other-type": OWN_ARMOR_TYPE_HINT}


def own_armor(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """The armor of hitches, windshells, fifth wheels and windjammers whose catalog entry names `rule`."""
    for unit in design.units():
        for entry in unit.all_accessories:
            kind = entry.accessory
            if kind is None or kind.armor_rule != rule:
                continue
            if "armor" in unit.unknown:
                yield Withheld()
                continue
            type = accessory_armor_type(unit, entry, design.catalog)
            own = [t for t in (unit.armor.plastic, unit.armor.metal) if t is not None]
            fields = {"item": kind.name.lower(), "type": type.name, "own": listed((t.id for t in own), "or")}
            matched = kind.armor_matches and entry.armor_type_written
            if matched and type not in own and not any(no_such_metal(t) for t in (type, *own)):
                yield Fault((*entry.path, "armor"), fields, "other-type")
            each = (kind.armor_weight or 0) * type.weight_factor
            weight = design.reading.settle(entry.points * each)
            limit = kind.armor_max_weight
            if limit is not None and weight > limit:
                sums: dict[str, object] = {"limit": limit, "actual": weight, "points": int(limit // each)}
                yield Fault((*entry.path, "points"), {**fields, **sums}, "too-heavy", (), limit, weight)


def barred(component: Component, unit: Unit) -> bool:
    """Whether a restriction keeps a component off the unit's body, so that no other rule asks about it."""
    errors = (r for r in component.restrictions if _severity(r) in (None, "error"))
    return unit.body is not None and any(not may_be_on(r, unit) for r in errors)


def fits(words: Sequence[str], component: Weapon | HandWeapon) -> bool:
    """Whether an option for weapons of these ids, categories or flags is for this one; no words mean every one."""
    return not words or any(word in (component.id, component.category, *component.flags) for word in words)


def may_be_on(restriction: Restriction, unit: Unit) -> bool:
    """Whether a restriction lets its component be on a unit, whose body must be known (`only_on`, `not_on`)."""
    body = unit.body
    assert body is not None

    def means(word: str) -> bool:
        return body.is_a(word) or word in unit.accessory_flags

    if restriction.only_on and not any(means(word) for word in restriction.only_on):
        return False
    return not any(means(word) for word in restriction.not_on)


def _severity(restriction: Restriction) -> Severity | None:
    severity = restriction.severity
    return severity if severity in ("error", "warning", "note") else None  # type: ignore[return-value]


def _word_name(design: Design, word: str) -> str:
    """The printed name of a component id or condition word."""
    found = design.catalog.kinds_of(word)
    if found and isinstance(found[0], Chassis):
        return f"the {found[0].name.lower()} chassis"
    return found[0].name if found else word.replace("-", " ")


def with_article(name: str) -> str:
    """A name with its article: `a van`, `an autocannon`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
