"""The server: rooms, live matches and their record, over one port.

`live` and `rooms` are without I/O: inputs in, effects out. The parts around them are small and
are the only ones that read a clock, a socket or a file.
"""
