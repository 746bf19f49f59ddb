import {AppError} from '@gazetteer/model';
import {integer, list, needed, text} from '../api/parameters.ts';
import {body, type Route} from '../api/route.ts';
import * as shape from '../api/shape.ts';
import {oldRoute, running} from './old-route.ts';
import * as shapes from './shapes.ts';

const byUnique = {
  type: text('Type'),
  property: text('A unique attribute of the type'),
  value: text('Its value'),
};
const wrongUnique = [
  'ATTRIBUTE_UNIQUE_INVALID',
  'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
  'TYPE_NAME_INVALID',
] as const;
const missing = ['INSTANCE_GUID_NOT_FOUND'] as const;
const badEntity = [
  'INSTANCE_CRUD_INVALID_PARAMS',
  'TYPE_NAME_INVALID',
  'REFERENCED_ENTITY_NOT_FOUND',
  'INSTANCE_GUID_DELETED',
  'INSTANCE_ALREADY_EXISTS',
] as const;
/** One entity or a list; each may be JSON text. */
const anyEntities = body(shape.anything);

type ByUnique = {type?: string | undefined; property?: string | undefined; value?: string | undefined};
function uniqueOf({type, property, value}: ByUnique) {
  if (!type || !property) throw new AppError('BAD_REQUEST', ['type and property are needed']);
  return {typeName: type, attributes: {[property]: value ?? ''}};
}

/** /entities, as it was before v2. */
export const oldEntityRoutes: readonly Route[] = [
  oldRoute(
    'POST /entities',
    'saveReferenceables',
    {
      summary: 'Create or update entities',
      body: anyEntities,
      answer: shapes.entityResult,
      status: 201,
      errors: badEntity,
    },
    input => running('saveReferenceables', input, answer => answer.entities?.created?.[0]),
  ),
  oldRoute(
    'PUT /entities',
    'saveReferenceables',
    {summary: 'Create or update entities', body: anyEntities, answer: shapes.entityResult, errors: badEntity},
    input => running('saveReferenceables', input),
  ),
  oldRoute(
    'POST /entities/qualifiedName',
    'updateReferenceable',
    {
      summary: 'Change some attributes of an entity by a unique attribute',
      query: {type: needed(byUnique.type), property: needed(byUnique.property), value: byUnique.value},
      body: anyEntities,
      answer: shapes.entityResult,
      errors: [...wrongUnique, ...badEntity],
    },
    ({body: given, ...unique}) => running('updateReferenceable', {whom: uniqueOf(unique), body: given}),
  ),
  oldRoute(
    'POST /entities/{guid}',
    'updateReferenceable',
    {
      summary: 'Change some attributes of an entity, or with `property` one of them',
      query: {property: text('The body is the value of this attribute')},
      body: anyEntities,
      answer: shapes.entityResult,
      errors: [...missing, ...badEntity, 'UNKNOWN_ATTRIBUTE', 'ATTRIBUTE_UPDATE_NOT_SUPPORTED'],
    },
    ({guid, property, body: given}) =>
      property === undefined || property === ''
        ? running('updateReferenceable', {whom: {guid}, body: given})
        : running('updateProperty', {guid, property, body: given}),
  ),
  oldRoute(
    'DELETE /entities',
    'deleteReferenceables',
    {
      summary: 'Delete entities by guid, or one by a unique attribute',
      query: {guids: list('Once for each entity', 'guid'), ...byUnique},
      answer: shapes.entityResult,
      errors: [...missing, ...wrongUnique],
    },
    ({guids, ...unique}) =>
      guids.length > 0
        ? running('deleteReferenceables', {guids})
        : running('deleteReferenceableByUnique', uniqueOf(unique)),
  ),
  oldRoute(
    'GET /entities/{guid}',
    'readReferenceable',
    {summary: 'An entity', answer: shapes.definitionAnswer, errors: missing},
    ({guid}) => running('readReferenceable', {whom: {guid}}),
  ),
  oldRoute(
    'GET /entities',
    'readReferenceable',
    {
      summary: 'Guids of a type, or an entity by a unique attribute',
      query: byUnique,
      answer: shape.mapOf(shape.anything),
      errors: [...wrongUnique, 'TYPE_NAME_NOT_FOUND'],
    },
    ({type, property, value}) =>
      property === undefined || property === ''
        ? running('listGuids', {typeName: type ?? ''})
        : running('readReferenceable', {whom: uniqueOf({type, property, value})}),
  ),
  oldRoute(
    'GET /entities/{guid}/traits',
    'readTraits',
    {summary: 'Names of the traits of an entity', answer: shapes.results(shape.list(shape.text())), errors: missing},
    ({guid}) => running('readTraits', {guid, namesOnly: true}),
  ),
  oldRoute(
    'GET /entities/{guid}/traitDefinitions',
    'readTraits',
    {summary: 'Traits of an entity', answer: shapes.results(shape.list(shapes.struct)), errors: missing},
    ({guid}) => running('readTraits', {guid, namesOnly: false}),
  ),
  oldRoute(
    'GET /entities/{guid}/traitDefinitions/{traitName}',
    'readTraitDefinition',
    {
      summary: 'One trait of an entity',
      answer: shapes.results(shapes.struct),
      errors: [...missing, 'CLASSIFICATION_NOT_FOUND'],
    },
    input => running('readTraitDefinition', input),
  ),
  oldRoute(
    'POST /entities/{guid}/traits',
    'addTrait',
    {
      summary: 'Give an entity a trait',
      body: body(shape.anything),
      answer: shapes.traitChange,
      status: 201,
      errors: [...missing, 'INVALID_PARAMETERS', 'CLASSIFICATION_NOT_FOUND'],
    },
    input => running('addTrait', input, answer => answer.GUID),
  ),
  oldRoute(
    'DELETE /entities/{guid}/traits/{traitName}',
    'removeTrait',
    {
      summary: 'Take a trait away from an entity',
      answer: shapes.traitChange,
      errors: [...missing, 'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', 'NO_CLASSIFICATIONS_FOUND_FOR_ENTITY'],
    },
    input => running('removeTrait', input),
  ),
  oldRoute(
    'GET /entities/{guid}/audit',
    'readOldAudit',
    {
      summary: 'What happened to an entity',
      query: {startKey: text('From this event on'), count: integer('At most so many', {default: 100})},
      answer: shapes.auditAnswer,
      errors: missing,
    },
    input => running('readOldAudit', input),
  ),
];

