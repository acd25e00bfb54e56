"""What changed between two designs, in a player's words: parts, figures, verdict, findings.

Parts are matched by their `id`, then by kind and mount; what is left was removed or added.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Literal

from cwdesign.design import Design
from cwdesign.findings import Finding, Number
from cwdesign.ledger import Line
from cwdesign.report import SheetReport, Totals
from cwdesign.sheet import Path
from cwdesign.values import field, fields, frozen
from cwdesign.vehicle import Unit

FIGURES: tuple[str, ...] = tuple(name for name in fields(Totals) if name != "weapon_spaces_used")


@frozen
class Part:
    """One thing that a design is made of. Money in dollars, weight in pounds, room in spaces."""

    unit: str
    group: str
    """What kind of thing it is, as sheets call it: `weapons`, `armor`, `body`."""
    kind: str
    """Its printed name."""
    id: str | None = None
    place: str = ""
    """Its mount, seat or face."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What it is by name: a body's chassis, the armor of a face, how many there are."""
    items: tuple[str, ...] = ()
    """What it has: rounds, options, component armor, as the ledger calls them."""
    cost: Number = 0
    weight: Number = 0
    spaces: Number = 0

    @property
    def label(self) -> str:
        """What to call it: `Machine Gun, front`."""
        where = f"{self.kind}, {self.place}" if self.place else self.kind
        return f"{where} ({self.unit})" if self.unit in ("sidecar", "carrier") else where


@frozen
class Side:
    """One of the two designs."""

    path: str
    report: SheetReport
    parts: tuple[Part, ...]


@frozen
class PartChange:
    """A part that came, went, or is another now."""

    change: Literal["added", "removed", "changed"]
    old: Part | None
    new: Part | None
    values: tuple[tuple[str, str | None, str | None], ...] = ()
    """Of a changed part (name, old, new) of what differs."""
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def part(self) -> Part:
        """The part as it is now, or was."""
        part = self.new if self.new is not None else self.old
        assert part is not None
        return part


@frozen
class FigureChange:
    """A figure that differs; None is unknown or does not apply."""

    figure: str
    old: Number | None
    new: Number | None


@frozen
class Difference:
    """What changed from one design to the other."""

    old: Side
    new: Side
    parts: tuple[PartChange, ...]
    figures: tuple[FigureChange, ...]
    findings_gone: tuple[Finding, ...]
    findings_new: tuple[Finding, ...]

    @property
    def same(self) -> bool:
        """Whether the two are the same vehicle: name, parts, figures, verdict and findings."""
        changed = self.parts or self.figures or self.findings_gone or self.findings_new
        return not changed and self.old.report.status == self.new.report.status and not self.renamed

    @property
    def renamed(self) -> bool:
        """Whether the name differs."""
        return self.old.report.name != self.new.report.name


# -- the parts of a design ------------------------------------------------------------------------


def parts_of(design: Design) -> tuple[Part, ...]:
    """Everything a design is made of, in the order of its ledger."""
    links = dict(_links(design))
    return tuple(part for unit, ledger in design.parts for part in _unit_parts(unit, ledger.lines, links))


@frozen
class _Named:
    """What an entry of the sheet is called."""

    group: str
    kind: str
    count: int = 1
    place: str = ""
    id: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)


def _unit_parts(unit: Unit, lines: Iterable[Line], links: Mapping[Path, _Named]) -> Iterator[Part]:
    named = dict(_named(unit))
    if not unit.path:
        named.update(links)
    by_entry: dict[Path, list[Line]] = {path: [] for path in named}
    for line in lines:
        by_entry.setdefault(_entry_of(line, named), []).append(line)
    for path, own in by_entry.items():
        if not own and path in named and named[path].group in ("tires", "wheel armor"):
            continue
        known = named.get(path) or _Named(own[0].theme, own[0].item)
        values = {"count": str(known.count), **known.values} if known.count != 1 else known.values
        # What is said by name already is no item of its own.
        items = own if known.group in ("tires", "wheel armor") else own[1:]
        if known.values:
            items = [line for line in own if line.theme not in (known.group, "chassis", "suspension")]
        yield Part(
            unit.name,
            known.group,
            known.kind,
            known.id,
            known.place,
            values,
            tuple(line.item for line in items),
            _sum(line.cost for line in own),
            _sum(line.weight for line in own),
            _sum(line.spaces for line in own),
        )


