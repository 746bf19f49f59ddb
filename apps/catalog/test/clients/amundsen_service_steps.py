"""
Fills a catalog with the databuilder of Amundsen and its publisher for Atlas, and reads and changes it with the metadata service,
all of them unmodified.
Usage: amundsen_service_steps.py URL
"""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from steps import run, url

# The release of the Python client that both of them ask for.
sys.path.insert(0, str(Path(sys.prefix, "amundsen")))

address = urlsplit(url)
# The types are made over a client of their own, which takes the address from here.
os.environ.update(ATLAS_HOST=address.hostname, ATLAS_PORT=str(address.port))

from amundsen_common.entity.resource_type import ResourceType
from amundsenatlastypes import Initializer
from apache_atlas.client.base_client import AtlasClient
from databuilder.job.job import DefaultJob
from databuilder.loader.file_system_atlas_csv_loader import FsAtlasCSVLoader
from databuilder.models.badge import Badge, BadgeMetadata
from databuilder.models.table_lineage import TableLineage
from databuilder.models.table_metadata import ColumnMetadata, TableMetadata
from databuilder.models.user import User
from databuilder.publisher.atlas_csv_publisher import AtlasCSVPublisher
from metadata_service import create_app
from metadata_service.util import UserResourceRel
from pyhocon import ConfigFactory

client = AtlasClient(url, ("admin", "admin"))
orders, daily = "hive://gold.sales/orders", "hive://gold.sales/daily"
service = create_app(config_module_class="metadata_service.config.LocalConfig")
service.config["USER_DETAIL_METHOD"] = lambda user: {"email": user, "user_id": user}


def publish(folder, records):
    """What the databuilder's task and job do, with rows of ours."""
    folders = {"entity_dir_path": str(Path(folder, "entities")), "relationship_dir_path": str(Path(folder, "relations"))}
    loader = FsAtlasCSVLoader()
    loader.init(ConfigFactory.from_dict({**folders, "delete_created_directories": False}))
    for record in records:
        loader.load(record)
    loader.close()
    publisher = AtlasCSVPublisher()
    publisher.init(
        ConfigFactory.from_dict(
            {
                "atlas_client": client,
                "entity_files_directory": folders["entity_dir_path"],
                "relationship_files_directory": folders["relationship_dir_path"],
                "batch_size": 10,
                "register_entity_types": True,
            }
        )
    )
    publisher.publish_impl()


def proxy():
    # Only within the application, whose settings it reads, can it be imported.
    from metadata_service.proxy.atlas_proxy import AtlasProxy

    return AtlasProxy(host=address.hostname, port=address.port, user="admin", password="admin")


def within(step):
    def named():
        with service.app_context():
            step(proxy())

    named.__name__ = step.__name__
    return named


def tables_are_published():
    columns = [ColumnMetadata("id", "Number of the order", "bigint", 0), ColumnMetadata("amount", "Sum", "double", 1)]
    records = [
        TableMetadata("hive", "gold", "sales", "orders", "What was sold", columns, tags=["money"]),
        TableMetadata("hive", "gold", "sales", "daily", "Sums of days", [ColumnMetadata("day", "", "date", 0)]),
        User("ann@example.com", first_name="Ann", last_name="Lee"),
    ]
    Initializer().create_required_entities()
    publish("published", records)
    found = client.entity.get_entity_by_attribute("Table", [("qualifiedName", orders)])
    names = sorted(one.attributes["name"] for one in found.referredEntities.values() if one.typeName == "Column")
    assert names == ["amount", "id"], found


def lineage_and_badges_are_published():
    publish("lineage", [TableLineage(orders, [daily]), BadgeMetadata("Table", orders, [Badge("golden", "table_status")])])
    found = client.entity.get_entity_by_attribute("Table", [("qualifiedName", orders)]).entity
    assert "golden" in [one.typeName for one in found.classifications], found


@within
def the_service_reads_a_table(service):
    table = service.get_table(table_uri=orders)
    assert (table.name, table.schema, table.cluster, table.description) == ("orders", "sales", "gold", "What was sold"), table
    assert [one.name for one in table.columns] == ["id", "amount"], table.columns
    assert [one.badge_name for one in table.badges] == ["golden"], table.badges
    assert [one.name for one in service.get_popular_tables(num_entries=1)] in (["orders"], ["daily"])


@within
def the_service_changes_descriptions(service):
    service.put_table_description(table_uri=orders, description="All orders")
    assert service.get_table_description(table_uri=orders) == "All orders"
    service.put_column_description(table_uri=orders, column_name="id", description="Key")
    assert service.get_column_description(table_uri=orders, column_name="id") == "Key"


@within
def the_service_tags_tables_with_terms(service):
    service.add_tag(id=orders, tag="finance", tag_type="default")
    assert "finance" in [one.tag_name for one in service.get_table(table_uri=orders).tags]
    assert "finance" in [one.tag_name for one in service.get_tags()]
    service.delete_tag(id=orders, tag="finance", tag_type="default")
    assert "finance" not in [one.tag_name for one in service.get_table(table_uri=orders).tags]


@within
def the_service_adds_and_removes_owners(service):
    service.add_owner(table_uri=orders, owner="ann@example.com")
    assert [one.email for one in service.get_table(table_uri=orders).owners] == ["ann@example.com"]
    service.delete_owner(table_uri=orders, owner="ann@example.com")
    assert service.get_table(table_uri=orders).owners == []


@within
def the_service_bookmarks_tables(service):
    who = {"user_id": "ann@example.com", "relation_type": UserResourceRel.follow, "resource_type": ResourceType.Table}
    service.add_resource_relation_by_user(id=orders, **who)
    active = lambda: [
        client.entity.get_entity_by_guid(one.guid).entity.attributes["active"]
        for one in client.discovery.faceted_search({"typeName": "Bookmark", "excludeDeletedEntities": True}).entities
    ]
    assert active() == [True]
    service.delete_resource_relation_by_user(id=orders, **who)
    assert active() == [False]


@within
def the_service_reads_lineage_badges_and_times(service):
    lineage = service.get_lineage(id=orders, resource_type=ResourceType.Table, direction="both", depth=3)
    assert [one.key for one in lineage.downstream_entities if one.level > 0] == [daily], lineage
    assert "golden" in [one.badge_name for one in service.get_badges()]
    assert service.get_latest_updated_ts() >= 0


run(
    tables_are_published,
    lineage_and_badges_are_published,
    the_service_reads_a_table,
    the_service_changes_descriptions,
    the_service_tags_tables_with_terms,
    the_service_adds_and_removes_owners,
    the_service_bookmarks_tables,
    the_service_reads_lineage_badges_and_times,
)
