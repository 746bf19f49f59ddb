"""Runs the functions of a script one after the other, as steps; each tells its name and how it failed, as a line of JSON."""

import contextlib
import json
import sys
import traceback

url = sys.argv[1]
"""Of the catalog, without a path."""


def run(*steps):
    for step in steps:
        try:
            # What the programs print is none of ours.
            with contextlib.redirect_stdout(sys.stderr):
                step()
            failure = None
        # Some clients' errors are no Exception.
        except BaseException:
            failure = traceback.format_exc()
        print(json.dumps({"step": step.__name__.replace("_", " "), "failure": failure}), flush=True)
