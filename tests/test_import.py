"""`import`: one-line descriptions in the styles of magazines, lists and forums become sheets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cwdesign import cli
from cwdesign.catalog import load_catalog
from cwdesign.design import make_design
from cwdesign.reader import read_sheets
from cwdesign.settings import Settings
from cwdesign.sheet import Sheet
from cwdesign.stockcar.entries import divide
from cwdesign.stockcar.file_names import numbered, stem_of
from cwdesign.stockcar.lexicon import lexicon_of
from cwdesign.stockcar.reading import Reading, read
from cwdesign.stockcar.sheet_text import sheet_text
from vehicle_form import form

HERE = Path(__file__).parent
STOCK = HERE / "stock"
LINES = HERE / "stock-lines"
OF_STOCK = ("magazine", "short-list", "forum")
"""Texts whose every line is a vehicle of `tests/stock`, told in another style."""
FILES = {"rat": "the-rat", "firestarter-variant-c": "firestarter-c"}
"""Stock sheets that are not called after their vehicle."""


def readings(text: str) -> list[Reading]:
    """Every vehicle of a text, which has nothing else in it."""
    entries = divide(text, lexicon_of(load_catalog()))
    assert not entries.stray, entries.stray
    return [read(text, described, load_catalog()) for described in entries.described]


def one(line: str) -> dict[str, Any]:
    """The sheet of a line that is read completely."""
    (reading,) = readings(line)
    assert not reading.unread, (line, reading.unread)
    assert reading.sheet is not None
    return dict(reading.sheet)


def vehicle_of(sheet: Any) -> Any:
    return make_design(Sheet("line", 0, dict(sheet), {}), load_catalog(), Settings()).vehicle


# -- whole lines


def stock_lines() -> list[Any]:
    return [
        pytest.param(reading, id=f"{style}-{stem_of(reading.name)}")
        for style in OF_STOCK
        for reading in readings((LINES / f"{style}.txt").read_text("utf-8"))
    ]


@pytest.mark.parametrize("reading", stock_lines())
def test_published_vehicles_in_other_words(reading: Reading) -> None:
    """A stock vehicle as another publication would print it is the same vehicle, to the last part."""
    stem = stem_of(reading.name)
    (document,) = read_sheets((STOCK / f"{FILES.get(stem, stem)}.yaml").read_bytes(), "stock")
    assert document.sheet is not None
    assert not reading.unread and reading.sheet is not None
    told, published = form(vehicle_of(reading.sheet)), form(vehicle_of(document.sheet.data))
    assert told[4:] == published[4:]  # name and tech level aside


def test_assorted_lines_are_read_completely() -> None:
    found = readings((LINES / "assorted.txt").read_text("utf-8"))
    assert len(found) == 56
    unread = {r.name: [u.text for u in r.unread] for r in found if r.unread or r.sheet is None}
    assert not unread


def styled_lines() -> list[Any]:
    """Every line of `styles.txt` with its sheet, which was written from what the words say, part by part."""
    documents = read_sheets((LINES / "styles.yaml").read_bytes(), "styles.yaml")
    found = readings((LINES / "styles.txt").read_text("utf-8"))
    assert [reading.name for reading in found] == [document.name for document in documents]
    sheets = [document.sheet.data for document in documents if document.sheet is not None]
    return [pytest.param(r, sheet, id=stem_of(r.name)) for r, sheet in zip(found, sheets, strict=True)]


@pytest.mark.parametrize(("reading", "expected"), styled_lines())
def test_lines_in_many_styles(reading: Reading, expected: dict[str, Any]) -> None:
    """A line becomes the vehicle that it describes, and its printed figures become the claims."""
    assert not reading.unread and reading.sheet is not None
    assert form(vehicle_of(reading.sheet)) == form(vehicle_of(expected))
    for part in ("claims", "sidecar", "carrier"):
        assert claims_in(reading.sheet, part) == claims_in(expected, part)


@pytest.mark.parametrize("width", [60, 72])
def test_wrapping_changes_nothing(width: int) -> None:
    """A line that a list or an e-mail has wrapped is the same vehicle."""
    for reading in readings((LINES / "styles.txt").read_text("utf-8"))[::3]:
        if "\n" in reading.described.source:
            continue
        (wrapped,) = readings(textwrap.fill(reading.described.source, width, subsequent_indent="  "))
        assert (wrapped.name, wrapped.sheet) == (reading.name, reading.sheet)


def test_no_word_vanishes() -> None:
    """A word that means nothing, in the place of any other, is reported, kept as a remark, or part of the name."""
    rng = Random(11)
    text = (LINES / "styles.txt").read_text("utf-8")
    for reading in readings(text)[::2]:
        source, tokens = reading.described.source, reading.described.tokens
        token = rng.choice([t for t in tokens if t.kind == "word"])
        start = text.index(source)
        garbled = f"{source[: token.start - start]}zzqxw{source[token.end - start :]}"
        entries = divide(garbled, lexicon_of(load_catalog()))
        said = [s.text for s in entries.stray]
        for described in entries.described:
            told = read(garbled, described, load_catalog())
            said += [told.name, *(u.text for u in told.unread), *(n.text for n in told.draft.notes)]
        assert "zzqxw" in " ".join(said), garbled


def claims_in(sheet: Any, part: str) -> dict[str, str]:
    claims = sheet.get("claims", {}) if part == "claims" else sheet.get(part, {}).get("claims", {})
    return {key: str(value) for key, value in claims.items()}


def test_printed_figures_become_claims() -> None:
    sheet = one(
        "X -- Compact, hvy. chassis, hvy. suspension, medium PP, 4 HD tires, driver. HC 3 (4 at 60 mph), accel. 5/10,"
        " top speed 97.5 mph, range 200 miles; 3,999.5 lbs., $12,345; 9 spaces used"
    )
    assert {key: str(value) for key, value in sheet["claims"].items()} == {
        "cost": "12345",
        "weight": "3999.5",
        "spaces_used": "9",
        "handling_class": "3",
        "handling_class_at_60": "4",
        "acceleration": "5",
        "top_speed": "97.5",
        "range": "200",
    }


# -- phrases, each in a line that is plain otherwise

CAR = "X -- Compact, hvy. chassis, hvy. suspension, {plant}, 4 HD tires, {crew}, {weapons}, F20 R10 L10 B20 T5 U5"
PLAIN = {"plant": "medium PP", "crew": "driver", "weapons": "MG F"}


def car(**parts: str) -> dict[str, Any]:
    return one(CAR.format(**{**PLAIN, **parts}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Luxury, x-hvy. chassis, hvy. suspension",
            {"type": "luxury", "chassis": "extra-heavy", "suspension": "heavy"},
        ),
        ("Mid-size, Xhvy Ch., Imp Sus.", {"type": "mid-sized", "chassis": "extra-heavy", "suspension": "improved"}),
        ("Sta. Wagon, std ch, OR sus", {"type": "station-wagon", "chassis": "standard", "suspension": "off-road"}),
        ("Sedan, heavy chassis & suspension", {"type": "sedan", "chassis": "heavy", "suspension": "heavy"}),
        ("Compact, x-hvy/hvy", {"type": "compact", "chassis": "extra-heavy", "suspension": "heavy"}),
        ("Compact, x/h", {"type": "compact", "chassis": "extra-heavy", "suspension": "heavy"}),
        ("Sub, chassis: light, suspension: light", {"type": "subcompact", "chassis": "light", "suspension": "light"}),
        (
            "Med. reversed trike, lt. ch., hvy. sus.",
            {"type": "reversed-medium-trike", "chassis": "light", "suspension": "heavy"},
        ),
        (
            "Sloped, streamlined Luxury, hvy chassis",
            {"type": "luxury", "sloped": True, "streamlined": True, "chassis": "heavy"},
        ),
        ("Heavy motorcycle, hvy suspension", {"type": "heavy-cycle", "suspension": "heavy"}),
        ("Pickup w/6-wheel chassis, x-hvy ch", {"type": "pickup", "wheels": 6, "chassis": "extra-heavy"}),
        ("30' bus, x-hvy chassis", {"type": "bus-30-foot", "chassis": "extra-heavy"}),
        ("40' van trailer, 8 solid tires", {"type": "semi-trailer-van"}),
        (
            "Luxury w/CA frame, hvy ch",
            {"type": "luxury", "modifications": ["carbon-aluminum-frame"], "chassis": "heavy"},
        ),
    ],
)
def test_bodies(text: str, expected: dict[str, Any]) -> None:
    assert one(f"X -- {text}, 4 PR tires" if "tires" not in text else f"X -- {text}")["body"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Super PP w/PC & SC", {"type": "electric-super", "options": ["platinum-catalysts", "superconductors"]}),
        ("Sport power plant", "electric-sport"),
        ("Large", "electric-large"),
        ("Med. PP w/10-pt. CA", {"type": "electric-medium", "component_armor": 10}),
        (
            "Thundercat PP w/PCs, SCs, 2 EPCs",
            {
                "type": "electric-thundercat",
                "options": ["platinum-catalysts", "superconductors", {"type": "extra-power-cells", "count": 2}],
            },
        ),
        (
            "350 cid w/tubular headers, 10-gal. dueling tank",
            {"type": "gas-350-cid", "options": ["tubular-headers"], "gas_tank": {"type": "duelling", "gallons": 10}},
        ),
        (
            "350 cu. in. V-8 w/turbo, HD gas tank (15 gal.) w/10-pt. CA, laser battery",
            {
                "type": "gas-350-cid",
                "options": ["turbocharger"],
                "gas_tank": {"type": "heavy-duty", "gallons": 15, "component_armor": 10},
                "laser_batteries": 1,
            },
        ),
    ],
)
def test_plants(text: str, expected: Any) -> None:
    assert car(plant=text)["power_plant"] == expected


def test_cycles_and_trucks_have_plants_of_their_own() -> None:
    """`Large PP` in a motorcycle is the cycle's, in a bus the truck's."""
    assert one("X -- Hvy cycle, hvy sus, large PP, 2 PR tires")["power_plant"] == "electric-large-cycle"
    assert one("X -- 40' bus, hvy ch, large PP, 10 solid tires")["power_plant"] == "electric-truck-large"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 SR PR", {"all": {"type": "puncture-resistant", "options": ["steelbelted", "radial"]}}),
        ("4 PRSRFP tires", {"all": {"type": "puncture-resistant", "options": ["steelbelted", "radial", "fireproof"]}}),
        ("4 fireproof PR radials", {"all": {"type": "puncture-resistant", "options": ["fireproof", "radial"]}}),
        ("tires: 4 solid", "solid"),
        ("2 PR tires front, 2 solid tires back", {"front": "puncture-resistant", "back": "solid"}),
        ("4 Plasticore tires", "plasticore"),
        ("4 HD tires (steelbelted)", {"all": {"type": "heavy-duty", "options": ["steelbelted"]}}),
        ("4 Std. tires, spare HD tire", {"all": "standard", "spares": [{"type": "heavy-duty"}]}),
    ],
)
def test_tires(text: str, expected: Any) -> None:
    assert one(f"X -- Compact, hvy ch, hvy sus, medium PP, {text}, driver")["tires"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("driver w/BA", [{"role": "driver", "equipment": ["body-armor"]}]),
        ("driver only", [{"role": "driver"}]),
        (
            "driver & gunner each w/IBA",
            [
                {"role": "driver", "equipment": ["improved-body-armor"]},
                {"role": "gunner", "equipment": ["improved-body-armor"]},
            ],
        ),
        ("driver, 2 gunners w/TC", [{"role": "driver"}, *[{"role": "gunner", "computer": "targeting-computer"}] * 2]),
        (
            "driver (HRSWC, 10-pt CA)",
            [{"role": "driver", "computer": "hi-res-single-weapon-computer", "component_armor": 10}],
        ),
        (
            "driver w/SMG (20 hollow-point, extra clip)",
            [
                {
                    "role": "driver",
                    "equipment": [
                        {
                            "type": "submachine-gun",
                            "ammo": [{"type": "hollow-point", "shots": 20}],
                            "options": ["extra-clip-large"],
                        }
                    ],
                }
            ],
        ),
        ("driver w/safety seat, gunner", [{"role": "driver", "accessories": ["safety-seat"]}, {"role": "gunner"}]),
    ],
)
def test_crews(text: str, expected: Any) -> None:
    assert car(crew=text)["crew"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 linked VMGs front", [{"type": "vulcan-machine-gun", "count": 2, "mount": "front", "linked": True}]),
        ("2 VMGs front (linked)", [{"type": "vulcan-machine-gun", "count": 2, "mount": "front", "linked": True}]),
        ("2 VMGs linked, front", [{"type": "vulcan-machine-gun", "count": 2, "mount": "front", "linked": True}]),
        ("2x Vulcan MG [F]", [{"type": "vulcan-machine-gun", "count": 2, "mount": "front"}]),
        ("A.T.G. F.", [{"type": "anti-tank-gun", "mount": "front"}]),
        ("front-mounted RL", [{"type": "rocket-launcher", "mount": "front"}]),
        (
            "Front: RL. Back: SD",
            [{"type": "rocket-launcher", "mount": "front"}, {"type": "spikedropper", "mount": "back"}],
        ),
        ("FOJ left back corner", [{"type": "flaming-oil-jet", "mount": "back-left"}]),
        ("FOJ BL", [{"type": "flaming-oil-jet", "mount": "back-left"}]),
        ("SS on each side", [{"type": "smokescreen", "mount": "left"}, {"type": "smokescreen", "mount": "right"}]),
        ("2 FCDs (1 L, 1 R)", [{"type": "flame-cloud-discharger", "mount": side} for side in ("left", "right")]),
        (
            "4 HRs (3 F, 1 B)",
            [{"type": "heavy-rocket", "count": 3, "mount": "front"}, {"type": "heavy-rocket", "mount": "back"}],
        ),
        (
            "MG F each w/10 shots HD",
            [{"type": "machine-gun", "mount": "front", "ammo": [{"type": "high-density", "shots": 10}]}],
        ),
        ("MD B w/napalm", [{"type": "minedropper", "mount": "back", "ammo": "napalm-mines"}]),
        (
            "SD B (10 explosive)",
            [{"type": "spikedropper", "mount": "back", "ammo": [{"type": "explosive-spikes", "shots": 10}]}],
        ),
        ("incendiary HR F", [{"type": "heavy-rocket", "mount": "front", "ammo": "incendiary"}]),
        (
            "MML F w/extra magazine, magazine switch, 10 AP and 10 incendiary",
            [
                {
                    "type": "micromissile-launcher",
                    "mount": "front",
                    "magazines": {"extra": 1, "switch": True},
                    "ammo": [{"type": "armor-piercing", "shots": 10}, {"type": "incendiary", "shots": 10}],
                }
            ],
        ),
        (
            "RL F w/extra magazine of AP",
            [
                {
                    "type": "rocket-launcher",
                    "mount": "front",
                    "magazines": {"extra": 1},
                    "ammo": [{"type": "standard", "shots": 10}, {"type": "armor-piercing", "shots": 10}],
                }
            ],
        ),
        (
            "heavy pulse laser F w/10-pt CA",
            [{"type": "heavy-laser", "mount": "front", "options": ["pulse-laser"], "component_armor": 10}],
        ),
        ("MG F w/SWC", [{"type": "machine-gun", "mount": "front", "computer": "single-weapon-computer"}]),
        (
            "2 MGs F w/10 pts. CA each",
            [
                {
                    "type": "machine-gun",
                    "count": 2,
                    "mount": "front",
                    "component_armor": {"points": 10, "covers": "each"},
                }
            ],
        ),
        (
            "MG F w/5/10-pt. metal/LRFP CA",
            [
                {
                    "type": "machine-gun",
                    "mount": "front",
                    "component_armor": {
                        "points": {"metal": 5, "plastic": 10},
                        "type": {"metal": "metal", "plastic": "laser-reflective-fireproof"},
                    },
                }
            ],
        ),
    ],
)
def test_weapons(text: str, expected: Any) -> None:
    assert car(weapons=text)["weapons"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FOJ BL, SD BR, link (FOJ, SD)", [["flaming-oil-jet", "spikedropper"]]),
        ("FOJ BL, SD BR, FOJ and SD linked", [["flaming-oil-jet", "spikedropper"]]),
        ("HR & VFRP F linked", [["heavy-rocket", "variable-fire-rocket-pod"]]),
        ("linked HR & VFRP front", [["heavy-rocket", "variable-fire-rocket-pod"]]),
        ("HR F linked to RL F", [["heavy-rocket", "rocket-launcher"]]),
        ("MG F, SS L, SS R, SD B, 2 links (MG/SD, SS/SS)", [["machine-gun", "spikedropper"], ["smokescreen"]]),
        ("MG F, SD B, smart link (MG, SD)", [{"type": "smart-link", "items": ["machine-gun", "spikedropper"]}]),
    ],
)
def test_links(text: str, expected: Any) -> None:
    assert car(weapons=text)["links"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "2-space turret w/2 linked MMLs",
            [
                {
                    "type": "turret-2",
                    "mount": "top",
                    "weapons": [{"type": "micromissile-launcher", "count": 2, "linked": True}],
                }
            ],
        ),
        ("MG in turret", [{"type": "turret-1", "mount": "top", "weapons": [{"type": "machine-gun"}]}]),
        ("RR turret", [{"type": "turret-2", "mount": "top", "weapons": [{"type": "recoilless-rifle"}]}]),
        ("1-sp. PUT (MG)", [{"type": "pop-up-turret-1", "mount": "top", "weapons": [{"type": "machine-gun"}]}]),
        (
            "2 1-space EWPs each w/MML",
            [{"type": "external-weapon-pod-1", "mount": "sides", "weapons": [{"type": "micromissile-launcher"}]}],
        ),
        (
            "mini rocket platform w/MR",
            [{"type": "rocket-platform-1", "mount": "top", "weapons": [{"type": "medium-rocket"}]}],
        ),
        (
            "MG in universal turret",
            [
                {
                    "type": "turret-1",
                    "mount": "top",
                    "options": ["universal-mount"],
                    "weapons": [{"type": "machine-gun"}],
                }
            ],
        ),
    ],
)
def test_mounts(text: str, expected: Any) -> None:
    sheet = car(weapons=text)
    assert sheet["turrets"] == expected and "weapons" not in sheet


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("armor F10 R8 L8 B10 T2 U4", {"front": 10, "back": 10, "left": 8, "right": 8, "top": 2, "underbody": 4}),
        ("F40/R30/L30/B40/T15/U15", {"front": 40, "back": 40, "left": 30, "right": 30, "top": 15, "underbody": 15}),
        (
            "F/40 R/30 L/30 B/40 T/15 U/15",
            {"front": 40, "back": 40, "left": 30, "right": 30, "top": 15, "underbody": 15},
        ),
        (
            "armor 40/30/30/40/15/15 (F/R/L/B/T/U)",
            {"front": 40, "back": 40, "left": 30, "right": 30, "top": 15, "underbody": 15},
        ),
        (
            "armor: 40 front, 30 each side, 40 back, 15 top, 15 underbody",
            {"front": 40, "back": 40, "left": 30, "right": 30, "top": 15, "underbody": 15},
        ),
        ("F & B 40, L/R 30, T/U 15", {"front": 40, "back": 40, "left": 30, "right": 30, "top": 15, "underbody": 15}),
        (  # a face named by itself has its own points, in front or behind
            "sunroof. Armor: 30 all around, 10 top and bottom. No cargo space. Top speed 90",
            {"front": 30, "back": 30, "left": 30, "right": 30, "top": 10, "underbody": 10},
        ),
        (
            "armor: F40, 30 all around, top 5, 40 B",
            {"front": 40, "back": 40, "left": 30, "right": 30, "top": 5},
        ),
        (
            "armor 10 on each face, 40 front and back",
            {"front": 40, "back": 40, "left": 10, "right": 10, "top": 10, "underbody": 10},
        ),
        ("LRFP armor: F40, B40", {"type": "laser-reflective-fireproof", "front": 40, "back": 40}),
        ("sloped LR FP plastic armor: F40, B40", {"type": "laser-reflective-fireproof", "front": 40, "back": 40}),
        ("F40, B40 (FP)", {"type": "fireproof", "front": 40, "back": 40}),
        (
            "F1/54 R0/40",
            {"front": {"metal": 1, "plastic": 54}, "right": {"metal": 0, "plastic": 40}},
        ),
        (
            "F10 metal/20 plastic, B5 metal/10 plastic",
            {
                "type": {"metal": "metal", "plastic": "plastic"},
                "front": {"metal": 10, "plastic": 20},
                "back": {"metal": 5, "plastic": 10},
            },
        ),
    ],
)
def test_armor(text: str, expected: Any) -> None:
    assert one(f"X -- Compact, hvy ch, hvy sus, medium PP, 4 HD tires, driver, MG F, {text}")["armor"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 5-pt. wheelguards back, 2 5-pt. wheelhubs front", {"wheelguards": {"back": 5}, "wheelhubs": {"front": 5}}),
        ("10-pt. WG B & WH F", {"wheelguards": {"back": 10}, "wheelhubs": {"front": 10}}),
        ("wheelguards (back, 10 pts)", {"wheelguards": {"back": 10}}),
        ("4 10-pt. FP wheelguards", {"wheelguards": {"all": 10, "type": "fireproof"}}),
    ],
)
def test_wheel_armor(text: str, expected: Any) -> None:
    assert car(weapons=f"MG F, {text}")["wheel_armor"] == expected


@pytest.mark.parametrize(
    ("text", "accessories"),
    [
        ("FE", ["fire-extinguisher"]),
        ("IFE, spoiler & airdam", ["improved-fire-extinguisher", "spoiler", "airdam"]),
        ("front and rear bumper spikes", ["bumper-spikes-front", "bumper-spikes-back"]),
        ("2 side doors (L & R)", [{"type": "side-door", "mount": "left"}, {"type": "side-door", "mount": "right"}]),
        ("heavy hitch (10 pts. armor)", [{"type": "hitch-heavy", "points": 10}]),
        ("FP spoiler", [{"type": "spoiler", "armor": "fireproof"}]),
    ],
)
def test_accessories(text: str, accessories: Any) -> None:
    assert car(weapons=f"MG F, {text}")["accessories"] == accessories


def test_cargo_and_gear() -> None:
    sheet = car(weapons="MG F, cargo capacity: 3 spaces, 250 lbs., 40 lbs. of gear")
    assert sheet["cargo"] == {"spaces": 3, "weight": 250} and sheet["gear_weight"] == 40


def test_a_sidecar_follows_its_cycle() -> None:
    sheet = one(
        "X -- Hvy. cycle, hvy. susp., super cycle PP, 2 PR tires, cyclist, MML F, F20 B20, 1,300 lbs., $9,000;"
        " w/hvy. sidecar, imp. susp., 1 PR tire, gunner, MG F, F10 R10 B10, 700 lbs., $3,000"
    )
    assert sheet["claims"] == {"cost": 9000, "weight": 1300}
    assert sheet["sidecar"] == {
        "body": {"type": "heavy-sidecar", "suspension": "improved"},
        "tires": "puncture-resistant",
        "crew": [{"role": "gunner"}],
        "weapons": [{"type": "machine-gun", "mount": "front"}],
        "armor": {"front": 10, "back": 10, "right": 10},
        "claims": {"cost": 3000, "weight": 700},
    }


# -- nothing guessed silently, nothing dropped


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("laser F, mumble for the laser", ["mumble", "for the laser"]),
        ("RL in turret operated by gunner", ["operated", "by gunner"]),
        ("RL F, CB, FE", ["CB"]),
        ("RL F, HC 3, 10/15", ["10", "15"]),
        ("RL F, radar, 10-pt CA on each", ["10-pt CA"]),
    ],
)
def test_what_is_listed_is_no_second_part(text: str, unread: list[str]) -> None:
    """Words that refer to what the line has named already, or that could mean two things, add no part."""
    (reading,) = readings(f"X -- Compact, hvy ch, hvy sus, large PP, 4 HD tires, driver, gunner, {text}")
    assert [u.text for u in reading.unread] == unread
    sheet = reading.sheet
    assert sheet is not None and len(sheet["crew"]) == 2
    assert len([*sheet.get("weapons", ()), *sheet.get("turrets", ())]) == 1


def test_what_is_not_understood_is_kept() -> None:
    (reading,) = readings("X -- Compact, hvy ch, medium PP, 4 HD tires, driver, left-handed frobnicator, MG F")
    assert [u.text for u in reading.unread] == ["left-handed frobnicator"]
    assert reading.sheet is not None and reading.sheet["weapons"] == [{"type": "machine-gun", "mount": "front"}]


def test_what_is_assumed_is_said() -> None:
    (reading,) = readings("X -- Compact, hvy ch, medium PP, 4 HD tires, driver, MG in turret")
    assert any("the smallest that holds" in note.text for note in reading.draft.notes)
    line = "X -- Compact, hvy ch, medium PP, 4 HD tires, driver, {} front"
    for weapons, said in (
        ("MGs", ["Assumed: one Machine Gun, for the line gives no number."]),
        ("linked MGs", ["Assumed: two Machine Guns, for the line gives no other number."]),
        ("MG", []),
        ("2 MGs", []),
    ):
        (reading,) = readings(line.format(weapons))
        assert [note.text for note in reading.draft.notes if "Machine Gun" in note.text] == said


def test_printed_figures_decide_between_readings() -> None:
    """Ten gallons in a tank of no kind: the printed cost says which. Economy costs nothing a gallon, racing $10."""
    plain = "X -- Compact, hvy ch, hvy sus, 200 cid, 10-gal. {kind}, 4 HD tires, driver, F20 R10 L10 B20 T5 U5"
    for kind in ("economy", "heavy-duty", "racing", "duelling"):
        named = one(plain.format(kind=f"{kind} tank"))
        totals = make_design(Sheet("x", 0, named, {}), load_catalog(), Settings())
        line = f"{plain.format(kind='tank')}, {totals.weight} lbs., ${totals.cost}"
        assert one(line)["power_plant"]["gas_tank"] == {"type": kind, "gallons": 10}


def test_a_word_cannot_hide_in_a_long_text() -> None:
    """Every word of a line is read, kept as a remark, or reported: none vanishes."""
    (reading,) = readings("X -- Compact, hvy ch, medium PP, 4 HD tires, qwert driver yuiop MG asdfg F hjkl")
    assert " ".join(u.text for u in reading.unread).split() == ["qwert", "yuiop", "asdfg", "F", "hjkl"] or [
        u.text for u in reading.unread
    ] == ["qwert", "yuiop", "asdfg", "hjkl"]


def test_any_text_is_read_or_reported() -> None:
    """Whatever stands in a line, reading it ends without a failure."""
    rng = Random(7)
    words = [
        *("MG", "VMG", "F", "front", "(", ")", ",", ";", ".", "w/", "&", "and", "each", "linked", "link", "10", "2"),
        *("pt", "CA", "turret", "EWP", "HD", "AP", "driver", "gunner", "TC", "F40", "/", "--", "$"),
    ]
    for _ in range(300):
        text = "X -- Compact, hvy ch, medium PP, 4 HD tires, " + " ".join(rng.choice(words) for _ in range(40))
        (reading,) = readings(text)
        assert reading.sheet is not None
        sheet_text(reading, "a test")


# -- files with several vehicles


def names(text: str) -> list[str]:
    entries = divide(text, lexicon_of(load_catalog()))
    return [d.name for d in entries.described]


BODY = "Compact, hvy ch, medium PP, 4 HD tires, driver"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"A -- {BODY}\nB -- {BODY}\n", ["A", "B"]),
        (f"A -- {BODY},\nMG F,\nHC 3\n\nB: {BODY}\n", ["A", "B"]),
        (f"1. A - {BODY}\n2. B - {BODY}\n", ["A", "B"]),
        (f'* "The Car" — {BODY}\n', ["The Car"]),
        (f"**A**\n{BODY}\n\n**B**\n{BODY}\n", ["A", "B"]),
        (f"Van Helsing -- {BODY}\n", ["Van Helsing"]),
        (f"A: the car -- {BODY}\n", ["A: the car"]),
        ("A -- Compact, hvy sus-\npension, medium PP, 4 HD tires\n", ["A"]),
        (f"KILLER KART {BODY}\n", ["KILLER KART"]),
        (f"{BODY}\n", [""]),
    ],
)
def test_divides_texts(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_text_that_is_no_vehicle_is_reported() -> None:
    entries = divide(f"Cars under $5,000\n\nA -- {BODY}\n", lexicon_of(load_catalog()))
    assert [s.text for s in entries.stray] == ["Cars under $5,000"]


# -- file names


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("The Rat", "the-rat"),
        ("Haulin' Oates", "haulin-oates"),
        ("48RPA", "48rpa"),
        ("Éclair 2", "eclair-2"),
        ("../../etc/passwd", "etc-passwd"),
        (".hidden", "hidden"),
        ("!!!", "vehicle"),
        ("garage", "garage-vehicle"),
        ("CON", "con-vehicle"),
        ("ハヤブサ", "ハヤフサ"),
    ],
)
def test_file_names(name: str, stem: str) -> None:
    assert stem_of(name) == stem


def test_second_of_a_name() -> None:
    assert [numbered("the-rat", n) for n in (1, 2, 3)] == ["the-rat.yaml", "the-rat-2.yaml", "the-rat-3.yaml"]
    assert len(stem_of("x" * 500).encode()) <= 150


# -- the command

LEGAL = (
    "The Rat -- Compact, Heavy chassis, Heavy suspension, Large power plant, 4 Puncture-Resistant tires, Driver, Rocket"
    " Launcher Front, Spikedropper Back w/10 Explosive Spikes, Plastic Armor: F40 (Ramplate), L30, R30, B35, T15, U17,"
    " Acceleration 10, Top Speed 120, HC 3, 3997 lbs., $8901"
)
"""A published car (Bastille 2037) under another name."""


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run([*arguments])
    out, err = capfd.readouterr()
    return status, out, err


def test_one_stream_on_standard_output(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "list.txt").write_text(f"{LEGAL}\n\n{LEGAL.replace('The Rat', 'Bat')}\n", "utf-8")
    status, out, err = run(capfd, "import", "list.txt")
    assert status == 0, err
    assert [d.name for d in read_sheets(out.encode(), "out")] == ["The Rat", "Bat"]
    assert err == "standard output: The Rat: legal\nstandard output: Bat: legal\n"
    assert out.startswith("# From list.txt, line 1:\n# The Rat -- Compact")


def test_findings_are_at_the_lines_of_the_stream(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Kept as a file, the stream has what is found where standard error says."""
    (garage / "list.txt").write_text(f"{LEGAL}\n\n{LEGAL.replace('$8901', '$8900')}\n", "utf-8")
    status, out, err = run(capfd, "import", "list.txt")
    found = re.search(r"^standard output:(\d+):(\d+): error LED-CLAIMS", err, re.MULTILINE)
    assert status == 1 and found is not None
    assert out.splitlines()[int(found[1]) - 1][int(found[2]) - 1 :].startswith("8900")


