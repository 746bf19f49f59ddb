import type {TypeCategory, TypeFilter} from '@gazetteer/model';
import {flag, list, text, type ValuesOf} from '../api/parameters.ts';
import {body, route, type Route} from '../api/route.ts';
import {list as listShape} from '../api/shape.ts';
import {defOf, typeDef, typeHeader, typesDef} from './shapes.ts';

const categories = {
  enumdef: 'ENUM',
  structdef: 'STRUCT',
  classificationdef: 'CLASSIFICATION',
  entitydef: 'ENTITY',
  relationshipdef: 'RELATIONSHIP',
  businessmetadatadef: 'BUSINESS_METADATA',
} as const satisfies Record<string, TypeCategory>;

const filter = {
  type: text('Category: enum, struct, classification, entity, relationship or business_metadata'),
  name: text('Of this name'),
  supertype: text('Below this type'),
  servicetype: text('Of this service'),
  notname: list('Not of this name'),
  notsupertype: list('Not below this type'),
  notservicetype: list('Not of this service'),
  excludeInternalTypesAndReferences: flag('Without internal types and those of glossaries'),
};
const force = {force: flag('Delete business metadata together with its values')};
const inUse = ['TYPE_HAS_REFERENCES', 'TYPE_HAS_RELATIONSHIPS', 'TYPE_NAME_NOT_FOUND', 'SYSTEM_TYPE'] as const;

/** Everything under /v2/types. */
export const typeRoutes: readonly Route[] = [
  route(
    'GET /v2/types/typedefs',
    'listTypes',
    {summary: 'Type definitions', query: filter, answer: typesDef},
    input => ({filter: filterOf(input)}),
  ),
  route(
    'GET /v2/types/typedefs/headers',
    'listTypeHeaders',
    {
      summary: 'Names, guids and categories of types',
      query: filter,
      answer: listShape(typeHeader),
    },
    input => ({filter: filterOf(input)}),
  ),
  route(
    'POST /v2/types/typedefs',
    'createTypes',
    {
      summary: 'Create types, all or none',
      description: 'Types of one request may refer to each other. Answers what was created.',
      body: body(typesDef),
      answer: typesDef,
      errors: ['TYPE_ALREADY_EXISTS', 'INVALID_TYPE_DEFINITION', 'TYPE_NAME_INVALID_FORMAT', 'INCOMPATIBLE_SUPERTYPE'],
    },
    input => input,
  ),
  route(
    'PUT /v2/types/typedefs',
    'updateTypes',
    {
      summary: 'Update types, all or none',
      body: body(typesDef),
      answer: typesDef,
      errors: ['TYPE_NAME_NOT_FOUND', 'INVALID_TYPE_DEFINITION', 'ATTRIBUTE_DELETION_NOT_SUPPORTED'],
    },
    input => input,
  ),
  route(
    'DELETE /v2/types/typedefs',
    'deleteTypes',
    {summary: 'Delete types, all or none', query: force, body: body(typesDef), errors: inUse},
    input => input,
  ),
  route(
    'GET /v2/types/typedef/name/{name}',
    'readType',
    {summary: 'A type of any category by name', answer: typeDef, errors: ['TYPE_NAME_NOT_FOUND']},
    input => input,
  ),
  route(
    'GET /v2/types/typedef/guid/{guid}',
    'readTypeByGuid',
    {summary: 'A type of any category by guid', answer: typeDef, errors: ['TYPE_GUID_NOT_FOUND']},
    input => input,
  ),
  route(
    'DELETE /v2/types/typedef/name/{name}',
    'deleteType',
    {summary: 'Delete a type', query: force, errors: inUse},
    input => input,
  ),
  ...Object.entries(categories).flatMap(([segment, category]) => [
    route(
      `GET /v2/types/${segment as keyof typeof categories}/name/{name}`,
      'readType',
      {
        summary: `A type by name, if it is of category ${category}`,
        answer: defOf[category],
        errors: ['TYPE_NAME_NOT_FOUND'],
      },
      ({name}) => ({name, category}),
    ),
    route(
      `GET /v2/types/${segment as keyof typeof categories}/guid/{guid}`,
      'readTypeByGuid',
      {
        summary: `A type by guid, if it is of category ${category}`,
        answer: defOf[category],
        errors: ['TYPE_GUID_NOT_FOUND'],
      },
      ({guid}) => ({guid, category}),
    ),
  ]),
];

/** Parameters that are empty narrow nothing: user interfaces send them so. */
function filterOf(given: ValuesOf<typeof filter>): TypeFilter {
  const narrowed: TypeFilter = {};
  for (const name of ['type', 'name', 'supertype', 'servicetype'] as const) {
    if (given[name] !== undefined && given[name] !== '') narrowed[name] = given[name];
  }
  for (const name of ['notname', 'notsupertype', 'notservicetype'] as const) {
    const names = given[name].filter(one => one !== '');
    if (names.length > 0) narrowed[name] = names;
  }
  if (given.excludeInternalTypesAndReferences) narrowed.excludeInternalTypesAndReferences = true;
  return narrowed;
}
