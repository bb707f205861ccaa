"""Opponents that see what a seat sees, and the arena that compares them; docs/bots.md tells how."""

from .contract import Bot, BotError, Offer, bot_from, bot_named, bots_offered, key_of, make_ready

__all__ = [
    "Bot",
    "BotError",
    "Offer",
    "bot_from",
    "bot_named",
    "bots_offered",
    "key_of",
    "make_ready",
]
