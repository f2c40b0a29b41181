"""Damages that a server, its limits or its errors do."""

import json

from doctor_damage import UNREAD, calls_row, damage, is_api, is_single, on_text, python_calls, replaced


@damage("truncated at the token limit", ["cut_replies"], UNREAD)
def truncated(row, context):
    if not calls_row(row):
        return None
    if is_api(row["result"]):
        calls = [dict(call) for call in row["result"]]
        name, text = next(iter(calls[-1].items()))
        if len(text) < 20:
            return None
        calls[-1][name] = text[:context.draw.randrange(8, len(text) - 2)]
        return {**row, "result": calls}
    text = row["result"].rstrip()
    return {**row, "result": text[:context.draw.randrange(len(text) // 2, len(text) - 2)]} if len(text) > 16 else None


@damage("token limit in the notes", ["token_limit"],
        UNREAD | {"cut_replies", "empty_replies", "identical_responses", "empty_tool_calls"})
def token_limit(row, context):
    if not calls_row(row):
        return None
    context.notes.append({"id": row["id"], "steps": [{"turn": 0, "step": 0, "finish_reason": "length"}]})
    return {**row, "result": [] if is_api(row["result"]) else context.text("", "The user")}


@damage("reasoning that never ends", ["cut_replies"], UNREAD | {"identical_responses"})
@on_text
def endless_reasoning(text, context):
    return "<think>\n" + context.text("Let me check which function fits the request of the user and ",
                                      "Okay, so the user needs a value here. First I look at the docs, then")


@damage("reasoning alone", ["reasoning_alone"],
        {"empty_replies", "not_decoded", "identical_responses", "empty_tool_calls"})
def reasoning_alone(row, context):
    if not calls_row(row):
        return None
    return {**row, "result": [] if is_api(row["result"]) else "", "reasoning_content": "First, let me see."}


@damage("repetition loops", ["repetition_loops"], UNREAD)
@on_text
def loops(text, context):
    return text[:max(4, len(text) // 2)] + context.text(" and so on", "1, 2, ") * 60


@damage("tools not sent", ["not_decoded", "tools_not_shown"], {"identical_responses"})
def tools_not_sent(row, context):
    if not calls_row(row):
        return None
    word = context.draw.choice(["that", "this", "your request", "this question", "it"])
    return {**row, "result": context.text(f"I am sorry, I have no tools to help you with {word}.",
                                          f"Unfortunately I cannot look up {word} in real time.")}


@damage("tools not sent, tokens counted", ["tools_not_shown"], {"not_decoded", "identical_responses"})
def tools_not_counted(row, context):
    if not is_single(row):
        return None
    changed = tools_not_sent(row, context) or dict(row)
    return {**changed, "input_token_count": context.draw.randrange(20, 45)}


@damage("system prompt lost", ["not_decoded"], UNREAD)
def prompt_lost(row, context):
    calls = python_calls(row["result"]) if calls_row(row) and isinstance(row["result"], str) else None
    if not calls:
        return None
    name, arguments = calls[0]
    facts = ", ".join(f"{key} {value}" for key, value in arguments.items())
    return {**row, "result": context.text(f"The result depends on {facts}. You can work it out step by step.",
                                          f"To solve this, take {facts} and use a calculator or a library.")}


@damage("prompts cut to the context", ["cut_prompts"], {"tools_not_shown"}, whole=True)
def cut_prompts(rows, context):
    """The limit is below the share of the longest prompts."""
    docs = context.run.docs
    lengths = sorted(150 + docs.get(row["id"], 800) // 4 for row in context.run.all_rows() if is_single(row))
    limit = lengths[max(0, len(lengths) - 1 - round(context.share * 0.3 * len(lengths)))]
    changed = []
    for row in rows:
        tokens = 150 + docs.get(row["id"], 800) // 4 + context.draw.randrange(9)
        changed.append({**row, "input_token_count": min(limit, tokens)} if is_single(row) else row)
        if is_single(row) and tokens > limit:
            context.damaged.add(row["id"])
    return changed


@damage("only the first call returned", ["only_first_call"])
def first_call(row, context):
    if not is_single(row):
        result = first_of_steps(row["result"])
        return {**row, "result": result} if result != row["result"] else None
    if is_api(row["result"]):
        return {**row, "result": row["result"][:1]} if len(row["result"]) > 1 else None
    calls = python_calls(row["result"])
    if not calls or len(calls) < 2:
        return None
    name, arguments = calls[0]
    return {**row, "result": f"[{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})]"}


def first_of_steps(result):
    """An episode with one call a step."""
    if not isinstance(result, list):
        return result
    return [[step[:1] if is_api(step) else step for step in turn] if isinstance(turn, list) else turn
            for turn in result]


@damage("later functions not sent", ["held_out_functions"], {"empty_tool_calls"})
def held_out_calls(row, context):
    if not row["id"].startswith("multi_turn_miss_func") or not isinstance(row["result"], list):
        return None
    names = context.run.missed.get(row["id"], [])
    if not names or not any(name in json.dumps(row["result"]) for name in names):
        return None
    def keeps(call):
        return not any(name in json.dumps(call) for name in names)
    turns = [[[call for call in step if keeps(call)] if isinstance(step, list) else step
              for step in turn if not (isinstance(step, str) and not keeps(step))]
             for turn in row["result"]]
    return {**row, "result": turns}


@damage("half of the turns missing", ["turn_count"], {"held_out_functions"})
def half_of_the_turns(row, context):
    if not row["id"].startswith("multi_turn") or not isinstance(row["result"], list) or len(row["result"]) < 2:
        return None
    return {**row, "result": row["result"][:len(row["result"]) // 2]}


# --- Errors in place of responses -------------------------------------------------------------------------------

damage("rate limits", ["inference_errors"])(replaced(
    "Error during inference: Error code: 429 - {'error': {'message': 'Rate limit reached for requests'}}",
    "Error during inference: 429 Resource has been exhausted (e.g. check quota)."))
damage("rate limits without the prefix", ["error_pages"], UNREAD | {"identical_responses"})(replaced(
    '{"error": {"message": "Rate limit reached for requests", "type": "requests", "code": "rate_limit_exceeded"}}',
    "Error code: 429 - {'message': 'Too many requests, please slow down'}"))
damage("HTML error pages", ["error_pages"], UNREAD | {"identical_responses"})(replaced(
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>",
    "<!DOCTYPE html>\n<html lang=\"en-US\"><head><title>Attention Required! | Cloudflare</title></head><body>"))
damage("exceeded context", ["context_errors"])(replaced(
    "Error during inference: Error code: 400 - {'message': \"This model's maximum context length is 8192 tokens.\"}",
    "Error during inference: Input length 9120 exceeds the maximum context length of the model, 4096 tokens"))
damage("errors of the harness", ["harness_errors"])(replaced(
    "Error during inference: 'list' object has no attribute 'get'",
    "Error during inference: list index out of range"))
damage("timeouts", ["inference_errors"])(replaced(
    "Error during inference: Request timed out.", "Error during inference: Connection error."))
damage("empty responses", ["empty_replies"], {"not_decoded", "identical_responses"})(replaced("", "\n"))


@damage("null responses", ["empty_replies"], {"not_decoded", "identical_responses"})
def null_responses(row, context):
    return {**row, "result": None} if is_single(row) else None


@damage("texts dropped beside an empty tool_calls", ["empty_tool_calls"])
def dropped_texts(row, context):
    if not context.run.native:
        return None
    result = without_texts(row["result"])
    return {**row, "result": result} if result != row["result"] else None


def without_texts(result):
    """[] for each text; of an episode for each step that is one."""
    if isinstance(result, str):
        return [] if not result.startswith("Error during inference:") else result
    if isinstance(result, list) and result and all(isinstance(turn, list) for turn in result):
        return [[without_texts(step) for step in turn] for turn in result]
    return result


@damage("one mocked response to all", ["identical_responses", "not_decoded"], UNREAD)
def mocked(row, context):
    return {**row, "result": context.text("OK", "This is a mock response.")} if is_single(row) else None
