"""What bots log and mark during a match, beside its record: `match.notes.jsonl` for `match.jsonl`.

It is not a part of the match, so the record has none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from freehold.bots import BotNote
from freehold.cli.errors import Trouble
from freehold.cli.settings import read_bytes
from freehold.kernel.spellings import cell_name


def notes_path(record: str) -> Path:
    path = Path(record)
    return path.with_name(f"{path.stem}.notes.jsonl")


def keep_notes(record: str, notes: Sequence[BotNote], is_resumed: bool = False) -> None:
    """A match that was resumed has notes from before."""
    if not notes:
        return
    path = notes_path(record)
    try:
        with path.open("ab" if is_resumed else "wb") as file:
            file.write(msgspec.json.Encoder().encode_lines(notes))
    except OSError as error:
        raise Trouble(f"cannot write {path}: {error.strerror}") from None


def read_notes(record: str) -> list[BotNote]:
    path = notes_path(record)
    if not path.is_file():
        raise Trouble(f"there is no {path}: the bots of this match have noted nothing")
    try:
        return msgspec.json.Decoder(BotNote).decode_lines(read_bytes(str(path)))
    except msgspec.DecodeError as error:
        raise Trouble(f"{path} cannot be read: {error}") from None


def note_lines(notes: Sequence[BotNote], names: Sequence[str], entry: int | None) -> Iterator[str]:
    """Those of the decision that led to an entry; without one, all."""
    for note in notes:
        if (entry is None or note.entry == entry - 1) and note.seat < len(names):
            cells = "".join(f" {cell_name(x, y)}" for x, y in note.cells)
            text = "".join(each if each.isprintable() else " " for each in note.text)
            yield f"[{names[note.seat]}, entry {note.entry + 1}]{cells} {text}"
