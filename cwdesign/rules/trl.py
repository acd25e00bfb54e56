"""Car trailers (TRL): their bodies and styles, what they cannot have, and what joins them to the tow vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Number, Withheld
from cwdesign.ledger import Ledger
from cwdesign.rules.acc import layer_path
from cwdesign.rules.arm import stray_facings
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import (
    HINTS,
    MESSAGES,
    Share,
    from_catalog,
    over_limit,
    repeated,
    restricted,
    with_article,
)
from cwdesign.rules.gas import batteries, consumers, lacks_supply
from cwdesign.rules.ovr import hangs_on_kingpin
from cwdesign.rules.prf import hitches, spare_pull
from cwdesign.sheet import Path
from cwdesign.vehicle import Facing, Unit
from cwdesign.words import listed


def car_trailers(design: Design) -> Iterator[tuple[Unit, Body]]:
    """The unit with its body, where it is a car trailer."""
    for unit in design.units():
        if unit.body is not None and unit.body.is_a("car-trailer"):
            yield unit, unit.body


@rule("TRL-BODY", "The {body} is towed: nobody drives it.", "Make this person a gunner or a passenger.")
def nobody_drives(design: Design) -> Iterator[Fault | Withheld]:
    """A driver aboard a trailer; a plant is BOD-DRIVE-REQUIRED's matter."""
    for unit, body in car_trailers(design):
        for person in unit.crew:
            if person.drives:
                yield Fault((*person.path, "role"), {"body": body.name})


@rule("TRL-TIRES", "The {body} has rear tires only, none on a {axle} axle.", "Write them as `back` or `all`.")
def tires(design: Design) -> Iterator[Fault | Withheld]:
    """Tires for axles that a trailer does not have."""
    for unit, body in car_trailers(design):
        for axle in unit.stray_axles:
            yield Fault(axle.path, {"body": body.name, "axle": axle.name})


flatbed = from_catalog("TRL-FLATBED")


@rule("TRL-STYLE", messages=MESSAGES, hints=HINTS)
def style(design: Design) -> Iterator[Fault | Withheld]:
    """Styles of bodies that are no van trailers, and more than one style."""
    yield from restricted(design, "TRL-STYLE")
    yield from repeated(design, "TRL-STYLE")


@rule(
    "TRL-TANKER-ARMOR",
    "The {face} of the tanker has {actual}; every face needs {plastic} points of plastic or {metal} of metal.",
    "Bring the {face} to {plastic} points of plastic or {metal} of metal.",
    needs=("armor",),
    messages={
        "bare": "The tanker has no armor on {face}; every face needs {plastic} points of plastic or {metal} of metal."
    },
)
def tanker_armor(design: Design) -> Iterator[Fault | Withheld]:
    """The armor that every face of a tanker needs."""
    for unit in design.units():
        if unit.body is None or unit.body.min_plastic_per_face is None or unit.body.min_metal_per_face is None:
            continue
        plastic, metal = unit.body.min_plastic_per_face, unit.body.min_metal_per_face
        needed = {"plastic": plastic, "metal": metal}
        written = {facing.face for facing in unit.armor.facings}
        for face in unit.faces:
            facing = unit.armor.face(face)
            if face in written and facing.plastic < plastic and facing.metal < metal:
                fields = {**needed, "face": face, "actual": _points(facing)}
                yield Fault(facing.path, fields, "", (), plastic, facing.plastic)
        bare = [face for face in unit.faces if face not in written]
        if bare:
            yield Fault(unit.armor.path, {**needed, "face": listed(bare)}, "bare", (), plastic, 0)


def _points(facing: Facing) -> str:
    layers = [f"{n} points of {word}" for n, word in ((facing.metal, "metal"), (facing.plastic, "plastic")) if n]
    return listed(layers) or "no armor"


