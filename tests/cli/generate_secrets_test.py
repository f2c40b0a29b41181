"""No secret of a run reaches a file or a message, however a server spells it in its responses.

    python3 tests/cli/generate_secrets_test.py build/release/tools/bfclx [Suite]
"""

import base64
import json
import quopri
import re
import ssl
from pathlib import Path
from urllib.parse import quote

from cli_case import main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, chat

KEY = 'sk-own/90001+a=b&"c~\\d'  # of the test's own making
TENANT = "tenant/90002-own"


def spelled(text, form):
    return "".join(form % ord(c) for c in text)


def spellings(secret):
    """What a server may make of a secret inside a text."""
    coded = base64.b64encode(secret.encode()).decode()
    unicode = spelled(secret, "\\u%04x")
    return [secret, secret.replace("/", "\\/"), unicode, unicode.replace("\\", "\\\\"),
            spelled(secret, "%%%02X"), spelled(secret, "%%25%02X"), spelled(secret, "&#%d;"),
            spelled(secret, "&#x%X;"), json.dumps(secret), json.dumps(json.dumps(secret)), coded,
            base64.b64encode(b"user:" + secret.encode()).decode(),
            base64.urlsafe_b64encode(b"Bearer " + secret.encode()).decode(),
            json.dumps(json.dumps(json.dumps(secret))), spelled(secret, "%02x:")[:-1],
            spelled(secret, "%02X ")[:-1], spelled(secret, "0x%02x, ")[:-2], spelled(secret, "\\x%02x"),
            spelled(secret, "=%02X"), quopri.encodestring(secret.encode()).decode(),
            base64.b64encode(coded.encode()).decode(), "\r\n".join(re.findall(".{1,8}", coded)),
            "".join(char + "\0" for char in secret)]


def as_json(value, escape):
    """JSON in which the secret's characters are spelled in a way of their own."""
    text = json.dumps(value)
    for secret in (KEY, TENANT):
        text = text.replace(json.dumps(secret)[1:-1], spelled(secret, escape))
    return Response(text)


