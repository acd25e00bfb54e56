"""Clauses on what moves the vehicle: plant or engine with options, gas tank, batteries, tires."""

from __future__ import annotations

from functools import cache

from cwdesign.components import Accessory, ArmorType, Body, GasTank, PlantOption, PowerPlant, Tire, TireOption
from cwdesign.stockcar.draft import Entry
from cwdesign.stockcar.line import CLAUSE_ENDS, CLOSING, Line, starts_clause
from cwdesign.stockcar.people import ROLES
from cwdesign.stockcar.places import FACES, Spot, places, ten_faced

_PLANT_WORDS = ("pp", "p", "powerplant", "plant", "plants", "power", "motor", "plt", "engine", "eng")
_ENGINE_WORDS = ("gas", "gasoline", "engine", "eng", "motor", "v8", "plant", "powered", "internal", "combustion", "ice")
_GALLONS = ("gal", "gals", "gallon", "gallons", "g")
_TANK_WORDS = ("tank", "tanks", "cell", "gt")
_TIRE_WORDS = ("tire", "tires", "tyre", "tyres", "wheel", "wheels", "trs", "tr")
_TIRE_CLASSES = ("motorcycle", "cycle", "mc", "cyc", "car", "truck", "oversize", "racing")

_CODES: dict[str, tuple[str, ...]] = {
    "pr": ("puncture-resistant",),
    "hd": ("heavy-duty",),
    "std": ("standard",),
    "st": ("standard",),
    "sld": ("solid",),
    "sol": ("solid",),
    "solid": ("solid",),
    "pc": ("plasticore",),
    "sb": ("steelbelted",),
    "sr": ("steelbelted", "radial"),
    "r": ("radial",),
    "rad": ("radial",),
    "fp": ("fireproof",),
    "or": ("off-road",),
    "sl": ("slick",),
    "sn": ("snow",),
}
"""What tire codes such as `PRSRFP` are made of."""
LONGEST_CODE = 12
_BASES = ("puncture-resistant", "heavy-duty", "standard", "solid", "plasticore")


def plant(line: Line) -> bool:
    """`Super PP`, `350 cid engine`, `power plant: large`, `backup small plant`."""
    start = line.at
    backup = line.take("backup", "reserve", "secondary", "auxiliary")
    noun_first = line.take_all("power", "plant") or line.take("pp", "powerplant", "engine", "plant")
    if noun_first:
        line.skip(":", "=")
    key = "backup_power_plant" if backup else "power_plant"
    if key in line.unit.sheet or line.unit is line.draft.second:  # sidecars and carriers have none
        line.at = start
        return False
    line.take("v8")
    if line.take("v"):
        line.take("8")
    found = _plant_name(line, noun_first or backup)
    if found is None:
        line.at = start
        return False
    entry: Entry = {"type": found.id}
    line.unit.sheet[key] = entry
    line.hosted("plant", [entry])
    return True


def _plant_name(line: Line, noun_read: bool) -> PowerPlant | None:
    start = line.at
    for plant, end in line.meanings(PowerPlant):
        line.at = end
        words = {token.key for token in line.tokens[start:end]}
        if plant.fuel == "gas":
            line.skip(".", *_ENGINE_WORDS)
            _v_eight(line)
            return plant
        noun = noun_read or bool(words & set(_PLANT_WORDS)) or _plant_noun(line)
        if noun or _bare_plant_fits(line):
            return _of_class(line, plant, words)
    line.at = start
    return None


def _v_eight(line: Line) -> None:
    if line.key() == "v" and line.key(1) == "8":
        line.at += 2
    line.skip(*_ENGINE_WORDS)


def _plant_noun(line: Line) -> bool:
    start = line.at
    line.skip(".", "electric")
    line.skip("cycle", "truck", "trike", "car", "electric", "elec", ".")
    if line.take_all("power", "plant") or line.take_all("p", "p") or line.take(*_PLANT_WORDS):
        return True
    line.at = start
    return False


