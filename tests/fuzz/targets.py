"""What is fuzzed: each target takes bytes and raises whatever the program must never raise.

The reader, the shape of sheets, the rules with every report, the importer, and garage files with their catalogs.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree
from zlib import crc32

from cwdesign.catalog import GROUPS, load_catalog
from cwdesign.config import Garage, load_garage
from cwdesign.describe import describe
from cwdesign.design import make_design
from cwdesign.diff import Side, compare, parts_of
from cwdesign.findings import Finding
from cwdesign.pipeline import Checker, Context, Garages
from cwdesign.reader import Document, read_sheets
from cwdesign.render import ROSTER_FORMATS, Ending, Options, renderer
from cwdesign.render import difference as rendered
from cwdesign.report import SheetReport
from cwdesign.roster import Choice, Roster
from cwdesign.schema import check_document, json_schema
from cwdesign.settings import Settings
from cwdesign.sources import Source
from cwdesign.stockcar.entries import divide
from cwdesign.stockcar.file_names import stem_of
from cwdesign.stockcar.lexicon import lexicon_of
from cwdesign.stockcar.reading import read
from cwdesign.stockcar.sheet_text import sheet_text
from cwdesign.stockcar.tokens import position
from cwdesign.stored import restore, store
from cwdesign.tally import Tally

TESTS = Path(__file__).parent.parent
MOST = 4096
"""Longer inputs find nothing that these do not."""


class Failure(AssertionError):
    """The program has failed on an input."""


def reader(data: bytes) -> None:
    """Bytes to documents: both parsers agree, and every finding has a place that is there."""
    fast, pure = read_sheets(data, "x", "fast"), read_sheets(data, "x", "pure")
    if fast != pure:
        raise Failure("the parsers disagree")
    for document in pure:
        _places(document, check_document(document))


def _places(document: Document, findings: Iterable[object]) -> None:
    lines = document.text.split("\n")
    for finding in (*document.findings, *findings):
        span = finding.place.span  # type: ignore[attr-defined]
        if not 1 <= span.line <= len(lines) or not 1 <= span.column <= len(lines[span.line - 1]) + 1:
            raise Failure(f"{finding} has no place")


def sheets(data: bytes) -> None:
    """Bytes to reports, through the form that the cache keeps, and from vehicles to lines and differences.

    The bytes choose the formats: all of them with every input would take most of the time.
    """
    checker = Checker(Context(isolated=True), Garages(isolated=True))
    chosen = crc32(data)
    _judged(checker.reports(data, Source("-", None), "x.yaml")[0], (FORMS[chosen % len(FORMS)], "terminal"))
    if chosen % 8 == 0:
        _described(data)


def _sound(reports: Iterable[SheetReport]) -> None:
    for report in reports:
        for finding in report.findings:
            if finding.rule.startswith("BUG-"):
                raise Failure(finding.message)


def _judged(reports: list[SheetReport], forms: Iterable[str]) -> None:
    _sound(reports)
    restored, _ = restore(store(reports, "x.yaml"), "x.yaml", "x.yaml")
    if [report.findings for report in restored] != [report.findings for report in reports]:
        raise Failure("a stored report is another")
    options = Options(version="0", catalog="0", ledger=True, show_waived=True, statistics=True)
    for form in forms:
        page, tally = renderer(form, options), Tally("error")
        parts = [page.begin()]
        for report in reports:
            tally.add(report)
            parts.append(page.sheet(report))
        _well_formed(form, "".join((*parts, page.end(Ending(tally, (), ())))))
    roster = Roster(Choice())
    list(roster.follow(reports, lambda report: (None, Settings())))
    roster.findings()
    roster.teams()


FORMS = (*ROSTER_FORMATS, "roster")
STEERING = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


def _well_formed(form: str, text: str) -> None:
    text.encode("utf-8")
    if form in ("json", "sarif", "gitlab"):
        json.loads(text)
    elif form == "jsonl":
        for line in text.rstrip("\n").split("\n"):
            json.loads(line)
    elif form == "junit":
        ElementTree.fromstring(text)
    elif STEERING.search(text):
        raise Failure(f"{form} steers the terminal")


def _described(data: bytes) -> None:
    """The line of a sheet's vehicle, what that line reads as, and the difference to a plain car."""
    for document in read_sheets(data, "x"):
        if document.sheet is None or check_document(document):
            continue
        design = make_design(document.sheet, load_catalog(), Settings())
        if design.vehicle.faults:  # the command describes no vehicle with unknown parts
            continue
        for short in (False, True):
            importer(describe(design, short=short).encode("utf-8", "backslashreplace"))
        (report,) = Checker(Context(isolated=True), Garages(isolated=True)).reports(_PLAIN, Source("-", None), "y")[0]
        side = Side("x", report, parts_of(design))
        found = compare(side, side)
        rendered.terminal(found, width=80, color=False)
        rendered.markdown(found)
        rendered.json(found, version="0", catalog="0")


_PLAIN = b"name: Plain\nbody: {type: compact}\n"


