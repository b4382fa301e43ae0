"""Freehold: one engine, server and browser client for games about claiming ground on a grid."""

__version__ = "0.1.0"