def test_files_in_a_folder_and_collisions(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "list.txt").write_text(f"{LEGAL}\n\n{LEGAL}\n", "utf-8")
    status, out, err = run(capfd, "import", "list.txt", "--output", "cars")
    assert (status, out) == (0, "") and "there already" not in err
    assert sorted(os.listdir("cars")) == ["the-rat-2.yaml", "the-rat.yaml"]
    (garage / "cars" / "the-rat.yaml").write_text("mine\n", "utf-8")
    status, _, err = run(capfd, "import", "list.txt", "--output", "cars")
    assert status == 0
    assert "cars/the-rat.yaml and 1 more are there already, so this is cars/the-rat-3.yaml; --force replaces" in err
    assert sorted(os.listdir("cars")) == ["the-rat-2.yaml", "the-rat-3.yaml", "the-rat-4.yaml", "the-rat.yaml"]
    assert (garage / "cars" / "the-rat.yaml").read_text("utf-8") == "mine\n"
    assert run(capfd, "import", "list.txt", "--output", "cars", "--force")[0] == 0
    assert (garage / "cars" / "the-rat.yaml").read_text("utf-8") != "mine\n"
    assert len(os.listdir("cars")) == 4


def test_unread_words_are_named_with_their_place(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "list.txt").write_text(f"\n{LEGAL.replace('Driver,', 'Driver, mystery box,')}\n", "utf-8")
    status, out, err = run(capfd, "import", "list.txt")
    assert status == 1
    assert 'cwdesign: list.txt:2:109: The Rat: not read: "mystery box"' in err
    assert '# Not read: "mystery box"\n' in out


