"""How a line names what it has listed elsewhere: members of links, weapons of a computer, what an armor surrounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cwdesign.components import Accessory, Booster, Weapon
from cwdesign.stockcar.draft import Draft, Entry, Label, UnitDraft
from cwdesign.stockcar.line import Line
from cwdesign.stockcar.places import one_place

EVERYTHING = "*"
"""The kind of a label that means all weapons."""
POWER_PLANT, GAS_TANK = "power plant", "gas tank"
ROLE_WORDS = {
    "driver": "driver",
    "cyclist": "cyclist",
    "rider": "cyclist",
    "gunner": "gunner",
    "gunners": "gunner",
    "passenger": "passenger",
    "passengers": "passenger",
    "crew": "crew",
}
MOST_LABELS = 16
"""More members than any link has."""
_IN_LABELS = (",", "&", "and", "/", "+", "to", "with", ";", "-", "plus")


def weapon_label(line: Line) -> Label | None:
    """A weapon, booster or accessory by name, with its place or number where several have the name."""
    start = line.at
    token = line.token()
    if token is None:
        return None
    line.skip("the", "all", "both")
    line.count()
    before_place = one_place(line)
    if line.take("weapons", "weapon", "guns", "everything"):
        return Label(line.said(start), token.start, EVERYTHING, before_place or _place(line))
    found = line.any_meaning(Weapon, Booster, Accessory)
    if found is None and before_place is not None:  # `L` is a laser as well as a side
        line.at = start
        line.count()
        before_place, found = None, line.any_meaning(Weapon, Booster, Accessory)
    if found is None:
        line.at = start
        return None
    line.at = found.end
    place = before_place or _place(line)
    ordinal = None
    if line.key() == "#" and line.whole(1) is not None:
        ordinal = line.whole(1)
        line.at += 2
    return Label(line.said(start), token.start, found.component.id, place, ordinal)


def _place(line: Line) -> str | None:
    """The place of a label's weapon: `MML Front`, `MML (F)`, `MML in turret`."""
    start = line.at
    enclosed = line.take("(")
    line.skip("in", "on")
    place = one_place(line)
    if place is None and line.take("turret", "turrets", "pod", "pods", "ewp", "ewps"):
        place = "inside"
    if place is None or (enclosed and not line.take(")")):
        line.at = start
        return None
    return place


def part_label(line: Line) -> Label | None:
    """What an armor can surround: a person, the plant, the tank, or what `weapon_label` reads."""
    start = line.at
    token = line.token()
    if token is None:
        return None
    line.skip("the", "each", "both")
    if (line.take_all("power", "plant")) or line.take("pp", "plant", "powerplant", "engine", "motor"):
        return Label(line.said(start), token.start, POWER_PLANT)
    if line.take_all("gas", "tank") or line.take("tank"):
        return Label(line.said(start), token.start, GAS_TANK)
    role = ROLE_WORDS.get(line.key())
    if role is not None:
        line.at += 1
        line.skip("compartment", "area", "members")
        ordinal = None
        if line.key() == "#" and line.whole(1) is not None:
            ordinal = line.whole(1)
            line.at += 2
        return Label(line.said(start), token.start, role, None, ordinal)
    line.at = start
    return weapon_label(line)


def label_list(line: Line, *, parts: bool = False, enclosed: bool = False) -> list[Label]:
    """Labels one after the other, joined in any way; moved past.

    Outside a parenthesis what follows a comma is one only if it names something that has been listed.
    """
    read = part_label if parts else weapon_label
    found: list[Label] = []
    while len(found) < MOST_LABELS:
        before = line.at
        if found:
            if not line.take(*_IN_LABELS) and not line.hyphen_before:
                break
            line.skip("and", "&", "to")
        comma = bool(found) and before < len(line.tokens) and line.tokens[before].key in (",", ";", "/")
        label = read(line)
        if label is None or (comma and not enclosed and not entries_named(line.draft, label)):
            line.at = before
            break
        found.append(label)
    return found


# -- from labels to entries


def entries_named(draft: Draft, label: Label) -> list[Entry]:
    """The entries of the vehicle that a label means, in the order of the line."""
    if label.entry is not None:
        return [label.entry]
    found = [(entry, place, mount) for unit in draft.units for entry, place, mount in _linkable(unit, label.kind)]
    if label.place is not None:
        found = [f for f in found if _is_at(label.place, f[1], f[2])]
    if label.ordinal is not None:
        found = found[label.ordinal - 1 : label.ordinal]
    return [entry for entry, _, _ in found]


def _is_at(wanted: str, place: str | None, mount: Entry | None) -> bool:
    if wanted == "inside":
        return mount is not None
    if wanted == "sides":
        return place in ("sides", "left", "right")
    return place == wanted


def _linkable(unit: UnitDraft, kind: str) -> Iterator[tuple[Entry, str | None, Entry | None]]:
    for entry, place, mount in unit.weapons():
        if kind in (entry["type"], EVERYTHING):
            yield entry, place, mount
    if kind == EVERYTHING:
        return
    for booster in unit.sheet.get("boosters", ()):
        if booster["type"] == kind:
            yield booster, booster.get("mount"), None
    accessories = unit.sheet.get("accessories", [])
    modifications = unit.sheet.get("body", {}).get("modifications", [])
    for entries in (accessories, modifications):
        for index, entry in enumerate(entries):
            if isinstance(entry, str) and entry == kind:
                entry = entries[index] = {"type": entry}
            if isinstance(entry, dict) and entry["type"] == kind:
                yield entry, entry.get("mount"), None


def parts_named(draft: Draft, unit: UnitDraft, label: Label) -> list[Entry]:
    """The entries that the label of an armored part means: persons, plant, tank, or weapons."""
    plant: Any = unit.sheet.get("power_plant")
    if label.kind == POWER_PLANT:
        return [plant] if plant is not None else []
    if label.kind == GAS_TANK:
        return [plant["gas_tank"]] if plant is not None and "gas_tank" in plant else []
    if label.kind == "crew":
        return [p for p in unit.people() if p["role"] != "passenger"]
    if label.kind in ROLE_WORDS.values():
        same = [p for p in unit.people() if p["role"] == label.kind or (label.kind, p["role"]) == ("driver", "cyclist")]
        if label.ordinal is not None:
            return same[label.ordinal - 1 : label.ordinal]
        return same if label.text.endswith("s") else same[:1]
    return entries_named(draft, label)


class Ids:
    """Gives entries an `id` where a list has to name them, each once."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._used: set[str] = set()

    def of(self, entry: Entry) -> str:
        """The id of an entry, given now where it has none."""
        if "id" not in entry:
            entry["id"] = self._new(entry)
        return str(entry["id"])

    def _new(self, entry: Entry) -> str:
        base = str(entry.get("type", entry.get("role", "part")))
        place = entry.get("mount")
        wanted = f"{base}-{place}" if place else base
        name, number = (wanted if place else f"{base}-1"), 1
        while name in self._used:
            number += 1
            name = f"{wanted}-{number}"
        self._used.add(name)
        return name


def member_names(draft: Draft, ids: Ids, label: Label) -> list[str]:
    """What a list of members writes for a label: the component's id where it means all of them, else `id`s."""
    entries = entries_named(draft, label)
    if not entries:
        return []
    alike = entries_named(draft, Label(label.text, label.start, str(entries[0]["type"])))
    if label.kind != EVERYTHING and len(alike) == len(entries):
        return [str(entries[0]["type"])]
    return [ids.of(entry) for entry in entries]
