#!/bin/sh
# Prints the path of nats-server: $NATS_SERVER, or the one that is installed, or, as root on a system
# with apt, the distribution's own, installed now.
set -eu

find_nats() {
    for program in "${NATS_SERVER:-}" "$(command -v nats-server || true)" /usr/sbin/nats-server; do
        if [ -n "$program" ] && [ -x "$program" ]; then
            echo "$program"
            return 0
        fi
    done
    return 1
}

fail() {
    echo "nats: no nats-server was found; set NATS_SERVER to its path, or run as root: apt-get update && apt-get install -y nats-server" >&2
    exit 1
}

if find_nats; then
    exit 0
fi
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail
echo "nats: installing nats-server with apt-get." >&2
{
    apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y nats-server
} >&2 || fail
find_nats || fail
