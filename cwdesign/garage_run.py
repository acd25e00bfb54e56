"""A run over whole garages: exclusions, baselines, and what only a run over all of a garage can tell."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from cwdesign.baseline import Baseline, BaselineEntry, cover, cover_findings, sheet_key, stale_findings
from cwdesign.config import Garage, find_garage
from cwdesign.findings import Finding, Waiver
from cwdesign.paths import absolute, folder_of, join, relative, upwards
from cwdesign.patterns import matches
from cwdesign.pipeline import Context, Garages, settings_of
from cwdesign.report import SheetReport
from cwdesign.settings import Departure, GarageWaiver, Settings
from cwdesign.sources import find_sources
from cwdesign.values import computed, replace
from cwdesign.waivers import garage_waiver_findings, garage_waiver_matches, is_idle


class GarageRun:
    """The sheets of a command line with their garages.

    Finding the sheets loads their garage files: where `broken` is not empty, a garage cannot be used and no
    sheet may be checked.
    """

    def __init__(
        self,
        paths: Sequence[str],
        context: Context,
        baseline: Baseline | None = None,
        exclude: Sequence[str] = (),
        changed: str | None = None,
        judges_teams: bool = False,
    ) -> None:
        self._context = context
        self.garages = Garages(context.config, context.isolated)
        self._baseline = baseline
        self._exclude = exclude
        self._judges_teams = judges_teams
        self._named_folders = [path for path in paths or ["."] if os.path.isdir(path)]
        found = find_sources(paths, self._excluded)
        self.problems = found.problems
        self.sources = tuple(source for source in found.sources if not source.is_garage)
        if changed is not None:
            self._leave_unchanged(changed)
        used = [self.garages.of(source.file) for source in self.sources]
        named = [self.garages.at(source.file) for source in found.sources if source.is_garage and source.file]
        self.named = tuple(garage.path for garage in named if garage is not None)
        """The garage files that the command line names and that have no mistakes."""
        self._used: dict[str, Garage] = {garage.path: garage for garage in (*named, *used) if garage is not None}
        self._waiving = any(garage.settings.waivers for garage in self._used.values())
        self._files = {source.path: source.file for source in self.sources}
        self._busy: set[tuple[str, GarageWaiver]] = set()
        self._matched: set[BaselineEntry] = set()
        self._not_judged: dict[tuple[str, int], tuple[str, ...] | None] = {}

    def _excluded(self, path: str) -> bool:
        """Whether a file or folder found in a folder is no sheet of this run. Patterns of options start here."""
        if self._exclude and any(matches(pattern, relative(path, ".")) for pattern in self._exclude):
            return True
        return self.garages.excluded(path)

    def _leave_unchanged(self, revision: str) -> None:
        """Leave out the sheets whose verdict cannot have changed since a revision of git."""
        from cwdesign.changes import affected
        from cwdesign.git import GitError, changed_since

        folders = {folder_of(source.file) for source in self.sources if source.file is not None}
        try:
            changed = frozenset().union(*(changed_since(revision, folder) for folder in _roots(folders)))
        except GitError as error:
            self.problems = (*self.problems, f"--changed {revision}: {error}")
            self.sources = ()
            return
        garages = [(source, self.garages.of(source.file)) for source in self.sources]
        self.sources = affected(self.sources, changed, garages)

    @property
    def broken(self) -> tuple[Finding, ...]:
        """What is wrong with the garage files of these sheets."""
        return tuple(self.garages.findings)

    def follow(self, reports: Iterable[SheetReport]) -> Iterator[SheetReport]:
        """The reports with what the baseline covers waived, noting which waivers and entries were used."""
        for report in reports:
            if self._waiving:
                self._note_waivers(report)
            yield self._covered(report)

    def findings(self) -> tuple[Finding, ...]:
        """The findings of garages and baseline once all sheets are done: waivers without reason or use."""
        if not self._context.asked.use_waivers:
            return ()
        found: list[Finding] = []
        for garage in self._used.values():
            waivers = garage.settings.waivers
            idle = frozenset(waiver for waiver in waivers if (garage.path, waiver) not in self._busy)
            idle = idle if idle and self._is_whole(garage.folder) else frozenset()
            settings = settings_of(garage, self._context)
            found += garage_waiver_findings(waivers, idle, settings, garage.path)
        return (*found, *self._stale())

    def roll_of(self, report: SheetReport) -> tuple[Garage | None, Settings]:
        """The garage of a sheet, and the settings of the rules on its teams."""
        garage = self.garages.of(self._files.get(report.path))
        return garage, settings_of(garage, self._context)

    def accepted(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Findings on several sheets, with those waived that a garage's waivers or the baseline cover."""
        if not self._context.asked.use_waivers:
            return tuple(findings)
        return tuple(self._accepted(finding) for finding in findings)

    def _accepted(self, finding: Finding) -> Finding:
        path = finding.place.path
        for garage in self._used.values():
            for waiver in garage.settings.waivers:
                if garage_waiver_matches(waiver, finding) and garage.matches(waiver.sheet, path):
                    self._busy.add((garage.path, waiver))
                    return replace(finding, waiver=Waiver("garage", waiver.reason))
        if self._baseline is None:
            return finding
        entries = self._baseline.by_sheet.get((sheet_key(path, self._baseline.path), 0), ())
        left = [entry for entry in entries if entry not in self._matched]
        (covered,), used = cover_findings([finding], left, self._baseline.path)
        self._matched |= used
        return covered

    # -- waivers of garages

    def _note_waivers(self, report: SheetReport) -> None:
        garage = self.garages.of(self._files.get(report.path))
        if garage is None or not garage.settings.waivers:
            return
        settings = settings_of(garage, self._context)
        for waiver in garage.settings.waivers:
            if garage.matches(waiver.sheet, report.path) and (
                report.status == "unreadable"
                or not is_idle(waiver, report.findings, settings, report.withheld, self._judges_teams)
            ):
                self._busy.add((garage.path, waiver))

    def _is_near(self, folder: str) -> bool:
        """Whether a folder may be looked through: a baseline can name any, that of the whole system, too.

        It is in one that the command line names, or the garage of a sheet that was checked.
        """
        return not self._near.isdisjoint(upwards(absolute(os.path.realpath(folder))))

    @computed
    def _near(self) -> frozenset[str]:
        garages = {_root(folder) for folder in {folder_of(s.file) for s in self.sources if s.file is not None}}
        return frozenset(absolute(os.path.realpath(folder)) for folder in (*garages, *self._named_folders))

    def _is_whole(self, folder: str) -> bool:
        """Whether every sheet of a garage was among those checked."""
        checked = {os.path.realpath(source.file) for source in self.sources if source.file is not None}
        there = find_sources([folder], self.garages.excluded).sources
        return all(source.file is not None and os.path.realpath(source.file) in checked for source in there)

    # -- the baseline

    def _covered(self, report: SheetReport) -> SheetReport:
        baseline = self._baseline
        if baseline is None or not self._context.asked.use_waivers:
            return report
        key = (sheet_key(report.path, baseline.path), report.document)
        if report.status == "unreadable":
            self._not_judged[key] = None
        elif report.withheld:
            self._not_judged[key] = report.withheld
        covered, used = cover(report, baseline)
        self._matched |= used
        if not used:
            return report
        return replace(covered, settings=(*covered.settings, Departure("baseline", baseline.path)))

    def _stale(self) -> list[Finding]:
        baseline = self._baseline
        if baseline is None:
            return []
        whole: dict[str, bool] = {}
        by_folder: dict[str, bool] = {}

        def judged(entry: BaselineEntry) -> bool:
            unknown = self._not_judged.get((entry.sheet, entry.document), ())
            if unknown is None or entry.rule in unknown:
                return False
            folder = folder_of(join(folder_of(baseline.path), entry.sheet))
            if folder not in by_folder:
                root = _root(folder)
                if absolute(root) not in whole:
                    whole[absolute(root)] = self._is_near(root) and self._is_whole(root)
                by_folder[folder] = whole[absolute(root)]
            return by_folder[folder]

        settings = settings_of(None, self._context)
        return stale_findings(baseline, self._matched, judged, settings)


def _root(folder: str) -> str:
    """The garage's folder of the sheets in a folder."""
    garage = find_garage(folder)
    return folder_of(garage) if garage is not None else folder


def _roots(folders: Iterable[str]) -> list[str]:
    """Of folders those that lie in no other of them."""
    roots: list[str] = []
    for folder in sorted(folders, key=absolute):
        if not any(absolute(folder).startswith(absolute(root).rstrip("/") + "/") for root in roots):
            roots.append(folder)
    return roots
