"""Every rule that can be broken, in the order of the rules page, then those of garages and leagues.

A rule that only computes a figure has a page and no function: its figure stands in ledger or performance.
"""

from __future__ import annotations

from cwdesign.rules import aada, acc, league, rac, thr, trk
from cwdesign.rules.base import Rule

RULES: tuple[Rule, ...] = (
    *thr.RULES,
    *acc.RULES,
    *trk.RULES,
    *rac.RULES,
    *league.RULES,
    *aada.RULES,
)
