"""What the full screen shows and how it is used, whatever is played on it."""

from __future__ import annotations

import asyncio

import pytest
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input

from freehold.cli.fullscreen.boards import BoardPane
from freehold.cli.fullscreen.dialogs import HandOver, HelpScreen, MovesScreen
from freehold.cli.fullscreen.pads import Pad
from freehold.cli.fullscreen.panels import key_labels, key_rows, timer_lines
from freehold.games import load_game, load_games
from tests.cli.fullscreen import shown
from tests.cli.fullscreen.moments import frozen_view, stunned_view

pytestmark = pytest.mark.slow


def test_the_question_mark_opens_help_signs_and_rules() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.pilot.press("?")
            await screen.until(lambda: isinstance(screen.app.screen, HelpScreen))
            await screen.shows("build a settlement")
            await screen.shows("Signs on the board")
            page = screen.app.screen.query_one("#page")
            assert page.max_scroll_y > 50, "the rulebook is long"
            await screen.pilot.press("pagedown")
            await screen.until(lambda: page.scroll_y > 0)
            await screen.pilot.press("escape")
            await screen.shows("f build a farm")

    asyncio.run(play())


def test_the_clock_runs() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.shows("Land Grab   0:00   your turn")
            await screen.pass_time(83)
            await screen.shows("Land Grab   1:23   your turn")

    asyncio.run(play())


def test_nothing_is_drawn_again_that_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Widget] = []
    refresh = Widget.refresh

    def note(self: Widget, *regions: Region, **options: bool) -> Widget:
        drawn.append(self)
        return refresh(self, *regions, **options)

    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.shows("your turn")
            screen.app.draw()
            monkeypatch.setattr(Widget, "refresh", note)
            for _ in range(20):
                screen.app.draw()
            assert drawn == []
            await screen.pilot.press("right")
            await screen.until(lambda: any(isinstance(each, BoardPane) for each in drawn))

    asyncio.run(play())


def test_a_refusal_goes_once_something_else_is_done() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.pilot.press("s")
            await screen.shows("settlement yet")
            await screen.until(lambda: bool(screen.app.pad.says))
            await screen.pilot.press("tab")
            await screen.until(lambda: isinstance(screen.app.screen, MovesScreen))
            await screen.pilot.press("enter")
            await screen.until(lambda: not screen.app.pad.says)
            await screen.shows("builds a farm")

    asyncio.run(play())


def test_a_screen_that_is_being_closed_draws_nothing() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.app.screen.remove_children()
            screen.app.draw()

    asyncio.run(play())


def test_a_resized_terminal_shows_as_much_as_fits() -> None:
    async def play() -> None:
        async with shown("area-attack", "careful") as screen:
            board = screen.app.query_one(BoardPane)
            small = len(board.columns), len(board.rows)
            await screen.pilot.resize_terminal(120, 40)
            await screen.until(lambda: (len(board.columns), len(board.rows)) > small)
            assert len(board.rows) == 35
            await screen.pilot.resize_terminal(44, 18)
            await screen.until(lambda: screen.app.screen.has_class("narrow"))
            await screen.shows("Choosing ends")
            assert max(len(line) for line in screen.text.splitlines()) == 44
            x, y = screen.app.pad.x, screen.app.pad.y
            assert board.place_of(x, y) is not None, "the cursor stays in sight"

    asyncio.run(play())


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_words_are_never_split(size: tuple[int, int]) -> None:
    """Everything that is said can be read whole on the screen."""

    async def play() -> None:
        async with shown("land-grab", "random", wide=size[0], high=size[1]) as screen:
            await screen.pilot.press("f")
            await screen.shows("That is a mountain.")
            seen = " ".join(screen.text.split())
            described = screen.match.game.describe(screen.app.source.view, ("Ann", "Bot 2"))
            words = {word for line in described for word in line.split()}
            assert words <= set(seen.split())

    asyncio.run(play())


