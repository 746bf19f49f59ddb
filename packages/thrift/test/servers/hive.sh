#!/usr/bin/env bash
# Runs a real HiveServer2 or metastore in the foreground until it is ended, with Hive's files and tables of its own:
#   hive.sh none|nosasl|ldap|kerberos|jwt binary|http|metastore PORT FOLDER
# kerberos wants KRB5_CONFIG and KEYTABS, as kdc.sh makes them, ldap wants LDAP_URL, of ldap.sh. HIVE_PROPERTIES has more
# properties, name=value in a line each, which count for more than those here, HIVE_CLASSES what is on the class path before Hive's
# own. fetch-hive.sh comes first.
set -euo pipefail
authentication=$1 mode=$2 port=$3 folder=$4
cd "$(dirname "$0")/../../../.."
hive=$PWD/.cache/hive
realm=EXAMPLE.COM
java=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}/bin/java
mkdir -p "$folder"/{conf,warehouse,scratch,local,tmp,logs}

property() { printf '<property><name>%s</name><value>%s</value></property>\n' "$1" "$2"; }
configuration() { echo '<configuration>'; cat; echo '</configuration>'; }
database() {
  property javax.jdo.option.ConnectionURL "jdbc:derby:;databaseName=$1;create=$2"
  property javax.jdo.option.ConnectionDriverName org.apache.derby.jdbc.EmbeddedDriver
  property javax.jdo.option.ConnectionUserName APP
  property javax.jdo.option.ConnectionPassword mine
}

# The metastore's tables take some ten seconds to make: once for all servers.
exec 9>"$hive/tables.lock"
flock 9
if [ ! -f "$hive/tables/complete" ]; then
  rm -rf "$hive/tables" && mkdir -p "$hive/tables/conf"
  database "$hive/tables/metastore" true | configuration >"$hive/tables/conf/metastore-site.xml"
  METASTORE_HOME=$hive/metastore "$java" -Xmx256m -XX:+UseSerialGC -Dderby.stream.error.file="$hive/tables/derby.log" \
    -Dderby.system.durability=test -cp "$hive/tables/conf:$hive/lib/*" \
    org.apache.hadoop.hive.metastore.tools.schematool.MetastoreSchemaTool -dbType derby -initSchema
  touch "$hive/tables/complete"
fi
exec 9>&-
cp -a "$hive/tables/metastore" "$folder/metastore"
rm -f "$folder"/metastore/*.lck

{
  property fs.defaultFS file:///
  property hadoop.tmp.dir "$folder/tmp"
  property mapreduce.framework.name local
  for user in "$(id -un)" hive hue; do
    property "hadoop.proxyuser.$user.hosts" '*'
    property "hadoop.proxyuser.$user.groups" '*'
  done
  if [ "$authentication" = kerberos ]; then
    property hadoop.security.authentication kerberos
    # Asked for as the one who may renew tokens, also where there is no YARN.
    property yarn.resourcemanager.principal "hive/_HOST@$realm"
    # Tez wants its staging folder to belong to whoever it runs as, so the service is mapped to this very user.
    property hadoop.security.auth_to_local "RULE:[2:\$1@\$0](hive@$realm)s/.*/$(id -un)/
RULE:[2:\$1@\$0](.*@$realm)s/@.*//
RULE:[1:\$1@\$0](.*@$realm)s/@.*//
DEFAULT"
  fi
} | configuration >"$folder/conf/core-site.xml"

