"""What a world's log costs: `python bench/server/mine_land_log.py`. CPU time of this process.

A world of 1000 x 1000 with 500 walkers: cutting a segment (which holds play up), zipping it (in a
thread of its own), reading it back, and replaying all that one segment holds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parent.parent))

from server.mine_land import AROUND, COVERED, UNCOVERED, WAYS

from freehold.game import Illegal
from freehold.games import load_game
from freehold.games.mine_land.actions import Flip, Step
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Line, encode_line
from freehold.match.replay import feed_line
from freehold.server.match import records
from freehold.server.match.effects import Saved

WALKERS, A_SECOND, NUMBERS = 500, 2_000, 256
T = TypeVar("T")


def timed(what: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    found = what()
    return 1000 * (time.process_time() - begun), found


def choose(match: Match, seat: int, chance: Random) -> Struct | None:
    """A step, or a flip of a tile without a bomb."""
    state = match.state
    y, x = divmod(state.walkers[seat].at, state.width)
    for dx, dy in chance.sample(AROUND, 8):
        u, v = x + dx, y + dy
        if 0 <= u < state.width and 0 <= v < state.height and chance.random() < 0.5:
            tile = v * state.width + u
            if state.ground[tile] == COVERED and not state.under[tile] & 1:
                return Flip(u, v)
    ways = [
        way
        for way, (dx, dy) in WAYS.items()
        if 0 <= x + dx < state.width
        and 0 <= y + dy < state.height
        and state.ground[(y + dy) * state.width + x + dx] == UNCOVERED
    ]
    return Step(chance.choice(ways)) if ways else None


def play(match: Match, entries: int) -> None:
    chance, turn = Random(1), 0
    while match.log.entries < entries:
        seat, now = turn % WALKERS, turn * 1000 // A_SECOND
        turn += 1
        action = choose(match, seat, chance)
        if action is not None:
            try:
                match.act(now, seat, action, f"0123456789abcdef:{turn}")
            except Illegal:
                continue


def follow(match: Match, lines: list[Line]) -> None:
    for line in lines:
        feed_line(match, line)


def main() -> None:
    game = load_game("mine-land")
    seats = tuple(Seated(f"Walker {seat}") for seat in range(WALKERS))
    made_ms, match = timed(lambda: Match.new(game, seats, key_of("bench")))
    start = match.snapshot()
    played_ms, _ = timed(lambda: play(match, game.snapshot_entries))
    lines = match.log.lines[1:]
    line_bytes = sum(len(encode_line(line)) for line in lines)
    cut_ms = [timed(match.cut)[0] for _ in range(5)]
    sessions = {f"{seat} tab": dict.fromkeys(range(NUMBERS), 0) for seat in range(WALKERS)}
    saved = Saved(1, match.snapshot(), sessions)
    packed_ms, data = timed(lambda: records.pack(saved))
    read_ms, unpacked = timed(lambda: records.unpack(data))
    put_ms, again = timed(lambda: Match(game, match.header, unpacked.snapshot))
    assert again.fingerprint() == match.fingerprint()
    other = Match(game, match.header, start)
    replayed_ms, _ = timed(lambda: follow(other, lines))
    each_s = len(lines) / A_SECOND
    share = (max(cut_ms) + packed_ms) / 1000 / each_s
    print(f"made in {made_ms:.0f} ms; {len(lines)} entries played in {played_ms:.0f} ms")
    print(
        f"a segment: {line_bytes / 1e6:.1f} MB of lines, snapshot {len(data) / 1e6:.2f} MB zipped"
    )
    print(f"cut in {min(cut_ms):.1f} to {max(cut_ms):.1f} ms, zipped in {packed_ms:.0f} ms")
    print(f"every {each_s:.0f} s at {A_SECOND} actions per second: {share:.2%} of a core")
    print(
        f"read in {read_ms:.0f} ms, put there in {put_ms:.0f} ms, replayed in {replayed_ms:.0f} ms"
    )


if __name__ == "__main__":
    main()
