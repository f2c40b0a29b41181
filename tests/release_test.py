#!/usr/bin/env python3
"""The release files of tools/release: what is in them, and that the program needs nothing beside itself.

  tests/release_test.py FOLDER PROGRAM     the files, and a build of the same sources to compare with

A program for another processor runs under its emulator of tools/release-targets.json; without it those tests are
skipped, and say so.
"""
import hashlib
import http.server
import json
import os
import pathlib
import random
import shutil
import ssl
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

from release_case import ROOT, load_release

RELEASE = load_release()
FILES = sys.modules["release_files"]
FOLDER = pathlib.Path(sys.argv[1]).resolve()
ORDINARY = pathlib.Path(sys.argv[2]).resolve()
MACHINES = {"x86_64": 62, "aarch64": 183}  # e_machine
MACH_MACHINES = {"x86_64": 0x01000007, "aarch64": 0x0100000C}  # CPU_TYPE_X86_64, CPU_TYPE_ARM64
LOADED = {2: "a dynamic section", 3: "an interpreter"}  # types of program headers
COMMANDS = (
    ("--version",),
    ("score", "sample", "--dataset", "sample"),
    ("score", "results", "--dataset", "sample", "--format", "json"),
    ("score", "results/good-model", "--dataset", "sample", "--format", "junit"),
    ("show", "sample", "--dataset", "sample"),
    ("show", "sample", "simple_python_90002", "--dataset", "sample"),
    ("show", "results", "multi_turn_base_90001", "--dataset", "sample"),
    ("compare", "results/bad-model", "results/good-model", "--dataset", "sample"),
    ("doctor", "results", "--dataset", "sample"),
    ("report", "results", "--dataset", "sample", "-o", "report.html"),
    ("dataset", "audit", "results", "--dataset", "sample"),
    ("merge", "--help"),
    ("score", "no-such-folder", "--dataset", "sample"),
)


class Case(unittest.TestCase):
    """The archives, unpacked."""

    def setUp(self):
        self.archives = {target["target"]: FOLDER / FILES.name_of("static", target) for target in FILES.targets()}
        self.archives = {name: path for name, path in self.archives.items() if path.is_file()}
        self.assertTrue(self.archives, f"{FOLDER} has no release files: run tools/release")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, path in self.archives.items():
            with tarfile.open(path) as tar:
                tar.extractall(self.folder / name)

    def program(self, target):
        return self.folder / target / self.archives[target].name.removesuffix(".tar.gz") / "bfclx"


