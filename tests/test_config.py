"""The garage file: what it may say, what its mistakes get, and the settings it makes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cwdesign.catalog import load_catalog
from cwdesign.components import Weapon
from cwdesign.config import Garage, find_garage, for_sheet, league_names, load_garage, settings_for
from cwdesign.findings import Finding
from cwdesign.settings import Ban, Departure, Settings


@pytest.fixture(autouse=True)
def in_garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def loaded(text: str, **catalogs: str) -> Garage | tuple[Finding, ...]:
    Path("garage.yaml").write_text(text, "utf-8")
    for name, entries in catalogs.items():
        Path(f"{name}.yaml").write_text(entries, "utf-8")
    return load_garage("garage.yaml", load_catalog())


def garage(text: str, **catalogs: str) -> Garage:
    found = loaded(text, **catalogs)
    assert isinstance(found, Garage), [f.message for f in found]
    return found


def mistakes(text: str, **catalogs: str) -> list[tuple[str, str, int, str | None]]:
    found = loaded(text, **catalogs)
    assert isinstance(found, tuple)
    assert all(f.severity == "error" for f in found)
    return [(f.rule, f.place.path, f.place.span.line, f.place.at) for f in found]


EVERY_KEY = """\
league: aada-tournament
tech_level: compendium
division: 7.5
rules:
  one_third_base: interior-and-cargo
  rounding: up
  personal_gear_weight: true
  severity: {WPN-FLAMETHROWER: off, thr-turret: error}
