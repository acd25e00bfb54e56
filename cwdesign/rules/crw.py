"""Crew and personal equipment (CRW): who is aboard, what they wear, carry and aim with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cwdesign.components import Exact, Gear, HandWeapon, PersonKind
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import Share, fits, in_file_order, open_within, over_limit, repeated, too_many
from cwdesign.sheet import Path
from cwdesign.values import replace
from cwdesign.vehicle import AccessoryEntry, ComputerChoice, Equipment, Person, Unit

DRIVING = ("driver", "cyclist")
ROBOTIC = "robotic"
"""The flag of equipment that moves a vehicle without a driver aboard."""


def everybody(design: Design) -> Iterator[Person]:
    """Everybody aboard, in any unit."""
    for unit in design.units():
        yield from unit.people


def called(person: Person) -> str:
    """What a person is called in messages."""
    return person.kind.name if person.kind is not None else person.role


# -- the crew --------------------------------------------------------------------------------------


@rule(
    "CRW-DRIVER-REQUIRED",
    "Nobody drives this vehicle.",
    "Write the {role} first in `crew`: {spaces} spaces and {weight} lb.",
    needs=("body", "crew"),
    messages={
        "second": "A vehicle has one driver; this is another.",
        "towed": "The {body} is towed: nobody drives it.",
    },
    hints={
        "second": "Make this person a gunner or a passenger.",
        "towed": "Make this person a gunner or a passenger.",
    },
)
def driver_required(design: Design) -> Iterator[Fault | Withheld]:
    """No driver, or two, over all units, or one in a semi-trailer; in a car trailer that is TRL-BODY.

    One who drives from a cupola is CRW-CUPOLA-GUNNER's.
    """
    body = design.unit.body
    if body is None:
        return
    if body.towed:
        if not body.is_a("car-trailer"):
            for person in design.unit.crew:
                if person.drives:
                    yield Fault((*person.path, "role"), {"body": body.name}, "towed")
        return
    drivers = [person for person in everybody(design) if person.role in DRIVING]
    if not drivers and not _robotic(design):
        kind = design.catalog.get(PersonKind, "cyclist" if body.is_a("cycle") else "driver")
        yield Fault(("crew",), {"role": kind.name.lower(), "spaces": kind.spaces, "weight": kind.weight})
    seated = [person for person in drivers if person.place != "mount"]
    for second in seated[1:]:
        yield Fault(second.path, {}, "second", (Cause(seated[0].path, "the driver"),), 1, len(seated))


def _robotic(design: Design) -> bool:
    """Whether something other than a person drives (an autopilot)."""
    entries = (entry for unit in design.units() for entry in unit.all_accessories)
    return any(entry.accessory is not None and ROBOTIC in entry.accessory.flags for entry in entries)


@rule(
    "CRW-RACE",
    "The {body} carries {limit} in all; {actual} are aboard.",
    "Leave {over} of them out.",
    needs=("body", "crew"),
)
def race(design: Design) -> Iterator[Fault | Withheld]:
    """More people than a race body carries; a second driver is CRW-DRIVER-REQUIRED's."""
    for unit in design.units():
        if unit.body is None or unit.body.max_crew is None:
            continue
        surplus = [person.path for person in unit.people if person.role in DRIVING][1:]
        aboard = [(p.path, 1, called(p)) for p in unit.people if p.path not in surplus]
        yield from too_many(design, aboard, unit.body.max_crew, {"body": unit.body.name})


@rule(
    "CRW-CUPOLA-GUNNER",
    "Nobody can be in the {mount}: only a cupola holds a person.",
    "Move this person into the crew, or take a cupola.",
    messages={"driver": "A driver cannot sit in the {mount}."},
    hints={"driver": "Write the driver in `crew`; the {mount} has a gunner."},
)
def cupola_gunner(design: Design) -> Iterator[Fault | Withheld]:
    """People in mounts that hold none, and drivers in those that do."""
    for unit in design.units():
        for mount in unit.mounts:
            if mount.kind is None:
                yield Withheld()
                continue
            for person in mount.crew:
                if not mount.kind.gunner_spaces:
                    yield Fault(person.path, {"mount": mount.name})
                elif person.role in DRIVING:
                    yield Fault(person.path, {"mount": mount.name}, "driver")


# -- targeting computers ---------------------------------------------------------------------------


