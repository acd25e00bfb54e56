"""Clauses on weapons: what and where, and the turrets and pods that hold them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

from cwdesign.components import AmmunitionModifier, AmmunitionType, Component, Weapon, WeaponOption
from cwdesign.stockcar.draft import Entry
from cwdesign.stockcar.labels import entries_named, weapon_label
from cwdesign.stockcar.lexicon import KINDS, spellings
from cwdesign.stockcar.line import Line, starts_clause
from cwdesign.stockcar.links import link_of_group, linked_word
from cwdesign.stockcar.mounts import ONE_EACH_SIDE, MountPhrase, mount_of, mount_phrase, open_mount
from cwdesign.stockcar.people import ROUND_WORDS
from cwdesign.stockcar.places import FACES, SIDES, Spot, faces_of, one_place, places
from cwdesign.stockcar.rounds import add_rounds
from cwdesign.stockcar.weapon_options import takes

_DOUBTFUL = frozenset({"od", "sc", "pc", "l", "ad", "ir", "cd", "lr", "sr", "rp", "b", "cb", "ls"})
"""Abbreviations of weapons that more often mean something else."""


# -- weapons


def weapon(line: Line) -> bool:
    """`2 linked VMGs front`, `front-mounted MG`, `SD (L & R)`, `incendiary HR F`, `4 HRs (2 F, 2 B)`."""
    start = line.at
    joined = line.joined and line.host_is("weapon")
    line.joined_to = line.host.entry if joined and line.host is not None else None
    prefix = _leading_place(line)
    count = line.count()
    if count is not None:
        line.skip("each")
    linked, smart = linked_word(line)
    count = line.count() if count is None else count
    prefix = prefix or _leading_place(line)
    turret = line.take("turreted") or line.take_all("turret", "mounted")
    if turret and not (linked or smart):
        linked, smart = linked_word(line)
    rounds, options = _in_front(line)
    found = _weapon_name(line, options)
    if found is None:
        line.at = start
        return False
    name = line.tokens[line.at - 1]
    if count is None and line.key() in ("x", "×"):
        count = line.count_behind()
    plural = name.kind == "word" and name.key.endswith("s") and spellings(name)[0] != found.abbr
    several = (count or 1) > 1 or plural or joined
    linked_behind, smart_behind = linked_word(line, behind=True) if several else (False, False)
    shares = _shares(line, count)
    if shares:
        if options:
            shares = [{**share, "options": list(options)} for share in shares]
        shares = [{"type": found.id, **share} for share in shares]
        line.unit.part("weapons").extend(shares)
        add_rounds(line, shares, found, rounds)
        line.hosted("weapon", shares, joined=joined)
        return True
    spots = [Spot(prefix)] if prefix is not None else places(line)
    if not spots and line.key() == "(":
        spots = places(line)
    if prefix is not None:
        line.leading = (line.clause, prefix)
    elif not spots and joined and line.leading is not None and line.leading[0] == line.clause:
        spots = [Spot(line.leading[1])]  # `rear SS & MD`
    if count is None and spots:
        count, linked_too = _number_behind(line)
        linked_behind = linked_behind or linked_too
    if not _meant(line, name.key, found, count, spots):
        line.at = start
        return False
    entry: Entry = {"type": found.id}
    if count is None and (linked or linked_behind) and plural and len(spots) < 2 and not line.joined:
        count = 2
        line.assume(f"two {found.name}s, for the line gives no other number", "weapons")
    elif count is None and plural and len(spots) < 2 and not line.joined:
        line.assume(f"one {found.name}, for the line gives no number", "weapons")
    if count is not None and count > 1:
        entry["count"] = count
    if options:
        entry["options"] = options
    if turret and line.inside is None:
        line.enter(open_mount(line, MountPhrase("turret", None, None, tuple(spots), plural=False)))
        spots = []
    entries = _placed(line, entry, spots)
    add_rounds(line, entries, found, rounds)
    line.hosted("weapon", entries, joined=joined)
    link_of_group(line, entries, linked or linked_behind, smart or smart_behind, joined)
    return True


def _leading_place(line: Line) -> str | None:
    """A place in front of the weapon, in words: `front VMG`, `rear-mounted`, `left side: SD`."""
    start = line.at
    if len(line.key()) < 3 and line.key(1) != ":":
        return None
    if line.key() not in (*FACES, *SIDES) or (line.key() in ("top",) and line.key(1) == "speed"):
        return None
    place = one_place(line)
    if place is not None:
        line.take(":")
        return place
    line.at = start
    return None


def _shares(line: Line, count: int | None) -> list[Entry]:
    """`(2 linked front, 1 back)` behind weapons: how many of them sit where, and which are linked."""
    start = line.at
    shares: list[Entry] = []
    linked = False
    if count is None or not line.take("("):
        return []
    while not line.done:
        number = line.count() or 1
        before, _ = linked_word(line)
        place = one_place(line)
        behind, _ = linked_word(line)
        if place is None or place == "sides":
            break
        share: Entry = {"count": number} if number > 1 else {}
        shares.append({**share, "mount": place, **({"linked": True} if (before or behind) and number > 1 else {})})
        linked = linked or before or behind
        if line.take(")"):
            if linked and sum(share.get("count", 1) for share in shares) == count:
                return shares
            break
        if not line.take(",", ";", "&", "and", "/"):
            break
        line.skip("and", "&")
    line.at = start
    return []


def _number_behind(line: Line) -> tuple[int | None, bool]:
    """(how many, whether linked) of weapons whose number stands behind their place: `HRs F (2, linked)`."""
    start = line.at
    if line.take("("):
        line.skip("x")
        count = line.whole()
        if count is not None:
            line.at += 1
            linked = line.take(",") and line.take("linked")
            if line.take(")"):
                return count, linked
    line.at = start
    return line.count_behind(), False


def _in_front(line: Line) -> tuple[list[Entry], list[str]]:
    """Rounds and options written in front of the weapon's name: `incendiary HR`, `pulse laser`, `fake MG`."""
    rounds: list[Entry] = []
    options: list[str] = []
    while True:
        here = line.at
        direct = line.meanings(Weapon)
        for component, end in [*line.meanings(WeaponOption), *_ammunition(line)]:
            if direct and direct[0][1] >= end and direct[0][1] > here + (end - here):
                continue
            line.at = end
            line.skip(".", "-")
            doubtful = bool(direct) and line.key() in _DOUBTFUL  # `LR B`: a light rocket, and no bomb
            if not doubtful and line.meanings(Weapon, among=lambda w, c=component: takes(w, c)):  # type: ignore[misc]
                if isinstance(component, WeaponOption):
                    options.append(component.id)
                else:
                    rounds.append(_round_entry(component))
                break
            line.at = here
        if line.at == here:
            return rounds, options