def importer(data: bytes) -> None:
    """Lines to sheets: whatever is written as a sheet is one, and places are inside the text."""
    text = data.decode("utf-8", "replace")
    catalog = load_catalog()
    entries = divide(text, lexicon_of(catalog))
    for described in entries.described:
        reading = read(text, described, catalog)
        for unread in reading.unread:
            position(text, unread.start)
        stem = stem_of(reading.name)
        if not stem or "/" in stem or stem.startswith(".") or "\0" in stem:
            raise Failure(f"{stem!r} is no file name")
        if reading.sheet is not None:
            written = sheet_text(reading, "x, line 1").encode("utf-8")
            checker = Checker(Context(isolated=True), Garages(isolated=True))
            reports, _ = checker.reports(written, Source("-", None), "x")
            (report,) = reports
            # A line may claim any figure and be as long as it likes, a sheet may not.
            if report.status == "unreadable" and not all(map(_beyond_bounds, report.findings)):
                raise Failure([finding.message for finding in report.findings])
            _sound(reports)


def _beyond_bounds(finding: Finding) -> bool:
    return finding.rule == "YML-LIMIT" or "must be at most" in finding.message


def configuration(data: bytes) -> None:
    """A garage file (up to a line of `===`), the catalog that it names, and a sheet judged by both."""
    garage, _, prices = data.partition(b"\n===\n")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "garage.yaml").write_bytes(garage)
        (Path(folder) / "prices.yaml").write_bytes(prices)
        for sheet in ("rhino", "el-toro"):
            (Path(folder) / f"{sheet}.yaml").write_bytes((TESTS / "stock" / f"{sheet}.yaml").read_bytes())
        loaded = load_garage(f"{folder}/garage.yaml", load_catalog())
        if not isinstance(loaded, Garage):
            if not loaded or any(not finding.rule.startswith("CFG-") for finding in loaded):
                raise Failure(loaded)
            return
        checker = Checker(Context(), Garages())
        for sheet in ("rhino", "el-toro"):
            file = f"{folder}/{sheet}.yaml"
            content = Path(file).read_bytes()
            reports, _ = checker.reports(content, Source(file, file), file)
            _sound(reports)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "reader": reader,
    "sheets": sheets,
    "importer": importer,
    "configuration": configuration,
}


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to start from."""
    return (seed for seed in _seeds(target) if len(seed) <= MOST)


def _seeds(target: str) -> Iterator[bytes]:
    if target == "importer":
        for file in sorted((TESTS / "stock-lines").glob("*.txt")):
            yield from (line.encode() for line in file.read_text("utf-8").splitlines() if line.strip())
    elif target == "configuration":
        yield from CONFIGURATIONS
    else:
        from hostile.corpus import BYTES, NUMBERS, PLAIN

        yield from (file.read_bytes() for file in sorted((TESTS / "stock").glob("*.yaml")))
        yield from (case.make() for case in (*BYTES, *NUMBERS, *PLAIN))


def words(target: str) -> list[str]:
    """What a change may insert as a whole: the names of components and keys, and the signs of YAML."""
    catalog = load_catalog()
    components = [component for kind in GROUPS.values() for component in catalog.all(kind)]
    if target == "importer":
        names = [name for component in components for name in (component.name, *component.aliases)]
    else:
        schemas = [json_schema(form) for form in (("garage", "catalog") if target == "configuration" else ("vehicle",))]
        names = [*SIGNS, *(component.id for component in components), *(f"{key}: " for key in _keys(schemas))]
    return [name for name in dict.fromkeys(names) if name.isascii() and name.isprintable() and not {*name} & {*'"\\'}]


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value.get("properties", ())
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _keys(inner)


SIGNS = (
    "---",
    "- ",
    "? ",
    ": ",
    "&a ",
    "*a",
    "<<: ",
    "!!str ",
    "!x ",
    "[",
    "]",
    "{",
    "}",
    "# ",
    "|",
    ">-",
    "'",
    "~",
    "%",
)
CONFIGURATIONS = (
    b"""\
league: aada-tournament
tech_level: catalog
division: 30
rules:
  one_third_base: interior-and-cargo
  rounding: exact
  personal_gear_weight: true
  severity: {WPN-FLAMETHROWER: off, THR-TURRET: error}
ban: [tank-gun, {kind: indirect-fire, reason: "none"}, {type: mg, reason: x}]
require: [fire-extinguisher]
limits: {weapons: 8, team_cost: 90000, vehicles: 4, unique_names: true}
catalog: [prices.yaml]
waivers: [{sheet: "*.yaml", rule: LED, reason: "printed"}]
sheet_waivers: false
exclude: ["docs/**", "[ab]?.yaml"]
===
weapons:
  flaming-oil-jet: {cost: 1, weight: 0, spaces: 0.5}
  zap-gun: {name: Zap, category: laser, cost: 1, weight: 1, spaces: 1, dp: 1}
bodies:
  compact: {spaces: 0, max_load: 0, cost: 0, weight: 0}
power_plants:
  electric-medium: {power_factors: 0, weight: 0}
tires: {puncture-resistant: {cost: 0}}
constants: {}
""",
    b"rules: {rounding: up}\ncatalog: [prices.yaml]\n===\nchassis: {extra-heavy: {load_percent: 0}}\n",
)
