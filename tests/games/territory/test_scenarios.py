from freehold.games.territory import GAME
from freehold.match import read_record, verify
from tests.games.territory.scenarios import scenarios


def test_every_ending_is_reached_and_its_record_verifies() -> None:
    reached = []
    for name, match in scenarios():
        assert match.outcome is not None
        assert name.partition("-")[0] == match.outcome.ending
        assert match.outcome.ending in verify(GAME, read_record(match.log.dump()))
        assert f"ending_{match.outcome.ending}" in GAME.texts
        reached.append(match.outcome.ending)
    assert set(reached) == set(GAME.endings)
