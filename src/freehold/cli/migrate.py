"""`freehold migrate`: a site moves from a data file to PostgreSQL, or back."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import print_json
from freehold.kernel.sentences import counted
from freehold.store import SqliteStore, Unusable, open_postgres
from freehold.store.copying import Contents, Differs, NotEmpty, copy_site
from freehold.store.protocol import Unavailable
from freehold.store.sql import SqlStore

FILE = "sqlite:"
SHOWN = 5


def migrate(options: Namespace) -> int:
    """2 if a place cannot be used; 1 if the copy failed, and then nothing was copied."""
    try:
        with ExitStack() as stack:
            source = stack.enter_context(_open(options.from_place, is_source=True))
            target = stack.enter_context(_open(options.to_place, is_source=False))
            copied = copy_site(source, target)
    except Unusable as error:
        raise Trouble(str(error)) from None
    except NotEmpty as error:
        raise Trouble(f"the target is not empty ({error}): choose another, or empty it") from None
    except Unavailable as error:
        raise Trouble(f"a database has gone away ({error}): run this again", NO) from None
    except Differs as error:
        raise Trouble(f"the copy was not kept, because {error}", NO) from None
    _tell(copied, options)
    return 0


def _tell(copied: Contents, options: Namespace) -> None:
    damaged = [str(each) for each in copied.damaged]
    if options.json:
        print_json({"rows": copied.counts, "fingerprint": copied.fingerprint, "damaged": damaged})
        return
    listed = ", ".join(f"{count} in {table}" for table, count in copied.counts.items())
    print(f"Copied {counted(copied.rows, 'row')} and compared them: {listed}.")
    print(f"Both have the fingerprint {copied.fingerprint}.")
    if damaged:
        more = f" and {len(damaged) - SHOWN} more" if len(damaged) > SHOWN else ""
        print(f"Left behind, because they are damaged: {', '.join(damaged[:SHOWN])}{more}.")


@contextmanager
def _open(place: str, is_source: bool) -> Iterator[SqlStore]:
    """Nobody else uses it meanwhile."""
    if place.startswith(FILE):
        with _open_file(Path(place.removeprefix(FILE)).expanduser(), is_source) as file:
            yield file
    elif place.startswith(("postgres:", "postgresql://")):
        store = open_postgres(place, is_alone=True, may_change=not is_source)
        with closing(store):
            yield store
    else:
        raise Trouble(
            f"'{place.partition(':')[0]}' is not a kind of place: write sqlite:FILE or"
            " postgres://USER@HOST/NAME"
        )


@contextmanager
def _open_file(path: Path, is_source: bool) -> Iterator[SqlStore]:
    from freehold.server.serving import take_lock

    path = path / "freehold.db" if path.is_dir() else path
    if is_source and not path.exists():
        raise Trouble(f"there is no data file {path}")
    lock = path.parent / "lock"
    try:
        with ExitStack() as stack:
            if lock.exists():  # in a server's data folder
                take_lock(stack.enter_context(lock.open("a")), path.parent)
            yield stack.enter_context(closing(SqliteStore(path)))
    except OSError as error:
        raise Trouble(f"{path} cannot be used: {error.strerror}") from None
