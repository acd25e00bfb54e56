"""Faults as rules state them, and findings as reports show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

from cwdesign.sheet import Path, Span
from cwdesign.values import field, frozen

Severity = Literal["error", "warning", "note"]
Number = int | Fraction
MAX_FAULTS = 1000
"""How many faults of reading and of shape one document is reported with; more is `YML-LIMIT`."""
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@frozen
class Cause:
    """A place that contributed to a fault, with what to say about it."""

    at: Path
    text: str
    """A template of the rule, filled with `fields`."""
    fields: Mapping[str, object] = field(default_factory=dict)


@frozen
class Fault:
    """What a rule found, in paths: the pipeline adds rule, severity and place.

    `message` names a template of the rule (most rules have one, ""); `fields` fill it and its hint.
    """

    at: Path
    fields: Mapping[str, object] = field(default_factory=dict)
    message: str = ""
    causes: tuple[Cause, ...] = ()
    limit: Number | None = None
    actual: Number | None = None
    severity: Severity | None = None
    """Where the rule reports at another severity than its page's."""


@frozen
class Withheld:
    """A rule could not judge this because a part it needs is unknown."""


@frozen
class Place:
    """Where in which file. `at` is None where the text has no place (a file that cannot be opened)."""

    path: str
    span: Span
    at: str | None


@frozen
class Related:
    """A labelled cause of a finding."""

    message: str
    place: Place


@frozen
class Waiver:
    """What accepted a finding on purpose."""

    kind: Literal["sheet", "comment", "garage", "baseline"]
    reason: str


@frozen
class Finding:
    """One fault of one sheet (or of the garage), with its place; what every report shows."""

    rule: str
    title: str
    severity: Severity
    message: str
    hint: str | None
    place: Place
    related: tuple[Related, ...] = ()
    limit: Number | None = None
    actual: Number | None = None
    waiver: Waiver | None = None
    steps: Path | None = None
    """The path of the place in the sheet's data; None where it has none."""

    def __hash__(self) -> int:
        # Of equal findings these are equal; there may be thousands, and to hash all of each takes long.
        return hash((self.rule, self.steps, self.message))

    @property
    def waived(self) -> bool:
        """Whether a waiver covers it: it then counts for no status."""
        return self.waiver is not None


def in_file_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings of one file by place, then by rule."""
    return tuple(sorted(findings, key=lambda f: (f.place.span.line, f.place.span.column, f.rule)))