def _bare_plant_fits(line: Line) -> bool:
    """Whether a size alone can be the plant: before tires, crew and weapons, at the end of its clause."""
    sheet = line.unit.sheet
    if {"tires", "crew", "weapons", "armor"} & set(sheet) or "body" not in sheet:
        return False
    return line.key() in (*CLAUSE_ENDS, *CLOSING, "with", "(", ".", "/", "+", "")


def _of_class(line: Line, plant: PowerPlant, words: set[str]) -> PowerPlant:
    """The plant of this size for this body, where the line does not say which class it is of."""
    body = line.unit.body
    if body is None or plant.plant_class != "car":
        return plant
    wanted = body.plant_class
    sizes = {"small": "small", "medium": "medium", "large": "large", "super": "super"}
    size = next((size for size in sizes if plant.id == f"electric-{size}"), None)
    if size is None or wanted in ("car", None):
        return plant
    if wanted == "truck":
        return line.catalog.get(PowerPlant, f"electric-truck-{size}")
    if size == "super" and "trike" in body.vehicle_class:
        both = ("electric-super-cycle", "electric-super-trike")
        if "trike" in words:
            return line.catalog.get(PowerPlant, both[1])
        taken = line.choose("power_plant", "the super cycle plant", "the super trike plant")
        return line.catalog.get(PowerPlant, both[taken])
    return line.catalog.get(PowerPlant, f"electric-{size}-cycle")


def plant_option(line: Line) -> bool:
    """What is bought for the plant, and insulation of a tank that was just named."""
    spec = line.unit.sheet.get("backup_power_plant") if _of_backup(line) else None
    spec = spec or line.unit.sheet.get("power_plant")
    if spec is None:
        return False
    start = line.at
    engine = line.catalog.get(PowerPlant, spec["type"])
    count = line.count() or 1
    options = line.meanings(PlantOption, among=lambda o: engine.fuel in o.fuels)
    gas_turbo = engine.fuel == "gas" and line.key() in ("sc", "tc")
    if gas_turbo and line.attached and line.host is not None and line.host.kind == "plant":
        found = line.catalog.get(PlantOption, "supercharger" if line.key() == "sc" else "turbocharger")
        line.at += 1
    elif options:
        found, end = options[0]
        if not _belongs_to_plant(line, found, end):
            line.at = start
            return False
        line.at = end
    else:
        line.at = start
        return False
    if found.id == "turbocharger" and engine.plant_class == "truck":
        found = line.catalog.get(PlantOption, "truck-turbocharger")
    target = spec
    if found.id == "fire-retardant-insulator" and line.host is not None and line.host.kind == "tank":
        target = line.host.entry
    target.setdefault("options", []).append({"type": found.id, "count": count} if count > 1 else found.id)
    return True


def _of_backup(line: Line) -> bool:
    host = line.host
    return host is not None and host.entry is line.unit.sheet.get("backup_power_plant")


def _belongs_to_plant(line: Line, option: PlantOption, end: int) -> bool:
    """Whether a word that also means other things means an option of the plant here."""
    host = line.host.kind if line.host is not None else ""
    key = line.key()
    if option.id == "fire-retardant-insulator":
        return host in ("plant", "tank")
    short = end == line.at + 1 and len(key) <= 3
    if short or key in ("supers", "th", "nitro"):
        start, line.at = line.at, end
        alone = option.id in ("superconductors", "platinum-catalysts") and _alone(line, start) and line.depth == 0
        line.at = start
        return host == "plant" or alone
    return True


