import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {mechanismOf, readHiveSite} from './hive-site.ts';
import {readXmlProperties} from './xml-properties.ts';

const xml = (...properties: string[]) =>
  `<?xml version="1.0"?>\n<configuration>\n${properties.join('\n')}\n</configuration>\n`;
const property = (name: string, value: string) =>
  `<property><name>${name}</name><value>${value}</value></property>`;

describe('the XML of Hadoop', () => {
  test('is read with all that stands in real files', () => {
    const {properties, errors} = readXmlProperties(
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="configuration.xsl"?>
<!-- a comment
     over lines with <property> -->
<configuration xmlns:xi="http://www.w3.org/2001/XInclude">
  <property>
    <name> a.b </name>
    <value>
      x &lt;&amp;&gt; &#65;&#x42;
    </value>
    <final>true</final>
  </property>
  <property><description>with <b>markup</b> inside</description><value><![CDATA[<raw> & ]]></value><name>c</name></property>
  <property><name>empty</name><value/></property>
  <property><name>none</name></property>
  <property><name>a.b</name><value>again</value></property>
</configuration>`,
      'f',
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(Object.fromEntries([...properties].map(([name, {value}]) => [name, value])), {
      'a.b': 'again',
      c: '<raw> &',
      empty: '',
      none: '',
    });
    assert.equal(properties.get('c')?.where, 'f:13');
    assert.equal(properties.get('a.b')?.where, 'f:16');
  });

  const broken: [string, string][] = [
    ['<configuration>\n<property>', 'f:2: XML ends inside of configuration/property.'],
    ['<other/>', 'f:1: <other> where <configuration> belongs.'],
    [xml('<property><value>x</value></property>'), 'f:3: a <property> without a <name>.'],
    [xml('<property><name>a</value></property>'), 'f:3: </value> inside of <name>.'],
    [xml('stray'), 'f:3: the text "stray" where <property> belongs.'],
    [xml(property('a', '&secret;')), 'f:3: &secret; stands for no character.'],
    [xml(property('a', 'x & y')), 'f:3: & stands for no character.'],
    [xml(property('a', '&#x110000;')), 'f:3: &#x110000; stands for no character.'],
    [`${xml()}<configuration/>`, 'f:5: <configuration> behind the end.'],
    [
      '<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<configuration/>',
      'f:1: XML is not understood (document types are refused).',
    ],
  ];
  for (const [content, error] of broken) {
    test(`is refused: ${error}`, () =>
      assert.deepEqual(readXmlProperties(content, 'f').errors, [error]));
  }
});

test('an empty configuration holds nothing', () => {
  assert.deepEqual(readXmlProperties('<configuration/>', 'f'), {properties: new Map(), errors: []});
});

describe('hive-site.xml', () => {
  test('absent, it means what Hive does by itself', () => {
    assert.deepEqual(readHiveSite('', 'f'), {
      site: {
        authentication: 'NONE',
        principal: undefined,
        isImpersonating: true,
        isSsl: false,
        transport: 'binary',
        httpPath: 'cliservice',
        binaryPort: undefined,
        httpPort: undefined,
        executionMode: undefined,
        truststorePath: undefined,
        metastoreSasl: undefined,
        metastoreUris: [],
        metastorePrincipal: undefined,
      },
      errors: [],
    });
  });

  test('of a Kerberised server over HTTP and TLS', () => {
    const {site, errors} = readHiveSite(
      xml(
        property('hive.server2.authentication', 'kerberos'),
        property('hive.server2.authentication.kerberos.principal', 'hive/_HOST@EXAMPLE.COM'),
        property('hive.server2.enable.doAs', 'FALSE'),
        property('hive.server2.use.SSL', 'true'),
        property('hive.server2.transport.mode', 'http'),
        property('hive.server2.thrift.http.path', 'sql'),
        property('hive.server2.thrift.port', '10009'),
        property('hive.metastore.sasl.enabled', 'true'),
        property('hive.metastore.uris', 'thrift://m1:9083, thrift://m2:9084'),
      ),
      'f',
    );
    assert.deepEqual(errors, []);
    assert.equal(site.authentication, 'KERBEROS');
    assert.equal(mechanismOf(site.authentication), 'GSSAPI');
    assert.equal(site.principal, 'hive/_HOST@EXAMPLE.COM');
    assert.equal(site.isImpersonating, false);
    assert.equal(site.isSsl, true);
    assert.equal(site.transport, 'http');
    assert.equal(site.httpPath, 'sql');
    assert.equal(site.binaryPort, 10009);
    assert.equal(site.metastoreSasl, true);
    assert.deepEqual(site.metastoreUris, [
      {host: 'm1', port: 9083},
      {host: 'm2', port: 9084},
    ]);
  });

  test('with wrong values, each is told with its line and what is allowed', () => {
    const {errors} = readHiveSite(
      xml(
        property('hive.server2.authentication', 'SAML'),
        property('hive.server2.use.SSL', 'yes'),
        property('hive.server2.thrift.port', '70000'),
        property('hive.metastore.uris', 'm1:9083'),
      ),
      'hive-site.xml',
    );
    assert.deepEqual(errors, [
      'hive-site.xml:3: hive.server2.authentication = "SAML" is not valid; allowed is one of NONE, NOSASL, KERBEROS, LDAP, PAM, CUSTOM, JWT.',
      'hive-site.xml:4: hive.server2.use.SSL = "yes" is not valid; allowed is true or false.',
      'hive-site.xml:5: hive.server2.thrift.port = "70000" is not valid; allowed is a whole number from 1 to 65535.',
      'hive-site.xml:6: hive.metastore.uris = "m1:9083" is not valid; allowed is thrift://<host>:<port>, several with commas between them.',
    ]);
  });

  for (const [authentication, mechanism] of [
    ['NONE', 'PLAIN'],
    ['NOSASL', 'NOSASL'],
    ['LDAP', 'PLAIN'],
    ['PAM', 'PLAIN'],
    ['CUSTOM', 'PLAIN'],
    ['KERBEROS', 'GSSAPI'],
  ] as const) {
    test(`${authentication} means ${mechanism}`, () =>
      assert.equal(mechanismOf(authentication), mechanism));
  }
});
