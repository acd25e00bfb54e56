"""Turrets, pods, platforms, pintles and corner mounts (TUR): which mounts, where, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from cwdesign.components import Body, Exact, MountKind, MountOption
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Severity, Withheld
from cwdesign.ledger import Ledger
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import (
    HINTS,
    MESSAGES,
    TWICE,
    TWICE_HINT,
    Share,
    barred,
    in_file_order,
    over_limit,
    restricted,
    with_article,
    written_again,
)
from cwdesign.sheet import Path
from cwdesign.values import replace
from cwdesign.vehicle import CORNERS, Mount, Unit, WeaponEntry
from cwdesign.words import listed

SIDES = ("left", "right")


def known_mounts(design: Design) -> Iterator[tuple[Unit, Mount, MountKind]]:
    """Every mount whose kind is known, with its unit."""
    for unit in design.units():
        for mount in unit.mounts:
            if mount.kind is not None:
                yield unit, mount, mount.kind


def base_place(place: str) -> str:
    """The side of a place, whichever half: `left-front` is on the `left`; corners stay what they are."""
    return place if place in CORNERS else place.split("-")[0]


# -- size ------------------------------------------------------------------------------------------


def largest_mount(body: Body, limit: str) -> int:
    """The largest mount under one of a body's limits; below the smallest there is none."""
    return {"turret": body.max_turret, "pod": body.max_pod, "platform": body.max_platform}[limit]


def size_fault(unit: Unit, kind: MountKind) -> Severity | None:
    """How grave it is that a mount is larger than the body takes; None where it is not.

    A sidecar's mounts are CYC-SIDECAR-MOUNTS's matter, those that a cycle cannot have CYC-NONE's.
    """
    body = unit.body
    if body is None or kind.limit is None or body.vehicle_class == "sidecar" or barred(kind, unit):
        return None
    most = largest_mount(body, kind.limit)
    if kind.size <= most:
        return None
    return "warning" if kind.size_severity == "warning" and not most else "error"


def oversized(design: Design, rule: str) -> Iterator[Fault | Withheld]:
    """Mounts that one rule reports as too large, or not for the body at all."""
    for unit, mount, kind in known_mounts(design):
        severity = size_fault(unit, kind) if kind.size_rule == rule else None
        if severity is None:
            continue
        assert unit.body is not None
        assert kind.limit is not None
        limit = largest_mount(unit.body, kind.limit)
        smallest = min(k.size for k in design.catalog.all(MountKind) if k.family == kind.family)
        fields = {"mount": kind.name, "body": with_article(unit.body.name), "size": kind.size, "limit": limit}
        message = "doubtful" if severity == "warning" else "" if limit >= smallest else "none"
        yield Fault((*mount.path, "type"), fields, message, (), limit, kind.size, severity)


SIZE = "The {mount} has size {size}; on {body} such mounts go up to size {limit}."
SMALLER = "Choose one of size {limit} or less."
SIZE_MESSAGES = {
    "none": "No such mount as the {mount} can be had on {body}.",
    "doubtful": "No turret with room for weapons goes on {body}; whether this bars the {mount} too is not settled.",
}
SIZE_HINTS = {"none": "Mount its contents on a face.", "doubtful": "Ask the league."}


@rule("TUR-SIZE-TURRET", SIZE, SMALLER, messages=SIZE_MESSAGES, hints=SIZE_HINTS, needs=("body",))
def turret_size(design: Design) -> Iterator[Fault | Withheld]:
    """Turrets, pop-ups, cupolas, sponsons and pintles against the body's limit."""
    yield from oversized(design, "TUR-SIZE-TURRET")


@rule(
    "TUR-SIZE-EWP",
    SIZE,
    SMALLER,
    messages={**SIZE_MESSAGES, "not-on": "Sources differ on whether {body} may have the {item}; it is taken as legal."},
    hints={**SIZE_HINTS, "not-on": "Ask the league."},
    needs=("body",),
)
def pod_size(design: Design) -> Iterator[Fault | Withheld]:
    """Standard and rocket pods against the body's limit; pods on a cycle are doubtful."""
    yield from oversized(design, "TUR-SIZE-EWP")
    yield from restricted(design, "TUR-SIZE-EWP")


