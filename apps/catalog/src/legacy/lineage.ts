import {also} from '@gazetteer/kernel';
import {type EntityJson, type EntityRecord, type Guid, type TypeRegistry} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {fullForms, recordOf} from '../entity/read-entities.ts';
import type {Direction} from '../lineage/flow.ts';
import {lineageOf} from '../lineage/read-lineage.ts';
import {missing, wrongUnique} from './addresses.ts';
import {isFields, showSchemaRow, showStruct, type Fields} from './referenceable.ts';
import * as shapes from './shapes.ts';
import {showSchema} from './type-definitions.ts';

/** A guid, or the name of a Hive table. */
export type OfWhat = {guid: Guid} | {tableName: string};

/**
 * GET /lineage/{guid}/inputs/graph and outputs/graph, and the same by the name of a Hive table: all
 * hops. Data sets are vertices, and edges lead away from the entity that is asked for, over
 * processes.
 */
export const readLineageGraph = query({
  on: 'search',
  logAs: 'EntityLineageService.getAtlasLineageInfo',
  run: async (graph, {direction, ...of}: OfWhat & {direction: Direction}, c): Promise<object> => {
    const options = {direction, depth: 0, attributes: [], hideProcess: false};
    const {relations, guidEntityMap} = await lineageOf(graph, await askedFor(graph, of), options);
    const edges: Record<Guid, Guid[]> = {};
    for (const {fromEntityId, toEntityId} of relations) {
      const [from, to] =
        direction === 'INPUT' ? [toEntityId, fromEntityId] : [fromEntityId, toEntityId];
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
  },
});

const graphOf = (side: 'inputs' | 'outputs') => ({
  summary: `All ${side} of an entity's data`,
  description: 'The graph has the data sets by guid as vertices, and their connections as edges.',
  answer: shapes.lineageAnswer,
});
const noLineage = [...missing, 'INVALID_LINEAGE_ENTITY_TYPE', 'TOO_MANY_RELATIONS'] as const;

export const readInputs = also(
  'GET /lineage/{guid}/inputs/graph',
  readLineageGraph,
  {...graphOf('inputs'), errors: noLineage},
  ({guid}) => ({guid, direction: 'INPUT'}),
);

export const readInputsOfTable = also(
  'GET /lineage/hive/table/{tableName}/inputs/graph',
  readLineageGraph,
  {...graphOf('inputs'), errors: [...wrongUnique, 'TOO_MANY_RELATIONS']},
  ({tableName}) => ({tableName, direction: 'INPUT'}),
);

export const readOutputs = also(
  'GET /lineage/{guid}/outputs/graph',
  readLineageGraph,
  {...graphOf('outputs'), errors: noLineage},
  ({guid}) => ({guid, direction: 'OUTPUT'}),
);

export const readOutputsOfTable = also(
  'GET /lineage/hive/table/{tableName}/outputs/graph',
  readLineageGraph,
  {...graphOf('outputs'), errors: [...wrongUnique, 'TOO_MANY_RELATIONS']},
  ({tableName}) => ({tableName, direction: 'OUTPUT'}),
);

/** Structs of no type of their own were told apart by numbers. */
function temporaryStruct(number: number, values: Fields): Fields {
  return showStruct(`__tempQueryResultStruct${number}`, values);
}

/** V1 draws lineage of data sets only. */
function isDataSet(types: TypeRegistry, typeName: string): boolean {
  return (
    typeName === 'DataSet' || types.entityTypes.get(typeName)?.superTypes.has('DataSet') === true
  );
}

/**
 * GET /lineage/{guid}/schema, and the same by the name of a Hive table: the columns, or whatever
 * else its type says that it is made of (option `schemaElementsAttribute`). Their type is told as
 * that of Hive's columns, whichever they are.
 */
export const readSchema = query('GET /lineage/{guid}/schema', {
  summary: 'The columns of a table',
  description: 'The answer has a row for each column.',
  answer: shapes.schemaAnswer,
  errors: [...missing, 'INVALID_PARAMETERS'],
  logAs: 'EntityLineageService.getSchema',
  run: async (graph, of: OfWhat, c): Promise<object> => {
    const record = await askedFor(graph, of);
    const options = {minExtInfo: false, ignoreRelationships: false};
    const {entities, referredEntities} = await fullForms(graph, [record], options);
    const value = entities[0]?.attributes[elementsAttribute(graph.types, record)];
    const elements = (Array.isArray(value) ? (value as unknown[]) : []).flatMap(
      (one): EntityJson[] => {
        const entity = isFields(one) ? referredEntities[String(one['guid'])] : undefined;
        return entity === undefined ? [] : [entity];
      },
    );
    const rows = elements.map(one => showSchemaRow(graph.types, one));
    return {
      requestId: c.requestId,
      ...('tableName' in of ? {tableName: of.tableName} : {}),
      results: {
        dataType: showSchema(graph.types.entityTypes.get('hive_column')),
        rows: Object.keys(referredEntities).length === 0 ? null : rows,
      },
    };
  },
});

export const readSchemaOfTable = also('GET /lineage/hive/table/{tableName}/schema', readSchema, {
  summary: 'The columns of a Hive table',
  description: 'The answer has a row for each column.',
  answer: shapes.schemaAnswer,
  errors: wrongUnique,
});

/** A name without a type is that of a Hive table: V1 had no other way to say it. */
async function askedFor(graph: GraphRead, of: OfWhat): Promise<EntityRecord> {
  const ref =
    'guid' in of ? of : {typeName: 'hive_table', attributes: {qualifiedName: of.tableName}};
  return await recordOf(graph, ref);
}

/**
 * Where an entity has its columns: the option of its type, or of the first type above that has one,
 * as the reference looks it up.
 */
function elementsAttribute({entityTypes}: TypeRegistry, {typeName}: EntityRecord): string {
  const names = [typeName, ...(entityTypes.get(typeName)?.superTypes ?? [])].flatMap(
    name => entityTypes.get(name)?.def.options?.['schemaElementsAttribute'] ?? [],
  );
  return names.find(one => one !== '') ?? 'columns';
}
