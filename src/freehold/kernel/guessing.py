from typing import NamedTuple


class Budget(NamedTuple):
    nodes: int = 1


class Choice(NamedTuple):
    cell: int
    risk: float
    why: str


def choose(*a):
    raise NotImplementedError
