"""What people write for a bot, and what it means.

greedy               a level of the game, or a bot that an installed package offers
mine.py              the only bot of a file
mine.py:Mine         one of several
package.module:Mine  a bot of a module
cmd:node mine.js     a program that speaks JSON lines
"""

from __future__ import annotations

import hashlib
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from msgspec import Struct

from freehold.game import AnyGame, Malformed

COMMAND = "cmd:"
SUFFIX = ".py"


class BotRef(Struct, frozen=True):
    """A bot as it was written."""

    kind: Literal["level", "file", "module", "command"]
    text: str
    """All of it."""
    target: str
    """The level, the path, the module, or the command line."""
    name: str = ""
    """Of the bot in its file or module; empty means the only one."""

    @property
    def is_level(self) -> bool:
        return self.kind == "level"

    @property
    def title(self) -> str:
        """To speak of it: `greedy`, `mine`, `Mine`, `mine` for `cmd:node mine.js`."""
        if self.kind == "command":
            return Path(command_file(self.target) or self.target.split()[0]).stem
        return self.name or (Path(self.target).stem if self.kind == "file" else self.target)


def is_ref(word: str) -> bool:
    """Is it anything but the name of a level?"""
    return ":" in word or word.endswith(SUFFIX)


def read_ref(game: AnyGame, word: str) -> BotRef:
    """What a word means in this game. Raises Malformed with what to write instead."""
    if word in game.bots:
        ref: str = getattr(game.bots[word], "ref", "")
        return parse_ref(ref) if ref else BotRef("level", word, word)
    if not is_ref(word):
        known = ", ".join(game.bots) or "not written yet"
        raise Malformed(f"{game.title} has no bot '{word}'; its bots are {known}, or write FILE.py")
    ref_found = parse_ref(word)
    _need_target(ref_found)
    return ref_found


def parse_ref(word: str) -> BotRef:
    if word.startswith(COMMAND):
        return BotRef("command", word, word.removeprefix(COMMAND).strip())
    before, _, name = word.rpartition(":") if not word.endswith(SUFFIX) else (word, "", "")
    kind: Literal["file", "module"] = "file" if before.endswith(SUFFIX) else "module"
    return BotRef(kind, word, before, name)


def _need_target(ref: BotRef) -> None:
    if ref.kind == "file" and not Path(ref.target).is_file():
        raise Malformed(f"there is no file {ref.target}")
    if ref.kind == "command":
        command_words(ref.target)
    if ref.kind == "module" and not (ref.target and ref.name):
        raise Malformed(f"'{ref.text}' is not a bot: write FILE.py, FILE.py:NAME or MODULE:NAME")


def command_words(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise Malformed(f"'{COMMAND}{line}' cannot be read: {error}") from None
    if not words:
        raise Malformed(f"write the program behind {COMMAND}, as in 'cmd:node mine.js'")
    return words


def command_file(line: str) -> str:
    """The first word of a command that is a file here, such as a script; empty if none is."""
    return next((word for word in command_words(line) if Path(word).is_file()), "")


def file_of(ref: BotRef) -> str:
    """Where the bot is written down; empty for a level, and if there is no such file."""
    if ref.kind == "file":
        return ref.target
    if ref.kind == "command":
        return command_file(ref.target)
    if ref.kind == "module":
        try:
            spec = find_spec(ref.target)
        except (ImportError, ValueError):
            return ""
        return (spec.origin or "") if spec else ""
    return ""


def word_digest(game: AnyGame, word: str) -> str:
    """The same, of a bot as it is written; empty for a person, and for one that is gone."""
    try:
        return file_digest(read_ref(game, word)) if word else ""
    except Malformed:
        return ""


def bot_title(word: str) -> str:
    """To speak of it, whatever the game."""
    return parse_ref(word).title if is_ref(word) else word


def ref_digest(word: str) -> str:
    """The SHA-256 of the file of a bot as it is written, whatever the game; empty for a level."""
    return file_digest(parse_ref(word)) if is_ref(word) else ""


def bot_label(word: str) -> str:
    """What others are shown of it: as it is written, but without folders and programs."""
    if not is_ref(word):
        return word
    ref = parse_ref(word)
    if ref.kind == "command":
        return Path(command_file(ref.target) or command_words(ref.target)[0]).name
    if ref.kind == "file":
        return Path(ref.target).name + (f":{ref.name}" if ref.name else "")
    return ref.text


def file_digest(ref: BotRef) -> str:
    """The SHA-256 of its file, for the record; empty if there is none."""
    try:
        return hashlib.sha256(Path(file_of(ref)).read_bytes()).hexdigest() if file_of(ref) else ""
    except OSError:
        return ""
