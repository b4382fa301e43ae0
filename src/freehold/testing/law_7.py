"""Law 7. Patches add up: the first view plus all patches is the view now.

For every viewer, the truth too, whenever they came and however often they are told; and nothing is
sent when nothing changed.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from freehold.game import AnyGame, View, Viewer
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.patches import Frame, apply
from freehold.testing.plays import all_viewers, begin, steps, take
from freehold.testing.trials import At


class Reader:
    """A client: it knows what it was sent and nothing else."""

    def __init__(self, frame: Frame) -> None:
        self.view: View[Any] = apply(None, frame)
        self.table = frame.table
        self.number = frame.number
        self.now = frame.now

    def read(self, frame: Frame) -> None:
        assert frame.number == self.number + 1, f"frame {frame.number} after {self.number}"
        assert frame.now >= self.now
        self.view = apply(self.view, frame)
        self.table = frame.table or self.table
        self.number, self.now = frame.number, frame.now


def check_law_7(game: AnyGame, at: At, seed: int, most: int = 0, every: int = 1) -> int:
    """Viewers are told after every step, or after this number of them.

    Returns how many frames were read.
    """
    match = begin(game, at, seed)
    rng = Stream(key_of("law 7", seed), "steps")
    readers: dict[Viewer, Reader] = {}
    count = 0
    for number, step in enumerate(islice(steps(match, rng, restless=40), most or game.longest)):
        come_and_go(match, readers, rng)
        take(match, step)
        if number % every and match.outcome is None:
            continue  # several changes in one frame
        for viewer, frame in match.flush().items():
            readers[viewer].read(frame)
            count += 1
        compare(match, readers, seed)
        assert not match.flush(), f"{game.name}, seed {seed}: something is told for nothing"
    return count


def come_and_go(match: Match, readers: dict[Viewer, Reader], rng: Stream) -> None:
    for viewer in all_viewers(match):
        if viewer not in readers:
            if rng.below(10) == 0:
                readers[viewer] = Reader(match.open(viewer))
        elif rng.below(40) == 0:
            match.feed.close(viewer)
            del readers[viewer]
        elif rng.below(40) == 0:
            readers[viewer] = Reader(match.open(viewer))  # a second screen, a reload


def compare(match: Match, readers: dict[Viewer, Reader], seed: int) -> None:
    for viewer, reader in readers.items():
        where = f"{match.game.name}, seed {seed}, at {match.now} ms, viewer {viewer}"
        view = match.view(viewer)
        assert reader.view == view, f"{where}: {differences(reader.view, view)}"
        assert canonical.encode(reader.view) == canonical.encode(view), where
        assert reader.table == match.table(), where


def differences(known: View[Any], view: View[Any]) -> str:
    """What a client has wrong, in a few words: mostly a viewer that was not noted."""
    wrong = [f"rect {known.rect}, not {view.rect}"] if known.rect != view.rect else []
    for name in view.facts.__struct_fields__:
        mine, true = getattr(known.facts, name), getattr(view.facts, name)
        wrong += [f"fact {name} is {mine}, not {true}"] if mine != true else []
    for name, layer in view.layers.items():
        mine = known.layers.get(name, b"")
        places = [at for at, (a, b) in enumerate(zip(mine, layer, strict=False)) if a != b]
        wrong += [f"layer {name} differs at {places[:8]}"] if places else []
    return "the patches do not add up: " + "; ".join(wrong)
