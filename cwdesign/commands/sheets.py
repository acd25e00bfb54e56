"""The sheets that a command line names, opened, for commands that look at designs themselves."""

from __future__ import annotations

from collections.abc import Sequence

from cwdesign.commands import options
from cwdesign.designs import content_of
from cwdesign.output import complain
from cwdesign.pipeline import Checker, Context, Garages
from cwdesign.sources import CannotRead, Source, find_sources
from cwdesign.values import frozen


@frozen
class Opened:
    """Files with what they hold, and the status that follows from paths that led to none."""

    files: tuple[tuple[Source, bytes], ...]
    checker: Checker
    status: int


def opened(paths: Sequence[str], config: str | None, isolated: bool, debug: bool) -> Opened:
    """Read the files that the paths of a command line mean; what cannot be read is said on standard error."""
    context = Context(config=options.garage_file(config, isolated), isolated=isolated, debug=debug)
    garages = Garages(context.config, context.isolated)
    found = find_sources(paths, garages.excluded)
    problems = list(found.problems)
    unreadable: list[str] = []
    files: list[tuple[Source, bytes]] = []
    for source in found.sources:
        if source.is_garage:
            continue
        try:
            files.append((source, content_of(source)))
        except CannotRead as error:
            unreadable.append(f"{source.path}: cannot be read: {error.reason}")
        garages.of(source.file)
    problems += [f"{f.place.path}:{f.place.span.line}: {f.message}" for f in garages.findings]
    if not files and not problems and not unreadable:
        problems.append("no sheet in these paths")
    for problem in dict.fromkeys((*problems, *unreadable)):
        complain(problem)
    usable = tuple(files) if not garages.findings else ()
    return Opened(usable, Checker(context, garages), 2 if problems else 1 if unreadable else 0)
