"""The pages written from the messages. That none is stale is looked at in test_generated.py."""

from __future__ import annotations

import dataclasses
import itertools
import re
from contextlib import suppress
from itertools import islice

import pytest

from freehold.game import Clock, Illegal
from freehold.games import load_game
from freehold.games.area_attack.actions import Pick
from freehold.games.land_grab.actions import Farm, Settle
from freehold.kernel.chance import Stream
from freehold.match import Match
from freehold.match.log import Seated
from freehold.protocol import wire
from tests.games_under_test import OURS
from tools import actions, protocol, typescript


@pytest.mark.slow
def test_every_message_is_described_in_both() -> None:
    page, script = protocol.page(), protocol.types()
    for kind in (*typescript.messages(wire.ToServer), *typescript.messages(wire.ToClient)):
        name = typescript.name_of(kind)
        assert f"### {name} " in page
        assert f"export interface {name} {{" in script


@pytest.mark.slow
def test_a_changed_message_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = protocol.types()
    monkeypatch.setattr(wire, "VERSION", wire.VERSION + 1)
    assert protocol.types() != before


# The spelling of actions


def read_page() -> dict[str, list[str]]:
    """From the page as it is in the repository: the spellings of each game."""
    text = protocol.read(protocol.DOCS / "protocol.md").partition("## Actions")[2]
    found: dict[str, list[str]] = {}
    for part in text.split("### ")[1:]:
        name = part.split("`")[1]
        rows = [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `")]
        found[name] = [form for row in rows for form in row.replace("\\|", "|").split("`")[1::2]]
    return found


def written(form: str) -> list[str]:
    """What somebody writes who has read only the page."""
    form = re.sub(r"(\S+) \.\.\.", r"\1 \1", form)
    form = re.sub(r"\b[A-Z]{2,}\b|\b[XY]\b", "3", form)
    parts = re.split(r"((?:\w+\|)+\w+)", form)
    return ["".join(chosen) for chosen in itertools.product(*(each.split("|") for each in parts))]


@pytest.mark.parametrize("name", OURS)
def test_what_the_page_says_is_what_the_game_reads(name: str) -> None:
    game = load_game(name)
    read = [game.parse(text) for form in read_page()[name] for text in written(form)]
    for action in read:
        assert game.parse(game.spell(action)) == action
    assert {type(action) for action in read} == set(actions.kinds_of(game))


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_every_action_that_can_be_chosen_is_spelled_as_on_the_page(name: str) -> None:
    """Played through: each choice of a random match has the form of one that is shown."""
    game = load_game(name)
    shown = [re.escape(form) for form in read_page()[name]]
    shown = [re.sub(r"(\S+)\\ \\\.\\\.\\\.", r"\1(\\ \1)*", form) for form in shown]
    shown = [re.sub(r"((?:\w+\\\|)+\w+)", lambda found: f"({found[1]})", form) for form in shown]
    shown = [re.sub(r"TEXT", ".*", form).replace("\\|", "|") for form in shown]
    shown = [re.sub(r"\b([A-Z]{2,}|[XY])\b", r"\\d+", form) for form in shown]
    seats = tuple(Seated(f"P{seat}") for seat in range(game.seats[0]))
    match = Match.new(game, seats, b"k" * 32, game.params(), Clock())
    for step in range(30):
        for seat in match.table().awaited or (0,):
            chance = Stream(b"c" * 32, f"{step}")
            choices = islice(game.choices(match.view(seat), match.now, chance), 200)
            spelled = [game.spell(choice) for choice in choices]
            for text in spelled:
                assert any(re.fullmatch(form, text) for form in shown), text
            if spelled:
                with suppress(Illegal):
                    match.act(match.now, seat, game.parse(spelled[step % len(spelled)]))
        if match.outcome:
            break


@pytest.mark.slow
def test_another_spelling_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = actions.section()
    game = load_game("land-grab")

    def parse(text: str) -> Farm | Settle:
        action: Farm | Settle = game.parse(text.replace("plough", "farm"))
        return action

    changed = dataclasses.replace(
        game, parse=parse, spell=lambda action: game.spell(action).replace("farm", "plough")
    )
    monkeypatch.setattr(
        actions, "load_game", lambda name: changed if name == game.name else load_game(name)
    )
    assert actions.section() != before
    assert any("`plough X,Y`" in line for line in actions.section())


def test_an_action_that_its_game_does_not_read_stops_the_tool() -> None:
    game = load_game("land-grab")
    with pytest.raises(ValueError, match="does not read any Pick"):
        actions.spellings(game, Pick)
