"""Clauses on the people aboard: crew, passengers, what they wear, carry and aim with."""

from __future__ import annotations

from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    Component,
    Computer,
    Gear,
    HandWeapon,
    HandWeaponOption,
    Weapon,
)
from cwdesign.stockcar.draft import Entry, Label
from cwdesign.stockcar.labels import label_list, weapon_label
from cwdesign.stockcar.line import CLAUSE_ENDS, JOINING, Host, Line

ROLES = {
    **dict.fromkeys(("driver", "drivers", "drv", "drvr", "dr"), "driver"),
    **dict.fromkeys(("cyclist", "cyclists", "rider", "biker", "cyc"), "cyclist"),
    **dict.fromkeys(("gunner", "gunners", "gnr", "gnrs", "gn", "gun"), "gunner"),
    **dict.fromkeys(("passenger", "passengers", "pass", "psgr", "psgrs", "pax"), "passenger"),
}
_DOUBTFUL_ROLES = ("dr", "gun", "cyc", "pass")
_NO_PERSON = ("accommodations", "accommodation", "accom", "controls", "seat", "compartment", "cabin", "side")
ROUND_WORDS = (
    "rounds",
    "round",
    "rnds",
    "rnd",
    "rds",
    "rd",
    "shots",
    "shot",
    "sh",
    "ammo",
    "ammunition",
    "loads",
    "of",
)

ROUND_NOUNS = (
    *("rocket", "rockets", "minirocket", "minirockets", "micromissile", "micromissiles", "missile", "missiles"),
    *("warhead", "warheads", "heads", "shells", "shell", "grenades", "grenade", "cartridges", "fuel", "oil"),
)
"""What rounds are called behind their type."""


def person(line: Line) -> bool:
    """`driver`, `driver & gunner`, `2 passengers`, `cyclist w/IBA`, `crew of 2`."""
    if line.take("crew"):
        return _crew(line)
    start = line.at
    joined = line.joined and line.host_is("person")
    count = line.count()
    line.skip("extra", "additional")
    role = ROLES.get(line.key()) or _letter_role(line, start)
    doubtful = line.key() in _DOUBTFUL_ROLES
    noun = line.key(2) if line.key(1) == "." else line.key(1)
    if role is None or noun in _NO_PERSON:
        line.at = start
        return False
    line.at += 1
    if doubtful and line.key() not in ("", ",", ";", ".", "with", "(", "&", "and", "/", ":"):
        line.at = start
        return False
    line.skip("only", ".")
    if count is None and line.key() == ":":
        count = _number_of_people(line)
    known = _driver(line) if role in ("driver", "cyclist") and count is None else None
    if known is not None:  # there is one: what follows is said of that person
        line.hosted("person", [known])
        line.skip("is", "has", "have", "wears")
        return True
    if line.inside is not None and role == "gunner":
        entry: Entry = {"role": "gunner"}
        line.inside.setdefault("crew", []).append(entry)
        line.hosted("person", [entry])
        _seat(line)
        return True
    _add(line, role, count or 1, joined=joined)
    _seat(line)
    line.skip("is", "has", "have")
    return True


def _number_of_people(line: Line) -> int | None:
    """`Gunners: 2`, `Driver: yes`, as tables have it; moved past."""
    number = line.whole(1)
    if line.key(2) not in ("", *CLAUSE_ENDS) or not (number is not None or line.key(1) in ("yes", "y")):
        return None
    line.at += 2
    return number


def _driver(line: Line) -> Entry | None:
    """The driver or cyclist that the vehicle has already, where the crew is listed to its end."""
    if not {"weapons", "turrets", "armor", "accessories"} & set(line.unit.sheet):
        return None
    crew: list[Entry] = line.unit.sheet.get("crew", [])
    return next((p for p in crew if p["role"] in ("driver", "cyclist")), None)


def _letter_role(line: Line, start: int) -> str | None:
    """`D` and `G` by themselves, where lists shorten everything: driver and gunner."""
    role = {"D": "driver", "G": "gunner"}.get(line.raw())
    joined = line.joined and line.host_is("person")
    begins = start == 0 or line.tokens[start - 1].key in CLAUSE_ENDS or joined
    if role is None or not begins or "weapons" in line.unit.sheet:
        return None
    return role if line.key(1) in ("", ",", ";", ".", "with", "(", "&", "and", "/", "+") else None


def _crew(line: Line) -> bool:
    line.skip(":", "=")
    if line.take("of"):
        count = line.count()
        if count is None:
            return False
        _add(line, "driver", 1)
        if count > 1:
            line.assume("the others of the crew are gunners", "crew")
            _add(line, "gunner", count - 1)
    return True


def _add(line: Line, role: str, count: int, *, joined: bool = False) -> None:
    body = line.unit.body
    cycle = body is not None and body.vehicle_class == "cycle"
    if role == "driver" and cycle and not line.unit.sheet.get("crew"):
        role = "cyclist"
    entries: list[Entry] = [{"role": role} for _ in range(count)]
    line.unit.part("passengers" if role == "passenger" else "crew").extend(entries)
    line.hosted("person", entries, joined=joined)


