"""Films: a record becomes one viewer's frames, with whole views on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import PUBLIC, TRUTH, AnyGame, Viewer
from freehold.games import load_game
from freehold.match import Header, Match, Record, read_record
from freehold.match.log import decode_line
from freehold.match.patches import Frame
from freehold.match.replay import Mismatch, replay
from freehold.protocol.knowing import KnownView
from freehold.server.films import films
from freehold.server.films.films import (
    LEAST_MS,
    MOST_LEADS,
    MOST_MARKS,
    MOST_MS,
    Bounds,
    Film,
    Moment,
    TooBig,
    choose_marks,
    make_film,
    note_leads,
    thin_leads,
)
from tests.games_under_test import NAMES, all_records, game_named

RECORDS = Path(__file__).resolve().parents[2] / "records"
PATHS = all_records()
ROOMY = Bounds(cells=1 << 20, bytes=1 << 24)
POINTS = RECORDS / "land-grab" / "points.jsonl"
SEALED = RECORDS / "territory" / "annihilation.jsonl"


def opened(path: Path) -> tuple[AnyGame, Record]:
    record = read_record(path.read_bytes())
    return game_named(record.header.game), record


def filmed(path: Path, viewer: Viewer = TRUTH) -> Film:
    return make_film(*opened(path), viewer, ROOMY)


def frame(raw: msgspec.Raw) -> Frame:
    return msgspec.msgpack.decode(raw, type=Frame)


def known(game: AnyGame, frames: list[msgspec.Raw]) -> KnownView:
    knowledge = KnownView(game)
    for each in frames:
        knowledge.hear(frame(each))
    return knowledge


def viewers_of(path: Path) -> list[Viewer]:
    """The truth, the public, and the first two seats."""
    header = decode_line(path.read_bytes().partition(b"\n")[0])
    assert isinstance(header, Header)
    return [TRUTH, PUBLIC, *range(min(2, len(header.seats)))]


@pytest.mark.parametrize(
    ("path", "viewer"),
    [
        pytest.param(path, viewer, id=f"{viewer}-{path.parent.name}-{path.stem}")
        for path in PATHS
        for viewer in viewers_of(path)
    ],
)
def test_the_frames_add_up_to_what_the_viewer_sees_at_the_end(path: Path, viewer: int) -> None:
    game, record = opened(path)
    film = filmed(path, viewer)
    match: Match = replay(game, record)
    knowledge = known(game, film.frames)
    assert knowledge.view == match.view(viewer)
    assert knowledge.table.outcome == match.outcome
    assert len(film.times) == len(film.frames)
    assert film.times == sorted(film.times)
    assert 0 <= film.times[-1] <= film.lasts


@pytest.mark.parametrize(
    "path", sorted((RECORDS / "minewars").glob("*.jsonl")), ids=lambda path: path.stem
)
def test_a_film_of_everything_shows_the_truth_at_every_moment(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = opened(path)
    client, honest, shown = KnownView(game), films.Cutting._add, list[int]()

    def add(self: films.Cutting, told: Frame) -> int:
        client.hear(told)
        assert client.view == self.match.view(TRUTH), f"at {self.match.now} ms"
        shown.append(self.match.now)
        return honest(self, told)

    monkeypatch.setattr(films.Cutting, "_add", add)
    filmed(path)
    assert len(shown) >= 5


def test_a_waiting_client_hears_how_much_of_a_film_is_made() -> None:
    heard: list[int] = []
    make_film(*opened(POINTS), TRUTH, ROOMY, tell=heard.append)
    assert heard == sorted(set(heard))
    assert heard[0] > 0
    assert 80 < heard[-1] < 100


@pytest.mark.parametrize(
    "path", [POINTS, SEALED, RECORDS / "area-attack" / "cleared.jsonl"], ids=lambda path: path.stem
)
@pytest.mark.parametrize("viewer", [TRUTH, 0])
def test_a_key_is_what_the_frames_before_it_have_told(path: Path, viewer: int) -> None:
    game, _ = opened(path)
    film = filmed(path, viewer)
    assert film.keys
    for key in film.keys:
        played = known(game, film.frames[: key.frame + 1])
        jumped = known(game, [key.view])
        assert jumped.view == played.view
        assert jumped.table == played.table


def test_keys_weigh_no_more_than_the_frames() -> None:
    film = filmed(RECORDS / "area-attack" / "cleared.jsonl")
    assert len(film.keys) > 2
    keys = sum(len(bytes(key.view)) for key in film.keys)
    assert keys <= sum(len(bytes(each)) for each in film.frames)


def test_a_step_in_turns_lasts_long_enough_and_not_too_long() -> None:
    lines = POINTS.read_bytes().replace(b'"now":7000', b'"now":6001').splitlines()
    late = [*lines[:13], moved(5_000_000, lines[13])]
    game = load_game("land-grab")
    film = make_film(game, read_record(b"\n".join(late)), TRUTH, ROOMY)
    gaps = [after - before for before, after in zip(film.times, film.times[1:], strict=False)]
    assert gaps[6] == LEAST_MS
    assert gaps[-1] == MOST_MS


def moved(now: int, line: bytes) -> bytes:
    """The same line at another moment."""
    decoded: dict[str, Any] = msgspec.json.decode(line)
    return msgspec.json.encode({**decoded, "now": now})


def test_in_real_time_a_film_takes_the_time_of_the_match() -> None:
    film = filmed(RECORDS / "area-attack" / "time.jsonl")
    assert film.times == [frame(each).now for each in film.frames]


def test_all_eyes_see_a_moment_at_the_same_time() -> None:
    every = [filmed(SEALED, viewer) for viewer in (TRUTH, PUBLIC, 0, 1, 2)]
    assert len({film.lasts for film in every}) == 1
    rounds = {tuple(mark.at for mark in film.marks) for film in every}
    assert len(rounds) == 1


def test_a_round_is_shown_longer_than_a_submission() -> None:
    film = filmed(SEALED)
    over = next(mark.at for mark in film.marks if mark.code == "round_over")
    after = film.times[film.times.index(over) + 1]
    assert after - over == 6_000


def test_what_is_of_note_is_marked_and_the_race_is_drawn() -> None:
    film = filmed(POINTS)
    assert [mark.code for mark in film.marks] == ["lead", "lead", "ending_points"]
    game, record = opened(POINTS)
    outcome = replay(game, record).outcome
    assert outcome is not None
    assert film.leads[0] == (0, (0, 0))
    assert film.leads[-1][1] == outcome.scores


def test_a_false_line_is_found() -> None:
    data = POINTS.read_bytes().replace(b"settle 7,3", b"settle 9,9")
    record = read_record(data)
    with pytest.raises(Mismatch, match="line 8"):
        make_film(load_game("land-grab"), record, TRUTH, ROOMY)


def test_a_board_or_a_film_that_is_too_big_is_refused() -> None:
    game, record = opened(POINTS)
    for bounds in (Bounds(cells=143, bytes=1 << 24), Bounds(cells=144, bytes=4_000)):
        with pytest.raises(TooBig):
            make_film(game, record, TRUTH, bounds)
    make_film(game, record, TRUTH, Bounds(cells=144, bytes=1 << 24))


def test_the_rarest_are_marked_where_a_game_names_none() -> None:
    often = [Moment(at, "often", {}) for at in range(MOST_MARKS)]
    rare = [Moment(5, "rare", {}), Moment(50, "rare", {})]
    lead = [Moment(20, "lead", {"seat": 1})]
    assert [each.code for each in choose_marks(often + rare, lead, ())] == ["rare", "lead", "rare"]
    assert choose_marks(often + rare, lead, ("often",)) == lead


def test_a_lead_that_does_not_last_is_not_of_note() -> None:
    leaders = [(0, 0), (100, 1), (101, 0), (500, 0), (600, 1), (990, 0)]
    assert [(each.at, each.facts["seat"]) for each in note_leads(leaders, 1000)] == [
        (600, 1),
        (990, 0),
    ]
    assert note_leads([(0, 0)], 1000) == note_leads([], 1000) == []


def test_a_long_race_is_thinned_and_keeps_its_end() -> None:
    leads: list[tuple[int, tuple[int, ...]]] = [(at, (at, 0)) for at in range(10 * MOST_LEADS)]
    thinned = thin_leads(leads, leads[-1][0])
    assert len(thinned) <= MOST_LEADS + 1
    assert thinned[-1] == leads[-1]
    assert thin_leads(leads[:10], 10) == leads[:10]


@pytest.mark.parametrize("name", NAMES)
def test_highlights_speak_of_notices_that_there_are(name: str) -> None:
    game = game_named(name)
    highlights = game.extras.highlights
    assert {*highlights.noted, *highlights.holds_ms} <= set(game.texts)


def test_a_game_without_highlights_has_a_film_without_a_graph() -> None:
    film = filmed(RECORDS / "lantern" / "lit.jsonl")
    assert film.leads == []
    assert film.marks[-1].code == "ending_lit"
    assert film.version == films.VERSION


def test_a_film_says_how_many_entries_each_frame_shows() -> None:
    film, record = filmed(POINTS), opened(POINTS)[1]
    assert len(film.entries) == len(film.frames)
    assert (film.entries[0], film.entries[-1]) == (0, record.entries)
    assert sorted(film.entries) == list(film.entries)
