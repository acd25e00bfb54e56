"""The same bytes whatever the machine's state, and the same result for a sheet whatever lies around it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cwdesign.render import FORMATS, ROSTER_FORMATS
from environments import unmeasured

TESTS = Path(__file__).parent
STOCK = sorted((TESTS / "stock").glob("*.yaml"))[::7]
"""Enough of them that several processes have work."""

ODD = {
    "unclosed.yaml": "name: [\n",
    "several.yaml": "name: a\nbody: {type: compact}\n---\n- no sheet\n---\nname: b\nbody: {type: compact}\n",
    "unknown.yaml": "name: Unknown\nbody: {type: compct}\nweapons: [{type: machin-gun, mount: front}]\n",
    "shape.yaml": "name: Shape\nbody: {type: compact}\nzeta: 1\nalpha: 2\nbeta: {c: 1, b: 2}\ntires: 3\n",
    "thirds.yaml": "name: Thirds\nbody: {type: luxury, chassis: extra-heavy}\ncargo: [{name: x, spaces: 0.3}]\n",
    "waived.yaml": "name: Waived\nbody: {type: compact}\nwaivers: [{rule: PWR, reason: x}, {rule: LED, reason: y}]\n",
    "sub/towing.yaml": "name: Towing\nbody: {type: luxury}\ntows: ../trailer.yaml\n",
    "trailer.yaml": "name: Trailer\nbody: {type: car-trailer-10}\n",
}
GARAGE = """\
division: 20
ban: [tank-gun, {kind: laser, reason: no light shows}]
require: [fire-extinguisher]
limits: {weapons: 3, team_cost: 20000, vehicles: 2, unique_names: true}
waivers: [{sheet: "s*.yaml", rule: BOD, reason: old}, {sheet: "none*", rule: LED, reason: idle}]
rules: {severity: {THR: warning, LED-CLAIMS: note}}
catalog: [prices.yaml]
"""
PRICES = "weapons: {machine-gun: {cost: 999}}\n"

ENVIRONMENTS: dict[str, dict[str, str]] = {
    "plain": {"PYTHONHASHSEED": "0"},
    "seed-1-C-utc": {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
    "seed-2-posix-tokyo": {"PYTHONHASHSEED": "2", "LC_ALL": "POSIX", "TZ": "Asia/Tokyo"},
    "seed-3-utf-8-apia": {"PYTHONHASHSEED": "3", "LC_ALL": "C.UTF-8", "TZ": "Pacific/Apia"},
    "seed-4-turkish": {"PYTHONHASHSEED": "4", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    "seed-5-latin-1": {"PYTHONHASHSEED": "5", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    "optimised": {"PYTHONHASHSEED": "6", "PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1"},
}
WAYS: dict[str, list[str]] = {
    "alone-no-cache": ["--jobs", "1", "--no-cache"],
    "two-no-cache": ["--jobs", "2", "--no-cache"],
    "alone-cache": ["--jobs", "1"],
    "two-cache": ["--jobs", "2"],
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A garage of published vehicles and odd ones, in a folder of its own."""
    world = tmp_path_factory.mktemp("world")
    garage = world / "garage"
    (garage / "sub").mkdir(parents=True)
    for sheet in STOCK:
        shutil.copy(sheet, garage)
    for name, text in ODD.items():
        (garage / name).write_text(text, "utf-8")
    (garage / "garage.yaml").write_text(GARAGE, "utf-8")
    (garage / "prices.yaml").write_text(PRICES, "utf-8")
    return world


