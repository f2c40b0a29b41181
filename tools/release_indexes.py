"""What a release has for package indexes, for tools/release: the wheel, the source package of Python, the npm package,
a formula of Homebrew and a recipe of conda."""

import json
import os
import re
import shutil

import release_files
from release_libraries import Failure, run

ROOT = release_files.ROOT
TEMPLATES = ROOT / "tools/release-templates"


def dated():
    return {**os.environ, "SOURCE_DATE_EPOCH": str(release_files.date())}


def take(kind, folder, output):
    """The file of that kind which a build has left in the folder."""
    found = sorted(folder.glob(release_files.name_of(kind)))
    if len(found) != 1:
        raise Failure(f"{folder} has {len(found)} files {release_files.name_of(kind)}, expected one")
    for old in output.glob(release_files.name_of(kind)):
        old.unlink()
    return shutil.copy(found[0], output)


def make_wheel(output):
    run([ROOT / "tools/wheel", "--no-tests"], env=dated())
    return take("wheel", ROOT / "build/wheel/dist", output)


def make_sdist(output):
    run([ROOT / "tools/wheel", "--sdist"], env=dated())
    return take("sdist", ROOT / "build/wheel/sdist", output)


def make_npm(output):
    package = ROOT / "build/wasm/package"
    run(["bash", "-c", '. tools/setup.sh && install_missing "$BUILD_PACKAGES$SITE_PACKAGES" && '
                       "tools/get-third-party && build_module"], cwd=ROOT)
    told = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
    if told != release_files.version():
        raise Failure(f"wasm/package.json says {told}, CMakeLists.txt {release_files.version()}")
    run(["npm", "pack", package, "--ignore-scripts", "--offline", "--pack-destination", output], cwd=ROOT)
    return output / release_files.name_of("npm")


# --- Files that name the archives ---------------------------------------------------------------

def fill(text, facts):
    def fact(match):
        if match[1].lower() not in facts:
            raise Failure(f"a template asks for {match[0]}, which is not known")
        return facts[match[1].lower()]

    return re.sub(r"@([A-Z0-9]+)@", fact, text)


def make_from_template(kind, output, address, home):
    """`address` is of the folder that the archives are downloaded from."""
    name = release_files.name_of(kind)
    about = {"version": release_files.version(), "description": release_files.description(), "home": home}
    archives = []
    for target in release_files.targets(kind):
        path = output / release_files.name_of("static", target)
        if path.is_file():
            archives.append(target | about | {"url": f"{address}/{path.name}",
                                              "sha256": release_files.sha256(path.read_bytes())})
    if not archives:
        raise Failure(f"{output} has no static program that {name} can name")
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    text = re.sub(r"^@for@\n(.*?)^@end@\n", lambda match: "".join(fill(match[1], facts) for facts in archives), text,
                  flags=re.M | re.S)
    (output / name).write_text(fill(text, about), encoding="utf-8")
    return output / name
