"""`cwdesign check`: sheets, folders of sheets, globs."""

# Annotations are no text here: typer would evaluate each of them twice, at every start.
from cwdesign.commands import options
from cwdesign.commands.run import run
from cwdesign.render import FORMATS

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
