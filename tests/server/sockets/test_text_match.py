"""Two programs that know nothing but `docs/area-attack-protocol.md` play a match with each other.

What `Program` does stands on that page: nothing is imported from the server or from the game.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from freehold.games.area_attack import GAME
from tests.server.world import PATIENCE_S, World, run, world

DOCUMENT = Path(__file__).parents[3] / "docs" / "area-attack-protocol.md"
SHORT = (
    "&width_cells=16&height_cells=12&apart_cells=6&apart_percent=0&freeze_ms=200"
    "&stage_2_ms=1500&stage_3_ms=3000&lock_ms=1500"
)
Cell = tuple[int, int]


class Program:
    """A player that reads and writes the page's messages."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, seed: int) -> None:
        self.socket = socket
        self.chance = random.Random(seed)
        self.told: dict[str, str] = {}
        """`room`, `code`, `token`, `you`: the last of each."""
        self.others: list[str] = []
        self.ready: set[str] = set()
        self.size = (0, 0)
        self.stage = -1
        self.numbers: dict[Cell, int] = {}
        self.owners: dict[Cell, str] = {}
        self.shut: dict[Cell, str] = {}
        """Mines that are revealed, and craters."""
        self.is_frozen = self.is_confirmed = False
        self.places: list[str] = []
        self.ending = ""
        self.heard: list[str] = []

    async def say(self, text: str) -> None:
        await self.socket.send_str(text)

    async def hear(self) -> str:
        async with asyncio.timeout(PATIENCE_S):
            text = await self.socket.receive_str()
        self.heard.append(text)
        self._note(text)
        return text

    async def until(self, pattern: str) -> str:
        while not re.fullmatch(pattern, text := await self.hear(), re.DOTALL):
            pass
        return text

    def _note(self, text: str) -> None:
        if re.fullmatch(r"\d+\n\d+\n[^\n]+", text):
            self._note_cell(text)
            return
        word, _, rest = text.partition(" ")
        if word in ("room", "code", "token", "you"):
            self.told[word] = rest
        elif word == "player":
            self.others.append(rest)
        elif word == "ready":
            self.ready.add(rest)
        elif word == "board":
            width, height = rest.split()
            self.size = (int(width), int(height))
        elif word == "stage":
            self.stage = int(rest)
        elif word == "confirmed" and not rest:
            self.is_confirmed = True
        elif (word == "frozen" and " " not in rest) or text == "thawed":
            self.is_frozen = word == "frozen"
        elif word in ("mine", "crater", "free"):
            self._note_ground(word, rest)
        elif word == "place":
            self.places.append(rest)
        elif word == "end":
            self.ending = rest

    def _note_cell(self, text: str) -> None:
        x, y, what = text.split("\n")
        cell = int(x), int(y)
        self.numbers.pop(cell, None)
        self.owners.pop(cell, None)
        if what.isdigit():
            self.numbers[cell] = int(what)
        else:
            self.owners[cell] = what

    def _note_ground(self, word: str, rest: str) -> None:
        x, y = rest.split()
        cell = int(x), int(y)
        self.numbers.pop(cell, None)
        self.owners.pop(cell, None)
        if word != "free":
            self.shut[cell] = word

    # What to do

    def around(self, cell: Cell) -> Iterator[Cell]:
        (x, y), (width, height) = cell, self.size
        for near in ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
            if near != cell and 0 <= near[0] < width and 0 <= near[1] < height:
                yield near

    def is_free(self, cell: Cell) -> bool:
        return not (cell in self.numbers or cell in self.owners or cell in self.shut)

    def safe_cells(self) -> list[Cell]:
        """Around numbers whose mines are all revealed."""
        found = []
        for cell, number in self.numbers.items():
            near = list(self.around(cell))
            if number == sum(self.shut.get(each) == "mine" for each in near):
                found += [each for each in near if self.is_free(each)]
        return found

    def choose(self) -> Cell | None:
        width, height = self.size
        free = [(x, y) for y in range(height) for x in range(width) if self.is_free((x, y))]
        if self.stage >= 2 and self.numbers:
            free = [cell for cell in free if any(n in self.numbers for n in self.around(cell))]
        choice = self.safe_cells() or free
        return self.chance.choice(choice) if choice else None

    async def pick(self) -> None:
        while not self.is_confirmed and self.stage == 0:
            x, y = (self.chance.randrange(side) for side in self.size)
            await self.say(f"{x}\n{y}")
            await self.until("pick .*|refused .*|stage 1")
            await self.say("confirm")
            await self.until("confirmed|refused .*|stage 1")

    async def play(self) -> None:
        while not self.ending:
            cell = None if self.is_frozen or not self.stage else self.choose()
            if cell is None:
                await self.hear()
                continue
            x, y = cell
            await self.say(f"{x}\n{y}")
            await self.until(
                rf"{x}\n{y}\n.*|crater {x} {y}|mine {x} {y}|frozen \d+|refused .*|error .*|end .*"
            )
            await asyncio.sleep(0.05)  # 20 messages per second


