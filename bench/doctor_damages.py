"""Ways to damage a good run, for bench/doctor-corpus: DAMAGES has all, those of the other files first.

A damage changes rows ({"id", "result", ...}) of one run, or its files. `finds`: the findings of which one at
least must tell of it; `also`: findings that are true consequences. None of both: a change that does no harm,
of which nothing may be told. Texts in pairs: the first is for training runs, the second for held-out ones.
"""

import json
import re

import doctor_damages_form  # noqa: F401
import doctor_damages_generation  # noqa: F401
import doctor_damages_more  # noqa: F401
import doctor_damages_services  # noqa: F401
from doctor_damage import DAMAGES, UNREAD, calls_row, damage, is_api, is_single

__all__ = ["DAMAGES"]


# --- Entries and files --------------------------------------------------------------------------------------------

def rotated(rows, shift):
    """Each row with the response of the one that stands `shift` behind it."""
    return [{**row, "result": rows[(place + shift) % len(rows)]["result"]} for place, row in enumerate(rows)]


def changes_of(rows, changed, context):
    context.damaged.update(row["id"] for row, new in zip(rows, changed) if row["result"] != new["result"])
    return changed


@damage("questions of another version", ["other_dataset", "answers_of_others"], {"only_first_call", "turn_count"},
        whole=True)
def other_version(rows, context):
    """The responses of the last part of a category come one entry late, as after an inserted entry."""
    start = len(rows) - max(2, round(context.share * len(rows)))
    start = max(0, start)
    return changes_of(rows, rows[:start] + rotated(rows[start:], context.text(1, 2)), context)


@damage("shuffled ids", ["other_dataset", "answers_of_others"], {"only_first_call", "turn_count"}, whole=True)
def shuffled(rows, context):
    chosen = context.draw.sample(range(len(rows)), max(2, round(context.share * len(rows))))
    results = [rows[place]["result"] for place in chosen]
    changed = list(rows)
    for place, result in zip(chosen, results[1:] + results[:1]):
        changed[place] = {**rows[place], "result": result}
    return changes_of(rows, changed, context)


@damage("cached responses", ["answers_of_others", "other_dataset"], {"identical_responses", "only_first_call"},
        whole=True)
def cached(rows, context):
    if not any(calls_row(row) for row in rows):
        return None
    cache = [row for row in rows if calls_row(row)][:context.text(1, 3)]
    changed = [{**row, "result": context.draw.choice(cache)["result"]}
               if calls_row(row) and context.draw.random() < context.share else row for row in rows]
    return changes_of(rows, changed, context)


@damage("duplicated lines", ["duplicate_ids"])
def duplicated(row, context):
    return [row, row]


@damage("a resumed run that changed its mind", ["duplicate_ids"])
def resumed(row, context):
    return [{**row, "result": ""}, row]


@damage("missing entries", ["missing_entries"], {"unusable_lines"})  # an empty file is one
def missing(row, context):
    return []


@damage("ids of another benchmark", ["unknown_ids"], {"missing_entries"})
def unknown(row, context):
    return {**row, "id": re.sub(r"\d+(?=\D*$)", lambda found: str(90000 + int(found[0])), row["id"])}


@damage("ids of an older version", ["old_ids"])
def old_ids(row, context):
    return {**row, "id": row["id"].replace("simple_python_", "simple_")} if "simple_python_" in row["id"] else None


@damage("lines of a killed program", ["unusable_lines"], {"missing_entries"})
def killed(row, context):
    return json.dumps(row)[:context.draw.randrange(8, max(9, len(json.dumps(row)) - 2))]


@damage("ground truth copied", ["copied_ground_truth"], UNREAD | {"arguments_no_text"})
def copied(row, context):
    truth = context.run.truth.get(row["id"])
    if not calls_row(row) or truth is None:
        return None
    return {**row, "result": [{name: json.dumps(arguments)} for call in truth for name, arguments in call.items()]
            if is_api(row["result"]) else json.dumps(truth)}


