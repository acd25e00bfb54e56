"""Cycles and sidecars (CYC): what they cannot have, and a sidecar's own limits."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.ledger import Ledger
from cwdesign.rules.base import rule
from cwdesign.rules.constructions import (
    HINTS,
    MESSAGES,
    OWN_ARMOR_HINTS,
    OWN_ARMOR_MESSAGES,
    from_catalog,
    own_armor,
    restricted,
    with_article,
)
from cwdesign.rules.drp import against_limit
from cwdesign.rules.led import weigh
from cwdesign.rules.spc import ROOM_UNKNOWN
from cwdesign.rules.tur import second_on_top
from cwdesign.vehicle import LinkItem, Unit, WeaponEntry
from cwdesign.words import counted

none = from_catalog("CYC-NONE")


def sidecars(design: Design) -> Iterator[tuple[Unit, Ledger]]:
    """The sidecar of a combination with its ledger."""
    for unit, ledger in design.parts:
        if unit.name == "sidecar":
            yield unit, ledger


@rule(
    "CYC-LIGHT-SIDECAR",
    "A {body} pulls no sidecar.",
    "Take a medium or heavy cycle, or leave the sidecar out.",
    needs=("body",),
)
def light_sidecar(design: Design) -> Iterator[Fault | Withheld]:
    """A sidecar at a cycle that is too light for one."""
    body = design.unit.body
    for unit, _ in sidecars(design):
        if body is not None and "no-sidecar" in body.flags:
            yield Fault(unit.path, {"body": body.name.lower()}, causes=(Cause(("body", "type"), "the cycle"),))


@rule(
    "CYC-WINDSHELL",
    messages={**MESSAGES, **OWN_ARMOR_MESSAGES},
    hints={**HINTS, **OWN_ARMOR_HINTS},
)
def windshell(design: Design) -> Iterator[Fault | Withheld]:
    """A windshell beside a sidecar, and the armor of a windshell."""
    yield from restricted(design, "CYC-WINDSHELL")
    yield from own_armor(design, "CYC-WINDSHELL")


@rule(
    "CYC-SIDECAR-LIMITS",
    "The {sidecar} weighs {actual} lb; it carries {limit} lb.",
    "Take {over} lb off the sidecar.",
    needs=("body",),
    messages={
        "spaces": "The {sidecar} is filled with {filled}; it has {limit}.",
        "cycles-only": "{body} pulls no sidecar: only a cycle does.",
        "no-sidecar": "A {sidecar} is no sidecar.",
        "link": "A link joins {first} of the cycle with {second} of the sidecar; only dropped ones may be linked so.",
    },
    hints={
        "spaces": "Take {over} out of the sidecar.",
        "cycles-only": "Leave the sidecar out.",
        "no-sidecar": "Write one of the sidecars as `sidecar.body.type`.",
        "link": "Link the weapons of the cycle and those of the sidecar apart.",
    },
)
def sidecar_limits(design: Design) -> Iterator[Fault | Withheld]:
    """Who pulls a sidecar, its weight and room, and its links with the cycle."""
    lead = design.unit.body
    for unit, ledger in sidecars(design):
        body = unit.body
        if lead is not None and not lead.is_a("cycle"):
            yield Fault(unit.path, {"body": with_article(lead.name).capitalize()}, "cycles-only")
        elif body is not None and not body.is_a("sidecar"):
            yield Fault((*unit.path, "body", "type"), {"sidecar": body.name.lower()}, "no-sidecar")
        elif body is not None:
            yield from _overloaded(unit, ledger, body.name.lower())
    yield from _mixed_links(design)


def _overloaded(unit: Unit, ledger: Ledger, name: str) -> Iterator[Fault | Withheld]:
    """Weight against the sidecar's load limit, contents against its full spaces (the reduced ones: SLP-SIDECAR)."""
    at = (*unit.path, "body")
    if "weight" in unit.unknown or ledger.max_load is None:
        yield Withheld()
    elif ledger.weight > ledger.max_load:
        over = ledger.weight - ledger.max_load
        fields = {"sidecar": name, "actual": ledger.weight, "limit": ledger.max_load, "over": over}
        yield Fault(at, fields, "", weigh(ledger.lines), ledger.max_load, ledger.weight)
    if unit.unknown & ROOM_UNKNOWN:
        yield Withheld()
    elif ledger.used > ledger.spaces:
        much = counted(ledger.used - ledger.spaces, "space")
        sums = {"sidecar": name, "filled": counted(ledger.used, "space"), "limit": ledger.spaces, "over": much}
        causes = tuple(
            Cause(line.at, "{item}: {share}", {"item": line.item, "share": counted(line.spaces, "space")})
            for line in ledger.lines
            if line.spaces
        )
        yield Fault(at, sums, "spaces", causes, ledger.spaces, ledger.used)