def _ammunition(line: Line) -> list[tuple[Component, int]]:
    return [*line.meanings(AmmunitionType), *line.meanings(AmmunitionModifier)]


def _round_entry(component: Component) -> Entry:
    if isinstance(component, AmmunitionModifier):
        return {"type": "standard", "options": [component.id]}
    return {"type": component.id}


def _weapon_name(line: Line, options: list[str]) -> Weapon | None:
    found = line.meanings(Weapon, among=lambda w: w.category != "bomb" or line.raw().casefold() != "b")
    every = line.names_at(line.at, *KINDS)
    if not found:
        return _split_laser(line, options)
    component, end = found[0]
    longest = next((m for m in every if m.end > end and not isinstance(m.component, (AmmunitionType, Weapon))), None)
    if longest is not None:
        return None
    split = _split_laser(line, options, beyond=end)
    if split is not None:
        return split
    line.at = end
    return component


def _split_laser(line: Line, options: list[str], beyond: int = 0) -> Weapon | None:
    """A laser with its option inside the name: `heavy pulse laser`."""
    start = line.at
    first = line.token()
    if first is None or first.kind != "word" or start + 2 >= len(line.tokens):
        return None
    line.at += 1
    inside = line.meanings(WeaponOption, among=lambda o: "laser" in o.weapons or "laser" in o.id)
    for option, end in inside:
        for cut in (end, end - 1):
            if cut <= start + 1:
                continue
            spliced = (*line.tokens[: start + 1], *line.tokens[cut:])
            meanings = line.lexicon.meanings(spliced, start, (Weapon,))
            if meanings and meanings[0].end > start + 1 and meanings[0].end + cut - start - 1 > beyond:
                component = meanings[0].component
                assert isinstance(component, Weapon)
                if component.category == "laser":
                    options.append(option.id)
                    line.at = meanings[0].end + cut - start - 1
                    return component
    line.at = start
    return None