@rule("TUR-SIZE-PLATFORM", SIZE, SMALLER, messages=SIZE_MESSAGES, hints=SIZE_HINTS, needs=("body",))
def platform_size(design: Design) -> Iterator[Fault | Withheld]:
    """Rocket platforms against the body's limit."""
    yield from oversized(design, "TUR-SIZE-PLATFORM")


# -- place -----------------------------------------------------------------------------------------


@rule(
    "TUR-WHERE-TOP",
    "The {mount} is a second mount on the top.",
    "Keep one of them, or mount the contents of the other on a face.",
    messages={
        "half": "The {mount} is a second mount on the same half of the top.",
        "third": "The {mount} is a third mount on the top, which has one on each half.",
    },
    hints={
        "half": "Write `mount: top-front` on one and `mount: top-back` on the other, or keep one of them.",
        "third": "Keep two of them, or mount the contents of one on a face.",
    },
    needs=("body",),
)
def one_on_top(design: Design) -> Iterator[Fault | Withheld]:
    """One mount of any kind on the top, on split bodies one on each half; a sidecar's are CYC-SIDECAR-MOUNTS'."""
    for unit in design.units():
        if unit.name != "sidecar":
            yield from second_on_top(design, unit)


def second_on_top(design: Design, unit: Unit) -> Iterator[Fault]:
    """Mounts on a top that has one already; what the body cannot have at all is a fault of its own and not counted."""
    halves = "top-front" in unit.faces
    before: list[Mount] = []
    tops = [
        m
        for m in unit.mounts
        if base_place(m.place) == "top"
        and (m.kind is not None or m.place_written)
        and not (m.kind is not None and barred(m.kind, unit))
    ]
    by_path = {mount.path: mount for mount in tops}
    for path in in_file_order(design, by_path):
        mount = by_path[path]
        same = [m for m in before if not halves or m.place == mount.place]
        if same or len(before) >= 2:
            others = same or before
            causes = tuple(Cause(m.path, "{other} stands here", {"other": m.name}) for m in others)
            limit, message = (2, "half" if same else "third") if halves else (1, "")
            yield Fault(path, {"mount": mount.name}, message, causes, limit, len(tops))
        else:
            before.append(mount)


@rule(
    "TUR-WHERE-SIDE",
    "The {mount} is on the {place}; only pods and sponson turrets go on the sides.",
    "Mount it on the top.",
    messages={
        "inside-out": "The {mount} is on the {place}; it goes on the sides.",
        "single": "The {mount} stands on one side only; no source says whether that is legal, and it is taken as so.",
    },
    hints={
        "inside-out": "Write `mount: sides` for a pair, or one of the sides.",
        "single": "Write `mount: sides` for a pair.",
    },
    needs=("body",),
)
def on_the_sides(design: Design) -> Iterator[Fault | Withheld]:
    """Mounts that do not go on the sides, sponsons elsewhere, and a side mount without a counterpart."""
    taken = {unit.path: frozenset(base_place(mount.place) for mount in unit.mounts) for unit in design.units()}
    for unit, mount, kind in known_mounts(design):
        at = (*mount.path, "mount")
        fields = {"mount": kind.name, "place": mount.place.replace("-", " ")}
        side = base_place(mount.place)
        if side in SIDES or mount.pair:
            if "sides" not in kind.places:
                yield Fault(at, fields)
            elif not mount.pair and not taken[unit.path].issuperset(SIDES):
                yield Fault(at, fields, "single", severity="warning")
        elif kind.places == ("sides",) and side not in CORNERS:
            yield Fault(at, fields, "inside-out")


# -- contents --------------------------------------------------------------------------------------


