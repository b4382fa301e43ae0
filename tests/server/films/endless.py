"""A game whose board is never done: to see that a process which makes a film can be stopped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from freehold.game import Setup
from tests.toy import GAME as TOY


def new(setup: Setup[Any]) -> Any:
    while True:
        pass


GAME = replace(TOY, name="endless", new=new)