@damage("memory of one backend copied", ["same_in_backends"], whole=True)
def same_backends(rows, context):
    if not rows or not rows[0]["id"].startswith("memory_"):
        return None
    source = context.run.backends.get("kv", [])
    if not source or rows[0]["id"].startswith("memory_kv"):
        return None
    by_rest = {row["id"].split("-", 1)[1]: row["result"] for row in source if "-" in row["id"]}
    changed = [{**row, "result": by_rest.get(row["id"].split("-", 1)[-1], row["result"])}
               if context.draw.random() < context.share else row for row in rows]
    return changes_of(rows, changed, context)


# --- Manifest and repeats -----------------------------------------------------------------------------------------

def manifest(context, *settings, **more):
    made_with = {f"s{number}": {"decoder": context.run.decoder, "model": context.run.model, "results": 100, **one}
                 for number, one in enumerate(settings)}
    context.files["bfclx_manifest.json"] = json.dumps({"made_with": made_with, **more})


@damage("mixed temperatures", ["mixed_settings"], whole=True, only_all=True)
def mixed_settings(rows, context):
    manifest(context, {"temperature": 0.0}, {"temperature": context.text(0.7, 1.0)})
    return rows


@damage("results for two decoders", ["mixed_decoders"], {"mixed_settings"}, whole=True, only_all=True)
def mixed_decoders(rows, context):
    manifest(context, {"results": 900}, {"decoder": context.text("hammer", "granite")})
    return rows


@damage("another step limit", ["step_limit"], whole=True, only_all=True)
def step_limit(rows, context):
    if not context.run.episodes:
        return None
    manifest(context, {"max_steps": context.text(10, 50)})
    return rows


@damage("responses ended after their first call", ["first_call_only"], {"only_first_call"}, whole=True, only_all=True)
def ended_after_first_call(rows, context):
    manifest(context, {"first_call_only": True})
    return rows


@damage("another dataset in the manifest", ["dataset_version"], whole=True, only_all=True)
def other_manifest(rows, context):
    manifest(context, {}, dataset={"version": context.text("v3", "2024-08"), "hash": "0" * 64})
    return rows


@damage("a model name that breaks episodes", ["model_name"], whole=True, only_all=True)
def model_name(rows, context):
    if not context.run.episodes:
        return None
    context.folder = context.text("my model (1)", "3.5+sonnet")
    context.options = ["--decoder", context.run.decoder]
    return rows


@damage("repeats that differ at temperature 0", ["nondeterminism"], whole=True)
def repeats(rows, context):
    manifest(context, {"temperature": 0.0})
    context.repeat = True
    changed = [{**row, "result": [] if is_api(row["result"]) else str(row["result"]) + " "}
               if is_single(row) and context.draw.random() < context.share else row for row in rows]
    return changes_of(rows, changed, context)


# --- Changes that do no harm ----------------------------------------------------------------------------------------

@damage("nothing changed", whole=True, only_all=True)
def nothing(rows, context):
    return rows


@damage("lines in another order", whole=True)
def other_order(rows, context):
    rows = list(rows)
    context.draw.shuffle(rows)
    return rows


@damage("more members in each line")
def more_members(row, context):
    return {**row, "latency": 1.5, "input_token_count": 2000 + context.draw.randrange(900), "output_token_count": 20}


@damage("other blanks in the arguments")
def other_blanks(row, context):
    if not is_single(row) or not is_api(row["result"]):
        return None
    try:
        return {**row, "result": [{name: json.dumps(json.loads(text), indent=1)} for call in row["result"]
                                  for name, text in call.items()]}
    except ValueError:
        return None


@damage("weaker model: a wrong value")
def weaker_value(row, context):
    if not calls_row(row) or "java" in row["id"]:
        return None
    text = json.dumps(row["result"], ensure_ascii=False)
    changed = re.sub(r"(?<=[=:])( ?)([1-9]\d*)\b",
                     lambda found: found[1] + str(int(found[2]) + 1), text)
    return {**row, "result": json.loads(changed)} if changed != text else None


@damage("weaker model: says that it cannot")
def weaker_refusal(row, context):
    if not is_single(row) or context.share > 0.2:
        return None
    return {**row, "result": context.draw.choice(
        ["I need more information.", "Could you tell me the city?", "None of the functions can be used."])}


@damage("repeats that agree at temperature 0", whole=True, only_all=True)
def equal_repeats(rows, context):
    manifest(context, {"temperature": 0.0})
    context.repeat = True
    return rows
