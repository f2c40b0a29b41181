"""A Debian package and an image of containers, of static programs, for tools/release."""

import hashlib
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

import release_files
from release_libraries import Failure, run

ROOT = release_files.ROOT
PAPERS = ("LICENSE", "NOTICE")
DATASET = "/data/bfcl"  # in a container
MEDIA = "application/vnd.oci.image."


def papers(licences):
    """The files that go with the program in whatever form."""
    return {name: (ROOT / name).read_bytes() for name in PAPERS} | {"LICENSES.txt": licences.encode()}


# --- What the program says of itself ------------------------------------------------------------

def described(target, program):
    """{path below /usr/share: content}: completions and manual pages."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        command = program
        if not release_files.runs_here(target):
            emulator = shutil.which(target["emulator"])
            if emulator is None:
                raise Failure(f"{target['emulator']} is needed and was not found: the program describes itself")
            command = folder / "bfclx"
            command.write_text(f"#!/bin/sh\nexec '{emulator}' '{program}' \"$@\"\n", encoding="utf-8")
            command.chmod(0o755)
        run([sys.executable, "-I", ROOT / "tools/describe-program", command, folder])
        share = folder / "share"
        return {path.relative_to(share).as_posix(): path.read_bytes()
                for path in sorted(share.rglob("*")) if path.is_file()}


# --- Debian -------------------------------------------------------------------------------------

def control(target, size, home):
    fields = {
        "Package": "bfclx",
        "Version": release_files.version(),
        "Architecture": target["debian"],
        "Maintainer": "the bfclx project",
        "Installed-Size": str(-(-size // 1024)),
        "Recommends": "ca-certificates",
        "Section": "science",
        "Priority": "optional",
        "Homepage": home,
        "Description": release_files.description() + "\n One static program that needs no library, with completions and"
                       "\n manual pages. Asking a server over https needs certificates.",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items() if value)


def installed(program, licences, share):
    """{path: content} of the package."""
    # Where Debian's zsh looks.
    files = {f"usr/share/{path.replace('zsh/site-functions', 'zsh/vendor-completions')}": content
             for path, content in share.items()}
    files = {f"{path}.gz" if path.startswith("usr/share/man/") else path:
             release_files.compress(content) if path.startswith("usr/share/man/") else content
             for path, content in files.items()}
    place = "usr/share/doc/bfclx"
    given = papers(licences)
    files[f"{place}/copyright"] = given.pop("LICENSE")
    files |= {f"{place}/{name}": content for name, content in given.items()}
    files[f"{place}/changelog.gz"] = release_files.compress((ROOT / "CHANGELOG.md").read_bytes())
    files["usr/bin/bfclx"] = program.read_bytes()
    return files


def make_deb(target, program, licences, share, output, home=""):
    files = installed(program, licences, share)
    sums = "".join(f"{hashlib.md5(content, usedforsecurity=False).hexdigest()}  {path}\n"
                   for path, content in sorted(files.items()))
    size = sum(len(content) for content in files.values())
    files |= {"DEBIAN/control": control(target, size, home).encode(), "DEBIAN/md5sums": sums.encode()}
    made = output / release_files.name_of("deb", target)
    with tempfile.TemporaryDirectory() as place:
        root = pathlib.Path(place, "root")
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
        for path in [root, *root.rglob("*")]:
            path.chmod(0o755 if path.is_dir() or path.name == "bfclx" and path.parent.name == "bin" else 0o644)
        run(["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", root, made],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(release_files.date())})
    return made


# --- Containers ---------------------------------------------------------------------------------

class Blobs(dict):
    """{path: content} of an OCI layout."""

    def add(self, kind, content, **more):
        """The descriptor of the content; what is no bytes is JSON."""
        if not isinstance(content, bytes):
            content = json.dumps(content, separators=(",", ":"), sort_keys=True).encode()
        digest = release_files.sha256(content)
        self[f"blobs/sha256/{digest}"] = content
        return {"mediaType": f"{MEDIA}{kind}", "digest": f"sha256:{digest}", "size": len(content), **more}


def rootfs(program, licences):
    files = {f"usr/share/doc/bfclx/{name}": (content, 0o644) for name, content in papers(licences).items()}
    files["bin/bfclx"] = (program.read_bytes(), 0o755)
    for path in list(files):
        files |= {str(parent): (None, 0o755) for parent in pathlib.PurePosixPath(path).parents if str(parent) != "."}
    return release_files.pack_tar(files)


def image_manifest(blobs, target, program, licences, annotations):
    layer = rootfs(program, licences)
    platform_of = {"architecture": target["oci"], "os": target["os"]}
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release_files.date()))
    config = blobs.add("config.v1+json", {
        **platform_of, "created": created,
        "config": {"Entrypoint": ["/bin/bfclx"], "Cmd": ["--help"], "Labels": annotations,
                   "Env": ["PATH=/bin", f"BFCLX_DATASET={DATASET}"]},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{release_files.sha256(layer)}"]},
        "history": [{"created": created, "created_by": "tools/release"}],
    })
    manifest = {"schemaVersion": 2, "mediaType": f"{MEDIA}manifest.v1+json", "config": config,
                "layers": [blobs.add("layer.v1.tar+gzip", release_files.compress(layer))], "annotations": annotations}
    return blobs.add("manifest.v1+json", manifest, platform=platform_of)


def make_image(programs, output, home=""):
    """An OCI layout as a tar archive: one image for the processors of (target, program, licences), FROM scratch."""
    annotations = {"title": "bfclx", "version": release_files.version(), "description": release_files.description(),
                   "licenses": "Apache-2.0", "revision": release_files.commit(), "source": home}
    annotations = {f"org.opencontainers.image.{name}": text for name, text in annotations.items() if text}
    blobs = Blobs()
    manifests = [image_manifest(blobs, target, program, licences, annotations) for target, program, licences in programs]
    index = {"schemaVersion": 2, "mediaType": f"{MEDIA}index.v1+json", "manifests": manifests,
             "annotations": annotations}
    named = {"org.opencontainers.image.ref.name": release_files.version()}
    whole = {"schemaVersion": 2, "mediaType": f"{MEDIA}index.v1+json",
             "manifests": [blobs.add("index.v1+json", index, annotations=named)]}
    files = {path: (content, 0o644) for path, content in blobs.items()}
    files |= {"oci-layout": (b'{"imageLayoutVersion":"1.0.0"}', 0o644), "index.json": (json.dumps(whole).encode(), 0o644),
              "blobs": (None, 0o755), "blobs/sha256": (None, 0o755)}
    made = output / release_files.name_of("image")
    made.write_bytes(release_files.pack_tar(files))
    return made
