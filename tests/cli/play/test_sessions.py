"""A person at the terminal, by a script on standard input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from freehold.cli.play.sessions import clock_words
from freehold.cli.play.sittings import Sitting
from freehold.game import Clock
from freehold.games import load_game
from freehold.hosting import BotHost
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from tests.cli import Shell

LG = "play land-grab --seats human,random --seed 7"


def test_the_first_lines_say_what_the_aim_is_and_what_to_type(shell: Shell) -> None:
    lines = shell(LG, "quit\n").out.splitlines()
    assert "first to 100 points" in lines[0]
    assert lines[1] == "You are Human, against Random."
    assert "moves lists your moves, why X,Y explains a tile" in lines[2]
    assert "resign gives up" in lines[3]
    assert lines[-1] == "Human> quit"


def test_help_shows_a_move_that_can_be_made(shell: Shell) -> None:
    out = shell(LG, "help\nquit\n").out
    [example] = re.findall(r"  (farm \d+,\d+) +a move that you can make now", out)
    assert "- Human builds a farm at" in shell(LG, f"{example}\nquit\n").out


def test_moves_lists_all_cells_of_each_verb(shell: Shell) -> None:
    out = shell(LG, "moves\nquit\n").out
    [line] = [line for line in out.splitlines() if line.startswith("farm: ")]
    assert len(line.split()) == 1 + out.count("*") - 2  # two more stars stand in the key


def test_why_explains_a_tile(shell: Shell) -> None:
    out = shell(LG, "why 3,3\nwhy\nwhy there\nquit\n").out
    assert "3,3 is land" in out
    assert out.count("Type why X,Y, as in why 3,4") == 2


def test_a_game_without_explanations_says_so(shell: Shell) -> None:
    assert "Territory has no explanations" in shell("play territory", "why 1,1\nquit\n").out


def test_the_board_and_the_rules_can_be_asked_for(shell: Shell) -> None:
    out = shell(LG, "board\nrules\nquit\n").out
    assert out.count("Turn 1, Human to move") == 2
    assert "- **LG-01**" in out


def test_what_is_not_understood_or_not_allowed_is_said_and_asked_again(shell: Shell) -> None:
    out = shell(LG, "dig 1,1\nfarm 0,0\n\nfarm one\nquit\n").out
    assert "write farm X,Y or settle X,Y" in out
    assert "That is water. Build on land or forest." in out
    assert "Type a move, or help." in out
    assert "Time-up" not in out
    assert out.count("Human> ") == 5


def test_what_the_others_did_is_told_in_sentences(shell: Shell) -> None:
    out = shell(LG, "farm 3,3\nquit\n").out
    assert re.search(r"- Human builds a farm at 3,3\.\n(- .*\n)*- Random builds a farm at \d", out)


def test_resigning_ends_the_match(shell: Shell) -> None:
    said = shell(LG, "resign\n")
    assert said.code == 0
    assert "The match is over. A player has resigned" in said.out
    assert "  1. Random: 0\n  2. Human: 0\nYou lose.\n" in said.out
    assert not list(Path().iterdir())


def test_leaving_keeps_the_match_for_later(shell: Shell) -> None:
    said = shell(LG, "farm 3,3\nquit\n")
    assert said.code == 0
    assert "continue with: freehold play --resume freehold-land-grab-7.jsonl" in said.out
    again = shell("play --resume freehold-land-grab-7.jsonl", "resign\n")
    assert "Last build: Random" in again.out
    assert shell("replay verify freehold-land-grab-7.jsonl").out.endswith("resigned, as recorded\n")


def test_the_end_of_input_is_leaving_too(shell: Shell) -> None:
    assert shell(LG, "farm 3,3\n").code == 0
    assert shell(LG, "farm 3,3\n").code == 0
    names = sorted(path.name for path in Path().iterdir())
    assert names == ["freehold-land-grab-7-2.jsonl", "freehold-land-grab-7.jsonl"]


def test_leaving_before_the_first_move_keeps_nothing(shell: Shell) -> None:
    shell(LG, "quit\n")
    assert not list(Path().iterdir())


def test_two_people_play_at_one_keyboard(shell: Shell) -> None:
    said = shell(
        "play land-grab --seats human,human --names North,South --seed 7",
        "farm 3,3\nfarm 8,8\nsettle 4,4\nresign\n",
    )
    assert "At this keyboard: North and South." in said.out
    prompts = re.findall(r"^(\w+)> (.*)$", said.out, re.MULTILINE)
    assert prompts == [
        ("North", "farm 3,3"),
        ("South", "farm 8,8"),
        ("North", "settle 4,4"),
        ("South", "resign"),
    ]
    assert "  1. North" in said.out


def test_in_sealed_phases_the_keyboard_is_passed_on(shell: Shell) -> None:
    script = "\ndeclare From North\n\ndeclare From South\n\nquit\n"
    command = "play territory --seats human,human,random --names North,South,Bot --seed 3"
    out = shell(command, script).out
    hers, his, after = out.partition("South, take the keyboard and press Enter.")
    assert "North, take the keyboard and press Enter." in hers
    assert his
    until_told, _, told = after.partition("North, take the keyboard and press Enter.")
    assert "From North" not in until_told
    assert "- North says: From North" in told
    assert "- South says: From South" in told


def test_swapping_seats_plays_two_games_with_a_person(shell: Shell) -> None:
    out = shell(f"{LG} --swap", "resign\nresign\n").out
    assert "Game 1 of 2: Human, then Random." in out
    assert "Game 2 of 2: Random, then Human." in out
    assert "Total of both games: Human" in out
    assert out.endswith("Random wins.\n")


def test_a_real_time_game_asks_for_a_terminal(shell: Shell) -> None:
    said = shell("play area-attack")
    assert said.code == 2
    assert "needs a terminal" in said.err


def test_clocks_are_shown_with_what_is_left() -> None:
    seats = (Seated("North"), Seated("South"))
    match = Match.new(load_game("land-grab"), seats, key_of("seed", 1), clock=Clock(300_000, 5_000))
    assert re.fullmatch(
        r"Clocks: North (5:00|4:59), South 5:00",
        clock_words(Sitting(match, None, BotHost()), seat=0),
    )


class Newcomer:
    """Knows what is printed and nothing else: settles where the number is highest, if the line
    about the turn says that a settlement may be built, else farms beside that place."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.printed = ""

    def __call__(self) -> str:
        self.printed += self.capsys.readouterr().out
        turn = self.printed.rpartition("Turn ")[2]
        verb = "settle" if "settle X,Y" in turn.partition("\n")[0] else "farm"
        marked = sorted(self.marked())
        _, x, y = best = marked[-1]
        if verb == "farm":
            near = [each for each in marked if max(abs(each[1] - x), abs(each[2] - y)) == 1]
            _, x, y = (near or [best])[0]
        return f"{verb} {x},{y}\n"

    def marked(self) -> list[tuple[int, int, int]]:
        board = self.printed.rpartition("\n     0   1 ")[2]
        return [
            (int(mark[1]), mark.start() // 4, int(line[:3]))
            for line in board.splitlines()[1:13]
            for mark in re.finditer(r"\S(\d)\*", line[4:])
        ]


@pytest.mark.slow
def test_a_newcomer_wins_more_often_than_not_by_reading_what_is_printed(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    said = [shell(f"play land-grab --seed {seed}", Newcomer(capsys)) for seed in range(8)]
    assert sum(each.out.endswith("You win!\n") for each in said) > 4
    assert [each.err for each in said] == [""] * 8
