"""Which requests this server answers: by the host name, the page's origin and the address; and
the address at which others reach it."""

from __future__ import annotations

import socket
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from aiohttp import web

from freehold.server.settings import Settings


def host_name(host: str) -> str:
    """`[::1]:8000` and `Example.org:80` without port, brackets and capitals."""
    return (urlsplit(f"//{host}").hostname or "").lower()


@lru_cache(maxsize=4096)
def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_host(host: str, settings: Settings) -> bool:
    """Loopback, an IP literal or the configured name: no foreign name that points here."""
    try:
        name = host_name(host)
    except ValueError:
        return False
    public = urlsplit(settings.public_url).netloc.lower()
    return name == "localhost" or is_address(name) or (bool(public) and host.lower() == public)


def is_own_origin(origin: str, host: str, settings: Settings) -> bool:
    """The request's own origin; behind a proxy of ours its outer side may be https."""
    if not is_own_host(host, settings):
        return False
    allowed = {f"http://{host.lower()}"}
    if settings.trust_proxy:
        allowed.add(f"https://{host.lower()}")
    if settings.public_url:
        public = urlsplit(settings.public_url)
        allowed.add(f"{public.scheme}://{public.netloc}".lower())
    return origin.lower() in allowed


def own_url(request: web.BaseRequest, settings: Settings) -> str:
    """The address of this server as the client sees it, without a slash at the end."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    outer = request.headers.get("X-Forwarded-Proto", "") if settings.trust_proxy else ""
    return f"{'https' if outer == 'https' else request.scheme}://{request.host}"


def address_of(request: web.BaseRequest, settings: Settings) -> str:
    """The caller's address, as limits count it. A proxy's header counts only if the proxy is
    trusted, and then only the proxy's own entry: the last one of the last line, since the caller
    may have made up all others."""
    forwarded = request.headers.getall("X-Forwarded-For", [])
    named = last_hop(forwarded[-1]) if settings.trust_proxy and forwarded else ""
    return limit_key(named or request.remote or "")


def last_hop(forwarded: str) -> str:
    """The address that the last proxy has added to a line of this header, if it is one."""
    named = forwarded.rpartition(",")[2].strip()
    return named if is_address(named) else ""


def forwarded_for(data: bytes) -> str:
    """The same from the bytes of a request with a whole head: quick, for nothing is parsed."""
    head, whole, _ = data.partition(b"\r\n\r\n")
    at = head.lower().rfind(FORWARDED_LINE) if whole else -1
    if at < 0:
        return ""
    line = head[at + len(FORWARDED_LINE) :].partition(b"\r\n")[0]
    named = last_hop(line.decode("latin-1"))
    return limit_key(named) if named else ""


FORWARDED_LINE = b"\r\nx-forwarded-for:"


@lru_cache(maxsize=4096)
def limit_key(address: str) -> str:
    """An address as limits count it. Of IPv6 that is the network of 64 bits: a caller with one
    address of it has them all."""
    if not is_address(address):
        return address
    found = ip_address(address)
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    if found.is_loopback:
        return str(found)
    return str(IPv6Network((found, 64), strict=False).network_address)


def proxy_fault(request: web.BaseRequest, settings: Settings) -> str:
    """Why a proxy before the server seems to be set up wrongly; empty if it does not."""
    has_address = "X-Forwarded-For" in request.headers
    if not settings.trust_proxy:
        return "not_trusted" if has_address else ""
    is_from_outside = request.host.lower() == urlsplit(settings.public_url).netloc.lower()
    return "no_address" if is_from_outside and not has_address else ""


FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


def is_local(request: web.BaseRequest) -> bool:
    """Does a program on this very machine ask? A proxy here does not: it asks for others."""
    if request.transport is None or any(name in request.headers for name in FORWARDED):
        return False
    caller = request.transport.get_extra_info("peername")
    called = request.transport.get_extra_info("sockname")
    if not caller or not called:
        return False
    return caller[0] == called[0] or is_loopback(caller[0])


def is_loopback(address: str) -> bool:
    """Is it this machine's own? `localhost` is."""
    if address == "localhost":
        return True
    return is_address(address) and ip_address(address.removeprefix("::ffff:")).is_loopback


def is_free(address: str, settings: Settings) -> bool:
    """Is the address free of limits? Loopback is, unless a proxy speaks from there."""
    if settings.trust_proxy:
        return False
    return address in ("", "localhost") or (is_address(address) and ip_address(address).is_loopback)


ALL_ADDRESSES = ("0.0.0.0", "::")


def others_url(settings: Settings, port: int) -> str:
    """Where people at other machines find this server; empty if they cannot."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = lan_address() if settings.host in ALL_ADDRESSES else settings.host
    return "" if is_loopback(host) else url_at(host, port)


def url_at(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_address() -> str:
    """This machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address
