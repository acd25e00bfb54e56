"""`cwdesign check`: sheets, folders of sheets, globs."""

from __future__ import annotations

from cwdesign.commands import options
from cwdesign.output import complain
from cwdesign.pipeline import Context, check_sources
from cwdesign.render import FORMATS, Ending
from cwdesign.reporting import write_reports
from cwdesign.sources import find_sources
from cwdesign.tally import Tally

EXAMPLES = [
    ("cwdesign check rhino.yaml", "one sheet, with totals"),
    ("cwdesign check garage/ --ledger", "every sheet of a folder, with the itemised ledger"),
    ("cwdesign check 'garage/**/*.yaml'", "a glob, at any depth"),
    ("cat car.yaml | cwdesign check -", "a sheet from standard input"),
    ("cwdesign check --format json --output report.json", "the current folder, as a file for programs"),
    ("cwdesign check --output sarif=out.sarif", "the report on the screen and SARIF beside it"),
    ("cwdesign check --select THR,LED --strict", "two themes only; warnings fail too"),
]


def check(
    paths: options.Paths = None,
    format: options.Format = "terminal",
    output: options.Output = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
    strict: options.Strict = False,
    fail_on: options.FailOnOption = None,
    tech_level: options.TechLevel = None,
    division: options.Division = None,
    no_waivers: options.NoWaivers = False,
    show_waived: options.ShowWaived = False,
    near_limit: options.NearLimit = False,
    ledger: options.Ledger = False,
    statistics: options.Statistics = False,
    color: options.Color = "auto",
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> int:
    """Check sheets: the verdict, every finding with its place, totals and performance.

    A folder means every *.yaml and *.yml in it; no path means the current folder; - reads standard input.
    Ends with 0 where every sheet is legal, 1 where a finding is an error, 2 where it could not look.
    """
    choices = options.Choices(
        formats=options.formats(format, output, FORMATS),
        fail_on=options.fail_on(strict, fail_on),
        context=Context(options.settings(select, ignore, tech_level, division, no_waivers, near_limit), debug),
        show=options.Show(ledger, show_waived, statistics, quiet, color),
    )
    found = find_sources(paths or [])
    for problem in found.problems:
        complain(problem)
    tally = Tally(choices.fail_on)
    ending = write_reports(
        check_sources(found.sources, choices.context),
        choices.on_screen(),
        choices.files(),
        tally,
        lambda: Ending(tally, problems=found.problems),
    )
    return tally.status(ending.problems)
