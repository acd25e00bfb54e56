"""The catalog: complete, exact, well formed, found by every name; its compiled form; leagues' overlays.

Figures are typed from the appendices of the rules page, counts from the lists it was made from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cwdesign import compiled
from cwdesign.catalog import GROUPS, Catalog, CatalogError, load_catalog, rule_pages
from cwdesign.components import (
    TECH_LEVELS,
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    ArmorType,
    Body,
    Booster,
    Chassis,
    Component,
    Computer,
    Entry,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    LinkKind,
    Magazine,
    MountKind,
    MountOption,
    PersonKind,
    PlantOption,
    PowerPlant,
    Restriction,
    Round,
    Suspension,
    Tire,
    TireFigures,
    TireOption,
    Unknown,
    Weapon,
    WeaponOption,
    fields_of,
)

ROOT = Path(__file__).parent.parent
CATALOG = load_catalog()
EVERY = [component for kind in GROUPS.values() for component in CATALOG.all(kind)]
CONDITIONS = {
    "top-mount",
    "top-weapon",
    "component-armor",
    "heavy-chassis",
    "extra-heavy-chassis",
    "two-ammunition-types",
    "two-magazines",
    "sidecar",
    "tanker-carrier",
    "dumper-carrier",
}
"""Words of `requires` and `excludes` that name a condition and no component."""
CLASS_WORDS = {"all", "oversize", "towed", "trailer", "ten-wheeler", "ten-faced", "aircraft"}


def sources() -> dict[str, dict[str, dict[str, Any]]]:
    return compiled.read_catalog(compiled.catalog_files(ROOT))


# -- source and compiled form ----------------------------------------------------------------------


def test_compiled_form_is_current(tmp_path: Path) -> None:
    """What the program loads is what the YAML compiles to now."""
    compiled.compile_all(ROOT, tmp_path)
    for name in compiled.OUTPUTS:
        fresh = compiled.Records((tmp_path / f"{name}.jsonl").read_bytes().partition(b"\n")[2])
        loaded = compiled.load(name)
        assert loaded.groups == fresh.groups
        for group in fresh.groups:
            assert list(loaded.ids(group)) == list(fresh.ids(group))
            for id in fresh.ids(group):
                assert loaded.record(group, id) == fresh.record(group, id)


def exact(value: Any) -> Any:
    """A value of YAML with every number as a Fraction; text that is a fraction too."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | Decimal):
        return Fraction(value)
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    if isinstance(value, list):
        return [exact(item) for item in value]
    numerator, slash, denominator = value.partition("/")
    if slash and numerator.lstrip("-").isdigit() and denominator.isdigit():
        return Fraction(value)
    return value


def as_written(value: Any) -> Any:
    """A value of a component as YAML would write it, numbers as Fractions."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, TireFigures):
        return {name: as_written(getattr(value, name)) for name in ("cost", "weight", "dp")}
    if isinstance(value, tuple) and value and isinstance(value[0], Round):
        return {item.type: item for item in value}
    if isinstance(value, tuple) and value and isinstance(value[0], tuple) and len(value[0]) == 2:
        return dict(value)
    if isinstance(value, tuple):
        return [as_written(item) for item in value]
    return value


def assert_equal(entry: dict[str, Any], built: Entry) -> None:
    for name, value in entry.items():
        figure = getattr(built, name)
        if name == "rounds":
            rounds = {item.type: item for item in figure}
            assert rounds.keys() == value.keys()
            for type, item in value.items():
                assert_equal(item, rounds[type])
        elif name == "restrictions":
            assert len(figure) == len(value)
            for item, restriction in zip(value, figure, strict=True):
                assert_equal(item, restriction)
        elif name == "requires":
            assert [[word] if isinstance(word, str) else word for word in value] == [list(words) for words in figure]
        elif name in ("handling", "stows") and isinstance(value, dict):
            assert dict(figure) == value
        else:
            assert as_written(figure) == exact(value), (built, name)


def test_components_say_what_the_yaml_says() -> None:
    """Every field of every entry arrives in its component, every number exactly."""
    for group, entries in sources().items():
        for id, entry in entries.items():
            assert_equal(entry, CATALOG.get(GROUPS[group], id))


def test_no_number_is_a_float() -> None:
    def numbers(value: Any) -> Iterator[Any]:
        if isinstance(value, tuple):
            for item in value:
                yield from numbers(item)
        elif isinstance(value, Entry):
            for name in fields_of(type(value)):
                yield from numbers(getattr(value, name))
        else:
            yield value

    for component in EVERY:
        assert not any(isinstance(value, float) for value in numbers(component))


def test_a_checkout_recompiles_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed source is compiled anew, a touched one only stamped, and a read-only folder does no harm."""
    source = tmp_path / "catalog" / "links.yaml"
    source.parent.mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    source.write_text("links:\n  link: {name: Link, cost: 50}\n")
    package = tmp_path / "cwdesign"
    package.mkdir()
    monkeypatch.setattr(compiled, "PACKAGE", package)
    monkeypatch.setattr(compiled, "TARGET", package / "_compiled")
    assert compiled.load("catalog").record("links", "link")["cost"] == 50
    made = (package / "_compiled" / "catalog.jsonl").stat().st_mtime_ns
    assert compiled.load("catalog").record("links", "link")["cost"] == 50
    assert (package / "_compiled" / "catalog.jsonl").stat().st_mtime_ns == made
    source.write_text("links:\n  link: {name: Link, cost: 62.5}\n")
    assert compiled.load("catalog").record("links", "link")["cost"] == "62.5"
    (package / "_compiled" / "catalog.jsonl").write_bytes(b"{ damaged")
    assert compiled.load("catalog").record("links", "link")["cost"] == "62.5"
    monkeypatch.setattr(compiled, "TARGET", tmp_path / "catalog" / "links.yaml" / "nowhere")
    assert compiled.load("catalog").record("links", "link")["cost"] == "62.5"


def test_a_broken_source_is_named(tmp_path: Path) -> None:
    (tmp_path / "catalog").mkdir()
    (tmp_path / "catalog" / "a.yaml").write_text("links:\n  link: {cost: 50}\n  link: {cost: 60}\n")
    with pytest.raises(compiled.SourceError, match=r"a\.yaml:3"):
        compiled.compile_all(tmp_path, tmp_path / "out")


# -- schema ----------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / "schemas" / "catalog.schema.json").read_text("utf-8"))
    return data


def test_catalog_has_the_shape_of_its_schema() -> None:
    Draft202012Validator.check_schema(schema())
    validator = Draft202012Validator(schema())
    for file in compiled.catalog_files(ROOT):
        errors = list(validator.iter_errors(compiled.plain_data(file.read_text("utf-8"), file.name)))
        assert not errors, (file.name, list(errors[0].absolute_path), errors[0].message)


