"""Builds the browser client of `web/` into the package, if anything there has changed.

    python tools/client.py          build src/freehold/web_dist if it is not up to date
    python tools/client.py run X    npm run X in web/, with its packages installed

It needs nothing but the standard library: the packaging hook runs it too.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST_NODE = (20, 19)
SOURCES = ("src", "public")


class CannotBuild(Exception):
    """Something is missing; the sentence says what to do."""


def build(root: Path = ROOT) -> bool:
    """Build the client; False if it was up to date."""
    web, built = root / "web", root / "src" / "freehold" / "web_dist"
    stamp, digest = web / ".built", digest_of(root)
    is_fresh = stamp.is_file() and stamp.read_text() == digest
    if is_fresh and (built / "index.html").is_file():
        return False
    install(root)
    print("client: building the browser client, which may take a minute.", flush=True)
    npm(web, "run", "build")
    stamp.write_text(digest)
    return True


def install(root: Path = ROOT) -> None:
    """Have the packages of the lock file, as it is."""
    web = root / "web"
    need_node()
    kept = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    if kept.is_file() and kept.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("client: installing the browser client's packages.", flush=True)
    npm(web, "ci", "--no-audit", "--no-fund", has_progress=True)


def digest_of(root: Path) -> str:
    """Of all that the built client depends on."""
    web = root / "web"
    found = [path for name in SOURCES for path in (web / name).rglob("*") if path.is_file()]
    found = [path for path in found if not path.name.endswith(".test.ts")]
    found += [path for path in web.iterdir() if path.suffix in (".json", ".html", ".ts", ".js")]
    found.append(root / "docs" / "wire.ts")  # the messages, as the server has them
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(found):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def need_node() -> None:
    node = shutil.which("node")
    wanted = ".".join(map(str, LEAST_NODE))
    if node is None or shutil.which("npm") is None:
        raise CannotBuild(f"building the browser client needs Node {wanted} or newer with npm.")
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    version = tuple(int(part) for part in re.findall(r"\d+", said)[:2])
    if version < LEAST_NODE:
        raise CannotBuild(
            f"building the browser client needs Node {wanted} or newer, and this is {said}."
        )


def npm(web: Path, *arguments: str, has_progress: bool = False) -> None:
    """On a terminal npm shows its progress, if it has any to show; otherwise only errors matter."""
    command = [shutil.which("npm") or "npm", *arguments]
    is_watched = has_progress and sys.stdout.isatty() and sys.stderr.isatty()
    ended = subprocess.run(command, cwd=web, capture_output=not is_watched, text=True)
    if ended.returncode:
        print((ended.stdout or "") + (ended.stderr or ""), file=sys.stderr)
        raise CannotBuild(f"`npm {' '.join(arguments)}` failed in web; its lines above say why.")


def main(arguments: list[str]) -> int:
    try:
        if arguments[:1] == ["run"]:
            install()
            return subprocess.run(
                [shutil.which("npm") or "npm", "run", "--silent", *arguments[1:]], cwd=ROOT / "web"
            ).returncode
        build()
    except CannotBuild as error:
        print(f"client: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