class Archive(Case):
    """What is in the folder, target by target."""

    def test_an_archive_holds_the_program_and_its_papers_and_nothing_of_who_packed_it(self):
        told = json.loads((FOLDER / FILES.LIST).read_text())["date"]
        for path in self.archives.values():
            with tarfile.open(path) as tar:
                members = tar.getmembers()
            name = path.name.removesuffix(".tar.gz")
            self.assertEqual([member.name for member in members],
                             [f"{name}/{file}" for file in ("LICENSE", "LICENSES.txt", "NOTICE", "README.md", "bfclx")])
            for member in members:
                self.assertEqual((member.mtime, member.uid, member.gid, member.uname, member.gname), (told, 0, 0, "", ""))
                self.assertEqual(member.mode, 0o755 if member.name.endswith("/bfclx") else 0o644)

    def test_packed_again_it_has_the_same_bytes(self):
        os.environ["SOURCE_DATE_EPOCH"] = str(json.loads((FOLDER / FILES.LIST).read_text())["date"])
        self.addCleanup(os.environ.pop, "SOURCE_DATE_EPOCH")
        for target in FILES.targets():
            if target["target"] in self.archives:
                program = self.program(target["target"])
                again = RELEASE.pack(program, program.with_name("LICENSES.txt").read_text(), target, self.folder)
                self.assertEqual(again.read_bytes(), self.archives[target["target"]].read_bytes())

    def contents(self, system=None):
        """(target, program's bytes) of each that is in the folder."""
        for target in FILES.targets():
            if target["target"] in self.archives and system in (None, target["system"]):
                yield target, self.program(target["target"]).read_bytes()

    def test_the_program_is_small_and_has_nothing_of_the_machine_that_built_it(self):
        for target, content in self.contents():
            with self.subTest(target=target["target"]):
                self.assertLessEqual(len(content), RELEASE.MOST_BYTES)
                self.assertNotIn(str(ROOT).encode(), content)

    def test_the_program_of_linux_loads_nothing(self):
        for target, content in self.contents("Linux"):
            self.assertEqual(content[:5], b"\x7fELF\x02")
            self.assertEqual(struct.unpack_from("<H", content, 18)[0], MACHINES[target["processor"]])
            start, size, count = struct.unpack_from("<Q", content, 32) + struct.unpack_from("<HH", content, 54)
            for index in range(count):
                kind = struct.unpack_from("<I", content, start + index * size)[0]
                self.assertNotIn(kind, LOADED, f"{target['target']} has {LOADED.get(kind)}")

    def test_the_program_of_macos_loads_the_system_s_library_alone(self):
        for target, content in self.contents("Darwin"):
            with self.subTest(target=target["target"]):
                program = Mach(content)
                self.assertEqual((program.machine, program.kind), (MACH_MACHINES[target["processor"]], Mach.EXECUTE))
                self.assertEqual(program.libraries, ["/usr/lib/libSystem.B.dylib"])
                self.assertEqual(program.minimum, target["minimum"])
                self.assertEqual(program.run_paths, 0, "folders that libraries are looked for in")
                # Apple's processors start nothing without a signature.
                self.assertEqual(program.signature is not None, target["processor"] == "aarch64")
                self.check_signature(program)

    def check_signature(self, program):
        """The sums of its pages, as the system compares them when it reads a page."""
        if program.signature is None:
            return
        start, size = program.signature
        self.assertEqual(start + size, len(program.content))
        magic, _, count = struct.unpack_from(">III", program.content, start)
        self.assertEqual(magic, 0xFADE0CC0)  # CSMAGIC_EMBEDDED_SIGNATURE
        places = dict(struct.unpack_from(">II", program.content, start + 12 + 8 * index) for index in range(count))
        code = start + places[0]  # CSSLOT_CODEDIRECTORY
        self.assertEqual(struct.unpack_from(">I", program.content, code)[0], 0xFADE0C02)
        flags, sums = struct.unpack_from(">II", program.content, code + 12)
        self.assertTrue(flags & 2, "signed by nobody (ad hoc)")
        pages, end = struct.unpack_from(">II", program.content, code + 28)
        of_sum, kind, _, shift = struct.unpack_from(">BBBB", program.content, code + 36)
        self.assertEqual((of_sum, kind, end), (32, 2, start))  # SHA-256, of all that stands before it
        for page in range(pages):
            at = page << shift
            wanted = hashlib.sha256(program.content[at:min(at + (1 << shift), end)]).digest()
            self.assertEqual(program.content[code + sums + 32 * page:][:32], wanted, f"page {page}")


class Mach:
    """What the load commands of a program of macOS say."""

    EXECUTE = 2
    LOADS = (0xC, 0x18 | 1 << 31, 0x1F | 1 << 31, 0x20, 0x23 | 1 << 31)  # LC_LOAD_DYLIB and its kin
    RUN_PATH, SIGNATURE, MINIMUM, BUILD = 0x1C | 1 << 31, 0x1D, 0x24, 0x32

    def __init__(self, content):
        self.content = content
        magic, self.machine, _, self.kind, count = struct.unpack_from("<IIIII", content)
        if magic != 0xFEEDFACF:
            raise ValueError(f"not a 64-bit Mach-O file: {magic:x}")
        self.libraries, self.run_paths, self.signature, self.minimum = [], 0, None, None
        at = 32
        for _ in range(count):
            command, size = struct.unpack_from("<II", content, at)
            if command in self.LOADS:
                name = at + struct.unpack_from("<I", content, at + 8)[0]
                self.libraries.append(content[name:at + size].split(b"\0", 1)[0].decode())
            elif command == self.RUN_PATH:
                self.run_paths += 1
            elif command == self.SIGNATURE:
                self.signature = struct.unpack_from("<II", content, at + 8)
            elif command in (self.MINIMUM, self.BUILD):
                word = struct.unpack_from("<I", content, at + (8 if command == self.MINIMUM else 12))[0]
                self.minimum = f"{word >> 16}.{word >> 8 & 255}"
            at += size


