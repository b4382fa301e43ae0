"""When a bot in its seat is asked, by what it is told; the thinking is played by the test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from freehold.game import AnyGame, Ms
from freehold.games._template import GAME
from freehold.hosting.messages import Begin, BotAnswer
from freehold.hosting.pool import BotPool
from freehold.match.patches import Frame, Table
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Acted, Refused
from freehold.server.bots.seats import BotLimits, BotSeat
from freehold.server.match.playing import Playing
from tests.bots import new_match
from tests.server.world import run


class Match:
    """A match to the bot: it notes what is commanded."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.id, self.epoch = game, "m", 1
        self.is_resting = False
        self.commands: list[str] = []

    def attach(self, conn: int, attached: Any) -> None: ...
    def detach(self, conn: int) -> None: ...
    def command(self, conn: int, n: int, action: str) -> None:
        self.commands.append(action)

    def time(self) -> Ms:
        return 0


class Mind:
    """The pool and the thinker in one: it notes each question, and is answered by the test."""

    def __init__(self) -> None:
        self.questions: list[Callable[[BotAnswer], None]] = []
        self.take: Any = None

    def open(self, begin: Begin, is_brought: bool, take: Any, lost: Any) -> Mind:
        self.take = take
        return self

    def hear(self, frame: Frame) -> None: ...
    def close(self, outcome: Any) -> None: ...
    def ask(self, number: int, *asked: Any) -> None:
        self.questions.append(self.take)


def seated() -> tuple[BotSeat, Match, Mind]:
    match, mind = Match(GAME), Mind()
    pool = cast(BotPool, mind)
    header = new_match().header
    limits = BotLimits(0, 1_000, 5_000, 64)
    return BotSeat(cast(Playing, match), pool, 1, 0, "random", limits, header), match, mind


def tell(bot: BotSeat, message: Any) -> None:
    bot.send(Packet(message))


async def come_due() -> None:
    """Let timers of this very moment ring."""
    for _ in range(3):
        await asyncio.sleep(0)


async def asked() -> tuple[BotSeat, Match, Mind]:
    """It is awaited, and has been asked once."""
    bot, match, mind = seated()
    tell(bot, YOUR_TURN)
    await come_due()
    assert len(mind.questions) == 1
    return bot, match, mind


YOUR_TURN = Frame(1, 0, table=Table((0,)))
PAUSED = Refused(1, "paused", "")


def test_a_bot_is_asked_when_it_is_awaited_and_its_answer_is_played() -> None:
    async def story() -> None:
        bot, match, mind = seated()
        tell(bot, Frame(0, 0, table=Table((1,))))
        await come_due()
        assert not mind.questions
        tell(bot, YOUR_TURN)
        await come_due()
        (answer,) = mind.questions
        answer(BotAnswer(1, 1, "place 0,0"))
        assert match.commands == ["place 0,0"]
        tell(bot, Frame(2, 0, table=Table((1,))))
        tell(bot, Acted(1))
        await come_due()
        assert len(mind.questions) == 1

    run(story())


def test_a_bot_that_was_refused_in_a_pause_is_asked_again_when_it_goes_on() -> None:
    async def story() -> None:
        bot, match, mind = await asked()
        match.is_resting = True
        mind.questions.pop()(BotAnswer(1, 1, "place 0,0"))
        tell(bot, PAUSED)
        await come_due()
        assert not mind.questions
        match.is_resting = False
        bot.go_on()
        await come_due()
        assert len(mind.questions) == 1

    run(story())


def test_a_bot_whose_refusal_comes_after_the_pause_is_asked_again() -> None:
    async def story() -> None:
        bot, match, mind = await asked()
        match.is_resting = True
        mind.questions.pop()(BotAnswer(1, 1, "place 0,0"))
        match.is_resting = False
        bot.go_on()  # its action is not answered yet, so it is not asked
        await come_due()
        assert not mind.questions
        tell(bot, PAUSED)  # it waited for the disk
        await come_due()
        assert len(mind.questions) == 1

    run(story())


def test_a_bot_that_was_refused_by_a_failing_disk_waits_for_a_whole_view() -> None:
    async def story() -> None:
        bot, _, mind = await asked()
        mind.questions.pop()(BotAnswer(1, 1, "place 0,0"))
        tell(bot, Refused(1, "disk", ""))
        await come_due()
        assert not mind.questions

    run(story())
