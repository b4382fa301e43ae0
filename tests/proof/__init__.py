"""Nemeses: what attacks a server in tests. Each says by a number how hard it tries, so that a test
runs a small version and a long proof a large one."""
