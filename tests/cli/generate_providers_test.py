"""`bfclx generate --provider`: presets, and the access tokens of Azure and Google, against scripted servers.

    python3 tests/cli/generate_providers_test.py build/release/tools/bfclx [Suite]
"""

import base64
import json
import subprocess
import time
from urllib.parse import parse_qs

from cli_case import main
from identity_case import SECRET, IdentityCase, token
from scripted_server import Response, ScriptedServer


class Providers(IdentityCase):
    def test_the_list(self):
        table = self.run_program("list", "providers")
        rows = json.loads(self.run_program("list", "providers", "--format", "json"))
        names = [row["provider"] for row in rows]
        self.assertEqual(names, ["azure", "bedrock", "fireworks", "groq", "litellm", "lmstudio", "ollama",
                                 "openrouter", "together", "vertex"])
        for name in names:
            self.assertIn(name, table)
        self.assertTrue(all(len(line) <= 80 for line in table.splitlines()), table)

    def test_names_and_options_that_do_not_fit(self):
        with ScriptedServer() as server:
            for options, says in (
                    (("groqq",), "unknown provider. Did you mean groq?"),
                    (("groq", "--api", "anthropic"), "--api anthropic: Groq has chat, responses"),
                    (("groq", "--deployment", "d"), "--deployment needs --provider azure"),
                    (("groq", "--api-version", "2024-10-21"), "--api-version needs --provider azure"),
                    (("groq", "--identity", "metadata"), "--identity metadata needs --provider azure, bedrock"),
                    (("groq", "--as-official"), "--as-official"),
                    (("groq", "--extra-body", '{"logprobs": true}'), "Groq refuses requests with `logprobs`"),
                    (("fireworks", "--max-tokens", 9000), "refuses more than 4096 tokens"),
                    (("ollama", "--batch"), "does not support the batch API of Ollama"),
                    (("vertex", "--batch"), "of Google Vertex AI: its jobs (batchPredictionJobs) read requests from Cloud "
                                             "Storage or BigQuery only"),
                    (("bedrock", "--batch"), "does not support the batch API of"),
                    (("azure", "--api-version", "a&b=c"), "the API version cannot be a part of an address"),
                    (("azure", "--api-version", "2024-10-21", "--deployment", "../x"), "the deployment cannot"),
                    (("vertex",), "no credentials of Google: set GOOGLE_APPLICATION_CREDENTIALS"),
                    (("azure",), "no key of Azure: set AZURE_OPENAI_API_KEY, or"),
                    (("bedrock",), "no AWS keys: set AWS_ACCESS_KEY_ID and")):
                with self.subTest(options=options):
                    env = {"GOOGLE_CLOUD_PROJECT": "p"} if options[0] == "vertex" else {}
                    self.provider(*options, server=server, code=None, env=env)
                    self.assertIn(self.status, (2, 105), self.out + self.err)
                    self.assertIn(says, " ".join((self.out + self.err).split()))
            self.assertEqual(self.asked(server), [])

    def test_a_hosted_provider_needs_its_key(self):
        for name, variable in (("openrouter", "OPENROUTER_API_KEY"), ("together", "TOGETHER_API_KEY"),
                               ("fireworks", "FIREWORKS_API_KEY"), ("groq", "GROQ_API_KEY")):
            self.provider(name, server=None, code=2)
            self.assertIn(f": set {variable}, or give --api-key-file", self.err)
            self.assertIn("no key for https://", self.err)
            self.provider(name, "--dry-run", server=None, code=2)
            self.assertIn(f": set {variable}, or give --api-key-file", self.out)

    def test_a_key_goes_to_the_address_of_its_provider_alone(self):
        with ScriptedServer() as server:
            self.provider("groq", server=server, env={"GROQ_API_KEY": SECRET})
            self.assertTrue(all("authorization" not in seen.headers for seen in server.seen))
            self.provider("groq", "-o", "--api-key-env", "GROQ_API_KEY", server=server, env={"GROQ_API_KEY": SECRET})
            self.assertEqual(server.seen[-1].headers["authorization"], f"Bearer {SECRET}")
        self.is_nowhere(SECRET)

    def test_what_presets_send(self):
        with ScriptedServer() as server:
            self.provider("openrouter", server=server)
            self.assertEqual(server.seen[-1].headers["x-title"], "bfclx")
            self.provider("openrouter", "-o", "--header", "X-Title: mine", server=server)
            self.assertEqual(server.seen[-1].headers["x-title"], "mine")
            self.provider("fireworks", server=server, result="fireworks")
            self.assertEqual(server.seen[-1].body["model"], "accounts/fireworks/models/scripted")
            self.provider("fireworks", "--repeats", 2, server=server, model="accounts/me/models/m", result="seeds")
            self.assertEqual(server.seen[-1].body["model"], "accounts/me/models/m")
            self.assertNotIn("seed", server.seen[-1].body)
            self.provider("groq", "--repeats", 2, server=server, result="groq")
            self.assertEqual(server.seen[-1].body["seed"], 2)

    def test_programs_on_ones_own_machine(self):
        with ScriptedServer() as server:
            for name in ("ollama", "lmstudio"):
                self.provider(name, server=server, result=name)
                self.assertEqual(server.seen[-1].path, "/v1/chat/completions")
                self.assertNotIn("authorization", server.seen[-1].headers)
            self.provider("litellm", server=None, result="litellm",
                          env={"LITELLM_PROXY_API_BASE": server.url, "LITELLM_PROXY_API_KEY": SECRET})
            self.assertEqual(server.seen[-1].headers["authorization"], f"Bearer {SECRET}")
        self.is_nowhere(SECRET)
        manifest = json.loads(self.path("bfclx_manifest.json", result="litellm").read_text())
        self.assertEqual(manifest["server"]["provider"], "litellm")

    def test_a_dry_run_sends_nothing(self):
        self.stand_in(lambda seen: token(1))
        with ScriptedServer() as server:
            self.put("key.json", {"type": "authorized_user", "client_id": "a", "client_secret": SECRET,
                                  "refresh_token": "r", "quota_project_id": "q"})
            self.provider("vertex", "--dry-run", server=server,
                          env={"GOOGLE_APPLICATION_CREDENTIALS": str(self.home / "key.json")})
            self.assertEqual(server.seen + self.identity.seen, [])


