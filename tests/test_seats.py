"""Where people sit where the sheet does not say (CRW-SEAT-DEFAULT, PLC-CREW): a report says what it assumed."""

from __future__ import annotations

import pytest

from case_sheets import as_text, changed, check


@pytest.mark.parametrize(
    ("base", "crew", "seats"),
    [
        ("sedan", [{"role": "driver"}, {"role": "gunner"}], {"crew[0].seat": "left", "crew[1].seat": "right"}),
        ("cycle", [{"role": "cyclist"}, {"role": "gunner"}], {"crew[0].seat": "front", "crew[1].seat": "back"}),
        ("sedan", [{"role": "driver", "seat": "right"}, {"role": "gunner", "seat": "left"}], {}),
        (
            "van",
            [{"role": "driver"}, {"role": "gunner"}, {"role": "gunner"}],
            {"crew[0].seat": "left", "crew[1].seat": "right"},
        ),
    ],
)
def test_default_seats(base: str, crew: list[dict[str, str]], seats: dict[str, str]) -> None:
    """The first two of the crew have default seats; those that are written, and a third, have none."""
    report = check(as_text(changed(base, {"crew": crew})))
    assumed = {default.at: default.text for default in report.defaults if default.at.endswith(".seat")}
    assert assumed == {at: f"sits {seat}" for at, seat in seats.items()}
