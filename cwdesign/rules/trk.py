"""Trikes (TRK): what only a reversed one may have. Their other rules are figures."""

from __future__ import annotations

from cwdesign.rules.constructions import from_catalog

ram = from_catalog("TRK-RAM")

RULES = (ram,)
