"""Weapons (WPN): where they sit, and what they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cwdesign.components import AmmunitionModifier, Component, HandWeapon, HandWeaponOption, Weapon, WeaponOption
from cwdesign.design import Design, once_a_design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import (
    HINTS,
    MESSAGES,
    TWICE,
    TWICE_HINT,
    fits,
    in_file_order,
    restricted,
    with_article,
    written_again,
)
from cwdesign.sheet import Path
from cwdesign.tech import levelled
from cwdesign.vehicle import CORNERS, Chosen, Equipment, HandLoad, Load, Unit, WeaponEntry
from cwdesign.words import listed

OPTION_MESSAGES = {
    "misfit": "The {weapon} does not take this: {option}.",
    "both": "{option} and {other} exclude each other.",
}
OPTION_HINTS = {"misfit": "Take it out.", "both": "Keep one of them."}


# Two dozen rules ask for these.


@once_a_design
def weapon_entries(design: Design) -> tuple[tuple[Unit, WeaponEntry, Weapon], ...]:
    """Every weapon entry whose weapon is known, with its unit."""
    return tuple(
        (unit, entry, entry.weapon) for unit in design.units() for entry in unit.all_weapons if entry.weapon is not None
    )


@once_a_design
def real_weapons(design: Design) -> tuple[tuple[Unit, WeaponEntry, Weapon], ...]:
    """Those that are no fakes; what a fake may have is WPN-FAKE's and AMO-FAKE's matter alone."""
    return tuple(found for found in weapon_entries(design) if not found[1].fake)


@once_a_design
def hand_weapons(design: Design) -> tuple[tuple[HandWeapon, Equipment], ...]:
    """Every hand weapon that somebody carries."""
    return tuple(
        (equipment.gear, equipment)
        for unit in design.units()
        for person in unit.people
        for equipment in person.equipment
        if isinstance(equipment.gear, HandWeapon)
    )


def hand_loads(design: Design) -> Iterator[tuple[HandWeapon, HandLoad]]:
    """Every load of a hand weapon."""
    return ((gun, load) for gun, equipment in hand_weapons(design) for load in equipment.loads)


if TYPE_CHECKING:
    Modified = tuple[Weapon | HandWeapon, Load | HandLoad, Chosen[AmmunitionModifier]]
    """A weapon, a load of it, and an addition to that load's rounds."""


@once_a_design
def load_modifiers(design: Design) -> tuple[Modified, ...]:
    """Every addition to a round (fuse, guidance, tracer), in vehicular and in hand weapons."""
    found: list[Modified] = []
    for _, entry, weapon in real_weapons(design):
        for load in entry.loads:
            found += [(weapon, load, chosen) for chosen in load.options]
    for gun, hand_load in hand_loads(design):
        found += [(gun, hand_load, chosen) for chosen in hand_load.options]
    return tuple(found)


def misfit(weapon: Component, option: str, at: Path) -> Fault:
    """A round, magazine or option on a weapon that does not take it."""
    return Fault((*at, "type"), {"weapon": weapon.name, "option": option}, "misfit")


def both(design: Design, one: tuple[str, Path], other: tuple[str, Path]) -> Fault:
    """Two things, each with its name and place, that exclude each other: the later one is the fault."""
    first, second = in_file_order(design, (one[1], other[1]))
    (kept, _), (extra, _) = (one, other) if one[1] == first else (other, one)
    cause = Cause(first, "{other} stands here", {"other": kept})
    return Fault((*second, "type"), {"option": extra, "other": kept}, "both", (cause,))


