"""
The walk that the sample application of apache-atlas makes, with the same functions of the client, on names of its own: types,
entities, classifications, a glossary, lineage and searches.
Usage: sample_steps.py URL
"""

from apache_atlas.client.base_client import AtlasClient
from apache_atlas.model.enums import EntityOperation, LineageDirection, TypeCategory
from apache_atlas.model.glossary import AtlasGlossary, AtlasGlossaryCategory, AtlasGlossaryHeader, AtlasGlossaryTerm
from apache_atlas.model.instance import (
    AtlasClassification,
    AtlasEntitiesWithExtInfo,
    AtlasEntity,
    AtlasEntityWithExtInfo,
    AtlasRelatedObjectId,
)
from apache_atlas.model.misc import SearchFilter
from apache_atlas.model.typedef import AtlasTypesDef
from apache_atlas.utils import type_coerce
from steps import run, url

client = AtlasClient(url, ("admin", "admin"))
guids = {}


def attribute(name, kind="string", **more):
    """As the application writes them, with the values that the client's models have where nobody gives any."""
    return {
        "name": name,
        "typeName": kind,
        "isOptional": True,
        "cardinality": "SINGLE",
        "valuesMinCount": 0,
        "valuesMaxCount": 1,
        "isUnique": False,
        "isIndexable": True,
        "searchWeight": 0,
        **more,
    }


types = type_coerce(
    {
        "enumDefs": [{"name": "walk_kind", "elementDefs": [{"ordinal": 1, "value": "MANAGED"}, {"ordinal": 2, "value": "VIEW"}]}],
        "structDefs": [{"name": "walk_serde", "attributeDefs": [attribute("name"), attribute("serde")]}],
        "classificationDefs": [
            {"name": "walk_pii", "superTypes": [], "attributeDefs": []},
            {"name": "walk_finance", "superTypes": [], "attributeDefs": [attribute("level", "int")]},
        ],
        "entityDefs": [
            {"name": "walk_db", "superTypes": ["DataSet"], "attributeDefs": [attribute("locationUri"), attribute("made", "date")]},
            {
                "name": "walk_table",
                "superTypes": ["DataSet"],
                "attributeDefs": [
                    attribute("tableType", "walk_kind"),
                    attribute("serde", "walk_serde"),
                    attribute("partitions", "array<string>", cardinality="LIST"),
                    attribute("parameters", "map<string,string>"),
                ],
            },
            {"name": "walk_load", "superTypes": ["Process"], "attributeDefs": [attribute("queryText")]},
        ],
        "relationshipDefs": [
            {
                "name": "walk_tables",
                "relationshipCategory": "AGGREGATION",
                "propagateTags": "NONE",
                "endDef1": {"type": "walk_db", "name": "tables", "isContainer": True, "cardinality": "SET"},
                "endDef2": {"type": "walk_table", "name": "db", "isContainer": False, "cardinality": "SINGLE"},
            }
        ],
        "businessMetadataDefs": [
            {
                "name": "walk_cost",
                "attributeDefs": [
                    attribute("owner", options={"maxStrLength": "20", "applicableEntityTypes": '["walk_db","walk_table"]'})
                ],
            }
        ],
    },
    AtlasTypesDef,
)


def entity(kind, name, guid, **attributes):
    return AtlasEntity(
        {"typeName": kind, "guid": guid, "attributes": {"name": name, "qualifiedName": f"{name}@walk", **attributes}}
    )


def create(one):
    answer = client.entity.create_entity(AtlasEntityWithExtInfo({"entity": one}))
    return answer.guidAssignments[str(one.guid)]


def types_are_made_read_and_listed():
    made = client.typedef.create_atlas_typedefs(types)
    assert [len(of) for of in (made.enumDefs, made.structDefs, made.classificationDefs, made.entityDefs)] == [1, 1, 2, 3], made
    for name in ("walk_db", "walk_table", "walk_load"):
        assert client.typedef.get_entitydef_by_name(name).name == name
    assert client.typedef.get_classificationdef_by_name("walk_pii").name == "walk_pii"
    listed = client.typedef.get_all_typedefs(SearchFilter({"params": {"type": TypeCategory.ENTITY.name}}))
    assert {"walk_db", "walk_table"} <= {one.name for one in listed.entityDefs}
    assert client.typedef.type_with_name_exists("walk_serde")


def a_database_and_tables_are_made_and_changed():
    guids["db"] = create(entity("walk_db", "shop", "-1", made=1700000000000))
    for name, number in (("orders", "-2"), ("daily", "-3")):
        table = entity("walk_table", name, number, tableType="MANAGED", partitions=["day"], parameters={"rows": "1"})
        table.attributes["serde"] = {"typeName": "walk_serde", "attributes": {"name": "s", "serde": "orc"}}
        table.relationshipAttributes = {"db": AtlasRelatedObjectId({"guid": guids["db"]})}
        guids[name] = create(table)
    read = client.entity.get_entity_by_guid(guids["orders"])
    read.entity.attributes["description"] = "What was sold"
    answer = client.entity.update_entity(read)
    assert [one.guid for one in answer.mutatedEntities[EntityOperation.UPDATE.name]] == [guids["orders"]], answer
    again = client.entity.partial_update_entity_by_guid(guids["orders"], "Orders", "displayName")
    assert [one.guid for one in again.mutatedEntities[EntityOperation.PARTIAL_UPDATE.name]] == [guids["orders"]], again
    assert {one.guid for one in client.entity.get_entities_by_guids([guids["orders"], guids["daily"]]).entities} == {
        guids["orders"],
        guids["daily"],
    }


