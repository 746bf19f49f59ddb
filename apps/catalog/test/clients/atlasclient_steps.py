"""
Drives a catalog through every collection of the module atlasclient, unmodified: of the package pyatlasclient, or, with a folder of the
programs here as a second argument, of the package that it was made from.
Usage: atlasclient_steps.py URL [FOLDER]
"""

import sys
from pathlib import Path
from urllib.parse import urlsplit

from steps import run, url

sys.path[:0] = [str(Path(sys.prefix, folder)) for folder in sys.argv[2:]]

from atlasclient.client import ENTRY_POINTS, Atlas
from atlasclient.exceptions import BadRequest, Conflict, NotFound

address = urlsplit(url)
client = Atlas(address.hostname, port=address.port, username="admin", password="admin", timeout=60)
guids = {}
has_glossary = "glossary" in ENTRY_POINTS


def fails(error, call):
    """These clients make up a model of what they asked for themselves when it is not there; only these calls tell of failures."""
    try:
        call()
    except error:
        return
    raise AssertionError(f"expected {error}")


def attribute(name, **more):
    return {"name": name, "typeName": "string", "isOptional": True, "cardinality": "SINGLE", **more}


types = {
    "enumDefs": [{"name": "ac_enum", "elementDefs": [{"ordinal": 1, "value": "A"}, {"ordinal": 2, "value": "B"}]}],
    "structDefs": [{"name": "ac_struct", "attributeDefs": [attribute("part")]}],
    "classificationDefs": [
        {"name": "ac_tag", "superTypes": [], "attributeDefs": [attribute("level")]},
        {"name": "ac_other", "superTypes": [], "attributeDefs": []},
    ],
    "entityDefs": [
        {
            "name": "ac_table",
            "superTypes": ["DataSet"],
            "attributeDefs": [attribute("note", isIndexable=True), attribute("kind", typeName="ac_enum"), attribute("extra", typeName="ac_struct")],
        }
    ],
    "relationshipDefs": [
        {
            "name": "ac_next",
            "relationshipCategory": "ASSOCIATION",
            "propagateTags": "NONE",
            "attributeDefs": [attribute("why")],
            "endDef1": {"type": "ac_table", "name": "after", "cardinality": "SET", "isContainer": False},
            "endDef2": {"type": "ac_table", "name": "before", "cardinality": "SET", "isContainer": False},
        }
    ],
}


def types_are_made_changed_and_listed():
    client.typedefs.create(data=types)
    fails(Conflict, lambda: client.typedefs.create(data=types))
    changed = dict(types["structDefs"][0], description="changed")
    client.typedefs.update(data={"structDefs": [changed]})
    (all_,) = list(client.typedefs)
    for kind in ("enumDefs", "structDefs", "classificationDefs", "entityDefs"):
        names = {one.name for one in getattr(all_, kind)}
        assert {one["name"] for one in types[kind]} <= names, (kind, names)
    (table,) = [one for one in all_.entityDefs if one.name == "ac_table"]
    assert {one.name for one in table.attributeDefs} == {"note", "kind", "extra"}
    assert [one.typeName for one in table.attributeDefs if one.name == "kind"] == ["ac_enum"]
    (enum,) = [one for one in all_.enumDefs if one.name == "ac_enum"]
    assert [one.value for one in enum.elementDefs] == ["A", "B"]
    # A type comes to them with its attributes, constraints and options, each as a model of its own.
    assert all(list(one.constraints) == [] for one in table.attributeDefs)
    (chosen,) = list(client.typedefs(type="enum"))
    assert chosen._data["enumDefs"] and not chosen._data.get("entityDefs")


def each_type_is_read_by_name_and_by_guid():
    listed = {one.name: (one.guid, one.category) for one in client.typedefs_headers}
    kinds = {"enum": "ac_enum", "struct": "ac_struct", "classification": "ac_tag", "entity": "ac_table", "relationship": "ac_next"}
    for kind, name in kinds.items():
        guid, category = listed[name]
        assert category == kind.upper(), category
        by_name = getattr(client, f"{kind}def_name")(name)
        by_guid = getattr(client, f"{kind}def_guid")(guid)
        assert (by_name.guid, by_guid.name, by_name.version >= 1) == (guid, name, True), (name, by_name._data, by_guid._data)
        assert client.typedef_name(name).guid == guid and client.typedef_guid(guid).name == name
        assert by_guid.createdBy == "admin" and by_guid.createTime > 0, by_guid._data
    assert client.structdef_name("ac_struct").description == "changed"
    assert client.relationshipdef_name("ac_next").endDef1["name"] == "after"
    assert [one.name for one in client.classificationdef_name("ac_tag").inflate().attributeDefs] == ["level"]
    assert [one.value for one in client.enumdef_name("ac_enum").inflate().elementDefs] == ["A", "B"]


