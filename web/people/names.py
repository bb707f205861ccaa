"""Names of players: pleasant ones made up, and which of one's own are taken."""

from __future__ import annotations

import unicodedata
from typing import Final

SHORTEST_NAME: Final = 2
LONGEST_NAME: Final = 20
_MOST_MARKS: Final = 3
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"  # a phone's keyboard adds them to signs
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
_REFUSED_CATEGORIES: Final = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half a character",
    "Co": "a character of private use",
    "Cn": "a character that does not exist",
    "Zl": "a line break",
    "Zp": "a line break",
}

_FIRST: Final = (
    "Amber Apricot Autumn Azure Blithe Breezy Bright Brisk Bronze Calm Candid Cedar Cheery Cherry "
    "Clever Clover Copper Coral Cosy Crimson Dapper Daring Dawn Eager Early Fabled Fern Festive "
    "Gentle Gilded Ginger Glad Golden Happy Hazel Honey Indigo Ivory Jade Jolly Keen Kindly Lilac "
    "Lively Lucky Maple Marble Mellow Merry Misty Mossy Nimble Noble Olive Opal Patient Pearl "
    "Plucky Quick Quiet Rosy Rustic Saffron Sandy Scarlet Silver Snowy Spry Sunny Teal Tidy Trusty "
    "Velvet Violet Warm Whistling Willow Windy Winter Witty"
).split()
_SECOND: Final = (
    "Acorn Alder Aspen Badger Beacon Birch Bluebell Bobolink Brook Buttercup Canary Caboose "
    "Chestnut Chickadee Compass Cricket Curlew Daisy Dolphin Dormouse Dragonfly Dunlin Falcon "
    "Finch Firefly Foxglove Gecko Goldfinch Harbour Hare Hedgehog Heron Hoopoe Ibis Iris Juniper "
    "Kestrel Kingfisher Koala Lantern Lark Lynx Magpie Marten Meadow Nightjar Nuthatch Oriole "
    "Osprey Otter Owl Panda Pebble Penguin Pine Pipit Plover Poppy Puffin Quail Rambler Raven "
    "Robin Rowan Sandpiper Sparrow Starling Swallow Swift Tern Thistle Thrush Tulip Turtle "
    "Wagtail Walnut Warbler Wren"
).split()


class NameRefused(ValueError):  # noqa: N818 - named for what is the matter
    """A name that is not taken: a reason for programs, a sentence for people."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def made_up_name(number: int) -> str:
    """Make up a name from a number that the caller drew at random.

    >>> made_up_name(0)
    'Amber Acorn'
    """
    second, first = divmod(number, len(_FIRST))
    return f"{_FIRST[first]} {_SECOND[second % len(_SECOND)]}"


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Give a name as it is kept: composed (NFC), single spaces, none around it.

    Raises NameRefused for one that is too short or too long, or holds what cannot be seen.
    """
    for character in text:
        problem = _REFUSED_CATEGORIES.get(unicodedata.category(character))
        if problem or character in _BLANK_LETTERS:
            raise NameRefused(
                "character", f"The name holds {problem or 'an invisible character'}; leave it out."
            )
    plain = text.translate(dict.fromkeys(map(ord, _VARIATION_SELECTORS)))
    name = " ".join(unicodedata.normalize("NFC", plain).split())
    if not SHORTEST_NAME <= len(name) <= longest:
        raise NameRefused(
            "length", f"A name has {SHORTEST_NAME} to {longest} characters, not {len(name)}."
        )
    if _has_loose_marks(name):
        raise NameRefused("marks", "The name has accents without letters to carry them.")
    return name


def _has_loose_marks(name: str) -> bool:
    """Tell whether marks stand alone, or pile up so as to spill over the lines around."""
    marks = _MOST_MARKS  # as many as a space carries: none more
    for character in name:
        if character == " ":
            marks = _MOST_MARKS
        elif not unicodedata.category(character).startswith("M"):
            marks = 0
        else:
            marks += 1
            if marks > _MOST_MARKS:
                return True
    return False
