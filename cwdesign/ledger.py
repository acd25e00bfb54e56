"""Vehicle -> ledger: one line for every thing that costs money, weight or room; totals are sums of lines.

Rounding lives here and nowhere else. A line is rounded once, at its end (LED-ROUND-LINES): where there are
several of a thing one is rounded, then multiplied; only the tires of an axle are multiplied first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from cwdesign.catalog import Catalog
from cwdesign.components import (
    Accessory,
    ArmorType,
    Exact,
    Fitting,
    PlantOption,
    Weapon,
    WeaponOption,
)
from cwdesign.figures import (
    accessory_armor_type,
    component_armor_fitting,
    hidden_spaces,
    magazine_pieces,
    place_of,
    plant_spaces,
    protected_by,
    protected_person,
    round_figures,
    tank_spaces,
    tire_figures,
    weapon_room,
    weapon_spaces_of,
    wheel_armor_count,
    wheel_fitting,
)
from cwdesign.settings import OneThirdBase, Rounding
from cwdesign.sheet import Path
from cwdesign.values import computed, field, frozen, replace
from cwdesign.vehicle import (
    CORNERS,
    AccessoryEntry,
    Axle,
    BoosterEntry,
    ComponentArmor,
    Equipment,
    Link,
    Load,
    Mount,
    Person,
    Plant,
    Tank,
    Unit,
    Vehicle,
    WeaponEntry,
    WheelArmor,
)
from cwdesign.words import amount

Amount = Exact
Direction = Literal["nearest", "up", "down"]
"""Where a fraction goes under the reading `up`: the table of section 2 of the rules page."""

SIZING_ROUNDS = 64
"""How often boosters sized for the loaded weight are weighed anew at most; a few times are enough."""
MOST_SIZED = 1_000_000_000
"""Pounds of one booster sized for the loaded weight, where no weight gives the push: as much as a sheet can say."""


@frozen
class Reading:
    """The readings of the rules page that change figures."""

    rounding: Rounding = "nearest"
    one_third_base: OneThirdBase = "interior"
    personal_gear_weight: bool = False
    catalog_level: bool = True
    """Whether the design is judged at catalog level or above (ACC-SPOILER-METAL)."""

    def settle(self, amount: Amount, direction: Direction = "up") -> Amount:
        """A price or weight of one line in whole dollars or pounds, by the reading in force.

        `nearest` takes halves up; `up` follows `direction`, where `down` drops the fraction and `nearest`
        takes halves up; `exact` keeps the fraction (LED-ROUND-LINES).
        """
        if type(amount) is int:
            return amount
        if amount.denominator == 1:
            return int(amount)
        if self.rounding == "exact":
            return amount
        if self.rounding == "nearest" or direction == "nearest":
            return floor(amount + Fraction(1, 2))
        if direction == "down":
            return floor(amount) if amount > 0 else ceil(amount)
        return ceil(amount)


@frozen
class Line:
    """One line of the ledger.

    `spaces` are the vehicle's own spaces; with `as_cargo` they lie in cargo spaces first (SPC-CARGO-FIRST).
    `weapon_spaces` count towards the limit of each of `faces`. Inside a mount, `room` is what the thing takes
    of one mount's room and `third` what counts in that mount's own third (THR-TURRET).
    """

    item: str
    at: Path
    entry: Path
    """The entry of the sheet that the line belongs to."""
    theme: str
    """What kind of thing it is: `body`, `plant`, `tank`, `tires`, `armor`, `crew`, `weapon`, `ammunition`, ..."""
    cost: Amount = 0
    weight: Amount = 0
    spaces: Amount = 0
    as_cargo: bool = False
    weapon_spaces: Amount = 0
    faces: tuple[str, ...] = ()
    mount: Path | None = None
    room: Amount = 0
    third: Amount = 0
    dp: int | None = None


@frozen
class Ledger:
    """The lines of one unit, its room, and the sums over the lines."""

    lines: tuple[Line, ...]
    body_cost: Amount
    """BC: the base of all percentage prices."""
    spaces: int
    cargo_spaces: int
    interior: int
    """IS: interior spaces after sloping and streamlining."""
    cargo_room: int
    """CS: cargo spaces after both."""
    max_load: int | None
    weapon_limit: int | None
    """T of an ordinary face; None where no limit by face applies (THR-EXEMPT)."""
    face_limits: Mapping[str, int] = field(default_factory=dict)
    weapon_limit_other: int | None = None
    """T under the other reading of THR-CARGO-BASE."""

    @computed
    def cost(self) -> Amount:
        """Dollars: the sum of all lines."""
        return _whole(sum(line.cost for line in self.lines))

    @computed
    def weight(self) -> Amount:
        """W in pounds: the sum of all lines."""
        return _whole(sum((line.weight for line in self.lines), start=0))

    @computed
    def all_spaces(self) -> Amount:
        """Spaces of all lines, wherever they lie."""
        return sum((line.spaces for line in self.lines), start=0)

    @computed
    def cargo_used(self) -> Amount:
        """Cargo spaces that passengers, spares and goods fill (SPC-CARGO-FIRST)."""
        need = sum((line.spaces for line in self.lines if line.as_cargo), start=0)
        return min(need, self.cargo_room)

    @computed
    def used(self) -> Amount:
        """Interior spaces used, overflow of cargo items included (SPC-TOTAL)."""
        return self.all_spaces - self.cargo_used

    def on_face(self, face: str) -> Amount:
        """Weapon spaces that count on a face (THR-COUNTED)."""
        return self._on_faces.get(face, 0)

    def in_mount(self, mount: Path) -> Amount:
        """Room taken inside one mount (of a pair: one of the two)."""
        return sum((line.room for line in self.of_mount(mount)), start=0)

    def mount_third(self, mount: Path) -> Amount:
        """Contents of one mount with their magazines (THR-TURRET)."""
        return sum((line.third for line in self.of_mount(mount)), start=0)

    def of_mount(self, mount: Path) -> Sequence[Line]:
        """The lines of what is in one mount."""
        return self._by_mount.get(mount, ())

    def of(self, entry: Path) -> Sequence[Line]:
        """The lines of one entry of the sheet."""
        return self._by_entry.get(entry, ())

    # Looked up for every entry of a sheet, which may have thousands.

    @computed
    def _on_faces(self) -> dict[str, Amount]:
        spaces: dict[str, Amount] = {}
        for line in self.lines:
            for face in set(line.faces):
                spaces[face] = spaces.get(face, 0) + line.weapon_spaces
        return spaces

    @computed
    def _by_mount(self) -> dict[Path, list[Line]]:
        found: dict[Path, list[Line]] = {}
        for line in self.lines:
            if line.mount is not None:
                found.setdefault(line.mount, []).append(line)
        return found

    @computed
    def _by_entry(self) -> dict[Path, list[Line]]:
        found: dict[Path, list[Line]] = {}
        for line in self.lines:
            found.setdefault(line.entry, []).append(line)
        return found


def _whole(amount: Amount) -> Amount:
    return int(amount) if type(amount) is Fraction and amount.denominator == 1 else amount


def write_ledger(vehicle: Vehicle, catalog: Catalog, reading: Reading) -> tuple[Ledger, ...]:
    """The ledgers of a vehicle's units, in their order."""
    books = [_Bookkeeper(vehicle, unit, catalog, reading) for unit in vehicle.units]
    ledgers = [book.ledger() for book in books]
    if not any(unit.all_boosters for unit in vehicle.units):
        return tuple(ledgers)
    weights = _booster_weights(books, ledgers)
    return tuple(
        replace(ledger, lines=(*ledger.lines, *book.booster_lines(weights)))
        for book, ledger in zip(books, ledgers, strict=True)
    )


