"""Turrets, pods and other mounts: how lists name them, and which one is meant where no size is printed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from cwdesign.catalog import Catalog
from cwdesign.components import Accessory, MountKind, MountOption, Weapon
from cwdesign.stockcar.draft import Entry
from cwdesign.stockcar.line import NUMBER_WORDS, Line
from cwdesign.stockcar.places import FACES, Spot, code_place, one_place, places, ten_faced

UNSIZED = "mount of no size"
"""The private key of an entry whose size is still open; its value is the family."""
MOST_MOUNTS = 8
"""More turrets in one phrase than any vehicle has."""
ONE_EACH_SIDE = "Assumed: one on each side"
SPACE_WORDS = ("space", "spaces", "sp", "spc", "sps", "spcs", "spce")
_PODS = ("ewp", "ewps", "pod", "pods")
_ROCKET_PODS = ("rewp", "rewps")
_TURRETS = ("turret", "turrets", "tur", "turr", "trt", "trrt")
_SIZE_NAMES = {"mini": 1, "small": 2, "large": 3}


@dataclass(frozen=True, slots=True)
class MountPhrase:
    """A mount as named: family, size where printed, how many, where, and whether in the plural."""

    family: str
    size: int | None
    count: int | None
    spots: tuple[Spot, ...]
    plural: bool
    universal: bool = False
    each: bool = False
    """Whether what it holds is said to be in each."""


def mount_phrase(line: Line) -> MountPhrase | None:
    """The mount named at the current place; moved past."""
    start = line.at
    place = _leading(line)
    count: int | None = None
    size = _size(line)
    if size is None:
        count = line.count()
        size = _size(line)
    place = place or _leading(line)
    universal = line.take("universal", "univ", "umm")
    family, plural = _family(line, sized=size is not None)
    if family is None or (count or 1) > MOST_MOUNTS:
        line.at = start
        return None
    if size is None and line.last_size is not None:
        size = line.last_size
    line.last_size = None
    line.skip(".")
    if line.key() in ("(", ":"):
        here = line.at
        enclosed = line.take("(")
        line.take(":")
        behind = _size(line)
        if behind is not None and (not enclosed or line.take(")")):
            size = behind
        else:
            line.at = here
    if line.take("mount", "mod", "modification") and family == "turret":
        universal = True
    pods = "pod" in family or "sponson" in family
    lone = line.key() == "(" and line.key(2) == ")" and line.key(1) not in ("top", "left", "right", "front", "rear")
    lone = lone and len(line.key(1)) < (2 if pods else 4) and line.key(1) not in ("t", "f", "r")
    lone = lone and code_place(line.key(1), ten_faced(line)) is None
    spots = [Spot(place)] if place is not None else [] if lone and not pods else places(line)
    each = line.key() == "each" or line.tokens[line.at - 1].key in ("side", "sides")
    return MountPhrase(family, size, count, tuple(spots), plural, universal, each)


def _leading(line: Line) -> str | None:
    if len(line.key()) < 3 or line.key() not in (*FACES, "side", "sides"):
        return None
    start = line.at
    place = one_place(line)
    if place is None:
        line.at = start
    return place


def _size(line: Line) -> int | None:
    """`2-space`, `two-space`, `1 sp.`, `2TUR`; moved past."""
    token, beyond = line.token(), line.token(1)
    if token is not None and token.whole is not None and beyond is not None and beyond.glued and beyond.key in _TURRETS:
        line.at += 1
        return token.whole
    if token is None or line.key(1) not in SPACE_WORDS:
        if token is not None and token.kind == "word" and token.key == "zero" and line.key(1) in SPACE_WORDS:
            line.at += 2
            return 0
        return None
    number = token.whole if token.kind == "number" else NUMBER_WORDS.get(token.key, 0 if token.key == "zero" else None)
    if number is None:
        return None
    line.at += 2
    line.skip(".")
    return number


def _family(line: Line, *, sized: bool) -> tuple[str | None, bool]:
    """(family, whether in the plural) of the mount words here; `sized` where their spaces were said."""
    start = line.at
    size_name = _SIZE_NAMES.get(line.key())
    if size_name is not None:
        line.at += 1
    pop_up = line.take("popup") or line.take_all("pop", "up")
    rocket = line.take("rocket", "rkt", "rckt")
    external = line.take("external", "ext")
    line.skip(".")
    weapon = line.take("weapon", "weapons", "wpn", "wpns") if external or line.key(1) in _PODS else False
    line.skip(".")
    word = line.key()
    plural = word.endswith("s")
    family: str | None = None
    if word in _TURRETS and not rocket and size_name is None:
        family = "pop-up-turret" if pop_up else "turret"
    elif word in ("put", "puts") and line.raw().isupper():
        family = "pop-up-turret"
    elif word in _ROCKET_PODS:
        family = "rocket-external-weapon-pod"
    elif (
        word in _PODS
        and not line.raw().startswith("PoD")
        and (word not in ("pod", "pods") or external or weapon or sized or not rocket)
    ):
        family = "rocket-external-weapon-pod" if rocket else "external-weapon-pod"
        if line.key(1) in ("pod", "pods"):
            line.at += 1
    elif word in ("platform", "platforms", "plat") or _platform_code(line, size_name):
        family = "rocket-platform"
    elif word in ("cupola", "cupolas"):
        family = "pop-up-cupola" if pop_up else "cupola"
    elif word in ("sponson", "sponsons"):
        family = "sponson-turret"
    elif word in ("pintle", "pintles"):
        family = "pintle-mount"
    elif word in ("fake", "dummy") and line.key(1) in _TURRETS:
        line.at += 1
        plural = line.key().endswith("s")
        family = "fake-turret"
    if family is None or (size_name is not None and family != "rocket-platform"):
        line.at = start
        return None, False
    line.last_size = size_name
    line.at += 1
    if family == "sponson-turret":
        line.take(*_TURRETS)
    if family == "pintle-mount":
        line.take("mount", "mounts", "mounted")
    return family, plural


def _platform_code(line: Line, size_name: int | None) -> bool:
    """Whether `RP` means a rocket platform here and no ramplate: with a size, or with contents."""
    return line.raw() == "RP" and (size_name is not None or line.key(1) in ("with", "("))


def open_mount(line: Line, phrase: MountPhrase) -> Entry:
    """The sheet's entry of a mount that was just named."""
    if (same := _named_again(line, phrase)) is not None:
        return same
    entry: Entry = {"type": "", UNSIZED: phrase.family}
    side_mount = phrase.family in ("external-weapon-pod", "rocket-external-weapon-pod", "sponson-turret")
    wanted = [spot.place for spot in phrase.spots]
    label = line.clause_face or line.face_label
    if not wanted and label is not None and (label.startswith("top") or side_mount):
        wanted = [label]
    if len(wanted) == 1:
        entry["mount"] = wanted[0]
    elif {"left", "right"} <= set(wanted):
        entry["mount"] = "sides"
    elif side_mount:
        entry["mount"] = "sides"
        if (phrase.count or (2 if phrase.plural else 1)) == 1:
            line.draft.note(f"{ONE_EACH_SIDE}, for the line names no side.", "turrets")
    else:
        entry["mount"] = "top"
    if phrase.size is not None:
        _sized(line.catalog, entry, phrase.size)
    if phrase.each:
        line.full_pairs.append(entry)
    if phrase.universal:
        entry["options"] = ["universal-mount"]
    turrets = line.unit.part("turrets")
    turrets.append(entry)
    line.last_mount = entry
    line.unplaced_mount = None if wanted else entry
    if not side_mount and (phrase.count or 1) > 1:
        line.twin_mounts.append((entry, [*wanted[1:], *[entry["mount"]] * ((phrase.count or 1) - max(1, len(wanted)))]))
    return entry


