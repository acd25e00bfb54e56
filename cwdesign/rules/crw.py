"""Crew and personal equipment (CRW): who is aboard, what they wear, carry and aim with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cwdesign.components import Accessory, Exact, Gear, HandWeapon, PersonKind
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import Share, fits, in_file_order, open_within, over_limit, repeated, too_many
from cwdesign.sheet import Path
from cwdesign.values import replace
from cwdesign.vehicle import AccessoryEntry, ComputerChoice, Equipment, LinkItem, Person, Unit, WeaponEntry

DRIVING = ("driver", "cyclist")
ROBOTIC = "robotic"
"""The flag of equipment that moves a vehicle without a driver aboard."""


def everybody(design: Design) -> Iterator[Person]:
    """Everybody aboard, in any unit."""
    for unit in design.units():
        yield from unit.people


# -- the crew --------------------------------------------------------------------------------------


@rule(
    "CRW-DRIVER-REQUIRED",
    "Nobody drives this vehicle.",
    "Write the {role} first in `crew`: {spaces} spaces and {weight} lb.",
    needs=("crew",),
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
        if "accessories" in design.unknown:
            yield Withheld()
            return
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
    needs=("crew",),
)
def race(design: Design) -> Iterator[Fault | Withheld]:
    """More people than a race body carries; a second driver is CRW-DRIVER-REQUIRED's."""
    for unit in design.units():
        if unit.body is None or unit.body.max_crew is None:
            continue
        surplus = [person.path for person in unit.people if person.role in DRIVING][1:]
        aboard = [(p.path, 1, p.kind.name) for p in unit.people if p.path not in surplus]
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
        yield from too_many(design, aids, 1, {"person": person.kind.name})


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
            weapons = _weapons_served(design, choice)
            groups = sum(1 if w.linked else w.count for w in weapons)
            if groups > 1 and not _one_group(design, choice, weapons):
                fields = {"computer": computer.name.lower(), "actual": groups}
                yield Fault((*choice.path, "weapons"), fields, limit=1, actual=groups)


def _weapons_served(design: Design, choice: ComputerChoice) -> list[WeaponEntry]:
    """The weapon entries that a computer is said to serve."""
    found = (design.vehicle.weapon_at(path) for path in _named(choice.weapons))
    return [weapon for weapon in found if weapon is not None]


def _one_group(design: Design, choice: ComputerChoice, weapons: Sequence[WeaponEntry]) -> bool:
    """Whether what a computer serves are identical weapons of one link."""
    kinds = {weapon.weapon.id for weapon in weapons if weapon.weapon is not None}
    return len(kinds) < 2 and any(_named(choice.weapons) <= _named(link.items) for link in design.vehicle.all_links)


def _named(items: Sequence[LinkItem]) -> set[Path]:
    return {path for item in items for path in item.entries}


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
        yield from too_many(design, suits, 1, {"person": person.kind.name})


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
        yield from too_many(design, vests, 1, {"person": person.kind.name}, "second")
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
        for fault in over_limit(design, carried(person), limit, {"person": person.kind.name}):
            suits = tuple(
                Cause(e.path, "{suit} lowers the limit to {most}", {"suit": gear.name, "most": most})
                for e, gear, most in lowering
            )
            yield replace(fault, causes=(*fault.causes, *suits))


def carried(person: Person) -> list[Share]:
    """Grenade equivalents of each entry of a person's equipment, less what a vest stows for free."""
    free = {word: count for _, gear in _worn(person) for word, count in gear.stows}
    carrying = [(e, e.gear) for e in person.equipment if e.gear is not None]
    shares: dict[Path, Exact] = {}
    stowable: list[tuple[Exact, int, str, Path]] = []
    for e, gear in carrying:
        shares[e.path] = gear.ge * e.count
        if isinstance(gear, HandWeapon):
            stowable += [(gear.ge, e.count, word, e.path) for word in free if fits((word,), gear)]
        for chosen in e.options:
            number = chosen.count * e.count
            shares[e.path] += chosen.component.ge * number
            stowable += [(chosen.component.ge, number, word, e.path) for word in free if word in chosen.component.flags]
    for each, count, word, path in sorted(stowable, key=lambda item: -item[0]):
        stowed = min(free[word], count)
        free[word] -= stowed
        shares[path] -= each * stowed
    return [Share(e.path, shares[e.path], gear.name) for e, gear in carrying]


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
            for index, (later, seat) in enumerate(seats):
                for earlier, other in [pair for pair in seats[:index] if _other_kind(seat, pair[1])][:1]:
                    first, second = in_file_order(design, (earlier.path, later.path))
                    fields = {"person": person.kind.name, "item": other.name, "other": seat.name}
                    yield Fault(second, fields, causes=(Cause(first, "the other seat"),))


def _seats(unit: Unit, person: Person) -> Sequence[tuple[AccessoryEntry, Accessory]]:
    """A person's seats; those written for the vehicle are the only person's, where nobody else is aboard."""
    entries = (*person.accessories, *(unit.accessories if unit.people == (person,) else ()))
    return [(e, e.accessory) for e in entries if e.accessory is not None and e.accessory.occupant]


def _other_kind(one: Accessory, other: Accessory) -> bool:
    """Whether the catalog names two as different kinds of seat."""
    pairs = ((one, other), (other, one))
    return any(r.rule == "CRW-SEAT-KINDS" and b.id in r.excludes for a, b in pairs for r in a.restrictions)


@rule(
    "CRW-EJECTION-ONE",
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
