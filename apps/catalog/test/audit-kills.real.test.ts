// Killed many times while it works, the catalog has a record of every change that is in it, and of
// every request that was answered.
import assert from 'node:assert/strict';
import {readFile, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {ask, type Ask, type Entity} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

/**
 * So many kills on each database; without it as many as fit into the time, as what is asserted
 * holds for any number.
 */
const wanted = Number(process.env['GAZETTEER_KILLS'] ?? 0);
const maxMs = 60_000;
/**
 * More than there are threads: requests are in line, in work, committed and answered when the kill
 * comes.
 */
const writers = 8;
const readers = 2;
const maxMsUntilKill = 400;

type Line = {
  readonly id: string;
  readonly resType: string;
  readonly status: number;
  readonly request: string;
  readonly changes: readonly {
    readonly what: string;
    readonly type: string;
    readonly guid: string;
  }[];
};
type Answered = {
  /** Ids of requests. */
  readonly changes: string[];
  readonly reads: string[];
  /** Guids that nobody has used for another change yet. */
  readonly fresh: string[];
};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

suite(
  'killed at any time, no change, no answered request and no request of a change is without a record',
  {concurrency: true},
  () => {
    test('on SQLite', async t => t.diagnostic(await killOften(await temporaryFolder(t), [])));

    test('on PostgreSQL', 'skip' in cluster ? {skip: cluster.skip} : {}, async t => {
      const database = 'skip' in cluster ? '' : await freshDatabase(cluster.url);
      t.diagnostic(await killOften(await temporaryFolder(t), ['--database', database]));
    });
  },
);

async function killOften(data: string, args: readonly string[]): Promise<string> {
  const answered: Answered = {changes: [], reads: [], fresh: []};
  const end = performance.now() + maxMs;
  let round = 0;
  for (; wanted > 0 ? round < wanted : performance.now() < end; round++) {
    const server = await startCatalog(data, {args});
    if (round === 0) await defineTag(server);
    const known = answered.changes.length;
    const work = [
      ...Array.from({length: writers}, (_, n) =>
        untilGone(() => change(server, answered, `r${round}w${n}`, n)),
      ),
      ...Array.from({length: readers}, () => untilGone(() => read(server, answered))),
    ];
    await soon(() => assert.ok(answered.changes.length > known));
    await new Promise(resolve => setTimeout(resolve, Math.random() * maxMsUntilKill));
    await server.kill();
    await Promise.all(work);
  }
  const server = await startCatalog(data, {args});
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

async function defineTag({url}: RunningCatalog): Promise<void> {
  const body = {classificationDefs: [{name: 'Killed', superTypes: []}]};
  assert.equal((await ask(`${url}/api/atlas/v2/types/typedefs`, {body})).status, 200);
}

let made = 0;

/** Each writer has a kind of change of its own: one alone, several at once, a tag, a deletion. */
async function change(
  server: RunningCatalog,
  answered: Answered,
  prefix: string,
  kind: number,
): Promise<void> {
  const guid = kind % 4 < 2 ? undefined : answered.fresh.shift();
  if (guid === undefined) await save(server, answered, prefix, kind % 4 === 1 ? 3 : 1);
  else if (kind % 4 === 2)
    await send(
      server,
      answered,
      {body: [{typeName: 'Killed'}]},
      `entity/guid/${guid}/classifications`,
    );
  else await send(server, answered, {method: 'DELETE'}, `entity/guid/${guid}`);
}

async function save(
  server: RunningCatalog,
  answered: Answered,
  prefix: string,
  count: number,
): Promise<void> {
  const entities = Array.from({length: count}, () => {
    const name = `${prefix}n${made++}`;
    return {
      typeName: 'hive_db',
      attributes: {qualifiedName: `${name}@kills`, name, clusterName: 'kills'},
    };
  });
  const json = await send(server, answered, {body: {entities}}, 'entity/bulk');
  answered.fresh.push(
    ...Object.values((json as {guidAssignments: Record<string, string>}).guidAssignments),
  );
}

async function send(
  {url}: RunningCatalog,
  {changes}: Answered,
  request: Ask,
  path: string,
): Promise<unknown> {
  const answer = await ask(`${url}/api/atlas/v2/${path}`, request);
  assert.ok(answer.status === 200 || answer.status === 204, answer.text);
  changes.push(answer.headers.get('requestId') ?? '');
  return answer.json;
}

async function read({url}: RunningCatalog, {reads}: Answered): Promise<void> {
  const answer = await ask(`${url}/api/atlas/admin/version`);
  assert.equal(answer.status, 200, answer.text);
  reads.push(answer.headers.get('requestId') ?? '');
}

/** Guids of all, of those with the tag and of those that are deleted. */
type There = {
  readonly create: Set<string>;
  readonly classify: Set<string>;
  readonly delete: Set<string>;
};

async function allDatabases({url}: RunningCatalog): Promise<There> {
  const there: There = {create: new Set(), classify: new Set(), delete: new Set()};
  for (let offset = 0; ;) {
    const answer = await ask(
      `${url}/api/atlas/v2/search/basic?typeName=hive_db&limit=1000&offset=${offset}`,
    );
    assert.equal(answer.status, 200, answer.text);
    const {entities = []} = answer.json as {entities?: Entity[]};
    for (const {guid, status, classificationNames} of entities) {
      there.create.add(guid);
      if ((classificationNames as string[]).includes('Killed')) there.classify.add(guid);
      if (status === 'DELETED') there.delete.add(guid);
    }
    if (entities.length === 0) return there;
    offset += entities.length;
  }
}

async function compare(data: string, there: There, answered: Answered): Promise<string> {
  const folder = join(data, 'audit');
  const names = (await readdir(folder)).filter(name => name.startsWith('catalog-audit.log'));
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  const lines = texts
    .flatMap(text => text.trimEnd().split('\n'))
    .map(line => JSON.parse(line) as Line);
  const requests = lines.filter(one => one.resType === 'path');
  const ids = new Set(requests.map(one => one.id));
  assert.equal(ids.size, requests.length, 'each request is recorded once');
  const missing = [...answered.changes, ...answered.reads].filter(id => !ids.has(id));
  assert.deepEqual(missing, [], 'answered requests without a record');

  const all = lines.filter(one => one.resType === 'change');
  const changes = new Map(all.map(one => [one.id, one]));
  for (const what of ['create', 'classify', 'delete'] as const) {
    const done = [...changes.values()].flatMap(one =>
      one.changes.filter(change => change.type === 'hive_db' && change.what === what),
    );
    const recorded = new Set(done.map(change => change.guid));
    assert.deepEqual(recorded, there[what], `what is in the catalog and what is recorded: ${what}`);
    assert.equal(done.length, recorded.size, `each is recorded once: ${what}`);
  }
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
    `${answered.changes.length} changes and ${answered.reads.length} reads answered, ${there.create.size} entities kept, ${there.classify.size} tagged, ${there.delete.size} deleted, ` +
    `${cut} requests cut off and recorded, ${all.length - changes.size} records of changes twice`
  );
}
