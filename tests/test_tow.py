"""What `tows` leads to: one sheet, inside the garage, never in a circle."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cwdesign import tow as tow_module
from cwdesign.tow import Tow, garage_root, tow_loader

TRAILER = "name: Box\nbody: {type: car-trailer-van-6}\n"


def write(folder: Path, name: str, text: str = TRAILER) -> Path:
    """A file of this text."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def tow(sheet: Path, tows: str) -> Tow:
    """What a sheet's `tows` leads to."""
    return tow_loader(str(sheet))(tows)


def test_a_trailer_beside_the_sheet(tmp_path: Path) -> None:
    write(tmp_path, "box.yaml")
    found = tow(tmp_path / "car.yaml", "box.yaml")
    assert found.problem is None
    assert found.sheet is not None
    assert found.sheet.get(("name",)) == "Box"
    assert found.path == f"{tmp_path}/box.yaml"


@pytest.mark.parametrize(
    ("tows", "text", "problem"),
    [
        ("none.yaml", None, "missing"),
        ("a\0b", None, "missing"),
        ("\ud800", None, "missing"),
        ("x" * 5000, None, "missing"),
        (".", None, "unreadable"),
        ("box.yaml", "name: [unclosed", "unreadable"),
        ("box.yaml", "name: Box\namor: {}\n", "unreadable"),
        ("box.yaml", "", "unreadable"),
        ("box.yaml", f"{TRAILER}---\n{TRAILER}", "several"),
        ("box.yaml", f"{TRAILER}tows: box.yaml\n", "circular"),
        ("box.yaml", f"{TRAILER}tows: ./../garage/car.yaml\n", "circular"),
        ("car.yaml", None, "circular"),
        ("../outside.yaml", None, "outside"),
        ("/etc/passwd", None, "outside"),
    ],
)
def test_problems(tmp_path: Path, tows: str, text: str | None, problem: str) -> None:
    garage = tmp_path / "garage"
    car = write(garage, "car.yaml", f"{TRAILER}tows: box.yaml\n")
    write(tmp_path, "outside.yaml")
    if text is not None:
        write(garage, "box.yaml", text)
    found = tow(car, tows)
    assert (found.sheet, found.problem) == (None, problem)


def test_a_long_train_is_followed_to_its_end(tmp_path: Path) -> None:
    for number in range(1500):
        write(tmp_path, f"{number}.yaml", f"{TRAILER}tows: {number + 1}.yaml\n")
    write(tmp_path, "1500.yaml")
    assert tow(tmp_path / "0.yaml", "1.yaml").problem is None
    write(tmp_path, "1500.yaml", f"{TRAILER}tows: 700.yaml\n")
    assert tow(tmp_path / "0.yaml", "1.yaml").problem == "circular"


def test_the_sheets_of_a_train_follow_it_once_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = tow_module._open

    def counted(file, *others):  # type: ignore[no-untyped-def]
        opened.append(file)
        return real(file, *others)

    monkeypatch.setattr(tow_module, "_open", counted)
    for number in range(40):
        write(tmp_path, f"{number}.yaml", f"{TRAILER}tows: {number + 1}.yaml\n")
    write(tmp_path, "40.yaml")
    trains: tow_module.Trains = {}
    for number in range(40):
        found = tow_loader(str(tmp_path / f"{number}.yaml"), known=trains)(f"{number + 1}.yaml")
        assert found.problem is None and found.sheet is not None
    # The first opens the whole train, each of the others its own trailer alone.
    assert len(opened) == 40 + 39
    write(tmp_path, "40.yaml", f"{TRAILER}tows: 20.yaml\n")
    assert tow_loader(str(tmp_path / "0.yaml"), known={})("1.yaml").problem == "circular"


def test_the_garage_is_the_nearest_folder_with_a_garage_file(tmp_path: Path) -> None:
    write(tmp_path, "trailers/box.yaml")
    write(tmp_path, "cars/car.yaml")
    assert tow(tmp_path / "cars/car.yaml", "../trailers/box.yaml").problem == "outside"
    write(tmp_path, "garage.yaml", "")
    assert tow(tmp_path / "cars/car.yaml", "../trailers/box.yaml").problem is None
    write(tmp_path, "cars/garage.yaml", "")
    assert tow(tmp_path / "cars/car.yaml", "../trailers/box.yaml").problem == "outside"
    assert os.path.realpath(garage_root(str(tmp_path / "cars"))) == str(tmp_path / "cars")


def test_a_link_leads_no_further_than_a_path(tmp_path: Path) -> None:
    garage = tmp_path / "garage"
    car = write(garage, "car.yaml")
    secret = write(tmp_path, "secret.yaml")
    (garage / "link.yaml").symlink_to(secret)
    (garage / "around").symlink_to(tmp_path)
    (garage / "dangling.yaml").symlink_to("nowhere.yaml")
    (garage / "loop.yaml").symlink_to("loop.yaml")
    assert tow(car, "link.yaml").problem == "outside"
    assert tow(car, "around/secret.yaml").problem == "outside"
    assert tow(car, "dangling.yaml").problem in ("missing", "unreadable")
    assert tow(car, "loop.yaml").problem == "unreadable"
    os.mkfifo(garage / "pipe.yaml")
    assert tow(car, "pipe.yaml").problem == "unreadable"


def test_a_sheet_from_standard_input_tows_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "box.yaml")
    monkeypatch.chdir(tmp_path)
    assert tow_loader(None)("box.yaml").problem is None
