"""The garage file: where it is, what it says, and the settings that sheets are judged by.

A mistake in it, in the profile's name or in a catalog that it names is a finding at its line (CFG-READ, CFG-SHAPE,
CFG-UNKNOWN), and there is no garage then: a verdict by other rules than the league's is worse than none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from cwdesign.cache import digest_of
from cwdesign.findings import Finding, Number, Place
from cwdesign.paths import folder_of, join, relative, upwards
from cwdesign.patterns import matches
from cwdesign.rule_choice import is_fixed, nearest_rule, rules_named, title_of
from cwdesign.schema import Form, check_shape, nearest
from cwdesign.settings import Ban, Departure, GarageWaiver, OneThirdBase, Rounding, Settings
from cwdesign.sheet import Path, Sheet, at_text
from cwdesign.sources import GARAGE_FILE
from cwdesign.values import field, frozen, replace

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from cwdesign.catalog import Catalog

UNKNOWN_RULE = "No rule is called {name}."
UNKNOWN_COMPONENT = "No component is called `{name}`."
SHARED_NAME = "Several components are called `{name}`: {shared}."
UNKNOWN_KIND = "No kind, category or flag of components is called `{name}`."
UNKNOWN_LEAGUE = "No league profile is called `{name}`."
MOST_NEAREST = 50
"""So many mistakes are answered with what may be meant; to guess takes time."""
DID_YOU_MEAN = "Did you mean {nearest}?"
FIXED_RULE = "Findings of {name} are always errors; no severity can be set for them."
SEVERAL_DOCUMENTS = "A {what} is one document; this file has several."


@frozen
class TeamLimits:
    """What the vehicles of one team may be together; None is no limit. Money in dollars."""

    cost: Number | None = None
    vehicles: int | None = None
    unique_names: bool = False
    places: Mapping[str, Place] = field(default_factory=dict)
    """Where each limit is written: by its key."""


@frozen
class Garage:
    """A garage file as read. `settings` are those of its sheets, before options and the sheet's own waivers."""

    path: str
    settings: Settings
    limits: TeamLimits = TeamLimits()
    exclude: tuple[str, ...] = ()
    catalogs: tuple[str, ...] = ()
    """The files of its catalogs, as paths that can be opened."""
    catalog: Catalog | None = None
    """The built-in catalog with these over it; None without any."""
    overlay_digest: str = ""
    """A hash of what these files say."""

    @property
    def folder(self) -> str:
        """The folder that its patterns are relative to."""
        return folder_of(self.path)

    def matches(self, pattern: str, path: str) -> bool:
        """Whether a pattern of this file matches a file."""
        return matches(pattern, relative(path, self.folder))

    def excludes(self, path: str) -> bool:
        """Whether a file or folder is no sheet for this garage: `exclude` lists it, or it is one of its catalogs."""
        if not self.exclude and not self.catalogs:
            return False
        name = relative(path, self.folder)
        if any(matches(pattern, name) for pattern in self.exclude):
            return True
        return any(relative(catalog, self.folder) == name for catalog in self.catalogs)


def find_garage(folder: str) -> str | None:
    """The garage file of the sheets in a folder: the nearest in it or above, written as the folder was."""
    return next((found for above in upwards(folder) if (found := garage_in(above)) is not None), None)


def garage_in(folder: str) -> str | None:
    """The garage file in a folder itself."""
    candidate = join(folder, GARAGE_FILE)
    try:
        os.lstat(candidate)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        pass  # nobody can say what it holds, which reading it reports
    return candidate


def load_garage(path: str, catalog: Catalog) -> Garage | tuple[Finding, ...]:
    """The garage of a file, or what is wrong with it, its profile's name and its catalogs."""
    document = _read(path, "garage file")
    if isinstance(document, tuple):
        return document
    faults = check_shape(document, _form("garage", "garage file")) if document is not None else ()
    if not faults:
        return _GarageReader(path, document, catalog).garage()
    assert document is not None
    sound = _without(document, faults)
    others = _GarageReader(path, sound, catalog).garage() if sound is not None else ()
    return _in_order((*faults, *(others if isinstance(others, tuple) else ())))


def _without(document: Sheet, faults: Iterable[Finding]) -> Sheet | None:
    """A document without the keys in which something has the wrong shape; None where it is no mapping at all.

    So that one run tells what names nothing, too. Of `rules` and `severity` the other keys stay.
    """
    data: dict[str, Any] = dict(cast(Any, document.data)) if isinstance(document.data, Mapping) else {}
    for fault in faults:
        inside, steps = data, fault.steps or ()
        if not steps:
            return None
        while len(steps) > 1 and steps[0] in ("rules", "severity") and isinstance(inside.get(str(steps[0])), Mapping):
            inside[str(steps[0])] = dict(inside[str(steps[0])])
            inside, steps = inside[str(steps[0])], steps[1:]
        inside.pop(str(steps[0]), None)
    return replace(document, data=data)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (f.place.path, f.place.span.line, f.place.span.column)))