def test_schema_lists_the_fields_of_every_kind_with_a_description() -> None:
    """Each kind allows exactly the fields of its class, and says in words what each is."""
    defs = schema()["$defs"]
    assert set(schema()["properties"]) == set(GROUPS)
    named = {
        group: schema()["properties"][group]["additionalProperties"]["$ref"].rpartition("/")[2] for group in GROUPS
    }
    shapes: dict[str, type[Entry]] = {named[group]: kind for group, kind in GROUPS.items()}
    shapes |= {"round": Round, "restriction": Restriction, "tire_figures": TireFigures}
    for name, kind in shapes.items():
        shape = defs[name]
        assert shape["additionalProperties"] is False
        assert shape["description"]
        fields = set(fields_of(kind)) - {"id", "overlay", "type"}
        assert set(shape["properties"]) == fields, f"$defs.{name} of schemas/catalog.schema.json lists the fields"
        for field, rule in shape["properties"].items():
            target = defs[rule["$ref"].rpartition("/")[2]] if "$ref" in rule else rule
            assert rule.get("description") or target.get("description"), (name, field)


# -- completeness ----------------------------------------------------------------------------------

COUNTS = {
    Body: 31 + 7 + 3 + 4 + 6 + 13,
    Chassis: 4,
    Suspension: 9,
    PowerPlant: 16 + 17,
    # ten electric options and twelve for gas engines, of which extinguishers and battery, in both, are accessories
    PlantOption: (10 - 3) + (12 - 3),
    GasTank: 4,
    Tire: 5,
    TireOption: 7,
    # and two that there are not, kept to say so (ARM-METAL-FIREPROOF)
    ArmorType: 8 + 2,
    Weapon: 117,
    WeaponOption: 23,
    # the vehicular types, and hollow-point for hand weapons
    AmmunitionType: 79 + 1,
    AmmunitionModifier: 11,
    Magazine: 5,
    # 34 rows, two of which are options
    MountKind: 34 - 2,
    MountOption: 2,
    LinkKind: 2,
    Computer: 5,
    PersonKind: 4,
    # body armor and personal equipment
    Gear: 11 + 48,
    HandWeapon: 62,
    HandWeaponOption: 11,
    Booster: 2,
    # accessories, seats and room for people, fittings priced by armor, hitches, trailer fittings and styles,
    # extinguishers and battery, the frame, the autopilot's link
    Accessory: 94 + 6 + 19 + 6 + 9 + 3 + 3 + 1 + 1,
}


@pytest.mark.parametrize(("kind", "count"), COUNTS.items(), ids=lambda value: getattr(value, "kind", None))
def test_every_row_is_there(kind: type[Component], count: int) -> None:
    assert len(CATALOG.all(kind)) == count


def test_every_round_is_there() -> None:
    """357 pairs of weapon and ammunition, and two depth charges that are their own only load."""
    assert sum(len(weapon.rounds) for weapon in CATALOG.all(Weapon)) == 357 + 2
    # 90 rows, and four hand weapons whose only round stands with the weapon
    assert sum(len(weapon.rounds) for weapon in CATALOG.all(HandWeapon)) == 90 + 4


def test_ids_are_unique_in_their_kind() -> None:
    for group, kind in GROUPS.items():
        keys = [compiled.name_key(component.id) for component in CATALOG.all(kind)]
        assert len(keys) == len(set(keys)), group


def test_every_round_is_of_a_known_type() -> None:
    types = {type.id for type in CATALOG.all(AmmunitionType)}
    for weapon in (*CATALOG.all(Weapon), *CATALOG.all(HandWeapon)):
        assert {item.type for item in weapon.rounds} <= types
        assert sum(item.standard for item in weapon.rounds) == bool(weapon.rounds), weapon.id
        for item in weapon.rounds:
            assert item.tech_level in TECH_LEVELS
            if isinstance(weapon, Weapon):
                assert TECH_LEVELS.index(item.tech_level) >= TECH_LEVELS.index(weapon.tech_level), weapon.id


def test_sources_and_levels() -> None:
    for component in EVERY:
        assert component.tech_level in TECH_LEVELS
        assert set(component.sources) <= set("ABCDEFQ"), component.id
        assert set(component.unknown) <= set(fields_of(type(component))), component.id


def test_gaps_stay_visible() -> None:
    """What no source gives is null or named in `unknown`, and never looks like a figure."""
    assert CATALOG.get(Weapon, "twin-laser").power_units is None
    assert CATALOG.get(Weapon, "twin-laser").draws_power == "yes"
    assert CATALOG.get(Weapon, "gauss-gun").draws_power == "unknown"
    assert CATALOG.get(Accessory, "sonar").draws_power == "unknown"
    assert CATALOG.get(Body, "semi-trailer-van").max_load is None
    assert CATALOG.get(Accessory, "full-trailer-front-tires").unknown == ("adds_tires",)
    assert CATALOG.get(Gear, "duellists-shades").unknown == ("weight",)
    assert CATALOG.get(HandWeapon, "needle-pistol").unknown == ("shots",)
    mines = {item.type: item for item in CATALOG.get(Weapon, "mine-flinger").rounds}
    assert mines["fake-mines"].unknown == ("mixable",)
    assert CATALOG.get(Accessory, "camera-holocube").aada_legal is None


def test_conflicts_are_kept() -> None:
    van = CATALOG.get(Body, "car-trailer-van-10")
    assert van.armor_cost == 19  # open question 44
    assert van.conflict == "armor_cost_per_point: A=10 (van) A=19 (flatbed of same size)"
    assert CATALOG.get(Booster, "jump-jet").cost_per_increment == 50  # open question 31
    assert "D=75" in (CATALOG.get(Booster, "jump-jet").conflict or "")
    hub = CATALOG.fitting("cycle-wheelhub")
    assert (hub.weight, hub.max_weight, hub.per_wheel) == (2, 20, 2)  # open questions 42 and 65
    assert hub.conflict == "weight_per_point: A=4 B=2; max_weight: A=40 B=20"
    assert sum(component.conflict is not None for component in EVERY) > 80


# -- restrictions ----------------------------------------------------------------------------------


def test_restrictions_name_what_there_is() -> None:
    """Rules are pages, bodies and class words exist, what is needed or shut out is a component or a condition."""
    bodies = CATALOG.all(Body)
    words = CLASS_WORDS | {body.id for body in bodies} | {body.vehicle_class for body in bodies}
    words |= {flag for body in bodies for flag in body.flags}
    ids = CONDITIONS | {component.id for component in EVERY}
    pages = rule_pages()
    for component in EVERY:
        for name in ("rule", "exclude_rule", "group_rule", "size_rule", "armor_rule"):
            rule = getattr(component, name, None)
            assert rule is None or rule in pages, (component.id, rule)
        for restriction in component.restrictions:
            assert restriction.rule in pages, (component.id, restriction.rule)
            assert restriction.severity in (None, "error", "warning", "note")
            named = (*restriction.only_on, *restriction.not_on, *restriction.when_on)
            assert set(named) <= words, (component.id, named)
            assert {word for alternatives in restriction.requires for word in alternatives} <= ids, component.id
            assert set(restriction.excludes) <= ids, component.id


