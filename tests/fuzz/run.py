"""Coverage-guided fuzzing: `python tests/fuzz/run.py reader --seconds 300`, or `all`, which divides the time.

With `--runs` so many inputs are tried of each target, which are the same on every machine.

Ends with 0 where nothing was found. An input on which the program fails is written to `crash-…` in the folder of
`--found` (the current one) and named; once mended it becomes a case in `tests/fuzz/found/`, which the ordinary
tests replay. Without atheris, which has wheels for some platforms only, nothing is fuzzed and that is said.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))

NAMES = ("reader", "sheets", "importer", "configuration")
MOST_SEEDS = 150
"""To run more takes longer than it finds."""


def main() -> int:
    """Fuzz one target or all of them, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=("all", *NAMES))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=-1, help="how many inputs each target is tried with at most")
    parser.add_argument("--seed", type=int, default=1, help="begins the chain of random changes")
    parser.add_argument("--found", type=Path, default=Path(), help="the folder for inputs on which the program fails")
    parser.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("atheris is not installed (pip install '.[fuzz]', where it has a wheel): nothing is fuzzed")  # noqa: T201
        return 0
    if asked.corpus is not None:
        fuzz(asked)
    targets = NAMES if asked.target == "all" else (asked.target,)
    ended = []
    for target in targets:
        with tempfile.TemporaryDirectory(prefix=f"fuzz-{target}-") as corpus:
            seconds = max(1, asked.seconds // len(targets))
            options = {"seconds": seconds, "runs": asked.runs, "seed": asked.seed, "found": asked.found}
            words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
            command = [sys.executable, __file__, target, *words, "--corpus", corpus]
            ended.append(subprocess.run(command, check=False, env={**os.environ, "PYTHONHASHSEED": "0"}).returncode)
    return max(map(abs, ended))


def fuzz(asked: argparse.Namespace) -> None:
    """Fuzz one target, and end this process."""
    import atheris

    with contextlib.redirect_stderr(io.StringIO()), atheris.instrument_imports(include=["cwdesign"]):
        from fuzz import targets

    target = asked.target
    corpus, words = asked.corpus / "corpus", asked.corpus / "words"
    corpus.mkdir()
    seeds = list(targets.seeds(target))
    seeds = seeds[:: len(seeds) // MOST_SEEDS + 1]
    for number, content in enumerate(seeds):
        (corpus / f"seed-{number:04}").write_bytes(content)
    words.write_text("".join(f'"{word}"\n' for word in targets.words(target)))
    print(f"fuzzing {target} for {asked.seconds} s at most from {len(seeds)} inputs", flush=True)  # noqa: T201
    options = [
        f"-max_total_time={asked.seconds}",
        f"-runs={asked.runs}",
        f"-seed={asked.seed}",
        f"-dict={words}",
        f"-max_len={targets.MOST}",
        f"-artifact_prefix={asked.found.resolve()}/crash-{target}-",
        # A unit takes some hundredths of a second. This is for what hangs, on however busy a machine.
        "-timeout=120",
        "-report_slow_units=60",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], targets.TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
