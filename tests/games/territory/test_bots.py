"""The bots play by the rules, and the diplomat's words mean something."""

from typing import Any

import pytest
from msgspec import Struct

from freehold.bot import Bot, Info, Wait, never, start_bot
from freehold.game import Illegal
from freehold.games.territory import GAME
from freehold.games.territory.actions import Declare, Order
from freehold.games.territory.bots import chancellor, remarks, talk
from freehold.games.territory.bots.chancellor import (
    HABITS,
    RAIDING,
    broken_by,
    ideas,
    price_of_breaking,
)
from freehold.games.territory.bots.diplomat import Diplomat, look_out
from freehold.games.territory.bots.greedy import Greedy
from freehold.games.territory.bots.habits import sheet_of
from freehold.games.territory.bots.plans import board_of, distances, greedy, order_of
from freehold.games.territory.bots.raids import raid
from freehold.games.territory.bots.search import candidates
from freehold.games.territory.promises import CLAIM, LEAVE, all_promises, all_tags, count
from freehold.games.territory.state import FIRST, ORDERS, SECOND, Declared, State
from freehold.games.territory.views import view
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from tests.games.territory import begin, position, submit_all


def rng(name: str = "bot") -> Stream:
    return Stream(key_of("bots"), name)


def always() -> bool:
    return True


def made(level: str, hurried: bool = False) -> Bot:
    """A bot; one that is hurried has no time to think."""
    bot: Bot = GAME.bots[level]()
    stop = always if hurried else never
    start_bot(bot, Info(game="territory", seat=0, seats=3, params=GAME.params(), stop=stop))
    return bot


def play(levels: tuple[str, ...], seed: int, hurried: bool = False, **params: Any) -> Match:
    """A match of bots; a refused action fails the test."""
    seats = tuple(Seated(level, level) for level in levels)
    match = Match.new(GAME, seats, key_of(seed), GAME.params(**params))
    bots = [made(level, hurried) for level in levels]
    while match.outcome is None:
        for seat in match.awaited:
            action = bots[seat].decide(match.view(seat), 0, rng(f"{seat} {match.log.entries}"))
            assert isinstance(action, Struct)
            match.act(0, seat, action)
    return match


@pytest.mark.parametrize("seats", [3, 5])
def test_bots_of_all_levels_play_a_match_to_its_end(seats: int) -> None:
    levels = ("diplomat", "greedy", "random", "chancellor", "random")[:seats]
    assert play(levels, seats, hurried=True).outcome is not None


def test_the_levels_are_there_weakest_first() -> None:
    names = ["random", "drifter", "forager", "raider", "greedy", "envoy", "diplomat", "chancellor"]
    assert list(GAME.bots) == names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weak", "strong"),
    [("random", "drifter"), ("drifter", "forager"), ("forager", "raider"), ("raider", "greedy")],
)
def test_each_level_beats_two_of_the_one_below(weak: str, strong: str) -> None:
    won = 0
    for seed in range(120):
        levels = [weak] * 3
        levels[seed % 3] = strong
        outcome = play(tuple(levels), seed).outcome
        assert outcome is not None
        won += outcome.places[seed % 3] == 1
    assert won >= 48, "of 120, where 40 are fair"


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong"), [("raider", "envoy"), ("raider", "diplomat")])
def test_planners_have_more_units_than_those_below(weak: str, strong: str) -> None:
    units = [0, 0]
    for seed in range(3):
        levels = [weak] * 3
        levels[seed % 3] = strong
        outcome = play(tuple(levels), seed).outcome
        assert outcome is not None
        units[1] += 2 * outcome.scores[seed % 3]
        units[0] += sum(outcome.scores) - outcome.scores[seed % 3]
    assert units[0] < units[1]


def test_a_forgetful_bot_leaves_moves_out() -> None:
    state = position("A9 . .\n+ . .\n. . . . B9 . C9", phase=ORDERS)
    sheets = [Greedy(50).decide(view(state, 0), 0, rng(f"{word}")) for word in range(20)]
    assert {len(sheet.moves) for sheet in sheets if isinstance(sheet, Order)} == {0, 1, 2}


