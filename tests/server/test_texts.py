"""Every code that the server says has a sentence, and every sentence is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import freehold.server
from freehold.match.texts import TEXTS as MATCH_TEXTS
from freehold.server.texts import TEXTS, say

FOLDER = Path(freehold.server.__file__).parent
SAYING = {"Illegal", "Farewell", "Failed", "TooBig", "Refusal", "bye", "problem", "say"}


def trees() -> list[ast.Module]:
    files = [file for file in sorted(FOLDER.rglob("*.py")) if file.name != "texts.py"]
    return [ast.parse(file.read_text(encoding="utf-8")) for file in files]


def words(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def said(tree: ast.Module) -> Iterator[str]:
    """The codes that are written out where something is refused or ended."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            code = node.args[0]
            if name in SAYING and isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value


@pytest.mark.slow
def test_every_code_has_a_sentence() -> None:
    codes = {code for tree in trees() for code in said(tree)}
    assert len(codes) > 60
    assert not sorted(codes - {*TEXTS, *MATCH_TEXTS})


@pytest.mark.slow
def test_every_sentence_is_said() -> None:
    spoken = {word for tree in trees() for word in words(tree)}
    assert not sorted(set(TEXTS) - spoken)


def test_a_sentence_is_filled_with_facts_and_an_unknown_code_is_words_all_the_same() -> None:
    assert say("too_long", {"most": 9}) == "A message can have up to 9 bytes."
    assert say("over") == MATCH_TEXTS["over"]
    assert say("never_heard_of") == "never heard of"
