"""Known weaknesses of what we depend on: `make audit`. It needs the network.

Every pin of constraints.txt is looked up by pip-audit, which gets an environment of its own, and
web/package-lock.json by npm. 0 if nothing is known, 1 if something is, 2 if it could not be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv-audit"
FOUND, NOT_ASKED = 1, 2
ASK_S = 300


class Unanswered(Exception):
    """The weaknesses that are known could not be asked for."""


def run(words: Sequence[str | Path], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            [str(word) for word in words],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=ASK_S,
            check=False,
        )
    except FileNotFoundError as error:
        raise Unanswered(f"{error.filename} is not installed") from None
    except subprocess.TimeoutExpired:
        raise Unanswered(f"no answer came within {ASK_S} s") from None


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else "nothing was said"


def ask_for_python() -> list[str]:
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        run([sys.executable, "-m", "venv", ENVIRONMENT])
    installed = run([python, "-m", "pip", "install", "--quiet", "pip-audit"])
    if installed.returncode:
        raise Unanswered(f"pip-audit could not be installed ({last_line(installed)})")
    words = ("--requirement", "constraints.txt", "--no-deps", "--disable-pip")
    return read_python(
        run([python, "-m", "pip_audit", *words, "--format", "json", "--progress-spinner", "off"])
    )


def read_python(done: subprocess.CompletedProcess[str]) -> list[str]:
    """`aiohttp 3.0: GHSA-... (mended in 3.1)`."""
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise Unanswered(f"pip-audit got no answer ({last_line(done)})") from None
    return [
        f"{each['name']} {each['version']}: {known['id']}"
        f" (mended in {', '.join(known['fix_versions']) or 'no version yet'})"
        for each in found["dependencies"]
        for known in each.get("vulns", ())
    ]


def ask_for_web() -> list[str]:
    return read_web(run(["npm", "audit", "--package-lock-only", "--json"], ROOT / "web"))


def read_web(done: subprocess.CompletedProcess[str]) -> list[str]:
    """`vite: high (<7.0.1)`."""
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise Unanswered(f"npm audit got no answer ({last_line(done)})") from None
    if "vulnerabilities" not in found:
        said = found.get("message") or found.get("error", {}).get("summary") or last_line(done)
        raise Unanswered(f"npm audit got no answer ({str(said)[:200]})")
    weak = found["vulnerabilities"].items()
    return [f"{name}: {each['severity']} ({each['range']})" for name, each in weak]


def main() -> int:
    code = 0
    for where, ask in (("constraints.txt", ask_for_python), ("web/package-lock.json", ask_for_web)):
        try:
            found = ask()
        except Unanswered as error:
            print(f"{where}: not audited, because {error}; try again with a network.")
            code = max(code, NOT_ASKED)
            continue
        print(f"{where}: {'; '.join(found) or 'no weakness is known'}")
        code = max(code, FOUND) if found else code
    return code


if __name__ == "__main__":
    sys.exit(main())
