"""The server: rooms, live matches and their records, over one port.

Folders, each of which says on its first page what it owns and what it may import; a folder
imports only those below it:

    sockets/   WebSockets of people's clients and of programs
    http/      the gate, the API, the admin's API, the pages
    upkeep/    housekeeping, the calendar, scrubbing, backups, `freehold doctor`
    rooms/     rooms of all kinds, guests, chat, watching
    bots/      bots in live matches, thinking in other processes
    match/     live matches: pure inside, with a shell that writes and tells
    films/     finished matches as films

On top stand serving.py (the process), app.py (the web application) and metrics.py; hub.py, above
rooms and below HTTP, holds everything together. At the bottom are plain modules that belong to
nobody: settings.py, texts.py (its sentences), limits.py, tally.py (what is counted), keys.py and
logs.py.
"""
