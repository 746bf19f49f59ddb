#!/usr/bin/env bash
# Runs a real Spark Thrift Server in the foreground until it is ended: spark.sh binary|http PORT FOLDER
# SPARK_AUTHENTICATION=KERBEROS wants KRB5_CONFIG and KEYTABS, as kdc.sh makes them: it then runs as sqlalt/localhost,
# with the lines name=value of SPARK_PROPERTIES, as a client of HDFS.
# PySpark brings everything: `python3 -m venv .cache/spark && .cache/spark/bin/pip install pyspark==3.5.6`.
set -euo pipefail
mode=$1 port=$2 folder=$3
cd "$(dirname "$0")/../../../.."
SPARK_HOME=$(echo "$PWD"/.cache/spark/lib/python3*/site-packages/pyspark)
export SPARK_HOME SPARK_CONF_DIR=$folder/conf SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost
mkdir -p "$folder"/{conf,warehouse,scratch}
property() { printf '<property><name>%s</name><value>%s</value></property>\n' "$1" "$2"; }
{
  echo '<configuration>'
  property javax.jdo.option.ConnectionURL "jdbc:derby:;databaseName=$folder/metastore;create=true"
  property hive.server2.thrift.bind.host 127.0.0.1
  property hive.server2.transport.mode "$mode"
  property hive.server2.thrift.port "$port"
  property hive.server2.thrift.http.port "$port"
  property hive.server2.thrift.http.path cliservice
  property hive.server2.authentication "${SPARK_AUTHENTICATION:-NONE}"
  property hive.server2.enable.doAs false
  property hive.server2.logging.operation.enabled true
  property hive.exec.scratchdir "$folder/scratch"
  property hive.exec.local.scratchdir "$folder/scratch"
  if [ "${SPARK_AUTHENTICATION:-}" = KERBEROS ]; then
    property hive.server2.authentication.kerberos.principal sqlalt/localhost@EXAMPLE.COM
    property hive.server2.authentication.kerberos.keytab "$KEYTABS/other.keytab"
  fi
  echo '</configuration>'
} >"$folder/conf/hive-site.xml"
options=()
if [ "${SPARK_AUTHENTICATION:-}" = KERBEROS ]; then
  {
    echo '<configuration>'
    property hadoop.security.authentication kerberos
    # Asked for as the one who may renew tokens as soon as a table is read, also where there is no YARN.
    property yarn.resourcemanager.principal sqlalt/localhost@EXAMPLE.COM
    property hadoop.proxyuser.hue.hosts '*'
    property hadoop.proxyuser.hue.groups '*'
    while IFS='=' read -r name value; do
      [ -z "$name" ] || property "$name" "$value"
    done <<<"${SPARK_PROPERTIES:-}"
    echo '</configuration>'
  } >"$folder/conf/core-site.xml"
  options+=(--driver-java-options "-Djava.security.krb5.conf=$KRB5_CONFIG")
  export HADOOP_CONF_DIR=$folder/conf
fi
cat >"$folder/conf/log4j2.properties" <<'END'
rootLogger.level = info
rootLogger.appenderRef.c.ref = c
appender.c.type = Console
appender.c.name = c
appender.c.target = SYSTEM_ERR
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n%ex
END
cd "$folder"
# spark-submit replaces itself by the JVM, so that ending this process ends the server.
exec "$SPARK_HOME/bin/spark-submit" --class org.apache.spark.sql.hive.thriftserver.HiveThriftServer2 \
  --master 'local[2]' --driver-memory "${SPARK_HEAP:-1g}" \
  --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false \
  --conf spark.sql.warehouse.dir="$folder/warehouse" --conf spark.sql.shuffle.partitions=2 \
  --conf spark.driver.maxResultSize=2g "${options[@]}" spark-internal
