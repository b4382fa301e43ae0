"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here: layers, facts, choices, and who hears a notice.
2. A living player sees the window around their tile. Of covered tiles it shows only that they are
   covered, and their flags. Nothing outside it changes the number, length or timing of frames.
3. Dead players see through the eyes of one living player, or keep the last window they saw, byte
   for byte, however often they ask. So do players who are off the board.
4. Watchers (PUBLIC) see nothing of the board on their own: they look through the eyes of a living
   player, with a delay. Choices are worked out from the view.

Legal leaks, all of them:
- everyone in sight of a green flag knows that there is a bomb under it (ML-32);
- a number counts the bombs around it, including on tiles just outside the window (ML-22);
- from which side a blast whose centre is outside comes into the window, and which wave of a chain
  it is (ML-25, ML-56);
- a player who died learns whose flip it was and where the centre of the blast was, since that is
  why they died (ML-24); all in sight of the tile learn who died there, in which wave and of whose
  chain;
- who arrives, leaves or collects flags on a tile in sight (ML-56);
- a player with nobody in sight hears roughly which way and how far the nearest player is: one of
  eight directions, one of a few round numbers, and only as of one of their own actions, so that
  nothing is sent because somebody far away moved (ML-56);
- where newcomers start depends on where the others are (ML-51);
- dead players learn when the round ends for want of living players (ML-53);
- dead players and watchers learn whether a player they ask to watch is alive and here (ML-52);
- scores and who is out of the round: the standings show them to all, but not where (ML-42);
- that the round is over, and how.
"""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import PUBLIC, TRUTH, Changes, Ms, Rect, Seat, View, Viewer
from freehold.games.mine_land import numbers
from freehold.games.mine_land.actions import Action
from freehold.games.mine_land.crowds import chunk_of, find_within
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.state import (
    COVERED,
    HIDDEN_FLAG,
    NOBODY,
    TRUE_BOMB,
    TRUE_FLAG,
    Held,
    State,
)
from freehold.kernel.chance import Stream

NOWHERE = (-1, -1)
NOTHING_SEEN = Rect(0, 0, 1, 1)


def view(state: State, viewer: Viewer) -> View[Facts]:
    if viewer < 0:
        return _of_nobody(state, viewer)
    seen = eyes(state, viewer)
    return View(viewer, facts(state, viewer, seen), Rect(*seen.rect), seen.layers)


def eyes(state: State, seat: Seat) -> Held:
    """What a seat sees: its own window, the window it watches, or the last one it saw."""
    walker = state.walkers[seat]
    if walker.held is not None:
        return walker.held
    return look(state, walker.watching if walker.is_dead else seat, seat)


def look(state: State, at: Seat, seat: Seat = NOBODY) -> Held:
    """The window around a player, as seen by another viewer, who is not listed in it."""
    walker, width, sight = state.walkers[at], state.width, state.terms.sight
    y, x = divmod(walker.at, width)
    left, top = max(x - sight, 0), max(y - sight, 0)
    right, bottom = min(x + sight, width - 1), min(y + sight, state.height - 1)
    rows = [
        slice(row + left, row + right + 1) for row in range(top * width, bottom * width + 1, width)
    ]
    layers = {
        "ground": b"".join(map(state.ground.__getitem__, rows)),
        "digit": b"".join(map(state.digit.__getitem__, rows)),
        "flag": b"".join(map(state.flag.__getitem__, rows)),
        "loot": b"".join(map(state.loot.__getitem__, rows)),
    }
    others = [each for each in find_within(state, left, top, right, bottom) if each[0] != seat]
    rect = (left, top, right - left + 1, bottom - top + 1)
    return Held(rect, layers, tuple(others), walker.blast)


def facts(state: State, seat: Seat, seen: Held) -> Facts:
    walker, over = state.walkers[seat], state.outcome
    y, x = divmod(walker.at, state.width)
    return Facts(
        state.terms,
        (x, y),
        walker.flags,
        walker.coming,
        walker.score,
        walker.is_dead,
        walker.is_away,
        walker.watching,
        seen.walkers,
        walker.company,
        walker.step_at,
        walker.dig_at,
        seen.blast,
        walker.died,
        deserted_at(state) if walker.is_dead else 0,
        over.ending if over else "",
        over.places if over else (),
    )


def deserted_at(state: State) -> Ms:
    """ML-53: when the round ends if nobody comes; 0 if somebody is alive."""
    is_quiet = state.quiet_since >= 0 and state.params.end_when_all_dead and not state.outcome
    return state.quiet_since + state.params.all_dead_ms if is_quiet else 0


def _of_nobody(state: State, viewer: Viewer) -> View[Facts]:
    """A watcher's view, which is empty; or the truth."""
    over = state.outcome
    known = Facts(
        terms=state.terms,
        at=NOWHERE,
        flags=0,
        coming=(),
        score=0,
        is_dead=False,
        is_away=False,
        watching=NOBODY,
        walkers=() if viewer == PUBLIC else everybody(state),
        company=None,
        step_at=0,
        dig_at=0,
        blast=None,
        died=None,
        deserted_at=0,
        ending=over.ending if over else "",
        places=over.places if over else (),
    )
    if viewer == TRUTH:
        return View(viewer, known, Rect(0, 0, state.width, state.height), true_layers(state))
    nothing = bytes(1)
    layers = {"ground": nothing, "digit": nothing, "flag": nothing, "loot": nothing}
    return View(viewer, known, NOTHING_SEEN, layers)


