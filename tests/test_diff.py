"""`cwdesign diff`: what changed between two designs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cwdesign.cli import run

STOCK = Path(__file__).parent / "stock"
RHINO = (STOCK / "rhino.yaml").read_text("utf-8")
HONEY_BADGER = (STOCK / "honey-badger.yaml").read_text("utf-8")


@pytest.fixture(autouse=True)
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    return tmp_path


def git(*words: str) -> None:
    identity = ["-c", "user.name=Duelist", "-c", "user.email=duelist@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], check=True, capture_output=True)


def diff(capfd: pytest.CaptureFixture[str], old: str, new: str, *words: str, status: int = 0) -> str:
    capfd.readouterr()
    got = run(["diff", old, new, *words])
    out, err = capfd.readouterr()
    assert got == status, (out, err)
    return out if status != 2 else err


def document(capfd: pytest.CaptureFixture[str], old: str, new: str, *words: str) -> Any:
    """The JSON of what changed between two texts."""
    Path("old.yaml").write_text(old, "utf-8")
    Path("new.yaml").write_text(new, "utf-8")
    return json.loads(diff(capfd, "old.yaml", "new.yaml", "--format", "json", *words))


def parts(data: Any) -> list[tuple[str, str, str | None]]:
    """(change, kind, mount) of each part that changed."""
    return [
        (part["change"], (part["new"] or part["old"])["kind"], (part["new"] or part["old"])["place"])
        for part in data["parts"]
    ]


def test_nothing_changed(capfd: pytest.CaptureFixture[str]) -> None:
    data = document(capfd, RHINO, f"# a comment\n{RHINO}")
    assert data["same"] is True
    assert (data["parts"], data["figures"], data["findings"]) == ([], [], {"gone": [], "new": []})
    assert "No difference." in diff(capfd, "old.yaml", "new.yaml")
    diff(capfd, "old.yaml", "new.yaml", "--exit-code", status=0)


def test_another_way_of_writing_is_no_change(capfd: pytest.CaptureFixture[str]) -> None:
    other = RHINO.replace("[ramplate]", "[{type: Ramplate}]").replace("tires: puncture", "tires: {all: {type: puncture")
    other = other.replace("resistant\n", "resistant}}\n", 1)
    assert document(capfd, RHINO, other)["same"] is True


def test_a_part_less(capfd: pytest.CaptureFixture[str]) -> None:
    """A foil costs 25 and weighs 10 points of the luxury's armor ($20, 10 lb): $1,000 and 200 lb for two."""
    data = document(capfd, HONEY_BADGER, HONEY_BADGER.replace("[ramplate, spoiler, airdam]", "[ramplate]"))
    assert parts(data) == [("removed", "Spoiler", None), ("removed", "Airdam", None)]
    assert [part["old"]["cost"] for part in data["parts"]] == [500, 500]
    figures = {f["figure"]: (f["old"], f["new"], f["difference"]) for f in data["figures"]}
    assert figures["cost"] == (29960, 28960, -1000)
    assert figures["weight"] == (6600, 6400, -200)
    assert {finding["rule"] for finding in data["findings"]["new"]} == {"LED-CLAIMS"}
    assert (data["old"]["status"], data["new"]["status"]) == ("legal", "illegal")


def test_armor_by_face(capfd: pytest.CaptureFixture[str]) -> None:
    """Five points less in front: $65 and 30 lb on a compact ($13 and 6 lb a point)."""
    data = document(capfd, RHINO, RHINO.replace("front: 85", "front: 80"))
    part, _ = data["parts"]
    assert (part["change"], part["group"]) == ("changed", "armor")
    assert part["values"] == [{"name": "front", "old": "85", "new": "80"}]
    assert (part["new"]["cost"] - part["old"]["cost"], part["new"]["weight"] - part["old"]["weight"]) == (-65, -30)


def test_parts_are_matched_by_id_first(capfd: pytest.CaptureFixture[str]) -> None:
    gun = "weapons:\n- {id: main, type: machine-gun, mount: front}\n- {type: machine-gun, mount: back}\n"
    base = "name: Car\nbody: {type: sedan}\n"
    moved = gun.replace("id: main, type: machine-gun, mount: front", "id: main, type: vulcan-machine-gun, mount: left")
    data = document(capfd, base + gun, base + moved)
    (part,) = data["parts"]
    assert part["id"] == "main"
    assert part["values"] == [
        {"name": "kind", "old": "Machine Gun", "new": "Vulcan Machine Gun"},
        {"name": "place", "old": "front", "new": "left"},
    ]


