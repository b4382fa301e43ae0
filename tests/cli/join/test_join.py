"""`freehold join`: rooms and matches on a server, from scripts and at a terminal."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec
import pytest

from freehold.cli.errors import Trouble
from freehold.cli.join.asks import Wish, read_wish
from freehold.cli.join.guests import guest_file, keep_cookie, read_cookie
from freehold.cli.join.keys import Typed
from freehold.cli.join.rooms import room_lines, room_news
from freehold.game import Clock
from freehold.protocol.wire import RoomNow, SeatNow
from tests.cli import Shell, Terminal
from tests.server.crashing import PATIENCE_S, Crashable

END = "\0"
ROOM = RoomNow(
    id="r",
    code="BCDFG",
    game="territory",
    params={"rounds": 15, "moves": 3},
    seats=(SeatNow("Ann", present=True), SeatNow("Ben", present=True), SeatNow()),
    host=0,
    is_public=False,
    may_watch=True,
    clock=Clock(),
    phase="gathering",
    away="bot",
    grace_ms=60_000,
    wins=(0, 0, 0),
)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


class Joined:
    """`freehold join` in a process of its own, in line mode."""

    def __init__(self, *words: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-m", "freehold.cli", "join", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ,
        )
        self.seen: list[str] = []
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self._lines.put(line.rstrip())
        self.child.stdout.close()
        self._lines.put(END)

    def __enter__(self) -> Joined:
        return self

    def __exit__(self, *raised: object) -> None:
        self.child.kill()
        self.child.wait()
        self._reader.join()
        if self.child.stdin is not None:
            self.child.stdin.close()

    def wait_for(self, words: str) -> str:
        """The next line with these words in it."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE_S)
            except Empty:
                line = END
            if line == END:
                raise AssertionError(f"{words!r} was never said, but: {self.seen[-30:]}")
            self.seen.append(line)
            if words in line:
                return line

    def write(self, *lines: str) -> None:
        assert self.child.stdin is not None
        for line in lines:
            self.child.stdin.write(f"{line}\n")
        self.child.stdin.flush()

    def leave(self) -> int:
        self.write("quit")
        return self.child.wait(PATIENCE_S)


# From a script


def test_a_script_plays_a_match_against_a_bot(server: Crashable, shell: Shell) -> None:
    script = "quick land-grab random\nwait\nfarm 99,99\nmoves\nboard\nresign\nwait\nroom\nquit\n"
    said = shell(["join", server.url, "--name", "Ann"], script)
    assert said.code == 0, said
    assert "It is your turn." in said.out
    assert "> farm 99,99\nThat is off the map" in said.out
    assert re.search(r"farm: \d+,\d+ \d+,\d+", said.out)
    assert "- Ann resigns." in said.out
    assert "The match is over. A player has resigned" in said.out
    assert "Ann (you, host" in said.out
    assert "Traceback" not in said.out + said.err


def test_the_lobby_lists_and_explains_and_a_wrong_word_is_answered(
    server: Crashable, shell: Shell
) -> None:
    said = shell(
        ["join", server.url], "help\ngames\njump\njoin ZZZZZ\ncreate chess\nname \nwatch\n"
    )
    assert said.code == 0, said
    assert "quick GAME [BOT]" in said.out
    assert "territory" in said.out
    assert "'jump' is not a command; type help to see what you can do." in said.out
    assert "This room does not exist" in said.out
    assert "A name has 1 to 24 visible characters" in said.out
    assert "type the room's code or its link" in said.out.lower()


def test_a_room_is_made_and_changed_by_its_host(server: Crashable, shell: Shell) -> None:
    said = shell(
        ["join", server.url, "--name", "Ann"],
        "create territory rounds=4\nset moves=2\nset moves=99\nseats 3\nbot greedy\nbot greedy\n"
        "bot genius 0\nclock none\npublic\nready\nsay hello all\nparams\nroom\njump\nstart\n"
        "quit\n",
    )
    assert said.code == 0, said
    assert re.search(r"To invite others: http://\S+/room/\S+#\S+", said.out)
    assert "Set: moves=2." in said.out
    assert "moves=99: it must be a whole number from 1 to 10" in said.out
    assert "Greedy takes seat 1." in said.out
    assert "There is no bot 'genius' here" in said.out
    assert "Ann: hello all" in said.out
    assert "Ann is ready." in said.out
    assert "'jump' is not a command in a room" in said.out
    assert "Match 1 begins: Ann, Greedy, Greedy 2." in said.out
    assert "freehold join" in said.out.splitlines()[-1]


