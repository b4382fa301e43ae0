"""Stage 1's mines: frozen, thawed, revealed (AA-31, AA-32, AA-42), and watchers (AA-15)."""

import pytest

from freehold.game import PUBLIC, TRUTH, Arrive, Illegal, Leave
from freehold.games.area_attack import GAME, rules
from freehold.games.area_attack.views import choices, view
from freehold.kernel.chance import Stream, key_of
from freehold.match.patches import apply
from tests.games.area_attack import act, codes, draw, position, refusal, started_match
from tests.pictures import picture

FIELD = "a.*.b  .....  .*...  .....  ....*"


def test_aa_31_uncovering_a_mine_freezes_for_5_seconds() -> None:
    state = position(FIELD)
    (notice,) = act(state, 0, "open 2,0", now=1000)
    assert (notice.code, notice.facts) == ("freezes", {"seat": 0, "until": 6000})
    assert notice.to is None, "the player and all who are awake hear it"
    assert state.frozen == [6000, 0]
    assert draw(state) == picture(FIELD), "the mine stays hidden and the cell nobody's"
    assert rules.wake_at(state) == 6000


@pytest.mark.parametrize(
    "text", ["open 1,1", "open 4,0", "open 99,99", "chord 0,0", "flag 1,1", "pick 1,1", "confirm"]
)
def test_aa_31_every_action_of_the_frozen_is_answered_frozen(text: str) -> None:
    state = position(FIELD)
    act(state, 0, "open 2,0", now=1000)
    frozen = refusal(state, 0, text, now=2000)
    assert (frozen.code, frozen.facts) == ("frozen", {"until": 6000})


def test_aa_31_the_frozen_see_nothing_new_and_opponents_see_that_they_are_frozen() -> None:
    state = position(FIELD)
    act(state, 0, "open 2,0", now=1000)
    before = view(state, 0)
    assert before.facts.frozen == (6000, 0)
    act(state, 1, "open 2,2", now=2000)
    act(state, 1, "flag 1,2", now=2000)
    assert view(state, 0) == before, "coming back shows the board as of the freeze"
    for viewer in (1, PUBLIC):
        assert view(state, viewer).facts.frozen == (6000, 0)
        assert view(state, viewer).facts.cells == (1, 2)


def test_aa_31_opponents_are_not_told_where_the_mine_is() -> None:
    state = position(FIELD)
    public, theirs = view(state, PUBLIC), view(state, 1)
    (notice,) = act(state, 0, "open 2,0")
    assert view(state, PUBLIC).layers == public.layers
    assert view(state, 1).layers == theirs.layers
    assert set(notice.facts) == {"seat", "until"}


def test_aa_31_another_who_uncovers_that_mine_is_frozen_as_well() -> None:
    state = position(FIELD)
    act(state, 0, "open 2,0", now=1000)
    (notice,) = act(state, 1, "open 2,0", now=3000)
    assert notice.to == (PUBLIC, TRUTH, 1), "the one who is frozen already hears nothing"
    assert state.frozen == [6000, 8000]
    assert codes(rules.wake(state, 6000)) == ["thawed"]
    assert draw(state) == picture("a.X.b ..... .*... ..... ....*")
    assert state.frozen == [0, 8000]
    assert view(state, 1).layers["ground"][2] == 0
    rules.wake(state, 8000)
    assert view(state, 1).layers["ground"][2] == 2
    assert (state.struck, state.held, rules.wake_at(state)) == ([-1, -1], [None, None], 180_000)


def test_aa_31_no_notice_reaches_the_frozen() -> None:
    state = position(FIELD, seats=3)
    act(state, 0, "open 2,0", now=1000)
    told = (PUBLIC, TRUTH, 1, 2)
    (arrived,) = rules.act(state, 1500, 1, Arrive())
    assert arrived.to == told
    (frozen,) = act(state, 1, "open 1,2", now=2000)
    assert frozen.to == told, "seat 1 itself is told before its own ice closes"
    (thawed,) = rules.wake(state, 6000)
    assert thawed.to == (PUBLIC, TRUTH, 0, 2)
    (last,) = rules.wake(state, 7000)
    assert last.to is None


def test_aa_32_the_mine_is_revealed_to_all_when_the_freeze_ends() -> None:
    state = position(FIELD)
    act(state, 1, "flag 2,0")
    act(state, 0, "open 2,0", now=1000)
    act(state, 1, "open 2,2", now=2000)
    assert rules.wake(state, 5999) == []
    (thawed,) = rules.wake(state, 6000)
    assert (thawed.code, thawed.facts) == ("thawed", {"seat": 0, "x": 2, "y": 0})
    assert draw(state) == picture("a.X.b ..... .*b.. ..... ....*")
    for viewer in (0, 1, PUBLIC):
        assert view(state, viewer).layers["ground"][2] == 2
        assert view(state, viewer).facts.frozen == (0, 0)
    assert view(state, 1).layers["flag"][2] == 0
    assert view(state, 0).facts.cells == (1, 2), "the player gets all they missed"


