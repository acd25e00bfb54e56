"""Sloping and streamlining (SLP): remarks on what they do; their figures stand in the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from cwdesign.design import Design
from cwdesign.findings import Cause, Fault, Withheld
from cwdesign.rules.base import rule
from cwdesign.vehicle import Unit
from cwdesign.words import counted


def _unusual(unit: Unit) -> bool:
    """Whether no source says that this body can be sloped or streamlined: oversize vehicles and trailers."""
    return unit.body is not None and (unit.body.oversize or unit.body.is_a("trailer"))


@rule(
    "SLP-SLOPE-COST",
    "No source says whether a {body} can be sloped; it is treated as any vehicle.",
)
def slope(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on sloped oversize vehicles and trailers."""
    for unit in design.units():
        if unit.sloped and unit.body is not None and _unusual(unit):
            yield Fault((*unit.path, "body", "sloped"), {"body": unit.body.name})


@rule(
    "SLP-STREAM-EFFECT",
    "No source says whether a {body} can be streamlined; it is treated as any vehicle.",
)
def streamlining(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on streamlined oversize vehicles and trailers."""
    for unit in design.units():
        if unit.streamlined and unit.body is not None and _unusual(unit):
            yield Fault((*unit.path, "body", "streamlined"), {"body": unit.body.name})


@rule(
    "SLP-STREAM-PODS",
    "The {mount} takes back the {gain}% of top speed that streamlining gives.",
    "Leave out the streamlining, which costs half of the body and spaces for nothing here, or the pods.",
)
def pods(design: Design) -> Iterator[Fault | Withheld]:
    """A remark on a streamlined vehicle with pods."""
    gain = design.catalog.constant("streamlining-speed-gain") * 100
    for unit in design.units():
        slowing = [m for m in unit.mounts if m.kind is not None and m.kind.top_speed_percent <= -gain]
        if unit.streamlined and slowing:
            cause = Cause((*unit.path, "body", "streamlined"), "streamlined here")
            yield Fault(slowing[0].path, {"mount": slowing[0].name, "gain": gain}, causes=(cause,))


@rule(
    "SLP-SIDECAR",
    "Sloped or streamlined with its cycle the sidecar keeps {limit} of its {spaces} spaces; {actual} are used.",
    "Take {over} out of the sidecar, or leave the cycle as it is at your league's word.",
    needs=("body",),
)
def sidecar(design: Design) -> Iterator[Fault | Withheld]:
    """A warning on what fits only the unreduced spaces; what does not fit even those is CYC-SIDECAR-LIMITS'."""
    for unit, ledger in design.parts:
        if unit.name != "sidecar" or not (unit.sloped or unit.streamlined):
            continue
        if "spaces" in unit.unknown:
            yield Withheld()
        elif ledger.interior < ledger.used <= ledger.spaces:
            fields = {
                "limit": ledger.interior,
                "spaces": ledger.spaces,
                "actual": ledger.used,
                "over": counted(ledger.used - ledger.interior, "space"),
            }
            lead = design.unit
            word = "sloped" if lead.sloped else "streamlined"
            causes = (Cause((*lead.path, "body", word), "the cycle is {word}", {"word": word}),)
            yield Fault((*unit.path, "body"), fields, "", causes, ledger.interior, ledger.used)


RULES = (slope, streamlining, pods, sidecar)