@pytest.mark.parametrize("wide", [40, 80, 120])
def test_every_key_is_listed_whole(wide: int) -> None:
    for game in load_games(print).values():
        labels = key_labels(Pad(0, 0, keys=game.extras.keys), game, False, False)
        rows = key_rows(labels, wide)
        assert [label for row in rows for label in row] == labels
        assert all(sum(label.width + 2 for label in row) - 2 <= wide for row in rows)


def test_the_list_of_moves_makes_the_one_that_is_chosen() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.pilot.press("tab")
            await screen.until(lambda: isinstance(screen.app.screen, MovesScreen))
            await screen.pilot.press("escape")
            await screen.until(lambda: len(screen.app.screen_stack) == 1)
            assert screen.done == []
            await screen.pilot.press("tab", "down", "enter")
            await screen.until(lambda: len(screen.done) == 1)
            assert screen.done[0].startswith("farm ")

    asyncio.run(play())


def test_a_line_can_be_typed_and_given_up() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.pilot.press(":", *"farm 0,0", "escape", ":", *"nonsense", "enter")
            await screen.shows("is not an action of this game")
            await screen.pilot.press(":", *"why 2,1", "enter")
            await screen.shows("at 2,1")
            await screen.pilot.press(":", *"farm 2,1", "enter")
            await screen.until(lambda: screen.done == ["farm 2,1"])
            assert not screen.app.query_one("#line", Input).display

    asyncio.run(play())


def test_keys_that_come_all_at_once_are_typed_in_order() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            for key in (":", *"resign", "enter"):
                screen.app.simulate_key(key)
            await screen.shows("You lose.")
            assert screen.done == ["resign"]
            assert "press Enter to leave" in screen.text

    asyncio.run(play())


def test_leaving_asks_once_more() -> None:
    async def play() -> None:
        async with shown("land-grab", "random") as screen:
            await screen.pilot.press("q")
            await screen.shows("Press q again to leave.")
            await screen.pilot.press("left", "q")
            assert screen.app.is_running
            await screen.pilot.press("q")
            await screen.until(lambda: not screen.app.is_running)
            assert screen.app.return_value == "quit"

    asyncio.run(play())


def test_people_at_one_keyboard_do_not_see_each_others_screens() -> None:
    async def play() -> None:
        async with shown("territory", "random", people=("North", "South"), rounds=1) as screen:
            await screen.until(lambda: isinstance(screen.app.screen, HandOver))
            assert "North, take the keyboard" in screen.text
            await screen.pilot.press("enter")
            await screen.shows("You are A (North).")
            await screen.pilot.press("t", *"Secret", "enter")
            await screen.shows("South, take the keyboard")
            assert "Secret" not in screen.text
            await screen.pilot.press("enter")
            await screen.shows("You are B (South).")
            assert "Secret" not in screen.text

    asyncio.run(play())


def test_a_small_board_moves_only_when_the_cursor_comes_near_its_edge() -> None:
    async def play() -> None:
        async with shown("area-attack", "careful") as screen:
            board = screen.app.query_one(BoardPane)
            first = board.columns.start
            last = board.columns[-1]
            await screen.click(last, board.rows[0])
            assert board.columns.start == first, "the board stands still under the mouse"
            await screen.pilot.press("right")
            assert board.columns.start > first

    asyncio.run(play())


def test_freeze_and_stun_are_counted_down() -> None:
    attack, war = load_game("area-attack"), load_game("minewars")
    view = frozen_view()
    until = view.facts.frozen[0]
    assert "You are frozen for 2.3 s." in timer_lines(attack, view, until - 2_300)
    assert not [line for line in timer_lines(attack, view, until) if "frozen" in line]
    stunned = stunned_view()
    until = stunned.facts.own.stunned_until
    assert "You are stunned for 0:10." in timer_lines(war, stunned, until - 10_000)
    assert "You are stunned for 0.1 s." in timer_lines(war, stunned, until - 199)
