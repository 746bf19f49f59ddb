#!/usr/bin/env bash
# Fetches into .cache/yarn the jars that a resource manager and a node need beside those of fetch-hive.sh.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
target=$PWD/.cache/yarn
[ -f "$target/complete" ] && [ -f "$target/hadoop-yarn-server-nodemanager-3.3.6.jar" ] && exit 0
mkdir -p "$target"
for jar in timelineservice nodemanager; do
  mvn -q -B -ntp dependency:copy -Dartifact="org.apache.hadoop:hadoop-yarn-server-$jar:3.3.6" -DoutputDirectory="$target"
done
touch "$target/complete"
