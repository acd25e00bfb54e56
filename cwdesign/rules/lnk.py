"""Links and triggers (LNK): what a link joins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cwdesign.components import Component
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.sheet import Path
from cwdesign.vehicle import AccessoryEntry, BoosterEntry, Link, WeaponEntry

if TYPE_CHECKING:
    Part = WeaponEntry | BoosterEntry | AccessoryEntry


def parts(design: Design) -> dict[Path, tuple[Part, int]]:
    """What may stand in a link by its path, with how many of it there are, both pods of a pair counted."""
    if not design.vehicle.all_links:
        return {}
    found: dict[Path, tuple[Part, int]] = {}
    for unit in design.units():
        every: tuple[Part, ...] = (*unit.all_weapons, *unit.all_boosters, *unit.all_accessories)
        for part in every:
            mount = unit.mount_at(part.inside)
            found[part.path] = (part, part.count * (mount.copies if mount is not None else 1))
    return found


def members(link: Link) -> tuple[Path, ...]:
    """The entries that a link joins, each once."""
    return tuple(dict.fromkeys(path for item in link.items for path in item.entries))


def component_of(part: Part) -> Component | None:
    """The component of a member, None where its name is unknown."""
    if isinstance(part, WeaponEntry):
        return part.weapon
    return part.booster if isinstance(part, BoosterEntry) else part.accessory


def linkable(part: Part) -> bool:
    """Whether something may be linked at all: weapons, boosters, and accessories marked so."""
    if isinstance(part, AccessoryEntry):
        return part.accessory is None or part.accessory.linkable or part.accessory.weapon_on_face
    return True


@rule(
    "LNK-MEMBERS",
    "This link joins one thing only, and so does nothing.",
    "Add a second member, or save the price of the link.",
    messages={
        "empty": "This link joins nothing.",
        "unlinkable": "{item} cannot be linked; a link joins weapons, dischargers, boosters and linkable accessories.",
    },
    hints={"unlinkable": "Take {item} out of the link."},
)
def linked(design: Design) -> Iterator[Fault | Withheld]:
    """Links with fewer than two members, and members that are no weapon, booster or linkable accessory."""
    every = parts(design)
    for link in design.vehicle.all_links:
        count = 0
        for item in link.items:
            for path in item.entries:
                if path not in every or not linkable(every[path][0]):
                    yield Fault(item.path, {"item": item.text}, "unlinkable")
        for path in members(link):
            if path in every:
                part, number = every[path]
                count += part.count if link.inside is not None else number
            else:
                count += 1
        if not all(item.entries for item in link.items):
            yield Withheld()
        elif count < 2:
            yield Fault(link.path, {}, "" if count else "empty")


@rule(
    "LNK-SMART",
    "A smart link serves identical weapons; this one joins different ones: {items}.",
    "Use an ordinary link, or a smart link for each kind.",
)
def smart(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on a smart link whose members differ."""
    every = parts(design)
    for link in design.vehicle.all_links:
        if link.kind is None or not link.kind.identical:
            continue
        names: dict[str, Path] = {}
        for path in members(link):
            component = component_of(every[path][0]) if path in every else None
            if component is not None:
                names.setdefault(component.name, path)
        if len(names) > 1:
            causes = tuple(Cause(path, "{item}", {"item": name}) for name, path in names.items())
            yield Fault(link.path, {"items": ", ".join(names)}, "", causes)


RULES: tuple[Rule, ...] = (linked, smart)
