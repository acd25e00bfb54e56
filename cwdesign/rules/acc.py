"""Accessories with limits (ACC): who may have what, what it needs and shuts out, and how often.

Most of it is data of the catalog (`restrictions`, `multiple`, `exclusive_group`); the rules here hand it out by
the id that reports it, and add what depends on armor or room.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cwdesign.components import Component, PlantOption, TireOption
from cwdesign.design import Design
from cwdesign.figures import accessory_armor_type
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import (
    HINTS,
    MESSAGES,
    OWN_ARMOR_HINTS,
    OWN_ARMOR_MESSAGES,
    TWICE,
    TWICE_HINT,
    Share,
    barred,
    from_catalog,
    in_file_order,
    over_limit,
    own_armor,
    repeated,
    restricted,
    written_again,
)
from cwdesign.rules.ele import repeated_options
from cwdesign.sheet import Path
from cwdesign.vehicle import AccessoryEntry, Facing, Mount, Unit
from cwdesign.words import counted

HALVES_OF_A_ROOF = 2


def split_roofs(design: Design) -> Iterator[Unit]:
    """The units whose top is split in halves, each with room of its own (ACC-SUNROOF, TUR-WHERE-TOP)."""
    for unit in design.units():
        if unit.body is not None and unit.body.ten_faced:
            yield unit


def carriers(unit: Unit) -> tuple[AccessoryEntry, ...]:
    """Real car-top carriers (ACC-CARRIER)."""
    return tuple(
        entry
        for entry in unit.accessories
        if entry.accessory is not None and entry.accessory.group_rule == "ACC-CARRIER"
    )


def top_mounts(unit: Unit) -> tuple[Mount, ...]:
    """What sits on the roof and is neither a fake nor a pintle (ACC-SUNROOF)."""
    return tuple(
        mount
        for mount in unit.mounts
        if mount.kind is not None
        and not mount.kind.is_fake
        and mount.kind.family != "pintle-mount"
        and mount.place.startswith("top")
    )


def layer_path(facing: Facing, layer: str) -> Path:
    """Where a face's points of one layer are written: at their own key of composite armor, else at the face."""
    return (*facing.path, layer)


def _by_the_table(option: Component) -> bool:
    """Whether that there is one of an option is the table's matter: tanks', and tires' that handle no better for it."""
    return isinstance(option, PlantOption) or (isinstance(option, TireOption) and not option.handling_option)


@rule(
    "ACC-TABLE",
    messages={**MESSAGES, "no-armor": "The {item} cannot be armored by itself.", "twice": TWICE},
    hints={**HINTS, "no-armor": "Leave `points` out.", "twice": TWICE_HINT},
)
def table(design: Design) -> Iterator[Fault | Withheld]:
    """What the tables say of accessories, and of options of plants, tanks and tires, and no other rule names."""
    yield from restricted(design, "ACC-TABLE")
    yield from repeated(design, "ACC-TABLE")
    yield from repeated_options(design)
    yield from written_again(design, _by_the_table)
    for unit in design.units():
        for entry in unit.all_accessories:
            if entry.points and entry.accessory is not None and entry.accessory.armor_cost is None:
                yield Fault((*entry.path, "points"), {"item": entry.accessory.name.lower()}, "no-armor")