@rule(
    "CRW-COMPUTER-ONE",
    "{person} has {actual} targeting aids; one is allowed.",
    "Keep one of them. One written on a weapon is the driver's.",
    needs=("crew",),
)
def computer_one(design: Design) -> Iterator[Fault | Withheld]:
    """A second targeting aid of one driver or gunner."""
    for person in everybody(design):
        if person.role == "passenger":
            continue
        if any(choice.computer is None for choice in person.computers):
            yield Withheld()
        aids = [(c.path, 1, c.computer.name) for c in person.computers if c.computer is not None]
        yield from too_many(design, aids, 1, {"person": called(person)})


@rule(
    "CRW-COMPUTER-PASSENGER",
    "A passenger cannot have a {computer}.",
    "Take it off, or make this person a gunner.",
)
def computer_passenger(design: Design) -> Iterator[Fault | Withheld]:
    """Targeting aids of passengers."""
    for person in everybody(design):
        if person.role == "passenger":
            for choice in person.computers:
                if choice.computer is not None:
                    yield Fault(choice.path, {"computer": choice.computer.name.lower()})


SCOPE = "The {computer} serves one weapon or one group of linked identical weapons, not {actual}."
SCOPE_HINT = "Name one of them, or link identical ones."


@rule("CRW-COMPUTER-SCOPE", SCOPE, SCOPE_HINT, needs=("weapons", "links"))
def computer_scope(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on single-weapon computers for several weapons."""
    yield from _beyond_one(design, "CRW-COMPUTER-SCOPE")


@rule(
    "CRW-CYBERLINK",
    "The {computer} is tied to one weapon; {actual} weapons or links are named for it.",
    "Name one of them.",
    needs=("weapons", "links"),
)
def cyberlink(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on cyberlinks for several weapons."""
    yield from _beyond_one(design, "CRW-CYBERLINK")


def _beyond_one(design: Design, rule_id: str) -> Iterator[Fault]:
    for person in everybody(design):
        for choice in person.computers:
            computer = choice.computer
            if computer is None or not computer.single_weapon or computer.scope_rule != rule_id:
                continue
            groups = _weapons_served(design, choice)
            if groups > 1:
                at = choice.path if choice.of_weapon is not None else (*choice.path, "weapons")
                yield Fault(at, {"computer": computer.name.lower(), "actual": groups}, limit=1, actual=groups)


def _weapons_served(design: Design, choice: ComputerChoice) -> int:
    """How many weapons or links a computer is said to serve; identical weapons of one link are one."""
    entries = {path for item in choice.weapons for path in item.entries}
    weapons = [w for w in (design.vehicle.weapon_at(path) for path in entries) if w is not None]
    separate = sum(1 if w.linked else w.count for w in weapons)
    if separate < 2 or len({w.weapon.id for w in weapons if w.weapon is not None}) > 1:
        return separate
    linked = any(entries <= {path for item in link.items for path in item.entries} for link in design.vehicle.all_links)
    return 1 if linked else separate


# -- body armor and gear ---------------------------------------------------------------------------


def _worn(person: Person) -> list[tuple[Equipment, Gear]]:
    return [(e, e.gear) for e in person.equipment if isinstance(e.gear, Gear)]


@rule(
    "CRW-ARMOR-ONE",
    "{person} wears {actual} suits of body armor; one is allowed.",
    "Keep one of them.",
)
def armor_one(design: Design) -> Iterator[Fault | Withheld]:
    """A second suit of body armor on one person."""
    for person in everybody(design):
        suits = [(e.path, e.count, gear.name) for e, gear in _worn(person) if gear.suit]
        yield from too_many(design, suits, 1, {"person": called(person)})


@rule(
    "CRW-VEST",
    "{item} cannot be worn with {other}.",
    "Keep one of the two.",
    messages={"second": "{person} wears {actual} vests; one is allowed."},
    hints={"second": "Keep one of them."},
)
def vest(design: Design) -> Iterator[Fault | Withheld]:
    """Vests and flak jackets over what they do not go with; what is a second vest is that alone."""
    for person in everybody(design):
        worn = _worn(person)
        vests = [(e.path, e.count, gear.name) for e, gear in worn if gear.stows]
        yield from too_many(design, vests, 1, {"person": called(person)}, "second")
        first: dict[str, tuple[Equipment, Gear]] = {}
        for later, gear in worn:
            for earlier, other in first.values():
                if _not_together(gear, other):
                    names = {"item": gear.name, "other": other.name}
                    yield Fault(later.path, names, causes=(Cause(earlier.path, "{other} is worn here"),))
            first.setdefault(gear.id, (later, gear))


def _not_together(one: Gear, other: Gear) -> bool:
    """Whether the catalog keeps two apart; two vests and two suits are counted instead."""
    excluded = other.id in one.excludes or one.id in other.excludes
    return excluded and not (one.stows and other.stows) and not (one.suit and other.suit)


@rule(
    "CRW-GE-LIMIT",
    "{person} carries {actual} grenade equivalents; the limit is {limit}.",
    "Take {over} GE of equipment away from this person.",
)
def ge_limit(design: Design) -> Iterator[Fault | Withheld]:
    """What each person carries in grenade equivalents; not where a league weighs it instead."""
    if design.settings.personal_gear_weight:
        return
    usual = design.catalog.constant("crew-carry-limit")
    for person in everybody(design):
        if open_within(design, person.path):
            yield Withheld()
            continue
        worn = _worn(person)
        lowering = [(e, gear, gear.max_ge) for e, gear in worn if gear.max_ge is not None and gear.max_ge < usual]
        limit = min((Fraction(most) for _, _, most in lowering), default=usual)
        limit += sum(gear.extra_ge * e.count for e, gear in worn)
        for fault in over_limit(design, carried(person), limit, {"person": called(person)}):
            suits = tuple(
                Cause(e.path, "{suit} lowers the limit to {most}", {"suit": gear.name, "most": most})
                for e, gear, most in lowering
            )
            yield replace(fault, causes=(*fault.causes, *suits))


def carried(person: Person) -> list[Share]:
    """Grenade equivalents of each entry of a person's equipment, less what a vest stows for free."""
    free = {word: count for _, gear in _worn(person) if gear.stows for word, count in gear.stows}
    shares: dict[Path, Exact] = dict.fromkeys((e.path for e in person.equipment), 0)
    stowable: list[tuple[Exact, int, str, Path]] = []
    for e in person.equipment:
        if e.gear is None:
            continue
        shares[e.path] += e.gear.ge * e.count
        if isinstance(e.gear, HandWeapon):
            stowable += [(e.gear.ge, e.count, word, e.path) for word in free if fits((word,), e.gear)]
        for chosen in e.options:
            number = chosen.count * e.count
            shares[e.path] += chosen.component.ge * number
            stowable += [(chosen.component.ge, number, word, e.path) for word in free if word in chosen.component.flags]
    for each, count, word, path in sorted(stowable, key=lambda item: -item[0]):
        stowed = min(free[word], count)
        free[word] -= stowed
        shares[path] -= each * stowed
    return [Share(e.path, shares[e.path], e.gear.name) for e in person.equipment if e.gear is not None]


# -- seats -----------------------------------------------------------------------------------------


@rule(
    "CRW-SEAT-KINDS",
    "{person} has {item} and {other}, but sits in one of them.",
    "Keep one of them for this person.",
)
def seat_kinds(design: Design) -> Iterator[Fault | Withheld]:
    """A warning on a safety seat and an ejection seat of one person."""
    for unit in design.units():
        for person in unit.people:
            seats = _seats(unit, person)
            for index, later in enumerate(seats):
                earlier = next((e for e in seats[:index] if _other_kind(later, e)), None)
                if earlier is None or later.accessory is None or earlier.accessory is None:
                    continue
                first, second = in_file_order(design, (earlier.path, later.path))
                fields = {"person": called(person), "item": earlier.accessory.name, "other": later.accessory.name}
                yield Fault(second, fields, causes=(Cause(first, "the other seat"),))


def _seats(unit: Unit, person: Person) -> Sequence[AccessoryEntry]:
    """A person's seats; those written for the vehicle are the only person's, where nobody else is aboard."""
    alone = len(unit.people) == 1
    entries = (*person.accessories, *(unit.accessories if alone else ()))
    return [e for e in entries if e.accessory is not None and e.accessory.occupant]


def _other_kind(one: AccessoryEntry, other: AccessoryEntry) -> bool:
    """Whether the catalog names two as different kinds of seat."""
    pairs = ((one, other), (other, one))
    return any(
        b.accessory is not None and r.rule == "CRW-SEAT-KINDS" and b.accessory.id in r.excludes
        for a, b in pairs
        if a.accessory is not None
        for r in a.accessory.restrictions
    )


@rule(
    "CRW-EJECTION-ONE",
    "There are {actual} ejection seats for one person; one is allowed.",
    "Keep one of them.",
    messages={"repeated": "There are {actual} ejection seats where {limit} can be used."},
    hints={"repeated": "Take {over} of them off."},
)
def ejection_one(design: Design) -> Iterator[Fault | Withheld]:
    """A second ejection seat of one person, of either sort."""
    yield from repeated(design, "CRW-EJECTION-ONE")


RULES = (
    driver_required,
    computer_one,
    computer_passenger,
    computer_scope,
    cyberlink,
    armor_one,
    vest,
    seat_kinds,
    ejection_one,
    ge_limit,
    race,
    cupola_gunner,
)
