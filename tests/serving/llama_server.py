"""llama.cpp's own HTTP server on loopback with a model file, for tests: LlamaServer(model) as a context.

The server comes with the package xllamacpp (a wheel that holds it), and runs in a process of its own,
so that a test can kill it.

    python llama_server.py MODEL PORT [--embeddings] [--context N] [--slots N]      what that process runs
    python llama_server.py --model MODEL --port PORT --alias NAME --host HOST --jinja [--ctx-size N]
                                                      the same with arguments of the program llama-server
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class LlamaServer:
    def __init__(self, model, *, embeddings=False, context=8192, slots=1, port=None):
        self.arguments = [str(model), str(port or free_port()), "--context", str(context), "--slots", str(slots)]
        if embeddings:
            self.arguments.append("--embeddings")
        self.port = int(self.arguments[1])
        self.url = f"http://127.0.0.1:{self.port}/v1"
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self, patience=60):
        self.process = subprocess.Popen([sys.executable, os.path.abspath(__file__), *self.arguments],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(self.process.stderr.read().decode(errors="replace")[-2000:])
            try:
                if json.load(urllib.request.urlopen(f"{self.url}/models", timeout=2))["data"]:
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def kill(self):
        if self.process is None:
            return
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)
        self.process.stderr.close()
        self.process = None


def serve():
    parser = argparse.ArgumentParser()
    named = "--port" in sys.argv
    parser.add_argument("--model" if named else "model")
    parser.add_argument("--port" if named else "port", type=int)
    parser.add_argument("--alias")
    parser.add_argument("--host")
    parser.add_argument("--jinja", action="store_true")
    parser.add_argument("--embeddings", action="store_true")
    parser.add_argument("--context", "--ctx-size", type=int, default=8192)
    parser.add_argument("--slots", type=int, default=1)
    options = parser.parse_args()
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = options.model
    settings.port = options.port
    if isinstance(settings.hostnames, list):
        settings.hostnames = ["127.0.0.1"]
    settings.n_ctx = options.context
    settings.n_parallel = options.slots
    settings.n_threads_http = 4
    settings.use_jinja = True
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    if options.alias:
        settings.model_alias = {options.alias} if isinstance(settings.model_alias, set) else options.alias
    if options.embeddings:
        settings.embedding = True
        settings.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(settings)
    print("listening", server.listening_address, flush=True)
    parent = os.getppid()
    while os.getppid() == parent:  # ends with the test, however that ends
        time.sleep(1)


if __name__ == "__main__":
    serve()
