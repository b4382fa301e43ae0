"""Real-time games with a person at this terminal: a full screen, ten pictures per second.

The cursor chooses a cell and keys are actions (see `pads`). Bots act in real time. `panes` makes
the contents of the screen; here it meets curses.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from freehold.cli.errors import INTERRUPTED, Trouble
from freehold.cli.play.pads import QUIT, keep_inside, make_pad, press
from freehold.cli.play.panes import Line, colour_number, screen_lines
from freehold.cli.play.sessions import leave
from freehold.cli.play.sittings import Sitting
from freehold.cli.play.standings import standing_line
from freehold.cli.screens import print_board, say
from freehold.cli.words import notice_lines, outcome_lines, refusal_words
from freehold.game import TRUTH, AnyGame, Illegal, Malformed, Ms, Seat, View
from freehold.match import Match

if TYPE_CHECKING:
    from curses import window as Window  # noqa: N812

PICTURE_MS = 100
STEPS_PER_PICTURE = 200
NEWS_LINES = 3
ESCAPE_DELAY_MS = 25


def play_live(sitting: Sitting) -> None:
    """Play to the end, or until the person leaves (raises Left)."""
    import curses

    match = sitting.match
    people = sum(not seated.bot for seated in match.header.seats)
    if people > 1:
        raise Trouble(
            f"{match.game.title} is played in real time: only one human per terminal, not {people}"
        )
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Trouble(
            f"{match.game.title} is played in real time and needs a terminal, unless only bots play"
        )
    curses.set_escdelay(ESCAPE_DELAY_MS)
    try:
        curses.wrapper(lambda window: play_on_screen(make_screen(window, sitting), sitting))
    except KeyboardInterrupt:
        raise leave(sitting, INTERRUPTED) from None
    except curses.error as error:
        raise Trouble(f"this terminal cannot show a full screen ({error}); set TERM") from None
    if match.outcome is None:
        raise leave(sitting, 0)
    show_end(sitting)


def show_end(sitting: Sitting) -> None:
    print_board(sitting.match.game, sitting.match.view(TRUTH))
    for line in outcome_lines(sitting.match):
        say(line, "bold")
    sitting.leave()


def make_screen(window: Window, sitting: Sitting) -> Screen:
    view = sitting.views[sitting.humans[0]]
    return Screen(window, sitting.match.game, view, sitting.now())


def play_on_screen(screen: Screen, sitting: Sitting) -> None:
    """Until the match is over, or the person quits."""
    match, seat = sitting.match, sitting.humans[0]
    while match.outcome is None:
        for _ in range(STEPS_PER_PICTURE):
            if not sitting.step():
                break
        screen.news += notice_lines(match, sitting.take_news(seat))
        screen.draw(sitting.views[seat], match.names, sitting.now(), leaders(match, seat))
        said = screen.press(sitting.views[seat])
        if said and said.lower() in (QUIT, "exit"):
            return
        if said:
            act(screen, sitting, said)


def leaders(match: Match, seat: Seat) -> str:
    """The leaderboard of a world, in which scores are public."""
    world = match.game.world
    return standing_line(world.standing(match.state), match.names, seat) if world else ""


def act(screen: Screen, sitting: Sitting, text: str) -> None:
    try:
        sitting.act(sitting.humans[0], text)
    except Malformed as error:
        screen.pad.says = str(error)
    except Illegal as refusal:
        screen.pad.says = refusal_words(sitting.match, refusal)


class Screen:
    """A view of a match on a curses window, for matches here or on a server."""

    def __init__(
        self, window: Window, game: AnyGame, view: View[Any], now: Ms, wait_ms: Ms = PICTURE_MS
    ) -> None:
        import curses

        self.window = window
        self.game = game
        self.news: list[str] = []
        self.pairs: dict[tuple[int, int], int] = {}
        with suppress(curses.error):  # some terminals cannot hide their cursor, or have no colours
            curses.curs_set(0)
            curses.use_default_colors()
        window.timeout(wait_ms)
        self.pad = make_pad(game, view, now)

    def press(self, view: View[Any]) -> str | None:
        """What the next key says, if one is pressed: see `pads`."""
        return press(self.pad, self.read_key(), view.rect)

    def read_key(self) -> str:
        """The name of the next key, or nothing if none is pressed within one picture."""
        import curses

        try:
            key = self.window.get_wch()
        except curses.error:
            return ""
        return key_name(key)

    def draw(self, view: View[Any], names: tuple[str, ...], now: Ms, leaders: str = "") -> None:
        self.news = self.news[-NEWS_LINES:]
        keep_inside(self.pad, view.rect)
        words = [*self.game.describe(view, names)[:5], *([leaders] if leaders else []), *self.news]
        high, wide = self.window.getmaxyx()
        tiles = self.game.tiles(view)
        self.paint(screen_lines(tiles, view, self.pad, words, now, wide - 1, high))

    def paint(self, lines: Sequence[Line]) -> None:
        import curses

        self.window.erase()
        for row, line in enumerate(lines):
            column = 0
            for span in line:
                style = self.style(span.ink, span.ground)
                if span.is_cursor:
                    style |= curses.A_REVERSE | curses.A_BOLD
                with suppress(curses.error):  # what does not fit on the screen is cut off
                    self.window.addstr(row, column, span.text, style)
                column += len(span.text)
        self.window.refresh()

    def style(self, ink: str, ground: str) -> int:
        import curses

        if not curses.has_colors():
            return 0
        pair = (colour_number(ink, curses.COLORS), colour_number(ground, curses.COLORS))
        if pair not in self.pairs:
            self.pairs[pair] = len(self.pairs) + 1
            curses.init_pair(self.pairs[pair], *pair)
        return curses.color_pair(self.pairs[pair])


def key_name(key: str | int) -> str:
    """Our name for a key, from curses' name."""
    import curses

    named: dict[str | int, str] = {
        curses.KEY_LEFT: "left",
        curses.KEY_RIGHT: "right",
        curses.KEY_UP: "up",
        curses.KEY_DOWN: "down",
        curses.KEY_HOME: "home",
        curses.KEY_END: "end",
        curses.KEY_PPAGE: "page-up",
        curses.KEY_NPAGE: "page-down",
        curses.KEY_ENTER: "enter",
        curses.KEY_BACKSPACE: "backspace",
        "\n": "enter",
        "\r": "enter",
        "\x7f": "backspace",
        "\b": "backspace",
        "\x1b": "escape",
        " ": "space",
    }
    if key in named:
        return named[key]
    return key if isinstance(key, str) and key.isprintable() else ""
