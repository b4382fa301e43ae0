"""The tests of Template: its rules clause by clause, and what every game has to pass."""
