"""
Drives a catalog through pyatlasclient, Amundsen's types and the databuilder's extractor for its search, all of them unmodified.
Usage: amundsen_steps.py URL
"""

import os
from urllib.parse import urlsplit

from steps import run, url

address = urlsplit(url)
os.environ.update(ATLAS_HOST=address.hostname, ATLAS_PORT=str(address.port))

from amundsenatlastypes import Initializer
from atlasclient.client import Atlas
from databuilder.extractor.atlas_search_data_extractor import AtlasSearchDataExtractor
from pyhocon import ConfigFactory

client = Atlas(address.hostname, port=address.port, username="admin", password="admin", timeout=60)
guids = {}


def the_types_of_amundsen_are_made():
    Initializer().create_required_entities(fix_existing_data=True)
    names = {one.name for group in client.typedefs for one in group.entityDefs}
    assert {"Table", "Column", "User", "Reader", "Bookmark", "Dashboard"} <= names, names


def they_are_made_again():
    Initializer().create_required_entities()


def entities_are_made_in_bulk():
    def entity(guid, kind, name, **more):
        return {"typeName": kind, "guid": guid, "attributes": {"qualifiedName": f"{name}@c", "name": name, **more}}

    database = entity("-1", "hive_db", "sales", clusterName="c")
    table = entity("-2", "hive_table", "sales.orders", description="What was sold", db={"guid": "-1"})
    column = entity("-3", "hive_column", "sales.orders.id", type="int", table={"guid": "-2"})
    client.entity_bulk.create(data={"entities": [database, table, column]})
    for one in (database, table, column):
        found = client.entity_unique_attribute(one["typeName"], qualifiedName=one["attributes"]["qualifiedName"])
        guids[one["typeName"]] = found.entity["guid"]
    single = entity("-4", "hive_db", "other", clusterName="c")
    client.entity_post.create(data={"entity": single})


def entities_are_read_changed_and_deleted():
    entity = client.entity_guid(guids["hive_table"])
    assert entity.entity["attributes"]["name"] == "sales.orders", entity.entity
    entity.entity["attributes"]["description"] = "Changed"
    entity.update("description")
    read = client.entity_guid(guids["hive_table"])
    assert read.entity["attributes"]["description"] == "Changed", read.entity
    bulk = client.entity_bulk(guid=[guids["hive_db"], guids["hive_column"]], ignoreRelationships=False)
    assert [len(one.entities) for one in bulk] == [2]
    other = client.entity_unique_attribute("hive_db", qualifiedName="other@c").entity["guid"]
    client.entity_guid(other).delete()
    assert client.entity_guid(other).entity["status"] == "DELETED"


def classifications_are_given_and_taken():
    client.typedefs.create(data={"classificationDefs": [{"name": "amundsen_badge", "superTypes": [], "attributeDefs": []}]})
    client.entity_bulk_classification.create(
        data={"classification": {"typeName": "amundsen_badge", "propagate": False}, "entityGuids": [guids["hive_table"]]}
    )
    given = [one.typeName for group in client.entity_guid(guids["hive_table"]).classifications for one in group.list]
    assert given == ["amundsen_badge"], given
    client.entity_guid(guids["hive_table"]).classifications("amundsen_badge").delete()


def searches_find_them():
    basic = client.search_basic.create(data={"typeName": "Table", "excludeDeletedEntities": True})
    assert [one.guid for one in basic.entities] == [guids["hive_table"]], basic._data
    by_attribute = client.search_attribute(attrName="name", attrValuePrefix="sales", limit=5, offset=0, typeName="hive_db")
    assert [len(one.entities) for one in by_attribute] == [1]
    by_dsl = client.search_dsl(query="hive_table where name = 'sales.orders'")
    assert [len(one.entities) for one in by_dsl] == [1]
    assert [len(one.entities) for one in client.search_fulltext(query="sales.orders")][0] >= 0


def lineage_metrics_and_types_are_read():
    assert client.lineage_guid(guids["hive_table"]).baseEntityGuid == guids["hive_table"]
    assert [one.general for one in client.admin_metrics]
    assert client.entitydef_name("hive_table").name == "hive_table"
    assert client.relationshipdef_name("hive_table_columns").endDef1["type"] == "hive_table"


def the_databuilder_extracts_tables_for_the_search():
    extractor = AtlasSearchDataExtractor()
    settings = {
        "atlas_url": address.hostname,
        "atlas_port": address.port,
        "atlas_protocol": "http",
        "atlas_validate_ssl": False,
        "atlas_auth_user": "admin",
        "atlas_auth_pw": "admin",
        "atlas_search_chunk_size": 5,
        "atlas_details_chunk_size": 5,
        "atlas_timeout_seconds": 60,
        "atlas_max_retries": 1,
        "process_pool_size": 1,
        "entity_type": "Table",
        "model_class": "databuilder.models.table_elasticsearch_document.TableESDocument",
    }
    extractor.init(ConfigFactory.from_dict(settings))
    documents = []
    while (one := extractor.extract()) is not None:
        documents.append(one)
    assert [one.name for one in documents] == ["sales.orders"], documents
    assert documents[0].column_names == ["sales.orders.id"], vars(documents[0])


run(
    the_types_of_amundsen_are_made,
    they_are_made_again,
    entities_are_made_in_bulk,
    entities_are_read_changed_and_deleted,
    classifications_are_given_and_taken,
    searches_find_them,
    lineage_metrics_and_types_are_read,
    the_databuilder_extracts_tables_for_the_search,
)