def barred(restriction: Restriction, body: Body) -> bool:
    here = bool(restriction.only_on) and not any(body.is_a(word) for word in restriction.only_on)
    return here or any(body.is_a(word) for word in restriction.not_on)


def test_one_rule_bars_a_component_from_a_body() -> None:
    """No two restrictions report one fault: on every body at most one of a component's speaks."""
    for component in EVERY:
        for body in CATALOG.all(Body):
            rules = [restriction.rule for restriction in component.restrictions if barred(restriction, body)]
            assert len(rules) <= 1, (component.id, body.id, rules)


def test_a_pair_is_stated_once() -> None:
    pairs: dict[tuple[type[Component], frozenset[str]], str] = {}
    for component in EVERY:
        shut_out = [word for restriction in component.restrictions for word in restriction.excludes]
        for word in (*shut_out, *getattr(component, "excludes", ())):
            if word in CONDITIONS:
                continue
            pair = (type(component), frozenset({component.id, word}))
            assert pair not in pairs, (component.id, word)
            pairs[pair] = component.id


@pytest.mark.parametrize(
    ("accessory", "body", "rule"),
    [
        # "One fault, one finding" of the rules page, and the rules it names
        ("ramplate", "heavy-cycle", "CYC-NONE"),
        ("ramplate", "heavy-sidecar", "CYC-NONE"),
        ("ramplate", "heavy-trike", "TRK-RAM"),
        ("ramplate", "reversed-heavy-trike", None),
        ("ramplate", "car-trailer-van-10", "TRL-NO"),
        ("ramplate", "semi-trailer-van", "ACC-RAMPLATE-WHO"),
        ("ramplate", "ten-wheeler-carrier-van", "ACC-RAMPLATE-WHO"),
        ("ramplate", "minibus", None),
        ("fake-ramplate", "light-trike", "TRK-RAM"),
        ("airdam", "medium-cycle", "CYC-NONE"),
        ("airdam", "medium-trike", "TRK-RAM"),
        ("spoiler", "medium-cycle", None),
        ("active-suspension", "bus-30-foot", "SUS-ACTIVE-LIMITS"),
        ("active-suspension", "car-trailer-van-6", "TRL-NO"),
        ("active-suspension", "heavy-cycle", None),
        ("antilock-brakes", "bus-30-foot", "ACC-ABS"),
        ("antilock-brakes", "sedan", None),
        ("heavy-duty-transmission", "heavy-cycle", "CYC-NONE"),
        ("heavy-duty-transmission", "car-trailer-van-6", "TRL-NO"),
        ("heavy-duty-transmission", "ten-wheeler-carrier-van", "PRF-HDT-LIMITS"),
        ("sunroof", "car-trailer-flatbed-15", "ACC-SUNROOF"),
        ("sunroof", "sedan", None),
        ("convertible-hardtop", "station-wagon", "ACC-HARDTOP"),
        ("convertible-hardtop", "van", "ACC-HARDTOP"),
        ("convertible-hardtop", "pickup", None),
        ("convertible-hardtop", "car-trailer-van-10", "TRL-NO"),
        ("no-paint-windshield", "car-trailer-flatbed-15", "ACC-WINDSHIELD"),
        ("tinted-windows", "car-trailer-flatbed-15", "TRL-FLATBED"),
        ("amphibious-modifications", "light-cycle", "CYC-NONE"),
        ("amphibious-modifications", "sedan", None),
        ("stealth-car", "car-trailer-van-15", "TRL-NO"),
        ("stealth-car", "sedan", None),
        ("side-door", "sedan", "ACC-SIDEDOOR"),
        ("side-door", "van", None),
        ("passenger-accommodations", "heavy-cycle", "CYC-NONE"),
        ("safety-seat", "heavy-cycle", "CYC-NONE"),
        ("retractable-wheelguards", "heavy-cycle", "CYC-NONE"),
        ("assault-ramp", "sedan", "ACC-RAMPS"),
        ("assault-ramp", "van", None),
        ("wheel-ramps", "van", "ACC-RAMPS"),
        ("brushcutter", "car-trailer-van-10", "TRL-NO"),
        ("bumper-spikes-front", "car-trailer-van-10", "TRL-NO"),
        ("carbon-aluminum-frame", "dragster", "BOD-CAFRAME-RACE"),
        ("cycle-windshell", "sedan", "ACC-TABLE"),
        ("car-top-carrier-2", "heavy-cycle", "CYC-NONE"),
        ("tanker", "car-trailer-flatbed-15", "TRL-STYLE"),
        ("tanker", "car-trailer-van-15", None),
    ],
)
def test_who_may_have_what(accessory: str, body: str, rule: str | None) -> None:
    restrictions = CATALOG.get(Accessory, accessory).restrictions
    found = [r.rule for r in restrictions if barred(r, CATALOG.get(Body, body))]
    assert found == ([rule] if rule else [])


# -- names -----------------------------------------------------------------------------------------


def spellings(component: Component) -> Iterator[str]:
    for text in (component.id, component.name, *([component.abbr] if component.abbr else []), *component.aliases):
        yield from (text, text.upper(), text.lower(), text.replace("-", " "), text.replace(" ", "-"))


def test_every_name_means_its_component() -> None:
    """Any spelling of any name finds the component, or says which share it."""
    for group, kind in GROUPS.items():
        for component in CATALOG.all(kind):
            for text in spellings(component):
                found = CATALOG.find(kind, text)
                if isinstance(found, Unknown):
                    assert component.id in found.shared, (group, text)
                elif kind is not Suspension:  # those of cars and cycles share their names; the body decides
                    assert found is component, (group, text, found.id)


def test_a_grenade_of_no_kind_is_the_explosive_one() -> None:
    """The ordinary round of grenade launchers, too; one at $25 and 1 GE (Appendix 9)."""
    grenade = CATALOG.find(HandWeapon, "Grenade")
    assert isinstance(grenade, HandWeapon) and (grenade.id, grenade.cost, grenade.ge) == ("explosive-grenade", 25, 1)


def test_aliases_are_of_one_component() -> None:
    """Only abbreviations of the game are shared, and they are answered with those that share them."""
    shared = {
        text
        for kind in GROUPS.values()
        if kind is not Suspension
        for component in CATALOG.all(kind)
        for text in (component.name, *component.aliases)
        if isinstance(CATALOG.find(kind, text), Unknown)
    }
    assert not shared


