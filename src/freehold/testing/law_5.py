"""Law 5. Secrets stay secret: pairs of matches that differ only in what a viewer may not know.

To that viewer, and to the public, both must give equal views, patches, notices, choices, awaited
seats and refusals, and equal number, order, length and tick of frames. Two families of pairs:

- hidden state differs: the game's `redeal` makes the other one;
- hidden actions of others differ: one more, or another one, that the rules keep from the viewer
  (`is_hidden` says which, see `trials.py`).

At the fork everything must be equal. Then both get the same inputs. From there on the rules may
show the viewer something that differs (a trap springs), so a pair is followed as long as the two
views are equal, at every moment; meanwhile everything that is sent must be equal too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from freehold.game import PUBLIC, AnyGame, Arrive, Illegal, Leave, Ms, Resign, Seat, Viewer
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.feed import Feed
from freehold.match.patches import Frame
from freehold.testing.plays import (
    PAUSE_MS,
    PlayedStep,
    Probe,
    begin,
    choices_of,
    fork,
    next_step,
    take,
    viewers,
    what_is_done,
    wild_from,
)
from freehold.testing.trials import At, IsHidden, KnowsPublic, always

PROBES = 4
FOLLOWED = 4
CHOICES = 40
STEPS_PER_PAIR = 10


class Leak(AssertionError):
    """Something that a viewer is given differs between the two matches of a pair."""


class Secrets(NamedTuple):
    """What a game's tests say of its secrets."""

    are_kept: IsHidden
    knows_public: KnowsPublic
    telling: tuple[str, ...]


class Comparison(Struct):
    """How much was compared, and how much the pairs truly differed."""

    redealt: int = 0
    redealt_differing: int = 0
    acted: int = 0
    acted_differing: int = 0
    steps_followed: int = 0
    frames: int = 0
    refusals: int = 0
    fields: Counter[str] = {}  # type: ignore[assignment]
    """In how many pairs each field of the state differed."""

    @property
    def pairs(self) -> int:
        return self.redealt + self.acted

    def __str__(self) -> str:
        fields = ", ".join(f"{name} {count}" for name, count in sorted(self.fields.items()))
        return (
            f"{self.redealt_differing} of {self.redealt} redealt pairs and "
            f"{self.acted_differing} of {self.acted} pairs of hidden actions differed in secret "
            f"({fields or 'nothing'}); {self.steps_followed} steps followed, {self.frames} frames "
            f"and {self.refusals} refusals compared"
        )


def check_law_5(
    game: AnyGame,
    at: At,
    seed: int,
    pairs: int,
    is_hidden: IsHidden | None = None,
    knows_public: KnowsPublic = always,
    telling: tuple[str, ...] = (),
    every: int = 2,
) -> Comparison:
    """Make this number of pairs, some of them at about one step in `every` of random matches.

    A game without secrets has no pairs; there, only the key is looked for in what is sent.
    """
    report = Comparison(fields=Counter())
    secrets = Secrets(is_hidden or hidden_by_default(game), knows_public, telling)
    rng = Stream(key_of("law 5", game.name, seed), "steps")
    match, past = start(game, at, rng.bits()), list[Struct]()
    for _ in range(STEPS_PER_PAIR * pairs):
        if report.pairs >= pairs:
            break
        if match.outcome:
            match, past = start(game, at, rng.bits()), []
        step = next_step(match, rng, restless=60)
        take(match, step)
        past = [*past[-30:], step.action] if step.action else past
        check_no_key(match, told(match, viewers(match)))
        if game.redeal and match.outcome is None and rng.below(every) == 0:
            make_pairs(match, rng, past, secrets, report)
    if game.redeal is not None:
        assert report.pairs >= pairs, f"{game.name}: too few pairs: {report}"
        assert report.redealt_differing, f"{game.name}: redeal changes nothing: {report}"
        assert report.acted_differing, f"{game.name}: no action is hidden: {report}"
    return report


