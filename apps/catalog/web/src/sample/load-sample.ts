import {ApiError, type CatalogClient} from '@gazetteer/client';
import {loadGlossary, removeGlossary} from './load-glossary.ts';
import {origin} from './origin.ts';
import {qualifiedName, sampleEntities} from './sample-entities.ts';
import {classifications, type ClassificationSample, classified} from './warehouse.ts';

export type Progress = (what: string) => void;

/**
 * Puts the sample into the catalog, all of it through the API that everybody has. What is there
 * already stays as it is.
 */
export async function loadSample(client: CatalogClient, tell: Progress): Promise<void> {
  tell('Types');
  const attributes = new Map<string, ReadonlySet<string>>();
  for (const one of classifications)
    // In their order: some stand under others.
    attributes.set(one.name, await classificationType(client, one));
  tell('Databases, tables, columns and jobs');
  const {guidAssignments = {}} = await client.call('POST /v2/entity/bulk', {
    // In one request, so that references between them are resolved by the server.
    body: {entities: [...sampleEntities(Date.now())]},
  });
  tell('Classifications');
  for (const {name, on, attributes: values = {}, propagate} of classified) {
    const typeName = on.split('.').length === 3 ? 'hive_column' : 'hive_table';
    // A type of the same name may be somebody else's.
    const known = Object.entries(values).filter(([attribute]) =>
      attributes.get(name)?.has(attribute),
    );
    await ignore(
      client.call('POST /v2/entity/uniqueAttribute/type/{typeName}/classifications', {
        path: {typeName},
        query: {'attr:qualifiedName': qualifiedName(on)},
        body: [{typeName: name, attributes: Object.fromEntries(known), propagate}],
      }),
      isThere,
    );
  }
  tell('Glossary');
  await loadGlossary(
    client,
    new Map(Object.entries(guidAssignments).map(([path, guid]) => [path.slice(1), guid])),
  );
}

/**
 * Takes everything out that the sample has brought, for good. Types and terms stay when something
 * else uses them.
 */
export async function removeSample(client: CatalogClient, tell: Progress): Promise<void> {
  tell('Finding what was brought');
  const guids = await sampleGuids(client);
  // In parts: an address has its limits.
  tell(`Removing ${guids.length} entities`);
  for (const some of inParts(guids, 100))
    await client.call('DELETE /v2/entity/bulk', {query: {guid: some}});
  for (const some of inParts(guids, 500)) await client.call('PUT /admin/purge', {body: some});
  tell('Glossary');
  await removeGlossary(client);
  tell('Types');
  // Those that stand on others go first.
  for (const {name} of classifications.toReversed()) {
    // One that was there before the sample stays.
    if ((await optionsOf(client, name))?.['origin'] !== origin) continue;
    await ignore(
      client.call('DELETE /v2/types/typedef/name/{name}', {path: {name}}),
      error => error.status === 409,
    );
  }
}

/** The guids of all entities of the sample, deleted ones among them. */
export async function sampleGuids(client: CatalogClient): Promise<string[]> {
  const found = await client.call('POST /v2/search/basic', {
    body: {
      typeName: '_ALL_ENTITY_TYPES',
      entityFilters: {attributeName: '__labels', operator: 'contains', attributeValue: origin},
      excludeDeletedEntities: false,
      // Far more than the sample has.
      limit: 10_000,
    },
  });
  return (found.entities ?? []).map(entity => entity.guid);
}

/**
 * Makes the type when there is none of its name; the names of its own attributes, since somebody
 * else may have made it.
 */
async function classificationType(
  client: CatalogClient,
  {name, about, superType, attribute}: ClassificationSample,
): Promise<ReadonlySet<string>> {
  const def = {
    category: 'CLASSIFICATION' as const,
    name,
    description: about,
    options: {origin},
    superTypes: superType === undefined ? [] : [superType],
    attributeDefs:
      attribute === undefined
        ? []
        : [{...attribute, isOptional: true, cardinality: 'SINGLE' as const}],
  };
  await ignore(
    client.call('POST /v2/types/typedefs', {body: {classificationDefs: [def]}}),
    error => error.status === 409,
  );
  const stored = await client.call('GET /v2/types/classificationdef/name/{name}', {path: {name}});
  return new Set((stored.attributeDefs ?? []).map(one => one.name));
}

async function optionsOf(
  client: CatalogClient,
  name: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    return (await client.call('GET /v2/types/classificationdef/name/{name}', {path: {name}}))
      .options;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

const isThere = (error: ApiError) =>
  error.status === 400 && error.message.includes('already associated');

async function ignore(call: Promise<unknown>, isFine: (error: ApiError) => boolean): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError && isFine(error))) throw error;
  }
}

function inParts(all: readonly string[], size: number): string[][] {
  return Array.from({length: Math.ceil(all.length / size)}, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  );
}
