"""A judgement as a drawing: what each choice of a match cost, round by round."""

from __future__ import annotations

from html import escape
from typing import Final

from .judge import Choice, Judgement

_WIDTH: Final = 720
_HEIGHT: Final = 350
_LEFT: Final = 44
_TOP: Final = 56
_BOTTOM: Final = 92
_LABELS: Final = 3
"""How many of the costliest choices are written out below."""
_LINE: Final = 18

_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#222}.small{font-size:11px;fill:#555}"
    ".bar{fill:#b5402f}.none{fill:#9aa3a8}line{stroke:#ccc}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.small{fill:#bbb}"
    ".bar{fill:#e58a7b}line{stroke:#555}}"
)


def judgement_svg(judgement: Judgement, name: str) -> str:
    """Draw a judgement as an SVG picture that stands alone."""
    title = (
        f"{name}: choices {judgement.cost:+.1f} ± {judgement.error:.1f} pips, "
        f"luck {judgement.luck:+.1f}, result {judgement.result:+.1f}"
    )
    floor = _HEIGHT - _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<text x="{_LEFT}" y="22">{escape(title)}</text>',
        f'<text x="{_LEFT}" y="40" class="small">What each real choice cost, in pips</text>',
        f'<line x1="{_LEFT}" y1="{floor}" x2="{_WIDTH - 8}" y2="{floor}"/>',
    ]
    choices = judgement.choices
    most = max((choice.cost for choice in choices), default=0.0) or 1.0
    step = (_WIDTH - _LEFT - 8) / max(1, len(choices))
    parts.append(f'<text x="4" y="{_TOP + 4}" class="small">{most:.0f}</text>')
    parts.append(f'<text x="4" y="{floor + 4}" class="small">0</text>')
    named = judgement.costliest(_LABELS)
    for place, choice in enumerate(choices):
        x = _LEFT + place * step
        if place == 0 or choices[place - 1].round != choice.round:
            parts.append(f'<line x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{floor}"/>')
            parts.append(
                f'<text x="{x + 4:.1f}" y="{floor + 18}" class="small">round {choice.round}</text>'
            )
        parts.append(_bar(choice, x, step, (floor - _TOP) * choice.cost / most, floor))
        if choice in named:
            top = floor - (floor - _TOP) * choice.cost / most
            parts.append(
                f'<text x="{x + step / 2:.1f}" y="{top - 4:.1f}" class="small" '
                f'text-anchor="middle">{named.index(choice) + 1}</text>'
            )
    for place, choice in enumerate(named, 1):
        y = floor + 18 + place * _LINE
        parts.append(
            f'<text x="{_LEFT}" y="{y}" class="small">{place}. {escape(_said(choice))}</text>'
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _bar(choice: Choice, x: float, step: float, height: float, floor: int) -> str:
    kind = "bar" if choice.cost else "none"
    title = f"<title>{escape(_said(choice))}</title>"
    height = max(height, 2)
    return (
        f'<rect class="{kind}" x="{x + step * 0.15:.1f}" y="{floor - height:.1f}" '
        f'width="{step * 0.7:.1f}" height="{height:.1f}">{title}</rect>'
    )


def _said(choice: Choice) -> str:
    """Say in words what a choice cost."""
    said = f"Round {choice.round}, action {choice.step}: {choice.action}"
    if not choice.cost:
        return said
    return f"{said} instead of {choice.best} cost {choice.cost:.1f} ± {choice.error:.1f}"
