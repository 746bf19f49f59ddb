"""Definitions of the kinds that the other steps have no use for."""

from apache_atlas.model.typedef import (
    AtlasAttributeDef,
    AtlasBusinessMetadataDef,
    AtlasEnumDef,
    AtlasRelationshipDef,
    AtlasStructDef,
    AtlasTypesDef,
)

from world import client, fails_with, guids, sends_no_body


def attribute(name, type_name, **more):
    return AtlasAttributeDef({"name": name, "typeName": type_name, "isOptional": True, "cardinality": "SINGLE", **more})


def types_of_all_kinds_are_created():
    level = AtlasEnumDef({"name": "py_level", "elementDefs": [{"value": "LOW", "ordinal": 1}, {"value": "HIGH", "ordinal": 2}]})
    place = AtlasStructDef({"name": "py_place", "attributeDefs": [attribute("street", "string")]})
    end = {"type": "py_sensor", "cardinality": "SET", "isContainer": False}
    near = AtlasRelationshipDef({"name": "py_near", "relationshipCategory": "ASSOCIATION", "propagateTags": "BOTH"})
    near.endDef1, near.endDef2 = {**end, "name": "left"}, {**end, "name": "right"}
    near.attributeDefs = [attribute("distance", "int")]
    options = {"applicableEntityTypes": '["Asset"]', "maxStrLength": "20"}
    review = AtlasBusinessMetadataDef({"name": "py_review", "attributeDefs": [attribute("reviewer", "string", options=options)]})
    created = client.typedef.create_atlas_typedefs(
        AtlasTypesDef(
            {
                "enumDefs": [level],
                "structDefs": [place],
                "relationshipDefs": [near],
                "businessMetadataDefs": [review],
            }
        )
    )
    guids["py_level"] = created.enumDefs[0].guid
    guids["py_place"] = created.structDefs[0].guid
    guids["py_near"] = created.relationshipDefs[0].guid
    guids["py_review"] = created.businessMetadataDefs[0].guid


def types_are_read_by_name_and_by_guid():
    typedef = client.typedef
    assert typedef.get_enumdef_by_name("py_level").elementDefs[1].value == "HIGH"
    relationship = typedef.get_relationshipdef_by_name("py_near")
    assert relationship.endDef1.name == "left" and relationship.propagateTags == "BOTH"
    assert typedef.get_relationshipdef_by_guid(guids["py_near"]).name == "py_near"
    assert typedef.get_businessmetadatadef_by_name("py_review").attributeDefs[0].options["maxStrLength"] == "20"
    assert typedef.get_businessmetadatadef_by_guid(guids["py_review"]).name == "py_review"
    secret = typedef.get_classificationdef_by_name("py_secret")
    assert typedef.get_Classificationdef_by_guid(secret.guid).name == "py_secret"
    assert typedef.type_with_guid_exists(guids["py_near"])
    assert not typedef.type_with_guid_exists("no-such-guid")
    # For these the client takes the path of entity types.
    fails_with(404, "ATLAS-404-00-001", lambda: typedef.get_structdef_by_name("py_place"))
    fails_with(404, "ATLAS-404-00-002", lambda: typedef.get_structdef_by_guid(guids["py_place"]))
    fails_with(404, "ATLAS-404-00-002", lambda: typedef.get_enumdef_by_guid(guids["py_level"]))


def types_are_not_deleted_at_once():
    sends_no_body(lambda: client.typedef.delete_atlas_typedefs(AtlasTypesDef({"structDefs": [{"name": "py_place"}]})))
    assert client.typedef.type_with_name_exists("py_place")


steps = [types_of_all_kinds_are_created, types_are_read_by_name_and_by_guid, types_are_not_deleted_at_once]
