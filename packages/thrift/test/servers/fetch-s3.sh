#!/usr/bin/env bash
# Fetches into .cache/s3 the jars of a server of S3.
set -euo pipefail
cd "$(dirname "$0")"
target=$(cd ../../../.. && pwd)/.cache/s3
[ -f "$target/complete" ] && exit 0
pom=$PWD/s3-pom.xml
. ./maven.sh
maven -f "$pom" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$target/lib"
touch "$target/complete"