def classifications_labels_and_business_attributes_are_given():
    client.entity.add_classifications_by_guid(guids["orders"], [AtlasClassification({"typeName": "walk_pii"})])
    client.entity.add_classifications_by_guid(
        guids["orders"], [AtlasClassification({"typeName": "walk_finance", "attributes": {"level": 2}, "propagate": False})]
    )
    client.entity.update_classifications(guids["orders"], [AtlasClassification({"typeName": "walk_finance", "attributes": {"level": 3}})])
    given = {one.typeName: one.attributes for one in client.entity.get_classifications(guids["orders"]).list}
    assert set(given) == {"walk_pii", "walk_finance"} and given["walk_finance"]["level"] == 3, given
    client.entity.remove_classification(guids["orders"], "walk_finance", None)
    client.entity.add_labels_by_guid(guids["orders"], ["gold"])
    client.entity.add_or_update_business_attributes(guids["orders"], False, {"walk_cost": {"owner": "ann"}})
    read = client.entity.get_entity_by_guid(guids["orders"]).entity
    assert (read.labels, read.businessAttributes["walk_cost"]) == (["gold"], {"owner": "ann"}), read


def a_glossary_with_terms_and_categories_is_made():
    glossary = client.glossary.create_glossary(AtlasGlossary({"name": "walk", "shortDescription": "Words"}))
    anchor = AtlasGlossaryHeader({"glossaryGuid": glossary.guid, "displayText": glossary.name})
    term = client.glossary.create_glossary_term(AtlasGlossaryTerm({"name": "order", "anchor": anchor}))
    category = client.glossary.create_glossary_category(AtlasGlossaryCategory({"name": "sales", "anchor": anchor}))
    term.shortDescription = "A purchase"
    assert client.glossary.update_glossary_term_by_guid(term.guid, term).shortDescription == "A purchase"
    client.glossary.assign_term_to_entities(term.guid, [AtlasRelatedObjectId({"guid": guids["orders"], "typeName": "walk_table"})])
    assert [one["guid"] for one in client.glossary.get_entities_assigned_with_term(term.guid, "ASC", 10, 0)] == [guids["orders"]]
    detail = client.glossary.get_glossary_ext_info(glossary.guid)
    assert list(detail.termInfo) == [term.guid] and list(detail.categoryInfo) == [category.guid], detail


def lineage_is_made_and_read_in_every_direction():
    ends = {"inputs": [{"guid": guids["orders"]}], "outputs": [{"guid": guids["daily"]}]}
    many = AtlasEntitiesWithExtInfo({"entities": [entity("walk_load", "load", "-4", queryText="insert", **ends)]})
    guids["load"] = client.entity.create_entities(many).guidAssignments["-4"]
    for start, direction in (("orders", "OUTPUT"), ("daily", "INPUT"), ("load", "BOTH")):
        lineage = client.lineage.get_lineage_info(guids[start], LineageDirection[direction].name, 3)
        assert set(lineage.guidEntityMap) == {guids["orders"], guids["load"], guids["daily"]}, lineage
    assert "walk_pii" in [one.typeName for one in client.entity.get_classifications(guids["daily"]).list]


def searches_find_them():
    assert [one.guid for one in client.discovery.dsl_search("walk_db").entities] == [guids["db"]]
    by_name = client.discovery.attribute_search("walk_table", "name", "orders", 10, 0).entities
    assert [one.guid for one in by_name] == [guids["orders"]]
    tagged = client.discovery.faceted_search({"classification": "walk_pii", "excludeDeletedEntities": True}).entities
    assert guids["orders"] in [one.guid for one in tagged]
    by_type = client.discovery.basic_search("walk_table", None, None, True, limit=10).entities
    assert {one.guid for one in by_type} == {guids["orders"], guids["daily"]}
    related = client.discovery.relationship_search(guids["db"], "tables", None, "ASCENDING", False, 10, 0).entities
    assert {one.guid for one in related} == {guids["orders"], guids["daily"]}, related
    assert client.discovery.quick_search("orders", "walk_table", False, 10, 0).searchResults.approximateCount == 1


def all_of_it_is_deleted():
    deleted = client.entity.delete_entities_by_guids([guids["load"], guids["orders"], guids["daily"], guids["db"]])
    assert len(deleted.mutatedEntities[EntityOperation.DELETE.name]) == 4, deleted
    client.entity.purge_entities_by_guids([guids["load"], guids["orders"], guids["daily"], guids["db"]])
    for name in ("walk_tables", "walk_cost", "walk_load", "walk_table", "walk_db"):
        client.typedef.delete_type_by_name(name)
    assert not client.typedef.type_with_name_exists("walk_table")


run(
    types_are_made_read_and_listed,
    a_database_and_tables_are_made_and_changed,
    classifications_labels_and_business_attributes_are_given,
    a_glossary_with_terms_and_categories_is_made,
    lineage_is_made_and_read_in_every_direction,
    searches_find_them,
    all_of_it_is_deleted,
)
