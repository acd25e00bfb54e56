"""One run of `check` or `roster`: files to reports, reports to where they go, and the exit status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cwdesign.baseline import Baseline, BaselineEntry, baseline_text, entries_of, read_baseline
from cwdesign.commands.options import Choices
from cwdesign.commands.progress import watched
from cwdesign.findings import Finding
from cwdesign.garage_run import GarageRun
from cwdesign.output import ReportFile, complain
from cwdesign.pipeline import check_sources, excerpts_of
from cwdesign.render import Ending
from cwdesign.report import SheetReport
from cwdesign.reporting import write_reports
from cwdesign.roster import Roster
from cwdesign.sources import shown
from cwdesign.tally import Tally
from cwdesign.values import replace
from cwdesign.words import counted


def run(choices: Choices, roster: Roster | None = None) -> int:
    """Check sheets and report on them, as a roster or one by one; the exit status."""
    files = choices.files
    known = read_baseline(files.baseline) if files.baseline is not None else None
    known_baseline = known if isinstance(known, Baseline) else None
    garage_run = GarageRun(
        files.paths, choices.context, known_baseline, files.exclude, files.changed, judges_teams=roster is not None
    )
    for problem in garage_run.problems:
        complain(problem)
    if files.changed is not None and not garage_run.sources and not garage_run.problems:
        complain(f"no sheet changed since {files.changed}")
    broken = (*garage_run.broken, *((known,) if isinstance(known, Finding) else ()))
    tally = Tally(choices.fail_on)
    entries: list[BaselineEntry] = []

    def note(path: str, document: int, findings: tuple[Finding, ...]) -> None:
        if files.write_baseline is not None:
            entries.extend(entries_of(path, document, findings, files.write_baseline))

    def checked() -> Iterator[SheetReport]:
        effort = replace(choices.effort, summaries=choices.for_people or roster is not None)
        found = check_sources(garage_run.sources, choices.context, garage_run.garages, effort)
        for report in garage_run.follow(watched(found, len(garage_run.sources), choices)):
            if files.write_baseline is not None:
                note(report.path, report.document, report.findings)
            yield report

    def reports() -> Iterator[SheetReport]:
        if broken:
            return
        yield from checked() if roster is None else roster.follow(checked(), garage_run.roll_of)

    def excerpts(findings: tuple[Finding, ...]) -> dict[str, dict[int, str]]:
        return lines_of(findings) if choices.for_people else {}

    def ending() -> Ending:
        if broken:
            return Ending(tally, broken, garage_run.problems, excerpts=excerpts(broken))
        of_teams = garage_run.accepted(roster.findings()) if roster is not None else ()
        for finding in of_teams:
            note(finding.place.path, 0, (finding,))
        findings = (*of_teams, *garage_run.findings())
        teams = roster.teams() if roster is not None else None
        unshown = roster.sheets - tally.sheets if roster is not None else 0
        return Ending(
            tally, findings, garage_run.problems, teams, unshown, garage_run.named, excerpts=excerpts(findings)
        )

    last = write_reports(reports(), choices.on_screen(), choices.outputs(), tally, ending)
    for remark in roster.unmatched() if roster is not None and roster.sheets else ():
        complain(f"note: {remark}")
    status = tally.status(last.problems)
    if files.write_baseline is None or status == 2:
        return status
    with ReportFile(files.write_baseline) as file:
        file.write(baseline_text(entries))
    complain(f"{shown(files.write_baseline)}: written; it accepts {counted(len(entries), 'finding')}")
    return 0


def lines_of(findings: Iterable[Finding]) -> dict[str, dict[int, str]]:
    """The source lines that findings of no single sheet point at, by file; what cannot be read has none."""
    from cwdesign.reader import source_lines
    from cwdesign.sources import CannotRead, file_bytes

    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        by_file.setdefault(finding.place.path, []).append(finding)
    found: dict[str, dict[int, str]] = {}
    for path, its in by_file.items():
        try:
            found[path] = excerpts_of(path, source_lines(file_bytes(path)), its)
        except CannotRead:
            continue
    return found
