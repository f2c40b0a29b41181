"""The scripted batch API of OpenAI, as the script of a ScriptedServer; others are in batch_services.py.

    batches = OpenAiBatches(model)
    with ScriptedServer(batches) as server:
        ...
        batches.batches        # every batch that was created, in order: Batch
        batches.calls          # names of the calls: "upload", "create", "poll", "fetch", ...

`model(seen)` answers one request of a batch as a server of models would. A batch ends after `looks`
looks at it. `faults[call]` are answers to the first calls of that name: a Response instead of the
call, ("after", Response) in place of its answer, or None for the usual one. `edit` may change the
lines of the results: edit(batch, lines) gives other ones.
"""

import collections
import json
import re
import time

from scripted_server import Response, Seen, first_tool


class Batch:
    def __init__(self, number, rows, tag, endpoint=None):
        self.id = f"batch_{number}"
        self.rows = rows          # [(custom_id, body)]
        self.tag = tag
        self.endpoint = endpoint
        self.looks = 0
        self.created = time.time()
        self.state = "open"       # "ended", "canceled", "expired", "failed"
        self.errors = None
        self.results = []         # lines, as made when it ended
        self.failures = []

    @property
    def bodies(self):
        return [body for _, body in self.rows]


class BatchApi:
    """What the services have in common."""

    def __init__(self, model=first_tool, looks=1, faults=None, edit=None, ends=None):
        self.model = model
        self.looks = looks
        self.faults = {name: list(answers) for name, answers in (faults or {}).items()}
        self.edit = edit
        self.ends = list(ends or [])   # of the first batches: a state, or what to do with the batch
        self.batches = []
        self.calls = []
        self.files = {}
        self.online = []          # requests that came outside of batches

    def count(self, name):
        return self.calls.count(name)

    def __call__(self, seen):
        name, act = self.route(seen)
        if name is None and seen.method == "GET":
            return Response({"detail": "Not Found"}, 404)
        if name is None:
            self.online.append(seen)
            return self.model(seen)
        self.calls.append(name)
        fault = self.faults[name].pop(0) if self.faults.get(name) else None
        if isinstance(fault, Response) or (callable(fault) and not isinstance(fault, tuple)):
            return fault
        answer = act()
        return fault[1] if isinstance(fault, tuple) else answer

    def open_batch(self, rows, tag, endpoint=None):
        batch = Batch(len(self.batches), rows, tag, endpoint)
        self.batches.append(batch)
        end = self.ends.pop(0) if self.ends else None
        batch.end = end or "ended"
        return batch

    def answers(self, batch):
        """[(custom_id, status, body)] of the model."""
        for number, (custom_id, body) in enumerate(batch.rows):
            answer = self.model(Seen("POST", batch.endpoint, {}, body, number))
            if isinstance(answer, Response):
                try:
                    yield custom_id, answer.status, json.loads(answer.body)
                except ValueError:
                    yield custom_id, answer.status, answer.body.decode()
            else:
                yield custom_id, 200, answer

    def look(self, batch):
        batch.looks += 1
        if batch.state == "open" and batch.looks > self.looks:
            if callable(batch.end):
                batch.end(batch)
            else:
                batch.state = batch.end
            if batch.state == "ended" or batch.state == "expired" and not batch.results:
                self.finish(batch)
        return self.shown(batch)

    def finish(self, batch):
        batch.results = self.result_lines(batch)
        if self.edit:
            batch.results = self.edit(batch, batch.results)

    def expire(self, batch, processed):
        """Of a batch that expires: the first requests were processed."""
        batch.state = "expired"
        batch.results = self.result_lines(batch)
        for line in batch.results[processed:]:
            self.unprocessed(line, "expired")

    def cancel_rest(self, batch):
        """Cancels a batch of which the first request was processed."""
        batch.state = "canceled"
        batch.results = self.result_lines(batch)
        for line in batch.results[1:]:
            self.unprocessed(line, "canceled")

    def find(self, batch_id):
        for batch in self.batches:
            if batch.id == batch_id:
                return batch
        return None

    @staticmethod
    def no_such():
        return Response({"error": {"message": "No such thing", "type": "invalid_request_error"}}, 404)

    @staticmethod
    def text(lines):
        return "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)


