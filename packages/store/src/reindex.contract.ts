import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {
  emptyChangeSet,
  readSearchParameters,
  resolveSearch,
  TypeRegistry,
  type AttributeDef,
  type EntityRecord,
  type TypeDef,
} from '@gazetteer/model';
import {attribute, entityDef} from '@gazetteer/model/testing';
import {author, entity} from '../test/search-world.ts';
import {reindexPart, reindexTask, type NextPart} from './reindex.ts';
import {searchEntities} from './search.ts';
import {SqlGraphStore} from './sql-graph-store.ts';
import {unfinishedTasks, updateTask} from './tasks.ts';

/** What must hold on any database after the types have changed under entities that are there. */
export function reindexContract(name: string, openDatabase: () => Promise<Database>, skip?: string): void {
  const contract = (title: string, work: (catalog: Catalog) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async (t: TestContext) => {
      const db = await openDatabase();
      await SqlGraphStore.migrate(db);
      const store = new SqlGraphStore(db);
      t.after(() => store.close());
      await work(new Catalog(store, db));
    });

  const eq = (attributeName: string, attributeValue: string) => ({
    typeName: 'thing',
    entityFilters: {attributeName, operator: '=', attributeValue},
  });

  contract(
    'an attribute that becomes indexed, is changed without its index and is indexed again is found as it is',
    async c => {
      await c.saveTypes({});
      const [one] = await c.save([entity('thing', 'one', {a: 'first'})]);
      await c.saveTypes({isIndexable: true});
      assert.deepEqual(await c.search(eq('a', 'first')), ['one'], 'before it is written anew');
      await c.reindex();
      assert.deepEqual(await c.search(eq('a', 'first')), ['one']);
      await c.saveTypes({});
      await c.update(one as EntityRecord, {a: 'second'});
      await c.saveTypes({isIndexable: true});
      for (const when of ['before', 'after']) {
        assert.deepEqual(await c.search(eq('a', 'first')), [], when);
        assert.deepEqual(await c.search(eq('a', 'second')), ['one'], when);
        await c.reindex();
      }
      assert.deepEqual(await c.rows('symbol', "name LIKE '~%'"), 0, 'nothing of before is left');
      assert.deepEqual(await c.rows('text_value', "value IN ('first', 'second')"), 1);
    },
  );

  contract(
    'what is saved while entities are written anew is found, and so is what a later change asks for',
    async c => {
      await c.saveTypes({});
      const things = await c.save(Array.from({length: 3}, (_, n) => entity('thing', `t${n}`, {a: `v${n}`})));
      await c.saveTypes({isIndexable: true});
      const [before] = things;
      await c.update(before as EntityRecord, {a: 'w0'});
      await c.save([entity('thing', 't3', {a: 'v3'})]);
      // Begun, and overtaken by another change before its end.
      await c.part();
      await c.saveTypes({});
      await c.update(things[1] as EntityRecord, {a: 'w1'});
      await c.saveTypes({isIndexable: true});
      for (const when of ['before', 'after']) {
        const found = await Promise.all(['v0', 'w0', 'v1', 'w1', 'v2', 'v3'].map(value => c.search(eq('a', value))));
        assert.deepEqual(found, [[], ['t0'], [], ['t1'], ['t2'], ['t3']], when);
        await c.reindex();
      }
    },
  );

  contract('words are found by the weights of the types at once, and no longer where these have none', async c => {
    await c.saveTypes({});
    await c.save([entity('thing', 'one', {a: 'green apple'}), entity('other', 'two', {})]);
    for (const [searchWeight, found] of [
      [5, ['one']],
      [-1, []],
    ] as const) {
      await c.saveTypes({searchWeight});
      for (const when of ['before', 'after']) {
        assert.deepEqual(await c.search({query: 'apple'}), found, `${searchWeight} ${when}`);
        assert.deepEqual(await c.search({query: '"green apple" OR two'}), ['two', ...found], `${searchWeight} ${when}`);
        assert.deepEqual(await c.search({query: 't* -apple'}), ['two'], `${searchWeight} ${when}`);
        await c.reindex();
      }
    }
  });

  contract(
    'values that must differ from now on are refused while they do not, and looked up at once when they do',
    async c => {
      await c.saveTypes({});
      const [one, two] = await c.save([entity('thing', 'one', {a: 'same'}), entity('thing', 'two', {a: 'same'})]);
      await assert.rejects(
        c.saveTypes({isUnique: true}),
        new RegExp(
          `thing\\.a cannot be unique: 1 value is held by several entities: same \\(${one?.guid}, ${two?.guid}\\)`,
        ),
      );
      const changed = await c.update(two as EntityRecord, {a: 'other'});
      await c.saveTypes({isUnique: true});
      for (const when of ['before', 'after']) {
        assert.deepEqual(await c.lookUp(['same', 'other', 'none']), ['one', 'two', undefined], when);
        await c.reindex();
      }
      await c.saveTypes({});
      await c.update(changed, {a: 'free'});
      await c.saveTypes({isUnique: true});
      // The value of before is nobody's: another may have it while the rest is still being written down.
      await c.save([entity('thing', 'three', {a: 'other'})]);
      for (const when of ['before', 'after']) {
        assert.deepEqual(await c.lookUp(['same', 'other', 'free']), ['one', 'three', 'two'], when);
        await c.reindex();
      }
    },
  );

  contract('a task that another process goes on with is done once, a part at a time', async c => {
    await c.saveTypes({});
    await c.save(Array.from({length: 1201}, (_, n) => entity('thing', `t${n}`, {a: n % 2 === 0 ? 'even' : 'odd'})));
    await c.saveTypes({isIndexable: true});
    const told: unknown[] = [];
    for (let next: NextPart = 'again'; next !== 'done';) {
      next = await c.part(next === 'alone');
      told.push(await c.progress());
    }
    assert.deepEqual(told.slice(0, 3), [
      [500, 1201],
      [1000, 1201],
      [1201, 1201],
    ]);
    assert.equal((await c.search(eq('a', 'odd'))).length, 100);
    assert.equal(await c.rows('text_value', "value = 'odd'"), 600);
  });
}

