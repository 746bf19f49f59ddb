import {ApiError, type CatalogClient, type Schemas, termIsAssigned} from '@gazetteer/client';
import {categories, glossaryAbout, glossaryName, terms, type TermSample} from './glossary.ts';
import {origin} from './origin.ts';

type Glossary = Schemas['Glossary'];

/**
 * Puts the sample's glossary in and gives its terms to the entities in `guids`, which are named by
 * their paths. A glossary of the same name that somebody else has made is left alone.
 */
export async function loadGlossary(
  client: CatalogClient,
  guids: ReadonlyMap<string, string>,
): Promise<void> {
  const all = await client.call('GET /v2/glossary', {query: {limit: -1}});
  // Names of glossaries are unique.
  if (all.some(one => one.name === glossaryName && !isOurs(one))) return;
  const glossary = all.find(isOurs) ?? (await createGlossary(client));
  const anchor = {glossaryGuid: glossary.guid};
  const categoryGuids = await missingCategories(client, glossary.guid, anchor);
  const known = new Map(
    (
      await client.call('GET /v2/glossary/{guid}/terms', {
        path: {guid: glossary.guid},
        query: {limit: -1},
      })
    ).map(term => [term.name ?? '', term.guid ?? '']),
  );
  // One by one: later ones refer to earlier ones.
  for (const term of terms) {
    // Loading twice brings back what somebody has removed.
    if (known.has(term.name)) continue;
    const made = await client.call('POST /v2/glossary/term', {
      body: {anchor, ...bodyOf(term, known, categoryGuids)},
    });
    known.set(term.name, made.guid ?? '');
  }
  for (const {name, assigned} of terms) {
    const entities = assigned.flatMap(path => guids.get(path) ?? []).map(guid => ({guid}));
    await client.call('POST /v2/glossary/terms/{guid}/assignedEntities', {
      path: {guid: known.get(name) ?? ''},
      body: entities,
    });
  }
}

/** Stays when one of its terms is in use elsewhere. */
export async function removeGlossary(client: CatalogClient): Promise<void> {
  const all = await client.call('GET /v2/glossary', {query: {limit: -1}});
  for (const {guid} of all.filter(isOurs)) {
    try {
      await client.call('DELETE /v2/glossary/{guid}', {path: {guid}});
    } catch (error) {
      if (!(error instanceof ApiError && error.errorCode === termIsAssigned)) throw error;
    }
  }
}

async function createGlossary(client: CatalogClient): Promise<Glossary> {
  return await client.call('POST /v2/glossary', {
    body: {
      name: glossaryName,
      shortDescription: glossaryAbout,
      language: 'en',
      additionalAttributes: {origin},
    },
  });
}

async function missingCategories(
  client: CatalogClient,
  guid: string,
  anchor: Schemas['GlossaryHeader'],
): Promise<ReadonlyMap<string, string>> {
  const there = await client.call('GET /v2/glossary/{guid}/categories', {
    path: {guid},
    query: {limit: -1},
  });
  const missing = categories.filter(({name}) => !there.some(one => one.name === name));
  const body = missing.map(({name, about}) => ({name, shortDescription: about, anchor}));
  const made = body.length === 0 ? [] : await client.call('POST /v2/glossary/categories', {body});
  return new Map([...there, ...made].map(one => [one.name ?? '', one.guid ?? '']));
}

function bodyOf(
  {name, about, abbreviation, category, isA = [], seeAlso = []}: TermSample,
  known: ReadonlyMap<string, string>,
  categoryGuids: ReadonlyMap<string, string>,
): Schemas['GlossaryTerm'] {
  const related = (names: readonly string[]) =>
    names.flatMap(one => known.get(one) ?? []).map(termGuid => ({termGuid}));
  const categoryGuid = categoryGuids.get(category);
  return {
    name,
    shortDescription: about,
    isA: related(isA),
    seeAlso: related(seeAlso),
    ...(abbreviation === undefined ? {} : {abbreviation}),
    ...(categoryGuid === undefined ? {} : {categories: [{categoryGuid}]}),
  };
}

function isOurs({additionalAttributes}: Glossary): boolean {
  return additionalAttributes?.['origin'] === origin;
}
