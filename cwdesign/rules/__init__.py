"""Every rule that can be broken, in the order of the rules page, then those of garages and leagues.

A rule that only computes a figure has a page and no function: its figure stands in ledger or performance.
"""

from __future__ import annotations

from cwdesign.rules import (
    aada,
    acc,
    amo,
    bod,
    bst,
    cyc,
    drp,
    ele,
    gas,
    league,
    led,
    lnk,
    ovr,
    prf,
    rac,
    spc,
    sus,
    tec,
    thr,
    tir,
    trk,
    trl,
    tur,
    wpn,
)
from cwdesign.rules.base import Rule

RULES: tuple[Rule, ...] = (
    *bod.RULES,
    *spc.RULES,
    *led.RULES,
    *sus.RULES,
    *tir.RULES,
    *ele.RULES,
    *gas.RULES,
    *prf.RULES,
    *thr.RULES,
    *wpn.RULES,
    *tur.RULES,
    *amo.RULES,
    *lnk.RULES,
    *drp.RULES,
    *bst.RULES,
    *acc.RULES,
    *cyc.RULES,
    *trk.RULES,
    *rac.RULES,
    *trl.RULES,
    *ovr.RULES,
    *tec.RULES,
    *league.RULES,
    *aada.RULES,
)