@pytest.mark.parametrize(
    ("kind", "text", "id"),
    [
        (Weapon, "MG", "machine-gun"),
        (Weapon, "machinegun", "machine-gun"),
        (Weapon, "X-Ray Laser", "x-ray-laser"),
        (Weapon, "Spear 1000", "spear-1000-minedropper"),
        (Weapon, "HDFOJ", "heavy-flaming-oil-jet"),
        (PowerPlant, "Super", "electric-super"),
        (PowerPlant, "super pp", "electric-super"),
        (PowerPlant, "Small Cycle", "electric-small-cycle"),
        (PowerPlant, "350 CID", "gas-350-cid"),
        (Chassis, "X-Heavy", "extra-heavy"),
        (Chassis, "x-hvy ch.", "extra-heavy"),
        (Body, "Cpt", "compact"),
        (Body, "Midsized", "mid-sized"),
        (Body, "30' bus", "bus-30-foot"),
        (Body, "F1", "formula-one-indy"),
        (Tire, "PR", "puncture-resistant"),
        (Tire, "HD", "heavy-duty"),
        (TireOption, "SB", "steelbelted"),
        (PlantOption, "PC", "platinum-catalysts"),
        (PlantOption, "tubular headers", "tubular-headers"),
        (MountKind, "2-Space Turret", "turret-2"),
        (MountKind, "1-space EWP", "external-weapon-pod-1"),
        (Computer, "High-Resolution Single-Weapon Computer", "hi-res-single-weapon-computer"),
        (Accessory, "Anti-Lock Brakes", "antilock-brakes"),
        (Accessory, "HD Shocks", "heavy-duty-shock-absorbers"),
        (Gear, "BA", "body-armor"),
        (HandWeapon, "SMG", "submachine-gun"),
        (AmmunitionType, "normal", "standard"),
    ],
)
def test_names_players_write(kind: type[Component], text: str, id: str) -> None:
    found = CATALOG.find(kind, text)
    assert not isinstance(found, Unknown)
    assert found.id == id


def test_a_shared_name_is_answered_with_all() -> None:
    found = CATALOG.find(MountKind, "ewp")
    assert isinstance(found, Unknown)
    assert found.kind == "mount"
    assert found.shared == tuple(f"external-weapon-pod-{size}" for size in (1, 2, 3, 4))
    assert CATALOG.find(MountKind, "EWP", among=lambda m: m.size == 2) is CATALOG.get(
        MountKind, "external-weapon-pod-2"
    )


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    found = CATALOG.find(Weapon, "machin-gun")
    assert isinstance(found, Unknown)
    assert found.nearest[0] == "machine-gun"
    nothing = CATALOG.find(Weapon, "qqqqqq")
    assert isinstance(nothing, Unknown)
    assert nothing.nearest == () == nothing.shared


def test_the_body_decides_among_suspensions() -> None:
    for group, id in (("car", "car-heavy"), ("cycle", "cycle-heavy")):
        found = CATALOG.find(Suspension, "Hvy", among=lambda s, group=group: s.group == group)  # type: ignore[misc]
        assert not isinstance(found, Unknown)
        assert found.id == id


def test_kinds_of_a_name() -> None:
    assert {(c.kind, c.id) for c in CATALOG.kinds_of("PC")} == {
        ("plant option", "platinum-catalysts"),
        ("tire", "plasticore"),
    }
    assert [c.id for c in CATALOG.kinds_of("tank-gun")] == ["tank-gun"]
    assert {c.kind for c in CATALOG.kinds_of("fire-retardant-insulator")} == {"plant option", "weapon option"}
    assert CATALOG.kinds_of("no such thing") == ()


# -- figures of the rules page ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        # price, weight, load, spaces, cargo spaces, armor price and weight, turret, pod, platform (Appendix 1)
        ("subcompact", (300, 1000, 2300, 7, 0, 11, 5, 0, 1, 1)),
        ("compact", (400, 1300, 3700, 10, 0, 13, 6, 1, 1, 2)),
        ("luxury", (800, 1800, 5500, 19, 0, 20, 10, 2, 2, 2)),
        ("station-wagon", (800, 1800, 5500, 14, 7, 20, 10, 2, 2, 2)),
        ("pickup", (900, 2100, 6500, 13, 11, 22, 11, 2, 2, 2)),
        ("camper", (1400, 2300, 6500, 17, 7, 30, 14, 3, 3, 3)),
        ("van", (1000, 2000, 6000, 24, 6, 30, 14, 3, 3, 3)),
        ("sprint", (5600, 300, 3200, 10, 0, 15, 7, 2, 2, 2)),
        ("dragster", (6200, 600, 4000, 16, 0, 20, 8, 2, 2, 2)),
        ("pickup-extended-cab-2", (2400, 2350, 6500, 16, 12, 24, 12, 2, 2, 2)),
        # Appendix 2
        ("medium-cycle", (300, 300, 1100, 5, 0, 11, 5, -1, 1, 0)),
        ("heavy-sidecar", (450, 350, 750, 3, 0, 5, 6, 0, 0, 0)),
        ("extra-heavy-trike", (550, 950, 3500, 14, 0, 16, 8, 2, 2, 2)),
        ("reversed-extra-heavy-trike", (825, 950, 3500, 13, 0, 16, 8, 2, 2, 2)),
        ("minibus", (4000, 3000, 12000, 35, 0, 32, 14, 4, 3, 3)),
        ("bus-40-foot", (7000, 5500, 21000, 60, 0, 40, 18, 4, 4, 3)),
        ("ten-wheeler-carrier-dumper", (4000, 2300, None, 30, 0, 30, 14, -1, 3, 0)),
        ("semi-tractor-sleeper-longnose", (20000, 4100, 13500, 27, 0, 34, 16, 4, 3, 3)),
        ("semi-trailer-dual-flatbed", (4500, 3000, None, 6, 70, 40, 18, -1, 0, 0)),
        # Appendix 3
        ("car-trailer-mini-van", (200, 400, 900, 3, 0, 9, 5, 0, 1, 1)),
        ("car-trailer-van-25", (1600, 3300, 11900, 46, 0, 35, 17, 4, 3, 3)),
        ("car-trailer-flatbed-30", (1250, 2300, 18600, 4, 35, 40, 18, -1, 0, 0)),
    ],
)
def test_bodies(id: str, figures: tuple[int | None, ...]) -> None:
    b = CATALOG.get(Body, id)
    plain = (b.cost, b.weight, b.max_load, b.spaces, b.cargo_spaces, b.armor_cost, b.armor_weight)
    assert (*plain, b.max_turret, b.max_pod, b.max_platform) == figures


