"""What leagues decide about one vehicle: bans, requirements, the limit of weapons, and the AADA profile."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from case_sheets import as_text, bases, changed, check
from cwdesign.catalog import load_catalog
from cwdesign.components import Booster, Component, Gear, HandWeapon, Weapon
from cwdesign.config import Garage, load_garage, settings_for
from cwdesign.report import SheetReport
from cwdesign.rules.league import league_words
from cwdesign.settings import Ban, Settings


def found(report: SheetReport, prefix: str) -> list[tuple[str, str, str | None]]:
    return [(f.rule, f.severity, f.place.at) for f in report.findings if f.rule.startswith(prefix)]


def judged(change: Mapping[str, Any], base: str = "sedan", **settings: Any) -> SheetReport:
    """A base sheet with a change, judged by a garage's settings."""
    return check(as_text(changed(base, change)), Settings(**settings))


GUN = {"type": "machine-gun", "mount": "front"}
DROPPER = {"type": "minedropper", "mount": "back"}


# -- bans


@pytest.mark.parametrize(
    ("change", "ban", "at"),
    [
        ({"weapons": [DROPPER, GUN]}, "machine-gun", "weapons[1].type"),
        ({"turrets": [{"type": "turret-1", "weapons": [{"type": "machine-gun"}]}], "weapons": []}, "machine-gun",
         "turrets[0].weapons[0].type"),
        ({"accessories": ["spoiler", {"type": "radar"}]}, "radar", "accessories[1].type"),
        ({"accessories": ["radar"]}, "radar", "accessories[0]"),
        ({"body": {"type": "sedan", "chassis": "extra-heavy", "modifications": ["roll-cage"]}}, "roll-cage",
         "body.modifications[0]"),
        ({"body": {"type": "sedan"}}, "sedan", "body.type"),
        ({"crew": [{"role": "driver", "equipment": ["body-armor"]}]}, "body-armor", "crew[0].equipment[0]"),
        ({"tires": {"all": {"type": "solid", "options": ["radial"]}}}, "radial", "tires.all.options[0]"),
        ({"power_plant": {"type": "electric-large", "options": ["platinum-catalysts"]}}, "platinum-catalysts",
         "power_plant.options[0]"),
        ({"weapons": [{**GUN, "ammo": [{"type": "incendiary", "shots": 5}]}]}, "incendiary", "weapons[0].ammo[0].type"),
    ],
)  # fmt: skip
def test_a_banned_component_is_found_where_it_is_written(change: dict[str, Any], ban: str, at: str) -> None:
    report = judged(change, bans=(Ban(ban, None),))
    assert found(report, "LEAGUE-") == [("LEAGUE-BAN", "error", at)]
    assert report.status == "illegal"


def test_without_it_nothing_is_banned() -> None:
    assert found(judged({"weapons": [DROPPER]}, bans=(Ban("machine-gun", None), Ban(None, "laser"))), "LEAGUE-") == []


def test_every_one_of_a_banned_component_is_found() -> None:
    report = judged({"weapons": [GUN, {**GUN, "mount": "back"}]}, bans=(Ban("machine-gun", None),))
    assert [at for _, _, at in found(report, "LEAGUE-BAN")] == ["weapons[0].type", "weapons[1].type"]


def test_the_reason_is_shown() -> None:
    report = judged({"weapons": [GUN]}, bans=(Ban("machine-gun", None, "too loud."),))
    assert [f.message for f in report.findings if f.rule == "LEAGUE-BAN"] == ["This league bans Machine Gun: too loud."]


def test_a_category_is_banned_as_a_whole() -> None:
    lasers = [{"type": t, "mount": "front"} for t in ("light-laser", "targeting-laser")]
    report = judged({"weapons": [*lasers, GUN]}, bans=(Ban(None, "laser"),))
    assert [at for _, _, at in found(report, "LEAGUE-BAN")] == ["weapons[0].type", "weapons[1].type"]


def indirect(id: str, kind: type[Component]) -> bool:
    return "indirect-fire" in league_words(load_catalog().get(kind, id))


