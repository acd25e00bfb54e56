"""The command line against the output contract: files, options, exit statuses, streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cwdesign import __version__, cli
from cwdesign.rules import RULES

STOCK = Path(__file__).parent / "stock"

LEGAL = (STOCK / "rhino.yaml").read_text("utf-8")
ILLEGAL = """\
name: Six in front
body: {type: luxury, chassis: extra-heavy, suspension: heavy, streamlined: true}
power_plant: electric-large
tires: puncture-resistant
crew:
  - role: driver
weapons:
  - {type: machine-gun, count: 6, mount: front, linked: true}
armor: {front: 20, back: 20, left: 20, right: 20, top: 5, underbody: 5}
"""
"""A luxury car keeps 17 spaces when streamlined: five weapon spaces a face, not six (THR-LIMIT)."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def paths(self) -> list[str]:
        return [sheet["path"] for sheet in self.json["sheets"]]


Command = Callable[..., Ended]


@pytest.fixture
def garage(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that the command runs in, with an empty cache, outside CI and with no colours asked for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    for name in ("GITHUB_ACTIONS", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(garage: Path, capfd: pytest.CaptureFixture[str]) -> Command:
    """The command, in this process."""

    def run(*arguments: str) -> Ended:
        status = cli.run([*map(str, arguments)])
        out, err = capfd.readouterr()
        return Ended(status, out, err)

    return run


def process(*arguments: str, cwd: Path, stdin: bytes | None = None, **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    kept = {k: v for k, v in os.environ.items() if k not in ("GITHUB_ACTIONS", "NO_COLOR")}
    return subprocess.run(
        [sys.executable, "-m", "cwdesign", *arguments],
        cwd=cwd,
        env={**kept, **env},
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        timeout=60,
    )


def write(folder: Path, *names: str, text: str = LEGAL) -> None:
    """Sheets of these names."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


# -- exit status


def test_status_0_where_all_is_legal(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    ended = run("check", "a.yaml")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("legal       Rhino  a.yaml\n")


def test_status_1_for_an_error(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=ILLEGAL)
    ended = run("check", "--format", "concise", "a.yaml")
    assert ended.status == 1
    assert ended.out.startswith("a.yaml:8:42: error THR-LIMIT ")  # the column of `front` in line 8


def test_status_1_for_an_unreadable_sheet(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text="name: [unclosed\n")
    assert run("check", "a.yaml").status == 1


def test_status_2_outranks_1_and_the_rest_is_checked(run: Command, garage: Path) -> None:
    write(garage, "bad.yaml", text=ILLEGAL)
    ended = run("check", "--format", "json", "none.yaml", "bad.yaml")
    assert ended.status == 2
    assert ended.paths == ["bad.yaml"]
    assert "none.yaml: no such file or folder" in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "empty"],
        ["check", "none/*.yaml"],
        ["check", "--format", "none", "a.yaml"],
        ["check", "--no-such-option", "a.yaml"],
        ["check", "--select", "NO-SUCH", "a.yaml"],
        ["check", "--ignore", "THR-LIM", "a.yaml"],  # a prefix ends at a hyphen
        ["check", "--select", ",", "a.yaml"],
        ["check", "--tech-level", "stone-age", "a.yaml"],
        ["check", "--division", "much", "a.yaml"],
        ["check", "--division", "nan", "a.yaml"],
        ["check", "--division", "-1", "a.yaml"],
        ["check", "--strict", "--fail-on", "never", "a.yaml"],
        ["check", "--config", "none.yaml", "a.yaml"],
        ["check", "--config", "a.yaml", "--isolated", "a.yaml"],
        ["check", "--baseline", "none.json", "a.yaml"],
        ["check", "--output", "none/report.txt", "a.yaml"],
        ["check", "--output", "xml=report.xml", "a.yaml"],
        ["check", "--output", "one", "--output", "two", "a.yaml"],
        ["check", "--output", "json=one", "--output", "sarif=./one", "a.yaml"],
        ["check", "--output", "empty", "a.yaml"],
        ["explain", "NO-SUCH"],
        ["schema", "no-such"],
        ["catalog", "--kind", "no-such"],
        ["no-such-command"],
    ],
)
def test_status_2_for_what_cannot_be_done(run: Command, garage: Path, arguments: list[str]) -> None:
    write(garage, "a.yaml")
    (garage / "empty").mkdir()
    ended = run(*arguments)
    assert ended.status == 2
    assert "Traceback" not in ended.err
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "empty"]


def test_an_unknown_rule_is_answered_with_the_nearest(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    assert "did you mean THR-LIMIT?" in run("check", "--select", "THR-LIMTI", "a.yaml").err
    assert "did you mean sarif?" in run("check", "--format", "sarf", "a.yaml").err
    assert "Did you mean 'check'" in run("chek").err
    assert "did you mean compendium?" in run("check", "--tech-level", "compendum", "a.yaml").err


def test_an_internal_failure_is_one_line_and_the_rest_is_checked(
    run: Command, garage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cwdesign.judge

    judging = cwdesign.judge.judging

    def failing(sheet: Any, *others: Any, **more: Any) -> Any:
        if sheet.data["name"] == "Unlucky":
            raise RuntimeError("no\nluck")
        return judging(sheet, *others, **more)

    monkeypatch.setattr(cwdesign.judge, "judging", failing)
    write(garage, "a.yaml", "c.yaml")
    write(garage, "b.yaml", text=LEGAL.replace("name: Rhino", "name: Unlucky"))
    ended = run("check", "--format", "json")
    assert ended.status == 2
    assert [(s["path"], s["status"]) for s in ended.json["sheets"]] == [
        ("a.yaml", "legal"),
        ("b.yaml", "illegal"),
        ("c.yaml", "legal"),
    ]
    assert [f["rule"] for s in ended.json["sheets"] for f in s["findings"] if f["severity"] == "error"] == ["BUG-CRASH"]
    assert "RuntimeError: no luck" in ended.out
    assert "Traceback" not in ended.err


def test_debug_shows_the_traceback(run: Command, garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import cwdesign.garage_run

    def failing(*_: Any) -> Any:
        raise RuntimeError("no luck")

    monkeypatch.setattr(cwdesign.garage_run, "find_sources", failing)
    ended = run("check")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert "RuntimeError: no luck" in ended.err
    with pytest.raises(RuntimeError):
        run("check", "--debug")


def test_debug_shows_the_traceback_of_a_rule_that_failed(
    run: Command, garage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result contains the failure; the other rules are judged, and standard error has the traceback."""
    import cwdesign.judge
    from cwdesign.rules.base import Rule

    def failing(_: Any) -> Any:
        raise RuntimeError("no \x1b[31mluck")

    rules = tuple(Rule(r.id, failing, r.messages, r.hints, r.needs) if r.id == "THR-LIMIT" else r for r in RULES)
    monkeypatch.setattr(cwdesign.judge, "RULES", rules)
    write(garage, "a.yaml", text=LEGAL)
    ended = run("check", "a.yaml", "--no-cache")
    assert "BUG-CRASH" in ended.out and ended.err == ""
    ended = run("check", "a.yaml", "--no-cache", "--debug")
    assert "BUG-CRASH" in ended.out
    assert ended.err.startswith("Traceback (most recent call last):\n") and "RuntimeError: no " in ended.err
    assert "\x1b" not in ended.err
    assert run("check", "a.yaml", "--no-cache").err == ""


def test_fail_on(run: Command, garage: Path) -> None:
    write(garage, "bad.yaml", text=ILLEGAL)
    write(garage, "warned.yaml", text=LEGAL + "waivers: [{rule: THR-LIMIT, reason: none needed}]\n")  # WAIVER-UNUSED
    assert run("check", "bad.yaml", "--fail-on", "never").status == 0
    assert run("check", "warned.yaml").status == 0
    assert run("check", "warned.yaml", "--strict").status == 1
    assert run("check", "warned.yaml", "--fail-on", "warning").status == 1
    assert run("check", "warned.yaml", "--strict", "--ignore", "WAIVER").status == 0


# -- which files


def test_a_folder_means_its_sheets_at_any_depth_by_path(run: Command, garage: Path) -> None:
    write(garage, "g/b.yml", "g/a.yaml", "g/a/z.yaml", "g/a-b/c.yaml", "g/.hidden.yaml", "g/.git/x.yaml", "g/notes.txt")
    write(garage, "elsewhere/x.yaml")
    (garage / "g/link").symlink_to(garage / "elsewhere")
    (garage / "g/linked.yaml").symlink_to(garage / "elsewhere/x.yaml")
    (garage / "g/around").symlink_to(garage / "g")
    expected = ["g/a/z.yaml", "g/a-b/c.yaml", "g/a.yaml", "g/b.yml", "g/linked.yaml"]
    assert run("check", "--format", "json", "g").paths == expected
    assert run("check", "--format", "json", "g/").paths == expected
    assert run("check", "--format", "json", str(garage / "g")).paths == [f"{garage}/{path}" for path in expected]


def test_no_path_means_the_current_folder(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", "f/b.yaml")
    assert run("check", "--format", "json").paths == ["a.yaml", "f/b.yaml"]
    assert run("check", "--format", "json", ".").paths == ["./a.yaml", "./f/b.yaml"]


def test_a_named_file_is_read_whatever_its_name(run: Command, garage: Path) -> None:
    write(garage, "car.txt", ".car", "-car.yaml")
    assert run("check", "--format", "json", "car.txt", ".car", "--", "-car.yaml").paths == [
        "car.txt",
        ".car",
        "-car.yaml",
    ]


def test_each_file_is_read_once_in_the_order_of_the_arguments(run: Command, garage: Path) -> None:
    write(garage, "b.yaml", "a.yaml", "f/c.yaml")
    assert run("check", "--format", "json", "b.yaml", ".", "./b.yaml", "f").paths == [
        "b.yaml",
        "./a.yaml",
        "./f/c.yaml",
    ]


def test_globs_that_the_shell_left_alone(run: Command, garage: Path) -> None:
    write(garage, "g/a.yaml", "g/b.yml", "g/f/c.yaml", "g/f/d/e.yaml", "g/.h.yaml", "g/.h/i.yaml", "g/readme.md")
    (garage / "g/around").symlink_to(garage / "g")
    (garage / "g/around2").symlink_to(garage / "g")
    assert run("check", "--format", "json", "g/*.yaml").paths == ["g/a.yaml"]
    everything = ["g/a.yaml", "g/b.yml", "g/f/c.yaml", "g/f/d/e.yaml"]
    assert run("check", "--format", "json", "g/**").paths == everything
    assert run("check", "--format", "json", "g/**/*.y*ml").paths == everything
    assert run("check", "--format", "json", "**/e.yaml").paths == ["g/f/d/e.yaml"]
    assert run("check", "--format", "json", "g/[ab].y?ml", "g/f*").paths == ["g/a.yaml", "g/f/c.yaml", "g/f/d/e.yaml"]
    write(garage, "w[1].yaml")
    assert run("check", "--format", "json", "w[1].yaml").paths == ["w[1].yaml"]  # what is there needs no pattern


def test_standard_input(garage: Path) -> None:
    done = process("check", "--format", "json", "-", "-", cwd=garage, stdin=LEGAL.encode())
    assert done.returncode == 0
    assert [(s["path"], s["status"]) for s in json.loads(done.stdout)["sheets"]] == [("-", "legal")]


def test_closed_standard_input_is_an_unreadable_sheet(garage: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m cwdesign check --format concise - <&-"], cwd=garage, capture_output=True
    )
    assert done.returncode == 1
    assert b"YML-READ" in done.stdout
    assert done.stderr == b""


def test_several_documents_are_several_sheets(run: Command, garage: Path) -> None:
    write(garage, "two.yaml", text=f"---\n{LEGAL}---\n---\n{LEGAL}")
    assert [(s["path"], s["document"]) for s in run("check", "--format", "json", "two.yaml").json["sheets"]] == [
        ("two.yaml", 0),
        ("two.yaml", 1),
    ]


def test_files_that_cannot_be_read_are_unreadable_sheets(run: Command, garage: Path) -> None:
    (garage / "dangling.yaml").symlink_to("nowhere.yaml")
    (garage / "loop.yaml").symlink_to("loop.yaml")
    os.mkfifo(garage / "pipe.yaml")
    ended = run("check", "--format", "json", ".")
    assert ended.status == 1
    assert [(s["path"], s["status"]) for s in ended.json["sheets"]] == [
        ("./dangling.yaml", "unreadable"),
        ("./loop.yaml", "unreadable"),
        ("./pipe.yaml", "unreadable"),
    ]
    assert {f["rule"] for s in ended.json["sheets"] for f in s["findings"]} == {"YML-READ"}
    assert run("check", "dangling.yaml").status == 1


def test_a_folder_called_like_a_sheet_is_a_folder(run: Command, garage: Path) -> None:
    write(garage, "car.yaml/a.yaml")
    assert run("check", "--format", "json", ".").paths == ["./car.yaml/a.yaml"]
    assert run("check", "--format", "json", "car.yaml").paths == ["car.yaml/a.yaml"]


def test_a_path_that_is_not_utf_8(garage: Path) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    write(garage, name, text=ILLEGAL)
    for form in ("terminal", "concise", "json", "sarif", "junit", "github", "gitlab", "markdown"):
        done = process("check", "--format", form, cwd=garage)
        assert done.returncode == 1, form
        assert "caf\\xe9.yaml".replace(
            "\\", "%5C" if form == "sarif" else "\\\\" if form in ("json", "gitlab") else "\\"
        ) in (done.stdout.decode("utf-8")), form
    assert process("check", name, cwd=garage).returncode == 1


# -- the garage


def test_garage_yaml_is_no_sheet_but_checked_when_named(run: Command, garage: Path) -> None:
    write(garage, "garage.yaml", text="division: 5\n")
    write(garage, "a.yaml")
    ended = run("check", "--format", "json")
    assert ended.paths == ["a.yaml"]
    assert ended.json["sheets"][0]["settings"][0]["setting"] == "division"
    ended = run("check", "garage.yaml")
    assert (ended.status, ended.out) == (0, "fine        garage.yaml  garage file\n")
    assert run("check", "--quiet", "garage.yaml").out == ""
    write(garage, "garage.yaml", text="divison: 5\n")
    ended = run("check", "--format", "json", "garage.yaml")
    assert ended.status == 2
    assert [f["rule"] for f in ended.json["findings"]] == ["CFG-SHAPE"]


def test_mistakes_in_a_garage_are_shown_with_their_line(run: Command, garage: Path) -> None:
    write(garage, "garage.yaml", text="division: 5\nban: [no-such-gun]\n")
    said = run("check", "garage.yaml").out
    assert "2 | ban: [no-such-gun]\n  |       ^^^^^^^^^^^\n" in said


def test_what_several_sheets_are_judged_by_is_said_once(run: Command, garage: Path) -> None:
    write(garage, "garage.yaml", text="division: 20\n")
    write(garage, "a.yaml", "b.yaml", "f/c.yaml")
    said = run("check", ".").out
    assert said.count("Judged otherwise") == 1
    assert "\nJudged otherwise than by default: division 20 (garage.yaml:1)\n" in said
    write(garage, "f/garage.yaml", text="division: 30\n")
    for command in ("check", "roster"):
        said = " ".join(run(command, ".").out.split())
        assert "Judged otherwise than by default (2 of 3 sheets): division 20 (garage.yaml:1)" in said
        assert "Judged otherwise than by default (./f/c.yaml): division 30 (./f/garage.yaml:1)" in said


def test_a_waiver_of_one_sheet_is_said_apart(run: Command, garage: Path) -> None:
    """What all are judged by is one line still."""
    waiver = "waivers: [{sheet: a.yaml, rule: TEC-COMPENDIUM, reason: agreed}]\n"
    write(garage, "garage.yaml", text=f"division: 20\n{waiver}")
    write(garage, "a.yaml", "b.yaml", "c.yaml")
    for command in ("check", "roster"):
        said = run(command, ".").out
        assert said.count("Judged otherwise") == 1
        assert "\nJudged otherwise than by default: division 20 (garage.yaml:1)\n" in said
        assert "\nWaived by the garage file (./a.yaml): TEC-COMPENDIUM (garage.yaml:2)\n" in said


def test_a_broken_garage_ends_before_a_sheet_is_checked(run: Command, garage: Path) -> None:
    write(garage, "f/garage.yaml", text="ban: [no-such-gun]\n")
    write(garage, "f/a.yaml", "b.yaml")
    ended = run("check", "--format", "json")
    assert (ended.status, ended.json["sheets"]) == (2, [])
    assert [(f["rule"], f["path"], f["line"]) for f in ended.json["findings"]] == [("CFG-UNKNOWN", "f/garage.yaml", 1)]
    assert run("check", "--isolated").status == 0


def test_exclude_leaves_files_out_that_a_folder_holds(run: Command, garage: Path) -> None:
    write(garage, "garage.yaml", text='exclude: ["old/**", "*.tmp.yaml"]\n')
    write(garage, "a.yaml", "old/b.yaml", "c.tmp.yaml")
    assert run("check", "--format", "json").paths == ["a.yaml"]
    assert run("check", "--format", "json", "old/b.yaml").paths == ["old/b.yaml"]  # named is named


def test_config_names_the_garage_file_of_every_sheet(run: Command, garage: Path) -> None:
    write(garage, "league.yaml", text="division: 7.5\n")
    write(garage, "f/garage.yaml", text="division: 20\n")
    write(garage, "f/a.yaml")
    settings = run("check", "--format", "json", "--config", "league.yaml", "f").json["sheets"][0]["settings"]
    assert settings == [{"setting": "division", "value": 7.5, "path": "league.yaml", "line": 1}]
    assert run("check", "--format", "json", "--isolated", "f").json["sheets"][0]["settings"] == []


def test_an_unused_waiver_of_the_garage_is_said_in_a_run_over_all_of_it(run: Command, garage: Path) -> None:
    write(garage, "garage.yaml", text='waivers: [{sheet: "*.yaml", rule: THR-LIMIT, reason: old}]\n')
    write(garage, "a.yaml", "b.yaml")
    ended = run("check", "--format", "json")
    assert [(f["rule"], f["severity"]) for f in ended.json["findings"]] == [("WAIVER-UNUSED", "warning")]
    assert run("check", "--format", "json", "a.yaml").json["findings"] == []
    write(garage, "b.yaml", text=ILLEGAL)
    ended = run("check", "--format", "json")
    assert (ended.status, ended.json["findings"], ended.json["summary"]["waived"]) == (0, [], 1)
    assert run("check", "--no-waivers").status == 1


# -- baselines


def test_a_baseline_lets_only_new_findings_fail(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=ILLEGAL)
    ended = run("check", "--write-baseline", "known.json")
    assert (ended.status, ended.err) == (0, "cwdesign: known.json: written; it accepts 1 finding\n")
    assert run("check", "--baseline", "known.json").status == 0
    ended = run("check", "--format", "json", "--baseline", "known.json")
    assert ended.json["sheets"][0]["status"] == "legal"
    assert [f["waiver"]["kind"] for f in ended.json["sheets"][0]["findings"] if f["waived"]] == ["baseline"]
    assert run("check", "--baseline", "known.json", "--no-waivers").status == 1
    write(garage, "a.yaml", text="# a line more\n" + ILLEGAL)
    assert run("check", "--baseline", "known.json").status == 0
    write(garage, "a.yaml", text=ILLEGAL.replace("count: 6", "count: 7"))  # worse than it was
    assert run("check", "--baseline", "known.json").status == 1
    write(garage, "a.yaml", text=ILLEGAL.replace("count: 6", "count: 5"))
    ended = run("check", "--format", "json", "--baseline", "known.json")
    assert [f["rule"] for f in ended.json["findings"]] == ["WAIVER-UNUSED"]


def test_a_broken_baseline_ends_before_a_sheet_is_checked(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    write(garage, "known.json", text="{}")
    ended = run("check", "--format", "json", "--baseline", "known.json")
    assert (ended.status, ended.json["sheets"]) == (2, [])
    assert [f["rule"] for f in ended.json["findings"]] == ["CFG-SHAPE"]


# -- choice of rules and levels


def test_select_and_ignore(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=ILLEGAL)
    assert run("check", "--ignore", "thr-limit", "a.yaml").status == 0
    assert run("check", "--select", "LED,SPC", "a.yaml").status == 0
    assert run("check", "--select", "THR-", "a.yaml").status == 1
    assert run("check", "--select", "THR", "--ignore", "THR-LIMIT", "a.yaml").status == 0
    ended = run("check", "--format", "json", "--select", "led,spc", "--select", "TIR", "a.yaml")
    assert ended.json["sheets"][0]["settings"] == [
        {"setting": "select", "value": ["LED", "SPC", "TIR"], "path": None, "line": None}
    ]
    assert "some of the rules only" in run("check", "--select", "LED", "a.yaml").out


def test_division_replaces_those_of_sheet_and_garage(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=LEGAL + "division: 5\n")  # it costs $9,821
    assert run("check", "--division", "9.82", "a.yaml", "--format", "json").json["sheets"][0]["settings"] == [
        {"setting": "division", "value": 9.82, "path": None, "line": None}
    ]


# -- output


def test_output_file_takes_the_report(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    ended = run("check", "--format", "json", "--output", "report.json", "a.yaml")
    assert (ended.status, ended.out) == (0, "")
    assert json.loads((garage / "report.json").read_text("utf-8"))["summary"]["legal"] == 1
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "report.json"]


def test_named_outputs_stand_beside_the_screen(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=ILLEGAL)
    (garage / "out.xml").write_text("before")
    ended = run(
        "check", "--output", "sarif=out.sarif", "--output", "junit=out.xml", "--output", "json=a=b.json", "a.yaml"
    )
    assert ended.out.startswith("illegal")
    assert json.loads((garage / "out.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert "<testsuites" in (garage / "out.xml").read_text("utf-8")
    assert json.loads((garage / "a=b.json").read_text("utf-8"))["version"] == 1


def test_output_replaces_what_a_link_leads_to_and_keeps_its_mode(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    (garage / "real.txt").write_text("before")
    (garage / "real.txt").chmod(0o640)
    (garage / "link.txt").symlink_to("real.txt")
    assert run("check", "--output", "link.txt", "a.yaml").status == 0
    assert (garage / "link.txt").is_symlink()
    assert (garage / "real.txt").read_text("utf-8").startswith("legal")
    assert (garage / "real.txt").stat().st_mode & 0o777 == 0o640


def test_output_into_a_device_leaves_it_there(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    assert run("check", "--output", "/dev/null", "--output", "json=/dev/null", "a.yaml").status == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_message(garage: Path) -> None:
    write(garage, "a.yaml")
    done = process("check", "--output", "/dev/full", "a.yaml", cwd=garage)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cwdesign", "check", "a.yaml"], cwd=garage, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == 2
    assert done.stderr == b"cwdesign: standard output: cannot be written: No space left on device\n"


def test_an_earlier_file_stays_when_the_run_fails(run: Command, garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import cwdesign.render.json

    def failing(*_: Any) -> str:
        raise RuntimeError("no luck")

    monkeypatch.setattr(cwdesign.render.json.Report, "end", failing)
    write(garage, "a.yaml")
    (garage / "out.json").write_text("before")
    assert run("check", "--output", "json=out.json", "a.yaml").status == 2
    assert (garage / "out.json").read_text() == "before"
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "out.json"]


def test_github_actions_adds_annotations_to_the_terminal_report(
    run: Command, garage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(garage, "a.yaml", text=ILLEGAL.replace("Six in front", '"::error::x"'))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    lines = run("check", "a.yaml").out.splitlines()
    assert [line for line in lines if line.startswith("::")] == [lines[-1]]
    assert lines[-1].startswith("::error file=a.yaml,line=8,")
    assert not [
        line for line in run("check", "--format", "concise", "a.yaml").out.splitlines() if line.startswith("::")
    ]
    assert not [line for line in run("check", "--output", "o.txt", "a.yaml").out.splitlines() if line.startswith("::")]


@pytest.mark.parametrize(
    ("arguments", "env", "colored"),
    [
        ([], {}, False),  # no terminal
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {}, False),
    ],
)
def test_color(run: Command, garage: Path, arguments: list[str], env: dict[str, str], colored: bool) -> None:
    write(garage, "a.yaml")
    assert ("\x1b[" in run("check", *arguments, "a.yaml").out) == colored


def test_quiet_keeps_warnings_and_errors_only(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    assert run("check", "--quiet", "a.yaml").out == ""
    write(garage, "a.yaml", text=ILLEGAL)
    out = run("check", "--quiet", "a.yaml").out
    assert "error THR-LIMIT" in out
    assert "Totals" not in out


def test_show_waived_statistics_and_ledger(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=ILLEGAL + "waivers: [{rule: THR-LIMIT, reason: a museum piece}]\n")
    ended = run("check", "a.yaml")
    assert ended.status == 0
    assert "1 finding waived: THR-LIMIT" in ended.out
    assert "museum piece" not in ended.out
    assert "museum piece" in run("check", "--show-waived", "a.yaml").out
    assert "0  THR-LIMIT  (1 waived)" in run("check", "--statistics", "a.yaml").out
    assert "Ledger" not in ended.out
    assert "Ledger" in run("check", "--ledger", "a.yaml").out


def test_machine_formats_keep_standard_output_clean(run: Command, garage: Path) -> None:
    write(garage, "a.yaml")
    ended = run("check", "--format", "json", "none.yaml", "a.yaml")
    assert ended.json["summary"]["sheets"] == 1
    assert ended.err == "cwdesign: none.yaml: no such file or folder\n"


def test_jsonl_ends_with_the_document(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", "b.yaml")
    lines = [json.loads(line) for line in run("check", "--format", "jsonl").out.splitlines()]
    assert [line["path"] for line in lines[:-1]] == ["a.yaml", "b.yaml"]
    assert set(lines[-1]) == {"version", "tool", "findings", "summary"}


# -- processes: pipes, interrupts, hash seeds


def test_a_closed_pipe_ends_silently_with_2(garage: Path) -> None:
    write(garage, *(f"{n}.yaml" for n in range(50)))
    for arguments in (["check", "--format", "json"], ["check"], ["explain"], ["catalog"], ["schema"], ["--help"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "cwdesign", *arguments], cwd=garage, stdout=writing, stderr=subprocess.PIPE
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (2, b""), arguments


def test_an_interrupt_ends_with_130(garage: Path) -> None:
    write(garage, *(f"{n}.yaml" for n in range(2000)))
    running = subprocess.Popen(
        [sys.executable, "-m", "cwdesign", "check", "--format", "jsonl"],
        cwd=garage,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    sent = time.monotonic()
    _, err = running.communicate(timeout=60)
    assert time.monotonic() - sent < 8  # a tenth of a second where nobody else is at work
    assert running.returncode == 130
    assert err == b"cwdesign: interrupted\n"


# -- the other commands


def test_version(run: Command, garage: Path) -> None:
    assert run("--version").out == f"cwdesign {__version__}\n"
    done = process("--version", cwd=garage)
    assert (done.returncode, done.stdout.decode()) == (0, f"cwdesign {__version__}\n")


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_has_examples(run: Command, command: str) -> None:
    ended = run(command, "--help")
    assert ended.status == 0
    assert "Examples:" in ended.out
    assert f"cwdesign {command}" in ended.out
    assert ended.out.endswith("\n")


def test_help_lists_the_commands(run: Command) -> None:
    out = run("--help").out
    assert [name for name in cli.COMMANDS if f"\n  {name} " not in out] == []
    alone = run()
    assert (alone.status, alone.err.strip()) == (2, out.strip())


def test_completion_offers_commands_and_options(garage: Path) -> None:
    def completions(words: str, count: int) -> str:
        env = {"_CWDESIGN_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(count)}
        return process(cwd=garage, **env).stdout.decode()

    assert completions("cwdesign ch", 1).split() == ["check"]
    assert "--statistics" in completions("cwdesign check --st", 2).split()


def test_letters_and_symbols_are_explained_where_they_stand(run: Command) -> None:
    """THR-LIMIT has `IS` in its formula, and the sources S, A, B and Q."""
    said = " ".join(run("explain", "thr-limit").out.split())
    assert "Symbols: IS = interior spaces after sloping and streamlining. Sources: S = rulings of a league" in said
    assert " C = " not in said and "Sources: S =" not in run("explain", "AADA-BOOKS").out
    assert "Q: the publisher's rulebook" in " ".join(run("catalog", "vmg").out.split())


def test_explain_in_full_and_lists(run: Command) -> None:
    out = run("explain", "thr-limit").out
    assert out.startswith("THR-LIMIT  At most a third of the interior on one face\n")
    for part in ("Formula:", "Example:", "error", "sources S, A, B, Q"):
        assert part in out
    listed = run("explain", "THR").out
    assert "THR-DRAGSTER" in listed
    assert "TUR-" not in listed
    assert len(run("explain").out.splitlines()) > 331
    assert json.loads(run("explain", "thr-limit", "--format", "json").out)["severity"] == "error"
    assert len(json.loads(run("explain", "thr", "--format", "json").out)) == 8  # the theme on the rules page
    assert run("explain", "THR-LIMIT", "--format", "markdown").out.startswith("## THR-LIMIT\n")


def test_catalog_finds_by_any_name(run: Command) -> None:
    for name in ("machine-gun", "Machine Gun", "mg", "MACHINEGUN"):
        out = run("catalog", name).out
        assert out.startswith("Machine Gun  machine-gun\n"), name
        assert "1,000" in out
    assert "Heavy Rocket" in run("catalog", "rocket", "--kind", "weapon").out
    ended = run("catalog", "machin-gn")
    assert ended.status == 1
    assert "did you mean Machine Gun?" in ended.err
    assert run("catalog", "no such thing at all", "--format", "json").out == "[]\n"
    found = json.loads(run("catalog", "mg", "--format", "json").out)
    assert [(c["id"], c["cost"], c["weight"], c["spaces"]) for c in found] == [("machine-gun", 1000, 150, 1)]


def test_schema_prints_json(run: Command) -> None:
    for name in ("sheet", "garage", "catalog", "report"):
        assert json.loads(run("schema", name).out)["$schema"].startswith("https://json-schema.org/draft/2020-12")
    assert json.loads(run("schema").out)["$schema"].startswith("https://json-schema.org/draft/2020-12")
    assert "division" in json.loads(run("schema", "garage").out)["properties"]


def test_claims_say_that_they_were_written(run: Command, garage: Path) -> None:
    write(garage, "a.yaml", text=LEGAL.replace("cost: 9821", "cost: 1"))
    ended = run("claims", "a.yaml")
    assert (ended.status, "written" in ended.out) == (1, False)
    ended = run("claims", "--write", "a.yaml")
    assert (ended.status, ended.out.splitlines()[-1]) == (0, "a.yaml: written")
    assert run("claims", "--write", "a.yaml").out.splitlines()[-1] != "a.yaml: written"