def contents(mount: Mount, ledger: Ledger, kind: MountKind) -> list[Share]:
    """What each entry takes of the room in one mount; the mount's own share is its gunner's place."""
    barred_themes = {"component armor": not kind.component_armor, "magazine": kind.magazines == "none"}
    shares: dict[Path, Exact] = {}
    names: dict[Path, str] = {}
    people = {p.path for p in mount.crew}
    for line in ledger.of_mount(mount.path):
        if barred_themes.get(line.theme):
            continue  # other rules report it
        if line.room:
            entry = mount.path if line.entry in people else line.entry
            shares[entry] = shares.get(entry, 0) + line.room
            names.setdefault(entry, line.item)
    return [Share(entry, room, names[entry]) for entry, room in shares.items()]


@rule(
    "TUR-CONTENTS",
    "The {mount} has room for {limit} and holds {actual}.",
    "Take {over} out of it, or choose a larger one.",
    messages={"magazines": "The {mount} has room for {limit}; with their magazines its contents take {actual}."},
    hints={"magazines": "Take {over} out; magazines of a weapon in a pod are inside the pod."},
)
def fits_inside(design: Design) -> Iterator[Fault | Withheld]:
    """Weapons, component armor, insulators, concealment, boosters and a gunner against the room inside."""
    for unit, mount, kind in known_mounts(design):
        if kind.capacity is None:
            continue
        shares = contents(mount, design.ledger_of(unit), kind)
        inside = kind.magazines == "inside" and any(w.magazines.any for w in mount.weapons)
        faults = list(over_limit(design, shares, kind.capacity, {"mount": kind.name}, "magazines" if inside else ""))
        yield from faults
        if not faults and mount.unknown:
            yield Withheld()


def mount_contents(mount: Mount) -> Iterator[tuple[str, Path, WeaponEntry | None]]:
    """(name, place, weapon entry where it is one) of the weapons, lights and cameras in a mount."""
    for weapon in mount.weapons:
        if weapon.weapon is not None:
            yield weapon.name, (*weapon.path, "type"), weapon
    for light in mount.accessories:
        if light.accessory is not None:
            yield light.accessory.name, (*light.path, "type"), None


def held(entry: WeaponEntry | None, holds: str) -> bool:
    """Whether a mount of some sort holds a weapon; lights and cameras, which are no entry, none of these holds."""
    if entry is None or entry.weapon is None:
        return False
    if holds == "fakes":
        return entry.fake
    rocket = entry.weapon.category == "single-shot-rocket"
    return rocket or (holds == "rockets-or-targeting-laser" and "targeting-laser" in entry.weapon.flags)


def misplaced(design: Design, holds: str) -> Iterator[Fault | Withheld]:
    """What mounts of one sort cannot hold, and magazines in a mount that takes none."""
    for _, mount, kind in known_mounts(design):
        if kind.holds != holds:
            continue
        for name, path, entry in mount_contents(mount):
            if not held(entry, holds):
                yield Fault(path, {"weapon": name, "mount": kind.name})
            elif entry is not None and not entry.fake:
                for key in ("extra", "dual", "rocket"):
                    if getattr(entry.magazines, key):
                        fields = {"weapon": name, "mount": kind.name}
                        yield Fault((*entry.magazines.path, key), fields, "magazine")


MAGAZINE = {"magazine": "The {weapon} in the {mount} has a magazine, which this mount does not take."}
NO_MAGAZINE = {"magazine": "Take the magazine off."}


@rule(
    "TUR-EWP-ARMOR",
    "The armor of the {mount} weighs {actual} lb; the limit is {limit} lb.",
    "Take points of {over} lb off.",
    messages={"none": "The {mount} cannot have armor of its own; only standard pods and pintle mounts can."},
    hints={"none": "Take the armor off."},
)
def pod_armor(design: Design) -> Iterator[Fault | Withheld]:
    """Armor on mounts that take none, and armor above the weight limit."""
    for _, mount, kind in known_mounts(design):
        limit, of_point = kind.armor_max_weight, kind.armor_weight
        if mount.armor and of_point is None:
            yield Fault(mount.armor_path, {"mount": kind.name}, "none")
        if of_point is not None and limit is not None:
            actual = sum(ceil(points * of_point * layer.weight_factor) for layer, points in mount.armor)
            if actual > limit:
                fields = {"mount": kind.name, "actual": actual, "limit": limit, "over": actual - limit}
                yield Fault((*mount.armor_path, "points"), fields, "", (), limit, actual)


