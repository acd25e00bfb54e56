"""Sheet + catalog -> vehicle: names are looked up, short forms and defaults made uniform.

An unknown name leaves its part in place without a component, and `Unit.unknown` says which figures and kinds
of parts can no longer be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from cwdesign.catalog import Catalog
from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    ArmorType,
    Body,
    Booster,
    Chassis,
    Component,
    Computer,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    LinkKind,
    MountKind,
    MountOption,
    PersonKind,
    PlantOption,
    PowerPlant,
    Round,
    Suspension,
    Tire,
    TireOption,
    Unknown,
    Weapon,
    WeaponOption,
)
from cwdesign.findings import Fault
from cwdesign.sheet import Path, Sheet
from cwdesign.values import replace
from cwdesign.vehicle import (
    SIX_FACES,
    TOTALS_OF,
    AccessoryEntry,
    Armor,
    Assumption,
    Axle,
    BoosterEntry,
    Chosen,
    Claim,
    ComponentArmor,
    ComputerChoice,
    Equipment,
    Facing,
    HandLoad,
    Link,
    LinkItem,
    Load,
    Magazines,
    Mount,
    Person,
    Plant,
    Repetition,
    SheetFault,
    Tank,
    Unit,
    Vehicle,
    WeaponEntry,
    WheelArmor,
)

C = TypeVar("C", bound=Component)

MOST_MEANT = 20_000
"""Entries that the names in a sheet may lead to in all, as many as the values that it may have."""
MOST_PASSENGERS = 10_000
"""More than any body has room for many times over."""
LONGEST_GUESSED = 100
MOST_GUESSED = 200
"""Names longer than this, and more ids than these, are not compared when a misspelled name is guessed."""
MOST_NEAREST = 100
"""So many unknown names of a sheet are answered with the nearest that there are."""


def resolve(sheet: Sheet, catalog: Catalog) -> Vehicle:
    """Build the vehicle of a sheet that the schema accepts."""
    return _Resolver(sheet, catalog).vehicle()


STANDS: Mapping[str, str] = {
    "accessory": "`accessories`",
    "weapon": "`weapons`",
    "mount": "`turrets`",
    "booster": "`boosters`",
    "body": "`body: {type: …}`",
    "power plant": "`power_plant`",
    "plant option": "`options` of the power plant",
    "gas tank": "`gas_tank` of the power plant",
    "tire option": "`options` of the tires",
    "weapon option": "`options` of a weapon",
    "ammunition": "`ammo` of a weapon",
    "mount option": "`options` of an entry of `turrets`",
    "targeting computer": "`computer` of a crew member",
    "personal equipment": "`equipment` of a crew member",
    "hand weapon": "`equipment` of a crew member",
}
"""Where a component of a kind stands in a sheet, in words: for one that is written elsewhere."""


class _Resolver:
    """Walks one sheet; collects unknown names, ids and defaults on the way."""

    def __init__(self, sheet: Sheet, catalog: Catalog) -> None:
        self.sheet = sheet
        self.catalog = catalog
        self.faults: list[SheetFault] = []
        self.assumptions: list[Assumption] = []
        self.unknown: set[str] = set()
        self.ids: dict[str, Path] = {}
        self.second_ids: list[tuple[str, Path, Path]] = []
        self.repetitions: dict[Path, Repetition] = {}
        self.meant = 0
        """Entries that names have led to so far."""
        self.entries_of: tuple[Unit, ...] = ()
        self.entries_inside: dict[Path, list[WeaponEntry | BoosterEntry | AccessoryEntry]] = {}
        self.entries_found: dict[tuple[Path, frozenset[str]], tuple[Path, ...]] = {}

    # -- names ------------------------------------------------------------------------------------

    def miss(self, unknown: Unknown, path: Path) -> None:
        """Record an unknown name and what it makes unknown."""
        self.unknown |= TOTALS_OF.get(unknown.kind, frozenset({"cost", "weight", "spaces"}))
        message = "shared" if unknown.shared else "nearest" if unknown.nearest else ""
        elsewhere = () if unknown.shared or len(self.faults) >= MOST_NEAREST else self.catalog.kinds_of(unknown.text)
        others = [c.kind for c in elsewhere if c.kind in STANDS and c.kind != unknown.kind]
        if others:
            message = "elsewhere"
        self.faults.append(
            SheetFault(
                "SHT-UNKNOWN",
                Fault(
                    path,
                    {
                        "kind": unknown.kind,
                        "word": unknown.kind.replace(" ", "-"),
                        "text": unknown.text,
                        "nearest": ", ".join(unknown.nearest),
                        "shared": ", ".join(unknown.shared),
                        "other": others[0] if others else "",
                        "stands": STANDS[others[0]] if others else "",
                    },
                    message,
                ),
            )
        )

    def find(
        self, kind: type[C], text: str, among: Callable[[C], bool] | None = None, *, nearest: bool = True
    ) -> C | Unknown:
        """The component that a name means. The nearest are looked for as long as few names are unknown."""
        return self.catalog.find(kind, text, among=among, nearest=nearest and len(self.faults) < MOST_NEAREST)

    def named(self, kind: type[C], text: str, path: Path) -> C | None:
        """The component of a kind that a name means; an unknown name is recorded."""
        found = self.find(kind, text)
        if isinstance(found, Unknown):
            self.miss(found, path)
            return None
        return found

    def chosen(self, kind: type[C], entries: Any, path: Path) -> tuple[Chosen[C], ...]:
        """Options of one kind from a list of ids and `{type, count}`."""
        result: list[Chosen[C]] = []
        for index, entry in enumerate(entries or ()):
            at = (*path, index)
            text, where, count = _typed(entry, at)
            component = self.named(kind, text, where)
            if component is not None:
                result.append(Chosen(component, at, count))
        return self.once(result)

    def once(self, options: list[Chosen[C]]) -> tuple[Chosen[C], ...]:
        """Options without those written again, which are noted; what may be bought several times stays."""
        first: dict[str, Path] = {}
        kept: list[Chosen[C]] = []
        for chosen in options:
            option = chosen.component
            before = first.setdefault(option.id, chosen.path)
            if before == chosen.path or getattr(option, "multiple", False):
                kept.append(chosen)
            else:
                self.repetitions[chosen.path] = Repetition(option, chosen.path, before)
        return tuple(kept)

    def keep_id(self, entry: Mapping[str, Any], path: Path) -> str | None:
        """Note the `id` of an entry; one used twice is a fault."""
        id = entry.get("id")
        if id is None:
            return None
        if id in self.ids:
            self.second_ids.append((id, (*path, "id"), self.ids[id]))
        else:
            self.ids[id] = path
        return str(id)

    # -- the whole --------------------------------------------------------------------------------

    def vehicle(self) -> Vehicle:
        """The vehicle with all its units."""
        data: Mapping[str, Any] = self.sheet.data  # type: ignore[assignment]
        lead = self.unit(data, (), None)
        units = [lead]
        if "sidecar" in data:
            units = [replace(lead, name="cycle"), self.unit(data["sidecar"], ("sidecar",), lead)]
        elif "carrier" in data:
            units = [replace(lead, name="cab"), self.unit(data["carrier"], ("carrier",), lead)]
        units = self.with_weapon_computers(units)
        links = [*self.links(data.get("links"), ("links",), units, None)]
        units[0] = replace(units[0], unknown=units[0].unknown | self.unknown)  # where links are paid
        for unit in units:
            links += [self.own_link(w) for w in unit.weapons if w.linked]
        units = [self.with_references(u, units) for u in units]
        for id, path, first in self.second_ids:
            self.faults.append(
                SheetFault("SHT-REFERENCE", Fault(path, {"id": id, "first": self.ids[id]}, "twice", _cause(first)))
            )
        level = data.get("tech_level")
        division = data.get("division")
        if level is None:
            self.assumptions.append(Assumption(("tech_level",), "judged at the catalog level"))
        return Vehicle(
            name=str(data["name"]),
            units=tuple(units),
            links=tuple(links),
            tech_level=str(level) if level is not None else None,
            division=Fraction(division) if division is not None else None,
            tows=data.get("tows"),
            team=data.get("team"),
            tags=tuple(data.get("tags") or ()),
            faults=tuple(self.faults),
            assumptions=tuple(self.assumptions),
            repetitions=tuple(self.repetitions.values()),
        )

    # -- one unit ---------------------------------------------------------------------------------

    def unit(self, data: Mapping[str, Any], path: Path, lead: Unit | None) -> Unit:
        """One unit; `lead` is the driving one of a combination."""
        before, self.unknown = self.unknown, set()
        body_data: Mapping[str, Any] = data["body"]
        at_body = (*path, "body")
        body = self.named(Body, body_data["type"], (*at_body, "type"))
        chassis = self.chassis(body, body_data, at_body)
        suspension, suspension_named = self.suspension(body, body_data, at_body)
        wheels = body_data.get("wheels")
        modifications = self.accessories(body_data.get("modifications"), (*at_body, "modifications"))
        accessories = (*modifications, *self.accessories(data.get("accessories"), (*path, "accessories")))
        body = _restyled(body, accessories)
        accessories += self.default_fittings(body, accessories, (*at_body, "type"))
        if wheels is None:
            wheels = (body.front_wheels + body.rear_wheels if body is not None else 4) + sum(
                a.accessory.adds_tires * a.count for a in accessories if a.accessory is not None
            )
        rear_axles = body_data.get("rear_axles", 2)
        if "rear_axles" not in body_data and wheels == 6 and body is not None and body.rear_wheels == 2:
            self.assumptions.append(Assumption((*at_body, "rear_axles"), "the four rear wheels sit on two axles"))
        counts = _wheel_counts(body, int(wheels), int(rear_axles))
        axles, spares, stray = self.tires(data, path, body, counts, lead)
        sloped = bool(body_data.get("sloped")) or (
            lead is not None and lead.body is not None and _cycle(lead) and lead.sloped
        )
        streamlined = bool(body_data.get("streamlined")) or (lead is not None and _cycle(lead) and lead.streamlined)
        armor = self.armor(data.get("armor"), (*path, "armor"), body)
        plant = self.plant(data.get("power_plant"), (*path, "power_plant"))
        backup = self.plant(data.get("backup_power_plant"), (*path, "backup_power_plant"))
        crew = self.crew(data.get("crew"), (*path, "crew"), body)
        passengers = self.passengers(data.get("passengers"), (*path, "passengers"))
        weapons, stand_ins = self.weapons(data.get("weapons"), (*path, "weapons"), None)
        mounts = self.mounts(data.get("turrets"), (*path, "turrets"), body)
        boosters = self.boosters(data.get("boosters"), (*path, "boosters"), None)
        cargo: Mapping[str, Any] = data.get("cargo") or {}
        unit = Unit(
            name="vehicle" if lead is None else str(path[0]),
            path=path,
            body=body,
            chassis=chassis,
            chassis_written="chassis" in body_data,
            suspension=suspension,
            suspension_named=suspension_named,
            wheels=int(wheels),
            rear_axles=int(rear_axles),
            rear_axles_written="rear_axles" in body_data,
            sloped=sloped,
            streamlined=streamlined,
            plant=plant,
            backup=backup,
            axles=axles,
            spares=spares,
            stray_axles=stray,
            crew=crew,
            passengers=passengers,
            armor=armor,
            wheel_armor=self.wheel_armor(data.get("wheel_armor"), (*path, "wheel_armor"), body, armor, counts),
            weapons=weapons,
            mounts=mounts,
            boosters=boosters,
            accessories=(*accessories, *stand_ins),
            component_armor=(),
            cargo_path=(*path, "cargo"),
            cargo_spaces=Fraction(cargo.get("spaces", 0)),
            cargo_weight=_whole_or_exact(cargo.get("weight", 0)),
            gear_weight=_whole_or_exact(data.get("gear_weight", 0)),
            inside_places=tuple(data.get("inside_places") or ()),
            claims=tuple(
                Claim((*path, "claims", key), key, Fraction(value)) for key, value in (data.get("claims") or {}).items()
            ),
            unknown=frozenset(self.unknown),
        )
        self.unknown = before
        return unit

    def chassis(self, body: Body | None, data: Mapping[str, Any], path: Path) -> Chassis | None:
        """The chassis: as written, else standard."""
        if "chassis" in data:
            return self.named(Chassis, data["chassis"], (*path, "chassis"))
        if body is not None and len(body.chassis_allowed) > 1:
            self.assumptions.append(Assumption((*path, "chassis"), "standard chassis"))
        return self.catalog.get(Chassis, "standard")

    def suspension(
        self, body: Body | None, data: Mapping[str, Any], path: Path
    ) -> tuple[Suspension | None, Suspension | None]:
        """The suspension in force and the one that the sheet names (SUS-RACE, SUS-OVERSIZE)."""
        group = body.suspension_group if body is not None else None
        default = (
            next((s for s in self.catalog.all(Suspension) if s.group == group), None) if group is not None else None
        )
        text = data.get("suspension")
        if text is None:
            if body is not None and group in ("car", "cycle") and default is not None:
                self.assumptions.append(Assumption((*path, "suspension"), f"{default.grade} suspension"))
            return default, None
        found = self.find(Suspension, text, among=lambda s: s.group == group)
        if not isinstance(found, Unknown):
            return found, found
        for other in ("car", "cycle", "racing"):
            misfit = self.find(Suspension, text, among=lambda s, other=other: s.group == other)  # type: ignore[misc]
            if not isinstance(misfit, Unknown):
                return default, misfit
        self.miss(found, (*path, "suspension"))
        return None, None

    # -- tires ------------------------------------------------------------------------------------

    def tires(
        self,
        data: Mapping[str, Any],
        path: Path,
        body: Body | None,
        counts: Mapping[str, int],
        lead: Unit | None,
    ) -> tuple[tuple[Axle, ...], tuple[Axle, ...], tuple[Axle, ...]]:
        """Axle groups with their tires, spares, and tires for axles that are not there."""
        written: Any = data.get("tires")
        at = (*path, "tires")
        if written is None and lead is not None and _cycle(lead) and lead.axles:
            model = lead.axles[-1]
            self.assumptions.append(Assumption(at, "tires as the cycle's"))
            self.unknown |= lead.unknown & TOTALS_OF["tire option"] if model.unknown else set()
            return tuple(replace(model, name=n, count=c, path=at) for n, c in counts.items()), (), ()
        if isinstance(written, str):
            written = {"all": written}
        tires: Mapping[str, Any] = written or {}
        result: list[Axle] = []
        for name, count in counts.items():
            key = name if name in tires else "back" if name == "middle" and "back" in tires else "all"
            spec = tires.get(key)
            where = at if isinstance(data.get("tires"), str) or spec is None else (*at, key)
            tire_class = "car"
            if body is not None:
                tire_class = (body.front_tire_class or body.tire_class) if name == "front" else body.tire_class
            result.append(self.axle(name, where, spec, count, tire_class))
        spares = [
            self.axle("spare", (*at, "spares", i), spec, 1, body.tire_class if body is not None else "car")
            for i, spec in enumerate(tires.get("spares") or ())
        ]
        strays = [
            self.axle(name, (*at, name), tires[name], 0, "car")
            for name in ("front", "middle", "back")
            if name in tires and name not in counts and body is not None
        ]
        return tuple(result), tuple(spares), tuple(strays)

    def axle(self, name: str, path: Path, spec: Any, count: int, tire_class: str) -> Axle:
        """One axle group from `id` or `{type, options}`."""
        if spec is None:
            return Axle(name, path, None, count, tire_class, written=False)
        text, where, _ = _typed(spec, path)
        before = len(self.faults)
        tire = self.named(Tire, text, where)
        options = self.chosen(TireOption, _list(spec, "options"), (*path, "options"))
        return Axle(name, path, tire, count, tire_class, options, unknown=len(self.faults) > before)

    # -- armor ------------------------------------------------------------------------------------

    def material(self, spec: Any, path: Path) -> tuple[ArmorType | None, ArmorType | None, bool]:
        """(plastic, metal, unknown) of an armor type written as an id or `{metal, plastic}`."""
        if spec is None:
            return self.catalog.get(ArmorType, "plastic"), None, False
        if isinstance(spec, str):
            found = self.named(ArmorType, spec, path)
            if found is None:
                return None, None, True
            return (found, None, False) if found.material == "plastic" else (None, found, False)
        plastic = metal = None
        missed = False
        for key in ("plastic", "metal"):
            if key in spec:
                found = self.named(ArmorType, spec[key], (*path, key))
                missed = missed or found is None
                if key == "plastic":
                    plastic = found
                else:
                    metal = found
        return plastic, metal, missed

    def armor(self, data: Any, path: Path, body: Body | None) -> Armor:
        """The armor of a body, face by face."""
        spec: Mapping[str, Any] = data or {}
        plastic, metal, missed = self.material(spec.get("type"), (*path, "type"))
        if data is not None and "type" not in spec:
            self.assumptions.append(Assumption((*path, "type"), "plastic armor"))
        facings: list[Facing] = []
        for face, points in spec.items():
            if face == "type":
                continue
            at = (*path, face)
            if isinstance(points, Mapping):
                facings.append(Facing(face, at, int(points.get("plastic", 0)), int(points.get("metal", 0))))
            elif plastic is None and metal is not None:
                facings.append(Facing(face, at, metal=int(points)))
            else:
                facings.append(Facing(face, at, plastic=int(points)))
        if not missed:
            if plastic is None and any(f.plastic for f in facings):
                plastic = self.catalog.get(ArmorType, "plastic")
                self.assumptions.append(Assumption((*path, "type"), "the plastic layer is plain plastic"))
            if metal is None and any(f.metal for f in facings):
                metal = self.catalog.get(ArmorType, "metal")
                self.assumptions.append(Assumption((*path, "type"), "the metal layer is plain metal"))
        del body
        return Armor(path, plastic, metal, tuple(facings), (*path, "type"), missed)

    def wheel_armor(
        self, data: Any, path: Path, body: Body | None, armor: Armor, counts: Mapping[str, int]
    ) -> tuple[WheelArmor, ...]:
        """Guards and hubs, one for each axle that is written or that `all` means."""
        result: list[WheelArmor] = []
        for key, hub in (("wheelguards", False), ("wheelhubs", True)):
            spec: Any = (data or {}).get(key)
            if spec is None:
                continue
            at = (*path, key)
            if not isinstance(spec, Mapping):
                spec = {"all": spec}
                points_at = {"all": at}
            else:
                points_at = {axle: (*at, axle) for axle in ("all", "front", "middle", "back")}
            default = armor.plastic if armor.plastic is not None else armor.metal
            kind, type_path = default, None
            if "type" in spec:
                kind, type_path = self.named(ArmorType, spec["type"], (*at, "type")), (*at, "type")
            fake = bool(spec.get("fake", False))
            axles = [a for a in ("front", "middle", "back") if a in spec or ("all" in spec and a in counts)]
            if fake and not any(a in spec for a in ("all", "front", "middle", "back")):
                axles = list(counts)
            if not counts and not axles and ("all" in spec or fake):
                axles = [*axles, "all"]
            for axle in axles:
                source = axle if axle in spec else "all"
                cycle_type = body is not None and axle in body.cycle_guard_axles
                result.append(
                    WheelArmor(
                        points_at[source],
                        hub,
                        axle,
                        int(spec.get(source, 0)),
                        kind,
                        type_path,
                        fake,
                        cycle_type,
                        _exposed(body, axle, counts),
                        at,
                    )
                )
        return tuple(result)

    def component_armor(self, spec: Any, path: Path, around: tuple[Path, ...]) -> ComponentArmor | None:
        """Component armor written on an entry: points, or `{points, type, covers}`."""
        if spec is None:
            return None
        at = (*path, "component_armor")
        if not isinstance(spec, Mapping):
            spec = {"points": spec}
        armor = self.protection(spec, at, around)
        return armor if armor.points else None

    def protection(self, spec: Mapping[str, Any], path: Path, around: tuple[Path, ...]) -> ComponentArmor:
        """Component armor from its mapping, wherever it is written."""
        plastic, metal, _ = self.material(spec.get("type"), (*path, "type"))
        points = spec.get("points", 0)
        if isinstance(points, Mapping):
            plastic_points, metal_points = int(points.get("plastic", 0)), int(points.get("metal", 0))
            if plastic_points and plastic is None:
                plastic = self.catalog.get(ArmorType, "plastic")
            if metal_points and metal is None:
                metal = self.catalog.get(ArmorType, "metal")
        elif plastic is None and metal is not None:
            plastic_points, metal_points = 0, int(points)
        else:
            plastic_points, metal_points = int(points), 0
        return ComponentArmor(path, around, plastic, metal, plastic_points, metal_points, spec.get("covers") == "each")

    # -- plant ------------------------------------------------------------------------------------

    def plant(self, data: Any, path: Path) -> Plant | None:
        """A power plant or engine with its tank."""
        if data is None:
            return None
        spec: Mapping[str, Any] = data if isinstance(data, Mapping) else {"type": data}
        plant = self.named(PowerPlant, spec["type"], (*path, "type"))
        id = self.keep_id(spec, path)
        options: list[Chosen[PlantOption]] = []
        accessories: list[AccessoryEntry] = []
        for index, entry in enumerate(spec.get("options") or ()):
            at = (*path, "options", index)
            text, where, count = _typed(entry, at)
            found = self.find(PlantOption, text)
            if not isinstance(found, Unknown):
                options.append(Chosen(found, at, count))
                continue
            accessory = self.find(Accessory, text, among=lambda a: a.plant_part)
            if isinstance(accessory, Unknown):
                self.miss(found, where)
            else:
                accessories.append(AccessoryEntry(at, accessory, count))
        batteries = int(spec.get("laser_batteries", 0))
        if batteries:
            battery = self.catalog.get(Accessory, "laser-battery")
            accessories.append(AccessoryEntry((*path, "laser_batteries"), battery, batteries))
        return Plant(
            path,
            plant,
            tuple(options),
            tuple(accessories),
            self.tank(spec.get("gas_tank"), (*path, "gas_tank")),
            self.component_armor(spec.get("component_armor"), path, (path,)),
            id,
        )

    def tank(self, data: Any, path: Path) -> Tank | None:
        """The gas tank."""
        if data is None:
            return None
        spec: Mapping[str, Any] = data if isinstance(data, Mapping) else {"type": data}
        tank = self.named(GasTank, spec["type"], (*path, "type"))
        id = self.keep_id(spec, path)
        options = self.chosen(PlantOption, spec.get("options"), (*path, "options"))
        armor = self.component_armor(spec.get("component_armor"), path, (path,))
        return Tank(path, tank, int(spec.get("gallons", 0)), options, armor, id)

    # -- people -----------------------------------------------------------------------------------

    def crew(self, data: Any, path: Path, body: Body | None) -> tuple[Person, ...]:
        """The crew in order; the first default seat is the driver's (CRW-SEAT-DEFAULT)."""
        seats = ("front", "back") if body is not None and body.vehicle_class == "cycle" else ("left", "right")
        people: list[Person] = []
        for index, entry in enumerate(data or ()):
            default = seats[index] if index < len(seats) else None
            role = "driver" if index == 0 and (body is None or not body.towed) else "gunner"
            people.append(self.person(entry, (*path, index), "crew", role, default))
            if default is not None and not people[-1].seat_written:
                self.assumptions.append(Assumption((*path, index, "seat"), f"sits {default}"))
        return tuple(people)

    def passengers(self, data: Any, path: Path) -> tuple[Person, ...]:
        """Passengers from a list or a count."""
        if data is None:
            return ()
        if isinstance(data, int):
            kind = self.catalog.get(PersonKind, "passenger")
            return (Person(path, "passenger", kind, "passenger"),) * min(data, MOST_PASSENGERS)
        return tuple(self.person(e, (*path, i), "passenger", "passenger", None) for i, e in enumerate(data))

    def person(self, data: Any, path: Path, place: str, role: str, seat: str | None) -> Person:
        """One person with computers, equipment and seats."""
        spec: Mapping[str, Any] = data if isinstance(data, Mapping) else {"role": data}
        role = str(spec.get("role", role))
        kind = self.catalog.get(PersonKind, role)
        id = self.keep_id(spec, path)
        computers: list[ComputerChoice] = []
        written: Any = spec.get("computer")
        entries = written if isinstance(written, list) else [written] if written is not None else []
        for index, entry in enumerate(entries):
            at = (*path, "computer", index) if isinstance(written, list) else (*path, "computer")
            text, where, _ = _typed(entry, at)
            names = entry.get("weapons") if isinstance(entry, Mapping) else None
            items = tuple(LinkItem((*at, "weapons", i), name, ()) for i, name in enumerate(names or ()))
            computers.append(ComputerChoice(at, self.named(Computer, text, where), items))
        accessories = tuple(
            replace(a, owner=path) for a in self.accessories(spec.get("accessories"), (*path, "accessories"))
        )
        return Person(
            path,
            role,
            kind,
            place,
            str(spec["seat"]) if "seat" in spec else seat,
            "seat" in spec,
            id,
            tuple(computers),
            self.equipment(spec.get("equipment"), (*path, "equipment")),
            accessories,
            self.component_armor(spec.get("component_armor"), path, (path,)),
        )

    def equipment(self, data: Any, path: Path) -> tuple[Equipment, ...]:
        """Personal gear, body armor and hand weapons."""
        result: list[Equipment] = []
        for index, entry in enumerate(data or ()):
            at = (*path, index)
            text, where, count = _typed(entry, at)
            gear: Gear | HandWeapon | None
            found = self.find(Gear, text)
            weapon = self.find(HandWeapon, text)
            if not isinstance(found, Unknown):
                gear = found
            elif not isinstance(weapon, Unknown):
                gear = weapon
            else:
                best = found if found.shared or not weapon.nearest else weapon
                self.miss(Unknown("personal equipment", text, best.nearest, best.shared), where)
                gear = None
            spec: Mapping[str, Any] = entry if isinstance(entry, Mapping) else {}
            loads: tuple[HandLoad, ...] = ()
            options: tuple[Chosen[HandWeaponOption], ...] = ()
            if spec.get("options"):
                options = self.chosen(HandWeaponOption, spec["options"], (*at, "options"))
            if isinstance(gear, HandWeapon):
                capacity = gear.shots * (1 + sum(o.component.capacity * o.count for o in options))
                loads = self.hand_loads(gear, spec.get("ammo"), (*at, "ammo"), capacity)
            result.append(Equipment(at, gear, count, loads, options))
        return tuple(result)

    def hand_loads(self, weapon: HandWeapon, data: Any, path: Path, capacity: int) -> tuple[HandLoad, ...]:
        """Rounds of a hand weapon: as written, else full of standard rounds."""
        if not weapon.rounds:
            return ()
        if data is None:
            standard = next((r for r in weapon.rounds if r.standard), weapon.rounds[0])
            return (HandLoad(path, None, standard, capacity),)
        result: list[HandLoad] = []
        for at, spec, bare in _entries(data, path):
            kind, match = self.round(weapon.rounds, spec["type"], (*at, "type"))
            modifiers = self.chosen(AmmunitionModifier, spec.get("options"), (*at, "options"))
            shots = int(spec["shots"]) if "shots" in spec and not bare else capacity
            if kind is not None or match is not None:
                result.append(HandLoad(at, kind, match, shots, modifiers))
        return tuple(result)

    def round(self, rounds: tuple[Round, ...], text: str, path: Path) -> tuple[AmmunitionType | None, Round | None]:
        """The round of a weapon that a name means; `standard` is its standard load whatever that is called."""
        if text.strip().lower() in ("standard", "normal"):
            standard = next((r for r in rounds if r.standard), None)
            if standard is not None:
                return None, standard
        types = {r.type for r in rounds}
        found = self.find(AmmunitionType, text, among=lambda t: t.id in types)
        if isinstance(found, Unknown):
            found = self.find(AmmunitionType, text)
        if isinstance(found, Unknown):
            near = tuple(n for n in found.nearest if n in types) or found.nearest
            self.miss(replace(found, nearest=near), path)
            return None, None
        return found, next((r for r in rounds if r.type == found.id), None)

    # -- weapons ----------------------------------------------------------------------------------

    def weapons(
        self, data: Any, path: Path, inside: Path | None
    ) -> tuple[tuple[WeaponEntry, ...], tuple[AccessoryEntry, ...]]:
        """Weapon entries, and the accessories (searchlights, cameras) that stand among them."""
        weapons: list[WeaponEntry] = []
        accessories: list[AccessoryEntry] = []
        for index, entry in enumerate(data or ()):
            at = (*path, index)
            spec: Mapping[str, Any] = entry if isinstance(entry, Mapping) else {"type": entry}
            found = self.find(Weapon, spec["type"])
            if isinstance(found, Unknown):
                accessory = self.find(Accessory, spec["type"], among=_written_as_weapon)
                if not isinstance(accessory, Unknown):
                    accessories.append(
                        AccessoryEntry(
                            at,
                            accessory,
                            int(spec.get("count", 1)),
                            spec.get("mount"),
                            inside,
                            component_armor=self.component_armor(spec.get("component_armor"), at, (at,)),
                            id=self.keep_id(spec, at),
                        )
                    )
                    continue
            weapons.append(self.weapon(found, spec, at, inside))
        return tuple(weapons), tuple(accessories)

    def weapon(self, found: Weapon | Unknown, spec: Mapping[str, Any], path: Path, inside: Path | None) -> WeaponEntry:
        """One weapon entry."""
        before = len(self.faults)
        weapon: Weapon | None = None
        if isinstance(found, Unknown):
            self.miss(found, (*path, "type"))
        else:
            weapon = found
        id = self.keep_id(spec, path)
        options = self.chosen(WeaponOption, spec.get("options"), (*path, "options"))
        unknown = len(self.faults) > before
        magazines_spec: Mapping[str, Any] = spec.get("magazines") or {}
        magazines = Magazines(
            (*path, "magazines"),
            int(magazines_spec.get("extra", 0)),
            int(magazines_spec.get("dual", 0)),
            int(magazines_spec.get("rocket", 0)),
            bool(magazines_spec.get("rotary", False)),
            bool(magazines_spec.get("switch", False)),
        )
        computer: Chosen[Computer] | None = None
        if "computer" in spec:
            aid = self.named(Computer, spec["computer"], (*path, "computer"))
            computer = Chosen(aid, (*path, "computer")) if aid is not None else None
        entry = WeaponEntry(
            path,
            weapon,
            int(spec.get("count", 1)),
            spec.get("mount") if inside is None else None,
            inside,
            id,
            bool(spec.get("linked", False)),
            (),
            magazines,
            options,
            computer,
            self.component_armor(spec.get("component_armor"), path, (path,)),
            unknown,
        )
        return replace(entry, loads=self.loads(entry, spec.get("ammo"), (*path, "ammo")))

    def loads(self, entry: WeaponEntry, data: Any, path: Path) -> tuple[Load, ...]:
        """The rounds of an entry: as written, else full of standard rounds (AMO-DEFAULT-LOAD)."""
        weapon = entry.weapon
        if data is None:
            if weapon is None or entry.fake or not weapon.rounds:
                return ()
            standard = next((r for r in weapon.rounds if r.standard), weapon.rounds[0])
            return (Load(path, None, standard, entry.capacity, defaulted=True),)
        written = list(_entries(data, path))
        left = entry.capacity - sum(int(spec["shots"]) for _, spec, _ in written if "shots" in spec)
        result: list[Load] = []
        for at, spec, _ in written:
            options = self.chosen(AmmunitionModifier, spec.get("options"), (*at, "options"))
            if weapon is None:
                continue
            kind, match = self.round(weapon.rounds, spec["type"], (*at, "type"))
            if kind is None and match is None:
                continue
            if "shots" in spec:
                shots = int(spec["shots"])
            else:
                shots, left = max(left, 0), 0
            result.append(Load(at, kind, match, shots, options))
        return tuple(result)

    def boosters(self, data: Any, path: Path, inside: Path | None) -> tuple[BoosterEntry, ...]:
        """Rocket boosters and jump jets."""
        result: list[BoosterEntry] = []
        for index, entry in enumerate(data or ()):
            at = (*path, index)
            spec: Mapping[str, Any] = entry if isinstance(entry, Mapping) else {"type": entry}
            booster = self.named(Booster, spec["type"], (*at, "type"))
            mph = spec.get("mph")
            result.append(
                BoosterEntry(
                    at,
                    booster,
                    spec.get("mount") if inside is None else None,
                    inside,
                    int(spec.get("count", 1)),
                    _whole_or_exact(spec["weight"]) if "weight" in spec else None,
                    Fraction(mph) if mph is not None else None,
                    spec.get("sized_for"),
                    self.keep_id(spec, at),
                )
            )
        return tuple(result)

    def mounts(self, data: Any, path: Path, body: Body | None) -> tuple[Mount, ...]:
        """Turrets, pods and other mounts with their contents."""
        result: list[Mount] = []
        free = body.included_mount if body is not None else None
        for index, entry in enumerate(data or ()):
            at = (*path, index)
            spec: Mapping[str, Any] = entry if isinstance(entry, Mapping) else {"type": entry}
            before = len(self.faults)
            kind = self.named(MountKind, spec["type"], (*at, "type"))
            options, fake = self.mount_options(spec.get("options"), (*at, "options"))
            kind = fake or kind
            place = spec.get("mount")
            if place is None:
                place = "sides" if kind is not None and kind.places[:1] == ("sides",) else "top"
                self.assumptions.append(Assumption((*at, "mount"), f"mounted on the {place}"))
            weapons, accessories = self.weapons(spec.get("weapons"), (*at, "weapons"), at)
            boosters = self.boosters(spec.get("boosters"), (*at, "boosters"), at)
            unknown = any(
                "weapon-spaces" in TOTALS_OF[str(f.fault.fields["kind"])]
                for f in self.faults[before:]
                if f.rule == "SHT-UNKNOWN"
            )
            armor = self.protection(spec.get("armor") or {}, (*at, "armor"), ())
            crew = tuple(
                self.person(p, (*at, "crew", i), "mount", "gunner", None) for i, p in enumerate(spec.get("crew") or ())
            )
            if kind is not None and kind.gunner_spaces and not crew:
                crew = (Person(at, "gunner", self.catalog.get(PersonKind, "gunner"), "mount"),)
            included = kind is not None and kind.id == free
            if included:
                free = None
            mount = Mount(
                at,
                kind,
                str(place),
                place == "sides",
                "mount" in spec,
                weapons,
                accessories,
                boosters,
                (),
                (*at, "armor"),
                armor.layers,
                options,
                crew,
                self.keep_id(spec, at),
                included,
                unknown,
            )
            result.append(mount)
        return tuple(result)

    def mount_options(self, entries: Any, path: Path) -> tuple[tuple[Chosen[MountOption], ...], MountKind | None]:
        """Options of a mount, and the fake that it is where one says so: a fake has any look (TUR-FAKE)."""
        bought: list[Chosen[MountOption]] = []
        fake: MountKind | None = None
        for index, entry in enumerate(entries or ()):
            at = (*path, index)
            text, where, count = _typed(entry, at)
            option = self.find(MountOption, text)
            if not isinstance(option, Unknown):
                bought.append(Chosen(option, at, count))
                continue
            look = self.find(MountKind, text, among=lambda kind: kind.is_fake)
            if isinstance(look, Unknown):
                self.miss(option, where)
            else:
                fake = look
        return self.once(bought), fake

    # -- accessories ------------------------------------------------------------------------------

    def accessories(self, data: Any, path: Path) -> tuple[AccessoryEntry, ...]:
        """Accessories and modifications of a list."""
        result: list[AccessoryEntry] = []
        for index, entry in enumerate(data or ()):
            at = (*path, index)
            text, where, count = _typed(entry, at)
            spec: Mapping[str, Any] = entry if isinstance(entry, Mapping) else {}
            accessory, place = self.with_place(text)
            if accessory is None or place != spec.get("mount", place):
                accessory, place = self.named(Accessory, text, where), None
            armor_type: ArmorType | None = None
            if "armor" in spec:
                plastic, metal, _ = self.material(spec["armor"], (*at, "armor"))
                armor_type = plastic if plastic is not None else metal
            result.append(
                AccessoryEntry(
                    at,
                    accessory,
                    count,
                    spec.get("mount", place),
                    None,
                    int(spec.get("points", 0)),
                    armor_type,
                    "armor" in spec,
                    self.component_armor(spec.get("component_armor"), at, (at,)),
                    self.keep_id(spec, at),
                )
            )
        return tuple(result)

    def with_place(self, text: str) -> tuple[Accessory | None, str | None]:
        """What a name with a place before it means, of things bought for each side or face: `Left Side Door`."""
        words = text.replace("-", " ").split(" ", 1)
        place = words[0].lower()
        if len(words) < 2 or place not in SIX_FACES:
            return None, None
        found = self.find(Accessory, words[1], lambda a: a.multiple in ("per-side", "per-face"), nearest=False)
        return (None, None) if isinstance(found, Unknown) else (found, place)

    def default_fittings(
        self, body: Body | None, accessories: tuple[AccessoryEntry, ...], path: Path
    ) -> tuple[AccessoryEntry, ...]:
        """What the body has where the sheet names none of its group (a semi-trailer's kingpin)."""
        if body is None or body.default_fitting is None:
            return ()
        fitting = self.catalog.get(Accessory, body.default_fitting)
        if any(a.accessory is not None and a.accessory.exclusive_group == fitting.exclusive_group for a in accessories):
            return ()
        self.assumptions.append(Assumption(path, f"{fitting.name.lower()}"))
        return (AccessoryEntry(path, fitting),)

    # -- references -------------------------------------------------------------------------------

    def own_link(self, entry: WeaponEntry) -> Link:
        """The link that `linked: true` on an entry is."""
        item = LinkItem(entry.path, entry.id or entry.name, (entry.path,))
        return Link((*entry.path, "linked"), self.catalog.get(LinkKind, "link"), (item,), True, entry.inside)

    def links(self, data: Any, path: Path, units: Iterable[Unit], inside: Path | None) -> Iterator[Link]:
        """Links of the vehicle or of a mount; members are looked up over `units`."""
        for index, entry in enumerate(data or ()):
            at = (*path, index)
            names: Any = entry if isinstance(entry, list) else entry.get("items", ())
            items_at = at if isinstance(entry, list) else (*at, "items")
            text = "link" if isinstance(entry, list) else entry.get("type", "link")
            kind = self.named(LinkKind, text, (*at, "type"))
            items = tuple(
                LinkItem((*items_at, i), str(name), self.members(str(name), (*items_at, i), units, inside))
                for i, name in enumerate(names)
            )
            yield Link(at, kind, items, False, inside)

    def members(
        self, text: str, path: Path, units: Iterable[Unit], inside: Path | None, *, quiet: bool = False
    ) -> tuple[Path, ...]:
        """The entries that an `id` or a component's name means; one that leads nowhere is a fault."""
        units = list(units)
        if text in self.ids:
            return (self.ids[text],)
        named: set[str] = set()
        for kind in (Weapon, Accessory, Booster):
            found = self.find(kind, text, nearest=False)
            if not isinstance(found, Unknown):
                named.add(found.id)
        entries = self.entries_named(named, units, inside)
        self.meant += len(entries)
        if self.meant > MOST_MEANT:
            if entries and self.meant - len(entries) <= MOST_MEANT:  # said once
                fields = {"limit": MOST_MEANT}
                self.faults.append(SheetFault("SHT-REFERENCE", Fault(path, fields, "many")))
            return ()
        everything_known = not any(u.unknown & {"weapons", "accessories", "boosters"} for u in units)
        if not entries and not quiet and everything_known:
            near: list[str] = []
            if len(self.faults) < MOST_NEAREST:
                from difflib import get_close_matches

                there = {_component_id(part) for part in self.entries_inside.get(inside or (), ())} - {None}
                text = text[:LONGEST_GUESSED]
                ids = sorted(id for id in self.ids if len(id) <= LONGEST_GUESSED)
                near = get_close_matches(text, ids[:MOST_GUESSED], 3)
                near += get_close_matches(text.lower().replace(" ", "-"), sorted(map(str, there)), 3)
            self.faults.append(
                SheetFault(
                    "SHT-REFERENCE",
                    Fault(path, {"text": text, "nearest": ", ".join(near)}, "nearest" if near else "nowhere"),
                )
            )
        return entries

    def entries_named(self, ids: Collection[str], units: Sequence[Unit], inside: Path | None) -> tuple[Path, ...]:
        """The entries of units, or of what is inside one mount, that are of these components, in their order.

        What was found is kept for as long as the units are the same: a sheet may ask thousands of times.
        """
        if len(units) != len(self.entries_of) or any(a is not b for a, b in zip(units, self.entries_of, strict=True)):
            self.entries_of, self.entries_inside, self.entries_found = tuple(units), {}, {}
            for unit in units:
                for part in _linkable_parts(unit):
                    for end in (0, *range(2, len(part.path))):
                        self.entries_inside.setdefault(part.path[:end], []).append(part)
        key = (inside or (), frozenset(ids))
        if key not in self.entries_found:
            parts = self.entries_inside.get(key[0], ())
            self.entries_found[key] = tuple(part.path for part in parts if _component_id(part) in ids)
        return self.entries_found[key]

    def with_references(self, unit: Unit, units: list[Unit]) -> Unit:
        """Fill what refers to other entries: links of mounts, computers' weapons, shared component armor."""
        data: Any = self.sheet.get(unit.path)
        before, self.unknown = self.unknown, set(unit.unknown)
        mounts: list[Mount] = []
        for mount in unit.mounts:
            written = self.sheet.get((*mount.path, "links"))
            links = [*self.links(written, (*mount.path, "links"), [unit], mount.path)]
            links += [self.own_link(w) for w in mount.weapons if w.linked]
            crew = tuple(self.with_computer_weapons(p, units) for p in mount.crew)
            mounts.append(replace(mount, links=tuple(links), crew=crew))
        shared: list[ComponentArmor] = []
        for index, spec in enumerate(data.get("component_armor") or ()):
            at = (*unit.path, "component_armor", index)
            around: list[Path] = []
            for i, name in enumerate(spec.get("around", ())):
                if name in self.ids:
                    around.append(self.ids[name])
                else:
                    around += self.members(str(name), (*at, "around", i), [unit], None)
            armor = self.protection(spec, at, tuple(dict.fromkeys(around)))
            if armor.points:
                shared.append(armor)
        unknown, self.unknown = frozenset(self.unknown), before
        return replace(
            unit,
            mounts=tuple(mounts),
            crew=tuple(self.with_computer_weapons(p, units) for p in unit.crew),
            passengers=tuple(self.with_computer_weapons(p, units) for p in unit.passengers),
            component_armor=tuple(shared),
            unknown=unknown,
        )

    def with_computer_weapons(self, person: Person, units: list[Unit]) -> Person:
        """Resolve the weapons that a person's single-weapon computers name."""
        computers = tuple(
            replace(
                choice,
                weapons=tuple(replace(i, entries=self.members(i.text, i.path, units, None)) for i in choice.weapons),
            )
            if choice.of_weapon is None
            else choice
            for choice in person.computers
        )
        return replace(person, computers=computers) if person.computers else person

    def with_weapon_computers(self, units: list[Unit]) -> list[Unit]:
        """A computer written on a weapon is one of the driver's (CRW-COMPUTER-ONE).

        Without a driver it is the unit's first crew member's; without a crew it is nobody's, only paid for.
        """
        driver = next((p for p in units[0].crew if p.drives), next(iter(units[0].crew), None))
        given: dict[Path, list[ComputerChoice]] = {}
        for unit in units:
            owner = driver if driver is not None else next(iter(unit.crew), None)
            for w in unit.all_weapons:
                if w.computer is not None and owner is not None:
                    item = LinkItem(w.computer.path, w.id or w.name, (w.path,))
                    choice = ComputerChoice(w.computer.path, w.computer.component, (item,), w.path)
                    given.setdefault(owner.path, []).append(choice)
        if not given:
            return units
        return [
            replace(u, crew=tuple(replace(p, computers=(*p.computers, *given.get(p.path, ()))) for p in u.crew))
            for u in units
        ]


