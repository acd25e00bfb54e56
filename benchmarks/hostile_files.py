"""Measures what `check` takes for each file of the hostile corpus (`tests/hostile`).

    python benchmarks/hostile_files.py [--slowest 15] [--format json]

Prints the slowest files with seconds of the processor and MB of memory; the program is loaded before each file.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from hostile.judging import judge_all

SECONDS = 2.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slowest", type=int, default=15)
    parser.add_argument("--format", default="json")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        judged = judge_all(Path(folder), asked.format)
    for name, took in sorted(judged.items(), key=lambda item: -item[1].seconds)[: asked.slowest]:
        late = "  more than 2 s" if took.seconds > SECONDS else ""
        print(f"{took.seconds:5.2f} s {took.kilobytes // 1024:4} MB  {name}{late}")  # noqa: T201
    most = max(took.kilobytes for took in judged.values()) // 1024
    print(f"{len(judged)} files: {sum(took.seconds for took in judged.values()):.0f} s, at most {most} MB")  # noqa: T201


if __name__ == "__main__":
    main()
