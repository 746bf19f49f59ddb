#!/usr/bin/env bash
# Puts the Python producers of openlineage-producers.real.test.ts into .cache/openlineage, and Airflow, whose
# libraries are others, into .cache/airflow, from PyPI.
set -euo pipefail
cd "$(dirname "$0")"
cache=../../../../../.cache
python3 -m venv "$cache/openlineage"
"$cache/openlineage/bin/pip" install -q --disable-pip-version-check -r requirements.txt
python3 -m venv "$cache/airflow"
# Its list is whole, and little of it is ever run.
"$cache/airflow/bin/pip" install -q --disable-pip-version-check --no-deps --no-compile -r airflow-requirements.txt
