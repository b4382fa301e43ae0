"""Ctrl-C waits until what has begun is whole."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from freehold.cli.play.interrupts import held_back


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def nothing() -> None:
    """No interrupt at this place."""


def work(first: Callable[[], None], second: Callable[[], None], is_checked: bool) -> list[str]:
    """Two pieces of work with something happening in each; returns what was done."""
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        work_into(done, first, second, is_checked)
    return done


def work_into(
    done: list[str], first: Callable[[], None], second: Callable[[], None], is_checked: bool
) -> None:
    with held_back() as check:
        first()
        done.append("one")
        if is_checked:
            check()
        second()
        done.append("two")


def test_an_interrupt_comes_after_what_has_begun() -> None:
    assert work(interrupt, nothing, is_checked=False) == ["one", "two"]


def test_it_can_be_asked_for_in_between() -> None:
    assert work(interrupt, nothing, is_checked=True) == ["one"]
    assert work(nothing, interrupt, is_checked=True) == ["one", "two"]


def test_a_second_one_comes_at_once() -> None:
    assert work(interrupt, interrupt, is_checked=False) == ["one"]


def test_afterwards_everything_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
