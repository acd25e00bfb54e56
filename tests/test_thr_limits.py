"""The weapon-space limit of a face on every body (THR-LIMIT, THR-EXEMPT, TRL-LIMITS, OVR-FACES, TRK-THIRD)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from case_sheets import check
from cwdesign.catalog import load_catalog
from cwdesign.components import Body
from cwdesign.settings import Settings

# A third of the interior spaces of the appendices, rounded down; in brackets interior + cargo.
LIMITS: dict[str, int | None] = {
    "subcompact": 2,  # 7
    "compact": 3,  # 10
    "mid-sized": 4,  # 13
    "sedan": 5,  # 16
    "luxury": 6,  # 19
    "station-wagon": 4,  # 14 (+ 7)
    "pickup": 4,  # 13 (+ 11)
    "pickup-extended-cab-1": 4,  # 14 (+ 10)
    "pickup-extended-cab-2": 5,  # 16 (+ 12)
    "camper": 5,  # 17 (+ 7)
    "van": 8,  # 24 (+ 6)
    "formula-one-indy": 5,  # 15
    "can-am": 6,  # 18
    "sprint": 3,  # 10
    "funny-car": 6,  # 20
    "dragster": 5,  # 16, and 2 in front
    "light-cycle": None,
    "medium-cycle": None,
    "heavy-cycle": None,
    "light-sidecar": None,
    "heavy-sidecar": None,
    "cycle-turret-sidecar-1": None,
    "cycle-turret-sidecar-2": None,
    "light-trike": 2,  # 8
    "medium-trike": 3,  # 10
    "heavy-trike": 4,  # 12
    "extra-heavy-trike": 4,  # 14
    "reversed-light-trike": 2,  # 7
    "reversed-medium-trike": 3,  # 9
    "reversed-heavy-trike": 3,  # 11
    "reversed-extra-heavy-trike": 4,  # 13
    "minibus": 11,  # 35
    "bus-30-foot": 15,  # 45
    "bus-40-foot": 20,  # 60
    "ten-wheeler-cab-cabover": 5,  # 17
    "ten-wheeler-cab-longnose": 6,  # 20
    "ten-wheeler-carrier-flatbed": 6,  # fixed
    "ten-wheeler-carrier-van": 10,  # 30
    "ten-wheeler-carrier-reefer": 8,  # 25
    "ten-wheeler-carrier-tanker": 8,  # 25
    "ten-wheeler-carrier-dumper": 10,  # 30, and 5 in all
    "semi-tractor-standard-cabover": 6,  # 19
    "semi-tractor-standard-longnose": 7,  # 22
    "semi-tractor-sleeper-cabover": 8,  # 24
    "semi-tractor-sleeper-longnose": 9,  # 27
    "semi-trailer-flatbed": 6,  # fixed
    "semi-trailer-dual-flatbed": 6,  # fixed
    "semi-trailer-van": 26,  # 80
    "semi-trailer-reefer": 25,  # 75
    "semi-trailer-tanker": 20,  # 60
    "semi-trailer-dumper": 23,  # 70, and a sixth in all
    "car-trailer-mini-van": 3,  # fixed
    "car-trailer-van-6": 4,  # 12
    "car-trailer-flatbed-6": 4,  # fixed, as all that follow
    "car-trailer-van-10": 6,  # 20
    "car-trailer-flatbed-10": 4,
    "car-trailer-van-15": 10,  # 30
    "car-trailer-flatbed-15": 4,
    "car-trailer-van-20": 12,  # 38
    "car-trailer-flatbed-20": 4,
    "car-trailer-van-25": 15,  # 46
    "car-trailer-flatbed-25": 4,
    "car-trailer-van-30": 18,  # 54
    "car-trailer-flatbed-30": 4,
}

WITH_CARGO = {
    "station-wagon": 7,
    "pickup": 8,
    "pickup-extended-cab-1": 8,
    "pickup-extended-cab-2": 9,
    "camper": 8,
    "van": 10,
}
"""Where `one_third_base: interior-and-cargo` makes a difference."""


def test_every_body_is_listed() -> None:
    """The table above holds every body of the catalog."""
    assert set(LIMITS) == {body.id for body in load_catalog().all(Body)}


@pytest.mark.parametrize("body", LIMITS)
@pytest.mark.parametrize("base", ["interior", "interior-and-cargo"])
def test_limit(body: str, base: str) -> None:
    """The limit that a report shows for a body, under both readings of the base."""
    settings = Settings(one_third_base=base)  # type: ignore[arg-type]
    totals = check(f"name: Bare body\nbody: {{type: {body}}}\n", settings).totals
    assert totals is not None
    expected = WITH_CARGO.get(body, LIMITS[body]) if base == "interior-and-cargo" else LIMITS[body]
    assert totals.weapon_spaces_per_face == expected


@pytest.mark.parametrize(
    ("change", "interior", "limit"),
    # SPC-SLOPE-ROUNDING, SPC-SLOPE-AND-STREAMLINE: 19 keep 17 by either, 16 by both
    [
        ("", 19, 6),
        (", sloped: true", 17, 5),
        (", streamlined: true", 17, 5),
        (", sloped: true, streamlined: true", 16, 5),
    ],
)
def test_third_of_what_sloping_leaves(change: str, interior: int, limit: int) -> None:
    """The third is taken after sloping and streamlining."""
    totals = check(f"name: Luxury\nbody: {{type: luxury{change}}}\n").totals
    assert totals is not None
    assert Fraction(totals.spaces_available or 0) == interior
    assert totals.weapon_spaces_per_face == limit
