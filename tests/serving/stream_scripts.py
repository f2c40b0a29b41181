"""Streams of server-sent events for tests, made of the responses that have none.

    ScriptedServer(streaming(first_tool))     # a chat server: streams where `"stream": true` asks

A stream is sent chunk by chunk with `Transfer-Encoding: chunked`, each event on its own.
"""

import json
import time

PIECE = 7  # characters of a delta


def pieces(text, size=PIECE):
    return [text[i:i + size] for i in range(0, len(text), size)]


def chat_events(body):
    """The chunks of a chat completion, as OpenAI's API reference has them."""
    head = {key: body[key] for key in ("id", "created", "model") if key in body}
    head["object"] = "chat.completion.chunk"
    events = []

    def add(delta, finish_reason=None, index=0, logprobs=None):
        events.append({**head, "choices": [{"index": index, "delta": delta, "logprobs": logprobs,
                                            "finish_reason": finish_reason}]})
    for choice in body["choices"]:
        index, message = choice["index"], choice["message"]
        add({"role": message["role"], "content": None if message["content"] is None else ""}, None, index)
        for name in ("reasoning_content", "reasoning"):
            for piece in pieces(message.get(name) or ""):
                add({name: piece}, None, index)
        tokens = list((choice.get("logprobs") or {}).get("content") or [])
        for piece in pieces(message["content"] or ""):
            add({"content": piece}, None, index, {"content": [tokens.pop(0)]} if tokens else None)
        for number, call in enumerate(message.get("tool_calls", ())):
            function = call["function"]
            add({"tool_calls": [{"index": number, "id": call["id"], "type": "function",
                                 "function": {"name": function["name"], "arguments": ""}}]}, None, index)
            for piece in pieces(function["arguments"]):
                add({"tool_calls": [{"index": number, "function": {"arguments": piece}}]}, None, index)
        add({}, choice["finish_reason"], index)
    events.append({**head, "choices": [], "usage": body["usage"]})
    return [f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"]


def completion_events(body):
    choice = body["choices"][0]
    events = [{**body, "usage": None, "choices": [{**choice, "text": piece, "finish_reason": None}]}
              for piece in pieces(choice["text"])]
    events.append({**body, "usage": None, "choices": [{**choice, "text": ""}]})
    events.append({**body, "choices": []})
    return [f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"]


def anthropic_events(body):
    """As "Streaming messages" of Anthropic's documentation has them."""
    usage = {**body["usage"], "output_tokens": 1}
    events = [{"type": "message_start", "message": {**body, "content": [], "stop_reason": None,
                                                    "usage": usage}}, {"type": "ping"}]
    for index, block in enumerate(body["content"]):
        if block["type"] == "tool_use":
            start = {**block, "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": piece}
                      for piece in [""] + pieces(json.dumps(block["input"]))]
        else:
            start = {**block, "text": ""}
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": {"stop_reason": body["stop_reason"]},
                   "usage": {"output_tokens": body["usage"]["output_tokens"]}})
    events.append({"type": "message_stop"})
    return [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]


def gemini_events(body):
    candidate = body["candidates"][0]
    parts = []
    for part in candidate["content"]["parts"]:
        parts += [{**part, "text": piece} for piece in pieces(part["text"])] if "text" in part else [part]
    events = [{"candidates": [{**{key: candidate[key] for key in candidate if key != "finishReason"},
                               "content": {**candidate["content"], "parts": [part]}}]} for part in parts]
    events[-1]["candidates"][0]["finishReason"] = candidate["finishReason"]
    events[-1]["usageMetadata"] = body["usageMetadata"]
    return [f"data: {json.dumps(event)}\r\n\r\n" for event in events]


def stream(events, pause=0.0, head=True, end=True, then=None):
    """Sends the events to a connection. `end`: with the end of the body. `then` is called behind it."""
    def send(connection):
        if head:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                               b"Transfer-Encoding: chunked\r\n\r\n")
        for event in events:
            data = event if isinstance(event, bytes) else event.encode()
            connection.sendall(b"%x\r\n%s\r\n" % (len(data), data))
            if pause:
                time.sleep(pause)
        if end:
            connection.sendall(b"0\r\n\r\n")
        if then is not None:
            then(connection)
    return send


def asks_for_stream(seen):
    return "alt=sse" in seen.path or (isinstance(seen.body, dict) and bool(seen.body.get("stream")))


def streaming(script, events=chat_events, **how):
    """The script, whose responses are streamed to whoever asks for it."""
    def answer(seen):
        response = script(seen)
        if not asks_for_stream(seen) or not isinstance(response, dict):
            return response
        return stream(events(response), **how)
    return answer
