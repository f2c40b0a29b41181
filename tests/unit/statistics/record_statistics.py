#!/usr/bin/env python3
"""Records what SciPy, statsmodels and NumPy say of small seeded tables: statistics_reference.json.

Only for whoever wants to record anew; the tests read the file and need none of the three.

    python3 -m venv venv && venv/bin/pip install numpy scipy statsmodels
    venv/bin/python tests/unit/statistics/record_statistics.py
"""

import json
from pathlib import Path

import numpy
import scipy
import statsmodels
import statsmodels.api
from scipy.stats import binomtest, norm, permutation_test
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

RANDOM = numpy.random.default_rng(20251121)


def clustered_error(values, groups):
    fit = statsmodels.api.OLS(values, numpy.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": True})
    return float(fit.bse[0])


def clustered(case):
    """Entries of clusters of uneven size whose chance of being right differs."""
    clusters, largest, spread = case
    rows = []
    for _ in range(clusters):
        chance = RANDOM.beta(spread, spread)
        size = int(RANDOM.integers(1, largest + 1))
        rows.append([int(x) for x in RANDOM.random(size) < chance])
    values = numpy.concatenate([numpy.array(row, float) for row in rows])
    groups = numpy.concatenate([[i] * len(row) for i, row in enumerate(rows)])
    return {"entries": [len(row) for row in rows], "right": [sum(row) for row in rows],
            "share": float(values.mean()), "standard_error": clustered_error(values, groups)}


def differences(case):
    """Entries that are gained, lost or keep their verdict, with a chance that differs by cluster."""
    clusters, largest, chance = case
    rows = []
    for _ in range(clusters):
        size = int(RANDOM.integers(1, largest + 1))
        shift = RANDOM.normal(0, 0.15)
        lost, gained = max(0.02, chance - shift / 2), max(0.02, chance + shift / 2)
        rows.append(RANDOM.choice([-1, 0, 1], size, p=[lost, 1 - lost - gained, gained]))
    values = numpy.concatenate(rows).astype(float)
    groups = numpy.concatenate([[i] * len(row) for i, row in enumerate(rows)])
    return {"entries": [len(row) for row in rows],
            "gained": [int((row == 1).sum()) for row in rows],
            "lost": [int((row == -1).sum()) for row in rows],
            "difference": float(values.mean()),
            "standard_error": clustered_error(values, groups)}


def sign_test(sums):
    x = numpy.array(sums, float)
    done = permutation_test((x, numpy.zeros(len(x))), lambda a, b: numpy.sum(a - b),
                            permutation_type="samples", n_resamples=2 ** (len(sums) + 1))
    return {"sums": sums, "p": float(done.pvalue)}


def xoshiro(seed, count):
    """xoshiro256** after splitmix64, from the published description."""
    mask = 2 ** 64 - 1
    state = []
    for _ in range(4):
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        state.append(z ^ z >> 31)
    out = []
    for _ in range(count):
        def rotate(x, k):
            return (x << k | x >> (64 - k)) & mask
        out.append(str(rotate(state[1] * 5 & mask, 7) * 9 & mask))
        shifted = state[1] << 17 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotate(state[3], 45)
    return {"outputs": out}


def main():
    flips = [(0, 1), (3, 3), (0, 5), (1, 9), (12, 5), (25, 41), (200, 151), (7, 160), (1000, 900),
             (2300, 2100)]
    shares = [(0, 1), (1, 1), (0, 16), (16, 16), (12, 16), (384, 400), (1, 200), (100, 200),
              (2251, 4441)]
    p_values = [[0.01, 0.04, 0.03, 0.005], [1.0, 0.2], [0.5], [0.02, 0.02, 0.02], [0.9, 0.001, 0.04,
                0.04, 0.3, 0.0004]]
    values = [float(x) for x in RANDOM.normal(size=37)]
    record = {
        "made_with": {"numpy": numpy.__version__, "scipy": scipy.__version__,
                      "statsmodels": statsmodels.__version__},
        "normal_quantiles": {"0.975": float(norm.ppf(0.975)), "0.8": float(norm.ppf(0.8))},
        "mcnemar": [{"gained": b, "lost": c, "p": float(binomtest(b, b + c, 0.5).pvalue)}
                    for b, c in flips],
        "wilson": [dict(right=r, entries=n, **dict(zip(("low", "high"), map(
            float, proportion_confint(r, n, method="wilson"))))) for r, n in shares],
        "clustered": [clustered(case) for case in
                      [(5, 4, 1), (30, 1, 1), (40, 4, 0.5), (60, 9, 2), (12, 2, 5)]],
        "differences": [differences(case) for case in [(30, 4, 0.1), (50, 1, 0.15), (12, 6, 0.2)]],
        "sign_tests": [sign_test(sums) for sums in [
            [1, 1, 1, -1, 1, 1, 1], [2, -1, 3, 1, 1, -2, 1, 4], [0, 0, 1, 1, 0, -3, 2, 2, 1],
            [5, 5, 5, -1], [1, -1, 2, -2], [3, 1, 1, 1, 1, 1, 1, -1, 2, -2, 4]]],
        "holm": [{"p": p, "adjusted": [float(x) for x in multipletests(p, method="holm")[1]]}
                 for p in p_values],
        "random": [{"seed": seed, **xoshiro(seed, 4)} for seed in (0, 1, 20251121)],
        "percentiles": {"values": values, "low": float(numpy.percentile(values, 2.5)),
                        "high": float(numpy.percentile(values, 97.5)),
                        "standard_deviation": float(numpy.std(values, ddof=1))},
    }
    path = Path(__file__).with_name("statistics_reference.json")
    path.write_text(json.dumps(record, indent=None, separators=(",", ":"))
                    .replace('],"', '],\n "').replace('},"', '},\n "') + "\n")


if __name__ == "__main__":
    main()
