import type {
  AttributeDef,
  ClassificationDef,
  EntityDef,
  RelationshipDef,
  TypeDef,
} from './types/type-def.ts';
import {TypeRegistry} from './types/type-registry.ts';

export {world as typeWorld, type Case as RefusedTypes} from './types/type-plan.fixture.ts';
export * as typeRefusals from './types/type-refusals.fixture.ts';
export {seed, tries} from './tries.fixture.ts';
export {soon} from './soon.fixture.ts';
export * as memberRefusals from './types/type-refusals-members.fixture.ts';

/** A small world of types for tests: assets, tables with columns and keys, a classification. */

const base = {
  guid: '',
  createdBy: 'a',
  updatedBy: 'a',
  createTime: 0,
  updateTime: 0,
  version: 1,
  description: '',
  typeVersion: '1.0',
};

export function attribute(
  name: string,
  typeName: string,
  more: Partial<AttributeDef> = {},
): AttributeDef {
  return {
    name,
    typeName,
    isOptional: true,
    cardinality: 'SINGLE',
    valuesMinCount: 0,
    valuesMaxCount: 1,
    isUnique: false,
    isIndexable: false,
    includeInNotification: false,
    searchWeight: -1,
    ...more,
  };
}

export function entityDef(
  name: string,
  superTypes: string[],
  attributeDefs: AttributeDef[],
): EntityDef {
  return {...base, category: 'ENTITY', guid: name, name, superTypes, attributeDefs};
}

export function composition(
  name: string,
  parent: [string, string],
  child: [string, string],
): RelationshipDef {
  const end = ([type, attributeName]: [string, string], isContainer: boolean) =>
    ({
      type,
      name: attributeName,
      isContainer,
      cardinality: isContainer ? 'SET' : 'SINGLE',
      isLegacyAttribute: true,
    }) as const;
  return {
    ...base,
    category: 'RELATIONSHIP',
    guid: name,
    name,
    attributeDefs: [],
    relationshipCategory: 'COMPOSITION',
    propagateTags: 'NONE',
    endDef1: end(parent, true),
    endDef2: end(child, false),
  };
}

/** Both ends under one name, as synonyms of glossary terms are. */
export function symmetric(name: string, type: string, attributeName: string): RelationshipDef {
  const end = {
    type,
    name: attributeName,
    isContainer: false,
    cardinality: 'SET',
    isLegacyAttribute: false,
  } as const;
  return {
    ...base,
    category: 'RELATIONSHIP',
    guid: name,
    name,
    attributeDefs: [],
    relationshipCategory: 'ASSOCIATION',
    propagateTags: 'NONE',
    endDef1: end,
    endDef2: end,
  };
}

export const testDefs: TypeDef[] = [
  entityDef(
    'Asset',
    [],
    [
      attribute('qualifiedName', 'string', {
        isOptional: false,
        isUnique: true,
        isIndexable: true,
        searchWeight: 10,
      }),
      attribute('name', 'string', {isOptional: false, isIndexable: true, searchWeight: 10}),
      attribute('description', 'string', {searchWeight: 9}),
      attribute('owner', 'string', {isIndexable: true, searchWeight: 9}),
    ],
  ),
  entityDef('__internal', [], []),
  entityDef(
    'profile',
    ['__internal'],
    [attribute('name', 'string', {isOptional: false, isUnique: true})],
  ),
  entityDef(
    'table',
    ['Asset'],
    [attribute('rows', 'long'), attribute('made', 'date'), attribute('peer', 'table')],
  ),
  entityDef('column', ['Asset'], [attribute('position', 'int', {isOptional: false})]),
  composition('table_columns', ['table', 'columns'], ['column', 'table']),
  composition('table_keys', ['table', 'keys'], ['column', 'table']),
  symmetric('table_twins', 'table', 'twins'),
  classificationDef('PII', [attribute('level', 'string')]),
];

export function classificationDef(name: string, attributeDefs: AttributeDef[]): ClassificationDef {
  return {
    ...base,
    category: 'CLASSIFICATION',
    guid: name,
    name,
    superTypes: [],
    entityTypes: [],
    attributeDefs,
  };
}

export function testTypes(): TypeRegistry {
  return new TypeRegistry(testDefs);
}
