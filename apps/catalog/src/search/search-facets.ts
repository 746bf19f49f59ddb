import {body} from '@gazetteer/kernel';
import {
  displayText,
  enumeratedFacets,
  facetNames,
  facetsOfEntities,
  guidsOfFacets,
  membershipFacets,
  readSearchParameters,
  type EntityRecord,
  type SearchParameters,
} from '@gazetteer/model';
import {countFacets, type FacetCount, type GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {wrongFilter, wrongSearch} from './addresses.ts';
import {basicParameters} from './basic-search.ts';
import {resolve} from './find.ts';
import * as shapes from './shapes.ts';

export type Facet = {
  name: string;
  values: {value: string; label?: string; typeName?: string; count: number; isMore?: boolean}[];
  isMore?: boolean;
};

/** Values of a facet when nothing else is asked for, and at most. */
const [defaultSize, maxSize] = [50, 1000];
/** Their values are entities, which the store counts by row numbers or by guids. */
const ofEntities: ReadonlySet<string> = new Set(facetsOfEntities);
const byGuid: ReadonlySet<string> = new Set(Object.keys(membershipFacets));

type Asked = {readonly parameters: SearchParameters; readonly size: number};

/** POST /search/facets */
export const searchFacets = query('POST /v2/search/facets', {
  summary: 'How many hits of a search have which type, owner, classification, term and so on',
  description:
    'Takes the body of POST /v2/search/basic. What is chosen of a facet (`facets` of the body) narrows the counts of all others, but not its own, so that another value of it can be chosen, too. Counts are exact up to 10,000 hits; of more, some 10,000 are looked at, and each count is at least what is told.',
  body: body(shapes.facetParameters, json => ({
    given: readSearchParameters(json, {includeSubTypes: true}),
    size: sizeOf(json),
  })),
  answer: shapes.facetCounts,
  errors: [...wrongSearch, ...wrongFilter, 'UNKNOWN_GLOSSARY_TERM'],
  on: 'search',
  keptFor: 'caller',
  read: ({body: {given, size}}, c): Asked => ({
    parameters: basicParameters(c, {body: given}),
    size,
  }),
  logAs: 'EntityDiscoveryService.searchFacets',
  run: async (graph, {parameters, size}, c): Promise<{facets: Facet[]}> => {
    const names = [...facetNames, ...enumeratedFacets(graph.types).map(one => one.name)];
    const chosen = Object.entries(parameters.facets ?? {}).filter(
      ([, values]) => values.length > 0,
    );
    const isChosen = (name: string) => chosen.some(([one]) => one === name);
    const counts = new Map<string, readonly FacetCount[]>();
    // What is chosen of a facet leaves its own counts alone: a search of its own for each.
    const searches = [
      {facets: names.filter(name => !isChosen(name) && name !== 'status'), without: ''},
      ...names
        .filter(name => isChosen(name) || name === 'status')
        .map(name => ({facets: [name], without: name})),
    ];
    for (const {facets, without} of searches) {
      const others = Object.fromEntries(chosen.filter(([name]) => name !== without));
      // A choice of the status counts what it could bring into sight, deleted ones as well.
      const isOfAll = without === 'status' ? {excludeDeletedEntities: false} : {};
      const asked = await resolve(c, graph, {...parameters, facets: others, ...isOfAll});
      for (const [name, values] of await countFacets(graph, asked, facets, size, {clock: c}))
        counts.set(name, values);
    }
    return {facets: await named(graph, names, counts, Object.fromEntries(chosen), size)};
  },
});

function sizeOf(json: unknown): number {
  const {facetSize} = json as {facetSize?: unknown};
  const size = typeof facetSize === 'number' ? facetSize : defaultSize;
  return Math.max(1, Math.min(size, maxSize));
}

/**
 * Facets in their order, with what is chosen even where no hit has it, and with the names of
 * entities.
 */
async function named(
  graph: GraphRead,
  names: readonly string[],
  counts: ReadonlyMap<string, readonly FacetCount[]>,
  chosen: Readonly<Record<string, readonly string[]>>,
  size: number,
): Promise<Facet[]> {
  const countedIn = (isIn: (name: string) => boolean) =>
    [...counts].flatMap(([name, values]) => (isIn(name) ? values.map(one => one.value) : []));
  const ids = countedIn(name => ofEntities.has(name) && !byGuid.has(name)).map(Number);
  const rows = await graph.entitiesAt([...new Set(ids)]);
  const entities = await graph.entities(
    [...new Set([...countedIn(name => byGuid.has(name)), ...guidsOfFacets(chosen)])],
    'look',
  );
  return names.flatMap((name): Facet[] => {
    const found = counts.get(name) ?? [];
    const shown = found.slice(0, size).flatMap(one => {
      if (!ofEntities.has(name)) return [valueOf(graph, one)];
      const entity = byGuid.has(name) ? entities.get(one.value) : rows.get(Number(one.value));
      // Who may not read a domain is not told of it, nor of one that is gone.
      if (entity === undefined || (byGuid.has(name) && entity.status !== 'ACTIVE')) return [];
      return [valueOf(graph, {...one, value: entity.guid}, entity)];
    });
    const missing = (chosen[name] ?? []).filter(value => !shown.some(one => one.value === value));
    const values = [
      ...shown,
      ...missing.map(value =>
        valueOf(graph, {value, count: 0, isMore: found.length > size}, entities.get(value)),
      ),
    ];
    return values.length === 0
      ? []
      : [{name, values, ...(found.length > size ? {isMore: true} : {})}];
  });
}

function valueOf(
  {types}: GraphRead,
  {value, count, isMore}: FacetCount,
  entity?: EntityRecord,
): Facet['values'][number] {
  return {
    value,
    ...(entity === undefined
      ? {}
      : {label: displayText(types.entityType(entity.typeName), entity), typeName: entity.typeName}),
    count,
    ...(isMore ? {isMore} : {}),
  };
}
