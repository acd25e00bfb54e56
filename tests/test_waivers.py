"""Waivers in sheets, comments and garage files: what they cover, and what is wrong with them.

The sheet is the luxury of the rules page with seven one-space guns in front: six are the limit of its nineteen
spaces (THR-LIMIT), and the seventh is one too many.
"""

from __future__ import annotations

import pytest

from case_sheets import check
from cwdesign.findings import Finding, Waiver
from cwdesign.report import SheetReport
from cwdesign.settings import GarageWaiver, Settings

SHEET = """\
name: Seven Guns
body: {type: luxury, chassis: extra-heavy, suspension: heavy}
power_plant: electric-large
tires: puncture-resistant
crew: [{role: driver}]
armor: {front: 20, back: 20, left: 20, right: 20, top: 5, underbody: 5}
weapons:
- {type: machine-gun, count: 6, mount: front}
- {type: machine-gun, mount: front}
"""
LINES = SHEET.splitlines()
OVER = len(LINES)  # the line of the seventh gun
REASON = "the referee agreed"


def with_comment(comment: str) -> str:
    """The sheet with a comment after the seventh gun, on its line."""
    return "\n".join([*LINES[:-1], f"{LINES[-1]}  # {comment}", ""])


def with_line_above(*comments: str) -> str:
    """The sheet with comments on lines of their own above the seventh gun."""
    return "\n".join([*LINES[:-1], *(f"# {comment}" for comment in comments), LINES[-1], ""])


def with_waivers(*waivers: str) -> str:
    """The sheet with entries of `waivers`."""
    return SHEET + "waivers:\n" + "".join(f"- {waiver}\n" for waiver in waivers)


def about(report: SheetReport, rule: str) -> list[Finding]:
    return [finding for finding in report.findings if finding.rule == rule]


def waiver_of(report: SheetReport) -> Waiver | None:
    (finding,) = about(report, "THR-LIMIT")
    return finding.waiver


def complaints(report: SheetReport) -> list[tuple[str, str, int, str | None]]:
    found = [f for f in report.findings if f.rule.startswith(("WAIVER-", "SHT-"))]
    return [(f.rule, f.severity, f.place.span.line, f.place.at) for f in found]


def test_without_a_waiver_it_is_illegal() -> None:
    report = check(SHEET)
    assert waiver_of(report) is None
    assert report.status == "illegal"
    assert about(report, "THR-LIMIT")[0].place.span.line == OVER


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (with_waivers(f"{{rule: THR-LIMIT, reason: {REASON}}}"), "sheet"),
        (with_waivers(f"{{rule: thr-limit, reason: {REASON}}}"), "sheet"),
        (with_waivers(f"{{rule: THR, reason: {REASON}}}"), "sheet"),
        (with_waivers(f"{{rule: THR-, reason: {REASON}}}"), "sheet"),
        (with_comment(f"cwdesign: allow THR-LIMIT because {REASON}"), "comment"),
        (with_comment(f"CWDesign:allow thr BECAUSE {REASON}"), "comment"),
        (with_comment(f"cwdesign: allow THR-LIMIT, THR-TURRET because {REASON}"), "comment"),
        (with_line_above(f"cwdesign: allow THR-LIMIT because {REASON}"), "comment"),
        (with_line_above(f"cwdesign: allow THR-LIMIT because {REASON}", "the seventh"), "comment"),
        (with_line_above("cwdesign: allow LNK because x", f"cwdesign: allow THR because {REASON}"), "comment"),
    ],
)
def test_a_waiver_covers(text: str, kind: str) -> None:
    report = check(text)
    assert waiver_of(report) == Waiver(kind, REASON)  # type: ignore[arg-type]
    assert report.status == "legal"
    assert about(report, "THR-LIMIT")[0].severity == "error"


