"""The client, what earlier steps have made, and which of its methods were called."""

import functools
import sys

from apache_atlas.client.base_client import AtlasClient
from apache_atlas.exceptions import AtlasServiceException

client = AtlasClient(sys.argv[1], ("admin", "admin"))
guids = {}
groups = ["typedef", "entity", "lineage", "discovery", "glossary", "relationship", "admin"]
called = set()


def names_of(group):
    return [name for name, value in vars(type(group)).items() if callable(value) and not name.startswith("_")]


def _noticed(group, name):
    method = getattr(getattr(client, group), name)

    @functools.wraps(method)
    def call(*args, **kwargs):
        called.add(f"{group}.{name}")
        return method(*args, **kwargs)

    return call


for group in groups:
    for name in names_of(getattr(client, group)):
        setattr(getattr(client, group), name, _noticed(group, name))


def fails_with(status, code, call):
    try:
        call()
    except AtlasServiceException as error:
        assert f"status {status}" in str(error) or str(status) in str(error), str(error)
        assert code in str(error), str(error)
    else:
        raise AssertionError(f"expected {status} {code}")


def sends_nothing(error, call):
    """A method of the client that fails before it asks the server, whatever it is given."""
    try:
        call()
    except error:
        return
    raise AssertionError("the client sends this now: say what the answer has to be")


def sends_no_body(call):
    """A method of the client that sends as parameters what belongs into the body."""
    fails_with(400, "The request body is empty", call)
