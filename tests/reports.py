"""Hand-made reports that every renderer test shares: one of each kind, and awkward texts."""

from __future__ import annotations

from fractions import Fraction

from cwdesign.findings import Finding, Place, Related, Severity, Waiver
from cwdesign.render import Ending, Options, renderer
from cwdesign.report import Default, LedgerEntry, RunReport, SheetReport, Summary, Totals, UnitReport
from cwdesign.settings import Departure
from cwdesign.sheet import Span
from cwdesign.tally import FailOn, Tally

FACES = ("front", "back", "left", "right", "top", "underbody")


def totals(**changes: object) -> Totals:
    """The totals of a compact car, with changes."""
    figures: dict[str, object] = {
        "cost": 9821,
        "weight": 4196,
        "loaded_weight": 4196,
        "max_load": 4440,
        "spaces": 10,
        "spaces_lost": 0,
        "spaces_available": 10,
        "spaces_used": 9,
        "cargo_spaces_available": 0,
        "cargo_spaces_used": 0,
        "weapon_spaces_per_face": 3,
        "weapon_spaces_used": dict(zip(FACES, (0, 3, 2, 1, 0, 0), strict=True)),
        "handling_class": 3,
        "acceleration": 5,
        "top_speed": 90,
        "range": 200,
        "loaded_acceleration": 5,
        "loaded_top_speed": 90,
        "power_factors": 1400,
        "confetti": 84,
    }
    return Totals(**{**figures, **changes})  # type: ignore[arg-type]


def finding(
    rule: str,
    path: str,
    line: int,
    columns: tuple[int, int],
    at: str | None,
    message: str,
    *,
    severity: Severity = "error",
    title: str = "A rule",
    hint: str | None = None,
    related: tuple[Related, ...] = (),
    limit: int | Fraction | None = None,
    actual: int | Fraction | None = None,
    waiver: Waiver | None = None,
) -> Finding:
    """A finding on one line."""
    place = Place(path, Span(line, columns[0], line, columns[1]), at)
    return Finding(rule, title, severity, message, hint, place, related, limit, actual, waiver)


LEGAL = SheetReport(
    path="garage/rhino.yaml",
    document=0,
    name="Rhino",
    status="legal",
    totals=totals(),
    ledger=(
        LedgerEntry("Compact body", "body.type", 400, 1300, 0),
        LedgerEntry("Ramplate", "accessories[0]", Fraction(3315, 2), 144, 0, 85),
        LedgerEntry("Quarter of a thing", "accessories[1]", 1, Fraction(1, 4), Fraction(1, 3)),
    ),
    defaults=(Default("body.wheels", "4 wheels, as the body has"), Default("", "tech level catalog")),
    summary=Summary(
        body="Compact",
        build="extra-heavy chassis, heavy suspension",
        team="Wreckers",
        division=30,
        level_needed="compendium",
        level_needed_by="Spikedropper: explosive-spikes",
        armor=(
            ("", "Plastic", {"front": "85", "back": "40", "left": "40", "right": "40", "top": "5", "underbody": "16"}),
        ),
        armor_total=226,
        facts=(("Reverse", "15 mph"),),
        tows="trailers/box.yaml",
        weapons=2,
    ),
)

ILLEGAL = SheetReport(
    path="garage/six in front.yaml",
    document=0,
    name="Six in front",
    status="illegal",
    totals=totals(cost=31250, weight=4500, spaces_used=Fraction(21, 2), handling_class_at_60=2, burst_acceleration=10),
    findings=(
        finding(
            "BOD-CHASSIS-LOAD",
            "garage/six in front.yaml",
            3,
            (1, 5),
            "body",
            "The car weighs 4,500 lb; an extra-heavy compact carries 4,440 lb.",
            title="Load limit",
            hint="Take off 60 lb.",
            related=(
                Related(
                    "the heaviest part, 1,100 lb", Place("garage/six in front.yaml", Span(4, 14, 4, 29), "power_plant")
                ),
                Related("towed", Place("garage/trailers/box.yaml", Span(2, 1, 2, 5), "body")),
            ),
            limit=4440,
            actual=4500,
        ),
        finding(
            "THR-LIMIT",
            "garage/six in front.yaml",
            7,
            (42, 47),
            "weapons[1].mount",
            "6 weapon spaces on the front; at most 3, a third of 10 rounded down.",
            title="At most a third of the interior on one face",
            hint="Take 3 spaces off the front, or move them to another face; see --help | less & co: 50%, `a` *b* <c>.",
            related=(
                Related(
                    "3 spaces before it", Place("garage/six in front.yaml", Span(6, 37, 6, 42), "weapons[0].mount")
                ),
            ),
            limit=3,
            actual=6,
        ),
        finding(
            "TIR-ONE-HANDLING",
            "garage/six in front.yaml",
            9,
            (8, 13),
            "tires",
            "Slicks and radials exclude each other.",
            severity="warning",
            title="One handling option",
        ),
        finding(
            "WPN-FLAMETHROWER",
            "garage/six in front.yaml",
            10,
            (3, 8),
            "weapons[2]",
            "Above 30 mph its flame burns its own vehicle.",
            severity="note",
            title="Flame in the direction of travel",
        ),
        finding(
            "LED-CLAIMS",
            "garage/six in front.yaml",
            12,
            (16, 21),
            "claims.cost",
            "The claim says $31,000; the car costs $31,250.",
            title="Claims are true",
            waiver=Waiver("sheet", "the printed total is wrong"),
            limit=31000,
            actual=31250,
        ),
    ),
    settings=(
        Departure("rules.one_third_base", "interior-and-cargo", "garage/garage.yaml", 5),
        Departure("ignore", ["ACC", "TEC"]),
        Departure("division", Fraction(15, 2)),
    ),
    withheld=("LED-POWER-WEIGHT", "PRF-CLAIMS"),
    summary=Summary(body="Compact", build="extra-heavy chassis", division=Fraction(15, 2), armor_total=None),
    excerpts={
        3: "body: {type: compact, chassis: extra-heavy}",
        4: "power_plant: electric-large-of-all",
        6: "- {type: machine-gun, count: 3, mount: front}",
        7: "- {type: machine-gun, count: 3, id: again, mount: front, linked: true}",
        9: "tires: solid",
        10: "- {type: flamethrower, mount: front, options: [" + "a-very-long-option-name, " * 6 + "]}",
        12: "claims: {cost: 31000}",
    },
)