def test_parts_without_id_are_matched_by_kind_and_mount(capfd: pytest.CaptureFixture[str]) -> None:
    base = "name: Car\nbody: {type: sedan}\nweapons:\n"
    front, back = "- {type: machine-gun, mount: front}\n", "- {type: machine-gun, mount: back}\n"
    assert document(capfd, base + front + back, base + back + front)["same"] is True
    data = document(capfd, base + front, base + back)
    assert parts(data) == [("added", "Machine Gun", "back"), ("removed", "Machine Gun", "front")]
    data = document(capfd, base + front, base + front.replace("}", ", ammo: [{type: incendiary, shots: 4}]}"))
    (part,) = data["parts"]
    assert part["change"] == "changed"
    assert (part["gained"], part["lost"]) == (["4 Incendiary"], ["20 standard rounds"])


def test_body_and_crew(capfd: pytest.CaptureFixture[str]) -> None:
    data = document(capfd, RHINO, RHINO.replace("type: compact", "type: mid-sized").replace("heavy}", "improved}"))
    body = next(part for part in data["parts"] if part["group"] == "body")
    assert body["values"] == [
        {"name": "type", "old": "Compact", "new": "Mid-Sized"},
        {"name": "suspension", "old": "heavy", "new": "improved"},
    ]
    data = document(
        capfd, RHINO, RHINO.replace("{role: driver}", "{role: driver, equipment: [body-armor]}\n- {role: gunner}")
    )
    assert parts(data) == [("changed", "Driver", "left"), ("added", "Gunner", "right")]
    assert data["parts"][0]["gained"] == ["Body Armor"]


def test_findings_that_are_gone(capfd: pytest.CaptureFixture[str]) -> None:
    data = document(capfd, RHINO.replace("name:", "division: 9\nname:"), RHINO)
    assert [finding["rule"] for finding in data["findings"]["gone"]] == ["LED-DIVISION"]
    assert data["findings"]["new"] == []
    assert data["same"] is False


def test_text_and_markdown(capfd: pytest.CaptureFixture[str]) -> None:
    """The ramplate follows the front armor: 1.5 x 80 x $13 = $1,560 after $1,657.50, which is $98 less rounded."""
    new = RHINO.replace("front: 85", "front: 80").replace("name: Rhino", "name: '[Rhino](x)|'")
    Path("old.yaml").write_text(RHINO, "utf-8")
    Path("new.yaml").write_text(new, "utf-8")
    text = diff(capfd, "old.yaml", "new.yaml")
    assert "    front: 85 → 80" in text
    assert "$9,821 → $9,658  (-$163)" in text
    markdown = diff(capfd, "old.yaml", "new.yaml", "--format", "markdown")
    assert "| cost | $9,821 → $9,658  (-$163) |" in markdown
    assert "[Rhino](x)" not in markdown
    diff(capfd, "old.yaml", "new.yaml", "--exit-code", status=1)


def test_markdown_keeps_the_sign_of_what_went(capfd: pytest.CaptureFixture[str]) -> None:
    """A hyphen at the start of an entry would begin a list in it."""
    Path("old.yaml").write_text(RHINO, "utf-8")
    Path("new.yaml").write_text(RHINO.replace("tires: puncture-resistant", "tires: solid"), "utf-8")
    markdown = diff(capfd, "old.yaml", "new.yaml", "--format", "markdown")
    assert "  - &#45; 2 front&#58; Puncture-Resistant Tire" in markdown
    assert "- - " not in markdown


def test_output_goes_to_a_file(capfd: pytest.CaptureFixture[str]) -> None:
    Path("old.yaml").write_text(RHINO, "utf-8")
    assert diff(capfd, "old.yaml", "old.yaml", "--output", "out.txt") == ""
    assert "No difference." in Path("out.txt").read_text("utf-8")


# -- git


