"""A strict reader of the text format of Prometheus (0.0.4): families with their samples, or a ValueError.

Where the package prometheus_client is there, its parser reads the text too.
"""

import re

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"')
TYPES = {"counter", "gauge", "histogram", "summary", "untyped"}
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count"), "summary": ("", "_sum", "_count")}


def read_labels(text):
    labels, at = {}, 0
    while at < len(text):
        match = LABEL.match(text, at)
        if not match or match[1] in labels:
            raise ValueError(f"labels {text!r}")
        labels[match[1]] = re.sub(r'\\(.)', lambda one: {"n": "\n"}.get(one[1], one[1]), match[2])
        at = match.end()
        if at < len(text) and text[at] != ",":
            raise ValueError(f"labels {text!r}")
        at += 1
    return labels


def check_histogram(name, samples):
    series = {}
    for sample, labels, value in samples:
        key = tuple(sorted((k, v) for k, v in labels.items() if k != "le"))
        series.setdefault(key, {})[(sample[len(name):], labels.get("le"))] = value
    for rows in series.values():
        buckets = [(float(bound), value) for (suffix, bound), value in rows.items() if suffix == "_bucket"]
        if buckets != sorted(buckets) or buckets[-1] != (float("inf"), rows[("_count", None)]):
            raise ValueError(f"buckets of {name}")


def read_metrics(text):
    """{name: (type, [(sample name, labels, value)])}"""
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    families, name, helped = {}, None, set()
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            name = line.split(" ", 3)[2]
            if name in helped or not NAME.fullmatch(name) or re.search(r"\\[^\\n]", line):
                raise ValueError(line)
            helped.add(name)
        elif line.startswith("# TYPE "):
            _, _, typed, kind = line.split(" ")
            if typed != name or typed in families or kind not in TYPES:
                raise ValueError(line)
            families[name] = (kind, [])
        else:
            match = re.fullmatch(r"([^{ ]+)(?:\{(.*)\})? (\S+)", line)
            if not match or name not in families:
                raise ValueError(line)
            kind, samples = families[name]
            if match[1] not in [name + suffix for suffix in SUFFIXES.get(kind, ("",))]:
                raise ValueError(f"{line}: not of {name}")
            labels, value = read_labels(match[2] or ""), float(match[3])
            if any((one, these) == (match[1], labels) for one, these, _ in samples):
                raise ValueError(f"{line}: twice")
            if kind != "gauge" and not value >= 0:
                raise ValueError(line)
            samples.append((match[1], labels, value))
    for name, (kind, samples) in families.items():
        if not samples:
            raise ValueError(f"{name} has no samples")
        if kind == "histogram":
            check_histogram(name, samples)
    check_by_package(text, families)
    return families


def check_by_package(text, families):
    try:
        from prometheus_client.parser import text_string_to_metric_families
    except ImportError:
        return
    read = [(sample.name, dict(sample.labels), float(sample.value))
            for family in text_string_to_metric_families(text) for sample in family.samples]
    own = [sample for _, samples in families.values() for sample in samples]
    if sorted(map(repr, read)) != sorted(map(repr, own)):
        raise ValueError("prometheus_client reads other samples")
