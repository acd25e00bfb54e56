"""Baselines: what they list, what an entry covers, and what a broken one gets."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from cwdesign import cli
from cwdesign.baseline import Baseline, baseline_text, cover, entries_of, read_baseline, stale_findings
from cwdesign.findings import Finding, Number, Place, Severity, Waiver
from cwdesign.report import SheetReport
from cwdesign.settings import Settings
from cwdesign.sheet import Span
from cwdesign.values import replace

STOCK = Path(__file__).parent / "stock"


def finding(
    rule: str,
    at: str | None = "weapons[0].mount",
    limit: Number | None = None,
    actual: Number | None = None,
    severity: Severity = "error",
    line: int = 5,
) -> Finding:
    place = Place("garage/rhino.yaml", Span(line, 3, line, 8), at)
    return Finding(rule, "", severity, "…", None, place, limit=limit, actual=actual)


def report(*findings: Finding, document: int = 0) -> SheetReport:
    status = "illegal" if any(f.severity == "error" for f in findings) else "legal"
    return SheetReport("garage/rhino.yaml", document, "Rhino", status, None, findings=findings)


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "garage").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(garage: Path, *findings: Finding, name: str = "garage/baseline.json") -> Baseline:
    Path(name).write_text(baseline_text(entries_of("garage/rhino.yaml", 0, findings, name)), "utf-8")
    found = read_baseline(name)
    assert isinstance(found, Baseline)
    return found


def test_what_is_listed_is_covered_whatever_its_line(garage: Path) -> None:
    baseline = written(garage, finding("THR-LIMIT", limit=3, actual=4))
    moved = report(finding("THR-LIMIT", limit=3, actual=4, line=17))
    covered, used = cover(moved, baseline)
    assert covered.status == "legal"
    assert covered.findings[0].waiver == Waiver("baseline", "listed in garage/baseline.json")
    assert used == set(baseline.entries)


@pytest.mark.parametrize(
    ("limit", "actual", "covers"),
    [
        (3, 4, True),  # one beyond, as it was
        (3, 5, False),  # two beyond
        (4, 5, True),  # a larger vehicle, still one beyond
        (4, 6, False),
        (3, Fraction(7, 2), True),  # half beyond: better
        (3, Fraction(13, 3), False),
        (3, 2, False),  # on the other side of the limit
        (None, None, False),
    ],
)
def test_an_entry_covers_while_the_finding_is_no_worse(
    garage: Path, limit: Number | None, actual: Number | None, covers: bool
) -> None:
    baseline = written(garage, finding("THR-LIMIT", limit=3, actual=4))
    covered, _ = cover(report(finding("THR-LIMIT", limit=limit, actual=actual)), baseline)
    assert covered.findings[0].waived is covers


def test_a_shortfall_gets_worse_downwards(garage: Path) -> None:
    # Six wheels wanted, four there: two short. Three there is better, two there worse.
    baseline = written(garage, finding("BOD-SIXWHEEL-REQUIRED", limit=6, actual=4))
    for actual, covers in ((4, True), (5, True), (3, False)):
        covered, _ = cover(report(finding("BOD-SIXWHEEL-REQUIRED", limit=6, actual=actual)), baseline)
        assert covered.findings[0].waived is covers


def test_rule_place_and_document_bind(garage: Path) -> None:
    baseline = written(garage, finding("THR-LIMIT"))
    for other in (finding("THR-TURRET"), finding("THR-LIMIT", at="weapons[1].mount")):
        assert not cover(report(other), baseline)[0].findings[0].waived
    assert not cover(report(finding("THR-LIMIT"), document=1), baseline)[0].findings[0].waived


def test_each_entry_covers_one_finding(garage: Path) -> None:
    baseline = written(garage, finding("TEAM-COST", limit=100, actual=130), finding("TEAM-COST", limit=100, actual=110))
    now = report(*(finding("TEAM-COST", limit=100, actual=a) for a in (105, 128, 101)))
    covered, used = cover(now, baseline)
    # 105 uses up the smaller entry, 128 the larger one; nothing is left for 101.
    assert [f.waived for f in covered.findings] == [True, True, False]
    assert len(used) == 2


def test_what_the_baseline_does_not_list_keeps_failing(garage: Path) -> None:
    baseline = written(garage, finding("THR-LIMIT"))
    covered, _ = cover(report(finding("THR-LIMIT"), finding("LED-DIVISION", at="division")), baseline)
    assert covered.status == "illegal"
    assert [f.waived for f in covered.findings] == [True, False]


def test_notes_waived_and_fixed_findings_are_not_listed(garage: Path) -> None:
    waived = replace(finding("THR-TURRET"), waiver=Waiver("sheet", "agreed"))
    listed = written(
        garage,
        finding("PRF-HDT", severity="note"),
        waived,
        finding("SHT-UNKNOWN"),
        finding("TUR-DROPPED", severity="warning"),
    )
    assert [entry.rule for entry in listed.entries] == ["TUR-DROPPED"]


def test_an_unknown_name_is_never_covered(garage: Path) -> None:
    name = "garage/baseline.json"
    row = {"sheet": "rhino.yaml", "document": 0, "rule": "SHT-UNKNOWN", "at": "weapons[0].type"}
    Path(name).write_text(json.dumps({"version": 1, "entries": [{**row, "limit": None, "actual": None}]}), "utf-8")
    baseline = read_baseline(name)
    assert isinstance(baseline, Baseline)
    assert not cover(report(finding("SHT-UNKNOWN", at="weapons[0].type")), baseline)[0].findings[0].waived


def test_writing_again_keeps_what_the_old_baseline_covered(garage: Path) -> None:
    first = written(garage, finding("THR-LIMIT", limit=3, actual=4))
    covered, _ = cover(report(finding("THR-LIMIT", limit=3, actual=4), finding("LED-DIVISION", at="division")), first)
    second = entries_of("garage/rhino.yaml", 0, covered.findings, "garage/baseline.json")
    assert [entry.rule for entry in second] == ["THR-LIMIT", "LED-DIVISION"]


def test_the_file_is_sorted_and_knows_no_folder_above(garage: Path) -> None:
    rules = ["THR-LIMIT", "ARM-MATCH", "THR-LIMIT"]
    places = ["weapons[1].mount", None, "weapons[0].mount"]
    findings = [finding(r, at=a, limit=3, actual=Fraction(10, 3)) for r, a in zip(rules, places, strict=True)]
    text = baseline_text(entries_of("garage/rhino.yaml", 0, findings, "garage/baseline.json"))
    assert text == baseline_text(entries_of("garage/rhino.yaml", 0, findings[::-1], "garage/baseline.json"))
    data = json.loads(text)
    assert data["version"] == 1
    assert [(e["sheet"], e["rule"], e["at"], e["actual"]) for e in data["entries"]] == [
        ("rhino.yaml", "ARM-MATCH", None, "10/3"),
        ("rhino.yaml", "THR-LIMIT", "weapons[0].mount", "10/3"),
        ("rhino.yaml", "THR-LIMIT", "weapons[1].mount", "10/3"),
    ]
    above = entries_of("garage/rhino.yaml", 0, findings, "lists/baseline.json")
    assert above[0].sheet == "../garage/rhino.yaml"


def test_an_empty_baseline_is_one(garage: Path) -> None:
    assert written(garage).entries == ()


def test_stale_entries_are_reported_where_they_could_have_matched(garage: Path) -> None:
    baseline = written(garage, finding("THR-LIMIT"), finding("LED-DIVISION", at="division"))
    _, used = cover(report(finding("THR-LIMIT")), baseline)
    stale = stale_findings(baseline, used, lambda entry: True, Settings())
    assert [(f.rule, f.severity, f.place.path) for f in stale] == [("WAIVER-UNUSED", "warning", "garage/baseline.json")]
    assert "LED-DIVISION" in stale[0].message and "rhino.yaml" in stale[0].message
    assert stale[0].hint is not None and "gone or has got worse" in stale[0].hint
    lines = Path("garage/baseline.json").read_text("utf-8").splitlines()
    assert "LED-DIVISION" in lines[stale[0].place.span.line - 1]
    assert stale_findings(baseline, used, lambda entry: False, Settings()) == []
    assert stale_findings(baseline, used, lambda entry: True, Settings(ignore=("LED",))) == []
    assert stale_findings(baseline, used, lambda entry: True, Settings(ignore=("WAIVER-UNUSED",))) == []
    many = Baseline("known.json", baseline.entries * 1000)
    assert len(stale_findings(many, (), lambda entry: True, Settings())) == 1001


ROW = '{"sheet": "a", "document": 0, "rule": "THR-LIMIT", "at": null, "limit": null, "actual": null}'


def test_a_baseline_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "known.json").write_text('\ufeff{"version": 1, "entries": []}', "utf-8")
    assert read_baseline(str(tmp_path / "known.json")) == Baseline(str(tmp_path / "known.json"))


@pytest.mark.parametrize(
    ("text", "rule", "line", "word"),
    [
        (None, "CFG-READ", 1, "no such file"),
        ("{", "CFG-READ", 1, "not JSON"),
        ('{"version": 1,\n "entries": [,]}', "CFG-READ", 2, "not JSON"),
        ("[" * 100_000, "CFG-READ", 1, "not JSON"),
        ('{"version": 1, "entries": ["', "CFG-READ", 1, "unterminated string."),
        ('{"version": "' + "x" * 100 + '"' + ', "entries": []}', "CFG-SHAPE", 1, f"version {'x' * 40};"),
        ("[]", "CFG-SHAPE", 1, "entries"),
        ('{"version": 2, "entries": []}', "CFG-SHAPE", 1, "version 2"),
        ('{"version": true, "entries": []}', "CFG-SHAPE", 1, "version"),
        ('{"version": 1, "entries": [\n' + ROW + ",\n" + ROW.replace("0,", "-1,") + "]}", "CFG-SHAPE", 3, "document"),
        ('{"version": 1, "entries": [\n' + ROW.replace('"a"', "7") + "]}", "CFG-SHAPE", 2, "sheet"),
        (
            '{"version": 1, "entries": [\n' + ROW.replace('"limit": null', '"limit": "1/0"') + "]}",
            "CFG-SHAPE",
            2,
            "limit",
        ),
        (
            '{"version": 1, "entries": [\n' + ROW.replace('"limit": null', '"limit": "1e99999999"') + "]}",
            "CFG-SHAPE",
            2,
            "limit",
        ),
        ("[" + "[]," * 400_000 + "[]]", "CFG-READ", 1, "50,000 entries"),
        ('{"version": 1, "entries": [' + "1," * 50_000 + "1]}", "CFG-READ", 1, "50,000 entries"),
        ('{"version": 1, "entries": [\n{"sheet": "a"}]}', "CFG-SHAPE", 2, "keys"),
        ('{"version": 1, "entries": [1.5]}', "CFG-SHAPE", 1, "keys"),
    ],
)
def test_a_broken_baseline_is_a_finding(tmp_path: Path, text: str | None, rule: str, line: int, word: str) -> None:
    file = tmp_path / "baseline.json"
    if text is not None:
        file.write_text(text, "utf-8")
    found = read_baseline(str(file))
    assert isinstance(found, Finding)
    assert (found.rule, found.severity, found.place.span.line) == (rule, "error", line)
    assert word.lower() in found.message.lower()


def test_a_baseline_that_is_not_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    file.write_bytes(b'{"version": 1, "entries": ["\xff"]}')
    found = read_baseline(str(file))
    assert isinstance(found, Finding) and found.rule == "CFG-READ"


def test_a_baseline_leads_to_no_folder_that_nobody_named(
    garage: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whether an entry is stale is asked of its garage only where a sheet of that was checked."""
    (garage / "garage" / "rhino.yaml").write_text((STOCK / "rhino.yaml").read_text("utf-8"), "utf-8")
    looked: list[str] = []
    scan = os.scandir

    def scanned(path: str = ".") -> object:
        looked.append(os.path.realpath(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", scanned)
    rows = (ROW.replace('"a"', f'"{sheet}"') for sheet in ("/x.yaml", "../../x.yaml", "gone.yaml"))
    (garage / "garage" / "known.json").write_text('{"version": 1, "entries": [\n' + ",\n".join(rows) + "]}", "utf-8")
    assert cli.run(["check", "--no-cache", "--baseline", "garage/known.json", "garage", "--format", "concise"]) == 0
    above = {str(folder) for folder in garage.resolve().parents}
    assert str((garage / "garage").resolve()) in looked
    assert above.isdisjoint(looked)
    assert "gone.yaml" in capfd.readouterr().out
