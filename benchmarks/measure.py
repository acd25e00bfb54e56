"""Measures start-up, batches and memory, side by side with check-jsonschema on the same files.

    python benchmarks/measure.py [--sheets 200,1000,10000] [--runs 15]

Needs `cwdesign` and, for the ratios, `check-jsonschema` beside the interpreter or on PATH, both installed and not
run from a source tree whose bytecode nobody has compiled. Prints a table; nothing is judged here.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sheets import write

ONE_SHEET = Path(__file__).parent.parent / "tests" / "stock" / "rhino.yaml"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: seconds of wall time and of processors, MiB of all its processes at the worst moment."""

    wall: float
    cpu: float
    memory: float


def command(name: str) -> str | None:
    """A command beside the interpreter, else on PATH."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def run(words: Sequence[str], folder: Path, watch: bool = False) -> Cost:
    """Run a command with its output thrown away. Watching its memory costs a little time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with subprocess.Popen(
        words,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / ".cache")},
    ) as process:
        peak = 0.0
        while watch and process.poll() is None:
            peak = max(peak, memory_of(process.pid))
            time.sleep(0.02)
        process.wait()
        wall = time.perf_counter() - start
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(words[:6])} ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak)


def memory_of(session: int) -> float:
    """MiB that all processes of a session hold together, shared pages counted once for each (Linux)."""
    pages = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                pages += int(fields[21])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def line(what: str, cost: Cost, other: float | None = None) -> str:
    """A row of the table; `other` is the wall time of check-jsonschema."""
    memory = f"{cost.memory:7.0f} MiB" if cost.memory else " " * 11
    ratio = f"  {cost.wall / other:5.2f} of check-jsonschema's {other:.3f} s" if other else ""
    return f"{what:<34} {cost.wall:8.3f} s wall {cost.cpu:8.3f} s cpu {memory}{ratio}"


def alternating(runs: int, folder: Path, *commands: Sequence[str] | None) -> list[Cost | None]:
    """Median costs of commands run in turns, so that what else the machine does hits all alike."""
    costs: list[list[Cost]] = [[] for _ in commands]
    for _ in range(runs):
        for index, words in enumerate(commands):
            if words is not None:
                costs[index].append(run(words, folder))
    return [Cost(median(c.wall for c in each), median(c.cpu for c in each), 0) if each else None for each in costs]


def rules_per_sheet(files: Sequence[Path]) -> float:
    """Milliseconds for vehicle, ledger, performance and all rules of one sheet, in this process."""
    from cwdesign.catalog import load_catalog
    from cwdesign.judge import judge
    from cwdesign.reader import read_file
    from cwdesign.settings import Settings
    from cwdesign.tow import tow_loader

    sheets = [document.sheet for file in files for document in read_file(file, file.name)]
    catalog, settings, tow = load_catalog(), Settings(), tow_loader(None)
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        for sheet in sheets:
            if sheet is not None:
                judge(sheet, catalog, settings, tow)
        taken.append((time.perf_counter() - start) * 1000 / len(sheets))
    return min(taken)


def measured(counts: Sequence[int], runs: int) -> Iterator[str]:
    """The rows of the table."""
    ours, theirs = command("cwdesign"), command("check-jsonschema")
    if ours is None:
        sys.exit("no cwdesign command: install it first")
    with tempfile.TemporaryDirectory(prefix="cwdesign-bench-") as name:
        folder = Path(name)
        schema = folder / "vehicle.schema.json"
        schema.write_bytes(subprocess.run([ours, "schema"], capture_output=True, check=True).stdout)
        validate = None if theirs is None else [theirs, "--schemafile", str(schema)]
        check = [ours, "check", "--format", "json"]

        version, one, terminal, other = alternating(
            runs,
            folder,
            [ours, "--version"],
            [*check, str(ONE_SHEET)],
            [ours, "check", str(ONE_SHEET)],
            None if validate is None else [*validate, str(ONE_SHEET)],
        )
        assert version is not None and one is not None and terminal is not None
        beside = None if other is None else other.wall
        yield line("--version", version)
        yield line("check, one sheet, json", one, beside)
        yield line("check, one sheet, terminal", terminal, beside)

        for count in counts:
            garage = folder / f"garage-{count}"
            write(garage, count)
            files = sorted(map(str, garage.glob("**/*.yaml")))
            cold = run([*check, "--no-cache", str(garage)], folder, watch=True)
            beside = None if validate is None or count > 1000 else run([*validate, *files], folder).wall
            yield line(f"check, {count} sheets, no cache", cold, beside)
            run([*check, str(garage)], folder)
            yield line(f"check, {count} sheets, unchanged", run([*check, str(garage)], folder, watch=True))
            if count == counts[0]:
                yield f"vehicle, ledger, performance, rules: {rules_per_sheet(list(map(Path, files))):.2f} ms a sheet"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sheets", default="200,1000,10000", help="sizes of the batches")
    parser.add_argument("--runs", type=int, default=15, help="runs of a cold start")
    options = parser.parse_args()
    for row in measured([int(count) for count in options.sheets.split(",")], options.runs):
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
