"""A page as a browser without scripts reads it: its forms, links, words and tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from dailytrain import Tile

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_TILE_TEXT = re.compile(r"(?<![\w.-])(\d{1,2})-(\d{1,2})(?![\w-])")
_TILE_DRAWN = re.compile(r'href="#[vh](\d+)"\s*/?>(?:</use>)?\s*<use href="#[vh](\d+)"')
_EXAMPLES = re.compile(r"5-3 (?=m|plays)")
"""How the page explains the typed commands."""
_PATHS = re.compile(r'\s(?:d|points|viewBox)="[^"]*"')


@dataclass(slots=True)
class Form:
    """A form: where it posts what, and the buttons that send it."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    """The names and values of its submit buttons, but those that post elsewhere."""

    @property
    def actions(self) -> list[str]:
        """The values of the buttons named `action`."""
        return [value for name, value in self.buttons if name == "action"]


_FORM_PARTS = re.compile(r"<(/form|form|button|input)\b([^>]*)>")
_ATTRIBUTES = re.compile(r'([\w-]+)="([^"]*)"')


def forms_in(text: str) -> list[Form]:
    """Find the forms of a page of ours, whose attributes are all in double quotes; quick."""
    forms: list[Form] = []
    for tag, rest in _FORM_PARTS.findall(text):
        attributes = {name: unescape(value) for name, value in _ATTRIBUTES.findall(rest)}
        if tag == "form":
            forms.append(Form(attributes.get("method", "get"), attributes.get("action", "")))
        elif tag == "button" and submits(attributes) and forms:
            forms[-1].buttons.append((attributes.get("name", ""), attributes.get("value", "")))
        elif tag == "input" and forms and "name" in attributes and not is_optional(attributes):
            forms[-1].fields[attributes["name"]] = attributes.get("value", "")
    return forms


def submits(attributes: Mapping[str, str]) -> bool:
    """Tell whether a button posts its form to where the form itself says."""
    return attributes.get("type", "submit") == "submit" and "formaction" not in attributes


def is_optional(attributes: Mapping[str, str]) -> bool:
    """Tell whether a field is sent only when it is ticked."""
    return attributes.get("type") in {"radio", "checkbox"}


@dataclass(frozen=True, slots=True)
class Element:
    """A start tag with its attributes."""

    tag: str
    attributes: dict[str, str]


class Page(HTMLParser):
    """One page, read once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.source = text
        self.forms: list[Form] = []
        self.elements: list[Element] = []
        self.unclosed: list[str] = []
        self.faults: list[str] = []
        self._words: list[str] = []
        self._hidden: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append(Element(tag, attributes))
        if tag not in VOID:
            self.unclosed.append(tag)
        if tag in {"script", "style"}:
            self._hidden.append(tag)
        if tag == "form":
            method = attributes.get("method", "get").lower()
            self.forms.append(Form(method, attributes.get("action", "")))
        if not self.forms:
            return
        form, name = self.forms[-1], attributes.get("name", "")
        if tag == "button" and submits(attributes):
            form.buttons.append((name, attributes.get("value", "")))
        elif tag == "input" and name and not is_optional(attributes):
            form.fields[name] = attributes.get("value", "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.unclosed.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            self._hidden.remove(tag)
        if not self.unclosed or self.unclosed[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.unclosed[-1:]}")
        if tag in self.unclosed:
            while self.unclosed.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._words.append(data)

    @property
    def words(self) -> str:
        """The text that is shown, its spaces made single."""
        return " ".join(" ".join(self._words).split())

    @property
    def links(self) -> list[str]:
        return [
            e.attributes["href"] for e in self.elements if e.tag == "a" and "href" in e.attributes
        ]

    @property
    def ids(self) -> list[str]:
        return [e.attributes["id"] for e in self.elements if "id" in e.attributes]

    def form_to(self, ending: str) -> Form:
        """Give the form that posts to a path with this ending."""
        found = [form for form in self.forms if form.action.partition("?")[0].endswith(ending)]
        assert found, f"no form posts to …{ending}: {[form.action for form in self.forms]}"
        return found[0]

    def has_form_to(self, ending: str) -> bool:
        return any(form.action.partition("?")[0].endswith(ending) for form in self.forms)


def tiles_shown(text: str, *ignored: str) -> set[Tile]:
    """Find every tile that a response tells or draws, the ignored texts left out."""
    for part in ignored:
        text = text.replace(part, "·")
    text = _EXAMPLES.sub("", text)
    text = _PATHS.sub("", text.replace('\\"', '"').replace("\\u003c", "<").replace("\\u003e", ">"))
    pairs = [*_TILE_TEXT.findall(text), *_TILE_DRAWN.findall(text)]
    return {Tile.of(*sorted((int(a), int(b)))) for a, b in pairs if int(a) <= 12 and int(b) <= 12}


def without_clock(text: str) -> str:
    """Take out of a page how much time is left of the day, and which build its files are of."""
    text = re.sub(r'<time[^>]*seconds-left.*?</time>|seconds-left="\d+"', "", text)
    return re.sub(r"/static/v-\w+/", "/static/", text)


def without_place(text: str) -> str:
    """Take out of a page the path at which it was asked for, to which its forms lead back."""
    return re.sub(r'name="back" value="[^"]*"', "", text)
