"""Legality: what a view says of every tile and tool is what the rules do.

The rules ask what the seat knows, as it stands in the state; a view holds the same. Nothing of a
tile that a view cannot know is asked: a hidden item refuses nothing. Only two moments are shown
more coarsely than they are (`COARSE`), and both on the safe side.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from freehold.game import View
from freehold.games.minewars import GAME, legal, offers, rules, views
from freehold.games.minewars.actions import Action, Build, parse, spell
from freehold.games.minewars.building import bridges, economy
from freehold.games.minewars.explaining import explain
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.state import State
from freehold.games.minewars.texts import TEXTS
from freehold.games.minewars.tiles import tiles
from freehold.kernel import canonical
from freehold.kernel.chance import key_of
from freehold.testing.plays import Probe
from tests.games.minewars import act, advance, fund, give, new_state, position, refusal, rng, shown

COARSE = {"protected", "too_dear"}
"""Protections are shown a little longer than they last, money without its thousandths: a view may
say no where the rules say yes just then, and never the other way round."""
ELSEWHERE = {"flagged", "stunned"}
"""What the view says by other means: the layer `flag`, and `own.stunned_until`."""
ISLES = """
grid: square
~~~~~~~~~~~~~~~~
~....~...~.....~
~.1...~.^~.,...~
~....~.^..~....~
~~.~~..~.^~.~~~~
~..~......~..~.~
~..^~..C....~..~
~^..~......~^..~
~~..~.^~%%.....~
~..^..~..%.~.2.~
~.....^....~...~
~~~~~~~~~~~~~~~~
"""
"""Water between land in every direction, and gaps between mountains."""
COOLDOWNS = ("capture", "deploy", "strike", "reveal", "smoke", "harvest", "bulldoze")
QUICK: dict[str, Any] = {
    "limit_ms": 0,
    "items_percent": 15,
    "start_money_percent": 9_000,
    "stun_ms": 500,
    "hold_ms": 60_000,
    **{f"{what}_cooldown_ms": 0 for what in COOLDOWNS},
}


def verdict(view: View[Facts], now: int, tool: str, cell: int) -> str:
    return verdict_of(offers.chances(view, now), tool, cell)


def verdict_of(found: offers.Chances, tool: str, cell: int) -> str:
    """Why not, as a page reads it: the tile, its protection, the money."""
    code = legal.why_not(found.seen, tool, cell)
    if code:
        return code
    if found.seen.terms.tools[tool].minds_protection and found.view.layers["protected"][cell]:
        return "protected"
    if found.seen.terms.tools[tool].joins:
        code = legal.why_not_together(found.seen, tool, (cell,))
    return code or ("" if found.can_pay(tool, cell) else "too_dear")


def action_of(seen: legal.Seen, tool: str, cell: int) -> Action:
    x, y = seen.grid.place(cell)
    verb = seen.terms.tools[tool].verb
    if tool != "bridge":
        return parse(f"{verb} {x},{y}")
    fitting, _ = legal.fitting_axes(seen, tool, cell, range(bridges.axes(seen.grid)))
    return Build("bridge", ((x, y),), fitting[0] if fitting else -1)


def code_of(probe: Probe, seat: int, action: Action) -> str:
    """The refusal of an action, or nothing if it is accepted."""
    refusal = probe.refusal(seat, action)
    return refusal.code if refusal else ""


def moments(seed: int, steps: int, **params: Any) -> Iterator[tuple[State, int]]:
    """A match of random choices, and the state now and then."""
    state = new_state(2, key_of("legal", seed), **params)
    draws, now = rng("legal", seed), 0
    for step in range(steps):
        now += draws.below(700)
        advance(state, now)
        seat = draws.below(2)
        choices = list(views.choices(views.view(state, seat), now, draws))
        if choices:
            rules.act(state, now, seat, draws.pick(choices))
        if state.outcome:
            return
        if step % 30 == 29:
            yield state, now


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "params"),
    [
        (1, {"map": ISLES}),
        (2, {"map": ISLES, "strike_reach": "sight", "start_money_percent": 500}),
        (3, {"map": ISLES.replace("square", "hex")}),
    ],
)
def test_mw_24_the_rules_refuse_every_tile_as_the_view_says(
    seed: int, params: dict[str, Any]
) -> None:
    told = {True: 0, False: 0}
    for state, now in moments(seed, 120, **QUICK | params):
        for seat in range(2):
            found = offers.chances(views.view(state, seat), now)
            probe = Probe(GAME, state, now)
            for tool in found.seen.terms.tools:
                for cell in range(len(state.kind)):
                    says = verdict_of(found, tool, cell)
                    does = code_of(probe, seat, action_of(found.seen, tool, cell))
                    if does in ELSEWHERE:
                        continue
                    assert does == says or (says in COARSE and not does), (tool, cell, says, does)
                    told[not does] += 1
    assert min(told.values()) > 300, told


def test_mw_24_what_a_tiles_own_layers_rule_out_is_refused() -> None:
    ruled_out = 0
    for state, _ in moments(6, 90, map=ISLES, **QUICK):
        for seat in range(2):
            seen = legal.seen_by(state, seat)
            for name, cell in product(seen.terms.tools, range(len(seen.grid))):
                if legal.is_ruled_out(seen, name, cell):
                    ruled_out += 1
                    assert legal.why_not(seen, name, cell), (name, cell)
    assert ruled_out > 1_000


def test_mw_24_what_the_rules_ask_is_what_the_view_holds() -> None:
    for state, _ in moments(5, 90, map=ISLES, **QUICK):
        for seat in range(2):
            view = views.view(state, seat)
            kept = canonical.decode(canonical.encode(view), View[Facts])
            asked, read = legal.seen_by(state, seat), legal.seen_in(kept)
            for cell in range(len(state.kind)):
                assert legal.all_traits_at(asked, cell) == legal.all_traits_at(read, cell)


def test_mw_24_a_hidden_item_refuses_nothing() -> None:
    for line in ("aC a . bC", "aC a * bC", "aC a o bC", "aC a ! bC"):
        state = position(line)
        fund(state)
        view = views.view(state, 0)
        for tool in ("capture", "strike", "reveal"):
            does = code_of(Probe(GAME, state, 0), 0, action_of(legal.seen_in(view), tool, 2))
            assert verdict(view, 0, tool, 2) == does == ""


# Prices and who pays


def test_mw_82_the_view_says_which_city_pays_wherever_one_acts() -> None:
    state = position(". aC . . aC . bC . .", regions="112223333")
    assert shown(state, 0, "payer") == "1 1 2 2 2 2 2 2 2"
    assert shown(state, 1, "payer") == "3 3 3 3 3 3 3 3 3"
    give(state, 6, 0, 1)
    assert shown(state, 0, "payer") == "1 1 2 2 2 3 3 3 3"
    assert shown(state, 1, "payer") == ". . . . . . . . ."


def test_mw_82_the_nearest_own_city_pays_and_of_two_the_lower() -> None:
    for seed in range(3):
        state = new_state(3, key_of("payers", seed), radius_tiles=9, cities=7)
        for number, city in enumerate(state.cities):
            city.owner = number % 3 + 1
        for seat in range(3):
            own = [place for place, city in enumerate(state.cities) if city.owner == seat + 1]
            for cell in range(len(state.kind)):
                local = state.region[cell] - 1
                by_steps = [
                    (state.grid.distance(cell, state.cities[place].cell), place) for place in own
                ]
                expected = local if local in own else min(by_steps)[1]
                assert economy.city_for(state, seat, cell) == expected


def test_mw_61_mw_76_connected_cities_pay_together_and_what_is_too_dear_is_said() -> None:
    state = position("aC a= a= aC a b ~ bC")
    price = state.terms.prices["strike"] + state.terms.prices["strike_tile"]
    for city in state.cities:
        city.money_milli, city.rate, city.since = 500 * price, 0, 0
    view = views.view(state, 0)
    assert verdict(view, 0, "strike", 5) == ""
    assert "strike 5,0" in {offers_text(view, seed) for seed in range(20)}
    state.cities[0].money_milli -= 1_000
    assert verdict(views.view(state, 0), 0, "strike", 5) == "too_dear"
    error = refusal(state, 0, "strike 5,0")
    assert (error.code, error.facts) == ("too_dear", {"price": price, "money": price - 1})


def offers_text(view: View[Facts], seed: int) -> str:
    found = [each for each in views.choices(view, 0, rng(seed)) if "Strike" in type(each).__name__]
    return spell(found[0]) if found else ""


def test_mw_70_a_decoy_is_made_a_mine_at_a_price_of_its_own() -> None:
    state = position("aC ao a bC", upgrade_price_percent=700, mine_price_percent=200)
    seen, prices = legal.seen_by(state, 0), state.terms.prices
    assert legal.price_of(seen, "mine", (1,)) == prices["upgrade"]
    assert legal.price_of(seen, "mine", (2,)) == prices["mine"] != prices["upgrade"]
    assert legal.price_of(seen, "strike", (1, 2)) == prices["strike"] + 2 * prices["strike_tile"]
    assert legal.price_of(seen, "harvest", (1,)) == 0


# Bridges and barricades


def test_mw_64_a_bridges_axis_is_in_every_view_that_shows_it() -> None:
    state = position(
        """
        ~  a ~ aC ~ ~ ~ ~ ~
        a  ~ a ~  ~ ~ ~ ~ bC
        ~  a ~ ~  ~ ~ ~ ~ ~
        """
    )
    assert legal.fitting_axes(legal.seen_by(state, 0), "bridge", 10, range(2)) == ([0, 1], "")
    act(state, 0, "build bridge 1,1 1")
    assert shown(state, 0, "axis", 3).split()[10] == "2"
    assert set(shown(state, 1, "axis", 3).split()) == {"."}, "out of sight"
    advance(state, 10_000_000)
    assert shown(state, 0, "axis", 3).split()[10] == "2", "and it stands"
    truth = views.view(state, -2)
    assert truth.layers["axis"][10] == 2


def test_mw_64_each_sees_the_axis_of_the_bridge_that_they_asked_for() -> None:
    state = position(
        """
        ~  a ~  ~
        b  ~ b  ~
        ~  a aC bC
        """,
        regions="0100 2020 0112",
    )
    act(state, 1, "build bridge 1,1")
    act(state, 0, "build bridge 1,1")
    assert [views.view(state, seat).layers["axis"][5] for seat in range(2)] == [1, 2]


def test_mw_62_clusters_of_mountains_are_those_the_viewer_knows() -> None:
    state = position("aC a a^ a^ a a^ ~ ~ ~ ^ ^ b bC")
    assert views.view(state, 0).facts.mountains == ((2, 3), (5,), (9, 10))
    act(state, 0, "harvest 3,0")
    advance(state, 60_000)
    assert views.view(state, 0).facts.mountains == ((2,), (5,), (9, 10))
    assert views.view(state, -1).facts.mountains == ((2, 3), (5,), (9, 10)), "as of the start"


def test_mw_62_a_barricade_of_several_tiles_must_hang_together_and_close_a_gap() -> None:
    state = position(
        """
        aC a  a  a
        a^ a  a  a^
        a^ a  a  a
        """
    )
    seen = legal.seen_by(state, 0)
    assert legal.why_not_together(seen, "barricade", (5, 6)) == ""
    assert legal.why_not_together(seen, "barricade", (5, 5)) == "named_twice"
    assert legal.why_not_together(seen, "barricade", (5, 7 - 4)) == "barricade_apart"
    assert legal.why_not_together(seen, "barricade", (5, 9)) == "barricade_no_gap"


def test_every_refusal_of_a_tool_has_a_sentence() -> None:
    tools = position("aC a bC").terms.tools
    assert {check.code for tool in tools.values() for check in tool.checks} <= TEXTS.keys()


# In the terminal


CROSSING = """
    ~  a ~ aC ~ ~ ~ ~ ~
    a  ~ a ~  ~ ~ ~ ~ bC
    ~  a ~ ~  ~ ~ ~ ~ ~
