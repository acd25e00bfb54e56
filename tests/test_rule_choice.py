"""Which rules a word names, and which of them run at which severity."""

from __future__ import annotations

import pytest

from cwdesign.cli import run
from cwdesign.rule_choice import covers, is_fixed, nearest_rule, rules_named, runs, severity_of, unknown_words
from cwdesign.settings import Settings

KNOWN = frozenset({"THR-LIMIT", "THR-TURRET", "GAS-LB-REQUIRED", "ACC-SPOILER", "ACC-SPOILER-WHO", "SHT-UNKNOWN"})


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("THR-LIMIT", {"THR-LIMIT"}),
        ("thr-limit", {"THR-LIMIT"}),
        ("THR", {"THR-LIMIT", "THR-TURRET"}),
        ("thr-", {"THR-LIMIT", "THR-TURRET"}),
        ("GAS-LB", {"GAS-LB-REQUIRED"}),
        ("TH", set()),  # a prefix ends at a hyphen
        ("THR-LIM", set()),
        ("THR-LIMIT-", set()),
        ("", set()),
        ("-", set()),
        ("ACC-SPOILER", {"ACC-SPOILER"}),  # an id names that rule alone
        ("ACC-SPOILER-", {"ACC-SPOILER-WHO"}),
        ("ACC", {"ACC-SPOILER", "ACC-SPOILER-WHO"}),
    ],
)
def test_a_word_names_rules(word: str, expected: set[str]) -> None:
    assert rules_named(word, KNOWN) == expected
    assert {rule for rule in KNOWN if covers(word, rule, KNOWN)} == expected


def test_a_misspelled_word_is_answered_with_the_nearest() -> None:
    assert nearest_rule("THR-LIMITS", KNOWN) == "THR-LIMIT"
    assert nearest_rule("thr-limt", KNOWN) == "THR-LIMIT"
    assert nearest_rule("GSA", frozenset({"GAS-LB-REQUIRED"})) == "GAS"
    assert nearest_rule("XYZZY", KNOWN) is None
    assert unknown_words(["THR", "THR-LIMITS"], KNOWN) == (("THR-LIMITS", "THR-LIMIT"),)


@pytest.mark.parametrize(
    ("settings", "running"),
    [
        (Settings(), True),
        (Settings(select=("THR",)), True),
        (Settings(select=("LED", "THR-LIMIT")), True),
        (Settings(select=("LED",)), False),
        (Settings(ignore=("THR-LIMIT",)), False),
        (Settings(ignore=("THR-TURRET",)), True),
        (Settings(select=("THR-LIMIT",), ignore=("THR",)), False),  # where both name a rule it is ignored
        (Settings(severity={"THR": "off"}), False),
        (Settings(severity={"THR": "off", "THR-LIMIT": "warning"}), True),  # the longer word counts
        (Settings(severity={"THR-LIMIT": "off"}, select=("THR-LIMIT",)), False),  # options narrow what is left on
    ],
)
def test_what_runs(settings: Settings, running: bool) -> None:
    assert runs("THR-LIMIT", settings) is running
    assert runs("SHT-UNKNOWN", settings) is True


def test_severities_hold_for_every_finding_of_a_rule() -> None:
    settings = Settings(severity={"THR": "note", "THR-LIMIT": "warning"})
    assert severity_of("THR-LIMIT", "error", settings) == "warning"
    assert severity_of("THR-LIMIT", "note", settings) == "warning"
    assert severity_of("THR-TURRET", "error", settings) == "note"
    assert severity_of("LED-DIVISION", "error", settings) == "error"
    assert severity_of("SHT-UNKNOWN", "error", Settings(severity={"SHT-UNKNOWN": "note"})) == "error"


def test_what_is_always_reported() -> None:
    assert all(map(is_fixed, ("YML-SYNTAX", "SHT-SHAPE", "CFG-READ", "BUG-CRASH")))
    assert not any(map(is_fixed, ("WAIVER-UNUSED", "LEAGUE-BAN", "TEAM-COST", "AADA-CREW", "THR-LIMIT")))


@pytest.mark.parametrize("words", [["--select", "SHT"], ["--ignore", "CFG-READ,THR"], ["--ignore", "BUG"]])
def test_what_is_always_reported_cannot_be_chosen(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", *words, "."]) == 2
    assert "cannot be chosen" in capsys.readouterr().err
