// What an Active Directory does and OpenLDAP does not: people log in as name@domain, and the server
// that is asked takes that. Everything else is tried against a real OpenLDAP server, in
// apps/catalog/test/login.real.test.ts.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {createServer as createTlsServer} from 'node:tls';
import {type Certificate, certificate} from '../../../../thrift/test/servers/certificate.ts';
import {createLog} from '../../log.ts';
import {Directory, escapeDn, escapeFilter} from './directory.ts';

const [bindRequest, bindResponse, searchRequest, searchEntry, searchDone] = [
  0x60, 0x61, 0x63, 0x64, 0x65,
];
const [sequence, octets, set, enumerated] = [0x30, 0x04, 0x31, 0x0a];
const [success, invalidCredentials] = [0, 49];

/** A value of the Basic Encoding Rules; none of these is longer than 127 bytes. */
const value = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  assert.ok(content.length < 128);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};
const text = (words: string) => value(octets, Buffer.from(words));
const message = (id: number, operation: Buffer) =>
  value(sequence, Buffer.from([0x02, 1, id]), operation);
const result = (tag: number, code: number) =>
  value(tag, value(enumerated, Buffer.from([code])), text(''), text(''));

/**
 * Knows carla@example.com, whose password is "right" and who is in two groups, and lets only those
 * search who have logged in.
 */
async function activeDirectory(t: TestContext, tls?: Certificate) {
  const logins: string[] = [];
  const serve = (socket: Socket) => {
    let who = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const [id = 0, operation] = [bytes[4], bytes[5]];
      if (operation === bindRequest) {
        // Behind tag, length and version: the name, then the password.
        const nameLength = bytes[11] ?? 0;
        const name = bytes.toString('utf8', 12, 12 + nameLength);
        const password = bytes.toString('utf8', 14 + nameLength);
        logins.push(name);
        who = name === 'carla@example.com' && password === 'right' ? name : '';
        socket.write(message(id, result(bindResponse, who === '' ? invalidCredentials : success)));
      } else if (operation === searchRequest) {
        const asked = bytes.toString('latin1');
        const isFound = who !== '' && asked.includes('sAMAccountName') && asked.includes('carla');
        if (isFound) {
          const groups = ['CN=Stewards,DC=x', 'CN=All\\, really,DC=x'].map(text);
          const memberOf = value(sequence, text('memberOf'), value(set, ...groups));
          socket.write(
            message(id, value(searchEntry, text('CN=Carla,DC=x'), value(sequence, memberOf))),
          );
        }
        socket.write(message(id, result(searchDone, success)));
      }
    });
  };
  const server =
    tls === undefined
      ? createServer(serve)
      : createTlsServer({key: tls.key, cert: tls.cert}, serve);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const {port} = server.address() as AddressInfo;
  return {
    url: tls === undefined ? `ldap://127.0.0.1:${port}` : `ldaps://localhost:${port}`,
    logins,
  };
}

const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});

/** A client of it, as an administrator sets it up. */
function directoryAt(
  url: string,
  more: Partial<ConstructorParameters<typeof Directory>[0]> = {},
): Directory {
  const login = {bindDn: '', bindPassword: '', startTls: false, authorities: undefined};
  const groups = {groupBaseDn: '', groupFilter: '', groupAttribute: 'cn', defaultGroup: 'staff'};
  const people = {
    baseDn: 'dc=example,dc=com',
    loginPattern: '{0}@example.com',
    userFilter: '(sAMAccountName={0})',
  };
  return new Directory({url, ...login, ...groups, ...people, ...more}, log);
}

test('people of an Active Directory log in as name@domain and have the groups of memberOf', async t => {
  const {url, logins} = await activeDirectory(t);
  const directory = directoryAt(url);
  assert.deepEqual(await directory.verify('carla', 'right'), {
    userName: 'carla',
    groups: ['staff', 'Stewards', 'All, really'],
  });
  assert.equal(await directory.verify('carla', 'wrong'), undefined);
  assert.equal(await directory.verify('carla', ''), undefined);
  assert.equal(await directory.verify('dora', 'right'), undefined);
  assert.deepEqual(logins, ['carla@example.com', 'carla@example.com', 'dora@example.com']);
});

test('a directory whose certificate nobody vouches for, or that is for another host, is told no password', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const [right, other] = [
    certificate(folder, 'localhost'),
    certificate(folder, 'directory.example'),
  ];
  const verified = async (own: Certificate, authorities: string | undefined) => {
    const {url, logins} = await activeDirectory(t, own);
    const actor = await directoryAt(url, {authorities})
      .verify('carla', 'right')
      .catch(() => undefined);
    return [actor?.userName, logins.length];
  };
  assert.deepEqual(await verified(right, right.cert), ['carla', 1]);
  assert.deepEqual(await verified(right, undefined), [undefined, 0]);
  assert.deepEqual(await verified(right, other.cert), [undefined, 0]);
  assert.deepEqual(await verified(other, other.cert), [undefined, 0]);
});

test('a name with a dollar is asked for as it was typed', async t => {
  const {url, logins} = await activeDirectory(t);
  const directory = directoryAt(url);
  const names = ["a$'b", 'a$$b', 'a$&b', 'a$`b'];
  for (const name of names) assert.equal(await directory.verify(name, 'right'), undefined);
  assert.deepEqual(
    logins,
    names.map(name => `${name}@example.com`),
  );
});

test('whether somebody is there is known where somebody may look', async t => {
  const {url} = await activeDirectory(t);
  const looking = directoryAt(url, {bindDn: 'carla@example.com', bindPassword: 'right'});
  assert.deepEqual([await looking.knows('carla'), await looking.knows('dora')], [true, false]);
  assert.equal(await directoryAt(url).knows('dora'), undefined);
});

test('a name cannot be more than a name, in a filter and in a DN', () => {
  assert.equal(
    escapeFilter('*)(uid=*))(|(a=\\\0'),
    String.raw`\2a\29\28uid=\2a\29\29\28|\28a=\5c\00`,
  );
  assert.equal(escapeDn('a,ou=x+b="<c>";d\\#'), String.raw`a\,ou\=x\+b\=\"\<c\>\"\;d\\\#`);
});
