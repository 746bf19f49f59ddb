#!/usr/bin/env bash
# Runs a real YARN resource manager in the foreground until it is ended: yarn.sh [node] PORT FOLDER
# Without a node, applications are accepted, listed and killed, and none ever runs; with `node`, one runs them as this user.
# fetch-hive.sh and fetch-yarn.sh come first.
set -euo pipefail
node=
[ "$1" = node ] && node=$1 && shift
port=$1 folder=$2
cd "$(dirname "$0")/../../../.."
java=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}/bin/java
mkdir -p "$folder"/{conf,tmp,local,logs}
# The node has to know where to report, before the manager is there to say so.
. packages/thrift/test/servers/free-port.sh
tracker=$([ -z "$node" ] && echo 0 || free_port)

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
  for address in address scheduler.address admin.address; do
    property "yarn.resourcemanager.$address" localhost:0
  done
  property yarn.resourcemanager.resource-tracker.address "localhost:$tracker"
  property yarn.resourcemanager.am.max-attempts 1
  for address in address localizer.address webapp.address; do
    property "yarn.nodemanager.$address" localhost:0
  done
  property yarn.nodemanager.local-dirs "$folder/local"
  property yarn.nodemanager.log-dirs "$folder/logs"
  property yarn.nodemanager.resource.memory-mb 1024
  property yarn.scheduler.minimum-allocation-mb 256
  property yarn.nodemanager.vmem-check-enabled false
  property yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage 100
} | configuration >"$folder/conf/yarn-site.xml"
{
  property yarn.scheduler.capacity.root.queues default
  property yarn.scheduler.capacity.root.default.capacity 100
  property yarn.scheduler.capacity.maximum-am-resource-percent 1
} | configuration >"$folder/conf/capacity-scheduler.xml"

options=(-Xmx384m -XX:+UseSerialGC -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="$folder/tmp")
for package in java.lang java.lang.reflect java.io java.net java.util; do
  options+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
export HADOOP_CONF_DIR=$folder/conf
classes="$folder/conf:$PWD/.cache/yarn/*:$PWD/.cache/hive/lib/*"
if [ -n "$node" ]; then
  "$java" "${options[@]}" -cp "$classes" org.apache.hadoop.yarn.server.nodemanager.NodeManager &
fi
exec "$java" "${options[@]}" -cp "$classes" org.apache.hadoop.yarn.server.resourcemanager.ResourceManager
