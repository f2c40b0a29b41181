"""Scripted batch APIs of Anthropic, Gemini and Mistral, and models that speak their protocols."""

import json
import re
import time

from batch_server import BatchApi, OpenAiBatches
from scripted_server import Response


def made_up(parameters):
    values = {"integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}
    properties = parameters.get("properties", {})
    return {name: values.get(properties.get(name, {}).get("type", "").lower(), "x")
            for name in parameters.get("required", [])}


def anthropic_model(seen):
    tools = seen.body.get("tools") or []
    content = seen.body["messages"][-1]["content"]
    done = not tools or not isinstance(content, str) and content[0]["type"] == "tool_result"
    blocks = [{"type": "text", "text": "Done."}] if done else [
        {"type": "tool_use", "id": "t0", "name": tools[0]["name"], "input": made_up(tools[0]["input_schema"])}]
    return {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": blocks,
            "stop_reason": "end_turn" if done else "tool_use", "usage": {"input_tokens": 100, "output_tokens": 10}}


def gemini_model(seen):
    tools = (seen.body.get("tools") or [{}])[0].get("functionDeclarations") or []
    done = not tools or "functionResponse" in seen.body["contents"][-1]["parts"][0]
    part = {"text": "Done."} if done else {
        "functionCall": {"name": tools[0]["name"], "args": made_up(tools[0].get("parameters", {}))}}
    return {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 10}}


class AnthropicBatches(BatchApi):
    ERRORS = {400: "invalid_request_error", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error"}

    def route(self, seen):
        known = re.fullmatch(r"/v1/messages/batches(?:/([^/?]+))?(/results|/cancel)?(\?.*)?", seen.path)
        if not known:
            return None, None
        assert seen.headers["anthropic-version"] == "2023-06-01", seen.headers
        name, what, _ = known.groups()
        batch = self.find(name)
        if name is None:
            return ("create", lambda: self.create(seen)) if seen.method == "POST" else ("list", lambda: self.list(seen))
        if what == "/results":
            return "fetch", lambda: (Response(self.text(batch.results), content_type="application/x-jsonl")
                                     if batch and batch.state != "open" else self.no_such())
        if what == "/cancel":
            return "cancel", lambda: self.cancel(batch)
        return "poll", lambda: self.look(batch) if batch else self.no_such()

    def create(self, seen):
        rows = [(row["custom_id"], row["params"]) for row in seen.body["requests"]]
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name, _ in rows), rows
        return self.shown(self.open_batch(rows, None, "/v1/messages"))

    def shown(self, batch):
        kinds = [line["result"]["type"] for line in batch.results if not isinstance(line, str)]
        counts = {kind: kinds.count(kind) for kind in ("succeeded", "errored", "canceled", "expired")}
        counts["processing"] = 0 if batch.state != "open" else len(batch.rows)
        return {"id": batch.id, "type": "message_batch", "request_counts": counts,
                "processing_status": "in_progress" if batch.state == "open" else "ended",
                "created_at": time.strftime("%Y-%m-%dT%H:%M:%S.123456Z", time.gmtime(batch.created)),
                "results_url": "https://elsewhere.example/results" if batch.state != "open" else None}

    def result_lines(self, batch):
        lines = []
        for custom_id, status, body in self.answers(batch):
            result = {"type": "succeeded", "message": body} if status == 200 else {
                "type": "errored", "error": {"type": "error", "error": {
                    "type": self.ERRORS[status], "message": body["error"]["message"]}}}
            lines.append({"custom_id": custom_id, "result": result})
        return lines

    def unprocessed(self, line, kind):
        line["result"] = {"type": kind}

    def cancel(self, batch):
        if batch is None:
            return self.no_such()
        self.cancel_rest(batch)
        return self.shown(batch)

    def list(self, seen):
        after = re.search("after_id=([^&]*)", seen.path)
        ids = [batch.id for batch in reversed(self.batches)]
        begin = ids.index(after.group(1)) + 1 if after else 0
        return {"data": [self.shown(self.find(name)) for name in ids[begin:begin + 2]],
                "has_more": begin + 2 < len(ids), "first_id": None, "last_id": None}


