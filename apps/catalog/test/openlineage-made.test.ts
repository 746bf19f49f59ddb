// What was made of runs is not looked at again as long as nobody has changed it.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {GraphStore} from '@gazetteer/store';
import {catalogItself} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {seedTypes} from '../src/types/seed-types.ts';

test('the next runs of jobs look at nothing again, whatever others have made of the same datasets since', async t => {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  await store.transaction(seedTypes);
  const engine = new Engine(store, defaultSettings);
  t.after(() => engine.close());
  const run = async <Name extends OperationName>(name: Name, args: OperationArgs<Name>) => {
    const {json, failure} = await engine.run(operations[name], catalogItself('test'), args);
    assert.equal(failure, undefined, JSON.stringify(failure));
    return json;
  };
  const holder = 'one';
  const namespace = 'postgres://db.example:5432';
  let id = 0;
  const schema = {fields: ['id', 'amount'].map(name => ({name}))};
  const columnLineage = (from: string) => {
    const inputFields = [{namespace, name: from, field: 'amount'}];
    return {fields: {amount: {inputFields}}};
  };
  /** @returns what everything is made of afterwards */
  const taken = async (job: string, from: string, to: string) => {
    id++;
    const event = {
      eventType: 'COMPLETE',
      eventTime: new Date(Date.UTC(2026, 0, id)).toISOString(),
      producer: 'https://example.org/nightly',
      run: {runId: `01939a1c-0000-7000-8000-${String(id).padStart(12, '0')}`},
      job: {namespace: 'jobs', name: job},
      inputs: [{namespace, name: from, facets: {schema}}],
      outputs: [{namespace, name: to, facets: {schema, columnLineage: columnLineage(from)}}],
    };
    await run('receiveLineageEvent', {body: JSON.stringify(event)});
    const turn = await run('nextMessages', {holder, limit: 9, segmentWaitMs: 1000});
    const {messages} = JSON.parse(turn ?? '') as {messages: number[][]};
    const done = await run('takeInMessages', {holder, messages});
    assert.equal((JSON.parse(done ?? '') as {done: number}).done, 1);
    const rows = await db.read(session =>
      session.all<{entity: string; made_from: string}>('SELECT * FROM lineage_made'),
    );
    return new Map(rows.map(row => [row.entity, row.made_from]));
  };
  const first = await taken('load', 'shop.public.raw', 'shop.public.orders');
  assert.equal(first.size, 3);
  assert.deepEqual(await taken('load', 'shop.public.raw', 'shop.public.orders'), first);
  const others = await taken('sum', 'shop.public.orders', 'shop.public.totals');
  assert.equal(others.size, 5);
  assert.equal(
    others.get('openlineage_process jobs/load'),
    first.get('openlineage_process jobs/load'),
  );
  assert.deepEqual(await taken('load', 'shop.public.raw', 'shop.public.orders'), others);
  assert.deepEqual(await taken('sum', 'shop.public.orders', 'shop.public.totals'), others);
});