INDIRECT = (
    *("minedropper", "spikedropper", "oil-jet", "smokescreen", "junk-dropper", "chaff-dispenser", "cloud-bomb"),
    *("smoke-discharger", "fake-discharger", "point-defense-grenade-discharger", "paint-discharger"),
    *("grenade-launcher", "auto-grenade-launcher", "mine-flinger", "starshell-launcher", "bomb-100-lb"),
)
"""Droppers, dischargers, launchers that lay things on the ground, flingers, bombs (DRP-INDIRECT)."""


@pytest.mark.parametrize("id", INDIRECT)
def test_weapons_of_indirect_fire(id: str) -> None:
    assert indirect(id, Weapon)


@pytest.mark.parametrize(
    "id", ["machine-gun", "rocket-launcher", "laser", "oil-gun", "paint-gun", "flamethrower", "tank-gun"]
)
def test_weapons_of_direct_fire(id: str) -> None:
    assert not indirect(id, Weapon)


@pytest.mark.parametrize(
    ("id", "kind"),
    [
        ("explosive-grenade", HandWeapon),
        ("smoke-grenade", HandWeapon),
        ("hand-grenade-launcher", HandWeapon),
        ("plastique-brick", Gear),
        ("shaped-plastique-brick", Gear),
    ],
)
def test_grenades_and_plastique_are_indirect_fire(id: str, kind: type[Component]) -> None:
    assert indirect(id, kind)
    assert not indirect("submachine-gun", HandWeapon)
    assert not indirect("medikit", Gear)


def test_the_kamikaze_bomb_is_indirect_fire() -> None:
    report = judged({"accessories": ["kamibomb"]}, bans=(Ban(None, "indirect-fire"),))
    assert found(report, "LEAGUE-BAN") == [("LEAGUE-BAN", "error", "accessories[0]")]


def test_smoke_and_flare_rockets_are_indirect_fire_and_other_rounds_are_not() -> None:
    launcher = {"type": "rocket-launcher", "mount": "front"}
    for type, banned in (("smoke", True), ("flare", True), ("armor-piercing", False), ("standard", False)):
        report = judged(
            {"weapons": [{**launcher, "ammo": [{"type": type, "shots": 5}]}]}, bans=(Ban(None, "indirect-fire"),)
        )
        expected = [("LEAGUE-BAN", "error", "weapons[0].ammo[0].type")] if banned else []
        assert found(report, "LEAGUE-BAN") == expected, type


def test_the_rounds_of_a_banned_weapon_are_no_fault_of_their_own() -> None:
    launcher = {"type": "grenade-launcher", "mount": "front", "ammo": [{"type": "smoke-grenades", "shots": 5}]}
    report = judged({"weapons": [launcher]}, bans=(Ban(None, "indirect-fire"),))
    assert found(report, "LEAGUE-BAN") == [("LEAGUE-BAN", "error", "weapons[0].type")]


def test_a_kind_of_components_can_be_banned() -> None:
    assert "booster" in league_words(load_catalog().get(Booster, "jump-jet"))


# -- requirements


def test_what_is_required_and_missing_is_found_at_the_list_it_belongs_in() -> None:
    report = judged({"accessories": ["spoiler"]}, require=("fire-extinguisher",))
    assert found(report, "LEAGUE-") == [("LEAGUE-REQUIRE", "error", "accessories")]
    hints = [finding.hint for finding in report.findings if finding.rule == "LEAGUE-REQUIRE"]
    assert hints == ["Add `fire-extinguisher` under `accessories`."]
    report = judged({}, require=("radar",))
    assert found(report, "LEAGUE-") == [("LEAGUE-REQUIRE", "error", "")]


def test_what_keeps_the_required_thing_out_is_to_make_way_for_it() -> None:
    """A vehicle has one extinguisher (ELE-EXTINGUISHER): to add the plain one to the improved one were a new fault."""
    report = judged({"accessories": ["improved-fire-extinguisher"]}, require=("fire-extinguisher",))
    assert found(report, "LEAGUE-") == [("LEAGUE-REQUIRE", "error", "accessories[0]")]
    (hint,) = (finding.hint for finding in report.findings if finding.rule == "LEAGUE-REQUIRE")
    assert hint is not None and "in place of the Improved Fire Extinguisher" in hint


