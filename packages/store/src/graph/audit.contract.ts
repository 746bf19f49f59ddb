import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {auditActions, TypeRegistry, type AuditAction} from '@gazetteer/model';
import {entityDef} from '@gazetteer/model/testing';
import {migrations} from '../schema/migrations.ts';
import {entity, newAudit, symbol} from '../schema/schema.ts';
import {ageOut, countAgedOut, historyFloor} from './age-out.ts';
import {entitiesAsOf, entityAsOf, readAudit, type AuditQuery} from './audit.ts';
import {classifiedSince} from './classified-since.ts';
import {attachedSince} from './followed-events.ts';
import {GraphStore} from './graph-store.ts';

const typeId = 21;
const numbered = {name: 'audit', columns: {id: 'id', ...newAudit.columns}} as const;
const first: AuditQuery = {sortBy: 'timestamp', descending: true, offset: 0, limit: 100};

/** Numbers of events far from each other; each entity has every other one. */
const numbers = [3, 4, 32_767, 32_768, 65_536, 65_537, 3_000_000, 3_000_001];

/** What must hold on any database of the events of entities. */
export function auditContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (store: GraphStore, db: Database) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async (t: TestContext) => {
      const db = await openDatabase();
      await db.migrate(migrations.filter(({id}) => id < 13));
      await db.write(fill);
      await db.migrate(migrations);
      const store = new GraphStore(db);
      t.after(() => store.close());
      await store.transaction(tx => tx.saveTypes(new TypeRegistry([entityDef('thing', [], [])])));
      await work(store, db);
    });

  const idsOf = async (store: GraphStore, guid: string, query: Partial<AuditQuery> = {}) => {
    const told = await store.read(graph => readAudit(graph, guid, {...first, ...query}));
    return told?.map(({event}) => event.id);
  };

  contract('events of a store of before are found by entity, wherever they lie', async store => {
    assert.deepEqual(await idsOf(store, 'g1'), [3_000_000, 65_536, 32_767, 3, 0]);
    assert.deepEqual(await idsOf(store, 'g2'), [3_000_001, 65_537, 32_768, 4, 0]);
    assert.deepEqual(await idsOf(store, 'g3'), [0]);
    assert.deepEqual(await idsOf(store, 'g1', {action: 'LABEL_ADD'}), [32_767, 3]);
    assert.deepEqual(
      await idsOf(store, 'g1', {from: {time: 65_536, id: 65_536}, limit: 2}),
      [65_536, 32_767],
    );
    const then = await store.read(graph => entityAsOf(graph, 'g2', 65_536));
    assert.deepEqual(
      then?.events.map(event => event.id),
      [32_768, 4],
    );
    const both = (most: number) =>
      store.read(graph => entitiesAsOf(graph, ['g1', 'g2'], 65_536, most));
    assert.deepEqual(
      [...(await both(8)).values()].map(({events}) => events.map(event => event.id)),
      [
        [65_536, 32_767, 3],
        [32_768, 4],
      ],
    );
    await assert.rejects(both(7), /more than 7 changes/);
  });

  contract('events are aged out wherever they lie, each entity by its own', async store => {
    const rule = {keep: 1, creations: false};
    assert.equal(await store.read(graph => countAgedOut(graph, [rule])), 6);
    assert.deepEqual(await store.transaction(tx => ageOut(tx, rule, 0)), {
      removed: 6,
      next: undefined,
    });
    assert.deepEqual(await idsOf(store, 'g1'), [3_000_000, 0]);
    assert.equal(await store.read(graph => historyFloor(graph, 'g2')), 65_537);
  });

  contract('what was classified is found in a store of before', async (store, db) => {
    const number = (action: AuditAction) => auditActions.indexOf(action);
    await db.write(session =>
      session.insert(newAudit, [
        [1, number('CLASSIFICATION_ADD'), 4_000_000, 'ann', '{}'],
        [2, number('PROPAGATED_CLASSIFICATION_DELETE'), 4_000_001, 'ann', '{}'],
        [2, number('TERM_DELETE'), 4_000_002, 'ann', '{}'],
        [3, number('LABEL_DELETE'), 4_000_003, 'ann', '{}'],
      ]),
    );
    const classified = await store.read(graph => classifiedSince(graph, 4_000_000));
    assert.deepEqual(
      classified.map(one => one.guid),
      ['g1', 'g2'],
    );
    const attached = await store.read(graph => attachedSince(graph, {after: 0, limit: 10}));
    assert.deepEqual(
      attached.map(({guid, event}) => `${guid} ${event.action}`),
      ['g2 TERM_DELETE', 'g1 CLASSIFICATION_ADD'],
    );
  });

  contract('an audit without events is read and aged out', async (store, db) => {
    await db.write(session => session.run('DELETE FROM audit'));
    assert.deepEqual(await idsOf(store, 'g1'), [0]);
    const {removed} = await store.transaction(tx => ageOut(tx, {before: 1, creations: true}, 0));
    assert.equal(removed, 0);
  });
}

const fill: Parameters<Database['write']>[0] = async session => {
  await session.insert(symbol, [[typeId, 'thing']]);
  await session.insert(
    entity,
    [1, 2, 3].map(id => [id, `g${id}`, typeId, 0, 'ann', 'ann', 1, 1, '{}', null]),
  );
  const label = auditActions.indexOf('LABEL_ADD' satisfies AuditAction);
  const update = auditActions.indexOf('ENTITY_UPDATE' satisfies AuditAction);
  await session.insert(
    numbered,
    numbers.map((id, i) => [id, (i % 2) + 1, i < 4 ? label : update, id, 'ann', '{}']),
  );
};
