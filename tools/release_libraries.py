"""The libraries that a static bfclx holds, for tools/release: from Debian's source packages, with Debian's patches.

A source package is named with its version and the SHA-256 of its .dsc, which holds those of its other files. The
package lists are those of the machine's own sources of Debian 12, in a folder of their own: nothing is
installed, and the machine's settings stay.
"""

import dataclasses
import hashlib
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ("CLI", "nlohmann")  # installed by tools/setup.sh; no code of their own to compile
CONFIGS = ("CLI11", "nlohmann_json")

BOOST = pathlib.Path("/usr/share/doc/libboost1.74-dev/copyright")  # of all of Boost: two megabytes
HEADERS_OF = (("CLI11", "libcli11-dev"), ("nlohmann_json", "nlohmann-json3-dev"))
# Of all systems, and of Linux alone: macOS brings its own.
RUN_TIME = (("libc++", "libcxx/LICENSE.TXT"), ("libc++abi", "libcxxabi/LICENSE.TXT"), ("compiler-rt of Zig", "../LICENSE"))
RUN_TIME_OF_LINUX = (("musl", "libc/musl/COPYRIGHT"), ("libunwind", "libunwind/LICENSE.TXT"))


class Failure(Exception):
    """Something that the user must see and that ends the run."""


@dataclasses.dataclass(frozen=True)
class Source:
    name: str
    version: str
    sha256: str  # of the .dsc
    licence: str  # the file, relative to the unpacked source
    settings: tuple = ()
    folder: str = "."  # of its CMakeLists.txt
    lists: str = ""  # or what is used in its place
    systems: tuple = ("Linux", "Darwin")
    edits: tuple = ()  # (system, file, text, what stands there instead): of a copy

    def edits_for(self, system):
        return [edit[1:] for edit in self.edits if edit[0] == system]


# That of zlib changes its source folder, and names files that Debian leaves out.
ZLIB = """cmake_minimum_required(VERSION 3.25)
project(zlib C)
file(GLOB sources "${SOURCE}/*.c")
add_library(z STATIC ${sources})
target_compile_definitions(z PRIVATE HAVE_UNISTD_H HAVE_STDARG_H HAVE_HIDDEN)
install(TARGETS z)
install(FILES "${SOURCE}/zlib.h" "${SOURCE}/zconf.h" TYPE INCLUDE)
"""
# tools/bfclx/heap.cpp has these operators of C++; mimalloc's must not be in the way. Of musl it does not know that
# there is an aligned_alloc to replace: without it the one of the C library and its own `free` would meet.
OPERATORS = ("_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm")
HEAP_FLAGS = " ".join(["-O3 -DNDEBUG -D__USE_ISOC11=1", *(f"-D{name}=mi{name}" for name in OPERATORS)])
# Mbed TLS names options of Apple's ranlib, to say less.
MBEDTLS_EDITS = (("Darwin", "library/CMakeLists.txt", 'if(${CMAKE_SYSTEM_NAME} MATCHES "Darwin")', "if(FALSE)"),)
# libcurl asks two frameworks of macOS for proxies and uses nothing of the answer: they are not needed, and Zig has none.
CURL_EDITS = (
    ("Darwin", "CMakeLists.txt", 'if(CMAKE_SYSTEM_NAME STREQUAL "Darwin" AND NOT ENABLE_ARES)', "if(FALSE)"),
    ("Darwin", "lib/curl_setup.h", "#    define CURL_OSX_CALL_COPYPROXIES 1\n", ""),
)
# To zlib 1.2 every macOS is that before macOS X, without fdopen; 1.3 knows better.
ZLIB_EDITS = (("Darwin", "zutil.h", "#if defined(MACOS) || defined(TARGET_OS_MAC)", "#if defined(MACOS)"),)
SOURCES = (
    Source("zlib", "1:1.2.13.dfsg-1", "3fa1e6b2fc525062aa88207dda52fed8e045373c809d362fe8a2bfbf7cf515a8", "README", lists=ZLIB,
           edits=ZLIB_EDITS),
    Source("libzstd", "1.5.4+dfsg2-5", "8f602f92b575aa8b5e979196fb6ee82d78f233521dc9636526d3ecba1f63c1b1", "LICENSE",
           ("-DZSTD_BUILD_PROGRAMS=OFF", "-DZSTD_BUILD_SHARED=OFF", "-DZSTD_BUILD_COMPRESSION=OFF",
            "-DZSTD_BUILD_DICTBUILDER=OFF", "-DZSTD_LEGACY_SUPPORT=OFF", "-DZSTD_MULTITHREAD_SUPPORT=OFF"),
           "build/cmake"),
    Source("mimalloc", "2.0.9+ds-2", "fb324e4faaa693d90f5bf0a8e652ea96f41d4c7f6ea432ea819756e8f70ce42d", "LICENSE",
           ("-DMI_BUILD_SHARED=OFF", "-DMI_BUILD_TESTS=OFF", "-DMI_BUILD_OBJECT=ON", "-DMI_OVERRIDE=ON",
            "-DMI_INSTALL_TOPLEVEL=ON", f"-DCMAKE_C_FLAGS_RELEASE={HEAP_FLAGS}"), systems=("Linux",)),
    Source("mbedtls", "2.28.3-1", "a8bf91b5ffb40654efb0ebe0c962ac1e87b8eed5e104880982eaa70dd4bb33e3", "LICENSE",
           ("-DENABLE_PROGRAMS=OFF", "-DENABLE_TESTING=OFF", "-DMBEDTLS_FATAL_WARNINGS=OFF",
            "-DUSE_SHARED_MBEDTLS_LIBRARY=OFF"), edits=MBEDTLS_EDITS),
    Source("curl", "7.88.1-10+deb12u15", "2744f12e3aef161c0361743fa1b318296b122e566e47f381e4a63320fbcc23f4", "COPYING",
           ("-DBUILD_SHARED_LIBS=OFF", "-DBUILD_CURL_EXE=OFF", "-DBUILD_TESTING=OFF", "-DHTTP_ONLY=ON",
            "-DCURL_USE_OPENSSL=OFF", "-DCURL_USE_MBEDTLS=ON", "-DCURL_USE_LIBSSH2=OFF", "-DUSE_LIBIDN2=OFF",
            "-DUSE_NGHTTP2=OFF", "-DCURL_DISABLE_NTLM=ON", "-DENABLE_MANUAL=OFF", "-DCURL_ZSTD=OFF",
            "-DCURL_BROTLI=OFF", "-DCURL_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt", "-DCURL_CA_PATH=none",
            "-DENABLE_THREADED_RESOLVER=ON"), edits=CURL_EDITS),
)


