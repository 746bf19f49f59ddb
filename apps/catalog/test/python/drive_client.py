"""Drives a catalog through the public Python client, unmodified, as its users do.

Usage: drive_client.py URL. Prints a line of JSON for every step; a step that fails does not end the run.
"""

import json
import traceback

from apache_atlas.model.discovery import AtlasUserSavedSearch, QuickSearchParameters, SearchParameters
from apache_atlas.model.instance import (
    AtlasClassification,
    AtlasEntitiesWithExtInfo,
    AtlasEntity,
    AtlasEntityWithExtInfo,
    AtlasObjectId,
    AtlasRelatedObjectId,
)
from apache_atlas.model.misc import SearchFilter
from apache_atlas.model.typedef import AtlasAttributeDef, AtlasClassificationDef, AtlasEntityDef, AtlasTypesDef

import annotation_steps
import glossary_steps
import relation_steps
import type_steps
from world import called, client, fails_with, groups, guids, names_of


def stock_types_are_known():
    assert client.typedef.type_with_name_exists("hive_table")
    assert not client.typedef.type_with_name_exists("no_such_type")
    table = client.typedef.get_entitydef_by_name("hive_table")
    assert "DataSet" in table.superTypes, table.superTypes
    headers = client.typedef.get_all_typedef_headers(SearchFilter())
    assert headers is None or len(headers) > 200  # the client drops a list that it cannot coerce
    everything = client.typedef.get_all_typedefs(SearchFilter())
    assert any(one.name == "__AtlasUserProfile" for one in everything.entityDefs)


def types_are_created_read_updated():
    attribute = AtlasAttributeDef({"name": "cost", "typeName": "int", "isOptional": True, "cardinality": "SINGLE"})
    sensor = AtlasEntityDef({"name": "py_sensor", "superTypes": ["DataSet"], "attributeDefs": [attribute]})
    secret = AtlasClassificationDef({"name": "py_secret", "superTypes": [], "attributeDefs": []})
    created = client.typedef.create_atlas_typedefs(
        AtlasTypesDef({"entityDefs": [sensor], "classificationDefs": [secret]})
    )
    assert created.entityDefs[0].guid and created.classificationDefs[0].name == "py_secret"
    read = client.typedef.get_entitydef_by_guid(created.entityDefs[0].guid)
    assert read.name == "py_sensor" and read.attributeDefs[0].typeName == "int"
    read.description = "measures something"
    client.typedef.update_atlas_typedefs(AtlasTypesDef({"entityDefs": [read]}))
    assert client.typedef.get_entitydef_by_name("py_sensor").description == "measures something"
    fails_with(409, "ATLAS-409-00-001", lambda: client.typedef.create_atlas_typedefs(AtlasTypesDef({"entityDefs": [sensor]})))


def a_table_is_created_with_its_columns():
    database = AtlasEntity({"typeName": "hive_db"})
    database.attributes = {"qualifiedName": "py@test", "name": "py", "clusterName": "test"}
    answer = client.entity.create_entity(AtlasEntityWithExtInfo({"entity": database}))
    guids["db"] = answer.get_assigned_guid(database.guid)
    table = AtlasEntity({"typeName": "hive_table"})
    table.attributes = {"qualifiedName": "py.t@test", "name": "t", "owner": "py_owner"}
    table.attributes["db"] = AtlasObjectId({"guid": guids["db"], "typeName": "hive_db"})
    columns = []
    for n in range(3):
        column = AtlasEntity({"typeName": "hive_column"})
        column.attributes = {"qualifiedName": f"py.t.c{n}@test", "name": f"c{n}", "type": "int"}
        column.attributes["table"] = AtlasRelatedObjectId({"guid": table.guid, "typeName": "hive_table"})
        columns.append(column)
    table.attributes["columns"] = [AtlasObjectId({"guid": one.guid, "typeName": "hive_column"}) for one in columns]
    body = AtlasEntityWithExtInfo({"entity": table})
    for column in columns:
        body.add_referenced_entity(column)
    answer = client.entity.create_entity(body)
    guids["table"] = answer.get_assigned_guid(table.guid)
    assert len(answer.mutatedEntities["CREATE"]) == 4, answer.mutatedEntities


