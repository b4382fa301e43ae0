"""Real-time games with a person at this terminal: a full screen, ten pictures a second.

The cursor chooses a cell and keys are actions (see `pads`). Bots act at their own moments by the
clock on the wall. What is on the screen is made in `panes`; here it meets curses.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from freehold.cli.errors import INTERRUPTED, Trouble
from freehold.cli.pads import QUIT, keep_inside, make_pad, press
from freehold.cli.panes import Line, colour_number, screen_lines
from freehold.cli.records import RecordFile
from freehold.cli.screens import print_board, say
from freehold.cli.sessions import leave
from freehold.cli.sittings import Sitting
from freehold.cli.words import notice_lines, outcome_lines, refusal_words
from freehold.game import TRUTH, Illegal, Malformed
from freehold.match import Match

if TYPE_CHECKING:
    from curses import window as Window  # noqa: N812

PICTURE_MS = 100
STEPS_A_PICTURE = 200
NEWS_LINES = 3
ESCAPE_DELAY_MS = 25


def play_live(match: Match, file: RecordFile | None) -> None:
    """Play to the end, or until the person leaves (raises Left)."""
    import curses

    people = sum(not seated.bot for seated in match.header.seats)
    if people > 1:
        raise Trouble(f"{match.game.title} is in real time: one human at a terminal, not {people}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Trouble(f"{match.game.title} is in real time and needs a terminal; bots need none")
    sitting = Sitting(match, file)
    curses.set_escdelay(ESCAPE_DELAY_MS)
    try:
        curses.wrapper(lambda screen: Screen(screen, sitting).play())
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


class Screen:
    """A sitting on a curses window."""

    def __init__(self, window: Window, sitting: Sitting) -> None:
        import curses

        self.window = window
        self.sitting = sitting
        self.seat = sitting.humans[0]
        self.news: list[str] = []
        self.pairs: dict[tuple[int, int], int] = {}
        with suppress(curses.error):  # some terminals cannot hide their cursor, or have no colours
            curses.curs_set(0)
            curses.use_default_colors()
        window.timeout(PICTURE_MS)
        self.pad = make_pad(sitting.match.game, sitting.views[self.seat], sitting.now())

    def play(self) -> None:
        """Until the match is over, or the person quits."""
        while self.sitting.match.outcome is None:
            for _ in range(STEPS_A_PICTURE):
                if not self.sitting.step():
                    break
            self.draw()
            said = press(self.pad, self.read_key(), self.sitting.views[self.seat].rect)
            if said and said.lower() in (QUIT, "exit"):
                return
            if said:
                self.act(said)

    def act(self, text: str) -> None:
        try:
            self.sitting.act(self.seat, text)
        except Malformed as error:
            self.pad.says = str(error)
        except Illegal as refusal:
            self.pad.says = refusal_words(self.sitting.match, refusal)

    def read_key(self) -> str:
        """The next key by its name, or nothing if none is pressed for the time of a picture."""
        import curses

        try:
            key = self.window.get_wch()
        except curses.error:
            return ""
        return key_name(key)

    def draw(self) -> None:
        sitting, view = self.sitting, self.sitting.views[self.seat]
        match = sitting.match
        self.news += notice_lines(match, sitting.take_news(self.seat))
        self.news = self.news[-NEWS_LINES:]
        keep_inside(self.pad, view.rect)
        words = [*match.game.describe(view, match.names)[:5], *self.news]
        high, wide = self.window.getmaxyx()
        lines = screen_lines(match.game.tiles(view), view, self.pad, words, wide - 1, high)
        self.paint(lines)

    def paint(self, lines: Sequence[Line]) -> None:
        import curses

        self.window.erase()
        for row, line in enumerate(lines):
            column = 0
            for span in line:
                style = self.style(span.ink, span.ground)
                if span.is_cursor:
                    style |= curses.A_REVERSE | curses.A_BOLD
                with suppress(curses.error):  # a screen too small for what is on it is cut off
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
    """curses' word for a key to ours."""
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
