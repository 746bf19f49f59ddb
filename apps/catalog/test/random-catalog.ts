import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Database, Session} from '@gazetteer/db';
import {AppError, type Grants} from '@gazetteer/model';
import {GraphStore} from '@gazetteer/store';
import {array, constantFrom, nat, record, type Arbitrary} from 'fast-check';
import type {Callable} from '@gazetteer/kernel';
import {Host, Telemetry} from '@gazetteer/kernel/host';
import type {Caller, CatalogHost} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';
import {Transfers} from '../src/transfer/transfers.ts';
import {seedTypes} from '../src/types/seed-types.ts';

const caller = {actor: {userName: 'ann', groups: []}, requestId: 'r'};
const settings = {
  ...defaultSettings,
  notificationScope: 'relationships',
  openLineage: {cluster: 'x', clusters: {}},
} as const;
const log = {info: () => undefined, warn: () => undefined, error: () => undefined};

/** Tables of what a catalog holds, without its types. */
export const contentTables = [
  'entity',
  'unique_value',
  'text_value',
  'number_value',
  'facet',
  'document',
  'edge',
  'classification',
  'classification_word',
  'propagation',
  'propagation_block',
  'tally',
  'audit',
  'past_entity',
  'audit_floor',
  'task',
  'outbox',
] as const;

/** A catalog without a server, whose store can be emptied and looked into. */
export class LocalCatalog {
  readonly db: Database;
  readonly transfers: Transfers;
  readonly folder: string;
  readonly #host: CatalogHost;

  private constructor(db: Database, folder: string) {
    this.db = db;
    this.folder = folder;
    const engine = new Engine(new GraphStore(db), settings);
    const runners = {of: () => engine, close: () => engine.close()};
    const allow = (_: unknown, caller: Caller) => ({caller});
    this.#host = new Host({runners, allow, telemetry: new Telemetry(), wake: () => undefined, log});
    this.transfers = this.transfersAs(undefined);
  }

  static async open(db: Database): Promise<LocalCatalog> {
    await GraphStore.migrate(db);
    const store = new GraphStore(db);
    await store.transaction(seedTypes, 'types');
    const catalog = new LocalCatalog(db, await mkdtemp(join(tmpdir(), 'random-catalog-')));
    await catalog.run('createTypes', {body: JSON.stringify(extraTypes)});
    return catalog;
  }

