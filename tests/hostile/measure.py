"""Starts programs and tells what each took: a process of its own, because a child is charged with the
memory of the process that it is forked from.

Reads a JSON object a line, {"argv": [...], "out": path, "err": path, "seconds": n, "gigabytes": g}
(and maybe "cwd"), and answers each with {"code": n, "seconds": s, "megabytes": m, "pace": p}. Seconds are those of the processor in the
program itself, without the system's; a program that takes more than n of them is killed, and g (0 for
any number) is the address space that it gets.
`pace` is that of costs.py.
"""

import json
import os
import resource
import subprocess
import sys

import costs

GIGABYTE = 1 << 30


def measure(argv, out, err, seconds, gigabytes, cwd=None):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        if gigabytes:
            resource.setrlimit(resource.RLIMIT_AS, (gigabytes * GIGABYTE, gigabytes * GIGABYTE))

    with open(out, "wb") as out_file, open(err, "wb") as err_file:
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out_file, stderr=err_file,
                                   cwd=cwd, preexec_fn=limit)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return {"code": process.returncode, "seconds": usage.ru_utime,
            "megabytes": usage.ru_maxrss / 1024, "pace": costs.pace()}


for line in sys.stdin:
    print(json.dumps(measure(**json.loads(line))), flush=True)
