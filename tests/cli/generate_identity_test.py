"""Credentials of `bfclx generate`: keys of AWS, tokens that end while a run goes on, client certificates.

    python3 tests/cli/generate_identity_test.py build/release/tools/bfclx [Suite]
"""

import hashlib
import json
import ssl
import subprocess
import threading
import time

from cli_case import main
from identity_case import CATEGORY, SECRET, IdentityCase, token
from scripted_server import Response, ScriptedServer, first_tool


class Bedrock(IdentityCase):
    CONFIG = ("[profile keys]\nregion = eu-west-1\n[profile login]\nsso_session = corp\nsso_account_id = 123\n"
              "sso_role_name = Reader\n[sso-session corp]\nsso_start_url = https://d.awsapps.com/start\n"
              "sso_region = us-west-2\n[profile chained]\nrole_arn = arn:aws:iam::1:role/R\n"
              "source_profile = keys\n[profile code]\nrole_arn = arn:x\nmfa_serial = m\n")

    def bedrock(self, *arguments, server, code=None, env=None):
        self.provider("bedrock", "-o", "--retries", 0, *arguments, server=server, code=code, env=env)
        return self.asked(server)[-1].headers if self.asked(server) else {}

    def keys(self, number=1):
        ends = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        return {"Code": "Success", "AccessKeyId": f"AKID{number}", "SecretAccessKey": SECRET,
                "Token": f"session-90020-{number}", "Expiration": ends}

    def test_profiles(self):
        self.put(".aws/credentials", f"[keys]\naws_access_key_id = AKID-P\naws_secret_access_key = {SECRET}\n")
        self.put(".aws/config", self.CONFIG)
        with ScriptedServer(lambda seen: {}) as server:
            headers = self.bedrock(server=server, env={"AWS_PROFILE": "keys", "AWS_REGION": "eu-central-1"})
            self.assertIn("Credential=AKID-P/", headers["authorization"])
            self.assertIn("/eu-central-1/bedrock/aws4_request", headers["authorization"])
            # Variables go before the profile.
            headers = self.bedrock(server=server, env={"AWS_PROFILE": "keys", "AWS_ACCESS_KEY_ID": "AKID-E",
                                                       "AWS_SECRET_ACCESS_KEY": SECRET})
            self.assertIn("Credential=AKID-E/", headers["authorization"])
            count = len(server.seen)
            for name, says in (("key", "there is no profile key. Did you mean keys?"),
                               ("code", "the role of profile code needs an MFA code (mfa_serial)"),
                               ("login", "has no token. Run \"aws sso login --profile login\"")):
                self.bedrock(server=server, code=2, env={"AWS_PROFILE": name})
                self.assertIn(says, self.err)
            self.put(".aws/credentials", f"[keys]\n{SECRET}\n")
            self.bedrock(server=server, code=2, env={"AWS_PROFILE": "keys"})
            self.assertIn("credentials:2: expected `name = value`", self.err)
            self.assertEqual(len(server.seen), count)
        (self.home / ".aws/credentials").unlink()
        self.is_nowhere(SECRET)

    def test_files_of_variables_that_do_not_exist_are_empty(self):
        self.put(".aws/config", self.CONFIG)
        self.put("keys", f"[keys]\naws_access_key_id = AKID-P\naws_secret_access_key = {SECRET}\n")
        with ScriptedServer(lambda seen: {}) as server:
            for nothing in "/none/config", "/dev/null":
                headers = self.bedrock(server=server, env={
                    "AWS_PROFILE": "keys", "AWS_CONFIG_FILE": nothing, "AWS_REGION": "us-east-1",
                    "AWS_SHARED_CREDENTIALS_FILE": str(self.home / "keys")})
                self.assertIn("Credential=AKID-P/", headers["authorization"])
                # Variables need no files.
                headers = self.bedrock(server=server, env={
                    "AWS_ACCESS_KEY_ID": "AKID-E", "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": "us-east-1",
                    "AWS_SHARED_CREDENTIALS_FILE": nothing, "AWS_CONFIG_FILE": nothing})
                self.assertIn("Credential=AKID-E/", headers["authorization"])
            count = len(server.seen)
            self.bedrock(server=server, code=2, env={"AWS_SHARED_CREDENTIALS_FILE": "/none/keys"})
            self.assertIn("no AWS keys: ", self.err)
            self.assertIn(". AWS_SHARED_CREDENTIALS_FILE: /none/keys does not exist", self.err)
            self.bedrock(server=server, code=2, env={"AWS_PROFILE": "x", "AWS_CONFIG_FILE": "/none/config"})
            self.assertIn("bfclx: AWS_PROFILE: there is no profile x. AWS_CONFIG_FILE: /none/config does not exist", self.err)
            self.assertEqual(len(server.seen), count)
        (self.home / "keys").unlink()

    def role_keys(self):
        ends = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        return Response(f"<R><AccessKeyId>AKID-R</AccessKeyId><SecretAccessKey>{SECRET}3</SecretAccessKey>"
                        f"<SessionToken>session-90030</SessionToken><Expiration>{ends}</Expiration></R>")

    def test_a_role_of_a_profile(self):
        self.put(".aws/credentials", f"[keys]\naws_access_key_id = AKID-P\naws_secret_access_key = {SECRET}\n")
        self.put(".aws/config", self.CONFIG)
        self.stand_in(lambda seen: self.role_keys())
        with ScriptedServer(lambda seen: {}) as server:
            headers = self.bedrock(server=server, env={"AWS_PROFILE": "chained"})
            self.assertIn("Credential=AKID-R/", headers["authorization"])
            self.assertEqual(headers["x-amz-security-token"], "session-90030")
            (asked,) = self.identity.seen
            self.assertEqual(asked.path, "/sts.us-east-1.amazonaws.com/")
            self.assertIn("Credential=AKID-P/", asked.headers["authorization"])
            self.assertIn("/us-east-1/sts/aws4_request", asked.headers["authorization"])
            count = len(server.seen)
            self.identity.script = lambda seen: Response(
                f"<E><Code>AccessDenied</Code><Message>{SECRET} may not</Message></E>", status=403)
            self.bedrock(server=server, code=2, env={"AWS_PROFILE": "chained"})
            self.assertIn("AWS STS: status 403, AccessDenied: [key] may not", self.err)
            self.assertEqual(len(server.seen), count)
        (self.home / ".aws/credentials").unlink()
        self.is_nowhere(SECRET)

    def test_the_service_account_of_a_cluster(self):
        file = self.write("token", SECRET + "\n")
        env = {"AWS_WEB_IDENTITY_TOKEN_FILE": str(file), "AWS_ROLE_ARN": "arn:aws:iam::1:role/Pod"}
        self.stand_in(lambda seen: self.role_keys())
        with ScriptedServer(lambda seen: {}) as server:
            headers = self.bedrock(server=server, env={**env, "AWS_REGION": "eu-central-1"})
            self.assertIn("Credential=AKID-R/", headers["authorization"])
            (asked,) = self.identity.seen
            self.assertEqual(asked.path, "/sts.eu-central-1.amazonaws.com/")
            self.assertNotIn("authorization", asked.headers)
            count = len(server.seen)
            for name, value, says in (("AWS_ROLE_ARN", "Pod", "role_arn is malformed"),
                                      ("AWS_WEB_IDENTITY_TOKEN_FILE", "/none/such", "/none/such: ")):
                self.bedrock(server=server, code=2, env={**env, name: value})
                self.assertIn(says, self.err)
            self.assertEqual(len(server.seen), count)
        file.unlink()
        self.is_nowhere(SECRET)

    def test_the_region_of_a_profile_names_the_address(self):
        self.put(".aws/config", self.CONFIG)
        self.put(".aws/credentials", f"[keys]\naws_access_key_id = a\naws_secret_access_key = {SECRET}\n")
        self.provider("bedrock", server=None, code=None, env={
            "AWS_PROFILE": "keys", "https_proxy": "http://127.0.0.1:1"})
        self.assertIn("https://bedrock-runtime.eu-west-1.amazonaws.com", self.out + self.err)

    def test_a_login_of_sso(self):
        self.put(".aws/config", self.CONFIG)
        cache = ".aws/sso/cache/" + hashlib.sha1(b"corp").hexdigest() + ".json"
        self.put(cache, {"accessToken": SECRET, "expiresAt": "2099-01-01T00:00:00Z"})
        role = {"accessKeyId": "AKID-S", "secretAccessKey": SECRET + "2", "sessionToken": "session-90020",
                "expiration": int(time.time() * 1000) + 3600000}
        self.stand_in(lambda seen: {"roleCredentials": role})
        with ScriptedServer(lambda seen: {}) as server:
            headers = self.bedrock(server=server, env={"AWS_PROFILE": "login"})
            self.assertIn("Credential=AKID-S/", headers["authorization"])
            self.assertEqual(headers["x-amz-security-token"], "session-90020")
            (asked,) = self.identity.seen
            self.assertEqual(asked.path, "/portal.sso.us-west-2.amazonaws.com/federation/credentials?"
                                         "role_name=Reader&account_id=123")
            self.assertEqual(asked.headers["x-amz-sso_bearer_token"], SECRET)
            count = len(server.seen)
            self.identity.script = lambda seen: Response({"message": f"token {SECRET} not found"}, status=401)
            self.bedrock(server=server, code=2, env={"AWS_PROFILE": "login"})
            self.assertIn("token [key] not found. Run \"aws sso login --profile login\"", self.err)
            self.put(cache, {"accessToken": SECRET, "expiresAt": "2020-01-01T00:00:00Z"})
            self.bedrock(server=server, code=2, env={"AWS_PROFILE": "login"})
            self.assertIn("has expired. Run", self.err)
            self.assertEqual(len(server.seen), count)
        (self.home / cache).unlink()
        self.is_nowhere(SECRET)

    def test_an_instance_and_a_container_only_on_request(self):
        def script(seen):
            if seen.method == "PUT":
                return Response("imds-token")
            if seen.path.endswith("/security-credentials/"):
                return Response("my-role")
            return self.keys()
        self.stand_in(script)
        with ScriptedServer(lambda seen: {}) as server:
            self.bedrock(server=server, code=2, env={"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x"})
            self.assertEqual(self.identity.seen, [])
            headers = self.bedrock("--identity", "metadata", server=server)
            self.assertIn("Credential=AKID1/", headers["authorization"])
            self.assertEqual([(seen.method, seen.path) for seen in self.identity.seen], [
                ("PUT", "/169.254.169.254/latest/api/token"),
                ("GET", "/169.254.169.254/latest/meta-data/iam/security-credentials/"),
                ("GET", "/169.254.169.254/latest/meta-data/iam/security-credentials/my-role")])
            self.assertEqual(self.identity.seen[-1].headers["x-aws-ec2-metadata-token"], "imds-token")
            file = self.write("token", SECRET + "\n")
            self.bedrock("--identity", "metadata", server=server, env={
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://169.254.170.23/v1/credentials",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": str(file)})
            self.assertEqual(self.identity.seen[-1].path, "/169.254.170.23/v1/credentials")
            self.assertEqual(self.identity.seen[-1].headers["authorization"], SECRET)
            self.bedrock("--identity", "metadata", server=server, code=2, env={
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://example.org/"})
            self.assertIn("neither https nor an address of this machine", self.err)
            file.unlink()
        self.is_nowhere(SECRET)


class Renewal(IdentityCase):
    """Tokens that end while the run goes on."""

    def vertex(self, script, tokens, *arguments, code=0, entries=12):
        self.put("key.json", {"type": "authorized_user", "client_id": "c", "client_secret": SECRET,
                              "refresh_token": "r", "quota_project_id": "q"})
        given = []

        def give(seen):
            given.append(seen)
            return tokens(len(given))
        self.stand_in(give)
        with ScriptedServer(script) as server:
            self.run_program(
                "generate", "--model", "scripted", "--provider", "vertex", "--base-url", server.url, "--dataset",
                self.dataset_of(entries), "--result-dir", self.folder / "result", "--test-category", CATEGORY,
                "--timeout", 20, *(arguments or ("--concurrency", 1)), code=code, env={
                    "HOME": str(self.home), "GOOGLE_APPLICATION_CREDENTIALS": str(self.home / "key.json"),
                    "GOOGLE_CLOUD_PROJECT": "p", "BFCLX_TEST_IDENTITY_SERVER": self.identity.url})
            self.is_nowhere("token-90010")
            return [seen.headers["authorization"][-1] for seen in server.seen], given

    def test_a_token_is_renewed_before_it_ends(self):
        """Each lives for two seconds; the server answers until a request has come with the third."""
        latest = threading.Event()

        def script(seen):
            if seen.headers["authorization"].endswith("-3"):
                latest.set()
            if not latest.is_set():
                time.sleep(0.4)
            return first_tool(seen)
        used, given = self.vertex(script, lambda number: token(min(number, 3), 2 if number < 3 else 3600), entries=40)
        self.assertTrue(latest.is_set())
        self.assertEqual(len(given), 3)
        self.assertEqual(used, sorted(used))
        self.assertEqual(len(self.ids()), 40)

    def test_renewing_that_fails_for_a_while_loses_nothing(self):
        def tokens(number):
            if number in (2, 3):
                return Response("later", status=503)
            return token(number, 5 if number == 1 else 3600)

        def script(seen):
            if seen.headers["authorization"].endswith("-1"):
                time.sleep(0.4)
            return first_tool(seen)
        used, given = self.vertex(script, tokens, entries=20)
        self.assertEqual(len(given), 4)
        self.assertEqual(set(used), {"1", "4"})
        self.assertEqual(len(self.ids()), 20)
        self.assertIn("the credentials cannot be renewed: Google's token service: status 503, later; trying again",
                      self.err)

    def test_a_refused_renewal_ends_the_run_and_keeps_the_results(self):
        def tokens(number):
            return token(1, 5) if number == 1 else Response({"error": "invalid_grant"}, status=400)

        def script(seen):
            time.sleep(0.4)
            return first_tool(seen)
        used, _ = self.vertex(script, tokens, code=1, entries=40)
        self.assertEqual(set(used), {"1"})
        self.assertIn("the credentials cannot be renewed: Google's token service: status 400, invalid_grant. Run "
                      "\"gcloud auth application-default login\" again", " ".join((self.out + self.err).split()))
        self.assertTrue(0 < len(self.ids()) < 40)

    def test_the_token_service_is_slow_while_requests_go_on(self):
        def tokens(number):
            return token(number, 8) if number == 1 else Response(token(2), delay=1)
        seen_during = []

        def script(seen):
            if seen.headers["authorization"].endswith("-1"):
                if len(self.identity.seen) > 1:
                    seen_during.append(seen)
                time.sleep(0.3)
            return first_tool(seen)
        used, given = self.vertex(script, tokens, entries=40)
        self.assertEqual(len(given), 2)
        self.assertTrue(seen_during)
        self.assertEqual(set(used), {"1", "2"})

    def test_a_request_that_its_token_did_not_outlive_is_sent_again(self):
        """The first request is held until another has come with the second token, and is then refused."""
        renewed = threading.Event()

        def script(seen):
            if seen.headers["authorization"].endswith("-2"):
                renewed.set()
            elif seen.number == 0:
                renewed.wait(60)
                return Response({"error": {"message": "the token has expired"}}, status=401)
            else:
                time.sleep(0.3)
            return first_tool(seen)
        used, _ = self.vertex(script, lambda number: token(number, 4 if number == 1 else 3600), "--concurrency", 2,
                              "--retries", 0, entries=40)
        self.assertTrue(renewed.is_set())
        self.assertEqual(len(self.ids()), 40)
        self.assertEqual(len(used), 41)


class ClientCertificates(IdentityCase):
    def test_a_certificate_for_a_provider_and_what_cannot_be_one(self):
        own, client, other = (self.certificate(year, 2049) for year in (2020, 2021, 2022))
        locked = self.folder / "locked.pem"
        subprocess.run(["openssl", "ec", "-in", client[1], "-aes256", "-passout", "pass:x", "-out", str(locked)],
                       check=True, capture_output=True)
        garbage = self.write("garbage.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n")
        server = ScriptedServer(certificate=own)
        server._context.verify_mode = ssl.CERT_REQUIRED
        server._context.load_verify_locations(client[0])
        env = {**self.trusting(own), "AZURE_OPENAI_API_KEY": SECRET}
        with server:
            self.provider("azure", "--client-cert", client[0], "--client-key", client[1], server=server, env=env)
            self.assertEqual(server.seen[-1].headers["api-key"], SECRET)
            count = len(server.seen)
            for certificate, key, says in ((client[0], other[1], "client certificate cannot be used"),
                                           (client[0], locked, "client certificate cannot be used"),
                                           (garbage, client[1], "client certificate cannot be used"),
                                           (other[0], other[1], "")):
                with self.subTest(certificate=certificate, key=key):
                    self.provider("azure", "-o", "--retries", 0, "--patience", 1, "--client-cert", certificate,
                                  "--client-key", key, server=server, env=env, code=None)
                    self.assertNotEqual(self.status, 0)
                    self.assertIn(says, self.out + self.err)
            self.assertEqual(len(server.seen), count)
        self.is_nowhere(SECRET)


if __name__ == "__main__":
    main()
