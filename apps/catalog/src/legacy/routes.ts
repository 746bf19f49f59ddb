import {AppError} from '@gazetteer/model';
import {requiredBody} from '@gazetteer/server';
import {integer, list, needed, text} from '../api/parameters.ts';
import {body, bodyIfAny, type Route} from '../api/route.ts';
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
/** Nothing is found by a value that is not given. */
function looselyUniqueOf({type, property = '', value = ''}: ByUnique) {
  if (type === undefined) throw new AppError('TYPE_NAME_NOT_FOUND', ['null']);
  return {typeName: type, attributes: {[property]: value}};
}

function typeToList(type: string | undefined): string {
  if (type === undefined) throw new AppError('BAD_REQUEST', ['Entity type cannot be null']);
  return type;
}

function uniqueOf({type, property, value}: ByUnique) {
  const typeName = required(type, 'Entity type cannot be null');
  const name = required(property, 'attribute name cannot be null');
  return {typeName, attributes: {[name]: required(value, 'attribute value cannot be null')}};
}

/** @param words that clients of this API know it by */
function required(value: string | undefined, words: string): string {
  if (value !== undefined && value !== '') return value;
  const missing = value === undefined ? 'null' : 'empty';
  throw new AppError('BAD_REQUEST', [`${words} cannot be ${missing}`]);
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
    input => running('saveReferenceables', input, answer => answer.entities?.created?.at(-1)),
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
      query: {property: text('The body is the text of this attribute, as it is, or the guid that it refers to')},
      body: bodyIfAny(shape.anything),
      answer: shapes.entityResult,
      errors: [...missing, ...badEntity, 'UNKNOWN_ATTRIBUTE', 'ATTRIBUTE_UPDATE_NOT_SUPPORTED'],
    },
    ({guid, property}, request) =>
      property === undefined || property === ''
        ? running('updateReferenceable', {whom: {guid}, body: requiredBody(request)})
        : running('updateProperty', {guid, property, value: typeof request.body === 'string' ? request.body : ''}),
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
        : running('deleteReferenceableByUnique', looselyUniqueOf(unique)),
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
        ? running('listGuids', {typeName: typeToList(type)})
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
      answer: shapes.traitAnswer,
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
      errors: [...missing, 'INVALID_PARAMETERS', 'TYPE_NAME_INVALID', 'INSTANCE_CRUD_INVALID_PARAMS'],
    },
    input => running('addTrait', input, () => input.guid),
  ),
  oldRoute(
    'DELETE /entities/{guid}/traits/{traitName}',
    'removeTrait',
    {
      summary: 'Take a trait away from an entity',
      answer: shapes.traitChange,
      errors: [...missing, 'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY'],
    },
    input => running('removeTrait', input),
  ),
  oldRoute(
    'GET /entities/{guid}/audit',
    'readOldAudit',
    {
      summary: 'What happened to an entity, the newest first',
      query: {startKey: text('From this event on'), count: integer('At most so many', {default: 100})},
      answer: shapes.auditAnswer,
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
const mostRows = 10_000;
function searchOf(words: string, {query, limit, offset}: Search) {
  const refuse = (name: string, bound: string, value: number) => {
    throw new AppError('BAD_REQUEST', [`${name} should be ${bound}, current value ${value}`]);
  };
  const given = required(query?.trim(), words);
  if (limit !== -1 && limit > mostRows) refuse('limit', `<= ${mostRows}`, limit);
  if (limit !== -1 && limit <= 0) refuse('limit', '> 0', limit);
  if (offset < -1) refuse('offset', '> -1', offset);
  return {query: given, limit, offset};
}
const typeFilter = {
  type: text('CLASS, TRAIT, STRUCT, ENUM or RELATIONSHIP'),
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
      summary: 'Update types, and create those that are missing',
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
    input => running('searchAnyway', searchOf('query cannot be null or empty', input)),
  ),
  oldRoute(
    'GET /discovery/search/dsl',
    'searchByDsl',
    {summary: 'Search by DSL', query: search, answer: found, errors: wrongSearch},
    input => running('searchByDsl', searchOf('dslQuery cannot be null', input)),
  ),
  oldRoute(
    'GET /discovery/search/fulltext',
    'searchByText',
    {summary: 'Search by words', query: search, answer: found, errors: wrongSearch},
    input => running('searchByText', searchOf('query cannot be null or empty', input)),
  ),
];
