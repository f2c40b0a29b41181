"""Credentials that come from elsewhere: a program that a profile of AWS names, and tokens of another identity
provider that Google Cloud exchanges.

    python3 tests/cli/generate_federation_test.py build/release/tools/bfclx [Suite]
"""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import time
from urllib.parse import parse_qs

from cli_case import PROGRAM, main
from identity_case import SECRET, IdentityCase, token
from scripted_server import Response, ScriptedServer


class CredentialProcess(IdentityCase):
    def program(self, code):
        """A program that runs `code`, and its path with a space."""
        path = self.home / "my tools" / "get-keys"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{code}\n")
        path.chmod(0o755)
        return path

    def bedrock(self, code, *arguments, server, status=0, setting=None, profile="tool"):
        path = self.program(code)
        setting = setting or f"\"{path}\" --user 'a b' $(touch {self.home}/shell)"
        self.put(".aws/config", f"[profile tool]\ncredential_process = {setting}\n"
                                "[profile role]\nrole_arn = arn:aws:iam::1:role/R\nsource_profile = tool\n"
                                "[profile other]\nregion = x\n")
        self.provider("bedrock", "-o", "--retries", 0, *arguments, server=server, code=status,
                      env={"AWS_PROFILE": profile})

    def keys(self, **more):
        return f"print(json.dumps({dict(Version=1, AccessKeyId='AKID-C', SecretAccessKey=SECRET, **more)!r}, indent=1))"

    def test_its_keys_sign_requests_and_no_shell_runs_it(self):
        ends = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        seen = self.home / "seen.json"
        code = (f"json.dump([sys.argv[1:], sys.stdin.read()], open({str(seen)!r}, 'w'))\n"
                + self.keys(SessionToken="session-90040", Expiration=ends))
        with ScriptedServer(lambda seen: {}) as server:
            self.bedrock(code, server=server, status=None)
            headers = self.asked(server)[-1].headers
            self.assertIn("Credential=AKID-C/", headers["authorization"])
            self.assertEqual(headers["x-amz-security-token"], "session-90040")
            arguments, stdin = json.loads(seen.read_text())
            self.assertEqual(arguments, ["--user", "a b", "$(touch", f"{self.home}/shell)"])
            self.assertEqual(stdin, "")
            self.assertFalse((self.home / "shell").exists())
            # Nothing runs where no request is sent, or the profile is not in use.
            seen.unlink()
            self.bedrock(code, "--dry-run", server=server)
            self.bedrock(code, server=server, profile="other", status=2)
            self.assertIn("no AWS keys", self.err)
            self.assertFalse(seen.exists())
        (self.home / "my tools/get-keys").unlink()
        self.is_nowhere(SECRET)

    def test_a_refusal_of_batches_comes_before_the_keys(self):
        seen = self.home / "seen"
        registry = self.write("models.json", json.dumps({"models": {"nova-9-FC": {
            "model_name": "nova-9", "display_name": "Nova", "url": "", "org": "", "license": "",
            "handler": "NovaHandler", "is_fc_model": True, "underscore_to_dot": True}}}))
        path = self.program(f"open({str(seen)!r}, 'w')\n{self.keys()}")
        config = self.put("config", f"[profile tool]\ncredential_process = \"{path}\"\nregion = eu-west-1\n")
        self.generate("--models", registry, "--batch", model="nova-9-FC", category="simple_python", code=2,
                      env={"AWS_PROFILE": "tool", "AWS_CONFIG_FILE": str(config), "HOME": str(self.home)})
        self.assertIn("--batch supports the batch APIs of ", self.err)
        self.assertFalse(seen.exists())

    def test_a_role_is_assumed_with_its_keys(self):
        ends = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        self.stand_in(lambda seen: Response(
            f"<R><AccessKeyId>AKID-R</AccessKeyId><SecretAccessKey>{SECRET}3</SecretAccessKey>"
            f"<SessionToken>session-90030</SessionToken><Expiration>{ends}</Expiration></R>"))
        with ScriptedServer(lambda seen: {}) as server:
            self.bedrock(self.keys(), server=server, status=None, profile="role")
            self.assertIn("Credential=AKID-C/", self.identity.seen[0].headers["authorization"])
            self.assertIn("Credential=AKID-R/", self.asked(server)[-1].headers["authorization"])

    def test_a_program_that_leaves_another_one_and_no_end_of_the_line(self):
        code = ("import subprocess\nsubprocess.Popen(['sleep', '60'])\n"
                f"print(json.dumps({dict(Version=1, AccessKeyId='AKID-C', SecretAccessKey=SECRET)!r}), end='')")
        with ScriptedServer(lambda seen: {}) as server:
            self.bedrock(code, server=server, status=None)
            self.assertIn("Credential=AKID-C/", self.asked(server)[-1].headers["authorization"])

    def renewing(self, seen, action, life):
        """Keys that end soon. The second time `action` comes first."""
        return (f"if os.path.exists({str(seen)!r}):\n    open({str(seen)!r}, 'a').write(' again')\n"
                f"    {action}\n"
                f"open({str(seen)!r}, 'a').write('once')\n"
                f"ends = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + {life}))\n"
                f"print(json.dumps(dict(Version=1, AccessKeyId='AKID-C', SecretAccessKey={SECRET!r}, Expiration=ends)))")

    def test_responses_are_read_while_it_runs(self):
        seen, go = self.home / "seen", self.home / "go"
        # The second time it waits for four results. The fifth response waits for it.
        wait = (f"while not os.path.exists({str(self.path())!r}) or len(open({str(self.path())!r}).readlines()) < 4:"
                f" time.sleep(0.01)\n    open({str(go)!r}, 'w')")

        numbers = itertools.count(1)

        def wait_until(done):
            end = time.monotonic() + 60
            while not done() and time.monotonic() < end:
                time.sleep(0.01)

        def script(request):
            if request.method == "POST":
                last = next(numbers) == 5
                wait_until(lambda: seen.exists() and "again" in seen.read_text())
                if last:
                    wait_until(go.exists)
            return {}
        with ScriptedServer(script) as server:
            self.bedrock(self.renewing(seen, wait, 12), "--concurrency", 5, server=server, status=None)
            self.assertEqual(len(self.asked(server)), 5)
        self.assertTrue(go.exists(), self.err)
        self.assertNotIn("cannot be renewed", self.err)

    def test_an_interrupt_while_it_runs_stops_the_run_as_ever(self):
        seen = self.home / "seen"
        # The keys end while the second to fifth entries are asked one after the other.
        pid = self.home / "pid"
        code = self.renewing(seen, f"open({str(pid)!r}, 'w').write(str(os.getpid()));"
                                   " os.kill(os.getppid(), 2); time.sleep(300)", 7)
        began = time.monotonic()
        with ScriptedServer(lambda seen: time.sleep(2) or {}) as server:
            self.bedrock(code, "--concurrency", 1, server=server, status=None)
        self.assertLess(time.monotonic() - began, 120, "it waited for the program")
        self.assertNotIn("took longer", self.err)
        self.assertTrue(seen.read_text().endswith(" again"), self.out + self.err)
        self.assertIn("stopping: no new requests", self.err)
        self.assertEqual(self.status, 1)
        self.assertTrue(self.is_gone(int(pid.read_text())))

    @staticmethod
    def is_gone(process):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    def test_it_ends_with_the_run_before_the_summary_is_printed(self):
        seen, pid = self.home / "seen", self.home / "pid"
        wait = f"open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(300)"
        read, write = os.pipe()
        os.set_blocking(write, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(write, b"x" * 512)
        os.set_blocking(write, True)

        def run(*arguments, env, **_):
            """Its standard output is full, so that it waits before it prints the summary."""
            process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=write,
                                       stderr=subprocess.DEVNULL, env={**os.environ, **env})
            os.close(write)
            try:
                self.wait_for(lambda: self.path("bfclx_manifest.json").exists() and self.manifest()["run"])
                self.assertTrue(pid.exists())
                self.wait_for(lambda: self.is_gone(int(pid.read_text())))
                self.assertIsNone(process.poll())
                with open(read, "rb") as pipe:
                    pipe.read()
                process.wait(60)
            finally:
                process.kill()
                process.wait()

        def script(request):
            if request.method == "POST":  # the last responses come while the keys are renewed
                self.wait_for(lambda: pid.exists() and pid.read_text())
            return {}
        self.run_program = run
        with ScriptedServer(script) as server:
            self.bedrock(self.renewing(seen, wait, 8), "--concurrency", 5, server=server)

    def test_what_goes_wrong_names_the_profile(self):
        secret = f"print({SECRET!r})"
        with ScriptedServer(lambda seen: {}) as server:
            for code, setting, says in (
                    (f"{secret}\nsys.exit('line one\\nthe login has expired: run login')", None,
                     "the program ended with exit code 1: the login has expired: run login"),
                    (secret, None, "the output is not a JSON object"),
                    (f"print(json.dumps(dict(AccessKeyId={SECRET!r})))", None, "the output has no \"Version\": 1"),
                    (self.keys(Expiration="2020-01-01T00:00:00Z"), None, "the keys have already expired"),
                    ("print('x' * 1000000)", None, "the program wrote more than 256 KiB"),
                    # It ends because of what it wrote: nothing of the two megabytes is shown.
                    ("while True: print('{}')", None, "credential_process of profile tool: "),
                    (f"sys.exit(json.dumps(dict(SecretAccessKey={SECRET!r})))", None,
                     "the program ended with exit code 1\n"),
                    ("os.kill(os.getpid(), 9)", None, "the program was ended by signal 9"),
                    ("", "/none/such --x", "the program cannot be started: /none/such: No such file"),
                    ("", "'/none/such", "credential_process has a quote that is not closed")):
                with self.subTest(code=code, setting=setting):
                    self.bedrock(code, server=server, status=2, setting=setting)
                    self.assertIn("profile tool", self.err)
                    self.assertIn(says, self.err)
                    self.assertNotIn(SECRET, self.out + self.err)
            self.assertEqual(self.asked(server), [])


