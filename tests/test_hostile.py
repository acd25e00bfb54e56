"""The hostile corpus through the real command: each file has its finding, within 300 MB, and none hangs it.

What the reader alone says of it stands in `test_reader.py`; here every sheet of it is judged and printed too.
How long each file takes is measured by `benchmarks/hostile_files.py`: a busy machine says nothing of the program.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from hostile.corpus import CASES
from hostile.judging import BYTES, judge_all

EXPECTED = {case.name: case.findings for case in CASES}
SHAPE = re.compile(r"YML-|SHT-SHAPE|BUG-")


STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


def test_hostile_files_have_their_findings_within_their_bounds(tmp_path: Path) -> None:
    for name, ended in judge_all(tmp_path, "json", beside="terminal").items():
        assert ended.err == "", name
        sheets = json.loads(ended.out)["sheets"]
        findings = [finding for sheet in sheets for finding in sheet["findings"]]
        places = [f"{f['rule']} {f['line']}:{f['column']}" for f in findings if SHAPE.match(f["rule"])]
        assert tuple(places) == EXPECTED[name], name
        assert ended.status == (1 if any(f["severity"] == "error" and not f["waived"] for f in findings) else 0), name
        assert ended.kilobytes * 1024 < BYTES, name
        assert ended.beside and not STEERING.search(ended.beside), name
        assert "Traceback" not in ended.beside