def entity(number, **attributes):
    return {
        "typeName": "ac_table",
        "guid": f"-{number}",
        "attributes": {"qualifiedName": f"ac.{number}", "name": f"name{number}", "note": f"note {number}", **attributes},
    }


def entities_are_made_alone_and_in_bulk():
    answer = client.entity_post.create(data={"entity": entity(1, kind="A", extra={"typeName": "ac_struct", "attributes": {"part": "p"}})})
    guids[1] = answer["guidAssignments"]["-1"]
    client.entity_bulk.create(data={"entities": [entity(2), entity(3), entity(4)]})
    for number in (2, 3, 4):
        guids[number] = client.entity_unique_attribute("ac_table", qualifiedName=f"ac.{number}").entity["guid"]
    process = {
        "typeName": "Process",
        "guid": "-5",
        "attributes": {
            "qualifiedName": "ac.process",
            "name": "process",
            "inputs": [{"typeName": "ac_table", "guid": guids[1]}],
            "outputs": [{"typeName": "ac_table", "uniqueAttributes": {"qualifiedName": "ac.2"}}],
        },
    }
    (posted,) = list(client.entity_post(data={"entity": process, "referredEntities": {}}))
    guids["process"] = posted.create().mutatedEntities["CREATE"][0]["guid"]
    fails(BadRequest, lambda: client.entity_post.create(data={"entity": dict(entity(6), typeName="ac_none")}))


def entities_are_read_in_each_way():
    one = client.entity_guid(guids[1])
    assert one.entity["attributes"]["extra"]["attributes"]["part"] == "p" and one.referredEntities == {}, one._data
    (bulk,) = list(client.entity_bulk(guid=[guids[1], guids[2]]))
    assert {each.guid for each in bulk.entities} == {guids[1], guids[2]}
    assert {each.typeName for each in bulk.entities} == {"ac_table"}
    (with_flags,) = list(client.entity_bulk(guid=[guids["process"]], ignoreRelationships=True, minExtInfo=True))
    assert [each.relationshipAttributes for each in with_flags.entities] == [None], with_flags._data
    (process,) = list(client.entity_bulk(guid=[guids["process"]]))
    (full,) = process.entities_with_relationships(attributes=["inputs", "outputs"])
    assert full.relationshipAttributes["inputs"][0]["attributes"]["name"] == "name1", full.relationshipAttributes


def attributes_are_changed_by_guid_and_by_name():
    one = client.entity_guid(guids[1])
    one.entity["attributes"]["note"] = "changed"
    one.update(attribute="note")
    assert client.entity_guid(guids[1]).entity["attributes"]["note"] == "changed"
    named = client.entity_unique_attribute("ac_table", qualifiedName="ac.2")
    named.entity["attributes"]["note"] = "by name"
    named.update()
    assert client.entity_guid(guids[2]).entity["attributes"]["note"] == "by name"


def given_to(number):
    return {one.typeName for group in client.entity_guid(guids[number]).classifications for one in group.list}


def classifications_are_given_changed_and_taken():
    client.entity_guid(guids[1]).classifications.create(data=[{"typeName": "ac_tag", "attributes": {"level": "1"}}, {"typeName": "ac_other"}])
    (given,) = list(client.entity_guid(guids[1]).classifications)
    assert given_to(1) == {"ac_tag", "ac_other"} and given.totalCount == 2, given._data
    # It sends what it has read again, the name of each alone, which leaves its attributes.
    client.entity_guid(guids[1]).classifications.update()
    (given,) = list(client.entity_guid(guids[1]).classifications)
    assert [one["attributes"]["level"] for one in given._data["list"] if one["typeName"] == "ac_tag"] == ["1"], given._data
    client.entity_guid(guids[1]).classifications("ac_other").delete()
    by_name = client.entity_unique_attribute("ac_table", qualifiedName="ac.1")
    assert by_name.entity["classifications"][0]["typeName"] == "ac_tag"
    client.entity_bulk_classification.create(data={"classification": {"typeName": "ac_other"}, "entityGuids": [guids[2], guids[3]]})
    # The second has what the process carries to it, too.
    assert (given_to(1), given_to(2), given_to(3)) == ({"ac_tag"}, {"ac_tag", "ac_other"}, {"ac_other"})


