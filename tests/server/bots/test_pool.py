"""Bots think in processes of their own: one that hangs or fails stops nobody."""

from __future__ import annotations

import pytest

from freehold.game import AnyGame
from freehold.games import load_game
from freehold.hosting.messages import Begin, Hear, Question
from freehold.hosting.worker import WorkerSeat
from freehold.kernel.chance import Stream, key_of
from freehold.match.log import Entry, Seated
from freehold.match.match import Match
from freehold.match.patches import Frame
from freehold.match.replay import begin, feed_line
from freehold.protocol import wire
from freehold.protocol.knowing import KnownView
from freehold.protocol.wire import Acted
from tests.games_under_test import game_named
from tests.server.bots.bad_bots import GAME as BAD_BOTS
from tests.server.world import Line, Person, World, opened, run, world

pytestmark = pytest.mark.slow

LAND_GRAB = load_game("land-grab")


def find(name: str) -> AnyGame:
    return BAD_BOTS if name == "bad-bots" else game_named(name)


def moves_of_the_bot(w: World, line: Line) -> list[tuple[str, str]]:
    """What the bot did at each of its turns, and the first of the choices it had there."""
    playing = opened(w, line).playing
    assert playing is not None
    assert playing.live is not None
    assert line.welcome is not None
    lines = playing.live.match.log.lines
    again, found = begin(BAD_BOTS, playing.live.match.header), []
    for entry in lines[1:]:
        if isinstance(entry, Entry) and entry.seat != line.welcome.seat:
            rng = Stream(key_of("any"), "choices")
            first = next(BAD_BOTS.choices(again.view(entry.seat), entry.now, rng))
            found.append((entry.action, BAD_BOTS.spell(first)))
        feed_line(again, entry)
    return found


def test_a_bot_that_hangs_is_stopped_and_its_decision_is_the_first_choice() -> None:
    async def story() -> None:
        async with world(find_game=find, bot_timeout_ms=400) as w, Person(w) as ann:
            line = await ann.quick("bad-bots", bot="hanging")
            other = await ann.quick("land-grab", bot="random")
            for _ in range(2):
                assert isinstance(await line.act(line.choose()), Acted)
                await line.my_turn()
            assert isinstance(await other.act(other.choose()), Acted)
            await other.my_turn()  # it sat in the same process, and plays on
            moves = moves_of_the_bot(w, line)
            assert len(moves) == 2
            assert all(played == first for played, first in moves), moves

    run(story())


def test_a_bot_that_fails_plays_its_first_choice() -> None:
    async def story() -> None:
        async with world(find_game=find) as w, Person(w) as ann:
            line = await ann.quick("bad-bots", bot="failing")
            for _ in range(3):
                assert isinstance(await line.act(line.choose()), Acted)
                await line.my_turn()
            moves = moves_of_the_bot(w, line)
            assert len(moves) == 3
            assert all(played == first for played, first in moves), moves

    run(story())


def test_a_worker_that_dies_is_replaced() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            await line.act(line.choose())
            await line.my_turn()
            process = w.hub.pool._workers[0]._process
            assert process
            process.kill()
            await line.act(line.choose())
            await line.my_turn()

    run(story())


def test_bots_keep_to_their_pace() -> None:
    async def story() -> None:
        async with world(bot_delay_ms=200) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            await line.act(line.choose())
            playing = opened(w, line).playing
            assert playing is not None
            acted_at = playing.time()
            await line.my_turn()
            assert playing.time() - acted_at >= 190

    run(story())


def seated_with(game: AnyGame, level: str) -> tuple[WorkerSeat, Match]:
    seats = tuple(Seated(f"p{seat}") for seat in range(game.seats[0]))
    match = Match.new(game, seats, key_of("match"))
    header = match.header
    seat = WorkerSeat(
        Begin(1, game.name, "", level, 0, len(seats), header.params, header.clock, 1_000)
    )
    assert seat.start().fault is None
    return seat, match


def question() -> Question:
    draws = Stream(key_of("bot"), "1").parts()
    return Question(1, 1, 0, draws, draws, 1_000)


def test_a_bot_knows_what_frames_have_told_it() -> None:
    territory = load_game("territory")
    bot, match = seated_with(territory, "greedy")
    sent = wire.encode(match.open(0))
    frame = wire.decode_from_server(sent)
    assert isinstance(frame, Frame)
    bot.knowledge.hear(frame)
    assert bot.knowledge.view == match.view(0)
    answer = bot.answer(question())
    assert answer.action
    assert not answer.fault
    assert isinstance(Hear(1, frame), Hear)


def test_a_level_that_is_gone_is_played_by_anything() -> None:
    bot, match = seated_with(LAND_GRAB, "gone")
    frame = wire.decode_from_server(wire.encode(match.open(0)))
    assert isinstance(frame, Frame)
    bot.knowledge.hear(frame)
    assert bot.answer(question()).action


def test_what_is_known_follows_the_match_frame_by_frame() -> None:
    game = load_game("territory")
    _, match = seated_with(game, "random")
    known = [KnownView(game) for _ in range(3)]
    for seat, each in enumerate(known):
        frame = wire.decode_from_server(wire.encode(match.open(seat)))
        assert isinstance(frame, Frame)
        each.hear(frame)
    for step in range(120):
        if match.outcome:
            break
        seat = match.awaited[0]
        rng = Stream(key_of("choice", step), "x")
        view = known[seat].view
        assert view is not None
        match.act(0, seat, rng.pick(list(game.choices(view, 0, rng))))
        for viewer, frame in match.flush().items():
            heard = wire.decode_from_server(wire.encode(frame))
            assert isinstance(heard, Frame)
            known[viewer].hear(heard)
        for viewer, each in enumerate(known):
            assert each.view == match.view(viewer)
