"""Coverage-guided fuzzing: `python tests/fuzz/run.py reader --seconds 60`, or `all`.

Ends with 0 where nothing was found. An input on which the program fails is written to `crash-…` in the folder of
`--found` (the current one) and named; once mended it becomes a case in `tests/fuzz/found/`, which the ordinary
tests replay. Without atheris, which has wheels for some platforms only, nothing is fuzzed and that is said.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))


def main() -> int:
    """Fuzz one target here, or all of them in processes of their own, the time divided among them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=("all", "reader", "sheets", "importer", "configuration"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--found", type=Path, default=Path())
    asked = parser.parse_args()
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("atheris is not installed (pip install '.[fuzz]', where it has a wheel): nothing is fuzzed")  # noqa: T201
        return 0
    if asked.target != "all":
        return fuzz(asked.target, asked.seconds, asked.found)
    targets = ("reader", "sheets", "importer", "configuration")
    seconds = str(max(1, asked.seconds // len(targets)))
    ended = [
        subprocess.run(
            [sys.executable, __file__, target, "--seconds", seconds, "--found", str(asked.found)], check=False
        ).returncode
        for target in targets
    ]
    return max(map(abs, ended))


def fuzz(target: str, seconds: int, found: Path) -> int:
    """Fuzz one target for so many seconds. Ends the process."""
    import atheris

    with atheris.instrument_imports(include=["cwdesign"]):
        from fuzz import targets

    corpus = Path(tempfile.mkdtemp(prefix=f"fuzz-{target}-"))
    for number, seed in enumerate(targets.seeds(target)):
        (corpus / f"seed-{number:04}").write_bytes(seed)
    print(f"fuzzing {target} for {seconds} s from {number + 1} seeds", flush=True)  # noqa: T201
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={targets.MOST}",
        f"-artifact_prefix={found.resolve()}/crash-{target}-",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], targets.TARGETS[target])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
