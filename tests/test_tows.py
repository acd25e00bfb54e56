"""What `tows` may lead to: read from real files, inside the garage only; anything else is one fault of the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_sheets import as_text, changed
from cwdesign.catalog import load_catalog
from cwdesign.judge import judge
from cwdesign.reader import read_file
from cwdesign.report import SheetReport
from cwdesign.settings import Settings
from cwdesign.tow import tow_loader


def write(folder: Path, name: str, base: str, **change: object) -> Path:
    """A sheet in a folder, made of a base sheet and a change."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_text(changed(base, change)), "utf-8")
    return path


def report_of(path: Path) -> SheetReport:
    """The report of the sheet in a file, which may tow another file's."""
    (document,) = read_file(str(path), str(path))
    assert document.sheet is not None
    return judge(document.sheet, load_catalog(), Settings(), tow_loader(str(path)))


def errors(report: SheetReport) -> list[tuple[str, str | None]]:
    """(rule, place) of every error."""
    return [(f.rule, f.place.at) for f in report.findings if f.severity == "error"]


def car(folder: Path, tows: str) -> Path:
    """A sedan with a hitch."""
    return write(folder, "car.yaml", "sedan", accessories=["hitch-standard"], tows=tows)


BROKEN = [("SHT-REFERENCE", "tows")]


def test_a_trailer_beside_the_sheet(tmp_path: Path) -> None:
    """Its weight counts for the loaded figures: 3,980 + 1,390 lb at 2,000 power factors reach 97.5 mph."""
    write(tmp_path, "trailer.yaml", "battery-trailer")
    report = report_of(car(tmp_path, "trailer.yaml"))
    assert errors(report) == []
    assert report.totals is not None
    assert (report.totals.weight, report.totals.loaded_top_speed, report.totals.top_speed) == (3980, 97.5, 120)


def test_a_trailer_in_another_folder_of_the_garage(tmp_path: Path) -> None:
    """A garage file above both folders makes them one garage."""
    (tmp_path / "garage.yaml").write_text("{}\n", "utf-8")
    write(tmp_path, "trailers/box.yaml", "battery-trailer")
    assert errors(report_of(car(tmp_path / "cars", "../trailers/box.yaml"))) == []


def test_outside_without_a_garage_file(tmp_path: Path) -> None:
    """Without one the garage is the sheet's own folder."""
    write(tmp_path, "trailers/box.yaml", "battery-trailer")
    report = report_of(car(tmp_path / "cars", "../trailers/box.yaml"))
    assert errors(report) == BROKEN
    assert "outside the garage" in report.findings[0].message


def test_a_link_that_leads_out(tmp_path: Path) -> None:
    """A link inside the garage to a file outside is outside."""
    write(tmp_path, "elsewhere/box.yaml", "battery-trailer")
    path = car(tmp_path / "cars", "box.yaml")
    (path.parent / "box.yaml").symlink_to(tmp_path / "elsewhere" / "box.yaml")
    assert errors(report_of(path)) == BROKEN


@pytest.mark.parametrize(
    "name", ["none.yaml", "", ".", "a\0b", "~/trailer.yaml", "/etc/passwd", "../../../../etc/passwd"]
)
def test_no_such_trailer(tmp_path: Path, name: str) -> None:
    """Whatever else the text is, it is one fault at its place, and nothing is read."""
    path = car(tmp_path, "trailer.yaml")
    (document,) = read_file(str(path), str(path))
    assert document.sheet is not None and isinstance(document.sheet.data, dict)
    document.sheet.data["tows"] = name
    report = judge(document.sheet, load_catalog(), Settings(), tow_loader(str(path)))
    assert errors(report) == BROKEN
    assert report.totals is not None and report.totals.loaded_top_speed is None


@pytest.mark.parametrize("text", ["name: [unclosed\n", "name: Box\namor: {}\n", ""])
def test_an_unreadable_trailer(tmp_path: Path, text: str) -> None:
    """A trailer's sheet that is none cannot be towed; its own check says why."""
    (tmp_path / "trailer.yaml").write_text(text, "utf-8")
    assert errors(report_of(car(tmp_path, "trailer.yaml"))) == BROKEN


def test_several_documents(tmp_path: Path) -> None:
    """The trailer's file holds one document."""
    text = write(tmp_path, "trailer.yaml", "battery-trailer").read_text("utf-8")
    (tmp_path / "trailer.yaml").write_text(f"{text}---\n{text}", "utf-8")
    assert errors(report_of(car(tmp_path, "trailer.yaml"))) == BROKEN


def test_a_circle(tmp_path: Path) -> None:
    """A sheet that tows itself, or a trailer that tows back, goes in a circle."""
    assert errors(report_of(car(tmp_path, "car.yaml"))) == BROKEN
    write(tmp_path, "trailer.yaml", "battery-trailer", accessories=["hitch-standard"], tows="car.yaml")
    assert errors(report_of(car(tmp_path, "trailer.yaml"))) == BROKEN


def test_rules_of_the_pair_are_withheld(tmp_path: Path) -> None:
    """Without the trailer neither its weight nor its power can be judged."""
    report = report_of(car(tmp_path, "none.yaml"))
    assert {"TRL-HITCH", "TRL-LB"} <= set(report.withheld)


def test_the_trailers_own_faults_stay_with_it(tmp_path: Path) -> None:
    """A fault of the trailer is found when its own sheet is checked."""
    path = write(tmp_path, "trailer.yaml", "battery-trailer", accessories=["laser-battery", "ramplate"])
    assert errors(report_of(car(tmp_path, "trailer.yaml"))) == []
    assert errors(report_of(path)) == [("TRL-NO", "accessories[1]")]
