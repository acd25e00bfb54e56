"""Mutation testing: `python tests/mutation/run.py rules/thr`, `rules`, `all`; see the end of tests/README.md.

Makes small changes to a module in memory, one at a time, and judges the cases of `tests/cases` and the snippets of
the rule pages that reach the changed statement; what they let live may then be tried by whole test files (`--also`).
Nothing is written into the tree. Prints each survivor that `survivors.yaml` does not explain, and the score; ends with
1 where there are any.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import gc
import importlib
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
sys.path[:0] = [str(ROOT), str(TESTS), str(TESTS / "mutation")]

from mutants import Mutant, mutants, statement_lines  # noqa: E402

if TYPE_CHECKING:
    from cwdesign.design import Design
    from cwdesign.findings import Fault, Withheld
    from cwdesign.rules.base import Rule

Reached = Mapping[str, Mapping[int, frozenset[int]]]
EXPLAINED = TESTS / "mutation" / "survivors.yaml"
BESIDE: Mapping[str, tuple[str, ...]] = {
    "rules/tec": ("test_tech.py",),
    "rules/aada": ("test_league.py",),
    "rules/league": ("test_league.py",),
    "rules/sheet_faults": ("test_sheet_faults.py",),
    "rules/remarks": ("test_prf_figures.py",),
    "performance": ("test_prf_figures.py", "test_appendix10.py"),
    "figures": ("test_ledger.py", "test_appendix10.py"),
    "ledger": ("test_ledger.py", "test_led_figures.py", "test_appendix10.py"),
}
"""What a league, its catalog or what is towed decides, and figures that no case shows, have test files of their own.

They try what the cases let live.
"""

SECONDS = 5
"""Of the processor's time; a mutant whose tests take more is killed: it hangs."""


@dataclass
class Test:
    """Something that raises where the program is wrong, with the designs that it judges, once it ran."""

    name: str
    rule: str
    run: Callable[[], None]
    designs: list[Design] = field(default_factory=list)
    faults: list[list[Fault | Withheld]] = field(default_factory=list)


