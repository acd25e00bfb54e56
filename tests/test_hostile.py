"""The hostile corpus through the real command: each file has its finding, within 300 MB, and none hangs it.

What the reader alone says of it stands in `test_reader.py`; here every sheet of it is judged and printed too.
How long each file takes is measured by `benchmarks/hostile_files.py`: a busy machine says nothing of the program.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hostile.corpus import CASES, Hostile
from hostile.judging import BYTES, Judged, judge_all

SHAPE = re.compile(r"YML-|SHT-SHAPE|BUG-")


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
    assert ended.kilobytes * 1024 < BYTES


def test_the_terminal_report_of_the_corpus_steers_nothing(tmp_path: Path) -> None:
    for name, ended in judge_all(tmp_path, "terminal").items():
        assert ended.status in (0, 1), name
        assert ended.err == "", name
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]", ended.out), name
        assert "Traceback" not in ended.out
