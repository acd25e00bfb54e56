"""Vehicle armor (ARM): which faces there are, and which types may be on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cwdesign.components import ArmorType
from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.sheet import Path
from cwdesign.vehicle import Facing, Unit
from cwdesign.words import counted, listed

LAYERS = ("metal", "plastic")


def written_types(design: Design, unit: Unit) -> Iterator[tuple[ArmorType, str | None, Path]]:
    """Every armor type that a unit's sheet names: (type, the layer it is named for, where)."""
    whole: list[tuple[Path, Mapping[str, ArmorType | None]]] = [
        (unit.armor.type_path, {"plastic": unit.armor.plastic, "metal": unit.armor.metal})
    ]
    for armor in unit.all_component_armor:
        whole.append(((*armor.path, "type"), {"plastic": armor.plastic, "metal": armor.metal}))
    for mount in unit.mounts:
        whole.append(((*mount.armor_path, "type"), {kind.material: kind for kind, _ in mount.armor}))
    for path, types in whole:
        written = design.sheet.get(path)
        if isinstance(written, dict):
            for layer in LAYERS:
                kind = types.get(layer)
                if layer in written and kind is not None:
                    yield kind, layer, (*path, layer)
        elif written is not None:
            yield from ((kind, None, path) for kind in dict.fromkeys(types.values()) if kind is not None)
    for place, of_wheels in dict.fromkeys((w.type_path, w.type) for w in unit.wheel_armor):
        if place is not None and of_wheels is not None:
            yield of_wheels, None, place
    for entry in unit.all_accessories:
        if entry.armor_type_written and entry.armor_type is not None:
            yield entry.armor_type, None, (*entry.path, "armor")


def no_such_metal(kind: ArmorType, layer: str | None = None) -> bool:
    """Whether what is written means fireproof metal, which does not exist as an option (ARM-METAL-FIREPROOF)."""
    named = any(r.rule == "ARM-METAL-FIREPROOF" for r in kind.restrictions)
    return named or (layer == "metal" and kind.material == "plastic" and kind.fireproof)


@rule(
    "ARM-ONE-TYPE",
    "The {layer} layer cannot be {type}, a {material}: a vehicle has one plastic and one metal type.",
    "Name a {layer} type for this layer, or put the points into the {material} layer.",
)
def one_type(design: Design) -> Iterator[Fault | Withheld]:
    """A type in the layer of the other material."""
    for unit in design.units():
        for kind, layer, path in written_types(design, unit):
            if layer is not None and kind.material != layer and not no_such_metal(kind, layer):
                fields = {"layer": layer, "type": kind.name.lower(), "material": kind.material}
                yield Fault(path, fields)


@rule(
    "ARM-ZERO-FACE",
    "There is no armor on the {faces}.",
    "This is legal. Write points for the {faces} where armor is wanted.",
    needs=("body",),
)
def zero_face(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on faces without armor."""
    for unit in design.units():
        bare = [face for face in unit.armor_faces if not (unit.armor.face(face).plastic or unit.armor.face(face).metal)]
        if bare:
            yield Fault(unit.armor.path, {"faces": listed(bare, "or")})


def stray_facings(unit: Unit) -> list[Facing]:
    """Armor on faces that the body does not have."""
    faces = unit.armor_faces
    return [facing for facing in unit.armor.facings if facing.face not in faces and (facing.plastic or facing.metal)]


@rule(
    "ARM-FACES",
    "The {body} has no {face} face: its faces are {faces}.",
    "Move the {points} to one of its own faces.",
    needs=("body",),
)
def faces(design: Design) -> Iterator[Fault | Withheld]:
    """Armor on a face that the body does not have; long car trailers are TRL-DOUBLE-FACINGS' matter."""
    for unit in design.units():
        if unit.body is None or (unit.body.is_a("car-trailer") and unit.body.ten_faced):
            continue
        for facing in stray_facings(unit):
            fields = {
                "body": unit.body.name,
                "face": facing.face,
                "faces": listed(unit.armor_faces),
                "points": counted(facing.plastic + facing.metal, "point"),
            }
            yield Fault(facing.path, fields)


@rule(
    "ARM-METAL-FIREPROOF",
    "There is no fireproof metal: metal is fireproof by nature, without price.",
    "Write {metal}; the fireproof option exists for plastic only.",
)
def metal_fireproof(design: Design) -> Iterator[Fault | Withheld]:
    """The fireproof option on metal, wherever an armor type is named."""
    metals = [kind for kind in design.catalog.all(ArmorType) if kind.material == "metal" and not no_such_metal(kind)]
    plain = {kind.laser_reflective: f"`{kind.id}`" for kind in reversed(metals)}
    for unit in design.units():
        for kind, layer, path in written_types(design, unit):
            if no_such_metal(kind, layer):
                yield Fault(path, {"metal": plain[kind.laser_reflective]}, severity="error")


RULES = (one_type, zero_face, faces, metal_fireproof)