async def dial(w: World, http: aiohttp.ClientSession, query: str, seed: int = 0) -> Program:
    return Program(await http.ws_connect(f"{w.url}/text/area-attack?{query}"), seed)


@pytest.mark.slow
def test_aa_70_programs_written_from_the_page_fill_a_room_and_play_a_whole_match() -> None:
    async def story() -> None:
        async with world() as w, aiohttp.ClientSession() as http:
            one = await dial(w, http, f"seats=2&name=12{SHORT}", 1)
            await one.until("you .*")
            await one.say("ready")
            await one.until("ready")
            two = await dial(w, http, f"code={one.told['code']}&name=_12", 2)
            await two.until("ready .*")
            await one.until("player .*")
            assert (one.told["you"], one.others) == ("_12", ["__12"])
            assert (two.told["you"], two.others, two.ready) == ("__12", ["_12"], {"_12"})
            assert not any(each.startswith("board") for each in one.heard), "not yet"
            await two.say("ready")
            for program in (one, two):
                await program.until("stage 0")
            await asyncio.gather(*(program.pick() for program in (one, two)))
            await asyncio.gather(*(program.play() for program in (one, two)))
            check_ends(one, two)
            check_boards(one, two)
            check_record(w, one)
            for program in (one, two):
                await program.say("ready")
            await one.until("board 16 12")
            await two.until("board 16 12")

    run(story())


def check_ends(one: Program, two: Program) -> None:
    assert one.ending == two.ending != ""
    assert one.places == two.places
    assert sorted(place.split(" ", 2)[2] for place in one.places) == ["_12", "__12"]
    assert {"stage 1", "stage 2", "stage 3"} <= set(one.heard) or one.ending == "cleared"


def check_boards(one: Program, two: Program) -> None:
    """What one says is its own, the other says is one's."""
    for mine, other in ((one, two), (two, one)):
        owned = {cell for cell, name in other.owners.items() if name == mine.told["you"]}
        assert set(mine.numbers) == owned
        claimed = [text for text in mine.heard if re.fullmatch(r"\d+\n\d+\n\d", text)]
        assert len(claimed) > 1, "what was claimed may have been blown up since"
    assert one.shut == two.shut


def check_record(w: World, one: Program) -> None:
    """And the server says so too."""
    room = w.hub.find_room(one.told["room"])
    assert room.playing is not None
    assert room.playing.live is not None
    outcome, names = room.playing.live.match.outcome, room.playing.live.match.names
    assert outcome is not None
    assert outcome.ending == one.ending
    scores = zip(outcome.places, outcome.scores, names, strict=True)
    spelled = {"12": "_12", "_12": "__12"}
    assert sorted(one.places) == sorted(f"{p} {cells} {spelled[n]}" for p, cells, n in scores)


