import {type Answer, ApiError, CatalogClient} from '@gazetteer/client';
import type {Actor, Link, LinkCaller} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';
import type {DatasetNamespace} from '../config/dataset-namespaces.ts';
import {ownDatabase, schemaOf, sharedDatabases} from '../engine/duckdb/duckdb-dialect.ts';

/** A table by its names, and what it is called where all engines meet. */
export type TableName = {readonly database: string; readonly table: string};
export type DatasetName = {readonly namespace: string; readonly name: string};

export type FoundDataset = Answer<'POST /v2/lineage/datasets/find'>['datasets'][number];

/**
 * Where names begin alike: what follows the prefix is a table of the database, or a database and a
 * table where none is said.
 */
type DatasetAddress = {
  readonly namespace: string;
  readonly prefix: string;
  readonly database?: string;
};

/** The catalog is there and does not answer. */
export class CatalogAway extends Error {
  override name = 'CatalogAway';
}

/**
 * The way to the catalog: what its tables are called there, and its API in somebody's name. Without
 * a catalog there is no client.
 */
export class CatalogLink {
  readonly #link: Pick<Link, 'neighbour'>;
  readonly #namespaces: ReadonlyMap<string, DatasetNamespace>;

  constructor(link: Pick<Link, 'neighbour'>, namespaces: ReadonlyMap<string, DatasetNamespace>) {
    this.#link = link;
    this.#namespaces = namespaces;
  }

  get isThere(): boolean {
    return this.#link.neighbour() !== undefined;
  }

  /** Where a browser finds the pages of the catalog. */
  pagesFor(request: FastifyRequest): string | undefined {
    return this.#link.neighbour()?.pagesFor(request);
  }

  /** The catalog's API, as whoever asks here: their permissions there count. */
  clientFor(actor: LinkCaller): CatalogClient | undefined {
    const neighbour = this.#link.neighbour();
    return neighbour && new CatalogClient({fetch: neighbour.fetchAs(actor)});
  }

  /** What a table of an engine is called, whoever has it there. */
  datasetOf(engine: string, userName: string, {database, table}: TableName): DatasetName {
    const found = this.#namespaces.get(engine);
    if (found?.isPersonal !== true)
      return {namespace: found?.namespace ?? engine, name: `${database}.${table}`};
    const schema = schemaOf(database).toLowerCase();
    const isShared = sharedDatabases.some(one => one === schema);
    const [file, path] = isShared
      ? [found.namespace, `${schema}.main`]
      : [personal(found, userName), `${ownDatabase}.${schema}`];
    return {namespace: file, name: `${path}.${table.toLowerCase()}`};
  }

  /** Under which names an engine has tables that this person may know. */
  placesOf(engine: string, userName: string): readonly DatasetAddress[] {
    const found = this.#namespaces.get(engine);
    if (found === undefined) return [];
    if (!found.isPersonal) return [{namespace: found.namespace, prefix: ''}];
    return [
      {namespace: personal(found, userName), prefix: `${ownDatabase}.`},
      ...sharedDatabases.map(database => ({
        namespace: found.namespace,
        prefix: `${database}.main.`,
        database,
      })),
    ];
  }

  /**
   * What the catalog knows of tables, in the order asked for, by one request.
   * @throws CatalogAway, and what the catalog refuses
   */
  async find(
    actor: Actor,
    engine: string,
    tables: readonly TableName[],
    withColumns: boolean,
  ): Promise<FoundDataset[]> {
    const client = this.clientFor(actor);
    if (client === undefined || tables.length === 0) return [];
    const body = tables.map(one => this.datasetOf(engine, actor.userName, one));
    const query = {withColumns};
    const found = await orAway(client.call('POST /v2/lineage/datasets/find', {query, body}));
    return found.datasets;
  }

  /**
   * Tables of an engine that all users queried most in the last days, by two requests to the
   * catalog.
   * @throws CatalogAway, and what the catalog refuses
   */
  async mostQueried(actor: Actor, engine: string): Promise<QueriedTable[]> {
    const client = this.clientFor(actor);
    if (client === undefined) return [];
    const {assets} = await orAway(client.call('GET /v2/usage/most', {query: mostQueried}));
    const named = assets.flatMap(({qualifiedName, queries}) =>
      namesIn(qualifiedName).map(name => ({...name, qualifiedName, queries})),
    );
    // Another engine may have tables of the same names: the catalog says which are of this one.
    const found = await this.find(actor, engine, named, false);
    return named.flatMap(({database, table, queries, qualifiedName}, n) =>
      found[n]?.qualifiedName === qualifiedName ? [{database, table, queries}] : [],
    );
  }
}

type QueriedTable = TableName & {readonly queries: number};

/** As many as the catalog tells at most. */
const mostQueried = {days: 30, limit: 100};

/** `db.t@cluster`, `sample.main.t@engine`, `warehouse.schema.t@engine/user`; none for other names. */
function namesIn(qualifiedName: string): TableName[] {
  const parts = qualifiedName.replace(/@[^@]*$/, '').split('.');
  const [first = '', second = '', third] = parts;
  if (parts.length === 2) return [{database: first, table: second}];
  if (parts.length !== 3 || third === undefined) return [];
  return [{database: first === ownDatabase ? second : first, table: third}];
}

/** It is there, and takes nothing just now: too many requests, a full queue, no database. */
const passing = new Set([429, 502, 503, 504]);

/** What is no answer of the catalog, or asks to come back later, is its being away. */
export async function orAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    if (cause instanceof ApiError && !passing.has(cause.status)) throw cause;
    throw new CatalogAway('The catalog does not answer', {cause});
  }
}

function personal({namespace}: DatasetNamespace, userName: string): string {
  return `${namespace}/${encodeURIComponent(userName)}`;
}
