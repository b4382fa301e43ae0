"""Bots that are programs: JSON lines, in Python and in JavaScript, with their libraries alone."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.bot import Info
from freehold.bots import BotFailed
from freehold.games import load_game
from freehold.hosting import BotHost
from freehold.hosting.commands import CommandBot
from freehold.hosting.programs import starter_program
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from tests.hosting import PATIENT, play
from tests.toy import GAME as LANTERN

PROGRAMS = Path(str(files("freehold.hosting"))) / "programs"
IN_PYTHON = f"cmd:{sys.executable} {PROGRAMS / 'starter_program.py'}"
IN_JAVASCRIPT = f"cmd:node {PROGRAMS / 'starter.js'}"
LAND_GRAB = load_game("land-grab")


@pytest.mark.slow
@pytest.mark.parametrize("program", [IN_PYTHON, IN_JAVASCRIPT])
def test_a_program_plays_a_match_to_its_end_and_repeats_it(program: str) -> None:
    digests = set()
    for _ in range(2):
        with BotHost(PATIENT) as host:
            match, report = play(LAND_GRAB, [program, "greedy"], host)
        assert not report.strikes
        assert not report.refusals
        digests.add(match.log.digest)
    assert len(digests) == 1


@pytest.mark.slow
def test_the_one_in_javascript_beats_random() -> None:
    with BotHost(PATIENT) as host:
        won = [play(LAND_GRAB, [IN_JAVASCRIPT, "random"], host, seed)[1] for seed in range(1, 4)]
    assert [report.outcome.places for report in won] == [(1, 2)] * 3


@pytest.mark.slow
def test_a_program_plays_in_real_time() -> None:
    with BotHost(PATIENT) as host:
        match, report = play(LANTERN, [IN_JAVASCRIPT, "random"], host)
    assert match.outcome
    assert not report.strikes


@pytest.mark.parametrize("name", ["territory", "area-attack", "mine-land"])
def test_frames_give_a_program_the_view_that_the_seat_has(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(name)
    monkeypatch.setattr(starter_program, "view", {})
    match = Match.new(game, tuple(Seated(f"p{seat}") for seat in range(3)), key_of("x"))
    bot, said = CommandBot(game, "true"), Said()
    monkeypatch.setattr(bot, "_say", said)
    for step in range(40):
        for seat in match.awaited or (0,):
            rng = Stream(key_of("y"), f"{step} {seat}")
            choices = list(game.choices(match.view(seat), match.now, rng))
            if choices:
                match.act(match.now, seat, rng.pick(choices))
        match.advance(match.now + 500)
        view = match.view(0)
        bot._show(view, match.now)
        for frame in said.take():
            starter_program.hear(frame)
        assert starter_program.view["facts"] == msgspec.json.decode(msgspec.json.encode(view.facts))
        assert starter_program.view["rect"] == list(view.rect)
        assert starter_program.view["layers"] == view.layers
    assert said.count > 5


class Said:
    """What a program would be told."""

    def __init__(self) -> None:
        self.count = 0
        self._frames: list[Any] = []

    def __call__(self, message: object) -> None:
        self.count += 1
        self._frames.append(msgspec.json.decode(msgspec.json.encode(message)))

    def take(self) -> list[Any]:
        frames, self._frames = self._frames, []
        return frames


def answering(tmp_path: Path, *lines: str) -> CommandBot:
    """A program that reads a line and writes one, whatever it was told."""
    script = tmp_path / "answers.py"
    said = "".join(f"input()\nprint({line!r}, flush=True)\n" for line in lines)
    script.write_text(f"{said}import sys\nfor line in sys.stdin: pass\n")
    return CommandBot(LAND_GRAB, f"{sys.executable} {script}")


def started(bot: CommandBot, log: list[str]) -> CommandBot:
    info = Info(game="land-grab", seat=0, seats=2, params=LAND_GRAB.params(), log=log.append)
    bot.start(info)
    return bot


VIEW = Match.new(LAND_GRAB, (Seated("a"), Seated("b")), key_of("z")).view(0)
READY = '{"is": "ready", "views": true}'
RNG = Stream(key_of("r"), "r")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"is": "dance"}', "Invalid value 'dance'"),
        ('{"is": "act"}', "missing required field `action`"),
        ("{", "it wrote {"),
        (READY, "which is not an answer here"),
    ],
)
def test_a_line_that_is_no_answer_is_nonsense(tmp_path: Path, line: str, says: str) -> None:
    bot = started(answering(tmp_path, READY, line), [])
    with pytest.raises(BotFailed, match=says) as failure:
        bot.decide(VIEW, 0, RNG)
    assert failure.value.why == "nonsense"
    bot.close_program()


def test_other_lines_are_in_its_log_and_what_it_marks_is_kept(tmp_path: Path) -> None:
    log: list[str] = []
    lines = ("hello", '{"is": "log", "text": "mine"}', '{"is": "act", "action": "farm 2,1"}')
    path, said = tmp_path / "chatty.py", "\n".join(lines)
    path.write_text(f"input()\nprint({READY!r}, flush=True)\ninput()\nprint({said!r})\n")
    bot = CommandBot(LAND_GRAB, f"{sys.executable} {path}")
    assert started(bot, log).decide(VIEW, 0, RNG) == "farm 2,1"
    assert log == ["hello", "mine"]
    with pytest.raises(BotFailed, match="has ended with status 0") as failure:
        bot.decide(VIEW, 0, RNG)
    assert failure.value.why == "exited"
