"""Random vehicle sheets from the catalog: plausible ones, of every class, legal more often than not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cwdesign.catalog import load_catalog
from cwdesign.components import ArmorType, Body, Computer, Gear, MountKind, PowerPlant, Tire, Weapon

SIX = ("front", "back", "left", "right", "top", "underbody")
LONG = ("left", "right", "top", "underbody")
TEN = ("front", "back", *(f"{face}-{half}" for face in LONG for half in ("front", "back")))


def bodies(*classes: str) -> list[Body]:
    """The bodies of some classes."""
    return [b for b in load_catalog().all(Body) if b.vehicle_class in classes]


def faces(body: Body) -> tuple[str, ...]:
    """The faces weapons and armor can be on."""
    if body.faces == 2:
        return ("front", "back")
    return TEN if body.ten_faced and "flatbed" not in body.flags else SIX


def armor(rng: Random, body: Body, most: int) -> dict[str, Any]:
    """Armor of one type or composite."""
    kinds = [k for k in load_catalog().all(ArmorType) if not (k.material == "metal" and "fireproof" in k.id)]
    kind = rng.choice(["plastic", "plastic", "plastic", *(k.id for k in kinds)])
    points: dict[str, Any] = {face: rng.randint(0, most) for face in faces(body)}
    if "tanker" in body.flags:
        points = {face: 20 + n for face, n in points.items()}
        kind = "plastic"
    if rng.random() < 0.1 and "tanker" not in body.flags:
        points = {face: {"metal": rng.randint(0, 3), "plastic": n} for face, n in points.items()}
        return {"type": {"metal": "metal", "plastic": rng.choice(["plastic", "fireproof"])}, **points}
    metal = kind.endswith("metal")
    return {"type": kind, **({face: n // 5 for face, n in points.items()} if metal else points)}


def tire(rng: Random, *, truck: bool = False, options: bool = True) -> dict[str, Any]:
    """A tire with legal options."""
    kind = rng.choice([t.id for t in load_catalog().all(Tire)])
    chosen: list[str] = []
    if options and kind != "plasticore":
        if rng.random() < 0.3:
            chosen.append("steelbelted")
        if not truck and rng.random() < 0.4:
            chosen.append(rng.choice(["radial", "off-road", "slick"]))
    if rng.random() < 0.2 and not (truck and kind == "plasticore"):
        chosen.append("fireproof")
    if rng.random() < 0.1 and "slick" not in chosen:
        chosen.append("snow")
    rng.shuffle(chosen)
    return {"type": kind, "options": chosen}


def weapon(rng: Random, *, mount: str | None, most: float = 4) -> dict[str, Any]:
    """A weapon entry that is legal on an ordinary face."""
    pool = [
        w
        for w in load_catalog().all(Weapon)
        if not w.military and w.spaces <= most and w.category != "bomb" and not w.fake and w.id != "tank-gun"
    ]
    w = rng.choice(pool)
    entry: dict[str, Any] = {"type": rng.choice([w.id, w.id, w.name])}
    if mount is not None:
        entry["mount"] = mount
    if not w.discharger and rng.random() < 0.2:
        entry["count"] = rng.randint(2, 3)
        if rng.random() < 0.5:
            entry["linked"] = True
    plain = w.rounds and not w.single_shot
    if plain and rng.random() < 0.2:
        entry["magazines"] = {"extra": rng.randint(1, 2)}
    if w.rounds and rng.random() < 0.4:
        legal = [r for r in w.rounds if not r.military and r.tech_level != "military"]
        chosen = rng.choice(legal)
        entry["ammo"] = [{"type": chosen.type, "shots": rng.randint(1, w.shots)}]
    if w.dp and mount is not None and rng.random() < 0.1:
        entry["component_armor"] = rng.randint(1, 10)
    return entry


def plant(rng: Random, body: Body) -> Any:
    """A plant or engine of the body's class, with options."""
    pool = [p for p in load_catalog().all(PowerPlant) if body.vehicle_class in p.vehicle_classes]
    if not pool:
        pool = [p for p in load_catalog().all(PowerPlant) if p.plant_class == body.plant_class]
    if body.min_rated_load:
        pool = [p for p in pool if (p.rated_load or 0) >= body.min_rated_load]
    p = rng.choice(pool[-5:] if rng.random() < 0.7 else pool)
    spec: dict[str, Any] = {"type": p.id}
    options: list[Any] = []
    if p.fuel == "electric":
        options = [o for o in ("platinum-catalysts", "superconductors") if rng.random() < 0.3]
        if rng.random() < 0.1:
            options.append({"type": "extra-power-cells", "count": rng.randint(1, 2)})
    else:
        spec["gas_tank"] = {
            "type": rng.choice(["economy", "heavy-duty", "racing", "duelling"]),
            "gallons": rng.randint(1, 16),
        }
        options = [o for o in ("tubular-headers", "blueprinting") if rng.random() < 0.3]
        if p.plant_class != "truck" and (p.cid or 0) >= 150 and rng.random() < 0.2:
            options.append("supercharger")
        spec["laser_batteries"] = 1
    if rng.random() < 0.2:
        options.append(rng.choice(["fire-extinguisher", "improved-fire-extinguisher"]))
    if options:
        spec["options"] = options
    if rng.random() < 0.2:
        spec["component_armor"] = rng.randint(1, 10)
    return spec


