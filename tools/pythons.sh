#!/bin/sh
# The golden fingerprints on every Python found, each under two hash seeds: the same match has to
# give the same bytes on all of them. `sh tools/pythons.sh make` only makes their environments.
set -u
cd "$(dirname "$0")/.." || exit 1

is_usable() {
    "$1" -c "import sys, venv, ensurepip; sys.exit('%d.%d' % sys.version_info[:2] != '$2')" 2>/dev/null
}

# Prints the first Python of this version that works, in PATH or under pyenv.
find_python() {
    for name in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/"python$1"; do
        if is_usable "$name" "$1"; then
            echo "$name"
            return
        fi
    done
    return 1
}

is_ready() {
    [ "$(cat "$1/ready" 2>/dev/null)" = "$PWD" ] &&
        [ -z "$(find pyproject.toml constraints.txt -newer "$1/ready")" ]
}

# $1 is the Python, $2 the folder of its environment.
make_ready() {
    is_ready "$2" && return
    echo "pythons: making $2."
    "$1" -m venv --clear "$2" &&
        "$2/bin/python" -m pip install --quiet --disable-pip-version-check \
            --constraint constraints.txt --editable . pytest pytest-xdist hypothesis &&
        printf '%s\n' "$PWD" >"$2/ready"
}

run_golden() {
    PYTHONHASHSEED=$2 "$1/bin/python" -m pytest -q -p no:cacheprovider tests/test_golden_fingerprints.py
}

ran='' missing='' failed=''
for version in 3.11 3.12 3.13 3.14; do
    if ! python=$(find_python "$version"); then
        missing="$missing $version"
        continue
    fi
    env=.venv-$version
    ran="$ran $version"
    if ! make_ready "$python" "$env"; then
        failed="$failed $version"
        continue
    fi
    [ "${1:-}" = make ] && continue
    for seed in 0 1; do
        echo "pythons: Python $version, hash seed $seed."
        run_golden "$env" "$seed" || failed="$failed $version/seed-$seed"
    done
done

echo "pythons: run on${ran:- none}; not found:${missing:- none}; failed:${failed:- none}."
[ -n "$ran" ] && [ -z "$failed" ]