def run(folder: Path, *arguments: str, **env: str) -> bytes:
    """What the command prints in a folder. It ends with 0 or 1."""
    kept = {k: v for k, v in unmeasured().items() if not k.startswith(("LC_", "LANG", "PYTHON", "GITHUB_", "COLUMNS"))}
    done = subprocess.run(
        [sys.executable, "-m", "cwdesign", *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(TESTS.parent), "XDG_CACHE_HOME": str(folder / ".cache"), **env},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == b""
    return done.stdout


def everything(world: Path, place: Path, way: list[str], env: dict[str, str]) -> dict[str, bytes]:
    """Every format of `check` and `roster` over the garage."""
    written: dict[str, bytes] = {}
    for command, forms in (("check", FORMATS), ("roster", ROSTER_FORMATS)):
        outputs = [word for form in forms for word in ("--output", f"{form}={place / form}")]
        options = ["--show-waived", "--ledger", "--statistics", "--near-limit", "--cache-dir", str(place / "cache")]
        if "--no-cache" in way:
            options = options[:-2]
        written[command] = run(world, command, "garage", *way, *options, *outputs, **env)
        written |= {f"{command} {form}": (place / form).read_bytes() for form in forms}
    return written


@pytest.fixture(scope="module")
def expected(world: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What one process says without a cache."""
    found = everything(world, tmp_path_factory.mktemp("expected"), WAYS["alone-no-cache"], ENVIRONMENTS["plain"])
    assert json.loads(found["check json"])["summary"]["sheets"] == len(STOCK) + len(ODD) + 2
    return found


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_same_bytes_in_any_environment(
    world: Path, expected: dict[str, bytes], tmp_path: Path, environment: str
) -> None:
    # Each environment goes its own way too, with the cache empty first and full then.
    way = list(WAYS.values())[list(ENVIRONMENTS).index(environment) % len(WAYS)]
    for _ in range(1 if "--no-cache" in way else 2):
        assert everything(world, tmp_path, way, ENVIRONMENTS[environment]) == expected


def test_a_cache_of_another_environment_gives_the_same_bytes(
    world: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    ways = [("alone-cache", "seed-1-C-utc"), ("two-cache", "seed-4-turkish"), ("alone-cache", "seed-5-latin-1")]
    for way, environment in ways:
        assert everything(world, tmp_path, WAYS[way], ENVIRONMENTS[environment]) == expected


# -- what lies around a sheet


def without_paths(value: Any) -> Any:
    """A value of a report without the paths of files."""
    if isinstance(value, dict):
        return {key: without_paths(inner) for key, inner in value.items() if key != "path"}
    return [without_paths(inner) for inner in value] if isinstance(value, list) else value


def results(folder: Path, *arguments: str) -> dict[tuple[str, int], Any]:
    """The result of every document, by its file's name and its number, without paths."""
    sheets = json.loads(run(folder, "check", "--format", "json", "--no-cache", *arguments))["sheets"]
    found = {(os.path.basename(sheet["path"]), sheet["document"]): without_paths(sheet) for sheet in sheets}
    assert len(found) == len(sheets)
    return found


def test_a_sheet_has_its_result_wherever_it_is_checked_from(world: Path, tmp_path: Path) -> None:
    garage = world / "garage"
    expected = results(world, "garage")
    assert results(garage) == expected
    assert results(garage / "sub", "..") == expected
    assert results(tmp_path, str(garage)) == expected
    assert results(world, "./garage/../garage/") == expected
    assert results(Path("/"), os.path.relpath(garage, "/")) == expected
    (tmp_path / "link").symlink_to(garage)
    assert results(tmp_path, "link/") == expected


def test_a_sheet_has_its_result_beside_any_others_in_any_order(world: Path) -> None:
    files = [str(file.relative_to(world)) for file in sorted((world / "garage").rglob("*.yaml"))]
    files = [file for file in files if os.path.basename(file) not in ("garage.yaml", "prices.yaml")]
    expected = results(world, "garage")
    assert results(world, *files[::-1]) == expected
    assert results(world, "--jobs", "2", *files[1::2], *files[0::2]) == expected
    for file in [*files[::6], "garage/several.yaml", "garage/sub/towing.yaml"]:
        name = os.path.basename(file)
        assert results(world, file) == {key: value for key, value in expected.items() if key[0] == name}