class Azure(IdentityCase):
    CLIENT = {"AZURE_TENANT_ID": "my-tenant", "AZURE_CLIENT_ID": "my-client", "AZURE_CLIENT_SECRET": SECRET}

    def test_a_key_and_the_forms_of_an_address(self):
        env = {"AZURE_OPENAI_API_KEY": SECRET}
        with ScriptedServer() as server:
            for options, path in (
                    ((), "/openai/v1/chat/completions"),
                    (("--api-version", "preview"), "/openai/v1/chat/completions?api-version=preview"),
                    (("--api-version", "2024-10-21", "--deployment", "my-d"),
                     "/openai/deployments/my-d/chat/completions?api-version=2024-10-21")):
                self.provider("azure", "-o", *options, server=server, env=env)
                seen = server.seen[-1]
                self.assertEqual(seen.path, path)
                self.assertEqual(seen.headers["api-key"], SECRET)
                self.assertNotIn("authorization", seen.headers)
                self.assertEqual(seen.body["model"], "my-d" if options[-1:] == ("my-d",) else "scripted")
            pasted = server.url + "/openai/deployments/d/chat/completions?api-version=2025-01-01-preview"
            self.provider("azure", "-o", server=None, env={**env, "AZURE_OPENAI_ENDPOINT": pasted})
            self.assertEqual(server.seen[-1].path, pasted.removeprefix(server.url))
            self.provider("azure", "-o", server=server, env={**env, "OPENAI_API_VERSION": "2024-10-21"})
            self.assertIn("/deployments/scripted/", server.seen[-1].path)
        self.is_nowhere(SECRET)

    def test_a_client_secret(self):
        self.stand_in(lambda seen: token(1))
        with ScriptedServer() as server:
            self.provider("azure", server=server, env=self.CLIENT)
            self.assertEqual(server.seen[-1].headers["authorization"], "Bearer token-90010-abcdef-1")
            self.assertNotIn("api-key", server.seen[-1].headers)
        (asked,) = self.identity.seen
        self.assertEqual(asked.path, "/login.microsoftonline.com/my-tenant/oauth2/v2.0/token")
        form = parse_qs(asked.body.decode())
        self.assertEqual(form["client_secret"], [SECRET])
        self.assertEqual(form["scope"], ["https://cognitiveservices.azure.com/.default"])
        for secret in (SECRET, "token-90010"):
            self.is_nowhere(secret)

    def test_a_managed_identity(self):
        self.stand_in(lambda seen: {"access_token": "token-90010-abcdef-1", "token_type": "Bearer",
                                    "expires_on": str(int(time.time()) + 3600)})
        with ScriptedServer() as server:
            self.provider("azure", "--identity", "metadata", server=server, env={"AZURE_CLIENT_ID": "mine"})
            asked = self.identity.seen[-1]
            self.assertEqual(asked.headers["metadata"], "true")
            self.assertTrue(asked.path.startswith("/169.254.169.254/metadata/identity/oauth2/token?api-version="))
            self.assertIn("client_id=mine", asked.path)
            self.provider("azure", "-o", "--identity", "metadata", server=server,
                          env={"IDENTITY_ENDPOINT": "http://127.0.0.1:1/msi", "IDENTITY_HEADER": SECRET})
            self.assertEqual(self.identity.seen[-1].headers["x-identity-header"], SECRET)
            self.assertEqual(server.seen[-1].headers["authorization"], "Bearer token-90010-abcdef-1")
        self.is_nowhere(SECRET)

    def test_errors_of_the_token_service(self):
        """Every one is a message with the server, the status and the reason, and no secret; nothing is sent."""
        deny = {"error": "invalid_client", "error_description": f"AADSTS7000215: bad secret {SECRET}"}
        cases = [(Response(deny, status=401), "status 401, invalid_client: AADSTS7000215: bad secret [key]"),
                 (Response({"error": "unauthorized_client"}, status=400), "unauthorized_client. Check AZURE_TENANT"),
                 (Response({"error": {"message": "no"}}, status=403), "status 403, no"),
                 (Response("oops", status=503), "status 503, oops"),
                 (Response("<html>"), "the response has no credentials"),
                 (Response({"access_token": "a b", "expires_in": 9}), "access_token cannot be sent"),
                 (Response({"access_token": "a", "expires_in": 0}), "already expired"),
                 (Response({"access_token": "a" * 300000, "expires_in": 9}), "larger than 256 KiB"),
                 (Response("", status=302, headers=[("Location", "http://127.0.0.1:1/x")]), "redirects"),
                 (Response(token(1), delay=3), "timed out")]
        script = []
        self.stand_in(lambda seen: script[0])
        with ScriptedServer() as server:
            for response, says in cases:
                with self.subTest(says=says):
                    script[:] = [response]
                    before = len(self.identity.seen)
                    self.provider("azure", "--timeout", 0.3 if response.delay else 20, server=server, code=2,
                                  env=self.CLIENT)
                    self.assertIn("no credentials: ", self.err)
                    self.assertIn(says, self.err)
                    self.is_nowhere(SECRET)
                    tries = len(self.identity.seen) - before
                    self.assertEqual(tries, 1 if response.status in (400, 401, 403) else 3)
            self.assertEqual(server.seen, [])

    def test_a_token_is_not_sent_in_clear_text(self):
        self.stand_in(lambda seen: token(1))
        self.provider("azure", server=None, code=2,
                      env={**self.CLIENT, "AZURE_OPENAI_ENDPOINT": "http://models.invalid"})
        self.assertIn("an access token is sent over https only, not to http://models.invalid:80", self.err)

    def test_nothing_but_loopback_stands_in(self):
        for url in ("http://192.0.2.1:80", "https://example.org", "http://127.0.0.1@example.org", "x"):
            self.provider("azure", server=None, code=2, env={
                **self.CLIENT, "AZURE_OPENAI_ENDPOINT": "https://models.invalid", "BFCLX_TEST_IDENTITY_SERVER": url})
            self.assertIn("BFCLX_TEST_IDENTITY_SERVER: expected a loopback address", self.err)