@rule(
    "TUR-EWP-OPTIONS",
    "{option} is for {mounts}; the {mount} is none of them.",
    "Take it out.",
    messages={"twice": TWICE},
    hints={"twice": TWICE_HINT},
)
def mount_options(design: Design) -> Iterator[Fault | Withheld]:
    """Ejectors and universal mounts on mounts they are not made for, or twice."""
    for fault in written_again(design, lambda option: isinstance(option, MountOption)):
        yield replace(fault, severity="error")
    for _, mount, kind in known_mounts(design):
        for chosen in mount.options:
            option = chosen.component
            if kind.family not in option.families:
                mounts = listed((f"{family.replace('-', ' ')}s" for family in option.families), "or")
                fields = {"option": option.name, "mounts": mounts, "mount": kind.name}
                yield Fault((*chosen.path, "type"), fields, severity="error")


@rule(
    "TUR-EWP-BOOSTERS",
    "The {mount} cannot hold a {booster}; only standard pods can.",
    "Move it to a face or into a standard pod.",
)
def boosters_inside(design: Design) -> Iterator[Fault | Withheld]:
    """Boosters and jump jets in anything but a standard pod."""
    for _, mount, kind in known_mounts(design):
        for entry in mount.boosters if not kind.boosters else ():
            name = entry.booster.name.lower() if entry.booster is not None else "booster"
            yield Fault((*entry.path, "type"), {"mount": kind.name, "booster": name})


@rule(
    "TUR-ROCKET-EWP",
    "The {mount} holds single-shot rockets only, and the {weapon} is none.",
    "Use a standard pod, or load single-shot rockets.",
    messages=MAGAZINE,
    hints=NO_MAGAZINE,
)
def rocket_pod(design: Design) -> Iterator[Fault | Withheld]:
    """What is no rocket, or has a magazine, in a rocket pod."""
    yield from misplaced(design, "rockets")


@rule(
    "TUR-PLATFORM",
    "The {mount} holds single-shot rockets and targeting lasers only, and the {weapon} is neither.",
    "Use a turret or a pod, or load single-shot rockets.",
    messages=MAGAZINE,
    hints=NO_MAGAZINE,
)
def platform(design: Design) -> Iterator[Fault | Withheld]:
    """What is neither rocket nor targeting laser, or has a magazine, on a platform."""
    yield from misplaced(design, "rockets-or-targeting-laser")


@rule(
    "TUR-PINTLE",
    "The {mount} holds {limit} weapon; here are {actual}.",
    "Leave out {over}.",
    messages=MESSAGES,
    hints=HINTS,
)
def pintle(design: Design) -> Iterator[Fault | Withheld]:
    """A pintle without sunroof or hardtop beside it, and one with several weapons that would fit it."""
    large = {(*m.path, "type") for unit, m, kind in known_mounts(design) if size_fault(unit, kind) == "error"}
    for fault in restricted(design, "TUR-PINTLE"):
        if isinstance(fault, Withheld) or fault.at not in large:
            yield fault
    for unit, mount, kind in known_mounts(design):
        full = kind.capacity is not None and design.ledger_of(unit).in_mount(mount.path) > kind.capacity
        if kind.max_weapons is not None and not full:  # else TUR-CONTENTS reports it
            weapons = [Share(w.path, w.count, w.name) for w in mount.weapons]
            weapons += [Share(x.path, x.count, x.accessory.name) for x in mount.accessories if x.accessory]
            yield from over_limit(design, weapons, kind.max_weapons, {"mount": kind.name})


@rule(
    "TUR-FAKE",
    "The {mount} holds fakes only, and the {weapon} is real.",
    "Give it the option `fake-weapon`, or use a real turret.",
)
def fake_turret(design: Design) -> Iterator[Fault | Withheld]:
    """What is real in a fake turret."""
    yield from misplaced(design, "fakes")


