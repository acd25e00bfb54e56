"""Every case of tests/cases, and the two snippets of every rule's page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from case_sheets import CASES, Case, as_text, case_file, cases, changed, check
from cwdesign.catalog import RulePage, load_catalog, rule_pages
from cwdesign.config import Garage, load_garage, settings_for
from cwdesign.report import SheetReport
from cwdesign.settings import Settings

ALL = list(cases())
FINDINGS = Path(__file__).parent / "snapshots" / "findings"


@pytest.mark.parametrize("case", ALL, ids=[c.id for c in ALL])
def test_case(case: Case) -> None:
    """The sheet gives exactly the expected errors, and of the file's own rule nothing else at any severity.

    Other warnings and notes that are expected are there, and totals, ledger, facts as they are given.
    """
    report = check(as_text(case.sheet), case.settings, case.tows, case.catalog)
    found = [(f.rule, f.place.at, f.severity) for f in report.findings]
    wanted = [(e["rule"], e["at"], e.get("severity", "error")) for e in case.expect]

    def judged(finding: tuple[str, str | None, str]) -> bool:
        return finding[2] == "error" or finding[0] == case.file

    assert sorted(filter(judged, found)) == sorted(filter(judged, wanted)), [f.message for f in report.findings]
    for expected in wanted:
        assert expected in found
    for key, value in case.totals.items():
        assert report.totals is not None
        assert figure(getattr(report.totals, key)) == figure(value), key
    units = {unit.unit: unit.totals for unit in report.units}
    for name, totals in case.units.items():
        for key, value in totals.items():
            assert figure(getattr(units[name], key)) == figure(value), (name, key)
    for at, sums in case.ledger.items():
        lines = [line for line in report.ledger if line.at == at]
        for key, value in sums.items():
            values = [getattr(line, key) for line in lines]
            each = key in ("dp", "item")
            got = sorted(set(values)) if each else figure(sum(values))
            assert got == ([value] if each else figure(value)), (at, key, [line.item for line in lines])
    facts = dict(report.summary.facts)
    for what, text in case.facts.items():
        assert facts.get(what) == text
    if case.every_fact is not None:
        assert report.summary.facts == tuple(case.every_fact.items())
    assert set(case.withheld) <= set(report.withheld)
    said = " ".join(f"{f.message} {f.hint or ''}" for f in report.findings)
    for words in case.says:
        assert words in said
    assert findings_shown(report, case) == findings_before(case.file).get(case.name, "")


def findings_shown(report: SheetReport, case: Case) -> str:
    """The judged findings of a case with all that is said of them: figures, hint, causes; and what is withheld."""
    lines = []
    for f in report.findings:
        if f.severity != "error" and f.rule != case.file:
            continue
        figures = "".join(f", {name} {n}" for name, n in (("limit", f.limit), ("actual", f.actual)) if n is not None)
        lines.append(f"{f.severity} {f.rule} at {f.place.at or 'the sheet'}{figures}")
        lines.append(f"  {f.message}")
        lines += [f"  {f.hint}"] if f.hint else []
        lines += [f"  - {r.place.at or r.place.path}: {r.message}" for r in f.related]
    lines += [f"withheld: {', '.join(report.withheld)}"] if report.withheld else []
    return "\n".join(lines)


@cache
def findings_before(rule: str) -> Mapping[str, str]:
    """What was said of the cases of a rule when somebody last read it, by the case's name."""
    path = FINDINGS / f"{rule}.txt"
    parts = path.read_text("utf-8").split("\n\n") if path.exists() else []
    return {part.split("\n", 1)[0].removeprefix("= "): part.strip("\n").split("\n", 1)[1] for part in parts}


@pytest.mark.parametrize("rule", sorted({c.file for c in ALL}) if "CWDESIGN_UPDATE_SNAPSHOTS" in os.environ else ())
def test_write_findings(rule: str) -> None:
    """Writes what is said of the cases of a rule; before it is committed somebody reads the difference."""
    shown = {
        case.name: findings_shown(check(as_text(case.sheet), case.settings, case.tows, case.catalog), case)
        for case in ALL
        if case.file == rule
    }
    parts = [f"= {name}\n{text}" for name, text in shown.items() if text]
    FINDINGS.mkdir(exist_ok=True)
    written = FINDINGS / f"{rule}.txt"
    if parts:
        written.write_text("\n\n".join(parts) + "\n", "utf-8")
    else:
        written.unlink(missing_ok=True)


def test_findings_name_their_cases() -> None:
    """No snapshot is left of a case that is gone, and no two cases of a rule share a name."""
    names = [(case.file, case.name) for case in ALL]
    assert len(set(names)) == len(names)
    assert {(path.stem, name) for path in FINDINGS.glob("*.txt") for name in findings_before(path.stem)} <= set(names)


def figure(value: Any) -> Any:
    """A figure as an exact number; `1/3` is written as text, faces stay a mapping."""
    if isinstance(value, Mapping):
        return {key: figure(part) for key, part in value.items()}
    return value if value is None else Fraction(str(value))


PAGES = [page for page in rule_pages().values() if page.illegal or page.legal]


@pytest.mark.parametrize("page", PAGES, ids=[p.id for p in PAGES])
def test_page_snippets(page: RulePage, tmp_path: Path) -> None:
    """The illegal snippet of a page breaks that rule and no other; the legal one breaks none."""
    yaml = YAML(typ="safe", pure=True)
    settings = garage_settings(page.garage, tmp_path / "garage.yaml") if page.garage is not None else None
    for kind in ("illegal", "legal"):
        snippet = getattr(page, kind)
        if snippet is None:
            continue
        report = check(as_text(changed(page.base, yaml.load(snippet))), settings)
        rules = {f.rule for f in report.findings if f.severity == "error"}
        every = {f.rule for f in report.findings}
        if kind == "legal":
            assert not rules and page.id not in every, [f.message for f in report.findings]
        else:
            assert page.id in every and rules <= {page.id}, [f.message for f in report.findings]


def garage_settings(text: str, path: Path) -> Settings:
    """The settings of a garage file's text."""
    path.write_text(text, "utf-8")
    garage = load_garage(str(path), load_catalog())
    assert isinstance(garage, Garage), garage
    return settings_for(garage)


def test_case_files_name_their_rule() -> None:
    """A case file is named after a rule, so that a player finds the cases of a rule at once."""
    for path in CASES.glob("*.yaml"):
        if path.name != "bases.yaml":
            assert case_file(path)["rule"] == path.stem
            assert path.stem in rule_pages()