def entities_are_read_in_every_way():
    entity = client.entity.get_entity_by_guid(guids["table"]).entity
    assert entity.typeName == "hive_table" and len(entity.attributes["columns"]) == 3
    found = client.entity.get_entity_by_attribute("hive_table", {"qualifiedName": "py.t@test"})
    assert found.entity.guid == guids["table"] and len(found.referredEntities) == 3
    many = client.entity.get_entities_by_guids([guids["table"], guids["db"]])
    assert [one.guid for one in many.entities] == [guids["table"], guids["db"]]
    many = client.entity.get_entities_by_attribute("hive_table", [{"qualifiedName": "py.t@test"}])
    assert [one.guid for one in many.entities] == [guids["table"]]
    small = client.entity.get_entity_by_guid(guids["table"], min_ext_info=True, ignore_relationships=True)
    assert not small.entity.relationshipAttributes
    assert client.entity.get_entity_header_by_guid(guids["db"]).displayText == "py"
    fails_with(404, "ATLAS-404-00-005", lambda: client.entity.get_entity_by_guid("no-such-guid"))


def entities_are_updated():
    entity = client.entity.get_entity_by_guid(guids["db"]).entity
    entity.attributes["description"] = "changed"
    answer = client.entity.update_entity(AtlasEntityWithExtInfo({"entity": entity}))
    assert answer.mutatedEntities["UPDATE"][0].guid == guids["db"]
    client.entity.partial_update_entity_by_guid(guids["table"], "by part", "description")
    assert client.entity.get_entity_by_guid(guids["table"]).entity.attributes["description"] == "by part"
    many = [AtlasEntity({"typeName": "py_sensor"}) for _ in range(5)]
    for n, one in enumerate(many):
        one.attributes = {"qualifiedName": f"py.s{n}@test", "name": f"s{n}", "cost": n}
    answer = client.entity.create_entities(AtlasEntitiesWithExtInfo({"entities": many}))
    guids["sensors"] = [answer.get_assigned_guid(one.guid) for one in many]
    assert len(set(guids["sensors"])) == 5


def classifications_and_labels_are_put_and_taken():
    client.entity.add_classifications_by_guid(guids["table"], [AtlasClassification({"typeName": "py_secret"})])
    names = [one.typeName for one in client.entity.get_classifications(guids["table"]).list]
    assert "py_secret" in [name if isinstance(name, str) else name.typeName for name in names], names
    client.entity.add_labels_by_guid(guids["table"], ["one", "two"])
    assert set(client.entity.get_entity_by_guid(guids["table"]).entity.labels) == {"one", "two"}


def searches_find_what_was_written():
    hits = client.discovery.basic_search("hive_table", None, None, True)
    assert [one.guid for one in hits.entities] == [guids["table"]]
    parameters = SearchParameters({"typeName": "py_sensor", "sortBy": "name", "sortOrder": "DESCENDING", "limit": 2})
    parameters.entityFilters = {"attributeName": "cost", "operator": "gte", "attributeValue": "2"}
    hits = client.discovery.faceted_search(parameters)
    assert hits.approximateCount == 3, hits.approximateCount
    assert [one.displayText for one in hits.entities] == ["s4", "s3"]
    hits = client.discovery.basic_search(None, "py_secret", None, True)
    assert [one.guid for one in hits.entities] == [guids["table"]]
    hits = client.discovery.attribute_search("hive_table", "qualifiedName", "py.")
    assert [one.guid for one in hits.entities] == [guids["table"]]
    quick = client.discovery.quick_search("py_owner", None, True)
    assert quick.searchResults.entities[0].guid == guids["table"]
    quick = client.discovery.quick_search_with_param(QuickSearchParameters({"query": "py", "typeName": "hive_db", "limit": 5}))
    assert quick.searchResults.entities[0].guid == guids["db"] and "__typeName" in quick.aggregationMetrics
    assert "py_owner" in client.discovery.get_suggestions("py_o", None).suggestions
    fails_with(400, "ATLAS-400-00-00A", lambda: client.discovery.basic_search("no_such_type", None, None, True))


def dsl_queries_are_answered():
    hits = client.discovery.dsl_search("py_sensor where cost >= 2 orderby cost desc")
    assert hits.queryType == "DSL" and [one.displayText for one in hits.entities] == ["s4", "s3", "s2"]
    hits = client.discovery.dsl_search_with_params("hive_column where table.db.name = 'py' orderby name", 2, 1)
    assert [one.displayText for one in hits.entities] == ["c1", "c2"]
    hits = client.discovery.dsl_search("py_sensor select count(), max(cost) as most")
    assert hits.attributes["name"] == ["count()", "most"] and hits.attributes["values"] == [[5, 4]]
    hits = client.discovery.dsl_search("py_secret")
    assert [one.guid for one in hits.entities] == [guids["table"]]
    fails_with(400, "ATLAS-400-00-059", lambda: client.discovery.dsl_search("py_sensor where"))


