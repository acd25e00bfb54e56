"""`claims`: printed figures beside computed ones, and these written in without touching anything else."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_sheets import as_text, check
from cwdesign import cli
from random_sheets import vehicle

STOCK = Path(__file__).parent / "stock"
RHINO = (STOCK / "rhino.yaml").read_text("utf-8")


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run([*arguments])
    out, err = capfd.readouterr()
    return status, out, err


def test_claims_that_hold(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "a.yaml").write_text(RHINO, "utf-8")
    assert run(capfd, "claims", "a.yaml") == (0, "a.yaml: Rhino: its claims hold\n", "")
    assert run(capfd, "claims", "a.yaml", "--write")[0] == 0
    assert (garage / "a.yaml").read_text("utf-8") == RHINO


def test_shows_the_difference(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Rhino costs $9,821 and runs 90 mph (the page's figures)."""
    wrong = RHINO.replace("cost: 9821", "cost: 9800").replace("top_speed: 90", "top_speed: 92.5")
    (garage / "a.yaml").write_text(wrong, "utf-8")
    status, out, err = run(capfd, "claims", "a.yaml")
    assert (status, err) == (1, "")
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "a.yaml: Rhino:",
        "cost $9,800 → $9,821",
        "top speed 92.5 → 90",
    ]
    assert (garage / "a.yaml").read_text("utf-8") == wrong


