"""Frozen values behave alike with the common constructor and with the written one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cwdesign.values import field, frozen, replace, write_constructors


def made() -> tuple[type, type]:
    """A frozen class and one that adds a field, new ones each time."""

    @frozen
    class Part:
        name: str
        cost: int = 0
        notes: list[str] = field(default_factory=list)

    @frozen
    class Tire(Part):
        dp: int = 4

    return Part, Tire


@pytest.mark.parametrize("before", [lambda: None, write_constructors], ids=["common", "written"])
def test_values_are_made_of_positions_keywords_and_defaults(before: Callable[[], None]) -> None:
    part, tire = made()
    before()
    first, second = part("mg"), part(name="mg", cost=0)
    assert first == second and first.notes is not second.notes  # a default list is each value's own
    assert tire("solid", 500, dp=12) != tire("solid", 500)
    assert (tire("solid", 500).dp, tire("solid", cost=500).cost) == (4, 500)
    assert replace(tire("solid", dp=12), cost=500) == tire("solid", 500, [], 12)
    for wrong in (lambda: part(), lambda: part("mg", weight=1), lambda: part("mg", 1, [], 4)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(AttributeError):
        first.cost = 1
