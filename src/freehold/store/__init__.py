"""Where matches are kept: a protocol, in memory, on SQLite and on PostgreSQL.

The log of a match is the truth; everything else here can be lost without losing a match. The writer
of a match owns it by an epoch: `claim` begins a new one, and from then on the former owner's
appends are refused, however late they come.

`postgres.py` is imported where it is used: what it needs is an extra of the package.
"""

from freehold.store.files import Unusable
from freehold.store.memory import MemoryStore
from freehold.store.protocol import Damage, Damaged, Fenced, MatchRow, Store, Unknown, WrongHead
from freehold.store.sqlite import SqliteStore
from freehold.store.writer import Writer

__all__ = [
    "Damage",
    "Damaged",
    "Fenced",
    "MatchRow",
    "MemoryStore",
    "SqliteStore",
    "Store",
    "Unknown",
    "Unusable",
    "Writer",
    "WrongHead",
]
