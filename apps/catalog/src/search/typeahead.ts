import {integer, text} from '@gazetteer/kernel/parameters';
import {
  checkLimits,
  checkTextQuery,
  displayText,
  kindOf,
  parseTextQuery,
  resolveSearch,
  tokens,
  type EntityRecord,
  type SearchParameters,
  type TypeRegistry,
} from '@gazetteer/model';
import {
  containersOf,
  corrected,
  firstOfKinds,
  misspelledWords,
  ownersLike,
  termsLike,
  type GraphRead,
} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

type Found = {guid: string; typeName: string; name: string; qualifiedName?: string};
export type Typeahead = {
  assets: (Found & {columns?: Found[]})[];
  terms: Found[];
  owners: string[];
  corrected?: string;
};

const maxLimit = 20;

/**
 * GET /search/typeahead: asked at each key that somebody presses, so all kinds of results come with
 * one answer.
 */
export const typeahead = query('GET /v2/search/typeahead', {
  summary: 'Search as you type: assets with their columns, terms and owners',
  description:
    'The last word may go on. Active entities only. Where none is found, `corrected` is what was probably meant, as GET /v2/search/spelling has it.',
  query: {
    query: text('What is typed'),
    limit: integer('Most of each kind, up to 20', {default: 6}),
  },
  answer: shapes.typeahead,
  errors: ['INVALID_QUERY_LENGTH', 'BAD_REQUEST'],
  on: 'search',
  keptFor: 'rights',
  read: ({query: typed = '', limit}, c) => {
    const parameters = parametersOf(typed, Math.max(1, Math.min(limit, maxLimit)));
    checkLimits(parameters, c.settings);
    checkTextQuery(parseTextQuery(parameters.query ?? ''));
    return {typed, parameters};
  },
  logAs: 'EntityDiscoveryService.typeahead',
  run: async (graph, {typed, parameters}): Promise<Typeahead> => {
    const {limit} = parameters;
    if (tokens(typed).length === 0) return {assets: [], terms: [], owners: []};
    const {query: asked} = resolveSearch(graph.types, parameters, Date.now());
    const [assets = [], columns = []] = await firstOfKinds(graph, asked, [
      ['asset', 'process'],
      ['part'],
    ]);
    const isNothing = assets.length + columns.length === 0;
    const meant = isNothing ? corrected(typed, await misspelledWords(graph, typed)) : undefined;
    return {
      assets: await withColumns(graph, assets, columns),
      terms: (await termsLike(graph, typed, limit)).map(one => foundOf(graph.types, one)),
      owners: await ownersLike(graph, typed, limit),
      ...(meant === undefined ? {} : {corrected: meant}),
    };
  },
});

function parametersOf(typed: string, limit: number): SearchParameters {
  const trimmed = typed.trim();
  return {
    query: /[\p{L}\p{N}\p{M}_]$/u.test(trimmed) ? `${trimmed}*` : trimmed,
    excludeDeletedEntities: true,
    includeClassificationAttributes: false,
    includeSubTypes: true,
    includeSubClassifications: true,
    excludeHeaderAttributes: false,
    limit,
    offset: 0,
  };
}

/**
 * Columns stand below what they belong to; what was found only by its columns follows, and
 * processes come last. One whose table may not be read stands alone.
 */
async function withColumns(
  graph: GraphRead,
  assets: readonly EntityRecord[],
  columns: readonly EntityRecord[],
): Promise<Typeahead['assets']> {
  const containers = await containersOf(
    graph,
    columns.map(one => one.guid),
  );
  const isProcess = ({typeName}: EntityRecord) => kindOf(graph.types, typeName) === 'process';
  const holders = columns.map(one => containers.get(one.guid) ?? one);
  const found = [...assets.filter(one => !isProcess(one)), ...holders, ...assets.filter(isProcess)];
  const all = new Map(found.map(one => [one.guid, one]));
  return Array.from(all.values(), record => {
    const own = columns.filter(one => containers.get(one.guid)?.guid === record.guid);
    const itself = foundOf(graph.types, record);
    return own.length === 0
      ? itself
      : {...itself, columns: own.map(one => foundOf(graph.types, one))};
  });
}

function foundOf(types: TypeRegistry, record: EntityRecord): Found {
  const {qualifiedName} = record.attributes;
  return {
    guid: record.guid,
    typeName: record.typeName,
    name: displayText(types.entityType(record.typeName), record),
    ...(typeof qualifiedName === 'string' ? {qualifiedName} : {}),
  };
}
