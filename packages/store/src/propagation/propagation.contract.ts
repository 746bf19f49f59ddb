import {inner} from '../schema/graph.ts';
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  nat,
  record as recordOf,
  type Arbitrary,
} from 'fast-check';
import type {Database} from '@gazetteer/db';
import {
  emptyChangeSet,
  TypeRegistry,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
} from '@gazetteer/model';
import {
  attribute,
  classificationDef,
  composition,
  entityDef,
  tries,
} from '@gazetteer/model/testing';
import {NaivePropagation, type NaiveEdge} from '../../test/propagation-model.ts';
import {GraphStore} from '../graph/graph-store.ts';

const author = {userName: 'ann', now: 1};
const term = 'AtlasGlossarySemanticAssignment';
const types = new TypeRegistry([
  entityDef('table', [], [attribute('name', 'string')]),
  entityDef('process', [], [attribute('name', 'string')]),
  composition('flow', ['table', 'out'], ['table', 'in']),
  composition(term, ['table', 'assigned'], ['table', 'meanings']),
  classificationDef('PII', []),
  // Passes through processes without being given to them.
  {...classificationDef('TablesOnly', []), entityTypes: ['table']},
]);

const propagateTags = ['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH'] as const;
const tagNames = ['PII', 'TablesOnly'] as const;

/** One random step: what to do, and numbers to choose with. */
const step = recordOf({
  kind: constantFrom(
    ...(['entity', 'entity', 'edge', 'edge', 'edge', 'edge', 'tag', 'tag', 'tag'] as const),
    ...([
      'untag',
      'switch',
      'endEdge',
      'cutEdge',
      'turnEdge',
      'block',
      'unblock',
      'delete',
      'revive',
      'remove',
    ] as const),
  ),
  a: nat(1000),
  b: nat(1000),
  c: nat(1000),
});
type Step = typeof step extends Arbitrary<infer T> ? T : never;

/** The store and the naive model, side by side. Guids are `e1`, edges `r1`. */
class World {
  readonly naive = new NaivePropagation();
  readonly #store: GraphStore;
  readonly #entities = new Map<string, EntityRecord>();
  readonly #edges = new Map<string, EdgeRecord>();
  readonly #blocks: {edge: string; tag: string}[] = [];
  #next = 0;

  constructor(store: GraphStore) {
    this.#store = store;
  }

  async do({kind, a, b, c}: Step): Promise<void> {
    const entity = this.#pick([...this.#entities.values()], a);
    const active = this.#pick(
      [...this.#entities.values()].filter(one => one.status === 'ACTIVE'),
      a,
    );
    const edge = this.#pick(
      [...this.#edges.values()].filter(one => one.status === 'ACTIVE'),
      b,
    );
    const key = this.#pick([...this.naive.tags.keys()], c);
    if (kind === 'entity') await this.#addEntity(b);
    else if (kind === 'edge' && active) await this.#addEdge(active, b, c);
    else if (kind === 'tag' && active) await this.#tag(active, b, c);
    else if (kind === 'untag' && key) await this.#untag(key);
    else if (kind === 'switch' && key) await this.#switch(key);
    else if (kind === 'endEdge' && edge) await this.#changeEdge(edge, {...edge, status: 'DELETED'});
    else if (kind === 'turnEdge' && edge)
      await this.#changeEdge(edge, {...edge, propagateTags: propagateTags[c % 4] ?? 'NONE'});
    else if (kind === 'cutEdge' && edge) await this.#cutEdge(edge);
    else if (kind === 'block' && edge && key) await this.#block(edge, key);
    else if (kind === 'unblock') await this.#unblock(c);
    else if (kind === 'delete' && active) await this.#turnEntity(active, 'DELETED');
    else if (kind === 'revive' && entity?.status === 'DELETED')
      await this.#turnEntity(entity, 'ACTIVE');
    else if (kind === 'remove' && entity && a % 3 === 0) await this.#removeEntity(entity);
  }

