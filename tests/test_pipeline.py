"""Many files: order, processes that die, and the result cache."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cwdesign import pipeline
from cwdesign.cache import Cache, default_folder
from cwdesign.cli import run as main
from cwdesign.pipeline import Checker, Context, Effort, Garages, check_sources
from cwdesign.render import ROSTER_FORMATS
from cwdesign.render.values import sheet_text
from cwdesign.report import SheetReport
from cwdesign.settings import Settings
from cwdesign.sources import Source, find_sources

STOCK = Path(__file__).parent / "stock"
COUNT = 40


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sheets, good and bad, in which every file differs."""
    monkeypatch.chdir(tmp_path)
    legal = (STOCK / "rhino.yaml").read_text("utf-8")
    Path("cars").mkdir()
    for number in range(COUNT):
        text = legal.replace("name: Rhino", f"name: Rhino {number}")
        if number % 5 == 1:
            text = text.replace("flaming-oil-jet, mount", "flaming-oil-yet, mount")
        if number % 5 == 2:
            text = text.replace("name:", "division: 5\nname:")
        if number % 5 == 3:
            text = f"{text}---\n{text}"
        if number == 9:
            text = "name: [unclosed\n"
        Path(f"cars/car-{number:02}.yaml").write_text(text, "utf-8")
    return tmp_path


def sources() -> tuple[Source, ...]:
    return find_sources(["cars"]).sources


def run(jobs: int = 1, cache: str | None = None, asked: Settings | None = None) -> list[SheetReport]:
    context = Context(asked if asked is not None else Settings())
    return list(check_sources(sources(), context, Garages(), Effort(jobs, cache)))


def texts(reports: Sequence[SheetReport]) -> list[str]:
    return [sheet_text(report) for report in reports]


def test_results_come_in_the_order_of_the_files(garage: Path) -> None:
    reports = run()
    assert len(reports) == COUNT + 8  # eight files hold two documents
    assert [report.path for report in reports] == sorted(report.path for report in reports)
    assert {report.status for report in reports} == {"legal", "illegal", "unreadable"}


@pytest.mark.parametrize("jobs", [2, 3])
def test_several_processes_give_the_same_results(garage: Path, jobs: int) -> None:
    assert texts(run(jobs)) == texts(run())


def test_other_fields_survive_the_way_between_processes(garage: Path) -> None:
    for one, other in zip(run(), run(2), strict=True):
        assert (one.summary, one.defaults, one.excerpts, one.findings) == (
            other.summary,
            other.defaults,
            other.excerpts,
            other.findings,
        )


# -- processes that die