{
  database "$folder/metastore" false
  property hive.metastore.warehouse.dir "$folder/warehouse"
  property hive.metastore.warehouse.external.dir "$folder/warehouse"
  property hive.exec.scratchdir "$folder/scratch"
  property hive.exec.local.scratchdir "$folder/local"
  # Of each session: one that ends removes it, also under another that begins just then.
  property hive.downloaded.resources.dir "$folder/local/\${hive.session.id}_resources"
  property hive.server2.logging.operation.log.location "$folder/logs"
  property hive.metastore.event.db.notification.api.auth false
  property hive.notification.event.poll.interval 0s
  property hive.execution.engine tez
  property tez.local.mode true
  # Without it, local mode still opens RPC ports, and under Kerberos nobody has a ticket for them.
  property tez.local.mode.without.network true
  property tez.ignore.lib.uris true
  property tez.runtime.optimize.local.fetch true
  property hive.tez.container.size 256
  property hive.server2.tez.initialize.default.sessions false
  property hive.exec.submitviachild false
  property hive.exec.submit.local.task.via.child false
  property hive.stats.column.autogather false
  property hive.support.concurrency false
  property hive.txn.manager org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager
  property hive.strict.managed.tables false
  property hive.create.as.acid false
  property hive.create.as.insert.only false
  property metastore.create.as.acid false
  property hive.query.results.cache.enabled false
  property hive.server2.webui.port 0
  property hive.server2.thrift.bind.host localhost
  property hive.server2.transport.mode "$mode"
  property hive.server2.thrift.port "$port"
  property hive.server2.thrift.http.port "$port"
  property hive.server2.thrift.http.path cliservice
  property hive.server2.authentication "${authentication^^}"
  if [ "$authentication" = kerberos ]; then
    property hive.server2.authentication.kerberos.principal "hive/_HOST@$realm"
    property hive.server2.authentication.kerberos.keytab "$KEYTABS/server.keytab"
    property hive.server2.authentication.spnego.principal "HTTP/_HOST@$realm"
    property hive.server2.authentication.spnego.keytab "$KEYTABS/server.keytab"
  fi
  if [ "$authentication" = ldap ]; then
    property hive.server2.authentication.ldap.url "$LDAP_URL"
    property hive.server2.authentication.ldap.userDNPattern 'uid=%s,ou=people,dc=example,dc=com'
  fi
  while IFS='=' read -r name value; do
    [ -z "$name" ] || property "$name" "$value"
  done <<<"${HIVE_PROPERTIES:-}"
} | configuration >"$folder/conf/hive-site.xml"

{
  database "$folder/metastore" false
  property metastore.warehouse.dir "$folder/warehouse"
  property metastore.warehouse.external.dir "$folder/warehouse"
  property metastore.thrift.port "$port"
  property metastore.thrift.bind.host localhost
  property metastore.thrift.uris ''
  property metastore.task.threads.always ''
  property metastore.task.threads.remote ''
  property metastore.compactor.initiator.on false
  property metastore.housekeeping.threads.on false
  property metastore.event.db.notification.api.auth false
  if [ "$authentication" = kerberos ]; then
    property metastore.sasl.enabled true
    property metastore.kerberos.principal "hive/_HOST@$realm"
    property metastore.kerberos.keytab.file "$KEYTABS/server.keytab"
  fi
} | configuration >"$folder/conf/metastore-site.xml"
# A metastore reads what HiveServer2's file says too, and would be embedded in itself.
[ "$mode" = metastore ] && rm "$folder/conf/hive-site.xml"

cat >"$folder/conf/log4j2.properties" <<'END'
status = WARN
appender.c.type = Console
appender.c.name = c
appender.c.target = SYSTEM_ERR
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = %d %p %c{2}: %m%n%ex
rootLogger.level = INFO
rootLogger.appenderRefs = c
rootLogger.appenderRef.c.ref = c
END
cp "$folder/conf/log4j2.properties" "$folder/conf/hive-log4j2.properties"

options=(-Xmx640m -XX:+UseSerialGC -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="$folder/tmp"
  -Dderby.system.home="$folder" -Dderby.stream.error.file="$folder/derby.log" -Dderby.system.durability=test
  -Dlog4j.configurationFile="$folder/conf/log4j2.properties" -Dhive.log.dir="$folder/logs" -Dproc_hiveserver2)
[ "$authentication" = kerberos ] && options+=(-Djava.security.krb5.conf="$KRB5_CONFIG")
for package in java.lang java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic java.util.regex java.text java.time sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  options+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
options+=(--add-opens=java.sql/java.sql=ALL-UNNAMED)
export HADOOP_CONF_DIR=$folder/conf HIVE_CONF_DIR=$folder/conf METASTORE_CONF_DIR=$folder/conf
cd "$folder"
if [ "$mode" = metastore ]; then
  main=(org.apache.hadoop.hive.metastore.HiveMetaStore -p "$port")
else
  main=(org.apache.hive.service.server.HiveServer2)
fi
exec "$java" "${options[@]}" -cp "$folder/conf:${HIVE_CLASSES:+$HIVE_CLASSES:}$hive/lib/*" "${main[@]}"