def _seat(line: Line) -> None:
    """`(seat: right)` behind a person."""
    if line.key() != "(" or line.key(1) != "seat" or line.host is None:
        return
    start = line.at
    line.at += 2
    line.skip(":")
    words = line.at
    while not line.done and line.key() != ")":
        line.at += 1
    if line.done or line.at == words:
        line.at = start
        return
    line.host.entry["seat"] = line.said(words)
    line.at += 1


# -- whom something belongs to


def _present(line: Line, count: int, *, one_each: bool = True) -> list[Entry]:
    """The persons that something said without a name belongs to: those just named, or as many of the crew.

    `one_each`: nobody has several of it, so a number is that of persons.
    """
    host = line.host
    if host is not None and host.kind == "hand" and host.owner is not None:
        return [host.owner]
    if host is not None and host.kind == "person":
        crew: list[Entry] = line.unit.sheet.get("crew", [])
        if (line.each or line.key() == "each") and len(host.group) == 1 and len(crew) > 1 and host.entry is crew[-1]:
            return crew  # `driver, gunner, each w/…`
        if count == len(host.group) > 1:
            return host.group
        if one_each and count == len(crew) > 1:
            return crew
        return _all_or_last(line, host)
    if host is None and line.attached:
        return []  # of what is not understood: `bodyguard w/BA`
    people = [*line.unit.people(), *(line.draft.unit.people() if line.unit is not line.draft.unit else ())]
    return people[:count] if count > 1 and len(people) >= count else people[:1]


def _all_or_last(line: Line, host: Host) -> list[Entry]:
    """`driver & gunner w/IBA`: both, or the one named last; the last where the others have things of their own."""
    last = host.entry
    own = any({**other, "role": ""} != {**last, "role": ""} for other in host.group)
    if host.each or line.each or own or not line.attached or len(host.group) == len(host.entries):
        return host.group if host.each and not own else line.targets()
    if line.choose("crew", "what is said behind the crew is of all", f"it is of the {last['role']} alone") == 0:
        host.each = True
        return host.group
    return host.entries


def _for_whom(line: Line) -> list[Entry]:
    """Persons named behind something: `(driver)`, `for gunner`, `for both`, `for driver and gunner`."""
    start = line.at
    enclosed = line.take("(")
    listed = {p["role"] for p in line.unit.people()}
    named_behind = line.key() == "/" and ROLES.get(line.key(1)) in listed
    prepositions = line.take("for", "on", "to", "by", "around", *(("/",) if named_behind else ()))
    line.skip("the")
    people = list(line.unit.people())
    found: list[Entry] = []
    if not (enclosed or prepositions):
        return found
    if line.take("both", "all", "crew", "each", "everyone"):
        line.skip("crew", "members", "crewmembers", "people")
        found = [p for p in people if p["role"] != "passenger"]
    while (role := ROLES.get(line.key())) is not None:
        plural = line.key().endswith("s")
        line.at += 1
        same = [p for p in people if p["role"] == role or (role == "driver" and p["role"] == "cyclist")]
        found += same if plural else same[:1]
        before = line.at
        if not line.take(*JOINING, ","):
            break
        line.skip("and", "&")
        if line.key() not in ROLES:
            line.at = before
            break
    if not found or (enclosed and not line.take(")")):
        line.at = start
        return []
    return found


def seat_equipment(line: Line) -> bool:
    """Accessories of one person: safety seats, ejection seats, extra driver controls."""
    start = line.at
    number, found = line.counted(Accessory, among=lambda a: a.occupant)
    count = (line.count_behind() if found is not None else None) or number or 1
    whom = (_for_whom(line) or _present(line, count)) if found is not None else []
    if found is None or not whom:
        line.at = start
        return False
    for entry in whom:
        entry.setdefault("accessories", []).append(found.id)
    return True


# -- targeting computers


def computer(line: Line) -> bool:
    """`HRSWC`, `TC for gunner`, `SWC (VMG)`, `2 targeting computers`, `cyberlink to laser`."""
    start = line.at
    number, found = line.counted(Computer)
    count = number or 1
    if found is None or any(_longer_accessory(line, place) for place in range(start, line.at)):
        line.at = start
        return False
    if line.host_is("weapon") and found.single_weapon and line.attached and count == 1:
        for entry in line.targets():
            entry["computer"] = found.id
        return True
    count = line.count_behind() or count
    whom = _for_whom(line)
    choice: str | Entry = found.id
    if found.single_weapon and (labels := _served_weapons(line)):
        choice = {"type": found.id, "weapons": labels}
    whom = whom or _for_whom(line) or _present(line, count)
    if not whom:
        line.at = start
        return False
    for entry in whom:
        before = entry.get("computer")
        if before is None:
            entry["computer"] = choice
        else:
            entry["computer"] = [*(before if isinstance(before, list) else [before]), choice]
    return True


