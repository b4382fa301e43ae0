"""What people write for a bot: which bot that is, and what they are told if there is none."""

from __future__ import annotations

import hashlib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from freehold.bots.levels import bot_words, seat_name
from freehold.game import Malformed
from freehold.games import load_game
from freehold.hosting import BotHost, offers, word_digest
from freehold.hosting.loading import load_maker, offered_by
from freehold.hosting.offers import with_folder, with_installed
from freehold.hosting.refs import BotRef, bot_title, file_digest, read_ref
from tests.hosting import BAD, IN_PROCESS, PATIENT, SOUND, entries, play

GAME = load_game("land-grab")
MODULE = "tests.hosting.files.sound:First"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name


ONE = '"""Mine."""\nclass Mine:\n    def decide(self, view, now, rng):\n        return "resign"\n'
TWO = ONE + "class Other(Mine):\n    pass\n"


@pytest.mark.parametrize(
    ("word", "ref", "title"),
    [
        ("greedy", BotRef("level", "greedy", "greedy"), "greedy"),
        ("one.py", BotRef("file", "one.py", "one.py"), "one"),
        ("one.py:Mine", BotRef("file", "one.py:Mine", "one.py", "Mine"), "Mine"),
        ("my.bots:Fox", BotRef("module", "my.bots:Fox", "my.bots", "Fox"), "Fox"),
        ("cmd:node one.py 3", BotRef("command", "cmd:node one.py 3", "node one.py 3"), "one"),
        ("cmd:./fox -v", BotRef("command", "cmd:./fox -v", "./fox -v"), "fox"),
    ],
)
def test_a_bot_is_a_level_a_file_a_module_or_a_program(word: str, ref: BotRef, title: str) -> None:
    write("one.py", ONE)
    assert read_ref(GAME, word) == ref
    assert ref.title == bot_title(word) == title


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("clever", "no bot 'clever'; its bots are random, .*, or write FILE.py"),
        ("none.py", "there is no file none.py"),
        ("none.py:Mine", "there is no file none.py"),
        (":Mine", "write FILE.py, FILE.py:NAME or MODULE:NAME"),
        ("cmd:", "write the program behind cmd:"),
        ("cmd:node 'x", "cannot be read"),
    ],
)
def test_a_word_that_is_no_bot_is_answered_with_what_to_write(word: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        read_ref(GAME, word)


@pytest.mark.parametrize(
    ("text", "word", "says"),
    [
        (TWO, "x.py", "x.py has 2 bots: write x.py:Mine or x.py:Other"),
        ("X = 1\n", "x.py", "x.py has no bot: write a class with decide"),
        (ONE, "x.py:Fox", "x.py has no 'Fox'; its bots are Mine"),
        ("def (:\n", "x.py", r"invalid syntax.*\(x.py:1\)"),
        ("import nowhere\n" + ONE, "x.py", r"No module named 'nowhere' \(x.py:1\)"),
        (ONE, "no.such.module:Mine", "there is no module 'no.such.module'"),
        (ONE, "x:Fox", "the module 'x' has no 'Fox'"),
    ],
)
def test_a_file_that_cannot_be_used_says_why_before_any_match(
    text: str, word: str, says: str
) -> None:
    write("x.py", text)
    with BotHost(IN_PROCESS) as host, pytest.raises(Malformed, match=says):
        host.check(GAME, [word, "greedy"])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (ONE, "a.py"),
        (TWO, "a.py:Other"),
        ("def decide(view, now, rng):\n    return 'resign'\n", "a.py"),
        ("from beside import word\ndef decide(view, now, rng):\n    return word\n", "a.py"),
        ("def make():\n    import beside\n    return beside.Mine()\n", "a.py:make"),
    ],
)
def test_a_bot_of_a_file_plays(text: str, word: str) -> None:
    write("a.py", text)
    write("beside.py", ONE + "word = 'resign'\n")
    match, report = play(GAME, [word, "greedy"], BotHost(IN_PROCESS))
    assert not report.strikes
    assert entries(match) == [(0, "resign")]