def hidden_by_default(game: AnyGame) -> IsHidden:
    """In a sealed phase a seat that is no longer awaited can only replace what it submitted."""
    if game.kind == "real-time" and game.redeal is not None:
        raise AssertionError(f"{game.name}: a real-time game with secrets needs is_hidden")

    def is_replacement(state: Any, viewer: Viewer, seat: Seat, action: Struct) -> bool:
        is_sealed = game.kind == "sealed" and seat not in game.awaited(state)
        return is_sealed and viewer != seat and not isinstance(action, Arrive | Leave | Resign)

    return is_replacement


def start(game: AnyGame, at: At, seed: int) -> Match:
    match = begin(game, at, seed)
    for viewer in viewers(match):
        match.open(viewer)
    return match


def make_pairs(
    match: Match, rng: Stream, past: list[Struct], secrets: Secrets, report: Comparison
) -> None:
    seat = rng.below(len(match.header.seats))
    pool = what_is_done(match, rng, past)
    if match.game.redeal is not None:
        left, right = redealt_pair(match, seat, rng, report)
        watchers = (seat, PUBLIC) if secrets.knows_public(match.state, seat) else (seat,)
        compare_all(left, right, watchers, rng, pool, report)
        follow(left, right, watchers, rng, secrets.telling, report)
    viewer = rng.pick(viewers(match))
    later = fork(match)  # a hidden action often comes when nobody else acts: that is told by time
    later.advance(match.now + rng.below(2) * rng.below(PAUSE_MS))
    if later.outcome:
        return
    pair = acted_pair(later, viewer, rng, pool, secrets.are_kept, report)
    if pair is not None:
        compare_all(*pair, (viewer,), rng, pool, report)
        follow(*pair, (viewer,), rng, secrets.telling, report)


# Making a pair


def redealt_pair(match: Match, seat: Seat, rng: Stream, report: Comparison) -> tuple[Match, Match]:
    game = match.game
    assert game.redeal is not None
    before = canonical.encode(match.state)
    other = game.redeal(match.state, seat, rng)
    assert canonical.encode(match.state) == before, f"{game.name}: redeal changed the match itself"
    pair = fork(match), fork(match, other)
    report.redealt += 1
    report.redealt_differing += note_differences(*pair, report)
    return pair


def acted_pair(
    match: Match,
    viewer: Viewer,
    rng: Stream,
    pool: list[Struct],
    hidden: IsHidden,
    report: Comparison,
) -> tuple[Match, Match] | None:
    """One of the two has seen one more hidden action, or each another one."""
    found = None
    if match.game.kind == "sealed" and rng.below(2):
        found = sealed_swap(match, viewer, rng)
    if found is None:
        found = hidden_actions(match, viewer, rng, pool, hidden)
    if found is None:
        return None
    seat, one, other = found
    pair = fork(match), fork(match)
    for each, action in zip(pair, (one, other), strict=True):
        if action is not None:
            take(each, PlayedStep(match.now, seat, action))
    report.acted += 1
    report.acted_differing += note_differences(*pair, report)
    return pair


Found = tuple[Seat, Struct | None, Struct | None]


def sealed_swap(match: Match, viewer: Viewer, rng: Stream) -> Found | None:
    """Two different submissions of one seat, while another is still awaited."""
    seats = [seat for seat in match.awaited if seat != viewer]
    if not seats or len(match.awaited) < 2:
        return None
    seat = rng.pick(seats)
    offered = choices_of(match, seat, rng, CHOICES)
    if not offered:
        return None
    one = rng.pick(offered)
    other = rng.pick([each for each in offered if type(each) is type(one)])
    return seat, one, other


def hidden_actions(
    match: Match, viewer: Viewer, rng: Stream, pool: list[Struct], hidden: IsHidden
) -> Found | None:
    seats = [seat for seat in range(len(match.header.seats)) if seat != viewer]
    rng.shuffle(seats)
    for seat in seats:
        offered = choices_of(match, seat, rng, CHOICES)
        rng.shuffle(offered)
        offered += [*islice(wild_from(match.game, pool, rng), 6)]
        is_secret = partial(hidden, match.state, viewer, seat)
        first = next(filter(is_secret, offered), None)  # no more of them: it is costly to ask
        if first is not None:
            last = next(filter(is_secret, reversed(offered)))
            return seat, rng.pick((None, last)), first
    return None