def test_a_sheet_as_it_was(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("cars").mkdir()
    Path("cars/rhino.yaml").write_text(RHINO, "utf-8")
    git("init", "-q", ".")
    git("add", ".")
    git("commit", "-q", "-m", "as printed")
    Path("cars/rhino.yaml").write_text(RHINO.replace("front: 85", "front: 80"), "utf-8")
    text = diff(capfd, "HEAD:cars/rhino.yaml", "cars/rhino.yaml")
    assert "front: 85 → 80" in text
    git("commit", "-q", "-a", "-m", "lighter")
    assert "front: 85 → 80" in diff(capfd, "HEAD~1:cars/rhino.yaml", "HEAD:cars/rhino.yaml")
    Path("cars/rhino.yaml").unlink()
    assert "front: 80 → 85" in diff(capfd, "HEAD:cars/rhino.yaml", "HEAD~1:cars/rhino.yaml")
    monkeypatch.chdir("cars")
    for name in ("HEAD:cars/rhino.yaml", "HEAD:./rhino.yaml", "HEAD:rhino.yaml"):
        assert "No difference." in diff(capfd, name, "HEAD:cars/rhino.yaml")


def test_a_trailer_is_that_of_the_revision(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A light hitch takes 2,000 lb: the six-foot van of 1,000 lb on two tires, but not with 200 x 7 lb of armor."""
    Path("cars").mkdir()
    Path("cars/car.yaml").write_text(
        "name: Car\nbody: {type: luxury, chassis: heavy}\npower_plant: electric-super\ntires: standard\n"
        "crew: [{role: driver}]\naccessories: [hitch-light]\ntows: box.yaml\n",
        "utf-8",
    )
    box = "name: Box\nbody: {type: car-trailer-van-6}\ntires: standard\n"
    git("init", "-q", ".")
    for armor in ("", "armor: {left: 200}\n"):
        Path("cars/box.yaml").write_text(box + armor, "utf-8")
        git("add", ".")
        git("commit", "-q", "-m", "box")
    Path("cars/box.yaml").unlink()
    monkeypatch.chdir("cars")
    data = json.loads(diff(capfd, "HEAD~1:./car.yaml", "HEAD:cars/car.yaml", "--format", "json"))
    assert (data["old"]["status"], data["new"]["status"]) == ("legal", "illegal")
    assert [finding["rule"] for finding in data["findings"]["new"]] == ["TRL-HITCH"]
    data = json.loads(diff(capfd, "HEAD:cars/car.yaml", "car.yaml", "--format", "json"))
    assert [finding["rule"] for finding in data["findings"]["new"]] == ["SHT-REFERENCE"]


def test_the_garage_is_todays_for_both(capfd: pytest.CaptureFixture[str]) -> None:
    Path("rhino.yaml").write_text(RHINO, "utf-8")
    Path("garage.yaml").write_text("division: 30\n", "utf-8")
    git("init", "-q", ".")
    git("add", ".")
    git("commit", "-q", "-m", "as printed")
    Path("garage.yaml").write_text("division: 5\n", "utf-8")
    data = json.loads(diff(capfd, "HEAD:rhino.yaml", "rhino.yaml", "--format", "json"))
    assert (data["old"]["status"], data["new"]["status"], data["same"]) == ("illegal", "illegal", True)


def test_what_cannot_be_compared(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one.yaml").write_text(RHINO, "utf-8")
    Path("two.yaml").write_text(f"{RHINO}---\n{RHINO}", "utf-8")
    Path("broken.yaml").write_text("name: [\n", "utf-8")
    assert "2 vehicles" in diff(capfd, "one.yaml", "two.yaml", status=2)
    assert "broken.yaml:1: YML-SYNTAX" in diff(capfd, "broken.yaml", "one.yaml", status=2)
    assert "none.yaml: no such file" in diff(capfd, "none.yaml", "one.yaml", status=2)
    assert "git repository" in diff(capfd, "HEAD:one.yaml", "one.yaml", status=2)
    git("init", "-q", ".")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    assert "no revision v9" in diff(capfd, "v9:one.yaml", "one.yaml", status=2)
    assert "none.yaml was not in the repository at HEAD" in diff(capfd, "HEAD:none.yaml", "one.yaml", status=2)
    Path("garage.yaml").write_text("divison: 5\n", "utf-8")
    assert "garage.yaml:1" in diff(capfd, "one.yaml", "one.yaml", status=2)
    diff(capfd, "one.yaml", "one.yaml", "--isolated", status=0)


def test_a_revision_is_never_an_option_of_git(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one.yaml").write_text(RHINO, "utf-8")
    git("init", "-q", ".")
    capfd.readouterr()
    assert run(["diff", "--", "--output=stolen:one.yaml", "one.yaml"]) == 2
    assert not Path("stolen").exists()


def test_figures_are_grouped_as_in_a_report(capfd: pytest.CaptureFixture[str]) -> None:
    Path("old.yaml").write_text(RHINO, "utf-8")
    Path("new.yaml").write_text(RHINO.replace("electric-medium", "electric-large"), "utf-8")
    assert "1,400 → 2,000  (+600)" in diff(capfd, "old.yaml", "new.yaml")


def test_a_part_that_follows_another_is_a_change_too(capfd: pytest.CaptureFixture[str]) -> None:
    """Ten points more in front of a compact: $130 and 60 lb; its ramplate half as much again, and half the weight."""
    data = document(capfd, RHINO, RHINO.replace("front: 85", "front: 95"))
    assert [kind for _, kind, _ in parts(data)][-1] == "Ramplate"
    assert "+$195, +30 lb" in diff(capfd, "old.yaml", "new.yaml")


def test_cargo_that_is_gone(capfd: pytest.CaptureFixture[str]) -> None:
    """Said is what it was, and nothing of the gear that never was aboard."""
    plain = RHINO[: RHINO.index("claims:")]
    data = document(capfd, f"{plain}cargo: {{spaces: 2, weight: 300}}\n", plain)
    (part,) = data["parts"]
    assert (part["change"], part["old"]["values"]) == ("removed", {"spaces": "2", "weight": "300"})
    text = diff(capfd, "old.yaml", "new.yaml")
    assert "spaces 2; weight 300\n" in text and "gear weight" not in text
