"""Land Grab with bots that hang or fail, as a game of its own that workers can find."""

from __future__ import annotations

import dataclasses

from freehold.game import Extras
from freehold.games import load_game
from tests.server.bots.bad_bots import rules

GAME = dataclasses.replace(
    load_game("land-grab"),
    name="bad-bots",
    folder=__name__,
    new=rules.new,
    bots={"hanging": rules.make_hanging, "failing": rules.make_failing},
    extras=Extras(),
)