def test_aa_70_the_session_of_a_room_in_the_description_is_what_happens() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    session = text.partition("```room\n")[2].partition("```")[0].splitlines()
    address = re.search(r"Ada has opened it with `\?(.*)`", text)
    assert address is not None
    assert len(session) > 10

    async def story() -> None:
        async with world() as w, aiohttp.ClientSession() as http:
            ada = await dial(w, http, address[1])
            other = None
            for line in session:
                if line.startswith("> "):
                    await ada.say(line[2:].replace("\\n", "\n"))
                elif line.startswith("(12: ?"):
                    query = line[6:-1].replace("BCDFG", ada.told["code"])
                    other = await dial(w, http, query)
                elif line.startswith("("):
                    assert other is not None
                    await other.say(line[5:-1])
                else:
                    await expect(ada, line[2:])

    run(story())


async def expect(program: Program, line: str) -> None:
    """The next message; of those that are drawn by lot only the word."""
    word = line.partition(" ")[0]
    if word in ("room", "code", "token"):
        assert re.fullmatch(f"{word} [\\w-]+", await program.hear())
    else:
        assert await program.hear() == line


def test_aa_70_one_who_was_cut_off_comes_back_by_room_and_token() -> None:
    async def story() -> None:
        async with world() as w, aiohttp.ClientSession() as http:
            one = await dial(w, http, f"quick=random&name=Ada{SHORT}")
            await one.until("stage 0")
            await one.socket.close()
            again = await dial(w, http, f"room={one.told['room']}")
            await again.say(one.told["token"])
            await again.until("stage 0")
            assert again.told["you"] == "Ada"
            assert again.heard[:3] == ["you Ada", "player Random", "board 16 12"]

    run(story())


def test_aa_70_leaving_starting_and_not_being_ready_have_words() -> None:
    async def story() -> None:
        async with world() as w, aiohttp.ClientSession() as http:
            one = await dial(w, http, "seats=4&name=Ada")
            await one.until("you Ada")
            two = await dial(w, http, f"code={one.told['code'].lower()}&name=Ben")
            three = await dial(w, http, f"code={one.told['code']}&name=Cy")
            await three.until("you Cy")
            await two.say("READY")
            assert await one.until("ready Ben")
            await two.say("not ready")
            assert await one.until("not ready Ben")
            await one.say("start")
            assert "Ben" in await one.until("refused .*")
            await two.say("start")
            assert await two.until("refused .*") == "refused Only the host can do that."
            await three.say("leave")
            assert await three.until("error .*") == "error You have left the room."
            await one.until("left Cy")
            await two.say("ready")
            await one.until("ready Ben")
            await one.say("start")
            for program in (one, two):
                await program.until("stage 0")
                await program.say("ready")
                assert (await program.until("refused .*")).startswith("refused ")

    run(story())


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "error Say which room: .*"),
        ("seats=9", "error Area Attack is for 2 to 4 players."),
        ("seats=x", "error Area Attack is for 2 to 4 players."),
        ("seats=2&width_cells=x", "error These options are not valid: .*width_cells.*"),
        ("seats=2&no_such=1", "error These options are not valid: .*no_such.*"),
        ("seats=2&name=%20", "error A name has 1 to 24 visible characters."),
        ("code=QQQQQ", "error This room does not exist.*"),
        ("quick=nobody", "error There is no bot 'nobody' here.*"),
    ],
)
def test_aa_70_a_wrong_address_is_answered_with_what_to_do(query: str, sentence: str) -> None:
    async def story() -> None:
        async with world() as w, aiohttp.ClientSession() as http:
            program = await dial(w, http, query)
            assert re.fullmatch(sentence, await program.hear())

    run(story())


def test_the_page_names_the_levels_and_bounds_of_the_game() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for level in GAME.bots:
        assert f"`{level}`" in text
    assert "{} to {}".format(*GAME.seats) in text
