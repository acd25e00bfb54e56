"""The catalog: components by kind and id, found by any name, built when they are asked for.

The data is `catalog/*.yaml` in its compiled form. A league's own entries are laid over it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, cast

from cwdesign.compiled import Records, SourceError, load, name_index, name_key
from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    ArmorType,
    Body,
    Booster,
    Chassis,
    Component,
    Computer,
    Constant,
    Entry,
    Exact,
    Fitting,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    LinkKind,
    Magazine,
    MountKind,
    MountOption,
    PersonKind,
    PlantOption,
    PowerPlant,
    Restriction,
    Round,
    Suspension,
    Tire,
    TireFigures,
    TireOption,
    Unknown,
    Weapon,
    WeaponOption,
    fields_of,
    required_of,
)
from cwdesign.findings import Severity
from cwdesign.sheet import Path, at_text
from cwdesign.values import frozen

C = TypeVar("C", bound=Component)

ACCESSORY_FIELDS = ("default_fitting", "metal_foil", "plain_foil")
"""Fields of components that name an accessory."""
GROUPS: Mapping[str, type[Component]] = {
    "bodies": Body,
    "chassis": Chassis,
    "suspensions": Suspension,
    "power_plants": PowerPlant,
    "plant_options": PlantOption,
    "gas_tanks": GasTank,
    "tires": Tire,
    "tire_options": TireOption,
    "armor_types": ArmorType,
    "armor_fittings": Fitting,
    "weapons": Weapon,
    "weapon_options": WeaponOption,
    "ammunition": AmmunitionType,
    "ammunition_options": AmmunitionModifier,
    "magazines": Magazine,
    "mounts": MountKind,
    "mount_options": MountOption,
    "boosters": Booster,
    "links": LinkKind,
    "targeting_computers": Computer,
    "crew_roles": PersonKind,
    "accessories": Accessory,
    "personal_equipment": Gear,
    "hand_weapons": HandWeapon,
    "hand_weapon_options": HandWeaponOption,
    "constants": Constant,
}
"""The groups of a catalog file (its top-level keys) and the components they hold."""

_GROUP_OF: Mapping[type[Component], str] = {kind: group for group, kind in GROUPS.items()}

Data = Mapping[str, Any]
"""Plain data of one entry."""


class CatalogError(SourceError):
    """A catalog that is none, a league's or one edited here; `path` is the place in its data."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(f"{at_text(path)}: {message}")
        self.path = path
        self.message = message


MOST_KEPT = 1000
"""Unknown names whose nearest are kept."""


