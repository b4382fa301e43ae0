#!/bin/sh
# Prints the folder of PostgreSQL's programs: $POSTGRES_BIN, or the newest that is installed, or, as
# root on a system with apt, the distribution's own, installed now.
set -eu

find_postgres() {
    for folder in "${POSTGRES_BIN:-}" \
        $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t / -k 5 -n -r) \
        "$(dirname "$(command -v postgres || echo /)")"; do
        if [ -n "$folder" ] && [ -x "$folder/postgres" ] && [ -x "$folder/initdb" ]; then
            echo "$folder"
            return 0
        fi
    done
    return 1
}

fail() {
    echo "postgres: no PostgreSQL was found; set POSTGRES_BIN to the folder of its programs, or run as root: apt-get update && apt-get install -y postgresql" >&2
    exit 1
}

if find_postgres; then
    exit 0
fi
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail
echo "postgres: installing PostgreSQL with apt-get." >&2
{
    apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y postgresql
} >&2 || fail
find_postgres || fail
