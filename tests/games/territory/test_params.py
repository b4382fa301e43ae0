from typing import Any

import msgspec
import pytest

from freehold.games.territory import GAME
from freehold.games.territory.params import GAIN, RESOURCE_GAIN, Params

RANGES = {
    "start_units": (1, 5, 99),
    "spacing_cells": (0, 0, 5),
    "resource_percent": (0, 5, 50),
    "rounds": (1, 15, 100),
    "declarations": (1, 2, 2),
    "declaration_characters": (0, 400, 2000),
    "moves": (1, 3, 10),
    "phase_seconds": (0, 120, 86_400),
    "cap_units": (1, 21, 250),
}


@pytest.mark.parametrize("name", sorted(RANGES))
def test_a_parameter_has_its_default_and_its_range(name: str) -> None:
    least, default, most = RANGES[name]
    assert getattr(Params(), name) == default
    for value in (least, most):
        assert getattr(convert({name: value}), name) == value
    for value in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            convert({name: value})


def test_corners_are_allowed_unless_the_host_says_no() -> None:
    assert Params().corners is True
    assert convert({"corners": False}).corners is False


def test_every_parameter_names_its_unit_and_its_clause() -> None:
    for field in msgspec.inspect.type_info(Params).fields:  # type: ignore[attr-defined]
        schema = msgspec.json.schema(Params)["$defs"]["Params"]["properties"][field.name]
        assert schema["title"]
        assert "(TR-" in schema["description"]


def test_tr_23_a_square_gains_one_and_a_resource_square_two() -> None:
    assert (GAIN, RESOURCE_GAIN) == (1, 2)


def test_even_the_longest_match_cannot_overflow_two_bytes_of_units() -> None:
    most_units = 5 * RANGES["start_units"][2] + 64 * RESOURCE_GAIN * RANGES["rounds"][2]
    assert most_units < 256 * 256


def test_tr_17_the_clock_limits_each_phase() -> None:
    assert GAME.clock(Params()).limit_ms == 120_000
    assert GAME.clock(Params(phase_seconds=0)).limit_ms == 0


def convert(values: dict[str, Any]) -> Params:
    return msgspec.convert(values, Params)