def test_corrects_only_what_is_wrong(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wrong = RHINO.replace("cost: 9821", "cost: 9800").replace("top_speed: 90", "top_speed: 92.5")
    (garage / "a.yaml").write_text(wrong, "utf-8")
    assert run(capfd, "claims", "a.yaml", "--write")[0] == 0
    assert (garage / "a.yaml").read_text("utf-8") == RHINO
    assert os.listdir(garage) == ["a.yaml"]


BLOCK = """\
# The dealer's own words.
name: Plain   # a good name

body: {type: compact, chassis: heavy, suspension: heavy}
power_plant: electric-medium
tires: heavy-duty
crew:
  - role: driver
armor:
  front: 20
claims:
  # what it says on the windscreen
  cost: 1        # too cheap to be true
  weight: 2.5
# the end
"""


def test_keeps_comments_and_layout(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "a.yaml").write_text(BLOCK, "utf-8")
    assert run(capfd, "claims", "a.yaml", "--write")[0] == 0
    totals = check(BLOCK).totals
    assert totals is not None
    expected = BLOCK.replace("cost: 1 ", f"cost: {totals.cost} ").replace("2.5", str(totals.weight))
    assert (garage / "a.yaml").read_text("utf-8") == expected


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["unix", "dos"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with-mark"])
def test_fills_in_where_there_are_none(
    line_end: str, mark: str, garage: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """At the end of the sheet, in its own line ends; other documents of the file keep theirs."""
    bare = BLOCK[: BLOCK.index("claims:")] + "# the end\n"
    before = (mark + bare + "---\n" + RHINO).replace("\n", line_end)
    (garage / "a.yaml").write_bytes(before.encode("utf-8"))
    assert run(capfd, "claims", "a.yaml", "--write")[0] == 0
    after = (garage / "a.yaml").read_bytes().decode("utf-8")
    (added,) = [line for line in after.split(line_end) if line.startswith("claims: {cost: ") and line not in before]
    assert after.replace(added + line_end, "", 1) == before
    assert after.index(added) < after.index("# the end")
    assert run(capfd, "claims", "a.yaml")[0] == 0
    for key in ("cost", "weight", "spaces_used", "handling_class", "acceleration", "top_speed", "range"):
        assert f"{key}: " in added


def test_a_sheet_on_one_line(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    flow = "{name: A, body: {type: compact}, power_plant: electric-medium, tires: solid, crew: [{role: driver}]} # x\n"
    (garage / "a.yaml").write_text(flow, "utf-8")
    assert run(capfd, "claims", "a.yaml", "--write")[0] == 0
    after = (garage / "a.yaml").read_text("utf-8")
    assert after.startswith(flow.split("]}")[0] + "], claims: {cost: ") and after.endswith("}} # x\n")
    assert run(capfd, "claims", "a.yaml")[0] == 0


def test_cycle_and_sidecar_claim_their_own(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Quetzalcoatl's page: $5,129 and 1,075 lb, its sidecar $3,500 and 700 lb; performance is of both."""
    text = (STOCK / "quetzalcoatl.yaml").read_text("utf-8")
    bare = "".join(line for line in text.splitlines(keepends=True) if "claims:" not in line)
    (garage / "a.yaml").write_text(bare, "utf-8")
    assert run(capfd, "claims", "a.yaml", "--write")[0] == 0
    after = (garage / "a.yaml").read_text("utf-8")
    assert "  claims: {cost: 3500, weight: 700, spaces_used: 3}\n" in after
    assert "\nclaims: {cost: 5129, weight: 1075, spaces_used: 5, handling_class: 4, acceleration: 5," in after
    assert check(after).status == "legal"


def test_a_trailer_has_no_speed(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What a towed body cannot claim is said and left to its owner."""
    text = "name: T\nbody: {type: car-trailer-van-10}\ntires: solid\nclaims: {cost: 1, top_speed: 90}\n"
    (garage / "a.yaml").write_text(text, "utf-8")
    status, out, _ = run(capfd, "claims", "a.yaml", "--write")
    assert status == 1 and "no such figure" in out
    after = (garage / "a.yaml").read_text("utf-8")
    assert "top_speed: 90" in after and "cost: 1," not in after


def test_unreadable_sheets(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (garage / "a.yaml").write_text("name: [\n", "utf-8")
    (garage / "b.yaml").write_text(RHINO.replace("compact", "kompakt"), "utf-8")
    status, out, err = run(capfd, "claims", "a.yaml", "b.yaml", "--write")
    assert (status, out) == (1, "") and "YML-SYNTAX" in err and "SHT-UNKNOWN" in err
    assert run(capfd, "claims", "none.yaml")[0] == 2


def test_what_cannot_be_changed_alone_is_left(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The claim is the anchor of another value: changing it would change that too."""
    text = (
        BLOCK.replace("cost: 1  ", "cost: &n 1")
        .replace("front: 20", "front: 20")
        .replace("# the end", "cargo: {spaces: *n}")
    )
    (garage / "a.yaml").write_text(text, "utf-8")
    status, _, err = run(capfd, "claims", "a.yaml", "--write")
    after = (garage / "a.yaml").read_text("utf-8")
    assert check(after).status != "unreadable"
    assert (status == 1 and after == text and "nothing was written" in err) or "cargo: {spaces: *n}" in after


@given(st.integers(min_value=0, max_value=10**9), st.booleans())
@settings(max_examples=30, deadline=None)
def test_written_claims_always_hold(tmp_path_factory: pytest.TempPathFactory, seed: int, wrong: bool) -> None:
    """Whatever the sheet: after `--write` there is no LED-CLAIMS finding, and nothing but claims has changed."""
    rng = Random(seed)
    sheet: dict[str, Any] = vehicle(rng)
    if wrong:
        sheet["claims"] = {"cost": rng.randint(0, 99_999), "weight": rng.randint(0, 9_999)}
    file = tmp_path_factory.mktemp("claims") / "a.yaml"
    before = as_text(sheet)
    file.write_text(before, "utf-8")
    cli.run(["claims", str(file), "--write"])
    after = file.read_text("utf-8")
    assert not [f for f in check(after).findings if f.rule == "LED-CLAIMS"]
    lines = before.splitlines()
    assert [line for line in after.splitlines() if line in lines] == [
        line for line in lines if not line.strip().startswith(("cost:", "weight:")) or line in after.splitlines()
    ]