def main() -> int:
    """Try the mutants of the modules asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="+", help="rules/thr, ledger, …; `rules` for all of them, `all`")
    parser.add_argument("--sample", type=int, help="so many mutants of each module, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--also", nargs="*", help="test files that are run on what the cases let live")
    parser.add_argument("--operator", default="", help="only operators whose name matches this pattern")
    asked = parser.parse_args()
    names = list(module_names(asked.modules))
    tests = load_tests()
    keep_designs(tests)
    reached = {} if all(only_rules(dependents(module_of(name))) for name in names) else reach(tests)
    gc.freeze()
    total: Counter[str] = Counter()
    for name in names:
        total += try_module(name, tests, reached, asked)
    print(f"in all: {score(total)}")  # noqa: T201
    return 1 if total["survived"] else 0


def module_names(asked: Iterable[str]) -> Iterator[str]:
    """The names of modules, `rules` and `all` taken apart."""
    rules = [f"rules/{path.stem}" for path in sorted((ROOT / "cwdesign/rules").glob("*.py"))]
    several = {"rules": rules, "all": [*rules, "ledger", "performance", "figures"]}
    for name in asked:
        yield from several.get(name, [name])


def module_of(name: str) -> str:
    """The import name of a module asked for."""
    return f"cwdesign.{name.replace('/', '.')}".removesuffix(".__init__")


def score(counts: Mapping[str, int]) -> str:
    """Counts in words; what survives with a reason can be killed by no test."""
    killed, left, known = counts["killed"], counts["survived"], counts["explained"]
    tried = killed + left
    percent = f"{100 * killed / tried:.1f}%" if tried else "none"
    return f"{tried + known} mutants, {killed} killed, {left} survived, {known} explained: {percent}"


# -- the tests ------------------------------------------------------------------------------------


def load_tests() -> list[Test]:
    """Cases and page snippets, with every sheet read and every garage file loaded before the first mutant."""
    import case_sheets
    import test_cases

    case_sheets.read_sheets = functools.cache(case_sheets.read_sheets)
    case_sheets.check_shape = once_each(case_sheets.check_shape)
    test_cases.as_text = once_each(test_cases.as_text)
    test_cases.changed = once_each(test_cases.changed)
    test_cases.garage_settings = functools.cache(test_cases.garage_settings)
    folder = Path(tempfile.mkdtemp(prefix="mutation-"))
    found = [Test(c.id, c.file, functools.partial(test_cases.test_case, c)) for c in test_cases.ALL]
    for page in test_cases.PAGES:
        (folder / page.id).mkdir()
        run = functools.partial(test_cases.test_page_snippets, page, folder / page.id)
        found.append(Test(f"page {page.id}", page.id, run))
    return found


def once_each(function: Callable[..., object]) -> Callable[..., object]:
    """The function, called once with the very same arguments, which it keeps."""
    kept: dict[tuple[int, ...], tuple[object, object]] = {}

    def call(*values: object) -> object:
        key = tuple(map(id, values))
        if key not in kept:
            kept[key] = (function(*values), values)
        return kept[key][0]

    return call


def keep_designs(tests: Sequence[Test]) -> None:
    """Runs every test, which has to pass, and keeps the designs it judges."""
    import cwdesign.judge as judging

    made = {name: getattr(judging, name) for name in ("make_design", "with_trailer")}
    kept: list[Design] = []

    def keeping(name: str) -> Callable[..., Design]:
        def make(*values: object) -> Design:
            kept[len(kept) - (name == "with_trailer") :] = [made[name](*values)]
            return kept[-1]

        return make

    for name in made:
        setattr(judging, name, keeping(name))
    for test in tests:
        kept.clear()
        test.run()
        test.designs.extend(kept)
    for name, function in made.items():
        setattr(judging, name, function)


def reach(tests: Sequence[Test]) -> Reached:
    """For every module and line the tests that execute it."""
    import coverage

    measured = coverage.Coverage(data_file=None, config_file=False, include=[f"{ROOT}/cwdesign/*"], messages=False)
    measured.start()
    try:
        for number, test in enumerate(tests):
            measured.switch_context(str(number))
            test.run()
    finally:
        measured.stop()
    data = measured.get_data()
    found: dict[str, dict[int, frozenset[int]]] = {}
    for path in data.measured_files():
        lines = data.contexts_by_lineno(path)
        found[path] = {n: frozenset(int(c) for c in contexts if c) for n, contexts in lines.items()}
    return found


# -- the mutants of a module ----------------------------------------------------------------------


def try_module(
    name: str,
    tests: Sequence[Test],
    reached: Reached,
    asked: argparse.Namespace,
) -> Counter[str]:
    """Try the mutants of one module, and print what survives."""
    path = ROOT / "cwdesign" / f"{name}.py"
    source = path.read_text("utf-8")
    chosen = [m for m in mutants(path) if re.search(asked.operator, m.operator)]
    if asked.sample is not None and asked.sample < len(chosen):
        chosen = sorted(random.Random(asked.seed).sample(chosen, asked.sample), key=lambda m: m.line)
    rules = set(re.findall(r'"([A-Z]+-[A-Z0-9-]+)"', source))
    lines, statements = reached.get(str(path)), statement_lines(source)
    purged = dependents(module_of(name))
    own_first = sorted(range(len(tests)), key=lambda n: (tests[n].rule not in rules, n))
    before = rules_of(purged)
    if only_rules(purged):
        for test in tests:
            test.faults = said(before, test.designs)

    def chance(mutant: Mutant) -> list[Test]:
        near = statements.get(mutant.line)
        if lines is None or near is None:
            return [tests[n] for n in own_first]
        numbers = set().union(*(lines.get(n, frozenset()) for n in near))
        return [tests[n] for n in own_first if n in numbers]

    also = asked.also or [str(TESTS / file) for file in BESIDE.get(name, ())]

    def try_one(mutant: Mutant) -> int:
        return survives(mutant, path, purged, before, chance(mutant), also)

    if not next(fates([Mutant(source, "none", 0)], try_one, 1))[1]:
        sys.exit(f"{name}: the tests fail without any change")
    counts: Counter[str] = Counter()
    known = explained().get(name, {})
    for mutant, survived in fates(chosen, try_one, asked.jobs):
        difference = mutant.difference(source)
        fate = "killed" if not survived else "explained" if difference in known else "survived"
        counts[fate] += 1
        if fate == "survived":
            print(f"{name}.py:{mutant.line} {mutant.operator}\n{difference}", flush=True)  # noqa: T201
    print(f"{name}: {score(counts)}", flush=True)  # noqa: T201
    return counts


def explained() -> Mapping[str, Mapping[str, str]]:
    """Of each module the changes that no test can notice, each with the reason."""
    from case_sheets import load

    if not EXPLAINED.exists():
        return {}
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for entry in load(EXPLAINED):
        for change in entry["changes"]:
            found[entry["module"]]["\n".join(f"    {line}" for line in change.splitlines())] = entry["reason"]
    return found


def fates(chosen: Sequence[Mutant], survives: Callable[[Mutant], int], jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Whether each mutant survives, in their order; several processes at once."""
    running: dict[int, int] = {}
    ended: dict[int, bool] = {}
    waiting = iter(range(len(chosen)))
    shown = 0
    more = True
    while shown < len(chosen):
        while more and len(running) < jobs:
            number = next(waiting, None)
            if number is None:
                more = False
                break
            sys.stdout.flush()
            child = os.fork()
            if not child:
                status = 1
                with contextlib.suppress(BaseException):
                    status = survives(chosen[number])
                os._exit(status)
            running[child] = number
        child, status = os.wait()
        ended[running.pop(child)] = status == 0
        while shown in ended:
            yield chosen[shown], ended[shown]
            shown += 1


