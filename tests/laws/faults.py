"""Planted faults: each makes of a game's record another one that breaks a law.

A fault wraps the record of any game, the real ones too; the laws' checks must catch it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import (
    PUBLIC,
    AnyGame,
    Changes,
    Illegal,
    Notice,
    Outcome,
    Seat,
    Standard,
    TimeUp,
    View,
    Viewer,
)
from freehold.kernel import canonical
from freehold.kernel.chance import Stream

Fault = Callable[[AnyGame], AnyGame]
FAULTS: dict[str, Fault] = {}


def fault(plant: Fault) -> Fault:
    FAULTS[plant.__name__] = plant
    return plant


def digest(state: Struct) -> int:
    """A byte that depends on every part of a state, the hidden ones too."""
    return blake2b(canonical.encode(state), digest_size=1).digest()[0]


def saying(game: AnyGame, facts: Callable[[Any, Seat], dict[str, Any]]) -> AnyGame:
    """The game, telling everybody something more about every accepted action."""

    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        return [*game.act(state, now, seat, action), Notice("planted", facts(state, seat))]

    return replace(game, act=act)


def with_note(game: AnyGame, note: float = 0) -> AnyGame:
    """The game with one more field in its state, `planted`, of which its rules know nothing.

    What is planted there asks nothing of the other fields: a state may hold anything.
    """

    def copy(self: Any) -> Any:
        copied = noting(super(kind, self).copy())
        copied.planted = self.planted
        return copied

    own = {"copy": copy} if hasattr(game.state, "copy") else {}
    fields = [("planted", float | int, note)]
    kind = msgspec.defstruct("Noting", fields, bases=(game.state,), namespace=own)

    def noting(state: Any) -> Any:
        return kind(**{name: getattr(state, name) for name in state.__struct_fields__})

    return replace(game, new=lambda setup: noting(game.new(setup)), state=kind)


# Law 1: same in, same out


@fault
def draws_from_global_random(game: AnyGame) -> AnyGame:
    return saying(game, lambda state, seat: {"roll": random.getrandbits(32)})


@fault
def takes_the_order_of_a_set(game: AnyGame) -> AnyGame:
    return saying(game, lambda state, seat: {"names": list({"ada", "ben", "cid", "dot", "eve"})})


@fault
def keeps_a_float(game: AnyGame) -> AnyGame:
    return with_note(game, 0.5)


# Law 2: refused is untouched


@fault
def changes_before_it_refuses(game: AnyGame) -> AnyGame:
    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        try:
            return game.act(state, now, seat, action)
        except Illegal:
            state.planted += 1
            raise

    return replace(with_note(game), act=act)


@fault
def copies_share_a_layer(game: AnyGame) -> AnyGame:
    """What is tried on a copy happens on the board."""

    class Careless(game.state):  # type: ignore[name-defined, misc]
        def copy(self) -> Any:
            return self

    def new(setup: Any) -> Any:
        state = game.new(setup)
        return Careless(**{name: getattr(state, name) for name in state.__struct_fields__})

    return replace(game, new=new, state=Careless)


# Law 3: choices are legal


@fault
def offers_what_is_illegal(game: AnyGame) -> AnyGame:
    """Every third of the actions that are tried, whatever they are like."""
    tried = [0]

    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        tried[0] += not isinstance(action, Standard)
        if tried[0] == 3:
            tried[0] = 0
            raise Illegal("planted")
        return game.act(state, now, seat, action)

    return replace(game, act=act)


@fault
def offers_nothing(game: AnyGame) -> AnyGame:
    return replace(game, choices=lambda view, now, rng: iter(()))


@fault
def refuses_that_time_is_up(game: AnyGame) -> AnyGame:
    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        if isinstance(action, TimeUp):
            raise Illegal("no_clocks_here")
        return game.act(state, now, seat, action)

    return replace(game, act=act)


# Law 4: time moves on


@fault
def stands_still(game: AnyGame) -> AnyGame:
    return replace(game, wake_at=lambda state: 700, wake=lambda state, now: [])


@fault
def wakes_without_taking_the_moment(game: AnyGame) -> AnyGame:
    def wake(state: Any, now: int) -> list[Notice]:
        game.wake(copy_of(game, state), now)
        return []

    return replace(game, wake=wake)


def copy_of(game: AnyGame, state: Any) -> Any:
    return canonical.decode(canonical.encode(state), game.state)


@fault
def asking_changes_something(game: AnyGame) -> AnyGame:
    def wake_at(state: Any) -> int | None:
        state.planted += 1
        return game.wake_at(state)

    return replace(with_note(game), wake_at=wake_at)


# Law 5: secrets stay secret


def showing(game: AnyGame, change: Callable[[Any, View[Any]], View[Any]]) -> AnyGame:
    return replace(game, view=lambda state, viewer: change(state, game.view(state, viewer)))


@fault
def shows_a_hash_of_everything_in_a_layer(game: AnyGame) -> AnyGame:
    def change(state: Any, view: View[Any]) -> View[Any]:
        name = next(iter(view.layers))
        layer = bytes([digest(state)]) + view.layers[name][1:]
        return msgspec.structs.replace(view, layers={**view.layers, name: layer})

    return showing(game, change)


def with_fact(game: AnyGame, fact: Callable[[Any], int]) -> AnyGame:
    """The game with one more fact in its views."""
    facts = msgspec.defstruct("Planted", [("planted", int, 0)], bases=(game.facts,), frozen=True)

    def change(state: Any, view: View[Any]) -> View[Any]:
        known = {name: getattr(view.facts, name) for name in view.facts.__struct_fields__}
        return msgspec.structs.replace(view, facts=facts(**known, planted=fact(state)))

    return replace(showing(game, change), facts=facts)


@fault
def shows_a_hash_of_everything_in_a_fact(game: AnyGame) -> AnyGame:
    return with_fact(game, digest)


@fault
def shows_how_long_the_state_is(game: AnyGame) -> AnyGame:
    """As a count of hidden submissions, a message's length or a list of timers would."""
    return with_fact(game, lambda state: len(canonical.encode(state)))


