"""What makes two vehicles the same: everything but where and in which words their sheets say it."""

from __future__ import annotations

from typing import Any

from cwdesign.vehicle import (
    AccessoryEntry,
    Axle,
    BoosterEntry,
    ComponentArmor,
    ComputerChoice,
    Link,
    Load,
    Mount,
    Person,
    Plant,
    Unit,
    Vehicle,
    WeaponEntry,
)

Form = Any


def form(vehicle: Vehicle) -> Form:
    """A vehicle as plain values that are equal for the same vehicle."""
    parts = {path: label for unit in vehicle.units for path, label in _labels(unit)}
    return (
        vehicle.name,
        vehicle.tech_level,
        vehicle.division,
        vehicle.tows,
        tuple(_unit(unit, parts) for unit in vehicle.units),
        _bag(_link(link, parts) for link in vehicle.all_links),
    )


def _bag(items: Any) -> tuple[Form, ...]:
    return tuple(sorted(items, key=repr))


def _labels(unit: Unit) -> list[tuple[Any, Form]]:
    """Each weapon, booster and accessory by its place in the sheet: what it is and where it sits."""
    found: list[tuple[Any, Form]] = []
    numbers: dict[Form, int] = {}
    mounts = {m.path: (m.kind.id if m.kind else None, m.place, i) for i, m in enumerate(unit.mounts)}
    for part in (*unit.all_weapons, *unit.all_boosters, *unit.all_accessories):
        inside = part.inside
        what = (unit.name, _id(_component(part)), part.mount, mounts.get(inside) if inside is not None else None)
        numbers[what] = numbers.get(what, 0) + 1
        found.append((part.path, (*what, numbers[what])))
    return found


def _component(part: Any) -> Any:
    return getattr(part, "weapon", None) or getattr(part, "booster", None) or getattr(part, "accessory", None)


def _id(component: Any) -> str | None:
    return component.id if component is not None else None


def _unit(unit: Unit, parts: Any) -> Form:
    armored = {path: _part(unit, path, parts) for armor in unit.component_armor for path in armor.around}
    return (
        unit.name,
        _id(unit.body),
        _id(unit.chassis),
        _id(unit.suspension),
        unit.wheels,
        unit.rear_axles if unit.wheels == 6 else None,
        unit.sloped,
        unit.streamlined,
        _plant(unit.plant),
        _plant(unit.backup),
        tuple(_axle(a) for a in unit.axles),
        tuple(_axle(a) for a in unit.spares),
        tuple(_person(p, parts) for p in (*unit.crew, *unit.passengers)),
        (
            _id(unit.armor.plastic),
            _id(unit.armor.metal),
            _bag((f.face, f.plastic, f.metal) for f in unit.armor.facings if f.plastic or f.metal),
        ),
        _bag((w.hub, w.axle, w.points, _id(w.type), w.fake) for w in unit.wheel_armor),
        _bag(_weapon(w) for w in unit.weapons),
        _bag(_mount(m, parts) for m in unit.mounts),
        tuple(_booster(b) for b in unit.boosters),
        _accessories((*unit.accessories, *_of_plants(unit))),
        _bag((_armor(a), _bag(armored[p] for p in a.around)) for a in unit.component_armor),
        unit.cargo_spaces,
        unit.cargo_weight,
        unit.gear_weight,
        unit.inside_places,
    )


def _accessories(entries: tuple[AccessoryEntry, ...]) -> Form:
    """Laser batteries count together: a sheet may list them with the plant or among the accessories."""
    batteries = [e for e in entries if _id(e.accessory) == "laser-battery" and e.component_armor is None]
    others = _bag(_accessory(e) for e in entries if not any(e is b for b in batteries))
    return (others, sum(e.count for e in batteries))


def _of_plants(unit: Unit) -> list[AccessoryEntry]:
    return [a for p in (unit.plant, unit.backup) if p is not None for a in p.accessories]


def _part(unit: Unit, path: Any, parts: Any) -> Form:
    if path in parts:
        return parts[path]
    people = {p.path: ("person", i) for i, p in enumerate((*unit.crew, *unit.passengers))}
    return people.get(path, ("plant", len(path) - len(unit.path)))


def _armor(armor: ComponentArmor | None, count: int = 2) -> Form:
    if armor is None:
        return None
    return (tuple((t.id, n) for t, n in armor.layers), armor.each and count > 1)


def _plant(plant: Plant | None) -> Form:
    if plant is None:
        return None
    tank = plant.tank
    return (
        _id(plant.plant),
        _bag((o.component.id, o.count) for o in plant.options),
        _armor(plant.component_armor),
        None
        if tank is None
        else (_id(tank.tank), tank.gallons, _bag(o.component.id for o in tank.options), _armor(tank.component_armor)),
    )


def _axle(axle: Axle) -> Form:
    return (axle.name, _id(axle.tire), axle.count, _bag(o.component.id for o in axle.options))


def _person(person: Person, parts: Any) -> Form:
    return (
        person.role,
        person.place,
        person.seat,
        tuple(_computer(c, parts) for c in person.computers),
        tuple(
            (
                _id(e.gear),
                e.count,
                tuple(
                    (h.round.type if h.round else None, h.shots, _bag(o.component.id for o in h.options))
                    for h in e.loads
                ),
                _bag(o.component.id for o in e.options for _ in range(o.count)),
            )
            for e in person.equipment
        ),
        _bag(_accessory(a) for a in person.accessories),
        _armor(person.component_armor),
    )


def _computer(choice: ComputerChoice, parts: Any) -> Form:
    return (_id(choice.computer), _bag(parts[p] for item in choice.weapons for p in item.entries))


def _load(load: Load) -> Form:
    return (load.round.type if load.round else None, load.shots, _bag(o.component.id for o in load.options))


def _weapon(entry: WeaponEntry) -> Form:
    m = entry.magazines
    return (
        _id(entry.weapon),
        entry.count,
        entry.mount,
        entry.linked,
        tuple(_load(load) for load in entry.loads),
        (m.extra, m.dual, m.rocket, m.rotary, m.switch),
        _bag(o.component.id for o in entry.options),
        _id(entry.computer.component) if entry.computer is not None else None,
        _armor(entry.component_armor, entry.count),
    )


def _mount(mount: Mount, parts: Any) -> Form:
    return (
        _id(mount.kind),
        mount.place,
        tuple(_weapon(w) for w in mount.weapons),
        _bag(_accessory(a) for a in mount.accessories),
        tuple(_booster(b) for b in mount.boosters),
        tuple((t.id, n) for t, n in mount.armor),
        _bag(o.component.id for o in mount.options),
        tuple(_person(p, parts) for p in mount.crew),
    )


def _booster(entry: BoosterEntry) -> Form:
    return (_id(entry.booster), entry.mount, entry.count, entry.weight, entry.mph, entry.sized_for)


def _accessory(entry: AccessoryEntry) -> Form:
    accessory = entry.accessory
    face = accessory.face if accessory is not None else None
    return (
        _id(accessory),
        entry.count,
        entry.mount if entry.mount != face else None,
        entry.points,
        _id(entry.armor_type) if entry.armor_type_written else None,
        _armor(entry.component_armor, entry.count),
    )


def _link(link: Link, parts: Any) -> Form:
    return (_id(link.kind), _bag(dict.fromkeys(parts[p] for item in link.items for p in item.entries)))
