"""Work in steps: each step is done for all before the next, and what one of them raises stays with it."""

from __future__ import annotations

import pytest

from cwdesign.steps import Steps, finished, together


def test_each_step_is_done_for_all_before_the_next_and_failures_stay_with_their_own() -> None:
    done: list[str] = []

    def work(name: str, steps: int, fails_at: int | None = None) -> Steps[str]:
        for step in range(steps):
            if step == fails_at:
                raise ValueError(name)
            done.append(f"{name}{step}")
            yield
        return name.upper()

    results = together([work("a", 3), work("b", 3, fails_at=1), work("c", 1)])
    assert done == ["a0", "b0", "c0", "a1", "a2"]
    assert results[0] == "A"
    assert isinstance(results[1], ValueError)
    assert results[2] == "C"
    assert together([]) == []


def test_work_in_one_go_gives_its_result_or_raises() -> None:
    def work(fails: bool) -> Steps[int]:
        yield
        if fails:
            raise ValueError("no")
        return 7

    assert finished(work(False)) == 7
    with pytest.raises(ValueError, match="no"):
        finished(work(True))