def dependents(module: str) -> list[str]:
    """Modules of the package that hold something of this one, itself among them; found in their imports."""
    imports: dict[str, set[str]] = {}
    for path in (ROOT / "cwdesign").rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        nodes = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ImportFrom)]
        parts = {f"{n.module}.{a.name}" for n in nodes for a in n.names}
        imports[name] = {n.module or "" for n in nodes} | parts
    found = [module]
    for name in found:  # grows meanwhile
        found += [other for other, used in imports.items() if name in used and other not in found]
    return found


def survives(
    mutant: Mutant,
    path: Path,
    purged: Sequence[str],
    before: Mapping[str, Rule],
    tests: Sequence[Test],
    also: Sequence[str],
) -> int:
    """0 where no test notices the mutant. Runs in a process of its own, and leaves it spoilt."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    for name in purged:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Changed(purged[0], path, mutant.source))  # type: ignore[arg-type]
    import case_sheets

    case_sheets.judge = importlib.import_module("cwdesign.judge").judge  # type: ignore[attr-defined]
    signal.setitimer(signal.ITIMER_PROF, SECONDS + len(tests) / 10)  # a whole report takes some hundredths of a second
    after = rules_of(purged)
    rules = only_rules(purged)
    for test in tests:
        if not rules or differ(before, after, test):
            test.run()
    if also:
        import pytest

        for name in [n for n in sys.modules if n.startswith("test_")]:
            del sys.modules[name]
        signal.setitimer(signal.ITIMER_PROF, 600)
        return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *also]))
    return 0


def only_rules(purged: Sequence[str]) -> bool:
    """Whether all that a report has of these modules are findings of their rules (not so totals, facts, claims)."""
    beside = ("ledger", "performance", "figures", "design", "rules.sheet_faults", "rules.remarks", "rules.base")
    return not {f"cwdesign.{name}" for name in beside} & set(purged)


def rules_of(modules: Sequence[str]) -> Mapping[str, Rule]:
    """The rules of these modules as they are loaded now, those that `constructions` makes for them as well."""
    importlib.import_module("cwdesign.rules")
    loaded = [importlib.import_module(name) for name in modules if name.startswith("cwdesign.rules.")]
    found = [getattr(module, "RULES", ()) for module in loaded]
    return {rule.id: rule for rules in found for rule in rules}


def said(rules: Mapping[str, Rule], designs: Sequence[Design]) -> list[list[Fault | Withheld]]:
    """What each of the rules says of each of the designs, of those where it has what it needs."""
    return [
        [] if design.unknown & rule.needs else list(rule.judge(design)) for rule in rules.values() for design in designs
    ]


def differ(before: Mapping[str, Rule], after: Mapping[str, Rule], test: Test) -> bool:
    """Whether the rules say something else of a test's designs: only then is it worth to run it."""
    if list(before) != list(after) or not test.designs:
        return True
    for id, rule in after.items():
        words = (rule.messages, rule.hints) != (before[id].messages, before[id].hints)
        needs = rule.needs ^ before[id].needs
        if (words and any(test.faults)) or any(design.unknown & needs for design in test.designs):
            return True
    return said(after, test.designs) != test.faults


class Changed(SourceFileLoader):
    """Loads one module from a changed source."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        super().__init__(name, str(path))
        self.source = source

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Finds that module only."""
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source."""
        return compile(self.source, self.path, "exec", dont_inherit=True)


if __name__ == "__main__":
    started = time.monotonic()
    status = main()
    print(f"{time.monotonic() - started:.0f} seconds", file=sys.stderr)  # noqa: T201
    sys.exit(status)
