"""A design as one line: the classic stock-car description, long or in the short forms of old lists.

The line says everything about the vehicle that its sheet does, so that reading it back gives the same vehicle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from cwdesign.components import (
    ArmorType,
    Body,
    Component,
    HandWeapon,
    HandWeaponOption,
    PowerPlant,
    Suspension,
    Weapon,
)
from cwdesign.design import Design
from cwdesign.report import Totals
from cwdesign.sheet import Path
from cwdesign.totals import totals, unit_totals
from cwdesign.vehicle import (
    AccessoryEntry,
    Axle,
    BoosterEntry,
    Chosen,
    ComponentArmor,
    Equipment,
    HandLoad,
    Link,
    LinkItem,
    Load,
    Mount,
    Person,
    Plant,
    Unit,
    Vehicle,
    WeaponEntry,
)
from cwdesign.words import decimal

C = TypeVar("C", bound=Component)

FACE_LETTERS = {
    "front": "F",
    "left": "L",
    "right": "R",
    "back": "B",
    "top": "T",
    "underbody": "U",
    **{
        f"{face}-{half}": f"{face[0].upper()}{half[0].upper()}"
        for face in ("left", "right")
        for half in ("front", "back")
    },
    **{
        f"{face}-{half}": f"{face[0].upper()}{half[0].upper()}"
        for face in ("top", "underbody")
        for half in ("front", "back")
    },
    "bed": "Bed ",
    "bed-front": "Bed Front ",
    "bed-back": "Bed Back ",
    "upper-bed-front": "Upper Bed Front ",
    "upper-bed-back": "Upper Bed Back ",
}
"""How a line names the faces of armor, in the order of `ARMOR_ORDER`."""
ARMOR_ORDER = tuple(FACE_LETTERS)

_SHORT_WORDS = {
    "Extra-Heavy": "X-Hvy",
    "Heavy-Duty": "HD",
    "Heavy": "Hvy",
    "Light": "Lt",
    "Medium": "Med",
    "Standard": "Std",
    "Improved": "Imp",
    "Rocket": "Rkt",
    "Discharger": "Disch",
    "Suspension": "Susp",
    "Explosive": "Exp",
    "Incendiary": "Inc",
    "Fireproof": "FP",
    "Laser-Reflective": "LR",
    "Computer": "Comp",
    "Targeting": "Targ",
    "Vehicular": "Veh",
}
"""Short forms of words in names that have no abbreviation of their own."""
_OWN_ABBREVIATION = ("targeting computer", "personal equipment")
"""Kinds whose abbreviations mean one thing only, wherever they stand."""
_CLEAR = frozenset({"FE", "IFE", "HDSA", "HDB", "ABS", "HDT", "CTV", "IFF", "PC", "SC", "EPC", "HTM", "HDHTM"})
"""Abbreviations of accessories and plant options that a reader of lists takes for nothing else."""


def describe(design: Design, *, short: bool = False) -> str:
    """The one-line description of a design whose components are all known."""
    return _Describer(design, short).line()


@dataclass(frozen=True, slots=True)
class _Part:
    """Something that a link or an armor can name: its component or role, where it sits, the place in the sheet."""

    kind: str
    name: str
    place: str | None
    path: Path
    inside: Path | None = None


class _Describer:
    """Writes one line; `short` chooses between full names and abbreviations."""

    def __init__(self, design: Design, short: bool) -> None:
        self.design = design
        self.vehicle: Vehicle = design.vehicle
        self.short = short
        self.parts = [part for unit in self.vehicle.units for part in self._linkable(unit)]

    # -- the line

    def line(self) -> str:
        """The whole line."""
        figures = totals(self.design)
        clauses: list[str] = []
        for index, (unit, ledger) in enumerate(self.design.parts):
            clauses += self._unit(unit)
            own = unit_totals(self.design, unit, ledger)
            if index == 0:
                clauses += self._whole()
                clauses += self._performance(figures)
            clauses += self._money_and_weight(own)
        name = " ".join(self.vehicle.name.split())
        return f"{name} -- {', '.join(clauses)}"

    def _unit(self, unit: Unit) -> Iterator[str]:
        yield from self._body(unit)
        for plant, lead in ((unit.plant, ""), (unit.backup, self._word("Backup "))):
            if plant is not None and plant.plant is not None:
                yield from self._plant(plant, lead)
        yield from self._tires(unit)
        yield from self._people(unit)
        for weapon in unit.weapons:
            yield self._weapon(weapon)
        for mount in unit.mounts:
            yield self._mount(mount)
        for booster in unit.boosters:
            yield self._booster(booster)
        if unit is self.vehicle.unit:
            yield from self._links(self.vehicle.links)
        plate = next(iter(unit.fitted("ramplate", "fake-ramplate")), None)
        shown_with_armor = plate is not None and unit.armor.face("front").plastic + unit.armor.face("front").metal > 0
        for entry in unit.accessories:
            if not (shown_with_armor and entry is plate):
                yield self._accessory(entry)
        for armor in unit.component_armor:
            around = ", ".join(self._part_label(unit, path) for path in armor.around)
            yield f"{self._component_armor(armor)} ({around})"
        yield from self._armor(unit, plate if shown_with_armor else None)
        yield from self._wheel_armor(unit)
        yield from self._load(unit)

    def _whole(self) -> Iterator[str]:
        vehicle, unit = self.vehicle, self.vehicle.unit
        if unit.inside_places:
            yield f"Inside: {', '.join(unit.inside_places)}"
        if vehicle.tows is not None:
            yield f"Tows {vehicle.tows}"
        if vehicle.tech_level is not None:
            yield f"Tech Level {vehicle.tech_level}"
        if vehicle.division is not None:
            yield f"Division {decimal(vehicle.division)}"

    # -- names

    def _word(self, text: str) -> str:
        return text.lower() if self.short else text

    def _name(self, component: Component, count: int = 1) -> str:
        """What the line calls a component; in the plural where there are several."""
        text = self._short_name(component) if self.short else spoken(component.name)
        if count > 1 and len(text) == 1:
            text = spoken(component.name)
        if isinstance(component, HandWeapon) and self._also_a_weapon(component):
            text = component.id.replace("-", " ").title()
        return plural(text) if count > 1 else text

    def _also_a_weapon(self, component: Component) -> bool:
        """Whether a hand weapon has the name of a vehicular one."""
        return any(w.name == component.name for w in self.design.catalog.all(Weapon))

    def _short_name(self, component: Component) -> str:
        abbr = self._own_abbr(component)
        if abbr is not None and (component.kind in ("weapon", *_OWN_ABBREVIATION) or abbr in _CLEAR):
            return abbr
        first = next(iter(component.aliases), None)
        if isinstance(component, Body) and first is not None and len(first) < len(component.name):
            return first
        return " ".join(_SHORT_WORDS.get(word, word) for word in spoken(component.name).split(" "))

    def _place(self, place: str | None) -> str:
        if place is None:
            return ""
        if place == "sides":
            return " each side"
        if self.short:
            return " " + "".join(part[0].upper() for part in place.split("-"))
        return " " + " ".join(part.capitalize() for part in place.split("-"))

    # -- body and drive

    def _body(self, unit: Unit) -> Iterator[str]:
        assert unit.body is not None
        name = self._name(unit.body)
        sidecar = unit.name == "sidecar"
        shape = [
            word for word, on in (("Sloped", unit.sloped), ("Streamlined", unit.streamlined)) if on and not sidecar
        ]
        text = " ".join([*(self._word(word) for word in shape), name])
        if unit.wheels == 6 and unit.body.front_wheels + unit.body.rear_wheels == 4:
            axles = self._word(" (single rear axle)") if unit.rear_axles == 1 else ""
            text += f" w/6-wheel {'ch' if self.short else 'chassis'}{axles}"
        yield text
        if unit.chassis is not None and len(unit.body.chassis_allowed) > 1:
            strength = unit.chassis.name
            yield f"{self._short_strength(strength)} ch" if self.short else f"{strength} chassis"
        if unit.suspension is not None and unit.body.suspension_group is not None:
            yield self._suspension(unit.suspension)

    def _short_strength(self, word: str) -> str:
        return _SHORT_WORDS.get(word, word).lower()

    def _suspension(self, suspension: Suspension) -> str:
        grade = "-".join(part.capitalize() for part in suspension.grade.split("-"))
        if self.short:
            return f"{'OR' if grade == 'Off-Road' else self._short_strength(grade)} susp"
        return f"{grade} suspension"

    def _plant(self, plant: Plant, lead: str) -> Iterator[str]:
        assert plant.plant is not None
        details = [self._counted(o) for o in plant.options]
        details += [self._accessory(a) for a in plant.accessories if a.accessory is not None and not _battery(a)]
        if plant.component_armor is not None:
            details.append(self._component_armor(plant.component_armor))
        yield _with(lead + self._plant_name(plant.plant), details)
        tank = plant.tank
        if tank is not None and tank.tank is not None:
            details = [self._name(o.component) for o in tank.options]
            if tank.component_armor is not None:
                details.append(self._component_armor(tank.component_armor))
            kind = tank.tank.name.replace(" Gas Tank", "")
            noun = "gal" if self.short else "gallon"
            yield _with(f"{tank.gallons}-{noun} {kind} {'tank' if self.short else 'gas tank'}", details)
        for entry in plant.accessories:
            if _battery(entry):
                assert entry.accessory is not None
                yield self._times(entry.count, self._name(entry.accessory, entry.count))

    def _plant_name(self, plant: PowerPlant) -> str:
        if plant.fuel == "gas":
            if self.short:
                return plant.name.replace(" Gas Engine", " gas engine") if plant.cid is None else f"{plant.cid} cid"
            return plant.name.replace("Gas Engine", "gas engine")
        name = plant.name.replace("Power Plant", "PP" if self.short else "power plant")
        return name.replace("Medium", "Med") if self.short else name

    def _tires(self, unit: Unit) -> Iterator[str]:
        fitted = [axle for axle in unit.axles if axle.tire is not None]
        alike = len({(a.tire, tuple(o.component for o in a.options)) for a in fitted}) == 1
        if alike and len(fitted) == len(unit.axles):
            yield self._axle(fitted[0], sum(axle.count for axle in fitted))
        else:
            for axle in fitted:
                place = "middle" if axle.name == "middle" else axle.name
                yield self._axle(axle, axle.count) + (f" {place.capitalize()}" if not self.short else f" {place}")
        for spare in unit.spares:
            if spare.tire is not None:
                yield f"{self._word('Spare')} {self._axle(spare, 1).partition(' ')[2]}"

    def _axle(self, axle: Axle, count: int) -> str:
        assert axle.tire is not None
        chains_first = sorted(axle.options, key=lambda o: not o.component.after_halving)
        words = [self._tire_option(o) for o in chains_first]
        words.append(
            axle.tire.abbr or axle.tire.name.removesuffix(" Tire")
            if self.short
            else axle.tire.name.removesuffix(" Tire")
        )
        return f"{count} {' '.join(words)} tire{'s' if count != 1 else ''}"

    def _tire_option(self, option: Chosen) -> str:  # type: ignore[type-arg]
        name: str = option.component.name.removesuffix(" Tire").removeprefix("Racing ").removeprefix("Tire ")
        return _SHORT_WORDS.get(name, name) if self.short else name

    # -- people

    def _people(self, unit: Unit) -> Iterator[str]:
        waiting = ""
        count = 0
        for person in (*unit.crew, *unit.passengers):
            text = self._person(person)
            plain = text == self._role(person)
            if waiting and not (plain and text == waiting):
                yield self._times(count, plural(waiting) if count > 1 else waiting)
                waiting, count = "", 0
            if plain:
                waiting, count = text, count + 1
            else:
                yield text
        if waiting:
            yield self._times(count, plural(waiting) if count > 1 else waiting)

    def _role(self, person: Person) -> str:
        return self._word(person.role.capitalize())

    def _person(self, person: Person) -> str:
        details = []
        for choice in person.computers:
            if choice.computer is not None and choice.of_weapon is None:
                served = ", ".join(self._item(item, None) for item in choice.weapons)
                details.append(self._name(choice.computer) + (f" ({served})" if served else ""))
        details += [self._equipment(item) for item in person.equipment]
        details += [self._accessory(entry) for entry in person.accessories]
        if person.component_armor is not None:
            details.append(self._component_armor(person.component_armor))
        seat = f" (seat: {person.seat})" if person.seat_written else ""
        return _with(self._role(person) + seat, details)

    def _equipment(self, item: Equipment) -> str:
        assert item.gear is not None
        text = self._times(item.count, self._name(item.gear, item.count))
        details = [self._hand_load(load) for load in item.loads if not self._usual_load(item, load)]
        details += [self._hand_option(item.gear, o.component) for o in item.options for _ in range(o.count)]
        return f"{text} ({', '.join(details)})" if details else text

    def _hand_option(self, gear: Component, option: HandWeaponOption) -> str:
        """An option of a hand weapon; clips that fit it need not say for which weapons they are made."""
        head, comma, _ = option.name.partition(", ")
        return head if comma and head.endswith("Clip") and gear.id in option.weapons else spoken(option.name)

    def _usual_load(self, item: Equipment, load: HandLoad) -> bool:
        assert isinstance(item.gear, HandWeapon)
        full = item.gear.shots * (1 + sum(o.component.capacity * o.count for o in item.options))
        standard = load.round is not None and load.round.standard
        return len(item.loads) == 1 and standard and load.shots == full and not load.options

    def _hand_load(self, load: HandLoad) -> str:
        words = [spoken(o.component.name) for o in load.options]
        return " ".join([str(load.shots), *words, self._round_name(load.type, load)])

    # -- weapons

    def _weapon(self, entry: WeaponEntry) -> str:
        assert entry.weapon is not None
        linked = self._word("Linked ") if entry.linked else ""
        name = self._name(entry.weapon, entry.count)
        count = f"{entry.count} " if entry.count > 1 else ""
        each = " each" if entry.count > 1 and entry.loads and not _full_of_standard(entry) else ""
        return _with(f"{count}{linked}{name}{self._place(entry.mount)}{each}", list(self._weapon_details(entry)))

    def _weapon_details(self, entry: WeaponEntry) -> Iterator[str]:
        assert entry.weapon is not None
        if entry.computer is not None:
            yield self._name(entry.computer.component)
        magazines = entry.magazines
        if magazines.extra:
            yield self._times(magazines.extra, "Extra Magazine" + ("s" if magazines.extra > 1 else ""))
        if magazines.rotary:
            yield "Rotary Magazine"
        if magazines.switch:
            yield "Magazine Switch"
        if magazines.rocket:
            yield f"{magazines.rocket}-space Rocket Magazine"
        if magazines.dual:
            yield self._times(magazines.dual, "Dual-Weapon Magazine" + ("s" if magazines.dual > 1 else ""))
        if not _full_of_standard(entry):
            if not entry.loads:
                yield self._word("No ammunition")
            for load in entry.loads:
                words = [spoken(o.component.name) for o in load.options]
                yield " ".join([str(load.shots), *words, self._round_name(load.type, load)])
        for option in entry.options:
            yield self._name(option.component)
        if entry.component_armor is not None:
            each = " each" if entry.component_armor.each and entry.count > 1 else ""
            yield self._component_armor(entry.component_armor) + each

    def _round_name(self, kind: Component | None, load: Load | HandLoad) -> str:
        if kind is not None:
            return spoken(kind.name)
        return "Standard"

    def _mount(self, mount: Mount) -> str:
        assert mount.kind is not None
        usual = mount.kind.places[:1] == (mount.place,) and mount.place == "top"
        text = self._name(mount.kind) + ("" if usual else self._place(mount.place))
        inside: list[str] = []
        if mount.armor:
            inside.append(_points_of(mount.armor, "Armor"))
        inside += [self._name(o.component) for o in mount.options]
        inside += [self._weapon(w) for w in mount.weapons]
        inside += [self._accessory(a) for a in mount.accessories]
        inside += [self._booster(b) for b in mount.boosters]
        inside += list(self._links(link for link in mount.links))
        inside += [self._person(p) for p in mount.crew if p.path != mount.path]
        return f"{text} ({', '.join(inside)})" if inside else text

    def _booster(self, entry: BoosterEntry) -> str:
        assert entry.booster is not None
        size = ""
        sized = ""
        if entry.weight is not None:
            size = f"{decimal(entry.weight)}-lb "
        elif entry.mph is not None:
            size = f"{decimal(entry.mph)}-mph "
            sized = " (loaded weight)" if entry.sized_for == "loaded-weight" else " (max load)"
        count = f"{entry.count} " if entry.count > 1 else ""
        return f"{count}{size}{self._name(entry.booster, entry.count)}{self._place(entry.mount)}{sized}"

    # -- links and what they name

    def _links(self, links: Iterable[Link]) -> Iterator[str]:
        for link in links:
            if link.of_entry or link.kind is None:
                continue
            members = ", ".join(self._item(item, link.inside) for item in link.items)
            yield f"{self._word(link.kind.name)} ({members})"

    def _linkable(self, unit: Unit) -> Iterator[_Part]:
        for weapon in unit.all_weapons:
            if weapon.weapon is not None:
                mount = unit.mount_at(weapon.inside)
                place = mount.place if mount is not None else weapon.mount
                yield _Part(weapon.weapon.id, self._label_name(weapon.weapon), place, weapon.path, weapon.inside)
        for booster in unit.all_boosters:
            if booster.booster is not None:
                yield _Part(booster.booster.id, self._label_name(booster.booster), booster.mount, booster.path)
        for entry in unit.all_accessories:
            if entry.accessory is not None:
                name = self._label_name(entry.accessory)
                yield _Part(entry.accessory.id, name, entry.mount, entry.path, entry.inside)

    def _label_name(self, component: Component) -> str:
        """What links call a component: weapons by their abbreviation, as lists do."""
        abbr = self._own_abbr(component) if isinstance(component, Weapon) else None
        return abbr or spoken(component.name)

    def _own_abbr(self, component: Component) -> str | None:
        """The abbreviation of a component that shares it with no other of its kind."""
        alike = [c for c in self.design.catalog.all(type(component)) if c.abbr == component.abbr]
        return component.abbr if len(alike) == 1 else None

    def _item(self, item: LinkItem, inside: Path | None) -> str:
        """A member of a link: by name where it means all of that name, else with its place or number."""
        members = [part for part in self.parts if part.path in item.entries]
        if not members:
            return item.text
        scope = [part for part in self.parts if inside is None or part.inside == inside]
        alike = [part for part in scope if part.kind == members[0].kind]
        if {part.path for part in alike} == set(item.entries):
            return members[0].name
        return self._label(members[0], alike)

    def _label(self, part: _Part, alike: Sequence[_Part]) -> str:
        if len(alike) == 1:
            return part.name
        if part.place is not None and part.place != "sides" and [p.place for p in alike].count(part.place) == 1:
            return part.name + self._place(part.place)
        number = next(i for i, p in enumerate(alike, 1) if p.path == part.path)
        return f"{part.name} #{number}"

    def _part_label(self, unit: Unit, path: Path) -> str:
        """What an armor round several things calls one of them."""
        if unit.plant is not None and path == unit.plant.path:
            return "Power Plant"
        if unit.plant is not None and unit.plant.tank is not None and path == unit.plant.tank.path:
            return "Gas Tank"
        people = (*unit.crew, *unit.passengers)
        for person in people:
            if person.path == path:
                same = [p for p in people if p.role == person.role]
                number = next(i for i, p in enumerate(same, 1) if p.path == path)
                return person.role.capitalize() + (f" #{number}" if len(same) > 1 else "")
        part = next((p for p in self.parts if p.path == path), None)
        if part is None:
            return str(self.design.sheet.get((*path, "id")))
        return self._label(part, [p for p in self.parts if p.kind == part.kind])

    # -- accessories and armor

    def _counted(self, option: Chosen) -> str:  # type: ignore[type-arg]
        return self._times(option.count, self._name(option.component, option.count))

    def _times(self, count: int, text: str) -> str:
        return f"{count} {text}" if count > 1 else text

    def _accessory(self, entry: AccessoryEntry) -> str:
        accessory = entry.accessory
        assert accessory is not None
        text = self._times(entry.count, self._name(accessory, entry.count))
        if accessory.id == "spare-tire":  # the room for one; the tire itself is listed with the tires
            text = self._times(entry.count, "Spare Tire Space" + ("s" if entry.count > 1 else ""))
        if entry.mount is not None and entry.mount != accessory.face:
            text += self._place(entry.mount)
        own = []
        if entry.points:
            kind = f"{entry.armor_type.name} " if entry.armor_type is not None and entry.armor_type_written else ""
            own.append(f"{entry.points}-pt {kind}Armor")
        elif entry.armor_type is not None and entry.armor_type_written:
            own.append(f"{entry.armor_type.name} Armor")
        if entry.component_armor is not None:
            each = " each" if entry.component_armor.each and entry.count > 1 else ""
            own.append(self._component_armor(entry.component_armor) + each)
        return f"{text} ({', '.join(own)})" if own else text

    def _component_armor(self, armor: ComponentArmor) -> str:
        return _points_of(armor.layers, "CA" if self.short else "Component Armor")

    def _armor(self, unit: Unit, plate: AccessoryEntry | None) -> Iterator[str]:
        armor = unit.armor
        composite = armor.metal is not None and armor.plastic is not None
        points: dict[str, str] = {}
        for facing in armor.facings:
            if facing.plastic or facing.metal:
                both = f"{facing.metal}/{facing.plastic}"
                points[facing.face] = both if composite else str(facing.plastic or facing.metal)
        plain = armor.plastic is not None and armor.plastic.id == "plastic" and not composite
        if not points:
            if plain or (armor.plastic is None and armor.metal is None):
                return
            points = {"front": "0/0" if composite else "0"}
        faces = [f"{FACE_LETTERS[face]}{points[face]}" for face in ARMOR_ORDER if face in points]
        if plate is not None:
            faces[0] += f" ({self._accessory(plate)})"
        kinds = [kind for kind in (armor.metal, armor.plastic) if kind is not None]
        name = "/".join(self._armor_name(kind) for kind in kinds)
        first = (
            f"{faces[0]}" if self.short and plain and len(faces) > 1 else f"{name} {self._word('Armor')}: {faces[0]}"
        )
        yield ", ".join([first, *faces[1:]])

    def _armor_name(self, kind: ArmorType) -> str:
        return (
            self._short_name(kind)
            if self.short and kind.abbr is None
            else (kind.abbr or kind.name)
            if self.short
            else kind.name
        )

    def _wheel_armor(self, unit: Unit) -> Iterator[str]:
        default = unit.armor.plastic if unit.armor.plastic is not None else unit.armor.metal
        for hub in (False, True):
            pieces = [w for w in unit.wheel_armor if w.hub == hub]
            noun = ("WH" if hub else "WG") if self.short else "Wheelhub" if hub else "Wheelguard"
            alike = {(w.points, w.type, w.fake) for w in pieces}
            together = len(alike) == 1 and len(pieces) == sum(1 for a in unit.axles) and bool(pieces)
            for piece in pieces[:1] if together else pieces:
                count = sum(w.exposed for w in pieces) if together else piece.exposed
                kind = f"{piece.type.name} " if piece.type is not None and piece.type is not default else ""
                fake = "Fake " if piece.fake else ""
                what = f"{piece.points}-pt {fake}{kind}{noun}"
                axle = "" if together else " Middle" if piece.axle == "middle" else self._place(piece.axle)
                yield self._times(count, plural(what) if count > 1 else what) + axle

    def _load(self, unit: Unit) -> Iterator[str]:
        amounts = []
        if unit.cargo_spaces:
            amounts.append(f"{decimal(unit.cargo_spaces)} space{'s' if unit.cargo_spaces != 1 else ''}")
        if unit.cargo_weight:
            amounts.append(f"{decimal(unit.cargo_weight)} lbs.")
        if amounts:
            yield f"{self._word('Cargo')}: {', '.join(amounts)}"
        if unit.gear_weight:
            yield f"{self._word('Gear')}: {decimal(unit.gear_weight)} lbs."

    # -- figures

    def _performance(self, figures: Totals) -> Iterator[str]:
        if figures.acceleration is not None:
            burst = (
                f"/{decimal(Fraction(figures.burst_acceleration))}" if figures.burst_acceleration is not None else ""
            )
            yield f"{'accel' if self.short else 'Acceleration'} {decimal(Fraction(figures.acceleration))}{burst}"
        if figures.top_speed is not None:
            yield f"{'top speed' if self.short else 'Top Speed'} {decimal(Fraction(figures.top_speed))}"
        if figures.handling_class is not None:
            sixty = f" ({figures.handling_class_at_60} at 60 mph)" if figures.handling_class_at_60 is not None else ""
            yield f"HC {figures.handling_class}{sixty}"

    def _money_and_weight(self, own: Totals) -> Iterator[str]:
        if own.weight is not None:
            yield f"{decimal(Fraction(own.weight))} lbs."
        if own.cost is not None:
            yield f"${decimal(Fraction(own.cost))}"


# -- words


def spoken(name: str) -> str:
    """A name as one says it: `Bumper Spikes, Front` is `Front Bumper Spikes`."""
    head, comma, tail = name.partition(", ")
    return f"{tail} {head}" if comma else name


def plural(name: str) -> str:
    """The plural of a name; what stands in a parenthesis at its end stays there."""
    head, bracket, rest = name.partition(" (")
    if head.endswith(("s", "x")) and not head.endswith("Box"):
        ending = "" if head.endswith("s") else "es"
    elif head.endswith("y") and head[-2:-1] not in "aeiou":
        head, ending = head[:-1], "ies"
    else:
        ending = "es" if head.endswith(("ch", "sh", "x")) else "s"
    return head + ending + bracket + rest


def _with(text: str, details: Sequence[str]) -> str:
    return f"{text} w/{', '.join(details)}" if details else text


def _points_of(layers: Sequence[tuple[ArmorType, int]], noun: str) -> str:
    """`10-pt Component Armor`, `5/10-pt Metal/Fireproof Plastic Armor`."""
    points = "/".join(str(points) for _, points in layers)
    kinds = "/".join(kind.name for kind, _ in layers)
    return f"{points}-pt {'' if kinds == 'Plastic' else f'{kinds} '}{noun}"


def _battery(entry: AccessoryEntry) -> bool:
    return entry.accessory is not None and entry.accessory.id == "laser-battery"


def _full_of_standard(entry: WeaponEntry) -> bool:
    """Whether weapon and magazines are full of standard rounds, which a line need not say."""
    assert entry.weapon is not None
    if entry.fake or not entry.weapon.rounds:
        return not entry.loads
    if len(entry.loads) != 1:
        return False
    load = entry.loads[0]
    return load.round is not None and load.round.standard and load.shots == entry.capacity and not load.options
