// Killed up to 200 times while it works, the catalog has a record of every change that is in it, and of every request that was answered.
import assert from 'node:assert/strict';
import {readFile, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask, type Entity} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

const kills = 200;
/** A machine that is slow to start servers does fewer: what is asserted holds for any number. */
const maxMs = 180_000;
/** Catalogs that are killed beside each other, each with its own data. */
const lanes = 2;
const writers = 3;
const maxMsUntilKill = 400;

type Line = {
  readonly id: string;
  readonly resType: string;
  readonly status: number;
  readonly request: string;
  readonly changes: readonly {readonly what: string; readonly guid: string}[];
};
type Answered = {
  /** Ids of requests. */
  readonly changes: string[];
  readonly reads: string[];
};

test('killed at any time, no change is without a record, no answered request and no request of a change', async t => {
  const results = await Promise.all(
    Array.from({length: lanes}, async () => await killOften(await temporaryFolder(t), kills / lanes)),
  );
  for (const one of results) t.diagnostic(one);
});

async function killOften(data: string, count: number): Promise<string> {
  const answered: Answered = {changes: [], reads: []};
  const end = performance.now() + maxMs;
  let round = 0;
  for (; round < count && performance.now() < end; round++) {
    const server = await startCatalog(data);
    const known = answered.changes.length;
    const work = [
      ...Array.from({length: writers}, (_, n) => untilGone(() => save(server, answered, `r${round}w${n}`))),
      untilGone(() => read(server, answered)),
    ];
    await soon(() => assert.ok(answered.changes.length > known));
    await new Promise(resolve => setTimeout(resolve, Math.random() * maxMsUntilKill));
    await server.kill();
    await Promise.all(work);
  }
  const server = await startCatalog(data);
  const there = await allDatabases(server);
  assert.equal(await server.stop(), 0);
  return `${round} kills: ${await compare(data, there, answered)}`;
}

async function untilGone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

let made = 0;

async function save({url}: RunningCatalog, {changes}: Answered, prefix: string): Promise<void> {
  const name = `${prefix}n${made++}`;
  const attributes = {qualifiedName: `${name}@kills`, name, clusterName: 'kills'};
  const answer = await ask(`${url}/api/atlas/v2/entity`, {body: {entity: {typeName: 'hive_db', attributes}}});
  assert.equal(answer.status, 200, answer.text);
  changes.push(answer.headers.get('requestId') ?? '');
}

async function read({url}: RunningCatalog, {reads}: Answered): Promise<void> {
  const answer = await ask(`${url}/api/atlas/admin/version`);
  assert.equal(answer.status, 200, answer.text);
  reads.push(answer.headers.get('requestId') ?? '');
}

async function allDatabases({url}: RunningCatalog): Promise<Set<string>> {
  const guids = new Set<string>();
  for (let offset = 0; ;) {
    const answer = await ask(`${url}/api/atlas/v2/search/basic?typeName=hive_db&limit=1000&offset=${offset}`);
    assert.equal(answer.status, 200, answer.text);
    const {entities = []} = answer.json as {entities?: Entity[]};
    for (const {guid} of entities) guids.add(guid);
    if (entities.length === 0) return guids;
    offset += entities.length;
  }
}

async function compare(data: string, there: ReadonlySet<string>, answered: Answered): Promise<string> {
  const folder = join(data, 'audit');
  const names = (await readdir(folder)).filter(name => name.startsWith('catalog-audit.log'));
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap(text => text.trimEnd().split('\n')).map(line => JSON.parse(line) as Line);
  const requests = lines.filter(one => one.resType === 'path');
  const ids = new Set(requests.map(one => one.id));
  assert.equal(ids.size, requests.length, 'each request is recorded once');
  const missing = [...answered.changes, ...answered.reads].filter(id => !ids.has(id));
  assert.deepEqual(missing, [], 'answered requests without a record');

  const all = lines.filter(one => one.resType === 'change');
  const changes = new Map(all.map(one => [one.id, one]));
  const created = [...changes.values()].flatMap(one => one.changes.map(change => change.guid));
  assert.deepEqual(new Set(created), there, 'what is in the catalog and what is recorded as created');
  assert.equal(created.length, there.size);
  const asked = new Set([...changes.values()].map(one => one.request));
  assert.deepEqual(
    answered.changes.filter(id => !asked.has(id)),
    [],
    'acknowledged changes without a record',
  );
  assert.deepEqual(
    [...asked].filter(id => !ids.has(id)),
    [],
    'changes whose request is not recorded',
  );
  const cut = requests.filter(one => one.status === 0).length;
  return (
    `${answered.changes.length} changes and ${answered.reads.length} reads answered, ${there.size} changes kept, ` +
    `${cut} requests cut off and recorded, ${all.length - changes.size} records of changes twice`
  );
}