def sources_for(system):
    return [source for source in SOURCES if system in source.systems]


def run(command, **options):
    """Runs a command; its output is shown only where it fails."""
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, **options)
    except FileNotFoundError:
        raise Failure(f"{command[0]} is needed and was not found") from None
    if done.returncode != 0:
        raise Failure(f"`{' '.join(str(word) for word in command)}` failed:\n{done.stdout[-6000:].strip()}")
    return done.stdout


def debian_sources():
    """The machine's own sources of Debian packages as sources of source packages."""
    lines = []
    place = pathlib.Path("/etc/apt")
    for path in [place / "sources.list", *sorted((place / "sources.list.d").glob("*"))]:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if path.suffix == ".list":
            lines += [re.sub(r"^deb(-src)?\s", "deb-src ", line) for line in text.splitlines()
                      if re.match(r"deb\s.*\bdebian\b", line)]
        for stanza in re.split(r"\n\s*\n", text) if path.suffix == ".sources" else ():
            fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*)$", stanza, re.M))
            signed = f"[signed-by={fields['Signed-By']}] " if fields.get("Signed-By", "").startswith("/") else ""
            for address in fields.get("URIs", "").split():
                if "debian" in address and "deb" in fields.get("Types", "").split():
                    lines += [f"deb-src {signed}{address} {suite} {fields.get('Components', 'main')}"
                              for suite in fields.get("Suites", "").split()]
    if not lines:
        raise Failure("this machine has no sources of Debian packages in /etc/apt: use Debian 12")
    return "".join(line + "\n" for line in dict.fromkeys(lines))


def file_part(version):
    """A version as it stands in names of files."""
    return version.split(":", 1)[-1]