@pytest.mark.slow
def test_an_envoy_forgets_some_moves_of_its_plan() -> None:
    state = position("A9 . .\nA9 . .\n. . . . B9 . C9", phase=ORDERS)
    planned = forgotten = 0
    for word in range(30):
        whole = Diplomat(playouts=(1, 2)).decide(view(state, 0), 0, rng(f"{word}"))
        ordered = GAME.bots["envoy"]().decide(view(state, 0), 0, rng(f"{word}"))
        assert isinstance(whole, Order)
        assert isinstance(ordered, Order)
        assert set(ordered.moves) <= set(whole.moves)
        planned += len(whole.moves)
        forgotten += len(whole.moves) - len(ordered.moves)
    assert 0.02 < forgotten / planned < 0.3


def test_of_equal_stacks_chance_moves_one_and_not_its_number() -> None:
    front, full = "B90 " * 8, "A2 " * 8
    state = position(f"{full}\nA2 A2 A9 A2 A2 A9 A2 A2\n{full}\n{full}\n{front}")
    board = board_of(view(state, 0))
    board.moves = 1
    starts = [greedy(board, 0, rng(f"{word}").below(1 << 30))[0][1] for word in range(60)]
    assert set(starts) == {10, 13}
    assert 15 <= starts.count(10) <= 45


def test_of_equal_free_squares_chance_decides_who_gets_which() -> None:
    state = position("A9 . B9\nA2 . B2\n.\n. . . . . C9", phase=FIRST)
    splits = [talk.find_split(board_of(view(state, 0)), 0, 1, rng(f"{word}")) for word in range(60)]
    assert set(splits) == {(1, 9), (9, 1)}
    assert 15 <= splits.count((1, 9)) <= 45


def test_a_diplomat_thinks_on_a_small_table() -> None:
    match = play(("diplomat", "greedy", "diplomat"), 7, rounds=2)
    assert match.outcome is not None
    assert count(match.view(0))["made"] > 0


@pytest.mark.parametrize("most", [0, 12, 30])
def test_words_fit_the_tables_length(most: int) -> None:
    match = play(("diplomat", "greedy", "diplomat"), 7, True, rounds=3, declaration_characters=most)
    assert all(len(said.text) <= most for said in match.state.declarations)


@pytest.mark.parametrize("level", ["greedy", "diplomat"])
def test_a_player_who_has_submitted_or_is_out_waits(level: str) -> None:
    bot = GAME.bots[level]()
    state = position("A9 . B9\n.\n. . C9", seats=4)
    assert bot.decide(view(state, 3), 0, rng()) == Wait()
    state.sealed[0] = Order(())
    assert bot.decide(view(state, 0), 0, rng()) == Wait()


def test_greedy_spreads_to_free_squares_and_takes_rich_ones_first() -> None:
    state = position("A9 . .\n+ . .\n. . . . B9 . C9")
    marches = greedy(board_of(view(state, 0)), 0)
    assert marches[0][1:3] == (0, 8)
    assert {march[2] for march in marches} == {1, 8}


def test_greedy_takes_weaker_neighbours_and_leaves_stronger_ones() -> None:
    state = position("A9 B2 .\nC20 . .\n. . .")
    marches = greedy(board_of(view(state, 0)), 0)
    assert [march[2] for march in marches] == [1]


def test_greedy_brings_idle_units_to_the_front() -> None:
    state = position("A21 A2 A2\nA2 A2 A2\nB40 B40 B40 C40")
    marches = greedy(board_of(view(state, 0)), 0)
    assert (0, 0, 8, 20) in marches


def test_where_every_square_is_ours_no_unit_moves_to_a_front() -> None:
    board = board_of(view(position("A9 B9 C9"), 0))
    board.owner[:] = bytes([1] * len(board.owner))
    board.units[:] = [9] * len(board.units)
    assert greedy(board, 0) == []


def test_greedy_enters_no_shunned_square() -> None:
    state = position("A9 . .\n+ . .\n. . . . B9 . C9")
    assert [each[2] for each in greedy(board_of(view(state, 0)), 0, shunned=1 << 8)] == [1]