  async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Promise<unknown> {
    return (
      (await this.#host.call(operations[name] as Callable<unknown, unknown>, caller, args)) ?? null
    );
  }

  /** As somebody to whom a policy gives what it gives. */
  async runAs<Name extends OperationName>(
    who: Caller,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<unknown> {
    return (
      (await this.#host.call(operations[name] as Callable<unknown, unknown>, who, args)) ?? null
    );
  }

  /** As a policy's grants allow them: in a server they are added on the way to each operation. */
  transfersAs(grants: Grants | undefined): Transfers {
    const as = (who: Caller) => (grants === undefined ? who : {...who, grants});
    const host: CatalogHost = {
      call: (operation, who, args) => this.#host.call(operation, as(who), args),
      answer: (operation, who, args) => this.#host.answer(operation, as(who), args),
      close: () => Promise.resolve(),
    };
    const limits = {maxEntries: 1e6, maxEntryBytes: 1e8, maxTotalBytes: 1e9};
    const archives = {
      folder: this.folder,
      namespace: 'n',
      allowedFolder: undefined,
      maxArchiveBytes: 1e9,
      limits,
    };
    return new Transfers(host, archives, log);
  }

  /** @returns undefined when the operation refuses */
  async attempt<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<unknown> {
    try {
      return await this.run(name, args);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** Types stay. */
  async empty(): Promise<void> {
    await this.db.write(async session => {
      for (const table of contentTables) await session.run(`DELETE FROM ${table}`, []);
    });
  }

  async rows<Row>(sql: string): Promise<Row[]> {
    return await this.db.read(async (session: Session) => await session.all<Row>(sql, []));
  }

  async close(): Promise<void> {
    await this.#host.close();
    await rm(this.folder, {recursive: true, force: true});
  }
}

const extraTypes = {
  classificationDefs: ['Red', 'Blue'].map(name => ({
    name,
    attributeDefs: [{name: 'level', typeName: 'string', isOptional: true}],
  })),
  businessMetadataDefs: [
    {
      name: 'Facts',
      attributeDefs: [
        {
          name: 'size',
          typeName: 'int',
          isOptional: true,
          options: {applicableEntityTypes: '["Asset"]'},
        },
      ],
    },
  ],
};

/** One random request: what to do, and numbers to choose with. */
export const step = record({
  kind: constantFrom(
    ...([
      'table',
      'table',
      'table',
      'database',
      'process',
      'process',
      'process',
      'tag',
      'tag',
      'untag',
    ] as const),
    ...(['label', 'custom', 'business', 'rename', 'delete', 'block', 'block', 'relation'] as const),
  ),
  a: nat(1000),
  b: nat(1000),
  c: nat(1000),
});
export type Step = typeof step extends Arbitrary<infer T> ? T : never;
export const steps = (maxLength: number): Arbitrary<Step[]> =>
  array(step, {minLength: 1, maxLength, size: 'max'});

type Known = {guid: string; typeName: string};

/** Does a step, with few names, so that steps meet. What a rule refuses is not done. */
export async function take(catalog: LocalCatalog, {kind, a, b, c}: Step): Promise<void> {
  const body = bodies[kind as keyof typeof bodies]?.(a, b, c);
  if (body !== undefined)
    return void (await catalog.attempt('saveEntity', {body: JSON.stringify(body)}));
  const known = await catalog.rows<Known>(
    `SELECT e.guid, s.name AS "typeName" FROM entity e JOIN symbol s ON s.id = e.type_id
     WHERE s.name LIKE 'hive_%' AND e.state = 0 ORDER BY e.id`,
  );
  const one = known[a % Math.max(1, known.length)];
  if (one === undefined) return;
  const {guid} = one;
  const tag = ['Red', 'Blue'][b % 2] ?? '';
  const tables = known.filter(other => other.typeName === 'hive_table');
  switch (kind) {
    case 'tag': {
      const given = {
        typeName: tag,
        propagate: c % 3 > 0,
        removePropagationsOnEntityDelete: c % 2 === 0,
      };
      const list = [{...given, attributes: {level: `l${c % 3}`}}];
      const whose = {guid: tables[a % Math.max(1, tables.length)]?.guid ?? guid};
      return void (await catalog.attempt('addClassifications', {
        ...whose,
        body: JSON.stringify(list),
      }));
    }
    case 'untag':
      return void (await catalog.attempt('removeClassification', {guid, name: tag}));
    case 'label':
      return void (await catalog.attempt('setLabels', {
        guid,
        body: JSON.stringify([`x${b % 3}`, `y${c % 2}`]),
      }));
    case 'custom': {
      const entity = {
        guid,
        typeName: one.typeName,
        attributes: {},
        customAttributes: {[`k${b % 2}`]: `v${c % 3}`},
      };
      return void (await catalog.attempt('saveEntity', {body: JSON.stringify({entity})}));
    }
    case 'business': {
      const facts = JSON.stringify({Facts: {size: c}});
      return void (await catalog.attempt('setBusinessMetadata', {
        guid,
        body: facts,
        isOverwrite: b % 2 === 0,
      }));
    }
    case 'rename':
      return void (await catalog.attempt('updateAttribute', {
        guid,
        name: 'description',
        body: `"text ${c % 4}"`,
      }));
    case 'delete':
      return void (await catalog.attempt('deleteEntities', {guids: [guid]}));
    case 'block':
    case 'relation':
      return await change(catalog, kind, a, b);
    default:
      throw new Error(`no step ${kind}`);
  }
}

/** Blocks classifications on a relationship, or ends it. */
async function change(
  catalog: LocalCatalog,
  kind: 'block' | 'relation',
  a: number,
  b: number,
): Promise<void> {
  // Columns and their tables belong together: nobody ends that.
  const edges = await catalog.rows<{guid: string}>(
    `SELECT g.guid FROM edge g JOIN symbol s ON s.id = g.type_id
     WHERE g.state = 0 AND s.name <> 'hive_table_columns' ORDER BY g.id`,
  );
  if (edges.length === 0) return;
  const inTurn = edges.map((_, i) => edges[(i + b) % edges.length] ?? {guid: ''});
  if (kind === 'relation') {
    if (a % 4 === 0) await catalog.attempt('deleteRelationship', inTurn[0] ?? {guid: ''});
    return;
  }
  for (const {guid} of inTurn) {
    const answer = await catalog.attempt('readRelationshipByGuid', {guid, extendedInfo: false});
    const {relationship} = (answer ?? {relationship: {}}) as {
      relationship: {propagatedClassifications?: {typeName: string; entityGuid: string}[]};
    };
    const blocked = relationship.propagatedClassifications?.slice(0, 1) ?? [];
    if (blocked.length === 0) continue;
    const body = JSON.stringify({...relationship, blockedPropagatedClassifications: blocked});
    return void (await catalog.attempt('updateRelationship', {body}));
  }
}

const database = (a: number) => ({
  typeName: 'hive_db',
  guid: '-1',
  attributes: {qualifiedName: `d${a % 2}@x`, name: `d${a % 2}`, clusterName: 'x'},
});

const bodies = {
  database: (a: number) => ({entity: database(a)}),
  table: (a: number, b: number, c: number) => {
    const name = `d${a % 2}.t${b % 2}`;
    const columns = Array.from({length: c % 3}, (_, i) => ({
      typeName: 'hive_column',
      guid: String(-10 - i),
      attributes: {
        qualifiedName: `${name}.c${i}@x`,
        name: `c${i}`,
        type: 'int',
        table: {guid: '-2'},
      },
    }));
    const referred = [database(a), ...columns];
    return {
      entity: {
        typeName: 'hive_table',
        guid: '-2',
        attributes: {
          qualifiedName: `${name}@x`,
          name,
          owner: c % 4 === 3 ? 'bob' : `o${c % 4}`,
          db: {guid: '-1'},
          columns: columns.map(({guid}) => ({guid})),
        },
      },
      referredEntities: Object.fromEntries(referred.map(one => [one.guid, one])),
    };
  },
  process: (a: number, b: number, c: number) => {
    const ref = (n: number) => ({
      typeName: 'hive_table',
      uniqueAttributes: {qualifiedName: `d${n % 2}.t${(n >> 1) % 2}@x`},
    });
    const needed = Object.fromEntries(
      ['userName', 'operationType', 'queryText', 'queryPlan', 'queryId'].map(n => [n, n]),
    );
    const attributes = {
      ...needed,
      qualifiedName: `p${c % 3}@x`,
      name: `p${c % 3}`,
      recentQueries: [],
      startTime: 1,
      endTime: 2,
      inputs: [ref(a)],
      outputs: [ref(b)],
    };
    return {entity: {typeName: 'hive_process', guid: '-1', attributes}};
  },
};
