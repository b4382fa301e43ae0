#!/bin/sh
# Prints the paths of nginx and Caddy, one per line: $NGINX and $CADDY, or those on the PATH, or, as
# root on a system with apt, the distribution's own, installed now. The tests of deploy/ use them.
set -eu
PATH=$PATH:/usr/sbin:/usr/local/sbin

find_proxies() {
    command -v "${NGINX:-nginx}" && command -v "${CADDY:-caddy}" && command -v openssl >/dev/null
}

fail() {
    echo "proxies: nginx, Caddy and openssl are needed; set NGINX and CADDY to their paths, or run as root: apt-get update && apt-get install -y nginx-light caddy openssl" >&2
    exit 1
}

# Two test processes may get here at the same time, and apt does not like that.
install_proxies() {
    exec 9>"${TMPDIR:-/tmp}/freehold-proxies.lock"
    flock 9
    find_proxies >/dev/null && return
    echo "proxies: installing nginx and Caddy with apt-get." >&2
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y nginx-light caddy openssl; } >&2
    # They are here for the tests: the services that the packages start are stopped again.
    if [ -d /run/systemd/system ]; then
        systemctl disable --now nginx caddy >&2
    fi
}

if found=$(find_proxies); then
    echo "$found"
    exit 0
fi
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail
install_proxies || fail
find_proxies || fail
