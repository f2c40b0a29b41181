"""What the files of a release have in common, for tools/release: their names and date, archives of equal bytes, the
sums (SHA256SUMS) and the list that programs read (release.json)."""

import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import re
import tarfile
import tomllib

from release_libraries import Failure, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = "release.json"
SUMS = "SHA256SUMS"
# In the order in which they are made: those that need others come behind them.
NAMES = {
    "static": "bfclx-{version}-{target}.tar.gz",
    "deb": "bfclx_{version}_{debian}.deb",
    "image": "bfclx-{version}-oci.tar",
    "wheel": "bfclx-{version}-*.whl",
    "sdist": "bfclx-{version}.tar.gz",
    "npm": "bfclx-{version}.tgz",
    "formula": "bfclx.rb",
    "recipe": "meta.yaml",
}
# As what a target is known to a kind of files, in release-targets.json; a target without it has none.
NAMED = {"deb": "debian", "image": "oci", "formula": "homebrew", "recipe": "conda"}


def targets(kind="static"):
    """Those that have files of this kind."""
    rows = json.loads((ROOT / "tools/release-targets.json").read_text(encoding="utf-8"))
    return [target for target in rows if NAMED.get(kind, "target") in target]


def runs_here(target):
    """Without an emulator."""
    return (target["system"], target["processor"]) == (platform.system(), platform.machine())


def version():
    return re.search(r"^project\(bfclx VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


def description():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["description"]


def name_of(kind, target=None):
    return NAMES[kind].format(version=version(), **(target or {}))


def git(*words):
    return run(["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, *words]).strip()


def commit():
    return git("rev-parse", "HEAD")


def date():
    """That of the commit: whoever packs the same sources later packs the same bytes."""
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    if told and not told.isdecimal():
        raise Failure(f"SOURCE_DATE_EPOCH: expected seconds, not {told!r}")
    return int(told or git("log", "-1", "--format=%ct"))


def pack_tar(files):
    """{path: (content, mode)} as a tar archive, in order of the paths; a folder's content is None."""
    packed = io.BytesIO()
    when = date()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, (content, mode) in sorted(files.items()):
            member = tarfile.TarInfo(path)
            member.mode = mode
            member.mtime = when
            if content is None:
                member.type = tarfile.DIRTYPE
                tar.addfile(member)
            else:
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def compress(content):
    return gzip.compress(content, compresslevel=9, mtime=0)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def rows(folder):
    """(kind, platforms, path) of each file of this version that is in the folder."""
    names = [(kind, name_of(kind, target), [target["target"]]) for kind in ("static", "deb") for target in targets(kind)]
    names += [(kind, name_of(kind), [target["target"] for target in targets(kind)])
              for kind in ("image", "formula", "recipe")]
    names += [(kind, name_of(kind), ["any"]) for kind in ("wheel", "sdist", "npm")]
    found = []
    for kind, name, platforms in names:
        for path in sorted(folder.glob(name)):
            found.append((kind, path.stem.rsplit("-", 1)[1].split(".") if kind == "wheel" else platforms, path))
    return found


def write_list(folder):
    """release.json and SHA256SUMS of what is in the folder: the second is written as sha256sum does."""
    files = [{"name": path.name, "kind": kind, "platforms": platforms, "bytes": path.stat().st_size,
              "sha256": sha256(path.read_bytes())} for kind, platforms, path in rows(folder)]
    told = {"name": "bfclx", "version": version(), "commit": commit(), "date": date(), "files": files}
    (folder / LIST).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    sums = {row["name"]: row["sha256"] for row in files} | {LIST: sha256((folder / LIST).read_bytes())}
    lines = [f"{digest}  {name}\n" for name, digest in sorted(sums.items())]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def clear(folder):
    """An empty folder: of what is there only files of an earlier release are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    patterns = [LIST, SUMS, *(name.format(version="*", target="*", debian="*") for name in NAMES.values())]
    earlier = {path for pattern in patterns for path in folder.glob(pattern)}
    others = sorted(set(folder.iterdir()) - earlier)
    if others:
        raise Failure(f"{folder} has other files ({others[0].name}): give an empty folder, or that of an earlier release")
    for path in earlier:
        path.unlink()
