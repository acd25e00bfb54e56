"""Finding components of the catalog by what people call them, and their figures as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

from cwdesign.catalog import GROUPS, Catalog
from cwdesign.compiled import name_key
from cwdesign.components import (
    TECH_LEVELS,
    AmmunitionType,
    Component,
    Constant,
    Entry,
    Exact,
    HandWeapon,
    Round,
    Weapon,
    fields_of,
)
from cwdesign.values import frozen

KINDS: dict[str, type[Component]] = {
    kind.kind.replace(" ", "-"): kind for kind in GROUPS.values() if kind is not Constant
}
"""The kinds of components by the word that a command takes: `weapon`, `power-plant`."""

IDENTITY = ("id", "name", "abbr", "aliases")
"""Fields that name a component."""

PROVENANCE = ("tech_level", "origin", "sources", "conflict", "note", "unknown", "restrictions", "flags", "overlay")
"""Fields that say where figures come from and what goes with what."""


@frozen
class Limits:
    """What a search leaves out; None leaves nothing out."""

    max_cost: Fraction | None = None
    max_spaces: Fraction | None = None
    tech_level: str | None = None
    disputed: bool = False
    """Leave only what the sources disagree about."""

    def allow(self, component: Component) -> bool:
        """Whether a component is within all limits; one without the figure in question is not."""
        cost, spaces = price_of(component), getattr(component, "spaces", None)
        return (
            (self.max_cost is None or (cost is not None and cost <= self.max_cost))
            and (self.max_spaces is None or (spaces is not None and spaces <= self.max_spaces))
            and (self.tech_level is None or _level(component.tech_level) <= _level(self.tech_level))
            and (not self.disputed or bool(disagreements(component)))
        )


def _level(name: str) -> int:
    return TECH_LEVELS.index(name)


def price_of(component: Component) -> Fraction | None:
    """Dollars for one, a weapon with a full load of ordinary rounds. None without a flat price."""
    cost = getattr(component, "cost", None)
    return None if cost is None else Fraction(full_load(component).get("loaded_cost", cost))


def full_load(component: Component) -> dict[str, Exact]:
    """`loaded_cost` and `loaded_weight` of a weapon with all the ordinary rounds that it holds; else nothing.

    Source: WPN-TABLE and AMO-DEFAULT-LOAD; fractions to the nearest whole, halves up (LED-ROUND-LINES).
    """
    if not isinstance(component, (Weapon, HandWeapon)) or not component.shots or not component.rounds:
        return {}
    ordinary = next((r for r in component.rounds if r.standard), component.rounds[0])
    cost, weight = (floor(each * component.shots + Fraction(1, 2)) for each in (ordinary.cost, ordinary.weight))
    return {"loaded_cost": component.cost + cost, "loaded_weight": component.weight + weight}


def disagreements(component: Component) -> list[tuple[str, str]]:
    """(what it is about, the figures by source) wherever sources differ: the component, and each of its rounds."""
    found = [("", component.conflict)] if component.conflict else []
    rounds: Sequence[Round] = getattr(component, "rounds", ())
    return [*found, *((r.type, r.conflict) for r in rounds if r.conflict)]


def find_components(catalog: Catalog, words: Sequence[str], kind: str | None = None) -> list[Component]:
    """The components whose names or flags hold all of these words, in the order of the catalog.

    A name that one or several components have exactly (id, name, abbreviation, alias) means these alone. No
    words at all mean every component.
    """
    every = _of_kind(catalog, kind)
    wanted = name_key(" ".join(words))
    exact = [component for component in every if wanted in map(name_key, _names(component))]
    if exact and wanted:
        return exact
    keys = [key for key in map(name_key, words) if key]
    return [component for component in every if all(_holds(component, key) for key in keys)]


def also_named(
    catalog: Catalog, words: Sequence[str], found: Sequence[Component], kind: str | None = None
) -> list[Component]:
    """Other components that have all of these words among those of one of their names: `spikes` in Explosive Spikes."""
    keys = {name_key(word) for word in " ".join(words).split()} - {""}
    others = [component for component in _of_kind(catalog, kind) if keys and component not in found]
    return [c for c in others if any(keys <= {*map(name_key, _WORD.findall(name))} for name in _names(c))]


_WORD = re.compile(r"\w+")


def _of_kind(catalog: Catalog, kind: str | None) -> list[Component]:
    kinds = [KINDS[kind]] if kind is not None else list(KINDS.values())
    return [component for each in kinds for component in catalog.all(each)]


def nearest_name(catalog: Catalog, words: Sequence[str]) -> str | None:
    """The name that misspelled words most likely mean, None where none is close."""
    from difflib import get_close_matches

    names = {name_key(name): name for kind in KINDS.values() for c in catalog.all(kind) for name in _names(c)}
    close = get_close_matches(name_key(" ".join(words)), names, n=1)
    return names[close[0]] if close else None


def _names(component: Component) -> Iterator[str]:
    yield component.id
    yield component.name
    if component.abbr is not None:
        yield component.abbr
    yield from component.aliases


def _holds(component: Component, key: str) -> bool:
    return any(key in name_key(name) for name in (*_names(component), *component.flags))


def rounds_of(catalog: Catalog, ammunition: Component) -> list[tuple[Component, Round]]:
    """The weapons that fire a type of ammunition, each with that round of its: what it costs and weighs there."""
    if not isinstance(ammunition, AmmunitionType):
        return []
    weapons: tuple[Weapon | HandWeapon, ...] = (*catalog.all(Weapon), *catalog.all(HandWeapon))
    return [(weapon, r) for weapon in weapons for r in weapon.rounds if r.type == ammunition.id]


def figures(component: Component) -> dict[str, object]:
    """The fields of a component that are neither its names nor its provenance, defaults left out; and its full load."""
    kind = type(component)
    named = {*IDENTITY, *PROVENANCE}
    loaded = full_load(component)
    found: dict[str, object] = {}
    for name in fields_of(kind):
        value = getattr(component, name)
        if name not in named and value not in (None, (), getattr(kind, name, None)):
            found[name] = value
        if f"loaded_{name}" in loaded:
            found[f"loaded_{name}"] = loaded[f"loaded_{name}"]
    return found


def plain(value: object) -> object:
    """A value of a component as JSON has it: fractions that are no decimals as text (`1/3`)."""
    if isinstance(value, Fraction) and Fraction(str(round(value, 6))) != value:
        return str(value)
    if isinstance(value, Entry):
        return {name: plain(getattr(value, name)) for name in fields_of(type(value))}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def as_values(component: Component) -> dict[str, object]:
    """A component with every field, for `--format json`."""
    return {
        "kind": component.kind.replace(" ", "-"),
        **{name: plain(getattr(component, name)) for name in fields_of(type(component))},
        **{name: plain(value) for name, value in full_load(component).items()},
    }