def words_and_relations_are_searched():
    hits = client.discovery.full_text_search("py_owner")
    assert [one["entity"]["guid"] for one in hits.fullTextResult] == [guids["table"]]
    assert len(client.discovery.full_text_search_with_params("py", 2, 1).fullTextResult) == 2
    hits = client.discovery.relationship_search(guids["table"], "columns", "name", None, True)
    assert [one.displayText for one in hits.entities] == ["c0", "c1", "c2"]
    hits = client.discovery.relationship_search(guids["table"], "columns", None, "DESCENDING", True, 1, 1)
    assert [one.displayText for one in hits.entities] == ["c1"]
    fails_with(404, "ATLAS-404-00-005", lambda: client.discovery.relationship_search("x", "columns", None, None, True))


def searches_are_saved_and_run():
    assert not client.discovery.get_saved_searches("admin")
    saved = AtlasUserSavedSearch({"name": "mine", "ownerName": "admin", "searchType": "BASIC"})
    saved.searchParameters = SearchParameters({"typeName": "py_sensor", "limit": 25, "sortBy": "name"})
    added = client.discovery.add_saved_search(saved)
    assert added.name == "mine" and not added.guid.startswith("-")
    fails_with(409, "ATLAS-409-00-006", lambda: client.discovery.add_saved_search(saved))
    assert client.discovery.get_saved_search("admin", "mine").searchParameters.typeName == "py_sensor"
    assert len(client.discovery.execute_saved_search_with_user_name("admin", "mine").entities) == 5
    added.searchParameters.limit = 2
    client.discovery.update_saved_search(added)
    assert len(client.discovery.execute_saved_search_with_search_guid(added.guid).entities) == 2
    assert [one["name"] for one in client.discovery.get_saved_searches("admin")] == ["mine"]
    client.discovery.delete_saved_search(added.guid)
    assert not client.discovery.get_saved_searches("admin")
    fails_with(400, "ATLAS-400-00-029", lambda: client.discovery.get_saved_searches("somebody else"))


def entities_and_types_are_deleted():
    client.entity.delete_classification(guids["table"], "py_secret")
    answer = client.entity.delete_entity_by_guid(guids["table"])
    assert len(answer.mutatedEntities["DELETE"]) == 4, "a table takes its columns along"
    assert client.entity.get_entity_by_guid(guids["table"]).entity.status == "DELETED"
    client.entity.delete_entity_by_attribute("hive_db", {"qualifiedName": "py@test"})
    client.entity.delete_entities_by_guids(guids["sensors"])
    purged = client.entity.purge_entities_by_guids(guids["sensors"])
    assert len(purged.mutatedEntities["PURGE"]) == 5, purged.mutatedEntities
    fails_with(404, "ATLAS-404-00-005", lambda: client.entity.get_entity_by_guid(guids["sensors"][0]))
    fails_with(
        404, "ATLAS-404-00-009", lambda: client.entity.get_entity_by_attribute("hive_db", {"qualifiedName": "py@test"})
    )
    client.typedef.delete_type_by_name("py_secret")
    assert not client.typedef.type_with_name_exists("py_secret")
    fails_with(409, "ATLAS-409-00-002", lambda: client.typedef.delete_type_by_name("hive_table"))


def every_method_of_the_client_is_called():
    offered = {f"{group}.{name}" for group in groups for name in names_of(getattr(client, group))}
    assert offered == called, sorted(offered - called)


steps = [
    stock_types_are_known,
    types_are_created_read_updated,
    a_table_is_created_with_its_columns,
    entities_are_read_in_every_way,
    entities_are_updated,
    *type_steps.steps,
    *annotation_steps.steps,
    *relation_steps.steps,
    classifications_and_labels_are_put_and_taken,
    searches_find_what_was_written,
    dsl_queries_are_answered,
    words_and_relations_are_searched,
    searches_are_saved_and_run,
    *glossary_steps.steps,
    entities_and_types_are_deleted,
    every_method_of_the_client_is_called,
]

for step in steps:
    failure = None
    try:
        step()
    except Exception:
        failure = traceback.format_exc()
    print(json.dumps({"step": step.__name__.replace("_", " "), "failure": failure}), flush=True)
