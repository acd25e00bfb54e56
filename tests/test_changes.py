"""`--changed REF` and `--exclude`: which sheets a run is over."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from cwdesign.cli import run

STOCK = Path(__file__).parent / "stock"
RHINO = (STOCK / "rhino.yaml").read_text("utf-8")
VAN = "name: Van\nbody: {type: van-trailer-10-foot}\n"


def git(*words: str) -> None:
    identity = ["-c", "user.name=Duelist", "-c", "user.email=duelist@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two garages and a sheet outside; `one/tug.yaml` tows `one/van.yaml`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "garage.yaml").write_text("catalog: [prices/ours.yaml]\n" if folder == "two" else "", "utf-8")
        for name in ("a", "b"):
            Path(folder, f"{name}.yaml").write_text(RHINO, "utf-8")
    Path("two/prices").mkdir()
    Path("two/prices/ours.yaml").write_text("weapons:\n  spikedropper: {cost: 101}\n", "utf-8")
    Path("one/tug.yaml").write_text(RHINO.replace("name:", "tows: van.yaml\nname:"), "utf-8")
    Path("one/van.yaml").write_text(VAN, "utf-8")
    Path("c.yaml").write_text(RHINO, "utf-8")
    Path(".gitignore").write_text(".cache/\n", "utf-8")
    git("init", "-q", ".")
    git("add", ".")
    git("commit", "-q", "-m", "all")
    return tmp_path


def checked(capfd: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The paths of the sheets that were checked."""
    capfd.readouterr()
    run(["check", "--format", "json", *words])
    return [sheet["path"] for sheet in json.loads(capfd.readouterr().out)["sheets"]]


def touch(path: str, line: str = "# changed\n") -> None:
    Path(path).write_text(Path(path).read_text("utf-8") + line, "utf-8")


EVERYTHING = ["c.yaml", "one/a.yaml", "one/b.yaml", "one/tug.yaml", "one/van.yaml", "two/a.yaml", "two/b.yaml"]


def test_everything_without_it(capfd: pytest.CaptureFixture[str]) -> None:
    assert checked(capfd) == EVERYTHING


def test_nothing_changed(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--changed", "HEAD"]) == 0
    assert "no sheet changed since HEAD" in capfd.readouterr().err
    assert run(["roster", "--changed", "HEAD", "--format", "json"]) == 0
    assert json.loads(capfd.readouterr().out)["sheets"] == []


def test_what_changed_is_checked_committed_or_not(capfd: pytest.CaptureFixture[str]) -> None:
    touch("one/a.yaml")
    assert checked(capfd, "--changed", "HEAD") == ["one/a.yaml"]
    git("commit", "-q", "-a", "-m", "two")
    assert checked(capfd, "--changed", "HEAD") == []
    assert checked(capfd, "--changed", "HEAD~1") == ["one/a.yaml"]
    Path("new.yaml").write_text(RHINO, "utf-8")
    assert checked(capfd, "--changed", "HEAD~1") == ["new.yaml", "one/a.yaml"]
    git("add", "new.yaml")
    assert checked(capfd, "--changed", "HEAD", "one", "new.yaml") == ["new.yaml"]


def test_who_tows_what_changed_is_checked(capfd: pytest.CaptureFixture[str]) -> None:
    touch("one/van.yaml")
    assert checked(capfd, "--changed", "HEAD") == ["one/tug.yaml", "one/van.yaml"]
    Path("one/van.yaml").unlink()
    assert checked(capfd, "--changed", "HEAD") == ["one/tug.yaml"]


def test_a_train_is_followed(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one/first.yaml").write_text(RHINO.replace("name:", "tows: tug.yaml\nname:"), "utf-8")
    git("add", ".")
    git("commit", "-q", "-m", "a train")
    touch("one/van.yaml")
    assert checked(capfd, "--changed", "HEAD") == ["one/first.yaml", "one/tug.yaml", "one/van.yaml"]


@pytest.mark.parametrize("changed", ["two/garage.yaml", "two/prices/ours.yaml"])
def test_all_of_a_garage_that_changed_is_checked(capfd: pytest.CaptureFixture[str], changed: str) -> None:
    touch(changed)
    assert checked(capfd, "--changed", "HEAD") == ["two/a.yaml", "two/b.yaml"]


def test_a_garage_file_that_went_concerns_all_below(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one/garage.yaml").unlink()
    assert checked(capfd, "--changed", "HEAD") == ["one/a.yaml", "one/b.yaml", "one/tug.yaml", "one/van.yaml"]


def test_a_garage_file_that_came_concerns_all_below(capfd: pytest.CaptureFixture[str]) -> None:
    Path("garage.yaml").write_text("division: 30\n", "utf-8")
    assert checked(capfd, "--changed", "HEAD") == EVERYTHING


def test_it_works_from_below(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    touch("one/a.yaml")
    touch("two/a.yaml")
    monkeypatch.chdir("one")
    assert checked(capfd, "--changed", "HEAD") == ["a.yaml"]
    assert checked(capfd, "--changed", "HEAD", "../two") == ["../two/a.yaml"]


@pytest.mark.parametrize("revision", ["nothing", "--output=stolen", "HEAD:c.yaml"])
def test_an_unknown_revision_is_a_failure(capfd: pytest.CaptureFixture[str], revision: str) -> None:
    assert run(["check", f"--changed={revision}"]) == 2
    assert "--changed" in capfd.readouterr().err
    assert not Path("stolen").exists()


def test_no_baseline_is_written_of_a_part(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--changed", "HEAD", "--write-baseline", "baseline.json"]) == 2
    assert "--changed" in capfd.readouterr().err
    assert not Path("baseline.json").exists()


def test_outside_of_a_repository(
    capfd: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("outside"))
    Path("a.yaml").write_text(RHINO, "utf-8")
    assert run(["check", "--changed", "HEAD"]) == 2
    assert "not a git repository" in capfd.readouterr().err


# -- --exclude


def test_exclusions_of_the_command_line(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(capfd, "--exclude", "a.yaml", "--exclude", "two/**") == [
        *("c.yaml", "one/b.yaml", "one/tug.yaml", "one/van.yaml")
    ]
    assert checked(capfd, "--exclude", "one") == ["c.yaml", "two/a.yaml", "two/b.yaml"]
    # A file that is named is read whatever its name; patterns start in the current folder.
    assert checked(capfd, "--exclude", "a.yaml", "one/a.yaml") == ["one/a.yaml"]
    monkeypatch.chdir("one")
    assert checked(capfd, "--exclude", "one/a.yaml") == ["a.yaml", "b.yaml", "tug.yaml", "van.yaml"]


def test_exclusions_of_the_garage(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one/garage.yaml").write_text("exclude: ['t*.yaml']\n", "utf-8")
    assert checked(capfd, "one", "two") == ["one/a.yaml", "one/b.yaml", "one/van.yaml", "two/a.yaml", "two/b.yaml"]
