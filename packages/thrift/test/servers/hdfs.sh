#!/usr/bin/env bash
# Runs a real HDFS, one NameNode and one DataNode, in the foreground until it is ended: hdfs.sh PORT FOLDER
# PORT is that of WebHDFS at the NameNode. With KEYTABS (folder of kdc.sh) both ask for Kerberos. Its jars come with Hive's
# (fetch-hive.sh).
set -euo pipefail
port=$1 folder=$2
lib=$(cd "$(dirname "$0")/../../../.." && pwd)/.cache/hive/lib
property() { echo "<property><name>$1</name><value>$2</value></property>"; }
. "$(dirname "$0")/free-port.sh"
rpc=$(free_port)
{
  echo '<configuration>'
  property fs.defaultFS "hdfs://127.0.0.1:$rpc"
  property hadoop.tmp.dir "$folder/tmp"
  property dfs.namenode.http-address "127.0.0.1:$port"
  property dfs.datanode.address "127.0.0.1:$(free_port)"
  property dfs.datanode.ipc.address "127.0.0.1:$(free_port)"
  property dfs.datanode.http.address "127.0.0.1:$(free_port)"
  property dfs.datanode.hostname 127.0.0.1
  property dfs.namenode.datanode.registration.ip-hostname-check false
  property dfs.replication 1
  property dfs.client.block.write.replace-datanode-on-failure.policy NEVER
  property dfs.namenode.safemode.extension 0
  property dfs.permissions.superusergroup supergroup
  # The editor acts for whoever asks, and so does a HiveServer2, as this user or with a ticket.
  for user in "$(id -un)" hive hue; do
    property "hadoop.proxyuser.$user.hosts" '*'
    property "hadoop.proxyuser.$user.groups" '*'
  done
  if [ -n "${KEYTABS:-}" ]; then
    property hadoop.security.authentication kerberos
    property hadoop.security.authorization true
    for node in namenode datanode; do
      property dfs.$node.kerberos.principal hdfs/localhost@EXAMPLE.COM
      property dfs.$node.keytab.file "$KEYTABS/server.keytab"
    done
    property dfs.web.authentication.kerberos.principal HTTP/localhost@EXAMPLE.COM
    property dfs.web.authentication.kerberos.keytab "$KEYTABS/server.keytab"
    property hadoop.http.filter.initializers org.apache.hadoop.security.AuthenticationFilterInitializer
    property hadoop.http.authentication.type kerberos
    property hadoop.http.authentication.kerberos.principal HTTP/localhost@EXAMPLE.COM
    property hadoop.http.authentication.kerberos.keytab "$KEYTABS/server.keytab"
    property dfs.block.access.token.enable true
    # Without jsvc a DataNode may have Kerberos only when its data goes over SASL or nobody checks.
    property ignore.secure.ports.for.testing true
  fi
  echo '</configuration>'
} >"$folder/core-site.xml"
cp "$folder/core-site.xml" "$folder/hdfs-site.xml"
# Their pages are not in the jars; the servers only want to find them.
mkdir -p "$folder"/webapps/{hdfs,datanode}
export TZ=UTC
java=(java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true
  --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.io=ALL-UNNAMED
  --add-opens java.base/java.util=ALL-UNNAMED -cp "$folder:$lib/*")
[ -z "${KEYTABS:-}" ] || java+=("-Djava.security.krb5.conf=$KEYTABS/krb5.conf")
[ -d "$folder/tmp" ] || "${java[@]}" org.apache.hadoop.hdfs.server.namenode.NameNode -format -nonInteractive
"${java[@]}" org.apache.hadoop.hdfs.server.datanode.DataNode &
exec "${java[@]}" org.apache.hadoop.hdfs.server.namenode.NameNode