def _links(design: Design) -> Iterator[tuple[Path, _Named]]:
    """The links of a design with what they link; those of an entry belong to the entry."""
    for link in design.vehicle.all_links:
        if not link.of_entry:
            kind = link.kind.name if link.kind is not None else "Link"
            yield link.path, _Named("link", kind, place=" and ".join(item.text for item in link.items))


def _entry_of(line: Line, named: Mapping[Path, _Named]) -> Path:
    """The entry that a line belongs to: the part it is written in."""
    path = line.entry
    while path not in named and path:
        path = path[:-1]
    return path if path in named else line.entry


def _named(unit: Unit) -> Iterator[tuple[Path, _Named]]:
    """Every entry of a unit with what it is called."""
    yield (*unit.path, "body"), _Named("body", "Body", values=dict(_body_values(unit)))
    for key, plant in (("power plant", unit.plant), ("backup power plant", unit.backup)):
        if plant is not None:
            yield plant.path, _Named(key, plant.plant.name if plant.plant is not None else "unknown", id=plant.id)
            if plant.tank is not None and plant.tank.tank is not None:
                tank = plant.tank
                gallons = {"gallons": str(tank.gallons)}
                yield tank.path, _Named("tank", plant.tank.tank.name, id=tank.id, values=gallons)
    yield (*unit.path, "tires"), _Named("tires", "Tires")
    for group, people in (("crew", unit.crew), ("passengers", unit.passengers)):
        for person in people:
            role = person.kind.name if person.kind is not None else person.role
            yield person.path, _Named(group, role, place=person.seat or "", id=person.id)
    yield unit.armor.path, _Named("armor", "Armor", values=dict(_armor_values(unit)))
    yield (*unit.path, "wheel_armor"), _Named("wheel armor", "Wheel armor")
    for mount in unit.mounts:
        yield mount.path, _Named("turrets", mount.name, place=mount.place, id=mount.id)
        for gunner in mount.crew:
            yield gunner.path, _Named("crew", gunner.role, place=f"in {mount.name}", id=gunner.id)
    for weapon in unit.all_weapons:
        yield weapon.path, _Named("weapons", weapon.name, weapon.count, _place(unit, weapon), weapon.id)
    for booster in unit.all_boosters:
        name = booster.booster.name if booster.booster is not None else "unknown booster"
        yield booster.path, _Named("boosters", name, booster.count, _place(unit, booster), booster.id)
    for entry in unit.all_accessories:
        name = entry.accessory.name if entry.accessory is not None else "unknown accessory"
        yield entry.path, _Named("accessories", name, entry.count, _place(unit, entry), entry.id)
    cargo = {"spaces": unit.cargo_spaces, "weight": unit.cargo_weight, "gear_weight": unit.gear_weight}
    aboard = {key: str(value) for key, value in cargo.items() if value}
    if aboard:
        yield (*unit.path, "cargo"), _Named("cargo", "Cargo", values=aboard)


def _place(unit: Unit, entry: object) -> str:
    inside = unit.mount_at(getattr(entry, "inside", None))
    if inside is not None:
        return f"in {inside.name}, {inside.place}"
    return getattr(entry, "mount", None) or ""


def _body_values(unit: Unit) -> Iterator[tuple[str, str]]:
    yield "type", unit.body.name if unit.body is not None else "unknown"
    if unit.chassis is not None:
        yield "chassis", unit.chassis.name
    if unit.suspension is not None:
        yield "suspension", unit.suspension.grade
    yield "wheels", str(unit.wheels)
    yield "sloped", "yes" if unit.sloped else "no"
    yield "streamlined", "yes" if unit.streamlined else "no"


def _armor_values(unit: Unit) -> Iterator[tuple[str, str]]:
    armor = unit.armor
    types = [layer.name for layer in (armor.metal, armor.plastic) if layer is not None]
    yield "type", " over ".join(types)
    for face in unit.armor_faces:
        facing = armor.face(face)
        yield (
            face,
            f"{facing.metal}/{facing.plastic}"
            if facing.metal and facing.plastic
            else str(facing.metal or facing.plastic),
        )


