"""Alert rules and the dashboard ask for figures that the server has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from freehold.server.http.problems import STATUS
from freehold.server.texts import TEXTS
from freehold.store import SqliteStore
from tests.server.world import Person, run, world

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy"
PROMETHEUS = {"job", "le"}
"""Labels that Prometheus itself adds."""
METRIC = re.compile(r"\b(?:freehold|process)_\w+")
LABEL = re.compile(r'(\w+)\s*=~?\s*"([^"]*)"|by \((\w+)\)|\{\{(\w+)\}\}')


def alerts() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def dashboard() -> dict[str, Any]:
    board: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    return board


def queries() -> list[str]:
    asked = [str(rule["expr"]) for rule in alerts()]
    for panel in dashboard()["panels"]:
        asked += [f"{each['expr']} {each['legendFormat']}" for each in panel["targets"]]
    return asked


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What /metrics of a server with a data file has: names of samples, and their labels."""
    path = tmp_path_factory.mktemp("data") / "freehold.db"

    async def read() -> str:
        async with world(SqliteStore(path)) as w:
            tally = w.hub.tally
            for counts in (tally.refused, tally.refused_requests, tally.refused_connections):
                counts["too_fast"] = 1
            tally.late["head"] = tally.proxy_faults["no_address"] = 1
            async with Person(w) as ann, ann.http.get(w.url + "/metrics") as response:
                return await response.text()

    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(run(read()))
        for sample in family.samples
    }


@pytest.mark.parametrize("query", queries())
def test_a_query_names_figures_and_labels_that_there_are(
    query: str, figures: dict[str, set[str]]
) -> None:
    names = set(METRIC.findall(query))
    assert names <= figures.keys()
    assert names or query == 'up{job="freehold"} == 0'
    labels = {label for found in LABEL.findall(query) for label in (found[0], *found[2:]) if label}
    assert labels <= PROMETHEUS.union(*(figures[name] for name in names))
    assert query.count("(") == query.count(")")


@pytest.mark.parametrize("query", queries())
def test_codes_in_queries_are_codes_of_the_server(query: str) -> None:
    values = [(found[0], found[1]) for found in LABEL.findall(query)]
    codes = {value for name, value in values if name == "code"}
    assert codes <= {*TEXTS, "no_address", "not_trusted", "rules_failed"}
    assert {value for name, value in values if name == "status"} <= set(map(str, STATUS.values()))


def test_alerts_say_what_is_wrong_and_what_to_do() -> None:
    names = [rule["alert"] for rule in alerts()]
    assert len(names) == len(set(names)) >= 10
    for rule in alerts():
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["description"].endswith(".")


def test_the_dashboard_shows_every_figure_once_and_panels_do_not_overlap(
    figures: dict[str, set[str]],
) -> None:
    shown = set(METRIC.findall(" ".join(queries())))
    bases = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}
    own = {re.sub(r"_(bucket|sum|count)$", "", name) for name in figures}
    assert {name for name in own if name.startswith("freehold_")} <= bases
    places = [panel["gridPos"] for panel in dashboard()["panels"]]
    covered = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(covered) == len(set(covered))
    assert max(x for x, _ in covered) < 24