# -- reading --------------------------------------------------------------------------------------


def _read(
    path: str, what: str, unopened: Callable[[Finding], Finding] = lambda finding: finding
) -> Sheet | tuple[Finding, ...] | None:
    """The one document of a configuration file, None where it is empty; YML- findings become CFG-READ.

    `unopened` places the finding on a file that nobody can open.
    """
    from cwdesign.reader import read_file

    documents = read_file(path, path)
    if all(f.rule == "YML-EMPTY" for document in documents for f in document.findings) and not any(
        document.sheet for document in documents
    ):
        return None
    broken = tuple(
        replace(unopened(f) if f.rule == "YML-READ" else f, rule="CFG-READ", title=title_of("CFG-READ"))
        for document in documents
        for f in document.findings
    )
    if broken:
        return broken
    if len(documents) > 1:
        second = documents[1].sheet
        assert second is not None
        return (_finding("CFG-READ", second, (), SEVERAL_DOCUMENTS.format(what=what)),)
    sheet = documents[0].sheet
    assert sheet is not None
    return sheet


def _form(schema: str, noun: str) -> Form:
    return Form(schema, "CFG-SHAPE", noun)


def _finding(
    rule: str, sheet: Sheet, path: Path, message: str, hint: str | None = None, *, key: bool = False
) -> Finding:
    span = sheet.keys[path] if key and path in sheet.keys else sheet.span(path)
    place = Place(sheet.path, span, at_text(sheet.written(path)))
    return Finding(rule, title_of(rule), "error", message, hint, place, steps=sheet.written(path))


@lru_cache(maxsize=8)
def _profile(name: str) -> Sheet | None:
    """A built-in league profile: a garage file of its own, without `league`. None where there is none of the name."""
    if name not in league_names():
        return None
    from cwdesign.reader import read_sheets

    raw = (_leagues() / f"{name}.yaml").read_bytes()
    return read_sheets(raw, name)[0].sheet


