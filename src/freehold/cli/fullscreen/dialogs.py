"""What covers the board for a while: help and rules, the list of moves, handing over."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.markdown import Markdown
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

CLOSING = ("escape", "q", "question_mark", "enter")


class HelpScreen(ModalScreen[None]):
    """Keys, signs and the rulebook, one below the other."""

    def __init__(self, help_lines: Sequence[str], signs: Sequence[str], rules: str) -> None:
        super().__init__()
        parts = [Text("\n".join(help_lines)), Text()]
        if signs:
            parts += [Text("Signs on the board", "bold"), Text("\n".join(signs)), Text()]
        self.shown = Group(*parts, Markdown(rules))

    def compose(self) -> ComposeResult:
        yield Static("Help and rules: arrows and Page Down scroll, Escape closes.", id="title")
        with VerticalScroll(id="page"):
            yield Static(self.shown)

    def on_mount(self) -> None:
        self.query_one("#page").focus()

    def on_key(self, event: events.Key) -> None:
        if event.key in CLOSING:
            event.stop()
            self.dismiss()


class MovesScreen(ModalScreen[str]):
    """The moves to choose from; returns the one that was chosen, or nothing."""

    def __init__(self, moves: Sequence[str]) -> None:
        super().__init__()
        self.moves = moves

    def compose(self) -> ComposeResult:
        yield Static("Your moves: Enter or a click makes one, Escape closes.", id="title")
        yield OptionList(*(Option(Text(move)) for move in self.moves), id="moves")

    def on_mount(self) -> None:
        self.query_one("#moves").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.moves[event.option_index])

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q", "tab"):
            event.stop()
            self.dismiss("")


class HandOver(ModalScreen[None]):
    """Hides everything until the next person has the keyboard."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.person = name

    def compose(self) -> ComposeResult:
        yield Static(f"{self.person}, take the keyboard and press Enter.", id="hand-over")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("enter", "space"):
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