def _longer_accessory(line: Line, start: int) -> bool:
    """Whether an accessory's name goes on beyond the computer's; `computer (gunner)` is none."""
    ends = [m.end for m in line.names_at(start, Accessory)]
    return any(end > line.at and not line.crosses("(", end) for end in ends)


def _served_weapons(line: Line) -> list[Label]:
    """The weapons that a single-weapon computer or cyberlink serves."""
    start = line.at
    enclosed = line.take("(")
    linked = line.take("for", "on", "to", "linked", "controlling")
    line.skip("to", "with", "the", "for")
    one = weapon_label(line) if linked and not enclosed else None
    labels = label_list(line, enclosed=True) if enclosed else [one] if one is not None else []
    if not labels or (enclosed and not line.take(")")):
        line.at = start
        return []
    return labels


# -- what people wear and carry

_GEAR: tuple[type[Component], ...] = (Gear, HandWeapon)


def gear(line: Line) -> bool:
    """Body armor, personal equipment and hand weapons of the person named last, or of the driver."""
    start = line.at
    count = None
    if line.any_meaning(*_GEAR) is None:
        count = line.count()
    if count is not None:
        line.skip("suits", "suit", "sets", "set", "of")
    found = line.any_meaning(*_GEAR)
    personal = line.host_is("person", "hand")
    rival = line.any_meaning(Weapon, Accessory)
    short = found is not None and found.end == line.at + 1 and len(line.key()) <= 3 and found.rank >= 2
    if (
        found is None
        or (rival is not None and rival.end > found.end)
        or (rival is not None and rival.end == found.end and not (personal and line.attached))
        or (short and not personal)
    ):
        line.at = start
        return False
    line.at = found.end
    owner = line.host.owner if line.host is not None and line.host.kind == "hand" else None
    present = [owner] if owner is not None else _present(line, count or 1, one_each=_one_each(line, found.component))
    whom = _for_whom(line) or present
    if not whom:
        line.at = start
        return False
    each = 1 if count is None or count == len(whom) else count
    spec: Entry = {}
    for entry in whom:
        spec = {"type": found.component.id, **({"count": each} if each > 1 else {})}
        entry.setdefault("equipment", []).append(spec)
    if isinstance(found.component, HandWeapon):
        line.hosted("hand", [spec], owner=whom[-1])
    elif owner is not None:
        line.hosted("person", [owner])
    return True


def _one_each(line: Line, component: Component) -> bool:
    """Whether `2 suits of body armor` behind the crew is one for each: nothing has been said of the last person."""
    bare = line.host is not None and set(line.host.entry) == {"role"}
    return isinstance(component, Gear) and not component.multiple and bare and not line.attached


def hand_weapon_detail(line: Line) -> bool:
    """Rounds and options of the hand weapon that was named last: `w/20 explosive`, `extra clip`."""
    if line.host is None or line.host.kind != "hand":
        return False
    entry = line.host.entry
    weapon = line.catalog.get(HandWeapon, entry["type"])
    start = line.at
    count = line.count()
    before = line.at
    option = line.named(HandWeaponOption)
    if option is not None and line.longer_name(before, Gear):
        line.at = start
        return False
    if option is not None:
        entry.setdefault("options", []).extend([_fitting(line, option, weapon).id] * (count or 1))
        return True
    line.skip(*ROUND_WORDS)
    modifiers: list[str] = []
    types = {r.type for r in weapon.rounds}
    while True:
        modifier = line.meanings(AmmunitionModifier)
        kind = line.meanings(AmmunitionType, among=lambda t: t.id in types)
        if not modifier or (kind and kind[0][1] >= modifier[0][1]):
            break
        modifiers.append(modifier[0][0].id)
        line.at = modifier[0][1]
    longer = bool(kind) and any(
        m.end > kind[0][1] or (m.end == kind[0][1] and isinstance(m.component, HandWeapon) and not line.attached)
        for m in line.names_at(before, HandWeapon, Weapon)
    )
    if not kind or longer or (count is None and not line.attached):
        line.at = start
        return False
    line.at = kind[0][1]
    line.skip(*ROUND_WORDS)
    load: Entry = {"type": kind[0][0].id}
    if count is not None:
        load["shots"] = count
    if modifiers:
        load["options"] = modifiers
    entry.setdefault("ammo", []).append(load)
    return True


def _fitting(line: Line, option: HandWeaponOption, weapon: HandWeapon) -> HandWeaponOption:
    """The option of this name that is made for the weapon: clips of submachine guns are called like all others."""
    if weapon.id in option.weapons:
        return option
    same = (o for o in line.catalog.all(HandWeaponOption) if o.id.startswith(option.id) and weapon.id in o.weapons)
    return next(same, option)
