"""The keys in the last lines of the screen: each can be clicked, and none is cut."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from freehold.cli.fullscreen.panels import GAP, KeyLabel, key_rows


class KeyBar(Static):
    """It knows labels, not what their keys do."""

    class Chosen(Message):
        """A label was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.labels: Sequence[KeyLabel] = ()
        self.rows: list[list[KeyLabel]] = []

    def display_labels(self, labels: Sequence[KeyLabel], wide: int) -> None:
        rows = key_rows(labels, max(1, wide))
        if rows == self.rows:
            return
        self.labels, self.rows = labels, rows
        self.styles.height = len(rows)
        text = Text(no_wrap=True)
        for number, row in enumerate(rows):
            if number:
                text.append("\n")
            for at, label in enumerate(row):
                text.append(" " * GAP if at else "")
                text.append(label.key, "bold #ffd400")
                text.append(f" {label.words}")
        self.update(text)

    def label_at(self, column: int, line: int) -> KeyLabel | None:
        if not 0 <= line < len(self.rows):
            return None
        start = 0
        for label in self.rows[line]:
            if start <= column < start + label.width:
                return label
            start += label.width + GAP
        return None

    def place_of(self, key: str) -> tuple[int, int] | None:
        """Where a key is listed."""
        for line, row in enumerate(self.rows):
            start = 0
            for label in row:
                if label.key == key:
                    return start, line
                start += label.width + GAP
        return None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        label = self.label_at(event.x, event.y)
        if label is not None:
            self.post_message(self.Chosen(label.key))
