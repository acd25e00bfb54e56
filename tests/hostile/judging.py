"""The corpus through the real command, each file in a process of its own with bounds."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from environments import unmeasured
from hostile.corpus import CASES

HANG = 60
"""Seconds of the processor, far beyond what any file takes on any machine."""
BYTES = 300 * 1024 * 1024

IN_BOUNDS = f"""
import json, os, resource, sys
import cwdesign.cli, cwdesign.commands.check, cwdesign.judge, cwdesign.reader, cwdesign.schema
for words, file in json.load(sys.stdin):
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, ({BYTES}, {BYTES}))
        resource.setrlimit(resource.RLIMIT_CPU, ({HANG}, {HANG}))
        for descriptor, kind in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{{file}}.{{kind}}", os.O_CREAT | os.O_WRONLY | os.O_TRUNC), descriptor)
        os._exit(cwdesign.cli.run(["check", "--no-cache", "--isolated", *words, file]))
    _, status, used = os.wait4(child, 0)
    print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss]), flush=True)
"""
"""The program is loaded already when a file's process begins: limits count for the file alone."""


@dataclass(frozen=True)
class Judged:
    """What the command did with one file; seconds of the processor, not by the clock."""

    status: int
    seconds: float
    kilobytes: int
    out: str
    err: str
    beside: str | None
    """The second report."""


def judge_all(folder: Path, form: str, beside: str | None = None) -> dict[str, Judged]:
    """Every case of the corpus, by its name, as `check --format FORM` judges it, with a second report if asked."""
    files = {case.name: folder / f"{case.name}.yaml" for case in CASES}
    asked = []
    for case in CASES:
        file = files[case.name]
        file.write_bytes(case.make())
        second = ["--output", f"{beside}={file}.beside"] if beside is not None else []
        asked.append([["--format", form, *second], str(file)])
    done = subprocess.run(
        [sys.executable, "-c", IN_BOUNDS],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        env=unmeasured(),
    )
    found = {}
    for (name, file), line in zip(files.items(), done.stdout.splitlines(), strict=True):
        written = {kind: Path(f"{file}.{kind}") for kind in ("out", "err", "beside")}
        texts = [path.read_text("utf-8") if path.exists() else None for path in written.values()]
        found[name] = Judged(*json.loads(line), *texts)
        for path in (file, *written.values()):
            path.unlink(missing_ok=True)
    return found
