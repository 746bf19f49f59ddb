// Changes of many transactions, and undos that wait for others.
import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {GraphStore} from '@gazetteer/store';
import {catalogItself} from '../src/caller.ts';
import {newGuid} from '../src/entity/planning.ts';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {seedTypes} from '../src/types/seed-types.ts';

async function engines(t: TestContext) {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  await store.transaction(seedTypes);
  const engine = new Engine(store, defaultSettings);
  t.after(() => engine.close());
  const forgetful = new Engine(store, {...defaultSettings, undoDays: -1});
  const run = async <Name extends OperationName, Answer>(
    name: Name,
    args: OperationArgs<Name>,
    changeId?: string,
    by = engine,
  ): Promise<Answer> => {
    const caller = {...catalogItself('test'), changeId};
    const {json, failure} = await by.run(operations[name], caller, args);
    assert.equal(failure, undefined, JSON.stringify(failure));
    return (json === undefined ? undefined : JSON.parse(json)) as Answer;
  };
  const save = async (name: string, changeId?: string): Promise<string> => {
    const attributes = {name, qualifiedName: `${name}@x`, clusterName: 'x'};
    const body = JSON.stringify({entities: [{typeName: 'hive_db', guid: '-1', attributes}]});
    const {guidAssignments} = await run<'saveEntities', {guidAssignments: {'-1': string}}>(
      'saveEntities',
      {body} as OperationArgs<'saveEntities'>,
      changeId,
    );
    return guidAssignments['-1'];
  };
  return {run, save, forget: () => run('forgetChanges', undefined, undefined, forgetful)};
}

const all = {user: undefined, from: 0, to: 0, limit: 50};

test('an entity is found behind many transactions of its change, which is listed once', async t => {
  const {run, save} = await engines(t);
  const older = newGuid();
  const guid = await save('both', older);
  const changeId = newGuid();
  const first = await save('first', changeId);
  for (let n = 0; n < 210; n++) await save(`part${n}`, changeId);
  const last = await save('last', changeId);
  const pagesOf = async (wanted: string) => {
    const pages: string[][] = [];
    let behind: string | undefined;
    do {
      const {changes, next} = await run<
        'listChanges',
        {changes: {changeId: string}[]; next?: string}
      >('listChanges', {...all, guid: wanted, behind});
      pages.push(changes.map(one => one.changeId));
      behind = next;
    } while (behind !== undefined);
    return pages;
  };
  assert.deepEqual(await pagesOf(first), [[changeId], []]);
  assert.deepEqual(await pagesOf(last), [[], [changeId]]);
  assert.deepEqual(await pagesOf(guid), [[], [older]]);
});

test('an undo that cannot go on keeps no other waiting', async t => {
  const {run, save, forget} = await engines(t);
  const undone = async (name: string) => {
    const changeId = newGuid();
    await save(name, changeId);
    const {change} = await run<'undoChange', {change: {guid: string}}>('undoChange', {
      changeId,
      isRehearsal: true,
      conflicts: 'SKIP',
    });
    return change.guid;
  };
  const lost = await undone('lost');
  await forget();
  const kept = await undone('kept');
  const next = await run<'nextBulkPart', {guid: string}>('nextBulkPart', {holder: 'h', size: 10});
  assert.equal(next.guid, kept);
  const {status} = await run<'readBulkChange', {status: string}>('readBulkChange', {
    taskGuid: lost,
  });
  assert.equal(status, 'FAILED');
});