def test_with_a_name_one_is_the_same_guest_again_and_has_the_seat(
    server: Crashable, shell: Shell
) -> None:
    first = shell(["join", server.url, "--name", "Ann"], "quick land-grab random\nwait\nquit\n")
    link = re.search(r"freehold join (\S+) --name", first.out)
    assert link
    again = shell(["join", link[1], "--name", "Ann"], "wait\nmoves\nresign\n/leave\nquit\n")
    assert again.code == 0, again
    assert "Ann (you, host" in again.out
    assert "You have left the room." in again.out
    stranger = shell(["join", link[1], "--name", "Eve"], "quit\n")
    assert stranger.code == 1
    assert "This room does not exist or is not open to you" in stranger.err


def test_nobody_there_and_no_address_are_said_in_one_line(shell: Shell) -> None:
    said = shell("join http://127.0.0.1:9")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "nobody answers" in said.err
    assert shell("join ftp://nowhere").code == 2


@pytest.mark.slow
def test_three_terminals_play_by_link_and_a_fourth_watches_through_a_restart(
    tmp_path: Path,
) -> None:
    server = Crashable(tmp_path)
    try:
        asyncio.run(server.start())
        with Joined(server.url, "--name", "Ann") as ann:
            ann.write("create territory rounds=1 phase_seconds=0", "seats 3")
            link = ann.wait_for("To invite others: ").partition("others: ")[2]
            with (
                Joined(link, "--name", "Ben") as ben,
                Joined(link, "--name", "Cid") as cid,
                Joined(link, "--name", "Dan", "--watch") as dan,
            ):
                players = (ann, ben, cid)
                for each in (ben, cid):
                    each.write("ready", "say here I am")
                ann.wait_for("here I am")
                ann.wait_for("here I am")
                dan.wait_for("Others can join at")
                ann.write("start")
                for each in (*players, dan):
                    each.wait_for("Match 1 begins: Ann, ")
                for each in players:
                    each.wait_for("The match is waiting for you.")
                    each.write("declare Peace")
                for each in players:
                    each.wait_for("The match is waiting for you.")
                server.kill()
                for each in (*players, dan):
                    each.wait_for("The connection is lost")
                asyncio.run(server.start())
                for each in (*players, dan):
                    each.wait_for("You are back.")
                for each in players:
                    each.wait_for("The match is waiting for you.")
                    each.write("declare War")
                for each in players:
                    each.wait_for("The match is waiting for you.")
                    each.write("resign" if each is not ann else "moves")
                for each in (*players, dan):
                    each.wait_for("The match is over.")
                assert [each.leave() for each in (*players, dan)] == [0, 0, 0, 0]
                heard = [line for each in (*players, dan) for line in each.seen]
                assert not any("Traceback" in line for line in heard)
    finally:
        server.close()


@pytest.mark.slow
def test_a_watcher_without_a_keyboard_stays_to_the_end(server: Crashable) -> None:
    with Joined(server.url, "--name", "Ann") as ann:
        ann.write("create land-grab points_to_win=5", "bot random", "public", "start", "wait")
        link = ann.wait_for("Others can join at ").partition("join at ")[2]
        ann.wait_for("It is your turn.")
        with Joined(link, "--watch") as dan:
            assert dan.child.stdin is not None
            dan.child.stdin.close()
            dan.child.stdin = None
            dan.wait_for("Turn 1")
            ann.write("resign")
            dan.wait_for("The match is over.")
            assert dan.child.wait(PATIENCE_S) == 0


# At a terminal


@pytest.mark.slow
def test_a_line_that_is_being_typed_is_drawn_again_below_what_comes(
    server: Crashable, tmp_path: Path
) -> None:
    with Terminal(f"join {server.url} --name Ann", str(tmp_path)) as ann:
        ann.wait_for("help shows what you can do")
        ann.wait_for("> ")
        ann.type("create land-grab\n")
        ann.wait_for("Others can join at ")
        link = ann.wait_for("\r\n").strip()
        ann.type("say hal")
        ann.wait_for("Ann> say hal")
        with Joined(link, "--name", "Ben") as ben:
            ann.wait_for("Ben takes seat 1.")
            ann.wait_for("Ann> say hal")
            ann.type("x\x7flo\n")
            assert ben.wait_for("Ann: ").endswith("Ann: hallo")
        ann.interrupt()
        assert ann.wait() == 130


@pytest.mark.slow
def test_a_match_is_on_the_full_screen_and_can_be_left_for_the_room(
    server: Crashable, tmp_path: Path
) -> None:
    with Terminal(f"join {server.url} --name Ann", str(tmp_path)) as ann:
        ann.wait_for("help shows what you can do")
        ann.type("quick area-attack random\n")
        ann.wait_for("at 24,24")
        ann.type("\r")
        ann.wait_for("Pick a starting cell first")
        ann.type("p:/say hello\r")
        ann.wait_for("Ann: hello")
        ann.type(":nonsense\r")
        ann.wait_for("is not an action")
        ann.type(":room\r")
        ann.wait_for("Ann> ")
        ann.type("/room\n")
        ann.wait_for("area-attack, a match is running")
        ann.type("/screen\n")
        ann.wait_for("at 24,24")
        ann.type(":resign\r")
        ann.wait_for("You lose.")
        ann.type("\r")
        ann.wait_for("The match is over.")
        ann.wait_for("Ann> ")
        ann.type("quit\n")
        assert ann.wait() == 0