ban: [tank-gun, {kind: indirect-fire, reason: "no dropped weapons"}, {type: "Heavy Rocket", reason: loud}]
require: [fire-extinguisher]
limits: {weapons: 8, team_cost: 90000, vehicles: 4, unique_names: true}
waivers: [{sheet: "old/*.yaml", rule: led-claims, reason: "printed totals are wrong"}]
sheet_waivers: false
exclude: ["docs/**"]
"""


def test_every_key_is_read() -> None:
    found = garage(EVERY_KEY)
    settings = found.settings
    assert settings.league == "aada-tournament"
    assert settings.tech_level == "compendium"
    assert settings.division == Fraction(15, 2)
    assert settings.one_third_base == "interior-and-cargo"
    assert settings.rounding == "up"
    assert settings.personal_gear_weight is True
    assert settings.severity == {"WPN-FLAMETHROWER": "off", "THR-TURRET": "error"}
    assert settings.bans[:3] == (
        Ban("tank-gun", None),
        Ban(None, "indirect-fire", "no dropped weapons"),
        Ban("heavy-rocket", None, "loud"),
    )
    assert "autopilot" in {ban.component for ban in settings.bans}  # of the profile
    assert settings.require == ("fire-extinguisher",)
    assert settings.max_weapons == 8
    assert (found.limits.cost, found.limits.vehicles, found.limits.unique_names) == (90000, 4, True)
    assert [(w.sheet, w.rule, w.reason, w.line) for w in settings.waivers] == [
        ("old/*.yaml", "LED-CLAIMS", "printed totals are wrong", 12)
    ]
    assert settings.sheet_waivers is False
    assert found.exclude == ("docs/**",)


def test_what_departs_is_named_with_its_line() -> None:
    departures = {d.setting: (d.value, d.line) for d in garage(EVERY_KEY).settings.departures}
    assert departures == {
        "league": ("aada-tournament", 1),
        "tech_level": ("compendium", 2),
        "division": (Fraction(15, 2), 3),
        "rules.one_third_base": ("interior-and-cargo", 5),
        "rules.rounding": ("up", 6),
        "rules.personal_gear_weight": (True, 7),
        "rules.severity.WPN-FLAMETHROWER": ("off", 8),
        "rules.severity.THR-TURRET": ("error", 8),
        "ban": (["tank-gun", "indirect-fire", "heavy-rocket"], 9),
        "require": (["fire-extinguisher"], 10),
        "limits.weapons": (8, 11),
        "sheet_waivers": (False, 13),
    }


def test_defaults_written_out_depart_from_nothing() -> None:
    text = "tech_level: catalog\nrules: {one_third_base: interior, rounding: nearest, personal_gear_weight: false}\n"
    assert garage(text + "sheet_waivers: true\nban: []\n").settings.departures == ()


@pytest.mark.parametrize("text", ["", "# nothing decided yet\n", "{}\n", "---\n"])
def test_an_empty_garage_decides_nothing(text: str) -> None:
    assert garage(text).settings == Settings()


def test_the_profile_is_where_league_is_written() -> None:
    settings = garage("# ours\nleague: aada-tournament\n").settings
    assert settings.personal_gear_weight is True
    assert Departure("rules.personal_gear_weight", True, "garage.yaml", 2) in settings.departures


def test_what_follows_the_profile_adds_to_it() -> None:
    settings = garage("league: aada-tournament\nrules: {personal_gear_weight: false}\nban: [machine-gun]\n").settings
    assert settings.personal_gear_weight is False
    assert {"machine-gun", "bollix"} <= {ban.component for ban in settings.bans}


def test_the_profile_bans_what_the_catalog_has_and_marks_as_illegal() -> None:
    """Every ban names a component, and every accessory that the catalog marks as banned is in the profile.

    Amphibious modifications have a rule of their own (AADA-NO-WATER); the safe's options come only with the safe.
    """
    from cwdesign.components import Accessory

    banned = {ban.component for ban in garage("league: aada-tournament\n").settings.bans}
    marked = {a.id for a in load_catalog().all(Accessory) if a.aada_legal is False}
    assert len(marked) == 23  # the count of the AADA page
    assert marked - banned == {"amphibious-modifications"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("division: [", [("CFG-READ", 1)]),
        (
            "a: 1\na: 2\n",
            [
                ("CFG-READ", 2),
            ],
        ),
        ("- a list\n", [("CFG-SHAPE", 1)]),
        ("tech_level: catalog\n---\ndivision: 5\n", [("CFG-READ", 3)]),
        ("divison: 30\n", [("CFG-SHAPE", 1)]),
        ("division: none\nrules:\n  rounding: down\n", [("CFG-SHAPE", 1), ("CFG-SHAPE", 3)]),
        ("limits: {weapons: -1}\n", [("CFG-SHAPE", 1)]),
        ("ban: [{reason: why}]\n", [("CFG-SHAPE", 1)]),
        ("ban: [{type: laser, kind: laser}]\n", [("CFG-SHAPE", 1)]),
        ("ban:\n", [("CFG-SHAPE", 1)]),
        ("waivers: [{rule: THR-LIMIT, reason: x}]\n", [("CFG-SHAPE", 1)]),
        ("rules:\n  severity:\n    THR: loud\n", [("CFG-SHAPE", 3)]),
        ("rules: {severity: {SHT-UNKNOWN: off}}\n", [("CFG-SHAPE", 1)]),
        ("league: ada-tournament\n", [("CFG-UNKNOWN", 1)]),
        ("rules:\n  severity:\n    THR-LIMITS: off\n", [("CFG-UNKNOWN", 3)]),
        ("ban:\n- machine-gunn\n- {type: lasser}\n- {kind: lazer}\n", [("CFG-UNKNOWN", n) for n in (2, 3, 4)]),
        ("require: [fire-extinguish]\n", [("CFG-UNKNOWN", 1)]),
        ("waivers:\n- {sheet: a, rule: NO-SUCH, reason: x}\n", [("CFG-UNKNOWN", 2)]),
    ],
)
def test_a_mistake_is_a_finding_at_its_line(text: str, expected: list[tuple[str, int]]) -> None:
    assert [(rule, line) for rule, _, line, _ in mistakes(text)] == expected


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("league: aada\n", "aada-tournament"),
        ("rules: {severity: {THR-LIMITS: off}}\n", "THR-LIMIT"),
        ("ban: [machin-gun]\n", "machine-gun"),
        ("ban: [{kind: indirectfire}]\n", "indirect-fire"),
        ("divison: 30\n", "division"),
        ("tech_level: clasic\n", "classic"),
    ],
)
def test_a_mistake_is_answered_with_the_nearest(text: str, nearest: str) -> None:
    found = loaded(text)
    assert isinstance(found, tuple)
    assert nearest in (found[0].hint or "")


def test_mistakes_by_the_thousand_are_all_found() -> None:
    """To guess what each may mean would take a quarter of a minute."""
    rules = ", ".join(f"THR-LIMT{number}: off" for number in range(3000))
    found = mistakes(f"rules: {{severity: {{{rules}}}}}\nban: [{', '.join(['mgx'] * 3000)}]\n")
    assert [rule for rule, *_ in found] == ["CFG-UNKNOWN"] * 6000


def test_a_name_that_several_components_share_is_answered_with_them() -> None:
    found = loaded("ban: [EWP]\n")
    assert isinstance(found, tuple)
    assert found[0].rule == "CFG-UNKNOWN"
    assert "external-weapon-pod-1" in found[0].message


def test_off_is_a_word() -> None:
    assert garage("rules: {severity: {THR: off}}\n").settings.severity == {"THR": "off"}


def test_a_garage_that_cannot_be_opened() -> None:
    Path("garage.yaml").mkdir()
    found = load_garage("garage.yaml", load_catalog())
    assert isinstance(found, tuple)
    assert [(f.rule, f.place.span.line) for f in found] == [("CFG-READ", 1)]


# -- catalogs


def test_a_catalog_adds_and_corrects() -> None:
    prices = (
        "weapons:\n  machine-gun: {cost: 1100}\n  pea-shooter:\n    {name: Pea Shooter, category: small-bore, cost: 5, "
    )
    found = garage("catalog: [prices.yaml]\nban: [pea-shooter]\n", prices=prices + "weight: 1, spaces: 1, dp: 1}\n")
    assert found.catalog is not None
    gun = found.catalog.get(Weapon, "machine-gun")
    assert (gun.cost, gun.weight, gun.overlay) == (1100, 150, "prices.yaml")
    assert found.settings.bans == (Ban("pea-shooter", None),)
    assert Departure("catalog", ["prices.yaml"], "garage.yaml", 1) in found.settings.departures
    assert found.excludes("prices.yaml") and not found.excludes("rhino.yaml")
    assert load_catalog().get(Weapon, "machine-gun").cost == 1000


def test_a_catalog_that_is_not_there() -> None:
    """It has no line of its own: the mistake is in the line that names it (output contract, "The garage file")."""
    assert mistakes("catalog:\n- prices.yaml\n") == [("CFG-READ", "garage.yaml", 2, "catalog[0]")]


@pytest.mark.parametrize(
    ("entries", "line", "at"),
    [
        ("weapon:\n  machine-gun: {cost: 1}\n", 1, "weapon"),
        ("weapons:\n  machine-gun:\n    price: 1\n", 3, "weapons.machine-gun.price"),
        ("weapons:\n  machine-gun:\n    cost: dear\n", 3, "weapons.machine-gun.cost"),
        ("weapons:\n  pea-shooter:\n    name: Pea Shooter\n", 2, "weapons.pea-shooter"),
    ],
)
def test_a_bad_entry_is_found_in_the_catalog(entries: str, line: int, at: str) -> None:
    assert mistakes("catalog: [prices.yaml]\n", prices=entries) == [("CFG-SHAPE", "prices.yaml", line, at)]


# -- where it is, and what it leaves out


def test_the_nearest_garage_upwards_counts() -> None:
    Path("team/old").mkdir(parents=True)
    Path("garage.yaml").touch()
    assert find_garage("team/old") == "garage.yaml"
    Path("team/garage.yaml").touch()
    assert find_garage("team/old") == "team/garage.yaml"
    assert find_garage("./team") == "./team/garage.yaml"


def test_a_dangling_garage_is_one() -> None:
    """A link that leads nowhere was meant as the garage file: reading it says so, and nothing above stands in."""
    Path("garage.yaml").symlink_to("gone.yaml")
    assert find_garage(".") == "garage.yaml"
    found = load_garage("garage.yaml", load_catalog())
    assert isinstance(found, tuple) and found[0].rule == "CFG-READ"


def test_exclusions_are_relative_to_the_garage(tmp_path: Path) -> None:
    found = garage('exclude: ["docs/**", "draft-*.yaml"]\n')
    assert found.excludes("docs/a/b.yaml")
    assert found.excludes(str(tmp_path / "docs" / "b.yaml"))
    assert found.excludes("cars/draft-1.yaml")
    assert not found.excludes("cars/docs/b.yaml")


# -- settings of a run


def test_options_replace_levels_and_are_named_without_a_place() -> None:
    found = garage("tech_level: classic\ndivision: 5\n")
    settings = settings_for(
        found, Settings(forced_tech_level="military", forced_division=Fraction(10), select=("THR",))
    )
    assert (settings.forced_tech_level, settings.forced_division) == ("military", 10)
    assert settings.departures == (
        Departure("tech_level", "military"),
        Departure("division", Fraction(10)),
        Departure("select", ["THR"]),
    )


def test_waivers_are_those_of_the_sheet() -> None:
    text = "waivers:\n- {sheet: 'old/*.yaml', rule: THR, reason: old}\n- {sheet: 'new.yaml', rule: LED, reason: new}\n"
    found = garage(text)
    settings = settings_for(found)
    assert [w.rule for w in for_sheet(settings, found, "old/a.yaml").waivers] == ["THR"]
    assert for_sheet(settings, found, "old/a.yaml").departures == (Departure("waivers", ["THR"], "garage.yaml", 2),)
    assert for_sheet(settings, found, "other.yaml") == Settings()
    assert for_sheet(settings_for(found, Settings(use_waivers=False)), found, "old/a.yaml").waivers == ()


# -- the schema and the profiles


def test_profiles_are_garage_files() -> None:
    """A profile is read by the same code, so that a bad name in one would be found here."""
    folder = Path(__file__).parent.parent / "cwdesign" / "leagues"
    for name in league_names():
        garage((folder / f"{name}.yaml").read_text("utf-8"))


def test_every_key_of_the_schema_has_a_description() -> None:
    schema = json.loads((Path(__file__).parent.parent / "schemas" / "garage.schema.json").read_text("utf-8"))

    def described(properties: dict[str, dict[str, object]]) -> None:
        for name, part in properties.items():
            assert part.get("description"), name
            described(part.get("properties", {}))  # type: ignore[arg-type]

    described(schema["properties"])


def test_a_report_says_which_figures_came_from_a_catalog() -> None:
    """The sedan of the cases has one machine gun and no laser."""
    from case_sheets import as_text, bases
    from cwdesign.pipeline import Context, Garages, check_sources
    from cwdesign.sources import find_sources

    Path("sedan.yaml").write_text(as_text(bases()["sedan"]), "utf-8")
    sources = find_sources(["sedan.yaml"]).sources
    (plain,) = check_sources(sources, Context(isolated=True), Garages(isolated=True))
    garage("catalog: [prices.yaml]\n", prices="weapons:\n  machine-gun: {cost: 1100}\n  laser: {cost: 1}\n")
    (dear,) = check_sources(sources, Context(), Garages())
    assert dear.totals is not None and plain.totals is not None
    assert dear.totals.cost - plain.totals.cost == 100  # type: ignore[operator]
    assert dear.settings == (
        Departure("catalog", ["prices.yaml"], "garage.yaml", 1),
        Departure("catalog.machine-gun", "prices.yaml", "garage.yaml", 1),
    )


# -- whatever the file holds

WORDS = st.sampled_from(
    [
        *("league", "aada-tournament", "tech_level", "catalog", "division", "rules", "rounding", "severity", "ban"),
        *("type", "kind", "reason", "require", "limits", "weapons", "team_cost", "unique_names", "waivers", "sheet"),
        *("rule", "THR-LIMIT", "THR", "machine-gun", "laser", "off", "error", "exclude", "**/*", "["),
    ]
)
SCALARS = st.one_of(WORDS, st.none(), st.booleans(), st.integers(-5, 10**12), st.text(max_size=8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(WORDS, VALUES, max_size=6) | VALUES)
def test_any_garage_file_is_read_or_its_mistakes_are_found(data: object) -> None:
    """JSON is YAML: a file of any structure gives a garage or findings in it, and never an exception."""
    found = loaded(json.dumps(data))
    if isinstance(found, tuple):
        assert found
        assert {f.rule for f in found} <= {"CFG-READ", "CFG-SHAPE", "CFG-UNKNOWN"}
        assert all(f.message and f.place.span.line >= 1 for f in found)
    else:
        settings_for(found)
        found.excludes("a/b.yaml")


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(st.characters(exclude_categories=["Cs"]), max_size=60).map(str.encode))
def test_any_bytes_are_a_garage_or_a_mistake(content: bytes) -> None:
    Path("garage.yaml").write_bytes(content)
    found = load_garage("garage.yaml", load_catalog())
    assert isinstance(found, Garage) or {f.rule for f in found} <= {"CFG-READ", "CFG-SHAPE", "CFG-UNKNOWN"}


def test_the_compiled_form_of_a_garage_agrees_with_its_schema() -> None:
    """What the compiled validator passes jsonschema passes too, and the other way round."""
    from jsonschema import Draft202012Validator

    from cwdesign.schema import compile_validator, schema_file

    raw = schema_file("garage").read_bytes()
    module: dict[str, object] = {}
    exec(compile_validator(raw), module)
    validator = Draft202012Validator(json.loads(raw))
    for garage in (
        {},
        {"limits": {"weapons": 8}},
        {"limits": {"weapons": -1}},
        {"limits": {"weapon": 8}},
        {"ban": ["tank-gun", {"kind": "laser", "reason": "no lasers"}]},
        {"ban": [{"reason": "what?"}]},
        {"rules": {"rounding": "up", "severity": {"THR": "off"}}},
        {"rules": {"rounding": "down"}},
        {"division": "thirty"},
        {"waivers": [{"sheet": "old/*.yaml", "rule": "LED-CLAIMS", "reason": "printed wrong"}]},
        [],
        None,
    ):
        assert module["valid"](garage) == validator.is_valid(garage), garage  # type: ignore[operator]


def test_mistakes_of_every_kind_are_found_at_once() -> None:
    """What has the wrong shape hides nothing that it does not hold."""
    text = """\