"""


def test_mw_64_the_terminal_says_along_which_axes_a_bridge_may_lie() -> None:
    view = views.view(position(CROSSING), 0)
    first, may, *_ = explain(view, 1, 1)
    assert first == "1,1 is water, nobody's."
    assert may.endswith("along axis 0 (up and down) or 1 (left and right).")
    assert "strike: Only land and bridges can be struck." in explain(view, 1, 1)


def test_the_terminal_explains_a_tile_with_prices_and_who_pays() -> None:
    state = position(CROSSING)
    prices = state.terms.prices
    lines = explain(views.view(state, 0), 0, 1)
    assert lines[0] == "0,1 is land, yours."
    assert f"deploy a mine ({prices['mine']} money)" in lines[1]
    assert f"build a tower ({prices['tower']} points)" in lines[1]
    assert lines[2] == "City 0 pays here, together with the cities connected to it by road."
    assert f"build a barricade: {TEXTS['barricade_no_gap']}" in lines
    assert explain(views.view(state, 0), 8, 1)[0] == "8,1 is city 1, player 2's."
    assert explain(views.view(state, -1), 0, 1) == ["0,1 is land, in fog."]
    assert explain(views.view(state, 0), 9, 0)[0].startswith("That is outside the map")


@pytest.mark.parametrize(("axis", "drawn"), [(0, "~+?|"), (1, "~+?-")])
def test_mw_64_the_terminal_draws_which_way_a_bridge_goes(axis: int, drawn: str) -> None:
    state = position(CROSSING)
    act(state, 0, f"build bridge 1,1 {axis}")
    assert tiles(views.view(state, 0))[10].text == drawn
