"""`describe`: the classic line, and the way there and back: described and imported again it is the same vehicle."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_sheets import as_text, check, load
from cwdesign import cli
from cwdesign.catalog import load_catalog
from cwdesign.describe import describe, plural, spoken
from cwdesign.design import Design, make_design
from cwdesign.reader import read_sheets
from cwdesign.settings import Settings
from cwdesign.sheet import Sheet
from cwdesign.stockcar.entries import divide
from cwdesign.stockcar.lexicon import lexicon_of
from cwdesign.stockcar.reading import Reading, read
from random_sheets import vehicle
from rich_sheets import rich
from vehicle_form import form

STOCK = Path(__file__).parent / "stock"

RHINO = (
    "Rhino -- Compact, Extra-Heavy chassis, Heavy suspension, Medium power plant, 4 Puncture-Resistant tires, Driver,"
    " Flaming Oil Jet Back Left, Spikedropper Back Right w/10 Explosive Spikes, Link (FOJ, SD), Plastic Armor: F85"
    " (Ramplate), L40, R40, B40, T5, U16, 2 5-pt Wheelguards Back, 2 5-pt Wheelhubs Front, Acceleration 5, Top Speed"
    " 90, HC 3, 4196 lbs., $9821"
)
"""The line as it is published."""


def design_of(text: str) -> Design:
    """The design of a sheet's text."""
    (document,) = read_sheets(text.encode("utf-8"), "case.yaml")
    assert document.sheet is not None, document.findings
    return make_design(document.sheet, load_catalog(), Settings())


def read_back(line: str) -> Reading:
    """A line as `import` reads it."""
    entries = divide(line, lexicon_of(load_catalog()))
    assert len(entries.described) == 1 and not entries.stray, line
    return read(line, entries.described[0], load_catalog())


def there_and_back(design: Design, *, short: bool) -> None:
    """A described design is read back without a word left, as the same vehicle."""
    line = describe(design, short=short)
    reading = read_back(line)
    assert not reading.unread, (line, reading.unread)
    assert reading.sheet is not None
    again = make_design(Sheet("again", 0, dict(reading.sheet), {}), load_catalog(), Settings())
    assert form(again.vehicle) == form(design.vehicle), line


def test_published_line() -> None:
    assert describe(design_of((STOCK / "rhino.yaml").read_text("utf-8"))) == RHINO


def test_short_line() -> None:
    """The abbreviations that the old lists use."""
    short = describe(design_of((STOCK / "rhino.yaml").read_text("utf-8")), short=True)
    assert short.startswith("Rhino -- Cpt, x-hvy ch, hvy susp, Med PP, 4 PR tires, driver, FOJ BL, SD BR w/10 ")
    assert short.endswith("accel 5, top speed 90, HC 3, 4196 lbs., $9821")


@pytest.mark.parametrize("short", [False, True], ids=["long", "short"])
@pytest.mark.parametrize("path", sorted(STOCK.glob("*.yaml")), ids=lambda p: p.stem)
def test_published_vehicles(path: Path, short: bool) -> None:
    there_and_back(design_of(path.read_text("utf-8")), short=short)


def test_published_vehicles_cost_and_weigh_the_same() -> None:
    """Not only the parts: the totals of what is read back are those that the line prints."""
    for path in sorted(STOCK.glob("*.yaml")):
        text = path.read_text("utf-8")
        reading = read_back(describe(design_of(text)))
        assert reading.sheet is not None
        before, after = check(text).totals, check(as_text(plain(reading.sheet))).totals
        assert before == after, path.stem


def plain(data: Any) -> Any:
    """The data of a reading as the YAML writer of the tests takes it."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain(value) for value in data]
    return data if isinstance(data, (int, str, bool)) else float(data)


@given(st.integers(min_value=0, max_value=10**9), st.booleans())
@settings(max_examples=60, deadline=None)
def test_legal_sheets(seed: int, short: bool) -> None:
    """Random sheets of every class; the illegal ones are left to the next test."""
    text = as_text(vehicle(Random(seed)))
    if check(text).status == "legal":
        there_and_back(design_of(text), short=short)


@given(st.integers(min_value=0, max_value=10**9), st.booleans())
@settings(max_examples=60, deadline=None)
def test_everything_a_sheet_can_say(seed: int, short: bool) -> None:
    """Sheets that use every list and option, legal or not: turrets, links, computers, carriers, spares, …"""
    there_and_back(design_of(as_text(rich(seed))), short=short)


def test_names_of_components_are_spoken() -> None:
    assert spoken("Bumper Spikes, Front") == "Front Bumper Spikes"
    assert [plural(name) for name in ("Laser Battery", "Rocket", "Axe", "Bulk Ammo Box", "Side Door")] == [
        "Laser Batteries",
        "Rockets",
        "Axes",
        "Bulk Ammo Boxes",
        "Side Doors",
    ]


# -- the command


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run([*arguments])
    out, err = capfd.readouterr()
    return status, out, err


def test_command(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, "describe", str(STOCK / "rhino.yaml"))
    assert (status, out, err) == (0, RHINO + "\n", "")


def test_a_line_for_every_vehicle(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    two = "---\n".join((STOCK / name).read_text("utf-8") for name in ("rhino.yaml", "needle.yaml"))
    (tmp_path / "two.yaml").write_text(two, "utf-8")
    status, out, _ = run(capfd, "describe", str(tmp_path / "two.yaml"))
    assert status == 0
    assert [line.split(" -- ")[0] for line in out.splitlines()] == ["Rhino", "Needle"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [("name: [unclosed\n", "YML-SYNTAX"), ("name: A\n", "SHT-SHAPE"), ("name: A\nbody: {type: tank}\n", "SHT-UNKNOWN")],
)
def test_status_1_for_what_is_no_vehicle(
    text: str, rule: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    status, out, err = run(capfd, "describe", str(tmp_path / "a.yaml"))
    assert (status, out) == (1, "")
    assert rule in err


def test_status_2_for_no_such_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, "describe", str(tmp_path / "none.yaml"))
    assert (status, out) == (2, "") and "no such file" in err


def test_one_line_whatever_the_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A name cannot break the line or steer the terminal."""
    sheet = {**load(STOCK / "rhino.yaml"), "name": "Two\nlines \x1b[31m"}
    (tmp_path / "a.yaml").write_text(as_text(sheet), "utf-8")
    status, out, _ = run(capfd, "describe", str(tmp_path / "a.yaml"))
    assert status == 0 and out.count("\n") == 1 and "\x1b" not in out and out.startswith("Two lines ")
