import {lookup} from '../lookup.ts';
import type {AttributeDef} from './type-def.ts';

/** Stands for every entity type in a search or a request for a definition. */
export const allEntityTypes = '_ALL_ENTITY_TYPES';
/** Stands for every classification. */
export const allClassificationTypes = '_ALL_CLASSIFICATION_TYPES';

/**
 * Attributes that every entity has without any definition, usable in search filters, with their
 * types.
 */
export const systemEntityAttributes: Readonly<Record<string, 'string' | 'date' | 'int'>> = lookup({
  __timestamp: 'date',
  __modificationTimestamp: 'date',
  __modifiedBy: 'string',
  __createdBy: 'string',
  __state: 'string',
  __guid: 'string',
  __historicalGuids: 'string',
  __typeName: 'string',
  __classificationsText: 'string',
  __classificationNames: 'string',
  __propagatedClassificationNames: 'string',
  __isIncomplete: 'int',
  __labels: 'string',
  __customAttributes: 'string',
  __pendingTasks: 'string',
});

/** The same for classifications. */
export const systemClassificationAttributes: Readonly<Record<string, 'string' | 'date'>> = lookup({
  __typeName: 'string',
  __timestamp: 'date',
  __modificationTimestamp: 'date',
  __modifiedBy: 'string',
  __createdBy: 'string',
  __entityStatus: 'string',
});

/**
 * The root that user interfaces ask for the system attributes: a definition that is not stored, so
 * it has no guid.
 */
export const entityRoot = {
  category: 'ENTITY',
  name: '__ENTITY_ROOT',
  description: 'Root of all entity types, with the system attributes',
  typeVersion: '1.0',
  attributeDefs: attributeDefs(systemEntityAttributes),
  superTypes: [],
  subTypes: [],
  relationshipAttributeDefs: [],
  businessAttributeDefs: {},
} as const;

export const classificationRoot = {
  category: 'CLASSIFICATION',
  name: '__CLASSIFICATION_ROOT',
  description: 'Root of all classifications, with the system attributes',
  typeVersion: '1.0',
  attributeDefs: attributeDefs(systemClassificationAttributes),
  superTypes: [],
  entityTypes: [],
  subTypes: [],
} as const;

function attributeDefs(types: Readonly<Record<string, string>>): AttributeDef[] {
  return Object.entries(types).map(([name, typeName]) => ({
    name,
    typeName,
    isOptional: false,
    cardinality: 'SINGLE',
    valuesMinCount: 1,
    valuesMaxCount: 1,
    isUnique: false,
    isIndexable: true,
    includeInNotification: false,
    searchWeight: -1,
  }));
}