def note_differences(left: Match, right: Match, report: Comparison) -> bool:
    """Do they differ in secret? A stream of draws alone does not count."""
    names = [
        name
        for name in left.state.__struct_fields__
        if canonical.encode(getattr(left.state, name))
        != canonical.encode(getattr(right.state, name))
    ]
    report.fields.update(names)
    return any(not isinstance(getattr(left.state, name), Stream) for name in names)


# Comparing one


def compare_all(
    left: Match,
    right: Match,
    watchers: tuple[Viewer, ...],
    rng: Stream,
    pool: list[Struct],
    report: Comparison,
) -> None:
    """Right after the fork, whatever a viewer can get hold of is equal."""
    compare_frames(left, right, watchers, report)
    for viewer in watchers:
        where = f"{left.game.name}, at {left.now} ms, viewer {viewer}"
        opened = [reopened(each, viewer) for each in (left, right)]
        if opened[0] != opened[1]:
            raise Leak(f"{where}: {first_difference(left, right, viewer)}")
        if offers(left, viewer) != offers(right, viewer):
            raise Leak(f"{where}: the choices tell")
        if viewer >= 0:
            compare_refusals(left, right, viewer, rng, pool, report)


def reopened(match: Match, viewer: Viewer) -> bytes:
    """The first frame of one who comes now."""
    frame = Feed(match.game).open(viewer, match.state, match.table(), match.now)
    return canonical.encode(frame)


def offers(match: Match, viewer: Viewer) -> bytes:
    choices = match.game.choices(match.view(viewer), match.now, Stream(key_of("offers"), "choices"))
    return canonical.encode([*islice(choices, 4 * CHOICES)])


def told(match: Match, watchers: tuple[Viewer, ...]) -> list[tuple[Viewer, bytes]]:
    """What is sent to them now, in its order."""
    sent = match.flush()
    return [(viewer, canonical.encode(f)) for viewer, f in sent.items() if viewer in watchers]


def compare_frames(
    left: Match, right: Match, watchers: tuple[Viewer, ...], report: Comparison
) -> None:
    sent = [told(each, watchers) for each in (left, right)]
    report.frames += len(sent[0])
    if sent[0] != sent[1]:
        raise Leak(
            f"{left.game.name}, at {left.now} ms: {watchers} are sent {decoded(sent[0])} in one "
            f"match and {decoded(sent[1])} in the other"
        )


def decoded(sent: list[tuple[Viewer, bytes]]) -> str:
    return str([(viewer, msgspec.msgpack.decode(data)) for viewer, data in sent])[:400]


def compare_refusals(
    left: Match, right: Match, seat: Seat, rng: Stream, pool: list[Struct], report: Comparison
) -> None:
    answering = [Probe(each.game, each.state, each.now) for each in (left, right)]
    for action in islice(wild_from(left.game, pool, rng), PROBES):
        answers = [answer_of(each, seat, action) for each in answering]
        report.refusals += answers[0] != ""
        if answers[0] != answers[1]:
            raise Leak(
                f"{left.game.name}, at {left.now} ms: {action} of seat {seat} is answered "
                f"'{answers[0]}' in one match and '{answers[1]}' in the other"
            )


def answer_of(probe: Probe, seat: Seat, action: Struct) -> str:
    """The refusal of an action, or nothing if it is accepted."""
    refusal = probe.refusal(seat, action)
    return f"{refusal.code} {refusal.facts}" if refusal else ""


def first_difference(left: Match, right: Match, viewer: Viewer) -> str:
    if left.table() != right.table():
        return f"the table tells: {left.table()} and {right.table()}"
    one, other = left.view(viewer), right.view(viewer)
    for name in one.facts.__struct_fields__:
        mine, theirs = getattr(one.facts, name), getattr(other.facts, name)
        if mine != theirs:
            return f"the fact {name} tells: {mine} and {theirs}"
    for name, layer in one.layers.items():
        if layer != other.layers.get(name):
            return f"the layer {name} tells"
    return f"the views differ: {one.rect} and {other.rect}"


