"""`cwdesign describe`: a sheet as the classic one-line description."""

from __future__ import annotations

from typing import Annotated

import typer

from cwdesign.commands import options
from cwdesign.output import complain, standard_output

EXAMPLES = [
    ("cwdesign describe rhino.yaml", "the line that magazines print"),
    ("cwdesign describe --short rhino.yaml", "in the abbreviations of old lists"),
    ("cwdesign describe - < rhino.yaml", "a sheet from standard input"),
]


def describe(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help="A sheet; - is standard input.")],
    short: Annotated[bool, typer.Option("--short", help="Abbreviate, as old lists do.")] = False,
    config: options.Config = None,
    isolated: options.Isolated = False,
    debug: options.Debug = False,
) -> int:
    """Print the one-line description of a vehicle, which `import` turns into a sheet again.

    A line for every vehicle in the file. Ends with 1 where one is unreadable or names an unknown component.
    """
    from cwdesign.commands.sheets import opened
    from cwdesign.describe import describe as described
    from cwdesign.designs import faults_of_sheet, judged_documents
    from cwdesign.render.concise import concise_line
    from cwdesign.render.text import visible

    found = opened([sheet], config, isolated, debug)
    status = found.status
    for source, content in found.files:
        for judged in judged_documents(content, source, found.checker):
            faults = faults_of_sheet(judged.report)
            if faults or judged.design is None:
                status = max(status, 1)
                for fault in faults:
                    complain(concise_line(fault))
                continue
            standard_output(visible(described(judged.design, short=short)) + "\n")
    return status
