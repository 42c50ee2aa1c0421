"""Plots as SVG that can be read on light and on dark pages: lines over sizes, and bars."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 190, 40, 40
LINE = 15
COLOURS = (
    "#e5484d", "#f59e0b", "#3b82f6", "#10b981", "#8b5cf6", "#06b6d4", "#ec4899", "#84cc16", "#a16207", "#6366f1",
    "#14b8a6", "#8b949e",
)  # fmt: skip
STYLE = """\
<style>
  text { font: 12px system-ui, sans-serif; fill: #57606a; }
  .title { font-weight: 600; }
  .grid { stroke: #8b949e; stroke-opacity: 0.35; }
  path { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
  .first { stroke-width: 3.2; }
  @media (prefers-color-scheme: dark) { text { fill: #b1bac4; } }
</style>"""


@dataclass(frozen=True)
class Scale:
    """A logarithmic axis: from values to places."""

    least: float
    most: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (log10(value) - log10(self.least)) / (log10(self.most) - log10(self.least))
        return self.start + share * (self.end - self.start)


def lines(title: str, unit: str, series: Mapping[str, Mapping[int, float]]) -> str:
    """How each of the series goes from size to size, both axes logarithmic; the first one stands out."""
    sizes = sorted({size for points in series.values() for size in points})
    values = [value for points in series.values() for value in points.values()]
    across = Scale(sizes[0], sizes[-1], LEFT, WIDTH - RIGHT)
    up = Scale(10 ** floor(log10(min(values))), 10 ** ceil(log10(max(values))), HEIGHT - BOTTOM, TOP)
    drawn = [*_axes(title, unit, sizes, across, up)]
    for number, points in enumerate(series.values()):
        places = [(across.at(size), up.at(value)) for size, value in sorted(points.items())]
        drawn.append(_line(places, COLOURS[number % len(COLOURS)], first=number == 0))
    ends = {name: up.at(points[max(points)]) for name, points in series.items()}
    drawn += _labels(list(series), ends)
    return _svg(HEIGHT, drawn)


def bars(title: str, unit: str, values: Mapping[str, float]) -> str:
    """A bar for each value."""
    step, left = 24, 190
    longest = max(values.values())
    drawn = [f'<text class="title" x="8" y="20">{escape(title)}</text>']
    for number, (name, value) in enumerate(values.items()):
        top = TOP + number * step
        width = max(1.0, (WIDTH - left - 90) * value / longest)
        colour = COLOURS[0] if number == 0 else "#8b949e"
        drawn += [
            f'<text x="{left - 8}" y="{top + 12}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{left}" y="{top}" width="{width:.1f}" height="{step - 8}" fill="{colour}" rx="2"/>',
            f'<text x="{left + width + 6:.1f}" y="{top + 12}">{value:,.0f} {escape(unit)}</text>',
        ]
    return _svg(TOP + len(values) * step + 10, drawn)


def _axes(title: str, unit: str, sizes: Sequence[int], across: Scale, up: Scale) -> list[str]:
    drawn = [f'<text class="title" x="8" y="20">{escape(title)}</text>']
    for power in range(round(log10(up.least)), round(log10(up.most)) + 1):
        place = up.at(10**power)
        drawn += [
            f'<path class="grid" d="M{LEFT},{place:.1f}H{WIDTH - RIGHT}"/>',
            f'<text x="{LEFT - 8}" y="{place + 4:.1f}" text-anchor="end">{_tick(power)}</text>',
        ]
    drawn += [
        f'<text x="{across.at(size):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{size:,}{escape(unit)}</text>'
        for size in sizes
    ]
    return drawn


def _tick(power: int) -> str:
    return f"{10**power:,} s" if power >= 0 else f"{10 ** (power + 3):g} ms"


def _line(places: Sequence[tuple[float, float]], colour: str, *, first: bool) -> str:
    path = "L".join(f"{x:.1f},{y:.1f}" for x, y in places)
    kind = ' class="first"' if first else ""
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places)
    return f'<path{kind} stroke="{colour}" d="M{path}"/>{dots}'


def _labels(names: list[str], ends: Mapping[str, float]) -> list[str]:
    """The names beside the ends of their lines, none over another."""
    drawn: list[str] = []
    lowest = float(TOP - LINE)
    for name in sorted(names, key=lambda each: ends[each]):
        lowest = max(lowest + LINE, ends[name])
        colour = COLOURS[names.index(name) % len(COLOURS)]
        x, y = WIDTH - RIGHT + 12, lowest
        drawn += [
            f'<circle cx="{x}" cy="{y:.1f}" r="4" fill="{colour}"/>',
            f'<text x="{x + 9}" y="{y + 4:.1f}">{escape(name)}</text>',
        ]
    return drawn


def _svg(height: float, drawn: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
    return "\n".join([head, STYLE, *drawn, "</svg>"]) + "\n"
