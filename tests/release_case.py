"""What the tests of the release files share."""
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tools/sample/results"


def load_release():
    """tools/release as a module; those that it imports are then in sys.modules."""
    sys.path.insert(0, str(ROOT / "tools"))
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("release", str(ROOT / "tools/release"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def inside(root):
    """What runs a command with this root folder."""
    return [*([] if os.geteuid() == 0 else ["/usr/bin/unshare", "--map-root-user"]), "/usr/sbin/chroot", str(root)]


def without_network():
    """What runs a command without a network, where that is allowed; else a reason."""
    command = ["unshare", "--net", "--map-root-user"]
    try:
        done = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return [], "there is no unshare"
    return ([], done.stderr.strip()) if done.returncode else (command, "")


def skipped(reason):
    print(f"SKIPPED: {reason}", file=sys.stderr)