@pytest.mark.parametrize(
    "text",
    [
        with_waivers(f"{{rule: THR-TURRET, reason: {REASON}}}"),
        with_comment(f"cwdesign: allow THR-TURRET because {REASON}"),
        SHEET.replace("weapons:", f"weapons: # cwdesign: allow THR-LIMIT because {REASON}"),
        with_line_above(f"cwdesign: allow THR-LIMIT because {REASON}").replace("agreed\n", "agreed\n\n"),
        with_comment(f"allow THR-LIMIT because {REASON}"),
        with_comment(f"cwdesign: deny THR-LIMIT because {REASON}"),
        SHEET.replace("Seven Guns", f'"# cwdesign: allow THR-LIMIT because {REASON}"'),
    ],
)
def test_what_is_no_waiver_of_it_leaves_it(text: str) -> None:
    report = check(text)
    assert waiver_of(report) is None
    assert report.status == "illegal"


def test_a_waiver_of_a_whole_sheet_covers_every_finding_of_its_rule() -> None:
    text = with_waivers(f"{{rule: THR-LIMIT, reason: {REASON}}}").replace("mount: front", "mount: back", 0)
    both = text.replace("weapons:\n", "weapons:\n- {type: machine-gun, count: 7, mount: back}\n", 1)
    assert [f.waived for f in about(check(both), "THR-LIMIT")] == [True, True]
    at_line = with_comment(f"cwdesign: allow THR-LIMIT because {REASON}")
    both = at_line.replace("weapons:\n", "weapons:\n- {type: machine-gun, count: 7, mount: back}\n", 1)
    assert [f.waived for f in about(check(both), "THR-LIMIT")] == [False, True]


# -- what is wrong with a waiver


def test_a_waiver_without_a_reason_does_not_count() -> None:
    for waiver in ("{rule: THR-LIMIT}", "{rule: THR-LIMIT, reason: '  '}"):
        report = check(with_waivers(waiver))
        assert waiver_of(report) is None
        assert complaints(report) == [("WAIVER-REASON", "error", OVER + 2, "waivers[0]")]
    for comment in (
        "cwdesign: allow THR-LIMIT",
        "cwdesign: allow THR-LIMIT because",
        "cwdesign: allow THR-LIMIT please",
    ):
        report = check(with_comment(comment))
        assert waiver_of(report) is None
        assert complaints(report) == [("WAIVER-REASON", "error", OVER, "weapons[1]")]


def test_an_unknown_rule_is_found_where_it_stands() -> None:
    report = check(with_waivers(f"{{rule: THR-LIMITS, reason: {REASON}}}"))
    assert complaints(report) == [("SHT-UNKNOWN", "error", OVER + 2, "waivers[0].rule")]
    (finding,) = about(report, "SHT-UNKNOWN")
    assert finding.place.span.column == len("- {rule: ") + 1
    assert "THR-LIMIT?" in (finding.hint or "")
    report = check(with_comment(f"cwdesign: allow THR-LIMIT, THR-LIMITS because {REASON}"))
    (finding,) = about(report, "SHT-UNKNOWN")
    line = with_comment(f"cwdesign: allow THR-LIMIT, THR-LIMITS because {REASON}").splitlines()[OVER - 1]
    span = finding.place.span
    assert line[span.column - 1 : span.end_column - 1] == "THR-LIMITS"
    assert waiver_of(report) == Waiver("comment", REASON)


def test_a_comment_that_names_no_rule() -> None:
    assert complaints(check(with_comment("cwdesign: allow because of the weather")))[0][0] == "SHT-UNKNOWN"


def test_an_unused_waiver_is_a_warning() -> None:
    report = check(with_waivers(f"{{rule: THR-TURRET, reason: {REASON}}}", f"{{rule: THR-LIMIT, reason: {REASON}}}"))
    assert complaints(report) == [("WAIVER-UNUSED", "warning", OVER + 2, "waivers[0]")]
    assert "THR-TURRET" in about(report, "WAIVER-UNUSED")[0].message
    report = check(SHEET.replace("luxury,", f"luxury, # cwdesign: allow THR-LIMIT because {REASON}\n "))
    assert complaints(report) == [("WAIVER-UNUSED", "warning", 2, "body")]


