"""The server: python -m bfclx.env --dataset data/bfcl --port 8000"""

from __future__ import annotations

import argparse
import datetime
import sys

from bfclx._errors import BfclxError


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bfclx.env", description="Entries as an OpenEnv server")
    parser.add_argument("--dataset", default="data/bfcl", help="folder of the dataset, or `sample`")
    parser.add_argument("--category", action="append",
                        help="a category or group whose entries are played; may be repeated (all)")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--max-sessions", type=int, default=64, help="at once (64)")
    parser.add_argument("--today", type=datetime.date.fromisoformat, metavar="YYYY-MM-DD",
                        help="the date that services see (the clock's, UTC)")
    given = parser.parse_args()
    try:
        import uvicorn

        from bfclx.env import app

        application = app(given.dataset, categories=given.category, max_sessions=given.max_sessions,
                          today=given.today)
    except (BfclxError, ImportError) as error:
        print(f"bfclx.env: {error}", file=sys.stderr)
        return 2
    uvicorn.run(application, host=given.host, port=given.port, log_level="warning")
    return 0


if __name__ == "__main__":
    sys.exit(main())
