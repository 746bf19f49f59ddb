#!/usr/bin/env bash
# Fetches what livy.sh needs from Maven Central into .cache/livy, once: some 110 jars, 73 MB.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
pom=$PWD/packages/thrift/test/servers/livy-pom.xml
target=$PWD/.cache/livy
[ -f "$target/complete" ] && exit 0
rm -rf "$target" && mkdir -p "$target"
. packages/thrift/test/servers/maven.sh
maven -f "$pom" dependency:copy-dependencies -DoutputDirectory="$target/lib" -DincludeScope=runtime
touch "$target/complete"
