#!/usr/bin/env bash
# Runs a real Livy server in the foreground until it is ended: livy.sh PORT FOLDER
# It runs batches with the Spark of .cache/spark. Interactive sessions want jars that no registry has.
# Programs lie in FOLDER/programs. fetch-livy.sh comes first.
set -euo pipefail
port=$1 folder=$2
cd "$(dirname "$0")/../../../.."
java=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}/bin/java
SPARK_HOME=$(echo "$PWD"/.cache/spark/lib/python3*/site-packages/pyspark)
export SPARK_HOME SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost LIVY_HOME=$folder LIVY_CONF_DIR=$folder/conf
export PYSPARK_PYTHON=$PWD/.cache/spark/bin/python3 SPARK_CONF_DIR=$folder/conf
mkdir -p "$folder"/{conf,logs,programs,tmp}
cat >"$folder/conf/livy.conf" <<END
livy.server.host = 127.0.0.1
livy.server.port = $port
livy.server.csrf-protection.enabled = true
livy.spark.master = local[1]
livy.spark.deploy-mode = client
livy.spark.scala-version = 2.12
livy.file.local-dir-whitelist = $folder/programs
END
printf 'spark.ui.enabled false\nspark.driver.memory 512m\n' >"$folder/conf/spark-defaults.conf"
options=(-Xmx256m -XX:+UseSerialGC -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="$folder/tmp")
for package in java.lang java.util java.util.concurrent java.util.concurrent.atomic java.nio; do
  options+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
options+=(--add-opens=java.base/sun.nio.ch=ALL-UNNAMED)
exec "$java" "${options[@]}" -cp "$folder/conf:$PWD/.cache/livy/lib/*" org.apache.livy.server.LivyServer
