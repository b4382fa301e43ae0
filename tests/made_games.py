"""Games that nobody wrote by hand, for the tests that run on every game found.

`copy_template` is what people do who copy it by hand. `write_game` draws a small game whose state
is like no other's: no list of numbers, no note of touched cells, no highlights, one bot or none.
Both put a package into a folder together with what makes it an installed one, so that the folder on
PYTHONPATH brings the game by its entry point.
"""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from freehold.games._template import GAME as TEMPLATE
from freehold.kernel.chance import Stream, key_of

TESTS = "freehold.testing.template"


def install(folder: Path, name: str) -> None:
    """As if a package had been installed there that brings the game of its own name."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[freehold.games]\n{name} = {name}:GAME\n")


def copy_template(folder: Path, name: str) -> None:
    """The template and its tests under another name."""
    shutil.copytree(str(resources.files(TEMPLATE.folder)), folder / name)
    shutil.copytree(str(resources.files(TESTS)), folder / name / "tests")
    for path in (folder / name).rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace(TEMPLATE.folder, name)
        text = text.replace(TESTS, f"{name}.tests")
        path.write_text(text.replace('name="template"', f'name="{name}"'), encoding="utf-8")
    install(folder, name)


# A game out of a hat: players take free places of a row


class Board(NamedTuple):
    """How a state holds the owner of each place: `0` is nobody, otherwise it is the seat + 1."""

    field: str
    empty: str
    """The value at the beginning, of `size` places."""
    read: str
    """The owner of `place`."""
    write: str
    """What makes `owner` the owner of `place`."""
    more: str = ""
    """What else has to be defined."""


BOARDS = {
    "words": Board(
        "board: dict[str, str]",
        "{}",
        "int(state.board.get(NAMES[place], '0'))",
        "state.board[NAMES[place]] = str(owner)",
    ),
    "text": Board(
        "board: str",
        "'0' * size",
        "int(state.board[place])",
        "state.board = state.board[:place] + str(owner) + state.board[place + 1 :]",
    ),
    "bytes": Board(
        "board: bytes",
        "bytes(size)",
        "state.board[place]",
        "state.board = state.board[:place] + bytes([owner]) + state.board[place + 1 :]",
    ),
    "number": Board(
        "board: int",
        "0",
        "state.board // 10**place % 10",
        "state.board += owner * 10**place",
    ),
    "things": Board(
        "board: list[Peg]",
        "[Peg() for _ in range(size)]",
        "0 if state.board[place].owner is None else int(state.board[place].owner)",
        "state.board[place].owner = str(owner)",
        "class Peg(Struct):\n    owner: str | None = None\n",
    ),
    "sets": Board(
        "board: tuple[frozenset[str], ...]",
        "(frozenset(),) * 10",
        "next((at for at, had in enumerate(state.board) if NAMES[place] in had), 0)",
        "state.board = (*state.board[:owner], state.board[owner] | {NAMES[place]},"
        " *state.board[owner + 1 :])",
    ),
}
PARAMS = {
    "none": ("    pass", "{size}"),
    "plain": ("    places: Annotated[int, Meta(ge=2, le=9)] = {size}", "setup.params.places"),
    "described": (
        '    places: Annotated[int, Meta(ge=2, le=9, description="How many.")] = {size}',
        "setup.params.places",
    ),
}
COPY = """
    def copy(self) -> State:
        return canonical.decode(canonical.encode(self), State)
"""
TIMED = """

def wake_at(state: State) -> int | None:
    return None if outcome(state) else 9_000


def wake(state: State, now: int) -> list[Notice]:
    state.is_late = True
    return []
"""
RULES = '''"""The rules of a game that was drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from freehold.bot import AnyChoice
from freehold.game import Arrive, Illegal, Malformed, Notice, Outcome, Rect, Setup, View
from freehold.kernel import canonical
from freehold.kernel.chance import Stream
from freehold.kernel.pictures import Tile

NAMES = "abcdefghi"
{more}

class Params(Struct, frozen=True):
{params}


class Take(Struct, frozen=True):
    name: str


class State(Struct):
    {field}
    size: int
    gone: tuple[bool, ...]
    taken: int = 0
    is_late: bool = False
{copy}

class Facts(Struct, frozen=True):
    awaited: tuple[int, ...]


def new(setup: Setup[Params]) -> State:
    size = {size}
    return State({empty}, size, (False,) * setup.seats)


def owner_of(state: State, place: int) -> int:
    return {read}


def act(state: State, now: int, seat: int, action: object) -> list[Notice]:
    if outcome(state):
        raise Illegal("over")
    if isinstance(action, Arrive):
        return []
    if not isinstance(action, Take):
        return give_up(state, seat)
    place = NAMES.find(action.name)
    if seat not in awaited(state):
        raise Illegal("not_now")
    if len(action.name) != 1 or not 0 <= place < state.size or owner_of(state, place):
        raise Illegal("not_free")
    owner = seat + 1
    {write}
    state.taken += 1
    return {notices}


def give_up(state: State, seat: int) -> list[Notice]:
    if state.gone[seat]:
        raise Illegal("not_now")
    state.gone = (*state.gone[:seat], True, *state.gone[seat + 1 :])
    return []


def awaited(state: State) -> tuple[int, ...]:
    if outcome(state):
        return ()
    here = tuple(seat for seat, gone in enumerate(state.gone) if not gone)
    return {awaited}


def outcome(state: State) -> Outcome | None:
    owners = [owner_of(state, place) for place in range(state.size)]
    if state.is_late:
        ending = "late"
    elif 0 not in owners:
        ending = "full"
    elif state.gone.count(False) < min(2, len(state.gone)):
        ending = "left"
    else:
        return None
    scores = tuple(owners.count(seat + 1) for seat in range(len(state.gone)))
    return Outcome(ending, tuple(1 + sum(s > score for s in scores) for score in scores), scores)

