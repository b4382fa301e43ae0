"""A league on a Ray cluster (`freehold[ray]`): each match is a task, played as in a local pool.

The workers need the same Freehold and the same files of bots at the same paths.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from typing import Any

from freehold.arena.matches import LeagueJob, PlayedMatch, play_job
from freehold.arena.running import AHEAD, Crowd
from freehold.game import Malformed

LOCAL = "local"
"""An address that starts a cluster on this machine."""
ANSWER_S = 5.0


def play_on_ray(address: str) -> Crowd:
    """Matches go to the cluster at this address: HOST:PORT, auto, or local."""
    try:
        import ray
    except ImportError:
        raise Malformed("--ray needs Ray: install it, as in pip install 'freehold[ray]'") from None
    if not ray.is_initialized():
        _need_answer(address)
        _connect(ray, address)
    play = ray.remote(play_job)

    def crowd(jobs: Iterable[LeagueJob]) -> Iterator[PlayedMatch]:
        waiting = iter(jobs)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        under_way: list[Any] = []
        while True:
            while len(under_way) < room and (job := next(waiting, None)):
                under_way.append(play.remote(job))
            if not under_way:
                return
            finished, under_way = ray.wait(under_way, num_returns=1)
            for each in finished:
                played: PlayedMatch = ray.get(each)
                yield played

    return crowd


def _need_answer(address: str) -> None:
    """Ray itself tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), ANSWER_S).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, error) from None


def _connect(ray: Any, address: str) -> None:
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, log_to_driver=False, include_dashboard=False)
        else:
            ray.init(address=address, log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise _no_cluster(address, error) from None


def _no_cluster(address: str, error: Exception) -> Malformed:
    first = str(error).partition("\n")[0]
    return Malformed(
        f"there is no Ray cluster at {address} ({first}): write HOST:PORT, auto or local"
    )
