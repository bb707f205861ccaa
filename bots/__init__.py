"""Opponents that see what a seat sees, and the arena that compares them; docs/bots.md tells how."""
