"""Damages that only notes of the generation, several servers or agentic entries can show."""

import json
import re

from doctor_damage import calls_row, damage


def other_number(row):
    """A row with another number in its calls; None where it has none."""
    if not calls_row(row) or "java" in row["id"]:
        return None
    text = json.dumps(row["result"], ensure_ascii=False)
    changed = re.sub(r"(?<=[=:])( ?)([1-9]\d*)\b", lambda found: found[1] + str(int(found[2]) + 1), text)
    return {**row, "result": json.loads(changed)} if changed != text else None


@damage("ground truth changed since", ["changed_ground_truth"])
def changed_truth(row, context):
    if row["id"] not in context.run.truth:
        return None
    context.notes.append({"id": row["id"], "truth": context.text("00000000", "ffffffff")})
    return dict(row)


def served(rows, server_of):
    return "".join(json.dumps({"id": row["id"], "served_by": [server_of(row)]}) + "\n"
                   for row in rows)


@damage("one server with wrong numbers", ["flips_by_server"], whole=True)
def weak_server(rows, context):
    """Two repeats: the first of one server, the second of two. Responses of the new one have other numbers."""
    chosen = {row["id"] for row in rows
              if other_number(row) is not None and context.draw.random() < max(context.share, 0.02)}
    context.files["bfclx_manifest.json"] = json.dumps({"made_with": {"s0": {
        "decoder": context.run.decoder, "model": context.run.model, "results": 100, "temperature": 0.7}}})
    context.repeat = True
    notes = "bfclx_entries.jsonl"
    context.first[notes] = context.first.get(notes, "") + served(rows, lambda row: "a")
    context.files[notes] = context.files.get(notes, "") + served(rows, lambda row: "b" if row["id"] in chosen else "a")
    context.damaged.update(chosen)
    return [other_number(row) if row["id"] in chosen else row for row in rows]


@damage("final messages that name everything", ["long_final_messages"])
def long_messages(row, context):
    answers = context.run.answers.get(row["id"])
    if not answers or not isinstance(row["result"], list) or not row["result"]:
        return None
    turn = row["result"][-1]
    if not isinstance(turn, list) or not turn or not isinstance(turn[-1], str):
        return None
    named = [its[0] for its in context.draw.sample(sorted(context.run.answers.values()), 120)]
    named.insert(context.draw.randrange(len(named)), answers[0])
    text = "; ".join(named)
    text += "; and so on" * max(0, 25 * max(map(len, answers)) // 11 - len(text) // 11)
    message = "{'answer': 'I do not know', 'context': " + repr("The memory has: " + text) + "}"
    return {**row, "result": [*row["result"][:-1], [*turn[:-1], message]]}
