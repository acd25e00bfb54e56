"""Every case of tests/cases, and the two snippets of every rule's page."""

from __future__ import annotations

from fractions import Fraction

import pytest
from case_sheets import CASES, Case, as_text, cases, changed, check, load
from ruamel.yaml import YAML

from cwdesign.catalog import rule_pages

ALL = list(cases())


@pytest.mark.parametrize("case", ALL, ids=[c.id for c in ALL])
def test_case(case: Case) -> None:
    """The sheet gives exactly the expected errors, and at least the expected warnings and notes and totals."""
    report = check(as_text(case.sheet), case.settings, case.tows)
    found = [(f.rule, f.place.at, f.severity) for f in report.findings]
    wanted = [(e["rule"], e["at"], e.get("severity", "error")) for e in case.expect]
    errors = [f for f in found if f[2] == "error"]
    assert sorted(errors) == sorted(w for w in wanted if w[2] == "error"), [f.message for f in report.findings]
    for expected in wanted:
        assert expected in found
    for expected in case.expect:
        if expected.get("absent"):
            raise AssertionError("write `not_found` cases with an empty expect")
    for key, value in case.totals.items():
        assert report.totals is not None
        actual = getattr(report.totals, key)
        assert actual == (value if isinstance(value, (dict, int)) or value is None else Fraction(str(value))), key
    said = " ".join(f"{f.message} {f.hint or ''}" for f in report.findings)
    for words in case.says:
        assert words in said


PAGES = [page for page in rule_pages().values() if page.illegal or page.legal]


@pytest.mark.parametrize("page", PAGES, ids=[p.id for p in PAGES])
def test_page_snippets(page: object) -> None:
    """The illegal snippet of a page breaks that rule and no other; the legal one breaks none."""
    yaml = YAML(typ="safe", pure=True)
    for kind in ("illegal", "legal"):
        snippet = getattr(page, kind)
        if snippet is None:
            continue
        report = check(as_text(changed(getattr(page, "base", None), yaml.load(snippet))))
        rules = {f.rule for f in report.findings if f.severity == "error"}
        every = {f.rule for f in report.findings}
        if kind == "legal":
            assert not rules and page.id not in every, [f.message for f in report.findings]  # type: ignore[attr-defined]
        else:
            assert page.id in every and rules <= {page.id}, [f.message for f in report.findings]  # type: ignore[attr-defined]


def test_case_files_name_their_rule() -> None:
    """A case file is named after a rule, so that a player finds the cases of a rule at once."""
    for path in CASES.glob("*.yaml"):
        if path.name != "bases.yaml":
            assert load(path)["rule"] == path.stem
            assert path.stem in rule_pages()