{timed}
def view(state: State, viewer: int) -> View[Facts]:
    layer = bytes(owner_of(state, place) for place in range(state.size))
    return View(viewer, Facts(awaited(state)), Rect(0, 0, {shape}), {{"{layer}": layer}})


def choices(view: View[Facts], now: int, rng: Stream) -> Iterator[Take]:
    if view.viewer in view.facts.awaited:
        yield from (Take(NAMES[at]) for at, owner in enumerate(view.layers["{layer}"]) if not owner)


def parse(text: str) -> Take:
    verb, _, name = text.partition(" ")
    if verb != "take" or not name.isalpha():
        raise Malformed("write take and a letter, as in take a")
    return Take(name)


def spell(action: Take) -> str:
    if not action.name.isalpha():
        raise ValueError("a place is a letter")
    return f"take {{action.name}}"


def tiles(view: View[Facts]) -> list[Tile]:
    return [Tile(str(owner) if owner else ".") for owner in view.layers["{layer}"]]


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    return []


def make_only() -> AnyChoice:
    return AnyChoice(choices)
'''
RECORD = '''"""A game that was drawn by lot."""

from freehold.game import Game, Legend
from {name} import rules

GAME = Game(
    name="{name}",
    folder=__name__,
    title="{title}",
    sentence="Take places.",
    rules_version=1,
    kind="{kind}",
    seats={seats},
    endings={endings},
    params=rules.Params,
    state=rules.State,
    facts=rules.Facts,
    legend={{"{layer}": Legend("{legend}")}},
    new=rules.new,
    act=rules.act,
    {wakes}awaited=rules.awaited,
    view=rules.view,
    choices=rules.choices,
    outcome=rules.outcome,
    parse=rules.parse,
    spell=rules.spell,
    texts={{
        "over": "It is over.",
        "not_now": "Not now.",
        "not_free": "That place is not free.",
        "took": "{{seat:player}} takes {{name}}.",
        "ending_full": "All places are taken.",
        "ending_left": "Too few are left.",
        "ending_late": "It is late.",
    }},
    tiles=rules.tiles,
    describe=rules.describe,
    bots={bots},
)
'''
SCENARIOS = '''"""A match to every ending."""

from collections.abc import Iterator

from freehold.game import Resign
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from {name} import GAME


def begin(seats: int) -> Match:
    return Match.new(GAME, tuple(Seated(f"P{{seat}}") for seat in range(seats)), key_of("made"))


def scenarios() -> Iterator[tuple[str, Match]]:
    full, left, late = (begin(seats) for seats in (GAME.seats[1], GAME.seats[0], GAME.seats[0]))
    while full.awaited:
        seat, rng = full.awaited[-1], Stream(key_of("made"), "choices")
        full.act(full.now + 100, seat, next(GAME.choices(full.view(seat), full.now, rng)))
    yield "full", full
    while left.awaited:
        left.act(left.now + 100, left.awaited[0], Resign())
    yield "left", left
    if "late" in GAME.endings:
        late.advance(9_000)
        yield "late", late
'''


def write_game(folder: Path, name: str, seed: int) -> dict[str, str]:
    """A game drawn by its seed; what was drawn, in words."""
    rng = Stream(key_of("made game", seed), "shape")
    board, params = rng.pick(sorted(BOARDS)), rng.pick(sorted(PARAMS))
    kind, seats = rng.pick(("turns", "real-time")), rng.pick(((1, 1), (2, 2), (1, 3), (2, 9)))
    size, is_timed = 3 + rng.below(7), bool(rng.below(2))
    has_copy, has_notices, is_upright = (bool(rng.below(2)) for _ in range(3))
    legend, has_bot = rng.pick(("seats", "numbers")), bool(rng.below(3))
    form, how_many = PARAMS[params]
    chosen = BOARDS[board]
    words = {
        "name": name,
        "title": name.capitalize(),
        "kind": kind,
        "seats": str(seats),
        "endings": str(("full", "left", "late") if is_timed else ("full", "left")),
        "layer": "who" if legend == "seats" else "marks",
        "legend": legend,
        "wakes": "wake_at=rules.wake_at,\n    wake=rules.wake,\n    " if is_timed else "",
        "timed": TIMED if is_timed else "",
        "copy": COPY if has_copy else "",
        "notices": '[Notice("took", {"seat": seat, "name": action.name})]' if has_notices else "[]",
        "awaited": "here" if kind == "real-time" else "(here[state.taken % len(here)],)",
        "bots": '{"only": rules.make_only}' if has_bot else "{}",
        "shape": "1, state.size" if is_upright else "state.size, 1",
        "params": form.format(size=size),
        "size": how_many.format(size=size),
        "field": chosen.field,
        "empty": chosen.empty,
        "read": chosen.read,
        "write": chosen.write,
        "more": f"\n\n{chosen.more}" if chosen.more else "",
    }
    package = folder / name
    (package / "tests").mkdir(parents=True)
    (package / "__init__.py").write_text(RECORD.format(**words))
    (package / "rules.py").write_text(RULES.format(**words))
    (package / "RULES.md").write_text(f"# {words['title']}\n\n- **MG-01** Take places in turn.\n")
    (package / "tests" / "__init__.py").write_text("")
    (package / "tests" / "scenarios.py").write_text(SCENARIOS.format(**words))
    install(folder, name)
    return {"board": board, "params": params, "kind": kind, "seats": str(seats), "size": str(size)}
