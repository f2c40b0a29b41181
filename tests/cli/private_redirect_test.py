"""Redirects from a public address to a private one, in a network of the test's own: the program runs as it is, and
the servers behind the private addresses are there, so that only its policy keeps it away."""

import sys

import public_network
from cli_case import main
from public_network import ELSEWHERE, PUBLIC
from search_faults_test import ServicesCase, fetch
from services_test import GOOD, ServiceCase
from scripted_server import Response, ScriptedServer  # its folder is known by now

PRIVATE = ("127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0")


def to(target):
    return lambda seen: Response("", status=302, headers=[("Location", target)])


class Redirects(ServiceCase):
    """Services of executable categories: the dataset names both places, so that the address alone decides."""

    def redirect(self, host, **keywords):
        """The verdict where the service at a public address sends on to `host`, and what that was asked."""
        with ScriptedServer(lambda seen: GOOD, host=keywords.pop("bound", "127.0.0.1")) as inner:
            target = f"http://{host}:{inner.port}/y"
            with ScriptedServer(to(target), host=PUBLIC) as outer:
                arguments = keywords.pop("arguments", ())
                _, verdict = self.score([target, outer.url + "/x"], [
                    "[requests.get(url='http://x.invalid/')]", f"[requests.get(url='{outer.url}/x')]"],
                    arguments=("--service-timeout", 3, *arguments))
                self.assertGreater(len(outer.seen), 0)
            return verdict, len(inner.seen)

    def test_a_public_address_is_asked_and_followed_to_another(self):
        verdict, asked = self.redirect(ELSEWHERE, bound=ELSEWHERE)
        self.assertTrue(verdict.get("valid"), verdict)
        self.assertEqual(asked, 1)

    def test_a_private_one_is_not(self):
        for host in PRIVATE:
            verdict, asked = self.redirect(host)
            self.assertEqual((verdict.get("skipped"), asked), ("api_error", 0), (host, verdict))

    def test_unless_it_is_allowed(self):
        verdict, asked = self.redirect("127.0.0.1", arguments=("--allow-private",))
        self.assertTrue(verdict.get("valid"), verdict)
        self.assertEqual(asked, 1)


class PageRedirects(ServicesCase):
    """Pages that a model fetches."""

    def page(self, host, *arguments, bound="127.0.0.1"):
        self.results.clear()
        with ScriptedServer(lambda seen: Response("secret", content_type="text/html"), host=bound) as inner:
            with ScriptedServer(to(f"http://{host}:{inner.port}/y"), host=PUBLIC) as outer:
                self.ask_web(fetch(outer.url + "/x", "raw"))
                self.run_web("--search", outer.url + "/search", "-o", *arguments)
                self.assertEqual(len(outer.seen), 1)
            return self.results[0], len(inner.seen)

    def test_a_public_address_is_read_and_followed_to_another(self):
        self.assertEqual(self.page(ELSEWHERE, bound=ELSEWHERE), ('{"content": "secret"}', 1))

    def test_a_private_one_is_not(self):
        for host in PRIVATE:
            result, asked = self.page(host)
            self.assertIn("error", result)
            self.assertNotIn("secret", result)
            self.assertEqual(asked, 0, host)

    def test_unless_it_is_allowed(self):
        self.assertEqual(self.page("127.0.0.1", "--allow-private"), ('{"content": "secret"}', 1))


if __name__ == "__main__":
    if not public_network.enter():
        print("SKIPPED: no network of its own for the test (unshare is refused)", file=sys.stderr)
        sys.exit(77)
    main()
