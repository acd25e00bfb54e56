"""Every format over one set of hand-made reports: snapshots, official schemas, and what data may not do."""

from __future__ import annotations

import json
import os
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from rich.cells import cell_len

from cwdesign.findings import Finding, Place
from cwdesign.render import FORMATS
from cwdesign.render.github import defused
from cwdesign.render.text import grouped, money, number, visible
from cwdesign.report import RunReport, SheetReport
from cwdesign.sheet import Span
from cwdesign.values import replace
from reports import AWKWARD, COMBINATION, ILLEGAL, LEGAL, RUN, SHEETS, UNREADABLE, finding, rendered

HERE = Path(__file__).parent
SNAPSHOTS = HERE / "snapshots"
UPDATE = os.environ.get("CWDESIGN_UPDATE_SNAPSHOTS") == "1"

VARIANTS: dict[str, tuple[str, RunReport, dict[str, object]]] = {
    **{name: (name, RUN, {}) for name in FORMATS},
    "terminal-legal-80": ("terminal", RunReport((LEGAL,)), {"ledger": True}),
    "terminal-legal-120": ("terminal", RunReport((LEGAL,)), {"ledger": True, "width": 120}),
    "terminal-illegal-120": ("terminal", RunReport((ILLEGAL,)), {"width": 120, "show_waived": True}),
    "terminal-color": ("terminal", RunReport((ILLEGAL,)), {"color": True}),
    "terminal-combination": ("terminal", RunReport((COMBINATION,)), {}),
    "terminal-quiet": ("terminal", RUN, {"quiet": True}),
    "terminal-statistics": ("terminal", RUN, {"statistics": True}),
    "terminal-nothing": ("terminal", RunReport((), (), ("a: no such file or folder",)), {}),
    "junit-strict": ("junit", RUN, {"fail_on": "warning"}),
    "junit-never": ("junit", RUN, {"fail_on": "never"}),
    "json-nothing": ("json", RunReport(()), {}),
    "gitlab-nothing": ("gitlab", RunReport((LEGAL,)), {}),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_snapshot(variant: str) -> None:
    """The text of each format; CWDESIGN_UPDATE_SNAPSHOTS=1 writes it anew, for a person to read in the diff."""
    name, run, options = VARIANTS[variant]
    text = rendered(name, run, **options)  # type: ignore[arg-type]
    file = SNAPSHOTS / f"{variant}.txt"
    if UPDATE:
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


# -- official schemas


def test_sarif_is_valid() -> None:
    schema = json.loads((HERE / "vendor" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
    for run in (RUN, RunReport(()), RunReport((LEGAL,))):
        Draft4Validator(schema).validate(json.loads(rendered("sarif", run)))


def test_junit_is_valid() -> None:
    xmlschema = pytest.importorskip("xmlschema")
    schema = xmlschema.XMLSchema(str(HERE / "vendor" / "junit-10.xsd"))
    for run in (RUN, RunReport(()), RunReport((LEGAL,))):
        schema.validate(rendered("junit", run))


def test_gitlab_is_valid() -> None:
    schema = json.loads((HERE / "gitlab-code-quality.schema.json").read_text("utf-8"))
    issues = json.loads(rendered("gitlab", RUN))
    Draft202012Validator(schema).validate(issues)
    fingerprints = [issue["fingerprint"] for issue in issues]
    assert len(set(fingerprints)) == len(fingerprints)


# -- JSON


def test_json_is_valid() -> None:
    schema = json.loads((HERE.parent / "schemas" / "report.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    for run in (RUN, RunReport(()), RunReport((LEGAL,))):
        Draft202012Validator(schema).validate(json.loads(rendered("json", run)))


def test_json_and_jsonl_say_the_same() -> None:
    document = json.loads(rendered("json", RUN))
    lines = [json.loads(line) for line in rendered("jsonl", RUN).splitlines()]
    assert lines[:-1] == document.pop("sheets")
    assert lines[-1] == document


def test_json_summary_counts_waived_findings_only_as_waived() -> None:
    # Counted by hand in reports.py: errors BOD, THR, SHT-SHAPE, YML, SHT-UNKNOWN, TEAM; warning TIR; notes WPN, SPC.
    assert json.loads(rendered("json", RUN))["summary"] == {
        "sheets": 6,
        "legal": 2,
        "illegal": 2,
        "unreadable": 2,
        "errors": 6,
        "warnings": 1,
        "notes": 2,
        "waived": 2,
        "withheld": 2,
    }


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-3, "-3"),
        (Fraction(4, 2), "2"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(1, 3), "0.333333"),
        (Fraction(2, 3), "0.666667"),
        (Fraction(-2, 3), "-0.666667"),
        (Fraction(1, 6), "0.166667"),
        (Fraction(12345678901234567, 4), "3086419725308641.75"),  # more digits than a binary float has
        (Fraction(1, 10**9), "0.000000001"),
        (Fraction(9999999, 10000000), "0.9999999"),
    ],
)
def test_number_is_exact(value: int | Fraction, text: str) -> None:
    assert number(value) == text


def test_money_and_groups() -> None:
    assert money(1657) == "$1,657"
    assert money(Fraction(3315, 2)) == "$1,657.50"
    assert money(-20) == "-$20"
    assert grouped(Fraction(123456789, 100)) == "1,234,567.89"


# -- what data may not do


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_in_a_report_steers_a_terminal(name: str) -> None:
    text = rendered(name, RUN, show_waived=True, ledger=True)
    assert [c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c != "\n"] == []


def test_quiet_says_nothing_of_a_legal_sheet() -> None:
    assert rendered("terminal", RunReport((LEGAL,)), quiet=True) == ""
    assert rendered("concise", RunReport((LEGAL,)), quiet=True) == ""


@pytest.mark.parametrize("color", [True, False])
def test_markup_in_names_is_text(color: bool) -> None:
    text = rendered("terminal", RunReport((AWKWARD,)), color=color)
    assert "[/bold]" in text
    assert ":skull:" in text
    assert "戦車" in text


def test_without_colour_there_is_no_escape() -> None:
    assert "\x1b" not in rendered("terminal", RUN)
    assert "\x1b[" in rendered("terminal", RUN, color=True)


def test_visible_keeps_letters_and_shows_what_steers() -> None:
    assert visible("Ünïcode 戦車 🚗\u3000x") == "Ünïcode 戦車 🚗\u3000x"
    assert visible("a\tb\nc\x1b[0m\x9b\u202e\u2028\ud800") == "a\\tb\\nc\\x1b[0m\\x9b\\u202e\\u2028\\ud800"


@pytest.mark.parametrize("width", [80, 120])
def test_lines_keep_to_the_width(width: int) -> None:
    """Whatever can be folded is; a path may be longer, since it must stay whole."""
    text = rendered("terminal", RunReport((ILLEGAL,)), width=width, ledger=True)
    assert [line for line in text.split("\n") if cell_len(line) > width and "garage/" not in line] == []


# -- excerpts


def _pointed_at(source: str, span: Span, width: int = 80) -> str:
    """What the underline of a finding stands under."""
    found = Finding("THR-LIMIT", "t", "error", "m", None, Place("a.yaml", span, "x"))
    sheet = replace(UNREADABLE, findings=(found,), excerpts={span.line: source})
    lines = rendered("terminal", RunReport((sheet,)), width=width).split("\n")
    under = next(index for index, line in enumerate(lines) if re.fullmatch(r" *\| *\^+", line))
    start = lines[under].index("^")
    length = lines[under].count("^")
    cells = [c for c in lines[under - 1] for _ in range(cell_len(c))]  # a wide letter fills two
    return "".join(cells[start : start + length])


def test_pointer_stands_under_the_value() -> None:
    assert _pointed_at("- {type: mg, mount: front}", Span(3, 21, 3, 26)) == "front"


def test_pointer_stands_under_a_value_after_wide_letters() -> None:
    assert _pointed_at("- {id: 戦車, mount: front}", Span(3, 19, 3, 24)) == "front"


def test_pointer_stands_under_a_value_after_control_characters() -> None:
    assert _pointed_at("- {id: '\x1b', mount: front}", Span(3, 20, 3, 25)) == "front"


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("before", [0, 40, 70, 100, 300])
@pytest.mark.parametrize("after", [0, 50, 300])
def test_pointer_stands_under_a_value_of_a_long_line(before: int, after: int, width: int) -> None:
    source = "x" * before + "front" + "y" * after
    assert _pointed_at(source, Span(3, before + 1, 3, before + 6), width) == "front"


def test_causes_are_labelled_in_file_order() -> None:
    lines = rendered("terminal", RunReport((ILLEGAL,))).split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("error THR-LIMIT"))
    block = "\n".join(lines[first:])
    assert block.index("3 spaces before it") < block.index("id: again")


# -- formats of others


def test_sarif_fingerprints_survive_moved_lines() -> None:
    def prints(run: RunReport) -> list[str]:
        results = json.loads(rendered("sarif", run))["runs"][0]["results"]
        return [result["partialFingerprints"]["cwdesign/v1"] for result in results]

    def moved(found: Finding) -> Finding:
        span = found.place.span
        return replace(found, place=replace(found.place, span=Span(span.line + 7, 1, span.end_line + 7, 9)))

    lower = replace(ILLEGAL, findings=tuple(map(moved, ILLEGAL.findings)))
    assert prints(RunReport((ILLEGAL,))) == prints(RunReport((lower,)))
    assert len(set(prints(RunReport(SHEETS)))) == len(prints(RunReport(SHEETS)))


def test_sarif_keeps_waived_findings_as_suppressed() -> None:
    results = json.loads(rendered("sarif", RUN))["runs"][0]["results"]
    kinds = {result["ruleId"]: [s["kind"] for s in result["suppressions"]] for result in results}
    assert kinds["LED-CLAIMS"] == ["inSource"]
    assert kinds["WAIVER-UNUSED"] == ["external"]
    assert kinds["THR-LIMIT"] == []


def test_sarif_rules_carry_help() -> None:
    from cwdesign.catalog import rule_pages

    run = json.loads(rendered("sarif", RUN, page=lambda rule: rule_pages().get(rule)))["runs"][0]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert "third" in rules["THR-LIMIT"]["help"]["text"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


@pytest.mark.parametrize(("fail_on", "failures"), [("error", 5), ("warning", 5), ("never", 0)])
def test_junit_fails_what_makes_status_1(fail_on: str, failures: int) -> None:
    # Illegal, broken, locked and awkward sheet, and the garage; the warnings stand in a sheet that fails anyway.
    suite = ElementTree.fromstring(rendered("junit", RUN, fail_on=fail_on))  # type: ignore[arg-type]
    assert suite.get("failures") == str(failures)
    assert len(suite.findall(".//failure")) == failures


def test_github_puts_errors_first_and_leaves_notes_and_waived_out() -> None:
    lines = rendered("github", RUN).splitlines()
    kinds = [line.split(" ")[0] for line in lines]
    assert kinds == ["::error"] * 6 + ["::warning"]
    assert not [line for line in lines if "LED-CLAIMS" in line or "WPN-FLAMETHROWER" in line]


def test_github_annotations_are_escaped() -> None:
    line = next(line for line in rendered("github", RUN).splitlines() if "SHT-UNKNOWN" in line)
    properties, _, message = line.removeprefix("::error ").partition("::")
    values = dict(pair.split("=", 1) for pair in properties.split(","))
    assert values["line"] == "2"
    assert values["title"] == "SHT-UNKNOWN%3A No such component"
    assert "%250A::error" in message  # the sheet's own %0A stays text
    assert "%0AA second line, with 100%25 & <tags>." in message


def test_a_report_in_a_workflow_log_holds_no_commands() -> None:
    assert defused("  ::error::x\na ::b\n##[add-mask]secret\n") == "  \\::error::x\na ::b\n#\\#[add-mask]secret\n"


def test_markdown_tables_keep_their_columns() -> None:
    rows = [line for line in rendered("markdown", RUN).splitlines() if line.startswith("|")]
    widths = {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
    assert widths == {5, 9}  # four columns of findings, eight of vehicles


def test_markdown_leaves_room_in_a_comment() -> None:
    many = replace(
        ILLEGAL, findings=tuple(finding("THR-LIMIT", "a.yaml", n, (1, 2), f"w[{n}]", "m" * 100) for n in range(1, 2000))
    )
    text = rendered("markdown", RunReport((many,)))
    assert len(text) < 65_536
    assert "left out" in text


def test_a_verdict_over_some_rules_is_marked() -> None:
    assert "(by some of the rules only)" in rendered("terminal", RunReport((ILLEGAL,)))
    legal: SheetReport = replace(LEGAL, settings=())
    assert "some of the rules" not in rendered("terminal", RunReport((legal,)))
