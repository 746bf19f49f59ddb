"""Reads what events told with the client of Marquez: marquez_steps.py URL TOKEN"""
import json
import sys

from marquez_client import MarquezClient
from marquez_client.errors import APIError

url, token = sys.argv[1:]
# A busy machine takes longer than the ten seconds that the client gives an answer.
client = MarquezClient(url, timeout_ms=120_000, api_key=token)
warehouse = "postgres://db.example:5432"

jobs = client.list_jobs("etl", limit=10)["jobs"]
runs = client.list_job_runs("etl", "nightly.totals")["runs"]
datasets = client.list_datasets(warehouse)["datasets"]
totals = client.get_dataset(warehouse, "shop.public.totals")
try:
    client.get_job("etl", "nothing")
    missing = None
except APIError as error:
    missing = type(error).__name__


def names(ids):
    return [one["name"] for one in ids]


print(
    json.dumps(
        {
            "namespaces": names(client.list_namespaces()["namespaces"]),
            "namespace": client.get_namespace("etl")["name"],
            "jobs": [
                [one["name"], one["latestRun"]["state"], names(one["inputs"]), names(one["outputs"])]
                for one in jobs
            ],
            "job": client.get_job("etl", "nightly.totals")["name"],
            "runs": [one["state"] for one in runs],
            "isRunFound": client.get_job_run(runs[0]["id"]) == runs[0],
            "datasets": names(datasets),
            "fields": [[one["name"], one["type"], one["description"]] for one in totals["fields"]],
            "missing": missing,
            "sources": names(client.list_sources()["sources"]),
            "source": client.get_source(warehouse)["type"],
            "hasTags": isinstance(client.list_tags()["tags"], list),
            "columns": client.get_column_lineage_by_dataset(warehouse, "shop.public.totals")["graph"],
        }
    )
)
