"""Patterns of `exclude` and `waivers`, and paths as reports show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cwdesign.paths import relative, upwards
from cwdesign.patterns import matches


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.yaml", "rhino.yaml", True),
        ("*.yaml", "old/deep/rhino.yaml", True),  # without a slash: names anywhere
        ("drafts", "a/drafts/rhino.yaml", True),  # a folder and all in it
        ("drafts", "a/drafts.yaml", False),
        ("old/*.yaml", "old/rhino.yaml", True),
        ("old/*.yaml", "old/deep/rhino.yaml", False),  # a star stays inside a name
        ("old/*.yaml", "new/old/rhino.yaml", False),  # with a slash: relative to the garage file
        ("docs/**", "docs/a/b.yaml", True),
        ("docs/**", "docs2/b.yaml", False),
        ("**/docs/*.yaml", "docs/b.yaml", True),
        ("**/docs/*.yaml", "x/y/docs/b.yaml", True),
        ("docs/", "docs/a.yaml", True),
        ("docs/", "x/docs/a.yaml", False),
        ("./a.yaml", "a.yaml", True),
        ("car-?.yaml", "car-1.yaml", True),
        ("car-?.yaml", "car-12.yaml", False),
        ("car-[12].yaml", "car-2.yaml", True),
        ("car-[!12].yaml", "car-2.yaml", False),
        ("car-[!12].yaml", "car-3.yaml", True),
        ("car-[1-3].yaml", "car-3.yaml", True),
        ("car[.yaml", "car[.yaml", True),  # no closing bracket: the character itself
        ("car[z-a].yaml", "carz.yaml", False),  # a range that holds nothing
        ("a+b.yaml", "a+b.yaml", True),
        ("**/a/**/b/*.yaml", "a/b/a/x/b/c.yaml", True),
        ("**/a/**/b/*.yaml", "b/a/x/c.yaml", False),
        ("**/a*b/**/c*/**/d", "ab/x/aab/c/cc/d", True),
        ("**/a*b/**/c*/**/d", "ab/x/aab/d", False),
        ("a**b**c", "axb/c", True),
        ("a**/b", "ax/y/b", True),
        ("A.yaml", "a.yaml", False),
    ],
)
def test_pattern(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/a/" * 30 + "b", "a/" * 2000 + "c"),
        ("**/*a*/" * 300 + "b", "a/" * 2000 + "c"),
        ("**/a*/" * 30 + "**a**b", "aa/" * 1300 + "c"),
        ("a**" * 30 + "b", "a" * 4000 + "c"),
        ("*a" * 2000 + "b", "a" * 4000 + "c"),
        ("**/" * 3000 + "b", "a/" * 2000 + "c"),
        ("[" * 5000, "a" * 4000),
    ],
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    """Tried in every way, most of these would take years."""
    assert not matches(pattern, path)


def test_folders_upwards_keep_the_way_they_were_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a")
    ways = list(upwards("b"))
    assert ways[:3] == ["b", ".", ".."]
    assert Path(ways[-1]).resolve() == Path("/")
    assert list(upwards("./b"))[:2] == ["./b", "."]
    assert list(upwards(str(tmp_path)))[:2] == [str(tmp_path), str(tmp_path.parent)]
    assert list(upwards("/")) == ["/"]


def test_relative_paths_are_lexical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert relative("garage/old/a.yaml", "garage") == "old/a.yaml"
    assert relative("a.yaml", "garage") == "../a.yaml"


def test_many_stars_take_no_time() -> None:
    """Each star could stand for any stretch of the name; to try them all would outlast the universe."""
    assert not matches("*a" * 40, "a" * 200 + ".yaml")
    assert matches("*a" * 40 + "*", "a" * 200 + ".yaml")
    assert not matches("**/" * 40 + "x", "/".join("a" * 200))
    assert matches("*ab*b?[ab]*.yaml", "aabbba.yaml") and not matches("*ab*b?[ab]*.yaml", "aabba.yaml")
