import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const admin = {authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`};
const status = '/api/atlas/admin/version';

type Record_ = {readonly reqUser: string; readonly resource: string; readonly status: number; readonly id: string};

async function recordsIn(folder: string): Promise<Record_[]> {
  const text = await readFile(join(folder, 'audit', 'catalog-audit.log'), 'utf8');
  // What stands behind the last end of a line is being written.
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Record_);
}

test('every request is in the file when the server has stopped, refused ones and those of nobody, too', async t => {
  const folder = await temporaryFolder(t);
  const server = await startCatalog(folder);
  const ids = [];
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(`${server.url}${status}?n=${i}`, {headers: i % 2 === 0 ? admin : {}});
    ids.push(answer.headers.get('requestId'));
    await answer.text();
  }
  assert.equal(await server.stop(), 0);
  const records = await recordsIn(folder);
  assert.deepEqual(
    records.map(({id}) => id),
    ids,
  );
  assert.deepEqual(
    records.map(({reqUser, status: code}) => `${reqUser} ${code}`),
    Array.from({length: 20}, (_, i) => (i % 2 === 0 ? 'admin 200' : ' 401')),
  );
});

test('after a kill nothing that was answered is missing, and nothing is there twice', async t => {
  const folder = await temporaryFolder(t);
  const ids: (string | null)[] = [];
  const missing = async () => {
    const known = new Set((await recordsIn(folder)).map(({id}) => id));
    return ids.filter(id => !known.has(id ?? ''));
  };
  for (let kill = 0; kill < 3; kill++) {
    const server = await startCatalog(folder);
    await Promise.all(
      Array.from({length: 4}, async () => {
        for (let i = 0; i < 25; i++) {
          const answer = await fetch(server.url + status, {headers: admin});
          await answer.text();
          ids.push(answer.headers.get('requestId'));
        }
      }),
    );
    // The answer is a moment ahead of its record. Of what comes behind it some has not reached the file yet.
    // Of what was recorded some has not reached the file yet.
    await soon(async () => assert.deepEqual(await missing(), []));
    const late = Array.from({length: 20}, () => fetch(server.url + status).catch(() => undefined));
    await late[0];
    await server.kill();
    await Promise.all(late);
  }
  const server = await startCatalog(folder);
  await (await fetch(server.url + status)).text();
  assert.equal(await server.stop(), 0);
  const known = (await recordsIn(folder)).map(({id}) => id);
  assert.equal(new Set(known).size, known.length);
  assert.deepEqual(await missing(), []);
});

test('with --audit=false there is none', async t => {
  const folder = await temporaryFolder(t);
  const server = await startCatalog(folder, {args: ['--set', 'xasecure.audit.is.enabled=false']});
  await (await fetch(server.url + status)).text();
  assert.equal(await server.stop(), 0);
  await assert.rejects(recordsIn(folder), /ENOENT/);
});
