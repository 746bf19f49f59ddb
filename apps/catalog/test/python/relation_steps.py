"""Relationships, lineage, and the figures of operators."""

from apache_atlas.model.instance import AtlasEntity, AtlasEntityWithExtInfo, AtlasObjectId
from apache_atlas.model.relationship import AtlasRelationship

from world import client, fails_with, guids, sends_no_body


def sensor(n):
    return AtlasObjectId({"guid": guids["sensors"][n], "typeName": "py_sensor"})


def relationships_are_made_read_and_ended():
    near = AtlasRelationship({"typeName": "py_near", "attributes": {"distance": 3}})
    near.end1, near.end2 = sensor(0), sensor(1)
    made = client.relationship.create_relationship(near)
    assert made.attributes["distance"] == 3 and made.end1.guid == guids["sensors"][0]
    fails_with(409, "ATLAS-409-00-004", lambda: client.relationship.create_relationship(near))
    # The client gets these, and cannot make its own object of any.
    fails_with(200, "'status': 'ACTIVE'", lambda: client.relationship.get_relationship_by_guid(made.guid))
    whole = client.relationship.get_relationship_by_guid_with_ext_info
    fails_with(200, "'referredEntities': {", lambda: whole(made.guid, True))
    sends_no_body(lambda: client.relationship.update_relationship(made))
    client.relationship.delete_relationship_by_guid(made.guid)
    fails_with(200, "'status': 'DELETED'", lambda: client.relationship.get_relationship_by_guid(made.guid))


def lineage_is_read():
    process = AtlasEntity({"typeName": "Process"})
    process.attributes = {"qualifiedName": "py.copy@test", "name": "copy", "inputs": [sensor(0)], "outputs": [sensor(1)]}
    answer = client.entity.create_entity(AtlasEntityWithExtInfo({"entity": process}))
    guid = answer.get_assigned_guid(process.guid)
    info = client.lineage.get_lineage_info(guids["sensors"][0], "BOTH", 3)
    assert set(info.guidEntityMap) == {guid, *guids["sensors"][:2]} and len(info.relations) == 2
    assert info.lineageDirection == "BOTH" and info.lineageDepth == 3
    info = client.lineage.get_lineage_info_attr("py_sensor", {"qualifiedName": "py.s1@test"}, "INPUT", 1)
    assert info.baseEntityGuid == guids["sensors"][1]
    fails_with(404, "ATLAS-404-00-005", lambda: client.lineage.get_lineage_info("no-such-guid", "BOTH", 3))
    client.entity.delete_entity_by_guid(guid)


def metrics_are_read():
    assert client.admin.get_metrics().general["entityCount"] > 5


steps = [relationships_are_made_read_and_ended, lineage_is_read, metrics_are_read]
