#!/usr/bin/env bash
# Runs Iceberg's REST catalog in the foreground until it is ended: iceberg.sh PORT FOLDER
# packages/connectors/test/pom.xml and packages/thrift/test/prepare-servers.sh fetch what it needs.
set -euo pipefail
port=$1 folder=$2
cd "$(dirname "$0")/../../../.."
spark=$(echo "$PWD"/.cache/spark/lib/python3*/site-packages/pyspark/jars)
hadoop=$(ls "$spark"/hadoop-client-*.jar "$spark"/commons-logging-*.jar | tr '\n' ':')
CATALOG_REST_PORT=$port CATALOG_WAREHOUSE=file://$folder/warehouse CATALOG_URI=jdbc:sqlite:file:$folder/catalog.db \
  exec java -Xmx256m -cp "$PWD/.cache/iceberg/*:$hadoop" org.apache.iceberg.rest.RESTCatalogServer
