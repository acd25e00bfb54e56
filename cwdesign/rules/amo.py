"""Ammunition and magazines (AMO): what a weapon holds, and what may be added to its rounds."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Magazine, Weapon
from cwdesign.design import Design, components_of
from cwdesign.findings import Fault, Severity, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import Share, over_limit
from cwdesign.rules.tur import known_mounts
from cwdesign.rules.wpn import (
    OPTION_HINTS,
    OPTION_MESSAGES,
    both,
    hand_weapons,
    load_modifiers,
    misfit_modifiers,
    real_weapons,
    weapon_entries,
)
from cwdesign.sheet import Path
from cwdesign.tech import levelled
from cwdesign.values import replace
from cwdesign.vehicle import HandLoad, Load, WeaponEntry
from cwdesign.words import counted, listed

ROCKETS = "single-shot-rocket"


def loaded(entry: WeaponEntry) -> Iterator[Load]:
    """The loads of an entry whose round the weapon takes; another is WPN-TABLE's matter."""
    return (load for load in entry.loads if load.round is not None)


def load_name(load: Load | HandLoad) -> str:
    """The type of a load in words."""
    if load.type is not None:
        return load.type.name
    assert load.round is not None
    return load.round.type.replace("-", " ")


def sound_magazines(entry: WeaponEntry, weapon: Weapon) -> bool:
    """Whether an entry has no magazine of the wrong kind, which leaves its capacity open."""
    return not (entry.magazines.rocket and weapon.category != ROCKETS) and not (
        (entry.magazines.extra or entry.magazines.dual) and weapon.category == ROCKETS
    )


def shots(entry: WeaponEntry) -> list[Share]:
    """Shots by load."""
    return [Share(load.path, load.shots, load_name(load)) for load in loaded(entry)]