@rule(
    "TRL-DUMPER",
    "All weapons of the dumper together take {actual} spaces; it may have {limit}.",
    "Take {over} of these spaces off.",
    needs=("body",),
    messages={"top": "A dumper can have no armor on top; it has {actual} points."},
    hints={"top": "Take the armor off the top."},
)
def dumper(design: Design) -> Iterator[Fault | Withheld]:
    """The open top of a dumper, and its weapons together, also where all are on one face."""
    for unit, ledger in design.parts:
        limit = weapons_limit(unit, ledger)
        if limit is None:
            continue
        if "weapon-spaces" in unit.unknown:
            yield Withheld()
        else:
            yield from over_limit(design, weapon_shares(ledger), limit, {})
        for facing in unit.armor.facings:
            if facing.face in unit.faces and facing.face.startswith("top"):
                for layer, points in (("metal", facing.metal), ("plastic", facing.plastic)):
                    if points:
                        yield Fault(layer_path(facing, layer), {"actual": points}, "top", (), 0, points)


def weapons_limit(unit: Unit, ledger: Ledger) -> int | None:
    """Weapon spaces that all faces together may have; None where there is no such limit."""
    if unit.body is None:
        return None
    if unit.body.total_weapon_spaces is not None:
        return unit.body.total_weapon_spaces
    if unit.body.total_weapon_divisor is not None:
        return ledger.interior // unit.body.total_weapon_divisor
    return None


def weapon_shares(ledger: Ledger) -> list[Share]:
    """What each entry takes of the weapon spaces of the whole body, pointing at its `mount`."""
    shares: dict[Path, Share] = {}
    for line in ledger.lines:
        if line.weapon_spaces:
            before = shares.get(line.entry)
            amount = (before.amount if before is not None else 0) + line.weapon_spaces
            shares[line.entry] = Share((*line.entry, "mount"), amount, before.what if before is not None else line.item)
    return list(shares.values())


@rule("TRL-NO", messages=MESSAGES, hints=HINTS)
def barred_from_trailers(design: Design) -> Iterator[Fault | Withheld]:
    """What a car trailer cannot have, and what it can have only once."""
    yield from restricted(design, "TRL-NO")
    yield from repeated(design, "TRL-NO")


@rule(
    "TRL-HITCH",
    "The trailer weighs {actual} lb; the {hitch} pulls {limit} lb.",
    "Take {over} lb off the trailer, or fit a stronger hitch.",
    messages={
        "missing": "Nothing can tow without a hitch.",
        "missing-open": "Nothing can tow without a hitch.",
        "pull": "The trailer weighs {actual} lb; the {plant} has {limit} lb of pull to spare.",
        "no-trailer": "The sheet that it tows is of {body}, which is no trailer.",
    },
    hints={
        "missing": "Add a hitch that pulls {actual} lb.",
        "missing-open": "Add a hitch that pulls the trailer.",
        "pull": "Take {over} lb off the trailer or the tow vehicle, or fit a stronger plant.",
        "no-trailer": "Name the sheet of a trailer.",
    },
)
def hitch(design: Design) -> Iterator[Fault | Withheld]:
    """Weight of a trailer as built against hitch and spare pull; a semi-trailer on its kingpin needs no hitch."""
    if design.vehicle.tows is None:
        return
    trailer = design.trailer
    if trailer is None or trailer.unit.body is None or design.unit.body is None:
        yield Withheld()
        return
    if not trailer.unit.body.is_a("trailer"):
        yield Fault(("tows",), {"body": with_article(trailer.unit.body.name)}, "no-trailer", severity="warning")
    if hangs_on_kingpin(design):
        return
    fitted = hitches(design)
    open_weight = "weight" in trailer.unknown
    if not fitted and "accessories" not in design.unknown:
        yield Fault(("tows",), {"actual": trailer.weight}, "missing-open" if open_weight else "missing")
    elif not fitted or open_weight:
        yield Withheld()
    if open_weight:
        return
    weight = trailer.weight
    for entry in fitted[:1]:
        assert entry.accessory is not None
        rating = entry.accessory.pulls
        assert rating is not None
        if weight > rating:
            cause = Cause((*entry.path, "type"), "the {hitch} pulls {limit} lb")
            yield _too_heavy(weight, rating, {"hitch": entry.accessory.name.lower()}, "", (cause,))
            return
    if design.unit.body.towed:
        return
    spare, pull = spare_pull(design), design.performance.pull
    if spare is None:
        yield Withheld()
        return
    assert pull is not None
    if fitted and weight > spare and design.weight <= pull:
        plant = design.unit.plant
        assert plant is not None
        assert plant.plant is not None
        cause = Cause(plant.path, "the {plant} moves {pull} lb in all", {"pull": pull})
        yield _too_heavy(weight, spare, {"plant": plant.plant.name}, "pull", (cause,))


