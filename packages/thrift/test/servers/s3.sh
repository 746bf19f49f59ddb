#!/usr/bin/env bash
# Runs a server of S3 in the foreground until it is ended: s3.sh KIND PORT FOLDER
# KIND is s3proxy, which ignores conditions, or seaweedfs (fetch-s3.sh comes first). Key and secret are labkey and labsecret,
# the region us-east-1.
set -euo pipefail
kind=$1 port=$2 folder=$3
cache=$(cd "$(dirname "$0")/../../../.." && pwd)/.cache/s3
mkdir -p "$folder/data"
cd "$folder"
if [ "$kind" = seaweedfs ]; then
  # It is several servers in one process. They listen at an address of their own, the one asked for at 127.0.0.1 as well. What they
  # say to each other goes through sockets in /tmp that are named by their ports for gRPC.
  own=127.1.$((port >> 8)).$((port & 255))
  echo '{"identities": [{"name": "lab", "actions": ["Admin"],
    "credentials": [{"accessKey": "labkey", "secretKey": "labsecret"}]}]}' >s3.json
  master=$((port - 20000)) filer=$((port - 10000)) volume=$((port + 20000)) s3=$((port + 30000))
  trap 'rm -f /tmp/seaweedfs-{master-grpc-$master,filer-grpc-$filer,volume-grpc-$volume,s3-grpc-$s3}.sock' EXIT
  # It takes more than ten seconds to end by itself, and what it has is for nobody.
  trap 'kill -KILL $!' TERM
  "$cache/seaweedfs/bin/weed" -logtostderr server -dir="$folder/data" -ip="$own" -ip.bind="$own" -filer -s3 \
    -master.port.grpc="$master" -filer.port.grpc="$filer" -volume.port.grpc="$volume" -s3.port.grpc="$s3" \
    -master.telemetry=false -volume.max=100 -volume.preStopSeconds=0 -filer.localSocket="$folder/filer.sock" \
    -s3.config="$folder/s3.json" -s3.port="$port" -s3.port.iceberg=0 -s3.port.lance=0 -s3.localSocket="$folder/s3.sock" &
  wait $!
  exit
fi
cat >s3.conf <<CONF
s3proxy.authorization=aws-v2-or-v4
s3proxy.endpoint=http://127.0.0.1:$port
s3proxy.identity=labkey
s3proxy.credential=labsecret
jclouds.provider=filesystem-nio2
jclouds.identity=unused
jclouds.credential=unused
jclouds.filesystem.basedir=$folder/data
CONF
# Without this it logs every byte.
echo '<configuration><root level="OFF"/></configuration>' >logback.xml
exec java -Xmx256m -XX:+UseSerialGC -Dlogback.configurationFile="$folder/logback.xml" -cp "$cache/lib/*" \
  org.gaul.s3proxy.Main --properties "$folder/s3.conf"
