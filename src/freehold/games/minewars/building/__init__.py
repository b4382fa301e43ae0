"""Roads, bridges, and the money that pays for everything (MW-61, MW-64, MW-80 to MW-82)."""
