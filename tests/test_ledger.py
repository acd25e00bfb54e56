"""Whole ledgers of sheets that use many things at once; `ledgers.yaml` says where their lines come from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from case_sheets import as_text, changed, load, settings_of
from cwdesign.catalog import load_catalog
from cwdesign.design import Design, make_design
from cwdesign.ledger import Ledger, Line
from cwdesign.reader import read_sheets
from cwdesign.schema import check_shape
from cwdesign.sheet import Path as Place
from cwdesign.vehicle import Unit
from cwdesign.words import amount

SHEETS = load(Path(__file__).parent / "ledgers.yaml")


def design_of(name: str) -> Design:
    """A sheet of the file, as rules see it."""
    entry = SHEETS[name]
    text = as_text(changed(entry.get("base"), entry.get("sheet", {})))
    (document,) = read_sheets(text.encode(), f"{name}.yaml")
    assert document.sheet is not None
    assert not check_shape(document.sheet)
    return make_design(document.sheet, load_catalog(), settings_of(entry.get("settings", {})))


def place(path: Place) -> str:
    """A place in the sheet, steps separated by dots."""
    return ".".join(map(str, path))


def shown(line: Line) -> str:
    """A line in words: place, item, and every figure that is not zero."""
    faces = f"{'+'.join(line.faces)}: {amount(line.weapon_spaces)}"
    inside = f"in {place(line.mount or ())}: {amount(line.room)}/{amount(line.third)}"
    figures = [
        f"${amount(line.cost)}" if line.cost else "",
        f"{amount(line.weight)} lb" if line.weight else "",
        f"{amount(line.spaces)} sp{' cargo' if line.as_cargo else ''}" if line.spaces else "",
        f"{line.dp} DP" if line.dp is not None else "",
        faces if line.faces or line.weapon_spaces else "",
        inside if line.mount is not None or line.room or line.third else "",
    ]
    entry = f" of {place(line.entry)}" if line.entry != line.at else ""
    return f"{line.theme}, {place(line.at)}{entry}: {line.item}; {', '.join(filter(None, figures)) or 'nothing'}"


def told(unit: Unit, ledger: Ledger) -> Iterator[str]:
    """The lines of a unit in their order, then its room and limits, and what is in its mounts: room and third."""
    for line in ledger.lines:
        assert line in ledger.of(line.entry)
        yield shown(line)
    yield f"BC ${amount(ledger.body_cost)}, max load {ledger.max_load}"
    yield f"{ledger.spaces} sp, {ledger.interior} of them left; cargo {ledger.cargo_spaces}, {ledger.cargo_room} left"
    yield f"used {amount(ledger.used)}, cargo {amount(ledger.cargo_used)}"
    yield f"a face {ledger.weapon_limit} or {ledger.weapon_limit_other}, front {ledger.face_limits.get('front')}"
    for mount in unit.mounts:
        inside = ledger.of_mount(mount.path)
        room, third = amount(ledger.in_mount(mount.path)), amount(ledger.mount_third(mount.path))
        yield f"in {place(mount.path)}: {len(inside)} lines, {room}/{third}"


@pytest.mark.parametrize("name", SHEETS)
def test_ledger(name: str) -> None:
    """What the ledger of every unit holds."""
    assert [text for part in design_of(name).parts for text in told(*part)] == SHEETS[name]["lines"]
