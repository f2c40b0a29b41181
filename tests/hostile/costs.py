"""What a response takes, and what it may take."""

import collections
import time

SECONDS = 1.0    # of the processor, for a response of a megabyte
MEGABYTES = 256  # likewise
LARGEST = 1_000_000  # bytes; these bounds are for responses of at most that
# Ten times the response may take so many times as long. 10 log 10^6 / log 10^5 is 12; the rest is noise,
# and what no longer fits into the caches.
GROWTH = 24
MEASURABLE = 0.2  # seconds; below this the growth says nothing

# `seconds` are those of an idle machine: what was measured, by the pace at which it was.
Cost = collections.namedtuple("Cost", "seconds megabytes problem")


IDLE = 0.015  # seconds for the work of `pace`


def pace():
    """How much longer a fixed piece of work takes here and now than on an idle machine, at least 1:
    neighbours on the same core and in its caches make the same work dearer."""
    began = time.process_time()
    sum(i * i for i in range(300_000))
    return max(1.0, (time.process_time() - began) / IDLE)


def of(taken, problem):
    return Cost(taken["seconds"] / taken["pace"], taken["megabytes"], problem)


def cheaper(a, b):
    """The best of two measurements of the same; a problem counts when both have it."""
    return Cost(min(a.seconds, b.seconds), min(a.megabytes, b.megabytes), a.problem and b.problem)


def beyond(cost, base):
    """The cost without that of starting the program."""
    return Cost(max(0.0, cost.seconds - base.seconds), max(0.0, cost.megabytes - base.megabytes),
                cost.problem)


def flaws(costs, bounded=True):
    """What is wrong with the costs of one case, [(size, cost beyond the base)] by size."""
    found = [f"{size}: {cost.problem}" for size, cost in costs if cost.problem]
    if not bounded:
        return found
    for size, cost in costs:
        if size <= LARGEST and cost.seconds > SECONDS:
            found.append(f"{size}: {cost.seconds:.2f} s")
        if size <= LARGEST and cost.megabytes > MEGABYTES:
            found.append(f"{size}: {cost.megabytes:.0f} MB")
    for (_, before), (size, cost) in zip(costs, costs[1:]):
        least = max(before.seconds, MEASURABLE / GROWTH)
        if cost.seconds > MEASURABLE and cost.seconds > GROWTH * least:
            found.append(f"{size}: {cost.seconds:.2f} s after {before.seconds:.3f} s")
    return found
