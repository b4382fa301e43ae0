"""deploy/Dockerfile, replayed in clean folders, and that the replay finds what an engine would."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.image import CannotReplay, Replay, is_ignored, read_lines, split_options

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def large_folder() -> Iterator[Path]:
    """Hundreds of megabytes for a moment, which pytest would keep."""
    with tempfile.TemporaryDirectory(prefix="freehold-image-") as folder:
        yield Path(folder)


@pytest.mark.slow
def test_the_image_builds_and_its_server_runs_and_stops(large_folder: Path) -> None:
    ended = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "image.py"), str(large_folder)],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.endswith("the server ran and stopped.\n")
    [image] = [path.parent for path in large_folder.glob("stage-*/data/freehold.db")]
    assert image.stat().st_mode & 0o777 == 0o700
    assert not list((image.parent / "usr/local/bin").glob("node*"))  # it is needed only to build


def replay(tmp_path: Path, text: str) -> Replay:
    context = tmp_path / "context"
    (context / "folder").mkdir(parents=True)
    (context / "folder" / "inner.txt").write_text("inner")
    (context / "file.txt").write_text("outer")
    replayed = Replay(tmp_path / "stages", context)
    replayed.build(text)
    return replayed


@pytest.mark.slow
def test_files_folders_and_stages_are_copied_as_an_engine_does(tmp_path: Path) -> None:
    text = """
        # a comment
        FROM scratch AS first
        WORKDIR /made
        COPY file.txt folder ./
        COPY file.txt other.txt
        COPY folder/inner.txt deep/
        RUN cat other.txt deep/inner.txt \\
            > both.txt
        FROM scratch
        COPY --from=first /made/both.txt /
        WORKDIR /there
        RUN --mount=type=bind,from=first,source=/made,target=/there/made cp made/file.txt .
    """
    replayed = replay(tmp_path, text)
    first, last = replayed.stages["first"], replayed.stage
    assert sorted(path.name for path in first.at("/made").iterdir()) == sorted(
        ["both.txt", "deep", "file.txt", "inner.txt", "other.txt"]
    )
    assert last.at("/both.txt").read_text() == "outerinner"
    assert [path.name for path in last.at("/there").iterdir()] == ["file.txt"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("COPY gone.txt .", "COPY gone.txt: it is not in what .dockerignore lets through"),
        ("COPY --from=other /x .", "COPY --from=other: there is no such stage"),
        ("RUN exit 3", "RUN exit 3: it failed with code 3"),
        ("RUN ls /etc", "absolute paths cannot be replayed"),
        ("RUN node --version", "it failed with code 127"),
        ("ADD file.txt .", "the instruction ADD is not known here"),
        ("FROM windows:11", "the image windows:11 is not known here"),
        ("USER root", "the server must not run as root"),
    ],
)
def test_what_would_fail_in_an_engine_or_is_not_known_here_is_said(
    tmp_path: Path, lines: str, sentence: str
) -> None:
    with pytest.raises(CannotReplay, match=re.escape(sentence)):
        replay(tmp_path, f"FROM scratch\n{lines}\n")


def test_the_last_pattern_of_dockerignore_counts() -> None:
    patterns = ["*", "!src", "!docs/wire.ts", "src/built", "**/__pycache__", "?.txt"]
    kept = ["src/a.py", "docs/wire.ts", "src/deep/b.py"]
    left_out = [".git/config", "docs/other.md", "src/built/x", "src/deep/__pycache__/b.pyc"]
    assert [path for path in kept + left_out if not is_ignored(path, patterns)] == kept
    assert is_ignored("a.txt", ["?.txt"])
    assert not is_ignored("ab.txt", ["?.txt"])


def test_lines_are_joined_and_options_split() -> None:
    assert list(read_lines("RUN a \\\n# said\n  && b\n\n# c\nuser 1\n")) == [
        ("RUN", "a    && b"),
        ("USER", "1"),
    ]
    assert split_options("--from=x --chown=1:1 a b") == ({"from": "x", "chown": "1:1"}, "a b")
