import {AppError, type EntityDef, type EntityJson, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {fullForms, recordsOf, uniqueRecord} from '../entity/read-entities.ts';
import type {Direction} from '../lineage/flow.ts';
import {readLineage} from '../lineage/read-lineage.ts';
import {idOf, isFields, showStruct} from './referenceable.ts';
import {showHierarchical} from './type-definitions.ts';

/** A guid, or the name of a Hive table. */
export type OfWhat = {guid: Guid} | {tableName: string};

/** GET /lineage/{guid}/inputs/graph and outputs/graph, and the same by the name of a Hive table: all hops. */
export async function readLineageGraph(
  c: Catalog,
  {of, direction}: {of: OfWhat; direction: Direction},
): Promise<object> {
  const guid = await guidOf(c, of);
  const lineage = await readLineage(c, {guid, direction, depth: 0, attributes: [], hideProcess: false});
  const edges: Record<Guid, Guid[]> = {};
  for (const {fromEntityId, toEntityId} of lineage.relations) (edges[fromEntityId] ??= []).push(toEntityId);
  const vertices = Object.values(lineage.guidEntityMap).map(header => [
    header.guid,
    showStruct('__tempQueryResultStruct', {
      vertexId: idOf(header),
      qualifiedName: header.attributes['qualifiedName'] ?? null,
      name: header.attributes['name'] ?? null,
    }),
  ]);
  return {
    requestId: c.requestId,
    ...('tableName' in of ? {tableName: of.tableName} : {}),
    results: showStruct('__tempQueryResultStruct', {vertices: Object.fromEntries(vertices), edges}),
  };
}

/**
 * GET /lineage/{guid}/schema, and the same by the name of a Hive table: the columns of a table, or whatever else its type
 * says that it is made of (option `schemaElementsAttribute`).
 * @throws INVALID_PARAMETERS for what has no schema
 */
export async function readSchema(c: Catalog, {of}: {of: OfWhat}): Promise<object> {
  const guid = await guidOf(c, of);
  return await c.read('EntityLineageService.getSchema', async graph => {
    const [record] = await recordsOf(graph, [guid]);
    const attribute = elementsAttribute(graph, record as EntityRecord);
    const options = {minExtInfo: false, ignoreRelationships: false};
    const {entities, referredEntities} = await fullForms(graph, [record as EntityRecord], options);
    const value = entities[0]?.attributes[attribute];
    const elements = (Array.isArray(value) ? (value as unknown[]) : []).flatMap(one =>
      isFields(one) ? (referredEntities[String(one['guid'])] ?? []) : [],
    );
    const active = elements.filter(one => one.status === 'ACTIVE');
    return {
      requestId: c.requestId,
      ...('tableName' in of ? {tableName: of.tableName} : {}),
      results: {dataType: dataTypeOf(graph, record as EntityRecord, attribute), rows: active.map(rowOf)},
    };
  });
}

async function guidOf(c: Catalog, of: OfWhat): Promise<Guid> {
  if ('guid' in of) return of.guid;
  return await c.read('EntityLineageService.getByName', async graph => {
    const by = {typeName: 'hive_table', attributes: {qualifiedName: of.tableName}};
    return (await uniqueRecord(graph, by)).guid;
  });
}

function elementsAttribute(graph: GraphRead, {guid, typeName}: EntityRecord): string {
  const type = graph.types.entityType(typeName);
  const names = [typeName, ...type.superTypes].flatMap(
    name => graph.types.entityTypes.get(name)?.def.options?.['schemaElementsAttribute'] ?? [],
  );
  const name = names.find(one => one !== '');
  if (name === undefined) throw new AppError('INVALID_PARAMETERS', [`${guid} of type ${typeName} has no schema`]);
  return name;
}

/** The definition of the elements' type. */
function dataTypeOf(graph: GraphRead, {typeName}: EntityRecord, attribute: string): object | null {
  const type = graph.types.entityType(typeName);
  const declared = type.attributes.get(attribute)?.def.typeName.replace(/^array<(.*)>$/, '$1');
  const name = type.relationshipAttributes.get(attribute)?.[0]?.otherType ?? declared;
  const def = graph.types.defs.get(name ?? '');
  return def?.category === 'ENTITY' ? showHierarchical(def satisfies EntityDef) : null;
}

/** Members with `$` tell what the row is; all others are its attributes. */
function rowOf(entity: EntityJson): object {
  const id = (one: {guid: unknown; typeName: unknown; status?: unknown}) => ({
    id: one.guid,
    $typeName$: one.typeName,
    version: 0,
    state: one.status ?? 'ACTIVE',
  });
  const shown = (value: unknown) =>
    isFields(value) && 'guid' in value ? id({guid: value['guid'], typeName: value['typeName']}) : value;
  const traits = (entity['classifications'] ?? []) as {typeName: string; attributes: object}[];
  return {
    $typeName$: entity.typeName,
    $id$: id(entity),
    $systemAttributes$: {
      createdBy: entity['createdBy'],
      modifiedBy: entity['updatedBy'],
      createdTime: entity['createTime'],
      modifiedTime: entity['updateTime'],
    },
    ...Object.fromEntries(Object.entries(entity.attributes).map(([name, value]) => [name, shown(value)])),
    ...(traits.length === 0
      ? {}
      : {
          $traits$: Object.fromEntries(
            traits.map(one => [one.typeName, {$typeName$: one.typeName, ...one.attributes}] as const),
          ),
        }),
  };
}