@fault
def shows_everybody_what_seat_0_sees(game: AnyGame) -> AnyGame:
    def view(state: Any, viewer: Viewer) -> View[Any]:
        return msgspec.structs.replace(game.view(state, 0), viewer=viewer)

    return replace(game, view=view)


@fault
def shows_watchers_what_seat_0_sees(game: AnyGame) -> AnyGame:
    def view(state: Any, viewer: Viewer) -> View[Any]:
        seen = game.view(state, 0 if viewer == PUBLIC else viewer)
        return msgspec.structs.replace(seen, viewer=viewer)

    return replace(game, view=view)


@fault
def tells_everybody_that_somebody_acted(game: AnyGame) -> AnyGame:
    """An empty frame for an invisible event: nothing in it but that it comes."""
    return saying(game, lambda state, seat: {})


@fault
def tells_everybody_what_is_for_some(game: AnyGame) -> AnyGame:
    def openly(notices: list[Notice]) -> list[Notice]:
        return [msgspec.structs.replace(notice, to=None) for notice in notices]

    return replace(
        game,
        act=lambda *given: openly(game.act(*given)),
        wake=lambda *given: openly(game.wake(*given)),
    )


@fault
def tells_in_its_refusals(game: AnyGame) -> AnyGame:
    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        try:
            return game.act(state, now, seat, action)
        except Illegal as refusal:
            raise Illegal(refusal.code, **{**refusal.facts, "planted": digest(state)}) from None

    return replace(game, act=act)


@fault
def tells_in_its_choices(game: AnyGame) -> AnyGame:
    """The views remember behind everybody's back which state they are of."""
    seen: list[Any] = [None]

    def view(state: Any, viewer: Viewer) -> View[Any]:
        seen[0] = state
        return game.view(state, viewer)

    def choices(view: View[Any], now: int, rng: Stream) -> Iterator[Any]:
        offered = list(game.choices(view, now, rng))
        yield from offered[len(offered) > 1 and digest(seen[0]) & 1 :]

    return replace(game, view=view, choices=choices)


