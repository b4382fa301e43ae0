"""The plain-text protocol, and the session that its description shows (AA-70)."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freehold.game import Illegal, Leave, Malformed
from freehold.games.area_attack import GAME, wire
from freehold.games.area_attack.actions import Chord, Confirm, Open, Pick
from freehold.games.area_attack.params import Params
from freehold.games.area_attack.state import State
from freehold.games.area_attack.views import view
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.server.rooms.guests import clean_line, unlike
from tests.games.area_attack import act, new_state, position

DOCUMENT = Path(__file__).parents[3] / "docs" / "area-attack-protocol.md"
NAMES = ("Ada", "12", "Cy")
SESSION = Params(
    width_cells=16, height_cells=12, apart_cells=6, stage_2_percent=100, stage_3_percent=100
)


class Session:
    """One seat's connection, as a server would keep it: bots and tests need no socket for it."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.known = match.view(seat)

    def send(self, text: str) -> list[str]:
        try:
            action = wire.read(text, self.known)
        except Malformed as error:
            return [wire.error_line(error)]
        try:
            self.match.act(self.match.now, self.seat, action)
        except Illegal as refusal:
            view = self.match.view(self.seat)
            return [wire.refuse(action, refusal, view, self.match.names, self.match.now)]
        return self.news()

    def news(self) -> list[str]:
        was, self.known = self.known, self.match.view(self.seat)
        return wire.tell(was, self.known, self.match.names)


def run_session(script: list[str]) -> list[str]:
    """Run the inputs of a session (`>`, `(other: ...)`, `(at ... s)`) and add what is answered."""
    match = Match.new(GAME, (Seated("Ada"), Seated("12")), key_of("protocol", 20), SESSION)
    session = Session(match, 0)
    lines = [f"< {line}" for line in wire.greet(session.known, match.names)]
    for line in script:
        lines.append(line)
        if line.startswith("> "):
            answers = session.send(line[2:].replace("\\n", "\n"))
        else:
            word, _, rest = line.strip("()").partition(" ")
            if word == "at":
                match.advance(int(rest.removesuffix(" s")) * 1000)
            else:
                match.act(match.now, 1, Leave() if rest == "leave" else GAME.parse(rest))
            answers = session.news()
        lines += [f"< {answer}" for answer in answers]
    return [line.replace("\n", "\\n") for line in lines]


def test_aa_70_the_session_in_the_description_is_what_happens() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    session = text.partition("```session\n")[2].partition("```")[0].splitlines()
    assert len(session) > 40
    assert run_session([line for line in session if line[0] in ">("]) == session


def tell(before: State, after: State, seat: int = 0) -> list[str]:
    return wire.tell(view(before, seat), view(after, seat), NAMES[: len(after.out)])


def test_aa_70_an_opening_is_one_message_a_cell() -> None:
    state = position("..*.  ..*b", stage_2_percent=90)
    before = state.copy()
    act(state, 0, "open 0,0")
    assert tell(before, state) == ["0\n0\n0", "1\n0\n2", "0\n1\n0", "1\n1\n2"]
    assert tell(before, state, 1) == ["0\n0\nAda", "1\n0\nAda", "0\n1\nAda", "1\n1\nAda"]
    assert tell(state, state) == []


def test_aa_70_a_cell_claimed_by_another_comes_unprompted_with_the_name() -> None:
    state = position("*.  .*")
    before = state.copy()
    act(state, 1, "open 1,0")
    assert tell(before, state) == ["1\n0\n_12"], "a name of digits only has _ before it"


def test_aa_70_blasts_free_cells_make_craters_and_recount() -> None:
    state = position("aa*b.  aa.bb", stage=2, blast_radius=1)
    state.chance.at = next(at for at in range(999) if not draws_mines(state, at))
    before = state.copy()
    act(state, 0, "open 2,0")
    assert tell(before, state) == ["free 1 0", "crater 2 0", "free 3 0", "1\n1\n0"]
    assert tell(before, state, 1) == ["free 1 0", "crater 2 0", "free 3 0", "3\n1\n0"]


def draws_mines(state: State, at: int) -> bool:
    stream = state.chance.copy()
    stream.at = at
    return any(stream.percent(18) for _ in range(3))


def test_aa_70_freezes_mines_and_stages_are_lines_that_begin_with_a_word() -> None:
    state = position("a*.b*....")
    before = state.copy()
    act(state, 0, "open 1,0", now=1000)
    assert tell(before, state) == ["frozen 5"]
    assert tell(before, state, 1) == ["frozen 5 Ada"]
    frozen = state.copy()
    GAME.wake(state, 6000)
    assert tell(frozen, state) == ["thawed", "mine 1 0"]
    assert tell(frozen, state, 1) == ["thawed Ada", "mine 1 0"]
    thawed = state.copy()
    GAME.wake(state, 180_000)
    assert tell(thawed, state) == ["stage 2"]


def test_aa_70_leaving_and_the_end_are_told() -> None:
    state = position("aab*c", seats=3)
    before = state.copy()
    GAME.act(state, 5, 2, Leave())
    assert tell(before, state) == ["left Cy"]
    one_left = state.copy()
    GAME.act(state, 6, 0, Leave())
    told = tell(one_left, state, 1)
    assert told == ["left Ada", "place 1 1 _12", "place 2 2 Ada", "place 3 1 Cy", "end deserted"]
    assert tell(state, state, 1) == []


