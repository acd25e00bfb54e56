"""How a rule is written: a generator of faults with its message templates beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from cwdesign.findings import Fault, Withheld
from cwdesign.values import frozen

if TYPE_CHECKING:
    from cwdesign.design import Design

Judge = Callable[["Design"], Iterator[Fault | Withheld]]


@frozen
class Rule:
    """A rule that can be broken: its id, what it needs to be known, its templates, and its function.

    Title, severity and explanation stand on the rule's page (`rules/pages`). `needs` names figures or kinds
    of parts (see `Design.unknown`); where one of them is unknown the rule is withheld as a whole.
    """

    id: str
    judge: Judge
    messages: Mapping[str, str]
    hints: Mapping[str, str]
    needs: frozenset[str]


def rule(
    id: str,
    message: str | None = None,
    hint: str | None = None,
    *,
    needs: tuple[str, ...] = (),
    messages: Mapping[str, str] | None = None,
    hints: Mapping[str, str] | None = None,
) -> Callable[[Judge], Rule]:
    """Make a rule of a generator function.

    `message` and `hint` are the templates of an ordinary fault (`Fault.message == ""`), where the rule has one;
    `messages` and `hints` add named ones. A named fault without a hint of its own has the ordinary hint.
    """

    def make(judge: Judge) -> Rule:
        return Rule(
            id,
            judge,
            {**({"": message} if message is not None else {}), **(messages or {})},
            {**({"": hint} if hint is not None else {}), **(hints or {})},
            frozenset(needs),
        )

    return make