def _mixed_links(design: Design) -> Iterator[Fault]:
    """Links over cycle and sidecar with a weapon that is not dropped."""
    vehicle = design.vehicle
    if vehicle.second is None or vehicle.second.name != "sidecar":
        return
    for link in vehicle.links:
        members = [(item, weapon) for item in link.items for weapon in _weapons(design, item)]
        for index, (item, weapon) in enumerate(members):
            side = vehicle.unit_of(weapon.path).path
            others = (other for _, other in members[:index] if vehicle.unit_of(other.path).path != side)
            across = next((other for other in others if not (_dropped(other) and _dropped(weapon))), None)
            if across is not None:
                yield _link_fault(item, *((across, weapon) if side else (weapon, across)))
                break


def _weapons(design: Design, item: LinkItem) -> Iterator[WeaponEntry]:
    for path in item.entries:
        weapon = design.vehicle.weapon_at(path)
        if weapon is not None and weapon.weapon is not None:
            yield weapon


def _dropped(entry: WeaponEntry) -> bool:
    """Whether a weapon drops something: dischargers let go of their load too, and no source bars them."""
    return entry.weapon is not None and (entry.weapon.dropped or entry.weapon.discharger)


def _link_fault(item: LinkItem, cycle: WeaponEntry, sidecar: WeaponEntry) -> Fault:
    fields = {"first": with_article(cycle.name.lower()), "second": with_article(sidecar.name.lower())}
    causes = (Cause(cycle.path, "{first}"), Cause(sidecar.path, "{second}"))
    return Fault(item.path, fields, "link", causes)


@rule(
    "CYC-SIDECAR-MOUNTS",
    "The {mount} is a second mount; a sidecar has one.",
    "Keep one of them.",
    messages=MESSAGES,
    hints=HINTS,
)
def sidecar_mounts(design: Design) -> Iterator[Fault | Withheld]:
    """Mounts that a sidecar cannot have, and more than one."""
    yield from restricted(design, "CYC-SIDECAR-MOUNTS")
    for unit, _ in sidecars(design):
        if unit.body is None:
            yield Withheld()
        else:
            yield from second_on_top(design, unit)


@rule(
    "CYC-SIDECAR-DISCHARGER",
    "The {face} of the sidecar has {actual} dischargers; it may have {limit}.",
    "Take {over} off the {face}.",
)
def sidecar_dischargers(design: Design) -> Iterator[Fault | Withheld]:
    """More dischargers on a face of a sidecar than it may have; fakes count."""
    for unit, _ in sidecars(design):
        if unit.body is None:
            yield Withheld()
        else:
            yield from _on_each_face(design, unit, unit.body)


def _on_each_face(design: Design, unit: Unit, body: Body) -> Iterator[Fault | Withheld]:
    for face in unit.faces:
        yield from against_limit(design, unit, face, (face,), body.side_dischargers)


RULES = (
    none,
    light_sidecar,
    windshell,
    sidecar_limits,
    sidecar_mounts,
    sidecar_dischargers,
)