def test_limits_of_bodies() -> None:
    """Facts of bodies that rules ask for."""
    get = {body.id: body for body in CATALOG.all(Body)}
    for body in get.values():
        open_wheels = body.id in ("formula-one-indy", "dragster", "sprint")  # WHL-RACE
        assert body.wheelguards is not open_wheels
        assert body.slicks_rear_only is (body.id in ("dragster", "funny-car"))  # RAC-SLICKS
        assert body.double_acceleration is (body.id in ("dragster", "funny-car"))  # PRF-ACCEL-DRAG
        needs_six = body.vehicle_class in ("pickup", "camper", "van")  # BOD-SIXWHEEL-REQUIRED
        assert body.min_chassis_wheels == (6 if needs_six else None)
        assert (body.plant_class is None) is body.towed
    assert {b.id for b in get.values() if b.max_wheels == 4 and b.vehicle_class == "car"} == {"subcompact", "compact"}
    assert get["dragster"].front_tire_class == "cycle" and get["dragster"].front_weapon_spaces == 2
    assert get["formula-one-indy"].handling_class == 6 and get["can-am"].handling_class == 5
    assert get["minibus"].handling_class == 1 and get["car-trailer-van-6"].handling_class is None
    assert get["heavy-cycle"].cycle_guard_axles == ("front", "back")
    assert get["heavy-trike"].cycle_guard_axles == ("front",)
    assert get["reversed-heavy-trike"].cycle_guard_axles == ("back",)
    assert get["heavy-sidecar"].cycle_guard_axles == ("back",)
    assert get["cycle-turret-sidecar-2"].included_mount == "turret-2"
    assert get["heavy-cycle"].weapon_divisor is None and get["subcompact"].weapon_divisor == 3
    assert get["car-trailer-flatbed-15"].face_weapon_spaces == 4 and get["car-trailer-mini-van"].face_weapon_spaces == 3
    assert get["semi-trailer-flatbed"].face_weapon_spaces == 6
    assert get["ten-wheeler-carrier-dumper"].total_weapon_spaces == 5
    assert get["semi-trailer-dumper"].total_weapon_divisor == 6
    assert get["semi-trailer-tanker"].min_plastic_per_face == 20 and get["semi-trailer-tanker"].min_metal_per_face == 4
    assert get["semi-tractor-standard-cabover"].min_rated_load == 40000
    assert get["bus-30-foot"].passenger_spaces == 2 and get["bus-30-foot"].passenger_baggage == 50
    assert get["semi-trailer-van"].passenger_spaces == 2 and get["luxury"].passenger_spaces == 1
    assert get["heavy-cycle"].free_passengers == 1 and get["heavy-sidecar"].free_passengers == 0
    assert get["pickup"].heavy_handling_weight == 5500 and get["pickup"].hardtop_spaces == 2
    assert get["bus-30-foot"].side_dischargers == 4 and get["bus-30-foot"].corner_spaces == 4
    assert get["sedan"].side_dischargers == 2 and get["heavy-cycle"].side_dischargers == 0
    assert get["heavy-sidecar"].side_dischargers == 1 and get["heavy-trike"].corner_spaces == 0
    assert get["car-trailer-van-25"].tongue_dp == 4 and get["car-trailer-van-25"].rear_wheels == 8
    assert get["car-trailer-flatbed-15"].box_armor_cost == 9 and get["semi-trailer-flatbed"].box_armor_cost == 11
    assert get["bus-30-foot"].faces == 10 and get["heavy-cycle"].faces == 2 and get["heavy-sidecar"].faces == 6


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        # price, weight, spaces, DP, power factors or rated load, mpg (Appendix 4)
        ("electric-small-cycle", (500, 100, 1, 2, 400, None)),
        ("electric-super-trike", (3000, 250, 3, 6, 1200, None)),
        ("electric-super", (3000, 1100, 6, 12, 2600, None)),
        ("electric-thundercat", (12000, 2000, 8, 15, 6700, None)),
        ("electric-truck-regular", (15000, 3000, 10, 20, 40000, None)),
        ("gas-10-cid", (400, 60, 1, 1, 300, 80)),
        ("gas-300-cid", (7800, 825, 6, 16, 4000, 22)),
        ("gas-700-cid", (19000, 1275, 14, 30, 13000, 10)),
        ("gas-truck-large", (27500, 4000, 12, 32, 60000, 8)),
    ],
)
def test_plants(id: str, figures: tuple[int | None, ...]) -> None:
    p = CATALOG.get(PowerPlant, id)
    assert (p.cost, p.weight, p.spaces, p.dp, p.power_factors or p.rated_load, p.mpg) == figures


def test_power_units() -> None:
    """50 a space for car and truck plants, 25 a damage point for cycle plants (ELE-POWER-UNITS)."""
    for plant in CATALOG.all(PowerPlant):
        if plant.fuel == "electric":
            assert plant.power_units == (25 * plant.dp if plant.plant_class == "cycle" else 50 * plant.spaces)


def test_plant_options() -> None:
    get = {option.id: option for option in CATALOG.all(PlantOption)}
    assert (get["platinum-catalysts"].cost_share, get["platinum-catalysts"].power_share) == (
        Fraction(1, 5),
        Fraction(1, 20),
    )
    assert (get["carburetor"].cost_share, get["carburetor"].mpg_change) == (Fraction(-1, 4), -2)
    blower = get["supercharger"]
    assert (blower.cost, blower.cost_per_power_factor, blower.weight_share) == (3000, Fraction(2, 5), Fraction(1, 5))
    assert (blower.spaces, blower.acceleration, blower.acceleration_when, blower.min_cid) == (1, 5, "always", 150)
    assert get["turbocharger"].acceleration_when == "burst" and not get["turbocharger"].truck_allowed
    assert get["truck-turbocharger"].cost == 2000 and not get["truck-turbocharger"].car_allowed
    assert get["heavy-duty-high-torque-motors"].cost_per_wheel == 200
    assert get["heavy-duty-high-torque-motors"].top_speed_factor == Fraction(2, 3)
    assert get["fire-retardant-insulator"].fuels == ("electric", "gas")
    battery = CATALOG.get(Accessory, "laser-battery")
    assert (battery.cost, battery.weight, battery.spaces, battery.dp, battery.power_units_stored) == (
        500,
        100,
        1,
        1,
        100,
    )
    assert battery.plant_part and battery.multiple == "any"
    for id, cost, weight in (("fire-extinguisher", 300, 150), ("improved-fire-extinguisher", 500, 200)):
        extinguisher = CATALOG.get(Accessory, id)
        assert (extinguisher.cost, extinguisher.weight, extinguisher.spaces) == (cost, weight, 1)
        assert extinguisher.plant_part and extinguisher.group_rule == "ELE-EXTINGUISHER"


@pytest.mark.parametrize(
    ("id", "figures"),
    [("economy", (2, 1, 2)), ("heavy-duty", (5, 2, 4)), ("racing", (10, 5, 4)), ("duelling", (25, 10, 8))],
)
def test_gas_tanks(id: str, figures: tuple[int, int, int]) -> None:
    tank = CATALOG.get(GasTank, id)
    assert (tank.cost_per_gallon, tank.weight_per_gallon, tank.dp) == figures
    assert (tank.fuel_cost_per_gallon, tank.fuel_weight_per_gallon) == (40, 6)  # open question 33


