"""How far a long run is, on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cwdesign.report import SheetReport

if TYPE_CHECKING:
    from cwdesign.commands.options import Choices

SOON = 1.0
"""Seconds that a run may take before it says how far it is."""


def watched(reports: Iterable[SheetReport], files: int, choices: Choices) -> Iterator[SheetReport]:
    """The reports, with a progress bar where somebody waits for them and sees nothing else happen."""
    if choices.show.quiet or not sys.stderr.isatty() or (choices.writes_as_it_goes and sys.stdout.isatty()):
        yield from reports
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    task = progress.add_task("", total=files)
    begun = shown = time.monotonic()
    seen = ""
    try:
        for report in reports:
            if report.path != seen:
                seen = report.path
                progress.advance(task)
            now = time.monotonic()
            if now - begun > SOON and now - shown > 0.1:
                progress.start()
                progress.refresh()
                shown = now
            yield report
    finally:
        if progress.live.is_started:
            progress.stop()