class Catalog:
    """Components by kind and id. Frozen: an overlay makes another catalog."""

    __slots__ = ("_built", "_every", "_names", "_near", "_overlaid", "_records", "fingerprint")

    def __init__(self, records: Records, overlaid: Mapping[str, Mapping[str, Data]] | None = None) -> None:
        self._records = records
        self._overlaid = overlaid or {}
        self._built: dict[tuple[type[Component], str], Component] = {}
        self._every: dict[type[Component], tuple[Component, ...]] = {}
        self._near: dict[tuple[type[Component], str], list[str]] = {}
        self._names: dict[str, Mapping[str, list[tuple[int, str]]]] = {}
        self.fingerprint: str = records.record("about", "fingerprint")
        """A hash of the built-in data, the same on every machine; overlays do not change it."""

    def get(self, kind: type[C], id: str) -> C:
        """The component of this id. Raises KeyError where there is none."""
        component = self._built.get((kind, id))
        if component is None:
            component = _build(kind, id, self._data(_GROUP_OF[kind], id))
            self._built[kind, id] = component
        return cast(C, component)

    def find(
        self, kind: type[C], text: str, *, among: Callable[[C], bool] | None = None, nearest: bool = True
    ) -> C | Unknown:
        """The component that a name means; `among` leaves only some of the kind in question.

        Letter case, blanks and punctuation do not matter. An id comes before a name, a name before an
        abbreviation, an abbreviation before an alias; what several share at the best of these is Unknown
        with `shared`, what none has is Unknown with the `nearest` (where they are wanted: finding them takes time).
        """
        group = _GROUP_OF[kind]
        if self._has(group, text):
            exact = self.get(kind, text)
            if among is None or among(exact):
                return exact
        ranked = self._index(group).get(name_key(text), ())
        found = [(rank, c) for rank, c in ((rank, self.get(kind, id)) for rank, id in ranked) if not among or among(c)]
        if not found:
            return Unknown(kind.kind, text, nearest=self._nearest(kind, text, among) if nearest else ())
        best = [c for rank, c in found if rank == found[0][0]]
        return best[0] if len(best) == 1 else Unknown(kind.kind, text, shared=tuple(c.id for c in best))

    def all(self, kind: type[C]) -> tuple[C, ...]:
        """Every component of a kind, in the order of the catalog."""
        every = self._every.get(kind)
        if every is None:
            every = self._every[kind] = tuple(self.get(kind, id) for id in self._ids(_GROUP_OF[kind]))
        return cast("tuple[C, ...]", every)

    def constant(self, id: str) -> Exact:
        """The value of a constant. Raises KeyError where there is none."""
        return self.get(Constant, id).value

    def fitting(self, id: str) -> Fitting:
        """A fitting of armor. Raises KeyError where there is none."""
        return self.get(Fitting, id)

    def kinds_of(self, text: str) -> tuple[Component, ...]:
        """The components of any kind that a name means best (an id before a name and so on); none is ()."""
        key = name_key(text)
        ranked = [(rank, kind, id) for group, kind in GROUPS.items() for rank, id in self._index(group).get(key, ())]
        best = min((rank for rank, _, _ in ranked), default=0)
        return tuple(self.get(kind, id) for rank, kind, id in ranked if rank == best)

    def with_overlay(self, path_text: str, data: object) -> Catalog:
        """This catalog with a league's entries, in the layout of `catalog/*.yaml`, added or put in place.

        An entry of an id that exists corrects the fields it gives (and in `rounds` the rounds it gives) and
        keeps the rest. `path_text` names the file in reports. Raises CatalogError where the data has
        another shape; bounds are those of `schemas/catalog.schema.json` and not tested here.
        """
        overlaid = {group: dict(entries) for group, entries in self._overlaid.items()}
        added = _mapping(_mapping(data, ()).get("accessories", {}), ("accessories",))
        for group, entries in _mapping(data, ()).items():
            if group not in GROUPS:
                raise CatalogError((group,), f"There is no group of components {group!r}.{_hint(group, GROUPS)}")
            for id, entry in _mapping(entries, (group,)).items():
                path = (group, id)
                merged = {
                    **_merge(self._data(group, id) if self._has(group, id) else {}, _mapping(entry, path)),
                    "overlay": path_text,
                }
                _check(GROUPS[group], merged, path)
                for name in ACCESSORY_FIELDS:
                    other = merged.get(name)
                    if other is not None and not self._has("accessories", other) and other not in added:
                        raise CatalogError((*path, name), f"There is no accessory {other!r}.")
                overlaid.setdefault(group, {})[id] = merged
        return Catalog(self._records, overlaid)

    def _ids(self, group: str) -> Iterator[str]:
        built_in = self._records.ids(group)
        yield from built_in
        yield from (id for id in self._overlaid.get(group, ()) if id not in built_in)

    def _has(self, group: str, id: str) -> bool:
        return id in self._records.ids(group) or id in self._overlaid.get(group, ())

    def _data(self, group: str, id: str) -> Data:
        data: Data | None = self._overlaid.get(group, {}).get(id)
        return data if data is not None else cast(Data, self._records.record(group, id))

    def _index(self, group: str) -> Mapping[str, list[tuple[int, str]]]:
        """The names of a group: key -> (rank, id), best first."""
        index = self._names.get(group)
        if index is None:
            if group in self._overlaid:
                index = name_index({id: self._data(group, id) for id in self._ids(group)})
            else:
                compiled = self._records.record("names", group)
                index = {key: [(int(name[0]), name[1:]) for name in names] for key, names in compiled.items()}
            self._names[group] = index
        return index

    def _nearest(self, kind: type[C], text: str, among: Callable[[C], bool] | None) -> tuple[str, ...]:
        near = self._near.get((kind, text))
        if near is None:
            from difflib import get_close_matches

            index = self._index(_GROUP_OF[kind])
            close = get_close_matches(name_key(text), index, n=12, cutoff=0.6)
            if len(self._near) > MOST_KEPT:
                self._near.clear()
            near = self._near[kind, text] = [id for key in close for _, id in index[key]]
        fitting = (id for id in dict.fromkeys(near) if among is None or among(self.get(kind, id)))
        return tuple(id for id, _ in zip(fitting, range(3), strict=False))


