"""Random sheets that use all that a sheet can say, legal or not: every list, every option, every short form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from cwdesign.catalog import load_catalog
from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    ArmorType,
    Body,
    Booster,
    Component,
    Computer,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    MountKind,
    MountOption,
    PlantOption,
    PowerPlant,
    Tire,
    TireOption,
    Weapon,
    WeaponOption,
)

C = TypeVar("C", bound=Component)
SIX = ("front", "back", "left", "right", "top", "underbody")
LONG = ("left", "right", "top", "underbody")
TEN = ("front", "back", *(f"{face}-{half}" for face in LONG for half in ("front", "back")))
CORNERS = ("front-left", "front-right", "back-left", "back-right")


class Rich:
    """Makes one sheet."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.ids: list[str] = []
        self.people_ids: list[str] = []

    def often(self, chance: float) -> bool:
        return self.rng.random() < chance

    def one(self, kind: type[C], among: Callable[[C], bool] = lambda _: True) -> C:
        return self.rng.choice([c for c in load_catalog().all(kind) if among(c)])

    def id(self) -> str:
        self.ids.append(f"part {len(self.ids)}")
        return self.ids[-1]

    def armor_type(self) -> str:
        return self.one(ArmorType, lambda a: a.id not in ("fireproof-metal", "laser-reflective-fireproof-metal")).id

    def points(self, kind: Any) -> Any:
        if isinstance(kind, dict):
            return {"metal": self.rng.randint(0, 5), "plastic": self.rng.randint(1, 60)}
        return self.rng.randint(1, 90)

    def component_armor(self, count: int = 1) -> Any:
        n = self.rng.randint(1, 12)
        if self.often(0.6):
            return n
        kind: Any = self.armor_type()
        if self.often(0.2):
            kind = {"metal": "metal", "plastic": "fireproof"}
            return {"points": {"metal": 2, "plastic": n}, "type": kind}
        spec = {"points": n, "type": kind}
        if count > 1:
            spec["covers"] = self.rng.choice(["all", "each"])
        return spec

    def rounds(self, weapon: Any, modifiers: bool = True) -> Any:
        if self.often(0.1):
            return []
        loads = []
        types = list(dict.fromkeys(self.rng.choice(weapon.rounds).type for _ in range(self.rng.randint(1, 3))))
        for type_ in types:
            load: dict[str, Any] = {"type": type_, "shots": self.rng.randint(1, 20)}
            if modifiers and self.often(0.2):
                load["options"] = [self.one(AmmunitionModifier).id]
            loads.append(load)
        if len(loads) == 1 and self.often(0.3):
            return types[0]
        return loads

    def weapon(self, mount: str | None) -> dict[str, Any]:
        weapon = self.one(Weapon, lambda w: w.category != "bomb")
        entry: dict[str, Any] = {"type": weapon.id}
        if mount is not None:
            entry["mount"] = mount
        if self.often(0.3):
            entry["count"] = self.rng.randint(2, 4)
            if self.often(0.5):
                entry["linked"] = True
        if self.often(0.4):
            entry["id"] = self.id()
        if weapon.rounds and self.often(0.4):
            entry["ammo"] = self.rounds(weapon)
        if weapon.rounds and self.often(0.3):
            entry["magazines"] = self.rng.choice(
                [{"extra": 1}, {"extra": 2, "switch": True}, {"extra": 1, "rotary": True}, {"rocket": 2}, {"dual": 1}]
            )
        if self.often(0.2):
            fitting = [
                o
                for o in load_catalog().all(WeaponOption)
                if not o.fake and (not o.weapons or weapon.id in o.weapons or weapon.category in o.weapons)
            ]
            entry["options"] = [self.rng.choice(fitting).id]
        if self.often(0.1):
            entry["computer"] = self.rng.choice(["single-weapon-computer", "hi-res-single-weapon-computer"])
        if self.often(0.2):
            entry["component_armor"] = self.component_armor(entry.get("count", 1))
        return entry

    def person(self, role: str, served: Iterable[str]) -> dict[str, Any]:
        spec: dict[str, Any] = {"role": role}
        if self.often(0.3):
            computer = self.one(Computer)
            spec["computer"] = computer.id
            served = list(served)
            if computer.single_weapon and served and self.often(0.5):
                spec["computer"] = {"type": computer.id, "weapons": [self.rng.choice(served)]}
        if self.often(0.5):
            spec["equipment"] = [self.gear() for _ in range(self.rng.randint(1, 3))]
        if self.often(0.2):
            spec["accessories"] = [self.one(Accessory, lambda a: a.occupant).id]
        if self.often(0.2):
            spec["component_armor"] = self.component_armor()
        if self.often(0.1):
            spec["seat"] = self.rng.choice(["left", "right", "back left", "third row"])
        if self.often(0.3):
            spec["id"] = f"person {len(self.people_ids)}"
            self.people_ids.append(spec["id"])
        return spec

    def gear(self) -> Any:
        if self.often(0.5):
            gear = self.one(Gear)
            return gear.id if self.often(0.7) else {"type": gear.id, "count": self.rng.randint(2, 4)}
        weapon = self.one(HandWeapon)
        entry: dict[str, Any] = {"type": weapon.id}
        if weapon.rounds and self.often(0.4):
            loads = self.rounds(weapon, modifiers=False)
            if loads:
                entry["ammo"] = loads
        if self.often(0.2):
            large = weapon.id in ("submachine-gun", "hand-grenade-launcher")
            entry["options"] = [
                self.one(HandWeaponOption, lambda o: "clip" not in o.id or large == ("large" in o.id)).id
            ]
        if self.often(0.2):
            entry["count"] = 2
        return entry

    def mount(self, body: Body) -> dict[str, Any]:
        kind = self.one(MountKind, lambda k: not k.is_fake)
        entry: dict[str, Any] = {"type": kind.id}
        place = self.rng.choice(kind.places)
        if place == "top" and body.ten_faced:
            place = self.rng.choice(["top-front", "top-back"])
        elif place == "sides" and self.often(0.3):
            place = self.rng.choice(["left", "right"])
        entry["mount"] = place
        before = len(self.ids)
        entry["weapons"] = [self.weapon(None) for _ in range(self.rng.randint(1, 3))]
        if self.often(0.2):
            entry["weapons"].append({"type": "searchlight"})
        inside = self.ids[before:]
        if len(inside) > 1 and self.often(0.7):
            entry["links"] = [inside[:2]]
        if self.often(0.3):
            entry["armor"] = {"points": self.rng.randint(1, 10), "type": self.armor_type()}
        if self.often(0.2):
            entry["options"] = (
                [self.one(MountOption, lambda o: kind.family in o.families or not o.families).id]
                if any(kind.family in o.families for o in load_catalog().all(MountOption))
                else []
            )
        if self.often(0.2):
            entry["boosters"] = [{"type": "rocket-booster", "weight": self.rng.randint(50, 900)}]
        if "cupola" in kind.family and self.often(0.5):
            entry["crew"] = [self.person("gunner", ())]
        return entry

    def accessory(self, places: tuple[str, ...]) -> Any:
        a = self.one(Accessory, lambda a: not a.occupant and a.category not in ("trailer style",) and not a.adds_tires)
        spec: dict[str, Any] = {"type": a.id}
        if self.often(0.1):
            spec["count"] = self.rng.randint(2, 3)
        if a.multiple in ("per-face", "per-side") or a.weapon_on_face:
            spec["mount"] = self.rng.choice(["left", "right"] if a.multiple == "per-side" else places)
        if a.armor_cost and self.often(0.7):
            spec["points"] = self.rng.randint(1, 10)
        if a.id in ("spoiler", "airdam") and self.often(0.5):
            spec["armor"] = self.armor_type()
        if a.dp and self.often(0.1):
            spec["component_armor"] = self.component_armor()
        return a.id if set(spec) == {"type"} and self.often(0.5) else spec

    def plant(self, body: Body) -> Any:
        plants = [p for p in load_catalog().all(PowerPlant) if body.vehicle_class in p.vehicle_classes]
        p = self.rng.choice(plants or [p for p in load_catalog().all(PowerPlant) if p.plant_class == body.plant_class])
        spec: dict[str, Any] = {"type": p.id}
        options: list[Any] = [
            o.id if not o.multiple else {"type": o.id, "count": self.rng.randint(1, 3)}
            for o in load_catalog().all(PlantOption)
            if p.fuel in o.fuels
            and (o.truck_allowed if p.plant_class == "truck" else o.car_allowed)
            and self.often(0.15)
        ]
        if self.often(0.2):
            options.append("fire-extinguisher")
        if options:
            spec["options"] = options
        if self.often(0.2):
            spec["component_armor"] = self.component_armor()
        if p.fuel == "gas":
            spec["gas_tank"] = {"type": self.one(GasTank).id, "gallons": self.rng.randint(1, 30)}
            if self.often(0.2):
                spec["gas_tank"]["options"] = ["fire-retardant-insulator"]
            if self.often(0.3):
                spec["gas_tank"]["component_armor"] = self.component_armor()
            if self.often(0.5):
                spec["laser_batteries"] = self.rng.randint(1, 2)
        return p.id if set(spec) == {"type"} and self.often(0.5) else spec

    def tire(self) -> Any:
        options = [o.id for o in load_catalog().all(TireOption) if self.often(0.2)]
        kind = self.one(Tire).id
        return {"type": kind, "options": options} if options else kind

    def armor(self, body: Body) -> dict[str, Any]:
        faces = (
            ["front", "back"]
            if body.faces == 2
            else list(TEN if body.ten_faced and "flatbed" not in body.flags else SIX)
        )
        if "flatbed" in body.flags:
            faces += ["bed"] if not body.ten_faced else ["bed-front", "bed-back"]
            if "dual-level" in body.flags:
                faces += ["upper-bed-front", "upper-bed-back"]
        kind: Any = (
            self.armor_type()
            if self.often(0.7)
            else {"metal": "metal", "plastic": self.rng.choice(["plastic", "fireproof"])}
        )
        spec: dict[str, Any] = {"type": kind} if kind != "plastic" or self.often(0.5) else {}
        for face in faces:
            if self.often(0.9):
                spec[face] = self.points(kind)
        return spec

    def unit(self, body: Body) -> dict[str, Any]:
        places = (
            ("front", "back") if body.faces == 2 else TEN if body.ten_faced and "flatbed" not in body.flags else SIX
        )
        spec: dict[str, Any] = {"type": body.id}
        if len(body.chassis_allowed) > 1:
            spec["chassis"] = self.rng.choice(body.chassis_allowed)
        if body.suspension_group in ("car", "cycle"):
            spec["suspension"] = self.rng.choice(["light", "improved", "heavy", "off-road"])
        if body.max_wheels == 6 and self.often(0.3):
            spec["wheels"] = 6
            if self.often(0.5):
                spec["rear_axles"] = self.rng.choice([1, 2])
        if body.vehicle_class != "sidecar":
            spec.update({key: True for key in ("sloped", "streamlined") if self.often(0.2)})
        unit: dict[str, Any] = {"body": spec}
        if body.plant_class:
            unit["power_plant"] = self.plant(body)
            if self.often(0.05):
                unit["backup_power_plant"] = self.plant(body)
        wheels = spec.get("wheels", body.front_wheels + body.rear_wheels)
        if wheels:
            tires: Any = self.tire()
            if body.front_wheels and body.rear_wheels and self.often(0.3):
                tires = {"front": self.tire(), "back": self.tire()}
                if wheels == 6 and spec.get("rear_axles", 2) == 2 and self.often(0.5):
                    tires["middle"] = self.tire()
            elif isinstance(tires, dict):
                tires = {"all": tires}
            if self.often(0.2):
                tires = tires if isinstance(tires, dict) else {"all": tires}
                tires["spares"] = [self.tire()]
            unit["tires"] = tires
        corners = CORNERS if body.vehicle_class not in ("cycle", "sidecar") else ()
        unit["weapons"] = [self.weapon(self.rng.choice((*places, *corners))) for _ in range(self.rng.randint(0, 4))]
        if self.often(0.3):
            unit["turrets"] = [self.mount(body) for _ in range(self.rng.randint(1, 2))]
        if self.often(0.15) and body.vehicle_class not in ("sidecar", "ten-wheeler-carrier"):
            unit["boosters"] = [self.booster() for _ in range(self.rng.randint(1, 2))]
        unit["armor"] = self.armor(body)
        if wheels and self.often(0.4):
            unit["wheel_armor"] = self.wheel_armor(body, wheels, spec.get("rear_axles", 2))
        if self.often(0.6):
            unit["accessories"] = [self.accessory(places) for _ in range(self.rng.randint(1, 4))]
        if self.often(0.2):
            unit["cargo"] = {"spaces": self.rng.randint(0, 4), "weight": self.rng.randint(0, 500)}
        return unit

    def booster(self) -> dict[str, Any]:
        booster = self.one(Booster)
        spec: dict[str, Any] = {"type": booster.id, "mount": self.rng.choice(booster.places)}
        if self.often(0.5):
            spec["weight"] = self.rng.randint(20, 900)
        else:
            spec.update(
                {"sized_for": self.rng.choice(["max-load", "loaded-weight"]), "mph": self.rng.randint(2, 12) * 5}
            )
        if self.often(0.3):
            spec["count"] = 2
        return spec

    def wheel_armor(self, body: Body, wheels: int, rear_axles: int) -> dict[str, Any]:
        axles = [a for a, n in (("front", body.front_wheels), ("back", body.rear_wheels)) if n]
        if wheels == 6 and body.rear_wheels == 2 and rear_axles == 2:
            axles.append("middle")
        result: dict[str, Any] = {}
        for key in ("wheelguards", "wheelhubs"):
            if self.often(0.6):
                if self.often(0.3):
                    result[key] = self.rng.randint(1, 10)
                    continue
                chosen = {axle: self.rng.randint(1, 10) for axle in axles if self.often(0.7)} or {"all": 3}
                if self.often(0.2):
                    chosen["type"] = self.armor_type()  # type: ignore[assignment]
                if self.often(0.1):
                    chosen["fake"] = True
                result[key] = chosen
        return result

    def people(self, unit: dict[str, Any], body: Body) -> None:
        served = [*self.ids, *(w["type"] for w in unit["weapons"])]
        roles = ["cyclist" if body.vehicle_class == "cycle" else "driver", *["gunner"] * self.rng.randint(0, 2)]
        if body.towed:
            roles = roles[1:]
        unit["crew"] = [self.person(role, served) for role in roles]
        if self.often(0.3):
            unit["passengers"] = self.rng.randint(1, 4)
        elif self.often(0.1):
            unit["passengers"] = [self.person("passenger", ()), {}]

    def sheet(self) -> dict[str, Any]:
        body = self.one(Body, lambda b: b.vehicle_class not in ("sidecar", "ten-wheeler-carrier"))
        sheet: dict[str, Any] = {"name": "Rich", **self.unit(body)}
        sides = {"cycle": "sidecar", "ten-wheeler-cab": "carrier"}
        key = sides.get(body.vehicle_class)
        if key is not None and self.often(0.6):
            wanted = "sidecar" if key == "sidecar" else "ten-wheeler-carrier"
            other = self.one(Body, lambda b: b.vehicle_class == wanted)
            sheet[key] = self.unit(other)
            self.people(sheet[key], other)
            sheet[key]["crew"] = sheet[key]["crew"][1:]
        ids = list(self.ids)
        self.people(sheet, body)
        names = [*ids, *(w["type"] for w in sheet["weapons"])]
        if len(names) > 1 and self.often(0.5):
            chosen = self.rng.sample(names, 2)
            sheet["links"] = [chosen] if self.often(0.7) else [{"type": "smart-link", "items": chosen}]
        if len(self.people_ids) > 1 and self.often(0.5):
            own = [p["id"] for p in sheet["crew"] if "id" in p]
            if len(own) > 1:
                sheet["component_armor"] = [{"points": self.rng.randint(1, 10), "around": own}]
        if self.often(0.1):
            sheet["tech_level"] = self.rng.choice(["classic", "compendium", "catalog", "military"])
        if self.often(0.1):
            sheet["division"] = self.rng.choice([5, 7.5, 30])
        if self.often(0.1):
            sheet["gear_weight"] = self.rng.randint(1, 90)
        if self.often(0.1):
            sheet["inside_places"] = self.rng.sample(["crew", "plant", "cargo"], 3)
        return sheet


def rich(seed: int) -> dict[str, Any]:
    """A random sheet that says a lot."""
    return Rich(Random(seed)).sheet()
