"""Two or more things measured in turn, so that a noisy moment of the machine hits all of them alike."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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


def report(measurement: Measurement, bounds: list[Bound]) -> int:
    """Print the medians and the ratios; the exit code, which is not 0 where a bound is broken."""
    width = max(map(len, measurement))
    print(f"{'':{width}}  {'median ms':>10} {'least ms':>10} {'most ms':>10}  runs")
    for name, seconds in measurement.items():
        figures = " ".join(f"{value * 1000:10.2f}" for value in (median(seconds), min(seconds), max(seconds)))
        print(f"{name:{width}}  {figures}  {len(seconds):4}")
    for bound in bounds:
        ratio = bound.ratio(measurement)
        verdict = "holds" if ratio <= bound.most else "BROKEN"
        print(f"{bound.measured} / {bound.against}: {ratio:.2f}, at most {bound.most}: {verdict}")
    return int(any(bound.ratio(measurement) > bound.most for bound in bounds))
