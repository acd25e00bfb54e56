"""What AADA tournaments ask of one vehicle, beside the bans of the profile `aada-tournament`.

Each rule runs only where the garage starts from that profile. The marks of certainty stand on the rules' pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from cwdesign.components import Body
from cwdesign.design import Design, components_of
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rule_choice import covers, runs
from cwdesign.rules.base import Judge, Rule, rule
from cwdesign.rules.constructions import too_many
from cwdesign.rules.league import loaded_rounds
from cwdesign.settings import Settings
from cwdesign.sheet import Path

LEAGUE = "aada-tournament"
MOST_CREW = 2
MOST_GAS_MILES = 150
DIVISIONS = tuple(Fraction(text) for text in ["5", "7.5", "10", "15", "20", "25", "30", "40", "60", "80", "100"])
DOUBTFUL_SOURCES = ("B",)
"""A body that only this designer lists may not be in the books that the policy names (the extended cabs)."""
HOUSE_RULES = "AADA-HOUSE"


def in_tournament(judge: Judge) -> Judge:
    """Ask a rule only where the garage starts from the AADA profile."""

    def judged(design: Design) -> Iterator[Fault | Withheld]:
        if design.settings.league == LEAGUE:
            yield from judge(design)

    return judged


def house_rule(id: str) -> Callable[[Judge], Judge]:
    """Ask a rule only where `severity` of a garage file with the AADA profile names it: house rules are off."""

    def asked(judge: Judge) -> Judge:
        def judged(design: Design) -> Iterator[Fault | Withheld]:
            if is_played(id, design.settings):
                yield from judge(design)

        return in_tournament(judged)

    return asked


def is_played(house_rule: str, settings: Settings) -> bool:
    """Whether the garage file turns a house rule on, by its id or by `AADA-HOUSE`."""
    named = any(word.startswith(HOUSE_RULES) and covers(word, house_rule) for word in settings.severity)
    return named and runs(house_rule, settings)


def _bodies(design: Design) -> Iterator[tuple[Body, Path]]:
    for unit in design.units():
        if unit.body is not None:
            yield unit.body, (*unit.path, "body", "type")


@rule("AADA-BODIES", "AADA tournaments may not accept the {name}: only one source lists it.", "Ask the referee first.")
@in_tournament
def bodies(design: Design) -> Iterator[Fault | Withheld]:
    """Cars, cycles, trikes and race bodies; oversize bodies and trailers have rules of their own."""
    for body, path in _bodies(design):
        if body.sources == DOUBTFUL_SOURCES:
            yield Fault(path, {"name": body.name}, severity="warning")


@rule("AADA-DUEL-BODIES", "The {name} is a race body: a dueling event does not take it.", "Use it in a racing event.")
@in_tournament
def duel_bodies(design: Design) -> Iterator[Fault | Withheld]:
    """Race bodies are for racing events."""
    if is_played("AADA-HOUSE-BODIES", design.settings):
        return
    yield from _race_bodies(design)


@rule("AADA-HOUSE-BODIES", "The {name} is a race body, which this event does not take.", "Choose another body.")
@house_rule("AADA-HOUSE-BODIES")
def house_bodies(design: Design) -> Iterator[Fault | Withheld]:
    """Cars, cycles and trikes of the standard chapters only."""
    yield from _race_bodies(design)


def _race_bodies(design: Design) -> Iterator[Fault]:
    for body, path in _bodies(design):
        if body.vehicle_class == "racing-car":
            yield Fault(path, {"name": body.name})


@rule("AADA-NO-OVERSIZE", "AADA tournaments take no oversize vehicles, and the {name} is one.", "Choose another body.")
@in_tournament
def no_oversize(design: Design) -> Iterator[Fault | Withheld]:
    """No bus, ten-wheeler, semi tractor or semi-trailer."""
    for body, path in _bodies(design):
        if body.oversize:
            yield Fault(path, {"name": body.name})
            return


@rule(
    "AADA-NO-TRAILER",
    "AADA tournaments take no trailers.",
    "Leave the trailer out.",
)
@in_tournament
def no_trailer(design: Design) -> Iterator[Fault | Withheld]:
    """Neither a car trailer by itself nor one behind a vehicle; semi-trailers are oversize."""
    for body, path in _bodies(design):
        if body.vehicle_class == "car-trailer":
            yield Fault(path)
    if design.vehicle.tows is not None:
        yield Fault(("tows",))


@rule("AADA-NO-WATER", "AADA tournaments ban {name}: nothing may operate on water.", "Take them out.")
@in_tournament
def no_water(design: Design) -> Iterator[Fault | Withheld]:
    """Amphibious modifications."""
    for unit in design.units():
        for entry in unit.fitted("amphibious-modifications"):
            assert entry.accessory is not None
            yield Fault(entry.path, {"name": entry.accessory.name})


@rule(
    "AADA-NO-FLIGHT",
    "AADA tournaments ban extended flight; whether {name} counts as such is not stated, and is taken as allowed.",
    "Ask the referee.",
)
@in_tournament
def no_flight(design: Design) -> Iterator[Fault | Withheld]:
    """Boosters and jump jets: a remark."""
    for unit in design.units():
        for entry in unit.all_boosters:
            if entry.booster is not None:
                yield Fault(entry.path, {"name": f"a {entry.booster.name.lower()}"})


@rule("AADA-SUPPLEMENTS", "{name} comes from a supplement that AADA tournaments do not use.", "Take it out.")
@in_tournament
def supplements(design: Design) -> Iterator[Fault | Withheld]:
    """Depth charges; and military equipment where an option lets the construction rules pass it."""
    for component, path in components_of(design):
        military = component.tech_level == "military" and design.allows("military")
        if military or component.id in ("depth-charge", "large-depth-charge"):
            yield Fault(path, {"name": component.name})


@rule(
    "AADA-ELECTRIC",
    "AADA tournaments take electric plants only, unless the event announces that it takes gas.",
    "Use an electric plant; where the event takes gas, garage.yaml says `severity: {{AADA-ELECTRIC: off}}`.",
)
@in_tournament
def electric(design: Design) -> Iterator[Fault | Withheld]:
    """No gas engine."""
    for plant in (design.unit.plant, design.unit.backup):
        if plant is not None and plant.gas:
            yield Fault((*plant.path, "type"))


@rule(
    "AADA-GAS",
    "An event open to gas allows fuel for {limit} miles; this is enough for {actual}.",
    "Carry less fuel.",
    messages={"tanks": "An event open to gas allows one tank; this is the second."},
    hints={"tanks": "Leave it out."},
    needs=("weight",),
)
@in_tournament
def gas(design: Design) -> Iterator[Fault | Withheld]:
    """One tank and fuel for 150 miles, where AADA-ELECTRIC is turned off."""
    if runs("AADA-ELECTRIC", design.settings):
        return
    tanks = [p.tank for p in (design.unit.plant, design.unit.backup) if p is not None and p.tank is not None]
    if not tanks:
        return
    for second in tanks[1:]:
        first = Cause(tanks[0].path, "the first")
        yield Fault(second.path, message="tanks", causes=(first,), limit=1, actual=len(tanks))
    miles = design.performance.range
    plant = design.unit.plant
    if plant is not None and plant.gas and miles is not None and miles > MOST_GAS_MILES:
        fields = {"limit": MOST_GAS_MILES, "actual": miles}
        yield Fault((*tanks[0].path, "gallons"), fields, limit=MOST_GAS_MILES, actual=miles)


@rule(
    "AADA-CREW",
    "AADA tournaments allow a driver, or a driver and a gunner: {limit} people; here are {actual}.",
    "Leave out {over}.",
    needs=("crew",),
)
@in_tournament
def crew(design: Design) -> Iterator[Fault | Withheld]:
    """At most two people in the crew, gunners in mounts included."""
    aboard = [
        (person.path, 1, person.role)
        for unit in design.units()
        for person in unit.people
        if person.place != "passenger"
    ]
    yield from too_many(design, aboard, MOST_CREW, {})


@rule("AADA-PASSENGERS", "AADA tournaments allow no passengers.", "Remove them.")
@in_tournament
def passengers(design: Design) -> Iterator[Fault | Withheld]:
    """Nobody rides along."""
    for unit in design.units():
        if unit.passengers:
            yield Fault((*unit.path, "passengers"), limit=0, actual=len(unit.passengers))


@rule(
    "AADA-DIVISION",
    "The design names no division, so no budget was checked.",
    "Set `division` to {played}.",
    messages={"other": "Division {division} is none of those played."},
)
@in_tournament
def division(design: Design) -> Iterator[Fault | Withheld]:
    """A remark where the division is none of those that are played, or there is none."""
    named = design.division
    fields = {"division": named, "played": "5, 7.5, 10, 15, 20, 25, 30, 40, 60, 80 or 100"}
    if named not in DIVISIONS:
        yield Fault(("division",), fields, "" if named is None else "other")


@rule(
    "AADA-DAMAGE-SINKS",
    "AADA tournaments ban an armored searchlight that serves to soak up hits; a checker cannot tell.",
    "Use an ordinary searchlight.",
)
@in_tournament
def damage_sinks(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on armored searchlights; what is banned outright is LEAGUE-BAN."""
    for unit in design.units():
        for entry in unit.fitted("armored-searchlight"):
            yield Fault(entry.path)


@rule("AADA-HOUSE-SABOT", "This event bans armor-piercing sabot rounds.", "Load other rounds.")
@house_rule("AADA-HOUSE-SABOT")
def house_sabot(design: Design) -> Iterator[Fault | Withheld]:
    """No `apfsds` rounds."""
    yield from _each(design, "apfsds")


@rule("AADA-HOUSE-IMPACT", "This event bans impact fuses.", "Buy the grenades without the fuse.")
@house_rule("AADA-HOUSE-IMPACT")
def house_impact(design: Design) -> Iterator[Fault | Withheld]:
    """No `impact-fuse` on grenades."""
    yield from _each(design, "impact-fuse")


def _each(design: Design, id: str) -> Iterator[Fault]:
    """Every component, round and change of a round of this id."""
    rounds = ((component, path) for component, path, _ in loaded_rounds(design))
    for component, path in (*components_of(design), *rounds):
        if component.id == id:
            yield Fault(path)


RULES: tuple[Rule, ...] = (
    bodies,
    duel_bodies,
    no_oversize,
    no_trailer,
    no_water,
    no_flight,
    supplements,
    electric,
    gas,
    crew,
    passengers,
    division,
    damage_sinks,
    house_bodies,
    house_sabot,
    house_impact,
)