def person(rng: Random, role: str, *, seats: bool = True) -> dict[str, Any]:
    """One crew member."""
    spec: dict[str, Any] = {"role": role}
    if rng.random() < 0.3:
        spec["computer"] = rng.choice([c.id for c in load_catalog().all(Computer)])
    if rng.random() < 0.4:
        suits = [g.id for g in load_catalog().all(Gear) if g.suit]
        spec["equipment"] = [rng.choice(suits)] if suits else ["body-armor"]
    if rng.random() < 0.2:
        spec["component_armor"] = rng.randint(1, 10)
    if seats and rng.random() < 0.1:
        spec["accessories"] = [rng.choice(["safety-seat", "ejection-seat"])]
    return spec


EASY = (
    "radar",
    "long-range-radar",
    "radar-detector",
    "radar-jammer",
    "surge-protector",
    "tinted-windows",
    "vehicular-computer",
    "winch",
    "anti-theft-system",
    "bollix",
    "weapon-timer",
    "compact-tv",
    "drag-chute",
    "long-distance-radio",
    "fire-extinguisher",
    "galley",
    "no-paint-windshield",
    "portable-shop",
    "mini-safe-small",
    "bulk-ammo-box",
    "bumper-spikes-back",
)
"""Accessories that need nothing and shut out nothing."""


def accessories(rng: Random, body: Body, *, extinguisher: bool) -> list[Any]:
    """Accessories that any self-propelled vehicle may have, and plates and foils on those that may."""
    chosen: list[Any] = [a for a in EASY if rng.random() < 0.05 and (a != "fire-extinguisher" or extinguisher)]
    wheeled = body.vehicle_class in ("car", "pickup", "camper", "van", "racing-car", "reversed-trike")
    if wheeled:
        chosen += [
            a for a in ("spoiler", "airdam", "heavy-duty-brakes", "overdrive", "antilock-brakes") if rng.random() < 0.15
        ]
        if rng.random() < 0.15:
            chosen.append("ramplate")
    if rng.random() < 0.1:
        chosen.append("heavy-duty-shock-absorbers")
    return chosen


def mount(rng: Random, body: Body) -> list[Any]:
    """Perhaps a turret, or a pair of pods."""
    kinds = load_catalog().all(MountKind)
    if body.max_turret > 0 and not body.included_mount and rng.random() < 0.2:
        kind = rng.choice([k for k in kinds if k.family == "turret" and 0 < k.size <= body.max_turret])
        return [{"type": kind.id, "weapons": [weapon(rng, mount=None, most=kind.size)]}]
    if body.max_pod > 0 and body.vehicle_class != "cycle" and rng.random() < 0.15:
        kind = rng.choice([k for k in kinds if k.family == "external-weapon-pod" and k.size <= body.max_pod])
        return [{"type": kind.id, "mount": "sides", "weapons": [weapon(rng, mount=None, most=kind.size)]}]
    return []


def vehicle(rng: Random, name: str = "Random") -> dict[str, Any]:
    """A car, race car, cycle (perhaps with sidecar), trike, bus or trailer."""
    make: Callable[[Random], dict[str, Any]] = rng.choice([car, car, car, car, cycle, trike, bus, trailer])
    return {"name": name, **make(rng)}


def _common(rng: Random, body: Body, weapons: int, most: float, points: int) -> dict[str, Any]:
    places = list(faces(body))
    sheet: dict[str, Any] = {
        "tires": {"all": tire(rng, truck=body.tire_class == "truck")},
        "weapons": [weapon(rng, mount=rng.choice(places), most=most) for _ in range(rng.randint(0, weapons))],
        "armor": armor(rng, body, points),
    }
    turrets = mount(rng, body)
    if turrets:
        sheet["turrets"] = turrets
    return sheet


