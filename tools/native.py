"""Builds the optional helper in C, `src/freehold/match/_quick.c`: `python tools/native.py`.

It is put beside its source, for the Python that runs this, and used from the next start on. Wheels
get it from `hatch_build.py`. Nothing needs it: without a C compiler, or with FREEHOLD_PURE=1, there
is none, and Freehold does the same in Python.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path("src", "freehold", "match", "_quick.c")
FILE_NAME = f"_quick{sysconfig.get_config_var('EXT_SUFFIX')}"
MAC = ("-bundle", "-undefined", "dynamic_lookup")
SHARED = MAC if sys.platform == "darwin" else ("-shared", "-fPIC")


class NotBuilt(Exception):
    """There is no helper, and why."""


def build(root: Path, folder: Path) -> Path:
    """Compile it into a folder. Raises NotBuilt."""
    if os.environ.get("FREEHOLD_PURE"):
        raise NotBuilt("FREEHOLD_PURE is set")
    if sys.platform == "win32" or sys.implementation.name != "cpython":
        raise NotBuilt("it is for CPython on Linux and macOS")
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if shutil.which(compiler[0]) is None:
        raise NotBuilt(f"there is no C compiler ({compiler[0]})")
    built = folder / FILE_NAME
    include = f"-I{sysconfig.get_path('include')}"
    command = [*compiler, "-O3", *SHARED, include, str(root / SOURCE), "-o", str(built)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"{compiler[0]} failed: {done.stderr.strip()[:300]}")
    return built


def main() -> None:
    try:
        print(f"native: built {build(ROOT, ROOT / SOURCE.parent)}")
    except NotBuilt as error:
        raise SystemExit(f"native: nothing was built, because {error}") from None


if __name__ == "__main__":
    main()
