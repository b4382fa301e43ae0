"""Law 6. A replay is the match: set-up and log rebuild state, outcome and every patch.

And a snapshot, taken anywhere, goes on as the match did; and whether anybody looks, often, seldom
or never, changes nothing.
"""

from __future__ import annotations

from itertools import islice

from msgspec import Struct

from freehold.game import AnyGame, Malformed, Ms, Viewer
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, read_record, verify
from freehold.match.replay import Mismatch, feed_line
from freehold.match.replay import begin as begin_record
from freehold.testing.plays import PlayedStep, all_viewers, begin, steps, take
from freehold.testing.trials import At


class SentFrames(Struct, frozen=True):
    """What was sent at a moment, and how many lines the log had then."""

    lines: int
    now: Ms
    frames: bytes


def check_law_6(game: AnyGame, at: At, seed: int, most: int = 0) -> None:
    match = begin(game, at, seed)
    taken, told = play_telling(match, Stream(key_of("law 6", seed), "steps"), most)
    match.advance(match.now, mark=True)
    check_verifies(match)
    check_patches_again(match, told)
    check_looks(match, taken)
    for part in (3, 2):
        check_snapshot(match, taken, len(taken) // part)


def check_verifies(match: Match) -> None:
    try:
        verify(match.game, read_record(match.log.dump()))
    except (Mismatch, Malformed) as wrong:
        raise AssertionError(f"{match.game.name}: the log is not the match: {wrong}") from wrong


def tell(match: Match) -> bytes:
    return canonical.encode(sorted(match.flush().items()))


def open_all(match: Match) -> bytes:
    opened: list[tuple[Viewer, object]] = []
    for viewer in all_viewers(match):
        match.feed.close(viewer)
        opened.append((viewer, match.open(viewer)))
    return canonical.encode(opened)


def play_telling(match: Match, rng: Stream, most: int) -> tuple[list[PlayedStep], list[SentFrames]]:
    """Play with everybody watching; viewers are told often, but not after every step."""
    taken: list[PlayedStep] = []
    told = [SentFrames(len(match.log.lines), match.now, open_all(match))]
    for step in islice(steps(match, rng, restless=40), most or match.game.longest):
        take(match, step)
        taken.append(step)
        if rng.below(3) or match.outcome:
            told.append(SentFrames(len(match.log.lines), match.now, tell(match)))
    return taken, told


def check_patches_again(match: Match, told: list[SentFrames]) -> None:
    record = read_record(match.log.dump())
    again = begin_record(match.game, record.header)
    assert open_all(again) == told[0].frames, f"{match.game.name}: another first view"
    fed = 1
    for each in told[1:]:
        for line in record.lines[fed - 1 : each.lines - 1]:
            feed_line(again, line)
        fed = max(fed, each.lines)
        again.advance(each.now)
        assert tell(again) == each.frames, (
            f"{match.game.name}: at {each.now} ms (line {each.lines}) the replay tells otherwise"
        )
    again.advance(match.now, mark=True)
    assert again.outcome == match.outcome
    assert again.fingerprint() == match.fingerprint(), f"{match.game.name}: another last state"
    assert again.log.dump() == match.log.dump()


def check_looks(match: Match, taken: list[PlayedStep]) -> None:
    """Viewers are told after every step, after every ninth, or never: the match is the same."""
    marks = {every: play_looking(match, taken, every) for every in (1, 9, 0)}
    assert len(set(marks.values())) == 1, (
        f"{match.game.name}: the match depends on who looks: told after every step {marks[1]},"
        f" after every ninth {marks[9]}, never {marks[0]}"
    )


def play_looking(match: Match, taken: list[PlayedStep], every: int) -> str:
    """The fingerprint at the end, if everybody is told after this number of steps (0: never)."""
    again = begin_record(match.game, match.header)
    if every:
        open_all(again)
    for number, step in enumerate(taken, 1):
        take(again, step)
        if every and number % every == 0:
            tell(again)
    again.advance(match.now)
    return again.fingerprint()


def check_snapshot(match: Match, taken: list[PlayedStep], at: int) -> None:
    """Two go on from the same place: one that came there, one that was put there."""
    came = begin_record(match.game, match.header)
    for step in taken[:at]:
        take(came, step)
    snapshot = came.snapshot()
    data = canonical.encode(snapshot)
    put = Match(match.game, match.header, canonical.decode(data, type(snapshot)))
    put.advance(came.now)  # a snapshot is as of the last line; time since then is in no log
    came.log.lines.clear()
    put.log.lines.clear()
    assert open_all(came) == open_all(put), f"{match.game.name}: another view after a snapshot"
    for step in taken[at:]:
        accepted = [take(each, step) for each in (came, put)]
        assert accepted[0] == accepted[1]
        assert tell(came) == tell(put), f"{match.game.name}: a snapshot goes on otherwise"
    for each in (came, put):
        each.advance(match.now, mark=True)
    assert came.log.dump() == put.log.dump()
    assert came.fingerprint() == put.fingerprint() == match.fingerprint()
