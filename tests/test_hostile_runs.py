"""Hostile runs: what beside sheets may be too much, too deep, shut off, or made to trouble whoever reads it.

Each ends as the output contract says, in time that nobody notices; nothing here judges speed beyond that.
"""

from __future__ import annotations

import errno
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cwdesign import cli
from cwdesign.stockcar import entries

STOCK = Path(__file__).parent / "stock"
LEGAL = (STOCK / "rhino.yaml").read_text("utf-8")
BEGIN = "A -- Compact, std. chassis, hvy. suspension, med. power plant, 4 PR tires, driver, "
"""The beginning of a description that `import` reads."""


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one legal sheet that the command runs in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "a.yaml").write_text(LEGAL, "utf-8")
    return tmp_path


Ended = tuple[int, str, str]
Here = Callable[..., Ended]


@pytest.fixture
def here(garage: Path, capfd: pytest.CaptureFixture[str]) -> Here:
    """The command in this process: status, standard output, standard error."""

    def here(*words: str) -> Ended:
        status = cli.run(words)
        out, err = capfd.readouterr()
        assert "internal failure" not in err
        assert "BUG-CRASH" not in out
        return status, out, err

    return here


# -- import


@pytest.mark.parametrize("junk", ["MG F, ", ")", "&", "1,", "\0", "\x1b[31m", "a\n"])
def test_one_description_is_read_so_far(here: Here, garage: Path, junk: str) -> None:
    (garage / "list.txt").write_text(BEGIN + junk * (900_000 // len(junk.encode())), "utf-8")
    status, out, err = here("import", "list.txt")
    assert status == 1
    assert "only the first 10,000 characters of a description are read" in err
    assert "\x1b" not in out + err


def test_lines_and_vehicles_of_a_list_are_read_so_far(
    here: Here, garage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (garage / "list.txt").write_text(BEGIN + "\n" + "a\n" * 30_000)
    assert "list.txt:20001:1: only the first 20,000 lines are read\n" in here("import", "list.txt")[2]
    monkeypatch.setattr(entries, "MOST_VEHICLES", 20)  # a thousand take some seconds
    (garage / "list.txt").write_text("A -- Van.\n\n" * 1001)
    status, out, err = here("import", "list.txt")
    assert (status, out.count("\nname: ")) == (1, 20)
    assert "list.txt:41:1: only the first 20 vehicles are read\n" in err


def test_text_without_vehicles_is_named_a_thousand_times(here: Here, garage: Path) -> None:
    (garage / "list.txt").write_text("nothing here\n\n" * 9000)
    status, out, err = here("import", "list.txt")
    lines = err.splitlines()
    assert (status, out, len(lines)) == (2, "", 1002)
    assert lines[-2:] == [
        "cwdesign: list.txt: no vehicle in 8,000 more places",
        "cwdesign: list.txt: no vehicle is described in it",
    ]


# -- folders and globs


@pytest.fixture
def locked(garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may look into what is called `locked`, as permission bits say to all but root."""
    (garage / "locked").mkdir()
    (garage / "locked" / "b.yaml").write_text(LEGAL)
    scandir, lstat = os.scandir, os.lstat

    def scanned(path: Any = ".") -> Any:
        if os.fspath(path).endswith("locked"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return scandir(path)

    def looked(path: Any, *others: Any, **settings: Any) -> os.stat_result:
        if "locked/" in os.fspath(path):
            raise PermissionError(errno.EACCES, "Permission denied")
        return lstat(path, *others, **settings)

    monkeypatch.setattr(os, "scandir", scanned)
    monkeypatch.setattr(os, "lstat", looked)


@pytest.mark.parametrize("words", ["**/*.yaml", "**", "l*/*.yaml", ".", "locked"])
def test_a_folder_that_may_not_be_looked_into_is_not_passed_over(here: Here, locked: None, words: str) -> None:
    status, _, err = here("check", "--no-cache", "--format", "concise", words)
    assert (status, err.removeprefix("cwdesign: ").removeprefix("./")) == (2, "locked: Permission denied\n")


def test_a_file_in_a_folder_that_may_not_be_looked_into_is_no_missing_one(here: Here, locked: None) -> None:
    status, out, err = here("check", "--no-cache", "--isolated", "--format", "concise", "locked/b.yaml")
    assert (status, err) in ((0, ""), (1, ""))  # root may open it all the same
    assert "no such file" not in out


def test_globs_into_folders_nested_deeper_than_functions(here: Here, garage: Path) -> None:
    os.mkdir("d")
    for _ in range(1100):
        os.chdir("d")
        os.mkdir("d")
    Path("x.yaml").write_text(LEGAL)
    os.chdir(garage)
    try:
        status, out, _ = here("check", "--no-cache", "--format", "json", "d/**/**/**/**/x.yaml")
        assert (status, [sheet["path"] for sheet in json.loads(out)["sheets"]]) == (0, ["d/" * 1100 + "x.yaml"])
    finally:
        subprocess.run(["rm", "-rf", str(garage / "d")], check=True)


# -- garages and their catalogs


@pytest.mark.parametrize(
    ("catalog", "at"),
    [
        ("bodies: {compact: {default_fitting: nothing}}", "bodies.compact.default_fitting"),
        ("accessories: {spoiler: {metal_foil: machine-gun}}", "accessories.spoiler.metal_foil"),
    ],
)
def test_a_catalog_that_names_what_is_not_there(here: Here, garage: Path, catalog: str, at: str) -> None:
    (garage / "garage.yaml").write_text("catalog: [prices.yaml]\n")
    (garage / "prices.yaml").write_text(catalog)
    status, out, _ = here("check", "--format", "json", "a.yaml")
    (finding,) = json.loads(out)["findings"]
    assert (status, finding["rule"], finding["at"]) == (2, "CFG-SHAPE", at)


def test_waivers_of_a_garage_by_the_thousand(here: Here, garage: Path) -> None:
    waivers = "".join(f'- {{sheet: "x{n}*", rule: LED, reason: x}}\n' for n in range(2000))
    (garage / "garage.yaml").write_text("waivers:\n" + waivers)
    status, out, _ = here("check", "--no-cache", "--format", "json")
    assert (status, json.loads(out)["summary"]["warnings"]) == (0, 2000)


# -- git


def test_a_file_of_git_is_read_as_far_as_a_file(here: Here, garage: Path) -> None:
    (garage / "big.yaml").write_text("name: " + "x" * 5_000_000)
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=x", "-c", "user.email=x@x.x", "commit", "-qm", "x"]):
        subprocess.run(["git", *words], cwd=garage, check=True)
    status, _, err = here("diff", "HEAD:big.yaml", "a.yaml")
    assert (status, err) == (2, "cwdesign: HEAD:big.yaml:1: YML-LIMIT: The file has more than 1,048,576 bytes.\n")