def test_by_habit_a_bot_takes_what_opens_up_more_and_spares_its_own() -> None:
    calm = HABITS._replace(noise=0.0)
    state = position("A2 . B3 . .\n. . . . .\n. . . . . . C9")
    moves = {each[2] for each in sheet_of(board_of(view(state, 0)), 0, calm)}
    assert moves == {8}, "1,0 could be lost at once to B"
    state = position("A9 B3 .\n. . .\n. . . . . . C9")
    assert (0, 0, 1, 8) in sheet_of(board_of(view(state, 0)), 0, RAIDING._replace(noise=0.0))
    assert [each[2] for each in sheet_of(board_of(view(state, 0)), 0, RAIDING, shunned=1 << 1)] == [
        8
    ]


def test_distances_are_to_the_nearest_square_that_is_not_ours() -> None:
    owner = bytearray([1] * 64)
    owner[0] = 0
    assert [distances(owner, 1)[cell] for cell in (0, 1, 9, 63)] == [0, 1, 2, 14]


@pytest.mark.parametrize("seed", range(4))
def test_every_candidate_is_a_legal_sheet(seed: int) -> None:
    state = begin(5, seed)
    state.phase = ORDERS
    for number in range(6):
        for seat in GAME.awaited(state):
            board = board_of(view(state, seat))
            draws = rng(f"{seed} {number} {seat}")
            for sheet in candidates(board, seat, 0, draws) + ideas(board, seat, 0, draws):
                try:
                    GAME.act(state.copy(), 0, seat, order_of(sheet))
                except Illegal as refused:
                    raise AssertionError(f"{sheet}: {refused}") from None
        for seat in GAME.awaited(state):
            GAME.act(state, 0, seat, order_of(greedy(board_of(view(state, seat)), seat, number)))
        state.phase = ORDERS


# Talk


def words(state: State, seat: int, level: str = "diplomat") -> str:
    said = GAME.bots[level]().decide(view(state, seat), 0, rng())
    assert isinstance(said, Declare)
    return said.text


def test_a_diplomat_offers_peace_to_a_neighbour_and_accepts_it() -> None:
    state = position("A9 B9 .\n.\n. . . . . C20", phase=FIRST)
    offer = words(state, 0)
    assert "[PACT B 3]" in offer
    assert "C" in offer  # who leads
    submit_all(state, f"declare {offer}", "declare", "declare")
    assert "[PACT A 3]" in words(state, 1)


def test_a_chancellor_offers_everybody_peace_until_the_end_and_accepts_it() -> None:
    state = position("A9 B9 .\n.\n. . . . . C20", phase=FIRST)
    offer = words(state, 0, "chancellor")
    assert "[PACT B 15] [PACT C 15]" in offer
    assert "B and C" in offer
    submit_all(state, f"declare {offer}", "declare", "declare [PACT A 2]")
    assert "[PACT A 15]" in words(state, 1)
    assert "[PACT C 2]" in words(state, 0, "chancellor")


def test_a_chancellor_makes_no_more_offers_to_a_player_who_ignores_them() -> None:
    state = position("A90 B90 .\n. . .\n. . . . . C90", phase=FIRST)
    for _ in range(talk.PATIENCE):
        assert "[PACT B" in words(state, 0, "chancellor")
        for said in ("declare [PACT B 1] [PACT C 1]", "declare"):
            submit_all(state, said, "declare", "declare [PACT A 1]")
        submit_all(state, "order", "order", "order")
    assert "[PACT C" in words(state, 0, "chancellor")
    assert "[PACT B" not in words(state, 0, "chancellor")


def test_a_chancellor_breaks_its_word_for_nothing_if_it_is_believed_again_or_the_end_is_near() -> (
    None
):
    dear, late = talk.BREAKING, talk.BREAKING_LATE
    assert [price_of_breaking(1, 0, 9, trust) for trust in (0.8, 0.7)] == [1.0, dear]
    assert price_of_breaking(1, 1, 9, 0.7) == 1.0, "with another promise that is kept"
    assert price_of_breaking(2, 0, 9, 1.0) == pytest.approx(dear**2)
    assert [price_of_breaking(1, 0, rounds, 0.5) for rounds in (4, 3, 2, 1)] == [
        dear,
        late,
        1.0,
        1.0,
    ]
    assert price_of_breaking(0, 0, 9, 0.0) == 1.0


