import {type EntityJson, type EntityRecord, type Guid, type TypeRegistry} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {fullForms, recordsOf, uniqueRecord} from '../entity/read-entities.ts';
import type {Direction} from '../lineage/flow.ts';
import {lineageOf} from '../lineage/read-lineage.ts';
import {isFields, showSchemaRow, showStruct, type Fields} from './referenceable.ts';
import {showSchema} from './type-definitions.ts';

/** A guid, or the name of a Hive table. */
export type OfWhat = {guid: Guid} | {tableName: string};

/**
 * GET /lineage/{guid}/inputs/graph and outputs/graph, and the same by the name of a Hive table: all hops. Data sets are
 * vertices, and edges lead away from the entity that is asked for, over processes.
 */
export async function readLineageGraph(
  c: Catalog,
  {of, direction}: {of: OfWhat; direction: Direction},
): Promise<object> {
  return await c.read('EntityLineageService.getAtlasLineageInfo', async graph => {
    const options = {direction, depth: 0, attributes: [], hideProcess: false};
    const {relations, guidEntityMap} = await lineageOf(graph, await recordOf(graph, of), options);
    const edges: Record<Guid, Guid[]> = {};
    for (const {fromEntityId, toEntityId} of relations) {
      const [from, to] = direction === 'INPUT' ? [toEntityId, fromEntityId] : [fromEntityId, toEntityId];
      (edges[from] ??= []).push(to);
    }
    const vertices = Object.values(guidEntityMap)
      .filter(one => isDataSet(graph.types, one.typeName))
      .map(({guid, typeName, status, attributes: {qualifiedName = null, name = null}}, i) => {
        const vertexId = showStruct('__IdType', {typeName, guid, state: status});
        return [guid, temporaryStruct(i + 1, {vertexId, qualifiedName, name})];
      });
    return {
      requestId: c.requestId,
      ...('tableName' in of ? {tableName: of.tableName} : {}),
      results: temporaryStruct(0, {vertices: Object.fromEntries(vertices), edges}),
    };
  });
}

/** Structs of no type of their own were told apart by numbers. */
function temporaryStruct(number: number, values: Fields): Fields {
  return showStruct(`__tempQueryResultStruct${number}`, values);
}

function isDataSet(types: TypeRegistry, typeName: string): boolean {
  return typeName === 'DataSet' || types.entityTypes.get(typeName)?.superTypes.has('DataSet') === true;
}

/**
 * GET /lineage/{guid}/schema, and the same by the name of a Hive table: the columns, or whatever else its type says that it is
 * made of (option `schemaElementsAttribute`). Their type is told as that of Hive's columns, whichever they are.
 */
export async function readSchema(c: Catalog, {of}: {of: OfWhat}): Promise<object> {
  return await c.read('EntityLineageService.getSchema', async graph => {
    const record = await recordOf(graph, of);
    const options = {minExtInfo: false, ignoreRelationships: false};
    const {entities, referredEntities} = await fullForms(graph, [record], options);
    const value = entities[0]?.attributes[elementsAttribute(graph.types, record)];
    const elements = (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one): EntityJson[] => {
      const entity = isFields(one) ? referredEntities[String(one['guid'])] : undefined;
      return entity === undefined ? [] : [entity];
    });
    const rows = elements.map(one => showSchemaRow(graph.types, one));
    return {
      requestId: c.requestId,
      ...('tableName' in of ? {tableName: of.tableName} : {}),
      results: {
        dataType: showSchema(graph.types.entityTypes.get('hive_column')),
        rows: Object.keys(referredEntities).length === 0 ? null : rows,
      },
    };
  });
}

async function recordOf(graph: GraphRead, of: OfWhat): Promise<EntityRecord> {
  if ('tableName' in of) {
    return await uniqueRecord(graph, {typeName: 'hive_table', attributes: {qualifiedName: of.tableName}});
  }
  const [record] = await recordsOf(graph, [of.guid]);
  return record as EntityRecord;
}

function elementsAttribute({entityTypes}: TypeRegistry, {typeName}: EntityRecord): string {
  const names = [typeName, ...(entityTypes.get(typeName)?.superTypes ?? [])].flatMap(
    name => entityTypes.get(name)?.def.options?.['schemaElementsAttribute'] ?? [],
  );
  return names.find(one => one !== '') ?? 'columns';
}
