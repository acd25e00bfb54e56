"""`cwdesign claims`: printed figures beside computed ones, or these written in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cwdesign.commands import options
from cwdesign.output import ReportFile, complain, standard_output

if TYPE_CHECKING:
    from cwdesign.claims import Edit, UnitClaims
    from cwdesign.commands.sheets import Opened
    from cwdesign.designs import Judged
    from cwdesign.sources import Source

EXAMPLES = [
    ("cwdesign claims rhino.yaml", "what the sheet claims and what comes out"),
    ("cwdesign claims --write garage/", "correct claims, and fill them in where there are none"),
]


def claims(
    sheets: Annotated[list[str], typer.Argument(metavar="SHEET...", help="Sheets, folders or globs.")],
    write: Annotated[bool, typer.Option("--write", help="Write the computed figures into the sheets.")] = False,
    config: options.Config = None,
    isolated: options.Isolated = False,
    debug: options.Debug = False,
) -> int:
    """Compare what sheets claim with what comes out, or write the computed figures in.

    Writing corrects the claims that do not hold, gives sheets without claims all of them, and leaves every comment
    and the layout as they are. Ends with 1 where claims differ and nothing was written.
    """
    from cwdesign.commands.sheets import opened

    found = opened(sheets, config, isolated, debug)
    status = found.status
    for source, content in found.files:
        status = max(status, _file(source, content, found, write))
    return status


def _file(source: Source, content: bytes, found: Opened, write: bool) -> int:
    from cwdesign.claims import CannotWrite, compared_claims, edited, edits
    from cwdesign.designs import faults_of_sheet, judged_documents
    from cwdesign.render.concise import concise_line
    from cwdesign.render.text import visible

    status = 0
    changes: list[Edit] = []
    for judged in judged_documents(content, source, found.checker):
        faults = faults_of_sheet(judged.report)
        if faults or judged.design is None or judged.document.sheet is None:
            for fault in faults:
                complain(concise_line(fault))
            status = 1
            continue
        units = list(compared_claims(judged.design))
        standard_output(_lines(source, judged, units))
        if any(c.actual is None for u in units for c in u.differing) or (any(u.differing for u in units) and not write):
            status = 1
        if write:
            try:
                changes += edits(judged.document.sheet, units)
            except CannotWrite as reason:
                complain(f"{source.path}: {reason}")
                status = 1
    if not changes:
        return status
    if source.file is None:
        complain("standard input cannot be written into")
        return 2
    text = edited(content.decode("utf-8"), changes)
    if not _same_but_claims(content, text.encode("utf-8"), source):
        complain(f"{source.path}: its claims are written in a way that cannot be changed alone; nothing was written")
        return max(status, 1)
    with ReportFile(source.file) as file:
        file.write(text)
    standard_output(f"{visible(source.path)}: written\n")
    return status


def _lines(source: Source, judged: Judged, units: list[UnitClaims]) -> str:
    """What the screen says of one sheet: a line each for claims that do not hold, or that could be filled in."""
    from cwdesign.claims import KEYS
    from cwdesign.render.text import visible
    from cwdesign.rules.led import written_figure

    head = f"{visible(source.path)}: {visible(judged.report.name or '')}"
    lines: list[str] = []
    for unit in units:
        shown = [c for c in unit.claims if not c.holds]
        for claim in shown:
            what = f"{unit.unit} {claim.key}".strip().replace("_", " ")
            old = "not claimed" if claim.claimed is None else written_figure(claim.key, claim.claimed)
            new = "no such figure" if claim.actual is None else written_figure(claim.key, claim.actual)
            lines.append(f"  {what:<{max(map(len, KEYS)) + 8}} {old} → {new}\n")
    if not lines:
        return f"{head}: its claims hold\n"
    return f"{head}:\n{''.join(lines)}"


def _same_but_claims(before: bytes, after: bytes, source: Source) -> bool:
    """Whether two texts of a file hold the same sheets, claims aside, and the new one nothing unreadable."""
    from cwdesign.reader import read_sheets
    from cwdesign.schema import check_document

    old, new = (read_sheets(content, source.path) for content in (before, after))
    if len(old) != len(new):
        return False
    for one, other in zip(old, new, strict=True):
        if (one.sheet is None) != (other.sheet is None):
            return False
        if one.sheet is None or other.sheet is None:
            continue
        if check_document(other) and not check_document(one):
            return False
        if _without_claims(one.sheet.data) != _without_claims(other.sheet.data):
            return False
    return True


def _without_claims(data: object) -> object:
    if not isinstance(data, dict):
        return data
    return {
        key: _without_claims(value) if key in ("sidecar", "carrier") else value
        for key, value in data.items()
        if key != "claims"
    }