class MistralBatches(OpenAiBatches):
    NAMES = {"ended": "SUCCESS", "expired": "TIMEOUT_EXCEEDED", "failed": "FAILED", "canceled": "CANCELLED"}

    def route(self, seen):
        path = seen.path.split("?")[0]
        if (seen.method, path) == ("POST", "/v1/files"):
            return "upload", lambda: self.upload(seen)
        file = re.fullmatch(r"/v1/files/([^/]+)/content", path)
        if file:
            return "fetch", lambda: Response(self.files[file.group(1)], content_type="application/octet-stream")
        known = re.fullmatch(r"/v1/batch/jobs(?:/([^/]+))?(/cancel)?", path)
        if not known:
            return None, None
        name, what = known.groups()
        batch = self.find(name)
        if name is None:
            return ("create", lambda: self.create(seen)) if seen.method == "POST" else ("list", lambda: self.list(seen))
        if what:
            return "cancel", lambda: self.cancel(batch)
        return "poll", lambda: self.look(batch) if batch else self.no_such()

    def create(self, seen):
        [file] = seen.body["input_files"]
        rows = [json.loads(line) for line in self.files[file].decode().split("\n") if line]
        assert {tuple(row) for row in rows} == {("custom_id", "body")}, rows
        assert {row["body"]["model"] for row in rows} == {seen.body["model"]}
        batch = self.open_batch([(row["custom_id"], row["body"]) for row in rows],
                                seen.body["metadata"]["bfclx"], seen.body["endpoint"])
        return self.shown(batch)

    def shown(self, batch):
        shown = {"id": batch.id, "object": "batch", "status": self.NAMES.get(batch.state, "RUNNING"),
                 "metadata": {"bfclx": batch.tag}, "errors": batch.errors or [], "output_file": None, "error_file": None,
                 "created_at": 1, "total_requests": len(batch.rows), "succeeded_requests": len(batch.results),
                 "failed_requests": 0}
        for name, bad in (("output", False), ("error", True)):
            lines = [line for line in batch.results if self.is_error(line) == bad]
            if lines:
                shown[f"{name}_file"] = f"{name}-{batch.id}"
                self.files[f"{name}-{batch.id}"] = self.text(lines).encode()
        return shown

    def unprocessed(self, line, kind):
        line.update(response=None, error={"message": kind})

    def cancel(self, batch):
        self.cancel_rest(batch)
        return self.shown(batch)

    def list(self, seen):
        page = int(re.search(r"[?&]page=(\d+)", seen.path).group(1))
        newest = list(reversed(self.batches))[100 * page:100 * (page + 1)]
        return {"object": "list", "data": [self.shown(batch) for batch in newest], "total": len(self.batches)}


class GeminiBatches(BatchApi):
    NAMES = {"ended": "SUCCEEDED", "expired": "EXPIRED", "failed": "FAILED", "canceled": "CANCELLED", "open": "RUNNING"}
    CODES = {400: 3, 429: 8, 500: 13, 529: 14}

    def route(self, seen):
        if re.fullmatch(r"/v1beta/models/[^/]+:batchGenerateContent", seen.path):
            return "create", lambda: self.create(seen)
        known = re.fullmatch(r"/v1beta/batches(?:/([^/?:]+))?(:cancel)?(\?.*)?", seen.path)
        if not known:
            return None, None
        name, what, _ = known.groups()
        batch = self.find(name)
        if name is None:
            return "list", lambda: self.list(seen)
        if what:
            return "cancel", lambda: self.cancel(batch)
        # The results come with the look at a batch that has ended.
        ended = batch is not None and batch.state != "open"
        return "fetch" if ended else "poll", lambda: self.look(batch) if batch else self.no_such()

    def create(self, seen):
        batch = seen.body["batch"]
        rows = [(row["metadata"]["key"], row["request"]) for row in batch["inputConfig"]["requests"]["requests"]]
        return self.shown(self.open_batch(rows, batch["displayName"], seen.path))

    def shown(self, batch):
        shown = {"name": f"batches/{batch.id}", "metadata": {
            "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
            "displayName": batch.tag, "state": "BATCH_STATE_" + self.NAMES[batch.state],
            "batchStats": {"requestCount": str(len(batch.rows)), "successfulRequestCount": str(len(batch.results))}}}
        if batch.state == "failed":
            shown.update(done=True, error=batch.errors)
        elif batch.state != "open":
            shown.update(done=True, response={"inlinedResponses": {"inlinedResponses": [
                line for line in batch.results if not isinstance(line, str)]}})
        return shown

    def result_lines(self, batch):
        lines = []
        for custom_id, status, body in self.answers(batch):
            line = {"response": body} if status == 200 else {
                "error": {"code": self.CODES[status], "message": body["error"]["message"]}}
            lines.append({**line, "metadata": {"key": custom_id}})
        return lines

    def unprocessed(self, line, kind):
        line.pop("response", None)
        line.pop("metadata" if kind == "expired" else "error", None)

    def cancel(self, batch):
        self.cancel_rest(batch)
        return {}

    def list(self, seen):
        token = re.search("pageToken=([^&]*)", seen.path)
        begin = int(token.group(1).replace("%2F", "")) if token else 0
        newest = list(reversed(self.batches))
        page = {"operations": [self.shown(batch) for batch in newest[begin:begin + 2]]}
        if begin + 2 < len(newest):
            page["nextPageToken"] = f"{begin + 2}/"
        return page
