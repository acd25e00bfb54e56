"""`cwdesign roster`: rows, teams, and what holds over several sheets."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cwdesign.cli import run

STOCK = Path(__file__).parent / "stock"

# Printed totals of the published sheets (their claims): Rhino $9,821, Spitfire $3,978, Honey Badger $29,960.
COSTS = {"rhino": 9821, "spitfire": 3978, "honey-badger": 29960}


@pytest.fixture(autouse=True)
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


def sheet(name: str, copy_of: str, head: str = "", **changes: str) -> None:
    """A published sheet under another name, with lines before it."""
    text = (STOCK / f"{copy_of}.yaml").read_text("utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("name: ")]
    text = text.replace(line, f"{head}name: {name}", 1)
    for old, new in changes.items():
        text = text.replace(old, new)
    Path(f"{name.lower().replace(' ', '-')}.yaml").write_text(text, "utf-8")


def stable() -> None:
    """Two teams and a loner; Bravo is over a division of five thousand dollars."""
    sheet("Alpha", "rhino", "team: Reds\ntags: [duel, old]\n")
    sheet("Bravo", "rhino", "team: Reds\ndivision: 5\n")
    sheet("Charlie", "spitfire", "team: Blues\ntags: [duel]\n")
    sheet("Delta", "honey-badger")


def roster(capfd: pytest.CaptureFixture[str], *words: str, status: int | None = None) -> str:
    capfd.readouterr()
    got = run(["roster", *words])
    out, err = capfd.readouterr()
    assert status is None or got == status, (got, out, err)
    return out


def document(capfd: pytest.CaptureFixture[str], *words: str, status: int | None = None) -> Any:
    return json.loads(roster(capfd, "--format", "json", *words, status=status))


def names(data: Any) -> list[str]:
    return [entry["name"] for entry in data["sheets"]]


def teams_found(data: Any) -> list[tuple[str, str, str, int]]:
    return [(f["rule"], f["severity"], f["path"], f["line"]) for f in data["findings"] if f["rule"].startswith("TEAM-")]


# -- rows


def test_one_row_a_vehicle(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    lines = roster(capfd, status=1).splitlines()
    assert lines[0].split() == [
        "Name",
        "Body",
        "Cost",
        "Weight",
        "Spaces",
        "HC",
        "Acc",
        "Top",
        "Armor",
        "Verdict",
        "First",
        "error",
    ]
    assert lines[1].split() == ["Alpha", "Compact", "$9,821", "4,196/4,440", "9/10", "3", "5", "90", "226", "legal"]
    assert lines[2].split() == [
        *["Bravo", "Compact", "$9,821", "4,196/4,440", "9/10", "3", "5", "90", "226", "illegal", "LED-DIVISION"]
    ]  # fmt: skip


def test_a_narrow_screen_gets_fewer_columns(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    stable()
    lines = roster(capfd).splitlines()
    assert lines[2].split() == ["Bravo", "$9,821", "4,196/4,440", "9/10", "3", "5", "90", "226", "LED-DIVISION"]
    assert max(map(len, lines)) <= 80


def test_teams_add_up(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    Path("garage.yaml").write_text("limits: {team_cost: 20000}\n", "utf-8")
    assert document(capfd)["teams"] == [
        {"team": "Reds", "vehicles": 2, "cost": 2 * COSTS["rhino"], "limit": 20000},
        {"team": "Blues", "vehicles": 1, "cost": COSTS["spitfire"], "limit": 20000},
        {"team": None, "vehicles": 1, "cost": COSTS["honey-badger"], "limit": 20000},
    ]
    assert "Reds              2  $19,642  $20,000     $358" in roster(capfd)


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (None, ["Alpha", "Bravo", "Charlie", "Delta"]),
        ("cost", ["Charlie", "Alpha", "Bravo", "Delta"]),
        ("-cost", ["Delta", "Alpha", "Bravo", "Charlie"]),
        ("-name", ["Delta", "Charlie", "Bravo", "Alpha"]),
        ("team", ["Charlie", "Alpha", "Bravo", "Delta"]),  # Blues, Reds, and last who has none
        ("-team", ["Alpha", "Bravo", "Charlie", "Delta"]),
        ("error", ["Bravo", "Alpha", "Charlie", "Delta"]),
        ("body", ["Alpha", "Bravo", "Delta", "Charlie"]),  # Compact, Luxury, Subcompact
    ],
)
def test_rows_are_sorted(capfd: pytest.CaptureFixture[str], sort: str | None, expected: list[str]) -> None:
    stable()
    assert names(document(capfd, *(["--sort", sort] if sort else []))) == expected


@pytest.mark.parametrize(
    ("words", "expected", "status"),
    [
        (["--team", "reds"], ["Alpha", "Bravo"], 1),
        (["--team", "Reds", "--team", "Blues"], ["Alpha", "Bravo", "Charlie"], 1),
        (["--tag", "duel"], ["Alpha", "Charlie"], 0),
        (["--tag", "old", "--tag", "none"], ["Alpha"], 0),
        (["--verdict", "illegal"], ["Bravo"], 1),
        (["--verdict", "legal", "--tag", "duel", "--team", "Reds"], ["Alpha"], 0),
        (["--team", "Greens"], [], 0),
    ],
)
def test_filters_choose_rows(
    capfd: pytest.CaptureFixture[str], words: list[str], expected: list[str], status: int
) -> None:
    stable()
    data = document(capfd, *words, status=status)
    assert names(data) == expected
    assert data["summary"]["sheets"] == len(expected)
    assert len(data["teams"]) == 3  # the teams are those of all sheets


def test_every_column_sorts(capfd: pytest.CaptureFixture[str]) -> None:
    from cwdesign.roster import COLUMNS

    stable()
    Path("broken.yaml").write_text("name: [\n", "utf-8")
    for column in COLUMNS:
        assert len(document(capfd, "--sort", column)["sheets"]) == 5


@pytest.mark.parametrize("words", [["--sort", "price"], ["--verdict", "fine"], ["--format", "xml"]])
def test_wrong_usage(capfd: pytest.CaptureFixture[str], words: list[str]) -> None:
    stable()
    roster(capfd, *words, status=2)


def test_csv(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    Path("odd.yaml").write_text('name: "=HYPERLINK(1),\\"a\\""\nbody: {type: sedan}\n', "utf-8")
    rows = list(csv.DictReader(io.StringIO(roster(capfd, "--format", "csv"))))
    assert [row["name"] for row in rows] == ["Alpha", "Bravo", "Charlie", "Delta", '\'=HYPERLINK(1),"a"']
    alpha = rows[0]
    assert (alpha["cost"], alpha["weight"], alpha["max_load"], alpha["tags"]) == ("9821", "4196", "4440", "duel;old")
    assert (rows[1]["verdict"], rows[1]["first_error"], rows[1]["errors"]) == ("illegal", "LED-DIVISION", "1")


def test_an_unreadable_sheet_is_a_row_and_no_vehicle(capfd: pytest.CaptureFixture[str]) -> None:
    sheet("Alpha", "rhino")
    Path("broken.yaml").write_text("name: [\n", "utf-8")
    data = document(capfd, status=1)
    assert [entry["status"] for entry in data["sheets"]] == ["legal", "unreadable"]
    assert data["teams"] == [{"team": None, "vehicles": 1, "cost": COSTS["rhino"], "limit": None}]


# -- teams


def test_a_team_over_its_budget(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    Path("garage.yaml").write_text("limits:\n  team_cost: 19641\n", "utf-8")
    data = document(capfd, "--ignore", "LED-DIVISION", "--team", "Blues", status=1)
    assert teams_found(data) == [
        ("TEAM-COST", "error", "garage.yaml", 2),
        ("TEAM-COST", "error", "garage.yaml", 2),
    ]
    reds = data["findings"][0]
    assert (reds["limit"], reds["actual"], reds["at"]) == (19641, 19642, "limits.team_cost")
    assert [(r["path"], r["line"]) for r in reds["related"]] == [("alpha.yaml", 4), ("bravo.yaml", 4)]
    assert "Team Reds costs $19,642, $1 more" in reds["message"]


def test_too_many_vehicles_of_a_team(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    Path("garage.yaml").write_text("limits: {vehicles: 1}\n", "utf-8")
    assert teams_found(document(capfd, status=1)) == [("TEAM-VEHICLES", "error", "garage.yaml", 1)]


def test_two_of_one_name(capfd: pytest.CaptureFixture[str]) -> None:
    sheet("Alpha", "rhino")
    Path("other.yaml").write_text(Path("alpha.yaml").read_text("utf-8").replace("Alpha", "'ALPHA '"), "utf-8")
    assert teams_found(document(capfd, status=0)) == []
    Path("garage.yaml").write_text("limits: {unique_names: true}\n", "utf-8")
    data = document(capfd, status=1)
    assert teams_found(data) == [("TEAM-NAMES", "error", "other.yaml", 2)]
    assert data["findings"][0]["related"][0]["path"] == "alpha.yaml"


def test_a_trailer_towed_by_two(capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("Alpha", "Bravo"):
        sheet(name, "rhino", "tows: van.yaml\n")
    Path("van.yaml").write_text("name: Van\nbody: {type: van-trailer-10-foot}\n", "utf-8")
    data = document(capfd)
    assert teams_found(data) == [("TEAM-TRAILER", "warning", "bravo.yaml", 2)]
    assert data["findings"][0]["at"] == "tows"


def test_check_judges_no_team(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    Path("garage.yaml").write_text("limits: {team_cost: 1, vehicles: 1, unique_names: true}\n", "utf-8")
    run(["check", "--format", "json"])
    data = json.loads(capfd.readouterr().out)
    assert teams_found(data) == []
    assert "teams" not in data


def test_each_garage_has_its_own_teams(capfd: pytest.CaptureFixture[str]) -> None:
    for folder, limit in (("a", 10000), ("b", 5000)):
        Path(folder).mkdir()
        (Path(folder) / "garage.yaml").write_text(f"limits: {{team_cost: {limit}, unique_names: true}}\n", "utf-8")
        (Path(folder) / "rhino.yaml").write_text((STOCK / "rhino.yaml").read_text("utf-8"), "utf-8")
    data = document(capfd, status=1)
    assert teams_found(data) == [("TEAM-COST", "error", "b/garage.yaml", 1)]
    assert [team["limit"] for team in data["teams"]] == [10000, 5000]


def test_where_a_cost_is_unknown_the_others_may_be_too_much(capfd: pytest.CaptureFixture[str]) -> None:
    sheet("Alpha", "rhino")
    sheet("Bravo", "rhino", ramplate="rampl8")
    Path("garage.yaml").write_text("limits: {team_cost: 9820}\n", "utf-8")
    data = document(capfd, status=1)
    assert [f[0] for f in teams_found(data)] == ["TEAM-COST"]
    assert data["teams"][0]["cost"] is None
    Path("garage.yaml").write_text("limits: {team_cost: 9821}\n", "utf-8")
    assert teams_found(document(capfd, status=1)) == []


# -- choice, waivers and baselines of team rules


def test_team_rules_are_chosen_like_others(capfd: pytest.CaptureFixture[str]) -> None:
    sheet("Alpha", "rhino")
    garage = "limits: {{team_cost: 1}}\nrules: {{severity: {{TEAM-COST: {}}}}}\n"
    Path("garage.yaml").write_text(garage.format("warning"), "utf-8")
    assert teams_found(document(capfd, status=0))[0][1] == "warning"
    Path("garage.yaml").write_text(garage.format("off"), "utf-8")
    assert teams_found(document(capfd, status=0)) == []
    Path("garage.yaml").write_text("limits: {team_cost: 1}\n", "utf-8")
    assert teams_found(document(capfd, "--ignore", "TEAM", status=0)) == []


def test_a_waiver_of_the_garage_covers_a_team_finding(capfd: pytest.CaptureFixture[str]) -> None:
    sheet("Alpha", "rhino")
    Path("other.yaml").write_text(Path("alpha.yaml").read_text("utf-8"), "utf-8")
    waiver = "waivers: [{sheet: other.yaml, rule: TEAM-NAMES, reason: twins}]\n"
    Path("garage.yaml").write_text("limits: {unique_names: true}\n" + waiver, "utf-8")
    data = document(capfd, status=0)
    assert [(f["rule"], f["waiver"]) for f in data["findings"]] == [
        ("TEAM-NAMES", {"kind": "garage", "reason": "twins"})
    ]
    Path("garage.yaml").write_text(waiver, "utf-8")
    assert [f["rule"] for f in document(capfd, status=0)["findings"]] == ["WAIVER-UNUSED"]
    assert run(["check", "--format", "json"]) == 0  # which does not judge teams, and so cannot tell
    assert json.loads(capfd.readouterr().out)["findings"] == []


def test_a_baseline_covers_a_team_finding(capfd: pytest.CaptureFixture[str]) -> None:
    sheet("Alpha", "rhino")
    Path("garage.yaml").write_text("limits: {team_cost: 5000}\n", "utf-8")
    roster(capfd, "--write-baseline", "baseline.json", status=0)
    roster(capfd, "--baseline", "baseline.json", status=0)
    sheet("Bravo", "rhino")
    roster(capfd, "--baseline", "baseline.json", status=1)  # now it is worse


# -- what else


def test_every_format_of_check_works(capfd: pytest.CaptureFixture[str]) -> None:
    from cwdesign.render import ROSTER_FORMATS

    stable()
    Path("garage.yaml").write_text("limits: {vehicles: 1}\n", "utf-8")
    for name in ROSTER_FORMATS:
        assert roster(capfd, "--format", name, status=1), name


def test_a_broken_garage_ends_the_run(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    Path("garage.yaml").write_text("limits: {cars: 1}\n", "utf-8")
    data = document(capfd, status=2)
    assert data["sheets"] == []
    assert [f["rule"] for f in data["findings"]] == ["CFG-SHAPE"]


def test_text_of_sheets_steers_no_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    Path("odd.yaml").write_text('name: "\\e[31m[/bold]"\nteam: "\\e]0;x\\a"\nbody: {type: sedan}\n', "utf-8")
    out = roster(capfd)
    assert "\x1b" not in out and "\x07" not in out
    assert "\\x1b[31m[/bold]" in out


def test_a_team_or_tag_that_no_sheet_has_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    stable()
    assert run(["roster", "--team", "reds", "--team", "Rads", "--tag", "duel", "--tag", "new"]) == 0
    assert (
        capfd.readouterr().err
        == "cwdesign: note: no sheet has the tag `new`\ncwdesign: note: no sheet has the team `rads`\n"
    )
    assert run(["roster", "--team", "BLUES", "--tag", "old", "--tag", "duel"]) == 0
    assert capfd.readouterr().err == ""
