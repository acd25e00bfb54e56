"""One run, several reports: what standard output carries, and files beside it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence

from cwdesign.output import ReportFile, Target, standard_output
from cwdesign.render import Ending, Options, Renderer, renderer
from cwdesign.report import SheetReport
from cwdesign.tally import Tally
from cwdesign.values import frozen


@frozen
class Outlet:
    """A renderer and where its text goes."""

    renderer: Renderer
    write: Callable[[str], None]


def _defusing(text: str) -> None:
    from cwdesign.render.github import defused

    standard_output(defused(text))


def write_reports(
    reports: Iterable[SheetReport],
    on_screen: Sequence[tuple[str, Options]],
    files: Sequence[tuple[Target, str, Options]],
    tally: Tally,
    ending: Callable[[], Ending],
) -> Ending:
    """Render every sheet as it comes into every outlet, then what follows the sheets.

    `on_screen` holds the formats of standard output, one after the other (only the first may write before the
    end); `files` each target with its format. `ending` is asked once all sheets are counted in the tally.
    Raises NotWritable, and Closed where nobody reads standard output; no file is changed then.
    """
    with contextlib.ExitStack() as stack:
        annotated = len(on_screen) > 1
        outlets = [
            Outlet(renderer(name, options), _defusing if annotated and name != "github" else standard_output)
            for name, options in on_screen
        ]
        for target, name, options in files:
            file = stack.enter_context(ReportFile(target.file))
            outlets.append(Outlet(renderer(name, options), file.write))
        for outlet in outlets:
            outlet.write(outlet.renderer.begin())
        for report in reports:
            tally.add(report)
            for outlet in outlets:
                outlet.write(outlet.renderer.sheet(report))
        last = ending()
        tally.add_findings(last.findings)
        for outlet in outlets:
            outlet.write(outlet.renderer.end(last))
        return last
