"""Gas engines, tanks and laser batteries (GAS)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cwdesign.catalog import Catalog
from cwdesign.components import Accessory, Draws, PlantOption
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.rules.ele import plants
from cwdesign.sheet import Path
from cwdesign.vehicle import AccessoryEntry, Chosen, Plant, WeaponEntry
from cwdesign.words import counted, listed

SUPPLY_UNKNOWN = frozenset({"plant", "plant-options", "accessories"})
"""Unknowns that leave open what feeds the equipment."""


def consumers(design: Design, draws: Draws = "yes") -> list[tuple[Path, str]]:
    """The equipment of a design that draws power (`unknown`: of which no source says), with places and names."""
    found: list[tuple[Path, str]] = []
    for unit in design.units():
        parts: tuple[WeaponEntry | AccessoryEntry, ...] = (*unit.all_weapons, *unit.all_accessories)
        for part in parts:
            component = part.weapon if isinstance(part, WeaponEntry) else part.accessory
            fake = isinstance(part, WeaponEntry) and part.fake
            if component is not None and component.draws_power == draws and not fake:
                found.append((part.path, component.name))
    return found


def batteries(design: Design) -> list[AccessoryEntry]:
    """The laser batteries of a design."""
    return [
        entry
        for unit in design.units()
        for entry in unit.all_accessories
        if entry.accessory is not None and entry.accessory.power_units_stored
    ]


def lacks_supply(design: Design) -> bool | None:
    """Whether nothing aboard feeds equipment: only gas engines and no battery. None where that is open or moot.

    Moot is a towed body, whose supply may be the tow vehicle (TRL-LB), and one that nothing drives.
    """
    unit = design.unit
    if unit.body is None or unit.body.towed or unit.plant is None:
        return None
    if any(plant.electric for plant in plants(unit)) or batteries(design):
        return False
    return None if design.unknown & SUPPLY_UNKNOWN else True


def _draw(pairs: list[tuple[Path, str]]) -> tuple[Cause, ...]:
    return tuple(Cause(path, "{item} draws power", {"item": name}) for path, name in pairs)


@rule(
    "GAS-SUPERCHARGER-SIZE",
    "The {plant} is too small for a {option}: it needs {limit} cid.",
    "Take the {option} off, or fit an engine of {limit} cid or more.",
)
def supercharger_size(design: Design) -> Iterator[Fault | Withheld]:
    """Superchargers on small engines; on truck engines OVR-TRUCK-OPTIONS reports them."""
    for unit in design.units():
        for plant in plants(unit):
            engine = plant.plant
            for chosen in plant.options:
                least = chosen.component.min_cid
                if engine is None:
                    yield Withheld()
                elif least is not None and engine.cid is not None and engine.cid < least:
                    fields = {"plant": engine.name, "option": chosen.component.name.lower(), "limit": least}
                    cause = Cause((*plant.path, "type"), "the engine")
                    yield Fault((*chosen.path, "type"), fields, "", (cause,), least, engine.cid)


@rule(
    "GAS-EXCLUSIVE",
    "{first} and {second} exclude each other.",
    "Keep one of them.",
    messages={"twice": "An engine has one {second} at most."},
    hints={"twice": "Write it once."},
)
def exclusive(design: Design) -> Iterator[Fault | Withheld]:
    """Two carburetors, or two turbochargers, on one engine."""
    rivals = _rivals(design.catalog)
    for unit in design.units():
        for plant in plants(unit):
            yield from _exclusive(plant, rivals)


def _rivals(catalog: Catalog) -> Mapping[str, frozenset[str]]:
    """What each option excludes by this rule, itself included, whichever of a pair the catalog says it of."""
    found: dict[str, frozenset[str]] = {}
    for option in catalog.all(PlantOption):
        for other in (id for r in option.restrictions if r.rule == "GAS-EXCLUSIVE" for id in r.excludes):
            pair = frozenset({option.id, other})
            for id in pair:
                found[id] = found.get(id, frozenset()) | pair
    return found


def _exclusive(plant: Plant, rivals: Mapping[str, frozenset[str]]) -> Iterator[Fault]:
    seen: dict[str, Chosen[PlantOption]] = {}
    for chosen in plant.options:
        option = chosen.component
        excluded = rivals.get(option.id, ())
        rival = next((first for id, first in seen.items() if id in excluded), None)
        twice = {"second": option.name.lower()}
        if rival is not None:
            both = {"first": rival.component.name, "second": option.name}
            fields, message = (twice, "twice") if rival.component.id == option.id else (both, "")
            yield Fault((*chosen.path, "type"), fields, message, (Cause(rival.path, "the first of them"),))
        elif option.id in rivals and chosen.count > 1:
            yield Fault((*chosen.path, "count"), twice, "twice", limit=1, actual=chosen.count)
        seen.setdefault(option.id, chosen)


@rule(
    "GAS-TANK-REQUIRED",
    "The {engine} has no gas tank.",
    "Write a tank with it: `{{type: {id}, gas_tank: {{type: heavy-duty, gallons: 10}}}}`.",
    messages={"empty": "The gas tank holds {actual} gallons; an engine needs at least {limit}."},
    hints={"empty": "Write how many `gallons` it holds."},
)
def tank_required(design: Design) -> Iterator[Fault | Withheld]:
    """A gas engine without a tank, or with one that holds nothing; a backup engine may use the other's."""
    for unit in design.units():
        engines = [plant for plant in plants(unit) if plant.gas]
        tanked = [plant for plant in engines if plant.tank is not None]
        if engines and not tanked:
            engine = engines[0]
            assert engine.plant is not None
            yield Fault(engine.path, {"engine": engine.plant.name, "id": engine.plant.id})
        for plant in tanked:
            tank = plant.tank
            assert tank is not None
            if tank.tank is None:
                yield Withheld()
            elif tank.gallons < tank.tank.min_gallons:
                least = tank.tank.min_gallons
                fields = {"actual": tank.gallons, "limit": least}
                yield Fault((*tank.path, "gallons"), fields, "empty", (), least, tank.gallons)