class Vertex(IdentityCase):
    def key(self, *options, name="key"):
        pem = self.folder / f"{name}.pem"
        kind = options or ("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
        done = subprocess.run(["openssl", "genpkey", *kind, "-out", str(pem)], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return pem

    def account(self, pem):
        text = pem.read_text()
        pem.unlink()
        return self.put("account.json", {
            "type": "service_account", "project_id": "my-project", "private_key_id": "key-1", "private_key": text,
            "client_email": "me@my-project.iam.gserviceaccount.com",
            "token_uri": "https://oauth2.googleapis.com/token"}), text

    def test_a_service_account(self):
        pem = self.key()
        public = self.folder / "public.pem"
        subprocess.run(["openssl", "pkey", "-in", str(pem), "-pubout", "-out", str(public)], check=True)
        path, private = self.account(pem)
        self.stand_in(lambda seen: token(1))
        with ScriptedServer() as server:
            self.provider("vertex", server=server, env={"GOOGLE_APPLICATION_CREDENTIALS": str(path)})
            seen = server.seen[-1]
            self.assertEqual(seen.path, "/v1/projects/my-project/locations/global/endpoints/openapi/chat/completions")
            self.assertEqual(seen.headers["authorization"], "Bearer token-90010-abcdef-1")
            self.assertEqual(seen.body["model"], "google/scripted")
        (asked,) = self.identity.seen
        self.assertEqual(asked.path, "/oauth2.googleapis.com/token")
        form = parse_qs(asked.body.decode())
        self.assertEqual(form["grant_type"], ["urn:ietf:params:oauth:grant-type:jwt-bearer"])
        parts = form["assertion"][0].split(".")
        header, claims, signature = (base64.urlsafe_b64decode(part + "==") for part in parts)
        self.assertEqual(json.loads(header), {"alg": "RS256", "typ": "JWT", "kid": "key-1"})
        claims = json.loads(claims)
        self.assertEqual(claims["iss"], "me@my-project.iam.gserviceaccount.com")
        self.assertEqual(claims["aud"], "https://oauth2.googleapis.com/token")
        self.assertEqual(claims["scope"], "https://www.googleapis.com/auth/cloud-platform")
        self.assertEqual(claims["exp"] - claims["iat"], 3600)
        self.assertLess(abs(claims["iat"] - time.time()), 300)
        signed = self.write("signature", signature)
        done = subprocess.run(["openssl", "dgst", "-sha256", "-verify", str(public), "-signature", str(signed)],
                              input=".".join(parts[:2]).encode(), capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        path.unlink()
        for secret in ("token-90010", parts[2][:40], "PRIVATE KEY", private.splitlines()[3]):
            self.is_nowhere(secret)

    def test_keys_that_cannot_sign(self):
        self.stand_in(lambda seen: token(1))
        for name, options in (("ec", ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")),
                              ("short", ("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024")),
                              ("locked", ("-algorithm", "RSA", "-aes256", "-pass", "pass:x"))):
            path, _ = self.account(self.key(*options, name=name))
            with ScriptedServer() as server:
                self.provider("vertex", server=server, code=2, env={"GOOGLE_APPLICATION_CREDENTIALS": str(path)})
            self.assertRegex(self.err, r"account\.json: private_key (is not an RSA key|has fewer than 2,048 bits)")
        self.assertEqual(self.identity.seen, [])

    def test_credentials_of_gcloud(self):
        self.put(".config/gcloud/application_default_credentials.json",
                 {"type": "authorized_user", "client_id": "c", "client_secret": SECRET, "refresh_token": "r" + SECRET,
                  "quota_project_id": "my-quota"})
        self.stand_in(lambda seen: token(1))
        with ScriptedServer() as server:
            self.provider("vertex", "--api", "gemini", server=server, code=None,
                          env={"GOOGLE_CLOUD_PROJECT": "p", "GOOGLE_CLOUD_LOCATION": "europe-west4"})
            seen = self.asked(server)[-1]
            self.assertEqual(seen.path, "/v1/projects/p/locations/europe-west4/publishers/google/models/"
                                        "scripted:generateContent")
            self.assertEqual(seen.headers["x-goog-user-project"], "my-quota")
            self.assertEqual(seen.headers["authorization"], "Bearer token-90010-abcdef-1")
            self.assertNotIn("x-goog-api-key", seen.headers)
        self.assertEqual(parse_qs(self.identity.seen[0].body.decode())["refresh_token"], ["r" + SECRET])
        (self.home / ".config/gcloud/application_default_credentials.json").unlink()
        self.is_nowhere(SECRET)

    def test_claude(self):
        """As the registry has it, by its name on Vertex AI, and streamed."""
        self.put(".config/gcloud/application_default_credentials.json",
                 {"type": "authorized_user", "client_id": "c", "client_secret": SECRET, "refresh_token": "r"})
        self.stand_in(lambda seen: token(1))
        answer = {"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "no"}],
                  "stop_reason": "end_turn", "usage": {"input_tokens": 5, "output_tokens": 2}}
        events = ((("message_start", {"message": {**answer, "content": []}}),
                   ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
                   ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": "no"}}),
                   ("content_block_stop", {"index": 0}),
                   ("message_delta", {"delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}}),
                   ("message_stop", {})))
        stream = "".join(f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n" for name, data in events)

        def script(seen):
            if seen.path.endswith(":streamRawPredict"):
                return Response(stream, content_type="text/event-stream")
            return answer
        env = {"GOOGLE_CLOUD_PROJECT": "p", "GOOGLE_CLOUD_LOCATION": "us-east5"}
        with ScriptedServer(script) as server:
            for model, verb, options in (("claude-sonnet-4-5@20250929", "rawPredict", ()),
                                         ("claude-sonnet-4-5-20250929", "streamRawPredict", ("--stream",)),
                                         ("own", "rawPredict", ("--api", "anthropic"))):
                with self.subTest(model=model):
                    self.provider("vertex", *options, server=server, env=env, model=model)
                    seen = self.asked(server)[-1]
                    name = "own" if model == "own" else "claude-sonnet-4-5@20250929"
                    self.assertEqual(seen.path, "/v1/projects/p/locations/us-east5/publishers/anthropic/models/"
                                                f"{name}:{verb}")
                    self.assertEqual(seen.body["anthropic_version"], "vertex-2023-10-16")
                    self.assertEqual(seen.body.get("stream", False), verb == "streamRawPredict")
                    self.assertNotIn("model", seen.body)
                    self.assertEqual(seen.headers["authorization"], "Bearer token-90010-abcdef-1")
                    for header in ("x-api-key", "anthropic-version"):
                        self.assertNotIn(header, seen.headers)
                    self.assertEqual(self.lines(model=model)[0]["result"], ["no"])
        (self.home / ".config/gcloud/application_default_credentials.json").unlink()
        self.is_nowhere("token-90010")

    def test_the_metadata_server(self):
        flavor = [("Metadata-Flavor", "Google")]
        self.stand_in(lambda seen: Response(token(1), headers=flavor))
        env = {"GOOGLE_CLOUD_PROJECT": "p", "http_proxy": "http://127.0.0.1:1"}
        with ScriptedServer() as server:
            self.provider("vertex", "--identity", "metadata", server=server, env=env)
            self.assertEqual(self.identity.seen[-1].headers["metadata-flavor"], "Google")
            self.assertTrue(self.identity.seen[-1].path.startswith("/metadata.google.internal/computeMetadata/v1/"))
            flavor.clear()
            self.provider("vertex", "-o", "--identity", "metadata", server=server, env=env, code=2)
            self.assertIn("is not Google's metadata server", self.err)

    def test_files_that_cannot_be_used(self):
        for text, says in (("sk-" + SECRET, "not JSON"), ("[]", "expected a JSON object"),
                           ('{"type": "gdch_service_account"}', "unsupported"),
                           ('{"type": "authorized_user", "client_secret": "%s"}' % SECRET, "client_id is missing"),
                           ("[" * 100000, "account.json: "), ("\0" * 1000, "account.json: "), (None, "account.json")):
            path = self.home / "account.json"
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_text(text)
            with ScriptedServer() as server:
                self.provider("vertex", server=server, code=2, env={"GOOGLE_APPLICATION_CREDENTIALS": str(path)})
            self.assertIn(says, self.err)
            self.assertNotIn(SECRET, self.out + self.err)


if __name__ == "__main__":
    main()