@pytest.mark.parametrize(
    ("id", "car", "truck"),
    [
        ("standard", (50, 30, 4), (150, 60, 8)),
        ("puncture-resistant", (200, 50, 9), (600, 100, 18)),
        ("plasticore", (1000, 150, 25), (3000, 300, 40)),
    ],
)
def test_tires(id: str, car: tuple[int, int, int], truck: tuple[int, int, int]) -> None:
    tire = CATALOG.get(Tire, id)
    assert (tire.car.cost, tire.car.weight, tire.car.dp) == car
    assert (tire.truck.cost, tire.truck.weight, tire.truck.dp) == truck


def test_tire_options() -> None:
    get = {option.id: option for option in CATALOG.all(TireOption)}
    assert [o.id for o in sorted(get.values(), key=lambda o: o.order)] == [
        *("steelbelted", "radial", "off-road", "slick", "snow", "fireproof", "tire-chains")
    ]
    assert (get["radial"].cost_share, get["radial"].weight_share, get["radial"].dp) == (
        Fraction(3, 2),
        Fraction(1, 5),
        -1,
    )
    assert (get["slick"].cost_share, get["slick"].weight_share, get["slick"].dp) == (3, 1, 1)
    assert (get["off-road"].weight, get["off-road"].weight_cycle) == (5, Fraction(5, 2))
    assert (get["snow"].cost, get["snow"].cost_if_off_road) == (100, 50)
    assert get["fireproof"].total_cost_multiplier == 2
    assert (get["tire-chains"].cost, get["tire-chains"].weight, get["tire-chains"].top_speed_change) == (25, 5, -10)
    assert {o.id for o in get.values() if o.handling_option} == {"radial", "off-road", "slick"}


@pytest.mark.parametrize(
    ("id", "cost", "weight"),
    [
        ("plastic", "1", "1"),
        ("laser-reflective", "1.1", "1.1"),
        ("fireproof", "2", "1"),
        ("laser-reflective-fireproof", "2.5", "1.1"),
        ("radarproof", "2", "1"),
        ("radarproof-fireproof", "4", "1"),
        ("metal", "2.5", "5"),
        ("laser-reflective-metal", "2.75", "5"),
    ],
)
def test_armor(id: str, cost: str, weight: str) -> None:
    armor = CATALOG.get(ArmorType, id)
    assert (armor.cost_factor, armor.weight_factor) == (Fraction(cost), Fraction(weight))


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        # price, weight, body spaces, room (Appendix 6)
        ("turret-0", (750, 75, 1, 0)),
        ("turret-4", (3500, 400, 2, 4)),
        ("pop-up-turret-1", (2000, 300, 3, 1)),  # open question 45
        ("cupola-3", (3500, 400, 2, 3)),
        ("pop-up-cupola-4", (6500, 750, 6, 4)),
        ("sponson-turret-2", (1125, 100, 2, 2)),
        ("rocket-platform-3", (150, 200, 0, 3)),
        ("external-weapon-pod-2", (1000, 250, 0, 2)),
        ("rocket-external-weapon-pod-4", (1500, 300, 0, 4)),
        ("pintle-mount-1", (150, 20, 0, 1)),
        ("fake-turret", (250, 50, 0, None)),
    ],
)
def test_mounts(id: str, figures: tuple[int | None, ...]) -> None:
    m = CATALOG.get(MountKind, id)
    assert (m.cost, m.weight, m.spaces, m.capacity) == figures


def test_hitches() -> None:
    for id, figures in (
        ("hitch-light", (250, 10, 2000, 1)),
        ("hitch-standard", (350, 20, 6000, 1)),
        ("hitch-heavy", (500, 30, 12000, 2)),
        ("hitch-extra-heavy", (650, 40, 20000, 3)),
    ):
        hitch = CATALOG.get(Accessory, id)
        assert (hitch.cost, hitch.weight, hitch.pulls, hitch.dp) == figures
        assert (hitch.armor_cost, hitch.armor_weight, hitch.armor_max_weight) == (15, 4, 40)
        assert hitch.exclusive_group == "hitch" and hitch.group_rule == "ACC-HITCH"


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        # price, weight, spaces, DP, shots, level (Appendix 7)
        ("light-machine-gun", (850, 100, "1", 2, 20, "catalog")),
        ("machine-gun", (1000, 150, "1", 3, 20, "classic")),
        ("vulcan-machine-gun", (2000, 350, "2", 3, 20, "classic")),
        ("gauss-gun", (10000, 300, "2", 3, 10, "compendium")),
        ("gatling-cannon", (7000, 750, "5", 5, 10, "military")),
        ("anti-tank-gun", (2000, 600, "3", 5, 10, "classic")),
        ("mini-rocket", (0, 0, "1/3", 1, 1, "classic")),
        ("light-rocket", (0, 0, "1/2", 1, 1, "classic")),
        ("variable-fire-rocket-pod", (2000, 200, "3", 5, 30, "compendium")),
        ("targeting-laser", (1000, 50, "0", 1, 0, "compendium")),
        ("heavy-laser", (12000, 1000, "3", 2, 0, "classic")),
        ("flame-cloud-ejector", (500, 50, "2", 2, 10, "compendium")),  # open question 46
        ("point-defense-grenade-discharger", (150, 5, "0", 0, 0, "compendium")),
        ("stickyfoam-sprayer", (750, 25, "2", 3, 25, "catalog")),
        ("spear-1000-minedropper", (750, 150, "2", 2, 5, "classic")),
        ("smoke-discharger", (50, 5, "0", 0, 0, "compendium")),
        ("heavy-minedropper", (1500, 250, "4", 3, 10, "military")),
    ],
)
def test_weapons(id: str, figures: tuple[int, int, str, int, int, str]) -> None:
    w = CATALOG.get(Weapon, id)
    cost, weight, spaces, dp, shots, level = figures
    assert (w.cost, w.weight, w.spaces, w.dp, w.shots) == (cost, weight, Fraction(spaces), dp, shots)
    assert w.tech_level == level


