"""The two plainest players, by which others are measured: heaviest tile first, and at random."""

from __future__ import annotations

import hashlib

from dailytrain.actions import Action
from dailytrain.deal import below, words
from dailytrain.view import View, format_view

from .contract import legal_for


class Heaviest:
    """Lay the heaviest tile that fits, the first such in the canonical order."""

    name = "heaviest"
    version = 1
    character = "Always lays its heaviest tile."

    def choose(self, view: View) -> Action:
        """Give the action that sheds most pips.

        Refuses a view without a legal action with `IllegalAction`.
        """
        legal = legal_for(view)
        return max(legal, key=lambda action: action.tile.pips if action.is_play else -1)


class Random:
    """Do anything legal, all equally likely; the same view always draws the same lot."""

    name = "random"
    version = 1
    character = "Does anything that the rules allow."

    def choose(self, view: View) -> Action:
        """Give any legal action.

        Refuses a view without a legal action with `IllegalAction`.
        """
        legal = legal_for(view)
        if len(legal) == 1:
            return legal[0]
        seed = hashlib.sha256(format_view(view).encode()).digest()
        return legal[below(words(seed, f"{self.name}@{self.version}"), len(legal))]
