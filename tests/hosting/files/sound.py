"""Sound bots, for any game of ours."""

from __future__ import annotations

from typing import Any

from freehold.bot import Info, Wait
from freehold.games import load_game


class First:
    """Plays the first of its choices, and says so."""

    def start(self, info: Info) -> None:
        self.info = info
        self.game = load_game(info.game)

    def decide(self, view: Any, now: int, rng: Any) -> Any:
        choice = next(self.game.choices(view, now, rng), None)
        if choice is None:
            return Wait()
        self.info.log("first")
        self.info.mark([(0, 0)], "corner")
        return self.game.spell(choice)


class Drawn(First):
    """Plays any of its choices, drawn from the chance it is handed."""

    def decide(self, view: Any, now: int, rng: Any) -> Any:
        choices = list(self.game.choices(view, now, rng))
        return rng.pick(choices) if choices else Wait()
