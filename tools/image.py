"""Replays deploy/Dockerfile in clean folders, where no container engine runs.

    python tools/image.py                  builds each stage, starts the server, asks and stops it
    python tools/image.py FOLDER           the same, and leaves the stages' folders there
    python tools/image.py --file PATH ...  another Dockerfile

It reads the Dockerfile and .dockerignore themselves, so that it cannot drift from them. Of an image
it has only what the Dockerfile takes from it: Python as a new virtual environment, Node as it is
on this machine, and the usual programs without either. Users and networks are left out: everything
runs as the current user. What it does not know is an error, never left out silently.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
ABSOLUTE = re.compile(r"(?:^|[\s=:'\"])/\w")
OWN_IMAGES = re.compile(r"(node|npm|npx|corepack|python|pip|idle|pydoc)[\w.-]*")
PATIENCE_S = 120.0
LOOK_S = 0.1
PORTS_TRIED = 5


class CannotReplay(Exception):
    """Something is wrong or not known here; the sentence says what."""


class Stage:
    """A stage's folder, and what its lines have set so far."""

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self.root = root
        self.folder = PurePosixPath("/")
        self.env: dict[str, str] = {}
        self.volumes: list[str] = []
        self.health: list[str] = []
        self.command: list[str] = []
        self.stop_signal = "SIGTERM"

    def at(self, path: str | PurePosixPath) -> Path:
        """Where a path of the image is on this machine."""
        return self.root / (self.folder / path).relative_to("/")

    def environment(self) -> dict[str, str]:
        """This machine's, for its package mirrors, without its Python; then the stage's own."""
        left_out = ("FREEHOLD_", "PYTHON", "VIRTUAL_ENV", "NODE_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        programs = f"{self.root}/usr/local/bin:{self.root}/usr/bin"
        own = {name: self._mapped(value) for name, value in self.env.items()}
        return {**kept, "npm_config_prefer_offline": "true", "PATH": programs, **own}

    def _mapped(self, value: str) -> str:
        return str(self.at(value)) if value.startswith("/") else value


# What the file says


def read_lines(text: str) -> Iterator[tuple[str, str]]:
    """Its instructions: a word, and the rest with continued lines joined."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word:
            yield word.upper(), rest.strip()


def split_options(rest: str) -> tuple[dict[str, str], str]:
    """The `--name=value` words that an instruction begins with, and what follows."""
    options = {}
    while found := re.match(r"--([\w-]+)=(\S+)\s+", rest):
        options[found[1]] = found[2]
        rest = rest[found.end() :]
    return options, rest


# What is sent to the engine


def is_ignored(path: str, patterns: list[str]) -> bool:
    """By .dockerignore: the last pattern that names the path or a folder above it counts."""
    ignored = False
    for pattern in patterns:
        if re.match(_as_regex(pattern.removeprefix("!")) + r"(/|$)", path):
            ignored = not pattern.startswith("!")
    return ignored


def _as_regex(pattern: str) -> str:
    parts = re.split(r"(\*\*/|\*|\?)", pattern.strip("/"))
    known = {"**/": "(.*/)?", "*": "[^/]*", "?": "[^/]"}
    return "".join(known.get(part, re.escape(part)) for part in parts)


def send_context(root: Path, target: Path) -> None:
    """A copy of the tree, without what .dockerignore leaves out."""
    text = (root / ".dockerignore").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines()]
    patterns = [line for line in lines if line and not line.startswith("#")]
    wanted = [line[1:] for line in patterns if line.startswith("!")]
    for path in _files_of(root, wanted or ["."]):
        name = path.relative_to(root).as_posix()
        if not is_ignored(name, patterns):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target / name, follow_symlinks=False)


def _files_of(root: Path, names: list[str]) -> Iterator[Path]:
    for name in names:
        found = [root / name, *(root / name).rglob("*")]
        yield from (path for path in found if path.is_file())


# Images


def add_programs(root: Path) -> None:
    """The usual programs. Only their images have Python and Node, and nobody can change owners."""
    folder = root / "usr" / "bin"
    folder.mkdir(parents=True)
    for source in (Path("/bin"), Path("/usr/bin")):
        for program in source.iterdir():
            if not OWN_IMAGES.fullmatch(program.name) and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    (folder / "chown").unlink(missing_ok=True)
    (folder / "chown").symlink_to("true")


def add_python(root: Path) -> None:
    """A new environment with nothing in it; pip is lent to it by the Python that runs this."""
    add_programs(root)
    local = root / "usr" / "local"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", local], check=True)
    pip = local / "bin" / "pip"
    pip.write_text(f'#!/bin/sh\nexec {sys.executable} -m pip --python {local}/bin/python "$@"\n')
    pip.chmod(0o755)


def add_node(root: Path) -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise CannotReplay("this needs Node with npm")
    add_programs(root)
    programs, modules = root / "usr/local/bin", root / "usr/local/lib/node_modules"
    programs.mkdir(parents=True)
    modules.mkdir(parents=True)
    (programs / "node").symlink_to(Path(node).resolve())
    (programs / "npm").symlink_to("../lib/node_modules/npm/bin/npm-cli.js")
    (modules / "npm").symlink_to(Path(npm).resolve().parents[1])


IMAGES: dict[str, Callable[[Path], None]] = {
    "node": add_node,
    "python": add_python,
    "scratch": add_programs,
}


# Instructions


class Replay:
    """The stages so far, in a folder."""

    def __init__(self, folder: Path, context: Path) -> None:
        self.folder = folder
        self.context = context
        self.stages: dict[str, Stage] = {}
        self.stage = Stage("", folder)

    def build(self, text: str) -> Stage:
        """Each instruction in turn; the last stage is the image."""
        for word, rest in read_lines(text):
            run = getattr(self, f"on_{word.lower()}", None)
            if run is None:
                raise CannotReplay(f"the instruction {word} is not known here")
            if word in ("FROM", "COPY", "RUN"):
                print(f"image: {word} {rest[:100]}", flush=True)
            run(rest)
        return self.stage

    def on_from(self, rest: str) -> None:
        image, _, name = re.sub(r"\s+(?i:as)\s+", " ", rest).partition(" ")
        name = name or str(len(self.stages))
        self.stage = self.stages[name] = Stage(name, self.folder / f"stage-{name}")
        self.stage.root.mkdir(parents=True)
        add = IMAGES.get(image.partition(":")[0])
        if add is None:
            raise CannotReplay(f"the image {image} is not known here")
        add(self.stage.root)

    def on_workdir(self, rest: str) -> None:
        self.stage.folder = self.stage.folder / rest
        self.stage.at(".").mkdir(parents=True, exist_ok=True)

    def on_copy(self, rest: str) -> None:
        options, rest = split_options(rest)
        *sources, target = shlex.split(rest)
        into = self.stage.at(target)
        for source in sources:
            found = self._source(options.get("from", ""), source)
            if found.is_dir():
                shutil.copytree(found, into, symlinks=True, dirs_exist_ok=True)
                continue
            file = into / found.name if target.endswith("/") or len(sources) > 1 else into
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, file)

    def _source(self, stage: str, path: str) -> Path:
        if stage and stage not in self.stages:
            raise CannotReplay(f"COPY --from={stage}: there is no such stage")
        found = self.stages[stage].at(path) if stage else self.context / path.strip("/")
        if not found.exists():
            where = f"the stage {stage}" if stage else "what .dockerignore lets through"
            raise CannotReplay(f"COPY {path}: it is not in {where}")
        return found

    def on_run(self, rest: str) -> None:
        options, command = split_options(rest)
        if ABSOLUTE.search(command):
            raise CannotReplay(f"RUN {command}: absolute paths cannot be replayed")
        mount = self._mount(options.get("mount", ""))
        ended = subprocess.run(
            ["sh", "-c", command],
            cwd=self.stage.at("."),
            env=self.stage.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if mount is not None:
            mount.unlink()
        if ended.returncode:
            print(ended.stdout, file=sys.stderr)
            raise CannotReplay(f"RUN {command}: it failed with code {ended.returncode}")

    def _mount(self, text: str) -> Path | None:
        """A folder of another stage, for as long as one command runs."""
        if not text:
            return None
        says = dict(part.split("=", 1) for part in text.split(","))
        target = self.stage.at(says["target"])
        target.symlink_to(self._source(says["from"], says["source"]))
        return target

    def on_env(self, rest: str) -> None:
        for word in shlex.split(rest):
            name, _, value = word.partition("=")
            self.stage.env[name] = value

    def on_volume(self, rest: str) -> None:
        self.stage.volumes.append(rest)

    def on_healthcheck(self, rest: str) -> None:
        _, rest = split_options(rest)
        self.stage.health = json.loads(rest.removeprefix("CMD"))

    def on_cmd(self, rest: str) -> None:
        self.stage.command = json.loads(rest)

    def on_stopsignal(self, rest: str) -> None:
        self.stage.stop_signal = rest

    def on_user(self, rest: str) -> None:
        if rest.partition(":")[0] in ("root", "0"):
            raise CannotReplay("the server must not run as root")
        self.stage.env["USER"] = rest

    def on_expose(self, rest: str) -> None:
        self.stage.env.setdefault("FREEHOLD_PORT", rest)


# The image's server


def try_server(image: Stage) -> None:
    """Start it as an engine would, wait until it is healthy, look at its page and stop it."""
    if "USER" not in image.env:
        raise CannotReplay("the image has no USER, so the server would run as root")
    before = _outside(image)
    server, port = _start(image)
    try:
        _need_page(f"http://127.0.0.1:{port}/")
        _stop(server, image.stop_signal)
    finally:
        server.kill()
        server.wait()
    changed = sorted(set(before.items()) ^ set(_outside(image).items()))
    if changed:
        raise CannotReplay(f"the server has written outside its volume: {changed[0][0]}")


def _start(image: Stage) -> tuple[subprocess.Popen[bytes], int]:
    for _ in range(PORTS_TRIED):  # another program may take the port before the server does
        port = _free_port()
        env = {**image.environment(), "FREEHOLD_HOST": "127.0.0.1", "FREEHOLD_PORT": str(port)}
        server = subprocess.Popen(_found(image, image.command), cwd=image.at("."), env=env)
        if _is_healthy(image, server, env):
            return server, port
    raise CannotReplay("the server does not start; its lines above say why")


def _is_healthy(image: Stage, server: subprocess.Popen[bytes], env: dict[str, str]) -> bool:
    """By the image's own health check."""
    until = time.monotonic() + PATIENCE_S
    while server.poll() is None:
        asked = subprocess.run(_found(image, image.health), env=env, capture_output=True)
        if asked.returncode == 0:
            return True
        if time.monotonic() > until:
            server.kill()
            server.wait()
            raise CannotReplay(f"the server is not healthy: {asked.stderr.decode()[-500:]}")
        time.sleep(LOOK_S)
    return False


def _found(image: Stage, command: list[str]) -> list[str]:
    """The command with the program that the image's PATH has."""
    program = shutil.which(command[0], path=image.environment()["PATH"])
    if program is None:
        raise CannotReplay(f"the image has no program {command[0]}")
    return [program, *command[1:]]


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    return port


def _need_page(url: str) -> None:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as response:
        page = response.read().decode()
    if not re.search(r'<script type="module"[^>]+src="/assets/', page):
        raise CannotReplay("the server does not have the browser client")


def _stop(server: subprocess.Popen[bytes], name: str) -> None:
    import signal

    server.send_signal(signal.Signals[name])
    code = server.wait(PATIENCE_S)
    if code:
        raise CannotReplay(f"the server stopped with code {code}")


def _outside(image: Stage) -> dict[str, int]:
    """All files of the image but its volumes', and when they were changed."""
    volumes = [image.root / volume.strip("/") for volume in image.volumes]
    return {
        str(path.relative_to(image.root)): path.lstat().st_mtime_ns
        for path in image.root.rglob("*")
        if path.is_file() and not any(path.is_relative_to(volume) for volume in volumes)
    }


def replay(dockerfile: Path, folder: Path) -> None:
    context = folder / "context"
    send_context(ROOT, context)
    image = Replay(folder, context).build(dockerfile.read_text(encoding="utf-8"))
    try_server(image)
    print("image: all stages were built, and the server ran and stopped.", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="leave the stages' folders here")
    parser.add_argument("--file", type=Path, default=DOCKERFILE, help="another Dockerfile")
    options = parser.parse_args()
    try:
        if options.folder is not None:
            replay(options.file, options.folder.resolve())
        else:
            with tempfile.TemporaryDirectory(prefix="freehold-image-") as folder:
                replay(options.file, Path(folder))
    except CannotReplay as error:
        print(f"image: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
