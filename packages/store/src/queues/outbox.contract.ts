import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {
  emptyChangeSet,
  TypeRegistry,
  type Author,
  type ChangeSet,
  type EntityRecord,
} from '@gazetteer/model';
import {attribute, classificationDef, composition, entityDef} from '@gazetteer/model/testing';
import {
  awaitsNumbers,
  changesFrom,
  lastPosition,
  numberChanges,
  startPosition,
  trimChanges,
  type OutboxPosition,
} from './outbox.ts';
import {GraphStore} from '../graph/graph-store.ts';

const types = new TypeRegistry([
  entityDef('table', [], [attribute('name', 'string', {isUnique: true})]),
  composition('parts', ['table', 'columns'], ['table', 'table']),
  classificationDef('PII', []),
]);
const author: Author = {userName: 'ann', now: 1000, notificationScope: 'relationships'};

function table(name: string): EntityRecord {
  return {
    guid: name,
    typeName: 'table',
    status: 'ACTIVE',
    createdBy: 'ann',
    updatedBy: 'ann',
    createTime: 1,
    updateTime: 1,
    attributes: {name},
  };
}

const created = (...names: string[]): ChangeSet => ({
  ...emptyChangeSet(),
  created: names.map(table),
});

/** What any store must do with what it is to tell others. */
export function outboxContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (store: GraphStore, t: TestContext) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      const db = await openDatabase();
      await GraphStore.migrate(db);
      const store = new GraphStore(db);
      t.after(() => store.close());
      await store.transaction(tx => tx.saveTypes(types), 'types');
      await work(store, t);
    });

  const write = (store: GraphStore, changes: ChangeSet, by = author) =>
    store.transaction(tx => tx.apply(changes, by));

  const number = async (store: GraphStore) => {
    if (await store.read(awaitsNumbers)) await store.transaction(numberChanges);
  };

  const page = async (store: GraphStore, from: OutboxPosition = startPosition, limit = 1000) => {
    await number(store);
    const found = await store.read(graph => changesFrom(graph, from, limit));
    assert.ok(!found.isGone);
    return found;
  };

  const told = async (store: GraphStore, from?: OutboxPosition) =>
    (await page(store, from)).events.map(
      one => `${one.operation} ${one.entity?.guid ?? one.edge?.guid}`,
    );

  contract(
    'what happens to entities and relationships is told in its order, also of what is gone',
    async store => {
      const [a, b] = [table('a'), table('b')];
      await write(store, created('a', 'b'));
      const edge = {
        guid: 'r',
        typeName: 'parts',
        end1: 'a',
        end2: 'b',
        status: 'ACTIVE' as const,
        createdBy: 'ann',
        updatedBy: 'ann',
        createTime: 1,
        updateTime: 1,
        propagateTags: 'ONE_TO_TWO' as const,
      };
      await write(store, {...emptyChangeSet(), edgesCreated: [edge], touched: [a, b]});
      const pii = {
        entityGuid: 'a',
        typeName: 'PII',
        attributes: {},
        propagate: true,
        removePropagationsOnEntityDelete: false,
      };
      await write(store, {...emptyChangeSet(), classificationsAdded: [pii]});
      await write(store, {
        ...emptyChangeSet(),
        classificationsUpdated: [{before: pii, after: pii}],
      });
      const renamed = {...a, attributes: {name: 'A'}};
      await write(store, {...emptyChangeSet(), updated: [{before: a, after: renamed}]});
      const gone = {...b, status: 'DELETED' as const};
      await write(store, {...emptyChangeSet(), updated: [{before: b, after: gone}]});
      await store.transaction(async tx => {
        const edges = await tx.edgesOf(['b']);
        await tx.apply(
          {...emptyChangeSet(), removed: [gone], edgesRemoved: edges, cause: 'purge'},
          author,
        );
      });
      assert.deepEqual(await told(store), [
        'ENTITY_CREATE a',
        'ENTITY_CREATE b',
        'ENTITY_UPDATE a',
        'ENTITY_UPDATE b',
        'RELATIONSHIP_CREATE r',
        'CLASSIFICATION_ADD a',
        'CLASSIFICATION_ADD b',
        'CLASSIFICATION_UPDATE a',
        'CLASSIFICATION_UPDATE b',
        'ENTITY_UPDATE a',
        'ENTITY_DELETE b',
        'RELATIONSHIP_DELETE r',
        'ENTITY_PURGE b',
      ]);
      const {events} = await page(store);
      assert.deepEqual(
        events.map(one => one.classification).filter(one => one !== undefined),
        ['PII', 'PII', 'PII', 'PII'],
      );
      assert.ok(events.every(one => one.time === 1000 && one.userName === 'ann'));
      assert.equal(events[0]?.entity?.attributes['name'], 'A', 'an entity is told as it is now');
    },
  );

  contract('pages of any size come to the same, and go on where they ended', async store => {
    await write(store, created(...Array.from({length: 450}, (_, i) => `t${i}`)));
    for (let i = 0; i < 5; i++) await write(store, created(`s${i}`));
    const all = (await page(store)).events.map(one => one.entity?.guid);
    assert.equal(all.length, 455);
    for (const limit of [1, 7, 199, 200, 201, 454]) {
      const seen: (string | undefined)[] = [];
      for (let from: OutboxPosition = startPosition; ;) {
        const {events, next} = await page(store, from, limit);
        assert.ok(events.length <= limit);
        if (events.length === 0) break;
        seen.push(...events.map(one => one.entity?.guid));
        from = next;
      }
      assert.deepEqual(seen, all, `limit ${limit}`);
    }
  });

  contract('nothing is told of what is undone, nor when nobody asked for it', async store => {
    await assert.rejects(
      store.transaction(async tx => {
        await tx.apply(created('a'), author);
        throw new Error('undone');
      }),
    );
    await store.transaction(tx => tx.apply(created('b'), author), 'entities', undefined, 'undone');
    await write(store, created('c'), {userName: 'ann', now: 1});
    assert.deepEqual(await told(store), []);
    await write(store, created('d'));
    assert.deepEqual(await told(store), ['ENTITY_CREATE d']);
  });

  contract(
    'who follows while many write misses nothing, and sees each entity change in its order',
    async store => {
      const [writers, rounds] = [6, 15];
      await write(store, created('shared'));
      const work = Array.from({length: writers}, async (_, writer) => {
        for (let round = 0; round < rounds; round++) {
          await store.transaction(async tx => {
            await tx.apply(created(`${writer}-${round}`), author);
            const before = (await tx.entities(['shared'])).get('shared');
            assert.ok(before !== undefined);
            const count =
              Number(before.attributes['name'] === 'shared' ? 0 : before.attributes['name']) + 1;
            const after = {...before, attributes: {name: String(count)}};
            await tx.apply(
              {...emptyChangeSet(), updated: [{before, after}]},
              {...author, userName: String(count)},
            );
          });
        }
      });
      let isOver = false;
      const all = Promise.all(work).finally(() => (isOver = true));
      const seen: string[] = [];
      const counts: number[] = [];
      for (let from: OutboxPosition = startPosition; ;) {
        const wasOver = isOver;
        const {events, next} = await page(store, from, 50);
        from = next;
        for (const {operation, entity, userName} of events) {
          if (operation === 'ENTITY_UPDATE') counts.push(Number(userName));
          else seen.push(entity?.guid ?? '');
        }
        if (events.length === 0 && wasOver) break;
        await new Promise(resolve => setImmediate(resolve));
      }
      await all;
      assert.equal(new Set(seen).size, seen.length, 'nothing twice');
      assert.equal(seen.length, writers * rounds + 1, 'nothing lost');
      assert.deepEqual(
        counts,
        counts.map((_, i) => i + 1),
        'the changes of one entity in their order',
      );
    },
  );

  contract('what nobody needs goes, and whoever comes too late is told so', async store => {
    for (let i = 0; i < 10; i++) await write(store, created(`t${i}`), {...author, now: i});
    await number(store);
    const end = await store.read(lastPosition);
    const trim = (needed: number, keptFrom: number, maxRows = 1000) =>
      store.transaction(tx => trimChanges(tx, {needed, keptFrom, maxRows}));
    assert.deepEqual(await trim(end.row, 0), {removed: 0, lost: 0, left: 10}, 'kept for readers');
    assert.deepEqual(await trim(4, 1000), {removed: 3, lost: 0, left: 7}, 'waited for');
    assert.equal((await page(store)).events.length, 7);
    assert.deepEqual(await store.read(graph => changesFrom(graph, {row: 2, index: 0}, 10)), {
      isGone: true,
    });
    assert.deepEqual(await trim(4, 0, 4), {removed: 3, lost: 3, left: 4}, 'bounded');
    assert.deepEqual(await trim(end.row, 1000), {removed: 3, lost: 0, left: 1}, 'but for the last');
    await write(store, created('more'));
    assert.deepEqual(await told(store, end), ['ENTITY_CREATE more']);
    const beyond = await store.read(graph => changesFrom(graph, {row: end.row + 5, index: 0}, 10));
    assert.deepEqual(beyond, {isGone: true});
  });
}
