"""The mask of MineWars says of every tile and tool what `legal.py` says of it alone."""

from __future__ import annotations

from itertools import compress, islice

import pytest
from msgspec import structs

from freehold.game import Ms, View
from freehold.games.minewars import GAME, legal, offers, tools
from freehold.games.minewars.actions import Action, Build, Deploy, Flag, Strike, Unflag
from freehold.games.minewars.facts import Condition, Facts, Tool
from freehold.games.minewars.numbers import NUMBERS
from freehold.games.minewars.verdicts import reading_of
from freehold.kernel.chance import Stream, key_of
from freehold.testing.plays import begin, steps, take
from tests.games.minewars.tables import TABLES


def alone(found: offers.Chances, action: Action) -> bool:
    """May this be done, by the tables read for one tile?"""
    view = found.view
    if isinstance(action, Unflag | Flag):
        cell = found.grid.cell(action.x, action.y)
        flagged = bool(view.layers["flag"][cell])
        return flagged if isinstance(action, Unflag) else not flagged and found.may("flag", cell)
    if view.facts.own.stunned_until:
        return False
    if isinstance(action, Build | Strike):
        ((x, y),) = action.places
        name = str(action.structure) if isinstance(action, Build) else "strike"
    else:
        x, y = action.x, action.y
        name = action.item if isinstance(action, Deploy) else str(action.__struct_config__.tag)
    cell = found.grid.cell(x, y)
    if isinstance(action, Build) and name == "bridge":
        return bool(legal.fitting_axes(found.seen, name, cell, [action.axis])[0])
    fits = found.may(name, cell) and not legal.why_not_together(found.seen, name, (cell,))
    return fits and found.is_ready(name) and found.can_pay(name, cell)


def differences(view: View[Facts], now: Ms) -> list[Action]:
    found = offers.chances(view, now)
    mask = NUMBERS.mask(view, now)
    actions = [NUMBERS.action(view, index) for index in range(len(mask))]
    return [
        action
        for action, allowed in zip(actions, mask, strict=True)
        if alone(found, action) != bool(allowed)
    ]


@pytest.mark.slow
def test_all_tiles_at_once_are_as_each_alone() -> None:
    """On squares and hexagons, with bridges in sight, with strikes next to own land and far."""
    bridges = 0
    for at, seed in zip(TABLES, (2, 1, 1), strict=False):
        match = begin(GAME, at, seed)
        rng = Stream(key_of("each alone"), "steps")
        for number, step in enumerate(islice(steps(match, rng), 240)):
            take(match, step)
            if number % 48 == 47:
                view = match.view(number // 48 % at.seats)
                assert differences(view, match.now) == []
                bridges += any(view.layers["axis"])
    assert bridges >= 2


def stuns(view: View[Facts]) -> View[Facts]:
    own = structs.replace(view.facts.own, stunned_until=10**9)
    return structs.replace(view, facts=structs.replace(view.facts, own=own))


def test_a_stunned_player_may_only_flag() -> None:
    """MW-34, MW-35."""
    view = begin(GAME, TABLES[0], 1).view(0)
    mask = NUMBERS.mask(stuns(view), 0)
    allowed = [NUMBERS.action(view, index) for index in compress(range(len(mask)), mask)]
    assert {type(action) for action in allowed} == {Flag}
    assert sum(NUMBERS.mask(view, 0)) > len(allowed)


def test_nobody_pays_without_a_city() -> None:
    """MW-82: all that costs money is out of reach."""
    view = begin(GAME, TABLES[0], 1).view(0)
    lost = tuple([structs.replace(city, owner=0) for city in view.facts.cities])
    poor = structs.replace(view, facts=structs.replace(view.facts, cities=lost))
    deploy = NUMBERS.index(view, Deploy("mine", 2, 1))
    assert deploy is not None
    assert NUMBERS.mask(view, 0)[deploy]
    assert not NUMBERS.mask(poor, 0)[deploy]


WITHOUT = {
    "strike 1,1 2,1": "a strike on several tiles",
    "build barricade 1,1 2,1": "a barricade on several tiles",
    "build bridge 1,1": "a bridge without its own axis",
    "build bridge 1,1 3": "a bridge without its own axis",
}


@pytest.mark.parametrize("spelling", WITHOUT)
def test_what_has_no_number_says_why(spelling: str) -> None:
    view, action = begin(GAME, TABLES[0], 1).view(0), GAME.parse(spelling)
    assert NUMBERS.index(view, action) is None
    (reason,) = [reason for reason, is_one in NUMBERS.without.items() if is_one(view, action)]
    assert reason.startswith(WITHOUT[spelling])


def test_a_table_that_cannot_be_read_at_once_is_refused() -> None:
    """One trait by a layer that is kept, or another by one that is not."""
    view = begin(GAME, TABLES[0], 1).view(0)
    terms, traits = view.facts.terms, tuple(view.facts.traits.items())
    odd = Tool("flag", (Condition("flag_own", tools.GROUND | tools.OWN),))
    with pytest.raises(ValueError, match="are in layers that are read apart"):
        reading_of((("flag", odd),), terms.around, terms.ends, traits)
