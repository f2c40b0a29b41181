"""Headers of `bfclx generate`: keys that cannot be sent, and headers that a user may not set.

    python3 tests/cli/generate_headers_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import shlex
import shutil
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cli_case import main
from identity_case import CATEGORY, IdentityCase, token
from scripted_server import ScriptedServer, first_tool

KEY = "sk-own-90001-abcdef-0123456789"
NAME = "BFCLX_TEST_KEY"


class HeaderCase(IdentityCase):
    def refused(self, *arguments, says, env=None, dry_run=True):
        """Nothing is sent, and no part of the key is shown; a dry run refuses the same."""
        for more in ((), ("--dry-run",)) if dry_run else ((),):
            with ScriptedServer(first_tool) as server:
                self.generate(*arguments, *more, server=server, category=CATEGORY, env=env, code=2)
                self.assertEqual(server.seen, [])
            self.assertIn(says, self.err)
            self.assertNotIn(KEY[:12], self.out + self.err)

    def sent(self, *arguments, env=None):
        with ScriptedServer(first_tool) as server:
            self.generate("-o", *arguments, server=server, category=CATEGORY, env=env)
        self.assertTrue(self.asked(server))
        return self.asked(server)[-1].headers

    def file(self, data):
        path = self.folder / "key.txt"
        path.write_bytes(data)
        return path


class UnsendableKeys(HeaderCase):
    def test_a_key_file_whose_key_cannot_be_sent(self):
        key = KEY.encode()
        for data, says in ((key + b"\nb", "the key has a line break"),
                           (key + b"\r\nX-Evil: 1", "the key has a line break"),
                           (key + b"\0b", "the key has a NUL character"),
                           (key + b"\x1bb", "the key has a control character"),
                           (key * 4000, "the key is longer than 64 KiB"),
                           (key * 6000, "the key is longer than 64 KiB"),
                           (b"\xef\xbb\xbf\n", "the file is empty"),
                           (KEY.encode("utf-16"), "the text is UTF-16. Save the file as UTF-8")):
            path = self.file(data)
            self.refused("--api-key-file", path, says=f"--api-key-file {path}: {says}")

    def test_line_breaks_at_the_end_and_a_byte_order_mark_are_no_part_of_a_key(self):
        for data in (b"%s\n", b"%s\r\n\r\n", b" %s", b"\xef\xbb\xbf%s\r\n"):
            path = self.file(data % KEY.encode())
            self.assertEqual(self.sent("--api-key-file", path)["authorization"], f"Bearer {KEY}")

    def test_a_long_token_is_sent(self):
        path = self.file(b"t" * 50_000)
        self.assertEqual(len(self.sent("--api-key-file", path)["authorization"]), 50_007)

    def test_a_variable_whose_key_cannot_be_sent(self):
        bad = f"{KEY}\r\nX-Evil: 1"
        self.refused("--api-key-env", NAME, env={NAME: bad}, says=f"--api-key-env {NAME}: the key has a line break")
        self.refused("--api", "chat", env={"REMOTE_OPENAI_API_KEY": bad},
                     says="the variable REMOTE_OPENAI_API_KEY: the key has a line break")
        with ScriptedServer(first_tool) as server:
            path = self.write("endpoints.json", json.dumps([{"base_url": server.url, "api_key_env": NAME}]))
            self.generate("--endpoints", path, category=CATEGORY, env={NAME: bad}, code=2)
            self.assertEqual(server.seen, [])
        self.assertIn(f"endpoint 1: the variable {NAME}: the key has a line break", self.err)
        self.assertEqual(self.sent("--api-key-env", NAME, env={NAME: f"{KEY}\n"})["authorization"], f"Bearer {KEY}")

    def test_a_header_whose_value_cannot_be_sent(self):
        self.refused("--header", f"X-A: {KEY}\r\nX-Evil: 1", says="--header 'X-A': the value has a line break. Remove it")
        self.refused("--header", f"X-A: {KEY}\x01", says="--header 'X-A': the value has a control character")
        self.refused("--header", "X-A:", says="--header 'X-A': the value is empty")
        for name in (f"{KEY} b", f"X\n{KEY}", ""):
            self.refused("--header", f"{name}: b", says="--header: expected 'Name: value', with a name of letters, digits and hyphens")
        self.assertEqual(self.sent("--header", "X-A: b\n")["x-a"], "b")


class UnsendableTokens(HeaderCase):
    UNUSABLE = "cannot be sent: it has a line break, a space or another character that a token cannot have"

    def without_credentials(self, name, *arguments, says, env=None):
        with ScriptedServer(first_tool) as server:
            self.provider(name, "-o", *arguments, server=server, env=env, code=2)
            self.assertEqual(server.seen, [])
        self.assertIn(says, self.err)
        self.assertNotIn("session-9", self.out + self.err)

    def test_a_token_of_an_identity_provider(self):
        self.stand_in(lambda seen: {**token(1), "access_token": "session-9\r\nX-Evil: 1"})
        entra = {"AZURE_TENANT_ID": "t", "AZURE_CLIENT_ID": "c", "AZURE_CLIENT_SECRET": "own-secret-1"}
        self.without_credentials("azure", says=f": access_token {self.UNUSABLE}", env=entra)

    def test_keys_of_a_program(self):
        keys = {"Version": 1, "AccessKeyId": "AKID", "SecretAccessKey": "own-secret-1", "SessionToken": "session-9\n"}
        path = self.put("keys.json", keys)
        self.put(".aws/config", f"[default]\ncredential_process = cat {shlex.quote(str(path))}\n")
        self.without_credentials(
            "bedrock", says=f"credential_process of profile default: SessionToken {self.UNUSABLE}")

    def test_keys_of_variables(self):
        keys = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "own-secret-1"}
        self.without_credentials("bedrock", env={**keys, "AWS_SESSION_TOKEN": "session-9\nb"},
                                 says="AWS_SESSION_TOKEN has a line break")
        self.without_credentials("azure", "--identity", "metadata",
                                 env={"IDENTITY_ENDPOINT": "http://127.0.0.1:9/", "IDENTITY_HEADER": "session-9\nb"},
                                 says="IDENTITY_HEADER: the value has a line break")


class OwnHeaders(HeaderCase):
    def test_headers_of_the_connection_and_the_body_are_refused(self):
        for header in ("Content-Length: 5", "transfer-encoding: chunked", "Connection: close", "Expect: 100-continue",
                       "Content-Encoding: gzip", "Content-Type: text/plain"):
            self.refused("--header", header, says=f"--header '{header.split(':')[0]}': bfclx sets this header itself")

    def test_the_content_type_of_every_request_may_be_given(self):
        """As in a command of curl."""
        headers = self.raw_headers("--header", "Content-Type: application/json; charset=utf-8")
        self.assertEqual([value for name, value in headers if name == "content-type"], ["application/json"])

    def test_a_virtual_host_may_be_named(self):
        self.assertEqual(self.sent("--header", "Host: models.internal")["host"], "models.internal")

    def raw_headers(self, *arguments, env=None):
        """All headers of the last request for an entry, those of the same name, too."""
        seen = []

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                self.respond({"data": [{"id": "scripted"}]})

            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"]))
                seen.append([(name.lower(), value) for name, value in self.headers.items()])
                self.respond({"choices": [{"message": {"role": "assistant", "content": "no"}}]})

            def respond(self, body):
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                self.generate("-o", "--base-url", f"http://127.0.0.1:{server.server_port}", *arguments,
                              category=CATEGORY, env=env)
            finally:
                server.shutdown()
        return seen[-1]

    def test_a_header_with_the_key_replaces_that_of_the_environment(self):
        for name in ("Authorization", "authorization"):
            headers = self.raw_headers("--header", f"{name}: Bearer {KEY}", "--api", "chat",
                                       env={"REMOTE_OPENAI_API_KEY": "sk-other-90003-abcdef"})
            self.assertEqual([value for name, value in headers if name == "authorization"], [f"Bearer {KEY}"])

    def test_a_header_with_the_key_and_an_option_are_refused_together(self):
        header = ("--header", f"Authorization: Bearer {KEY}")
        path = self.file(KEY.encode())
        for option, value in (("--api-key-env", NAME), ("--api-key-file", path)):
            self.refused(*header, option, value, env={NAME: KEY},
                         says=f"--header 'Authorization' and {option} both set the key. Give one")

    def test_a_header_is_the_key_of_a_provider(self):
        with ScriptedServer(first_tool) as server:
            for name, header in (("openrouter", "Authorization"), ("azure", "Authorization"), ("azure", "api-key")):
                self.provider(name, "-o", "--header", f"{header}: {KEY}", server=server)
                self.assertEqual(self.asked(server)[-1].headers[header.lower()], KEY)
        self.provider("openrouter", "--dry-run", "--header", f"Authorization: {KEY}", server=None)
        self.assertNotIn("no key for", self.out + self.err)


class AddressErrors(HeaderCase):
    def provider_fails(self, name, *arguments, says, env=None):
        self.provider(name, *arguments, server=None, code=2, env=env)
        self.assertIn(says, self.err)

    def test_a_server_of_a_provider_that_is_not_running(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"127.0.0.1:{port}"
        self.provider_fails("litellm", env={"LITELLM_PROXY_API_BASE": f"http://{address}/v1"},
                            says=f". Start LiteLLM proxy, or give its address with --base-url (now http://{address}/v1)")
        self.provider_fails("ollama", "--base-url", f"http://{address}", says="Start the server, or check --base-url")

    def test_an_unknown_provider(self):
        for name in ("openai", "anthropic", "google"):
            self.provider_fails(name, says="Models of the registry (`bfclx list models`), such as those of OpenAI, "
                                           "need no --provider")
        self.provider_fails("olama", says="Did you mean ollama?")
        self.assertNotIn("need no --provider", self.err)

    def test_a_header_that_is_given_twice(self):
        self.generate("--base-url", "http://127.0.0.1:9/v1", "--header", "X-A: a", "--header", "x-a: b", category=CATEGORY, code=2)
        self.assertIn("--header 'x-a': the header is duplicate. Pass each header once", self.err)

    def test_a_memory_budget_that_is_no_size(self):
        for size in ("-1", "1.5G", "abc"):
            with self.subTest(size):
                self.generate("--base-url", "http://127.0.0.1:9/v1", "--memory-budget", size, category=CATEGORY, code=2)
                self.assertIn(f"--memory-budget: expected a size, such as 2G or 512M, not '{size}'", self.err)

    def test_an_address_with_a_fragment(self):
        for more in ((), ("--dry-run",)):
            self.generate("--base-url", "http://127.0.0.1:9/v1#x", *more, category=CATEGORY, code=2)
            self.assertIn("--base-url: an address of a server has no fragment. Leave out `#` and the rest", self.err)

    def test_an_address_that_is_given_twice(self):
        address = ("--base-url", "http://127.0.0.1:9/v1")
        self.generate(*address, *address, category=CATEGORY, code=2)
        self.assertIn("--base-url: duplicate endpoint http://127.0.0.1:9/v1. Give each address once", self.err)


class SpecialResultFiles(HeaderCase):
    FILES = ("bfclx_manifest.json", "non_live/BFCL_v4_simple_python_result.json")

    def special(self, make, says):
        """What is put in place of each file is named, and nothing is sent."""
        for name in self.FILES:
            with self.subTest(name=name):
                shutil.rmtree(self.folder / "result", ignore_errors=True)
                path = self.path(name)
                path.parent.mkdir(parents=True)
                make(path)
                self.refused(says=f"{path}: {says}", dry_run=False)

    def test_a_pipe_in_the_place_of_a_file(self):
        self.special(os.mkfifo, "a named pipe, not a file")

    def test_a_lock_that_is_a_link_is_named(self):
        path = self.path(".bfclx-lock")
        path.parent.mkdir(parents=True)
        path.symlink_to(self.folder / "elsewhere")
        self.refused(says=f"{path} cannot be written: it is a link or below one", dry_run=False)


if __name__ == "__main__":
    main()
