#!/usr/bin/env bash
# Fetches what hive.sh needs from Maven Central into .cache/hive, once: some 320 jars, 280 MB, about two minutes.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
pom=$PWD/packages/thrift/test/servers/hive-pom.xml
target=$PWD/.cache/hive
[ -f "$target/complete" ] && exit 0
rm -rf "$target" && mkdir -p "$target"
. packages/thrift/test/servers/maven.sh
maven -f "$pom" dependency:copy-dependencies -DoutputDirectory="$target/lib" -DincludeScope=runtime \
  -DexcludeArtifactIds=slf4j-log4j12,slf4j-reload4j,log4j-1.2-api,log4j,HikariCP-java7,hadoop-client-api,apache-curator,mssql-jdbc
# The metastore's tables are made from scripts that only its release archive holds.
maven dependency:copy -Dartifact=org.apache.hive:hive-standalone-metastore-server:4.0.1:tar.gz:bin -DoutputDirectory="$target"
mkdir "$target/metastore"
tar xzf "$target"/*-bin.tar.gz -C "$target/metastore" --strip-components=1
rm "$target"/*-bin.tar.gz
touch "$target/complete"
