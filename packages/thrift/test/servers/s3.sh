#!/usr/bin/env bash
# Runs a server of S3 in the foreground until it is ended: s3.sh KIND PORT FOLDER
# KIND is s3proxy (fetch-s3.sh comes first) or versitygw, where somebody has put that program into .cache/s3. Key and secret are
# labkey and labsecret, the region us-east-1.
set -euo pipefail
kind=$1 port=$2 folder=$3
cache=$(cd "$(dirname "$0")/../../../.." && pwd)/.cache/s3
mkdir -p "$folder/data"
if [ "$kind" = versitygw ]; then
  export ROOT_ACCESS_KEY=labkey ROOT_SECRET_KEY=labsecret
  exec "$cache/versitygw" --port "127.0.0.1:$port" --region us-east-1 posix "$folder/data"
fi
cat >"$folder/s3.conf" <<CONF
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
echo '<configuration><root level="OFF"/></configuration>' >"$folder/logback.xml"
exec java -Xmx256m -XX:+UseSerialGC -Dlogback.configurationFile="$folder/logback.xml" -cp "$cache/lib/*" \
  org.gaul.s3proxy.Main --properties "$folder/s3.conf"