def test_a_chancellor_claims_free_squares_that_it_can_enter_and_leaves_none_to_others() -> None:
    state = position("A9 . B9\n.\n.\n. . . . . C20", phase=FIRST)
    said = words(state, 0, "chancellor")
    tags = [tag for tag in all_tags([Declared(1, 1, 0, said)]) if tag.kind in (LEAVE, CLAIM)]
    assert {(tag.kind, tag.cell) for tag in tags} == {(CLAIM, 1), (CLAIM, 8)}


def test_a_raid_brings_armies_together_that_are_too_weak_alone() -> None:
    board = board_of(view(position("A6 B9 A6\n. . .\n. . . . . C9"), 0))
    for number in range(8):
        sheet = raid(board, 0, 1, rng(str(number)))
        assert sorted((start, goal) for _, start, goal, _ in sheet) == [(0, 1), (2, 1)]
        assert sum(units for _, _, _, units in sheet) > 9
    assert raid(board_of(view(position("A5 B9 A5\n. . .\n. . . . . C9"), 0)), 0, 1, rng()) == []


def test_a_chancellor_counts_the_promises_that_a_sheet_breaks() -> None:
    state = position("A90 B90 .\nC90 B9 .", phase=FIRST)
    submit_all(state, "declare [PACT B 9] [PACT C 9]", "declare [PACT A 9]", "declare [PACT A 9]")
    board, promises = board_of(view(state, 0)), all_promises(view(state, 0).facts)
    enters_b, enters_c = (0, 0, 1, 9), (0, 0, 8, 9)
    assert not broken_by(board, promises, 0, [])
    assert broken_by(board, promises, 0, [enters_b, enters_b]) == 1
    assert broken_by(board, promises, 0, [enters_b, enters_c]) == 2
    outlook = chancellor.look_out(view(state, 0).facts, board, 0)
    assert outlook.shunned == (1 << 1 | 1 << 9 | 1 << 8, 1, 1)
    assert outlook.honour([enters_b, enters_c]) == pytest.approx(talk.BREAKING**2)


def test_a_diplomat_offers_a_split_of_free_squares() -> None:
    state = position("A9 + B9\nA2 . B2\n.\n. . . . . C9", phase=FIRST)
    assert "[CLAIM 1,0] [LEAVE B 1,1]" in words(state, 0)


def broken_pact() -> State:
    state = position("A90 B90 .\nC90 . .", phase=FIRST)
    submit_all(state, "declare [PACT B 9]", "declare [PACT A 9]", "declare")
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, "order", "order 1,0,L,1", "order")
    return state


def test_a_player_who_broke_their_word_is_not_trusted_again() -> None:
    state = broken_pact()
    facts = view(state, 0).facts
    assert talk.trust(facts, all_promises(facts)) == pytest.approx([0.6, 0.1, 0.5])
    assert "[PACT C" in words(state, 0)
    submit_all(state, "declare", "declare [PACT A 2]", "declare")
    assert state.phase == SECOND
    answer = words(state, 0)
    assert "PACT" not in answer
    assert "your word is worth nothing" in answer


def test_squares_left_alone_earn_no_trust_but_entering_one_costs_it() -> None:
    state = position("A90 . B90\n. . .\n. . . . . C90", phase=FIRST)
    far = " ".join(f"[LEAVE B {x},7]" for x in range(8))
    submit_all(state, f"declare {far}", "declare [LEAVE A 1,0]", "declare")
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, "order", "order 2,0,L,1", "order")
    facts = view(state, 0).facts
    assert talk.trust(facts, all_promises(facts)) == pytest.approx([0.5, 0.1, 0.5])