def _restyled(body: Body | None, accessories: tuple[AccessoryEntry, ...]) -> Body | None:
    """The body with the limits that a trailer style gives it (TRL-STYLE, TRL-TANKER-ARMOR, TRL-DUMPER)."""
    for entry in accessories:
        style = entry.accessory
        if body is None or style is None or not style.body_flags or not body.styles:
            continue
        body = body.changed(
            flags=(*body.flags, *style.body_flags),
            min_plastic_per_face=style.min_plastic_per_face or body.min_plastic_per_face,
            min_metal_per_face=style.min_metal_per_face or body.min_metal_per_face,
            total_weapon_divisor=style.total_weapon_divisor or body.total_weapon_divisor,
            max_turret=body.max_turret if style.max_turret is None else min(body.max_turret, style.max_turret),
            max_platform=body.max_platform
            if style.max_platform is None
            else min(body.max_platform, style.max_platform),
        )
    return body


def _written_as_weapon(accessory: Accessory) -> bool:
    """Whether an accessory is read among weapons: searchlights and cameras may be, batteries not (GAS-LB-PLACE)."""
    return accessory.weapon_on_face or bool(accessory.power_units_stored)


def _whole_or_exact(number: Any) -> int | Fraction:
    """A number of the sheet as an int, or as a fraction where it has one."""
    if type(number) is int:
        return number
    exact = Fraction(number)
    return exact.numerator if exact.denominator == 1 else exact


