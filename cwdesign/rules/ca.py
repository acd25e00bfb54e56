"""Component armor (CA): what it may go round, and how much of it.

One pass over every component armor finds the first thing that is wrong with it, so that no fault is two
findings; the rules take theirs from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from cwdesign.components import (
    Accessory,
    Booster,
    GasTank,
    MountKind,
    PersonKind,
    PlantOption,
    PowerPlant,
    Weapon,
    WeaponOption,
)
from cwdesign.design import Design, once_a_design
from cwdesign.figures import component_armor_fitting, place_of, protected_by
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import in_file_order
from cwdesign.sheet import Path
from cwdesign.values import frozen
from cwdesign.vehicle import (
    CORNERS,
    AccessoryEntry,
    BoosterEntry,
    ComponentArmor,
    Mount,
    Part,
    Person,
    Plant,
    Tank,
    Unit,
    WeaponEntry,
)
from cwdesign.words import counted, listed


@frozen
class Inside:
    """One entry inside a component armor: the unit it stands in, its face or corner, the mount that holds it."""

    part: Part
    unit: Unit
    face: str | None
    mount: Mount | None

    @property
    def path(self) -> Path:
        """Where the entry is written."""
        return self.part.path

    @property
    def place(self) -> tuple[Path, str | None, Path | None]:
        """The unit, the face or corner, and the mount: the same for what one component armor can go round."""
        return self.unit.path, self.face, self.mount.path if self.mount is not None else None

    @property
    def component(self) -> Weapon | Accessory | Booster | PowerPlant | GasTank | PersonKind | MountKind | None:
        """What stands there, where it is known."""
        part = self.part
        if isinstance(part, WeaponEntry):
            return part.weapon
        if isinstance(part, AccessoryEntry):
            return part.accessory
        if isinstance(part, BoosterEntry):
            return part.booster
        if isinstance(part, Plant):
            return part.plant
        if isinstance(part, Tank):
            return part.tank
        return part.kind

    @property
    def known(self) -> bool:
        """Whether its component is known, and of a weapon all that takes room with it."""
        return not self.part.unknown if isinstance(self.part, WeaponEntry) else self.component is not None

    @property
    def role(self) -> str | None:
        """What a person does; None where it is no person."""
        return self.part.role if isinstance(self.part, Person) else None

    @property
    def name(self) -> str:
        """Its printed name; it must be known."""
        assert self.component is not None
        return self.component.name

    @property
    def has_dp(self) -> bool:
        """Whether it has damage points; an empty column counts as 0, and a mount has none."""
        if isinstance(self.part, WeaponEntry) and (self.part.fake or _spent(self.part)):
            return False
        component = self.component
        if isinstance(component, Booster):
            return bool(component.dp_per_space)
        return not isinstance(component, MountKind | None) and bool(component.dp)

    @property
    def outside(self) -> bool:
        """Whether it is fitted outside and has armor of its own: a hitch, a windshell, a windjammer."""
        part = self.part
        return isinstance(part, AccessoryEntry) and part.accessory is not None and part.accessory.armor_cost is not None

    @property
    def engine_part(self) -> bool:
        """Whether it belongs to an engine (CA-ENGINE); a towed body has none, so its battery stands alone."""
        return _beside_engine(self) and not (self.unit.body is not None and self.unit.body.towed)

    @property
    def where(self) -> str:
        """Its place in words, of a combination with the half that it is in."""
        place = self.mount.name if self.mount is not None else self.face or "inside"
        corner = " corner" if place in CORNERS else ""
        return f"the {place}{corner}" + ("" if self.unit.name == "vehicle" else f" of the {self.unit.name}")


def _spent(entry: WeaponEntry) -> bool:
    """Whether it is a single-shot rocket without its rocket, which has no damage points (AMO-ROCKET-PRICE)."""
    return entry.weapon is not None and entry.weapon.single_shot and not any(load.shots for load in entry.loads)


@once_a_design
def _parts(design: Design) -> dict[Path, tuple[Part, Unit]]:
    """Every entry that component armor could go round, of all units."""
    return {path: (part, unit) for unit in design.units() for path, part in unit.parts.items()}


def insides(design: Design, armor: ComponentArmor) -> list[Inside]:
    """What a component armor goes round, in the order written."""
    found: list[Inside] = []
    for part, owner in (_parts(design)[path] for path in armor.around if path in _parts(design)):
        face, mount = place_of(owner, part)
        found.append(Inside(part, owner, face, owner.mount_at(mount)))
    return found


def _beside_engine(inside: Inside) -> bool:
    """Whether it is a part of an engine wherever there is one: extinguisher, battery."""
    part = inside.part
    return isinstance(part, AccessoryEntry) and part.accessory is not None and part.accessory.plant_part


def spot(armor: ComponentArmor) -> Path:
    """Where a finding about a component armor points: at what it goes round where that is written, else at it."""
    return (*armor.path, "around")


# -- the pass over all component armor -------------------------------------------------------------


@once_a_design
def _found(design: Design) -> dict[str, tuple[Fault | Withheld, ...]]:
    """The faults of all component armor by rule."""
    found: dict[str, list[Fault | Withheld]] = {}
    for unit in design.units():
        for rule_id, fault in _of_unit(design, unit):
            found.setdefault(rule_id, []).append(fault)
    return {rule_id: tuple(faults) for rule_id, faults in found.items()}


def _of_unit(design: Design, unit: Unit) -> Iterator[tuple[str, Fault | Withheld]]:
    armors = {armor.path: armor for armor in unit.all_component_armor}
    covered: dict[Path, Path] = {}
    on_face: dict[str | None, Path] = {}
    for path in in_file_order(design, armors):
        armor = armors[path]
        inside = insides(design, armor)
        if not all(part.known for part in inside) or (unit.body is None and any(map(_beside_engine, inside))):
            yield from ((rule_id, Withheld()) for rule_id in ("CA-WHAT", "CA-IDENTICAL", "CA-ONE-PER-FACE"))
            continue
        fault = _unfit(armor, inside) or _unlike(armor, inside) or _layered(design, armor, inside, covered)
        if fault is not None:
            yield fault
            continue
        yield from _doubtful(armor, inside)
        covered.update(dict.fromkeys((part.path for part in inside), spot(armor)))
        for first in inside[:1]:
            yield from _crowded(unit, armor, first, on_face)


def _unfit(armor: ComponentArmor, inside: Sequence[Inside]) -> tuple[str, Fault] | None:
    """What may not have component armor at all (CA-WHAT, CA-MOUNTS), or not by itself (CA-ENGINE)."""
    with_engine = any(isinstance(part.part, Plant) for part in inside)
    for part in inside:
        fields = {"item": part.name, "where": part.where}
        if part.engine_part and not with_engine:
            return "CA-ENGINE", Fault(spot(armor), fields, causes=_entries([part]))
        if isinstance(part.part, Mount):
            return "CA-WHAT", Fault(spot(armor), fields, "mount", _entries([part]))
        if part.outside:
            return "CA-WHAT", Fault(spot(armor), fields, "outside", _entries([part]))
        if not part.engine_part and not part.has_dp:
            return "CA-WHAT", Fault(spot(armor), fields, causes=_entries([part]))
        kind = part.mount.kind if part.mount is not None else None
        if part.face in CORNERS or (kind is not None and not kind.component_armor):
            return "CA-MOUNTS", Fault(spot(armor), fields, causes=_entries([part]))
    return None


def _unlike(armor: ComponentArmor, inside: Sequence[Inside]) -> tuple[str, Fault] | None:
    """Several that may not share one (CA-TANK-SEPARATE, CA-IDENTICAL)."""
    engine = any(isinstance(part.part, Plant) for part in inside)
    sharing = [part for part in inside if not (engine and part.engine_part)]
    if len(sharing) < 2:
        return None
    fields = {"items": listed(part.name.lower() for part in sharing)}
    tank = next((part for part in sharing if isinstance(part.part, Tank)), None)
    if tank is not None:
        return "CA-TANK-SEPARATE", Fault(spot(armor), {**fields, "item": tank.name}, causes=_entries(sharing))
    first = sharing[0]
    for other in sharing[1:]:
        message = _difference(first, other)
        if message is not None:
            names = {"item": first.name, "other": other.name, "where": first.where, "other_where": other.where}
            return "CA-IDENTICAL", Fault(spot(armor), {**fields, **names}, message, _entries(sharing))
    return None


def _difference(one: Inside, other: Inside) -> str | None:
    """Why two entries may not share one component armor: the message of CA-IDENTICAL; None where they may."""
    a, b = one.part, other.part
    if one.role is not None and other.role is not None:
        alike = (one.role == "passenger") == (other.role == "passenger")
        return None if alike and one.unit.path == other.unit.path else ""
    if not isinstance(a, (WeaponEntry, AccessoryEntry, BoosterEntry)) or one.component != other.component:
        return ""
    if one.place != other.place:
        return "places"
    if _fittings(a) == _fittings(b):
        return None
    return "sizes" if isinstance(a, BoosterEntry) else "fittings"


def _fittings(part: Part) -> tuple[object, ...]:
    """What those that share an armor have alike: options, magazines, a booster's size. A trigger is the face's."""
    if isinstance(part, BoosterEntry):
        return (part.weight, part.mph, part.sized_for)
    if not isinstance(part, WeaponEntry):
        return ()
    magazines = part.magazines
    options = sorted(o.component.id for o in part.options if not o.component.per_face)
    return (options, magazines.extra, magazines.dual, magazines.rocket, magazines.rotary, magazines.switch)


def _layered(
    design: Design, armor: ComponentArmor, inside: Sequence[Inside], covered: dict[Path, Path]
) -> tuple[str, Fault] | None:
    """A second armor, or an insulator, on something armored (CA-COMBINE)."""
    here = spot(armor)
    for part in inside:
        fields = {"item": part.name}
        if part.path in covered:
            cause = Cause(covered[part.path], "the other component armor round {item}")
            return "CA-COMBINE", Fault(here, fields, "layered", (cause,))
        for path, name in _insulators(part.part):
            first, second = in_file_order(design, (here, path))
            text = "the insulator stands here" if first == path else "its component armor stands here"
            return "CA-COMBINE", Fault(second, {**fields, "insulator": name.lower()}, causes=(Cause(first, text),))
    return None


def _insulators(part: Part) -> Iterator[tuple[Path, str]]:
    """Options of an entry that shut out component armor: (place, name)."""
    if isinstance(part, (WeaponEntry, Plant, Tank)):
        for chosen in part.options:
            if bars_component_armor(chosen.component):
                yield chosen.path, chosen.component.name


def bars_component_armor(option: WeaponOption | PlantOption) -> bool:
    """Whether an option and component armor exclude each other on one component."""
    named = option.excludes if isinstance(option, WeaponOption) else ()
    restricted = (word for r in option.restrictions if r.rule == "CA-COMBINE" for word in r.excludes)
    return "component-armor" in (*named, *restricted)


def _doubtful(armor: ComponentArmor, inside: Sequence[Inside]) -> Iterator[tuple[str, Fault | Withheld]]:
    """Crew that share one but are not all gunners of the body (CA-CREW-SHARED)."""
    crew = [part for part in inside if part.role is not None]
    if any(_doubtful_pair(crew[0], other) for other in crew[1:]):
        names = listed(part.name.lower() for part in crew)
        yield "CA-CREW-SHARED", Fault(spot(armor), {"items": names}, causes=_entries(crew))


def _doubtful_pair(one: Inside, other: Inside) -> bool:
    """Whether two of the crew are neither passengers nor gunners in one place."""
    gunners = one.role == "gunner" and other.role == "gunner"
    return one.role != "passenger" and not (gunners and one.place == other.place)


def _crowded(
    unit: Unit, armor: ComponentArmor, inside: Inside, on_face: dict[str | None, Path]
) -> Iterator[tuple[str, Fault]]:
    """More than one component armor on a face (CA-ONE-PER-FACE); what is inside or in a mount has none."""
    face, part = inside.face, inside.part
    if face not in unit.faces:
        return
    count = part.count if armor.each and isinstance(part, (WeaponEntry, AccessoryEntry)) else 1
    fields = {"face": face, "count": count}
    if face in on_face:
        cause = Cause(on_face[face], "the {face} has this one already")
        yield "CA-ONE-PER-FACE", Fault(spot(armor), fields, causes=(cause,), limit=1, actual=1 + count)
    elif count > 1:
        yield "CA-ONE-PER-FACE", Fault(spot(armor), fields, "each", limit=1, actual=count)
    on_face.setdefault(face, spot(armor))


def _entries(parts: Sequence[Inside]) -> tuple[Cause, ...]:
    return tuple(Cause(part.path, "{part} is inside", {"part": part.name}) for part in parts)


# -- the rules -------------------------------------------------------------------------------------


@rule(
    "CA-WHAT",
    "{item} has no damage points, so nothing that component armor could protect.",
    "Take the component armor off it.",
    messages={
        "mount": "{item} is a mount: component armor goes round what is inside, not round the mount.",
        "outside": "{item} is fitted outside; component armor goes round what is inside.",
    },
    hints={
        "mount": "Put the component armor on a weapon inside, where the mount allows it.",
        "outside": "Write `points` on it instead: the armor of its own.",
    },
)
def what(design: Design) -> Iterator[Fault | Withheld]:
    """Component armor round something without damage points, round a mount, or outside."""
    yield from _found(design).get("CA-WHAT", ())


@rule(
    "CA-LIMIT",
    "The component armor weighs {actual} lb; {limit} lb are allowed round {spaces}, {each} lb a space.",
    "Take {over} lb off: at most {points} points of {type}.",
    messages={
        "composite": "The layers of the component armor weigh {actual} lb together; {limit} lb are allowed round "
        "{spaces}, {each} lb a space."
    },
    hints={"composite": "Take {over} lb off: a point of {type} weighs {weight} lb here."},
)
def limit(design: Design) -> Iterator[Fault | Withheld]:
    """The layers of each component armor together against 20 lb a protected space."""
    for unit in design.units():
        fitting = component_armor_fitting(unit, design.catalog)
        assert fitting.max_weight is not None
        for armor in unit.all_component_armor:
            known = all(part.known for part in insides(design, armor))
            if not known or sum(points for _, points in armor.layers) < armor.points:
                yield Withheld()
                continue
            spaces = protected_by(unit, armor, unit.parts, design.catalog)
            layers = [(kind, fitting.weight * spaces * kind.weight_factor, points) for kind, points in armor.layers]
            actual = sum(ceil(each * points) for _, each, points in layers)
            allowed = fitting.max_weight * spaces
            if actual > allowed:
                kind, each, _ = layers[0]
                fields = {
                    "actual": actual,
                    "limit": allowed,
                    "over": actual - allowed,
                    "spaces": counted(spaces, "space"),
                    "each": fitting.max_weight,
                    "points": allowed // each,
                    "type": kind.name.lower(),
                    "weight": Fraction(each),
                }
                message = "composite" if layers[1:] else ""
                yield Fault((*armor.path, "points"), fields, message, (), allowed, actual)


@rule(
    "CA-ONE-PER-FACE",
    "The {face} holds a component armor already; a face has one, whatever it covers.",
    "Take one of them off, or cover identical weapons with a single one.",
    needs=("body",),
    messages={"each": "`covers: each` puts {count} component armors on the {face}; a face has one."},
    hints={"each": "Write `covers: all`: one component armor round the {count}."},
)
def one_per_face(design: Design) -> Iterator[Fault | Withheld]:
    """A second component armor on a face."""
    yield from _found(design).get("CA-ONE-PER-FACE", ())


@rule(
    "CA-IDENTICAL",
    "{item} and {other} cannot share one component armor: it covers one component, or identical ones on a face.",
    "Leave one of them out of `around`, or armor it by itself.",
    messages={
        "places": "The {item} stands on {where}, the other on {other_where}: one component armor covers one face.",
        "fittings": "These {item} entries differ in options or magazines, so they cannot share one component armor.",
        "sizes": "These {item} entries differ in size, so they cannot share one component armor.",
    },
    hints={
        "places": "Give each its own component armor.",
        "fittings": "Give them the same options and magazines, or armor one of them only.",
        "sizes": "Give them the same weight, or armor one of them only.",
    },
)
def identical(design: Design) -> Iterator[Fault | Withheld]:
    """Entries under one component armor that are not identical, or not in one place."""
    yield from _found(design).get("CA-IDENTICAL", ())


@rule(
    "CA-CREW-SHARED",
    "Whether {items} may share one component armor is doubtful.",
    "Give each a component armor of its own, or agree with your league.",
)
def crew_shared(design: Design) -> Iterator[Fault | Withheld]:
    """A warning on crew members under one component armor that are not all gunners."""
    yield from _found(design).get("CA-CREW-SHARED", ())


@rule(
    "CA-ENGINE",
    "{item} belongs to the engine and cannot be armored apart.",
    "Take its component armor off; that of the plant or engine covers it.",
)
def engine(design: Design) -> Iterator[Fault | Withheld]:
    """A part of the engine with a component armor of its own."""
    yield from _found(design).get("CA-ENGINE", ())


@rule(
    "CA-TANK-SEPARATE",
    "The {item} never shares a component armor: {items} are inside this one.",
    "Take the tank out of `around` and write `component_armor` on the tank.",
)
def tank_separate(design: Design) -> Iterator[Fault | Withheld]:
    """A gas tank under one component armor with something else."""
    yield from _found(design).get("CA-TANK-SEPARATE", ())


@rule(
    "CA-COMBINE",
    "{item} has component armor and a {insulator}; they exclude each other.",
    "Keep one of the two.",
    messages={"layered": "{item} is inside two component armors; a component has one."},
    hints={"layered": "Take it out of one of them."},
)
def combine(design: Design) -> Iterator[Fault | Withheld]:
    """Component armor over component armor, or with an insulator."""
    yield from _found(design).get("CA-COMBINE", ())


@rule(
    "CA-MOUNTS",
    "{item} is in {where}, where nothing can have component armor.",
    "Take the component armor off, or move the weapon to a face or into a turret.",
)
def mounts(design: Design) -> Iterator[Fault | Withheld]:
    """Component armor in pods, on platforms, pintles and corners."""
    yield from _found(design).get("CA-MOUNTS", ())


RULES = (what, limit, one_per_face, identical, crew_shared, engine, tank_separate, combine, mounts)
