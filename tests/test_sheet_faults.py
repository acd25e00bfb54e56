"""What is said of names that mean nothing or too much, of ids used twice, and of a `tows` that leads to no trailer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from case_sheets import as_text, changed
from cwdesign.catalog import load_catalog
from cwdesign.judge import judge
from cwdesign.reader import read_sheets
from cwdesign.settings import Settings
from cwdesign.tow import Problem, Tow

Said = list[tuple[str, str | None, str, str | None]]


def said(change: Mapping[str, Any], problem: Problem | None = None) -> Said:
    """(rule, place, message, hint) of what is wrong with a changed sedan itself, in the order of the sheet."""
    (document,) = read_sheets(as_text(changed("sedan", change)).encode(), "car.yaml")
    assert document.sheet is not None
    report = judge(document.sheet, load_catalog(), Settings(), lambda name: Tow(None, problem, name))
    return [(f.rule, f.place.at, f.message, f.hint) for f in report.findings if f.rule.startswith("SHT-")]


@pytest.mark.parametrize(
    ("problem", "message", "hint"),
    [
        ("missing", "The trailer's sheet `t.yaml` is not there.", "Name a file relative to this sheet's folder."),
        ("unreadable", "The trailer's sheet `t.yaml` cannot be read as a sheet.",
         "`cwdesign check` on that file says why."),
        ("outside", "The trailer's sheet `t.yaml` lies outside the garage.",
         "Keep the trailer's sheet in this garage: beside this sheet, or below its `garage.yaml`."),
        ("several", "The trailer's file `t.yaml` does not hold exactly one sheet.",
         "Give the trailer a file of its own."),
        ("circular", "`t.yaml` leads back to a sheet of the same train.",
         "Name the sheet of the trailer, which tows nothing of this train."),
    ],
)  # fmt: skip
def test_a_trailer_that_is_none(problem: Problem, message: str, hint: str) -> None:
    assert said({"tows": "t.yaml"}, problem) == [("SHT-REFERENCE", "tows", message, hint)]


def test_without_a_problem_nothing_is_said() -> None:
    assert said({"tows": "t.yaml"}) == []


def test_a_name_that_several_components_share() -> None:
    """`EWP` is every external weapon pod."""
    ((rule, at, message, hint),) = said({"turrets": [{"type": "EWP"}]})
    assert (rule, at, hint) == ("SHT-UNKNOWN", "turrets[0].type", "Write the id of the one that is meant.")
    assert message.startswith("Several components of the kind mount are called `EWP`: external-weapon-pod-")


def test_an_id_used_twice() -> None:
    guns = [{"type": "machine-gun", "mount": face, "id": "gun"} for face in ("front", "back")]
    message = "The id `gun` is used twice."
    assert said({"weapons": guns}) == [
        ("SHT-REFERENCE", "weapons[1].id", message, "Give each entry an id of its own."),
    ]


@pytest.mark.parametrize(("names", "listed"), [(999, 999), (1000, 1000), (1001, 1000), (1003, 1000)])
def test_of_unknown_names_a_thousand_are_listed(names: int, listed: int) -> None:
    found = said({"accessories": [f"zzz-{number}" for number in range(names)]})
    nothing = [message for rule, _, message, _ in found if rule == "SHT-UNKNOWN" and message.startswith("No accessory")]
    assert len(nothing) == listed
    more = "More than 1,000 names of this sheet mean nothing; those from here on are not listed."
    assert found[listed:] == ([("SHT-UNKNOWN", "accessories[1000]", more, None)] if names > listed else [])


def test_of_broken_references_a_thousand_are_listed() -> None:
    found = said({"links": [["machine-gun", *(f"zzz-{number}" for number in range(1002))]]})
    more = "More than 1,000 names of this sheet mean nothing; those from here on are not listed."
    assert [entry[0] for entry in found] == ["SHT-REFERENCE"] * 1001
    assert found[1000] == ("SHT-REFERENCE", "links[0][1001]", more, None)


def test_names_that_mean_too_much() -> None:
    """Of 150 guns each `machine-gun` means all: 133 of the names mean 19,950 entries, the next one too many."""
    found = said({"weapons": [{"type": "machine-gun", "mount": "front"}] * 150, "links": [["machine-gun"] * 136]})
    message = "Names in this sheet's links, computers and component armor mean more than 20,000 entries in all."
    assert found == [("SHT-REFERENCE", "links[0][133]", message, None)]


def test_where_a_thousand_are_listed_the_rest_has_no_cause() -> None:
    """The second id of a name leads to the first; that there are more of them leads nowhere."""
    guns = [{"type": "machine-gun", "mount": "front", "id": "gun"} for _ in range(1003)]
    (document,) = read_sheets(as_text(changed("sedan", {"weapons": guns})).encode(), "car.yaml")
    assert document.sheet is not None
    report = judge(document.sheet, load_catalog(), Settings(), lambda name: Tow(None, None, name))
    related = [len(f.related) for f in report.findings if f.rule == "SHT-REFERENCE"]
    assert related == [*[1] * 1000, 0]