def _sum(values: Iterable[Number]) -> Number:
    total: Number = sum(values)
    return int(total) if total.denominator == 1 else total


# -- comparing ------------------------------------------------------------------------------------


def compare(old: Side, new: Side) -> Difference:
    """What changed from `old` to `new`."""
    keys = [_finding_key(finding) for finding in new.report.findings]
    before = [_finding_key(finding) for finding in old.report.findings]
    return Difference(
        old,
        new,
        tuple(_part_changes(old.parts, new.parts)),
        tuple(_figure_changes(old.report.totals, new.report.totals)),
        tuple(_left_over(old.report.findings, keys)),
        tuple(_left_over(new.report.findings, before)),
    )


def _finding_key(finding: Finding) -> tuple[str, bool]:
    return finding.rule, finding.waived


def _left_over(findings: Iterable[Finding], others: Iterable[tuple[str, bool]]) -> Iterator[Finding]:
    """The findings beyond as many of their rule as the other side has."""
    matched = Counter(others)
    for finding in findings:
        key = _finding_key(finding)
        if matched[key]:
            matched[key] -= 1
        else:
            yield finding


def _figure_changes(old: Totals | None, new: Totals | None) -> Iterator[FigureChange]:
    for figure in FIGURES:
        before, after = _figure(old, figure), _figure(new, figure)
        if before != after:
            yield FigureChange(figure, before, after)


def _figure(totals: Totals | None, name: str) -> Number | None:
    """A figure of a side; the handling class at 60 mph is the ordinary one where nothing changes it."""
    value: Number | None = getattr(totals, name, None)
    if value is None and name == "handling_class_at_60" and totals is not None:
        return totals.handling_class
    return value


def _part_changes(old: Iterable[Part], new: Iterable[Part]) -> Iterator[PartChange]:
    pairs, gone = _matched(list(old), list(new))
    by_new = {id(after): before for before, after in pairs}
    for part in new:
        before = by_new.get(id(part))
        if before is not None:
            yield from _changed(before, part)
        else:
            yield PartChange("added", None, part)
    yield from (PartChange("removed", part, None) for part in gone)


def _matched(old: list[Part], new: list[Part]) -> tuple[list[tuple[Part, Part]], list[Part]]:
    """(pairs, those of `old` without one)."""
    pairs: list[tuple[Part, Part]] = []
    for key in (_by_id, _by_place):
        waiting: dict[Hashable, deque[Part]] = {}
        for part in old:
            if key(part) is not None:
                waiting.setdefault(key(part), deque()).append(part)
        matched: set[int] = set()
        for part in new:
            candidates = waiting.get(key(part)) if key(part) is not None else None
            if candidates:
                before = candidates.popleft()
                pairs.append((before, part))
                matched |= {id(before), id(part)}
        old = [part for part in old if id(part) not in matched]
        new = [part for part in new if id(part) not in matched]
    return pairs, old


def _by_id(part: Part) -> Hashable:
    return None if part.id is None else (part.unit, part.id)


def _by_place(part: Part) -> Hashable:
    return (part.unit, part.group, part.kind, part.place)


def _changed(old: Part, new: Part) -> Iterator[PartChange]:
    named = {"kind": (old.kind, new.kind), "place": (old.place, new.place)}
    values: list[tuple[str, str | None, str | None]] = [
        (name, before, after) for name, (before, after) in named.items() if before != after
    ]
    for name in dict.fromkeys((*old.values, *new.values)):
        was, is_now = old.values.get(name), new.values.get(name)
        if was != is_now:
            values.append((name, was, is_now))
    had, has = Counter(old.items), Counter(new.items)
    gained, lost = tuple((has - had).elements()), tuple((had - has).elements())
    # A part may follow another: a ramplate costs and weighs by the front armor.
    if values or gained or lost or (old.cost, old.weight, old.spaces) != (new.cost, new.weight, new.spaces):
        yield PartChange("changed", old, new, tuple(values), gained, lost)