def _meant(line: Line, key: str, found: Weapon, count: int | None, spots: Sequence[Spot]) -> bool:
    """Whether an abbreviation that means other things too means the weapon here."""
    if key not in _DOUBTFUL:
        return True
    if key == "b":
        return False
    return (
        bool(spots)
        or line.inside is not None
        or (count or 0) > 1
        or line.key() in ("in", "linked", "turret", "turrets")
    )


def _placed(line: Line, entry: Entry, spots: list[Spot]) -> list[Entry]:
    """The entry on its places, as many entries as places; added to the vehicle or to the open turret."""
    where: list[tuple[str | None, int | None]] = []
    all_round = [spot.place for spot in spots] == ["sides"] and (spots[0].count or 0) * 4 == entry.get("count", 1)
    for spot in spots:
        faces = ("front", "back", "left", "right") if all_round else faces_of(spot.place)
        where += [(face, spot.count) for face in faces]
    label = line.clause_face or line.face_label
    if not where and label is not None and line.inside is None:
        where = [(face, None) for face in faces_of(label)]
    inside = line.inside
    if inside is None and line.joined_to is not None and not where:
        inside = mount_of(line, line.joined_to)
    if inside is not None and inside is line.unplaced_mount and spots and len(where) == 1 and "weapons" not in inside:
        inside["mount"], where = str(where[0][0]), []  # `mini-RP w/3 MNRs (L)`
        line.draft.notes[:] = [n for n in line.draft.notes if not n.text.startswith(ONE_EACH_SIDE)]
    if not where and inside is not None:
        inside.setdefault("weapons", []).append(entry)
        return [entry]
    if not where and line.host is not None and line.host.kind == "mount" and "weapons" not in line.host.entry:
        line.unit.part("weapons").append(entry)  # `2-space turret, 2 MGs linked`
        line.entered = line.host.entry
        line.behind_mount.append((entry, line.host.entry))
        return [entry]
    if not where and line.host is not None and line.host.kind == "weapon":
        held = mount_of(line, line.host.entry) or next((m for e, m in line.behind_mount if e is line.host.entry), None)
        if held is not None and held is line.entered:
            line.unit.part("weapons").append(entry)
            line.behind_mount.append((entry, held))
            return [entry]
    counted = any(count is not None for _, count in where)
    total = entry.get("count", 1)
    entries = []
    for face, count in where or [(None, None)]:
        one = copy.deepcopy(entry)
        if counted:
            number = count or 1
        elif len(where) > 1 and total > 1 and not line.each:
            number = total // len(where) if total % len(where) == 0 else total
        else:
            number = total
        one.pop("count", None)
        if number > 1:
            one["count"] = number
        if face is not None:
            one["mount"] = face
        entries.append(one)
    line.unit.part("weapons").extend(entries)
    return entries


def named_before(line: Line) -> bool:
    """`RL: 10 AP`, `MML (F): extra magazine`: details of a weapon that is listed already."""
    start = line.at
    if not line.meanings(Weapon) or not starts_clause(line, start):
        return False
    label = weapon_label(line)
    entries = entries_named(line.draft, label) if label is not None else []
    if not entries or not line.take(":"):
        line.at = start
        return False
    line.hosted("weapon", entries)
    line.attached = True
    return True


def same_again(line: Line) -> bool:
    """`same (R)`, `ditto right`: another like the weapon or mount named last, at another place."""
    start = line.at
    if not line.take("same", "ditto", "another", "likewise") or line.host is None:
        line.at = start
        return False
    line.skip("on", "in", "to", "at")
    spots = places(line)
    held = line.last_mount if line.host_is("mount", "weapon") else None
    mount = held if held is not None and _holds(held, line.host.entry) else None
    like = mount if mount is not None else line.host.entry if line.host_is("weapon") else None
    if len(spots) != 1 or like is None:
        line.at = start
        return False
    for face in faces_of(spots[0].place):
        twin = copy.deepcopy(like)
        twin["mount"] = face
        twin.pop("id", None)
        line.unit.part("turrets" if mount is not None else "weapons").append(twin)
        if mount is not None:
            line.last_mount = twin
            line.hosted("mount", [twin])
        else:
            line.hosted("weapon", [twin])
    return True


def _holds(mount: Entry, entry: Entry) -> bool:
    return mount is entry or any(entry is held for held in mount.get("weapons", ()))


