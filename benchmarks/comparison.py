"""Two or more things measured in turn, so that a noisy moment of the machine hits all of them alike."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Measurement = dict[str, list[float]]
"""The seconds that each thing took, run by run."""


def alternate(contenders: dict[str, Callable[[], float]], runs: int) -> Measurement:
    """Measure each contender once per round; the order turns around every round. The first round only warms up."""
    seconds: Measurement = {name: [] for name in contenders}
    for run in range(runs + 1):
        for name in list(contenders)[:: 1 if run % 2 else -1]:
            took = contenders[name]()
            if run:
                seconds[name].append(took)
    return seconds


@dataclass(frozen=True, slots=True)
class Bound:
    """How many times the one may take what the other takes, by their medians."""

    measured: str
    against: str
    most: float

    def ratio(self, measurement: Measurement) -> float:
        return median(measurement[self.measured]) / median(measurement[self.against])

    def holds(self, measurement: Measurement) -> bool:
        return self.ratio(measurement) <= self.most

    def told(self, measurement: Measurement) -> str:
        return f"{self.measured} / {self.against}: {self.ratio(measurement):.2f}, at most {self.most}"


@dataclass(frozen=True, slots=True)
class Margin:
    """How many seconds more the one may take than the other, by their medians."""

    measured: str
    against: str
    most: float

    def seconds(self, measurement: Measurement) -> float:
        return median(measurement[self.measured]) - median(measurement[self.against])

    def holds(self, measurement: Measurement) -> bool:
        return self.seconds(measurement) <= self.most

    def told(self, measurement: Measurement) -> str:
        took, most = self.seconds(measurement) * 1000, self.most * 1000
        return f"{self.measured} - {self.against}: {took:.2f} ms, at most {most:g} ms"


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How many seconds all but the slowest of twenty may take."""

    measured: str
    most: float

    def seconds(self, measurement: Measurement) -> float:
        return quantiles(measurement[self.measured], n=20)[-1]

    def holds(self, measurement: Measurement) -> bool:
        return self.seconds(measurement) <= self.most

    def told(self, measurement: Measurement) -> str:
        took, most = self.seconds(measurement) * 1000, self.most * 1000
        return f"{self.measured}, 95th of a hundred: {took:.2f} ms, at most {most:g} ms"


def report(measurement: Measurement, bounds: Sequence[Bound | Margin | Ceiling]) -> int:
    """Print the medians and how they compare; the exit code, which is not 0 where a bound is broken."""
    width = max(map(len, measurement))
    print(f"{'':{width}}  {'median ms':>10} {'least ms':>10} {'most ms':>10}  runs")
    for name, seconds in measurement.items():
        figures = " ".join(f"{value * 1000:10.2f}" for value in (median(seconds), min(seconds), max(seconds)))
        print(f"{name:{width}}  {figures}  {len(seconds):4}")
    for bound in bounds:
        _judge(bound.told(measurement), holds=bound.holds(measurement))
    return int(not all(bound.holds(measurement) for bound in bounds))


def judged(*figures: tuple[str, float, float]) -> int:
    """Print what was found beside the most that it may be; the exit code."""
    for name, found, most in figures:
        _judge(f"{name}: {found:.2f}, at most {most:g}", holds=found <= most)
    return int(any(found > most for _, found, most in figures))


def _judge(told: str, *, holds: bool) -> None:
    print(f"{told}: {'holds' if holds else 'BROKEN'}")