def gas_tank(line: Line) -> bool:
    """`10-gal. duelling tank`, `duelling tank (10 gal.)`, `10 gallons of gas`."""
    spec = line.unit.sheet.get("backup_power_plant" if _of_backup(line) else "power_plant")
    if spec is None or "gas_tank" in spec or not _gas(line, spec):
        return False
    start = line.at
    gallons = _gallons(line)
    line.skip("of", "in", "a")
    kind = line.named(GasTank)
    tank_word = kind is not None and _tank_word_read(line, start)
    if kind is not None and not tank_word:
        line.skip("gas", "fuel")
        tank_word = line.take(*_TANK_WORDS)
    elif kind is None:
        line.skip("gas", "fuel", "gasoline", "of")
        tank_word = line.take(*_TANK_WORDS)
    if gallons is None and not (kind is not None and tank_word):
        line.at = start
        return False
    if gallons is None:
        gallons = _gallons_behind(line)
    elif not tank_word and kind is not None and line.key() in ("gas", "fuel"):
        line.at += 1
    if kind is None:
        tanks = line.catalog.all(GasTank)
        names = [f"{'an' if t.name[0] in 'AEIOU' else 'a'} {t.name.lower()}" for t in tanks]
        kind = tanks[line.choose("power_plant", *names)]
    entry: Entry = {"type": kind.id}
    if gallons is not None:
        entry["gallons"] = gallons
    spec["gas_tank"] = entry
    line.hosted("tank", [entry])
    return True


def _tank_word_read(line: Line, start: int) -> bool:
    return any(token.key in (*_TANK_WORDS, "hdgt") for token in line.tokens[start : line.at])


def _gallons(line: Line) -> int | None:
    number = line.whole()
    if number is None or line.key(1) not in _GALLONS:
        return None
    line.at += 2
    line.skip(".")
    return number


def _gallons_behind(line: Line) -> int | None:
    start = line.at
    enclosed = line.take("(")
    line.skip(",", "with", ":", "of")
    line.skip("capacity", "holding")
    gallons = _gallons(line)
    if gallons is None:
        line.at = start
        return None
    line.skip("of", "gas", "fuel", "capacity")
    if enclosed:
        line.take(")")
    return gallons


def laser_battery(line: Line) -> bool:
    """`laser battery`, `2 laser batteries`, `LB` beside an engine."""
    start = line.at
    count = line.count() or 1
    short = len(line.key()) < 4
    found = line.named(Accessory, among=lambda a: a.id == "laser-battery")
    spec = line.unit.sheet.get("power_plant")
    after = line.token()
    face = ten_faced(line) or (after is not None and after.kind == "number" and after.glued)
    alone = _alone(line, start)
    written = line.said(start) in ("LB", "1 LB", "2 LB")
    doubtful = short and not (written and not face and (_gas(line, spec) or alone))
    if found is None or doubtful:
        line.at = start
        return False
    armored = line.key() in ("(", "with") and line.key(2) in ("pt", "pts", "point", "points")
    if spec is None or armored:
        entry: Entry = {"type": found.id, **({"count": count} if count > 1 else {})}
        line.unit.part("accessories").append(entry)
        line.hosted("accessory", [entry])
    else:
        spec["laser_batteries"] = spec.get("laser_batteries", 0) + count
    return True


def _alone(line: Line, start: int) -> bool:
    """Whether what was read since a place is a clause by itself."""
    begins = start == 0 or line.tokens[start - 1].key in CLAUSE_ENDS
    return begins and line.key() in ("", *CLAUSE_ENDS, ".")


def _gas(line: Line, spec: Entry | None) -> bool:
    return spec is not None and line.catalog.get(PowerPlant, spec["type"]).fuel == "gas"


# -- tires


@cache
def tire_code(code: str) -> tuple[str, ...] | None:
    """The tire and options that a code of letters is made of, None where it is none."""
    if not code:
        return ()
    if len(code) > LONGEST_CODE:
        return None
    for length in (5, 3, 2, 1):
        part = _CODES.get(code[:length]) if len(code) >= length else None
        rest = tire_code(code[length:]) if part is not None else None
        if part is not None and rest is not None:
            return (*part, *rest)
    return None