# Following one


def follow(
    left: Match,
    right: Match,
    watchers: tuple[Viewer, ...],
    rng: Stream,
    telling: tuple[str, ...],
    report: Comparison,
) -> None:
    """The same inputs to both, as long as the views stay equal."""
    before, taken = (fork(left), fork(right)), list[PlayedStep]()
    for _ in range(FOLLOWED):
        step = next_step(left, rng, restless=40)
        taken.append(step)
        answers = [take_answering(each, step) for each in (left, right)]
        if left.outcome != right.outcome or not are_alike(left, right, watchers):
            return  # the rules have shown it
        if step.seat in watchers and answers[0] != answers[1]:
            raise Leak(f"{left.game.name}: {step} is answered {answers}")
        report.steps_followed += 1
        try:
            if rng.below(3):
                compare_frames(left, right, watchers, report)
        except Leak:
            if is_shown_on_the_way(*before, taken, watchers, telling):
                return
            raise
        if left.outcome:
            return


def is_shown_on_the_way(
    left: Match,
    right: Match,
    taken: list[PlayedStep],
    watchers: tuple[Viewer, ...],
    telling: tuple[str, ...],
) -> bool:
    """Have the views differed at any moment between two steps, and been equal again after it? A
    tower that stands a moment earlier in one of the matches is seen then, and told then. Or has
    one of the notices told something by which the rules show what was hidden? Then all else that
    is sent with it must still be equal."""
    for step in taken:
        for now in moments(left, right, step.now):
            for each in (left, right):
                each.advance(now)
            if not are_alike(left, right, watchers):
                return True
        for each in (left, right):
            take_answering(each, step)
        sent = [sent_to(each, watchers) for each in (left, right)]
        if notices_in(sent[0], telling) != notices_in(sent[1], telling):
            return without(sent[0], telling) == without(sent[1], telling)
    return False


Sent = list[tuple[Viewer, Frame]]


def sent_to(match: Match, watchers: tuple[Viewer, ...]) -> Sent:
    return [(viewer, frame) for viewer, frame in match.flush().items() if viewer in watchers]


def notices_in(sent: Sent, codes: tuple[str, ...]) -> list[tuple[Viewer, Any]]:
    return [(v, each) for v, frame in sent for each in frame.notices if each[0] in codes]


def without(sent: Sent, codes: tuple[str, ...]) -> Sent:
    """What is left of frames without these notices. A frame of nothing else is none, so they are
    not numbered here."""
    rest: Sent = []
    for viewer, frame in sent:
        notices = tuple([each for each in frame.notices if each[0] not in codes])
        left = msgspec.structs.replace(frame, number=0, notices=notices)
        if left != Frame(0, frame.now):
            rest.append((viewer, left))
    return rest


def moments(left: Match, right: Match, until: Ms) -> Iterator[Ms]:
    """Whenever something is due in either, while both are brought there."""
    while due := [
        at for each in (left, right) if (at := each.wake_at()) is not None and at <= until
    ]:
        yield min(due)


def take_answering(match: Match, step: PlayedStep) -> str:
    match.advance(step.now)
    if step.action is None or match.outcome:
        return ""
    try:
        match.act(step.now, step.seat, step.action)
    except Illegal as refusal:
        return f"{refusal.code} {refusal.facts}"
    return ""


def are_alike(left: Match, right: Match, watchers: tuple[Viewer, ...]) -> bool:
    """Do all of them see the same in both?"""
    return all(
        canonical.encode(left.view(viewer)) == canonical.encode(right.view(viewer))
        for viewer in watchers
    )


# The key


def check_no_key(match: Match, sent: list[tuple[Viewer, bytes]]) -> None:
    key = match.setup.key
    for viewer, data in sent:
        if key in data or key.hex().encode() in data:
            raise Leak(f"{match.game.name}: the key is sent to viewer {viewer}")