@cache
def load_catalog() -> Catalog:
    """The built-in catalog, once a process."""
    return Catalog(load("catalog"))


def fingerprint() -> str:
    """The fingerprint of the built-in catalog."""
    return load_catalog().fingerprint


# -- from plain data to components -----------------------------------------------------------------

Convert = Callable[[Any, Path], Any]
"""Makes a field's value of plain data; raises CatalogError at the path given."""


def _build(kind: type[C], id: str, data: Data) -> C:
    converters = _converters(kind)
    values: dict[str, Any] = {name: converters[name](value, (id, name)) for name, value in data.items()}
    return kind(id=id, **values)


def _check(kind: type[Component], data: Data, path: Path) -> None:
    """Whether an entry of an overlay can be built. Raises CatalogError."""
    converters = _converters(kind)
    for name, value in data.items():
        if name not in converters:
            raise CatalogError((*path, name), f"{kind.kind} has no field {name!r}.{_hint(name, converters)}")
        converters[name](value, (*path, name))
    named = [((*path, name), data[name]) for name in data if name == "rule" or name.endswith("_rule")]
    for place, restriction in enumerate(data.get("restrictions", ())):
        named.append(((*path, "restrictions", place, "rule"), restriction["rule"]))
    for at, rule in named:
        if rule is not None and rule not in rule_pages():
            raise CatalogError(at, f"There is no rule {rule}.{_hint(rule, rule_pages())}")
    missing = _missing(kind, data)
    if missing:
        raise CatalogError(path, f"A new {kind.kind} also needs: {', '.join(missing)}.")


def _merge(old: Data, new: Data) -> dict[str, Any]:
    """New fields over old ones; mappings (`rounds`, `car`, `handling`) are merged too."""
    merged = dict(old)
    for name, value in new.items():
        before = merged.get(name)
        merged[name] = _merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


_made: dict[type[Entry], Mapping[str, Convert]] = {}
_needed: dict[type[Entry], tuple[str, ...]] = {}


def _converters(kind: type[Entry]) -> Mapping[str, Convert]:
    """A converter for every field of a component, round or restriction but its id."""
    converters = _made.get(kind)
    if converters is None:
        converters = {name: _converter(type) for name, type in fields_of(kind).items() if name not in ("id", "type")}
        _made[kind] = converters
    return converters


def _missing(kind: type[Entry], data: Data) -> list[str]:
    """Fields without a default that an entry does not give."""
    required = _needed.get(kind)
    if required is None:
        required = _needed[kind] = tuple(name for name in required_of(kind) if name in _converters(kind))
    return [name for name in required if name not in data]


def _converter(annotation: str) -> Convert:
    optional = annotation.endswith(" | None")
    known = annotation.removesuffix(" | None")
    convert = _PLAIN.get(known)
    if convert is None:
        convert = _one_of(_WORDS.get(known) or tuple(re.findall(r"""["']([^"']+)["']""", known)))
    return _optional(convert) if optional else convert


def _optional(convert: Convert) -> Convert:
    return lambda value, path: None if value is None else convert(value, path)


def _whole(value: Any, path: Path) -> int:
    if type(value) is not int:
        raise CatalogError(path, "This is a whole number.")
    return value


def _exact(value: Any, path: Path) -> Exact:
    if type(value) is bool or isinstance(value, float):
        raise CatalogError(path, "This is a number or a fraction such as 1/3.")
    try:
        exact = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise CatalogError(path, "This is a number or a fraction such as 1/3.") from None
    return exact.numerator if exact.denominator == 1 else exact


def _text(value: Any, path: Path) -> str:
    if not isinstance(value, str):
        raise CatalogError(path, "This is text; a number has to be quoted here.")
    return value


def _switch(value: Any, path: Path) -> bool:
    if not isinstance(value, bool):
        raise CatalogError(path, "This is true or false.")
    return value


def _one_of(words: tuple[str, ...]) -> Convert:
    def convert(value: Any, path: Path) -> str:
        if value not in words:
            raise CatalogError(path, f"This is one of {', '.join(words)}.")
        return str(value)

    return convert