@pytest.mark.parametrize(
    "settings", [Settings(ignore=("THR-TURRET",)), Settings(select=("LED",)), Settings(severity={"THR": "off"})]
)
def test_a_waiver_of_a_rule_that_was_not_run_is_not_unused(settings: Settings) -> None:
    assert complaints(check(with_waivers(f"{{rule: THR-TURRET, reason: {REASON}}}"), settings)) == []


def test_a_waiver_of_a_withheld_rule_is_not_unused() -> None:
    text = with_waivers(f"{{rule: THR-TURRET, reason: {REASON}}}").replace("type: luxury", "type: luxurious")
    report = check(text)
    assert "THR-TURRET" in report.withheld
    assert "WAIVER-UNUSED" not in {f.rule for f in report.findings}


def test_a_team_rule_is_not_judged_with_a_sheet() -> None:
    assert complaints(check(with_waivers(f"{{rule: TEAM-NAMES, reason: {REASON}}}"))) == []


def test_what_cannot_be_waived_stays() -> None:
    text = with_waivers(f"{{rule: SHT-UNKNOWN, reason: {REASON}}}").replace("machine-gun, mount", "machine-gunn, mount")
    report = check(text)
    assert [f.waived for f in about(report, "SHT-UNKNOWN")] == [False]
    assert report.status == "illegal"
    assert [f.message for f in about(report, "WAIVER-UNUSED")] == [
        "Findings of SHT-UNKNOWN cannot be waived, so this waiver has no effect."
    ]


def test_an_unused_waiver_can_be_waived_but_not_by_itself() -> None:
    unused = f"{{rule: THR-TURRET, reason: {REASON}}}"
    report = check(with_waivers(unused, "{rule: WAIVER-UNUSED, reason: kept for next season}"))
    (finding,) = about(report, "WAIVER-UNUSED")
    assert finding.waiver == Waiver("sheet", "kept for next season")
    report = check(with_waivers("{rule: WAIVER-UNUSED, reason: kept for next season}"))
    assert [(f.waived, f.place.at) for f in about(report, "WAIVER-UNUSED")] == [(False, "waivers[0]")]


# -- settings


def test_without_waivers_everything_counts() -> None:
    settings = Settings(use_waivers=False, waivers=(GarageWaiver("*", "THR-LIMIT", REASON),))
    for text in (with_waivers(f"{{rule: THR-LIMIT, reason: {REASON}}}", "{rule: THR-TURRET}"), SHEET):
        report = check(text, settings)
        assert waiver_of(report) is None
        assert complaints(report) == []


def test_a_garage_may_take_no_waivers_from_sheets() -> None:
    settings = Settings(sheet_waivers=False)
    report = check(with_waivers(f"{{rule: THR-LIMIT, reason: {REASON}}}"), settings)
    assert waiver_of(report) is None
    assert complaints(report) == [("WAIVER-UNUSED", "warning", OVER + 2, "waivers[0]")]
    assert "takes no waivers from sheets" in about(report, "WAIVER-UNUSED")[0].message
    report = check(with_comment(f"cwdesign: allow THR-LIMIT because {REASON}"), settings)
    assert waiver_of(report) is None
    assert [c[0] for c in complaints(report)] == ["WAIVER-UNUSED"]


def test_a_waiver_of_the_garage_covers_also_then() -> None:
    settings = Settings(sheet_waivers=False, waivers=(GarageWaiver("*", "THR-LIMIT", "of the league"),))
    assert waiver_of(check(SHEET, settings)) == Waiver("garage", "of the league")


def test_a_waiver_of_the_garage_without_a_reason_does_not_count() -> None:
    assert waiver_of(check(SHEET, Settings(waivers=(GarageWaiver("*", "THR-LIMIT", ""),)))) is None


def test_severities_hold_for_findings_about_waivers() -> None:
    text = with_waivers(f"{{rule: THR-TURRET, reason: {REASON}}}")
    assert complaints(check(text, Settings(severity={"WAIVER-UNUSED": "error"})))[0][1] == "error"
    assert complaints(check(text, Settings(severity={"WAIVER": "off"}))) == []
