#!/usr/bin/env bash
# Puts the programs of clients.real.test.ts into .cache/clients, from PyPI.
set -euo pipefail
cd "$(dirname "$0")"
venv=../../../../.cache/clients
python3 -m venv "$venv"
"$venv/bin/pip" install -q -r requirements.txt
"$venv/bin/pip" install -q --no-deps -r requirements-alone.txt
# What Amundsen's publisher and service ask for is older than what other programs here use.
"$venv/bin/pip" install -q --no-deps --target "$venv/amundsen" apache-atlas==0.0.11
# What pyatlasclient was made from, whose module has the same name.
"$venv/bin/pip" install -q --no-deps --target "$venv/atlasclient" atlasclient==1.0.0
# Its package says that it runs up to Python 3.8; the one module of it that is used runs on all.
"$venv/bin/pip" install -q --no-deps --ignore-requires-python apache-airflow==1.10.15
