import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {Host, KeptAnswers, Telemetry} from '@gazetteer/kernel/host';
import {GraphStore} from '@gazetteer/store';
import {readRightsOf, type Caller} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {seedTypes} from '../src/types/seed-types.ts';

const caller: Caller = {actor: {userName: 'ann', groups: []}, requestId: 'test'};

/** A host that keeps answers, on an empty store. */
async function keeping(t: TestContext) {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  t.after(() => store.close());
  await store.transaction(seedTypes);
  const stored = {version: 0, lines: 0, statements: 0};
  const engine = new Engine(store, defaultSettings);
  const telemetry = new Telemetry();
  t.after(() => telemetry.close());
  const count = () => void stored.lines++;
  db.observe(() => void stored.statements++);
  const host = new Host<Caller>({
    runners: {of: () => engine, close: () => engine.close()},
    kept: new KeptAnswers({
      version: () => stored.version,
      rightsOf: readRightsOf,
      maxChars: 1_000_000,
    }),
    allow: (_, asking) => ({caller: asking}),
    telemetry,
    wake: () => undefined,
    log: {info: count, warn: count, error: count},
  });
  return {host, stored};
}

test('a search is answered again with its line in the log until something is stored, one of a span up to now never', async t => {
  const {host, stored} = await keeping(t);
  const search = async (body: object) => {
    Object.assign(stored, {lines: 0, statements: 0});
    const asked = {body: JSON.stringify(body)};
    const {json} = await host.answer(operations.basicSearch, caller, asked);
    const {approximateCount} = JSON.parse(json ?? '{}') as {approximateCount: number};
    return {isAsked: stored.statements > 0, lines: stored.lines, approximateCount};
  };
  const ofType = {typeName: 'hive_db', limit: 5};
  const first = await search(ofType);
  assert.deepEqual(first, {isAsked: true, lines: first.lines, approximateCount: 0});
  assert.ok(first.lines > 0, 'the log tells that ann has no profile');
  assert.deepEqual(await search(ofType), {...first, isAsked: false});
  await host.answer(operations.saveEntity, caller, {
    body: JSON.stringify({
      entity: {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'a@b', name: 'a', clusterName: 'b'},
      },
    }),
  });
  stored.version++;
  assert.deepEqual(await search(ofType), {...first, approximateCount: 1});
  const recent = {
    ...ofType,
    entityFilters: {
      attributeName: '__timestamp',
      operator: 'TIME_RANGE',
      attributeValue: 'LAST_7_DAYS',
    },
  };
  for (let n = 0; n < 2; n++) assert.equal((await search(recent)).isAsked, true);
});

test('a save that changes nothing is answered again until something is stored, one that does never', async t => {
  const {host, stored} = await keeping(t);
  const save = async (description: string, asking = caller) => {
    stored.statements = 0;
    const attributes = {qualifiedName: 'a@b', name: 'a', clusterName: 'b', description};
    const body = JSON.stringify({entity: {typeName: 'hive_db', guid: '-1', attributes}});
    const {json} = await host.answer(operations.saveEntity, asking, {body});
    const answer = JSON.parse(json ?? '{}') as {
      mutatedEntities?: object;
      guidAssignments?: Record<string, string>;
    };
    const made = Object.keys(answer.mutatedEntities ?? {});
    return {isAsked: stored.statements > 0, made, guid: answer.guidAssignments?.['-1']};
  };
  const {guid, ...created} = await save('one');
  assert.ok(guid);
  assert.deepEqual(created, {isAsked: true, made: ['CREATE']});
  stored.version++;
  assert.deepEqual(await save('one'), {isAsked: true, made: [], guid});
  assert.deepEqual(await save('one'), {isAsked: false, made: [], guid});
  const others: Caller[] = [
    {...caller, actor: {userName: 'bob', groups: []}},
    {...caller, isDryRun: true},
    {...caller, deleteType: 'SOFT'},
  ];
  for (const other of others) assert.ok((await save('one', other)).isAsked);
  assert.deepEqual(await save('two'), {isAsked: true, made: ['UPDATE'], guid});
  stored.version++;
  assert.deepEqual(await save('one'), {isAsked: true, made: ['UPDATE'], guid}, 'as it was before');
});