UNREADABLE = SheetReport(
    path="garage/broken.yaml",
    document=1,
    name=None,
    status="unreadable",
    totals=None,
    findings=(
        finding(
            "SHT-SHAPE",
            "garage/broken.yaml",
            14,
            (1, 5),
            "amor",
            "A sheet has no key amor.",
            title="Missing or extra keys, wrong types and ranges",
            hint="Did you mean armor?",
        ),
    ),
    excerpts={14: "amor: {front: 10}"},
)

UNOPENED = SheetReport(
    path="garage/locked.yaml",
    document=0,
    name=None,
    status="unreadable",
    totals=None,
    findings=(finding("YML-READ", "garage/locked.yaml", 1, (1, 1), None, "cannot read the file: permission denied"),),
)

AWKWARD = SheetReport(
    path="garage/\\xff[/bold].yaml",
    document=0,
    name="[/bold] \x1b[31mred\u202e | `tick` <b>&amp; :skull: @team 戦車",
    status="illegal",
    totals=totals(cost=None, weight=None, weapon_spaces_per_face=None, weapon_spaces_used=None),
    findings=(
        finding(
            "SHT-UNKNOWN",
            "garage/\\xff[/bold].yaml",
            2,
            (15, 23),
            'weapons[0]["od\nd"]',
            "No weapon is called \x07[red]戦車%0A::error::x[/red].\nA second line, with 100% & <tags>.",
            title="No such component",
            hint="Did you mean [link=x]machine-gun[/link]?",
        ),
    ),
    excerpts={2: "- {t: '戦車\x1b', u: [/bold]\u202e}"},
)

COMBINATION = SheetReport(
    path="garage/cycle.yaml",
    document=0,
    name="Cycle and sidecar",
    status="legal",
    totals=totals(max_load=None, weapon_spaces_per_face=None, weapon_spaces_used=None, range=Fraction(425, 2)),
    units=(
        UnitReport(
            "cycle",
            totals(
                cost=5000, weight=1200, max_load=1300, weapon_spaces_per_face=None, handling_class=None, top_speed=None
            ),
        ),
        UnitReport(
            "sidecar",
            totals(
                cost=4821, weight=750, max_load=750, weapon_spaces_per_face=None, handling_class=None, top_speed=None
            ),
        ),
    ),
    findings=(
        finding(
            "SPC-NEAR",
            "garage/cycle.yaml",
            5,
            (10, 15),
            "sidecar.body",
            "The sidecar is full.",
            severity="note",
            title="Near the limit",
            limit=Fraction(5, 2),
            actual=Fraction(5, 2),
        ),
        finding(
            "WAIVER-UNUSED",
            "garage/cycle.yaml",
            8,
            (1, 8),
            "waivers[0]",
            "TUR finds nothing that this waiver covers.",
            severity="warning",
            waiver=Waiver("garage", "an old file"),
        ),
    ),
    summary=Summary(body="Medium Cycle", armor=(("cycle", "Plastic", {"front": "10", "back": "10"}),), armor_total=20),
    excerpts={5: "  body: {type: light-sidecar}", 8: "waivers: [{rule: TUR, reason: old}]"},
)

SHEETS = (LEGAL, ILLEGAL, UNREADABLE, UNOPENED, AWKWARD, COMBINATION)
OF_THE_GARAGE = (
    finding("TEAM-COST", "garage/garage.yaml", 9, (20, 25), "limits.team_cost", "The team costs $95,000 of $90,000."),
)
RUN = RunReport(SHEETS, OF_THE_GARAGE, ("nowhere.yaml: no such file or folder",))


def rendered(name: str, run: RunReport, fail_on: FailOn = "error", **options: object) -> str:
    """A whole run in one format."""
    made = renderer(name, Options(version="1.2.3", catalog="abc123", fail_on=fail_on, **options))  # type: ignore[arg-type]
    tally = Tally(fail_on)
    text = made.begin()
    for report in run.sheets:
        tally.add(report)
        text += made.sheet(report)
    tally.add_findings(run.findings)
    return text + made.end(Ending(tally, run.findings, run.problems))
