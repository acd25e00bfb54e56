"""The hostile corpus through the real command: each file has its finding, within two seconds and 300 MB.

What the reader alone says of it stands in `test_reader.py`; here every sheet of it is judged and printed too.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from hostile.corpus import CASES, Hostile

SECONDS = 2.0
BYTES = 300 * 1024 * 1024

IN_BOUNDS = f"""
import json, os, resource, sys
import cwdesign.cli, cwdesign.commands.check, cwdesign.judge, cwdesign.reader, cwdesign.schema
for form, file in json.load(sys.stdin):
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, ({BYTES}, {BYTES}))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        for descriptor, kind in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{{file}}.{{kind}}", os.O_CREAT | os.O_WRONLY | os.O_TRUNC), descriptor)
        os._exit(cwdesign.cli.run(["check", "--no-cache", "--isolated", "--format", form, file]))
    _, status, used = os.wait4(child, 0)
    print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss]), flush=True)
"""
"""Each file in a process of its own, with the program loaded already: limits count for the file alone."""

SHAPE = re.compile(r"YML-|SHT-SHAPE|BUG-")


@dataclass(frozen=True)
class Judged:
    """What the command did with one file."""

    status: int
    seconds: float
    kilobytes: int
    out: str
    err: str


def judge_all(folder: Path, form: str) -> dict[str, Judged]:
    """Every case of the corpus, by its name."""
    files = {case.name: folder / f"{case.name}.yaml" for case in CASES}
    for case in CASES:
        files[case.name].write_bytes(case.make())
    asked = json.dumps([[form, str(file)] for file in files.values()])
    done = subprocess.run([sys.executable, "-c", IN_BOUNDS], input=asked, capture_output=True, text=True, check=True)
    found = {}
    for (name, file), line in zip(files.items(), done.stdout.splitlines(), strict=True):
        out, err = Path(f"{file}.out").read_text("utf-8"), Path(f"{file}.err").read_text("utf-8")
        found[name] = Judged(*json.loads(line), out, err)
        for kind in ("", ".out", ".err"):
            os.unlink(f"{file}{kind}")
    return found


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Judged]:
    """The corpus as `--format json`."""
    return judge_all(tmp_path_factory.mktemp("hostile"), "json")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_hostile_file_has_its_findings_within_its_bounds(judged: dict[str, Judged], case: Hostile) -> None:
    ended = judged[case.name]
    assert ended.err == ""
    sheets = json.loads(ended.out)["sheets"]
    findings = [finding for sheet in sheets for finding in sheet["findings"]]
    places = [f"{f['rule']} {f['line']}:{f['column']}" for f in findings if SHAPE.match(f["rule"])]
    assert tuple(places) == case.findings
    assert ended.status == (1 if any(f["severity"] == "error" and not f["waived"] for f in findings) else 0)
    assert ended.seconds < SECONDS * slowness()
    assert ended.kilobytes * 1024 < BYTES


def slowness() -> float:
    """How much longer than usual this machine takes just now, at least 1: others may be at work on it."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def test_the_terminal_report_of_the_corpus_is_quick_and_steers_nothing(tmp_path: Path) -> None:
    for name, ended in judge_all(tmp_path, "terminal").items():
        assert ended.status in (0, 1), name
        assert ended.err == "", name
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]", ended.out), name
        assert ended.seconds < 2 * SECONDS * slowness(), name
        assert "Traceback" not in ended.out
