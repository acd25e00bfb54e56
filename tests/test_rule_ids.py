"""All 331 rules of the rules page are known, and each is either checked or explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from cwdesign.catalog import rule_pages
from cwdesign.rules import RULES

IDS = tuple((Path(__file__).parent / "rule-ids.txt").read_text("utf-8").split())
CHECKED = tuple(rule.id for rule in RULES)
OTHERS = ("AADA-", "LEAGUE-")
"""Rules of leagues and garages stand on pages of their own."""


def test_the_list_is_whole() -> None:
    """The list has each of the 331 ids of the rules page once."""
    assert len(IDS) == len(set(IDS)) == 331


@pytest.mark.parametrize("id", IDS)
def test_rule_is_checked_or_explained(id: str) -> None:
    """A rule that can be broken has a function; of any other its page says where its figure shows, or how it holds."""
    page = rule_pages()[id]
    assert page.title and page.statement
    assert id in CHECKED or page.shows or page.how


@pytest.mark.parametrize("id", CHECKED)
def test_checked_rule_has_a_page(id: str) -> None:
    """Every rule that is checked has a page, and is one of the rules page or a league's."""
    assert id in rule_pages()
    assert id in IDS or id.startswith(OTHERS)


def test_no_rule_twice() -> None:
    """Each rule stands once in the registry, those of the rules page in its order."""
    assert len(CHECKED) == len(set(CHECKED))
    own = [id for id in CHECKED if id in IDS]
    assert own == sorted(own, key=IDS.index)


OF_A_LEAGUE = {"TEC-MILITARY"}
"""Only what a league's catalog adds can break it, so that no snippet can show it; `test_tech.py` does."""


@pytest.mark.parametrize("id", [id for id in CHECKED if id in IDS])
def test_checked_rule_has_cases(id: str) -> None:
    """Every rule that is checked has a file of cases; one that can be broken also snippets on its page."""
    page = rule_pages()[id]
    assert (Path(__file__).parent / "cases" / f"{id}.yaml").is_file()
    if page.severity != "note" and id not in OF_A_LEAGUE:
        assert page.illegal and page.legal
