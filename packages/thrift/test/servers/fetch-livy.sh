#!/usr/bin/env bash
# Fetches what livy.sh needs from Maven Central into .cache/livy, once: some 110 jars, 73 MB.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
pom=$PWD/packages/thrift/test/servers/livy-pom.xml
target=$PWD/.cache/livy
[ -f "$target/complete" ] && exit 0
rm -rf "$target" && mkdir -p "$target"
# Poms deep down name repositories that are gone, and Maven would wait for each: all are read as the one it knows itself.
settings=$(mktemp)
trap 'rm -f "$settings"' EXIT
central=$(mvn -q -B -Dstyle.color=never -f "$pom" help:evaluate -Dexpression=project.repositories[0].url -DforceStdout | sed 's|\x1b\[[0-9;]*m||g')
echo "<settings><mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>$central</url></mirror></mirrors></settings>" >"$settings"
mvn -q -B -ntp -s "$settings" -f "$pom" dependency:copy-dependencies -DoutputDirectory="$target/lib" -DincludeScope=runtime
touch "$target/complete"
