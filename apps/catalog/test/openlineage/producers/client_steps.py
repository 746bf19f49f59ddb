"""Sends events with the client of OpenLineage: client_steps.py URL TOKEN"""
import sys
from datetime import datetime, timezone

from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import InputDataset, Job, OutputDataset, Run, RunEvent, RunState
from openlineage.client.facet_v2 import schema_dataset, sql_job
from openlineage.client.uuid import generate_new_uuid

url, token = sys.argv[1:]


def client(key, **more):
    transport = {"type": "http", "url": url, "auth": {"type": "api_key", "apiKey": key}, **more}
    return OpenLineageClient(config={"transport": transport})


def event(state, run):
    fields = [schema_dataset.SchemaDatasetFacetFields(name="total", type="numeric", description="In euros")]
    return RunEvent(
        eventType=state,
        eventTime=datetime.now(timezone.utc).isoformat(),
        run=run,
        job=Job("etl", "nightly.totals", facets={"sql": sql_job.SQLJobFacet(query="select 1")}),
        producer="https://example.org/nightly",
        inputs=[InputDataset("postgres://db.example:5432", "shop.public.orders")],
        outputs=[
            OutputDataset(
                "postgres://db.example:5432",
                "shop.public.totals",
                facets={"schema": schema_dataset.SchemaDatasetFacet(fields=fields)},
            )
        ],
    )


run = Run(str(generate_new_uuid()))
client(token).emit(event(RunState.START, run))
client(token, compression="gzip").emit(event(RunState.COMPLETE, run))
print("sent", run.runId)
try:
    client("gzt_nobodys").emit(event(RunState.START, Run(str(generate_new_uuid()))))
except Exception as error:
    print("refused", error)
