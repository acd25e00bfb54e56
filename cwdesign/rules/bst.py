"""Boosters and jump jets (BST): what they weigh and where they point."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.components import Body, Booster
from cwdesign.design import Design
from cwdesign.findings import Fault, Withheld
from cwdesign.rules.base import Rule, rule
from cwdesign.rules.constructions import with_article
from cwdesign.rules.tur import base_place
from cwdesign.vehicle import BoosterEntry, Unit
from cwdesign.words import listed


def known_boosters(design: Design) -> Iterator[tuple[Unit, BoosterEntry, Booster]]:
    """Every booster whose kind is known, those in pods included, with its unit."""
    for unit in design.units():
        for entry in unit.all_boosters:
            if entry.booster is not None:
                yield unit, entry, entry.booster


@rule(
    "BST-DATA",
    "The {booster} says neither its weight nor the push it is sized for.",
    "Write `weight`, or `mph` and `sized_for`.",
    messages={"no-limit": "The {booster} is sized for the load limit, and {body} has none."},
    hints={"no-limit": "Write `sized_for: loaded-weight`, or `weight`."},
    needs=("body",),
)
def weight_known(design: Design) -> Iterator[Fault | Withheld]:
    """Boosters without a weight, or sized for a load limit that is not there."""
    for unit, entry, booster in known_boosters(design):
        if entry.weight is not None or unit.body is None:
            continue
        fields = {"booster": booster.name.lower(), "body": with_article(unit.body.name)}
        if entry.mph is None or entry.sized_for is None:
            yield Fault(entry.path, fields, severity="error")
        elif entry.sized_for == "max-load" and design.ledger_of(unit).max_load is None:
            yield Fault((*entry.path, "sized_for"), fields, "no-limit", severity="error")


@rule(
    "BST-FACES",
    "The {booster} is on the {place}; it goes on the {places}.",
    "Move it to the {places}.",
    messages={
        "none": "The {booster} has no place on the vehicle.",
        "no-face": "The {booster} is on the {place}, and {body} has no such face.",
    },
    hints={"none": "Write `mount:` with one of {places}, or put it into a pod.", "no-face": "Choose one of {places}."},
    needs=("body",),
)
def direction(design: Design) -> Iterator[Fault | Withheld]:
    """Boosters anywhere but front and back, jump jets anywhere but top and underbody."""
    for unit, entry, booster in known_boosters(design):
        if entry.inside is None and unit.body is not None:
            yield from _place(entry, booster, unit, unit.body)


def _place(entry: BoosterEntry, booster: Booster, unit: Unit, body: Body) -> Iterator[Fault]:
    places = [face for face in unit.faces if base_place(face) in booster.places] or [*booster.places]
    fields = {"booster": booster.name.lower(), "places": listed(places, "or")}
    if entry.mount is None:
        yield Fault(entry.path, fields, "none")
    elif entry.mount not in places:
        wrong = base_place(entry.mount) not in booster.places
        fields |= {"place": entry.mount.replace("-", " "), "body": with_article(body.name)}
        yield Fault((*entry.path, "mount"), fields, "" if wrong else "no-face")


RULES: tuple[Rule, ...] = (weight_known, direction)
