"""
Sends lineage with the backend for Atlas of Airflow 1.10, unmodified: the package itself does not run on a Python of today, so
what the backend takes from it, which is settings and a function of time, is given to it.
Usage: airflow_steps.py URL
"""

import sys
from datetime import datetime, timezone
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from urllib.parse import urlsplit

from steps import run, url

address = urlsplit(url)
settings = {"username": "admin", "password": "admin", "host": address.hostname, "port": str(address.port)}
package = Path(find_spec("airflow").origin).parent


def stand_in(name, **members):
    module = ModuleType(name)
    module.__path__ = [str(Path(package, *name.split(".")[1:]))]
    module.__dict__.update(members)
    sys.modules[name] = module


stand_in("airflow")
stand_in("airflow.lineage")
stand_in("airflow.utils")
stand_in("airflow.configuration", conf=SimpleNamespace(get=lambda _section, key: settings[key]))
stand_in("airflow.utils.timezone", convert_to_utc=lambda time: time)
sys.modules["airflow.lineage"].datasets = __import__("airflow.lineage.datasets", fromlist=["datasets"])

from airflow.lineage.backend.atlas import AtlasBackend
from airflow.lineage.datasets import File
from apache_atlas.client.base_client import AtlasClient

client = AtlasClient(url, ("admin", "admin"))
name = "load_orders copy (BashOperator)"


class BashOperator(SimpleNamespace):
    pass


def send(day):
    time = datetime(2026, 1, day, tzinfo=timezone.utc)
    task = SimpleNamespace(execution_date=time, start_date=time, end_date=time)
    operator = BashOperator(dag_id="load_orders", task_id="copy", lineage_data="cp {{ ds }}")
    inlets, outlets = [File("/raw/{{ ds }}.csv")], [File("/clean/{{ ds }}.csv")]
    AtlasBackend.send_lineage(operator, inlets, outlets, {"ti": task, "ds": f"2026-01-0{day}"})


def processes():
    found = client.discovery.dsl_search(f'airflow_operator where name = "{name}"').entities or []
    return [client.entity.get_entity_by_guid(one.guid).entity for one in found]


def a_run_is_sent_with_its_types():
    send(1)
    (one,) = processes()
    assert one.attributes["command"] == "cp {{ ds }}", one.attributes
    assert [of["typeName"] for of in one.attributes["inputs"] + one.attributes["outputs"]] == ["fs_path", "fs_path"], one


def the_next_run_changes_the_types_and_is_another_process():
    send(2)
    assert len(processes()) == 2


def the_same_run_again_is_the_same_process():
    send(2)
    assert len(processes()) == 2


def lineage_goes_from_file_to_file():
    source = client.entity.get_entity_by_attribute("fs_path", {"qualifiedName": "file:///raw/2026-01-01.csv"}).entity
    lineage = client.lineage.get_lineage_info(source.guid, "OUTPUT", 3)
    assert {one["displayText"] for one in lineage.guidEntityMap.values()} >= {"/clean/2026-01-01.csv", name}, lineage


run(
    a_run_is_sent_with_its_types,
    the_next_run_changes_the_types_and_is_another_process,
    the_same_run_again_is_the_same_process,
    lineage_goes_from_file_to_file,
)
