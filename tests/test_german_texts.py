"""German says what English says: for every code of a game or of the server, with the same facts.

The page's own texts are compared in `web/src/texts/texts.test.ts`. Here are those whose English is
in Python: refusals, notices, endings, presets and bots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from freehold.games import load_game
from freehold.match.texts import TEXTS as MATCH_TEXTS
from freehold.server.texts import TEXTS as SERVER_TEXTS
from tests.test_option_words import SCREENS, WITH_SCREENS

PAGE = SCREENS.parent / "texts" / "de.ts"
LINE = re.compile(r'^\s+"?(?:[\w-]+\.)*?(says\.)?(\w+)"?: "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
ENGLISH_WORDS = {"structure", "what", "phase"}
"""Facts that are English words: a German sentence does without them."""
SAID_OTHERWISE = {
    ("page", "parked"): "the page says elsewhere what keeps the server from it",
    ("territory", "not_now"): "in the browser nobody types orders",
    ("minewars", "protected"): "the page draws how much time is left",
    ("minewars", "too_soon"): "the page draws how much time is left",
}
FOR_PROGRAMS = {
    *("bad_segment", "bad_session", "bad_speed", "bad_step", "encoded_body", "hello_twice"),
    *("no_hello", "no_such_chair", "no_such_seat", "no_such_segment", "no_text"),
    *("no_text_room", "not_found", "not_json", "not_local", "not_the_operator", "not_yours_to_say"),
    *(
        "no_data_file",
        "kept_in_postgres",
        "reused",
        "wrong_host",
        "wrong_method",
        "not_a_record_file",
        "no_maps",
    ),
    *("no_such_bot", "ask_to_leave", "bad_filter", "too_many_filters", "no_such_moderator"),
    *("not_sure",),
    *("bad_bot_name", "no_author", "no_brought_bots", "only_invited_bots", "say_bot_first"),
    *("too_fast_for_a_bot", "not_a_bot_yet", "too_many_waiting"),
}
"""Codes that the page in the browser never causes: they answer programs and operators."""


def facts_of(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", template)) - ENGLISH_WORDS


def german_of(*files: Path) -> dict[str, str]:
    """German sentences by code: `says.CODE`, or CODE in a table that is called `says`."""
    found: dict[str, str] = {}
    for file in files:
        source = file.read_text(encoding="utf-8")
        table = source[source.find("const says") :].partition("\n};")[0]
        found |= {
            code: text
            for said, code, text in LINE.findall(source)
            if said or f'{code}: "{text}"' in table
        }
    return found


def difference(place: str, english: Mapping[str, str], german: Mapping[str, str]) -> list[str]:
    return [
        f"{code}: {text} / {german.get(code, 'nothing')}"
        for code, text in english.items()
        if (place, code) not in SAID_OTHERWISE
        if code not in german or facts_of(text) != facts_of(german[code])
    ]


@pytest.mark.parametrize("name", WITH_SCREENS)
def test_every_code_of_a_game_is_said_in_german_with_the_same_facts(name: str) -> None:
    texts = SCREENS / name / "texts"
    german = german_of(*[file for file in texts.glob("*.ts") if file.name != "en.ts"])
    assert difference(name, load_game(name).texts, german) == []


def test_every_code_of_the_server_that_a_player_meets_is_said_in_german() -> None:
    german = german_of(PAGE, SCREENS.parent / "replay" / "texts.ts")
    english = {**MATCH_TEXTS, **SERVER_TEXTS}
    met = {code: text for code, text in english.items() if code not in FOR_PROGRAMS}
    assert difference("page", met, german) == []
    assert set(english) >= FOR_PROGRAMS
    assert not FOR_PROGRAMS & set(german)


@pytest.mark.parametrize("name", WITH_SCREENS)
def test_presets_and_bots_have_names_and_sentences(name: str) -> None:
    game, texts = load_game(name), SCREENS / name / "texts"
    english = (texts / "options.en.ts").read_text(encoding="utf-8")
    german = (texts / "options.de.ts").read_text(encoding="utf-8")
    for preset in game.extras.presets:
        assert f'"preset.{preset}": ["' in english
        assert re.search(rf'"preset\.{preset}": \["[^"]+", "[^"]+"\]', german), preset
    for level in game.extras.levels:
        assert re.search(rf'"bot\.{level.bot}": \["{level.name}", "[^"]+"\]', german), level


def test_a_missing_sentence_and_a_missing_fact_are_found() -> None:
    english = {"paid": "{seat:player} earns {n}.", "built": "The {structure} is complete."}
    assert difference("x", english, {"paid": "{seat:player} erhält {n}.", "built": "Fertig."}) == []
    assert len(difference("x", english, {"paid": "{seat:player} erhält etwas."})) == 2
