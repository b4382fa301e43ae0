"""`make audit` tells what is known, and says so if it could not ask."""

from __future__ import annotations

import json
from subprocess import CompletedProcess
from typing import Any

import pytest

from tools import audit


def done(out: Any, err: str = "") -> CompletedProcess[str]:
    text = out if isinstance(out, str) else json.dumps(out)
    return CompletedProcess([], 1, text, err)


WEAK = {"id": "GHSA-1", "fix_versions": ["3.1", "4.0"]}
PYTHON = {"dependencies": [{"name": "aiohttp", "version": "3.0", "vulns": [WEAK]}]}
WEB = {"vulnerabilities": {"vite": {"severity": "high", "range": "<7.0.1"}}}


def test_what_is_known_is_told_by_package() -> None:
    assert audit.read_python(done(PYTHON)) == ["aiohttp 3.0: GHSA-1 (mended in 3.1, 4.0)"]
    assert audit.read_web(done(WEB)) == ["vite: high (<7.0.1)"]
    assert audit.read_python(done({"dependencies": [{"name": "x", "version": "1"}]})) == []
    assert audit.read_web(done({"vulnerabilities": {}})) == []


@pytest.mark.parametrize(
    "answer", [done("", "a trace\nno route to host\n"), done({"message": "no route to host"})]
)
def test_without_an_answer_nothing_is_said_to_be_well(answer: CompletedProcess[str]) -> None:
    with pytest.raises(audit.Unanswered, match="no route to host"):
        audit.read_web(answer)


@pytest.mark.parametrize(
    ("python", "web", "code", "words"),
    [
        ([], [], 0, "no weakness is known"),
        (["aiohttp 3.0: GHSA-1"], [], 1, "aiohttp 3.0: GHSA-1"),
        (None, [], 2, "not audited, because there is no network"),
        (None, ["vite: high"], 2, "vite: high"),
    ],
)
def test_the_code_says_what_was_found(
    python: list[str] | None,
    web: list[str] | None,
    code: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answering(found: list[str] | None) -> Any:
        def ask() -> list[str]:
            if found is None:
                raise audit.Unanswered("there is no network")
            return found

        return ask

    monkeypatch.setattr(audit, "ask_for_python", answering(python))
    monkeypatch.setattr(audit, "ask_for_web", answering(web))
    assert audit.main() == code
    assert words in capsys.readouterr().out
