"""`cwdesign check`: sheets, folders of sheets, globs."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.baseline import Baseline, BaselineEntry, baseline_text, entries_of, read_baseline
from cwdesign.commands import options
from cwdesign.findings import Finding
from cwdesign.garage_run import GarageRun
from cwdesign.output import ReportFile, complain
from cwdesign.pipeline import check_sources
from cwdesign.render import FORMATS, Ending
from cwdesign.report import SheetReport
from cwdesign.reporting import write_reports
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
    exclude: options.Exclude = None,
    changed: options.Changed = None,
    format: options.Format = "terminal",
    output: options.Output = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
    strict: options.Strict = False,
    fail_on: options.FailOnOption = None,
    tech_level: options.TechLevel = None,
    division: options.Division = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    no_waivers: options.NoWaivers = False,
    show_waived: options.ShowWaived = False,
    baseline: options.BaselineFile = None,
    write_baseline: options.WriteBaseline = None,
    near_limit: options.NearLimit = False,
    ledger: options.Ledger = False,
    statistics: options.Statistics = False,
    color: options.Color = "auto",
    quiet: options.Quiet = False,
    jobs: options.Jobs = None,
    no_cache: options.NoCache = False,
    cache_dir: options.CacheDir = None,
    debug: options.Debug = False,
) -> int:
    """Check sheets: the verdict, every finding with its place, totals and performance.

    A folder means every *.yaml and *.yml in it; no path means the current folder; - reads standard input.
    Ends with 0 where every sheet is legal, 1 where a finding is an error, 2 where it could not look.
    """
    return run(options.choices(FORMATS, **locals()))


def run(choices: options.Choices) -> int:
    """Check sheets and report on them; the exit status."""
    files = choices.files
    known = read_baseline(files.baseline) if files.baseline is not None else None
    known_baseline = known if isinstance(known, Baseline) else None
    garage_run = GarageRun(files.paths, choices.context, known_baseline, files.exclude, files.changed)
    for problem in garage_run.problems:
        complain(problem)
    if files.changed is not None and not garage_run.sources and not garage_run.problems:
        complain(f"no sheet changed since {files.changed}")
    broken = (*garage_run.broken, *((known,) if isinstance(known, Finding) else ()))
    tally = Tally(choices.fail_on)
    entries: list[BaselineEntry] = []

    def reports() -> Iterator[SheetReport]:
        if broken:
            return
        for report in garage_run.follow(
            check_sources(garage_run.sources, choices.context, garage_run.garages, choices.effort)
        ):
            if files.write_baseline is not None:
                entries.extend(entries_of(report.path, report.document, report.findings, files.write_baseline))
            yield report

    def ending() -> Ending:
        return Ending(tally, broken or garage_run.findings(), garage_run.problems)

    last = write_reports(reports(), choices.on_screen(), choices.outputs(), tally, ending)
    status = tally.status(last.problems)
    if files.write_baseline is None or status == 2:
        return status
    with ReportFile(files.write_baseline) as file:
        file.write(baseline_text(entries))
    return 0
