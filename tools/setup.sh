#!/bin/sh
# Makes .venv with the package (editable) in it.
#
#   sh tools/setup.sh play     what playing needs
#   sh tools/setup.sh tools    that, and what the tests and checks need
#
# .venv/ready and .venv/ready-tools are written last and hold the tree's path: make compares them, so
# that an interrupted set-up is taken up again and a moved tree gets an environment of its own.
set -eu
cd "$(dirname "$0")/.."

fail() {
    echo "setup: $1" >&2
    exit 1
}

case ${1:-} in
play) what=. said='freehold' ;;
tools) what='.[dev]' said='freehold and the tools of its tests' ;;
*) fail "say what to install: play or tools." ;;
esac

is_right_version() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null
}

can_make_venv() {
    "$1" -c 'import venv, ensurepip' 2>/dev/null
}

# Sets $found to the first Python that will do, $bare to one that lacks only venv.
find_python() {
    found='' bare=''
    for name in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        [ -n "$name" ] || continue
        if is_right_version "$name"; then
            if can_make_venv "$name"; then
                found=$name
                return
            fi
            bare=$name
        elif [ "$name" = "${PYTHON:-}" ]; then
            echo "setup: PYTHON=$name is not a Python 3.11 to 3.14, looking for another." >&2
        fi
    done
}

find_python
if [ -z "$found" ]; then
    [ -z "$bare" ] || fail "$bare cannot make virtual environments; install the apt package python3-venv (or set PYTHON to another Python)."
    fail "no Python 3.11, 3.12, 3.13 or 3.14 was found; install one, or set PYTHON to its path."
fi

rm -f .venv/ready
[ "$1" = play ] || rm -f .venv/ready-tools
# An environment of another tree has scripts that point there: start over.
if ! .venv/bin/python -c 'import os, sys; sys.exit(sys.prefix != os.path.join(os.getcwd(), ".venv"))' 2>/dev/null ||
    ! is_right_version .venv/bin/python || ! grep -qsF "$PWD/.venv/" .venv/bin/pip; then
    echo "setup: making .venv with $("$found" --version)."
    "$found" -m venv --clear .venv || fail "$found could not make .venv; on Debian install the apt package python3-venv."
fi

# On a terminal pip shows what it is doing; in a log only errors matter.
quiet=--quiet
[ ! -t 1 ] || quiet=--progress-bar=on
echo "setup: installing $said into .venv."
.venv/bin/python -m pip install $quiet --disable-pip-version-check \
    --constraint constraints.txt --editable "$what" ||
    fail "pip could not install the packages; its lines above say why."
printf '%s\n' "$PWD" >.venv/ready
[ "$1" = play ] || printf '%s\n' "$PWD" >.venv/ready-tools
