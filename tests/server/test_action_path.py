"""One action's way through the server is as ARCHITECTURE.md draws it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.action_path import Step, walk
from tests.server.world import run

PAGE = Path(__file__).resolve().parents[2] / "ARCHITECTURE.md"
COUNT = re.compile(r"(\d+) files and (\d+) functions")
STATION = re.compile(r"^    .*?((?:[a-z_]+/)+[a-z_]+\.py) +([A-Za-z_.]+)", re.MULTILINE)
WALKS = 6
"""An action that comes just before the beat, or a busy machine, takes another turn now and then."""


GIVE_OR_TAKE = 4
"""The same makes the count differ by a few."""


def chapter() -> str:
    page = PAGE.read_text(encoding="utf-8")
    return page.partition("## One action's way")[2].partition("\n## ")[0]


def faults(steps: list[Step], text: str) -> list[str]:
    """What of the drawing is not so."""
    drawn: list[Step] = STATION.findall(text)
    missing = [f"{path} {name} is not called" for path, name in drawn if (path, name) not in steps]
    places = [steps.index(step) for step in drawn if step in steps]
    order = [] if places == sorted(places) else ["they are called in another order"]
    told, count = COUNT.search(text), (len({path for path, _ in steps}), len(steps))
    is_told = told is not None and all(
        abs(each - int(said)) <= GIVE_OR_TAKE
        for each, said in zip(count, told.groups(), strict=True)
    )
    return missing + order + ([] if is_told else [f"{count[0]} files and {count[1]} functions"])


def test_an_action_takes_the_way_that_is_drawn() -> None:
    text = chapter()
    assert len(STATION.findall(text)) > 15
    found = []
    for _ in range(WALKS):
        found = faults(run(walk()), text)
        if not found:
            return
    raise AssertionError("; ".join([*found, "see python -m tests.server.action_path"]))


def test_a_drawing_that_is_out_of_date_is_found_out() -> None:
    steps = [("a/b.py", "one"), ("a/c.py", "C.two")]
    page = "2 files and 2 functions\n\n    in    a/b.py  one   words\n    out   a/c.py  C.two\n"
    assert faults(steps, page) == []
    assert faults(steps[:1], page) == ["a/c.py C.two is not called"]
    assert faults(steps[::-1], page) == ["they are called in another order"]
    more = [("a/c.py", f"f{number}") for number in range(GIVE_OR_TAKE + 1)]
    assert faults([*steps, *more], page) == ["2 files and 7 functions"]
