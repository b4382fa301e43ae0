"""The full screen of a match: what is drawn, and where keys, clicks and typed lines go.

Rules about this file:
1. It looks `PICTURES_PER_S` times per second whether something is to be drawn; what is due happens
   in between. Only a part that differs is drawn again: an idle match costs next to nothing.
2. The match goes on while help or the list of moves is open. Only the end waits for a key.
3. While the keyboard is handed over, nothing of the match is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from freehold.cli.fullscreen.bars import KeyBar
from freehold.cli.fullscreen.boards import MARGIN, BoardPane, natural_width
from freehold.cli.fullscreen.dialogs import HandOver, HelpScreen, MovesScreen
from freehold.cli.fullscreen.pads import Pad, click, keep_inside, make_pad, press, refresh
from freehold.cli.fullscreen.panels import (
    end_lines,
    head_line,
    help_lines,
    here_lines,
    key_labels,
    sign_lines,
    status_lines,
    timer_lines,
)
from freehold.cli.fullscreen.sources import MatchSource
from freehold.cli.words import spelled_moves
from freehold.game import Malformed, View
from freehold.games import load_rules
from freehold.kernel.pictures import Tile
from freehold.kernel.spellings import parse_cell

PICTURES_PER_S = 10
NEWS_LINES = 4
SIDE_LEAST, SIDE_MOST = 32, 60
SIDE_SHARE = 3
"""At least this part of the width is for text."""
NARROW = 60
"""Below this width the text stands under the board."""
NAMES = {"question_mark": "?", "colon": ":"}
BOUND = ("ctrl+c", "ctrl+q", "tab")
"""Keys that have bindings."""
EDITS: dict[str, Callable[[Input], None]] = {
    "backspace": Input.action_delete_left,
    "delete": Input.action_delete_right,
    "left": Input.action_cursor_left,
    "right": Input.action_cursor_right,
    "home": Input.action_home,
    "end": Input.action_end,
    "ctrl+a": Input.action_home,
    "ctrl+e": Input.action_end,
    "ctrl+u": Input.action_delete_left_all,
    "ctrl+k": Input.action_delete_right_all,
    "ctrl+w": Input.action_delete_left_word,
}
"""What keys do in a line that is typed, apart from signs."""
QUIT = "quit"

CSS = """
Screen { layout: vertical; }
#head { height: 1; background: $primary; color: $text; text-style: bold; }
#middle { height: 1fr; }
#board { width: 1fr; height: 1fr; }
#side { width: 28; height: 1fr; scrollbar-size-vertical: 1; padding: 0 0 0 1; }
#says { height: auto; max-height: 4; color: $warning; text-style: bold; }
#line { display: none; height: 1; border: none; padding: 0; }
#keys { height: 1; }
.narrow #middle { layout: vertical; }
.narrow #side { width: 1fr; height: 40%; padding: 0; }
HelpScreen, MovesScreen { background: $background; }
HandOver { align: center middle; background: $background; }
#title { height: 1; background: $primary; text-style: bold; }
#page, #moves { height: 1fr; }
#hand-over { width: auto; }
"""


class MatchApp(App[str]):
    """One match on the screen. It returns the word by which the person left, or nothing."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "interrupt", priority=True, show=False),
        Binding("tab", "moves", priority=True, show=False),
    ]

    def __init__(
        self, source: MatchSource, people: int = 1, pictures_per_s: int = PICTURES_PER_S
    ) -> None:
        super().__init__()
        self.source = source
        self.people = people
        self.pictures_per_s = pictures_per_s
        self.news: list[str] = []
        self.pad: Pad = make_pad(source.game, source.view, source.now())
        self.interrupted = False
        self._is_leaving = False
        self._asked = ""
        self._drawn: tuple[View[Any], list[Tile]] | None = None
        self._here: tuple[View[Any], int, int, list[str]] | None = None
        self._shown: dict[str, Text] = {}
        """The text of each part, as it was last drawn."""

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield BoardPane()
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="words")
        yield Static(id="says")
        yield Input(id="line", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.screen.can_focus = False
        self.run_worker(self.run_match(), exit_on_error=True)

    async def run_match(self) -> None:
        """Until the person leaves."""
        while not self.source.is_closed:
            await self.source.advance()
            self.draw()
            await asyncio.sleep(1 / self.pictures_per_s)
        self.exit("")

    @property
    def is_over(self) -> bool:
        return self.source.table.outcome is not None

    # The picture

    def draw(self) -> None:
        """Everything as it is now; nothing while the keyboard changes hands."""
        if self.source.handed_to:
            self.hand_over(self.source.handed_to)
            return
        screen = self.screen_stack[0]
        if not screen.query("#head"):
            return  # the screen is being closed
        self.news = [*self.news, *self.source.take_news()][-NEWS_LINES:]
        source, now = self.source, self.source.now()
        refresh(self.pad, source.game, source.view, now)
        self.show_text("#head", Text(head_line(source, now), no_wrap=True))
        tiles = self.tiles_of(source.view)
        self.place(natural_width(tiles, source.view.rect))
        board = screen.query_one(BoardPane)
        board.display_view(tiles, source.view, self.pad.x, self.pad.y)
        self.show_text("#says", Text(self.says()))
        labels = key_labels(self.pad, source.game, self.is_over, source.seat < 0)
        screen.query_one(KeyBar).display_labels(labels, self.size.width)
        self.show_text("#words", self.words(now))

    def show_text(self, part: str, text: Text) -> None:
        """Drawing lays the screen out again, so only what differs is drawn."""
        if self._shown.get(part) != text:
            self._shown[part] = text
            self.screen_stack[0].query_one(part, Static).update(text)

    def tiles_of(self, view: View[Any]) -> list[Tile]:
        """Worked out once for each view."""
        if self._drawn is None or self._drawn[0] is not view:
            self._drawn = (view, self.source.game.tiles(view))
        return self._drawn[1]

    def place(self, board_width: int) -> None:
        """Board and text beside each other, or on a narrow screen below each other."""
        wide = self.size.width
        self.screen_stack[0].set_class(wide < NARROW, "narrow")
        side = min(max(wide - board_width, SIDE_LEAST, wide // SIDE_SHARE), SIDE_MOST)
        self.screen_stack[0].query_one("#side").styles.width = "1fr" if wide < NARROW else side

    def says(self) -> str:
        """One line: the last refusal, the draft, or the cursor's cell."""
        pad = self.pad
        if self.is_over:
            return "The match is over; press Enter to leave."
        if pad.says:
            return pad.says
        if pad.draft:
            count = f"   {pad.count} units" if pad.count else ""
            return f"{pad.draft}{count}   at {pad.x},{pad.y}"
        return f"at {pad.x},{pad.y}"

    def words(self, now: int) -> Text:
        """The text beside the board; its legend only if all of it fits."""
        source, view, game = self.source, self.source.view, self.source.game
        text = Text()
        outcome = source.table.outcome
        if outcome is not None:
            for line in end_lines(source, outcome, self.people):
                text.append(f"{line}\n", "bold")
            text.append("\n")
        for line in timer_lines(game, view, now) if outcome is None else ():
            text.append(f"{line}\n", "bold #ffd400")
        for line in status_lines(game, view, source.names):
            text.append(f"{line}\n")
        if leaders := source.leaders():
            text.append(f"{leaders}\n")
        for line in self.news:
            text.append(f"- {line}\n", "italic")
        self.add_signs(text)
        for line in self.here(view) if outcome is None else ():
            text.append(f"{line}\n", "dim")
        return text

    def here(self, view: View[Any]) -> list[str]:
        """About the cursor's cell; worked out once for each view and cell."""
        x, y, known = self.pad.x, self.pad.y, self._here
        if known is None or known[0] is not view or known[1:3] != (x, y):
            known = self._here = (view, x, y, here_lines(self.source.game, view, self.pad))
        return known[3]

    def add_signs(self, text: Text) -> None:
        """The legend stands below the board or below the text, but never in part."""
        screen = self.screen_stack[0]
        board, side = screen.query_one(BoardPane), screen.query_one("#side")
        wide, high = side.content_size
        below = sign_lines(self.source.game, max(20, board.size.width))
        board.display_below(below if len(below) <= board.spare_lines else ())
        if board.below or not below or not wide:
            return
        beside = sign_lines(self.source.game, wide)
        if len(text.wrap(self.console, wide)) + len(beside) < high:
            text.append("\n".join(["", *beside, "", ""]), "dim")

    # Keys and clicks

    async def on_event(self, event: events.Event) -> None:
        """Keys are taken here, in the order in which they come. By way of the widget that has the
        focus they could be late, and fall into a line that opens or closes meanwhile."""
        is_ours = isinstance(event, events.Key) and event.key not in BOUND
        if is_ours and len(self.screen_stack) == 1:
            assert isinstance(event, events.Key)
            self.press_key(event)
        else:
            await super().on_event(event)

    def press_key(self, event: events.Key) -> None:
        line = self.query_one("#line", Input)
        is_sign = bool(event.character) and str(event.character).isprintable()
        if not line.display:
            is_word = is_sign and event.character != " "
            self.take_key(str(event.character) if is_word else NAMES.get(event.key, event.key))
        elif event.key == "escape":
            self.close_line()
        elif event.key == "enter":
            self.take_line(line.value.strip())
        elif event.key in EDITS:
            EDITS[event.key](line)
        elif is_sign:
            line.insert_text_at_cursor(str(event.character))

    def on_key_bar_chosen(self, message: KeyBar.Chosen) -> None:
        self.take_key(message.key)

    def take_key(self, key: str) -> None:
        was_leaving, self._is_leaving = self._is_leaving, False
        self.query_one(BoardPane).margin = MARGIN
        if key == "?":
            self.action_help()
        elif key == "tab":
            self.action_moves()
        elif key == ":" and not self.is_over:
            self.open_line()
        elif key in ("[", "]"):
            side = self.query_one("#side", VerticalScroll)
            (side.scroll_page_up if key == "[" else side.scroll_page_down)(animate=False)
        elif self.is_over and key in ("enter", "q", "escape"):
            self.exit("")
        elif key in ("q", "escape") and key not in self.pad.keys:
            self.leave(was_leaving)
        elif self.is_over and key not in ("left", "right", "up", "down"):
            self.pad.says = ""
        elif key != "arrows":
            self.take(press(self.pad, key, self.source.game, self.source.view))
        self.draw()

    def leave(self, is_sure: bool) -> None:
        if is_sure:
            self.exit(QUIT)
            return
        self._is_leaving = True
        self.pad.says = f"Press q again to leave. {self.source.leaving}"

    def on_board_pane_clicked(self, message: BoardPane.Clicked) -> None:
        source = self.source
        self.query_one(BoardPane).margin = 0  # the board must not move under the mouse
        if self.is_over or source.seat < 0:
            self.pad.x, self.pad.y = message.x, message.y
        else:
            at = (message.button, message.x, message.y)
            self.take(click(self.pad, *at, source.game, source.view, source.now()))
        self.draw()

    def on_board_pane_wheeled(self, message: BoardPane.Wheeled) -> None:
        self.query_one(BoardPane).margin = MARGIN
        self.pad.x, self.pad.y = self.pad.x + message.right, self.pad.y + message.down
        keep_inside(self.pad, self.source.view.rect)
        self.draw()

    def action_interrupt(self) -> None:
        self.interrupted = True
        self.exit(QUIT)

    # Lines and dialogs

    def open_line(self, asked: str = "") -> None:
        """Ask for a line: an action or command, or the words that an action wants."""
        self._asked = asked
        line = self.query_one("#line", Input)
        line.placeholder = (
            "the words, then Enter" if asked else "an action or a command, then Enter"
        )
        line.value = ""
        line.display = True
        self.set_focus(line)

    def close_line(self) -> None:
        line = self.query_one("#line", Input)
        line.display = False
        self.set_focus(None)

    def take_line(self, typed: str) -> None:
        self.close_line()
        self.pad.says, asked = "", self._asked
        if asked:
            self.take(asked.replace("{text}", typed).strip())
        elif typed:
            self.answer(typed)
        self.draw()

    def answer(self, typed: str) -> None:
        """A command that the screen knows, or an action."""
        word, _, rest = typed.partition(" ")
        word = word.lower()
        if word in self.source.exits and not rest:
            self.exit(word)
        elif word in ("help", "rules", "?") and not rest:
            self.action_help()
        elif word == "moves" and not rest:
            self.action_moves()
        elif word == "why" and self.source.game.extras.explain is not None:
            self.explain(rest)
        else:
            self.take(typed)

    def explain(self, rest: str) -> None:
        try:
            self.pad.x, self.pad.y = parse_cell(rest)
        except Malformed as error:
            self.pad.says = f"Type why X,Y, as in why 3,4: {error}."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tab lists moves only where nothing else wants the key."""
        return action != "moves" or len(self.screen_stack) == 1

    def action_help(self) -> None:
        source = self.source
        wide = max(20, self.size.width - 2)
        page = help_lines(source.game, self.pad.keys, source.leaving, wide)
        self.push_screen(HelpScreen(page, sign_lines(source.game, wide), load_rules(source.game)))

    def action_moves(self) -> None:
        source = self.source
        if self.is_over or source.seat < 0:
            return
        moves = spelled_moves(source.game, source.view, source.now())
        if not moves:
            self.pad.says = "There is nothing you can do right now."
            return
        here = f"{self.pad.x},{self.pad.y}"
        moves.sort(key=lambda move: here not in move.split())
        self.push_screen(MovesScreen(moves), self.take)

    def hand_over(self, name: str) -> None:
        if isinstance(self.screen, HandOver):
            return
        self.news.clear()
        self.push_screen(HandOver(name), lambda _: self.source.take_keyboard())

    # Actions

    def take(self, action: str | None) -> None:
        """Do what a key, a click or a line says; an action that wants words asks for them."""
        if not action:
            return
        if "{text}" in action:
            self.open_line(action)
        else:
            self.run_worker(self.act(action), exit_on_error=True)

    async def act(self, action: str) -> None:
        refused = await self.source.act(action)
        self.pad.says = f"{refused[:1].upper()}{refused[1:]}"
        self.draw()
