"""Wording of the sheet's own faults, found while the vehicle is resolved (SHT-UNKNOWN, SHT-REFERENCE)."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[tuple[str, str], str] = {
    ("SHT-UNKNOWN", ""): "No {kind} is called `{text}`.",
    ("SHT-UNKNOWN", "nearest"): "No {kind} is called `{text}`.",
    ("SHT-UNKNOWN", "shared"): "Several components of the kind {kind} are called `{text}`: {shared}.",
    ("SHT-REFERENCE", "twice"): "The id `{id}` is used twice.",
    ("SHT-REFERENCE", "nearest"): "Nothing in this sheet is called `{text}`.",
    ("SHT-REFERENCE", "nowhere"): "Nothing in this sheet is called `{text}`.",
}

HINTS: Mapping[tuple[str, str], str] = {
    ("SHT-UNKNOWN", ""): "`cwdesign catalog` lists what there is.",
    ("SHT-UNKNOWN", "nearest"): "Did you mean {nearest}?",
    ("SHT-UNKNOWN", "shared"): "Write the id of the one that is meant.",
    ("SHT-REFERENCE", "twice"): "Give each entry an id of its own.",
    ("SHT-REFERENCE", "nearest"): "Did you mean {nearest}?",
    ("SHT-REFERENCE", "nowhere"): "Name an entry's `id`, or a component that the sheet has.",
}
