"""Race bodies (RAC): slicks of drag bodies. The class of their tires follows from body and axle."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body
from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.vehicle import Unit

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
        elif unit.body.slicks_rear_only:
            yield from _in_front(unit, unit.body)


def _in_front(unit: Unit, body: Body) -> Iterator[Fault | Withheld]:
    for axle in unit.axles:
        if axle.name == FRONT and axle.unknown:
            yield Withheld()
        for chosen in axle.options:
            if axle.name == FRONT and chosen.component.id == "slick":
                cause = Cause((*unit.path, "body", "type"), "a {body}")
                yield Fault((*chosen.path, "type"), {"body": body.name}, causes=(cause,))


RULES = (slicks,)
