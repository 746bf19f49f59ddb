import assert from 'node:assert/strict';
import type {Database} from '@gazetteer/db';
import {
  emptyChangeSet,
  readSearchParameters,
  resolveDsl,
  resolveSearch,
  TypeRegistry,
  type AttributeDef,
  type ChangeSet,
  type EntityRecord,
  type TypeDef,
} from '@gazetteer/model';
import {attribute, entityDef} from '@gazetteer/model/testing';
import {inner, type GraphRead} from '../src/schema/graph.ts';
import {outdateOldRows, reindexPart, reindexTask, type NextPart} from '../src/graph/reindex.ts';
import {dslGroups} from '../src/search/search-dsl.ts';
import {searchEntities} from '../src/search/search.ts';
import {writeSetting} from '../src/schema/settings.ts';
import type {GraphStore} from '../src/graph/graph-store.ts';
import {unfinishedTasks, updateTask} from '../src/queues/tasks.ts';
import {author} from './search-world.ts';

/** A store whose types change under its entities. */
export class ReindexWorld {
  readonly #store: GraphStore;
  readonly #db: Database;

  constructor(store: GraphStore, db: Database) {
    this.#store = store;
    this.#db = db;
  }

  /** The type `thing` with an attribute `a`, and one that stays as it is. */
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
    await this.saveDefs(defs);
  }

  async saveDefs(defs: readonly TypeDef[]): Promise<void> {
    await this.#store.transaction(tx => tx.saveTypes(new TypeRegistry(defs)), 'types');
  }

  async read<T>(work: (graph: GraphRead) => Promise<T>): Promise<T> {
    return await this.#store.read(work);
  }

  async apply(changes: Partial<ChangeSet>): Promise<void> {
    await this.#store.transaction(async tx => {
      await tx.entities((changes.updated ?? []).map(one => one.before.guid));
      await tx.edgesByGuid((changes.edgesRemoved ?? []).map(one => one.guid));
      await tx.apply({...emptyChangeSet(), ...changes}, author);
    });
  }

  async save(created: EntityRecord[]): Promise<EntityRecord[]> {
    await this.apply({created});
    return created;
  }

  async update(before: EntityRecord, attributes: Record<string, unknown>): Promise<EntityRecord> {
    const after = {...before, attributes: {...before.attributes, ...attributes}};
    await this.apply({updated: [{before, after}]});
    return after;
  }

  /** Names, sorted from the end. */
  async search(body: object): Promise<string[]> {
    return (await this.names(body)).sort().toReversed();
  }

  /** Names in the order of the hits. */
  async names(body: object): Promise<string[]> {
    return await this.#store.read(async graph => {
      const parameters = readSearchParameters({limit: 100, ...body}, {includeSubTypes: true});
      const {records} = await searchEntities(
        graph,
        resolveSearch(graph.types, parameters, 0).query,
      );
      return records.map(one => String(one.attributes['name']));
    });
  }

  async table(dsl: string): Promise<unknown[][]> {
    return await this.#store.read(async graph => {
      const {query, table} = resolveDsl(graph.types, dsl, {limit: 100, offset: 0, maxLimit: 100});
      return table === undefined ? [] : await dslGroups(graph, query, table);
    });
  }

  async lookUp(values: string[], attribute = 'a'): Promise<unknown[]> {
    return await this.#store.read(async graph => {
      const found = await graph.byUnique(
        values.map(value => ({typeName: 'thing', attribute, value})),
      );
      return found.map(one => one?.attributes['name']);
    });
  }

  async part(isAlone = false, size?: number): Promise<NextPart> {
    return await this.#store.transaction(
      async tx => {
        const [task] = await unfinishedTasks(tx);
        if (task === undefined) return 'done';
        assert.equal(task.type, reindexTask);
        const {parameters, next} = await reindexPart(tx, task.parameters, isAlone, size);
        await updateTask(tx, {
          ...task,
          parameters,
          status: next === 'done' ? 'COMPLETE' : 'IN_PROGRESS',
        });
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

  /** As if a program that makes other words of classifications had written the store. */
  async forgetWords(): Promise<void> {
    await this.#store.transaction(async tx => {
      await tx[inner].session.run("UPDATE classification_word SET word = 'fox'");
      await writeSetting(tx, 'derived.versions', '{"documents":1,"values":2}');
      await outdateOldRows(tx);
    }, 'types');
  }

  /** Whether nothing is to be written anew. */
  async isReady(): Promise<boolean> {
    return (await this.rows('unready', '1 = 1')) === 0;
  }

  /** Sources of what each entity carries. */
  async carried(guids: readonly string[]): Promise<Map<string, string[]>> {
    const found = await this.#store.read(graph => graph.carriedBy(guids));
    return new Map(
      guids.map(guid => [guid, (found.get(guid) ?? []).map(one => one.entityGuid).sort()]),
    );
  }

  async rows(table: string, where: string): Promise<number> {
    const [row] = await this.#db.read(session =>
      session.all<{n: number}>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`),
    );
    return row?.n ?? 0;
  }
}
