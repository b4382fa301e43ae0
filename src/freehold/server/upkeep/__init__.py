"""Upkeep: what the server does for itself, besides matches and people.

    housekeeping.py  pings, idle rooms closed, old matches and guests forgotten
    ages.py          the calendar that ages are counted by: it stands still while the server is down
    guestdata.py     everything stored about a guest: read, deleted, erased
    scrubbing.py     the data file read through, so that damage is found early
    backups.py       scheduled copies of the data file, and how one is put in its place
    warming.py       every struct type built before other threads decode anything
    hostfiles.py     what a server leaves in its data folder for `freehold admin`
    doctor.py        `freehold doctor`: everything checked that keeps a server from working

It may import rooms and what stands below them. Of the hub it knows what its protocols say.
"""