def test_a_bot_decides_the_same_in_a_process_of_its_own_in_this_one_and_by_module() -> None:
    with BotHost(PATIENT) as host:
        host.check(GAME, [f"{SOUND}:Drawn"])
        match, report = play(GAME, [f"{SOUND}:Drawn", "greedy"], host)
        asked = sum(seat == 0 for seat, _ in entries(match))
        assert len(host.took_us[f"{SOUND}:Drawn"]) == asked
    here, _ = play(GAME, [f"{SOUND}:Drawn", "greedy"], BotHost(IN_PROCESS))
    named, _ = play(GAME, ["tests.hosting.files.sound:Drawn", "greedy"], BotHost(IN_PROCESS))
    assert entries(match) == entries(here) == entries(named)
    assert not report.strikes


def test_the_record_names_each_bot_and_the_sha_256_of_its_file() -> None:
    match, _ = play(GAME, [f"{SOUND}:First", "greedy"], BotHost(IN_PROCESS))
    mine, level = match.header.seats
    digest = hashlib.sha256(Path(SOUND).read_bytes()).hexdigest()
    assert (mine.name, mine.bot, mine.sha256) == ("First", f"{SOUND}:First", digest)
    assert (level.name, level.bot, level.sha256) == ("Greedy", "greedy", "")
    assert file_digest(read_ref(GAME, MODULE)) == digest
    assert word_digest(GAME, "") == word_digest(GAME, "gone") == ""
    write("bot.js", "1")
    one = hashlib.sha256(b"1").hexdigest()
    assert word_digest(GAME, "cmd:node bot.js") == one


def test_what_a_bot_logs_and_marks_comes_from_its_process_with_its_entry() -> None:
    with BotHost(PATIENT) as host:
        _, report = play(GAME, ["greedy", f"{SOUND}:First"], host)
    assert [(note.entry, note.text) for note in report.notes[:4]] == [
        (1, "first"),
        (1, "corner"),
        (3, "first"),
        (3, "corner"),
    ]


# Offered beside the game's own


def test_an_installed_package_offers_bots_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("land-grab.first", "territory.other", "land-grab.greedy", "first", "chess.first")
    group = tuple(EntryPoint(name, MODULE, "freehold.bots") for name in names)
    monkeypatch.setattr(offers, "_installed", lambda: group)
    said: list[str] = []
    game = with_installed(GAME, said.append)
    assert list(game.bots) == [*GAME.bots, "first"]
    assert read_ref(game, "first") == BotRef("module", MODULE, "tests.hosting.files.sound", "First")
    assert len(said) == 3
    assert "'greedy' of" in said[0]
    assert "needs another name in Land Grab" in said[0]
    assert all("write it as GAME.NAME" in each for each in said[1:])
    assert bot_words(game.bots["first"]) == "Plays the first of its choices, and says so."
    match, _ = play(game, ["first", "greedy"], BotHost(IN_PROCESS))
    assert match.header.seats[0].sha256 == file_digest(read_ref(GAME, MODULE))


def test_a_folders_files_are_offered_without_being_run() -> None:
    Path("bots").mkdir()
    write(
        "bots/red_fox.py", ONE.replace("class", "GAMES = 'land-grab'\nraise SystemExit\nclass", 1)
    )
    write("bots/two.py", 'LEVEL = "easy"\n' + TWO.replace("    pass", "    def decide(self): ..."))
    write("bots/chess.py", "GAMES = ('chess',)\n" + ONE)
    write("bots/greedy.py", ONE)
    write("bots/empty.py", "")
    write("bots/broken.py", "def (")
    write("bots/_helper.py", ONE)
    write("bots/test_red_fox.py", ONE)
    said: list[str] = []
    game = with_folder(GAME, Path("bots"), said.append)
    new = [name for name in game.bots if name not in GAME.bots]
    assert new == ["red-fox", "two-mine", "two-other"]
    assert [sentence.partition(" ")[0] for sentence in said] == [
        "bots/broken.py",
        "bots/empty.py",
        "bots/greedy.py:",
    ]
    levels = {level.bot: level for level in game.extras.levels}
    assert (levels["red-fox"].word, levels["red-fox"].sentence) == ("expert", "Mine.")
    assert levels["two-other"].word == "easy"
    assert seat_name(game, "red-fox") == "Red fox"
    assert bot_words(game.bots["red-fox"]) == "Mine."
    assert read_ref(game, "red-fox").text == "bots/red_fox.py:Mine"


def test_what_a_file_offers_is_what_can_be_loaded() -> None:
    for path in (BAD, SOUND):
        for bot in offered_by(Path(path)):
            make = load_maker(GAME, read_ref(GAME, f"{path}:{bot.name}"))
            assert callable(make().decide)
