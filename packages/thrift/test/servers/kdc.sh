#!/usr/bin/env bash
# Runs a real MIT KDC in the foreground until it is ended, with a database of its own: kdc.sh PORT FOLDER
# Debian: krb5-kdc krb5-admin-server krb5-user. Leaves krb5.conf and keytabs in FOLDER:
#   server.keytab (hive, hdfs and HTTP), other.keytab (sqlalt), kafka.keytab, hue.keytab and alice.keytab.
# A FOLDER that has a database is gone on with: the KDC is the one that ended.
set -euo pipefail
port=$1 folder=$2
realm=EXAMPLE.COM
cat >"$folder/krb5.conf" <<END
[libdefaults]
  default_realm = $realm
  dns_lookup_realm = false
  dns_lookup_kdc = false
  dns_canonicalize_hostname = false
  rdns = false
  udp_preference_limit = 1
[realms]
  $realm = {
    kdc = 127.0.0.1:$port
  }
[domain_realm]
  localhost = $realm
END
cat >"$folder/kdc.conf" <<END
[kdcdefaults]
  kdc_listen = 127.0.0.1:$port
  kdc_tcp_listen = 127.0.0.1:$port
[realms]
  $realm = {
    database_name = $folder/principals
    key_stash_file = $folder/stash
    supported_enctypes = aes256-cts-hmac-sha1-96:normal aes128-cts-hmac-sha1-96:normal
  }
END
export KRB5_CONFIG=$folder/krb5.conf KRB5_KDC_PROFILE=$folder/kdc.conf PATH=$PATH:/usr/sbin
if [ -e "$folder/alice.keytab" ]; then exec krb5kdc -n; fi
kdb5_util create -s -r $realm -P "only for tests"
admin() { kadmin.local -r $realm -q "$*"; }
for principal in hive/localhost HTTP/localhost hdfs/localhost kafka/localhost sqlalt/localhost hue/localhost alice; do
  admin addprinc -randkey "$principal@$realm"
done
admin ktadd -k "$folder/server.keytab" "hive/localhost@$realm" "HTTP/localhost@$realm" "hdfs/localhost@$realm"
# In the KDC but not with the server: a ticket can be had, and the server cannot read it.
admin ktadd -k "$folder/other.keytab" "sqlalt/localhost@$realm"
admin ktadd -k "$folder/kafka.keytab" "kafka/localhost@$realm"
admin ktadd -k "$folder/hue.keytab" "hue/localhost@$realm"
admin ktadd -k "$folder/alice.keytab" "alice@$realm"
exec krb5kdc -n
