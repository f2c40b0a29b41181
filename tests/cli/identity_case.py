"""What the tests of providers and credentials share.

BFCLX_TEST_IDENTITY_SERVER makes a server on loopback stand in for all identity providers: their hosts are the
begin of the path.
"""

import json
import os

from generate_test import GenerateCase
from scripted_server import ScriptedServer

SECRET = "own-secret-90001-abcdef"
CATEGORY = "simple_python"


def token(number, life=3600):
    return {"access_token": f"token-90010-abcdef-{number}", "expires_in": life, "token_type": "Bearer"}


class IdentityCase(GenerateCase):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "home"
        self.home.mkdir()
        self.identity = None

    def provider(self, name, *arguments, server, env=None, category=CATEGORY, **keywords):
        """Nothing of the environment of these tests gets in."""
        variables = {"HOME": str(self.home), **(env or {})}
        if self.identity is not None:
            variables["BFCLX_TEST_IDENTITY_SERVER"] = self.identity.url
        kept = {key: value for key, value in os.environ.items()
                if not key.startswith(("AWS_", "AZURE_", "GOOGLE_", "CLOUDSDK_", "IDENTITY_", "OPENAI_"))}
        before = dict(os.environ)
        os.environ.clear()
        os.environ.update(kept)
        try:
            return self.generate("--provider", name, *arguments, server=server, env=variables, category=category,
                                 **keywords)
        finally:
            os.environ.clear()
            os.environ.update(before)

    def stand_in(self, script):
        self.identity = ScriptedServer(script)
        self.addCleanup(self.identity.close)
        return self.identity

    def asked(self, server):
        return [seen for seen in server.seen if seen.method == "POST"]

    def put(self, name, text):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return path
