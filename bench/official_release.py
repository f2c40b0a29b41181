"""The official package for the comparisons: installed on first use, below build/compare-official."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "compare-official"

# What scoring really imports; pins are those of the official package.
REQUIREMENTS = [
    "tree_sitter==0.21.3", "tree-sitter-java==0.21.0", "tree-sitter-javascript==0.21.4",
    "numpy==1.26.4", "pandas==3.0.6", "mpmath==1.3.0", "filelock==3.20.0", "overrides==7.7.0",
    "python-dotenv==1.2.4", "requests==2.34.2", "tenacity==9.2.1", "tqdm==4.70.1",
]  # fmt: skip


class Problem(Exception):
    """Something that the user can read and act on."""


def run(command, what, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Problem(
            f"{what} failed ({done.returncode}):\n{(done.stderr or done.stdout).strip()[-2000:]}"
        )
    return done.stdout


def pinned_release():
    """Name, version and SHA-256 of the official package, as tools/get-dataset has them."""
    tools = str(ROOT / "tools")
    if tools not in sys.path:
        sys.path.insert(0, tools)  # for what the script imports
    loader = importlib.machinery.SourceFileLoader("get_dataset", tools + "/get-dataset")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module.PACKAGE, module.VERSION, module.WHEEL_SHA256


def install(python):
    """The Python of a virtual environment with the official package; made on first use."""
    package, version, digest = pinned_release()
    environment = FOLDER / f"{package}-{version}"
    executable = environment / "bin" / "python"
    stamp = environment / "complete"
    if stamp.exists():
        return executable
    print(
        f"installing {package} {version} into {environment.relative_to(ROOT)}",
        flush=True,
    )
    run([python, "-I", "-m", "venv", "--clear", str(environment)], "making a virtual environment")
    pip = [str(executable), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--only-binary", ":all:"]
    hashed = environment / "release.txt"
    hashed.write_text(f"{package}=={version} --hash=sha256:{digest}\n")
    run(
        pip + ["--no-deps", "--require-hashes", "-r", str(hashed)],
        f"installing {package} {version}",
    )
    run(pip + REQUIREMENTS, "installing what the official evaluator needs")
    stamp.write_text("installed by bench/compare-official\n")
    return executable


def our_dataset(executable):
    """The same release in our form."""
    target = FOLDER / "bfcl"
    place = run(
        [str(executable), "-I", "-c", "import bfcl_eval; print(bfcl_eval.__path__[0])"],
        "finding bfcl_eval",
    )
    command = [sys.executable, str(ROOT / "tools" / "get-dataset")]
    run(command + ["--from", place.strip(), "--to", str(target)], "tools/get-dataset")
    return target
