#!/usr/bin/env bash
# Fetches into .cache/yarn the one jar that a resource manager needs beside those of fetch-hive.sh.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
target=$PWD/.cache/yarn
[ -f "$target/complete" ] && exit 0
mkdir -p "$target"
mvn -q -B -ntp dependency:copy -Dartifact=org.apache.hadoop:hadoop-yarn-server-timelineservice:3.3.6 -DoutputDirectory="$target"
touch "$target/complete"
