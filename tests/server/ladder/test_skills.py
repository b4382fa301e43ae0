"""OpenSkill's Plackett-Luce model: the figures of the library openskill 6.2.0, and its laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freehold.server.ladder.skills import MU, SIGMA, Skill, rate

NEW = Skill()
PUBLISHED = [
    (
        [NEW, NEW],
        [1, 2],
        [(27.635389493140497, 8.06590141354368), (22.364610506859503, 8.06590141354368)],
    ),
    ([NEW, NEW], [1, 1], [(25.0, 8.06590141354368), (25.0, 8.06590141354368)]),
    (
        [NEW] * 5,
        [1, 2, 3, 4, 5],
        [
            (27.66682666240021, 8.290970108063354),
            (26.833443330400147, 8.240554815393708),
            (25.722265554400057, 8.180401026155035),
            (24.055498890399925, 8.112194856654364),
            (20.72196556239966, 8.112194856654364),
        ],
    ),
    (
        [Skill(29.182, 4.782), Skill(27.174, 4.922)],
        [2, 1],
        [(27.777900919940926, 4.694636462946125), (28.661491306236393, 4.823757466224821)],
    ),
    (
        [Skill(30, 3), Skill(25, 5), Skill(20, 2), NEW],
        [2, 1, 2, 4],
        [
            (29.786781577387828, 2.992930402282236),
            (26.426280948323317, 4.976304251089078),
            (20.034879970718457, 2.0006808808918968),
            (22.078346411662306, 7.9131273052170465),
        ],
    ),
    (
        [Skill(20, 1), Skill(35, 1)],
        [2, 1],
        [(19.987101024965277, 1.003303145533917), (35.01289897503472, 1.003303145533917)],
    ),
]
skills = st.builds(Skill, st.floats(0, 60), st.floats(0.5, SIGMA))


@pytest.mark.parametrize(("before", "places", "after"), PUBLISHED)
def test_the_library_has_the_same_figures(
    before: list[Skill], places: list[int], after: list[tuple[float, float]]
) -> None:
    found = rate(before, places)
    assert [each.mu for each in found] == pytest.approx([mu for mu, _ in after], abs=1e-9)
    assert [each.sigma for each in found] == pytest.approx([s for _, s in after], abs=1e-9)


@given(st.lists(skills, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_seats_do_not_matter(before: list[Skill], random: object) -> None:
    places = [1 + at // 2 for at in range(len(before))]
    order = list(range(len(before)))
    random.shuffle(order)  # type: ignore[attr-defined]
    moved = rate([before[at] for at in order], [places[at] for at in order])
    straight = rate(before, places)
    for at, skill in zip(order, moved, strict=True):
        assert skill.mu == pytest.approx(straight[at].mu)
        assert skill.sigma == pytest.approx(straight[at].sigma)


@given(skills, skills)
def test_the_winner_of_two_gains_and_the_loser_loses(first: Skill, second: Skill) -> None:
    winner, loser = rate([first, second], [1, 2])
    assert winner.mu >= first.mu
    assert loser.mu <= second.mu


def test_an_upset_says_more_than_what_was_expected() -> None:
    strong, weak = Skill(35, 3), Skill(20, 3)
    expected, upset = rate([strong, weak], [1, 2]), rate([strong, weak], [2, 1])
    assert expected[0].mu - strong.mu < 1 < upset[1].mu - weak.mu


def test_points_are_what_is_almost_certain_and_grow_with_certainty() -> None:
    assert (NEW.points, NEW.estimate, NEW.spread) == pytest.approx((900, 1500, 400))
    sure = Skill(MU, SIGMA / 4)
    assert sure.estimate == NEW.estimate
    assert sure.points > NEW.points


def test_a_thousand_matches_do_not_make_anybody_quite_certain() -> None:
    pair = [NEW, NEW]
    for number in range(1_000):
        pair = rate(pair, [1 + number % 2, 2 - number % 2])
    assert all(0.5 < each.sigma < 3 for each in pair)
    assert all(abs(each.mu - MU) < 1 for each in pair)
