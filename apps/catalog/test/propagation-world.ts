import assert from 'node:assert/strict';
import type {Database} from '@gazetteer/db';
import {auditActions} from '@gazetteer/model';
import {GraphStore} from '@gazetteer/store';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {seedTypes} from '../src/types/seed-types.ts';
import {isPassedOn, reach, readState, type Entity, type State} from './propagation-state.ts';

type Json = Record<string, unknown>;

export const stepKinds = [
  ...([
    'grow',
    'grow',
    'flow',
    'flow',
    'relate',
    'relate',
    'relate',
    'tag',
    'tag',
    'tagMany',
    'set',
  ] as const),
  ...(['rewire', 'rewire', 'change', 'change', 'end', 'retag', 'untag'] as const),
  ...(['delete', 'remove', 'purge', 'assign', 'dissociate'] as const),
] as const;
type Kind = (typeof stepKinds)[number];

/** What to do, and numbers to choose with. */
export type Step = {kind: Kind; a: number; b: number; c: number; d: number};
type Choice = Omit<Step, 'kind'>;

const names = ['Plain', 'Sub', 'NodesOnly'] as const;
const propagateTags = [undefined, 'NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH'] as const;
const end = (name: string, more: object = {}) => ({
  type: 'Node',
  name,
  cardinality: 'SET',
  ...more,
});
const relationshipDefs = [
  {name: 'link', propagateTags: 'BOTH', endDef1: end('linked'), endDef2: end('linkedBy')},
  {name: 'forth', propagateTags: 'ONE_TO_TWO', endDef1: end('to'), endDef2: end('from')},
  {name: 'still', propagateTags: 'NONE', endDef1: end('beside'), endDef2: end('besides')},
  {
    name: 'head',
    propagateTags: 'BOTH',
    endDef1: end('head', {cardinality: 'SINGLE'}),
    endDef2: end('bodies'),
  },
].map(def => ({relationshipCategory: 'ASSOCIATION', ...def}));
const parts = {
  name: 'parts',
  relationshipCategory: 'COMPOSITION',
  propagateTags: 'ONE_TO_TWO',
  endDef1: end('parts', {isContainer: true}),
  endDef2: end('whole', {type: 'Part', cardinality: 'SINGLE'}),
};
const types = {
  entityDefs: ['Node', 'Part'].map(name => ({name, superTypes: ['DataSet'], attributeDefs: []})),
  classificationDefs: [
    {name: 'Plain'},
    {name: 'Sub', superTypes: ['Plain']},
    {name: 'NodesOnly', entityTypes: ['Node', 'AtlasGlossaryTerm']},
  ],
  relationshipDefs: [...relationshipDefs, parts],
};

/**
 * A catalog on a database, changed by whole operations; after each its propagations are computed
 * anew from its tables.
 */
export class PropagationWorld {
  readonly #db: Database;
  readonly #engine: Engine;
  #state: State;
  /** Classifications that stay behind, or once did, where their way is lost. */
  readonly #lasting = new Set<string>();
  #names = 0;
  refused = 0;
  /** How often a classification has come to an entity. */
  arrivals = 0;

  private constructor(db: Database, engine: Engine, state: State) {
    this.#db = db;
    this.#engine = engine;
    this.#state = state;
  }

  static async open(db: Database): Promise<PropagationWorld> {
    await GraphStore.migrate(db);
    const store = new GraphStore(db);
    await store.transaction(seedTypes);
    const engine = new Engine(store, {...defaultSettings, deleteTypeOverride: true});
    const world = new PropagationWorld(db, engine, await readState(db));
    await world.#run('createTypes', body(types));
    const {guid} = (await world.#run('createGlossary', body({name: 'g'}))) as {guid: string};
    await world.#run(
      'createTerms',
      body(['t1', 't2'].map(name => ({name, anchor: {glossaryGuid: guid}}))),
    );
    const entities = Array.from({length: 8}, (_, n) => ({
      ...world.#entity('Node'),
      guid: `-${n + 1}`,
    }));
    await world.#run('saveEntities', body({entities}));
    world.#state = await readState(db);
    return world;
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }

