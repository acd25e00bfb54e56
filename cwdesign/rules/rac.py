"""Race bodies (RAC): slicks of drag bodies. The class of their tires follows from body and axle."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule

FRONT = "front"


@rule(
    "RAC-SLICKS",
    "{body} may have slicks on its rear tires only.",
    "Give the front axle tires of its own without slicks.",
)
def slicks(design: Design) -> Iterator[Fault | Withheld]:
    """Slicks on the front axle of a body that may have them on the rear only."""
    for unit in design.units():
        if unit.body is None:
            yield Withheld()
            continue
        if not unit.body.slicks_rear_only:
            continue
        for axle in unit.axles:
            if axle.name != FRONT:
                continue
            if axle.unknown:
                yield Withheld()
            for chosen in axle.options:
                if chosen.component.id == "slick":
                    cause = Cause((*unit.path, "body", "type"), "a {body}")
                    yield Fault((*chosen.path, "type"), {"body": unit.body.name}, causes=(cause,))


RULES = (slicks,)
