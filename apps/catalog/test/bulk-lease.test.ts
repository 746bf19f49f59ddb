// Which of those that share a store goes on with a bulk change.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {GraphStore} from '@gazetteer/store';
import {catalogItself} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';

test('what a rehearsal found is kept for whoever has the lease, and it is told otherwise', async t => {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const engine = new Engine(new GraphStore(db), defaultSettings);
  t.after(() => engine.close());
  const run = async <Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<unknown> => {
    const {json, failure} = await engine.run(operations[name], catalogItself('test'), args);
    assert.equal(failure, undefined, JSON.stringify(failure));
    return json === undefined ? undefined : JSON.parse(json);
  };
  const {guid} = (await run('createBulkChange', {
    body: JSON.stringify({
      search: {query: 'sales'},
      action: {type: 'ADD_LABELS', labels: ['a']},
      isRehearsal: true,
    }),
  })) as {guid: string};
  const next = async (holder: string) =>
    ((await run('nextBulkPart', {holder, size: 10})) as {guid: string} | undefined)?.guid;
  const keep = (holder: string) =>
    run('keepRehearsedPart', {
      holder,
      task: guid,
      changed: [],
      reached: 0,
      progress: {position: {}, isLast: true},
    });
  assert.equal(await run('hasBulkChanges', undefined), true);
  assert.deepEqual([await next('one'), await next('other')], [guid, undefined]);
  assert.deepEqual(
    [await run('prolongBulkChanges', {holder: 'other'}), await keep('other')],
    [false, false],
  );
  assert.deepEqual(
    [await run('prolongBulkChanges', {holder: 'one'}), await keep('one')],
    [true, true],
  );
  assert.deepEqual([await run('hasBulkChanges', undefined), await keep('one')], [false, false]);
});