@rule(
    "TUR-DROPPED",
    "No source says whether a dropped weapon such as the {weapon} works from a {mount}; it is taken as legal.",
    "Mount it on a face, on a corner or in a turret.",
)
def dropped_inside(design: Design) -> Iterator[Fault | Withheld]:
    """Dropped weapons in pods and other mounts that are no turrets; where the mount takes none, it says so itself."""
    for _, mount, kind in known_mounts(design):
        if kind.dropped != "doubtful" or kind.holds != "any":
            continue
        for weapon in mount.weapons:
            if weapon.weapon is not None and weapon.weapon.dropped and not weapon.fake:
                yield Fault((*weapon.path, "type"), {"weapon": weapon.name, "mount": kind.name})


# -- corners ---------------------------------------------------------------------------------------


def on_corners(design: Design) -> Iterator[tuple[Unit, Body, str, Path, str, WeaponEntry | None]]:
    """(unit, body, name, path, corner, weapon entry where it is one) of all that is on a corner; bodies are known."""
    for unit in design.units():
        assert unit.body is not None
        placed: list[tuple[str, Path, str | None, WeaponEntry | None]] = [
            *((w.name, w.path, w.mount, w) for w in unit.weapons),
            *((m.name, m.path, m.place, None) for m in unit.mounts),
            *(
                (a.accessory.name, a.path, a.mount, None)
                for a in unit.accessories
                if a.accessory is not None and a.accessory.weapon_on_face
            ),
        ]
        for name, path, place, entry in placed:
            if place in CORNERS:
                yield unit, unit.body, name, path, place, entry


@rule(
    "TUR-CORNER-TYPE",
    "The {weapon} is on a corner, which holds dropped gases, liquids and solids only.",
    "Move it to the {faces}.",
    needs=("body",),
)
def corner_type(design: Design) -> Iterator[Fault | Withheld]:
    """What is no dropped weapon on a corner; dischargers there are DRP-DISCHARGER-NO-CORNER's matter."""
    for unit, body, name, path, corner, entry in on_corners(design):
        weapon = entry.weapon if entry is not None else None
        fits = entry is not None and (weapon is None or weapon.dropped or weapon.discharger)
        if body.corner_spaces and not fits:
            faces = listed(unit.corner_faces(corner), "or")
            yield Fault((*path, "mount"), {"weapon": name, "faces": faces})


@rule(
    "TUR-CORNER-LIMIT",
    "The {corner} corner holds {actual} spaces; the limit is {limit}.",
    "Take {over} off that corner.",
    messages={"none": "The {weapon} is on a corner, and {body} has no corner mounts."},
    hints={"none": "Move it to the {faces}."},
    needs=("body",),
)
def corner_limit(design: Design) -> Iterator[Fault | Withheld]:
    """Dropped weapons with their magazines against the room of each corner."""
    corners: dict[tuple[Path, str], list[Share]] = {}
    limits: dict[tuple[Path, str], int] = {}
    unknown: set[tuple[Path, str]] = set()
    for unit, body, name, path, corner, entry in on_corners(design):
        if not body.corner_spaces:
            faces = listed((f for f in unit.corner_faces(corner) if f in unit.faces), "or")
            fields = {"body": with_article(body.name), "weapon": name, "faces": faces}
            yield Fault((*path, "mount"), fields, "none")
            continue
        key = (unit.path, corner)
        limits[key] = body.corner_spaces
        if entry is not None and entry.unknown:
            unknown.add(key)
        if entry is not None and entry.weapon is not None and entry.weapon.dropped:
            lines = design.ledger_of(unit).of(entry.path)
            spaces: Exact = sum(x.weapon_spaces for x in lines)
            corners.setdefault(key, []).append(Share((*path, "mount"), spaces, name))
    for key, limit in limits.items():
        faults = list(over_limit(design, corners.get(key, []), limit, {"corner": key[1].replace("-", " ")}))
        yield from faults
        if not faults and key in unknown:
            yield Withheld()


RULES: tuple[Rule, ...] = (
    turret_size,
    pod_size,
    platform_size,
    one_on_top,
    on_the_sides,
    fits_inside,
    pod_armor,
    mount_options,
    boosters_inside,
    rocket_pod,
    platform,
    pintle,
    fake_turret,
    dropped_inside,
    corner_type,
    corner_limit,
)