def _texts(value: Any, path: Path) -> tuple[str, ...]:
    return tuple(_text(item, (*path, place)) for place, item in enumerate(_list(value, path)))


def _alternatives(value: Any, path: Path) -> tuple[tuple[str, ...], ...]:
    """`requires`: each an id, or a list of ids of which one will do."""
    return tuple(
        (item,) if isinstance(item, str) else _texts(item, (*path, place))
        for place, item in enumerate(_list(value, path))
    )


def _counts(value: Any, path: Path) -> tuple[tuple[str, int], ...]:
    return tuple((key, _whole(count, (*path, key))) for key, count in _mapping(value, path).items())


def _figures(value: Any, path: Path) -> TireFigures:
    return TireFigures(**_parts(TireFigures, value, path))


def _restrictions(value: Any, path: Path) -> tuple[Restriction, ...]:
    return tuple(
        Restriction(**_parts(Restriction, item, (*path, place))) for place, item in enumerate(_list(value, path))
    )


def _rounds(value: Any, path: Path) -> tuple[Round, ...]:
    return tuple(
        Round(type=type, **_parts(Round, figures, (*path, type))) for type, figures in _mapping(value, path).items()
    )


def _parts(kind: type[Entry], value: Any, path: Path) -> dict[str, Any]:
    """The fields of a value inside an entry, complete and nothing else."""
    converters = _converters(kind)
    data = _mapping(value, path)
    for name in data:
        if name not in converters:
            raise CatalogError((*path, name), f"There is no field {name!r} here.{_hint(name, converters)}")
    missing = _missing(kind, data)
    if missing:
        raise CatalogError(path, f"This also needs: {', '.join(missing)}.")
    return {name: converters[name](item, (*path, name)) for name, item in data.items()}


def _mapping(value: Any, path: Path) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise CatalogError(path, "This is a mapping.")
    return value


def _list(value: Any, path: Path) -> list[Any]:
    if not isinstance(value, list):
        raise CatalogError(path, "This is a list.")
    return value


def _hint(text: str, known: Mapping[str, object]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(text, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


_PLAIN: Mapping[str, Convert] = {
    "int": _whole,
    "Exact": _exact,
    "str": _text,
    "bool": _switch,
    "tuple[str, ...]": _texts,
    "tuple[tuple[str, ...], ...]": _alternatives,
    "tuple[tuple[str, int], ...]": _counts,
    "tuple[Restriction, ...]": _restrictions,
    "tuple[Round, ...]": _rounds,
    "TireFigures": _figures,
}
_WORDS: Mapping[str, tuple[str, ...]] = {
    "Draws": ("yes", "no", "unknown"),
    "Multiple": ("once", "per-face", "per-side", "per-axle", "any"),
}


# -- the pages of the rules ------------------------------------------------------------------------


@frozen
class RulePage:
    """What `explain` says about a rule. Everything beyond title and severity is text that may be missing."""

    id: str
    theme: str
    theme_title: str
    title: str
    severity: Severity
    sources: str | None = None
    confidence: str | None = None
    statement: str | None = None
    formula: str | None = None
    example: str | None = None
    conflict: str | None = None
    shows: str | None = None
    """Where a figure that the rule only computes is shown."""
    how: str | None = None
    """How a design satisfies it."""
    garage: str | None = None
    """The garage file that the snippets are judged by, where it takes one to break the rule."""
    base: str | None = None
    """The name of the base sheet that `illegal` and `legal` change."""
    illegal: str | None = None
    legal: str | None = None
    """YAML of a change of the base sheet that breaks the rule, and of one that keeps it."""


class RulePages(Mapping[str, RulePage]):
    """Every rule's page by id, in the order of the themes; each is read when it is asked for."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._pages: dict[str, RulePage] = {}

    def __getitem__(self, id: str) -> RulePage:
        page = self._pages.get(id)
        if page is None:
            page = self._pages[id] = RulePage(**self._records.record("pages", id))
        return page

    def __iter__(self) -> Iterator[str]:
        return iter(self._records.ids("pages"))

    def __len__(self) -> int:
        return len(self._records.ids("pages"))

    def __contains__(self, id: object) -> bool:
        return id in self._records.ids("pages")


@cache
def rule_pages() -> Mapping[str, RulePage]:
    """The pages of all rules, once a process."""
    return RulePages(load("pages"))
