// A PostgreSQL that is restarted under load, as a package upgrade or a fail-over does it: no server ends, nobody is told of a fault of
// ours, and both answer when it is back.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {freshDatabase, startCluster} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

const rounds = 4;
const workers = 6;
const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

const cluster = await startCluster();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

test('both servers outlive restarts of their database under load', 'skip' in cluster ? cluster : {}, async t => {
  if ('skip' in cluster) return;
  const [catalogDatabase, editorDatabase] = [await freshDatabase(cluster.url), await freshDatabase(cluster.url)];
  const folder = await temporaryFolder(t);
  const databases = ['--database', catalogDatabase, '--editor-database', editorDatabase];
  const servers = await startEditorProcess(['--data', folder, '--http-port', '0', ...databases]);
  const state = {isOver: false};
  let isGone = false;
  t.after(() => (isGone ? undefined : servers.kill()));
  const catalog = /catalog, listening on (\S+)/.exec(servers.output())?.[1] ?? '';
  const editor = servers.url;
  const kinds: Record<string, Work> = {
    write: n => [
      `${catalog}/api/atlas/v2/entity`,
      {entity: {typeName: 'hive_db', attributes: {qualifiedName: `${n}@x`, name: 'n', clusterName: 'x'}}},
    ],
    search: () => [`${catalog}/api/atlas/v2/search/basic`, {typeName: 'hive_db', limit: 3}],
    history: () => [`${editor}/api/editor/get_history?limit=5`],
    document: () => [`${editor}/api/v1/documents`],
  };
  const counts = new Map<string, number>();
  const refused: {retryAfter: string | null; text: string}[] = [];
  const unexpected: string[] = [];
  const made: string[] = [];
  const send = async (kind: string, n: string) => {
    const [url, body] = (kinds[kind] as Work)(n);
    const json = body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)};
    const answer = await fetch(url, {...json, headers: {authorization, 'content-type': 'application/json'}});
    const text = await answer.text();
    if (answer.status === 503) refused.push({retryAfter: answer.headers.get('retry-after'), text});
    else if (answer.status !== 200) unexpected.push(`${kind} ${answer.status}: ${text}`);
    if (answer.status === 200 && kind === 'write') made.push(n);
    counts.set(`${kind} ${answer.status}`, (counts.get(`${kind} ${answer.status}`) ?? 0) + 1);
    return answer.status;
  };
  const work = async (kind: string, worker: number) => {
    for (let n = 0; !state.isOver; n++) {
      const status = await send(kind, `${kind}-${worker}-${n}`);
      if (status === 503) await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  const load = Object.keys(kinds).flatMap(kind => Array.from({length: workers}, (_, worker) => work(kind, worker)));
  const loaded = Promise.all(load);
  // A server that has gone is heard of at the end.
  loaded.catch(() => undefined);
  for (let round = 0; round < rounds; round++) {
    const answered = (kind: string, status: number) => counts.get(`${kind} ${status}`) ?? 0;
    const before = Object.keys(kinds).map(kind => answered(kind, 200));
    await soon(() => Object.keys(kinds).forEach((kind, i) => assert.ok(answered(kind, 200) > (before[i] ?? 0), kind)));
    await cluster.halt();
    const away = Object.keys(kinds).map(kind => answered(kind, 503));
    await soon(() => Object.keys(kinds).forEach((kind, i) => assert.ok(answered(kind, 503) > (away[i] ?? 0), kind)));
    await cluster.resume();
    const start = performance.now();
    await soon(async () =>
      assert.deepEqual(
        await Promise.all(Object.keys(kinds).map(kind => send(kind, `back${kind}${round}`))),
        [200, 200, 200, 200],
      ),
    );
    t.diagnostic(`answers again ${Math.round(performance.now() - start)} ms after the database says that it is ready`);
  }
  state.isOver = true;
  await loaded;
  t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
  assert.deepEqual([...new Set(unexpected)], []);
  assert.deepEqual(new Set(refused.map(one => one.retryAfter)), new Set(['1']));
  for (const {text} of refused) assert.match(text, /database/);
  // What was acknowledged is there.
  for (let from = 0; from < made.length; from += 200) {
    const some = made.slice(from, from + 200);
    const query = some.map((name, n) => `attr_${n}:qualifiedName=${name}@x`).join('&');
    const answer = await fetch(`${catalog}/api/atlas/v2/entity/bulk/uniqueAttribute/type/hive_db?${query}`, {
      headers: {authorization},
    });
    assert.equal(((await answer.json()) as {entities: unknown[]}).entities.length, some.length);
  }
  isGone = true;
  assert.equal(await servers.stop(), 0);
});

type Work = (n: string) => readonly [url: string, body?: object];
