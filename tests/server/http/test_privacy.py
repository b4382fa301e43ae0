"""The privacy page: a default that follows from the settings, or the operator's own text."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from freehold.kernel.errors import Malformed
from freehold.server import serving
from freehold.server.http.privacy import LANGUAGES, default_text
from freehold.server.rooms.guests import COOKIE
from freehold.server.settings import Settings
from tests.server.world import Person, run, world

NOTHING = Settings(guest_idle_days=0, chat_keep_days=0, report_keep_days=0, address_keep_days=0)
CONTACT = "mail@example.org"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_says_the_settings_and_leaves_no_mark_of_a_template(language: str) -> None:
    for settings, is_said, is_not in (
        (Settings(), ("365", "30", "90"), (CONTACT, "168")),
        (replace(NOTHING, contact=CONTACT), (CONTACT,), ("365", "90")),
        (Settings(backup_interval_hours=24, match_keep_days=45), ("168", "45"), ()),
        (Settings(store="postgres://freehold@/freehold"), (), ("168",)),
    ):
        text = default_text(settings, language)
        assert COOKIE in text
        assert all(word in text for word in is_said), text
        assert not any(word in text for word in (*is_not, "?", "{", "#}")), text


def test_both_languages_have_the_same_lines_and_another_word_is_english() -> None:
    texts = [default_text(Settings(), language).splitlines() for language in LANGUAGES]
    assert len(texts[0]) == len(texts[1])
    assert default_text(Settings(), "../../etc/passwd") == default_text(Settings(), "en")


def test_the_operators_own_text_replaces_it_and_is_read_again(tmp_path: Path) -> None:
    own = tmp_path / "privacy.md"

    async def story() -> None:
        async with world(privacy_file=str(own)) as w, Person(w) as ann:

            async def read() -> str:
                async with ann.http.get(f"{w.url}/api/privacy?language=de") as response:
                    assert response.content_type == "text/markdown"
                    return await response.text()

            assert "Datenschutz" in await read()  # as long as it is not there
            for text in ("# Ours", "# Ours, changed"):
                own.write_text(text)
                assert await read() == text
            own.write_bytes(bytes([0xFF]))
            assert "Datenschutz" in await read()

    run(story())


def test_a_privacy_file_that_is_not_there_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    settings = Settings(privacy_file=str(tmp_path / "none.md"), data=str(tmp_path))
    with pytest.raises(Malformed, match="--privacy-file"):
        serving.serve(settings, False, print)
