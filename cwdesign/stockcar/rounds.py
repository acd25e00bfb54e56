"""Clauses on rounds and magazines of the weapon named last."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from cwdesign.components import Accessory, AmmunitionModifier, AmmunitionType, Booster, Weapon, WeaponOption
from cwdesign.stockcar.draft import Entry
from cwdesign.stockcar.lexicon import KINDS, spellings
from cwdesign.stockcar.line import CLAUSE_ENDS, Line, starts_clause
from cwdesign.stockcar.links import link_entries
from cwdesign.stockcar.mounts import host_weapon, mount_of, weapon_of
from cwdesign.stockcar.people import ROUND_NOUNS, ROUND_WORDS

UNNAMED_ROUNDS = "rounds of no type"
"""The private key of rounds of which only the number is said so far."""
_FILLS = ("loaded", "filled", "carrying", "firing", "using", "has", "have", "full", "containing", "all", "carries")
_PLAIN = ("standard", "explosive", "incendiary")
_OTHER_THINGS = tuple(kind for kind in KINDS if kind not in (AmmunitionType, AmmunitionModifier, WeaponOption))


def rounds_of(line: Line) -> bool:
    """`w/20 rounds HD`, `(explosive)`, `each w/10 shots HD`, `10 AP, 10 incendiary`, `w/tracer`."""
    found = host_weapon(line)
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
    add_rounds(line, _all_that_take(line, load) if line.every_weapon else line.targets(), found, [load])
    return True


def _plain_words(line: Line, start: int) -> bool:
    """Whether what was read since a place is spelled out and names nothing else: `SD back, explosive spikes`."""
    letters = len(line.said(start)) > 4 and line.key(-1) not in ROUND_WORDS
    return letters and not any(m.end >= line.at for m in line.names_at(start, *_OTHER_THINGS))


def rounds_of_some(line: Line) -> bool:
    """`2 MDs B (one with napalm, one with spider mines)`: the weapons of an entry with different rounds."""
    found = host_weapon(line)
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
    mount = mount_of(line, entry)
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
        link_entries(line, parts)


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


def add_rounds(line: Line, entries: Sequence[Entry], weapon: Weapon, loads: Sequence[Entry]) -> None:
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
    found = host_weapon(line)
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
