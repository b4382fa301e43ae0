"""The picture in the terminal and the lines beside it."""

from freehold.game import Resign
from freehold.games.land_grab import GAME, rules, views
from freehold.kernel.pictures import Tile, draw_text
from freehold.kernel.sentences import fill
from tests.games.land_grab import play, position

NAMES = ("Ann", "Bob")


def test_the_tiles_show_ground_builds_and_what_may_be_built() -> None:
    view = views.view(position("fmFW\nLLLM\nMLrg"), 0)
    tiles = GAME.tiles(view)
    assert tiles[0] == Tile("f1", "land", 0)
    assert tiles[1] == Tile("M2", "land", 0)
    assert tiles[2] == Tile("T1", "forest", marked=True)
    assert tiles[3] == Tile("~", "water")
    drawn = draw_text(tiles, 12).splitlines()
    assert [line[:19].rstrip() for line in drawn[1:4]] == [
        "  0 f1  M2  T1*  ~",
        "  1 .2* .1* .3*  ^",
        "  2  ^   .  R2  f2",
    ]


def test_the_lines_tell_the_race_and_whose_turn_it_is() -> None:
    state = position("fmFW\nLLLM\nMLrg", points=(50, 7))
    lines = GAME.describe(views.view(state, 0), NAMES)
    assert "Ann: player 1, industry (mines)" in lines
    assert any("[##########----------] 50 of 100 points, +2 per turn" in line for line in lines)
    assert any("1 settlement on 1 farm" in line for line in lines)
    assert any(
        "Ann to move: farm X,Y (no settlement yet), on the 4 tiles" in line for line in lines
    )
    play(state, "farm 0,1")
    lines = GAME.describe(views.view(state, 0), NAMES)
    assert "Last build: Ann, a farm at 0,1" in lines


def test_the_lines_tell_the_end() -> None:
    state = position("fmFW\nLLLM\nMLrg")
    rules.act(state, 0, 0, Resign())
    assert any("Bob has won." in line for line in GAME.describe(views.view(state, 0), NAMES))
    state = position("WLfWWg")
    play(state, "farm 1,0")
    assert any("A draw." in line for line in GAME.describe(views.view(state, 0), NAMES))


def test_every_notice_of_a_match_has_its_sentence() -> None:
    state = position("WLfrg", target=10)
    said = [
        fill(GAME.texts[notice.code], notice.facts, NAMES)
        for notice in rules.act(state, 0, 0, GAME.parse("farm 1,0"))
    ]
    assert said == [
        "Ann builds a farm at 1,0.",
        "Bob earns 10 and now has 10 points.",
        "Bob cannot build anywhere and passes 4 turns.",
        "Ann cannot build anywhere and passes 4 turns.",
    ]
    for ending in GAME.endings:
        assert GAME.texts[f"ending_{ending}"]
