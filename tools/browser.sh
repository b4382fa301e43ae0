#!/bin/sh
# Prints the path of Chromium: $CHROMIUM, or the one on the PATH, or, as root on a system with
# apt, the distribution's own, installed now. No browser build is ever downloaded otherwise.
set -eu

find_browser() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
        if [ -n "$name" ] && command -v "$name"; then
            return 0
        fi
    done
    return 1
}

fail() {
    echo "browser: no Chromium was found; set CHROMIUM to its path, or run as root: apt-get update && apt-get install -y chromium fonts-dejavu-core" >&2
    exit 1
}

if find_browser; then
    exit 0
fi
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail
echo "browser: installing Chromium with apt-get." >&2
{
    apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium fonts-dejavu-core
} >&2 || fail
find_browser || fail
