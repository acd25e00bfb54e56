"""Every rule that can be broken, in the order of the rules page.

A rule that only computes a figure has a page and no function: its figure stands in ledger or performance.
"""

from __future__ import annotations

from cwdesign.rules import thr
from cwdesign.rules.base import Rule

RULES: tuple[Rule, ...] = (*thr.RULES,)