@pytest.mark.parametrize(
    "change",
    [
        {"accessories": ["fire-extinguisher"]},
        {"power_plant": {"type": "electric-large", "options": ["fire-extinguisher"]}},
    ],
)
def test_what_is_required_and_there_is_no_fault(change: dict[str, Any]) -> None:
    assert found(judged(change, require=("fire-extinguisher",)), "LEAGUE-") == []


def test_a_trailer_need_not_have_what_it_cannot_have() -> None:
    assert found(check(as_text(bases()["van-trailer"]), Settings(require=("fire-extinguisher",))), "LEAGUE-") == []


def test_where_something_is_unknown_it_may_be_what_is_required() -> None:
    report = judged({"accessories": ["fire-extingwisher"]}, require=("fire-extinguisher",))
    assert found(report, "LEAGUE-") == []
    assert "LEAGUE-REQUIRE" in report.withheld


# -- the limit of weapons


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"weapons": [GUN, GUN, GUN]}, None),
        ({"weapons": [GUN, {**GUN, "count": 2}, DROPPER]}, "weapons[2]"),
        ({"weapons": [GUN, {**GUN, "count": 4}]}, "weapons[1]"),
        ({"weapons": [GUN, GUN, GUN, {"type": "smoke-discharger", "mount": "left"}]}, "weapons[3]"),
        ({"weapons": [GUN, GUN, GUN, {**GUN, "options": ["fake-weapon"], "ammo": []}]}, "weapons[3]"),
        # Both pods of a pair hold the same.
        ({"weapons": [GUN, GUN], "turrets": [{"type": "external-weapon-pod-1", "weapons": [{"type": "machine-gun"}]}]},
         "turrets[0].weapons[0]"),
    ],
)  # fmt: skip
def test_the_weapon_that_is_one_too_many(change: dict[str, Any], at: str | None) -> None:
    report = judged(change, max_weapons=3)
    assert found(report, "LEAGUE-") == ([] if at is None else [("LEAGUE-WEAPONS", "error", at)])
    if at is not None:
        (finding,) = [f for f in report.findings if f.rule == "LEAGUE-WEAPONS"]
        assert (finding.limit, finding.actual) == (3, 5 if change["weapons"][1].get("count") == 4 else 4)


# -- AADA tournaments


