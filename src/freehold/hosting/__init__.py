"""Hosting bots: which bot a word means, and the processes that bots think in.

    refs.py      what people write for a bot: a level, a file, a module, a program
    loading.py   the bot of a file or a module; what a file offers, without running it
    offers.py    bots of installed packages and of a folder, beside a game's own
    seated.py    one bot in its seat: made, started, asked; it fails by BotFailed alone
    commands.py  a bot that is a program: JSON lines on its standard input and output
    messages.py  what is said to the process of a bot, and what it says
    worker.py    such a process: `python -m freehold.hosting.worker`
    pool.py      the processes: started when needed, killed if they hang
    players.py   a bot in a process, on an event loop; showing.py: the frames that it is told
    hosts.py     all of it for programs that wait for a bot: simulations, matches at a terminal

The arena, the terminal and the server share it. It does not know rooms or sockets.
"""

from freehold.hosting.hosts import BotHost
from freehold.hosting.players import HostOptions
from freehold.hosting.refs import BotRef, bot_title, read_ref, word_digest

__all__ = ["BotHost", "BotRef", "HostOptions", "bot_title", "read_ref", "word_digest"]
