"""Mine Land: worlds of 100 x 100 and of 1000 x 1000 tiles, chains, views; and how sure `strong` is.

Actions are those of 100 walkers who step, flip and flag at random but set off no bomb, drawn once
and played again: through the rules alone, and through a match with its log. How often `strong`
hits a bomb is measured by itself, on as many worlds of 100 x 100 as fit into some CPU seconds:

    python bench/mine_land.py strength [SECONDS]
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections import Counter
from functools import partial

from rows import Row, cpu_seconds, rate

from freehold.bots import make_bots
from freehold.bots.runner import Runner
from freehold.game import Ms, Seat, Setup
from freehold.games.mine_land import GAME, rules, views
from freehold.games.mine_land.actions import Action, Flip
from freehold.games.mine_land.blasts import blow_wave
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.state import BOMB, COVERED, State
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.mines import count_square
from freehold.match import Match, Seated
from freehold.match.log import Entry

WALKERS = 100
ACTIONS = 40_000
BEAT_MS = 200
MEGABYTE = 1 << 20
Recorded = list[tuple[Ms, Seat, Action]]


def new_state(side: int, seats: int = WALKERS) -> State:
    params = Params(width_tiles=side, height_tiles=side)
    return rules.new(Setup(params, seats, key_of("bench")))


def new_match(side: int) -> Match:
    seated = tuple(Seated(f"bot {seat}") for seat in range(WALKERS))
    return Match.new(GAME, seated, key_of("bench"), Params(width_tiles=side, height_tiles=side))


def record(side: int) -> Recorded:
    """Random choices of all walkers, except flips of bombs."""
    state, rng, now = new_state(side), Stream(key_of("bench"), "walkers"), 0
    recorded: Recorded = []
    while len(recorded) < ACTIONS:
        now += BEAT_MS
        wake_until(state, now)
        for seat in range(WALKERS):
            offered = [
                action
                for action in GAME.choices(views.view(state, seat), now, rng)
                if not (isinstance(action, Flip) and state.under[action.y * side + action.x] & 1)
            ]
            if offered:
                recorded.append((now, seat, rng.pick(offered)))
                rules.act(state, *recorded[-1])
    return recorded


def wake_until(state: State, now: Ms) -> None:
    while (at := rules.wake_at(state)) is not None and at <= now:
        rules.wake(state, at)


def actions_by_rules(recorded: Recorded, side: int) -> float:
    """Actions a CPU second; making the world is not counted."""
    best = 0.0
    for _ in range(4):
        state = new_state(side)
        begun = time.process_time()
        for now, seat, action in recorded:
            wake_until(state, now)
            rules.act(state, now, seat, action)
        best = max(best, len(recorded) / (time.process_time() - begun))
    return best


def actions_by_match(recorded: Recorded, side: int) -> float:
    best = 0.0
    for _ in range(3):
        match = new_match(side)
        begun = time.process_time()
        for now, seat, action in recorded:
            match.act(now, seat, action)
        best = max(best, len(recorded) / (time.process_time() - begun))
    return best


def chain(state: State, now: Ms, bomb: int) -> tuple[int, list[float]]:
    """Set off a bomb: how many tiles are laid bare, and the CPU seconds of each wave."""
    before = state.ground.count(COVERED)
    seconds = [cpu_seconds(partial(blow_wave, state, now, 1, 0, [bomb]))]
    while any(what == "wave" for _, what, _ in state.due):
        seconds.append(cpu_seconds(partial(rules.wake, state, state.due[0][0])))
    state.touched.cells.clear()
    return before - state.ground.count(COVERED), seconds


def longest_wave(least_tiles: int) -> float:
    """Of chains at the usual density, set off until enough tiles are bare, with 500 watching."""
    state, rng = new_state(1000, 500), Stream(key_of("chains"), "bombs")
    bare, longest, now = 0, 0.0, 0
    while bare < least_tiles:
        bomb = rng.below(len(state.under))
        if state.under[bomb] & 1 and state.ground[bomb] == COVERED:
            now += 100_000
            tiles, seconds = chain(state, now, bomb)
            bare, longest = bare + tiles, max(longest, *seconds)
    return longest


def one_great_chain(least_tiles: int) -> float:
    """CPU seconds for 100,000 tiles of a chain that runs away, which no table allows: bombs are
    laid by hand, one on every sixth tile."""
    state = new_state(1000, 1)
    for tile in range(len(state.under)):
        if (tile * 2_654_435_761 >> 8) % 6 == 0:
            state.under[tile] = BOMB
    state.number = count_square(bytes(kind & 1 for kind in state.under), 1000, 1000)
    state.open_bombs = state.under.count(BOMB)
    tiles, seconds = chain(state, 0, state.under.find(BOMB, 500_500))
    assert tiles >= least_tiles, f"only {tiles} tiles"
    return sum(seconds) * 100_000 / tiles


def world_rows() -> list[Row]:
    new_state(100, 1)  # numpy is loaded
    seconds = min(cpu_seconds(lambda: new_state(1000, 1)) for _ in range(5))
    tracemalloc.start()
    kept = new_state(1000, 500)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept.open_bombs
    return [
        Row("mine-land 1000 x 1000: a world is made", seconds, "s", "<= 0.5"),
        Row("mine-land 1000 x 1000: what it takes", size / MEGABYTE, "MB", "<= 16"),
    ]


def action_rows() -> list[Row]:
    rows, rates = [], []
    for side in (100, 1000):
        recorded = record(side)
        what = f"mine-land {side} x {side}, {WALKERS} walkers: actions"
        rates.append(actions_by_rules(recorded, side))
        rows.append(Row(f"{what}, rules alone", rates[-1], "actions/s", ">= 60,000"))
        rows.append(Row(f"{what}, with the log", actions_by_match(recorded, side), "actions/s"))
    slower = 100 * (1 - rates[1] / rates[0])
    rows.append(Row("mine-land: how much slower 1000 x 1000 is", slower, "%", "< 20"))
    return rows


def chain_rows() -> list[Row]:
    wave_ms = 1e3 * longest_wave(20_000)
    return [
        Row("mine-land, 8% bombs: the longest wave of a chain", wave_ms, "ms", "<= 20"),
        Row("mine-land: 100,000 tiles of one chain", one_great_chain(100_000), "s", "< 1"),
    ]


def view_row() -> Row:
    state = new_state(1000)

    def look() -> int:
        for seat in range(WALKERS):
            views.view(state, seat)
        return WALKERS

    return Row(f"mine-land 1000 x 1000, {WALKERS} walkers: a view", 1e6 / rate(look), "us")


def measure() -> list[Row]:
    return [*world_rows(), *action_rows(), *chain_rows(), view_row()]


# How sure `strong` is


def play_alone(seed: int, until: float) -> tuple[Counter[str], str]:
    """One `strong` in a world of 100 x 100, to its end or until CPU time is up."""
    params = Params(width_tiles=100, height_tiles=100)
    match = Match.new(GAME, (Seated("strong"),), key_of("strength", seed), params)
    bots = make_bots(GAME, ["strong"])
    runner = Runner(match, bots, key_of("strength", seed))
    while match.outcome is None and time.process_time() < until:
        upcoming = runner.next_up()
        assert upcoming is not None, "it waits for ever"
        runner.step(upcoming[0])
        if match.state.walkers[0].is_dead:
            break
    entries = [line.action.split()[0] for line in match.log.lines if isinstance(line, Entry)]
    counts = Counter(entries)
    counts["bombs hit"] += match.state.walkers[0].is_dead
    counts["guesses"] += bots[0].guesses  # type: ignore[attr-defined]
    return counts, match.outcome.ending if match.outcome else "unfinished"


def strength(seconds: float) -> None:
    until, total, endings = time.process_time() + seconds, Counter[str](), Counter[str]()
    seed = 0
    while time.process_time() < until:
        counts, ending = play_alone(seed, until)
        total += counts
        endings[ending] += 1
        seed += 1
        print(f"world {seed}: {dict(counts)}, {ending}", flush=True)
    print(f"{seed} worlds ({dict(endings)}): {dict(total)}")
    sure = total["flip"] - total["guesses"]
    print(f"{sure:,} flips that were certain, {total['guesses']} guesses, {total['bombs hit']} hit")


if __name__ == "__main__":
    if sys.argv[1:2] != ["strength"]:
        sys.exit("python bench/mine_land.py strength [SECONDS]; all else: python bench/run.py")
    strength(float(sys.argv[2]) if len(sys.argv) > 2 else 300.0)