def test_where_a_weapon_was_put_is_said(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A line may leave open where a weapon sits; to say what was made of that is no reason to end with 1."""
    (garage / "list.txt").write_text(LEGAL.replace("Launcher Front", "Launcher"), "utf-8")
    status, out, err = run(capfd, "import", "list.txt")
    assert status == 0
    placed = "the Rocket Launcher sits back, as the weapon named after it."
    assert f"cwdesign: list.txt:1:1: The Rat: assumed: {placed}\n" in err
    assert f"# Assumed: {placed}\n" in out


def test_sheets_are_checked_at_once(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "list.txt").write_text(LEGAL.replace("$8901", "$8900"), "utf-8")
    status, _, err = run(capfd, "import", "list.txt", "--output", ".")
    assert status == 1 and "error LED-CLAIMS" in err and "the-rat.yaml: The Rat: illegal" in err


def test_what_cannot_be_done(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "list.txt").write_text("Nothing but prose.\n", "utf-8")
    assert run(capfd, "import", "none.txt")[0] == 2
    assert run(capfd, "import", "list.txt")[0] == 2
    assert run(capfd, "import", ".")[0] == 2
    (garage / "list.txt").write_text(LEGAL, "utf-8")
    (garage / "file").write_text("", "utf-8")
    assert run(capfd, "import", "list.txt", "--output", "file")[0] == 2


def test_old_encodings(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Lists of the nineties are no UTF-8: a dash is 0x97 and é is 0xE9 there."""
    (garage / "list.txt").write_bytes(LEGAL.replace("The Rat --", "Caf\xe9 \u2014").encode("cp1252"))
    status, out, err = run(capfd, "import", "list.txt")
    assert status == 0 and 'name: "Café"' in out and "Windows-1252" in err


def test_hostile_text_is_data(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Control characters, YAML and paths in a name stay text."""
    line = LEGAL.replace("The Rat", "../!!python/object: {a} \x1b[31m # & *")
    (garage / "list.txt").write_text(line, "utf-8")
    status, out, err = run(capfd, "import", "list.txt", "--output", "cars")
    assert status == 0, err
    assert "\x1b" not in err and out == ""
    (file,) = os.listdir("cars")
    (document,) = read_sheets((garage / "cars" / file).read_bytes(), file)
    assert document.sheet is not None and str(document.name).startswith("../!!python")


def test_standard_input(garage: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "cwdesign", "import", "-"], input=LEGAL.encode(), capture_output=True, cwd=garage
    )
    assert ended.returncode == 0 and b"name: The Rat" in ended.stdout


def test_long_texts_end_in_time() -> None:
    """Open parentheses and words without end take seconds, not hours."""
    text = "X -- Compact, hvy chassis, " + "MG F, (" * 300 + "hvy " * 30_000 + "r" * 30_000
    reading = readings(text)[0]
    assert reading.sheet is not None and len(reading.sheet["weapons"]) == 300
    blanks = " " * 200_000
    assert readings(f"X -- Compact{blanks}a:{blanks}(b{blanks}\n")[0].sheet is not None


def test_numbers_beyond_all_counting_are_not_read() -> None:
    many = "9" * 5000
    (reading,) = readings(f"Rhino -- Compact, std. chassis, {many} MG front, ${many}, {many} lbs.\n")
    assert reading.unread and reading.sheet is not None
