"""A stand-in for the programs that `--serve` starts: vllm, sglang (as `python -m sglang.launch_server`) and llama-server.

    python stand_in.py NAME ARGUMENTS...

Every start adds a JSON line to the file STAND_IN_STARTS: name, arguments, pid, pids of children, GPUs. It answers as a
ScriptedServer does. STAND_IN says what is wrong with it, words with spaces between:

    dies          ends with code 3 before it listens
    never         never listens
    hangs         listens, and never answers
    stubborn      ignores SIGTERM
    children      has a child in its group, and on Linux one in a session of its own; both ignore SIGTERM
    loud          writes 100 MB
    tells         writes the variable HF_TOKEN
    taken         its first start asks the test at STAND_IN_TEST to take its port, and ends
    ends:N        ends with code 5 at its N-th response
    refuses       answers 401 without a key

As `python` it has the packages of STAND_IN_PACKAGES (sglang).
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from scripted_server import Response, ScriptedServer, first_tool  # noqa: E402

SLEEPS = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
COMPLETION = {"choices": [{"text": "[f(a=1)]", "finish_reason": "stop"}],
              "usage": {"prompt_tokens": 1, "completion_tokens": 1}}


def option(arguments, name):
    return arguments[arguments.index(name) + 1]


def children(faults):
    if "children" not in faults:
        return []
    return [subprocess.Popen([sys.executable, "-S", "-c", SLEEPS], start_new_session=apart, stdin=subprocess.DEVNULL).pid
            for apart in ((False, True) if sys.platform == "linux" else (False,))]


def note(name, arguments, pids):
    """How many starts there were before."""
    line = json.dumps({"name": name, "arguments": arguments, "pid": os.getpid(), "children": pids,
                       "gpus": os.environ.get("CUDA_VISIBLE_DEVICES")})
    with open(os.environ["STAND_IN_STARTS"], "a+", encoding="utf-8") as file:
        file.write(line + "\n")
        file.flush()
        file.seek(0)
        return len(file.readlines()) - 1


def take_port(port):
    with socket.create_connection(("127.0.0.1", int(os.environ["STAND_IN_TEST"]))) as test:
        test.sendall(f"{port}\n".encode())
        test.recv(1)  # when the test has it
    print("ERROR: [Errno 98] error while attempting to bind: address already in use", file=sys.stderr, flush=True)
    sys.exit(1)


def script(name, faults, responses):
    ends = [int(word.split(":")[1]) for word in faults if word.startswith("ends:")]
    lock = threading.Lock()

    def answer(seen):
        if "hangs" in faults:
            time.sleep(600)
        if seen.path == "/version" and name == "vllm":
            return {"version": "0.11.0-stand-in"}
        if seen.path == "/get_server_info" and name == "sglang":
            return {"version": "0.5.0-stand-in"}
        if seen.method == "GET":
            return Response({"detail": "Not Found"}, 404)
        with lock:
            responses.append(seen)
            if ends and len(responses) > ends[0]:
                print("CUDA error: an illegal memory access was encountered", flush=True)
                os._exit(5)
        return COMPLETION if seen.path.endswith("/completions") and "prompt" in seen.body else first_tool(seen)
    return answer


def serve(name, arguments):
    faults = os.environ.get("STAND_IN", "").split()
    if "stubborn" in faults:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    port = int(option(arguments, "--port"))
    before = note(name, arguments, children(faults))
    if "taken" in faults and before == 0:
        take_port(port)
    print(f"\x1b[36m(stand-in)\x1b[0m {name} starts", flush=True)
    if "tells" in faults:
        print("token", os.environ["HF_TOKEN"], flush=True)
    if "dies" in faults:
        print("torch.OutOfMemoryError: CUDA out of memory", file=sys.stderr, flush=True)
        sys.exit(3)
    if "loud" in faults:
        line = b"x" * 999 + b"\n"
        for _ in range(100):
            sys.stdout.buffer.write(line * 1000)
        print("the last line", flush=True)
    if "never" not in faults:
        host = option(arguments, "--host")
        listing = None
        if "hangs" in faults:
            listing = lambda connection: time.sleep(600)  # noqa: E731
        if "refuses" in faults:
            listing = Response({"error": "no key"}, 401)
        model = {"vllm": arguments[1], "sglang": None, "llama-server": None}[name]
        model = model or option(arguments, "--model-path" if name == "sglang" else "--alias")
        server = ScriptedServer(script(name, faults, []), models=(model,), port=port, host=host, listing=listing)
        assert server
    while True:
        time.sleep(600)


def main():
    name, *arguments = sys.argv[1:]
    if name == "python":
        if arguments[0] == "-c":  # whether there is a module
            packages = os.environ.get("STAND_IN_PACKAGES", "sglang").split()
            sys.exit(not any(f"'{package}'" in arguments[1] for package in packages))
        assert arguments[:2] == ["-m", "sglang.launch_server"], arguments
        return serve("sglang", arguments[2:])
    serve(name, arguments)


if __name__ == "__main__":
    main()