@rule(
    "GAS-LB-REQUIRED",
    "{items} {verb} power, which a gas engine does not give: a laser battery is missing.",
    "Write `laser_batteries: 1` under `power_plant` (${cost}, {weight} lb, {spaces}), or fit an electric plant.",
    messages={
        "doubtful": "No source says whether {items} {verb} power; without a laser battery a gas engine feeds nothing."
    },
    hints={"doubtful": "A laser battery (${cost}, {weight} lb, {spaces}) settles it."},
)
def battery_required(design: Design) -> Iterator[Fault | Withheld]:
    """Equipment that draws power on a gas vehicle without a battery, also in what it tows; doubtful items a note."""
    if design.unit.body is not None and design.unit.body.towed:
        return
    lacking = lacks_supply(design)
    if lacking is None or design.unit.plant is None:
        yield Withheld()
        return
    if not lacking:
        return
    drawing, at = consumers(design), design.unit.plant.path
    fed = fed_by_trailer(design)
    if drawing and fed is not None:
        if not fed:
            yield Fault(at, _needs(design, drawing), "", _draw(drawing))
    elif drawing or "weapons" in design.unknown:
        yield Withheld()
    elif not fed:
        doubtful = consumers(design, "unknown")
        if doubtful:
            causes = tuple(Cause(path, "{item} may draw power", {"item": name}) for path, name in doubtful)
            yield Fault(at, _needs(design, doubtful), "doubtful", causes, severity="note")


def _needs(design: Design, pairs: list[tuple[Path, str]]) -> dict[str, object]:
    battery = design.catalog.get(Accessory, "laser-battery")
    names = list(dict.fromkeys(name for _, name in pairs))
    return {
        "items": listed(names),
        "verb": "draw" if names[1:] else "draws",
        "cost": battery.cost,
        "weight": battery.weight,
        "spaces": counted(battery.spaces, "space"),
    }


def fed_by_trailer(design: Design) -> bool | None:
    """Whether a battery in the trailer feeds the tow vehicle (GAS-LB-TRAILER); None where that is open."""
    if design.vehicle.tows is None:
        return False
    if design.trailer is None:
        return None
    if batteries(design.trailer):
        return True
    return None if design.trailer.unknown & SUPPLY_UNKNOWN else False


@rule(
    "GAS-LB-PLACE",
    "A laser battery is fitted next to the engine or stands in a trailer; it cannot be {place}.",
    "Write it under `accessories` without a place, or as `laser_batteries` of the power plant.",
)
def battery_place(design: Design) -> Iterator[Fault | Withheld]:
    """Batteries on a face, in a mount, with a person, or in the half of a combination that has no engine."""
    for entry in batteries(design):
        unit = design.vehicle.unit_of(entry.path)
        if entry.inside is not None:
            yield Fault((*entry.path, "type"), {"place": "in a turret or other mount"})
        elif entry.mount is not None:
            yield Fault((*entry.path, "mount"), {"place": f"on the {entry.mount}"})
        elif entry.owner is not None or "weapons" in entry.path:
            yield Fault((*entry.path, "type"), {"place": "with a person" if entry.owner else "among the weapons"})
        elif unit.path:
            yield Fault((*entry.path, "type"), {"place": f"in the {unit.name}"})


@rule(
    "GAS-LB-TRAILER",
    "{items} {verb} on the battery in the trailer alone: unhitched, or with the battery lost, there is no power.",
    "Fit a laser battery of its own (`laser_batteries: 1` under `power_plant`).",
)
def battery_in_trailer(design: Design) -> Iterator[Fault | Withheld]:
    """A gas tow vehicle that lives on its trailer's battery."""
    drawing = consumers(design)
    if drawing and lacks_supply(design) and fed_by_trailer(design):
        names = list(dict.fromkeys(name for _, name in drawing))
        fields = {"items": listed(names), "verb": "depend" if names[1:] else "depends"}
        yield Fault(("tows",), fields, "", _draw(drawing))


RULES = (
    supercharger_size,
    exclusive,
    tank_required,
    battery_required,
    battery_place,
    battery_in_trailer,
)
