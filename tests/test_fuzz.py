"""Structure-aware fuzzing, and the inputs on which fuzzing once made the program fail.

Sheets that use all that a sheet can say, garage files, catalogs and described vehicles are spoilt a little: a value
of another kind, a subtree where it does not belong, a key too few. `tests/fuzz` looks for more, guided by coverage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from case_sheets import as_text
from cwdesign.catalog import GROUPS, load_catalog
from fuzz.targets import CONFIGURATIONS, TARGETS, seeds
from rich_sheets import rich

FOUND = sorted(file for file in (Path(__file__).parent / "fuzz" / "found").iterdir() if file.name != "README.md")
SEEDS = st.integers(0, 2**32)
THOROUGH = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 1000, 10**9, 10**9 + 1, 10**30, 0.5, 1 / 3, 1e-9, 1e300, float("inf")),
    *("", " ", "x", "front", "sides", "top-front", "all", "plastic", "metal", "standard", "mg", "EWP", "../x.yaml"),
    *("\u202e", "\x1b[31m", "[/bold]", "{0} {name} %s", "a" * 3000, [], {}, [[]], [None], {"type": None}),
    *({"type": "mg"}, ["mg"], {"points": 10}, {"metal": 5, "plastic": 5}, {"all": 5}, [{"type": "link", "items": []}]),
)
Steps = tuple[str | int, ...]


def places(value: Any, steps: Steps = ()) -> Iterator[Steps]:
    """The place of every value below."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*steps, key)
        yield from places(inner, (*steps, key))


def at(value: Any, steps: Steps) -> Any:
    """The value at a place."""
    for step in steps:
        value = value[step]
    return value


def names() -> list[str]:
    """Every component's id."""
    catalog = load_catalog()
    return [component.id for kind in GROUPS.values() for component in catalog.all(kind)]


def spoil(rng: Random, data: Any, ids: list[str]) -> None:
    """One change, in place."""
    everywhere = list(places(data))
    if not everywhere:
        return
    steps = rng.choice(everywhere)
    holder, key = at(data, steps[:-1]), steps[-1]
    other = deepcopy(at(data, rng.choice(everywhere)))
    kind = rng.choice(["odd", "odd", "id", "id", "away", "again", "elsewhere", "key", "near"])
    if kind == "away":
        del holder[key]
    elif kind == "again" and isinstance(holder, list):
        holder.extend(deepcopy(holder[key]) for _ in range(rng.choice([1, 1, 2, 30])))
    elif kind == "elsewhere":
        holder[key] = other
    elif kind == "key" and isinstance(holder, dict):
        holder[rng.choice([str(step) for place in everywhere for step in place])] = other
    elif kind == "near" and isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
        holder[key] = holder[key] + rng.choice([-1, 1, 0.25, 1000])
    elif kind == "odd":
        holder[key] = deepcopy(rng.choice(ODD))
    else:
        holder[key] = rng.choice(ids)


def spoilt(rng: Random, data: Any) -> Any:
    """A copy with a few changes."""
    data, ids = deepcopy(data), names()
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        spoil(rng, data, ids)
    return data


@THOROUGH
@given(SEEDS)
def test_spoilt_sheets(seed: int) -> None:
    rng = Random(seed)
    sheet = spoilt(rng, rich(rng.randrange(2**32)))
    TARGETS["sheets"](as_text(sheet).encode("utf-8", "surrogatepass"))


@settings(THOROUGH, max_examples=100)
@given(SEEDS)
def test_spoilt_garages_and_catalogs(seed: int) -> None:
    rng = Random(seed)
    garage, _, prices = rng.choice(CONFIGURATIONS).partition(b"\n===\n")
    texts = []
    for text in (garage, prices):
        data = plain(text)
        texts.append(as_text(spoilt(rng, data)) if rng.random() < 0.7 else text.decode())
    TARGETS["configuration"]("\n===\n".join(texts).encode())


def plain(text: bytes) -> Any:
    """The data of a YAML text."""
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(text.decode())


LINES = [line.decode() for line in seeds("importer")]


@THOROUGH
@given(SEEDS)
def test_spoilt_lines(seed: int) -> None:
    rng = Random(seed)
    words = rng.choice(LINES).split(" ")
    for _ in range(rng.choice([1, 2, 5])):
        place = rng.randrange(len(words) + 1)
        other = rng.choice(LINES).split(" ")
        begin = rng.randrange(len(other))
        words[place : place + rng.choice([0, 1, 3])] = other[begin : begin + rng.choice([0, 1, 2, 8])]
    TARGETS["importer"](" ".join(words).encode())


@pytest.mark.parametrize("target", TARGETS)
def test_the_seeds_of_fuzzing(target: str) -> None:
    run: Callable[[bytes], None] = TARGETS[target]
    for seed in list(seeds(target))[::5]:
        run(seed)


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.name)
def test_what_fuzzing_found(file: Path) -> None:
    """Files are named `TARGET-what-it-is`."""
    TARGETS[file.name.partition("-")[0]](file.read_bytes())
