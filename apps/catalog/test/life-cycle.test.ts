import assert from 'node:assert/strict';
import {chmod, mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {admin, ask, tableWithColumns} from './client.ts';
import {runCatalog, startCatalog, temporaryFolder} from './server-fixture.ts';

test('says where it listens, where its data is and how to log in', async t => {
  const data = await temporaryFolder(t);
  const server = await startCatalog(data);
  t.after(() => server.stop());
  assert.match(server.output(), /listening on http:\/\/127\.0\.0\.1:\d+/);
  assert.ok(server.output().includes(data));
  assert.match(server.output(), /admin/);
  assert.equal((await ask(`${server.url}/api/meta/admin/status`)).status, 200);
});

test('a second process on the same data is refused and says why', async t => {
  const data = await temporaryFolder(t);
  const server = await startCatalog(data);
  t.after(() => server.stop());
  const second = await runCatalog(['--http-port', '0', '--data', data]);
  assert.notEqual(second.code, 0);
  assert.ok(second.output.includes(data), second.output);
  assert.match(second.output, new RegExp(String(server.pid)), second.output);
  assert.equal(
    (await ask(`${server.url}/api/meta/admin/status`)).status,
    200,
    'the first one goes on',
  );
});

test('a store can be opened again after a clean stop', async t => {
  const data = await temporaryFolder(t);
  const first = await startCatalog(data);
  const entity = {
    typeName: 'hive_db',
    attributes: {qualifiedName: 'd@c', name: 'd', clusterName: 'c'},
  };
  assert.equal((await ask(`${first.url}/api/atlas/v2/entity`, {body: {entity}})).status, 200);
  assert.equal(await first.stop(), 0, first.output());
  const second = await startCatalog(data);
  t.after(() => second.stop());
  const found = await ask(
    `${second.url}/api/atlas/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=d@c`,
  );
  assert.equal(found.status, 200, found.text);
});

test('SIGTERM lets requests in flight finish and refuses new connections', async t => {
  const data = await temporaryFolder(t);
  const server = await startCatalog(data);
  const db = await ask(`${server.url}/api/atlas/v2/entity`, {
    body: {
      entity: {
        typeName: 'hive_db',
        guid: '-1',
        attributes: {qualifiedName: 'd@c', name: 'd', clusterName: 'c'},
      },
    },
  });
  const guid = (db.json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
  // The request is known to be in flight: its head and half of its body are with the server before
  // the signal.
  const body = JSON.stringify(tableWithColumns('flight', 20, {guid}));
  const {port} = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'POST /api/atlas/v2/entity HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${admin}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 500)}`);
  let answer = '';
  socket.on('data', chunk => (answer += chunk.toString()));
  const ended = new Promise(resolve => socket.once('close', resolve));
  await ask(`${server.url}/api/meta/admin/status`);
  const stopped = server.stop();
  while (!server.output().includes('stopping'))
    await new Promise(resolve => setTimeout(resolve, 5));
  socket.write(body.slice(500));
  await ended;
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.equal(await stopped, 0, server.output());
  await assert.rejects(fetch(`${server.url}/api/meta/admin/status`));
  const again = await startCatalog(data);
  t.after(() => again.stop());
  const path = 'api/atlas/v2/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=flight@test';
  assert.equal((await ask(`${again.url}/${path}`)).status, 200);
});

test('default credentials are refused on an address that others can reach', async t => {
  const data = await temporaryFolder(t);
  const refused = await runCatalog(['--http-port', '0', '--data', data, '--bind', '0.0.0.0']);
  assert.notEqual(refused.code, 0);
  assert.match(refused.output, /password/i);
  assert.match(refused.output, /npm run passwd/);
});

test('--help all lists every option of the documentation', async () => {
  const {code, output} = await runCatalog(['--help', 'all']);
  assert.equal(code, 0);
  const page = await readFile(
    join(import.meta.dirname, '..', '..', '..', 'docs', 'config.md'),
    'utf8',
  );
  const names = [...page.matchAll(/^\| `[^`]+` \| `(--[a-z0-9-]+)`/gm)].map(
    match => match[1] ?? '',
  );
  assert.ok(names.length > 20);
  assert.deepEqual(
    names.filter(name => !output.includes(`${name} `) && !output.includes(`${name}[`)),
    [],
  );
});

test('an unknown key is a warning that names the nearest one; the server starts', async t => {
  const data = await temporaryFolder(t);
  const file = join(data, 'catalog.properties');
  await writeFile(file, 'atlas.search.maxlimt=500\nmeta.search.defaultlimit=7\n');
  const server = await startCatalog(join(data, 'store'), {args: ['--config', file]});
  t.after(() => server.stop());
  assert.match(server.output(), /atlas\.search\.maxlimt/);
  assert.match(server.output(), /atlas\.search\.maxlimit/);
  const answer = await ask(`${server.url}/api/atlas/v2/search/basic`, {
    body: {typeName: 'hive_table'},
  });
  assert.equal((answer.json as {searchParameters: {limit: number}}).searchParameters.limit, 7);
});

test('a bad value is an error that names key, value and what is allowed', async t => {
  const data = await temporaryFolder(t);
  const {code, output} = await runCatalog(['--data', data, '--set', 'atlas.server.http.port=many']);
  assert.notEqual(code, 0);
  for (const part of ['atlas.server.http.port', 'many', '65535'])
    assert.ok(output.includes(part), output);
});

test('a data folder that cannot be used is told in one sentence', async t => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'file'), 'not a folder');
  const {code, output} = await runCatalog(['--http-port', '0', '--data', join(folder, 'file')]);
  assert.notEqual(code, 0);
  assert.ok(output.includes(join(folder, 'file')), output);
  assert.doesNotMatch(output, /^\s+at /m);
});

test('in a folder that everybody may look into, what the server writes is still its own', async t => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  const server = await startCatalog(folder);
  await fetch(`${server.url}/api/atlas/admin/version`);
  assert.equal(await server.stop(), 0);
  const names = await readdir(folder, {recursive: true});
  assert.ok(names.includes('catalog.db') && names.includes('lock.db'));
  const modes = await Promise.all(
    names.map(async name => [name, (await stat(join(folder, name))).mode & 0o077]),
  );
  // Programs that collect logs are often members of its group.
  assert.deepEqual(
    modes.filter(([, mode]) => mode !== 0),
    [['audit/catalog-audit.log', 0o040]],
  );
});