def test_aa_32_a_revealed_mine_can_never_be_uncovered_again() -> None:
    state = position(FIELD)
    act(state, 0, "open 2,0", now=1000)
    rules.wake(state, 6000)
    for seat in (0, 1):
        assert refusal(state, seat, "open 2,0", now=7000).code == "mine_shown"
        assert state.legal[seat][2] == 0


def test_aa_32_the_feed_brings_all_that_was_missed() -> None:
    match = started_match(stage_2_percent=100, stage_3_percent=100)
    views = {viewer: apply(None, match.open(viewer)) for viewer in (0, 1)}
    mine = next(c for c, mine in enumerate(match.state.mine) if mine)
    match.act(1000, 0, GAME.parse("open {},{}".format(*match.state.grid.place(mine))))
    for viewer, frame in match.flush().items():
        views[viewer] = apply(views[viewer], frame)
    safe = [c for c, legal in enumerate(match.state.legal[1]) if legal and not match.state.mine[c]]
    for number, cell in enumerate(safe[::9]):
        if match.state.cell[cell] == 0:
            x, y = match.state.grid.place(cell)
            match.act(1100 + 50 * number, 1, GAME.parse(f"open {x},{y}"))
            frames = match.flush()
            assert 0 not in frames, "no frame, not even an empty one"
            assert 1 in frames
    match.advance(6000)
    frames = match.flush()
    assert apply(views[0], frames[0]) == match.view(0)
    assert match.view(0).layers["owner"] == match.view(1).layers["owner"]


def test_aa_42_stage_2_thaws_everybody() -> None:
    state = position(FIELD, seats=3)
    act(state, 0, "open 2,0", now=178_000)
    act(state, 2, "open 1,2", now=179_000)
    notices = rules.wake(state, 180_000)
    assert codes(notices) == ["thawed", "thawed", "stage"]
    assert draw(state) == picture("a.X.b ..... .X... ..... ....*")
    assert state.frozen == [0, 0, 0]
    assert state.held == [None] * 3
    assert rules.wake_at(state) == 360_000


def test_aa_42_ground_claimed_thaws_everybody_too() -> None:
    state = position("a.*.b", stage_2_percent=75)
    act(state, 1, "open 2,0", now=1000)
    assert codes(act(state, 0, "open 1,0", now=2000)) == ["thawed", "stage"]
    assert draw(state) == "aaX.b"
    assert view(state, 1).facts.stage == 2


def test_aa_15_watchers_see_what_an_opponent_sees_and_never_numbers() -> None:
    state = position("*aab  .*b.  ....")
    watched = view(state, PUBLIC)
    assert watched.layers["owner"] == bytes(state.owner)
    assert watched.layers["ground"] == bytes(12)
    for name in ("digit", "flag", "legal"):
        assert not any(watched.layers[name])
    assert list(choices(watched, 0, Stream(key_of(1), "x"))) == []


def test_aa_15_the_truth_shows_every_mine_and_number() -> None:
    state = position("*aab  .*bX  ...o")
    truth = view(state, TRUTH)
    assert list(truth.layers["ground"]) == [3, 0, 0, 0, 0, 3, 0, 2, 0, 0, 0, 1]
    assert list(truth.layers["digit"]) == [0, 3, 3, 2, 0, 0, 3, 0, 0, 0, 0, 0]


def test_aa_60_the_frozen_hear_that_a_player_left_and_nothing_else() -> None:
    state = position(FIELD, seats=3)
    act(state, 0, "open 2,0", now=1000)
    act(state, 1, "open 2,2", now=1500)
    before = view(state, 0)
    (left,) = rules.act(state, 2000, 2, Leave())
    assert left.to is None
    after = view(state, 0)
    assert after.facts.out == (False, False, True)
    assert after.layers == before.layers
    assert after.facts.cells == before.facts.cells == (1, 1, 0)


def test_aa_60_a_player_who_leaves_while_frozen_leaves_the_mine_behind() -> None:
    state = position(FIELD, seats=3)
    act(state, 0, "open 2,0", now=1000)
    rules.act(state, 2000, 0, Leave())
    rules.wake(state, 6000)
    assert draw(state) == picture("a.X.b ..... .*... ..... ....*")
    with pytest.raises(Illegal, match="out"):
        act(state, 0, "open 1,1", now=7000)
