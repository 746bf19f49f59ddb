import type {CatalogClient} from '@gazetteer/client';
import type {Keys} from '@gazetteer/settings';
import type {Config, Connector} from './connector.ts';
import {type SyncOptions, Writer} from './writer.ts';

/**
 * A configured source. Its name stands at what it brought, so that another source's assets are
 * never taken for gone.
 */
export type Source<K extends Keys = Keys> = {
  readonly name: string;
  readonly connector: Connector<K>;
  readonly config: Config<K>;
};

export type Outcome = {
  readonly assets: number;
  /** Qualified names of assets, without their columns. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** What could not be read, and why nothing was deleted. */
  readonly problems: readonly string[];
};

/** So many may be gone whatever their share: of three tables one is a third. */
const alwaysDeleted = 5;
const guidsOfDelete = 200;
const pageOfKnown = 500;

/**
 * Makes the catalog say of a source what the source says of itself: assets that are new are
 * created, those that differ changed, those that are gone deleted, if the whole source could be
 * read. Run again it changes nothing; after a run that died it goes on where it has to. What people
 * wrote in the catalog (descriptions, terms, tags, labels) is never sent, and stays.
 * @throws ApiError, and what the connector throws
 */
export async function sync<K extends Keys>(
  {name, connector, config}: Source<K>,
  catalog: CatalogClient,
  options: SyncOptions,
): Promise<Outcome> {
  const problems: string[] = [];
  const writer = new Writer({name, connector}, catalog, options);
  await writer.prepareTypes();
  const {signal, editor} = options;
  const reading = {signal, editor, problem: (text: string) => void problems.push(text)};
  for await (const asset of connector.read(config, reading)) await writer.add(asset);
  await writer.finish();
  const deleted =
    problems.length > 0
      ? []
      : await deleteGone({name, connector, config}, catalog, writer, options, problems);
  return {
    assets: writer.assets,
    created: writer.created,
    changed: writer.changed,
    deleted,
    problems,
  };
}

/** Deletes what the source brought once, would bring now, and did not. */
async function deleteGone<K extends Keys>(
  {name, connector, config}: Source<K>,
  catalog: CatalogClient,
  writer: Writer,
  {dryRun, maxDeletes, moreDeletes, signal}: SyncOptions,
  problems: string[],
): Promise<string[]> {
  const gone: string[] = [];
  const names: string[] = [];
  for (const {typeName, isAsset} of connector.brings.filter(
    one => (one.isAsset || !dryRun) && writer.hasType(one.typeName),
  )) {
    const known = await knownOf(typeName, name, catalog, signal);
    const covered = known.filter(one => connector.covers(config, one.qualifiedName));
    const missing = covered.filter(one => !writer.hasSeen(typeName, one.qualifiedName));
    const most =
      maxDeletes === 0 ? 0 : Math.max(alwaysDeleted, (covered.length * maxDeletes) / 100);
    if (isAsset && missing.length > most) {
      problems.push(
        `${missing.length} of the ${covered.length} assets (${typeName}) that this source brought are not in it any more, ` +
          `which is more than ${maxDeletes} %: nothing was deleted. If that is right, ${moreDeletes}.`,
      );
      return [];
    }
    gone.push(...missing.map(one => one.guid));
    if (isAsset) names.push(...missing.map(one => one.qualifiedName));
  }
  if (dryRun) return names;
  for (let at = 0; at < gone.length; at += guidsOfDelete) {
    await catalog.call(
      'DELETE /v2/entity/bulk',
      {query: {guid: gone.slice(at, at + guidsOfDelete)}},
      {signal},
    );
  }
  return names;
}

type Known = {readonly guid: string; readonly qualifiedName: string};

/** The ACTIVE entities of a type that a source of this name has brought. */
async function knownOf(
  typeName: string,
  source: string,
  catalog: CatalogClient,
  signal: AbortSignal,
): Promise<Known[]> {
  const known: Known[] = [];
  for (let marker: string | undefined = '*'; marker !== undefined && marker !== '-1';) {
    const body = {
      typeName,
      excludeDeletedEntities: true,
      includeSubTypes: false,
      attributes: ['qualifiedName'],
      entityFilters: {
        attributeName: '__customAttributes',
        operator: 'eq',
        attributeValue: `source=${source}`,
      },
      limit: pageOfKnown,
      marker,
    };
    const {entities = [], nextMarker} = (await catalog.call(
      'POST /v2/search/basic',
      {body: body},
      {signal},
    )) as {
      entities?: readonly {guid: string; attributes?: Record<string, unknown>}[];
      nextMarker?: string;
    };
    known.push(
      ...entities.map(({guid, attributes}) => ({
        guid,
        qualifiedName: String(attributes?.['qualifiedName']),
      })),
    );
    marker = entities.length < pageOfKnown ? undefined : nextMarker;
  }
  return known;
}