def _typed(entry: Any, path: Path) -> tuple[str, Path, int]:
    """(name, where it is written, count) of an id or a mapping with `type`."""
    if isinstance(entry, Mapping):
        return str(entry["type"]), (*path, "type"), int(entry.get("count", 1))
    return str(entry), path, 1


def _list(spec: Any, key: str) -> Any:
    return spec.get(key) if isinstance(spec, Mapping) else None


def _entries(data: Any, path: Path) -> Iterator[tuple[Path, Mapping[str, Any], bool]]:
    """(path, mapping, whether a bare id) of ammunition written as an id or a list."""
    if isinstance(data, str):
        yield path, {"type": data}, True
        return
    if isinstance(data, Mapping):
        yield path, data, False
        return
    for index, entry in enumerate(data):
        bare = not isinstance(entry, Mapping)
        yield (*path, index), {"type": entry} if bare else entry, bare


def _cycle(unit: Unit) -> bool:
    return unit.body is not None and unit.body.vehicle_class == "cycle"


def _cause(path: Path) -> tuple[Any, ...]:
    from cwdesign.findings import Cause

    return (Cause(path, "first used here"),)


def _wheel_counts(body: Body | None, wheels: int, rear_axles: int) -> dict[str, int]:
    """Wheels by axle group, in the order front, middle, back; a wheel count the body cannot have is ignored."""
    if body is None:
        return {"front": 2, "back": 2}
    front, rear = body.front_wheels, body.rear_wheels
    if wheels == 6 and front == 2 and rear == 2:
        return {"front": 2, "middle": 2, "back": 2} if rear_axles == 2 else {"front": 2, "back": 4}
    if body.vehicle_class == "sidecar" and wheels == 2:
        rear = 2
    return {name: count for name, count in (("front", front), ("back", rear)) if count}


def _exposed(body: Body | None, axle: str, counts: Mapping[str, int]) -> int:
    """Tires of an axle that show (WHL-PRICE, WHL-OVERSIZE): two on a single rear axle of four."""
    count = counts.get(axle, 0)
    if axle != "back" or body is None:
        return count
    if body.exposed_rear_wheels is not None:
        return body.exposed_rear_wheels
    return 2 if count == 4 and body.rear_wheels == 2 else count


def _linkable_parts(unit: Unit) -> Iterator[WeaponEntry | BoosterEntry | AccessoryEntry]:
    yield from unit.all_weapons
    yield from unit.all_boosters
    yield from unit.all_accessories


def _component_id(part: WeaponEntry | BoosterEntry | AccessoryEntry) -> str | None:
    component: Component | None
    if isinstance(part, WeaponEntry):
        component = part.weapon
    elif isinstance(part, BoosterEntry):
        component = part.booster
    else:
        component = part.accessory
    return component.id if component is not None else None
