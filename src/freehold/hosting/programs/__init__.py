"""Programs that are bots, for their authors to read: in Python and in JavaScript."""
