// The editor is killed while statements are in every state that they can be in; then another one
// takes over.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {FileSpool} from '../src/statement/results/file-spool.ts';
import {type ConfiguredEditor, configuredEditor, interpreter} from './configured-editor.ts';
import {admin, type Body, EditorClient} from './editor-client.ts';
import type {EditorProcess} from './editor-process.ts';
import {readAll} from './numbered-rows.ts';

const skip = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
/** Eight kills in seven states each; `GAZETTEER_TRIES=7` makes 56. */
const rounds = Number(process.env['GAZETTEER_TRIES'] ?? 1);

type Told = {readonly state: string; readonly statement: string; readonly uuid: string};

const insert = (mark: number) => `insert into ran values (${mark})`;
const rowsOf = (mark: number, count: number) =>
  `select posexplode(split(space(${count - 1}), ' ')) as (pos, mark_${mark})`;
/** Hive takes no reason to leave out what it cannot foretell. */
const slowInsert = (mark: number) =>
  `insert into ran select ${mark} from (select reflect("java.lang.Thread", "sleep", cast(2000 as bigint)) as slept) one` +
  " where coalesce(slept, '') <> 'x'";

describe('An editor that is killed in every state of a statement', {skip}, () => {
  let server: RunningServer;
  let configured: ConfiguredEditor;
  let editor: EditorProcess;
  let client: EditorClient;
  let kills = 0;
  const cleanUp: (() => Promise<void>)[] = [];

  before(async () => {
    server = await start('hive.sh', ['none', 'binary']);
    // What comes while another statement runs waits in line.
    const ini = `[beeswax]\nhive_server_host=localhost\nhive_server_port=${server.port}\nmax_number_of_sessions=2
close_sessions=true
      ${interpreter('hive')}`;
    configured = await configuredEditor({after: work => cleanUp.push(work)}, ini, {
      'hive.server2.authentication': 'NONE',
    });
    await open();
    await client.query('hive', 'create table ran (mark int)');
  });
  after(async () => {
    server?.resume();
    await editor?.stop();
    await server?.stop();
    for (const work of cleanUp) await work();
  });

  async function open(): Promise<void> {
    editor = await configured.open();
    client = new EditorClient(editor.url);
  }

  async function kill(): Promise<void> {
    await editor.kill();
    kills++;
    server.resume();
    await open();
  }

  async function history(count: number): Promise<readonly Told[]> {
    const answer = await fetch(`${editor.url}/api/v1/history?limit=${count}`, {
      headers: {authorization: admin},
    });
    return ((await answer.json()) as {statements: readonly Told[]}).statements;
  }

  /**
   * What the history says of the newest statements, when the editor has looked after those that
   * were being sent.
   */
  async function newest(count: number): Promise<readonly Told[]> {
    return await soon(async () => {
      const statements = await history(count);
      assert.equal(statements.length, count);
      assert.ok(statements.every(({state}) => state !== 'sending'));
      return statements;
    });
  }

  /** Asks for a statement without waiting for the answer. */
  function ask(statement: string): void {
    void client.post('execute/hive', {statement, database: 'default'}).catch(() => undefined);
  }

  /** Asks for a statement, until it waits at this step. */
  async function waitsAt(step: string, statement: string): Promise<void> {
    ask(statement);
    await soon(async () => {
      const answer = await fetch(`${editor.url}/api/v1/queries/waiting`, {
        headers: {authorization: admin},
      });
      const {waiting} = (await answer.json()) as {waiting: {sql: string; step: string}[]};
      assert.equal(waiting.find(({sql}) => sql === statement)?.step, step);
    });
  }

  /** How many rows an insert has left. */
  async function runsOf(statement: string): Promise<number> {
    const mark = /\d+/.exec(statement)?.[0];
    return (await client.query('hive', `select mark from ran where mark = ${mark}`)).length;
  }

  /**
   * One that was not with its server when the editor ended: the editor says so, and it is not sent
   * by itself.
   */
  async function isToldAsUnsure(
    {state, statement, uuid}: Told,
    runs: readonly number[],
  ): Promise<void> {
    assert.equal(state, 'failed', statement);
    const body: Body = await client.post('check_status', {operationId: uuid});
    assert.match(JSON.stringify(body), /whether the server ran it is not known/);
    assert.ok(runs.includes(await runsOf(statement)), statement);
  }

  const states: Readonly<Record<string, (mark: number) => Promise<void>>> = {
    'waits for a session, or for it to open': async mark => {
      // None is left from before the editor was started.
      await kill();
      server.pause();
      await waitsAt('session', insert(mark));
      await waitsAt('session', insert(mark + 1));
      await waitsAt('line', insert(mark + 2));
      await kill();
      for (const waited of await newest(3)) await isToldAsUnsure(waited, [0]);
    },
    'is on its way': async mark => {
      ask(insert(mark));
      await soon(async () => assert.equal((await history(1))[0]?.statement, insert(mark)));
      await kill();
      const [told] = await newest(1);
      assert.equal(told?.statement, insert(mark));
      if (told.state === 'failed') return await isToldAsUnsure(told, [0, 1]);
      assert.equal((await client.ended(told.uuid)).status, 'available');
      assert.equal(await runsOf(told.statement), 1);
    },
    runs: async mark => {
      const id = await client.execute('hive', slowInsert(mark));
      // On a slow machine it may have ended before it is seen to run.
      await soon(async () =>
        assert.match((await client.status(id)).status, /^(?:running|available)$/),
      );
      await kill();
      assert.equal((await client.ended(id)).status, 'available');
      assert.equal(await runsOf(insert(mark)), 1);
    },
    'is being fetched': async mark => {
      const count = 200_000;
      const id = await client.execute('hive', rowsOf(mark, count));
      await client.ended(id);
      server.pause();
      await kill();
      assert.equal(await readAll(client, id), count);
    },
    'has ended': async mark => {
      const id = await client.execute('hive', insert(mark));
      await client.ended(id);
      await kill();
      assert.equal((await client.status(id)).status, 'available');
      assert.equal(await runsOf(insert(mark)), 1);
    },
    'is fetched': async mark => {
      const id = await client.execute('hive', rowsOf(mark, 1000));
      await client.ended(id);
      await soon(async () => {
        const spool = await FileSpool.open(join(configured.data, 'editor', 'results', id));
        await spool.close();
        assert.equal(spool.isAtEnd, true);
      });
      await kill();
      assert.equal(await readAll(client, id), 1000);
    },
    'is closed': async mark => {
      const id = await client.execute('hive', insert(mark));
      await client.ended(id);
      await client.post('close_statement', {operationId: id});
      await kill();
      assert.equal((await newest(1))[0]?.state, 'available');
      assert.equal(await runsOf(insert(mark)), 1);
    },
  };

  for (const [index, [state, killsIn]] of Object.entries(states).entries()) {
    it(`loses nothing and runs nothing twice where a statement ${state}`, async () => {
      for (let round = 0; round < rounds; round++) await killsIn(index * 100 + round);
    });
  }

  it('has sent every statement at most once', async t => {
    const data = await client.query(
      'hive',
      'select mark, count(*) from ran group by mark having count(*) > 1',
    );
    assert.deepEqual(data, []);
    // The server writes its log in its own time, but in order.
    const sent = await soon(async () => {
      const found = [...(await server.log()).matchAll(/Executing command\([^)]*\): (.*)/g)].map(
        ([, sql]) => sql ?? '',
      );
      assert.ok(found.some(sql => sql.startsWith('select mark, count(*) from ran')));
      return found;
    });
    const marked = sent.filter(sql => /^insert|mark_\d+/.test(sql));
    assert.deepEqual([...new Set(marked)].toSorted(), marked.toSorted());
    assert.ok(kills >= rounds * (Object.keys(states).length + 1));
    t.diagnostic(`${kills} kills, ${marked.length} statements`);
  });
});
