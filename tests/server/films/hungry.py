"""A game that takes 600 MiB to set up: to see that a film's process gets only a limited amount."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from freehold.game import Setup
from tests.toy import GAME as TOY


def new(setup: Setup[Any]) -> Any:
    assert bytearray(600 << 20)
    return TOY.new(setup)


GAME = replace(TOY, name="hungry", new=new)