class Fatal(Checker):
    """A checker that kills its process at a file, as often as it meets it."""

    at = "cars/car-17.yaml"
    marker: str | None = None
    """A file that is there once the process was killed; then it is left alone."""

    def begin(self, source):  # type: ignore[no-untyped-def]
        if source.path == self.at and os.getpid() != PARENT and not (self.marker and Path(self.marker).exists()):
            if self.marker:
                Path(self.marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().begin(source)


PARENT = os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="the checker is replaced in forked processes only")
def test_a_file_that_kills_its_process_takes_no_other_with_it(garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {report.path: sheet_text(report) for report in run()}
    monkeypatch.setattr(pipeline, "Checker", Fatal)
    reports = run(2)
    assert [r.path for r in reports] == [r.path for r in sorted(reports, key=lambda r: (r.path, r.document))]
    lost = [report for report in reports if report.path == Fatal.at]
    assert [(f.rule, f.severity) for f in lost[0].findings] == [("BUG-CRASH", "error")]
    assert "SIGKILL" in lost[0].findings[0].message
    for report in reports:
        if report.path not in (Fatal.at, *(f"cars/car-{n:02}.yaml" for n in range(3, COUNT, 5))):
            assert sheet_text(report) == expected[report.path]
    assert len({report.path for report in reports}) == COUNT


@pytest.mark.skipif(sys.platform != "linux", reason="the checker is replaced in forked processes only")
def test_a_process_that_is_killed_once_loses_nothing(garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = texts(run())
    monkeypatch.setattr(Fatal, "marker", str(garage / "killed"))
    monkeypatch.setattr(pipeline, "Checker", Fatal)
    assert texts(run(2)) == expected
    assert (garage / "killed").exists()


def test_a_crash_with_one_sheet_stays_with_it(garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cwdesign import judge

    real = judge.judging

    def crashing(sheet, *others, **more):  # type: ignore[no-untyped-def]
        if sheet.get(("name",)) == "Rhino 20":
            raise RuntimeError("told to")
        return real(sheet, *others, **more)

    monkeypatch.setattr(judge, "judging", crashing)
    for jobs in (1, 2):
        crashes = [r for r in run(jobs) if any(f.rule == "BUG-CRASH" for f in r.findings)]
        assert [(r.path, r.name, r.status) for r in crashes] == [("cars/car-20.yaml", "Rhino 20", "illegal")]


# -- the cache


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The paths of files that were really checked."""
    checked: list[str] = []
    real = Checker._reporting

    def reporting(self, documents, source, path):  # type: ignore[no-untyped-def]
        checked.append(source.path)
        return real(self, documents, source, path)

    monkeypatch.setattr(Checker, "_reporting", reporting)
    yield checked


def test_a_second_run_checks_nothing_and_says_the_same(garage: Path, counted: list[str]) -> None:
    fresh = texts(run())
    assert texts(run(cache="cache")) == fresh
    counted.clear()
    assert texts(run(cache="cache")) == fresh
    assert texts(run(3, cache="cache")) == fresh
    assert counted == []


@pytest.mark.parametrize("name", ROSTER_FORMATS)
def test_a_hit_gives_the_same_bytes_in_every_format(
    garage: Path, counted: list[str], capfd: pytest.CaptureFixture[str], name: str
) -> None:
    command = "roster" if name == "csv" else "check"
    words = [command, "--format", name, "--statistics", "--show-waived", "--ledger", "--jobs", "1", "cars"]

    def printed(*more: str) -> tuple[int, str]:
        status = main([*words, *more])
        return status, capfd.readouterr().out

    fresh = printed("--no-cache")
    assert printed("--cache-dir", "cache") == fresh
    counted.clear()
    assert printed("--cache-dir", "cache") == fresh
    assert counted == []


def test_only_what_changed_is_checked_again(garage: Path, counted: list[str]) -> None:
    run(cache="cache")
    counted.clear()
    Path("cars/car-05.yaml").write_text(Path("cars/car-05.yaml").read_text("utf-8") + "# another line\n", "utf-8")
    run(cache="cache")
    assert counted == ["cars/car-05.yaml"]


def test_a_copy_of_a_sheet_has_its_own_path(garage: Path, counted: list[str]) -> None:
    run(cache="cache")
    counted.clear()
    Path("cars/car-00.yaml").rename("cars/car-99.yaml")
    reports = run(cache="cache")
    assert counted == []
    assert reports[-1].path == "cars/car-99.yaml"
    assert all(finding.place.path == report.path for report in reports for finding in report.findings)


@pytest.mark.parametrize(
    "asked",
    [Settings(rounding="nearest", forced_tech_level="classic"), Settings(select=("THR",)), Settings(near_limit=True)],
)
def test_other_settings_are_another_result(garage: Path, counted: list[str], asked: Settings) -> None:
    run(cache="cache")
    counted.clear()
    run(cache="cache", asked=asked)
    assert len(counted) == COUNT


def test_a_changed_garage_file_or_catalog_is_another_result(garage: Path, counted: list[str]) -> None:
    Path("garage.yaml").write_text("catalog: [prices.yaml]\n", "utf-8")
    Path("prices.yaml").write_text("weapons:\n  spikedropper: {cost: 101}\n", "utf-8")
    first = run(cache="cache")
    counted.clear()
    Path("prices.yaml").write_text("weapons:\n  spikedropper: {cost: 102}\n", "utf-8")
    second = run(cache="cache")
    assert len(counted) == COUNT
    assert first[0].totals is not None and second[0].totals is not None
    assert second[0].totals.cost - first[0].totals.cost == 1  # type: ignore[operator]


def test_another_program_is_another_result(garage: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run(cache="cache")
    counted.clear()
    monkeypatch.setattr(pipeline, "program_fingerprint", lambda: "another")
    run(cache="cache")
    assert len(counted) == COUNT


def test_a_changed_trailer_is_another_result(garage: Path, counted: list[str]) -> None:
    tug = "name: Tug\nbody: {type: sedan}\ntows: van.yaml\n"
    Path("cars/tug.yaml").write_text(tug, "utf-8")
    missing = run(cache="cache")[-1]
    Path("cars/van.yaml").write_text("name: Van\nbody: {type: van-trailer-10-foot}\n", "utf-8")
    counted.clear()
    there = run(cache="cache")
    assert counted == ["cars/tug.yaml", "cars/van.yaml"]
    assert sheet_text(missing) != sheet_text(there[-2])
    counted.clear()
    run(cache="cache")
    assert counted == []
    Path("cars/van.yaml").write_text("name: Van\nbody: {type: van-trailer-10-foot}\ncargo: {weight: 9}\n", "utf-8")
    run(cache="cache")
    assert counted == ["cars/tug.yaml", "cars/van.yaml"]


def entries(folder: str = "cache") -> list[Path]:
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "folder", "other", "old"])
def test_a_damaged_entry_is_no_entry(garage: Path, counted: list[str], damage: str) -> None:
    fresh = texts(run(cache="cache"))
    for number, entry in enumerate(entries()):
        data = bytearray(entry.read_bytes())
        if damage == "flip":
            data[len(data) * number // COUNT // 2 + len(data) // 3] ^= 4
        elif damage == "cut":
            del data[len(data) * number // COUNT :]
        elif damage == "empty":
            data.clear()
        elif damage == "other":  # a whole entry, but of another file
            data = bytearray(entries()[(number + 1) % COUNT].read_bytes())
        elif damage == "old":
            data = data.replace(b"result 1", b"result 0", 1)
        if damage == "folder":
            entry.unlink()
            entry.mkdir()
        else:
            entry.write_bytes(bytes(data))
    counted.clear()
    assert texts(run(cache="cache")) == fresh
    assert len(set(counted)) >= COUNT - 1


def test_a_crash_is_not_kept(garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cwdesign import judge

    with monkeypatch.context() as patch:
        patch.setattr(judge, "judging", lambda *_, **__: 1 / 0)
        assert any(f.rule == "BUG-CRASH" for f in run(cache="cache")[0].findings)
    assert run(cache="cache")[0].status == "legal"


def test_a_cache_that_cannot_be_written_is_said_once(garage: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("cache").write_text("a file where a folder should be", "utf-8")
    fresh = texts(run())
    for jobs in (1, 2):
        assert texts(run(jobs, cache="cache")) == fresh
        warnings = capfd.readouterr().err.splitlines()
        assert len(warnings) == 1
        assert "the cache in cache cannot be written" in warnings[0]


def test_the_cache_does_not_grow_without_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cwdesign.cache.MAX_BYTES", 256 * 1000)
    cache = Cache(str(tmp_path / "cache"))
    for number in range(30):
        cache.put(f"ab{number:038}", b"x" * 100)
        os.utime(tmp_path / "cache" / "ab" / f"{number:038}.result", (number, number))
    cache.trim()
    kept = sorted(int(entry.stem) for entry in entries(str(tmp_path / "cache")))
    assert kept == list(range(20, 30))  # a thousand bytes of this folder, the youngest


def test_many_runs_can_share_a_cache(garage: Path) -> None:
    """Runs at the same time, with the cache damaged under them, all say what one without a cache says."""
    root = str(Path(__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": root}
    words = [sys.executable, "-m", "cwdesign", "check", "--format", "json", "--jobs", "2", "cars"]
    alone = subprocess.run([*words, "--no-cache"], capture_output=True, env=environment, check=False).stdout
    running = [
        subprocess.Popen([*words, "--cache-dir", "shared"], stdout=subprocess.PIPE, env=environment) for _ in range(4)
    ]
    while any(process.poll() is None for process in running):
        for entry in entries("shared")[::3]:
            if entry.suffix == ".result":
                entry.write_bytes(entry.read_bytes()[:-7])
        break
    assert [process.communicate()[0] for process in running] == [alone] * 4
    assert json.loads(alone)["summary"]["sheets"] == COUNT + 8


def test_the_cache_lies_in_the_place_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_folder() == "/somewhere/cwdesign"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert default_folder() == "/home/somebody/.cache/cwdesign"
