"""Clauses on the options of weapons, and which weapon takes what."""

from __future__ import annotations

from cwdesign.components import Accessory, AmmunitionModifier, AmmunitionType, Component, Weapon, WeaponOption
from cwdesign.stockcar.labels import entries_named, label_list
from cwdesign.stockcar.lexicon import KINDS
from cwdesign.stockcar.line import Line, starts_clause
from cwdesign.stockcar.mounts import host_weapon, mount_phrase, weapon_of

_OTHER_KINDS = tuple(kind for kind in KINDS if kind is not WeaponOption)


def takes(weapon: Weapon, component: Component) -> bool:
    if isinstance(component, AmmunitionType):
        return any(r.type == component.id for r in weapon.rounds) and not weapon.dropped
    if isinstance(component, AmmunitionModifier):
        return weapon.single_shot or weapon.takes_ammunition
    if isinstance(component, WeaponOption):
        return not component.weapons or weapon.id in component.weapons or weapon.category in component.weapons
    return False


def option_of(line: Line) -> bool:
    """`LGL for the laser`, `LGL: MRs`: an option with the weapon that has it, which is listed before."""
    start = line.at
    options = line.meanings(WeaponOption)
    if not options:
        return False
    line.at = options[0][1]
    if not line.take("for", "on", ":"):
        line.at = start
        return False
    line.skip("the")
    entries = [entry for label in label_list(line) for entry in entries_named(line.draft, label)]
    weapons = [found for entry in entries if (found := weapon_of(line.catalog, entry)) is not None]
    fitting = [o for o, end in options if end == options[0][1] and any(takes(w, o) for w in weapons)]
    own = host_weapon(line)
    if own is not None and not fitting and entries:  # what the laser named last guides
        fitting = [o for o, end in options if end == options[0][1] and takes(own, o)]
        entries = line.targets()
        line.draft.note(f"Printed: {line.said(start)}.", "weapons")
    if not fitting or not entries:
        line.at = start
        return False
    for entry in entries:
        entry.setdefault("options", []).append(fitting[0].id)
    return True


def weapon_option(line: Line) -> bool:
    """Options of the weapon named last: `w/LGL`, `concealed`, `bumper trigger`."""
    found = host_weapon(line)
    if found is None:
        return False
    options = line.meanings(WeaponOption, among=lambda o: takes(found, o) or len(o.weapons) > 0)
    if not options:
        return False
    option, end = options[0]
    for other, other_end in options:
        if other_end == end and takes(found, other):
            option = other
            break
    first = starts_clause(line, line.at)
    rival = line.any_meaning(Accessory, Weapon)
    short = end == line.at + 1 and len(line.key()) <= 3
    if option.id == "laser-guidance-link" and not takes(found, option):
        to_launcher = line.catalog.get(WeaponOption, "laser-guidance-launcher-link")
        option = to_launcher if takes(found, to_launcher) else option
    sure = takes(found, option) and line.raw().isupper() and line.any_meaning(*_OTHER_KINDS) is None
    misplaced = not takes(found, option) and not (line.attached and not short and "laser" in option.weapons)
    if (rival is not None and rival.end > end) or (short and not (line.attached or sure)) or misplaced:
        return False
    if first and _something_at(line, end):
        return False  # `fake MG`, `fake turret`: of what follows
    line.at = end
    line.skip("option", "options", "each")
    for entry in line.targets():
        entry.setdefault("options", []).append(option.id)
    return True


def _something_at(line: Line, place: int) -> bool:
    """Whether a weapon or a mount is named at a place."""
    with line.trying():
        line.at = place
        return bool(line.names_at(place, Weapon)) or mount_phrase(line) is not None
