import type {Operator} from '@gazetteer/model';
import {readSearchParameters, writtenText, type ObjectId} from '@gazetteer/model';
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

async function matching(
  c: Context,
  graph: GraphRead,
  {typeName, name, value}: {typeName: string; name: string; value: string},
  matchType: Exclude<MatchType, 'forType'>,
): Promise<number[]> {
  const pattern = matchType === 'matches' ? new RegExp(`^(?:${value})$`, 'su') : undefined;
  const parameters = {
    ...readSearchParameters({typeName}, {includeSubTypes: true}),
    entityFilters: {attributeName: name, operator: operators[matchType], attributeValue: value},
  };
  const query = await resolve(c, graph, parameters);
  const ids: number[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const {records, count} = await searchEntities(graph, {...query, offset, limit: pageSize});
    const fitting = records.filter(
      record => pattern?.test(writtenText(record.attributes[name])) ?? true,
    );
    ids.push(
      ...(
        await entitiesByGuid(
          graph,
          fitting.map(one => one.guid),
        )
      ).values(),
    );
    if (offset + pageSize >= count) return ids;
  }
}
