"""`cwdesign diff`: what changed between two designs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from cwdesign import __version__
from cwdesign.commands import options
from cwdesign.git import GitError
from cwdesign.output import ReportFile, complain, standard_output
from cwdesign.pipeline import Context, Garages
from cwdesign.sources import CannotRead, Source, file_bytes, shown
from cwdesign.values import frozen

if TYPE_CHECKING:
    from cwdesign.diff import Side

EXAMPLES = [
    ("cwdesign diff old.yaml new.yaml", "two sheets"),
    ("cwdesign diff HEAD:garage/rhino.yaml garage/rhino.yaml", "what you changed since the last commit"),
    ("cwdesign diff v1:rhino.yaml v2:rhino.yaml --format markdown", "for a pull request"),
]

FORMATS = ("terminal", "json", "markdown")

Old = Annotated[str, typer.Argument(metavar="OLD", help="A sheet, or REV:path of a git repository.")]
New = Annotated[str, typer.Argument(metavar="NEW", help="A sheet, or REV:path of a git repository.")]
Format = Annotated[str, typer.Option("--format", metavar="NAME", help=f"{', '.join(FORMATS)}.")]
Output = Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write to FILE.", show_default=False)]
ExitCode = Annotated[bool, typer.Option("--exit-code", help="End with 1 where they differ.")]


def diff(
    old: Old,
    new: New,
    format: Format = "terminal",
    output: Output = None,
    exit_code: ExitCode = False,
    tech_level: options.TechLevel = None,
    division: options.Division = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    no_waivers: options.NoWaivers = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Compare two designs: parts, cost, weight, spaces, performance, verdict and findings.

    Each of OLD and NEW holds one vehicle. Of REV:PATH the trailer that it tows is that of the revision, too; the
    garage file is today's for both.
    """
    from cwdesign.diff import compare
    from cwdesign.render import difference as rendered

    options.one_of(format, FORMATS, "--format", "format")
    context = Context(
        asked=options.asked(None, None, tech_level, division, no_waivers, False),
        config=options.garage_file(config, isolated),
        isolated=isolated,
        debug=debug,
    )
    garages = Garages(context.config, context.isolated)
    sides = [_side(text, context, garages) for text in (old, new)]
    problems = [side.text for side in sides if isinstance(side, _Problem)]
    for problem in dict.fromkeys(problems):
        complain(problem)
    before, after = sides
    if isinstance(before, _Problem) or isinstance(after, _Problem):
        return 2
    found = compare(before, after)
    if format == "json":
        from cwdesign.catalog import fingerprint

        text = rendered.json(found, version=__version__, catalog=fingerprint())
    elif format == "markdown":
        text = rendered.markdown(found)
    else:
        on_screen = output is None
        width = options.screen_width() if on_screen else 80
        colored = options.colored(color) if on_screen else color == "always"
        text = rendered.terminal(found, width=width, color=colored)
    if output is None:
        standard_output(text)
    else:
        with ReportFile(output) as file:
            file.write(text)
    return 1 if exit_code and not found.same else 0


@frozen
class _Problem:
    """Why a design cannot be compared."""

    text: str


def _side(text: str, context: Context, garages: Garages) -> Side | _Problem:
    """A design of the command line: a file, or a file as it was at a revision."""
    from cwdesign.designs import judged_documents
    from cwdesign.diff import Side, parts_of
    from cwdesign.pipeline import Checker

    revision, colon, path = text.partition(":")
    in_git = colon and revision and path and not os.path.lexists(text)
    try:
        if in_git:
            from cwdesign.git import file_at

            content, file = file_at(text)
        else:
            content, file = file_bytes(text), text
    except CannotRead as error:
        return _Problem(f"{shown(text)}: {error.reason}")
    except GitError as error:
        return _Problem(f"{shown(text)}: {error}")
    source = Source(shown(text), file, revision if in_git else None)
    checker = Checker(context, garages)
    if garages.of(file) is None and garages.findings:
        return _Problem("; ".join(f"{f.place.path}:{f.place.span.line}: {f.message}" for f in garages.findings))
    judged = list(judged_documents(content, source, checker))
    if len(judged) != 1:
        return _Problem(f"{source.path}: there are {len(judged)} vehicles in it; compare one with one")
    (only,) = judged
    if only.design is None:
        first = only.report.findings[0]
        return _Problem(f"{source.path}:{first.place.span.line}: {first.rule}: {first.message}")
    return Side(source.path, only.report, parts_of(only.design))
