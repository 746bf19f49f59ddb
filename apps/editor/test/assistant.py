"""Calls tools of a catalog and of an editor, whose addresses are the arguments, and prints what they answer."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main(catalog, editor):
    found = {}
    auth = ("admin", "admin")
    async with httpx2.AsyncClient(auth=auth) as http:
        async with Client(streamable_http_client(f"{catalog}/mcp", http_client=http)) as client:
            found["instructions"] = bool(client.instructions)
            answer = await client.call_tool("list_domains", {})
            found["domains"] = json.loads(answer.content[0].text)
            answer = await client.call_tool("get_asset", {})
            found["error"] = answer.content[0].text if answer.is_error else None
        async with Client(streamable_http_client(f"{editor}/mcp", http_client=http)) as client:
            statement = {"engine": "duckdb", "statement": "SELECT 42"}
            answer = await client.call_tool("run_statement", statement)
            found["rows"] = json.loads(answer.content[0].text)["rows"]
    print(json.dumps(found))


asyncio.run(main(*sys.argv[1:]))