@pytest.mark.parametrize(
    ("weapon", "type", "cost", "weight", "mixable"),
    [
        ("machine-gun", "standard", "25", "2.5", True),
        ("machine-gun", "incendiary", "37.5", "2.5", True),
        ("vulcan-machine-gun", "high-density", "70", "10", True),
        ("anti-tank-gun", "apfsds", "100", "15", False),
        ("autocannon", "depleted-uranium", "750", "30", True),
        ("rocket-launcher", "incendiary", "60", "11", False),
        ("light-rocket", "armor-piercing", "112.5", "25", True),
        ("micromissile-launcher", "foam", "10", "2.5", True),
        ("flamethrower", "high-temperature", "100", "7.5", False),
        ("paint-gun", "glow-in-the-dark-paint", "100", "5", False),
        ("spikedropper", "explosive-spikes", "50", "5", True),
        ("minedropper", "napalm-mines", "60", "5", True),
        ("super-rocket", "standard", "15000", "150", True),
        ("junk-dropper", "standard", "0", "10", True),
    ],
)
def test_rounds(weapon: str, type: str, cost: str, weight: str, mixable: bool) -> None:
    found = {item.type: item for item in CATALOG.get(Weapon, weapon).rounds}[type]
    assert (found.cost, found.weight, found.mixable) == (Fraction(cost), Fraction(weight), mixable)


def test_flags_a_league_bans_by() -> None:
    """Droppers, launchers, flingers, dischargers, grenades, plastique, kamikaze bombs, smoke and flare rockets."""
    flagged = {component.id for component in EVERY if "indirect-fire" in component.flags}
    assert {
        *("minedropper", "oil-jet", "smokescreen", "grenade-launcher", "starshell-launcher", "mine-flinger"),
        *("smoke-discharger", "fake-discharger", "smoke-grenade", "plastique-brick", "kamibomb", "smoke", "flare"),
    } <= flagged
    assert not {"machine-gun", "rocket-launcher", "laser", "armor-piercing", "ramplate"} & flagged


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        # price, weight, spaces, DP (Appendix 8, ACC rules)
        ("amphibious-modifications", (6000, 200, "2", 4)),
        ("armored-beer-refrigerator", (250, 50, "2", 20)),
        ("camouflage-netting", (35, 20, "0.5", 0)),
        ("cargo-safe", (22000, 12000, "15", 0)),
        ("nbc-shielding", (60000, 50, "1", 2)),
        ("assault-ramp", (1000, 100, "1", 0)),
        ("vehicular-camera", (1500, 25, "0.5", 1)),
        ("remote-control-guidance-transmitter", (2000, 200, "3", 0)),
        ("semi-trailer-emergency-plate", (1500, 800, "2", 8)),
        ("active-suspension", (4000, 100, "0", 0)),
        ("antilock-brakes", (1000, 0, "0", 0)),
        ("cycle-windshell", (500, 50, "0", 2)),
        ("retractable-wheelguards", (250, 50, "1", 0)),
        ("windjammer-retractable", (700, 100, "1", 0)),
        ("ejection-seat", (500, 100, "0", 0)),
        ("safety-seat", (500, 25, "0", 0)),
        ("extra-driver-controls", (1000, 50, "0", 0)),
    ],
)
def test_accessories(id: str, figures: tuple[int, int, str, int]) -> None:
    a = CATALOG.get(Accessory, id)
    cost, weight, spaces, dp = figures
    assert (a.cost, a.weight, a.spaces, a.dp) == (cost, weight, Fraction(spaces), dp)


def test_accessories_priced_otherwise() -> None:
    get = {accessory.id: accessory for accessory in CATALOG.all(Accessory)}
    assert get["ramplate"].front_armor_cost_factor == Fraction(3, 2)
    assert get["ramplate"].front_armor_weight_factor == Fraction(1, 2)
    assert get["ramplate"].sloped_surcharge and get["fake-ramplate"].sloped_surcharge
    assert not get["spoiler"].sloped_surcharge and not get["bumper-spikes-front"].sloped_surcharge
    for id, cost, weight, factors in (
        ("spoiler", 25, 10, True),
        ("spoiler-metal", 10, 2, True),
        ("fake-ramplate", 5, 5, True),
        ("body-blades", 3, 3, False),
        ("stealthkote-shield", 10, 1, False),
    ):
        a = get[id]
        assert (a.cost_armor_points, a.weight_armor_points, a.armor_type_factors) == (cost, weight, factors)
    assert (get["roll-cage"].cost_per_face, get["roll-cage"].weight_armor_points_per_face) == (150, 5)
    assert get["heavy-duty-shock-absorbers"].cost_per_wheel == 400
    assert get["heavy-duty-shock-absorbers"].weight_per_wheel == 5
    assert get["heavy-duty-brakes"].cost_per_wheel == 100 and get["overdrive"].cost_per_wheel == 100
    transmission = get["heavy-duty-transmission"]
    assert (transmission.body_cost_factor, transmission.weight, transmission.spaces) == (1, 300, 2)
    assert transmission.chassis_in_price
    assert get["convertible-hardtop"].spaces_share == Fraction(1, 6)
    assert get["carbon-aluminum-frame"].body_cost_multiplier == 4
    assert get["carbon-aluminum-frame"].body_weight_multiplier == Fraction(1, 2)
    tanker = get["tanker"]
    assert (tanker.body_cost_multiplier, tanker.body_weight_multiplier) == (Fraction(5, 2), Fraction(8, 5))
    assert (tanker.body_spaces_loss, tanker.min_plastic_per_face) == (Fraction(3, 20), 20)
    assert get["dumper"].body_weight_multiplier == 2 and get["dumper"].body_spaces_loss == 0
    carriers = [(get[f"car-top-carrier-{n}"].armor_cost, get[f"car-top-carrier-{n}"].armor_weight) for n in (2, 4, 6)]
    assert carriers == [(5, 2), (7, 3), (11, 6)]
    assert {a.top_speed_percent for a in get.values() if "car-top-carrier" in a.id} == {-10}
    assert {a.id for a in get.values() if a.handling_at_60} == {
        *("spoiler", "airdam", "spoiler-metal", "airdam-metal", "cycle-windshell")
    }
    assert {a.id for a in get.values() if a.draws_power == "yes"} == {
        *("radar", "long-range-radar", "infrared-sighting-system")
    }


def test_lost_with_the_plant() -> None:
    """ACC-PLANT-LINKED and the marks of Appendix 8."""
    assert {a.id for a in CATALOG.all(Accessory) if a.lost_with_plant} == {
        *("fire-extinguisher", "improved-fire-extinguisher", "laser-battery"),
        *("autopilot", "computer-gunner", "eris-receiver", "radar-jammer", "vehicular-computer", "birdcatcher"),
        *("remote-control-guidance-receiver", "remote-control-guidance-transmitter"),
    }


def test_what_may_repeat() -> None:
    """ "May repeat" of Appendix 8, and what is bought once a face, side or axle (ACC-TABLE)."""
    get = {accessory.id: accessory.multiple for accessory in CATALOG.all(Accessory)}
    for id in (
        *("bulk-ammo-box", "camera-holocube", "computer-navigator-map-cube", "eris-transmitter", "fake-passenger"),
        *("moving-fake-passenger", "laser-reactive-web", "passenger-accommodations", "sleeping-area"),
        *("remote-control-guidance-transmitter", "weapon-timer", "laser-battery", "atad-sensor-package"),
    ):
        assert get[id] == "any", id
    assert get["side-door"] == "per-side"
    assert get["stealthkote-shield"] == "per-face"
    assert get["retractable-wheelguards"] == "per-axle"
    assert get["radar"] == "once"


