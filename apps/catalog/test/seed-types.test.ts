import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {planTypeCreate, planTypeUpdate, TypeRegistry, type TypeDef} from '@gazetteer/model';
import {GraphStore} from '@gazetteer/store';
import {seedTypes} from '../src/types/seed-types.ts';

const planning = {userName: 'ann', now: 1, newGuid: () => crypto.randomUUID()};

async function emptyStore(t: TestContext): Promise<GraphStore> {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  t.after(() => store.close());
  return store;
}

const storedDefs = (store: GraphStore) => store.read(async graph => new Map(graph.types.defs));

test('the first start stores all stock types, the next one nothing', async t => {
  const store = await emptyStore(t);
  const first = await store.transaction(seedTypes);
  assert.deepEqual([first.created.length, first.skipped], [228, []]);
  const defs = await storedDefs(store);
  assert.equal(defs.size, 228);
  assert.deepEqual(
    [defs.get('hive_table')?.createdBy, defs.get('hive_table')?.version],
    ['admin', 1],
  );
  assert.deepEqual(await store.transaction(seedTypes), {created: [], skipped: []});
  assert.deepEqual(await storedDefs(store), defs);
});

test('what a user changed stays, and only what is missing is added', async t => {
  const store = await emptyStore(t);
  await store.transaction(seedTypes);
  await store.transaction(async tx => {
    const attribute = {name: 'mine', typeName: 'string', isOptional: true};
    const update = {
      entityDefs: [
        {name: 'jms_topic', superTypes: ['DataSet'], attributeDefs: kept(tx.types, attribute)},
      ],
    };
    const {types} = planTypeUpdate(tx.types, update, planning);
    const fewer = [...types.defs.values()].filter(def => !def.name.includes('sqoop'));
    await tx.saveTypes(new TypeRegistry(fewer));
  });
  const again = await store.transaction(seedTypes);
  assert.deepEqual(again, {created: ['sqoop_process', 'sqoop_dbdatastore'], skipped: []});
  const topic = (await storedDefs(store)).get('jms_topic');
  assert.deepEqual([topic?.version, namesOf(topic).at(-1)], [2, 'mine']);
});

test('an area that does not fit a user’s type is left out and told; the rest is there', async t => {
  const store = await emptyStore(t);
  await store.transaction(async tx => {
    const input = {enumDefs: [{name: 'avro_type', elementDefs: [{value: 'A'}]}]};
    await tx.saveTypes(planTypeCreate(tx.types, input, planning).types);
  });
  const {created, skipped} = await store.transaction(seedTypes);
  // Areas that refer to what was left out go with it.
  assert.deepEqual(
    skipped.map(({area}) => area),
    ['avro', 'kafka', 'awsS3', 'awsS3V2'],
  );
  assert.match(skipped[0]?.reason ?? '', /avro_type/);
  assert.ok(created.includes('trino_table') && !created.includes('kafka_topic'));
  assert.equal((await storedDefs(store)).get('avro_type')?.category, 'ENUM');
});

function kept(types: TypeRegistry, ...more: object[]): object[] {
  const def = types.defs.get('jms_topic');
  return def !== undefined && 'attributeDefs' in def ? [...def.attributeDefs, ...more] : more;
}

function namesOf(def: TypeDef | undefined): string[] {
  return def !== undefined && 'attributeDefs' in def ? def.attributeDefs.map(one => one.name) : [];
}
