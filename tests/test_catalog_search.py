"""`catalog`: limits, comparison, disputes, and output for programs."""

from __future__ import annotations

import csv
import io
import json

import pytest

from cwdesign import cli
from cwdesign.catalog import load_catalog
from cwdesign.catalog_search import Limits, disagreements, find_components, price_of
from cwdesign.components import TECH_LEVELS, Weapon


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run(["catalog", *arguments])
    out, err = capfd.readouterr()
    return status, out, err


def found(capfd: pytest.CaptureFixture[str], *arguments: str) -> set[str]:
    _, out, _ = run(capfd, *arguments, "--format", "json")
    return {entry["id"] for entry in json.loads(out)}


def test_limits(capfd: pytest.CaptureFixture[str]) -> None:
    """A loaded machine gun costs $1,500 and takes a space, a Vulcan $2,700 and two."""
    weapons = found(capfd, "--kind", "weapon", "--max-cost", "1500", "--max-spaces", "1")
    assert {"machine-gun", "spikedropper"} <= weapons
    assert not {"vulcan-machine-gun", "laser"} & weapons
    assert "machine-gun" not in found(capfd, "--kind", "weapon", "--max-cost", "1499")
    assert "mini-rocket" in found(capfd, "--kind", "weapon", "--max-spaces", "1/3")
    assert "mini-rocket" not in found(capfd, "--kind", "weapon", "--max-spaces", "0.3")


@pytest.mark.parametrize(
    ("weapon", "cost", "weight"),
    [
        ("heavy-rocket", 200, 100),  # no price of its own
        ("multi-fire-rocket-pod", 450, 150),  # 6 x $75, 25 lb
        ("machine-gun", 1500, 200),  # 20 x $25, 2.5 lb (AMO-DEFAULT-LOAD)
        ("vulcan-machine-gun", 2700, 450),  # WPN-TABLE
        ("light-laser", 3000, 200),
    ],
)
def test_a_weapon_costs_what_it_costs_loaded(
    weapon: str, cost: int, weight: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """A player buys a weapon with its rounds; a laser has none, and its price is all."""
    assert price_of(load_catalog().get(Weapon, weapon)) == cost
    _, out, _ = run(capfd, weapon, "--kind", "weapon", "--format", "json")
    (entry,) = json.loads(out)
    assert entry.get("loaded_cost", entry["cost"]) == cost
    assert entry.get("loaded_weight", entry["weight"]) == weight


def test_the_loaded_price_stands_beside_the_empty_one(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capfd, "rocket", "--kind", "weapon")
    head, *rows = (line.split() for line in out.splitlines())
    assert head == ["Weapon", "Cost", "Loaded", "Weight", "Spaces", "DP"]
    assert ["Medium", "Rocket", "(medium-rocket)", "0", "140", "0", "1", "2"] in rows


def test_tech_level(capfd: pytest.CaptureFixture[str]) -> None:
    classic = found(capfd, "--kind", "weapon", "--tech-level", "classic")
    assert "machine-gun" in classic and "light-machine-gun" not in classic
    everything = [c for c in find_components(load_catalog(), [], "weapon") if Limits(tech_level="military").allow(c)]
    assert len(everything) == len(load_catalog().all(Weapon)) and TECH_LEVELS[-1] == "military"


def test_comparison(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capfd, "mg", "--compare", "vmg")
    assert status == 0
    rows = {tuple(line.split()) for line in out.splitlines()}
    assert ("Cost", "1,000", "2,000") in rows and ("Spaces", "1", "2") in rows and ("Damage", "1d", "2d") in rows


def test_comparison_wants_one_of_each(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "light", "--compare", "mg")[0] == 2
    assert run(capfd, "light", "--kind", "chassis", "--compare", "heavy")[0] == 0
    status, _, err = run(capfd, "mg", "--compare", "vumg")
    assert status == 2 and "vumg" in err


def test_disputes(capfd: pytest.CaptureFixture[str]) -> None:
    """Source E gives the Vulcan 300 lb, the others 350."""
    status, out, _ = run(capfd, "--kind", "weapon", "--disputed")
    assert status == 0 and "weight: A=350 B=350 C=350 E=300 F=350" in out
    assert "Machine Gun  machine-gun\n" not in out.splitlines()
    _, one, _ = run(capfd, "vmg")
    assert "Where sources differ: weight: A=350" in one
    rounds = disagreements(load_catalog().get(Weapon, "grenade-launcher"))
    assert ("hesh-grenades", "cost_per_shot: A=40 B=90") in rounds


def test_a_round_says_what_fires_it(capfd: pytest.CaptureFixture[str]) -> None:
    """One shot's price, weight and damage depend on the weapon: an incendiary one is 1.5 x $25 in a machine gun."""
    status, out, _ = run(capfd, "incendiary", "--kind", "ammunition")
    rows = [line.split() for line in out.splitlines()]
    assert status == 0 and ["Machine", "Gun", "37.5", "2.5", "1d"] in rows


def test_what_an_exact_name_hides_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capfd, "spikes", "--kind", "ammunition")
    assert "Also in the names of: " in out and "Explosive Spikes" in out
    assert "Also in" not in run(capfd, "spikes", "--kind", "ammunition", "--max-cost", "1")[1]
    assert "Also in" not in run(capfd, "rocket")[1]  # a table that has them all
    assert len(run(capfd, "spikes", "--kind", "ammunition", "--format", "csv")[1].splitlines()) == 2


def test_csv_of_figures_that_have_figures(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capfd, "standard", "--kind", "tire", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["car_cost"], row["car_weight"], row["car_dp"], row["truck_cost"]) == ("50", "30", "4", "150")


def test_csv(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capfd, "--kind", "tire-option", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0 and {row["kind"] for row in rows} == {"tire-option"}
    assert {row["id"] for row in rows} >= {"radial", "steelbelted"}
    _, out, _ = run(capfd, "mg", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["name"], row["abbr"], row["cost"], row["weight"], row["spaces"]) == (
        "Machine Gun",
        "MG",
        "1000",
        "150",
        "1",
    )


@pytest.mark.parametrize("arguments", [["--max-cost", "cheap"], ["--max-spaces", "-1"], ["--tech-level", "future"]])
def test_wrong_limits(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, *arguments)[0] == 2


def test_nothing_within_the_limits(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, "--kind", "body", "--max-cost", "1")
    assert (status, out) == (1, "") and "no component is within these limits" in err