@lru_cache(maxsize=1)
def league_names() -> tuple[str, ...]:
    """The built-in league profiles."""
    names = (file.name for file in _leagues().iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def _leagues() -> Traversable:
    from importlib import resources  # most garages have no league, and it takes some milliseconds

    return resources.files("cwdesign") / "leagues"


class _GarageReader:
    """Makes a garage of a document that the schema accepts, collecting what it names wrongly."""

    def __init__(self, path: str, sheet: Sheet | None, catalog: Catalog) -> None:
        self.path = path
        self.sheet = sheet
        self.catalog = catalog
        self.overlays: list[str] = []
        self.findings: list[Finding] = []
        self.departures: list[Departure] = []

    def garage(self) -> Garage | tuple[Finding, ...]:
        data: dict[str, Any] = cast(Any, self.sheet.data) if self.sheet is not None else {}
        name = data.get("league")
        profile = _profile(name) if name is not None else None
        if name is not None and profile is None:
            begun = (league for league in league_names() if league.startswith(str(name).lower()))
            self.unknown(("league",), UNKNOWN_LEAGUE, name, nearest(name, league_names()) or next(begun, None))
        catalogs = self.catalogs(data.get("catalog", ()))
        start: dict[str, Any] = cast(Any, profile.data) if profile is not None else {}
        settings = self.settings(start, data)
        if self.findings:
            return _in_order(self.findings)
        limits = {**start.get("limits", {}), **data.get("limits", {})}
        return Garage(
            self.path,
            settings,
            TeamLimits(
                _exact(limits.get("team_cost")),
                limits.get("vehicles"),
                limits.get("unique_names", False),
                {key: self.place(("limits", key)) for key in limits},
            ),
            tuple(data.get("exclude", ())),
            catalogs,
            self.catalog if self.overlays else None,
            digest_of("\0".join(self.overlays).encode("utf-8", "surrogatepass")) if self.overlays else "",
        )

    def place(self, path: Path) -> Place:
        """The place of a key; that of `league` where the profile says it."""
        assert self.sheet is not None
        path = path if path in self.sheet.values else ("league",)
        return Place(self.path, self.sheet.span(path), at_text(path))

    def unknown(self, path: Path, message: str, name: str, nearest: str | None, **fields: str) -> None:
        assert self.sheet is not None
        hint = DID_YOU_MEAN.format(nearest=nearest) if nearest else None
        key = path in self.sheet.keys and path[:-1] == ("rules", "severity")
        text = message.format(name=name, **fields)
        self.findings.append(_finding("CFG-UNKNOWN", self.sheet, path, text, hint, key=key))

    def departs(self, setting: str, value: object, path: Path) -> None:
        """Note a setting that departs from the defaults, with the line that sets it."""
        assert self.sheet is not None
        path = path if path in self.sheet.values else ("league",)
        span = self.sheet.keys.get(path) or self.sheet.span(path)
        self.departures.append(Departure(setting, value, self.path, span.line))

    def catalogs(self, names: Iterable[str]) -> tuple[str, ...]:
        """Lay the garage's catalogs over the built-in one."""
        files = []
        for index, name in enumerate(names):
            file = join(folder_of(self.path), name)
            files.append(file)
            self.overlay(file, name, ("catalog", index))
        if files:
            self.departs("catalog", list(names), ("catalog",))
        return tuple(files)

    def overlay(self, file: str, name: str, at: Path) -> None:
        """Lay one catalog over what there is.

        What is wrong with it is found in the catalog's own file; one that cannot be opened, where it is named.
        """
        from cwdesign.catalog import CatalogError

        document = _read(file, "catalog", lambda finding: self._at_its_name(finding, at))
        if not isinstance(document, Sheet):
            self.findings += document or ()
            return
        try:
            self.catalog = self.catalog.with_overlay(name, document.data)
            self.overlays.append(f"{name}\0{document.text}")
            self.findings += check_shape(document, _form("catalog", "catalog"))
        except CatalogError as error:
            key = error.path in document.keys
            self.findings.append(_finding("CFG-SHAPE", document, error.path, error.message, key=key))

    def _at_its_name(self, finding: Finding, at: Path) -> Finding:
        """What is wrong with a file, at the place in this one that names it."""
        assert self.sheet is not None
        return _finding("CFG-READ", self.sheet, at, f"`{finding.place.path}`: {finding.message}")

    def settings(self, start: Mapping[str, Any], data: Mapping[str, Any]) -> Settings:
        """The settings of a profile and what the file adds to it."""
        readings = {**start.get("rules", {}), **data.get("rules", {})}
        level = data.get("tech_level", start.get("tech_level"))
        division = _exact(data.get("division", start.get("division")))
        base = Settings(
            one_third_base=cast(OneThirdBase, readings.get("one_third_base", "interior")),
            rounding=cast(Rounding, readings.get("rounding", "nearest")),
            personal_gear_weight=readings.get("personal_gear_weight", False),
            tech_level=level,
            division=Fraction(division) if division is not None else None,
            sheet_waivers=data.get("sheet_waivers", True),
            league=data.get("league"),
        )
        if base.league is not None:
            self.departs("league", base.league, ("league",))
        if level not in (None, "catalog"):
            self.departs("tech_level", level, ("tech_level",))
        if division is not None:
            self.departs("division", division, ("division",))
        for key, default in (("one_third_base", "interior"), ("rounding", "nearest"), ("personal_gear_weight", False)):
            if readings.get(key, default) != default:
                self.departs(f"rules.{key}", readings[key], ("rules", key))
        severity = self.severity({**start.get("rules", {}).get("severity", {}), **readings.get("severity", {})})
        own_bans = tuple(self.bans(data.get("ban", ()), ("ban",)))
        if own_bans:
            self.departs("ban", [ban.component or ban.kind for ban in own_bans], ("ban",))
        bans = (*own_bans, *self.bans(start.get("ban", ()), ()))
        require = (*start.get("require", ()), *self.required(data.get("require", ())))
        if require:
            self.departs("require", list(require), ("require",))
        most = {**start.get("limits", {}), **data.get("limits", {})}.get("weapons")
        if most is not None:
            self.departs("limits.weapons", most, ("limits", "weapons"))
        waivers = tuple(self.waivers(data.get("waivers", ())))
        if not base.sheet_waivers:
            self.departs("sheet_waivers", False, ("sheet_waivers",))
        return replace(
            base,
            severity=severity,
            bans=bans,
            require=require,
            max_weapons=most,
            waivers=waivers,
            departures=tuple(self.departures),
        )

    def severity(self, written: Mapping[str, str]) -> dict[str, str]:
        severity = {}
        for word, value in written.items():
            path: Path = ("rules", "severity", word)
            named = rules_named(word)
            if not named:
                self.unknown(path, UNKNOWN_RULE, word, self.nearest_rule(word))
            elif any(map(is_fixed, named)):
                assert self.sheet is not None
                message = FIXED_RULE.format(name=word.upper())
                self.findings.append(_finding("CFG-SHAPE", self.sheet, path, message, key=True))
            else:
                severity[word.upper()] = value
                self.departs(f"rules.severity.{word.upper()}", value, path)
        return severity

    def bans(self, entries: Iterable[Any], path: Path) -> Iterator[Ban]:
        for index, entry in enumerate(entries):
            at = (*path, index)
            if isinstance(entry, str):
                entry, type_at = {"type": entry}, at
            else:
                type_at = (*at, "type")
            reason = entry.get("reason")
            if "kind" in entry:
                kind = self.kind(entry["kind"], (*at, "kind"))
                if kind is not None:
                    yield Ban(None, kind, reason)
            else:
                for id in self.component(entry["type"], type_at):
                    yield Ban(id, None, reason)

    def required(self, names: Iterable[str]) -> Iterator[str]:
        for index, name in enumerate(names):
            yield from self.component(name, ("require", index))

    def component(self, name: str, path: Path) -> tuple[str, ...]:
        """The id that a name of any kind of component means: none where it is unknown or shared."""
        ids = tuple(dict.fromkeys(component.id for component in self.catalog.kinds_of(name)))
        if not ids:
            self.unknown(path, UNKNOWN_COMPONENT, name, self.nearest_component(name))
        elif len(ids) > 1:
            self.unknown(path, SHARED_NAME, name, None, shared=", ".join(ids))
        return ids

    def nearest_rule(self, word: str) -> str | None:
        """The rule that a misspelled word may mean."""
        return nearest_rule(word) if len(self.findings) < MOST_NEAREST else None

    def nearest_component(self, name: str) -> str | None:
        from cwdesign.catalog import GROUPS
        from cwdesign.components import Unknown

        if len(self.findings) >= MOST_NEAREST:
            return None
        found = (self.catalog.find(kind, name) for kind in GROUPS.values())
        near = [id for one in found if isinstance(one, Unknown) for id in one.nearest]
        return nearest(name, near) or (near[0] if near else None)

    def kind(self, name: str, path: Path) -> str | None:
        """The word of a ban by kind, category or flag."""
        from cwdesign.catalog import GROUPS
        from cwdesign.rules.league import league_words

        word = "-".join(name.lower().split())
        known = {known for kind in GROUPS.values() for c in self.catalog.all(kind) for known in league_words(c)}
        if word in known:
            return word
        self.unknown(path, UNKNOWN_KIND, name, nearest(word, sorted(known)))
        return None

    def waivers(self, entries: Iterable[Mapping[str, str]]) -> Iterator[GarageWaiver]:
        assert self.sheet is not None or not entries
        for index, entry in enumerate(entries):
            assert self.sheet is not None
            path: Path = ("waivers", index)
            if not rules_named(entry["rule"]):
                self.unknown((*path, "rule"), UNKNOWN_RULE, entry["rule"], self.nearest_rule(entry["rule"]))
                continue
            span = self.sheet.span(path)
            reason = entry.get("reason", "").strip()
            yield GarageWaiver(entry["sheet"], entry["rule"].upper(), reason, span.line, span.column, span.end_column)


def _exact(value: Any) -> Number | None:
    if isinstance(value, Decimal):
        return Fraction(value)
    return cast("int | None", value)


# -- settings -------------------------------------------------------------------------------------


def settings_for(garage: Garage | None, asked: Settings | None = None) -> Settings:
    """The settings of a garage's sheets under what a command line asks, with what departs from the defaults.

    `asked` holds the options: selection, levels, waivers. They narrow or replace what the garage says.
    """
    settings = garage.settings if garage is not None else Settings()
    asked = asked if asked is not None else Settings()
    options: list[Departure] = []
    if asked.forced_tech_level is not None:
        options.append(Departure("tech_level", asked.forced_tech_level))
    if asked.forced_division is not None:
        options.append(Departure("division", asked.forced_division))
    options += [Departure(n, list(w)) for n, w in (("select", asked.select), ("ignore", asked.ignore)) if w]
    if not asked.use_waivers:
        options.append(Departure("no_waivers", True))
    replaced = {option.setting for option in options}
    return replace(
        settings,
        forced_tech_level=asked.forced_tech_level,
        forced_division=asked.forced_division,
        select=asked.select,
        ignore=asked.ignore,
        near_limit=asked.near_limit,
        use_waivers=asked.use_waivers,
        departures=(*(d for d in settings.departures if d.setting not in replaced), *options),
    )


def for_sheet(settings: Settings, garage: Garage | None, path: str) -> Settings:
    """The settings of one sheet: of the garage's waivers only those whose pattern matches it."""
    if garage is None or not settings.waivers:
        return settings
    mine = tuple(w for w in settings.waivers if settings.use_waivers and garage.matches(w.sheet, path))
    if not mine:
        return replace(settings, waivers=())
    departure = Departure("waivers", [waiver.rule for waiver in mine], garage.path, mine[0].line)
    return replace(settings, waivers=mine, departures=(*settings.departures, departure))