def test_a_pact_keeps_both_sides_off_each_others_squares_in_the_search() -> None:
    state = position("A90 B90 .\nC90 . .", phase=FIRST)
    submit_all(state, "declare [PACT B 9]", "declare [PACT A 9]", "declare")
    board, facts = board_of(view(state, 0)), view(state, 0).facts
    outlook = look_out(facts, board, 0)
    assert outlook.shunned == (1 << 1, 1 << 0, 0)
    assert outlook.honour([(0, 0, 1, 1)]) == talk.BREAKING
    assert outlook.honour([(0, 0, 8, 1)]) == 1.0


def test_a_friends_claim_is_respected_and_a_strangers_is_not() -> None:
    state = position("A90 . B90\nC90 . .", phase=FIRST)
    talked = ("declare [PACT B 9]", "declare [PACT A 9] [CLAIM 1,0]", "declare [CLAIM 1,1]")
    submit_all(state, *talked)
    board, facts = board_of(view(state, 0)), view(state, 0).facts
    assert look_out(facts, board, 0).shunned[0] == 1 << 1 | 1 << 2


def test_an_announced_strike_is_a_promise_to_ourselves() -> None:
    state = position("A90 B90 .\nC90 . .", phase=FIRST)
    submit_all(state, "declare [HIT B]", "declare", "declare")
    board, facts = board_of(view(state, 0)), view(state, 0).facts
    outlook = look_out(facts, board, 0)
    assert outlook.honour([]) == talk.BREAKING
    assert outlook.honour([(0, 0, 1, 9)]) == 1.0


def test_late_in_the_match_nobody_makes_peace_with_the_leader() -> None:
    state = position("A9 B20 .\n.\n. . . . . C9", phase=FIRST)
    assert "[PACT B 3]" in words(state, 0)
    state.round = 11
    assert "[PACT C 3]" in words(state, 0)
    assert "[PACT A 3]" in words(state, 1)
    submit_all(state, "declare", "declare [PACT A 3]", "declare")
    assert "you are winning" in words(state, 0)


def test_offers_go_to_players_who_answer() -> None:
    state = position("A90 B90 .\n. . .\n. . . . . C90", phase=FIRST)
    for _ in range(2):
        submit_all(state, "declare [PACT B 1]", "declare", "declare")
    submit_all(state, "order", "order", "order")
    assert talk.unanswered(view(state, 0).facts, 0) == [0, 1, 0]
    assert "[PACT C 3]" in words(state, 0)


# What happened


def said_by(state: State, seat: int, level: str = "diplomat") -> set[str]:
    """What a bot may say now, with the luck of many draws."""
    bot = made(level, hurried=True)
    said = [bot.decide(view(state, seat), 0, rng(f"{word}")) for word in range(80)]
    return {each.text for each in said if isinstance(each, Declare)}


def has_words(texts: set[str], choices: tuple[str, ...], **words: str) -> bool:
    """Somewhere in the texts is each of the sentences, filled with these words."""
    wanted = [choice.format(**words) for choice in choices]
    return all(any(want in text for text in texts) for want in wanted)


def after(board: str, *sheets: str, talk: tuple[str, ...] = ()) -> State:
    """The position after one round with these orders."""
    state = position(board, phase=FIRST, seats=len(sheets))
    submit_all(state, *(talk or ["declare"] * len(sheets)))
    submit_all(state, *["declare"] * len(sheets))
    submit_all(state, *(f"order {sheet}" for sheet in sheets))
    return state


@pytest.mark.parametrize("level", ["drifter", "greedy", "envoy", "diplomat"])
def test_bots_speak_of_squares_that_were_taken(level: str) -> None:
    state = after("A9 B2 . . B9\n.\n. . . . . C12", "0,0,R,8", "", "")
    words = {"one": "A", "other": "B", "place": "1,0"}
    assert has_words(said_by(state, 1, level), remarks.LOST, **words)
    assert has_words(said_by(state, 0, level), remarks.TOOK, **words)
    assert has_words(said_by(state, 2, level), remarks.RAIDED, **words)


