import {flag} from '@gazetteer/kernel/parameters';
export const extInfo = {
  minExtInfo: flag('Of owned entities only what headers and schema tables show'),
  ignoreRelationships: flag('Without related entities'),
};

export const byUnique = [
  'TYPE_NAME_INVALID',
  'ATTRIBUTE_UNIQUE_INVALID',
  'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
] as const;

export const badValue = [
  'INVALID_PARAMETERS',
  'INVALID_STRUCT_VALUE',
  'CLASSIFICATION_NOT_FOUND',
  'INVALID_TIMEBOUNDRY_TIMEZONE',
  'INVALID_TIMEBOUNDRY_START_TIME',
  'INVALID_TIMEBOUNDRY_END_TIME',
  'INVALID_TIMEBOUNDRY_DATERANGE',
] as const;

export const addingErrors = [...badValue, 'INVALID_ENTITY_FOR_CLASSIFICATION'] as const;

export const badLabels = ['INVALID_LABEL_LENGTH', 'INVALID_LABEL_CHARACTERS'] as const;

export const badEntity = [
  ...addingErrors,
  'TYPE_NAME_INVALID',
  'INSTANCE_CRUD_INVALID_PARAMS',
  'INVALID_OBJECT_ID',
  'INVALID_RELATIONSHIP_END_TYPE',
  'RELATIONSHIP_CRUD_INVALID_PARAMS',
  'REFERENCED_ENTITY_NOT_FOUND',
  'INSTANCE_ALREADY_EXISTS',
  'TOO_MANY_ENTITIES',
  ...badLabels,
  'INVALID_CUSTOM_ATTRIBUTE_KEY_LENGTH',
  'INVALID_CUSTOM_ATTRIBUTE_KEY_CHARACTERS',
  'INVALID_CUSTOM_ATTRIBUTE_VALUE',
] as const;