@rule(
    "ACC-SPOILER-TYPE",
    "The {foil} is of {plastic} on a face with {points} points of {metal}: it is lost once the {face} has taken "
    "{limit} points or is destroyed.",
    "A foil of the armor's own type is lost only with it.",
    needs=("armor",),
)
def spoiler_type(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on plastic foils on metal-armored faces."""
    for unit in design.units():
        for entry in unit.accessories:
            kind = entry.accessory
            if kind is None or kind.metal_foil is None or kind.face is None:
                continue
            facing = unit.armor.face(kind.face)
            material = accessory_armor_type(unit, entry, design.catalog)
            if facing.metal and unit.armor.metal is not None and material.material == "plastic":
                yield Fault(
                    (*entry.path, "type"),
                    {
                        "foil": kind.name.lower(),
                        "plastic": material.name.lower(),
                        "metal": unit.armor.metal.name.lower(),
                        "points": facing.metal,
                        "face": facing.face,
                        "limit": design.catalog.constant("plastic-foil-damage"),
                    },
                    causes=(Cause(facing.path, "{points} points of {metal}"),),
                )


spoiler_who = from_catalog("ACC-SPOILER-WHO")


@rule(
    "ACC-RAMPLATE",
    "A ramplate is priced by the front armor, and the front has none.",
    "Put armor on the front, or take the ramplate off.",
    messages=MESSAGES,
    hints=HINTS,
)
def ramplate(design: Design) -> Iterator[Fault | Withheld]:
    """What a ramplate shuts out, and the front armor that it needs."""
    yield from restricted(design, "ACC-RAMPLATE")
    for unit in design.units():
        for entry in unit.accessories:
            kind, facing = entry.accessory, unit.armor.face("front")
            if kind is None or not kind.front_armor_cost_factor or barred(kind, unit):
                continue
            if not facing.plastic and not facing.metal:
                yield Fault((*entry.path, "type"))


ramplate_who = from_catalog("ACC-RAMPLATE-WHO")
fake_ramplate = from_catalog("ACC-FAKE-RAMPLATE")
brushcutter = from_catalog("ACC-BRUSHCUTTER")
blades = from_catalog("ACC-BLADES")
antilock_brakes = from_catalog("ACC-ABS")


@rule(
    "ACC-SUNROOF",
    messages={**MESSAGES, "both-halves": "{item} and mounts on both halves of the roof exclude each other."},
    hints={**HINTS, "both-halves": "Keep one of the three."},
)
def sunroof(design: Design) -> Iterator[Fault | Withheld]:
    """What a sunroof shuts out; a body with split faces has room beside one mount, not beside two."""
    yield from restricted(design, "ACC-SUNROOF")
    for unit in split_roofs(design):
        mounts = [mount.path for mount in top_mounts(unit)]
        for entry in unit.fitted("sunroof"):
            if len(mounts) > 1 and entry.accessory is not None:
                *others, last = in_file_order(design, [*mounts, entry.path])
                causes = tuple(Cause(path, "on the roof too") for path in others)
                yield Fault(last, {"item": entry.accessory.name}, "both-halves", causes)


@rule(
    "ACC-HARDTOP",
    messages={
        **MESSAGES,
        "metal": "Under a convertible hardtop the top can have no metal armor; it has {actual} points.",
        "plastic": "Under a convertible hardtop the top can have {limit} points of armor; it has {actual}.",
    },
    hints={
        **HINTS,
        "metal": "Take the metal off the top.",
        "plastic": "Take {over} off the top.",
    },
)
def hardtop(design: Design) -> Iterator[Fault | Withheld]:
    """What a hardtop shuts out, and the little armor that it leaves the top."""
    yield from restricted(design, "ACC-HARDTOP")
    most = design.catalog.constant("convertible-top-armor")
    for unit in design.units():
        for entry in unit.accessories:
            kind = entry.accessory
            if kind is None or not kind.limits_top_armor or barred(kind, unit):
                continue
            cause = (Cause(entry.path, "the hardtop"),)
            for facing in unit.armor.facings:
                if facing.face not in unit.faces or not facing.face.startswith("top"):
                    continue
                if facing.metal:
                    fields = {"actual": facing.metal}
                    yield Fault(layer_path(facing, "metal"), fields, "metal", cause, 0, facing.metal)
                if facing.plastic > most:
                    over = counted(facing.plastic - most, "point")
                    sums = {"actual": facing.plastic, "limit": most, "over": over}
                    yield Fault(layer_path(facing, "plastic"), sums, "plastic", cause, most, facing.plastic)


windshield = from_catalog("ACC-WINDSHIELD")


@rule(
    "ACC-HITCH",
    messages={**MESSAGES, **OWN_ARMOR_MESSAGES},
    hints={**HINTS, **OWN_ARMOR_HINTS},
)
def hitch(design: Design) -> Iterator[Fault | Withheld]:
    """One hitch, its options, and its armor."""
    yield from repeated(design, "ACC-HITCH")
    yield from restricted(design, "ACC-HITCH")
    yield from own_armor(design, "ACC-HITCH")


@rule(
    "ACC-CARRIER",
    "The {item} holds {actual} spaces; the one-third limit is {limit}.",
    "Take a smaller carrier.",
    messages={
        **MESSAGES,
        "cargo": "The {item} holds {actual} spaces; the one-third limit is {limit}.",
        "roof": "The roof has two halves; carriers and mounts make {actual}.",
    },
    hints={
        **HINTS,
        "cargo": "Take a smaller carrier. A league that counts cargo spaces (`one_third_base: interior-and-cargo`) "
        "allows {other}.",
        "roof": "Take {over} off the roof.",
    },
)
def carrier(design: Design) -> Iterator[Fault | Withheld]:
    """Carriers by number, by room against the third, and beside mounts on the roof."""
    yield from repeated(design, "ACC-CARRIER")
    yield from restricted(design, "ACC-CARRIER")
    for unit, ledger in design.parts:
        for entry in carriers(unit):
            kind, limit, other = entry.accessory, ledger.weapon_limit, ledger.weapon_limit_other
            assert kind is not None
            room = kind.capacity_spaces
            if limit is None or room is None or room <= limit or barred(kind, unit):
                continue
            spared = design.reading.one_third_base == "interior" and other is not None and room <= other
            fields = {"item": kind.name, "actual": room, "limit": limit, "other": other or limit}
            yield Fault((*entry.path, "type"), fields, "cargo" if spared else "", (), limit, room)
    for unit in split_roofs(design):
        mounts, boxes = top_mounts(unit), carriers(unit)
        shares = [Share(m.path, Fraction(1), m.name) for m in mounts]
        shares += [Share(c.path, Fraction(c.count), "carrier") for c in boxes]
        if mounts and boxes and len(mounts) <= HALVES_OF_A_ROOF:
            yield from over_limit(design, shares, HALVES_OF_A_ROOF, {}, "roof")


side_door = from_catalog("ACC-SIDEDOOR")
autopilot = from_catalog("ACC-AUTOPILOT")
safe = from_catalog("ACC-SAFE")
amphibious = from_catalog("ACC-AMPHIBIOUS")
stealth = from_catalog("ACC-STEALTH")
ramps = from_catalog("ACC-RAMPS")

RULES = (
    table,
    spoiler_type,
    spoiler_who,
    ramplate,
    ramplate_who,
    fake_ramplate,
    brushcutter,
    blades,
    antilock_brakes,
    sunroof,
    hardtop,
    windshield,
    hitch,
    carrier,
    side_door,
    autopilot,
    safe,
    amphibious,
    stealth,
    ramps,
)
