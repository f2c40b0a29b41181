"""A scripted server of models on loopback, for tests: Python's standard library alone.

    with ScriptedServer(script) as server:
        ... server.url ...           # "http://127.0.0.1:PORT"
        server.seen                  # every request: Seen(method, path, headers, body, number)

`script(seen)` is called for every request and gives what to answer: a `Response`, a dict (status 200,
as JSON), or a callable that is handed the connection and does what it likes. Models are listed at
/v1/models, unless `listing` says what is there. Every connection has a thread, and keeps alive.
"""

import collections
import json
import socket
import ssl
import threading
import time

Seen = collections.namedtuple("Seen", "method path headers body number")


class Response:
    """An answer and what is wrong with it."""

    def __init__(self, body=b"", status=200, headers=(), content_type="application/json",
                 delay=0.0, length=None, cut=None, pace=None):
        self.body = body if isinstance(body, bytes) else (
            body.encode() if isinstance(body, str) else json.dumps(body).encode())
        self.status = status
        self.headers = list(headers)
        self.content_type = content_type
        self.delay = delay      # seconds before the answer
        self.length = length    # Content-Length, where it is not the body's
        self.cut = cut          # bytes of the body after which the connection is ended
        self.pace = pace        # seconds between two bytes of the body


def chat(content=None, calls=(), finish_reason=None, usage=(100, 10), extra=None):
    """The body of a chat completion: `calls` are (name, arguments)."""
    message = {"role": "assistant", "content": content}
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{i}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for i, (name, arguments) in enumerate(calls)]
    message.update(extra or {})
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "scripted",
            "choices": [{"index": 0, "message": message, "logprobs": None,
                         "finish_reason": finish_reason or ("tool_calls" if calls else "stop")}],
            "usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1],
                      "total_tokens": sum(usage)}}


def first_tool(seen):
    """Calls the first tool of a request with its required parameters, made up by their types."""
    tools = seen.body.get("tools") or []
    if not tools or seen.body["messages"][-1]["role"] == "tool":
        return chat("Done.")
    function = tools[0]["function"]
    made_up = {"integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}
    parameters = function["parameters"]
    arguments = {name: made_up.get(parameters["properties"].get(name, {}).get("type"), "x")
                 for name in parameters.get("required", [])}
    return chat(None, [(function["name"], arguments)])


class ScriptedServer:
    def __init__(self, script=first_tool, models=("scripted",), certificate=None, port=0,
                 listing=None, host="127.0.0.1"):
        self.script = script
        self.listing = listing  # a Response, or a callable as above
        self.models = models
        self.seen = []
        self.under_way = 0
        self.most_under_way = 0
        self._lock = threading.Lock()
        self._connections = set()
        self._context = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*certificate)
        self._listener = socket.create_server((host, port), backlog=2048)
        self.port = self._listener.getsockname()[1]
        scheme = "https" if certificate else "http"
        self.url = f"{scheme}://{host}:{self.port}"
        self._open = True
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Gone: the port is closed, and every connection is cut."""
        with self._lock:
            self._open = False
        self._cut(self._listener)
        self._listener.close()
        with self._lock:
            connections = list(self._connections)
        for connection in connections:
            self._cut(connection)

    def connections(self):
        """How many are open."""
        with self._lock:
            return len(self._connections)

    @staticmethod
    def _cut(connection):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _accept(self):
        while self._open:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            # Before its thread runs: close() cuts each connection that was accepted.
            with self._lock:
                self._connections.add(connection)
                is_open = self._open
            if not is_open:
                self._cut(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        plain = connection
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context is not None:
                connection = self._context.wrap_socket(connection, server_side=True)
            stream = connection.makefile("rb")
            while self._one(connection, stream):
                pass
        except (OSError, ValueError):
            pass
        finally:
            with self._lock:
                self._connections.discard(plain)
            connection.close()

    def _one(self, connection, stream):
        """One request and its answer; False when the connection is at its end."""
        line = stream.readline().decode("latin-1").split()
        if len(line) < 2:
            return False
        headers = {}
        while True:
            header = stream.readline().decode("latin-1").rstrip("\r\n")
            if not header:
                break
            name, _, value = header.partition(":")
            headers[name.strip().lower()] = value.strip()
        raw = stream.read(int(headers.get("content-length", 0)))
        method, path = line[0], line[1]
        if path.endswith("/models"):
            listed = {"object": "list", "data": [{"id": name, "object": "model",
                                                  "owned_by": "scripted"} for name in self.models]}
            if callable(self.listing):
                self.listing(connection)
                return False
            return self._send(connection, self.listing or Response(listed))
        try:
            body = json.loads(raw) if raw else None
        except ValueError:
            body = raw
        with self._lock:
            seen = Seen(method, path, headers, body, len(self.seen))
            self.seen.append(seen)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            response = self.script(seen)
            if callable(response):
                response(connection)
                return False
            response = response if isinstance(response, Response) else Response(response)
            if response.delay:
                time.sleep(response.delay)
        finally:
            # Before the response goes out: with it the client may send the next request at once.
            with self._lock:
                self.under_way -= 1
        return self._send(connection, response, delayed=True)

    def _send(self, connection, response, delayed=False):
        if response.delay and not delayed:
            time.sleep(response.delay)
        length = len(response.body) if response.length is None else response.length
        head = [f"HTTP/1.1 {response.status} Scripted", f"Content-Type: {response.content_type}",
                f"Content-Length: {length}"]
        head += [f"{name}: {value}" for name, value in response.headers]
        body = response.body if response.cut is None else response.body[:response.cut]
        connection.sendall(("\r\n".join(head) + "\r\n\r\n").encode() +
                           (b"" if response.pace else body))
        if response.pace:
            for byte in body:
                connection.sendall(bytes([byte]))
                time.sleep(response.pace)
        return response.cut is None
