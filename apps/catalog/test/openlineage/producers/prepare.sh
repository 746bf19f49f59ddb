#!/usr/bin/env bash
# Puts the Python producers of openlineage-producers.real.test.ts into .cache/openlineage, from PyPI.
set -euo pipefail
cd "$(dirname "$0")"
venv=../../../../../.cache/openlineage
python3 -m venv "$venv"
"$venv/bin/pip" install -q --disable-pip-version-check -r requirements.txt
