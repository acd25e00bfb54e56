"""Clauses on weapons: what and where, rounds, magazines, options, links, turrets and pods, boosters."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    Booster,
    Component,
    Weapon,
    WeaponOption,
)
from cwdesign.stockcar.draft import Entry, Label, LinkDraft
from cwdesign.stockcar.labels import MOST_LABELS, entries_named, label_list, weapon_label
from cwdesign.stockcar.lexicon import KINDS, spellings
from cwdesign.stockcar.line import CLAUSE_ENDS, Line
from cwdesign.stockcar.mounts import ONE_EACH_SIDE, MountPhrase, mount_phrase, open_mount, weapon_of
from cwdesign.stockcar.people import ROUND_NOUNS, ROUND_WORDS
from cwdesign.stockcar.places import FACES, SIDES, Spot, faces_of, one_place, places

POINT_WORDS = ("pt", "pts", "point", "points", "metal", "plastic", "m", "p", "and")
_LINK_WORDS = ("linked", "link", "lnkd", "lnk")
_FILLS = ("loaded", "filled", "carrying", "firing", "using", "has", "have", "full", "containing", "all", "carries")
_PLAIN = ("standard", "explosive", "incendiary")
_DOUBTFUL = frozenset({"od", "sc", "pc", "l", "ad", "ir", "cd", "lr", "sr", "rp", "b", "cb", "ls"})
"""Abbreviations of weapons that more often mean something else."""
UNNAMED_ROUNDS = "rounds of no type"
"""The private key of rounds of which only the number is said so far."""
_OTHER_KINDS = tuple(kind for kind in KINDS if kind is not WeaponOption)
_OTHER_THINGS = tuple(kind for kind in _OTHER_KINDS if kind not in (AmmunitionType, AmmunitionModifier))


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
    linked, smart = _linked_word(line)
    count = line.count() if count is None else count
    prefix = prefix or _leading_place(line)
    turret = line.take("turreted") or line.take_all("turret", "mounted")
    if turret and not (linked or smart):
        linked, smart = _linked_word(line)
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
    linked_behind, smart_behind = _linked_word(line, behind=True) if several else (False, False)
    shares = _shares(line, count)
    if shares:
        if options:
            shares = [{**share, "options": list(options)} for share in shares]
        shares = [{"type": found.id, **share} for share in shares]
        line.unit.part("weapons").extend(shares)
        _add_rounds(line, shares, found, rounds)
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
        line.assume(f"two {found.name}s, for the line names no number", "weapons")
    if count is not None and count > 1:
        entry["count"] = count
    if options:
        entry["options"] = options
    if turret and line.inside is None:
        line.enter(open_mount(line, MountPhrase("turret", None, None, tuple(spots), plural=False)))
        spots = []
    entries = _placed(line, entry, spots)
    _add_rounds(line, entries, found, rounds)
    line.hosted("weapon", entries, joined=joined)
    _link_of_group(line, entries, linked or linked_behind, smart or smart_behind, joined)
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


def _linked_word(line: Line, *, behind: bool = False) -> tuple[bool, bool]:
    """(whether `linked` stands here, whether as a smart link); moved past."""
    start = line.at
    enclosed = behind and line.take("(")
    if not line.meanings(Weapon):
        line.skip("twin")
    smart = line.take("smart")
    if line.take("linked", "lnkd") and (not enclosed or line.take(")")) and line.key() not in ("to", "with", "("):
        return True, smart
    line.at = start
    if not behind and line.key() == "twin" and not line.meanings(Weapon):
        line.at += 1
        return True, False
    return False, False


def _shares(line: Line, count: int | None) -> list[Entry]:
    """`(2 linked front, 1 back)` behind weapons: how many of them sit where, and which are linked."""
    start = line.at
    shares: list[Entry] = []
    linked = False
    if count is None or not line.take("("):
        return []
    while not line.done:
        number = line.count() or 1
        before, _ = _linked_word(line)
        place = one_place(line)
        behind, _ = _linked_word(line)
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
            if not doubtful and line.meanings(Weapon, among=lambda w, c=component: _takes(w, c)):  # type: ignore[misc]
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


def _takes(weapon: Weapon, component: Component) -> bool:
    if isinstance(component, AmmunitionType):
        return any(r.type == component.id for r in weapon.rounds) and not weapon.dropped
    if isinstance(component, AmmunitionModifier):
        return weapon.single_shot or weapon.takes_ammunition
    if isinstance(component, WeaponOption):
        return not component.weapons or weapon.id in component.weapons or weapon.category in component.weapons
    return False


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
        inside = _mount_of(line, line.joined_to)
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
        held = _mount_of(line, line.host.entry) or next((m for e, m in line.behind_mount if e is line.host.entry), None)
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
    placeless = [e for e in line.host.group if "mount" not in e and _mount_of(line, e) is None]
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


def _mount_of(line: Line, entry: Entry) -> Entry | None:
    """The turret or pod that holds a weapon."""
    mounts: list[Entry] = line.unit.sheet.get("turrets", [])
    return next((m for m in mounts if any(entry is e for e in m.get("weapons", ()))), None)


def face_heading(line: Line) -> bool:
    """`Front: …` and `Rear - …`: the weapons that follow sit there."""
    start = line.at
    if line.key(1) in ("each", "per"):
        line.take("1", "one")
    place = one_place(line)
    if place is not None and not _points_ahead(line) and line.take(":"):
        line.face_label = place
        line.inside = None
        return True
    line.at = start
    return False


def _points_ahead(line: Line) -> bool:
    """Whether a number of points stands behind the colon here, and not of things: `F: 40`, but `F: 2 MGs`."""
    if line.whole(1) is None:
        return False
    behind = line.token(2)
    counted = behind is not None and behind.kind == "word" and behind.key not in (*FACES, *POINT_WORDS)
    return line.section == "armor" or not counted


def face_in_front(line: Line) -> bool:
    """`(F) 2 ATGs linked, (B) MD`: a place in a parenthesis at the beginning of a clause is of what follows."""
    start = line.at
    begins = starts_clause(line, start) or line.tokens[start - 1].key == ":"
    if line.key() not in ("(", "[") or not begins:
        return False
    line.at += 1
    place = one_place(line)
    closed = line.take(")", "]")
    if place is None or not closed or line.key() in ("", ".", "(", ")", *CLAUSE_ENDS):
        line.at = start
        return False
    line.clause_face = place
    return True


# -- rounds and magazines


def _host_weapon(line: Line) -> Weapon | None:
    if line.host is None or line.host.kind != "weapon":
        return None
    return weapon_of(line.catalog, line.host.entry)


def rounds_of(line: Line) -> bool:
    """`w/20 rounds HD`, `(explosive)`, `each w/10 shots HD`, `10 AP, 10 incendiary`, `w/tracer`."""
    found = _host_weapon(line)
    if found is None or not found.rounds:
        return False
    start = line.at
    line.skip(*_FILLS)
    if line.take("empty", "unloaded", "no") and (line.take(*ROUND_WORDS) or line.tokens[line.at - 1].key != "no"):
        for entry in line.targets():
            entry["ammo"] = []
        return True
    count = line.count()
    worded = line.key() in ROUND_WORDS
    line.skip(*ROUND_WORDS)
    each = line.take("each")
    line.skip(*ROUND_WORDS)
    at = line.at
    raw = line.raw()
    several = raw.endswith("s") and raw[:-1].isupper() and bool(line.names_at(at, Weapon))  # `4 TGs`: tank guns
    kind, modifiers = _round_type(line, found)
    if several or line.longer_name(at, Weapon, Accessory, WeaponOption):
        line.at = start
        return False
    named = kind is not None or bool(modifiers)
    if line.key() in ROUND_WORDS:
        worded = True
        line.skip(*ROUND_WORDS)
    if named:
        line.skip(*ROUND_NOUNS)
    if kind is None and named:
        kind_late, more = _round_type(line, found)
        kind, modifiers = kind_late, [*modifiers, *more]
        line.skip(*ROUND_WORDS)
    rest = line.tokens[start].key in ("rest", "remaining", "remainder")
    if starts_clause(line, start) and line.meanings(Weapon):
        line.at = start
        return False  # `2 incendiary MRs`: the next weapons
    alone = line.key() in ("", ".", ")", *CLAUSE_ENDS) and (line.depth > 0 or _plain_words(line, start))
    attached = alone or (line.attached and (start == 0 or line.tokens[start - 1].key not in CLAUSE_ENDS))
    if not (named and (count is not None or worded or attached)) and not (count is not None and worded):
        line.at = start
        return False
    if not named and not worded and not rest:
        line.at = start
        return False
    load: Entry = {"type": kind or "standard"}
    if count is not None:
        load["shots"] = count
    if modifiers:
        load["options"] = modifiers
    if not named:
        load[UNNAMED_ROUNDS] = True
    line.each = line.each or each
    _add_rounds(line, _all_that_take(line, load) if line.every_weapon else line.targets(), found, [load])
    return True


def _plain_words(line: Line, start: int) -> bool:
    """Whether what was read since a place is spelled out and names nothing else: `SD back, explosive spikes`."""
    letters = len(line.said(start)) > 4 and line.key(-1) not in ROUND_WORDS
    return letters and not any(m.end >= line.at for m in line.names_at(start, *_OTHER_THINGS))


def rounds_of_some(line: Line) -> bool:
    """`2 MDs B (one with napalm, one with spider mines)`: the weapons of an entry with different rounds."""
    found = _host_weapon(line)
    host, start = line.host, line.at
    if found is None or host is None or line.key(-1) != "(" or len(host.entries) > 1:
        return False
    several: int = host.entry.get("count", 1)
    shares: list[tuple[int, Entry]] = []
    while several > 1:
        number = line.count()
        line.take("with", "has", "loaded")
        load = _load(line, found)
        if number is None or load is None:
            break
        shares.append((number, load))
        if line.key() == ")" or not (line.take(",", ";") or line.key() in ("and", "&")):
            break
        line.skip("and", "&")
    if len(shares) < 2 or sum(number for number, _ in shares) != several or line.key() != ")":
        line.at = start
        return False
    _split(line, host.entry, shares)
    return True


def _split(line: Line, entry: Entry, shares: Sequence[tuple[int, Entry]]) -> None:
    """Make one entry with several weapons as many as there are different loads of rounds."""
    mount = _mount_of(line, entry)
    entries: list[Entry] = line.unit.sheet["weapons"] if mount is None else mount["weapons"]
    at = next(i for i, e in enumerate(entries) if e is entry)
    plain = {key: value for key, value in entry.items() if key not in ("count", "linked")}
    parts: list[Entry] = []
    for number, load in shares:
        part = {"type": plain["type"], **({"count": number} if number > 1 else {}), **copy.deepcopy(plain)}
        part["ammo"] = [load]
        parts.append(part)
    entries[at : at + 1] = parts
    line.hosted("weapon", parts)
    if entry.get("linked"):
        _link(line, parts)


def _load(line: Line, weapon: Weapon) -> Entry | None:
    """Rounds as `20 AP`, `10 rounds of HD`, `napalm mines`; moved past."""
    line.skip(*ROUND_WORDS)
    count = line.count()
    line.skip(*ROUND_WORDS)
    kind, modifiers = _round_type(line, weapon)
    line.skip(*ROUND_WORDS, *ROUND_NOUNS)
    if kind is None and not modifiers:
        return None
    load: Entry = {"type": kind or "standard"}
    if count is not None:
        load["shots"] = count
    if modifiers:
        load["options"] = modifiers
    return load


def _round_type(line: Line, weapon: Weapon) -> tuple[str | None, list[str]]:
    """(type, modifiers) of the round named here."""
    types = {r.type for r in weapon.rounds}
    standard = next((r.type for r in weapon.rounds if r.standard), "standard")
    kind: str | None = None
    modifiers: list[str] = []
    while not line.done:
        line.skip(".")
        if modifiers or kind:
            line.skip("/")
        named = line.meanings(AmmunitionType, among=lambda t: t.id in types or t.id == "standard")
        modifier = line.meanings(AmmunitionModifier)
        part = _part_of_type(line, types) if kind is None else None
        longest = max(
            [named[0][1] if named and kind is None else 0, modifier[0][1] if modifier else 0, part[1] if part else 0]
        )
        if longest == 0:
            break
        if named and kind is None and named[0][1] == longest:
            kind = named[0][0].id
            if kind == standard:
                kind = "standard" if kind == "standard" else kind
        elif modifier and modifier[0][1] == longest:
            modifiers.append(modifier[0][0].id)
        elif part:
            kind = part[0]
        line.at = longest
    if kind is None and not modifiers:
        other = line.meanings(AmmunitionType, among=lambda t: t.id not in _PLAIN)
        rival = line.any_meaning(Weapon, Accessory, Booster) is not None
        if other and len(line.key()) > 2 and weapon.takes_ammunition and not rival:
            kind, line.at = other[0][0].id, other[0][1]  # what it does not take: a check says so
    return kind, modifiers


def _part_of_type(line: Line, types: set[str]) -> tuple[str, int] | None:
    """A round by the first words of its name: `napalm` of a minedropper, `explosive` of a spikedropper."""
    found = line.meanings(AmmunitionType)
    for component, end in found:
        longer = [t for t in types if t.startswith(f"{component.id}-")]
        if len(longer) == 1:
            return longer[0], end
    token = line.token()
    if token is None or token.kind != "word" or len(token.key) < 3 or token.key.startswith("armor"):
        return None
    for word in spellings(token):
        begun = [t for t in types if t.split("-")[0] == word]
        if len(begun) == 1:
            return begun[0], line.at + 1
    return None


def _add_rounds(line: Line, entries: Sequence[Entry], weapon: Weapon, loads: Sequence[Entry]) -> None:
    for entry in entries:
        for load in loads:
            one = copy.deepcopy(load)
            number, shots = entry.get("count", 1), one.get("shots")
            if shots is not None and number > 1 and not _said_each(line) and _is_total(weapon, entry, shots):
                one["shots"] = shots // number
                line.assume(f"the {shots} shots are those of all {number} weapons together", "weapons")
            entry.setdefault("ammo", []).append(one)


def _said_each(line: Line) -> bool:
    return line.each or (line.host is not None and line.host.each)


def _all_that_take(line: Line, load: Entry) -> list[Entry]:
    """`HDFT F, FT L, FT R, all w/HT fuel`: the weapons that fire such rounds and have no other."""
    entries: list[Entry] = []
    for entry, _, _ in line.unit.weapons():
        weapon = weapon_of(line.catalog, entry)
        if weapon is not None and "ammo" not in entry and any(r.type == load["type"] for r in weapon.rounds):
            entries.append(entry)
    return entries


def settle_rounds(line: Line, entry: Entry) -> None:
    """`20 rounds: 10 AP, 10 incendiary`: shots of no type are the sum of those behind them where no more fit in."""
    loads: list[Entry] = entry.get("ammo", []) if isinstance(entry.get("ammo"), list) else []
    weapon = weapon_of(line.catalog, entry)
    for load in loads:
        if load.pop(UNNAMED_ROUNDS, False) and load is loads[0] and len(loads) > 1 and weapon is not None:
            whole, parts = load.get("shots"), [other.get("shots", 0) for other in loads[1:]]
            if whole == sum(parts) and 2 * sum(parts) > _capacity(weapon, entry):
                entry["ammo"] = loads[1:]


def _is_total(weapon: Weapon, entry: Entry, shots: int) -> bool:
    """Whether so many shots can only be those of all weapons of an entry together."""
    number: int = entry["count"]
    capacity = _capacity(weapon, entry)
    return shots > capacity and shots % number == 0 and shots // number <= capacity


def _capacity(weapon: Weapon, entry: Entry) -> int:
    """How many shots one weapon of an entry holds, with its magazines."""
    magazines: dict[str, int] = entry.get("magazines", {})
    single = int(1 / weapon.spaces) if weapon.single_shot and 0 < weapon.spaces <= 1 else 0
    loads = 1 + magazines.get("extra", 0) + magazines.get("dual", 0)
    return weapon.shots * loads + magazines.get("rocket", 0) * single


def magazine(line: Line) -> bool:
    """`extra magazine`, `2 extra mags`, `rotary magazine`, `magazine switch`, `3-space rocket magazine`."""
    found = _host_weapon(line)
    if found is None:
        return False
    start = line.at
    count = line.count() if line.key() != "dual" else None
    spaces = line.take("space", "spaces", "sp", "spc")
    line.skip(".", "-")
    magazine_words = ("magazine", "magazines", "mag", "mags", "clip", "clips", "mgz")
    if line.take("rotary") or line.take_all("rot"):
        line.take(*magazine_words)
        what: tuple[str, object] = ("rotary", True)
    elif line.key() in ("switch", "selector") or (
        line.key() in magazine_words and line.key(1) in ("switch", "selector")
    ):
        line.skip(*magazine_words)
        line.at += 1
        what = ("switch", True)
    elif line.take("rocket", "rkt") and line.take(*magazine_words):
        what = ("rocket", count or 1)
    elif line.take("dual") and (line.take(*magazine_words) or (line.take("weapon") and line.take(*magazine_words))):
        what = ("dual", count or 1)
    elif (line.take("extra", "ext", "spare", "additional", "ex", "x") and _magazine_noun(line, magazine_words)) or (
        line.take(*magazine_words) and not spaces
    ):
        what = ("extra", count or 1)
    else:
        line.at = start
        return False
    line.skip("each")
    for entry in line.targets():
        entry.setdefault("magazines", {})[what[0]] = what[1]
    if what[0] == "extra":
        _rounds_of_magazine(line, found, int(count or 1))
    return True


def _magazine_noun(line: Line, words: Sequence[str]) -> bool:
    """`magazine`, or `rotary magazine`, which is bought with the extra one."""
    if line.take("rotary"):
        for entry in line.targets():
            entry.setdefault("magazines", {})["rotary"] = True
    return line.take(*words)


def _rounds_of_magazine(line: Line, weapon: Weapon, extra: int) -> None:
    """`extra magazine of HD`: the weapon keeps its standard rounds."""
    start = line.at
    if not line.take("with", "of", "(", "containing", "loaded"):
        return
    line.skip("with")
    load = _load(line, weapon)
    if load is None or (line.tokens[start].key == "(" and not line.take(")")):
        line.at = start
        return
    load.setdefault("shots", weapon.shots * extra)
    for entry in line.targets():
        if "ammo" not in entry:
            entry["ammo"] = [{"type": "standard", "shots": weapon.shots}]
        elif entry["ammo"] and "shots" not in entry["ammo"][-1]:
            entry["ammo"][-1]["shots"] = weapon.shots
        entry["ammo"].append(copy.deepcopy(load))


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
    fitting = [o for o, end in options if end == options[0][1] and any(_takes(w, o) for w in weapons)]
    own = _host_weapon(line)
    if own is not None and not fitting and entries:  # what the laser named last guides
        fitting = [o for o, end in options if end == options[0][1] and _takes(own, o)]
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
    found = _host_weapon(line)
    if found is None:
        return False
    options = line.meanings(WeaponOption, among=lambda o: _takes(found, o) or len(o.weapons) > 0)
    if not options:
        return False
    option, end = options[0]
    for other, other_end in options:
        if other_end == end and _takes(found, other):
            option = other
            break
    first = starts_clause(line, line.at)
    rival = line.any_meaning(Accessory, Weapon)
    short = end == line.at + 1 and len(line.key()) <= 3
    if option.id == "laser-guidance-link" and not _takes(found, option):
        to_launcher = line.catalog.get(WeaponOption, "laser-guidance-launcher-link")
        option = to_launcher if _takes(found, to_launcher) else option
    sure = _takes(found, option) and line.raw().isupper() and line.any_meaning(*_OTHER_KINDS) is None
    misplaced = not _takes(found, option) and not (line.attached and not short and "laser" in option.weapons)
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


def starts_clause(line: Line, at: int) -> bool:
    """Whether a clause begins at a token."""
    return at == 0 or line.tokens[at - 1].key in CLAUSE_ENDS


# -- links


def _link_of_group(line: Line, entries: list[Entry], linked: bool, smart: bool, joined: bool) -> None:
    """Link what the clause calls linked: one entry of several weapons by itself, else the entries named together."""
    if linked:
        if len(entries) == 1 and entries[0].get("count", 1) > 1 and not smart:
            entries[0]["linked"] = True
        else:
            _link(line, entries, smart=smart)
            line.open_link = line.draft.links[-1]
    elif (joined or line.links_next) and line.open_link is not None:
        line.open_link.items += [_of(line, e) for e in entries]
    else:
        line.open_link = None
    line.links_next = False


def _of(line: Line, entry: Entry) -> Label:
    return Label(str(entry["type"]), line.tokens[max(0, line.at - 1)].start, str(entry["type"]), entry=entry)


def _link(line: Line, entries: Sequence[Entry], *, smart: bool = False) -> None:
    mount = next(
        (
            m
            for m in line.unit.sheet.get("turrets", ())
            if all(any(e is w for w in m.get("weapons", ())) for e in entries)
        ),
        None,
    )
    if mount is not None and mount["mount"] == "sides" and len(entries) == 1 and entries[0].get("count", 1) == 1:
        mount = None  # one link joins what is in both pods
    line.draft.links.append(LinkDraft([_of(line, e) for e in entries], smart, mount))


def link(line: Line) -> bool:
    """`linked`, `linked to the RL`, `Link (FOJ, SD)`, `2 links: MG/FT, SS/SD`, `all linked`."""
    start = line.at
    every = line.take("all")
    count = line.count()
    smart = line.take("smart")
    noun = line.key() in ("link", "links", "linking", "linkage")
    if not (noun or line.key() in _LINK_WORDS):
        line.at = start
        return False
    line.at += 1
    if line.take_all("with", "smart", "link"):
        smart = True
    line.skip("together", ".", *(("pair",) if line.key(1) in (")", ",", ";", "") else ()))
    if line.key() in ("with", "to") and line.key(1) == "each" and line.key(2) == "other":
        line.at += 3
    if noun and _labelled_links(line, count or 1, smart):
        return True
    if line.take_all("in", "pairs") or line.take_all("in", "twos"):
        return _linked_in_pairs(line)
    if line.key() in ("to", "with", "between") and _linked_to(line, smart):
        return True
    host = line.host
    whole = host.entry.get("count", 1) if host is not None and host.kind == "weapon" else 1
    enclosed = line.depth > 0 and line.key() == ")"  # `3 RLs F (3 linked)`
    if count is not None and count > 1 and not (enclosed and count == whole):
        line.at = start
        return False
    entries = list(host.group) if host is not None and host.kind == "weapon" else []
    if every and host is not None and host.kind == "weapon":
        entries = [entry for entry, _, _ in line.unit.weapons()]
    if len(entries) == 1 and entries[0].get("count", 1) == 1:
        entries = _neighbours(line, entries[0])
    if not entries:
        line.at = start
        return False
    if len(entries) == 1:
        if smart or entries[0].get("count", 1) == 1:
            _link(line, entries, smart=smart)
        else:
            entries[0]["linked"] = True
    else:
        _link(line, entries, smart=smart)
    return True


def named_again(line: Line) -> bool:
    """`FOJ and SD linked`, `SD-OJ link`, where both have been listed before."""
    start = line.at
    counted = line.whole() is not None
    if not any(token.key in _LINK_WORDS for token in line.tokens[start : start + 4 * MOST_LABELS]):
        return False
    labels = label_list(line)
    plural = line.tokens[line.at - 1].key.endswith("s") and not counted
    smart = line.take("smart")
    several = len(labels) > 1 or (plural and len(labels) == 1 and len(entries_named(line.draft, labels[0])) > 1)
    known = several and all(entries_named(line.draft, label) for label in labels)
    line.skip("are", ".")
    noun = line.key() == "link" and line.key(1) in ("", ".", ")", *CLAUSE_ENDS)
    if not known or not (noun or line.key() in ("linked", "lnkd")) or line.key(1) in ("to", "with"):
        line.at = start
        return False
    line.at += 1
    entries = [entry for label in labels for entry in entries_named(line.draft, label)]
    line.draft.links.append(LinkDraft([_of(line, entry) for entry in entries], smart))
    return True


def _linked_in_pairs(line: Line) -> bool:
    """`4 LRs F, linked in pairs`: as many entries of two as there are pairs."""
    weapons = line.host.entries if line.host is not None and line.host.kind == "weapon" else []
    count = weapons[0].get("count", 1) if len(weapons) == 1 else 0
    if count < 4 or count % 2:
        return False
    (entry,) = weapons
    entry.update({"count": 2, "linked": True})
    mount = _mount_of(line, entry)
    entries: list[Entry] = line.unit.sheet["weapons"] if mount is None else mount["weapons"]
    at = next(i for i, e in enumerate(entries) if e is entry)
    entries[at + 1 : at + 1] = [copy.deepcopy(entry) for _ in range(count // 2 - 1)]
    return True


def _labelled_links(line: Line, count: int, smart: bool) -> bool:
    start = line.at
    line.skip(":", "for", "between", "-", "=")
    enclosed = line.take("(")
    groups: list[list[Label]] = []
    while True:
        before = line.at
        if groups and ((count == 1 and not enclosed) or not line.take(",", ";", "and", "&")):
            break
        line.skip("and", "&")
        if count == 1 or line.key() == "(":
            inner = line.take("(")
            labels = label_list(line, enclosed=enclosed or inner)
            if inner and not line.take(")"):
                labels = []
        else:
            labels = _one_group(line)
        if not labels:
            line.at = before
            break
        groups.append(labels)
    if not groups or (enclosed and not line.take(")")):
        line.at = start
        return False
    for labels in groups:
        line.draft.links.append(LinkDraft(labels, smart, line.inside))
    return True


def _one_group(line: Line) -> list[Label]:
    """The members of one of several links: joined by anything but a comma."""
    end = line.at
    while end < len(line.tokens) and line.tokens[end].key not in (",", ";", ")"):
        end += 1
    part = copy.copy(line)
    part.tokens = line.tokens[:end]
    labels = label_list(part)
    if part.at == end:
        line.at = end
        return labels
    return []


def _linked_to(line: Line, smart: bool) -> bool:
    """`linked to the RL`, `linked with SD`, `link between FOJ and SD`."""
    between = line.key() == "between"
    line.at += 1
    before = line.at
    labels = label_list(line)
    host = line.host
    if not labels:
        line.at = before - 1
        return False
    new = not entries_named(line.draft, labels[0]) and not _listed_later(line, labels[0])
    if not between and host is not None and host.kind == "weapon" and new:
        line.at = before  # the other weapon is listed here for the first time
        _link(line, host.group, smart=smart)
        line.open_link, line.links_next = line.draft.links[-1], True
        return True
    own = [] if between or host is None or host.kind != "weapon" else [_of(line, e) for e in host.group]
    line.draft.links.append(LinkDraft([*own, *labels], smart, line.inside))
    return True


def _neighbours(line: Line, entry: Entry) -> list[Entry]:
    """Weapons on the same place right before one that is called linked and has nothing beside it."""
    mount = _mount_of(line, entry)
    entries: list[Entry] = line.unit.sheet["weapons"] if mount is None else mount["weapons"]
    before = entries[: next(i for i, e in enumerate(entries) if e is entry)][-MOST_LABELS:]
    there = [*takewhile(lambda e: _same_end(e, entry), reversed(before))]
    alike = [*takewhile(lambda e: e["type"] == entry["type"], reversed(before))]
    found = [*reversed(there or alike), entry]
    if len(found) > 1:
        line.assume("the link is of the weapons listed together before it", "links")
    elif mount is None and "mount" not in entry and (held := _last_mount_of(line)) is not None:
        line.unit.part("weapons").remove(entry)  # `turret w/MG, RL (linked)`
        held.setdefault("weapons", []).append(entry)
        line.assume(f"the {entry['type'].replace('-', ' ')} is in the mount too, for it is linked", "links")
        return list(held["weapons"])
    elif mount is None or mount["mount"] != "sides":
        return []
    return found


def _last_mount_of(line: Line) -> Entry | None:
    """The turret or pod that was named right before the weapon named last."""
    held = line.last_mount
    mounts: list[Entry] = line.unit.sheet.get("turrets", [])
    return held if held is not None and any(held is mount for mount in mounts) and held.get("weapons") else None


def _listed_later(line: Line, label: Label) -> bool:
    """Whether the rest of the line names the same weapon again: then it is listed there."""
    return any(
        meaning.component.id == label.kind
        for place in range(line.at, len(line.tokens))
        for meaning in line.names_at(place, Weapon)[:1]
    )


def _same_end(one: Entry, other: Entry) -> bool:
    """Whether two weapons sit on one face, or on corners of one end; one without a place is with the other."""
    first, second = (str(entry.get("mount", "")).split("-") for entry in (one, other))
    return first == second or first == [""] or second == [""] or first[0] == second[0]


# -- turrets, pods and boosters


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
        moved = [e for e in host.group if "mount" not in e and _mount_of(line, e) is None]
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


def booster(line: Line) -> bool:
    """`2 500-lb. rocket boosters back`, `20-mph rocket booster back (max load)`."""
    start = line.at
    count = line.count()
    size, unit = _booster_size(line)
    if size is None and count is not None:
        line.at = start
        first = line.at
        size, unit = _booster_size(line)
        if size is not None:
            count = None
        else:
            line.at = first
            count = line.count()
    found = line.named(Booster)
    if found is None:
        line.at = start
        return False
    spots = places(line)
    if size is None:
        before = line.at
        line.skip("(", ",", ":", "-", "with")
        size, unit = _booster_size(line)
        if size is None:
            line.at = before
        else:
            line.skip("each", ")")
    entry: Entry = {"type": found.id}
    if count is not None and count > 1:
        entry["count"] = count
    if unit == "lb":
        entry["weight"] = size
    elif unit == "mph":
        entry["mph"] = size
        entry["sized_for"] = _sized_for(line)
    if line.inside is not None:
        line.inside.setdefault("boosters", []).append(entry)
    else:
        if spots:
            entry["mount"] = spots[0].place
        line.unit.part("boosters").append(entry)
    line.hosted("booster", [entry])
    return True


def _booster_size(line: Line) -> tuple[int | None, str]:
    size = line.whole()
    unit = line.key(1)
    if size is None or unit not in ("lb", "lbs", "pound", "pounds", "mph", "#"):
        return None, ""
    line.at += 2
    line.skip(".")
    return size, "mph" if unit == "mph" else "lb"


def _sized_for(line: Line) -> str:
    start = line.at
    line.skip("(", "sized", "for", "at")
    if line.take_all("loaded", "weight") or line.take("loaded"):
        line.take(")")
        return "loaded-weight"
    if line.take_all("max", "load") or line.take_all("maximum", "load"):
        line.take(")")
        return "max-load"
    line.at = start
    line.assume("the booster is sized for the load limit", "boosters")
    return "max-load"
