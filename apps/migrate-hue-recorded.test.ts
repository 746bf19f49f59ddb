import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test} from 'node:test';
import {
  document,
  notebook,
  permission,
  type Row,
  rows,
  snippet,
  uuidOf,
} from './migrate-hue-rows.ts';
import {targetForTests} from './migrate-hue-world.ts';
import {recordedHue} from './migrate-hue-recorded.ts';

/** Bob's and the administrator's password in Hue is the name, as that of everybody here. */
const passwords = {'ann.lee': 'ann.lee', bob: 'bob', admin: 'admin'};

test('a Hue is copied with the login of a person, page by page', async t => {
  const more = Array.from({length: 600}, (_, n) =>
    document(
      5000 + n,
      2,
      'query-hive',
      `q${n}`,
      10,
      notebook('query-hive', snippet('hive', `select ${n}`)),
    ),
  );
  const ran = Array.from({length: 120}, (_, n) => {
    const one = snippet('hive', `select ${'x'.repeat(n === 7 ? 2000 : 1)}`, {
      status: 'available',
      lastExecuted: 1_680_000_000_000 + n,
    });
    return document(7000 + n, 2, 'query-hive', '', 10, notebook('query-hive', one), {
      is_history: true,
    });
  });
  const url = await recordedHue(t, [...rows, ...more, ...ran], passwords);
  const target = await targetForTests(t);
  const args = ['--from-hue', url];
  const {code, printed, complained} = await target.run(args, {user: 'ann.lee'});
  assert.equal(code, 0, `${printed}\n${complained}`);
  assert.match(printed, /tells of no users/);
  assert.match(printed, /608 documents and 122 statements compared: no difference/);
  const {notes, left} = await target.report();
  assert.equal(notes.filter(one => one.reason.startsWith('Hue tells the first 1001')).length, 1);
  assert.deepEqual(left.map(one => one.name).sort(), ['Board', 'Flow', 'Nothing']);
  const {body} = await target.as('admin')('POST', '/api/v1/migration/find', {
    documents: [uuidOf(20)],
  });
  const [sales] = body['documents'] as {owner: string; folder: string; grants: object[]}[];
  assert.deepEqual([sales?.owner, sales?.folder], ['ann.lee', uuidOf(22)]);
  assert.equal(sales?.grants.length, 3);
  const numbered = async (user: string, number: string) =>
    await target.as(user)('GET', `/api/v1/migration/numbers/${number}`);
  assert.deepEqual((await numbered('bob', '20')).body, {documents: [uuidOf(20)]});
  assert.deepEqual((await numbered('cyd', '21')).body, {documents: []}, 'who may not read it');
  assert.deepEqual((await numbered('bob', '4711')).body, {documents: []});
  assert.equal((await numbered('bob', 'x')).status, 400);
  const again = await target.run(args, {user: 'ann.lee'});
  assert.match(again.printed, /: 0 created, 0 changed, 605 unchanged, 0 kept, 0 refused/);
});

test('a superuser is told of users; what others share is theirs to copy', async t => {
  const shared: readonly Row[] = [...rows, permission(9, 20, 'read', [1], [])].filter(
    row => !(row.model === 'desktop.document2permission' && row.pk === 1),
  );
  const url = await recordedHue(t, shared, passwords);
  const target = await targetForTests(t);
  const {code, printed} = await target.run(['--from-hue', url], {user: 'admin'});
  assert.equal(code, 0, printed);
  assert.match(await target.usersFile(), /^bob=default::$/m);
  const {body} = await target.as('admin')('POST', '/api/v1/migration/find', {
    documents: [uuidOf(20), uuidOf(21), uuidOf(22)],
  });
  assert.deepEqual(body['documents'], []);
  assert.match(printed, /1 left behind: of others, which are shared with admin/);
  const ofAnn = await target.run(['--from-hue', url], {user: 'ann.lee'});
  assert.equal(ofAnn.code, 0, ofAnn.printed);
  const there = await target.as('admin')('POST', '/api/v1/migration/find', {
    documents: [uuidOf(20)],
  });
  const [sales] = there.body['documents'] as {folder: string}[];
  assert.equal(sales?.folder, uuidOf(22));
});

test('a password is not sent where the form is elsewhere', async t => {
  let posted = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') posted++;
    response.writeHead(302, {location: `https://hue${request.url}`}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  const {port} = server.address() as AddressInfo;
  const target = await targetForTests(t);
  await assert.rejects(
    target.run(['--from-hue', `http://127.0.0.1:${port}`], {user: 'bob'}),
    /It sends to https:\/\/hue\/hue\/accounts\/login: name that address/,
  );
  assert.equal(posted, 0);
});

test('a wrong password, and a Hue that is not there, are told', async t => {
  const url = await recordedHue(t, rows, {bob: 'other'});
  const target = await targetForTests(t);
  await assert.rejects(target.run(['--from-hue', url], {user: 'bob'}), /refused the one given/);
  await assert.rejects(
    target.run(['--from-hue', 'http://127.0.0.1:9'], {user: 'bob'}),
    /does not answer/,
  );
});
