import type {Operator} from '@gazetteer/model';
import {AppError, readSearchParameters, writtenText, type ObjectId} from '@gazetteer/model';
import {Script} from 'node:vm';
import {
  entitiesByGuid,
  entitiesOfTypes,
  searchEntities,
  type GraphRead,
  type Walked,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {resolve} from '../search/find.ts';
import type {ExportRequest, MatchType} from './export-request.ts';

const operators: Readonly<Record<Exclude<MatchType, 'forType'>, Operator>> = {
  equals: '=',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  contains: 'contains',
  matches: 'notNull',
};

/** Entities that are held at once while they are looked for. */
const pageSize = 5000;

/**
 * The entities that an item of an export names, deleted ones included; none for what names nothing.
 */
export async function findStart(
  c: Context,
  graph: GraphRead,
  {guid, typeName = '', uniqueAttributes = {}}: ObjectId,
  {matchType}: ExportRequest,
): Promise<Walked> {
  if (guid !== undefined) return [...(await entitiesByGuid(graph, [guid])).values()];
  if (matchType === 'forType') return await entitiesOfTypes(graph, withSubTypes(graph, typeName));
  const type = graph.types.entityTypes.get(typeName);
  if (type === undefined) {
    c.log.warn({typeName}, 'export: no such entity type');
    return [];
  }
  const found = new Set<number>();
  for (const [name, value] of Object.entries(uniqueAttributes)) {
    if (value === null || value === undefined || !type.attributes.has(name)) continue;
    for (const id of await matching(
      c,
      graph,
      {typeName, name, value: writtenText(value)},
      matchType,
    )) {
      found.add(id);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function withSubTypes({types}: GraphRead, typeNames: string): string[] {
  const names = typeNames.split(',').map(name => name.trim());
  return [
    ...new Set(names.flatMap(name => [...(types.entityTypes.get(name)?.typeAndSubTypes ?? [])])),
  ];
}

/** Of Java, as far as both read it. @throws INVALID_PARAMETERS */
function expressionOf(text: string): RegExp {
  try {
    return new RegExp(`^(?:${text})$`, 'su');
  } catch (error) {
    throw new AppError('INVALID_PARAMETERS', [`${text} is no regular expression`], {cause: error});
  }
}

const testing = new Script('texts.map(text => pattern.test(text))');
const longestMs = 2000;

/**
 * Which of the texts fit. There are expressions that take ages with some texts: such a one is
 * given up. @throws INVALID_PARAMETERS
 */
function fitting(pattern: RegExp, texts: readonly string[]): boolean[] {
  try {
    return testing.runInNewContext({pattern, texts}, {timeout: longestMs}) as boolean[];
  } catch (error) {
    // An error of that other context is no `Error` of this one.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const why = `the expression ${pattern.source} takes too long`;
    throw new AppError('INVALID_PARAMETERS', [why], {cause: error});
  }
}

async function matching(
  c: Context,
  graph: GraphRead,
  {typeName, name, value}: {typeName: string; name: string; value: string},
  matchType: Exclude<MatchType, 'forType'>,
): Promise<number[]> {
  const pattern = matchType === 'matches' ? expressionOf(value) : undefined;
  const parameters = {
    ...readSearchParameters({typeName}, {includeSubTypes: true}),
    entityFilters: {attributeName: name, operator: operators[matchType], attributeValue: value},
  };
  const query = await resolve(c, graph, parameters);
  const ids: number[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const {records} = await searchEntities(graph, {...query, offset, limit: pageSize});
    const fits =
      pattern &&
      fitting(
        pattern,
        records.map(record => writtenText(record.attributes[name])),
      );
    const found = records.filter((_record, i) => fits?.[i] ?? true);
    ids.push(
      ...(
        await entitiesByGuid(
          graph,
          found.map(one => one.guid),
        )
      ).values(),
    );
    // By the page and not by the count, which may be an estimate.
    if (records.length < pageSize) return ids;
  }
}