class Catalog {
  readonly #store: SqlGraphStore;
  readonly #db: Database;

  constructor(store: SqlGraphStore, db: Database) {
    this.#store = store;
    this.#db = db;
  }

  async saveTypes(more: Partial<AttributeDef>): Promise<void> {
    const named = [
      attribute('qualifiedName', 'string'),
      attribute('name', 'string', {isIndexable: true, searchWeight: 10}),
    ];
    const defs: TypeDef[] = [
      entityDef('__internal', [], []),
      entityDef('thing', [], [...named, attribute('a', 'string', more)]),
      entityDef('other', [], named),
    ];
    await this.#store.transaction(tx => tx.saveTypes(new TypeRegistry(defs)), 'types');
  }

  async save(created: EntityRecord[]): Promise<EntityRecord[]> {
    await this.#store.transaction(tx => tx.apply({...emptyChangeSet(), created}, author));
    return created;
  }

  async update(before: EntityRecord, attributes: Record<string, unknown>): Promise<EntityRecord> {
    const after = {...before, attributes: {...before.attributes, ...attributes}};
    await this.#store.transaction(async tx => {
      await tx.entities([before.guid]);
      await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, author);
    });
    return after;
  }

  /** Names, sorted from the end. */
  async search(body: object): Promise<string[]> {
    return await this.#store.read(async graph => {
      const parameters = readSearchParameters({limit: 100, ...body}, {includeSubTypes: true});
      const {records} = await searchEntities(graph, resolveSearch(graph.types, parameters, 0).query);
      return records
        .map(one => String(one.attributes['name']))
        .sort()
        .toReversed();
    });
  }

  async lookUp(values: string[]): Promise<unknown[]> {
    return await this.#store.read(async graph => {
      const found = await graph.byUnique(values.map(value => ({typeName: 'thing', attribute: 'a', value})));
      return found.map(one => one?.attributes['name']);
    });
  }

  async part(isAlone = false): Promise<NextPart> {
    return await this.#store.transaction(
      async tx => {
        const [task] = await unfinishedTasks(tx);
        if (task === undefined) return 'done';
        assert.equal(task.type, reindexTask);
        const {parameters, next} = await reindexPart(tx, task.parameters, isAlone);
        await updateTask(tx, {...task, parameters, status: next === 'done' ? 'COMPLETE' : 'IN_PROGRESS'});
        return next === 'alone' ? 'alone' : 'again';
      },
      isAlone ? 'types' : 'entities',
    );
  }

  async reindex(): Promise<void> {
    for (let next: NextPart = 'again'; next !== 'done';) next = await this.part(next === 'alone');
  }

  async progress(): Promise<unknown[]> {
    return await this.#db.read(async session => {
      const [row] = await session.all<{parameters: string}>('SELECT parameters FROM task');
      const {done, total} = JSON.parse(row?.parameters ?? '{}') as {done: number; total: number};
      return [done, total];
    });
  }

  async rows(table: string, where: string): Promise<number> {
    const [row] = await this.#db.read(session =>
      session.all<{n: number}>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`),
    );
    return row?.n ?? 0;
  }
}
