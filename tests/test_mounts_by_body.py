"""Largest mounts and numbers of dischargers by body, against the tables of the rules page."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from case_sheets import as_text, check

# Appendices 1 to 3: body, largest turret, pod and platform; -1 stands for none at all.
LARGEST = [
    ("subcompact", 0, 1, 1),
    ("compact", 1, 1, 2),
    ("mid-sized", 2, 2, 2),
    ("sedan", 2, 2, 2),
    ("luxury", 2, 2, 2),
    ("station-wagon", 2, 2, 2),
    ("pickup", 2, 2, 2),
    ("camper", 3, 3, 3),
    ("van", 3, 3, 3),
    ("formula-one-indy", 2, 2, 2),
    ("can-am", 2, 2, 2),
    ("sprint", 2, 2, 2),
    ("funny-car", 2, 2, 2),
    ("dragster", 2, 2, 2),
    ("light-trike", 0, 1, 1),
    ("medium-trike", 1, 1, 2),
    ("heavy-trike", 2, 1, 2),
    ("extra-heavy-trike", 2, 2, 2),
    ("reversed-light-trike", 0, 1, 1),
    ("reversed-medium-trike", 1, 1, 2),
    ("reversed-heavy-trike", 2, 1, 2),
    ("reversed-extra-heavy-trike", 2, 2, 2),
    ("minibus", 4, 3, 3),
    ("bus-30-foot", 4, 4, 3),
    ("bus-40-foot", 4, 4, 3),
    ("ten-wheeler-cab-cabover", 4, 3, 3),
    ("ten-wheeler-cab-longnose", 4, 3, 3),
    ("semi-tractor-standard-cabover", 4, 3, 3),
    ("semi-tractor-sleeper-longnose", 4, 3, 3),
    ("ten-wheeler-carrier-flatbed", -1, -1, -1),
    ("ten-wheeler-carrier-van", 4, 3, 3),
    ("ten-wheeler-carrier-reefer", 4, 3, 3),
    ("ten-wheeler-carrier-tanker", 4, 3, 3),
    ("ten-wheeler-carrier-dumper", -1, 3, -1),
    ("semi-trailer-flatbed", -1, -1, -1),
    ("semi-trailer-dual-level-flatbed", -1, -1, -1),
    ("semi-trailer-van", 4, 4, 3),
    ("semi-trailer-reefer", 4, 4, 3),
    ("semi-trailer-tanker", 4, 4, 3),
    ("semi-trailer-dumper", -1, 4, -1),
    ("car-trailer-mini-van", 0, 1, 1),
    ("car-trailer-van-6", 1, 1, 2),
    ("car-trailer-flatbed-6", -1, -1, -1),
    ("car-trailer-van-10", 2, 2, 2),
    ("car-trailer-flatbed-10", -1, -1, -1),
    ("car-trailer-van-15", 3, 3, 3),
    ("car-trailer-flatbed-15", -1, -1, -1),
    ("car-trailer-van-20", 4, 3, 3),
    ("car-trailer-flatbed-20", -1, -1, -1),
    ("car-trailer-van-25", 4, 3, 3),
    ("car-trailer-flatbed-25", -1, -1, -1),
    ("car-trailer-van-30", 4, 3, 3),
    ("car-trailer-flatbed-30", -1, -1, -1),
]

# family, its sizes in Appendix 6, the rule, and which of the three limits holds
FAMILIES = [
    ("turret", (0, 1, 2, 3, 4), "TUR-SIZE-TURRET", 0),
    ("pop-up-turret", (0, 1, 2, 3, 4), "TUR-SIZE-TURRET", 0),
    ("sponson-turret", (1, 2, 3, 4), "TUR-SIZE-TURRET", 0),
    ("cupola", (3, 4), "TUR-SIZE-TURRET", 0),
    ("external-weapon-pod", (1, 2, 3, 4), "TUR-SIZE-EWP", 1),
    ("rocket-external-weapon-pod", (1, 2, 3, 4), "TUR-SIZE-EWP", 1),
    ("rocket-platform", (1, 2, 3), "TUR-SIZE-PLATFORM", 2),
]

# DRP-DISCHARGER-SIDE and Appendix 3: body and dischargers on each long face; a pickup and a camper are cars.
DISCHARGERS = [
    ("subcompact", 2),
    ("pickup", 2),
    ("camper", 2),
    ("dragster", 2),
    ("heavy-trike", 2),
    ("reversed-light-trike", 2),
    ("minibus", 3),
    ("semi-tractor-standard-cabover", 3),
    ("bus-30-foot", 4),
    ("bus-40-foot", 5),
    ("semi-trailer-van", 5),
    ("semi-trailer-flatbed", 5),
    ("ten-wheeler-cab-longnose", 1),
    ("ten-wheeler-carrier-van", 2),
    ("ten-wheeler-carrier-dumper", 2),
    ("car-trailer-mini-van", 1),
    ("car-trailer-van-6", 1),
    ("car-trailer-flatbed-6", 1),
    ("car-trailer-van-10", 1),
    ("car-trailer-flatbed-10", 1),
    ("car-trailer-van-15", 2),
    ("car-trailer-flatbed-15", 2),
    ("car-trailer-van-20", 2),
    ("car-trailer-flatbed-20", 2),
    ("car-trailer-van-25", 3),
    ("car-trailer-flatbed-25", 3),
    ("car-trailer-van-30", 4),
    ("car-trailer-flatbed-30", 4),
]
SPLIT = (
    "bus-30-foot",
    "bus-40-foot",
    "semi-trailer-van",
    "car-trailer-van-20",
    "car-trailer-van-25",
    "car-trailer-van-30",
)


def errors(rules: tuple[str, ...], sheet: Mapping[str, object]) -> list[tuple[str, str | None]]:
    """(rule, place) of the errors of some rules in a sheet that may have any other fault."""
    report = check(as_text({"name": "By body", **sheet}))
    return [(f.rule, f.place.at) for f in report.findings if f.rule in rules and f.severity == "error"]


@pytest.mark.parametrize(("body", "turret", "pod", "platform"), LARGEST, ids=[row[0] for row in LARGEST])
def test_largest_mount(body: str, turret: int, pod: int, platform: int) -> None:
    """Every size of every family is legal up to the body's limit and an error of its rule above."""
    limits = (turret, pod, platform)
    for family, sizes, rule, limit in FAMILIES:
        for size in sizes:
            sheet = {"body": {"type": body}, "turrets": [{"type": f"{family}-{size}"}]}
            wanted = [] if size <= limits[limit] else [(rule, "turrets[0].type")]
            assert errors(("TUR-SIZE-TURRET", "TUR-SIZE-EWP", "TUR-SIZE-PLATFORM"), sheet) == wanted, f"{family}-{size}"


@pytest.mark.parametrize(("body", "limit"), DISCHARGERS, ids=[row[0] for row in DISCHARGERS])
def test_dischargers(body: str, limit: int) -> None:
    """The number on each long face, and one more; split faces by their halves together."""
    for face in ("left", "right", "top", "underbody"):
        place = f"{face}-back" if body in SPLIT else face
        for count, wanted in ((limit, []), (limit + 1, [("DRP-DISCHARGER-SIDE", "weapons[0].mount")])):
            sheet: dict[str, object] = {
                "body": {"type": body},
                "weapons": [{"type": "smoke-discharger", "count": count, "mount": place}],
            }
            assert errors(("DRP-DISCHARGER-SIDE", "WPN-MOUNT-REQUIRED"), sheet) == wanted, place