# In words


def news(**changes: object) -> list[str]:
    return room_news(ROOM, msgspec.structs.replace(ROOM, **changes))


def test_what_changes_in_a_room_is_a_line_each() -> None:
    ann, ben, free = ROOM.seats
    assert news() == []
    assert news(seats=(ann, ben, SeatNow("Cid"))) == ["Cid takes seat 2."]
    assert news(seats=(ann, free, free)) == ["Seat 1 is free."]
    away = msgspec.structs.replace(ben, present=False, ready=True)
    assert news(seats=(ann, away, free)) == ["Ben is ready.", "Ben is away."]
    played = msgspec.structs.replace(ben, substitute="greedy")
    assert news(seats=(ann, played, free)) == ["A greedy bot plays for Ben until they return."]
    renamed = msgspec.structs.replace(ben, name="Bea")
    assert news(seats=(ann, renamed, free)) == ["Ben is now called Bea."]
    assert news(host=1) == ["Ben is now the host."]
    assert news(params={"rounds": 4, "moves": 3}) == ["Set: rounds=4."]
    assert news(game="land-grab") == ["The game is now land-grab."]
    assert news(trouble="disk")[0].startswith("The server cannot save")
    begun = news(phase="playing", match="m", round=1, seats=(ann, ben))
    assert begun == ["Match 1 begins: Ann, Ben."]


def test_a_room_as_it_is() -> None:
    bot = SeatNow("Greedy", bot="greedy", ready=True, present=True)
    gone = SeatNow("Cid", gone=True)
    fox = SeatNow("Fox", bot="fox.py", author="Dan", present=True)
    seats = (*ROOM.seats[:2], bot, gone, fox)
    room = msgspec.structs.replace(ROOM, seats=seats, wins=(1, 0, 0, 0, 0), bot_pace_ms=250)
    assert room_lines(room, 1, "http://h:1") == [
        "Room BCDFG: territory, gathering, private.",
        "  0 Ann (host)",
        "  1 Ben (you)",
        "  2 Greedy (a greedy bot)",
        "  3 Cid (has left)",
        "  4 Fox (a bot, fox.py by Dan)",
        "Matches won: Ann 1, Ben 0, Greedy 0, Cid 0, Fox 0.",
        "Other people's bots: only invited ones, one action per 250 ms.",
        "Others can join at http://h:1/r/BCDFG",
    ]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("ready", Wish("ready")),
        ("sit", Wish("sit")),
        ("sit 2", Wish("sit", 2)),
        ("bot greedy 1", Wish("add-bot", 1, "greedy")),
        ("set rounds=4", Wish("set", value={"params": {"rounds": 4, "moves": 3}})),
        ("seats 3", Wish("set", value={"seats": 3})),
        ("private", Wish("set", value={"is_public": False})),
        ("watchers no", Wish("set", value={"may_watch": False})),
        ("away wait", Wish("set", value={"away": "wait"})),
        ("name Bea Too", Wish("name", value="Bea Too")),
        ("report 1 Spam", Wish("report", 1, {"reason": "spam", "words": "", "line": -1})),
        (
            "report line 7 other  He  left",
            Wish("report", -1, {"reason": "other", "words": "He  left", "line": 7}),
        ),
        ("jump", None),
        ("ready now", None),
    ],
)
def test_what_is_asked_for_is_read(text: str, wish: Wish | None) -> None:
    word, _, rest = text.partition(" ")
    assert read_wish(word, rest, ROOM) == wish


@pytest.mark.parametrize("text", ["sit x", "set", "set rounds", "set rounds=@/etc/passwd"])
def test_what_cannot_be_asked_for_says_what_to_write(text: str) -> None:
    word, _, rest = text.partition(" ")
    with pytest.raises(Trouble):
        read_wish(word, rest, ROOM)


def test_a_cookie_is_kept_for_its_owner_alone() -> None:
    url = "http://127.0.0.1:8000"
    assert read_cookie(url, "../../Ann") == ""
    keep_cookie(url, "../../Ann", "secret")
    assert read_cookie(url, "../../Ann") == "secret"
    assert read_cookie("http://127.0.0.1:8001", "../../Ann") == ""
    file = guest_file(url, "../../Ann")
    assert "/../" not in str(file)
    assert file.stat().st_mode & 0o077 == 0


def test_keys_make_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> list[str | None]:
        keyboard = Typed()
        for key in "fan\x7frm 3,3\nxyz\x15ok\n\x04":
            keyboard._take(key)
        return [await keyboard.read() for _ in range(3)]

    assert asyncio.run(story()) == ["farm 3,3", "ok", None]
    assert "farm 3,3" in capsys.readouterr().out