class OpenAiBatches(BatchApi):
    STATES = {"ended": "completed", "expired": "expired", "failed": "failed", "canceled": "cancelled"}

    def route(self, seen):
        path = seen.path.split("?")[0]
        if (seen.method, path) == ("POST", "/v1/files"):
            return "upload", lambda: self.upload(seen)
        if (seen.method, path) == ("POST", "/v1/batches"):
            return "create", lambda: self.create(seen)
        if (seen.method, path) == ("GET", "/v1/batches"):
            return "list", lambda: self.list(seen)
        known = re.fullmatch(r"/v1/(batches|files)/([^/]+)(/cancel|/content)?", path)
        if not known:
            return None, None
        kind, name, what = known.groups()
        if kind == "files":
            return "fetch", lambda: (Response(self.files[name], content_type="application/octet-stream")
                                     if name in self.files else self.no_such())
        batch = self.find(name)
        if what == "/cancel":
            return "cancel", lambda: self.cancel(batch)
        return "poll", lambda: self.look(batch) if batch else self.no_such()

    def upload(self, seen):
        assert seen.headers["content-type"].startswith("multipart/form-data; boundary="), seen.headers
        boundary = seen.headers["content-type"].split("boundary=")[1].encode()
        parts = {}
        for part in seen.body.split(b"--" + boundary)[1:-1]:
            head, _, content = part.strip(b"\r\n").partition(b"\r\n\r\n")
            parts[re.search(rb'name="([^"]*)"', head).group(1).decode()] = content
        assert parts["purpose"] == b"batch", parts
        name = f"file-{len(self.files)}"
        self.files[name] = parts["file"]
        return {"id": name, "object": "file", "purpose": "batch", "bytes": len(parts["file"])}

    def create(self, seen):
        content = self.files[seen.body["input_file_id"]].decode()
        rows = [json.loads(line) for line in content.split("\n") if line]
        endpoint = seen.body["endpoint"]
        assert seen.body["completion_window"] == "24h", seen.body
        assert all(row["method"] == "POST" and row["url"] == endpoint for row in rows), rows
        assert len({row["custom_id"] for row in rows}) == len(rows), "the same id twice"
        batch = self.open_batch([(row["custom_id"], row["body"]) for row in rows],
                                seen.body["metadata"]["bfclx"], endpoint)
        return self.shown(batch)

    def shown(self, batch):
        state = self.STATES.get(batch.state, "in_progress" if batch.looks else "validating")
        shown = {"id": batch.id, "object": "batch", "status": state, "endpoint": batch.endpoint,
                 "created_at": 1, "metadata": {"bfclx": batch.tag}, "errors": None,
                 "output_file_id": None, "error_file_id": None,
                 "request_counts": {"total": len(batch.rows), "completed": 0, "failed": 0}}
        if batch.errors:
            shown["errors"] = {"object": "list", "data": batch.errors}
        good = [line for line in batch.results if not self.is_error(line)]
        bad = [line for line in batch.results if self.is_error(line)]
        for name, lines in (("output", good), ("error", bad)):
            if lines:
                self.files[f"file-{name}-{batch.id}"] = self.text(lines).encode()
                shown[f"{name}_file_id"] = f"file-{name}-{batch.id}"
        shown["request_counts"].update(completed=len(good), failed=len(bad))
        return shown

    @staticmethod
    def is_error(line):
        if isinstance(line, str) or line["error"] is None and not isinstance(line["response"]["status_code"], int):
            return False
        return line["error"] is not None or line["response"]["status_code"] >= 400

    def result_lines(self, batch):
        return [{"id": f"batch_req_{i}", "custom_id": custom_id, "error": None,
                 "response": {"status_code": status, "request_id": f"r{i}", "body": body}}
                for i, (custom_id, status, body) in enumerate(self.answers(batch))]

    def unprocessed(self, line, kind):
        line.update(response=None, error={"code": f"batch_{kind}", "message": "This request could not be executed."})

    def cancel(self, batch):
        if batch is None:
            return self.no_such()
        if batch.state != "open":
            return Response({"error": {"message": "Cannot cancel a batch that has ended"}}, 409)
        self.cancel_rest(batch)
        return self.shown(batch)

    def list(self, seen):
        after = re.search("after=([^&]*)", seen.path)
        ids = [batch.id for batch in reversed(self.batches)]
        begin = ids.index(after.group(1)) + 1 if after else 0
        page = [self.shown(self.find(name)) for name in ids[begin:begin + 2]]
        return {"object": "list", "data": page, "has_more": begin + 2 < len(ids)}
