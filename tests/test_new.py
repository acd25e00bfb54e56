"""`new`: a legal, commented start for every body type; questions on a terminal, and never anywhere else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from case_sheets import check
from cwdesign import cli
from cwdesign.catalog import load_catalog
from cwdesign.components import Body
from cwdesign.settings import Settings
from cwdesign.starting_sheet import NoSuchSheet, Wishes, start, start_text

BODIES = load_catalog().all(Body)


def text_for(body: Body, wishes: Wishes | None = None) -> str:
    begun = start(load_catalog(), body, wishes or Wishes(), Settings())
    return start_text(begun, load_catalog())


@pytest.mark.parametrize("body", BODIES, ids=lambda b: b.id)
def test_every_body_type_gives_a_legal_sheet(body: Body) -> None:
    """As written, comments and all; what drives itself also moves."""
    text = text_for(body)
    report = check(text)
    assert report.status == "legal", [f.message for f in report.findings if f.severity == "error"]
    assert body.id in text
    assert report.totals is not None
    if report.totals.acceleration is not None:
        assert report.totals.acceleration > 0 and report.totals.top_speed


def test_comments_teach_the_format() -> None:
    text = text_for(load_catalog().get(Body, "compact"))
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert len(comments) > 10
    said = " ".join(comments)
    for word in (
        "chassis",
        "suspension",
        "electric-medium",
        "gas_tank",
        "puncture-resistant",
        "linked: true",
        "claims",
    ):
        assert word in said, word


def test_what_the_comments_suggest_is_right() -> None:
    """Each suggestion of the comments can be put in place of the line below it and is still a sheet."""
    text = text_for(load_catalog().get(Body, "luxury"))
    for line in text.splitlines():
        suggestion = re.match(r"# ([a-z_]+): (\[.*\]|\{.*\})$", line)
        if suggestion and "…" not in line:
            key = suggestion[1]
            kept = re.sub(rf"(?m)^{key}:.*\n(?:[ -].*\n)*", "", text)
            report = check(kept + line.removeprefix("# ") + "\n")
            assert report.status != "unreadable", line


def test_wishes_are_kept() -> None:
    wishes = Wishes("Night Owl", "heavy", "improved", "electric-super", "solid")
    report = check(text_for(load_catalog().get(Body, "luxury"), wishes))
    assert report.name == "Night Owl" and report.status == "legal"
    assert report.summary.build == "heavy chassis, improved suspension"
    items = {entry.item for entry in report.ledger}
    assert any("Super Power Plant" in item for item in items) and any("Solid" in item for item in items)


def test_impossible_wishes_are_refused() -> None:
    """No cycle moves with a truck's engine in it."""
    with pytest.raises(NoSuchSheet):
        text_for(load_catalog().get(Body, "light-cycle"), Wishes(power_plant="electric-truck-super"))


# -- the command


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run([*arguments])
    out, err = capfd.readouterr()
    return status, out, err


def test_writes_to_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, "new", "Luxury", "--name", "Night: Owl")
    assert (status, err) == (0, "")
    assert check(out).name == "Night: Owl"


def test_leaves_files_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "car.yaml"
    assert run(capfd, "new", "compact", "--output", str(file))[:2] == (0, "")
    first = file.read_text("utf-8")
    status, out, err = run(capfd, "new", "van", "--output", str(file))
    assert (status, out) == (2, "") and "--force" in err
    assert file.read_text("utf-8") == first
    assert run(capfd, "new", "van", "--output", str(file), "--force")[0] == 0
    assert "type: van" in file.read_text("utf-8")
    assert os.listdir(tmp_path) == ["car.yaml"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["new", "luxry"], "did you mean luxury"),
        (["new", "compact", "--suspension", "hevy"], "heavy"),
        (["new", "compact", "--chassis", "feather"], "no chassis"),
        (["new", "compact", "--power-plant", "electric-truck-super"], "no legal sheet"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, *arguments)
    assert (status, out) == (2, "") and said in err


def test_never_asks_where_nobody_can_answer(tmp_path: Path) -> None:
    """Without a terminal an empty standard input is no answer, and no question is asked."""
    for stdin in (b"", b"luxury\n"):
        ended = subprocess.run(
            [sys.executable, "-m", "cwdesign", "new"], input=stdin, capture_output=True, cwd=tmp_path, timeout=60
        )
        assert ended.returncode == 0 and ended.stderr == b""
        assert b"type: compact" in ended.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is needed")
def test_asks_on_a_terminal(tmp_path: Path) -> None:
    """Each question in turn; a wrong answer is asked again; what an option says is not asked."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cwdesign", "new", "--tires", "solid"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=tmp_path,
    )
    os.close(terminal)
    said = b""
    answers = [
        (b"Body type", b"luxry\n"),
        (b"did you mean luxury", b""),
        (b"Body type", b"luxury\n"),
        (b"Name", b"Night Owl\n"),
        (b"Chassis", b"heavy\n"),
        (b"Suspension", b"\n"),
        (b"Power plant", b"electric-super\n"),
    ]
    deadline = time.monotonic() + 60
    position = 0
    for question, answer in answers:
        while question not in said[position:]:
            assert time.monotonic() < deadline, said
            said += os.read(controller, 4096)
        position = said.index(question, position) + len(question)
        os.write(controller, answer)
    out = process.stdout.read() if process.stdout is not None else b""
    assert process.wait(60) == 0
    os.close(controller)
    assert b"Tires" not in said
    report = check(out.decode("utf-8"))
    assert report.name == "Night Owl" and report.summary.build == "heavy chassis, heavy suspension"


@pytest.mark.parametrize(
    ("garage", "has", "has_not"),
    [
        ("require: [fire-extinguisher, body-armor, safety-seat]", ["fire-extinguisher", "body-armor"], []),
        ("require: [platinum-catalysts, radial, targeting-computer]", ["platinum-catalysts", "radial"], []),
        ("require: [spikedropper]\nlimits: {weapons: 2}", ["spikedropper", "machine-gun"], []),
        ("ban: [machine-gun]", ["recoilless-rifle"], ["type: machine-gun, mount: front}"]),
    ],
)
def test_legal_where_it_is_written(
    garage: str, has: list[str], has_not: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A garage's requirements are there and its bans kept."""
    (tmp_path / "garage.yaml").write_text(garage + "\n", "utf-8")
    file = tmp_path / "new.yaml"
    status, _, err = run(capfd, "new", "luxury", "--output", str(file))
    assert (status, err) == (0, "")
    written = "\n".join(line for line in file.read_text("utf-8").splitlines() if not line.startswith("#"))
    assert all(word in written for word in has) and not any(word in written for word in has_not)
    status, out, _ = run(capfd, "check", str(file), "--format", "concise")
    assert (status, "error" in out) == (0, False), out


@pytest.mark.parametrize(
    ("garage", "body", "says"),
    [
        ("ban: [{kind: tire}]", "luxury", "bans Standard"),
        ("require: [sonar, sunroof, turret-1]", "luxury", "requires"),
        ("tech_level: classic", "dragster", "Dragster is of the compendium level"),
    ],
)
def test_says_what_a_garage_asks_that_no_start_has(
    garage: str, body: str, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of all that is wrong with the attempts what is wrong with every one of them is said."""
    (tmp_path / "garage.yaml").write_text(garage + "\n", "utf-8")
    status, out, err = run(capfd, "new", body, "--output", str(tmp_path / "new.yaml"))
    assert (status, out) == (2, "") and says in err
    assert not (tmp_path / "new.yaml").exists()
