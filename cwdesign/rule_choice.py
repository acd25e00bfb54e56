"""Which rules a word names, and which of them run at which severity.

A word is an id (`THR-LIMIT`) or a prefix that ends at a hyphen (`THR`, `GAS-LB`, `THR-`), in any letter case.
A word that is an id names that rule alone, also where other ids begin with it (`ACC-SPOILER`); with a final
hyphen (`ACC-SPOILER-`) it is the prefix.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from cwdesign.findings import SEVERITIES, Severity
from cwdesign.settings import Settings

FIXED_PREFIXES: tuple[str, ...] = ("YML-", "SHT-", "CFG-", "BUG-")
"""Findings that cannot be selected, ignored, waived or turned off."""

MOST_OF_A_WORD = 100
"""Letters of a word that are compared with the ids; no id has half of them."""


@lru_cache(maxsize=1)
def known_rules() -> frozenset[str]:
    """Every id that `explain` knows."""
    from cwdesign.catalog import rule_pages

    return frozenset(rule_pages())


def title_of(rule: str) -> str:
    """The name of a rule for people."""
    from cwdesign.catalog import rule_pages

    return rule_pages()[rule].title


def is_fixed(rule: str) -> bool:
    """Whether a rule's findings stand whatever is chosen: not the vehicle, but the input or the program is at fault."""
    return rule.startswith(FIXED_PREFIXES)


def covers(word: str, rule: str, known: frozenset[str] | None = None) -> bool:
    """Whether a word names this rule. A word that names nothing covers nothing."""
    known = known_rules() if known is None else known
    wanted = word.upper()
    if wanted in known:
        return rule == wanted
    return rule.startswith(wanted if wanted.endswith("-") else wanted + "-")


@lru_cache(maxsize=1024)
def rules_named(word: str, known: frozenset[str] | None = None) -> frozenset[str]:
    """The ids that a word names; empty where it names none."""
    known = known_rules() if known is None else known
    wanted = word.upper()
    if wanted in known:
        return frozenset((wanted,))
    return _by_prefix(known).get(wanted if wanted.endswith("-") else wanted + "-", frozenset())


@lru_cache(maxsize=4)
def _by_prefix(known: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """The ids that begin with each prefix, its hyphen included."""
    found: dict[str, set[str]] = {}
    for rule in known:
        for end in (place for place, letter in enumerate(rule, 1) if letter == "-"):
            found.setdefault(rule[:end], set()).add(rule)
    return {prefix: frozenset(rules) for prefix, rules in found.items()}


def nearest_rule(word: str, known: frozenset[str] | None = None) -> str | None:
    """The id or prefix that a misspelled word most likely means, None where nothing is close."""
    from difflib import get_close_matches

    known = known_rules() if known is None else known
    words = known | {rule.rpartition("-")[0] for rule in known} | {rule.partition("-")[0] for rule in known}
    close = get_close_matches(word[:MOST_OF_A_WORD].upper().rstrip("-"), sorted(words), n=1, cutoff=0.6)
    return close[0] if close else None


def unknown_words(words: Iterable[str], known: frozenset[str] | None = None) -> tuple[tuple[str, str | None], ...]:
    """The words that name no rule, each with the nearest that does."""
    return tuple((word, nearest_rule(word, known)) for word in words if not rules_named(word, known))


def severity_set(rule: str, severity: Mapping[str, str]) -> str | None:
    """What a garage's `severity` says of a rule (`off` included): the longest word that covers it decides."""
    best = max((word for word in severity if covers(word, rule)), key=lambda word: len(word.rstrip("-")), default=None)
    return None if best is None else severity[best]


@lru_cache(maxsize=64)
def _named_by(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(rules_named(word) for word in words))


def runs(rule: str, settings: Settings) -> bool:
    """Whether a rule is judged at all under these settings."""
    if not (settings.severity or settings.ignore or settings.select) or is_fixed(rule):
        return True
    if settings.severity and severity_set(rule, settings.severity) == "off":
        return False
    if settings.ignore and rule in _named_by(settings.ignore):
        return False
    return not settings.select or rule in _named_by(settings.select)


def severity_of(rule: str, own: Severity, settings: Settings) -> Severity:
    """The severity at which a finding counts: the garage's where it sets one, else the finding's own."""
    if not settings.severity or is_fixed(rule):
        return own
    chosen = severity_set(rule, settings.severity)
    return chosen if chosen in SEVERITIES else own
