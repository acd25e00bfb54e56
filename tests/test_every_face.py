"""Rules that hold for each face, on every face of bodies with six and with ten."""

from __future__ import annotations

import pytest

from case_sheets import as_text, changed, check
from cwdesign.vehicle import LONG_FACES, SIX_FACES, TEN_FACES


def errors(base: str, **change: object) -> list[tuple[str, str | None]]:
    """(rule, place) of the errors of a changed base sheet."""
    report = check(as_text(changed(base, change)))
    return [(f.rule, f.place.at) for f in report.findings if f.severity == "error"]


@pytest.mark.parametrize("face", SIX_FACES)
def test_two_dischargers_on_a_sidecar(face: str) -> None:
    """One on each face of a sidecar, whichever it is; the second is the fault (CYC-SIDECAR-DISCHARGER)."""
    one = {"type": "smoke-discharger", "mount": face}
    sidecar = {"body": {"type": "heavy-sidecar"}, "weapons": [one]}
    assert errors("sidecar", sidecar=sidecar) == []
    sidecar["weapons"] = [one, one]
    assert errors("sidecar", sidecar=sidecar) == [("CYC-SIDECAR-DISCHARGER", "sidecar.weapons[1].mount")]


@pytest.mark.parametrize("face", SIX_FACES)
def test_thin_face_of_a_tanker(face: str) -> None:
    """Nineteen points on any face of six are too few, twenty are enough (TRL-TANKER-ARMOR)."""
    armor = dict.fromkeys(SIX_FACES, 20)
    assert errors("van-trailer", accessories=["tanker"], armor=armor) == []
    thin = {**armor, face: 19}
    assert errors("van-trailer", accessories=["tanker"], armor=thin) == [("TRL-TANKER-ARMOR", f"armor.{face}")]


@pytest.mark.parametrize("face", TEN_FACES)
def test_thin_face_of_a_long_tanker(face: str) -> None:
    """Each of ten faces by itself; four points of metal do as well, three do not (TRL-TANKER-ARMOR)."""
    body, kinds = {"type": "semi-trailer-tanker"}, {"metal": "metal", "plastic": "plastic"}
    armor: dict[str, object] = {"type": kinds, **dict.fromkeys(TEN_FACES, 20)}
    assert errors("semi-trailer", body=body, armor={**armor, face: {"metal": 4}}) == []
    thin = {**armor, face: {"metal": 3}}
    assert errors("semi-trailer", body=body, armor=thin) == [("TRL-TANKER-ARMOR", f"armor.{face}")]


@pytest.mark.parametrize("face", LONG_FACES)
def test_undivided_face_of_a_long_trailer(face: str) -> None:
    """A long face is written in halves (TRL-DOUBLE-FACINGS)."""
    assert errors("long-trailer", armor={f"{face}-front": 5, f"{face}-back": 5}) == []
    assert errors("long-trailer", armor={face: 10}) == [("TRL-DOUBLE-FACINGS", f"armor.{face}")]


@pytest.mark.parametrize("face", SIX_FACES)
def test_coating_twice_on_a_face(face: str) -> None:
    """StealthKote is bought once a face (ACC-TABLE)."""
    others = [{"type": "stealthkote-shield", "mount": other} for other in SIX_FACES]
    assert errors("sedan", accessories=others) == []
    again = [*others, {"type": "stealthkote-shield", "mount": face}]
    assert errors("sedan", accessories=again) == [("ACC-TABLE", "accessories[6]")]


@pytest.mark.parametrize("face", [face for face in TEN_FACES if face != "front"])
def test_gun_on_a_semi_trailer(face: str) -> None:
    """A gun may be anywhere but in front (OVR-SEMI-TRAILER)."""
    gun = {"type": "machine-gun", "mount": face}
    assert errors("semi-trailer", weapons=[gun]) == []
    front = {"type": "machine-gun", "mount": "front"}
    assert errors("semi-trailer", weapons=[gun, front]) == [("OVR-SEMI-TRAILER", "weapons[1].mount")]


@pytest.mark.parametrize("half", ["top-front", "top-back"])
def test_armor_on_a_long_dumper(half: str) -> None:
    """No half of a dumper's top has armor (TRL-DUMPER)."""
    body = {"type": "semi-trailer-dumper"}
    assert errors("semi-trailer", body=body, armor={half: 5}) == [("TRL-DUMPER", f"armor.{half}")]
