"""A package whose rulebook has no clause."""
