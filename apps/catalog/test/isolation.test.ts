// Searches that take long, and who else wants something meanwhile.
import assert from 'node:assert/strict';
import {request} from 'node:http';
import {after, before, suite, test} from 'node:test';
import {PostgresDatabase} from '@gazetteer/db';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {admin, ask, type Answer} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

const databases = await postgresForTests();
if ('url' in databases) after(() => databases.stop());

const v2 = (server: RunningCatalog) => `${server.url}/api/meta/v2`;

async function makeEntities(
  server: RunningCatalog,
  count: number,
  length: number,
): Promise<string> {
  const note = {
    name: 'note',
    typeName: 'string',
    isOptional: true,
    cardinality: 'SINGLE',
    isIndexable: false,
  };
  const typed = await ask(`${v2(server)}/types/typedefs`, {
    body: {entityDefs: [{name: 'noted', superTypes: ['Referenceable'], attributeDefs: [note]}]},
  });
  assert.equal(typed.status, 200, typed.text);
  const entities = Array.from({length: count}, (_, n) => ({
    typeName: 'noted',
    guid: `-${n + 1}`,
    attributes: {qualifiedName: `n${n}`, note: 'ab '.repeat(length / 3)},
  }));
  const {status, json, text} = await ask(`${v2(server)}/entity/bulk`, {body: {entities}});
  assert.equal(status, 200, text);
  return (json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
}

const running = async (server: RunningCatalog) =>
  (await ask(`${server.url}/api/meta/admin/activeSearches`)).json as string[];

/** Ends the first of them, as administrators do. */
async function endOne(server: RunningCatalog): Promise<void> {
  const [id = ''] = await running(server);
  const ended = await ask(`${server.url}/api/meta/admin/activeSearches/${id}`, {method: 'DELETE'});
  assert.equal(ended.json, true, ended.text);
}

suite('searches on SQLite', () => {
  let server: RunningCatalog;
  let guid: string;
  before(async () => {
    server = await startFreshCatalog();
    guid = await makeEntities(server, 400, 90_000);
  });
  after(() => server?.stop());

  // Each long text is looked through some hundred times, so all of them take half a minute where
  // nothing else is done.
  const criterion = Array.from({length: 100}, (_, n) => ({
    attributeName: 'note',
    operator: 'contains',
    attributeValue: `b${n}`,
  }));
  const filter = {condition: 'OR', criterion};
  const slow = (query = ''): Promise<Answer> =>
    ask(`${v2(server)}/search/basic${query}`, {body: {typeName: 'noted', entityFilters: filter}});
  const isStopped = () => /given up|is replaced/.test(server.output());

  test('who reads an entity does not wait for them, and one that is ended is given up by its thread', async () => {
    const answers = [slow(), slow(), slow()];
    await soon(async () => assert.equal((await running(server)).length, 3));
    const read = await ask(`${v2(server)}/entity/guid/${guid}`);
    assert.equal(read.status, 200, read.text);
    assert.equal((await running(server)).length, 3, 'none has ended meanwhile');
    for (const _ of answers) await endOne(server);
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 400, answer.text);
    const next = await ask(`${v2(server)}/search/basic?typeName=noted&limit=1`);
    assert.equal(next.status, 200, next.text);
    await soon(async () => assert.ok(isStopped(), server.output().slice(-2000)));
  });

  test('one that takes longer than its request allows answers 504', async () => {
    const {status, json} = await slow('?timeoutMs=5');
    assert.deepEqual(
      [status, (json as {errorCode: string}).errorCode],
      [504, 'GAZETTEER-504-00-001'],
    );
    assert.equal((await slow('?timeoutMs=soon')).status, 400);
    assert.deepEqual(await running(server), []);
  });

  test('one whose client has gone is ended', async () => {
    const body = JSON.stringify({typeName: 'noted', entityFilters: filter});
    const asked = request(`${v2(server)}/search/basic`, {
      method: 'POST',
      headers: {authorization: admin, 'content-type': 'application/json'},
    });
    asked.on('error', () => undefined);
    asked.end(body);
    await soon(async () => assert.equal((await running(server)).length, 1));
    asked.socket?.resetAndDestroy();
    await soon(async () => assert.deepEqual(await running(server), []));
  });
});

suite('searches on PostgreSQL', 'skip' in databases ? {skip: databases.skip} : {}, () => {
  let server: RunningCatalog;
  let guid: string;
  let other: PostgresDatabase;
  before(async () => {
    const url = 'skip' in databases ? '' : await freshDatabase(databases.url);
    server = await startFreshCatalog({args: ['--database', url]});
    guid = await makeEntities(server, 10, 30);
    other = new PostgresDatabase({url});
  });
  after(async () => {
    await other?.close();
    await server?.stop();
  });

  test('who reads an entity does not wait for them, and what is ended or too long is cancelled in the database', async t => {
    // As long as this lasts, no search by words ends.
    const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    t.after(() => free.resolve());
    const lock = other.write(async session => {
      await session.run('LOCK TABLE document IN ACCESS EXCLUSIVE MODE');
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    const waiting = async () => {
      const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      const [row] = await other.read(session => session.all<{n: number}>(sql));
      return row?.n;
    };
    const slow = (query = '') => ask(`${v2(server)}/search/basic?query=n1${query}`);
    const answers = Array.from({length: 12}, () => slow());
    await soon(async () => assert.equal((await running(server)).length, answers.length));
    const read = await ask(`${v2(server)}/entity/guid/${guid}`);
    assert.equal(read.status, 200, read.text);
    for (const _ of answers) await endOne(server);
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 400, answer.text);
    await soon(async () => assert.equal(await waiting(), 0));
    assert.equal((await slow('&timeoutMs=5')).status, 504);
    await soon(async () => assert.equal(await waiting(), 0));
    free.resolve();
    await lock;
    assert.equal((await slow()).status, 200);
  });
});