def counted_shots(entry: WeaponEntry, weapon: Weapon) -> list[Share]:
    """Shots by load as AMO-NOMIX counts them: types that share no magazine fill whole ones."""
    shares: list[Share] = []
    alone: dict[str, int] = {}
    for load in loaded(entry):
        assert load.round is not None
        amount = load.shots
        if not load.round.mixable:
            before = alone.get(load.round.type, 0)
            alone[load.round.type] = before + load.shots
            amount = (-(-alone[load.round.type] // weapon.shots) - -(-before // weapon.shots)) * weapon.shots
        shares.append(Share(load.path, amount, load_name(load)))
    return shares


@rule(
    "AMO-CAPACITY",
    "The {weapon} and its magazines hold {limit} shots; {actual} are listed.",
    "List {over} fewer, or add a magazine.",
    messages={
        "none": "No {entry} is loaded: each type listed has at least one shot.",
        "hand": "The {weapon} and its clips hold {limit} shots; {actual} are listed.",
    },
    hints={
        "hand": "List {over} fewer, or add `extra-clip` to its options.",
        "none": "Take {entry} out of the list, or give it a shot; what stands before it may fill the weapon.",
    },
)
def capacity(design: Design) -> Iterator[Fault | Withheld]:
    """Shots of all types against weapon and magazines or clips; a listed type without a shot."""
    for gun, equipment in hand_weapons(design):
        if equipment.capacity is not None:
            held = [Share(load.path, load.shots, load_name(load)) for load in equipment.loads if load.round is not None]
            # The page speaks of weapons of vehicles: whoever carries reloads loose is warned only.
            yield from over_limit(design, held, equipment.capacity, {"weapon": gun.name}, "hand", "warning")
    for _, entry, weapon in real_weapons(design):
        if not sound_magazines(entry, weapon):
            continue
        yield from over_limit(design, shots(entry), entry.capacity, {"weapon": weapon.name})
        for load in loaded(entry):
            if not load.shots:
                yield Fault((*load.path, "shots"), {"entry": load_name(load)}, "none", (), 1, 0)


@rule(
    "AMO-NOMIX",
    "{entry} shares no magazine with other rounds: as whole magazines the shots of the {weapon} count {actual}, "
    "and {limit} fit.",
    "Add a magazine, or load one type only.",
)
def whole_magazines(design: Design) -> Iterator[Fault | Withheld]:
    """Types that fill whole magazines alone, where the bare number of shots would fit."""
    for _, entry, weapon in real_weapons(design):
        room = entry.capacity
        if not weapon.shots or not sound_magazines(entry, weapon) or sum(s.amount for s in shots(entry)) > room:
            continue
        alone = listed({load_name(load): None for load in loaded(entry) if load.round and not load.round.mixable})
        for fault in over_limit(design, counted_shots(entry, weapon), room, {"weapon": weapon.name}):
            yield Fault(fault.at, {**fault.fields, "entry": alone}, "", fault.causes, fault.limit, fault.actual)


@rule(
    "AMO-MAG-EXTRA",
    "The {weapon} uses no ammunition, so an extra magazine is of no use to it.",
    "Take the magazine off.",
)
def extra_magazine(design: Design) -> Iterator[Fault | Withheld]:
    """Extra magazines on a weapon without ammunition; those of dischargers are DRP-DISCHARGER-ZERO's matter."""
    for _, entry, weapon in real_weapons(design):
        if entry.magazines.extra and not weapon.takes_ammunition and not weapon.discharger:
            yield Fault((*entry.magazines.path, "extra"), {"weapon": weapon.name}, severity="error")


@rule(
    "AMO-MAG-ROCKET",
    "A rocket magazine has at most {limit} spaces; this has {actual}.",
    "Make it smaller by {over}.",
    messages={
        "weapon": "A rocket magazine is for single-shot rockets; the {weapon} is none.",
        "size": "A rocket magazine is for rockets of at most one space; the {weapon} takes {actual}.",
        "other": "The {weapon} is a single-shot rocket, and takes a rocket magazine instead of this one.",
    },
    hints={
        "weapon": "Take it off, or buy an extra magazine.",
        "size": "Take it off.",
        "other": "Write `magazines: {{rocket: 1}}`.",
    },
)
def rocket_magazine(design: Design) -> Iterator[Fault | Withheld]:
    """Rocket magazines on other weapons or too large, and other magazines on single-shot rockets."""
    most = next(m.max_spaces for m in design.catalog.all(Magazine) if m.key == "rocket")
    banned = {mount.path for _, mount, kind in known_mounts(design) if kind.magazines == "none"}
    for _, entry, weapon in real_weapons(design):
        if entry.inside in banned:
            continue  # the mount's own rule reports it
        at, spaces = (*entry.magazines.path, "rocket"), entry.magazines.rocket
        fields = {"weapon": weapon.name}
        if spaces and weapon.category != ROCKETS:
            yield Fault(at, fields, "weapon")
        elif spaces and weapon.spaces > 1:
            yield Fault(at, {**fields, "actual": counted(weapon.spaces, "space")}, "size")
        elif most is not None and spaces > most:
            over = counted(spaces - most, "space")
            yield Fault(at, {"limit": most, "actual": spaces, "over": over}, "", (), most, spaces)
        if weapon.category == ROCKETS:
            for key in ("extra", "dual"):
                if getattr(entry.magazines, key):
                    yield Fault((*entry.magazines.path, key), fields, "other")


@rule(
    "AMO-MAG-ROTARY",
    "A rotary magazine mixes types of rounds; the {weapon} has fewer than two loaded.",
    "Load a second type, or save the price of the {magazine}.",
    messages={"two-magazines": "A magazine switch chooses among magazines; the {weapon} has no second one."},
    hints={"two-magazines": "Add a magazine, or save the price of the {magazine}."},
)
def fittings(design: Design) -> Iterator[Fault | Withheld]:
    """Remarks on a rotary magazine with one type of rounds, and on a switch without a second magazine."""
    for _, entry, weapon in real_weapons(design):
        if not weapon.takes_ammunition:
            continue
        types = {load.round.type for load in loaded(entry) if load.round is not None}
        has = {
            "two-ammunition-types": len(types) > 1,
            "two-magazines": bool(entry.magazines.extra or entry.magazines.dual or entry.magazines.rocket),
        }
        for piece in design.catalog.all(Magazine):
            if not getattr(entry.magazines, piece.key):
                continue
            needs = [word for r in piece.restrictions if r.rule == "AMO-MAG-ROTARY" for (word,) in r.requires]
            for word in needs:
                if not has[word]:
                    fields = {"weapon": weapon.name, "magazine": piece.name.lower()}
                    message = word if word == "two-magazines" else ""
                    yield Fault((*entry.magazines.path, piece.key), fields, message)


# -- additions to rounds ---------------------------------------------------------------------------


def lacking(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """Additions to rounds that need something on board which is not there."""
    aboard: set[str] | None = None
    for _, _, chosen in load_modifiers(design):
        for restriction in chosen.component.restrictions:
            if restriction.rule != rule:
                continue
            if aboard is None:
                aboard = {component.id for component, _ in components_of(design)}
            for alternatives in restriction.requires:
                if not aboard.isdisjoint(alternatives):
                    continue
                if design.unknown & {"weapons", "weapon-options", "accessories"}:
                    yield Withheld()
                else:
                    severity: Severity | None = "warning" if restriction.severity == "warning" else None
                    fields = {"option": chosen.component.name, "needed": listed(alternatives, "or")}
                    yield Fault((*chosen.path, "type"), fields, "lacking", severity=severity)


def excluded(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """Additions to rounds beside another, or on a type of round, that they exclude."""
    for _, load, chosen in load_modifiers(design):
        option = chosen.component
        if option.rule != rule:
            continue
        others = {o.component.id: (o.component.name, o.path) for o in load.options}
        if load.type is not None:
            others[load.type.id] = (load.type.name, (*load.path, "type"))
        found: dict[Path, list[Fault]] = {}
        for id in option.excludes:
            if id in others:
                fault = both(design, (option.name, chosen.path), others[id])
                found.setdefault(fault.at, []).append(fault)
        for faults in found.values():
            yield replace(faults[0], causes=tuple(cause for fault in faults for cause in fault.causes))


@rule(
    "AMO-LASER-GUIDED",
    messages={
        **OPTION_MESSAGES,
        "lacking": "No laser on board has a guidance link, so this is an unguided rocket: {option}.",
    },
    hints={**OPTION_HINTS, "lacking": "Add the option `{needed}` to a laser or a targeting laser."},
)
def laser_guided(design: Design) -> Iterator[Fault | Withheld]:
    """Guidance on what is no rocket, and guided rockets without a laser that guides them."""
    yield from misfit_modifiers(design, "AMO-LASER-GUIDED")
    yield from lacking(design, "AMO-LASER-GUIDED")


@rule(
    "AMO-HARM",
    messages={**OPTION_MESSAGES, "lacking": "This rocket needs a {needed} on board: {option}."},
    hints={**OPTION_HINTS, "lacking": "Add the accessory `{needed}`, or load other rockets."},
)
def radar_homing(design: Design) -> Iterator[Fault | Withheld]:
    """Radar homing on what is no rocket, and radar-homing rockets without a radar detector."""
    yield from misfit_modifiers(design, "AMO-HARM")
    yield from lacking(design, "AMO-HARM")


def _of_modifiers(id: str) -> Rule:
    """A rule that says which additions fit the rounds of which weapons, and which exclude each other."""

    @rule(id, messages=OPTION_MESSAGES, hints=OPTION_HINTS)
    def fitting(design: Design) -> Iterator[Fault | Withheld]:
        """Additions on rounds of weapons they are not for, or beside what excludes them."""
        yield from misfit_modifiers(design, id)
        yield from excluded(design, id)

    return fitting


@rule(
    "AMO-TECH",
    "{round} rounds are of the {needed} level, and this design is judged at the {level} level.",
    "Load another type, or build at the {needed} level.",
)
def ammunition_level(design: Design) -> Iterator[Fault | Withheld]:
    """Rounds above the design's level in weapons that are within it."""
    for part in levelled(design):
        if part.kind == "ammunition" and part.too_new(design):
            yield Fault(part.at, {"round": part.name, "needed": part.level, "level": design.tech_level})


@rule(
    "AMO-FAKE",
    "A fake {weapon} takes no ammunition.",
    "Write `ammo: []`, or leave `ammo` out.",
    messages={"magazine": "A fake {weapon} takes no magazines."},
    hints={"magazine": "Take the magazines off."},
)
def fake(design: Design) -> Iterator[Fault | Withheld]:
    """Ammunition or magazines of a fake."""
    for _, entry, weapon in weapon_entries(design):
        if not entry.fake:
            continue
        if any(not load.defaulted for load in entry.loads):
            yield Fault((*entry.path, "ammo"), {"weapon": weapon.name})
        if entry.magazines.any:
            yield Fault(entry.magazines.path, {"weapon": weapon.name}, "magazine")


RULES: tuple[Rule, ...] = (
    capacity,
    whole_magazines,
    extra_magazine,
    rocket_magazine,
    fittings,
    laser_guided,
    radar_homing,
    _of_modifiers("AMO-TRACER"),
    _of_modifiers("AMO-MINE-FUSES"),
    _of_modifiers("AMO-GRENADE-FUSE"),
    ammunition_level,
    fake,
)