def relationships_are_made_changed_and_deleted():
    wanted = {
        "typeName": "ac_next",
        "attributes": {"why": "first"},
        "end1": {"typeName": "ac_table", "guid": guids[1]},
        "end2": {"typeName": "ac_table", "guid": guids[2]},
    }
    # One of the packages takes it when it is sent, the other when the model is made.
    (made,) = list(client.relationship(data=wanted))
    made.create(**({"data": wanted} if has_glossary else {}))
    reference = client.entity_guid(guids[1]).entity["relationshipAttributes"]["after"][0]
    guid = reference["relationshipGuid"]
    assert reference["relationshipAttributes"]["attributes"] == {"why": "first"}, reference
    changed = {**wanted, "guid": guid, "attributes": {"why": "second"}}
    (model,) = list(client.relationship(data=changed))
    model.update(**({"data": changed} if has_glossary else {}))
    read = client.relationship_guid(guid).inflate()._data["relationship"]
    assert (read["guid"], read["attributes"]) == (guid, {"why": "second"}), read
    client.relationship_guid(guid).delete()
    fails(NotFound, lambda: client.relationship_guid(guid).delete())


def lineage_is_read_with_its_options():
    whole = client.lineage_guid(guids[2])
    assert (whole.baseEntityGuid, whole.lineageDirection, whole.lineageDepth) == (guids[2], "BOTH", 3), whole._data
    assert len(whole.guidEntityMap) == 3
    chosen = client.lineage_guid(guids[2], depth=1, direction="INPUT").inflate()._data
    assert (chosen["lineageDirection"], len(chosen["relations"])) == ("INPUT", 2), chosen
    assert client.lineage_guid(guids[2], direction="OUTPUT").inflate()._data["relations"] == []


def searches_of_each_kind_find_them():
    def found(collection):
        return sorted(one.attributes["name"] for result in collection for one in result.entities)

    assert found(client.search_basic(typeName="ac_table", query="name*", limit=10, offset=0)) == ["name1", "name2", "name3", "name4"]
    assert found(client.search_basic(classification="ac_tag", excludeDeletedEntities=True)) == ["name1", "name2", "process"]
    filters = {"condition": "AND", "criterion": [{"attributeName": "note", "operator": "startsWith", "attributeValue": "note"}]}
    posted = client.search_basic.create(data={"typeName": "ac_table", "entityFilters": filters, "attributes": ["note"]})
    assert {one.attributes["note"] for one in posted.entities} == {"note 3", "note 4"}, posted._data
    assert found(client.search_attribute(typeName="ac_table", attrName="note", attrValuePrefix="note", limit=5, offset=1)) in (["name3"], ["name4"])
    assert found(client.search_dsl(query="ac_table where name like 'name*' orderby name limit 2")) == ["name1", "name2"]
    (selected,) = list(client.search_dsl(query="from ac_table where note = 'changed' select name, note"))
    assert selected.flatten_attrs() == ["name1", "changed"], selected._data
    assert found(client.search_dsl(query="where name = ['name1', 'name3']", typeName="ac_table")) == ["name1", "name3"]
    (words,) = list(client.search_fulltext(query="name3"))
    assert [one["entity"]["guid"] for one in words._data["fullTextResult"]] == [guids[3]], words._data


def searches_are_saved_changed_and_deleted():
    saved = {"name": "ac_saved", "searchType": "BASIC", "searchParameters": {"typeName": "ac_table", "limit": 3}}
    client.search_saved.create(data=saved)
    (listed,) = list(client.search_saved)
    assert (listed.name, listed.ownerName, listed.searchType) == ("ac_saved", "admin", "BASIC"), listed._data
    read = client.search_saved("ac_saved")
    assert read.searchParameters["limit"] == 3, read._data
    guid = client.get(read.url)["guid"]
    read.update(data={**saved, "guid": guid, "searchParameters": {"typeName": "ac_table", "limit": 4}})
    assert client.search_saved("ac_saved").searchParameters["limit"] == 4
    client.search_saved(guid).delete()
    assert list(client.search_saved) == []


def the_metrics_count_them():
    (metrics,) = list(client.admin_metrics)
    assert metrics.general["entityCount"] == 5 and metrics.entity["entityActive"]["ac_table"] == 4, metrics._data
    assert metrics.tag["tagEntities"] == {"ac_tag": 1, "ac_other": 2}, metrics.tag


def what_is_deleted_is_read_as_deleted():
    client.entity_bulk.delete(guid=[guids[3], guids[4]])
    client.entity_unique_attribute("ac_table", qualifiedName="ac.2").delete()
    client.entity_guid(guids["process"]).delete()
    assert {client.entity_guid(guids[one]).entity["status"] for one in (2, 3, 4, "process")} == {"DELETED"}
    client.typedefs.create(data={"classificationDefs": [{"name": "ac_gone"}]})
    client.typedefs.delete(data={"classificationDefs": [{"name": "ac_gone"}]})
    assert "ac_gone" not in {one.name for one in client.typedefs_headers}
    fails(Conflict, lambda: client.typedefs.delete(data={"classificationDefs": [{"name": "ac_tag"}]}))


