"""Settings: a flag wins over the environment, that over the file, that over the default."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.cli import main
from freehold.kernel.errors import Malformed
from freehold.server.settings import Settings, about_settings, data_folder, read_settings

ROOT = Path(__file__).resolve().parents[2]


def test_settings_come_in_their_order_of_precedence(tmp_path: Path) -> None:
    file = tmp_path / "freehold.toml"
    file.write_text('port = 1001\nhost = "10.0.0.1"\nbot-delay-ms = 5\n')
    environment = {"FREEHOLD_PORT": "1002", "FREEHOLD_IN_MEMORY": "true", "OTHER": "x"}
    settings = read_settings({"port": "1003", "data": None}, environment, str(file))
    assert settings.port == 1003
    assert settings.host == "10.0.0.1"
    assert settings.bot_delay_ms == 5
    assert settings.in_memory
    assert read_settings({}, environment, str(file)).port == 1002
    assert read_settings({}, {}, str(file)).port == 1001
    assert read_settings({}, {}) == Settings()


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"port": "many"}, "port"),
        ({"port": "70000"}, "65535"),
        ({"public_url": "play.example.org"}, "http"),
        ({"silence_timeout_ms": "10"}, "20"),
        ({"silence_timeout_ms": "5000"}, "ping_interval_ms"),
        ({"log_format": "loud"}, "plain"),
    ],
)
def test_a_wrong_setting_is_one_sentence(flags: dict[str, str], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read_settings(flags, {})


@pytest.mark.parametrize("text", ["port = ", "unheard = 1", "port = 'x'"])
def test_a_wrong_file_is_one_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "freehold.toml"
    file.write_text(text)
    with pytest.raises(Malformed):
        read_settings({}, {}, str(file))
    with pytest.raises(Malformed, match="cannot be read"):
        read_settings({}, {}, str(tmp_path / "none.toml"))


def test_every_setting_has_a_sentence_and_a_metavar() -> None:
    for about in about_settings():
        assert about.sentence.endswith("."), about.name
        assert bool(about.metavar) == (about.kind is not bool), about.name


def test_every_setting_is_in_the_help_and_in_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    documented = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for about in about_settings():
        assert about.flag in shown
        assert about.variable in shown.replace("- ", "-")
        assert f"| `{about.flag} {about.metavar}".rstrip() + "` |" in documented
        assert about.sentence in documented


def test_the_data_folder_is_where_users_data_belongs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder(Settings(data="/srv/x")) == Path("/srv/x")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg")
    assert data_folder(Settings()) == Path("/xdg/freehold")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert data_folder(Settings()) == Path("/home/ann/.local/share/freehold")
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder(Settings()) == Path("/home/ann/Library/Application Support/freehold")
