"""The options that several commands share, each written once (output contract, "Options")."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Annotated, Literal

import typer

from cwdesign import __version__
from cwdesign.cache import default_folder
from cwdesign.components import TECH_LEVELS
from cwdesign.output import Target, parse_target, written_twice
from cwdesign.pipeline import Context, Effort
from cwdesign.render import FORMATS, ROSTER_FORMATS, Options
from cwdesign.settings import Settings
from cwdesign.tally import FailOn
from cwdesign.values import frozen

AT_THE_END = ("roster", "csv", "sarif", "junit", "gitlab", "markdown")
"""Formats that say nothing before the last sheet is done."""

Words = list[str] | None

Paths = Annotated[
    Words,
    typer.Argument(metavar="[PATH]...", help="Sheets, folders or globs; - is standard input.", show_default=False),
]
Format = Annotated[
    str, typer.Option("--format", metavar="NAME", help=f"What standard output carries: {', '.join(FORMATS)}.")
]
RosterFormat = Annotated[
    str, typer.Option("--format", metavar="NAME", help=f"What standard output carries: {', '.join(ROSTER_FORMATS)}.")
]
Output = Annotated[
    Words,
    typer.Option(
        "--output",
        metavar="[NAME=]FILE",
        help="Write the report to FILE and nothing to standard output; with NAME= also write that format to FILE.",
        show_default=False,
    ),
]
Select = Annotated[
    Words,
    typer.Option("--select", metavar="RULE,…", help="Judge only these rules (ids or prefixes).", show_default=False),
]
Ignore = Annotated[
    Words,
    typer.Option("--ignore", metavar="RULE,…", help="Leave these rules out (ids or prefixes).", show_default=False),
]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings fail too: --fail-on warning.")]
FailOnOption = Annotated[
    Literal["error", "warning", "never"] | None,
    typer.Option("--fail-on", help="What makes exit status 1 [default: error].", show_default=False),
]
TechLevel = Annotated[
    str | None,
    typer.Option(
        "--tech-level",
        metavar="LEVEL",
        help=f"Judge at this level whatever sheet and garage say: {', '.join(TECH_LEVELS)}.",
        show_default=False,
    ),
]
Division = Annotated[
    str | None,
    typer.Option(
        "--division",
        metavar="N",
        help="Judge under a budget of N thousand dollars whatever sheet and garage say.",
        show_default=False,
    ),
]
Config = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="This garage file for every sheet.", show_default=False),
]
Isolated = Annotated[bool, typer.Option("--isolated", help="No garage file at all.")]
BaselineFile = Annotated[
    str | None,
    typer.Option("--baseline", metavar="FILE", help="Waive the findings that this file lists.", show_default=False),
]
WriteBaseline = Annotated[
    str | None,
    typer.Option(
        "--write-baseline",
        metavar="FILE",
        help="List today's errors and warnings in FILE, and end with 0.",
        show_default=False,
    ),
]
NoWaivers = Annotated[bool, typer.Option("--no-waivers", help="Judge as if nothing were waived.")]
ShowWaived = Annotated[bool, typer.Option("--show-waived", help="Show waived findings in full.")]
NearLimit = Annotated[bool, typer.Option("--near-limit", help="Note what is used to 95% or more.")]
Ledger = Annotated[bool, typer.Option("--ledger", help="Show the itemised ledger.")]
Statistics = Annotated[bool, typer.Option("--statistics", help="Count the findings of the run by rule.")]
Color = Annotated[
    Literal["auto", "always", "never"],
    typer.Option("--color", help="Colour; auto: on a terminal, unless NO_COLOR is set."),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Only warnings and errors: no totals, no summary.")]
Exclude = Annotated[
    Words,
    typer.Option("--exclude", metavar="PATTERN", help="Leave out what matches in folders.", show_default=False),
]
Changed = Annotated[
    str | None,
    typer.Option(
        "--changed",
        metavar="REF",
        help="Only sheets that a change since this git revision can concern.",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="Processes [default: the cores].", show_default=False)
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Neither read nor write the result cache.")]
CacheDir = Annotated[
    str | None, typer.Option("--cache-dir", metavar="FOLDER", help="Where the result cache lies.", show_default=False)
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an internal failure.")]


def wrong(option: str, message: str) -> typer.BadParameter:
    """The error for a value that an option does not take."""
    return typer.BadParameter(message, param_hint=f"'{option}'")


def one_of(value: str, known: Iterable[str], option: str, noun: str) -> str:
    """The value if it is known; else wrong usage that names the nearest one."""
    names = list(known)
    if value in names:
        return value
    from difflib import get_close_matches

    close = get_close_matches(value, names, n=1)
    ending = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    raise wrong(option, f"no {noun} {value!r}; {ending}")


def rule_words(values: Words, option: str) -> tuple[str, ...]:
    """Ids and prefixes of rules from a repeatable, comma-separated option, in capitals."""
    from cwdesign.rule_choice import is_fixed, rules_named, unknown_words

    words = tuple(word.strip().upper() for value in values or () for word in value.split(",") if word.strip())
    if values and not words:
        raise wrong(option, "names no rule")
    for word, nearest in unknown_words(words):
        ending = f"did you mean {nearest}?" if nearest else "`cwdesign explain` lists the rules"
        raise wrong(option, f"no rule {word}; {ending}")
    for word in words:
        if all(map(is_fixed, rules_named(word))):
            raise wrong(option, f"findings of {word} are always reported and cannot be chosen")
    return words


def thousands(value: str | None) -> Fraction | None:
    """A division, in thousands of dollars."""
    if value is None:
        return None
    try:
        number = Decimal(value)
        if not number.is_finite() or number < 0 or number > 1_000_000_000:
            raise InvalidOperation
    except InvalidOperation:
        raise wrong("--division", f"{value!r} is no number of thousands of dollars") from None
    return Fraction(number)


def what_fails(strict: bool, given: FailOn | None) -> FailOn:
    """What makes status 1. `--strict` is `--fail-on warning`; another `--fail-on` beside it is wrong usage."""
    if strict and given not in (None, "warning"):
        raise wrong("--strict", f"is --fail-on warning; it does not go with --fail-on {given}")
    return given or ("warning" if strict else "error")


def asked(
    select: Words, ignore: Words, tech_level: str | None, division: str | None, no_waivers: bool, near_limit: bool
) -> Settings:
    """What the options say about verdicts."""
    return Settings(
        select=rule_words(select, "--select"),
        ignore=rule_words(ignore, "--ignore"),
        forced_tech_level=None if tech_level is None else one_of(tech_level, TECH_LEVELS, "--tech-level", "tech level"),
        forced_division=thousands(division),
        use_waivers=not no_waivers,
        near_limit=near_limit,
    )


def garage_file(given: str | None, isolated: bool) -> str | None:
    """The garage file of `--config`, which does not go with `--isolated`."""
    if given is not None and isolated:
        raise wrong("--isolated", "does not go with --config")
    return given


def effort(jobs: int | None, no_cache: bool, cache_dir: str | None) -> Effort:
    """How many processes, and which cache. `--no-cache` and `--cache-dir` together are wrong usage."""
    if no_cache and cache_dir is not None:
        raise wrong("--no-cache", "does not go with --cache-dir")
    return Effort(jobs or cores(), None if no_cache else cache_dir or default_folder())


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@frozen
class Formats:
    """What goes where: the format of standard output (None: it stays empty), and the files with theirs."""

    on_screen: str | None
    files: tuple[tuple[Target, str], ...]

    def as_roster(self) -> Formats:
        """The same, where the terminal report is the table of a roster."""
        names = {"terminal": "roster"}
        screen = names.get(self.on_screen, self.on_screen) if self.on_screen is not None else None
        return Formats(screen, tuple((target, names.get(name, name)) for target, name in self.files))


def formats(format: str, output: Words, known: Sequence[str]) -> Formats:
    """What `--format` and `--output` ask for."""
    one_of(format, known, "--format", "format")
    targets = [parse_target(value) for value in output or ()]
    for target in targets:
        if target.format is not None:
            one_of(target.format, known, "--output", "format")
    plain = [target for target in targets if target.format is None]
    if len(plain) > 1:
        raise wrong("--output", "only one FILE takes the report; name the format of the others: NAME=FILE")
    twice = written_twice(targets)
    if twice is not None:
        raise wrong("--output", f"{twice} is named twice")
    return Formats(
        None if plain else format,
        tuple((target, target.format or format) for target in targets),
    )


def colored(color: str) -> bool:
    """Whether standard output gets colours; `auto`: on a terminal, unless NO_COLOR is set."""
    if color == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return color == "always"


def screen_width() -> int:
    """The width of the terminal, 80 where standard output is none."""
    return shutil.get_terminal_size((80, 24)).columns


@frozen
class Show:
    """What a report shows."""

    ledger: bool
    show_waived: bool
    statistics: bool
    quiet: bool
    color: str


@frozen
class Files:
    """Which sheets a run is over, and the baselines it reads and writes."""

    paths: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    changed: str | None = None
    baseline: str | None = None
    write_baseline: str | None = None


@frozen
class Choices:
    """All that a command line says about a run."""

    files: Files
    formats: Formats
    fail_on: FailOn
    context: Context
    show: Show
    effort: Effort

    @property
    def writes_as_it_goes(self) -> bool:
        """Whether standard output carries sheets before the last is done."""
        return self.formats.on_screen not in (None, *AT_THE_END)

    @property
    def for_people(self) -> bool:
        """Whether any report of the run is the one that people read."""
        return any(
            name in ("terminal", "roster") for name in (self.formats.on_screen, *(n for _, n in self.formats.files))
        )

    def on_screen(self) -> list[tuple[str, Options]]:
        """The formats of standard output: in GitHub Actions the terminal report is followed by annotations."""
        name = self.formats.on_screen
        if name is None:
            return []
        options = self._options(colored(self.show.color), screen_width())
        with_annotations = name in ("terminal", "roster") and os.environ.get("GITHUB_ACTIONS") == "true"
        return [(name, options), *([("github", options)] if with_annotations else [])]

    def outputs(self) -> list[tuple[Target, str, Options]]:
        """The files to write, each with its format."""
        options = self._options(self.show.color == "always", 80)
        return [(target, name, options) for target, name in self.formats.files]

    def _options(self, color: bool, width: int) -> Options:
        from cwdesign.catalog import fingerprint, rule_pages

        show = self.show
        return Options(
            version=__version__,
            catalog=fingerprint(),
            color=color,
            width=width,
            quiet=show.quiet,
            ledger=show.ledger,
            show_waived=show.show_waived,
            statistics=show.statistics,
            fail_on=self.fail_on,
            page=lambda rule: rule_pages().get(rule),
        )


def choices(
    known: Sequence[str],
    *,
    paths: Words,
    exclude: Words,
    changed: str | None,
    format: str,
    output: Words,
    select: Words,
    ignore: Words,
    strict: bool,
    fail_on: FailOn | None,
    tech_level: str | None,
    division: str | None,
    config: str | None,
    isolated: bool,
    no_waivers: bool,
    show_waived: bool,
    baseline: str | None,
    write_baseline: str | None,
    near_limit: bool,
    ledger: bool,
    statistics: bool,
    color: str,
    quiet: bool,
    jobs: int | None,
    no_cache: bool,
    cache_dir: str | None,
    debug: bool,
) -> Choices:
    """What the options that `check` and `roster` share say together; `known` are the formats of the command."""
    if changed is not None and write_baseline is not None:
        raise wrong("--write-baseline", "does not go with --changed: it would list the changed sheets only")
    return Choices(
        Files(tuple(paths or ()), tuple(exclude or ()), changed, baseline, write_baseline),
        formats(format, output, known),
        what_fails(strict, fail_on),
        Context(
            asked=asked(select, ignore, tech_level, division, no_waivers, near_limit),
            config=garage_file(config, isolated),
            isolated=isolated,
            debug=debug,
        ),
        Show(ledger, show_waived, statistics, quiet, color),
        effort(jobs, no_cache, cache_dir),
    )