def _named_again(line: Line, phrase: MountPhrase) -> Entry | None:
    """`gunner in turret, turret has 2 MGs`: the mount named before, which holds nothing yet."""
    last = line.last_mount
    alike = last is not None and _family_of(line.catalog, last) == phrase.family and (phrase.count or 1) == 1
    alike = alike and not phrase.spots and (phrase.size is None or UNSIZED in (last or {}))
    if last is None or not alike or last.get("weapons") or last.get("boosters"):
        return None
    if phrase.size is not None:
        _sized(line.catalog, last, phrase.size)
    return last


def _family_of(catalog: Catalog, entry: Entry) -> str:
    """The family of a mount, whether its size is known already or not."""
    return str(entry[UNSIZED]) if UNSIZED in entry else catalog.get(MountKind, entry["type"]).family


def _sized(catalog: Catalog, entry: Entry, size: int) -> bool:
    family = entry[UNSIZED]
    kind = next((k for k in catalog.all(MountKind) if k.family == family and k.size == size), None)
    if kind is None:
        return False
    entry["type"] = kind.id
    del entry[UNSIZED]
    return True


def size_by_contents(line: Line, entry: Entry) -> None:
    """Give a mount without a printed size the smallest that holds its contents."""
    if UNSIZED not in entry:
        return
    room = Fraction(0)
    for held in entry.get("weapons", ()):
        room += spaces_of(line.catalog, held)
    family = entry[UNSIZED]
    kinds = sorted((k for k in line.catalog.all(MountKind) if k.family == family), key=lambda k: k.size)
    if line.unit.body is not None and line.unit.body.included_mount is not None and family == "turret":
        kinds.sort(key=lambda k: k.id != line.unit.body.included_mount)  # type: ignore[union-attr]
    kind = next((k for k in kinds if k.capacity is None or k.capacity >= ceil(room)), kinds[-1])
    _sized(line.catalog, entry, kind.size)
    if len(kinds) > 1:
        line.assume(f"a {kind.name.lower()}, the smallest that holds what is in it", "turrets")


def weapon_of(catalog: Catalog, entry: Entry) -> Weapon | None:
    """The weapon of an entry; None of a searchlight or camera that stands among weapons."""
    try:
        return catalog.get(Weapon, entry["type"])
    except KeyError:
        return None


def spaces_of(catalog: Catalog, entry: Entry) -> Fraction:
    """Spaces of a weapon entry as the sheet has it, component armor and magazines included as whole spaces."""
    weapon = weapon_of(catalog, entry)
    if weapon is None:
        return Fraction(catalog.get(Accessory, entry["type"]).spaces)
    count: int = entry.get("count", 1)
    rocket_magazine: int = entry.get("magazines", {}).get("rocket", 0)
    return Fraction(weapon.spaces * count + rocket_magazine)


def mount_option(line: Line) -> bool:
    """Options of the mount named last: `universal`, `w/ejection system`."""
    if line.last_mount is None or not (line.host_is("mount") or line.inside is not None):
        return False
    found = line.named(MountOption)
    if found is None:
        return False
    line.last_mount.setdefault("options", []).append(found.id)
    return True


def mount_of(line: Line, entry: Entry) -> Entry | None:
    """The turret or pod that holds a weapon."""
    mounts: list[Entry] = line.unit.sheet.get("turrets", [])
    return next((m for m in mounts if any(entry is e for e in m.get("weapons", ()))), None)


def host_weapon(line: Line) -> Weapon | None:
    """The weapon named last, None where something else was."""
    if line.host is None or line.host.kind != "weapon":
        return None
    return weapon_of(line.catalog, line.host.entry)