def test_aa_70_refusals_answer_with_the_owner_or_the_own_number() -> None:
    state = position("ab*.  ....")
    known = view(state, 0)

    def answer(text: str, now: int = 0) -> str:
        action = wire.read(text, known)
        with pytest.raises(Illegal) as refused:
            GAME.act(state, now, 0, action)
        return wire.refuse(action, refused.value, view(state, 0), NAMES, now)

    assert answer("1\n0") == "1\n0\n_12"
    assert answer("0\n0") == "0\n0\n0"
    assert answer("9\n9").startswith("refused That is outside the board")
    act(state, 0, "open 2,0", now=1000)
    assert answer("0\n0", 1000) == "frozen 5"
    assert answer("0\n0", 5001) == "frozen 1"


def test_a_refusal_of_another_action_is_a_sentence() -> None:
    state = position("ab*.  ....")
    refusal = Illegal("taken", seat=1)
    assert wire.refuse(Chord(1, 0), refusal, view(state, 0), NAMES, 0) == (
        "refused That cell belongs to 12."
    )
    assert wire.refuse(Confirm(), Illegal("over"), view(state, 0), NAMES, 0) == "refused over"


@pytest.mark.parametrize("text", ["", "3", "3\n4\n5", "x\n4", "3\ny", "3,4", "confirm\n3", "\n\n"])
def test_aa_70_bad_text_is_answered_with_a_line_that_says_so(text: str) -> None:
    with pytest.raises(Malformed) as error:
        wire.read(text, view(new_state(), 0))
    line = wire.error_line(error.value)
    assert line.startswith("error ")
    assert "\n" not in line


def test_aa_70_before_the_match_begins_x_and_y_are_a_pick() -> None:
    state = new_state()
    assert wire.read("3\n4", view(state, 0)) == Pick(3, 4)
    assert wire.read(" 3 \r\n 4 \n", view(state, 0)) == Pick(3, 4)
    assert wire.read(" Confirm\n", view(state, 0)) == Confirm()
    assert wire.read("3\n4", view(position("a.*."), 0)) == Open(3, 4)
    before = state.copy()
    act(state, 1, "pick 5,2")
    assert tell(before, state) == ["pick 5 2 _12"]
    act(state, 1, "confirm")
    assert tell(before, state) == ["pick 5 2 _12", "confirmed _12"]
    assert tell(before, state, 1) == ["pick 5 2 _12", "confirmed"]
    assert wire.greet(view(state, 0), NAMES[:2])[-2:] == ["pick 5 2 _12", "confirmed _12"]


def test_aa_06_a_player_who_joins_is_told_all_names_and_the_others_theirs() -> None:
    two = [("Ada", False), ("12", True)]
    three = [*two, ("Cy", False)]
    assert wire.tell_table([], three, "Cy") == [
        "you Cy",
        "player Ada",
        "player _12",
        "ready _12",
    ]
    assert wire.tell_table(two, three, "Ada") == ["player Cy"]
    assert wire.tell_table(two, three, "12") == ["player Cy"]
    assert wire.tell_table(three, three, "Ada") == []


def test_aa_06_leaving_and_changing_names_is_told_too() -> None:
    before = [("Ada", False), ("12", False), ("Cy", False)]
    after = [("Ada", False), ("_12", False)]
    assert wire.tell_table(before, after, "Ada") == ["left _12", "left Cy", "player __12"]
    assert wire.tell_table(before, after, "_12") == ["left _12", "left Cy", "you __12"]


def test_aa_70_a_player_who_is_ready_is_told_by_a_word() -> None:
    before = [("Ada", False), ("12", True)]
    after = [("Ada", True), ("12", False)]
    assert wire.tell_table(before, after, "Ada") == ["ready", "not ready _12"]
    assert wire.tell_table(before, after, "12") == ["ready Ada", "not ready"]


def test_aa_70_one_who_comes_to_a_match_is_told_the_board_and_the_picks() -> None:
    state = new_state(3)
    act(state, 1, "pick 5,2")
    assert wire.greet(view(state, 0), NAMES) == ["board 20 20", "stage 0", "pick 5 2 _12"]


def test_one_who_joins_late_is_told_the_board_so_far() -> None:
    state = position("ab*X  o.*.", stage=1)
    act(state, 1, "open 2,0", now=1000)
    assert wire.greet(view(state, 0), NAMES[:2]) == [
        "board 4 2",
        "stage 1",
        "0\n0\n0",
        "1\n0\n_12",
        "mine 3 0",
        "crater 0 1",
        "frozen 5 _12",
    ]
    GAME.act(state, 2000, 0, Leave())
    assert wire.greet(view(state, 0), NAMES[:2])[-3:] == [
        "place 1 1 _12",
        "place 2 1 Ada",
        "end deserted",
    ]


def test_names_hold_no_line_break() -> None:
    assert wire.spell_name("Ann\nof  the\rhill") == "Ann of the hill"
    assert wire.spell_name("123") == "_123"
    assert wire.spell_name("a1") == "a1"


def test_aa_70_no_two_names_are_spelled_alike() -> None:
    names = ["12", "_12", "__12", "_", "__", "_a1", "a1", "1", "_1", "1 2", "_1 2", "٣", "_٣"]
    spelled = [wire.spell_name(name) for name in names]
    assert len(set(spelled)) == len(names)
    assert not any(name.isdigit() for name in spelled)
    assert spelled[:3] == ["_12", "__12", "___12"]
    assert wire.spell_name("_a1") == "_a1", "only what could be taken for another is changed"


@pytest.mark.slow
@example(["12", "_12"])
@given(st.lists(st.text("_12 a٣", min_size=1, max_size=4), min_size=2, max_size=4))
def test_aa_70_names_that_a_room_takes_in_stay_apart_when_spelled(wanted: list[str]) -> None:
    names: list[str] = []
    for name in wanted:
        names.append(unlike(clean_line(name) or "x", names))
    assert len({wire.spell_name(name) for name in names}) == len(names)
