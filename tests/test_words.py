"""The word check finds the forms that docs/style.md asks to avoid, and no plain English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import words

PLANTED = [
    "The page must be loaded anew.",
    "Who opens this link sits at your table.",
    'TEXT = "Whoever runs this server has ended the match."',
    "// Who does not attack sees how far it would go.",
    "Ask whoever runs this server.",
    "The host's secret, for who may read it.",
    "So many messages a second may a seat send.",
    "A connection that was silent so long is dead.",
    "a client with so much unread is cut",
    "Act so often, when awaited, until it is over.",
    "It sends 20 messages a second.",
    "Chat: 30 lines a minute.",
    "64 x 64 tiles, six connections a match.",
    "There is one folder a game.",
    "One line an event on standard error.",
    "A segment is replayed in 0.3 s at most.",
    "rooms_at_most = 3",
    "settings.commands_a_second",
    "max_connections_an_address = 20",
    "The folder of the data file; nothing is your own data folder.",
    "Matches are kept; 0 is for ever.",
    "The table's clock; 0 is none.",
    "The board's height; 0 is no limit.",
    "'north' is no direction",
    "20 messages may a seat send.",
    "A player's clock has.",
    "All as at first",
    "Through whose eyes",
    "one looks on",
    "As a watcher, or as the rulebook has it",
    "The file is there already.",
    "Its record can be had when it is over.",
    "It reads all that is kept.",
    "Winding the film",
    "Loudness",
    "You have 1 units left.",
    # over two lines: of a comment, of a docstring, of a string
    "# The seats of all players that have, at most once in so\n# long, asked for it.",
    '"""It is counted\n    anew."""',
    'say("Ask "\n    "whoever runs this server.")',
    " * So\n * many colours are in it.",
]

GOOD = [
    "Anyone with this link can join.",
    "Who is there?",
    "Who may see it?\n\nThe player who flipped the tile is told.",
    "# Who sits where?\nA person who joins late watches.",
    "Wait a minute, then try again.",
    "The server checks everything once a day, and counts four times a second.",
    "A round lasts a minute. It takes a second. It has a player.",
    "Maximum messages per second per seat.",
    "There is no such seat. There are no tests here. It is no longer there.",
    "It was so long that nobody read it, so much so that it was cut.",
    "As long as a player is connected, the clock runs. So far, so good.",
    "At most 3 tiles are flipped.",
    "Nothing is lost. Nothing is sent until the disk has it.",
    "Empty means your own folder; 0 means never.",
    "The games that this server has.",
    "1 unit, 11 units, 2.1 units, 21 tiles",
    "Which cells a frame changed, and how many units a move takes.",
    "the tool flags a cell, opens a room and gives a player a seat",
    "One player has a seat; one clicks a tile.",
    "max_rooms, chat_lines_per_minute, max_connections_per_address",
    "test_a_seat_waits_for_a_minute",
]


@pytest.mark.parametrize("text", PLANTED)
def test_a_planted_phrase_is_found(text: str) -> None:
    assert words.find(text), text


@pytest.mark.parametrize("text", GOOD)
def test_plain_english_is_left_alone(text: str) -> None:
    assert not words.find(text)


def test_every_rule_has_a_planted_phrase() -> None:
    for rule in words.RULES:
        assert any(rule.pattern.search(words.flatten(text)) for text in PLANTED), rule.advice


def test_a_finding_names_the_line_and_what_to_write() -> None:
    (found,) = words.find("First line.\n\n# It is counted\n# anew.\n", "a.py")
    assert (found.line, found.phrase) == (4, "anew")
    assert str(found).startswith("a.py:4: 'anew': say 'again'")


def test_flattening_keeps_every_character_in_its_place() -> None:
    text = '# one\n# two\n\nx = (\n    "three "\n    "four"\n)\n'
    flat = words.flatten(text)
    assert len(flat) == len(text)
    assert [flat.index(word) for word in ("two", "four")] == [
        text.index(word) for word in ("two", "four")
    ]


def test_only_the_left_column_of_the_style_page_may_be_bad() -> None:
    table = "| before | after |\n|---|---|\n| Loudness | Volume |\n| Volume | Loudness |\n"
    (found,) = words.find(words.without_first_column(table))
    assert (found.line, found.phrase) == (4, "Loudness")


def test_german_generated_and_foreign_files_are_left_out() -> None:
    listed = words.known_files()
    assert "README.md" in listed
    assert "src/freehold/server/settings.py" in listed
    assert not [path for path in listed if re.search(r"\bde\.ts$|\.gen\.ts$|\.test\.ts$", path)]


def test_an_exception_that_is_not_needed_any_more_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(words, "ALLOWED", {"LICENSE": {"anew": "no reason"}})
    (line,) = words.stale_exceptions()
    assert "'anew' for LICENSE" in line


def test_a_misspelt_word_is_found(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.md"
    file.write_text("The server recieves a message.\n", encoding="utf-8")
    assert words.main([str(file)]) == 1
    assert "recieves" in capfd.readouterr().out
    file.write_text("The server receives a message.\n", encoding="utf-8")
    assert words.main([str(file)]) == 0


def test_german_texts_are_not_read_as_english(tmp_path: Path) -> None:
    file = tmp_path / "texts.ts"
    file.write_text('const de = {\n  "a": "deine oder alle",\n};\n', encoding="utf-8")
    assert words.main([str(file)]) == 0
