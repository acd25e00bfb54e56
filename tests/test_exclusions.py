"""Every exclusion of the catalog in both orders, and every requirement met and unmet: generated from the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from case_sheets import as_text, bases, changed, check
from cwdesign.catalog import load_catalog
from cwdesign.components import Accessory, Body, Restriction

ROOM = {"LED-MAX-WEIGHT", "LED-POWER-WEIGHT", "SPC-TOTAL", "CYC-SIDECAR-LIMITS"}
"""What a base sheet may run out of; no matter of these tests."""
BASES = ("luxury", "van", "tractor", "cycle", "semi-trailer", "van-trailer", "minibus", "ten-wheeler", "sedan", "trike")
TANKER = {"front": 20, "back": 20, "left": 20, "right": 20, "top": 20, "underbody": 20}


@cache
def errors(base: str, accessories: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
    """(rule, place) of the errors of a base sheet with these accessories."""
    change: dict[str, Any] = {"accessories": [*bases()[base].get("accessories", ()), *accessories]}
    if "tanker" in accessories:
        change["armor"] = TANKER
    elif "dumper" in accessories:
        change["armor"] = {"front": 1}
    report = check(as_text(changed(base, change)))
    return tuple((f.rule, f.place.at) for f in report.findings if f.severity == "error" and f.rule not in ROOM)


def needs(component: Accessory) -> tuple[str, ...]:
    """The first of each set of accessories that a component needs, and what these need."""
    needed: list[str] = []
    for restriction in component.restrictions:
        for alternatives in restriction.requires:
            for word in alternatives[:1]:
                other = accessory(word)
                if other is not None and not restriction.when_on:
                    needed += [*needs(other), other.id]
    return tuple(dict.fromkeys(needed))


def accessory(word: str) -> Accessory | None:
    """The accessory of an id; None for a word that means a condition."""
    return next((a for a in load_catalog().all(Accessory) if a.id == word), None)


def home(restriction: Restriction, *components: Accessory) -> str | None:
    """The first base sheet on which each of these is legal by itself and the restriction holds."""
    for base in BASES:
        body = load_catalog().find(Body, bases()[base]["body"]["type"])
        assert isinstance(body, Body)
        words = restriction.when_on
        if words and not any(body.is_a(word) for word in words):
            continue
        if any(errors(base, (*needs(c), c.id)) for c in components):
            continue
        return base
    return None


def exclusions() -> Iterator[tuple[str, Accessory, Accessory, str]]:
    """(rule, one, other, base) of every pair of accessories that exclude each other; a person's are CRW's cases."""
    for one in (a for a in load_catalog().all(Accessory) if not a.occupant):
        for restriction in one.restrictions:
            for word in restriction.excludes:
                other = accessory(word)
                base = home(restriction, one, other) if other is not None else None
                if other is not None and base is not None:
                    yield restriction.rule, one, other, base


def requirements() -> Iterator[tuple[str, Accessory, tuple[str, ...], str]]:
    """(rule, component, alternatives, base) of every requirement of an accessory for accessories."""
    for one in load_catalog().all(Accessory):
        for restriction in one.restrictions:
            for alternatives in restriction.requires:
                if all(accessory(word) is not None for word in alternatives):
                    base = home(restriction, one)
                    if base is not None:
                        yield restriction.rule, one, alternatives, base


PAIRS = list(exclusions())
NEEDS = list(requirements())


@pytest.mark.parametrize(("rule", "one", "other", "base"), PAIRS, ids=[f"{r} {a.id} {b.id}" for r, a, b, _ in PAIRS])
def test_exclusion_in_both_orders(rule: str, one: Accessory, other: Accessory, base: str) -> None:
    """The later of the two is the one fault, whichever it is."""
    before = len(bases()[base].get("accessories", ()))
    needed = tuple(dict.fromkeys((*needs(one), *needs(other))))
    for first, second in ((one, other), (other, one)):
        rest = tuple(word for word in needed if word not in (first.id, second.id))
        found = errors(base, (*rest, first.id, second.id))
        assert found == ((rule, f"accessories[{before + len(rest) + 1}]"),)


@pytest.mark.parametrize(
    ("rule", "component", "alternatives", "base"), NEEDS, ids=[f"{r} {c.id} {'|'.join(a)}" for r, c, a, _ in NEEDS]
)
def test_requirement(rule: str, component: Accessory, alternatives: tuple[str, ...], base: str) -> None:
    """Without any of the alternatives it is a fault; with each of them it is none."""
    others = tuple(word for word in needs(component) if word not in alternatives)
    before = len(bases()[base].get("accessories", ()))
    assert set(errors(base, (component.id, *others))) >= {(rule, f"accessories[{before}]")}
    for word in alternatives:
        supply = accessory(word)
        assert supply is not None
        wanted = tuple(dict.fromkeys((*others, *needs(supply), word)))
        assert errors(base, (component.id, *wanted)) == ()


def test_pairs_are_found() -> None:
    """The catalog's well-known pairs are among those tested."""
    found = {(one.id, other.id) for _, one, other, _ in PAIRS}
    assert {("ramplate", "fake-ramplate"), ("sunroof", "convertible-hardtop"), ("spoiler", "windjammer")} <= found
    assert len(NEEDS) >= 10
