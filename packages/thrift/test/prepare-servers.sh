#!/usr/bin/env bash
# Installs what the suites *.real.test.ts of this package run: a Java, an MIT KDC, PySpark, Hive, and the package kerberos
# built. Debian 12 as root, after `npm ci`. Whatever is there already is kept; from nothing it takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/../../.."
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends openjdk-17-jre-headless maven openssl \
  python3-venv krb5-kdc krb5-admin-server krb5-user libgssapi-krb5-2 build-essential
mkdir -p .cache/logs
if [ ! -x .cache/spark/bin/spark-submit ]; then
  python3 -m venv .cache/spark
  .cache/spark/bin/pip install -q --disable-pip-version-check pyspark==3.5.6
fi
packages/thrift/test/servers/fetch-hive.sh
[ -f node_modules/kerberos/build/Release/kerberos.node ] || npm run --silent kerberos