def test_bots_speak_of_attacks_that_failed_and_of_armies_that_are_gone() -> None:
    words = {"one": "A", "other": "B", "place": "1,0"}
    state = after("A9 B20 . . .\n.\n. . . . . C12", "0,0,R,8", "", "")
    assert has_words(said_by(state, 1), remarks.HELD, **words)
    assert not has_words(said_by(state, 0), remarks.TOOK[:1], **words)
    state = after("A9 B8 . . .\n. B2\n. . . . . C3", "0,0,R,8", "", "")
    assert has_words(said_by(state, 1), remarks.RUINED, **words)


@pytest.mark.parametrize("level", ["greedy", "diplomat"])
def test_bots_speak_of_broken_promises_before_anything_else(level: str) -> None:
    state = after(
        "A90 B2 . . .\n. B9\n. . . . . C99",
        "0,0,R,8",
        "",
        "",
        talk=("declare [PACT B 3] [LEAVE B 1,0]", "declare [PACT A 3]", "declare"),
    )
    words = {"one": "A", "other": "B", "place": "1,0"}
    heard = said_by(state, 1, level)
    assert has_words(heard, remarks.BETRAYED, **words)
    assert not any(remarks.LOST[0].format(**words) in text for text in heard)
    assert has_words(said_by(state, 0, level), remarks.CONFESSED, **words)
    assert has_words(said_by(state, 2, level), remarks.LIED, **words)


def test_bots_speak_of_a_square_that_was_left_to_them_and_entered() -> None:
    talk_of = ("declare [LEAVE B 1,0]", "declare", "declare")
    state = after("A9 . B9\n.\n. . . . . C9", "0,0,R,3", "", "", talk=talk_of)
    words = {"one": "A", "place": "1,0"}
    assert has_words(said_by(state, 1), remarks.TRESPASSED, **words)


def test_bots_speak_of_players_who_are_out_and_of_growth() -> None:
    state = after("A50 B2 . . D50\n.\n. . . . . C50 C3", "0,0,R,49", "", "", "")
    assert has_words(said_by(state, 2), remarks.GONE, one="B")
    state = after("A9 A9 A9 . B9\n.\n. . . . . C20", "", "", "")
    assert has_words(said_by(state, 1), remarks.GREW, one="A", units="3")
    assert not any("A gained" in text for text in said_by(state, 0))


def test_before_the_first_round_there_is_nothing_to_speak_of() -> None:
    state = begin()
    assert remarks.remarks(view(state, 0).facts, state.owner, [], 0, rng()) == ([], [])


# One declaration per round


def test_with_one_declaration_diplomats_answer_last_rounds_offers() -> None:
    state = position("A9 B9 .\n.\n. . . . . C15", phase=FIRST, declarations=1)
    offer = words(state, 0)
    assert "[PACT B 3]" in offer
    submit_all(state, f"declare {offer}", "declare", "declare")
    submit_all(state, "order", "order", "order")
    assert "[PACT A 3]" in words(state, 1)
    submit_all(state, "declare", f"declare {words(state, 1)}", "declare")
    assert (0, 1) in [(each.seat, each.about) for each in all_promises(view(state, 0).facts)]


def test_with_one_declaration_an_offer_counts_as_ignored_a_round_later() -> None:
    state = position("A90 B90 .\n. . .\n. . . . . C90", phase=FIRST, declarations=1)
    ignored = []
    for _ in range(4):
        ignored.append(talk.unanswered(view(state, 0).facts, 0)[1])
        submit_all(state, "declare [PACT B 1]", "declare", "declare")
        submit_all(state, "order", "order", "order")
    assert ignored == [0, 0, 1, 2]


def test_with_one_declaration_a_strike_is_announced_with_everything_else() -> None:
    state = position("A90 B2 .\n. . .\n. . . . . C9", phase=FIRST, declarations=1, rounds=1)
    said = words(state, 0)
    assert "[HIT B]" in said
    assert "[PACT B" not in said


def test_matches_with_one_declaration_are_played_to_their_end_and_pacts_are_made() -> None:
    match = play(("envoy", "greedy", "envoy", "envoy"), 5, declarations=1, rounds=4)
    assert match.outcome is not None
    assert sum(count(match.view(seat))["made"] for seat in range(4)) > 0