@pytest.mark.parametrize(
    ("id", "cost", "weight", "ge"),
    [
        # Appendix 9
        ("backpack", 40, 5, 0),
        ("medikit", 1000, 50, 6),
        ("tool-kit", 600, 40, 6),
        ("portable-fire-extinguisher", 150, 20, 3),
        ("flak-jacket", 150, 5, 3),
        ("body-armor", 250, 10, 0),
    ],
)
def test_gear(id: str, cost: int, weight: int, ge: int) -> None:
    gear = CATALOG.get(Gear, id)
    assert (gear.cost, gear.weight, gear.ge) == (cost, weight, ge)


def test_what_a_person_carries() -> None:
    for id in ("improved-body-armor", "impact-armor"):
        suit = CATALOG.get(Gear, id)
        assert (suit.max_ge, suit.ge, suit.suit) == (5, 0, True)  # CRW-GE-LIMIT
    assert CATALOG.get(Gear, "backpack").extra_ge == 5
    assert dict(CATALOG.get(Gear, "battle-vest").stows) == {"pistol": 1, "grenade": 2, "knife": 1, "clip": 2}
    assert CATALOG.constant("crew-carry-limit") == 6


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("submachine-gun", (250, 9, 2, 10, 12)),
        ("bazooka", (1500, 20, 4, 1, 50)),
        ("portable-micromissile-launcher", (900, 30, 5, 8, 30)),
        ("heavy-pistol", (100, 3, 1, 8, 1)),
    ],
)
def test_hand_weapons(id: str, figures: tuple[int, ...]) -> None:
    w = CATALOG.get(HandWeapon, id)
    assert (w.cost, w.weight, w.ge, w.shots, w.rounds[0].cost) == figures


def test_constants_are_exact() -> None:
    assert CATALOG.constant("streamlining-and-sloping-space-loss") == Fraction(3, 20)
    assert CATALOG.constant("top-speed-factor-electric") == 360
    assert CATALOG.constant("top-speed-rounding") == Fraction(5, 2)
    assert CATALOG.constant("six-wheel-cost") == 100
    assert CATALOG.constant("sloped-armor-cost") == Fraction(11, 10)


# -- overlays --------------------------------------------------------------------------------------


def test_an_overlay_corrects_and_adds() -> None:
    laid = CATALOG.with_overlay(
        "our.yaml",
        {
            "weapons": {
                "machine-gun": {"cost": 900, "rounds": {"incendiary": {"cost": Decimal("40.5")}}},
                "popgun": {
                    "name": "Popgun",
                    "category": "small-bore",
                    "cost": 5,
                    "weight": 1,
                    "spaces": "1/3",
                    "dp": 1,
                },
            }
        },
    )
    gun = laid.get(Weapon, "machine-gun")
    assert (gun.cost, gun.weight, gun.overlay) == (900, 150, "our.yaml")
    assert {item.type: item.cost for item in gun.rounds}["incendiary"] == Fraction(81, 2)
    assert len(gun.rounds) == 5
    assert laid.find(Weapon, "mg") is gun
    popgun = laid.find(Weapon, "Popgun")
    assert not isinstance(popgun, Unknown)
    assert popgun.spaces == Fraction(1, 3)
    assert laid.all(Weapon)[-1] is popgun
    assert laid.get(Weapon, "laser").overlay is None
    assert CATALOG.get(Weapon, "machine-gun").cost == 1000
    assert laid.fingerprint == CATALOG.fingerprint
    twice = laid.with_overlay("more.yaml", {"weapons": {"machine-gun": {"weight": 140}}})
    assert (twice.get(Weapon, "machine-gun").cost, twice.get(Weapon, "machine-gun").weight) == (900, 140)


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        ([], (), "mapping"),
        ({"weapon": {}}, ("weapon",), "weapons"),
        ({"weapons": []}, ("weapons",), "mapping"),
        ({"weapons": {"machine-gun": 5}}, ("weapons", "machine-gun"), "mapping"),
        ({"weapons": {"machine-gun": {"cots": 5}}}, ("weapons", "machine-gun", "cots"), "cost"),
        ({"weapons": {"machine-gun": {"cost": "5"}}}, ("weapons", "machine-gun", "cost"), "whole"),
        ({"weapons": {"machine-gun": {"spaces": "1/0"}}}, ("weapons", "machine-gun", "spaces"), "fraction"),
        ({"weapons": {"machine-gun": {"name": 5}}}, ("weapons", "machine-gun", "name"), "text"),
        ({"weapons": {"machine-gun": {"dropped": 1}}}, ("weapons", "machine-gun", "dropped"), "true or false"),
        ({"weapons": {"machine-gun": {"draws_power": "maybe"}}}, ("weapons", "machine-gun", "draws_power"), "one of"),
        ({"weapons": {"machine-gun": {"flags": "x"}}}, ("weapons", "machine-gun", "flags"), "list"),
        ({"weapons": {"x": {"name": "X"}}}, ("weapons", "x"), "category, cost, weight, spaces, dp"),
        (
            {"weapons": {"machine-gun": {"rounds": {"heat": {"cost": 5}}}}},
            ("weapons", "machine-gun", "rounds", "heat"),
            "weight",
        ),
        (
            {"accessories": {"radar": {"restrictions": [{"rule": "NO-SUCH"}]}}},
            ("accessories", "radar", "restrictions", 0, "rule"),
            "NO-SUCH",
        ),
    ],
)
def test_a_bad_overlay_says_where(data: object, path: tuple[str | int, ...], words: str) -> None:
    with pytest.raises(CatalogError) as caught:
        CATALOG.with_overlay("our.yaml", data)
    assert caught.value.path == path
    assert words in caught.value.message


def test_components_are_frozen() -> None:
    with pytest.raises(AttributeError):
        CATALOG.get(Weapon, "laser").cost = 1  # type: ignore[misc]
    with pytest.raises(KeyError):
        CATALOG.get(Weapon, "no-such-thing")
    assert isinstance(CATALOG, Catalog)


# -- pages -----------------------------------------------------------------------------------------


def test_rule_pages() -> None:
    pages = rule_pages()
    ids = list(pages)
    assert ids[0] == "BOD-ONE-BODY"
    assert ids.index("THR-LIMIT") < ids.index("WPN-TABLE") < ids.index("PLC-DEFAULT-FACE")
    page = pages["THR-LIMIT"]
    assert (page.theme, page.theme_title, page.severity) == ("THR", "One-third rule", "error")
    assert len(pages) == len(ids) == len(set(ids))
    for id, found in pages.items():
        assert found.id == id
        assert found.severity in ("error", "warning", "note")
        assert found.title