const search = {
  query: needed(text('DSL, or words')),
  limit: integer('Page size; -1: the usual one', {default: -1}),
  offset: integer('Leave out so many', {default: -1}),
};
type Search = {query: string | undefined; limit: number; offset: number};
function searchOf({query = '', limit, offset}: Search) {
  if (query.trim() === '') throw new AppError('BAD_REQUEST', ['query is needed']);
  return {query, limit, offset};
}
const typeFilter = {
  type: text('CLASS, TRAIT, STRUCT or ENUM'),
  supertype: text('Below this type'),
  notsupertype: text('Not below this type'),
};
const found = shapes.results(shape.list(shape.anything));
const wrongSearch = ['INVALID_DSL_QUERY', 'INVALID_QUERY_LENGTH', 'UNKNOWN_TYPENAME'] as const;
const noLineage = [...missing, 'INVALID_LINEAGE_ENTITY_TYPE'] as const;

/** /types, /lineage and /discovery, as they were before v2. */
export const oldRoutes: readonly Route[] = [
  oldRoute(
    'POST /types',
    'createOldTypes',
    {
      summary: 'Create types',
      body: body(shapes.typesDef),
      answer: shapes.changedTypes,
      status: 201,
      errors: ['TYPE_ALREADY_EXISTS', 'INVALID_TYPE_DEFINITION'],
    },
    input => running('createOldTypes', input),
  ),
  oldRoute(
    'PUT /types',
    'updateOldTypes',
    {
      summary: 'Update types',
      body: body(shapes.typesDef),
      answer: shapes.changedTypes,
      errors: ['TYPE_NAME_NOT_FOUND', 'INVALID_TYPE_DEFINITION'],
    },
    input => running('updateOldTypes', input),
  ),
  oldRoute(
    'GET /types/{typeName}',
    'readOldType',
    {summary: 'A type', answer: shapes.typeAnswer, errors: ['TYPE_NAME_NOT_FOUND']},
    input => running('readOldType', input),
  ),
  oldRoute(
    'GET /types',
    'listOldTypes',
    {summary: 'Names of types', query: typeFilter, answer: shapes.results(shape.list(shape.text()))},
    ({type = '', supertype = '', notsupertype = ''}) => running('listOldTypes', {type, supertype, notsupertype}),
  ),
  ...(['inputs', 'outputs'] as const).flatMap(side => {
    const direction = side === 'inputs' ? 'INPUT' : 'OUTPUT';
    const definition = {summary: `All ${side} of an entity's data`, answer: shapes.lineageAnswer};
    return [
      oldRoute(`GET /lineage/{guid}/${side}/graph`, 'readLineageGraph', {...definition, errors: noLineage}, ({guid}) =>
        running('readLineageGraph', {of: {guid}, direction}),
      ),
      oldRoute(
        `GET /lineage/hive/table/{tableName}/${side}/graph`,
        'readLineageGraph',
        {...definition, errors: wrongUnique},
        ({tableName}) => running('readLineageGraph', {of: {tableName}, direction}),
      ),
    ];
  }),
  oldRoute(
    'GET /lineage/{guid}/schema',
    'readSchema',
    {summary: 'The columns of a table', answer: shapes.schemaAnswer, errors: [...missing, 'INVALID_PARAMETERS']},
    ({guid}) => running('readSchema', {of: {guid}}),
  ),
  oldRoute(
    'GET /lineage/hive/table/{tableName}/schema',
    'readSchema',
    {summary: 'The columns of a Hive table', answer: shapes.schemaAnswer, errors: wrongUnique},
    ({tableName}) => running('readSchema', {of: {tableName}}),
  ),
  oldRoute(
    'GET /discovery/search',
    'searchAnyway',
    {summary: 'Search by DSL, or by words', query: search, answer: found},
    input => running('searchAnyway', searchOf(input)),
  ),
  oldRoute(
    'GET /discovery/search/dsl',
    'searchByDsl',
    {summary: 'Search by DSL', query: search, answer: found, errors: wrongSearch},
    input => running('searchByDsl', searchOf(input)),
  ),
  oldRoute(
    'GET /discovery/search/fulltext',
    'searchByText',
    {summary: 'Search by words', query: search, answer: found, errors: wrongSearch},
    input => running('searchByText', searchOf(input)),
  ),
];