def tires(line: Line) -> bool:
    """`4 PR tires`, `4 SR PR`, `2 solid tires front`, `spare PR tire`, `tires: 4 PRSR`."""
    start = line.at
    spare = line.take("spare")
    label = line.take(*_TIRE_WORDS)
    if label:
        line.skip(":", "=", "are")
    count = line.count()
    spare = line.take("spare", "spares", "extra") or spare
    axle = _axle_word(line)
    kind, options, words = _tire_words(line)
    axle = axle or (_axle_word(line) if kind is not None else None)
    noun = _noun_behind(line) or label
    if noun and kind is None:
        before = line.at
        enclosed = line.take("(")
        line.skip(":", "-")
        late_kind, late_options, _ = _tire_words(line)
        if late_kind is not None and (not enclosed or line.take(")")):
            kind, options = late_kind, [*options, *late_options]
        else:
            line.at = before
    if kind is not None and not noun and line.key() == ",":
        noun = _options_behind_comma(line, options)
    if line.take("spare", "spares"):
        spare = True
    if kind is None and words and count is not None and line.tokens[line.at - 1].key in ("slicks", "radials"):
        kind, noun = line.catalog.get(Tire, "standard"), True
        line.assume("standard tires, for the line names none", "tires")
    if kind is None or not (noun or (words and _noun_less(line, count))):
        line.at = start
        return False
    if spare:
        written = _tires_mapping(line)
        for _ in range(count or 1):
            written.setdefault("spares", []).append(_axle(kind, options))
        return True
    _place_tires(line, _axle(kind, options), count, [Spot(axle)] if axle is not None else places(line))
    return True


def _axle_word(line: Line) -> str | None:
    """The axle said in front of the tires: `2 front PR tires`, `1 solid rear tire`."""
    key = line.key()
    axle = FACES.get(key) if len(key) > 2 else None
    if axle not in ("front", "back"):
        return None
    line.at += 1
    line.skip(":")
    return axle


def _options_behind_comma(line: Line, options: list[str]) -> bool:
    """Whether `4 PR, fireproof tires` goes on behind the comma; moved past, the options added."""
    start = line.at
    line.at += 1
    kind, more, _ = _tire_words(line)
    if kind is None and more and _noun_behind(line):
        options += more
        return True
    line.at = start
    return False


def _noun_behind(line: Line) -> bool:
    """Whether `tires` follows, perhaps after the period of a short form; moved past."""
    start = line.at
    line.skip(".")
    if line.take(*_TIRE_WORDS):
        return True
    line.at = start
    return False


def spare_tire(line: Line) -> bool:
    """`spare tire`: one like the others."""
    start = line.at
    count = line.count() or 1
    name = line.at
    if not line.take("spare", "spares"):
        line.at = start
        return False
    line.take(*_TIRE_WORDS)
    if line.longer_name(name, Accessory):
        line.at = start
        return False
    written = line.unit.sheet.get("tires")
    if not isinstance(written, dict) or "spares" in written:
        line.at = start
        return False
    like = written.get("all") or written.get("back") or written.get("front")
    if like is None:
        line.at = start
        return False
    line.assume("the spare is like the other tires", "tires")
    written["spares"] = [dict(like) for _ in range(count)]
    return True


def _noun_less(line: Line, count: int | None) -> bool:
    """Whether tire words without `tires` are meant as such: as many as the body has wheels, nothing else possible."""
    body = line.unit.body
    if count is None or body is None or "tires" in line.unit.sheet:
        return False
    return count in (body.front_wheels + body.rear_wheels, body.max_wheels) and line.key() in (
        *(*CLAUSE_ENDS, *CLOSING, *ROLES, ".", "/", "(", "with", ""),
    )


def _tire_words(line: Line) -> tuple[Tire | None, list[str], int]:
    """(tire, options, how many words) of the tire words at the current place."""
    kind: Tire | None = None
    options: list[str] = []
    words = 0
    while not line.done:
        start = line.at
        line.skip(".")
        if words and line.take("/", "&", "+"):
            pass
        if line.take(*_TIRE_CLASSES):
            words += 1
            continue
        code = tire_code(line.key()) if line.raw().isalpha() else None
        found = line.meanings(Tire)
        option = line.meanings(TireOption)
        longest = max((end for _, end in (*found, *option)), default=line.at)
        if code is not None and longest <= line.at + 1:
            if sum(part in _BASES for part in code) > (kind is None):
                line.at = start
                break
            for part in code:
                if part in _BASES:
                    kind = line.catalog.get(Tire, part)
                else:
                    options.append(part)
            line.at += 1
        elif found and found[0][1] == longest and kind is None:
            kind, line.at = found[0]
            if _ended_with_noun(line):
                return kind, options, words + 1
        elif option:
            component, line.at = option[0]
            options.append(component.id)
            if kind is not None and _ended_with_noun(line):
                return kind, options, words + 1
        else:
            line.at = start
            break
        words += 1
    return kind, options, words


