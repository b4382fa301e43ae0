"""`freehold bot new`: a bot that plays, its test, and ten lines on what to change.

A game's own starting point is `starter.py` in its folder, a bot like any other. A game without one
gets a bot that takes any choice.
"""

from __future__ import annotations

import os
import re
from argparse import Namespace
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from freehold.cli.errors import Trouble
from freehold.cli.settings import find_game
from freehold.game import AnyGame

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
LONGEST_NAME = 30
STARTER = "Starter"
FIRST_LINE = '"""A bot to begin with: `freehold bot new` copies it."""'

ANY_CHOICE = '''\
"""A bot to begin with: `freehold bot new` copies it."""

from __future__ import annotations

from typing import Any

from freehold.bot import Info, Wait
from freehold.games import load_game

GAME = load_game("{game}")
GAMES = ("{game}",)


class Starter:
    """Takes what it thinks is worth most."""

    next_at = 0

    def start(self, info: Info) -> None:
        self.info = info

    def decide(self, view: Any, now: int, rng: Any) -> Any:
        choices = list(GAME.choices(view, now, rng))
        if not choices or now < self.next_at:
            return Wait(max(self.next_at, now + 500) if self.info.is_live else None)
        self.next_at = now + 500 if self.info.is_live else 0
        rng.shuffle(choices)  # of equal ones any, not the first
        return max(choices, key=lambda action: self.worth(view, action))

    def worth(self, view: Any, action: Any) -> int:
        return 0
'''

TEST = '''\
"""Run it with: python -m pytest {test}"""

import os
from pathlib import Path

from freehold.arena import simulate
from freehold.games import load_game


def test_it_makes_no_mistakes{and_wins}() -> None:
    os.chdir(Path(__file__).parent)
    game = load_game("{game}")
    summary = simulate(game, {seats}, games={games}, seed=1)
    assert not summary.strikes
    assert "{bot}" not in summary.refusals
{wins}'''
WINS = """    assert summary.levels["{bot}"].share > 1.2 * summary.levels["{bot}"].fair
"""

NOTES = """\
# {title}

1. `{file}` is the whole bot: `decide` gets its seat's view, the match time in ms and chance.
2. It answers with an action, with its spelling (`{example}`), or that it waits until a moment.
3. Change first what it likes best, and then let it look further ahead than one action.
4. Facts and layers of the view are all that a seat may know; see `freehold rules {game}`.
5. At the start it is told its seat, the params, the clock and the time to think.
6. Draw from what you are handed only, so that a seed repeats a match.
7. What it logs, marks and prints is kept beside a record: `freehold replay show FILE --notes`.
8. `freehold bot check {ref} --game {game}` plays every level and says what goes wrong.
9. `freehold play {game} --seats human,{ref}` is you against it.
10. `freehold simulate {game} --bots {line_up} --games 200` says whether a change helps.
"""

NEXT = """\
Created {file}, {test} and {notes}. Next:

    freehold simulate {game} --bots {line_up}
    freehold bot check {ref} --game {game}

Then change what it likes best; {notes} says more."""


def new_bot(options: Namespace) -> int:
    game = find_game(options.game)
    stem = stem_of(options.name)
    texts = texts_of(game, stem, options.lang)
    folder = Path(options.folder)
    for name in texts:
        if os.path.lexists(folder / name):
            raise Trouble(f"{folder / name} already exists; choose another name or --folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Trouble(f"cannot write to {folder}: {error.strerror}") from None
    print(NEXT.format(**words_of(game, stem, options.lang)))
    return 0


def stem_of(name: str) -> str:
    """`red-fox` to `red_fox`."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise Trouble(
            f"'{name}' cannot be a bot's name: begin with a letter, and use small letters a to z,"
            f" digits and - between words, at most {LONGEST_NAME} characters"
        )
    return name.replace("-", "_")


def texts_of(game: AnyGame, stem: str, lang: str) -> dict[str, str]:
    """The files, by name."""
    words = words_of(game, stem, lang)
    text = script_text() if lang == "javascript" else class_text(game, stem)
    wins = WINS.format(**words) if words["and_wins"] else ""
    return {
        words["file"]: text,
        words["test"]: TEST.format(**words, wins=wins),
        words["notes"]: NOTES.format(**words),
    }


def words_of(game: AnyGame, stem: str, lang: str) -> dict[str, str]:
    rival = next(iter(game.bots), "")
    is_script, is_live = lang == "javascript", game.kind == "real-time"
    bot = f"cmd:node {stem}.js" if is_script else f"{stem}.py"
    ref = f"'{bot}'" if is_script else bot
    others = [rival] * (max(2, game.seats[0]) - 1)
    is_sure = rival == "random" and has_starter(game) and not is_live
    return {
        "bot": bot,
        "ref": ref,
        "file": f"{stem}.{'js' if is_script else 'py'}",
        "test": f"test_{stem}.py",
        "notes": f"{stem}.md",
        "title": title_of(stem),
        "game": game.name,
        "rival": rival,
        "line_up": ",".join([ref, *others]),
        "example": example_of(game),
        "games": "2" if is_live else "20",
        "and_wins": "_and_beats_random" if is_sure else "",
        "seats": repr([bot, *others]).replace("'", '"'),
    }


def title_of(stem: str) -> str:
    return stem.replace("_", " ").capitalize()


def example_of(game: AnyGame) -> str:
    for spelling, _ in game.extras.keys.values():
        with suppress(KeyError):  # it needs more than a cell
            return spelling.format(x=3, y=4)
    return "resign"


def has_starter(game: AnyGame) -> bool:
    return (files(game.folder) / "starter.py").is_file()


def class_text(game: AnyGame, stem: str) -> str:
    if has_starter(game):
        text = (files(game.folder) / "starter.py").read_text(encoding="utf-8")
    else:
        text = ANY_CHOICE.format(game=game.name)
    name = "".join(word.capitalize() for word in stem.split("_"))
    return text.replace(FIRST_LINE, f'"""A bot for {game.title}."""').replace(STARTER, name)


def script_text() -> str:
    return (files("freehold.hosting") / "programs" / "starter.js").read_text(encoding="utf-8")
