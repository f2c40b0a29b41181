"""Starts programs and tells what each took: a process of its own, because a child is charged with the
memory of the process that it is forked from.

Reads a JSON object a line, {"argv": [...], "out": path, "err": path, "seconds": n}, and answers each
with {"code": n, "seconds": s, "megabytes": m}.
"""

import json
import os
import signal
import subprocess
import sys
import threading


def measure(argv, out, err, seconds):
    with open(out, "wb") as out_file, open(err, "wb") as err_file:
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out_file, stderr=err_file)
        watch = threading.Timer(seconds, os.kill, (process.pid, signal.SIGKILL))
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    return {"code": process.returncode, "seconds": usage.ru_utime + usage.ru_stime,
            "megabytes": usage.ru_maxrss / 1024}


for line in sys.stdin:
    print(json.dumps(measure(**json.loads(line))), flush=True)