leage: x
tech_level: future
ban: [no-such-gun, {kind: no-such-kind}]
require: [radar, [radar], no-such-thing]
rules:
  rounding: sideways
  severity: {NO-SUCH: off, THR-LIMIT: fatal}
catalog: [none.yaml]
waivers: [{sheet: a.yaml, rule: NO-SUCH, reason: why}]
"""
    assert mistakes(text) == [
        ("CFG-SHAPE", "garage.yaml", 1, "leage"),
        ("CFG-SHAPE", "garage.yaml", 2, "tech_level"),
        ("CFG-UNKNOWN", "garage.yaml", 3, "ban[0]"),
        ("CFG-UNKNOWN", "garage.yaml", 3, "ban[1].kind"),
        ("CFG-SHAPE", "garage.yaml", 4, "require[1]"),
        ("CFG-SHAPE", "garage.yaml", 6, "rules.rounding"),
        ("CFG-UNKNOWN", "garage.yaml", 7, "rules.severity.NO-SUCH"),
        ("CFG-SHAPE", "garage.yaml", 7, "rules.severity.THR-LIMIT"),
        ("CFG-READ", "garage.yaml", 8, "catalog[0]"),
        ("CFG-UNKNOWN", "garage.yaml", 9, "waivers[0].rule"),
    ]