def glossaries_are_made_changed_and_read():
    glossary = client.glossary.create(name="AC", shortDescription="first")
    guids["glossary"] = glossary.guid
    assert (glossary.name, glossary.qualifiedName) == ("AC", "AC"), glossary.to_dict()
    # It sends all that it has read, what is empty as null.
    read = client.glossary(glossary.guid)
    read.update(longDescription="second")
    read.partial_update(shortDescription="third")
    again = client.glossary(glossary.guid)
    assert (again.shortDescription, again.longDescription) == ("third", "second"), again.to_dict()
    assert [one.name for one in client.glossary] == ["AC"]
    assert [one.name for one in client.glossary(limit=5, offset=0, sort="DESC")] == ["AC"]


def categories_are_made_alone_and_in_bulk():
    anchor = {"glossaryGuid": guids["glossary"]}
    parent = client.glossary_category.create(name="parent", anchor=anchor)
    children = [{"name": name, "anchor": anchor, "parentCategory": {"categoryGuid": parent.guid}} for name in ("left", "right")]
    assert {one.name for one in client.glossary_categories.create(data=children)} == {"left", "right"}
    read = client.glossary_category(parent.guid)
    assert len(read.childrenCategories) == 2, read.to_dict()
    read.partial_update(shortDescription="changed")
    assert client.glossary_category(parent.guid).shortDescription == "changed"
    guids["category"] = parent.guid
    # It has a category's terms as one, so it can read no glossary with a category that has any.
    detailed = client.glossary(guids["glossary"]).detailed()
    assert len(detailed.categoryInfo) == 3, detailed.to_dict()


def terms_are_made_alone_and_in_bulk():
    anchor = {"glossaryGuid": guids["glossary"]}
    term = client.glossary_term.create(name="one", anchor=anchor, categories=[{"categoryGuid": guids["category"]}])
    guids["term"] = term.guid
    more = [{"name": name, "anchor": anchor, "seeAlso": [{"termGuid": term.guid}]} for name in ("two", "three")]
    assert {one.name for one in client.glossary_terms.create(data=more)} == {"two", "three"}
    client.glossary_term(term.guid).partial_update(shortDescription="short", abbreviation="o")
    read = client.glossary_term(term.guid)
    assert (read.shortDescription, len(read.seeAlso)) == ("short", 2), read.to_dict()


def terms_are_assigned_and_taken_away():
    def assigned():
        return [one.to_dict() for one in client.glossary_terms.fetch_assigned_entities(guids["term"])]

    client.glossary_terms.assign_entities(guids["term"], data=[{"guid": guids[1]}, {"guid": guids[2]}])
    assert {one["displayText"] for one in assigned()} == {"name1", "name2"}, assigned()
    first, second = ({"guid": one["guid"], "relationshipGuid": one["relationshipGuid"]} for one in assigned())
    client.glossary_terms.delete_assigned_entities(guids["term"], data=[first])
    assert [one["guid"] for one in assigned()] == [second["guid"]], assigned()
    # PUT takes away, too, in this API.
    client.glossary_terms.update_assigned_entities(guids["term"], data=[second])
    assert assigned() == []


def what_a_glossary_holds_is_deleted():
    client.glossary_term(guids["term"]).delete()
    client.glossary_category(guids["category"]).delete()
    left = client.glossary(guids["glossary"])
    assert ({one.displayText for one in left.terms}, {one.displayText for one in left.categories}) == ({"two", "three"}, {"left", "right"})


def what_a_glossary_holds_is_listed():
    """Last: a collection goes on reading with the class of what it has read in this way."""
    assert {one.name for one in client.glossary.fetch_categories(guids["glossary"])} == {"left", "right"}
    headers = client.glossary.fetch_categories_headers(guids["glossary"])
    assert {one.displayText for one in headers} == {"left", "right"}
    assert {one.name for one in client.glossary.fetch_terms(guids["glossary"])} == {"two", "three"}
    assert {one.displayText for one in client.glossary.fetch_terms_headers(guids["glossary"])} == {"two", "three"}
    client.glossary(guids["glossary"]).delete()
    assert client.get(client.glossary.url) == []


run(
    types_are_made_changed_and_listed,
    each_type_is_read_by_name_and_by_guid,
    entities_are_made_alone_and_in_bulk,
    entities_are_read_in_each_way,
    attributes_are_changed_by_guid_and_by_name,
    classifications_are_given_changed_and_taken,
    relationships_are_made_changed_and_deleted,
    lineage_is_read_with_its_options,
    searches_of_each_kind_find_them,
    searches_are_saved_changed_and_deleted,
    the_metrics_count_them,
)
if has_glossary:
    run(
        glossaries_are_made_changed_and_read,
        categories_are_made_alone_and_in_bulk,
        terms_are_made_alone_and_in_bulk,
        terms_are_assigned_and_taken_away,
        what_a_glossary_holds_is_deleted,
        what_a_glossary_holds_is_listed,
    )
run(what_is_deleted_is_read_as_deleted)
