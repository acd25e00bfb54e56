"""Reads the case files: sheets made from a base and a change, and what is expected of them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from cwdesign.catalog import Catalog, load_catalog
from cwdesign.judge import judge
from cwdesign.reader import read_sheets
from cwdesign.report import SheetReport
from cwdesign.schema import check_shape
from cwdesign.settings import Ban, Settings
from cwdesign.tow import Tow

CASES = Path(__file__).parent / "cases"


@cache
def bases() -> Mapping[str, Any]:
    """The base sheets by name."""
    return load(CASES / "bases.yaml")  # type: ignore[no-any-return]


def load(path: Path) -> Any:
    """Plain data of a YAML file."""
    return YAML(typ="safe").load(path.read_text("utf-8"))  # by the C parser: five times faster


@cache
def case_file(path: Path) -> Mapping[str, Any]:
    """A file of cases, for reading only; to parse them all takes seconds."""
    return load(path)  # type: ignore[no-any-return]


def changed(base: str | None, change: Mapping[str, Any]) -> dict[str, Any]:
    """A base sheet with top-level keys replaced; null takes a key away, `{+: {...}}` adds to a mapping."""
    sheet: dict[str, Any] = dict(bases()[base]) if base else {}
    for key, value in change.items():
        if value is None:
            sheet.pop(key, None)
        elif isinstance(value, Mapping) and set(value) == {"+"}:
            sheet[key] = {**sheet.get(key, {}), **value["+"]}
        else:
            sheet[key] = value
    return sheet


def as_text(sheet: Mapping[str, Any]) -> str:
    """The YAML text of a sheet, one key a line."""
    yaml = YAML(typ="safe")
    yaml.default_flow_style = False
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    yaml.width = 4096
    out = io.StringIO()
    yaml.dump(dict(sheet), out)
    return out.getvalue()


@cache
def trailers() -> Mapping[str, str]:
    """Texts of the base sheets under the names `tows` may use in a case."""
    return {f"{name}.yaml": as_text(sheet) for name, sheet in bases().items()}


def towed(sheets: Mapping[str, str]) -> Any:
    """A loader of `tows` over texts by file name."""

    def load_tow(name: str) -> Tow:
        if name not in sheets:
            return Tow(None, "missing", name)
        document = read_sheets(sheets[name].encode(), name)[0]
        return Tow(document.sheet, None if document.sheet is not None else "unreadable", name)

    return load_tow


def check(
    text: str,
    settings: Settings | None = None,
    tows: Mapping[str, str] | None = None,
    catalog: Catalog | None = None,
) -> SheetReport:
    """The report of one sheet's text, through reader, schema and judge."""
    (document,) = read_sheets(text.encode("utf-8"), "case.yaml")
    assert document.sheet is not None, [f.message for f in document.findings]
    shape = check_shape(document.sheet)
    if shape:
        return SheetReport("case.yaml", 0, None, "unreadable", None, findings=tuple(shape))
    load_tow = towed({**trailers(), **(tows or {})})
    return judge(document.sheet, catalog or load_catalog(), settings or Settings(), load_tow)


@dataclass(frozen=True)
class Case:
    """One case of a case file."""

    file: str
    name: str
    sheet: Mapping[str, Any]
    settings: Settings
    expect: tuple[Mapping[str, Any], ...]
    totals: Mapping[str, Any] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    tows: Mapping[str, str] = field(default_factory=dict)
    ledger: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By place: what the ledger's lines there come to (`dp`: of each; `item`: the only line's name)."""
    units: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By part of a combination: its totals."""
    facts: Mapping[str, str] = field(default_factory=dict)
    every_fact: Mapping[str, str] | None = None
    """All facts that there are, in their order."""
    withheld: tuple[str, ...] = ()
    catalog: Catalog | None = None
    """The built-in one with entries of a league's own over it; None without any."""

    @property
    def id(self) -> str:
        """The test's name."""
        return f"{self.file}: {self.name}"


def settings_of(spec: Mapping[str, Any]) -> Settings:
    """The settings of a case: keys of `Settings` (`division` as a number, `bans` by their fields)."""
    values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in spec.items()}
    if "bans" in values:
        values["bans"] = tuple(Ban(b.get("component"), b.get("kind"), b.get("reason")) for b in values["bans"])
    for key in ("division", "forced_division"):
        if key in values:
            values[key] = Fraction(Decimal(str(values[key])))
    return Settings(**values)


def cases() -> Iterator[Case]:
    """Every case of every file."""
    for path in sorted(CASES.glob("*.yaml")):
        if path.name == "bases.yaml":
            continue
        for spec in case_file(path)["cases"]:
            base = spec.get("base")
            yield Case(
                path.stem,
                spec["name"],
                changed(base, spec.get("sheet", {})),
                settings_of(spec.get("settings", {})),
                tuple(spec.get("expect", ())),
                spec.get("totals", {}),
                tuple(spec.get("says", ())),
                {name: as_text(changed(t.get("base"), t.get("sheet", {}))) for name, t in spec.get("tows", {}).items()},
                spec.get("ledger", {}),
                spec.get("units", {}),
                spec.get("facts", {}),
                spec.get("every_fact"),
                tuple(spec.get("withheld", ())),
                load_catalog().with_overlay("league.yaml", spec["catalog"]) if "catalog" in spec else None,
            )