def _ended_with_noun(line: Line) -> bool:
    """Whether the name just read ended with `tires`; then that word is left for the clause."""
    if line.tokens[line.at - 1].key in _TIRE_WORDS:
        line.at -= 1
        return True
    return False


def _axle(kind: Tire, options: list[str]) -> Entry:
    chosen = list(dict.fromkeys(options))
    return {"type": kind.id, "options": chosen} if chosen else {"type": kind.id}


def _tires_mapping(line: Line) -> Entry:
    written: Entry = line.unit.sheet.setdefault("tires", {})
    return written


def _place_tires(line: Line, axle: Entry, count: int | None, where: list[Spot]) -> None:
    written = _tires_mapping(line)
    axles = [spot.place for spot in where if spot.place in ("front", "back")]
    if line.take("middle", "mid", "center"):
        axles.append("middle")
    body = line.unit.body
    ends = body is not None and body.front_wheels and body.rear_wheels
    partial = count is not None and body is not None and count < body.front_wheels + body.rear_wheels
    if axles and (len(axles) == 1 or partial) and ends:
        for name in axles:
            written[name] = axle
    elif "all" not in written:
        written["all"] = axle
    else:
        written["back"] = axle
        line.assume("the tires named second are those of the back axle", "tires")
    line.hosted("tires", [axle])
    if _of_both(line, count):
        assert line.draft.second is not None
        line.draft.second.sheet["tires"] = {"all": dict(axle)}
        return
    if count is not None:
        line.unit.wheels_named += count
        _count_wheels(line, body)


def _of_both(line: Line, count: int | None) -> bool:
    """Whether so many tires are those of a cycle and its sidecar together."""
    second = line.draft.second
    if second is None or second.body is None or line.unit is second or line.unit.body is None or count is None:
        return False
    own = line.unit.body.front_wheels + line.unit.body.rear_wheels
    return own < count <= own + second.body.max_wheels and second.body.vehicle_class == "sidecar"


def _count_wheels(line: Line, body: Body | None) -> None:
    """A car with six tires has the six-wheel chassis; more than a body has are spares."""
    if body is None or body.vehicle_class in ("bus", "semi-tractor", "ten-wheeler-cab", "semi-trailer"):
        return
    spec = line.unit.sheet["body"]
    named, own = line.unit.wheels_named, body.front_wheels + body.rear_wheels
    if named == own or named < own:
        return
    if named == body.max_wheels and body.vehicle_class != "sidecar":
        spec["wheels"] = named
    elif body.vehicle_class == "sidecar" and named == 2:
        spec["wheels"] = 2
    elif "wheels" not in spec:
        line.draft.note(f"The line counts {named} tires; the body has {own} wheels.", "tires")


def tire_option(line: Line) -> bool:
    """Options named behind the tires: `w/steelbelting`, `(radial)`."""
    if line.host is None or line.host.kind != "tires":
        return False
    alone = starts_clause(line, line.at) and line.key(1) in ("", ",", ";")
    sure = line.attached or alone
    found = line.meanings(TireOption, among=lambda o: sure or o.id not in ("fireproof", "off-road"))
    rival = line.any_meaning(ArmorType)
    code = tire_code(line.key()) if line.token() is not None else None
    if rival is not None and found and rival.end > found[0][1]:
        return False
    if found:
        option, line.at = found[0]
        names = [option.id]
    elif code and line.attached and not set(code) & set(_BASES):
        line.at += 1
        names = list(code)
    else:
        return False
    options = line.host.entry.setdefault("options", [])
    options.extend(name for name in names if name not in options)
    return True
