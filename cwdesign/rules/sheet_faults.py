"""The sheet's own faults (SHT-UNKNOWN, SHT-REFERENCE): their wording, and what `tows` may lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cwdesign.design import Design
from cwdesign.findings import Fault
from cwdesign.values import replace
from cwdesign.vehicle import SheetFault

MESSAGES: Mapping[tuple[str, str], str] = {
    ("SHT-UNKNOWN", ""): "No {kind} is called `{text}`.",
    ("SHT-UNKNOWN", "nearest"): "No {kind} is called `{text}`.",
    ("SHT-UNKNOWN", "elsewhere"): "No {kind} is called `{text}`; it is of the kind {other}.",
    ("SHT-UNKNOWN", "shared"): "Several components of the kind {kind} are called `{text}`: {shared}.",
    ("SHT-UNKNOWN", "more"): "More than {limit} names of this sheet mean nothing; those from here on are not listed.",
    ("SHT-REFERENCE", "more"): "More than {limit} names of this sheet mean nothing; those from here on are not listed.",
    ("SHT-REFERENCE", "many"): "Names in this sheet's links, computers and component armor mean more than {limit} "
    "entries in all.",
    ("SHT-REFERENCE", "twice"): "The id `{id}` is used twice.",
    ("SHT-REFERENCE", "nearest"): "Nothing in this sheet is called `{text}`.",
    ("SHT-REFERENCE", "nowhere"): "Nothing in this sheet is called `{text}`.",
    ("SHT-REFERENCE", "missing"): "The trailer's sheet `{text}` is not there.",
    ("SHT-REFERENCE", "unreadable"): "The trailer's sheet `{text}` cannot be read as a sheet.",
    ("SHT-REFERENCE", "outside"): "The trailer's sheet `{text}` lies outside the garage.",
    ("SHT-REFERENCE", "several"): "The trailer's file `{text}` does not hold exactly one sheet.",
    ("SHT-REFERENCE", "circular"): "`{text}` leads back to a sheet of the same train.",
}

HINTS: Mapping[tuple[str, str], str] = {
    ("SHT-UNKNOWN", ""): "`cwdesign catalog --kind {word}` lists what there is.",
    ("SHT-UNKNOWN", "nearest"): "Did you mean {nearest}?",
    ("SHT-UNKNOWN", "elsewhere"): "It belongs under {stands}.",
    ("SHT-UNKNOWN", "shared"): "Write the id of the one that is meant.",
    ("SHT-REFERENCE", "twice"): "Give each entry an id of its own.",
    ("SHT-REFERENCE", "nearest"): "Did you mean {nearest}?",
    ("SHT-REFERENCE", "nowhere"): "Name an entry's `id`, or a component that the sheet has.",
    ("SHT-REFERENCE", "missing"): "Name a file relative to this sheet's folder.",
    ("SHT-REFERENCE", "unreadable"): "`cwdesign check` on that file says why.",
    (
        "SHT-REFERENCE",
        "outside",
    ): "Keep the trailer's sheet in this garage: beside this sheet, or below its `garage.yaml`.",
    ("SHT-REFERENCE", "several"): "Give the trailer a file of its own.",
    ("SHT-REFERENCE", "circular"): "Name the sheet of the trailer, which tows nothing of this train.",
}


MOST_FAULTS = 1000
"""Faults of a sheet that are listed; a sheet of nothing but unknown names says no more with all of them."""


def listed(faults: Sequence[SheetFault]) -> Iterator[SheetFault]:
    """The faults that are listed, and at the first of the others that there are more."""
    yield from faults[:MOST_FAULTS]
    for more in faults[MOST_FAULTS : MOST_FAULTS + 1]:
        yield replace(more, fault=replace(more.fault, fields={"limit": MOST_FAULTS}, message="more", causes=()))


def tow_faults(design: Design) -> Iterator[SheetFault]:
    """A `tows` that leads to no trailer: what `Tow.problem` says."""
    if design.tow is not None and design.tow.problem is not None:
        yield SheetFault("SHT-REFERENCE", Fault(("tows",), {"text": design.vehicle.tows}, design.tow.problem))
