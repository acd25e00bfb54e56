"""Every rule that can be broken, in the order of the rules page, then those of garages and leagues.

A rule that only computes a figure has a page and no function: its figure stands in ledger or performance.
"""

from __future__ import annotations

from cwdesign.rules import aada, league, thr
from cwdesign.rules.base import Rule

RULES: tuple[Rule, ...] = (*thr.RULES, *league.RULES, *aada.RULES)
