"""The helper in C, built for these tests."""

from __future__ import annotations

import importlib.util
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tools import native


@cache
def built_quick() -> ModuleType:
    """From the source as it is now; the test is skipped where there is no C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            path = native.build(native.ROOT, Path(folder))
        except native.NotBuilt as reason:
            pytest.skip(str(reason))
        found = importlib.util.spec_from_file_location("freehold.match._quick", path)
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    return module
