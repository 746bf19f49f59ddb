#!/usr/bin/env bash
# Puts the programs of clients.real.test.ts into .cache/clients, from PyPI.
set -euo pipefail
cd "$(dirname "$0")"
venv=../../../../.cache/clients
python3 -m venv "$venv"
"$venv/bin/pip" install -q -r requirements.txt
"$venv/bin/pip" install -q --no-deps -r requirements-alone.txt
