import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {Host, KeptAnswers, Telemetry} from '@gazetteer/kernel/host';
import {GraphStore} from '@gazetteer/store';
import {readRightsOf, type Caller} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {seedTypes} from '../src/types/seed-types.ts';

const caller: Caller = {actor: {userName: 'ann', groups: []}, requestId: 'test'};

test('a search is answered again with its line in the log until something is stored, one of a span up to now never', async t => {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  t.after(() => store.close());
  await store.transaction(seedTypes);
  let version = 0;
  const engine = new Engine(store, defaultSettings);
  const telemetry = new Telemetry();
  t.after(() => telemetry.close());
  let lines = 0;
  const count = () => void lines++;
  const host = new Host<Caller>({
    runners: {of: () => engine, close: () => engine.close()},
    kept: new KeptAnswers({
      version: () => version,
      rightsOf: readRightsOf,
      maxChars: 1_000_000,
    }),
    allow: (_, asking) => ({caller: asking}),
    telemetry,
    wake: () => undefined,
    log: {info: count, warn: count, error: count},
  });
  const search = async (body: object) => {
    let statements = 0;
    db.observe(() => void statements++);
    lines = 0;
    const asked = {body: JSON.stringify(body)};
    const json = await host.text(operations.basicSearch, caller, asked);
    db.observe(undefined);
    const {approximateCount} = JSON.parse(json ?? '{}') as {approximateCount: number};
    return {isAsked: statements > 0, lines, approximateCount};
  };
  const ofType = {typeName: 'hive_db', limit: 5};
  const first = await search(ofType);
  assert.deepEqual(first, {isAsked: true, lines: first.lines, approximateCount: 0});
  assert.ok(first.lines > 0, 'the log tells that ann has no profile');
  assert.deepEqual(await search(ofType), {...first, isAsked: false});
  await host.text(operations.saveEntity, caller, {
    body: JSON.stringify({
      entity: {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'a@b', name: 'a', clusterName: 'b'},
      },
    }),
  });
  version++;
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
