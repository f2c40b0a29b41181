"""`bfclx` on archives of result folders, on files that hold no responses, and on small compressed files that
unpack to much. Run by ctest as `archives_test.py PROGRAM [Class]`."""

import gzip
import io
import json
import shutil
import tarfile
import warnings
import zipfile

from cli_case import GOOD, ROOT, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

MODELS = ("good-model", "second-model")
NAME = "BFCL_v4_simple_python_result.json"


def tar_of(path, mode, kind=tarfile.PAX_FORMAT, below="results"):
    with tarfile.open(path, mode, format=kind) as made:
        for model in MODELS:
            made.add(GOOD, f"{below}/{model}")
    return path


def add(made, name, data=b"", **fields):
    member = tarfile.TarInfo(name)
    member.size = len(data)
    for field, value in fields.items():
        setattr(member, field, value)
    made.addfile(member, io.BytesIO(data))


def archive_of(kind, members):
    """An archive of tests/data/archive_messages.json."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") if kind == "tar" else zipfile.ZipFile(made, "w") as archive:
        for member in members:
            for _ in range(member.get("copies", 1)):
                (add_to_tar if kind == "tar" else add_to_zip)(archive, **member)
    data = made.getvalue()
    if members[-1].get("wrong") == "truncated":
        data = data[:data.rindex(SIMPLE.read_bytes()) + 100]
    return data


def content_of(name, holds=()):
    """Result lines, packed as `holds` says, the outermost first."""
    if "broken" in holds:
        return b"\x1f\x8bno gzip"
    content = SIMPLE.read_bytes() if holds or name.endswith(".json") else b""
    for kind in reversed(holds):
        content = gzip.compress(content) if kind == "gzip" else archive_of(kind, [{"name": f"m/{NAME}"}])
    return content


def add_to_tar(archive, name, link=False, wrong=None, copies=1, holds=()):
    if link:
        return add(archive, name, type=tarfile.SYMTYPE, linkname="/etc/passwd")
    if wrong == "header":
        archive.fileobj.write(b"x" * 512)
    add(archive, name, content_of(name, holds))


def add_to_zip(archive, name, link=False, wrong=None, copies=1, holds=()):
    member = zipfile.ZipInfo(name)
    member.create_system, member.external_attr = 3, (0o120777 if link else 0o100644) << 16
    with warnings.catch_warnings(action="ignore"):
        archive.writestr(member, content_of(name, holds))
    # The directory is written last.
    member.CRC ^= wrong == "crc"
    member.flag_bits |= wrong == "encrypted"
    if wrong == "method":
        member.compress_type = 19


class Archives(Case):
    def numbers(self, *arguments, code=0):
        models = self.check_json(*arguments, code=code)["models"]
        return [(model["model"], model["categories"]) for model in models]

    def test_are_read_as_folders(self):
        for model in MODELS:
            shutil.copytree(GOOD, self.folder / "runs" / model)
        folder = self.numbers(self.folder / "runs")
        self.assertEqual(len(folder), 2)
        long_name = "d" * 120 + "/" + "e" * 120
        paths = [tar_of(self.folder / "runs.tar", "w"), tar_of(self.folder / "runs.tar.gz", "w:gz"),
                 tar_of(self.folder / "runs.tgz", "w:gz", tarfile.USTAR_FORMAT),
                 tar_of(self.folder / "gnu.tar", "w", tarfile.GNU_FORMAT, long_name),
                 tar_of(self.folder / "pax.tar.gz", "w:gz", tarfile.PAX_FORMAT, long_name),
                 self.folder / "runs.zip", self.folder / "called.otherwise"]
        with zipfile.ZipFile(paths[-2], "w", zipfile.ZIP_DEFLATED) as made:
            for path in sorted((self.folder / "runs").rglob("*.json")):
                made.write(path, path.relative_to(self.folder))
        paths[-1].write_bytes(paths[1].read_bytes())
        for path in paths:
            with self.subTest(path.name):
                self.assertEqual(self.numbers(path), folder)
                self.assertEqual(self.err, "")

    def test_archives_inside_are_named(self):
        with zipfile.ZipFile(self.folder / "inner.zip", "w") as made:
            made.write(SIMPLE, f"m/{NAME}")
        for results in (False, True):
            with zipfile.ZipFile(self.folder / "outer.zip", "w") as made:
                made.write(self.folder / "inner.zip", "runs/inner.zip")
                if results:
                    made.write(SIMPLE, f"n/{NAME}")
            with tarfile.open(self.folder / "outer.tar", "w") as made:
                made.add(self.folder / "inner.zip", "runs/inner.zip")
                if results:
                    made.add(SIMPLE, f"n/{NAME}")
            for name in ("outer.zip", "outer.tar"):
                self.check(self.folder / name, code=1)
                self.assertIn(f"{name}: skipped archives inside it; unpack them first: runs/inner.zip",
                              self.err.replace("\n", " "))
                self.assertEqual("90000" in self.out or "simple_python" in self.out, results)

    def test_what_is_lost_is_said_as_on_the_site(self):
        for case in json.loads((ROOT / "tests" / "data" / "archive_messages.json").read_text()):
            for kind in case["kinds"]:
                with self.subTest(case["case"], kind=kind):
                    path = self.write(f"runs.{kind}", archive_of(kind, case["members"]))
                    refused = case.get("refused", {})
                    models = self.check_json(path, code=int(bool(case["messages"] or refused)))["models"]
                    self.assertEqual({model["model"] for model in models},
                                     {name.split("/")[0] for name in [*case["used"], *refused]})
                    said = [line.partition(f"runs.{kind}: ")[2] for line in self.err.splitlines()]
                    self.assertEqual([line for line in said if line], case["messages"])
                    for name, reason in refused.items():
                        self.assertIn(f"runs.{kind}/{name}: {reason}\n", self.err)

    def test_a_member_is_named(self):
        path = self.folder / "runs.tar.gz"
        with tarfile.open(path, "w:gz") as made:
            add(made, f"m/{NAME}", SIMPLE.read_bytes() + b"no JSON\n")
        self.check(path, code=1)
        self.assertIn(f"runs.tar.gz/m/{NAME}:{SIMPLE_ENTRIES + 1}: not JSON", self.err)

    def test_files_at_the_root_are_of_the_archive(self):
        path = self.folder / "my-model.tar.gz"
        with tarfile.open(path, "w:gz") as made:
            add(made, NAME, SIMPLE.read_bytes())
            add(made, "live/BFCL_v4_live_simple_result.json.gz",
                gzip.compress((GOOD / "live" / "BFCL_v4_live_simple_result.json").read_bytes()))
        report = self.check_json(path)
        self.assertEqual([model["model"] for model in report["models"]], ["my-model"])
        self.assertEqual(len(report["models"][0]["categories"]), 2)

    def test_names_that_lead_elsewhere_and_links(self):
        path = self.folder / "runs.tar"
        with tarfile.open(path, "w") as made:
            add(made, f"m/{NAME}", SIMPLE.read_bytes())
            add(made, f"../{NAME}", SIMPLE.read_bytes())
            add(made, f"/tmp/{NAME}", SIMPLE.read_bytes())
            add(made, f"x/../../{NAME}", SIMPLE.read_bytes())
            add(made, f"l/{NAME}", type=tarfile.SYMTYPE, linkname="/etc/passwd")
            add(made, f"h/{NAME}", type=tarfile.LNKTYPE, linkname=f"m/{NAME}")
            add(made, f"d/{NAME}", type=tarfile.CHRTYPE)
            add(made, "m/._" + NAME, b"of another system")
        report = self.check_json(path, code=1)
        self.assertEqual([model["model"] for model in report["models"]], ["m"])
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)
        self.assertIn(f"names that lead out of the archive: ../{NAME}, /tmp/{NAME}, x/../../{NAME}\n",
                      self.err)
        self.assertIn(f"skipped links and special files: l/{NAME}, h/{NAME}, d/{NAME}\n", self.err)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["runs.tar"])

    def test_names_parted_by_backslashes(self):
        path = self.folder / "runs.zip"
        with zipfile.ZipFile(path, "w") as made:
            for model in MODELS:
                made.writestr(f"results\\{model}\\non_live\\{NAME}", SIMPLE.read_bytes())
        self.assertEqual([name for name, _ in self.numbers(path)], list(MODELS))
        with zipfile.ZipFile(path, "a") as made:
            for name in (f"..\\{NAME}", f"m\\..\\..\\{NAME}", f"\\{NAME}"):
                made.writestr(name, SIMPLE.read_bytes())
        self.assertEqual([name for name, _ in self.numbers(path, code=1)], list(MODELS))
        self.assertIn(f"names that lead out of the archive: ../{NAME}, m/../../{NAME}, /{NAME}\n",
                      self.err)

    def test_links_in_a_zip_are_no_responses(self):
        path = self.folder / "runs.zip"
        link = zipfile.ZipInfo("m/live/BFCL_v4_live_simple_result.json")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        with zipfile.ZipFile(path, "w") as made:
            made.writestr(f"m/{NAME}", SIMPLE.read_bytes())
            made.writestr(link, "/etc/passwd")
        self.check(path, code=1)
        self.assertIn("skipped links and special files: m/live/BFCL_v4_live_simple", self.err)
        self.assertNotIn("neither JSON", self.err)

    def test_the_last_of_a_name_counts(self):
        path = self.folder / "runs.tar"
        with tarfile.open(path, "w") as made:
            add(made, f"m/{NAME}", b"")
            add(made, f"./m/{NAME}", SIMPLE.read_bytes())
        report = self.check_json(path, code=1)
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)
        self.assertIn(f"duplicate member m/{NAME}; the last one is used", self.err)

    def test_a_copy_that_cannot_be_read(self):
        for bad in (0, 1):
            path = self.folder / f"runs{bad}.zip"
            with zipfile.ZipFile(path, "w") as made:
                for _ in range(2):
                    with warnings.catch_warnings(action="ignore"):
                        made.writestr(f"m/{NAME}", SIMPLE.read_bytes())
            data = bytearray(path.read_bytes())
            first, second = (data.find(SIMPLE.read_bytes()[:40], at) for at in (0, len(data) // 2 - 200))
            data[(first, second)[bad] + 5] ^= 1
            path.write_bytes(data)
            report = self.check_json(path, code=1)
            self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)
            said = "it is skipped; the earlier copy is used" if bad else "; the last one is used"
            self.assertIn(said, self.err)

    def test_many_problems_are_counted(self):
        path = self.folder / "runs.zip"
        with zipfile.ZipFile(path, "w") as made:
            for number in range(46):
                with warnings.catch_warnings(action="ignore"):
                    made.writestr(f"m{number // 2}/{NAME}", SIMPLE.read_bytes())
        self.check_json(path, code=1)
        self.assertEqual(self.err.count("duplicate member"), 20)
        self.assertIn("runs.zip: 3 more problems", self.err)

    def test_damage(self):
        path = tar_of(self.folder / "runs.tar", "w")
        whole = path.read_bytes()
        with tarfile.open(path) as made:
            middle = made.getmembers()[-5].offset
        packed = tar_of(self.folder / "runs.tar.gz", "w:gz").read_bytes()
        for data, said in ((whole[:middle + 700], ": truncated tar archive; its readable part is used"),
                           (whole[:middle] + b"x" * 512 + whole[middle + 512:], ": malformed tar archive"),
                           (packed[:len(packed) * 3 // 4], "truncated")):
            path = self.write("broken.tar", data)
            report = self.check_json(path, code=1)
            self.assertIn(said, self.err)
            self.assertIn("broken.tar: ", self.err)
            self.assertGreater(len(report["models"]), 0)

    def test_a_first_header_that_is_damaged(self):
        for mode, name in (("w", "runs.tar"), ("w:gz", "runs.tar.gz")):
            whole = bytearray((gzip.decompress if mode == "w:gz" else bytes)(
                tar_of(self.folder / name, mode).read_bytes()))
            whole[148:154] = b"077777"
            path = self.write(name, gzip.compress(bytes(whole)) if mode == "w:gz" else bytes(whole))
            self.check(path, code=1)
            self.assertIn("the file is a malformed tar archive; its first header is malformed", self.err)
            self.assertNotIn("unpack", self.err)

    def test_without_result_files(self):
        path = self.folder / "notes.tar.gz"
        with tarfile.open(path, "w:gz") as made:
            add(made, "notes.txt", b"x")
        self.check(path, code=2)
        self.assertIn("notes.tar.gz: the archive has no *_result.json files", self.err)

    def test_other_commands(self):
        path = tar_of(self.folder / "runs.tar.gz", "w:gz")
        for command in (("doctor", path), ("compare", path), ("report", path, "-o", "-"),
                        ("show", path, "simple_python_90001")):
            with self.subTest(command[0]):
                self.run_program(*command, "--dataset", SAMPLE, code=None)
                self.assertIn(self.status, (0, 1), self.err)
                self.assertNotIn("not JSON", self.err)
        self.check(path, "--verdicts", path, code=2)
        self.assertIn("would overwrite an input", self.err)

    def test_standard_input(self):
        path = tar_of(self.folder / "runs.tar.gz", "w:gz")
        self.check("-", code=1, stdin=path.read_bytes())
        self.assertIn("standard input: the file is a tar archive; unpack it first", self.err)


class Refused(Case):
    """What holds no responses is named in one sentence, with what to pass instead."""

    def test_files(self):
        document = io.BytesIO()
        with zipfile.ZipFile(document, "w") as made:
            made.writestr("[Content_Types].xml", "<Types/>")
        for name, data, said in (
            ("t.parquet", b"PAR1\x15\x04\x00", "is Parquet; export it as JSON lines"),
            ("p.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is a PNG image; pass the model's responses"),
            ("p.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "is a JPEG image"),
            ("d.pdf", b"%PDF-1.7\n%\xe2\xe3\n", "is a PDF document"),
            ("d.docx", document.getvalue(), "is an Office document"),
            ("d.sqlite", b"SQLite format 3\0" + b"\0" * 84, "is an SQLite database"),
            ("t.csv", b'id,result\nsimple_python_90000,"[f(x=1)]"\n', "is CSV; export it as JSON lines"),
            ("t.yaml", b"- id: simple_python_90000\n  result: x\n", "is YAML; export it as JSON lines"),
            ("a.xz", b"\xfd7zXZ\0\0\x04", "is compressed with xz; unpack it first"),
            ("a.zst", b"\x28\xb5\x2f\xfd\x04\0", "is compressed with Zstandard; unpack it first"),
            ("a.bz2", b"BZh91AY&SY", "is compressed with bzip2; unpack it first"),
            ("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04", "is a 7z archive; unpack it first"),
            ("empty.json", b"", "is empty; pass responses as JSON lines or text"),
            ("u.json", '{"id": "simple_python_90000"}'.encode("utf-16"), "is UTF-16; save it as UTF-8"),
            ("v.json", '{"id": "simple_python_90000"}'.encode("utf-16-le"), "is UTF-16; save it as UTF-8"),
            ("p.html", b"<!DOCTYPE html>\n<html></html>\n", "is an HTML page; download the raw file"),
            ("l.json", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
             "is a Git LFS pointer, not the data; run `git lfs pull`"),
        ):
            with self.subTest(name):
                path = self.write(name, data)
                self.check(path, code=1)
                lines = [line for line in self.err.splitlines() if name in line]
                self.assertEqual(len(lines), 1, self.err)
                # Kinds of text are told by their first line, others have no lines.
                line = ":1" if name in ("t.csv", "t.yaml", "p.html", "l.json") else ""
                self.assertIn(f"{name}{line}: the file {said}", lines[0])
                # As a result file of a folder too.
                self.write(f"m/{NAME}", data)
                self.check(self.folder / "m", code=1)
                self.assertIn(f"{NAME}{line}: the file {said}", self.err)

    def test_evaluate_without_files(self):
        (self.folder / "result" / "bad-model").mkdir(parents=True)
        self.run_program("evaluate", "--dataset", SAMPLE, code=1)
        self.assertIn("result holds no result files for the selected models and categories", self.err)
        self.write("result/bad-model/answers.json", SIMPLE.read_bytes())
        self.run_program("evaluate", "--dataset", SAMPLE, code=1)


class Bounded(Case):
    """What unpacks to much for its size is refused; the plain file is not."""

    def test_what_unpacks_to_much(self):
        line = b'{"id": "simple_python_90000", "result": "' + b"a" * (66 << 20) + b'"}\n'
        path = self.write(f"m/{NAME}.gz", gzip.compress(line))
        self.check(path, code=1)
        self.assertIn("unpacks to more than 48 MiB, over 50 times its size; if you trust it, unpack it and "
                      "pass the plain files", self.err)
        self.check(self.write(f"m/{NAME}", line))

    def test_more_files_than_its_size_can_hold(self):
        path = self.folder / "many.tgz"
        with tarfile.open(path, "w:gz") as made:
            for number in range(7000):
                add(made, f"m{number}/{NAME}", b'{"id": "simple_python_90000", "result": ""}\n')
        self.check(path, code=1)
        self.assertIn("holds too many files for its size", self.err)
        self.assertNotIn("no responses in the selected categories", self.err)

    def test_many_small_files(self):
        """5,000 runs of one response each, packed to 100 KB."""
        path = self.folder / "many.tgz"
        with tarfile.open(path, "w:gz") as made:
            for number in range(5000):
                add(made, f"m{number}/{NAME}", b'{"id": "simple_python_90000", "result": ""}\n')
        self.assertEqual(len(self.check_json(path, code=None)["models"]), 5000)
        self.assertEqual(self.status, 0)

    def test_lists_of_nothing(self):
        line = b'{"id": "simple_python_90000", "result": [' + b"[]," * 3_000_000 + b"[]]}\n"
        self.check(self.write(f"m/{NAME}.gz", gzip.compress(line)), code=1)
        self.assertIn("unpacks to too many JSON values for its size", self.err)
        self.check(self.write(f"m/{NAME}", line))

    def test_logs_and_archives(self):
        zeros = b" " * (66 << 20)
        for name, member in (("m.eval", "samples/a_epoch_1.json"), ("m.zip", f"m/{NAME}")):
            path = self.folder / name
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
                made.writestr(member, zeros)
            self.check(path, code=1)
            self.assertIn(f"{name}: unpacks to more than 48 MiB, over 50 times its size", self.err)
        path = self.folder / "m.tar.gz"
        with tarfile.open(path, "w:gz") as made:
            add(made, f"m/{NAME}", zeros)
        self.check(path, code=1)
        self.assertIn("m.tar.gz: unpacks to more than 48 MiB, over 50 times its size", self.err)

    def test_files_in_an_archive_share_what_it_may_become(self):
        path = self.folder / "m.tar.gz"
        with tarfile.open(path, "w:gz") as made:
            for number in range(3):
                add(made, f"m{number}/{NAME}.gz", gzip.compress(b" " * (30 << 20)))
        self.check(path, code=1)
        self.assertIn("m.tar.gz: unpacks to more than 48 MiB", self.err)

    def test_a_run_that_loops(self):
        """200 responses of 64 KiB that repeat themselves, packed to a five-hundredth."""
        line = json.dumps({"id": "simple_python_90000", "result": "[f(x=1" + ", and so on" * 5_900})
        path = self.write(f"m/{NAME}.gz", gzip.compress((line + "\n").encode() * 200))
        self.check(path)
        self.assertNotIn("unpacks", self.err)

    def test_dropped_responses_are_unusable(self):
        line = json.dumps({"id": "simple_python_90000", "result": "a" * (1 << 20)}) + "\n"
        path = self.write(f"m/{NAME}.gz", gzip.compress(line.encode() * 40))
        (model,) = self.check_json(path, "--decoder", "prompting", code=1)["models"]
        self.assertIn("the remaining responses are skipped: they exceed the budget for compressed files", self.err)
        lines = model["lines"]
        self.assertEqual(lines["total"], 40)
        self.assertEqual(lines["used"] + lines["unusable"] + lines["skipped"], 40)
        self.assertEqual((lines["used"], lines["skipped"]), (1, model["categories"][0]["duplicates"]))
        self.assertGreater(lines["unusable"], 10)

    def test_many_tiny_responses_have_a_price_each(self):
        """570,000 of them, packed to 110 KB."""
        line = b'{"id": "simple_python_90000", "result": ""}\n'
        path = self.write(f"m/{NAME}.gz", gzip.compress(line * 570_000))
        (model,) = self.check_json(path, "--decoder", "prompting", code=1)["models"]
        self.assertIn("the remaining responses are skipped: they exceed the budget for compressed files", self.err)
        self.assertLess(model["categories"][0]["duplicates"], 250_000)

    def test_files_of_a_command_share_what_is_more_than_their_sizes_allow(self):
        line = json.dumps({"id": "simple_python_90000", "result": "a" * (20 << 20)}) + "\n"
        data = gzip.compress(line.encode())
        paths = [self.write(f"m{number}/{NAME}.gz", data) for number in range(5)]
        self.check(*paths, "--jobs", "1", code=1)
        self.assertEqual(self.err.count("exceeds the unpacking budget that all compressed files of this command share"), 3)
        for path in paths:
            self.check(path)
        for path in paths[1:]:
            path.unlink()
        self.check(paths[0])
        self.run_program("doctor", paths[0], "--dataset", SAMPLE, code=None)  # which reads it twice
        self.assertNotIn("unpacks", self.out + self.err)

    def test_a_long_id_is_in_no_message(self):
        data = gzip.compress(b'{"id":"' + b"a" * 40_000_000 + b'","result":"x"}\n')
        for number in range(10):
            self.write(f"d/m{number}/{NAME}.gz", data)
        for command in ("score", "doctor"):
            self.run_program(command, self.folder / "d", "--dataset", SAMPLE, code=None)
            self.assertLess(len(self.out) + len(self.err), 20_000)
            self.assertIn('"id" has 40,000,000 bytes; at most 1,000 are allowed', self.err)

    def test_honest_files(self):
        lines = b"".join(
            json.dumps({"id": "simple_python_90000", "result": f"[f(x={i * 7919}, text='{i ** 3}')]"}).encode() + b"\n"
            for i in range(100_000))
        path = self.write(f"m/{NAME}.gz", gzip.compress(lines))
        self.check(path, code=None)
        self.assertNotIn("unpacks", self.err)


if __name__ == "__main__":
    main()
