"""Fingerprints of findings for services that follow a finding from run to run."""

from __future__ import annotations

from hashlib import sha256

from cwdesign.findings import Finding


class Fingerprints:
    """Names each finding by file, document, rule and place in the document, never by line.

    So it survives lines that move. Findings alike in all that are told apart by their order.
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def of(self, finding: Finding, document: int) -> str:
        """The fingerprint of the next finding of a run."""
        place = finding.place
        key = "\0".join((place.path, str(document), finding.rule, "-" if place.at is None else f"@{place.at}"))
        count = self._seen[key] = self._seen.get(key, 0) + 1
        return sha256(f"{key}\0{count}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