  async do({kind, ...choice}: Step): Promise<void> {
    await this.#doers[kind](choice);
    const [before, after] = [this.#state, await readState(this.#db)];
    this.#state = after;
    this.#noteLasting(after);
    const what = JSON.stringify({kind, ...choice});
    this.#checkRows(before, after, what);
    await this.#checkAudit(before, after, what);
  }

  /** All at once: what is left behind depends on who is first, all the rest does not. */
  async doTogether(steps: readonly Step[]): Promise<void> {
    await Promise.all(steps.map(({kind, ...choice}) => this.#doers[kind](choice)));
    const {rows} = this.#state;
    this.#state = await readState(this.#db);
    this.arrivals += [...this.#state.rows.keys()].filter(row => !rows.has(row)).length;
    this.#noteLasting(this.#state);
    this.#checkRows(undefined, this.#state, JSON.stringify(steps));
  }

  #noteLasting({tags}: State): void {
    for (const [key, tag] of tags) if (!tag.asks) this.#lasting.add(key);
    for (const key of this.#lasting) if (!tags.has(key)) this.#lasting.delete(key);
  }

  #checkRows(before: State | undefined, after: State, what: string): void {
    const reached = new Map([...after.tags].map(([key, tag]) => [key, reach(after, key, tag)]));
    for (const [key, ids] of reached) {
      for (const id of ids)
        assert.ok(after.rows.has(`${id} ${key}`), `${id} lacks ${key} after ${what}`);
    }
    for (const [row, carries] of after.rows) {
      const [id = '', type = '', source = ''] = row.split(' ');
      const key = `${type} ${source}`;
      const holder = after.entities.get(Number(id));
      const told = `${row} after ${what}`;
      assert.ok(
        after.tags.get(key)?.propagates === true && holder !== undefined && id !== source,
        told,
      );
      assert.equal(
        carries,
        type !== 'NodesOnly' || ['Node', 'AtlasGlossaryTerm'].includes(holder.type),
        told,
      );
      if (reached.get(key)?.has(holder.id)) continue;
      // What was left behind is passed on over new ways like anything else.
      assert.ok(
        before?.rows.has(row) !== false || isPassedOn(after, key, holder),
        `${told} came from nowhere`,
      );
      assert.ok(!holder.isActive || this.#lasting.has(key), `${told} should be gone`);
    }
  }

  /** Every classification that came or went is told by one event of the entity. */
  async #checkAudit(before: State, after: State, what: string): Promise<void> {
    const isThere = (row: string) => after.entities.has(Number(row.split(' ')[0]));
    const lost = [...before.rows].filter(
      ([row, carries]) => carries && !after.rows.has(row) && isThere(row),
    );
    const gained = [...after.rows].filter(([row, carries]) => carries && !before.rows.has(row));
    this.arrivals += gained.length;
    const ids = new Map([...before.entities, ...after.entities].map(([id, {guid}]) => [guid, id]));
    const events = await this.#db.read(session =>
      session.all<{entity_id: number; action: number; change: string}>(
        'SELECT entity_id, action, change FROM audit WHERE id > ?',
        [before.lastEvent],
      ),
    );
    const told = (action: string) => {
      const rows = events
        .filter(one => auditActions[one.action] === action)
        .map(({entity_id, change}) => {
          const {propagated} = JSON.parse(change) as {
            propagated: {typeName: string; sourceGuid: string};
          };
          return `${entity_id} ${propagated.typeName} ${ids.get(propagated.sourceGuid)}`;
        });
      return rows.sort();
    };
    assert.deepEqual(
      told('PROPAGATED_CLASSIFICATION_ADD'),
      gained.map(([row]) => row).sort(),
      what,
    );
    assert.deepEqual(
      told('PROPAGATED_CLASSIFICATION_DELETE'),
      lost.map(([row]) => row).sort(),
      what,
    );
  }

  readonly #doers: Readonly<Record<Kind, (choice: Choice) => Promise<unknown>>> = {
    grow: async ({a, b, c, d}) => {
      const whole = c % 3 === 0 ? this.#node(a) : undefined;
      const entity = {
        ...this.#entity(whole === undefined ? 'Node' : 'Part'),
        ...(whole === undefined
          ? {}
          : {relationshipAttributes: {whole: {guid: whole, typeName: 'Node'}}}),
        ...(b % 3 === 0 ? {classifications: [{...tag(d), typeName: 'Plain'}]} : {}),
      };
      return await this.#try('saveEntity', body({entity}));
    },
    flow: async ({a, b}) =>
      await this.#try('saveEntity', body({entity: this.#process(this.#nodes(a), this.#nodes(b))})),
    rewire: async ({a, b, c}) => {
      const guid = pick(this.#active('Process'), a)?.guid;
      const entity = this.#process(this.#nodes(b), this.#nodes(c));
      return guid === undefined
        ? undefined
        : await this.#try('saveEntity', body({entity: {...entity, guid}}));
    },
    relate: async ({a, b, c, d}) => {
      const ends = {end1: {guid: this.#node(a)}, end2: {guid: this.#node(b)}};
      const json = {
        typeName: pick(relationshipDefs, c)?.name,
        ...ends,
        propagateTags: pick(propagateTags, d),
      };
      return await this.#try('createRelationship', body(json));
    },
    change: async choice => await this.#changeRelation(choice),
    end: async ({a}) => await this.#try('deleteRelationship', {guid: this.#relation(a)}),
    tag: async ({a, b, c, d}) =>
      await this.#try('addClassifications', {
        guid: this.#taggable(a),
        ...body([tag(b), tag(c)].slice(d % 2)),
      }),
    tagMany: async ({a, b, c, d}) =>
      await this.#try('classifyEntities', {
        ...body({classification: tag(b), entityGuids: [...this.#nodes(c), this.#taggable(a)]}),
        skipFailedEntities: d % 2 === 0,
      }),
    set: async ({a, b, c}) => {
      const wanted = (n: number) => {
        const guid = this.#node(n) ?? '';
        return [guid, {typeName: 'Node', guid, classifications: [tag(n), tag(c)].slice(n % 3)}];
      };
      return await this.#try(
        'setClassifications',
        body({guidHeaderMap: Object.fromEntries([wanted(a), wanted(b)])}),
      );
    },
    retag: async ({a, b}) => {
      const {guid, name} = this.#tagged(a);
      return await this.#try('updateClassifications', {
        guid,
        ...body([{...tag(b), typeName: name}]),
      });
    },
    untag: async ({a, b}) => {
      const {guid, name} = this.#tagged(a);
      const leftBehind = {guid: this.#taggable(a), name, associatedEntityGuid: guid};
      return await this.#try('removeClassification', b % 3 > 0 ? {guid, name} : leftBehind);
    },
    delete: async choice => await this.#try('deleteEntities', {guids: this.#dying(choice)}, 'SOFT'),
    remove: async choice => await this.#try('deleteEntities', {guids: this.#dying(choice)}, 'HARD'),
    purge: async ({a}) => {
      const dead = [...this.#state.entities.values()].filter(one => !one.isActive);
      return dead.length === 0
        ? undefined
        : await this.#try('purgeEntities', body([pick(dead, a)?.guid]));
    },
    assign: async ({a, c}) => {
      const guid = pick(this.#active('AtlasGlossaryTerm'), c)?.guid ?? '';
      return await this.#try('assignTerm', {
        guid,
        ...body(this.#nodes(a).map(node => ({guid: node}))),
      });
    },
    dissociate: async ({b, c}) => {
      const {id, guid} = pick(this.#active('AtlasGlossaryTerm'), c) ?? {id: 0, guid: ''};
      const ended = this.#state.edges
        .filter(one => one.type === 'AtlasGlossarySemanticAssignment' && one.ends[0] === id)
        .slice(0, 1 + (b % 2))
        .map(one => ({
          guid: this.#state.entities.get(one.ends[1])?.guid,
          relationshipGuid: one.guid,
        }));
      return await this.#try('unassignTerm', {guid, ...body(ended)});
    },
  };

  /** Blocks some of what comes to it, those that it blocks or others, and perhaps turns it. */
  async #changeRelation({a, b, c}: Choice): Promise<void> {
    const guid = this.#relation(a);
    const read = await this.#try('readRelationshipByGuid', {guid, extendedInfo: false});
    if (read === undefined) return;
    const {relationship} = read as {relationship: Record<string, Json[]>};
    const lists = ['propagatedClassifications', 'blockedPropagatedClassifications'];
    const blocked = lists
      .flatMap(name => relationship[name] ?? [])
      .filter((_, i) => ((b >> (i % 8)) & 1) === 1);
    const json = {
      guid,
      ...(c % 4 === 0 ? {} : {blockedPropagatedClassifications: blocked}),
      ...(c % 2 === 0 ? {propagateTags: pick(propagateTags, b)} : {}),
    };
    await this.#try('updateRelationship', body(json));
  }

  #active(type: string): Entity[] {
    return [...this.#state.entities.values()].filter(one => one.isActive && one.type === type);
  }

  #node(n: number): string | undefined {
    return pick(this.#active('Node'), n)?.guid;
  }

  #nodes(n: number): string[] {
    return [...new Set([n, n >> 2, n >> 4].flatMap(one => this.#node(one) ?? []))];
  }

  #taggable(n: number): string {
    const all = ['Node', 'Part', 'Process', 'AtlasGlossaryTerm'].flatMap(type =>
      this.#active(type),
    );
    return pick(all, n)?.guid ?? '';
  }

  #tagged(n: number): {guid: string; name: string} {
    const one = pick([...this.#state.tags.values()], n);
    return {guid: this.#state.entities.get(one?.source ?? 0)?.guid ?? '', name: one?.type ?? ''};
  }

  #relation(n: number): string {
    const edges = this.#state.edges.filter(one =>
      types.relationshipDefs.some(def => def.name === one.type),
    );
    return pick(edges, n)?.guid ?? '';
  }

  /** Glossaries are deleted now and then only: nothing grows them again. */
  #dying({a, b, c}: Choice): string[] {
    const all = [...this.#state.entities.values()];
    const dying = all.filter(one => !one.type.startsWith('AtlasGlossary') || a % 20 === 0);
    return [pick(dying, a)?.guid ?? '', ...(b % 4 === 0 ? this.#nodes(c) : [])];
  }

  #entity(typeName: string): Json & {attributes: Json} {
    const name = `n${++this.#names}`;
    return {typeName, guid: '-1', attributes: {qualifiedName: name, name}};
  }

  #process(inputs: readonly string[], outputs: readonly string[]): Json {
    const refs = (guids: readonly string[]) => guids.map(guid => ({guid, typeName: 'Node'}));
    const {attributes, ...rest} = this.#entity('Process');
    return {...rest, attributes: {...attributes, inputs: refs(inputs), outputs: refs(outputs)}};
  }

  async #run<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Promise<unknown> {
    const answer = await this.#try(name, args);
    assert.notEqual(answer, undefined, name);
    return answer;
  }

  /** Undefined when the catalog refuses; fails on what must never happen. */
  async #try<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    deleteType?: string,
  ): Promise<unknown> {
    const caller = {actor: {userName: 'admin', groups: []}, requestId: 'test', deleteType};
    const {json, failure} = await this.#engine.run(operations[name], caller, args);
    if (failure === undefined) return JSON.parse(json ?? 'null');
    assert.equal(
      failure.type,
      'app',
      `${name} ${JSON.stringify(args)}: ${JSON.stringify(failure)}`,
    );
    this.refused++;
    return undefined;
  }
}

function body(json: unknown): {body: string} {
  return {body: JSON.stringify(json)};
}

function tag(n: number): Json {
  return {
    typeName: pick(names, n),
    propagate: n % 5 !== 0,
    removePropagationsOnEntityDelete: n % 2 === 0,
  };
}

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(1, list.length)];
}