def misfit_options(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """The options that one rule reports on a weapon they are not for, or together with another option."""
    for _, entry, weapon in weapon_entries(design):
        # of a fake only what it may have at all is compared; the rest is WPN-FAKE's matter
        options = [chosen for chosen in entry.options if not entry.fake or chosen.component.with_fake]
        by_id = {chosen.component.id: chosen for chosen in options}  # each is there once
        for chosen in options:
            option = chosen.component
            unfit = not fits(option.weapons, weapon) or (option.not_weapons and fits(option.not_weapons, weapon))
            if unfit and option.rule == rule:
                yield misfit(weapon, option.name, chosen.path)
            if option.exclude_rule == rule:
                for other in (by_id[id] for id in option.excludes if id in by_id):
                    yield both(design, (option.name, chosen.path), (other.component.name, other.path))


def misfit_modifiers(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """The additions to rounds that one rule reports on a weapon they are not for."""
    for weapon, _, chosen in load_modifiers(design):
        if chosen.component.rule == rule and not fits(chosen.component.weapons, weapon):
            yield misfit(weapon, chosen.component.name, chosen.path)


@rule(
    "WPN-TABLE",
    "The {weapon} takes no {option} rounds.",
    "It takes {takes}.",
    messages={
        **MESSAGES,
        **OPTION_MESSAGES,
        "no-ammunition": "The {weapon} uses no ammunition.",
        "twice": TWICE,
    },
    hints={**HINTS, **OPTION_HINTS, "no-ammunition": "Take this out.", "twice": TWICE_HINT},
)
def table(design: Design) -> Iterator[Fault | Withheld]:
    """Rounds, options and magazines on a weapon that does not take them, where no other rule names the pair."""
    yield from restricted(design, "WPN-TABLE")
    yield from misfit_options(design, "WPN-TABLE")
    yield from misfit_modifiers(design, "WPN-TABLE")
    yield from written_again(
        design, lambda option: isinstance(option, (WeaponOption, AmmunitionModifier, HandWeaponOption))
    )
    loads: list[tuple[Weapon | HandWeapon, Load | HandLoad]] = [*hand_loads(design)]
    for _, entry, weapon in real_weapons(design):
        loads += [(weapon, load) for load in entry.loads]
        if not weapon.takes_ammunition and not weapon.discharger:
            yield from (
                Fault((*entry.magazines.path, key), {"weapon": weapon.name}, "no-ammunition")
                for key in ("dual", "rotary", "switch")
                if getattr(entry.magazines, key)
            )
    for taker, load in loads:
        if load.round is None and load.type is not None:
            takes = listed(r.type.replace("-", " ") for r in taker.rounds)
            fields = {"weapon": taker.name, "option": load.type.name, "takes": takes}
            yield Fault((*load.path, "type"), fields, "" if takes else "no-ammunition")
    for gun, equipment in hand_weapons(design):
        for chosen in equipment.options:
            if not fits(chosen.component.weapons, gun):
                yield misfit(gun, chosen.component.name, chosen.path)


@rule(
    "WPN-MOUNT-REQUIRED",
    "The {weapon} has no place on the vehicle.",
    "Write `mount:` with one of its faces ({faces}), or put it into a mount.",
    messages={"no-face": "The {weapon} is on the {place}, and {body} has no such face."},
    hints={"no-face": "Choose one of its faces: {faces}."},
    needs=("body",),
)
def mount_required(design: Design) -> Iterator[Fault | Withheld]:
    """Weapons without a place, and weapons, lights and mounts on a face that the body does not have."""
    for unit in design.units():
        assert unit.body is not None
        fields = {"body": with_article(unit.body.name), "faces": listed(unit.faces, "or")}
        placed = [(w.name, w.path, w.mount) for w in unit.weapons]
        placed += [
            (a.accessory.name, a.path, a.mount)
            for a in unit.accessories
            if a.accessory is not None and a.accessory.weapon_on_face and a.mount is not None
        ]
        placed += [(m.name, m.path, m.place) for m in unit.mounts if "-" in m.place]
        for name, path, place in placed:
            if place is None:
                yield Fault(path, {"weapon": name, **fields})
            elif place not in unit.faces and place not in CORNERS:
                yield Fault((*path, "mount"), {"weapon": name, "place": place, **fields}, "no-face")


@rule(
    "WPN-MILITARY",
    "The {weapon} is a military weapon, and this design is judged at the {level} level.",
    "Choose another weapon, or build at the military level.",
)
def military(design: Design) -> Iterator[Fault | Withheld]:
    """Military weapons below the military level; their ammunition is AMO-TECH's matter."""
    for part in levelled(design):
        if part.kind == "weapon" and part.too_new(design):
            yield Fault(part.at, {"weapon": part.name, "level": design.tech_level})


@rule("WPN-TG", messages=MESSAGES, hints=HINTS, needs=("body",))
def tank_gun(design: Design) -> Iterator[Fault | Withheld]:
    """Weapons that only oversize vehicles and long trailers may have; a fake of one goes anywhere."""
    fakes = {(*w.path, "type") for unit in design.units() for w in unit.all_weapons if w.fake}
    for fault in restricted(design, "WPN-TG"):
        if not (isinstance(fault, Fault) and fault.at in fakes):
            yield fault


@rule(
    "WPN-ATG-FACES",
    "The {weapon} is meant for {faces} only; here it is on the {place}.",
    "Mount it on the {faces}.",
    messages={"mount": "The {weapon} is meant for {faces} only; here it is in a {place}."},
    needs=("body",),
)
def gun_faces(design: Design) -> Iterator[Fault | Withheld]:
    """Weapons that have faces of their own on vehicles that are not oversize."""
    for unit, entry, weapon in real_weapons(design):
        if not weapon.faces or unit.body is None or unit.body.oversize:
            continue
        fields = {"weapon": weapon.name, "faces": listed(weapon.faces, "or")}
        mount = unit.mount_at(entry.inside)
        if mount is not None:
            yield Fault((*entry.path, "type"), {**fields, "place": mount.name}, "mount")
        elif entry.mount in unit.faces and entry.mount not in weapon.faces:
            yield Fault((*entry.path, "mount"), {**fields, "place": entry.mount})


@rule(
    "WPN-FLAMETHROWER",
    "Fired forward above 30 mph, the {weapon} burns only this vehicle.",
    "Legal; keep it for slow going, or mount it on another face.",
    messages={"back": "Fired backward above 30 mph in reverse, the {weapon} burns only this vehicle."},
)
def flamethrower(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on flamethrowers that point the way the vehicle goes."""
    for _, entry, weapon in real_weapons(design):
        if weapon.category == "flamethrower" and entry.mount in ("front", "back"):
            yield Fault((*entry.path, "mount"), {"weapon": weapon.name}, "back" if entry.mount == "back" else "")


@rule(
    "WPN-FAKE",
    "A fake {weapon} may be concealed and nothing else; it has this: {option}.",
    "Take {option} off.",
)
def fake(design: Design) -> Iterator[Fault | Withheld]:
    """Options of fakes other than concealment."""
    for _, entry, weapon in weapon_entries(design):
        for chosen in entry.options if entry.fake else ():
            if not chosen.component.fake and not chosen.component.with_fake:
                yield Fault((*chosen.path, "type"), {"weapon": weapon.name, "option": chosen.component.name})


def _of_options(id: str) -> Rule:
    """A rule that only says which options fit which weapons, and which exclude each other."""

    @rule(id, messages=OPTION_MESSAGES, hints=OPTION_HINTS)
    def fitting(design: Design) -> Iterator[Fault | Withheld]:
        """Options on weapons they are not for, or beside options that exclude them."""
        yield from misfit_options(design, id)

    return fitting


@rule(
    "WPN-BUMPER-TRIGGER",
    "A bumper trigger serves weapons on {faces} only; the {weapon} is {place}.",
    "Take the trigger off, or move the weapon.",
    messages=OPTION_MESSAGES,
    hints=OPTION_HINTS,
    needs=("body",),
)
def bumper_trigger(design: Design) -> Iterator[Fault | Withheld]:
    """Options that only weapons on some faces may have."""
    yield from misfit_options(design, "WPN-BUMPER-TRIGGER")
    for unit, entry, weapon in real_weapons(design):
        mount = unit.mount_at(entry.inside)
        for chosen in entry.options:
            option = chosen.component
            if option.rule != "WPN-BUMPER-TRIGGER" or not option.faces:
                continue
            places = mount.faces if mount is not None else unit.corner_faces(entry.mount or "")
            placed = mount is not None or not set(places).isdisjoint(
                unit.faces
            )  # else it is WPN-MOUNT-REQUIRED's matter
            if placed and not {face.split("-")[0] for face in places} <= {*option.faces}:
                place = f"in a {mount.name}" if mount is not None else f"on the {entry.mount}"
                fields = {"faces": listed(option.faces, "or"), "weapon": weapon.name, "place": place}
                yield Fault((*chosen.path, "type"), fields)


RULES: tuple[Rule, ...] = (
    table,
    mount_required,
    military,
    tank_gun,
    gun_faces,
    flamethrower,
    fake,
    _of_options("WPN-CONCEAL-XOR"),
    bumper_trigger,
    _of_options("WPN-LASER-PULSE"),
    _of_options("WPN-LASER-COLOR"),
    _of_options("WPN-LGL"),
)
