#!/usr/bin/env bash
# Runs a real YARN resource manager without any node in the foreground until it is ended: yarn.sh PORT FOLDER
# Applications are accepted, listed and killed; none ever runs. fetch-hive.sh and fetch-yarn.sh come first.
set -euo pipefail
port=$1 folder=$2
cd "$(dirname "$0")/../../../.."
java=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}/bin/java
mkdir -p "$folder"/{conf,tmp}

property() { printf '<property><name>%s</name><value>%s</value></property>\n' "$1" "$2"; }
configuration() { echo '<configuration>'; cat; echo '</configuration>'; }
{
  property fs.defaultFS file:///
  property hadoop.tmp.dir "$folder/tmp"
  property hadoop.proxyuser.hue.hosts '*'
  property hadoop.proxyuser.hue.groups '*'
} | configuration >"$folder/conf/core-site.xml"
{
  property yarn.resourcemanager.hostname localhost
  property yarn.resourcemanager.webapp.address "localhost:$port"
  for address in address scheduler.address resource-tracker.address admin.address; do
    property "yarn.resourcemanager.$address" localhost:0
  done
} | configuration >"$folder/conf/yarn-site.xml"
{
  property yarn.scheduler.capacity.root.queues default
  property yarn.scheduler.capacity.root.default.capacity 100
} | configuration >"$folder/conf/capacity-scheduler.xml"

options=(-Xmx384m -XX:+UseSerialGC -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="$folder/tmp")
for package in java.lang java.lang.reflect java.io java.net java.util; do
  options+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
export HADOOP_CONF_DIR=$folder/conf
exec "$java" "${options[@]}" -cp "$folder/conf:$PWD/.cache/yarn/*:$PWD/.cache/hive/lib/*" \
  org.apache.hadoop.yarn.server.resourcemanager.ResourceManager