class Federation(IdentityCase):
    def vertex(self, source, server, *, code=0, **more):
        self.put("federation.json", {
            "type": "external_account", "audience": "//iam.googleapis.com/pool", "credential_source": source,
            "subject_token_type": "urn:ietf:params:oauth:token-type:jwt", "quota_project_id": "q",
            "token_url": "https://sts.googleapis.com/v1/token", **more})
        self.provider("vertex", "-o", server=server, code=code, env={
            "GOOGLE_APPLICATION_CREDENTIALS": str(self.home / "federation.json"), "GOOGLE_CLOUD_PROJECT": "p"})

    def test_a_token_in_a_file(self):
        self.put("token", SECRET + "\n")
        self.stand_in(lambda seen: token(1))
        with ScriptedServer() as server:
            self.vertex({"file": str(self.home / "token")}, server)
            seen = self.asked(server)[-1]
            self.assertEqual(seen.headers["authorization"], "Bearer token-90010-abcdef-1")
            self.assertEqual(seen.headers["x-goog-user-project"], "q")
            (asked,) = self.identity.seen
            self.assertEqual(asked.path, "/sts.googleapis.com/v1/token")
            self.assertEqual(parse_qs(asked.body.decode())["subject_token"], [SECRET])
            count = len(server.seen)
            self.identity.script = lambda seen: Response(
                {"error": "invalid_grant", "error_description": f"{SECRET} is stale"}, status=400)
            self.vertex({"file": str(self.home / "token")}, server, code=2)
            self.assertIn("status 400, invalid_grant: [key] is stale. Check `audience`", self.err)
            self.vertex({"file": str(self.home / "none")}, server, code=2)
            self.assertIn("none: ", self.err)
            self.vertex({"executable": {"command": "/bin/true"}}, server, code=2)
            self.assertIn("federation.json: credential_source with `executable` is unsupported", self.err)
            self.assertEqual(len(server.seen), count)
        os.unlink(self.home / "token")
        self.is_nowhere(SECRET)

    def test_a_token_behind_an_address_for_a_service_account(self):
        ends = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))

        def script(seen):
            if seen.path.startswith("/169.254.169.254/"):
                return {"id": SECRET}
            if seen.path.startswith("/sts."):
                return {**token(1), "access_token": SECRET + "2"}
            return {"accessToken": "token-90050-abcdef", "expireTime": ends}
        self.stand_in(script)
        account = "iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b.iam.gserviceaccount.com:" \
                  "generateAccessToken"
        with ScriptedServer() as server:
            self.vertex({"url": "http://169.254.169.254/token", "headers": {"Metadata": "True"},
                         "format": {"type": "json", "subject_token_field_name": "id"}}, server,
                        service_account_impersonation_url=f"https://{account}")
            self.assertEqual(self.asked(server)[-1].headers["authorization"], "Bearer token-90050-abcdef")
        first, _, last = self.identity.seen
        self.assertEqual(first.headers["metadata"], "True")
        self.assertEqual(last.path, "/" + account)
        self.assertEqual(last.headers["authorization"], f"Bearer {SECRET}2")
        self.is_nowhere(SECRET)


if __name__ == "__main__":
    main()