def _too_heavy(
    weight: Number, limit: Number, fields: dict[str, object], message: str, causes: tuple[Cause, ...]
) -> Fault:
    sums: dict[str, object] = {"actual": weight, "limit": limit, "over": weight - limit}
    return Fault(("tows",), {**fields, **sums}, message, causes, limit, weight)


@rule(
    "TRL-LB",
    "{items} of the trailer {draw} power and nothing gives any: no battery in the trailer, no electric tow vehicle, "
    "and no battery beside the engine.",
    "Put a laser battery into the trailer, or one beside the engine of the tow vehicle.",
    messages={"alone": "{items} {draw} power, and the trailer has no laser battery: it depends on what tows it."},
    hints={
        "alone": "Add a `laser-battery` to the trailer, or tow it with a vehicle that has electric power or a battery."
    },
)
def trailer_power(design: Design) -> Iterator[Fault | Withheld]:
    """Equipment of a trailer without power: an error behind a known tow vehicle, a warning on its own sheet."""
    body = design.unit.body
    if body is not None and body.is_a("trailer"):
        drawing = consumers(design)
        if drawing and not batteries(design):
            if "accessories" in design.unknown:
                yield Withheld()
            else:
                causes = tuple(Cause(path, "{item} draws power", {"item": name}) for path, name in drawing)
                yield Fault(("accessories",), _names(drawing), "alone", causes)
    if design.vehicle.tows is None:
        return
    if design.trailer is None:
        yield Withheld()
        return
    drawing = consumers(design.trailer)
    if not drawing or batteries(design.trailer):
        return
    lacking = lacks_supply(design)
    if lacking is None or "accessories" in design.trailer.unknown:
        yield Withheld()
    elif lacking:
        assert design.unit.plant is not None
        cause = Cause(design.unit.plant.path, "a gas engine without a battery")
        yield Fault(("tows",), _names(drawing), "", (cause,), severity="error")


def _names(drawing: list[tuple[Path, str]]) -> dict[str, str]:
    names = dict.fromkeys(name for _, name in drawing)
    return {"items": listed(names), "draw": "draws" if len(names) == 1 else "draw"}


@rule(
    "TRL-DOUBLE-FACINGS",
    "The {body} has no {face}: its long faces are split in halves.",
    "Write {face}-front and {face}-back.",
    needs=("body",),
    messages={"other": "The {body} has no {face}."},
    hints={"other": "Its faces are {faces}."},
)
def double_facings(design: Design) -> Iterator[Fault | Withheld]:
    """Armor on faces that a trailer with split faces does not have; of other bodies that is ARM-FACES."""
    for unit, body in car_trailers(design):
        for facing in stray_facings(unit) if body.ten_faced else ():
            fields = {"body": body.name, "face": facing.face, "faces": listed(unit.armor_faces)}
            halved = f"{facing.face}-front" in unit.armor_faces
            yield Fault(facing.path, fields, "" if halved else "other")


RULES = (
    nobody_drives,
    tires,
    flatbed,
    style,
    tanker_armor,
    dumper,
    barred_from_trailers,
    hitch,
    trailer_power,
    double_facings,
)
