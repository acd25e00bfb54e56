"""The schema of sheets: what it accepts, and what each refusal says and where."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwdesign import schema
from cwdesign.reader import read_sheets
from cwdesign.schema import check_document, check_shape, compile_validator, json_schema, schema_file, type_checker
from cwdesign.sheet import Sheet, Unreal

STOCK = sorted((Path(__file__).parent / "stock").glob("*.yaml"))
START = "name: Rhino\nbody: {type: compact}\n"


def read(text: str) -> Sheet:
    (document,) = read_sheets(text.encode(), "car.yaml")
    assert document.sheet is not None, document.findings
    assert document.findings == ()
    return document.sheet


def faults(text: str) -> list[tuple[str, str]]:
    """`line:column-end_column at` and the message with its hint, of every finding."""
    found = []
    for finding in check_shape(read(text)):
        assert (finding.rule, finding.severity) == ("SHT-SHAPE", "error")
        span = finding.place.span
        assert span.line == span.end_line
        where = f"{span.line}:{span.column}-{span.end_column} {finding.place.at}"
        found.append((where, f"{finding.message} {finding.hint or ''}".strip()))
    return found


# --- what is accepted


@pytest.mark.parametrize("file", STOCK, ids=lambda file: file.stem)
def test_published_vehicles_have_the_right_shape(file: Path) -> None:
    assert faults(file.read_text("utf-8")) == []


def test_only_name_and_body_type_are_required() -> None:
    assert faults("name: x\nbody: {type: y}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "format: 1",
        "team: a\ndesigner: b\nnotes: |\n  c\ntags: [d, e]",
        "tech_level: classic",
        "division: 7.5",
        "division: 0",
        # bare ids
        "power_plant: electric-super",
        "backup_power_plant: Super",
        "tires: solid",
        "accessories: [fire-extinguisher, 'Fire Extinguisher']",
        "weapons: [MG]",
        "turrets: [turret-1]",
        "boosters: [rocket-booster]",
        "crew: [{role: driver, computer: targeting-computer, equipment: [body-armor], accessories: [safety-seat]}]",
        # power plant
        "power_plant: {type: gas-350-cid, id: motor, options: [supercharger, {type: extra-power-cells, count: 2}],"
        " component_armor: 10, gas_tank: {type: racing, gallons: 5, options: [fire-retardant-insulator],"
        " component_armor: {points: 4}, id: tank}, laser_batteries: 0}",
        "power_plant: {type: gas-350-cid, gas_tank: economy}",
        # tires
        "tires: {all: solid, front: {type: solid, options: [steelbelted, {type: radial}]}, middle: x, back: y,"
        " spares: [solid, {type: solid, options: []}]}",
        # crew
        "crew: []\npassengers: 0",
        "crew: [{}]\npassengers: [{role: passenger, seat: back, id: p}]",
        "crew: [{role: cyclist, computer: [a, {type: b, weapons: [gun, laser]}], component_armor: 5}]",
        "crew: [{role: gunner, equipment: [{type: grenade, count: 6}, {type: smg, ammo: standard, options: [clip]},"
        " {type: smg, ammo: [{type: explosive, shots: 10}]}]}]",
        # armor
        "armor: {front: 10, back: 0, left: 1, right: 2, top: 3, underbody: 4}",
        "armor: {type: {metal: metal, plastic: fireproof}, front: {metal: 8, plastic: 6}, top: {plastic: 5}}",
        "armor: {left-front: 1, left-back: 1, right-front: 1, right-back: 1, top-front: 1, top-back: 1,"
        " underbody-front: 1, underbody-back: 1, bed: 1, bed-front: 1, bed-back: 1, upper-bed-front: 1,"
        " upper-bed-back: 1}",
        "wheel_armor: {wheelguards: 5, wheelhubs: {front: 4, middle: 4, back: 4, all: 1, type: metal, fake: true}}",
        "component_armor: [{points: 10, around: [a, b]}, {points: {metal: 2, plastic: 3}, type: {metal: a, plastic: b},"
        " around: []}]",
        # weapons
        "weapons: [{type: mg, count: 2, mount: front-left, linked: true, id: guns, ammo: [], magazines: {extra: 1,"
        " rotary: true, switch: false, rocket: 2, dual: 0}, options: [bumper-trigger, {type: concealment}],"
        " computer: cyberlink, component_armor: {points: {metal: 1}, type: lr-metal, covers: each}}]",
        "weapons: [{type: mg, mount: underbody-back, ammo: incendiary}]",
        "weapons: [{type: mg, ammo: [standard, {type: incendiary}, {type: mines, shots: 3, options: [proximity]}]}]",
        # mounts
        "turrets: [{type: turret-2, mount: top, weapons: [laser, {type: mg, count: 2}], boosters: [{type: jump-jet,"
        " weight: 100}], links: [[laser, mg]], armor: {type: metal, points: 5}, options: [universal-mount],"
        " crew: [{role: gunner}], id: t}, {type: ewp-1, mount: sides, armor: {points: {metal: 1, plastic: 2}}}]",
        "boosters: [{type: rocket-booster, mount: back, count: 2, sized_for: max-load, mph: 20}]",
        "boosters: [{type: jump-jet, mount: underbody, weight: 150}]",
        "links: [[a, b], {type: smart-link, items: [a]}, {items: [b]}]",
        "accessories: [{type: hitch, count: 1, mount: back, points: 10, armor: metal, component_armor: 5, id: h}]",
        "accessories: [{type: retractable-wheelguards, mount: middle}]",
        # the rest
        "cargo: {spaces: 2.5, weight: 100}\ngear_weight: 10.5",
        "inside_places: [cargo, crew, plant]",
        "tows: trailers/van.yaml",
        "claims: {cost: 1, weight: 2, spaces_used: 3.5, handling_class: -1, handling_class_at_60: 0, acceleration: 2.5,"
        " top_speed: 97.5, range: 200}",
        "claims: {}",
        "waivers: [{rule: LED-CLAIMS, reason: misprint}, {rule: THR}]",
        "sidecar: {body: {type: light-sidecar, suspension: improved}, tires: solid, crew: [{role: gunner}],"
        " passengers: 1, weapons: [mg], turrets: [], component_armor: [], armor: {front: 1},"
        " wheel_armor: {wheelguards: 2}, accessories: [], cargo: {}, claims: {cost: 1}}",
        "carrier: {body: {type: van-carrier}, weapons: [mg], armor: {front: 1}, claims: {cost: 2}}",
    ],
)
def test_every_form_of_the_format_page(text: str) -> None:
    assert faults(START + text + "\n") == []


def test_every_key_of_the_body() -> None:
    text = (
        "{type: x, chassis: Heavy, suspension: off-road, wheels: 18, rear_axles: 1, sloped: true, streamlined: false,"
    )
    text += " modifications: [roll-cage, {type: sunroof}]}"
    assert faults(f"name: x\nbody: {text}\n") == []


# --- what is refused

# Places are columns of line 3, which follows START.
REFUSED = [
    ("amor: {front: 1}", "3:1-5 amor", "`amor` is no key of a sheet. Did you mean `armor`?"),
    ("Armor: {front: 1}", "3:1-6 Armor", "Did you mean `armor`?"),
    ("power-plant: x", "3:1-12 power-plant", "Did you mean `power_plant`?"),
    ("chassis: heavy", "3:1-8 chassis", "It stands in `body`."),
    ("weight: 5000", "3:1-7 weight", "It stands in `claims`."),  # `cargo` has one too
    ("colour: red", "3:1-7 colour", "`cwdesign schema` lists the keys."),
    ('"odd key": 1', '3:1-10 ["odd key"]', "`odd key` is no key of a sheet."),
    ("format: 2", "3:9-10 format", "`format` must be `1`, not `2`."),
    ("format: '1'", "3:9-12 format", "`format` cannot be `1`."),
    ("team: 12", "3:7-9 team", 'text, not `12`. YAML reads it as a number; for text put it in quotes: "12".'),
    ("crew: [driver]", "3:8-14 crew[0]", "must be a mapping, not the text `driver`. Write `{role: driver}`."),
    ("cargo: 3", "3:8-9 cargo", "`cargo` must be a mapping, not `3`. It can have `spaces` or `weight`."),
    ("tires: 4", "3:8-9 tires", "not `4`. It can have `all`, `front`, `middle`, `back` or `spares`."),
    ("tags: red", "3:7-10 tags", "`tags` must be a list, not the text `red`. Put it in a list"),
    ("tags: [a, true]", "3:11-15 tags[1]", "An entry of `tags` must be text, not `true`."),
    ("tech_level: Classic", "3:13-20 tech_level", "Did you mean `classic`?"),
    ("weapons: [{type: mg, mount: turret}]", "3:29-35 weapons[0].mount", "`turrets: [{type: turret-1, mount: top"),
    ("weapons: [{type: mg, mount: Pop-up}]", "3:29-35 weapons[0].mount", "What a turret, pod or other mount holds"),
    ("weapons: [{type: mg, mount: rear}]", "3:29-33 weapons[0].mount", "Did you mean `back`?"),
    ("weapons: [{type: sd, mount: rear left}]", "3:29-38 weapons[0].mount", "Did you mean `back-left`?"),
    ("armor: {bottom: 5}", "3:9-15 armor.bottom", "Did you mean `underbody`?"),
    ("tech_level: uacfh", "3:13-18 tech_level", "It can be `classic`, `compendium`, `catalog` or `military`."),
    ("division: -1", "3:11-13 division", "`division` must be at least 0, not `-1`."),
    ("division: 30k", "3:11-14 division", "a number of at least 0, not the text `30k`. Write a plain number: 30."),
    ("division: $30,000", "3:11-18 division", "Write a plain number: 30000."),
    ("division: .inf", "3:11-15 division", "a number of at least 0, not `.inf`."),
    ("division: 1e400", "3:11-16 division", "at most 1,000,000,000, not `1e400`."),
    ("power_plant: {id: motor}", "3:1-12 power_plant", "`type` is missing in `power_plant`."),
    (
        "power_plant: [x]",
        "3:1-12 power_plant",
        "the name of a power plant or a mapping, not a list. Write the one entry",
    ),
    ("power_plant: {type: 5}", "3:21-22 power_plant.type", "the name of a power plant, not `5`."),
    (
        "power_plant: {type: x, gas_tank: {gallons: 5}}",
        "3:24-32 power_plant.gas_tank",
        "`type` is missing in `gas_tank`.",
    ),
    (
        "power_plant: {type: x, gas_tank: {type: y, gallons: 5.5}}",
        "3:53-56 power_plant.gas_tank.gallons",
        "whole number",
    ),
    ("power_plant: {type: x, laser_batteries: -1}", "3:41-43 power_plant.laser_batteries", "at least 0, not `-1`"),
    ("power_plant: {type: x, options: [{type: y, count: 0}]}", "3:51-52 power_plant.options[0].count", "at least 1"),
    ("tires: {type: solid}", "3:9-13 tires.type", "It can have `all`, `front`, `middle`, `back` or `spares`."),
    ("tires: {frnt: solid}", "3:9-13 tires.frnt", "Did you mean `front`?"),
    ("tires: {all: {options: [radial]}}", "3:9-12 tires.all", "`type` is missing in `all`."),
    ("crew: {role: driver}", "3:1-5 crew", "`crew` must be a list, not a mapping."),
    ("crew: [driver]", "3:8-14 crew[0]", "An entry of `crew` must be a mapping, not the text `driver`."),
    ("crew: [{role: Driver}]", "3:15-21 crew[0].role", "Did you mean `driver`?"),
    ("crew: [{seat: 1}]", "3:15-16 crew[0].seat", "must be text"),
    ("passengers: -1", "3:13-15 passengers", "at least 0, not `-1`."),
    ("passengers: 1.5", "3:13-16 passengers", "a whole number of at least 0, not `1.5`."),
    ("armor: 10", "3:8-10 armor", "`armor` must be a mapping, not `10`."),
    ("armor: {frnt: 10}", "3:9-13 armor.frnt", "`frnt` is no key of `armor`. Did you mean `front`?"),
    ("armor: {front-left: 10}", "3:9-19 armor.front-left", "is no key of `armor`."),
    ("armor: {front: -1}", "3:16-18 armor.front", "`front` must be at least 0, not `-1`."),
    ("armor: {front: 1.5}", "3:16-19 armor.front", "whole number"),
    ("armor: {front: {metal: 1.5}}", "3:24-27 armor.front.metal", "whole number"),
    ("armor: {front: {}}", "3:9-14 armor.front", "not an empty mapping"),
    ("armor: {type: {}}", "3:9-13 armor.type", "not an empty mapping"),
    ("armor: {type: {iron: x}}", "3:16-20 armor.type.iron", "It can have `metal` or `plastic`."),
    ("wheel_armor: {wheelguards: {left: 1}}", "3:29-33 wheel_armor.wheelguards.left", "is no key of `wheelguards`."),
    ("wheel_armor: {guards: 5}", "3:15-21 wheel_armor.guards", "Did you mean `wheelguards`?"),
    (
        "wheel_armor: {wheelhubs: {fake: yes}}",
        "3:33-36 wheel_armor.wheelhubs.fake",
        "true or false, not the text `yes`. Write",
    ),
    ("weapons: {type: mg}", "3:1-8 weapons", "`weapons` must be a list, not a mapping."),
    ("weapons: [{mount: front}]", "3:11-25 weapons[0]", "`type` is missing in this entry of `weapons`."),
    ("weapons: [{gun: mg, mount: front}]", "3:12-15 weapons[0].gun", "Did you mean `type`?"),
    ("links: [{type: link, member: [a]}]", "3:22-28 links[0].member", "Did you mean `items`?"),
    ("weapons: [[mg]]", "3:11-15 weapons[0]", "the name of a weapon or a mapping, not a list."),
    (
        "weapons: [{type: mg, mount: frnt}]",
        "3:29-33 weapons[0].mount",
        "`mount` cannot be `frnt`. Did you mean `front`?",
    ),
    ("weapons: [{type: mg, mount: sides}]", "3:29-34 weapons[0].mount", "cannot be `sides`."),
    ("weapons: [{type: mg, mount: bed}]", "3:29-32 weapons[0].mount", "cannot be `bed`."),
    ("weapons: [{type: mg, count: 0}]", "3:29-30 weapons[0].count", "`count` must be at least 1, not `0`."),
    ("weapons: [{type: mg, count: 1.5}]", "3:29-32 weapons[0].count", "a whole number of at least 1, not `1.5`."),
    ("weapons: [{type: mg, count: true}]", "3:29-33 weapons[0].count", "a whole number of at least 1, not `true`."),
    (
        "weapons: [{type: mg, ammo: {type: x}}]",
        "3:22-26 weapons[0].ammo",
        "a type of ammunition or a list, not a mapping.",
    ),
    (
        "weapons: [{type: mg, ammo: [{shots: 3}]}]",
        "3:29-39 weapons[0].ammo[0]",
        "`type` is missing in this entry of `ammo`.",
    ),
    (
        "weapons: [{type: mg, ammo: [{type: x, shots: '9'}]}]",
        "3:46-49 weapons[0].ammo[0].shots",
        "Write a plain number: 9.",
    ),
    ("weapons: [{type: mg, magazines: {extra: -1}}]", "3:41-43 weapons[0].magazines.extra", "at least 0"),
    ("weapons: [{type: mg, magazines: {rotary: 1}}]", "3:42-43 weapons[0].magazines.rotary", "true or false, not `1`."),
    ("weapons: [{type: mg, options: pulse}]", "3:31-36 weapons[0].options", "must be a list"),
    ("weapons: [{type: mg, options: [{type: x, count: 2}]}]", "3:42-47 weapons[0].options[0].count", "is no key"),
    ("weapons: [{type: mg, component_armor: {type: x}}]", "3:22-37 weapons[0].component_armor", "`points` is missing"),
    (
        "weapons: [{type: mg, component_armor: {points: 1, covers: one}}]",
        "3:59-62 weapons[0].component_armor.covers",
        "`each`",
    ),
    ("turrets: [{type: t, mount: inside}]", "3:28-34 turrets[0].mount", "`mount` cannot be `inside`."),
    ("turrets: [{type: t, weapons: [{type: mg, mount: top}]}]", "3:42-47 turrets[0].weapons[0].mount", "is no key"),
    ("turrets: [{type: t, armor: 5}]", "3:28-29 turrets[0].armor", "must be a mapping"),
    ("boosters: [{type: b, sized_for: load}]", "3:33-37 boosters[0].sized_for", "cannot be `load`."),
    ("boosters: [{type: b, weight: -5}]", "3:30-32 boosters[0].weight", "at least 0"),
    ("links: [a]", "3:9-10 links[0]", "An entry of `links` must be a list or a mapping, not the text `a`."),
    ("links: [{type: link}]", "3:9-21 links[0]", "`items` is missing in this entry of `links`."),
    ("links: [[1, a]]", "3:10-11 links[0][0]", "must be text, not `1`."),
    ("accessories: [{type: x, points: 1.5}]", "3:33-36 accessories[0].points", "whole number"),
    (
        "accessories: [{type: x, armor: {metal: y}}]",
        "3:25-30 accessories[0].armor",
        "the name of an armor type, not a mapping.",
    ),
    ("cargo: 5", "3:8-9 cargo", "must be a mapping"),
    ("cargo: {spaces: -0.5}", "3:17-21 cargo.spaces", "at least 0, not `-0.5`."),
    ("gear_weight: 1000000000.5", "3:14-26 gear_weight", "at most 1,000,000,000"),
    ("inside_places: [boot]", "3:17-21 inside_places[0]", "It can be `crew`, `plant` or `cargo`."),
    ("component_armor: [{points: 5}]", "3:19-30 component_armor[0]", "`around` is missing in this entry"),
    ("component_armor: 5", "3:18-19 component_armor", "must be a list"),
    ("sidecar: {armor: {front: 1}}", "3:1-8 sidecar", "`body` is missing in `sidecar`."),
    (
        "sidecar: {body: {}}",
        "3:11-15 sidecar.body",
        "`type` is missing in `body`. Write `type:` with the name of a body.",
    ),
    ("sidecar: {body: {type: x}, links: []}", "3:28-33 sidecar.links", "`links` is no key of `sidecar`."),
    ("carrier: {body: {type: x}, tires: solid}", "3:28-33 carrier.tires", "`tires` is no key of `carrier`."),
    ("tows: [a.yaml]", "3:1-5 tows", "must be text, not a list. Write the one entry without the list."),
    ("claims: {cost: lots}", "3:16-20 claims.cost", "must be a number, not the text `lots`."),
    ("claims: {hc: 3}", "3:10-12 claims.hc", "is no key of `claims`."),
    ("claims: {weight: -1}", "3:18-20 claims.weight", "at least 0"),
    ("claims: {cost: -1e999999999}", "3:16-28 claims.cost", "must be a number, not `-1e999999999`."),
    ("waivers: [THR-LIMIT]", "3:11-20 waivers[0]", "must be a mapping"),
    ("waivers: [{reason: x}]", "3:11-22 waivers[0]", "`rule` is missing in this entry of `waivers`."),
    ("weapons:", "3:1-8 weapons", "`weapons` has no value; it must be a list."),
    ("weapons: [~]", "3:11-12 weapons[0]", "the name of a weapon or a mapping, not `~`."),
    ("notes: null", "3:8-12 notes", "`notes` must be text, not `null`."),
    ("power_plant: ''", "3:14-16 power_plant", None),
]


@pytest.mark.parametrize(("text", "where", "fragment"), REFUSED, ids=[text for text, _, _ in REFUSED])
def test_one_fault_is_one_finding_at_its_value(text: str, where: str, fragment: str | None) -> None:
    found = faults(START + text + "\n")
    if fragment is None:  # a name that no component has is no fault of shape
        assert found == []
        return
    assert [place for place, _ in found] == [where]
    assert fragment in found[0][1]


@pytest.mark.parametrize(
    ("text", "where", "fragment"),
    [
        ("name: x\n", "1:1-8 ", "`body` is missing. Write `body: {type: …}`."),
        ("body: {type: y}\n", "1:1-16 ", "`name` is missing. Write `name:` with text."),
        ("name: x\nbody: {}\n", "2:1-5 body", "`type` is missing in `body`."),
        ("name: x\nbody: luxury\n", "2:7-13 body", "`body` must be a mapping, not the text `luxury`."),
        ("nam: x\nbody: {type: y}\n", "1:1-4 nam", "Did you mean `name`?"),
        ("name: x\nbody: {typ: y}\n", "2:8-11 body.typ", "Did you mean `type`?"),
        ("name: ''\nbody: {type: y}\n", "1:7-9 name", "`name` is empty; it must be text."),
        ("name:\nbody: {type: y}\n", "1:1-5 name", "`name` has no value; it must be text."),
        ("name: 2044\nbody: {type: y}\n", "1:7-11 name", 'for text put it in quotes: "2044".'),
        ("name: 1e3\nbody: {type: y}\n", "1:7-10 name", "must be text, not `1e3`. YAML reads it as a number"),
        ("name: true\nbody: {type: y}\n", "1:7-11 name", 'quotes: "true".'),
        ("name: x\nbody: {type: y, chassis: 3}\n", "2:26-27 body.chassis", "the name of a chassis, not `3`."),
        ("name: x\nbody: {type: y, wheels: six}\n", "2:25-28 body.wheels", "a whole number of at least 0"),
        ("name: x\nbody: {type: y, rear_axles: 3}\n", "2:29-30 body.rear_axles", "must be `1` or `2`, not `3`."),
        ("name: x\nbody: {type: y, sloped: no}\n", "2:25-27 body.sloped", "Write `false`."),
        ("name: x\nbody: {type: y, armor: 3}\n", "2:17-22 body.armor", "`armor` is no key of `body`."),
        ("- a\n- b\n", "1:1-4 ", "A sheet must be a mapping, not a list."),
        ("just text\n", "1:1-10 ", "A sheet must be a mapping, not the text `just text`."),
        ("12\n", "1:1-3 ", "A sheet must be a mapping, not `12`."),
    ],
)
def test_the_two_required_keys_and_the_sheet_itself(text: str, where: str, fragment: str) -> None:
    found = faults(text)
    assert [place for place, _ in found] == [where]
    assert fragment in found[0][1]


def test_all_faults_are_reported_together_in_file_order() -> None:
    text = "nme: x\nbody: {}\nweapons:\n- {type: mg, cout: 2, mount: fornt}\ntires: 5\n"
    assert [place for place, _ in faults(text)] == [
        "1:1-4 nme",
        "2:1-5 body",
        "4:14-18 weapons[0].cout",
        "4:30-35 weapons[0].mount",
        "5:8-9 tires",
    ]


@pytest.mark.parametrize(
    ("text", "at", "related"),
    [
        ("boosters: [{type: b, weight: 5, mph: 20}]", "boosters[0].mph", "boosters[0].weight"),
        (
            "boosters: [{type: b, sized_for: max-load, mph: 20, weight: 5}]",
            "boosters[0].weight",
            "boosters[0].sized_for",
        ),
    ],
)
def test_weight_and_size_of_a_booster_exclude_each_other(text: str, at: str, related: str) -> None:
    (finding,) = check_shape(read(START + text + "\n"))
    assert finding.place.at == at
    assert [cause.place.at for cause in finding.related] == [related]


def test_messages_never_show_a_long_text_or_a_line_end() -> None:
    ((_, message),) = faults(START + f'tech_level: "{"x" * 500}\\ny"\n')
    assert "\n" not in message
    assert len(message) < 200


def test_what_the_reader_refused_is_not_reported_again() -> None:
    (document,) = read_sheets((START + "division: !!int '5'\nteam: a\nteam: b\ntagz: x\n").encode(), "x")
    found = [(f.rule, f.place.at) for f in check_document(document)]
    assert found == [("YML-TAG", "division"), ("YML-DUPLICATE-KEY", "team"), ("SHT-SHAPE", "tagz")]


def test_no_more_than_a_thousand_faults_and_that_there_are_more() -> None:
    numbers = ", ".join(["1"] * 1500)
    found = check_shape(read(START + f"tags: [{numbers}]\n"))
    assert [f.rule for f in found[-2:]] == ["SHT-SHAPE", "YML-LIMIT"]
    assert len(found) == 1002


# --- the schema itself


def every_part(part: Any) -> list[dict[str, Any]]:
    if isinstance(part, list):
        return [inner for item in part for inner in every_part(item)]
    if isinstance(part, dict):
        return [part, *(inner for item in part.values() for inner in every_part(item))]
    return []


@pytest.mark.parametrize("name", ["vehicle", "garage", "report"])
def test_the_schemas_are_valid_and_describe_every_key(name: str) -> None:
    whole = json.loads(schema_file(name).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(whole)
    for part in every_part(whole):
        for key, value in part.get("properties", {}).items():
            if "if" in part or (set(value) <= {"const", "type", "maxItems"} and "description" not in value):
                continue
            target = value
            while "description" not in target and "$ref" in target:
                target = whole["$defs"][target["$ref"].removeprefix("#/$defs/")]
            assert target.get("description"), key


def test_unknown_keys_are_refused_everywhere() -> None:
    for part in every_part(json_schema("vehicle")):
        if part.get("type") == "object":
            assert part["additionalProperties"] is False


def test_beside_a_reference_stand_only_words() -> None:
    # The compiler of the schema passes over everything else beside a $ref.
    for part in every_part(json_schema("vehicle")):
        if "$ref" in part:
            assert set(part) <= {"$ref", "description"}


def test_names_say_what_kind_of_component_they_are() -> None:
    from cwdesign import components

    kinds = {
        value.kind
        for value in vars(components).values()
        if isinstance(value, type) and issubclass(value, components.Component)
    }
    for part in every_part(json_schema("vehicle")):
        if "component" in part:
            assert part["component"] in kinds


# --- compiled and not


def compiled() -> Any:
    pytest.importorskip("fastjsonschema")
    module: dict[str, Any] = {}
    exec(compile_validator(schema_file("vehicle").read_bytes()), module)
    return module["valid"]


def validator() -> jsonschema.Draft202012Validator:
    kind = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=type_checker())
    found: jsonschema.Draft202012Validator = kind(json_schema("vehicle"))
    return found


LEAVES = st.sampled_from(
    [
        *(
            0,
            1,
            2,
            10,
            -1,
            10**9,
            10**9 + 1,
            10**40,
            Decimal("0.5"),
            Decimal("-0.5"),
            Decimal("1e400"),
            Decimal("1e-400"),
        ),
        *(True, False, None, "", "x", "front", "all", "driver", "max-load", "classic", Unreal(".inf")),
    ]
)
KEYS = [*sorted(schema.keys_of("vehicle")), "amor", ""]
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(inner for key, item in below for inner in places(item, (*path, key)))]


def test_the_compiled_form_and_jsonschema_agree_on_changed_sheets() -> None:
    valid, full = compiled(), validator()
    originals = [read(file.read_text("utf-8")).data for file in STOCK]
    seen = {True: 0, False: 0}

    @settings(max_examples=1500, deadline=None)
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        sheet: Any = copy.deepcopy(data.draw(st.sampled_from(originals)))
        for _ in range(data.draw(st.integers(1, 2))):
            where = data.draw(st.sampled_from(places(sheet)))
            if not where:
                continue
            holder = sheet
            for step in where[:-1]:
                holder = holder[step]
            if data.draw(st.booleans()):
                holder[where[-1]] = data.draw(VALUES)
            elif isinstance(holder, dict):
                holder[data.draw(st.sampled_from(KEYS))] = holder.pop(where[-1])
        assert valid(sheet) == full.is_valid(sheet)
        seen[valid(sheet)] += 1

    agree()
    assert min(seen.values()) > 50


@settings(max_examples=500, deadline=None)
@given(VALUES)
def test_anything_has_findings_or_is_valid(value: Any) -> None:
    sheet = Sheet("x", 0, value, {}, text="")
    assert bool(check_shape(sheet)) != validator().is_valid(value)


def test_a_stale_compiled_form_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("fastjsonschema")
    source = compile_validator(schema_file("vehicle").read_bytes() + b" ")
    (tmp_path / "stale_shape.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(schema, "COMPILED", "stale_shape")
    schema.compiled_validator.cache_clear()
    try:
        assert schema.compiled_validator() is None
        (tmp_path / "fresh_shape.py").write_text(compile_validator(schema_file("vehicle").read_bytes()), "utf-8")
        monkeypatch.setattr(schema, "COMPILED", "fresh_shape")
        schema.compiled_validator.cache_clear()
        assert schema.compiled_validator() is not None
    finally:
        schema.compiled_validator.cache_clear()


def test_a_good_sheet_needs_no_jsonschema(tmp_path: Path) -> None:
    pytest.importorskip("fastjsonschema")
    (tmp_path / "fresh_shape.py").write_text(compile_validator(schema_file("vehicle").read_bytes()), "utf-8")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from cwdesign import schema; schema.COMPILED = 'fresh_shape'\n"
        "from cwdesign.reader import read_sheets\n"
        "(document,) = read_sheets(open(sys.argv[2], 'rb').read(), 'x')\n"
        "print(schema.check_document(document), 'jsonschema' in sys.modules, 'fastjsonschema' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(STOCK[0])], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("() False False\n", "")
