"""What people put on entities: classifications, labels, business metadata; and its history."""

import time

from apache_atlas.model.instance import (
    AtlasClassification,
    AtlasEntitiesWithExtInfo,
    AtlasEntityHeader,
    AtlasEntityHeaders,
)

from world import client, fails_with, guids, sends_nothing

name_of = {"qualifiedName": "py.s0@test"}
secret = AtlasClassification({"typeName": "py_secret"})


def sensor():
    return client.entity.get_entity_by_guid(guids["sensors"][0]).entity


def classifications():
    return [one.typeName for one in sensor().classifications or []]


def entities_are_read_and_updated_otherwise():
    header = client.entity.get_entity_header_by_attribute("py_sensor", name_of)
    assert header.guid == guids["sensors"][0]
    # The client sends many where the server takes one.
    many = AtlasEntitiesWithExtInfo({"entities": [sensor()]})
    fails_with(400, "ATLAS-400-00-01A", lambda: client.entity.update_entities(many))


def classifications_are_put_and_taken_in_every_way():
    guid = guids["sensors"][0]
    client.entity.add_classifications_by_type("py_sensor", name_of, [secret])
    assert classifications() == ["py_secret"]
    assert client.entity.get_entity_classifications(guid, "py_secret") is not None
    change = AtlasClassification({"typeName": "py_secret", "propagate": False})
    client.entity.update_classifications(guid, [change])
    assert client.entity.get_entity_by_guid(guid).entity.classifications[0].propagate is False
    change.propagate = True
    client.entity.update_classifications_by_attr("py_sensor", name_of, [change])
    assert client.entity.get_entity_by_guid(guid).entity.classifications[0].propagate is True
    client.entity.delete_classifications(guid, [secret])
    assert classifications() == []
    client.entity.add_classification({"classification": secret, "entityGuids": [guid]})
    # The associated entity goes along as a body, which nobody reads.
    client.entity.remove_classification(guid, "py_secret", guid)
    assert classifications() == []
    sends_nothing(TypeError, lambda: client.entity.remove_classification_by_name("py_sensor", name_of, "py_secret"))


def classifications_are_set_for_many_entities():
    before = int(time.time() * 1000) - 1000
    guid = guids["sensors"][0]
    header = AtlasEntityHeader({"guid": guid, "typeName": "py_sensor", "attributes": name_of, "classifications": [secret]})
    client.entity.set_classifications(AtlasEntityHeaders({"guidHeaderMap": {guid: header}}))
    assert classifications() == ["py_secret"]
    assert guid in client.entity.get_entity_headers(before).guidHeaderMap
    header.classifications = []
    client.entity.set_classifications(AtlasEntityHeaders({"guidHeaderMap": {guid: header}}))
    assert classifications() == []


def labels_are_put_and_taken_in_every_way():
    guid = guids["sensors"][0]
    client.entity.add_labels_by_guid(guid, ["one", "two"])
    client.entity.remove_labels_by_guid(guid, ["one"])
    assert sensor().labels == ["two"]
    for call in [client.entity.add_labels_by_name, client.entity.remove_labels_by_name, client.entity.set_labels_by_name]:
        sends_nothing((KeyError, AttributeError), lambda: call("py_sensor", name_of, ["three"]))
    sends_nothing(AttributeError, lambda: client.entity.set_labels_by_guid(guid, ["three"]))
    assert sensor().labels == ["two"]


def business_metadata_is_put_and_taken():
    guid = guids["sensors"][0]
    client.entity.add_or_update_business_attributes(guid, True, {"py_review": {"reviewer": "ann"}})
    assert sensor().businessAttributes == {"py_review": {"reviewer": "ann"}}
    client.entity.add_or_update_business_attributes_bm_name(guid, "py_review", {"reviewer": "bob"})
    assert sensor().businessAttributes == {"py_review": {"reviewer": "bob"}}
    client.entity.remove_business_attributes_bm_name(guid, "py_review", {"reviewer": "bob"})
    assert not sensor().businessAttributes
    client.entity.add_or_update_business_attributes(guid, False, {"py_review": {"reviewer": "eve"}})
    client.entity.remove_business_attributes(guid, {"py_review": {"reviewer": None}})
    assert not sensor().businessAttributes
    long = {"py_review": {"reviewer": "x" * 21}}
    fails_with(404, "ATLAS-404-00-007", lambda: client.entity.add_or_update_business_attributes(guid, False, long))


def the_history_of_an_entity_is_read():
    guid = guids["sensors"][0]
    events = client.entity.get_audit_events(guid, "", None, 100)
    actions = [one["action"] for one in events]
    assert actions[-1] == "ENTITY_CREATE" and "CLASSIFICATION_ADD" in actions and "LABEL_ADD" in actions, actions
    assert [one["action"] for one in client.entity.get_audit_events(guid, "", "ENTITY_CREATE", 10)] == ["ENTITY_CREATE"]


steps = [
    entities_are_read_and_updated_otherwise,
    classifications_are_put_and_taken_in_every_way,
    classifications_are_set_for_many_entities,
    labels_are_put_and_taken_in_every_way,
    business_metadata_is_put_and_taken,
    the_history_of_an_entity_is_read,
]
