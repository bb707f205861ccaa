"""Registers the mark by which a test cites a paragraph of docs/rules.md."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rule(paragraph, ...): the paragraphs of docs/rules.md tested"
    )