@pytest.fixture(scope="module")
def aada(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return tournament(tmp_path_factory.mktemp("aada"))


def tournament(folder: Path, **severity: str) -> Settings:
    """The settings of an AADA tournament, with severities by rule (`AADA_GAS`)."""
    rules = ", ".join(f"{rule.replace('_', '-')}: {value}" for rule, value in severity.items())
    path = folder / "garage.yaml"
    path.write_text(f"league: aada-tournament\ndivision: 60\nrules: {{severity: {{{rules}}}}}\n", "utf-8")
    garage = load_garage(str(path), load_catalog())
    assert isinstance(garage, Garage), garage
    return settings_for(garage)


def entered(change: Mapping[str, Any], settings: Settings, base: str = "sedan") -> list[tuple[str, str, str | None]]:
    report = check(as_text(changed(base, change)), settings)
    return found(report, "AADA-") + found(report, "LEAGUE-")


def test_an_ordinary_duelist_is_welcome(aada: Settings) -> None:
    assert entered({}, aada) == []


@pytest.mark.parametrize(
    ("base", "change", "expected"),
    [
        ("gas-sedan", {}, ("AADA-ELECTRIC", "error", "power_plant.type")),
        ("sedan", {"passengers": 1}, ("AADA-PASSENGERS", "error", "passengers")),
        ("sedan", {"crew": [{"role": "driver"}, {"role": "gunner"}, {"role": "gunner"}]},
         ("AADA-CREW", "error", "crew[2]")),
        ("sedan", {"accessories": ["amphibious-modifications"]}, ("AADA-NO-WATER", "error", "accessories[0]")),
        ("sedan", {"accessories": ["autopilot"]}, ("LEAGUE-BAN", "error", "accessories[0]")),
        ("sedan", {"accessories": ["armored-searchlight"]}, ("AADA-DAMAGE-SINKS", "note", "accessories[0]")),
        ("sedan", {"body": {"type": "can-am"}}, ("AADA-DUEL-BODIES", "warning", "body.type")),
        ("sedan", {"body": {"type": "pickup-extended-cab-1"}}, ("AADA-BODIES", "warning", "body.type")),
        ("sedan", {"body": {"type": "minibus"}}, ("AADA-NO-OVERSIZE", "error", "body.type")),
        ("sedan", {"tows": "van-trailer.yaml"}, ("AADA-NO-TRAILER", "error", "tows")),
        ("van-trailer", {}, ("AADA-NO-TRAILER", "error", "body.type")),
        ("sedan", {"division": 12}, ("AADA-DIVISION", "note", "division")),
        ("sedan", {"weapons": [{"type": "depth-charge", "mount": "back"}]},
         ("AADA-SUPPLEMENTS", "error", "weapons[0].type")),
        ("sedan", {"boosters": [{"type": "jump-jet", "mount": "underbody", "weight": 100}]},
         ("AADA-NO-FLIGHT", "note", "boosters[0]")),
    ],
)  # fmt: skip
def test_what_a_tournament_says(
    aada: Settings, base: str, change: dict[str, Any], expected: tuple[str, str, str | None]
) -> None:
    assert entered(change, aada, base) == [expected]


def test_two_in_the_crew_are_allowed(aada: Settings) -> None:
    assert entered({"crew": [{"role": "driver"}, {"role": "gunner"}]}, aada) == []


def test_a_tournament_weighs_what_the_crew_wears(aada: Settings) -> None:
    worn = as_text(changed("sedan", {"crew": [{"role": "driver", "equipment": ["body-armor"]}]}))
    plain, weighed = check(worn), check(worn, aada)
    assert plain.totals is not None and weighed.totals is not None
    # Body armor weighs ten pounds (Appendix 9).
    assert weighed.totals.weight - plain.totals.weight == 10  # type: ignore[operator]


def test_an_event_may_take_gas(tmp_path: Path) -> None:
    """A 200 cid engine goes 35 miles on a gallon (Appendix 4): four gallons are 140 miles, five 175."""
    open_event = tournament(tmp_path, AADA_ELECTRIC="off")
    for gallons, expected in ((4, []), (5, [("AADA-GAS", "warning", "power_plant.gas_tank.gallons")])):
        plant = {"type": "gas-200-cid", "gas_tank": {"type": "heavy-duty", "gallons": gallons}}
        assert entered({"power_plant": plant}, open_event, "gas-sedan") == expected


def test_house_rules_are_off_until_they_are_named(tmp_path: Path, aada: Settings) -> None:
    sabot = {"weapons": [{"type": "anti-tank-gun", "mount": "front", "ammo": [{"type": "apfsds", "shots": 1}]}]}
    assert entered(sabot, aada) == []
    assert entered(sabot, tournament(tmp_path, AADA="warning")) == []
    for word in ("AADA_HOUSE_SABOT", "AADA_HOUSE"):
        settings = tournament(tmp_path, **{word: "error"})
        assert entered(sabot, settings) == [("AADA-HOUSE-SABOT", "error", "weapons[0].ammo[0].type")]
    racer = {"body": {"type": "can-am"}}
    settings = tournament(tmp_path, AADA_HOUSE_BODIES="error")
    assert entered(racer, settings) == [("AADA-HOUSE-BODIES", "error", "body.type")]


def test_no_aada_rule_speaks_elsewhere() -> None:
    report = check(as_text(changed("gas-sedan", {"passengers": 1, "division": 12})), Settings(league=None))
    assert found(report, "AADA-") == []