def _booster_weights(books: Sequence[_Bookkeeper], ledgers: Sequence[Ledger]) -> dict[Path, Amount]:
    """What one booster of each entry weighs, where `ledgers` hold everything else (PRF-BOOSTER).

    One sized for the loaded weight depends on all others, since it pushes the whole combination: they are weighed
    until nothing changes. Where no weight gives the push they would grow without end, so that they have a limit.
    """
    weights: dict[Path, Amount] = {}
    sized: list[tuple[Path, int, Fraction, bool]] = []
    total: Amount = 0
    for book, ledger in zip(books, ledgers, strict=True):
        total += ledger.weight + book.load
        for b in book.unit.all_boosters:
            if b.booster is None:
                continue
            count = book.booster_count(b)
            if b.weight is not None:
                weights[b.path] = b.weight
            elif b.mph is None:
                weights[b.path] = 0
            elif b.sized_for == "max-load":
                weights[b.path] = ceil(b.mph * (ledger.max_load or 0) / b.booster.thrust_factor)
            else:
                weights[b.path] = 0
                push = Fraction(b.mph) / b.booster.thrust_factor
                own = push * count
                sized.append((b.path, count, push / (1 - own) if own < 1 else push, own < 1))
            total += weights[b.path] * count
    for _ in range(SIZING_ROUNDS):
        before, whole = dict(weights), total
        for path, count, slope, others in sized:
            now = before[path]
            pushed = whole - now * count if others else whole
            needed = -(-slope.numerator * pushed // slope.denominator)  # rounded up
            weights[path] = min(needed, MOST_SIZED)
            total += (weights[path] - now) * count
        if weights == before:
            break
    return weights


class _Bookkeeper:
    """Writes the lines of one unit."""

    def __init__(self, vehicle: Vehicle, unit: Unit, catalog: Catalog, reading: Reading) -> None:
        self.vehicle = vehicle
        self.unit = unit
        self.catalog = catalog
        self.reading = reading
        self.settle = reading.settle
        self.lead = vehicle.unit
        self.accessory_figures: dict[tuple[str, str, str], tuple[Amount, Amount, Amount]] = {}
        self.body_changes = [a for a in unit.accessories if a.accessory is not None and _changes_body(a.accessory)]

    # -- room and limits --------------------------------------------------------------------------

    @property
    def load(self) -> Amount:
        """Pounds of the unit's declared cargo and loose gear."""
        return self.unit.cargo_weight + self.unit.gear_weight

    def ledger(self) -> Ledger:
        """The ledger without the boosters of faces and pods, whose weights may depend on it."""
        unit, body = self.unit, self.unit.body
        spaces = body.spaces if body is not None else 0
        cargo = body.cargo_spaces if body is not None else 0
        for change in self.body_changes:
            assert change.accessory is not None
            spaces -= ceil(spaces * change.accessory.body_spaces_loss)
        loss = self.loss()
        interior = spaces - ceil(spaces * loss)
        cargo_room = cargo - ceil(cargo * loss)
        cargo_room += sum(a.accessory.cargo_spaces_added * a.count for a in unit.accessories if a.accessory is not None)
        max_load = None
        if body is not None and body.max_load is not None and unit.chassis is not None:
            max_load = body.max_load * unit.chassis.load_percent // 100
        self.interior = interior
        limit, other = self.weapon_limits(interior, cargo_room)
        faces: dict[str, int] = {}
        if limit is not None:
            faces = dict.fromkeys(unit.faces, limit)
            if body is not None and body.front_weapon_spaces is not None:
                faces["front"] = min(limit, body.front_weapon_spaces)
        lines = tuple(self.lines())
        return Ledger(lines, self.body_cost(), spaces, cargo, interior, cargo_room, max_load, limit, faces, other)

    def loss(self) -> Amount:
        """The share of spaces lost to sloping and streamlining (SPC-SLOPE-ROUNDING, SPC-SLOPE-AND-STREAMLINE)."""
        if self.unit.sloped and self.unit.streamlined:
            return self.catalog.constant("streamlining-and-sloping-space-loss")
        if self.unit.sloped or self.unit.streamlined:
            return self.catalog.constant("streamlining-space-loss")
        return 0

    def weapon_limits(self, interior: int, cargo: int) -> tuple[int | None, int | None]:
        """T in force, and T under the other reading of THR-CARGO-BASE."""
        body = self.unit.body
        if body is None:
            return None, None
        if body.face_weapon_spaces is not None:
            return body.face_weapon_spaces, body.face_weapon_spaces
        if body.weapon_divisor is None:
            return None, None
        narrow, wide = interior // body.weapon_divisor, (interior + cargo) // body.weapon_divisor
        return (narrow, wide) if self.reading.one_third_base == "interior" else (wide, narrow)

    def base_cost(self) -> Amount:
        """Body price before changes."""
        return self.unit.body.cost if self.unit.body is not None else 0

    def body_cost(self) -> Amount:
        """BC: body cost with frame or trailer style (BOD-CAFRAME, TRL-STYLE)."""
        cost = self.base_cost()
        for change in self.body_changes:
            assert change.accessory is not None
            cost += self.settle(cost * (change.accessory.body_cost_multiplier - 1))
        return _whole(cost)

    # -- lines ------------------------------------------------------------------------------------

    def lines(self) -> Iterator[Line]:
        """Every line but those of boosters."""
        yield from self.body_lines()
        yield from self.plant_lines()
        yield from self.people_lines()
        yield from self.armor_lines()
        yield from self.wheel_armor_lines()
        yield from self.weapon_lines()
        yield from self.mount_lines()
        yield from self.trigger_lines()
        yield from self.link_lines()
        yield from self.accessory_lines()
        yield from self.shared_component_armor_lines()

    def body_lines(self) -> Iterator[Line]:
        """Body, its changes, chassis, suspension, streamlining, six wheels, tires."""
        unit, body = self.unit, self.unit.body
        at = (*unit.path, "body")
        if body is not None:
            entry = at
            yield Line(f"{body.name} body", (*at, "type"), entry, "body", body.cost, body.weight)
            cost: Amount = body.cost
            weight: Amount = body.weight
            for change in self.body_changes:
                accessory = change.accessory
                assert accessory is not None
                added = self.settle(cost * (accessory.body_cost_multiplier - 1))
                heavier = self.settle(weight * (accessory.body_weight_multiplier - 1))
                cost, weight = cost + added, weight + heavier
                yield Line(accessory.name, change.path, change.path, "body", _whole(added), _whole(heavier))
            chassis = self.chassis_cost()
            if unit.chassis is not None and chassis:
                yield Line(f"{unit.chassis.name} chassis", (*at, "chassis"), entry, "chassis", chassis)
            if unit.suspension is not None and unit.suspension.price_factor:
                price = self.settle(self.body_cost() * unit.suspension.price_factor, "nearest")
                yield Line(
                    f"{unit.suspension.grade.title()} suspension", (*at, "suspension"), entry, "suspension", price
                )
            if unit.streamlined:
                price = self.settle(self.body_cost() * self.catalog.constant("streamlining-price"), "nearest")
                yield Line("Streamlining", (*at, "streamlined"), entry, "body", price)
            if unit.wheels == 6 and body.front_wheels == 2 and body.rear_wheels == 2:
                yield Line(
                    "Six-wheel chassis", (*at, "wheels"), entry, "body", int(self.catalog.constant("six-wheel-cost"))
                )
        if unit.name != "carrier":
            for axle in unit.axles:
                yield from self.tire_lines(axle)
            for spare in unit.spares:
                yield from self.tire_lines(spare)

    def chassis_cost(self) -> Amount:
        """Price of the chassis: a share of BC (BOD-CHASSIS-PRICE)."""
        if self.unit.chassis is None:
            return 0
        return self.settle(self.body_cost() * self.unit.chassis.price_factor, "nearest")

    def tire_lines(self, axle: Axle) -> Iterator[Line]:
        """The tires of one axle group: multiplied, then rounded (TIR-AXLE-ROUNDING); a spare takes a cargo space."""
        if axle.tire is None:
            return
        cost, weight, dp = tire_figures(axle)
        words = [axle.tire.name, *(o.component.name for o in axle.options)]
        count = axle.count
        spare = axle.name == "spare"
        label = "Spare" if spare else f"{count} {axle.name}"
        yield Line(
            f"{label}: {', '.join(words)}",
            axle.path,
            axle.path,
            "tires",
            self.settle(cost * count),
            self.settle(weight * count),
            1 if spare else 0,
            as_cargo=spare,
            dp=dp,
        )

    # -- plant ------------------------------------------------------------------------------------

    def plant_lines(self) -> Iterator[Line]:
        """Power plants with options, batteries, tank and their component armor."""
        for plant in (self.unit.plant, self.unit.backup):
            if plant is None:
                continue
            if plant.plant is not None:
                p = plant.plant
                yield Line(p.name, (*plant.path, "type"), plant.path, "plant", p.cost, p.weight, p.spaces, dp=p.dp)
                for chosen in plant.options:
                    yield self.plant_option_line(plant, chosen.component, chosen.path, chosen.count)
            for entry in plant.accessories:
                yield from self.accessory_line(entry)
            if plant.tank is not None:
                yield from self.tank_lines(plant.tank)
            if plant.component_armor is not None:
                yield from self.component_armor_lines(plant.component_armor, plant_spaces(self.unit, plant), plant.path)

    def plant_option_line(self, plant: Plant, option: PlantOption, at: Path, count: int) -> Line:
        """One option of a plant: shares of the plain plant, dropped; sets of cells up on their total (ELE-EPC)."""
        p = plant.plant
        assert p is not None
        several: Direction = "up" if option.multiple else "down"
        cost: Amount = option.cost * count + option.cost_per_wheel * self.wheels() * count
        cost += self.settle(p.cost * option.cost_share * count, several)
        if p.power_factors is not None:
            cost += self.settle(p.power_factors * option.cost_per_power_factor * count, "down")
        weight: Amount = option.weight * count + self.settle(p.weight * option.weight_share * count, several)
        spaces = option.spaces * count + ceil(p.spaces * option.spaces_share * count)
        dp = option.dp * count + ceil(p.dp * option.dp_share * count)
        if option.cost_per_protected_space:
            protected = max(1, ceil(plant_spaces(self.unit, plant, insulator=False)))
            cost += option.cost_per_protected_space * protected
            weight += option.weight_per_protected_space * protected
        name = option.name if count == 1 else f"{count} {option.name}"
        return Line(name, at, plant.path, "plant", _whole(cost), _whole(weight), spaces, dp=dp or None)

    def wheels(self) -> int:
        """Tires that per-wheel prices count (BOD-SIXWHEEL-COST)."""
        return self.unit.tires

    def tank_lines(self, tank: Tank) -> Iterator[Line]:
        """Tank with fuel, insulation and component armor (GAS-TANK-COST, GAS-TANK-SPACE)."""
        if tank.tank is None:
            return
        kind, gallons = tank.tank, tank.gallons
        spaces = tank_spaces(tank)
        yield Line(
            f"{kind.name}, {gallons} gallons",
            (*tank.path, "type"),
            tank.path,
            "tank",
            gallons * (kind.cost_per_gallon + kind.fuel_cost_per_gallon),
            gallons * (kind.weight_per_gallon + kind.fuel_weight_per_gallon),
            spaces,
            dp=kind.dp,
        )
        for chosen in tank.options:
            option = chosen.component
            protected = max(1, spaces)
            yield Line(
                option.name,
                chosen.path,
                tank.path,
                "tank",
                option.cost + option.cost_per_protected_space * protected,
                option.weight + option.weight_per_protected_space * protected,
                option.spaces,
            )
        if tank.component_armor is not None:
            yield from self.component_armor_lines(tank.component_armor, spaces, tank.path)

    # -- people -----------------------------------------------------------------------------------

    def people_lines(self) -> Iterator[Line]:
        """Everybody aboard with computers, gear and seats (CRW-SPACES, LED-CREW-WEIGHT)."""
        free = self.unit.body.free_passengers if self.unit.body is not None else 0
        for person in (*self.unit.crew, *self.unit.passengers):
            spaces = self.person_spaces(person)
            if person.role == "passenger" and free:
                free -= 1
                spaces = 0
            yield from self.person_lines(person, spaces, None)

    def person_spaces(self, person: Person) -> Amount:
        """Room of one person: two for crew, a passenger's by the body (CRW-BIG-PASSENGER)."""
        if person.kind is None:
            return 0
        if person.role == "passenger" and self.unit.body is not None:
            return self.unit.body.passenger_spaces
        return person.kind.spaces

    def person_lines(self, person: Person, spaces: Amount, mount: Mount | None) -> Iterator[Line]:
        """One person's own lines; in a cupola the room is the mount's."""
        copies = mount.copies if mount is not None else 1
        inside = mount.path if mount is not None else None
        as_cargo = person.role == "passenger" and mount is None
        if person.kind is not None:
            baggage = self.unit.body.passenger_baggage if person.role == "passenger" and self.unit.body else 0
            room = 0
            if mount is not None and mount.kind is not None:
                room, spaces = mount.kind.gunner_spaces, 0
            yield Line(
                person.kind.name,
                person.path,
                person.path,
                "crew",
                0,
                (person.kind.weight + baggage) * copies,
                spaces,
                as_cargo,
                mount=inside,
                room=room,
                third=room,
                dp=person.kind.dp,
            )
        for choice in person.computers:
            computer = choice.computer
            if computer is not None:
                yield Line(
                    computer.name,
                    choice.path,
                    person.path,
                    "computer",
                    computer.cost * copies,
                    computer.weight * copies,
                    computer.spaces if mount is None else 0,
                    as_cargo,
                    mount=inside,
                    room=computer.spaces if mount is not None else 0,
                    third=computer.spaces if mount is not None else 0,
                )
        for equipment in person.equipment:
            yield from self.equipment_lines(equipment, person, copies)
        for seat in person.accessories:
            yield from self.accessory_line(seat, copies)
        if person.component_armor is not None:
            yield from self.component_armor_lines(
                person.component_armor, protected_person(self.unit, person), person.path, mount
            )

    def equipment_lines(self, equipment: Equipment, person: Person, copies: int) -> Iterator[Line]:
        """Gear and hand weapons; weightless unless the league weighs them (LED-GEAR-WEIGHT)."""
        gear = equipment.gear
        if gear is None:
            return
        weighs = self.reading.personal_gear_weight
        count = equipment.count * copies
        pieces: list[tuple[str, Path, Amount, Amount]] = [
            (gear.name, equipment.path, gear.cost, self.settle(gear.weight))
        ]
        for chosen in equipment.options:
            option = chosen.component
            weight = option.weight + gear.weight * option.weight_share
            pieces.append((option.name, chosen.path, option.cost * chosen.count, self.settle(weight * chosen.count)))
        for load in equipment.loads:
            if load.round is not None and load.shots:
                extra = sum(m.component.cost for m in load.options)
                kind = load.type.name if load.type is not None else "standard rounds"
                pieces.append(
                    (
                        f"{load.shots} {kind} ({gear.name})",
                        load.path,
                        self.settle((load.round.cost + extra) * load.shots),
                        self.settle(load.round.weight * load.shots),
                    )
                )
        for name, at, cost, weight_of in pieces:
            times = "" if count == 1 else f"{count} x " if name[0].isdigit() else f"{count} "
            label = f"{times}{name}"
            yield Line(label, at, person.path, "gear", _whole(cost * count), _whole(weight_of * count) if weighs else 0)

    # -- armor ------------------------------------------------------------------------------------

    def surcharge(self) -> Amount:
        """The factor of sloped armor on body armor prices (SLP-SLOPE-COST)."""
        return self.catalog.constant("sloped-armor-cost") if self.unit.sloped else 1

    def armor_layers(self) -> Iterator[tuple[str, ArmorType]]:
        """The layers of the body armor: (attribute of a facing, type)."""
        armor = self.unit.armor
        if armor.metal is not None:
            yield "metal", armor.metal
        if armor.plastic is not None:
            yield "plastic", armor.plastic

    def armor_lines(self) -> Iterator[Line]:
        """Body armor: points of all faces per layer, multiplied and rounded once (ARM-COST)."""
        unit, body = self.unit, self.unit.body
        if body is None:
            return
        sloped = self.surcharge()
        for layer, kind in self.armor_layers():
            groups = {"": 0, "box": 0}
            for facing in unit.armor.facings:
                boxed = body.box_armor_cost is not None and "bed" not in facing.face
                groups["box" if boxed else ""] += getattr(facing, layer)
            for group, points in groups.items():
                if not points:
                    continue
                price, weight = body.armor_cost, body.armor_weight
                if group and body.box_armor_cost is not None and body.box_armor_weight is not None:
                    price, weight = body.box_armor_cost, body.box_armor_weight
                yield Line(
                    f"{kind.name} armor{' of the box' if group else ''}, {points} points",
                    unit.armor.path,
                    unit.armor.path,
                    "armor",
                    self.settle(points * kind.cost_factor * price * sloped),
                    self.settle(points * kind.weight_factor * weight),
                )

    def front_armor(self) -> tuple[Amount, Amount]:
        """Exact price and weight of the front armor, both layers, sloping included (ACC-RAMPLATE)."""
        body = self.unit.body
        if body is None:
            return 0, 0
        front = self.unit.armor.face("front")
        cost: Amount = 0
        weight: Amount = 0
        for layer, kind in self.armor_layers():
            points: int = getattr(front, layer)
            cost += points * kind.cost_factor * body.armor_cost * self.surcharge()
            weight += points * kind.weight_factor * body.armor_weight
        return cost, weight

    def wheel_armor_lines(self) -> Iterator[Line]:
        """Guards and hubs: each one rounded, times the exposed tires of the axle (WHL-PRICE)."""
        for armor in self.unit.wheel_armor:
            fitting = self.wheel_fitting(armor)
            each = wheel_armor_count(self.unit, armor, fitting)
            name = "hub" if armor.hub else "wheelguard"
            if armor.fake:
                fake = self.catalog.fitting("fake-wheelguard")
                yield Line(
                    f"{each} fake {name}s, {armor.axle}",
                    armor.path,
                    armor.path,
                    "wheel armor",
                    fake.cost * each,
                    fake.weight * each,
                )
            elif armor.type is not None and armor.points and each:
                yield Line(
                    f"{each} {armor.points}-point {name}s, {armor.axle}",
                    armor.path,
                    armor.path,
                    "wheel armor",
                    self.settle(armor.points * fitting.cost * armor.type.cost_factor) * each,
                    self.settle(armor.points * fitting.weight * armor.type.weight_factor) * each,
                    dp=armor.points,
                )

    def wheel_fitting(self, armor: WheelArmor) -> Fitting:
        """The guard or hub of the axle's type."""
        return wheel_fitting(armor, self.catalog)

    def component_armor_lines(
        self,
        armor: ComponentArmor,
        spaces: Amount,
        entry: Path,
        mount: Mount | None = None,
        *,
        faces: tuple[str, ...] = (),
        copies: int = 1,
    ) -> Iterator[Line]:
        """Component armor: each layer by point and protected space, one space for the whole (CA-PRICE, CA-SPACE)."""
        protected = max(1, ceil(spaces))
        fitting = component_armor_fitting(self.unit, self.catalog)
        pair = mount.copies if mount is not None else 1
        for index, (kind, points) in enumerate(armor.layers or ((None, 0),)):
            own = fitting.spaces * copies if index == 0 else 0
            cost: Amount = 0
            weight: Amount = 0
            if kind is not None:
                cost = self.settle(fitting.cost * protected * points * kind.cost_factor) * copies * pair
                weight = self.settle(fitting.weight * protected * points * kind.weight_factor) * copies * pair
            yield Line(
                f"Component armor, {points} points" + (f" {kind.name.lower()}" if kind is not None else ""),
                armor.path,
                entry,
                "component armor",
                cost,
                weight,
                0 if mount is not None else own,
                weapon_spaces=own if faces else 0,
                faces=faces,
                mount=mount.path if mount is not None else None,
                room=own if mount is not None else 0,
                third=own if mount is not None else 0,
            )

    def shared_component_armor_lines(self) -> Iterator[Line]:
        """Component armor round several entries: their spaces added first, one space taken (CA-CREW-SHARED).

        It lies where the first of them that has a face or a mount lies.
        """
        parts = self.unit.parts if self.unit.component_armor else {}
        for armor in self.unit.component_armor:
            faces: tuple[str, ...] = ()
            mount: Mount | None = None
            for part in (parts[path] for path in armor.around if path in parts):
                place, inside = place_of(self.unit, part)
                if mount is None and not faces:
                    mount = self.unit.mount_at(inside)
                    faces = self.unit.corner_faces(place) if mount is None and place is not None else ()
            protected = protected_by(self.unit, armor, parts, self.catalog)
            yield from self.component_armor_lines(armor, protected, armor.path, mount, faces=faces)

    # -- weapons ----------------------------------------------------------------------------------

    def weapon_lines(self) -> Iterator[Line]:
        """Weapons on faces and corners."""
        for entry in self.unit.weapons:
            yield from self.entry_lines(entry, None)

    def trigger_lines(self) -> Iterator[Line]:
        """What is bought once a face, whatever weapons it serves (WPN-BUMPER-TRIGGER)."""
        triggered: set[tuple[str, str]] = set()
        for entry in self.unit.all_weapons:
            mount = self.unit.mount_at(entry.inside)
            faces = mount.faces if mount is not None else self.unit.corner_faces(entry.mount or "")
            for chosen in entry.options:
                option = chosen.component
                for face in faces if option.per_face else ():
                    if (option.id, face) not in triggered:
                        triggered.add((option.id, face))
                        yield Line(f"{option.name}, {face}", chosen.path, entry.path, "option", option.cost)

    def entry_lines(self, entry: WeaponEntry, mount: Mount | None) -> Iterator[Line]:
        """The lines of one weapon entry: weapons, rounds, magazines, options, component armor."""
        weapon = entry.weapon
        if weapon is None:
            return
        pair = mount.copies if mount is not None else 1
        count = entry.count * pair
        faces = self.unit.corner_faces(entry.mount) if mount is None and entry.mount is not None else ()
        inside = mount.path if mount is not None else None
        fake = next((o for o in entry.options if o.component.fake), None)

        def line(
            item: str,
            at: Path,
            theme: str,
            cost: Amount,
            weight: Amount,
            spaces: Amount = 0,
            *,
            in_body: bool = False,
            dp: int | None = None,
        ) -> Line:
            """A line for one weapon's worth of something, times the weapons of the entry."""
            body_spaces = spaces * count if mount is None or in_body else 0
            return Line(
                item,
                at,
                entry.path,
                theme,
                _whole(cost * count),
                _whole(weight * count),
                body_spaces,
                weapon_spaces=spaces * entry.count if faces else 0,
                faces=faces,
                mount=inside,
                room=spaces * entry.count if mount is not None and not in_body else 0,
                third=spaces * entry.count if mount is not None else 0,
                dp=dp,
            )

        many = "" if count == 1 else f"{count} "
        if fake is not None:
            bought: Weapon | WeaponOption
            bought = self.catalog.get(Weapon, "fake-discharger") if weapon.discharger else fake.component
            yield line(
                f"{many}{bought.name} ({weapon.name})",
                (*entry.path, "type"),
                "weapon",
                bought.cost,
                bought.weight,
            )
        else:
            room = weapon_room(entry, self.unit, self.catalog)
            dp = weapon.dp + sum(p.dp * n for p, n in magazine_pieces(entry, self.catalog))
            if weapon.single_shot:
                dp = weapon.dp * sum(load.shots for load in entry.loads)
            yield line(
                f"{many}{weapon.name}", (*entry.path, "type"), "weapon", weapon.cost, weapon.weight, room.weapon, dp=dp
            )
            listed: dict[tuple[str, frozenset[str]], int] = {}
            for load in entry.loads:
                if load.round is not None and load.shots:
                    cost, weight = round_figures(load)
                    # a type that is listed in parts is rounded as a whole (AMO-COST)
                    kind = (load.round.type, frozenset(o.component.id for o in load.options))
                    before = listed.get(kind, 0)
                    listed[kind] = after = before + load.shots
                    yield line(
                        self.load_name(load, many),
                        load.path,
                        "ammunition",
                        self.settle(cost * after) - self.settle(cost * before),
                        self.settle(weight * after) - self.settle(weight * before),
                    )
            for piece, number in magazine_pieces(entry, self.catalog):
                yield line(
                    f"{many}{piece.name}" if number == 1 else f"{many}{piece.name} x {number}",
                    (*entry.magazines.path, piece.key),
                    "magazine",
                    piece.cost * number,
                    piece.weight * number,
                    piece.spaces * number,
                    in_body=mount is not None and mount.kind is not None and mount.kind.magazines == "body",
                )
        yield from (
            line(f"{many}{item}", at, "option", cost, weight, spaces)
            for item, at, cost, weight, spaces in self.weapon_option_figures(entry)
        )
        if entry.computer is not None and not any(unit.crew for unit in self.vehicle.units):
            yield Line(
                entry.computer.component.name,
                entry.computer.path,
                entry.path,
                "computer",
                entry.computer.component.cost,
                entry.computer.component.weight,
                entry.computer.component.spaces,
            )
        if entry.component_armor is not None:
            armor = entry.component_armor
            each = weapon_spaces_of(entry, self.unit, self.catalog)
            if armor.each:
                yield from self.component_armor_lines(armor, each, entry.path, mount, faces=faces, copies=entry.count)
            else:
                yield from self.component_armor_lines(armor, each * entry.count, entry.path, mount, faces=faces)

    def load_name(self, load: Load, many: str) -> str:
        """A load in words: `10 explosive-spikes`."""
        assert load.round is not None
        kind = load.type.name if load.type is not None else "standard rounds"
        extra = "".join(f", {o.component.name}" for o in load.options)
        return f"{many}x {load.shots} {kind}{extra}" if many else f"{load.shots} {kind}{extra}"

    def weapon_option_figures(self, entry: WeaponEntry) -> Iterator[tuple[str, Path, Amount, Amount, Amount]]:
        """(item, place, price, weight, spaces) of the options of one weapon."""
        weapon = entry.weapon
        assert weapon is not None
        room = weapon_room(entry, self.unit, self.catalog)
        for chosen in entry.options:
            option = chosen.component
            if option.fake or option.per_face:
                continue
            cost: Amount = option.cost + self.settle(weapon.cost * option.cost_share)
            weight: Amount = option.weight + self.settle(weapon.weight * option.weight_share)
            spaces: Amount = 0
            if option.cost_per_space or option.weight_per_space:
                if option.spaces_above is not None:
                    inside = 0 if entry.fake else room.weapon + room.mounting + room.magazines + room.insulator
                    protected = hidden_spaces(entry, inside, self.unit, self.catalog)
                else:
                    protected = max(1, ceil(room.weapon + room.mounting + room.magazines))
                cost += option.cost_per_space * protected
                weight += option.weight_per_space * protected
            if option.cost_per_loaded_pound:
                loaded = weapon.weight + sum(round_figures(x)[1] * x.shots for x in entry.loads if x.round is not None)
                cost += self.settle(loaded * option.cost_per_loaded_pound)
            if option.spaces_above is not None:
                spaces = room.concealment
            elif option.spaces:
                spaces = option.spaces if not entry.fake else 0
            yield option.name, chosen.path, _whole(cost), _whole(weight), spaces

    def mount_lines(self) -> Iterator[Line]:
        """Mounts with their armor, options, contents, gunners and links; a pair is two of everything."""
        for mount in self.unit.mounts:
            kind = mount.kind
            copies = mount.copies
            if kind is not None and not mount.included:
                pair = "Pair of " if mount.pair else ""
                yield Line(
                    f"{pair}{kind.name}",
                    (*mount.path, "type"),
                    mount.path,
                    "mount",
                    kind.cost * copies,
                    kind.weight * copies,
                    kind.spaces * copies,
                )
            elif kind is not None:
                yield Line(f"{kind.name} (included)", (*mount.path, "type"), mount.path, "mount")
            for layer, points in mount.armor if kind is not None and kind.armor_cost is not None else ():
                assert kind is not None and kind.armor_cost is not None
                weight = points * (kind.armor_weight or 0) * layer.weight_factor
                yield Line(
                    f"{layer.name} armor of {kind.name}, {points} points",
                    mount.armor_path,
                    mount.path,
                    "mount",
                    self.settle(points * kind.armor_cost * layer.cost_factor) * copies,
                    self.settle(weight) * copies,
                    dp=points,
                )
            for chosen in mount.options:
                option = chosen.component
                yield Line(option.name, chosen.path, mount.path, "mount", option.cost * copies, option.weight * copies)
            for entry in mount.weapons:
                yield from self.entry_lines(entry, mount)
            for accessory in mount.accessories:
                yield from self.accessory_line(accessory, copies, mount)
            for person in mount.crew:
                yield from self.person_lines(person, 0, mount)
            for link in mount.links:
                yield from self.link_line(link, copies)

    # -- links and accessories --------------------------------------------------------------------

    def link_lines(self) -> Iterator[Line]:
        """Links of the vehicle (in the driving unit's ledger) and of linked entries (LNK-COST)."""
        for link in self.vehicle.links:
            owner = self.vehicle.unit_of(link.path) if link.of_entry else self.lead
            if owner.path == self.unit.path:
                yield from self.link_line(link, 1)

    def link_line(self, link: Link, copies: int) -> Iterator[Line]:
        """One link."""
        if link.kind is not None:
            entry = link.path[:-1] if link.of_entry else link.path
            yield Line(link.kind.name, link.path, entry, "link", link.kind.cost * copies)

    def accessory_lines(self) -> Iterator[Line]:
        """The vehicle's own accessories, and what the cycle buys per tire for its sidecar (CYC-SIDECAR-OPTIONS)."""
        for entry in self.unit.accessories:
            if entry.accessory is not None and not _changes_body(entry.accessory):
                yield from self.accessory_line(entry)
        if self.unit.name != "sidecar":
            return
        tires = self.unit.tires
        for entry in self.lead.accessories:
            bought = entry.accessory
            if bought is not None and (bought.cost_per_wheel or bought.weight_per_wheel):
                yield Line(
                    f"{bought.name} of the sidecar",
                    entry.path,
                    entry.path,
                    "accessory",
                    bought.cost_per_wheel * tires,
                    bought.weight_per_wheel * tires,
                )
        for chosen in self.lead.plant.options if self.lead.plant is not None else ():
            if chosen.component.cost_per_wheel:
                yield Line(
                    f"{chosen.component.name} of the sidecar",
                    chosen.path,
                    chosen.path,
                    "accessory",
                    chosen.component.cost_per_wheel * tires * chosen.count,
                )

    def accessory_line(self, entry: AccessoryEntry, copies: int = 1, mount: Mount | None = None) -> Iterator[Line]:
        """One accessory: its flat figures and every other basis, with armor of its own and component armor."""
        a = entry.accessory
        if a is None:
            return
        count = entry.count * copies
        kind = self.armor_type_of(entry)
        foil = self.foil_in_force(entry, kind)
        known = (a.id, kind.id, foil.id)
        if known not in self.accessory_figures:
            self.accessory_figures[known] = self.figures_of_accessory(a, kind, foil)
        cost, weight, spaces = self.accessory_figures[known]
        counted = a.weapon_on_face and mount is None and entry.mount in (*self.unit.faces, *CORNERS)
        many = "" if count == 1 else f"{count} "
        yield Line(
            f"{many}{a.name}",
            entry.path,
            entry.path,
            "accessory",
            _whole(cost * count),
            _whole(weight * count),
            0 if mount is not None else spaces * count,
            as_cargo=a.as_cargo and mount is None,
            weapon_spaces=spaces * count if counted else 0,
            faces=self.unit.corner_faces(entry.mount) if counted and entry.mount is not None else (),
            mount=mount.path if mount is not None else None,
            room=spaces * entry.count if mount is not None else 0,
            third=spaces * entry.count if mount is not None else 0,
            dp=a.dp + entry.points if a.dp or entry.points else None,
        )
        if entry.points and a.armor_cost is not None:
            yield Line(
                f"{kind.name} armor of {a.name}, {entry.points} points",
                (*entry.path, "points"),
                entry.path,
                "accessory",
                self.settle(entry.points * a.armor_cost * kind.cost_factor) * count,
                self.settle(entry.points * (a.armor_weight or 0) * kind.weight_factor) * count,
            )
        if entry.component_armor is not None:
            each = entry.component_armor.each
            yield from self.component_armor_lines(
                entry.component_armor,
                spaces if each else spaces * entry.count,
                entry.path,
                mount,
                faces=self.unit.corner_faces(entry.mount) if counted and entry.mount is not None else (),
                copies=entry.count if each else 1,
            )

    def figures_of_accessory(self, a: Accessory, kind: ArmorType, foil: Accessory) -> tuple[Amount, Amount, Amount]:
        """Cost, weight and spaces of one accessory: its armor is of this kind and has the points of `foil`."""
        body = self.unit.body
        cost: Amount = a.cost + a.cost_per_wheel * self.wheels()
        weight: Amount = a.weight + a.weight_per_wheel * self.wheels()
        if body is not None:
            faces = body.faces
            cost += a.cost_per_face * faces
            price_points, weight_points = foil.cost_armor_points, foil.weight_armor_points
            factors = a.armor_type_factors
            cost_factor = kind.cost_factor if factors else 1
            weight_factor = kind.weight_factor if factors else 1
            sloped = self.surcharge() if a.sloped_surcharge else 1
            if price_points:
                cost += self.settle(price_points * body.armor_cost * cost_factor * sloped)
            weight_points += a.weight_armor_points_per_face * faces
            if weight_points:
                weight += self.settle(weight_points * body.armor_weight * weight_factor)
            if a.front_armor_cost_factor:
                front_cost, front_weight = self.front_armor()
                cost += self.settle(a.front_armor_cost_factor * front_cost)
                weight += self.settle(a.front_armor_weight_factor * front_weight)
            if a.body_cost_factor:
                cost += self.settle(self.body_cost() * a.body_cost_factor)
            if a.chassis_in_price:
                cost += self.chassis_cost()
        return cost, weight, a.spaces + self.share_of_interior(a)

    def share_of_interior(self, a: Accessory) -> int:
        """Room that is a share of the modified interior (ACC-HARDTOP); some bodies have a fixed one."""
        if not a.spaces_share:
            return 0
        body = self.unit.body
        if body is not None and body.hardtop_spaces is not None:
            return body.hardtop_spaces
        return ceil(self.interior * a.spaces_share)

    def armor_type_of(self, entry: AccessoryEntry) -> ArmorType:
        """The armor type of an accessory: its own, else the vehicle's where it must match, else the plastic type."""
        return accessory_armor_type(self.unit, entry, self.catalog)

    def foil_in_force(self, entry: AccessoryEntry, kind: ArmorType) -> Accessory:
        """The component whose armor points price an accessory: a foil's other version where its place asks for it."""
        a = entry.accessory
        assert a is not None
        if a.metal_foil is not None and kind.material == "metal" and self.metal_foil(entry):
            return self.catalog.get(Accessory, a.metal_foil)
        if a.plain_foil is not None and not self.metal_foil(entry):
            return self.catalog.get(Accessory, a.plain_foil)
        return a

    def metal_foil(self, entry: AccessoryEntry) -> bool:
        """Whether a metal spoiler or airdam is the light foil of catalog level on a metal face (ACC-SPOILER-METAL)."""
        face = self.face_of(entry)
        return self.reading.catalog_level and face is not None and self.unit.armor.face(face).metal > 0

    def face_of(self, entry: AccessoryEntry) -> str | None:
        """The face an accessory sits on: written, or its own (PLC-DEFAULT-FACE)."""
        return entry.mount or (entry.accessory.face if entry.accessory is not None else None)

    # -- boosters ---------------------------------------------------------------------------------

    def booster_lines(self, weights: Mapping[Path, Amount]) -> list[Line]:
        """Boosters of faces and pods, by what one of each weighs."""
        entries = [b for b in self.unit.all_boosters if b.booster is not None]
        result: list[Line] = []
        for b in entries:
            assert b.booster is not None
            kind, pounds = b.booster, weights[b.path]
            count = self.booster_count(b)
            spaces = ceil(Fraction(pounds) / kind.weight_per_space)
            faces = self.unit.corner_faces(b.mount) if b.inside is None and b.mount is not None else ()
            many = "" if count == 1 else f"{count} "
            result.append(
                Line(
                    f"{many}{kind.name}, {amount(pounds)} lb",
                    (*b.path, "type"),
                    b.path,
                    "booster",
                    kind.cost_per_increment * ceil(Fraction(pounds) / kind.increment_weight) * count,
                    self.settle(pounds) * count,
                    spaces * count if b.inside is None else 0,
                    weapon_spaces=spaces * b.count if faces else 0,
                    faces=faces,
                    mount=b.inside,
                    room=spaces * b.count if b.inside is not None else 0,
                    third=spaces * b.count if b.inside is not None else 0,
                    dp=int(spaces) * kind.dp_per_space,
                )
            )
        return result

    def booster_count(self, entry: BoosterEntry) -> int:
        """Boosters of an entry, both pods of a pair counted."""
        mount = self.unit.mount_at(entry.inside)
        return entry.count * (mount.copies if mount is not None else 1)


def _changes_body(accessory: Accessory) -> bool:
    return bool(
        accessory.body_cost_multiplier != 1 or accessory.body_weight_multiplier != 1 or accessory.body_spaces_loss
    )
