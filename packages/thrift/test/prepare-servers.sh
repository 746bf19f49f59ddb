#!/usr/bin/env bash
# Installs what the suites *.real.test.ts of this package and of the editor run: a Java, an MIT KDC, an LDAP server, PySpark,
# Hive, YARN, Livy and two servers of S3. Debian 12 as root. What is there already is kept; from nothing it
# loads some 850 MB.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# Each test starts servers of its own; the packages' default ones would only take ports.
echo 'slapd slapd/no_configuration boolean true' | debconf-set-selections
apt-get install -qy --no-install-recommends openjdk-17-jre-headless maven openssl python3-venv slapd \
  krb5-kdc krb5-admin-server krb5-user libgssapi-krb5-2 curl
mkdir -p .cache/logs

pyspark() {
  [ -f .cache/spark/complete ] && return
  rm -rf .cache/spark
  python3 -m venv .cache/spark
  .cache/spark/bin/pip install -q --disable-pip-version-check pyspark==3.5.6
  touch .cache/spark/complete
}

# Side by side, as they mostly wait for the network; `set -e` does not see what fails in the background, `wait` does.
(set -e; pyspark) &
spark=$!
(set -e; for what in hive yarn livy s3; do "packages/thrift/test/servers/fetch-$what.sh"; done) &
hive=$!
wait "$spark"
wait "$hive"
