// A disk that is full: what was acknowledged before and after is told to whoever is to be told, and what could not be recorded is counted.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {fillDisk, smallDisk} from '../../../packages/db/test/small-disk.ts';
import {ask} from './client.ts';
import {until} from './secure-client.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

type Change = {readonly id: string; readonly entity?: {readonly guid: string}};
type Mutation = {readonly guidAssignments: Record<string, string>};

async function lostRecords(server: RunningCatalog): Promise<number> {
  const {text} = await ask(`${server.url}/api/atlas/admin/prometheus`);
  return Number(/^gazetteer_audit_lost_total(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

test('a full disk refuses changes, and loses nothing that was acknowledged', {timeout: 300_000}, async t => {
  const disk = smallDisk(t);
  if (disk === undefined) return t.skip('this user may not mount a file system');
  const got: Change[] = [];
  let status = 503;
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (status === 204) got.push(...(JSON.parse(body) as {changes: Change[]}).changes);
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const server = await startCatalog(join(disk, 'data'), {args: ['--webhook', url, '--webhook-allow-private']});
  t.after(() => server.kill());

  const [acknowledged, answered, refused]: [string[], string[], number[]] = [[], [], []];
  const create = async (name: string) => {
    const attributes = {qualifiedName: `${name}@full`, name, clusterName: 'c', description: name.repeat(2000)};
    const answer = await ask(`${server.url}/api/atlas/v2/entity`, {
      body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
    });
    answered.push(answer.headers.get('requestId') ?? '');
    if (answer.status === 200) acknowledged.push((answer.json as Mutation).guidAssignments['-1'] ?? '');
    else refused.push(answer.status);
  };
  for (let n = 0; n < 10; n++) await create(`before${n}`);
  assert.equal(acknowledged.length, 10);

  const ballast = join(disk, 'ballast');
  fillDisk(ballast);
  for (let n = 0; refused.length < 20; n++) await create(`full${n}`);
  assert.deepEqual(new Set(refused), new Set([507]));
  await until(
    () => ask(`${server.url}/api/atlas/admin/readiness`),
    answer => answer.status === 503,
  );
  await until(server.output, text => text.includes('Error writing to log file'));

  rmSync(ballast);
  const known = acknowledged.length;
  for (let n = 0; acknowledged.length < known + 10; n++) await create(`after${n}`);
  assert.equal((await ask(`${server.url}/api/atlas/admin/readiness`)).status, 200);
  status = 204;
  await until(
    () => new Set(got.map(one => one.entity?.guid)),
    told => acknowledged.every(guid => told.has(guid)),
  );
  const told = new Set(got.map(one => one.entity?.guid));
  assert.equal(told.size, acknowledged.length, 'what was refused is told to nobody');
  const lost = await lostRecords(server);
  assert.equal(await server.stop(), 0);

  const records = readFileSync(join(disk, 'data', 'audit', 'catalog-audit.log'), 'utf8')
    .trimEnd()
    .split('\n');
  const lines = records.map(line => JSON.parse(line) as {id: string; changes?: readonly {guid: string}[]});
  const recorded = lines.map(one => one.id);
  const changed = lines.flatMap(one => one.changes?.map(change => change.guid) ?? []);
  assert.deepEqual(changed.toSorted(), acknowledged.toSorted(), 'what was changed is recorded, and nothing else');
  assert.equal(new Set(recorded).size, recorded.length, 'nothing is recorded twice');
  const missing = answered.filter(id => !recorded.includes(id)).length;
  assert.ok(missing <= lost, `${missing} records are missing, ${lost} were said to be lost`);
  t.diagnostic(
    `${acknowledged.length} changes acknowledged and told, ${refused.length} refused while the disk was full; ` +
      `${recorded.length} requests recorded, ${lost} records lost and counted`,
  );
});