@fault
def tells_in_whom_it_awaits(game: AnyGame) -> AnyGame:
    def awaited(state: Any) -> tuple[Seat, ...]:
        seats = game.awaited(state)
        return seats[::-1] if digest(state) & 1 else seats

    return replace(game, awaited=awaited)


@fault
def tells_its_key(game: AnyGame) -> AnyGame:
    keys: list[bytes] = [b""]

    def new(setup: Any) -> Any:
        keys[0] = setup.key
        return game.new(setup)

    return replace(saying(game, lambda state, seat: {"key": keys[0].hex()}), new=new)


@fault
def redeals_the_same(game: AnyGame) -> AnyGame:
    return replace(game, redeal=lambda state, seat, rng: copy_of(game, state))


# Law 6: a replay is the match


@fault
def remembers_outside_its_state(game: AnyGame) -> AnyGame:
    """A count of actions that no snapshot holds."""
    counts: list[list[Any]] = []

    def count(state: Any, seat: Seat) -> dict[str, Any]:
        for each in counts:
            if each[0] is state:
                each[1] += 1
                return {"count": each[1]}
        counts.append([state, 1])
        return {"count": 1}

    return saying(game, count)


@fault
def spells_everything_alike(game: AnyGame) -> AnyGame:
    first: list[str] = []

    def spell(action: Any) -> str:
        first.append(game.spell(action))
        return first[0]

    return replace(game, spell=spell)


@fault
def looks_later(game: AnyGame) -> AnyGame:
    """What somebody knows is brought up to date when they look, and kept."""

    def view(state: Any, viewer: Viewer) -> View[Any]:
        state.planted = 1
        return game.view(state, viewer)

    return replace(with_note(game), view=view)


# Law 7: patches add up


@fault
def forgets_what_it_touched(game: AnyGame) -> AnyGame:
    """Every cell is written around `put`."""

    def forgetting(change: Callable[..., list[Notice]]) -> Callable[..., list[Notice]]:
        def changed(state: Any, *given: Any) -> list[Notice]:
            notices = change(state, *given)
            state.touched.take_cells()
            return notices

        return changed

    return replace(game, act=forgetting(game.act), wake=forgetting(game.wake))


@fault
def forgets_whose_view_differs(game: AnyGame) -> AnyGame:
    """Without notices: the feed looks at every viewer that gets one."""

    def changes(state: Any) -> Changes:
        return game.changes(state)._replace(viewers=frozenset())

    return replace(
        game,
        act=lambda *given: game.act(*given)[:0],
        wake=lambda *given: game.wake(*given)[:0],
        changes=changes,
    )


@fault
def shows_something_else_each_time(game: AnyGame) -> AnyGame:
    looks = [0]

    def look(state: Any) -> int:
        looks[0] += 1
        return looks[0]

    return with_fact(game, look)


# Law 8: it ends


@fault
def never_ends(game: AnyGame) -> AnyGame:
    return replace(game, outcome=lambda state: None, longest=300)


@fault
def goes_nowhere(game: AnyGame) -> AnyGame:
    """Everything is accepted and nothing changes."""

    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        return game.act(copy_of(game, state), now, seat, action)

    return replace(game, act=act, wake_at=lambda state: None, longest=300)


def ending_otherwise(game: AnyGame, change: Callable[[Outcome], Outcome]) -> AnyGame:
    def outcome(state: Any) -> Outcome | None:
        found = game.outcome(state)
        return None if found is None else change(found)

    return replace(game, outcome=outcome)


@fault
def ends_as_no_rulebook_says(game: AnyGame) -> AnyGame:
    return ending_otherwise(game, lambda found: msgspec.structs.replace(found, ending="boredom"))


@fault
def leaves_the_first_place_empty(game: AnyGame) -> AnyGame:
    def change(found: Outcome) -> Outcome:
        return msgspec.structs.replace(found, places=tuple(place + 1 for place in found.places))

    return ending_otherwise(game, change)