def late_place(line: Line) -> bool:
    """The place of weapons just named, behind something else: `2 VMGs linked front`."""
    if not line.host_is("weapon", "booster") or line.host is None:
        return False
    placeless = [e for e in line.host.group if "mount" not in e and mount_of(line, e) is None]
    if not placeless or placeless[-1] is not line.host.entries[-1]:
        return False
    spots = places(line)
    if not spots:
        return False
    group = placeless if line.host.kind == "weapon" else placeless[-1:]
    faces = [face for spot in spots for face in faces_of(spot.place)]
    if len(faces) == 1:
        for entry in group:
            entry["mount"] = faces[0]
        if spots[0].count is not None and spots[0].count > 1:
            group[-1].setdefault("count", spots[0].count)
        return True
    last = group[-1]
    weapons = line.unit.part("weapons" if line.host.kind == "weapon" else "boosters")
    weapons.remove(last)
    placed = _placed(line, last, spots)
    line.hosted("weapon", placed)
    return True


# -- turrets and pods


def mounted(line: Line) -> bool:
    """A turret or pod with what it holds, or `in turret` behind the weapons that it holds."""
    start = line.at
    behind = line.take("in", "inside", "on") or line.take_all("mounted", "in") or _right_behind_weapon(line)
    each = line.key() == "each" or line.key(1) == "each"
    line.skip("a", "an", "the", "each", *(("of",) if each else ()))
    phrase = mount_phrase(line)
    if phrase is not None and each:
        phrase = replace(phrase, each=True)
    if phrase is None and line.host_is("weapon") and line.take("turreted"):
        behind, phrase = True, MountPhrase("turret", None, None, (), plural=False)
    if phrase is None:
        line.at = start
        return False
    host = line.host
    behind = behind or _enclosed_alone(line, start)
    moved: list[Entry] = []
    if behind and host is not None and host.kind == "weapon":
        moved = [e for e in host.group if "mount" not in e and mount_of(line, e) is None]
        placed = [e for e in host.entries if "mount" in e]
        if not moved and placed:
            return _mounts_at(line, phrase, placed)
    mount = open_mount(line, phrase)
    if moved:
        weapons = line.unit.part("weapons")
        for entry in moved:
            weapons[:] = [e for e in weapons if e is not entry]
        if mount["mount"] == "sides" and len(moved) == 1 and moved[0].get("count", 1) == 2 and _one_in_each(phrase):
            moved[0].pop("count")
        mount.setdefault("weapons", []).extend(moved)
        for drafted in line.draft.links:
            if drafted.inside is None and all(any(i.entry is e for e in mount["weapons"]) for i in drafted.items):
                drafted.inside = mount
        line.hosted("weapon", moved)
        return True
    line.hosted("mount", [mount])
    line.skip("each")
    if line.key() in ("with", "(", ":", "containing", "holding", "has", "contains", "mounting"):
        line.enter(mount)
        line.take("containing", "holding", "has", "contains", "mounting", ":")
    return True


def _one_in_each(phrase: MountPhrase) -> bool:
    """Whether two weapons are one in each of several mounts: `2 MMLs in EWPs`."""
    return phrase.plural and not phrase.each


def _enclosed_alone(line: Line, start: int) -> bool:
    """`HL T (universal turret)`: whether a mount is all that a parenthesis behind something says."""
    return start > 0 and line.tokens[start - 1].key == "(" and line.key() == ")"


def _right_behind_weapon(line: Line) -> bool:
    """`RR turret`: whether the last thing read, without anything between, is a weapon that has no place yet."""
    before = line.token(-1)
    host = line.host
    if before is None or host is None or host.kind != "weapon" or "mount" in host.entry or line.inside is not None:
        return False
    if before.key in ("-", "--"):
        return True
    return before.kind == "word" and before.key not in ("with", "and", "each", *ROUND_WORDS)


def _mounts_at(line: Line, phrase: MountPhrase, weapons: list[Entry]) -> bool:
    """`VMG TF in turret`, `MMLs L & R in EWPs`: a mount for each weapon, where the weapon is said to be."""
    listed = line.unit.part("weapons")
    for entry in weapons:
        listed[:] = [e for e in listed if e is not entry]
        place = entry.pop("mount")
        mount = open_mount(line, replace(phrase, spots=phrase.spots or (Spot(place),), count=None))
        mount.setdefault("weapons", []).append(entry)
    line.hosted("weapon", weapons)
    return True