def everybody(state: State) -> tuple[tuple[int, int, int], ...]:
    width = state.width
    places = [(seat, state.walkers[seat].at) for seat in state.living]
    return tuple([(seat, at % width, at // width) for seat, at in places])


def true_layers(state: State) -> dict[str, bytes]:
    """The whole world, and what lies under it."""
    import numpy as np

    ground, under = np.frombuffer(state.ground, np.uint8), np.frombuffer(state.under, np.uint8)
    hidden = np.where(under == HIDDEN_FLAG, TRUE_FLAG, TRUE_BOMB).astype(np.uint8)
    shown = np.where((ground == COVERED) & (under != 0), hidden, ground)
    return {
        "ground": shown.tobytes(),
        "digit": bytes(state.digit),
        "flag": bytes(state.flag),
        "loot": bytes(state.loot),
    }


# Who is told what


def seers(state: State, tile: int) -> tuple[Viewer, ...]:
    """All seats with a tile in their window: the living around it, and the dead who watch them."""
    y, x = divmod(tile, state.width)
    sight = state.terms.sight
    near = find_within(state, x - sight, y - sight, x + sight, y + sight)
    return with_watchers(state, [seat for seat, _, _ in near])


def with_watchers(state: State, seats: list[Seat]) -> tuple[Viewer, ...]:
    watching = [each for seat in seats for each in state.walkers[seat].watched_by]
    return (*seats, *watching, TRUTH)


def note_own(state: State, seat: Seat) -> None:
    """What a seat knows about itself, or its window, has changed: for its watchers too."""
    viewers, watched_by = state.touched.viewers, state.walkers[seat].watched_by
    viewers.add(seat)
    if watched_by:
        viewers.update(watched_by)


def note_window(state: State, seat: Seat) -> None:
    """The seat gets a new window: the feed dropped its tiles while it kept an old one."""
    left, top, width, height = eyes(state, seat).rect
    for row in range(top, top + height):
        first = row * state.width + left
        state.touched.cells.update(range(first, first + width))
    state.touched.viewers.add(seat)


def changes(state: State) -> Changes:
    """Whose view may differ: the seats noted, and those with a touched tile in their window."""
    viewers, boxes = state.touched.take_viewers(), dict[int, list[tuple[int, int]]]()
    for tile in state.touched.take_cells():
        y, x = divmod(tile, state.width)
        boxes.setdefault(chunk_of(state, tile), []).append((x, y))
    sight = state.terms.sight
    for tiles in (
        boxes.values()
    ):  # all tiles of a chunk together: most of them are in the same players' windows
        columns, rows = [x for x, _ in tiles], [y for _, y in tiles]
        left, top = min(columns) - sight, min(rows) - sight
        right, bottom = max(columns) + sight, max(rows) + sight
        near = find_within(state, left, top, right, bottom)
        viewers.update(with_watchers(state, [seat for seat, _, _ in near]))
    return Changes(viewers)


def reached_by(state: State, centre: int) -> tuple[list[Seat], list[tuple[Seat, int, int]]]:
    """The seats that see a blast: those that see its centre; and those whose window it only
    reaches, with the side (dx, dy) on which its centre lies."""
    sight, radius = state.terms.sight, state.terms.blast_radius
    y, x = divmod(centre, state.width)
    far = sight + radius
    inside, outside = [], []
    for seat, u, v in find_within(state, x - far, y - far, x + far, y + far):
        dx, dy = x - u, y - v
        over_x, over_y = max(abs(dx) - sight, 0), max(abs(dy) - sight, 0)
        if not over_x and not over_y:
            inside.append(seat)
        elif over_x**2 + over_y**2 <= radius**2:
            outside.append((seat, _sign(dx) if over_x else 0, _sign(dy) if over_y else 0))
    return inside, outside


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# Choices


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    """Every step, flip, flag and unflag that is allowed now; for the dead, watching."""
    for index, allowed in enumerate(numbers.mask(view, now)):
        if allowed:
            yield numbers.action(view, index)