  /** What the store says has come where, as `entity <- tag@source`; those passed on, too. */
  async assertSame(step: Step): Promise<void> {
    const stored = await this.stored();
    const wanted = [...this.#entities.keys()].flatMap(guid =>
      [...this.naive.at(guid)].map(key => `${guid} <- ${key}`),
    );
    assert.deepEqual(stored.map(one => one.text).sort(), wanted.sort(), JSON.stringify(step));
    for (const {text, carries, holder, name} of stored) {
      assert.equal(carries, name === 'PII' || holder === 'table', text);
    }
    // Those that ask for their removal are where the present lets them be, whatever happened
    // before.
    for (const [key, tag] of this.naive.tags) {
      if (!tag.asks) continue;
      const reached = this.naive.reach(key);
      for (const [guid, record] of this.#entities) {
        if (record.status !== 'ACTIVE' || this.#entities.get(tag.source)?.status !== 'ACTIVE')
          continue;
        assert.equal(
          this.naive.at(guid).has(key),
          reached.has(guid),
          `${guid} ${key} after ${JSON.stringify(step)}`,
        );
      }
    }
  }

  async stored(): Promise<{text: string; carries: boolean; holder: string; name: string}[]> {
    return await this.#store.read(async graph => {
      const rows = await graph[inner].session.all<{
        guid: string;
        type_id: number;
        source: string;
        carries: number;
        holder: number;
      }>(
        `SELECT e.guid, p.type_id, s.guid AS source, p.carries, e.type_id AS holder
         FROM propagation p JOIN entity e ON e.id = p.entity_id JOIN entity s ON s.id = p.source_id`,
      );
      return rows.map(row => {
        const name = graph[inner].system.symbols.name(row.type_id);
        const text = `${row.guid} <- ${name}@${row.source}`;
        return {
          text,
          carries: row.carries === 1,
          holder: graph[inner].system.symbols.name(row.holder),
          name,
        };
      });
    });
  }

  async #apply(changes: Partial<ChangeSet>): Promise<void> {
    const before = new Set((await this.stored()).filter(one => one.carries).map(one => one.text));
    const told = await this.#store.transaction(async tx => {
      // As every plan does: what is changed has been read.
      const {edgesUpdated = [], edgesRemoved = [], blocksAdded = [], blocksRemoved = []} = changes;
      const known = [...edgesUpdated.map(one => one.before), ...edgesRemoved];
      const edges = [...known, ...[...blocksAdded, ...blocksRemoved].map(one => one.edge)];
      await tx.edgesOf(edges.map(one => one.end1));
      return await tx.apply({...emptyChangeSet(), ...changes}, author);
    });
    const after = new Set((await this.stored()).filter(one => one.carries).map(one => one.text));
    const text = (one: ChangeSet['propagationsAdded'][number]) =>
      `${one.entityGuid} <- ${one.typeName}@${one.sourceGuid}`;
    assert.deepEqual(
      told.propagationsAdded.map(text).sort(),
      [...after].filter(one => !before.has(one)).sort(),
    );
    const gone = new Set(changes.removed?.map(one => one.guid));
    const lost = [...before].filter(one => !after.has(one) && !gone.has(one.split(' ')[0] ?? ''));
    assert.deepEqual(told.propagationsRemoved.map(text).sort(), lost.sort());
  }

  async #addEntity(n: number): Promise<void> {
    const guid = `e${++this.#next}`;
    const typeName = n % 4 === 0 ? 'process' : 'table';
    const record: EntityRecord = {
      guid,
      typeName,
      status: 'ACTIVE',
      createdBy: 'a',
      updatedBy: 'a',
      createTime: 1,
      updateTime: 1,
      attributes: {name: guid},
    };
    this.#entities.set(guid, record);
    this.naive.active.set(guid, true);
    await this.#apply({created: [record]});
  }

  async #addEdge(end1: EntityRecord, b: number, c: number): Promise<void> {
    const end2 = this.#pick(
      [...this.#entities.values()].filter(one => one.status === 'ACTIVE'),
      b,
    );
    if (end2 === undefined || end2.guid === end1.guid) return;
    const guid = `r${++this.#next}`;
    const edge: EdgeRecord = {
      guid,
      typeName: c % 5 === 0 ? term : 'flow',
      end1: end1.guid,
      end2: end2.guid,
      status: 'ACTIVE',
      createdBy: 'a',
      updatedBy: 'a',
      createTime: 1,
      updateTime: 1,
      propagateTags: propagateTags[1 + (c % 3)] ?? 'NONE',
    };
    this.#edges.set(guid, edge);
    this.naive.addEdge(guid, naive(edge));
    await this.#apply({edgesCreated: [edge]});
  }

  async #tag({guid}: EntityRecord, b: number, c: number): Promise<void> {
    const name = tagNames[b % 2] ?? 'PII';
    if (this.naive.tags.has(`${name}@${guid}`)) return;
    const [propagates, asks] = [c % 6 !== 0, c % 2 === 0];
    this.naive.addTag({name, source: guid, propagates, asks});
    await this.#apply({classificationsAdded: [record(name, guid, propagates, asks)]});
  }

  async #untag(key: string): Promise<void> {
    const tag = this.naive.tags.get(key);
    if (tag === undefined || this.#entities.get(tag.source)?.status !== 'ACTIVE') return;
    this.naive.removeTag(key);
    this.#dropBlocks(one => one.tag === key);
    await this.#apply({
      classificationsRemoved: [record(tag.name, tag.source, tag.propagates, tag.asks)],
    });
  }

  async #switch(key: string): Promise<void> {
    const tag = this.naive.tags.get(key);
    if (tag === undefined || this.#entities.get(tag.source)?.status !== 'ACTIVE') return;
    const before = record(tag.name, tag.source, tag.propagates, tag.asks);
    this.naive.setPropagates(key, !tag.propagates);
    await this.#apply({
      classificationsUpdated: [{before, after: {...before, propagate: !tag.propagates}}],
    });
  }

  async #changeEdge(before: EdgeRecord, after: EdgeRecord): Promise<void> {
    this.#edges.set(after.guid, after);
    const asksOnly = after.status === 'DELETED' && after.typeName !== term;
    this.naive.changeEdge(after.guid, naive(after), tag => tag.asks || !asksOnly);
    await this.#apply({edgesUpdated: [{before, after}]});
  }

  async #cutEdge(edge: EdgeRecord): Promise<void> {
    this.#edges.delete(edge.guid);
    this.#dropBlocks(one => one.edge === edge.guid);
    this.naive.changeEdge(edge.guid, undefined, tag => tag.asks || edge.typeName === term);
    await this.#apply({edgesRemoved: [edge]});
  }

  async #block(edge: EdgeRecord, key: string): Promise<void> {
    if (this.#blocks.some(one => one.edge === edge.guid && one.tag === key)) return;
    const [typeName = '', sourceGuid = ''] = key.split('@');
    this.#blocks.push({edge: edge.guid, tag: key});
    this.naive.block(edge.guid, key);
    await this.#apply({blocksAdded: [{edge, typeName, sourceGuid}]});
  }

  async #unblock(c: number): Promise<void> {
    const block = this.#pick(this.#blocks, c);
    const edge = this.#edges.get(block?.edge ?? '');
    if (block === undefined || edge === undefined) return;
    const [typeName = '', sourceGuid = ''] = block.tag.split('@');
    this.#blocks.splice(this.#blocks.indexOf(block), 1);
    this.naive.unblock(block.edge, block.tag);
    await this.#apply({blocksRemoved: [{edge, typeName, sourceGuid}]});
  }

  async #turnEntity(before: EntityRecord, status: 'ACTIVE' | 'DELETED'): Promise<void> {
    const after = {...before, status};
    this.#entities.set(after.guid, after);
    if (status === 'DELETED') this.naive.deleteEntity(after.guid);
    else this.naive.reviveEntity(after.guid);
    await this.#apply({updated: [{before, after}]});
  }

  async #removeEntity(entity: EntityRecord): Promise<void> {
    const edgesRemoved = [...this.#edges.values()].filter(
      one => one.end1 === entity.guid || one.end2 === entity.guid,
    );
    this.#entities.delete(entity.guid);
    for (const edge of edgesRemoved) this.#edges.delete(edge.guid);
    this.#dropBlocks(one => !this.#edges.has(one.edge) || one.tag.endsWith(`@${entity.guid}`));
    this.naive.removeEntity(entity.guid);
    await this.#apply({removed: [entity], edgesRemoved});
  }

  #dropBlocks(isGone: (block: {edge: string; tag: string}) => boolean): void {
    this.#blocks.splice(0, this.#blocks.length, ...this.#blocks.filter(one => !isGone(one)));
  }

  #pick<T>(list: readonly T[], n: number): T | undefined {
    return list[n % Math.max(1, list.length)];
  }
}

function naive(edge: EdgeRecord): NaiveEdge {
  return {
    from: edge.end1,
    to: edge.end2,
    tags: edge.propagateTags,
    isActive: edge.status === 'ACTIVE',
    isTerm: edge.typeName === term,
  };
}

function record(typeName: string, entityGuid: string, propagate: boolean, asks: boolean) {
  return {typeName, entityGuid, attributes: {}, propagate, removePropagationsOnEntityDelete: asks};
}

/** Where classifications come to, on any database. */
export function propagationContract(
  name: string,
  openDatabase: () => Promise<Database>,
  runs: number,
  skip?: string,
): void {
  test(
    `${name}: classifications are where a naive walk puts them, whatever was done before`,
    skip === undefined ? {} : {skip},
    async () => {
      await assertProperty(
        asyncProperty(array(step, {minLength: 10, maxLength: 60, size: 'max'}), async steps => {
          const db = await openDatabase();
          try {
            await GraphStore.migrate(db);
            const store = new GraphStore(db);
            await store.transaction(tx => tx.saveTypes(types));
            const world = new World(store);
            for (const one of steps) {
              await world.do(one);
              await world.assertSame(one);
            }
          } finally {
            await db.close();
          }
        }),
        tries(runs),
      );
    },
  );
}