def get_sources(folder):
    """Fetches and unpacks what is not there: {name: folder}. A second run does nothing."""
    places = {source.name: folder / f"{source.name}-{file_part(source.version)}" for source in SOURCES}
    wanted = [source for source in SOURCES if not places[source.name].is_dir()]
    if not wanted:
        return places
    print("fetching the source packages of " + ", ".join(source.name for source in wanted) + " (once)", flush=True)
    downloads = folder / "downloads"
    for path in (downloads, folder / "apt/lists/partial", folder / "apt/cache/archives/partial"):
        path.mkdir(parents=True, exist_ok=True)
    (folder / "apt/sources.list").write_text(debian_sources(), encoding="utf-8")
    apt = ["apt-get", "-qq", "-o", f"Dir::Etc::sourcelist={folder}/apt/sources.list", "-o", "Dir::Etc::sourceparts=-",
           "-o", f"Dir::State::lists={folder}/apt/lists", "-o", f"Dir::Cache={folder}/apt/cache",
           "-o", "APT::Sandbox::User="]
    run([*apt, "update"])
    run([*apt, "source", "--download-only", *(f"{source.name}={source.version}" for source in wanted)], cwd=downloads)
    for source in wanted:
        listing = downloads / f"{source.name}_{file_part(source.version)}.dsc"
        found = hashlib.sha256(listing.read_bytes()).hexdigest()
        if found != source.sha256:
            raise Failure(f"{listing.name}: SHA-256 is {found}, expected {source.sha256}")
        fresh = folder / f"{source.name}.new"
        shutil.rmtree(fresh, ignore_errors=True)
        # It compares the other files with the checksums of the listing.
        run(["dpkg-source", "--no-copy", "--no-check", "-x", listing, fresh])
        fresh.rename(places[source.name])
    return places


def edited(source, folder, system, place):
    """The source as the system needs it: a copy, where something is to be changed."""
    edits = source.edits_for(system)
    if not edits:
        return folder
    copy = place / "source"
    shutil.copytree(folder, copy, symlinks=True)
    for name, text, instead in edits:
        path = copy / name
        content = path.read_text(encoding="utf-8")
        if content.count(text) != 1:
            raise Failure(f"{source.name} {source.version}: {name} does not have {text.strip()!r} once")
        path.write_text(content.replace(text, instead), encoding="utf-8")
    return copy


def build(sources, system, work, toolchain, jobs):
    """Compiles the libraries into work/root, each once: gives that folder."""
    root = work / "root"
    for kind, names in (("include", HEADERS), ("share/cmake", CONFIGS)):
        for name in names:
            if not (root / kind / name).is_dir():
                shutil.copytree(pathlib.Path("/usr", kind, name), root / kind / name)
    for source in sources_for(system):
        stamp = root / f"{source.name}.done"
        state = f"{source} {toolchain.read_text(encoding='utf-8')}"
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == state:
            continue
        print(f"building {source.name} {source.version}", flush=True)
        place = work / source.name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        folder = edited(source, sources[source.name], system, place)
        lists = folder / source.folder
        if source.lists:
            lists = place / "lists"
            lists.mkdir()
            (lists / "CMakeLists.txt").write_text(source.lists, encoding="utf-8")
        run(["cmake", "-S", lists, "-B", place, "-G", "Ninja",
             f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_INSTALL_PREFIX={root}",
             f"-DSOURCE={folder}", "-DCMAKE_INSTALL_LIBDIR=lib", *source.settings])
        run(["cmake", "--build", place, "-j", jobs])
        run(["cmake", "--install", place])
        stamp.write_text(state, encoding="utf-8")
    return root


def licences(sources, system, zig):
    """The licences of all that the program holds, as one text."""
    run_time = (*RUN_TIME, *(RUN_TIME_OF_LINUX if system == "Linux" else ()))
    files = [(source.name, sources[source.name] / source.licence) for source in sources_for(system)]
    files += [(place.name, place / "LICENSE") for place in sorted((ROOT / "third_party").glob("tree-sitter*"))]
    files += [(name, pathlib.Path("/usr/share/doc", package, "copyright")) for name, package in HEADERS_OF]
    files += [(name, zig.parent / "lib" / path) for name, path in run_time]
    texts = [(name, path.read_text(encoding="utf-8").strip()) for name, path in files]
    boost = re.search(r"^License: BSL-1\.0\n((?: .+\n)+)", BOOST.read_text(encoding="utf-8"), re.M)[1]
    texts.append(("Boost.Multiprecision", re.sub(r"^ \.?", "", boost, flags=re.M).strip()))
    line = "=" * 100
    return "".join(f"{line}\n{name}\n{line}\n\n{text}\n\n" for name, text in texts)
