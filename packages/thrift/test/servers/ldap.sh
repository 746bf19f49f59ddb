#!/usr/bin/env bash
# Runs a real OpenLDAP server (Debian: slapd) in the foreground until it is ended, with three people of its own, hue, alice and
# bob, whose passwords are their names and "-secret", and a group "stewards" of alice and bob: ldap.sh PORT FOLDER
# Beside them carla, as an Active Directory has people: found by sAMAccountName, with her groups in memberOf.
set -euo pipefail
port=$1 folder=$2
mkdir "$folder/data"
cat >"$folder/slapd.conf" <<END
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.102 NAME 'memberOf' EQUALITY distinguishedNameMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.12 )
objectclass ( 1.2.840.113556.1.5.9 NAME 'adUser' SUP top AUXILIARY MAY ( sAMAccountName \$ memberOf ) )
pidfile $folder/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
suffix dc=example,dc=com
rootdn cn=admin,dc=example,dc=com
rootpw admin-secret
directory $folder/data
END
{
  printf 'dn: dc=example,dc=com\nobjectClass: dcObject\nobjectClass: organization\no: example\ndc: example\n\n'
  printf 'dn: ou=people,dc=example,dc=com\nobjectClass: organizationalUnit\nou: people\n\n'
  for person in hue alice bob; do
    printf 'dn: uid=%s,ou=people,dc=example,dc=com\nobjectClass: inetOrgPerson\nuid: %s\ncn: %s\nsn: %s\nuserPassword: %s-secret\n\n' \
      $person $person $person $person $person
  done
  printf 'dn: cn=Carla Example,ou=people,dc=example,dc=com\nobjectClass: inetOrgPerson\nobjectClass: adUser\n'
  printf 'sAMAccountName: carla\ncn: Carla Example\nsn: Example\nuserPassword: carla-secret\n'
  printf 'memberOf: CN=Data Stewards,OU=groups,DC=example,DC=com\nmemberOf: CN=everybody,DC=example,DC=com\n\n'
  printf 'dn: ou=groups,dc=example,dc=com\nobjectClass: organizationalUnit\nou: groups\n\n'
  printf 'dn: cn=stewards,ou=groups,dc=example,dc=com\nobjectClass: groupOfNames\ncn: stewards\n'
  printf 'member: uid=%s,ou=people,dc=example,dc=com\n' alice bob
} | /usr/sbin/slapadd -f "$folder/slapd.conf"
exec /usr/sbin/slapd -f "$folder/slapd.conf" -h "ldap://127.0.0.1:$port" -d 0