class EmptyRoot(Case):
    """The program in a root folder that holds it, results and nothing else but random bytes."""

    def roots(self):
        for target in FILES.targets():
            name = target["target"]
            if name not in self.archives:
                continue
            if not FILES.runs_here(target) and "emulator" not in target:
                print(f"SKIPPED: {name} does not run here", file=sys.stderr)
                continue
            root = self.folder / "root" / name
            root.mkdir(parents=True)
            shutil.copytree(ROOT / "tools/sample/results", root / "results")
            shutil.copy(self.program(name), root / "bfclx")
            (root / "dev").mkdir()
            (root / "dev/urandom").write_bytes(random.randbytes(1 << 20))  # what asks servers reads it
            command = ["/bfclx"]
            if not FILES.runs_here(target):
                emulator = shutil.which(target["emulator"])
                if emulator is None:
                    print(f"SKIPPED: {name} does not run here without {target['emulator']}", file=sys.stderr)
                    continue
                shutil.copy(emulator, root / "emulator")
                command = ["/emulator", "/bfclx"]
            yield name, root, command

    def run_in(self, root, command, arguments, **environment):
        inside = ["/usr/sbin/chroot", root]
        if os.geteuid() != 0:
            inside = ["/usr/bin/unshare", "--map-root-user", *inside]
        return subprocess.run([*inside, *command, *arguments], env=environment, capture_output=True, timeout=300,
                              check=False)

    def test_it_says_what_the_ordinary_build_says(self):
        plain = self.folder / "plain"
        plain.mkdir()
        shutil.copytree(ROOT / "tools/sample/results", plain / "results")
        roots = list(self.roots())
        for arguments in COMMANDS:
            wanted = subprocess.run([ORDINARY, *arguments], cwd=plain, env={}, capture_output=True, timeout=300,
                                    check=False)
            for name, root, command in roots:
                with self.subTest(target=name, arguments=arguments):
                    got = self.run_in(root, command, arguments)
                    self.assertEqual(got.returncode, wanted.returncode, got.stderr)
                    self.assertEqual(got.stdout, wanted.stdout)
                    self.assertEqual(got.stderr, wanted.stderr)
                    if "-o" in arguments:
                        self.assertEqual((root / arguments[-1]).read_bytes(), (plain / arguments[-1]).read_bytes())

    def generates(self, base_url, certificate=None):
        """Each program asks that server."""
        for name, root, command in self.roots():
            with self.subTest(target=name):
                environment = {}
                if certificate is not None:
                    shutil.copy(certificate, root / "certificate")
                    environment["SSL_CERT_FILE"] = "/certificate"
                got = self.run_in(root, command, ("generate", "--model", "m", "--base-url", base_url, "--mode", "prompt",
                                                  "--api", "chat", "--test-category", "simple_python", "--dataset",
                                                  "sample", "--result-dir", "made", "--concurrency", "4"), **environment)
                self.assertEqual(got.returncode, 0, got.stderr.decode())
                made = "".join(path.read_text() for path in (root / "made").rglob("*simple_python_result.json"))
                self.assertIn("[f(a=1)]", made)

    def test_it_asks_a_server(self):
        with Server() as server:
            self.generates(f"http://127.0.0.1:{server.server_port}/v1")

    def test_it_asks_a_server_over_tls(self):
        if shutil.which("openssl") is None:
            self.skipTest("openssl is missing")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem"],
                       cwd=self.folder, check=True, capture_output=True)
        with Server() as server:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.folder / "certificate.pem", self.folder / "key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            self.generates(f"https://localhost:{server.server_port}/v1", self.folder / "certificate.pem")


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": "[f(a=1)]"},
                                        "finish_reason": "stop"}], "usage": {}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Of a model that says the same to everyone."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