class Secrets(GenerateCase):
    def keyed(self, *arguments, **keywords):
        return super().keyed(*arguments, env={"BFCLX_TEST_KEY": KEY}, **keywords)

    def no_secret(self, secret):
        """Neither as it is nor behind any of its spellings, JSON undone first."""
        self.is_nowhere(secret)
        texts = [self.out, self.err]
        for path in self.folder.rglob("*"):
            if path.is_file():
                texts.append(path.read_text("utf-8"))
                texts += [str(json.loads(line)) for line in texts[-1].split("\n")
                          if line.startswith("{") and line.endswith("}")]
        for spelling in spellings(secret):
            for text in texts:
                self.assertNotIn(spelling, text)

    def test_a_key_in_the_content_of_a_response_in_every_spelling(self):
        said = iter(range(10**6))

        def script(seen):
            number = next(said)
            forms = spellings(KEY)
            content = f"It is {forms[number % len(forms)]}, I think."
            if number % 3 == 0:
                return chat(content)
            return chat(None, [("f", {"x": content})])
        with ScriptedServer(script) as server:
            for category in ("simple_python", "multi_turn_base", "live_simple"):
                for record in ("a", "b", "c", "d", "e"):
                    self.keyed("-o", "--record", self.folder / record, "--include-input-log",
                               server=server, category=category, code=None)
                    self.assertIn(self.status, (0, 1), self.err)
                    self.no_secret(KEY)
        self.assertIn("[key]", self.path("live/BFCL_v4_live_simple_result.json").read_text())

    def test_json_escapes_of_the_response_itself(self):
        for escape in ("\\u%04x", "\\u%04X"):
            with ScriptedServer(lambda seen: as_json(chat(f"It is {KEY}."), escape)) as server:
                self.keyed("-o", server=server, category="simple_python")
            self.assertEqual({line["result"] for line in self.lines()}, {"It is [key]."})
            with ScriptedServer(lambda seen: as_json({"error": {"message": KEY}}, escape)) as server:
                server.script = lambda seen, response=server.script(None): Response(response.body, status=400)
                self.keyed("-o", server=server, category="simple_python", code=1)
            self.no_secret(KEY)

    def test_values_of_headers_are_secret_unless_they_are_plain(self):
        with ScriptedServer(lambda seen: chat(f"{TENANT} of agent/90003, {KEY}")) as server:
            self.generate("--header", f"X-Tenant: {TENANT}", "--header", "User-Agent: agent/90003",
                          "--header", f"Authorization: Bearer {KEY}", server=server,
                          category="simple_python")
            self.assertEqual(server.seen[-1].headers["x-tenant"], TENANT)
        self.assertEqual({line["result"] for line in self.lines()}, {"[key] of agent/90003, [key]"})
        for secret in (KEY, TENANT):
            self.no_secret(secret)

    def test_a_short_key_leaves_responses_alone(self):
        text = "the key is EMPTY, lm-studio, no-key-required, sk-1234 or token-abc123"
        for key in ("k", "key", "EMPTY", "lm-studio", "no-key-required", "sk-1234", "token-abc123"):
            with ScriptedServer(lambda seen: chat(f"{text}, Bearer {key}")) as server:
                self.generate("-o", "--api-key-env", "BFCLX_TEST_KEY", server=server,
                              category="simple_python", env={"BFCLX_TEST_KEY": key,
                                                             "SERPAPI_API_KEY": "key"})
            self.assertEqual({line["result"] for line in self.lines()}, {text + ", [key]"})

    def test_secrets_of_an_address(self):
        with ScriptedServer(lambda seen: chat(seen.path + " own-password")) as server:
            url = server.url.replace("http://", "http://me:own-password@")
            self.run_program("generate", "--model", "scripted", "--dataset", "sample", "--result-dir",
                             self.folder / "result", "--test-category", "simple_python", "--base-url",
                             url + "/v1?api-version=1&sig=abc7k-90004")
        results = {line["result"] for line in self.lines()}
        self.assertEqual(results, {"/v1/chat/completions?api-version=1&sig=[key] [key]"})

    def test_user_and_password_of_a_proxy(self):
        for user, password in (("usr", "pr0xyPassw0rdZZ"), ("me", "pw7"), ("k7/own-90005", "90006-b")):
            pair = f"{quote(user, safe='')}:{quote(password)}@"
            seen = []

            def script(request):
                seen.append(request.headers["proxy-authorization"])
                return Response(f"{seen[-1]} is {user}:{password}, {password}", status=502)
            with ScriptedServer(script) as proxy:
                for url in (proxy.url.replace("://", "://" + pair), f"{pair}127.0.0.1:{proxy.port}"):
                    self.generate("-o", "--base-url", "http://models.invalid/v1", "--retries", 0,
                                  "--patience", 1, "--record", self.folder / "record",
                                  model="scripted", category="simple_python", code=None,
                                  env={"http_proxy": url, "no_proxy": ""})
            self.assertTrue(seen[0].startswith("Basic "))
            self.assertIn("[key]", self.out + self.err)
            texts = [self.out, self.err] + [path.read_text("utf-8")
                                            for path in self.folder.rglob("*") if path.is_file()]
            for text in texts:
                for secret in (seen[0].split()[1].rstrip("=")[:-1], f"{user}:{password}",
                               user if "/" in user else "://" + user,
                               password if len(password) > 5 else f":{password}"):
                    self.assertNotIn(secret, text)

    def test_a_client_certificate_and_the_bundle_of_requests(self):
        own, clients = self.certificate(2020, 2049), self.certificate(2021, 2049)
        whole = self.write("whole.pem", "".join(Path(path).read_text() for path in clients))
        trusted = {**self.trusting(own), "CURL_CA_BUNDLE": "/dev/null", "SSL_CERT_FILE": "/dev/null"}
        server = ScriptedServer(lambda seen: chat("[f(x=1)]"), certificate=own)
        server._context.verify_mode = ssl.CERT_REQUIRED
        server._context.load_verify_locations(clients[0])
        with server:
            for options in (["--client-cert", clients[0], "--client-key", clients[1]], ["--client-cert", whole]):
                self.generate("-o", *options, server=server, category="simple_python", env=trusted)
            self.generate("-o", server=server, category="simple_python", env=trusted, code=2)
            for options in (["--client-cert", clients[0]], ["--client-cert", self.folder / "not-there"],
                            ["--client-key", clients[1]]):
                self.generate("-o", *options, server=server, category="simple_python", env=trusted, code=2)
                self.assertRegex(self.err, "certificate|--client-")


if __name__ == "__main__":
    main()
