"""`cwdesign roster`: a whole stable, one line a vehicle, with its teams."""

# Annotations are no text here: typer would evaluate each of them twice, at every start.
from typing import Annotated, get_args

import typer

from cwdesign.commands import options
from cwdesign.commands.run import run
from cwdesign.render import ROSTER_FORMATS
from cwdesign.report import Status
from cwdesign.roster import COLUMNS, Choice, Roster
from cwdesign.values import replace

EXAMPLES = [
    ("cwdesign roster garage/", "every vehicle of a folder, and what its teams add up to"),
    ("cwdesign roster --sort -cost --verdict legal", "the legal ones, the dearest first"),
    ("cwdesign roster --team Reds --tag duel", "the duelists of one team"),
    ("cwdesign roster --format csv > stable.csv", "for a spreadsheet"),
]

VERDICTS: tuple[str, ...] = get_args(Status)

Sort = Annotated[
    str | None,
    typer.Option(
        "--sort",
        metavar="COLUMN",
        help=f"Order of the rows, with a - in front downwards: {', '.join(COLUMNS)}.",
        show_default=False,
    ),
]
Tag = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="TAG", help="Show sheets with this tag (several: any).", show_default=False),
]
Team = Annotated[
    list[str] | None,
    typer.Option("--team", metavar="NAME", help="Show this team (several: any).", show_default=False),
]
Verdict = Annotated[
    list[str] | None,
    typer.Option(
        "--verdict",
        metavar="VERDICT",
        help=f"Show sheets with this verdict (several: any): {', '.join(VERDICTS)}.",
        show_default=False,
    ),
]


def roster(
    paths: options.Paths = None,
    sort: Sort = None,
    tag: Tag = None,
    team: Team = None,
    verdict: Verdict = None,
    exclude: options.Exclude = None,
    changed: options.Changed = None,
    format: options.RosterFormat = "terminal",
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
    """Check a whole stable and show one line a vehicle, with what its teams add up to.

    The rules on teams (budget, vehicles, names, trailers) see every sheet given; --tag, --team and --verdict choose
    what is shown, and what is shown decides the status, together with the findings on teams.
    """
    given = locals()
    own = {name: given.pop(name) for name in ("sort", "tag", "team", "verdict")}
    choices = options.choices(ROSTER_FORMATS, **given)
    return run(replace(choices, formats=choices.formats.as_roster()), Roster(_choice(**own)))


def _choice(sort: str | None, tag: list[str] | None, team: list[str] | None, verdict: list[str] | None) -> Choice:
    column = sort.removeprefix("-") if sort is not None else None
    return Choice(
        frozenset(word.casefold() for word in tag or ()),
        frozenset(word.casefold() for word in team or ()),
        frozenset(options.one_of(word, VERDICTS, "--verdict", "verdict") for word in verdict or ()),
        options.one_of(column, COLUMNS, "--sort", "column") if column is not None else None,
        sort is not None and sort.startswith("-"),
    )