def car(rng: Random) -> dict[str, Any]:
    """A car or race car."""
    body = rng.choice(bodies("car", "car", "pickup", "camper", "van", "racing-car"))
    race = body.vehicle_class == "racing-car"
    spec: dict[str, Any] = {"type": body.id, "chassis": rng.choice(body.chassis_allowed)}
    if not race:
        spec["suspension"] = rng.choice(["light", "improved", "heavy", "off-road"])
    six = body.max_wheels == 6 and (
        (spec["chassis"] == "extra-heavy" and body.min_chassis_wheels) or rng.random() < 0.1
    )
    if six:
        spec["wheels"] = 6
        spec["rear_axles"] = rng.choice([1, 2])
    if rng.random() < 0.15:
        spec["sloped"] = True
    if rng.random() < 0.15:
        spec["streamlined"] = True
    if not race and rng.random() < 0.1:
        spec["modifications"] = ["carbon-aluminum-frame"]
    sheet = {"body": spec, "power_plant": plant(rng, body), **_common(rng, body, 4, 3, 30)}
    if body.slicks_rear_only or body.front_tire_class:
        sheet["tires"] = {"all": tire(rng, options=False)}
    crew = [person(rng, "driver")]
    if not race and rng.random() < 0.3:
        crew.append(person(rng, "gunner"))
    sheet["crew"] = crew
    if not race and rng.random() < 0.15:
        sheet["passengers"] = rng.randint(1, 3)
    extinguisher = "options" not in sheet["power_plant"]
    sheet["accessories"] = accessories(rng, body, extinguisher=extinguisher)
    if body.wheelguards and rng.random() < 0.3:
        top = 2 if str(sheet["armor"].get("type", "")).endswith("metal") else 9
        sheet["wheel_armor"] = {
            "wheelguards": {"back": rng.randint(1, top)},
            "wheelhubs": {"front": rng.randint(1, top)},
        }
    if rng.random() < 0.1:
        sheet["cargo"] = {"spaces": rng.randint(0, 3), "weight": rng.randint(0, 500)}
    return sheet


def cycle(rng: Random) -> dict[str, Any]:
    """A cycle, perhaps with a sidecar."""
    body = rng.choice(bodies("cycle"))
    sheet = {
        "body": {"type": body.id, "suspension": rng.choice(["light", "improved", "heavy", "off-road"])},
        "power_plant": plant(rng, body),
        **_common(rng, body, 2, 1, 15),
        "crew": [person(rng, "cyclist", seats=False)],
        "accessories": [],
    }
    if rng.random() < 0.2:
        sheet["passengers"] = 1
    if body.id != "light-cycle" and rng.random() < 0.5:
        side = rng.choice([b for b in bodies("sidecar") if b.included_mount is None])
        sheet["sidecar"] = {
            "body": {"type": side.id, "suspension": rng.choice(["light", "improved", "heavy"])},
            "weapons": [weapon(rng, mount=rng.choice(["front", "back", "right"]), most=2)],
            "armor": {"type": "plastic", **{f: rng.randint(0, 10) for f in ("front", "back", "right")}},
        }
    return sheet


def trike(rng: Random) -> dict[str, Any]:
    """A trike of either kind."""
    body = rng.choice(bodies("trike", "reversed-trike"))
    spec = {
        "type": body.id,
        "chassis": rng.choice(body.chassis_allowed),
        "suspension": rng.choice(["light", "improved", "heavy", "off-road"]),
    }
    return {
        "body": spec,
        "power_plant": plant(rng, body),
        **_common(rng, body, 3, 2, 20),
        "crew": [person(rng, "driver")],
        "accessories": accessories(rng, body, extinguisher=False),
    }


def bus(rng: Random) -> dict[str, Any]:
    """A bus or semi tractor."""
    body = rng.choice(bodies("bus", "semi-tractor"))
    return {
        "body": {"type": body.id, "chassis": rng.choice(body.chassis_allowed)},
        "power_plant": plant(rng, body),
        **_common(rng, body, 5, 4, 40),
        "crew": [person(rng, "driver"), person(rng, "gunner")],
    }


def trailer(rng: Random) -> dict[str, Any]:
    """A car trailer or semi-trailer."""
    body = rng.choice([b for b in bodies("car-trailer", "semi-trailer") if "flatbed" not in b.flags])
    return {
        "body": {"type": body.id, "chassis": rng.choice(body.chassis_allowed)},
        **_common(rng, body, 3, 2, 20),
    }
