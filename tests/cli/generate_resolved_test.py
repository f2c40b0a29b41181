"""`bfclx generate --resolve-all`: a host name with several addresses is several endpoints.

    python3 tests/cli/generate_resolved_test.py build/release/tools/bfclx [Suite]

The names are in a file of hosts that the program alone sees, in a mount namespace of its own. Where the system has
none, or loopback has one address, those tests are skipped; tests/unit has the same with a stand-in resolver.
"""

import contextlib
import subprocess
import sys

import cli_case
from cli_case import main
from generate_endpoints_test import EndpointsCase, of_model, slow
from scripted_server import Response, ScriptedServer

NAME = "replicas.test"
KEY = "sk-very-secret-0123456789"
IN_NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]
HIDES_HOSTS = 'mount --bind "$0" /etc/hosts && exec "$@"'


def has_namespaces():
    try:
        return subprocess.run([*IN_NAMESPACE, "true"], capture_output=True).returncode == 0
    except OSError:
        return False


class Resolved(EndpointsCase):
    @contextlib.contextmanager
    def replicas(self, scripts, **keywords):
        """Servers at one port of different addresses of loopback."""
        with contextlib.ExitStack() as stack:
            servers = []
            for number, script in enumerate(scripts):
                port = servers[0].port if servers else 0
                servers.append(stack.enter_context(
                    ScriptedServer(of_model(script), host=f"127.0.0.{2 + number}", port=port, **keywords)))
            yield servers

    def run_program(self, *arguments, **keywords):
        if not hasattr(self, "hosts"):
            return super().run_program(*arguments, **keywords)
        program = cli_case.PROGRAM
        words = [*IN_NAMESPACE[1:], "sh", "-c", HIDES_HOSTS, self.hosts, program, *arguments]
        cli_case.PROGRAM = IN_NAMESPACE[0]
        try:
            return super().run_program(*words, **keywords)
        finally:
            cli_case.PROGRAM = program

    def name_is(self, *addresses):
        if not has_namespaces() or not sys.platform.startswith("linux"):
            self.skipTest("no mount namespace for a file of hosts")
        self.hosts = self.write("hosts", "127.0.0.1 localhost\n" + "".join(f"{one} {NAME}\n" for one in addresses))

    def test_each_address_is_an_endpoint(self):
        self.name_is("127.0.0.2", "127.0.0.3", "127.0.0.4")
        with self.replicas([slow(), slow(), slow()]) as three:
            url = f"http://{NAME}:{three[0].port}/v1"
            self.generate("--base-url", url, "--resolve-all", "--api-key-env", "BFCLX_TEST_KEY")
            shared = sum(len(self.asked(server)) for server in three)
            for server in three:
                self.assertGreater(len(self.asked(server)), shared // 6)
                for seen in server.seen:
                    self.assertEqual(seen.headers["host"], f"{NAME}:{server.port}")
                    self.assertEqual(seen.headers["authorization"], f"Bearer {KEY}")
        self.assertIn(f"{NAME} has 3 addresses: 127.0.0.2, 127.0.0.3, 127.0.0.4", self.err)
        self.assertIn("3 endpoints have scripted: scripted", self.err)
        rows = self.endpoints()
        self.assertEqual([(row["address"], row["ip"]) for row in rows], [(url, f"127.0.0.{n}") for n in (2, 3, 4)])
        self.assertEqual(len({row["id"] for row in rows}), 3)
        self.assertEqual({one for note in self.notes() for one in note["served_by"]}, {row["id"] for row in rows})
        self.assertRegex(self.out, rf"\n  127.0.0.3 \(http://{NAME}:.*  available +\d+ requests\n")

    def test_without_the_option_a_name_is_one_endpoint(self):
        self.name_is("127.0.0.2", "127.0.0.3")
        with self.replicas([slow(), slow()]) as both:
            self.generate("--base-url", f"http://{NAME}:{both[0].port}/v1", category="simple_python")
            self.assertTrue(self.asked(both[0]))
            self.assertFalse(self.asked(both[1]))
        self.assertNotIn("endpoints", self.manifest()["server"])
        self.assertNotIn("addresses", self.err)

    def test_one_that_fails_loses_its_requests_to_the_others(self):
        self.name_is("127.0.0.2", "127.0.0.3")
        with self.replicas([slow(lambda seen: Response({"error": "no"}, status=500)), slow()]) as both:
            self.generate("--base-url", f"http://{NAME}:{both[0].port}/v1", "--resolve-all", category="simple_python",
                          dataset=self.dataset_of(60))
        self.assertEqual(len(self.ids()), 60)
        self.assertEqual([row["state"] for row in self.endpoints()], ["unavailable", "available"])

    def test_certificates_are_those_of_the_name(self):
        self.name_is("127.0.0.2", "127.0.0.3")
        pair = [str(self.folder / name) for name in ("certificate.pem", "key.pem")]
        done = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                               "-nodes", "-keyout", pair[1], "-out", pair[0], "-subj", f"/CN={NAME}", "-days", "3650",
                               "-addext", f"subjectAltName=DNS:{NAME}"], capture_output=True)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.replicas([slow(), slow()], certificate=pair) as both:
            port = both[0].port
            self.generate("--base-url", f"https://{NAME}:{port}/v1", "--resolve-all", category="simple_python",
                          dataset=self.dataset_of(30), env=self.trusting(pair))
            self.assertTrue(all(self.asked(server) for server in both))

    def test_a_name_that_is_unknown(self):
        self.name_is("127.0.0.2")
        self.generate("--base-url", "http://user:secret@gone.invalid:8000/v1?key=secret", "--resolve-all", code=2)
        self.assertRegex(self.err, "--base-url: http://gone.invalid:8000/v1: --resolve-all: gone.invalid: [A-Z]")
        self.assertNotIn("secret", self.err)

    def test_localhost_and_numbers_are_one_endpoint(self):
        with ScriptedServer(of_model(slow())) as server:
            for host in ("localhost", "127.0.0.1"):
                self.generate("--base-url", f"http://{host}:{server.port}/v1", "--resolve-all", result=host,
                              category="simple_python")
                self.assertIn("--resolve-all: no host has several addresses", self.err)
                self.assertEqual(self.ids(result=host), self.sample_ids("simple_python"))

    def test_where_it_has_no_meaning_it_is_refused(self):
        self.generate("--resolve-all", code=2)
        self.assertIn("--resolve-all needs the addresses of servers: --base-url or --endpoints", self.err)
        for other in ("--as-official", "--batch"):
            self.generate("--resolve-all", "--base-url", "http://127.0.0.1:9/v1", other, code=2)
            self.assertIn("--resolve-all", self.err)

    def test_a_dry_run_resolves_nothing(self):
        self.generate("--resolve-all", "--base-url", "http://gone.invalid:8000/v1", "--dry-run")


if __name__ == "__main__":
    main()
