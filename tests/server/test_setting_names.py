"""Names of settings: one scheme, and a wrong name is answered with the right one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from freehold.cli import main
from freehold.kernel.errors import Malformed
from freehold.server import settings
from freehold.server.settings import Settings, read_settings

NUMBERS = (
    r"(max|min)_\w+",
    r"\w+_per_(second|minute)",
    r"\w+_(ms|minutes|hours|days)",
    r"port|world_bots|bot_workers",  # neither limits nor rates nor times: what they are called
)
OLD_FORMS = re.compile(r"_a_|_an_|at_most|_max$|_open$")

NO_START = ("--port", "none")  # so that no server starts if an option is taken after all


def test_every_number_has_a_name_of_the_scheme() -> None:
    numbers = [each for each in settings.about_settings() if each.kind is int]
    assert len(numbers) > 30
    for about in numbers:
        assert re.fullmatch("|".join(NUMBERS), about.name), about.name
        assert not OLD_FORMS.search(about.name), about.name


def test_names_say_their_units() -> None:
    """BYTES is only and always for *_bytes, MS for *_ms, and so on."""
    for about in settings.about_settings():
        last = about.name.rpartition("_")[2]
        if last in ("bytes", "ms", "minutes", "hours", "days"):
            assert about.metavar == last.upper(), about.name
        elif about.kind is int and about.name != "port":
            assert about.metavar == "N", about.name


def test_every_setting_is_in_a_group() -> None:
    assert set(settings.GROUPS) <= set(Settings.__struct_fields__)
    assert all(each.group for each in settings.about_settings())


def test_old_names_lead_to_settings_that_exist() -> None:
    names = set(Settings.__struct_fields__)
    assert set(settings.OLD_NAMES.values()) <= names
    assert not names & set(settings.OLD_NAMES)


WRONG = [
    ("rooms_at_most", "max_rooms"),
    ("chat_a_minute", "chat_lines_per_minute"),
    ("connections_an_address", "max_websockets_per_address"),
    ("max_room", "max_rooms"),
    ("hots", "host"),
]


@pytest.mark.parametrize(("wrong", "right"), WRONG)
def test_a_wrong_option_is_answered_with_the_right_one(
    wrong: str, right: str, capsys: pytest.CaptureFixture[str]
) -> None:
    flag, meant = (f"--{name.replace('_', '-')}" for name in (wrong, right))
    for words in ([flag, "3"], [f"{flag}=3"]):
        with pytest.raises(SystemExit) as stopped:
            main(["serve", *words, *NO_START])
        assert stopped.value.code == 2
        said = capsys.readouterr().err
        assert said.startswith(f"freehold serve: unknown option {flag} (did you mean {meant}?)")


@pytest.mark.parametrize(("wrong", "right"), WRONG)
def test_a_wrong_variable_is_answered_with_the_right_one(wrong: str, right: str) -> None:
    meant = re.escape(f"FREEHOLD_{wrong.upper()} (did you mean FREEHOLD_{right.upper()}?)")
    with pytest.raises(Malformed, match=meant):
        read_settings({}, {f"FREEHOLD_{wrong.upper()}": "3"})


@pytest.mark.parametrize(("wrong", "right"), WRONG)
def test_a_wrong_key_is_answered_with_the_right_one(wrong: str, right: str, tmp_path: Path) -> None:
    file = tmp_path / "freehold.toml"
    file.write_text(f"{wrong} = 3\n")
    with pytest.raises(Malformed, match=re.escape(f"'{wrong}' (did you mean {right}?)")):
        read_settings({}, {}, str(file))


def test_a_key_like_no_setting_is_answered_with_where_they_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "freehold.toml"
    file.write_text("unheard = 3\n")
    with pytest.raises(Malformed, match=r"'unheard' .*docs/server\.md"):
        read_settings({}, {}, str(file))


@pytest.mark.parametrize(
    "name", ["ADMIN_SECRET", "SERVICE_HOST", "SERVICE_PORT", "PORT_8000_TCP", "PORT_8000_TCP_PROTO"]
)
def test_variables_of_other_programs_are_left_alone(name: str) -> None:
    """Kubernetes, for one, sets such variables for a service that is named freehold."""
    assert read_settings({}, {f"FREEHOLD_{name}": "x"}) == Settings()


def test_options_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """An abbreviation would break as soon as another setting begins with the same letters."""
    with pytest.raises(SystemExit):
        main(["serve", "--max-conn", "3", *NO_START])
    assert "unknown option --max-conn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("port", "many", "port must be a whole number from 0 to 65535, not 'many'"),
        ("max_rooms", "0", "max_rooms must be a whole number from 1 to 2147483648, not '0'"),
        ("in_memory", "perhaps", "in_memory must be true or false, not 'perhaps'"),
    ],
)
def test_a_wrong_value_is_answered_with_what_it_may_be(name: str, value: str, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read_settings({}, {f"FREEHOLD_{name.upper()}": value})


def test_help_is_grouped_and_shows_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    shown = capsys.readouterr().out
    words = " ".join(shown.split())
    for title in settings.GROUPS.values():
        assert f"\n{title}:\n" in shown
    assert "--max-rooms N Maximum number of rooms. (default: 10000; FREEHOLD_MAX_ROOMS)" in words
    assert "--commands-per-second N Maximum messages per second per seat. (default: 20;" in words
