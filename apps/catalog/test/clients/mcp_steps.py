"""Drives a catalog through the tools of apache-atlas-mcp, unmodified, as an assistant calls them. Usage: mcp_steps.py URL"""

import asyncio
import json
import os

from steps import run, url

os.environ.update(ATLAS_BASE_URL=url, ATLAS_USERNAME="admin", ATLAS_PASSWORD="admin", ATLAS_ALLOW_WRITE="true")

import requests
from apache_atlas_mcp.server import mcp
from fastmcp import Client

guids = {}


def call(tool, **arguments):
    async def ask():
        async with Client(mcp) as client:
            answer = await client.call_tool(tool, arguments)
            return json.loads(answer.content[0].text)

    return asyncio.run(ask())


def entities_are_created():
    for name in ("source", "target"):
        attributes = {"qualifiedName": f"mcp://{name}", "name": name, "owner": "ann"}
        made = call("create_entity", entity={"typeName": "DataSet", "attributes": attributes})
        guids[name] = next(iter(made["guidAssignments"].values()))
    ends = {
        side: [{"guid": guids[name], "typeName": "DataSet"}] for side, name in (("inputs", "source"), ("outputs", "target"))
    }
    attributes = {"qualifiedName": "mcp://process", "name": "process", **ends}
    call("create_entity", entity={"typeName": "Process", "attributes": attributes})


def entities_are_read():
    assert call("get_entity", guid=guids["source"])["entity"]["attributes"]["name"] == "source"
    found = call(
        "get_entity_by_attribute", type_name="DataSet", attribute_name="qualifiedName", attribute_value="mcp://target"
    )
    assert found["entity"]["guid"] == guids["target"], found
    assert len(call("get_entities_bulk", guids=list(guids.values()))["entities"]) == 2


def entities_are_found():
    assert [one["guid"] for one in call("search_entities", query="source", type_name="DataSet")["entities"]] == [guids["source"]]
    assert len(call("dsl_search", query="DataSet where owner = 'ann'")["entities"]) == 2
    assert call("quick_search", query="target", type_name="DataSet")["searchResults"]["entities"]


def lineage_is_read():
    assert len(call("get_lineage", guid=guids["target"])["relations"]) == 2
    by_name = call(
        "get_lineage_by_attribute", type_name="DataSet", attribute_name="qualifiedName", attribute_value="mcp://source"
    )
    assert len(by_name["guidEntityMap"]) == 3, by_name


def classifications_are_added_and_removed():
    types = {"classificationDefs": [{"name": "mcp_secret"}]}
    assert requests.post(f"{url}/api/atlas/v2/types/typedefs", json=types, auth=("admin", "admin"), timeout=60).ok
    call("add_classification", guid=guids["source"], classification_name="mcp_secret")
    assert [one["typeName"] for one in call("get_classifications", guid=guids["source"])["list"]] == ["mcp_secret"]
    spread = call("search_entities", classification="mcp_secret")["entities"]
    assert guids["target"] in [one["guid"] for one in spread], spread
    call("remove_classification", guid=guids["source"], classification_name="mcp_secret")
    assert not call("get_classifications", guid=guids["source"])["list"]


def glossaries_are_read():
    def post(path, body):
        answer = requests.post(f"{url}/api/atlas/v2/glossary{path}", json=body, auth=("admin", "admin"), timeout=60)
        assert answer.ok, answer.text
        return answer.json()["guid"]

    glossary = post("", {"name": "mcp"})
    term = post("/term", {"name": "word", "anchor": {"glossaryGuid": glossary}})
    assert [one["name"] for one in call("list_glossaries")] == ["mcp"]
    assert call("get_glossary", glossary_guid=glossary)["name"] == "mcp"
    assert "word" in str(call("get_glossary_terms", glossary_guid=glossary))
    assert call("get_glossary_term", term_guid=term)["qualifiedName"] == "word@mcp"


def types_are_read():
    assert "DataSet" in str(call("get_all_type_definitions"))
    assert call("get_type_definition", name="mcp_secret")["category"] == "CLASSIFICATION"
    assert call("get_entity_type_definition", name="DataSet")["superTypes"] == ["Asset"]


def an_entity_is_deleted():
    call("delete_entity", guid=guids["target"])
    assert call("get_entity", guid=guids["target"])["entity"]["status"] == "DELETED"


run(
    entities_are_created,
    entities_are_read,
    entities_are_found,
    lineage_is_read,
    classifications_are_added_and_removed,
    glossaries_are_read,
    types_are_read,
    an_entity_is_deleted,
)
