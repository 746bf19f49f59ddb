import {
  described,
  anything,
  integer,
  list,
  mapOf,
  named,
  nullable,
  object,
  text,
  type Shape,
} from '@gazetteer/kernel/shape';

/** Most answers of the V1 API have it. */
const requestId = text('Of the request, as in the log of the server');
const id = named('OldId', 'What identifies an entity in the V1 API', () =>
  object({
    jsonClass: text('Name of the class that clients expect'),
    id: text('Guid'),
    typeName: text('Type of the entity'),
    version: integer('Always 0'),
    state: text('ACTIVE or DELETED'),
  }),
);

export const struct = named('OldStruct', 'A struct or classification of the V1 API', () =>
  object(
    {
      jsonClass: text('Name of the class that clients expect'),
      typeName: text('Struct or classification'),
      values: described(nullable(mapOf(anything)), 'Values by attribute name'),
    },
    ['typeName'],
  ),
);

export const referenceable = named('OldReferenceable', 'An entity of the V1 API', () =>
  object({
    jsonClass: text('Name of the class that clients expect'),
    id: described(id, 'What identifies the entity'),
    typeName: text('Type of the entity'),
    values: mapOf(anything, 'Values by attribute name'),
    traitNames: list(text(), 'Names of the classifications'),
    traits: mapOf(struct, 'Classifications by name'),
    systemAttributes: mapOf(anything, 'Who created and changed it, and when'),
  }),
);

const guids = list(text());
export const entityResult = named('OldEntityResult', 'What a request of the V1 API changed', () =>
  object(
    {
      requestId,
      entities: described(
        object({
          created: described(guids, 'Entities that were created'),
          updated: described(guids, 'Entities that were updated'),
          deleted: described(guids, 'Entities that were deleted'),
        }),
        'Guids of what changed',
      ),
      definition: described(referenceable, 'The entity, where there is one'),
      guidAssignments: described(
        object(
          {guidAssignments: mapOf(text(), 'From the guids of the request to those of the server')},
          ['guidAssignments'],
        ),
        'Guids of the request and of the server',
      ),
    },
    ['requestId'],
  ),
);

/** Structs, classifications and entity types are told alike. */
const hierarchical = object({
  typeName: text('Name of the type'),
  typeDescription: text('What the type is for'),
  typeVersion: text('Version chosen by the author'),
  hierarchicalMetaTypeName: text('Kind of type'),
  superTypes: list(text(), 'Types whose attributes it inherits'),
  attributeDefinitions: list(mapOf(anything), 'Attributes of the type'),
});

export const typesDef = named('OldTypesDef', 'Types in the form of the V1 API', () =>
  object({
    enumTypes: described(
      nullable(
        list(
          object({
            name: text('Name of the enum'),
            description: text('What the enum is for'),
            version: text('Version chosen by the author'),
            enumValues: list(mapOf(anything), 'Values with their ordinals'),
          }),
        ),
      ),
      'Enums',
    ),
    structTypes: described(nullable(list(hierarchical)), 'Structs'),
    traitTypes: described(nullable(list(hierarchical)), 'Classifications'),
    classTypes: described(nullable(list(hierarchical)), 'Entity types'),
  }),
);

export const changedTypes = object(
  {
    requestId,
    types: list(object({name: text('Name of the type')}, ['name']), 'Types that changed'),
  },
  ['requestId', 'types'],
);
export const typeAnswer = object(
  {
    typeName: text('Name of the type'),
    definition: described(typesDef, 'The type in its list'),
    requestId,
  },
  ['typeName', 'definition'],
);
export const definitionAnswer = object(
  {requestId, definition: described(referenceable, 'The entity')},
  ['requestId', 'definition'],
);
export const traitChange = object({requestId, traitName: text('The classification')}, [
  'requestId',
]);
export const auditAnswer = object({requestId, events: list(mapOf(anything), 'Newest first')}, [
  'requestId',
  'events',
]);

export const traitAnswer = object({requestId, results: described(struct, 'The classification')}, [
  'requestId',
  'results',
]);

/** Results of any form and their number. */
export const results = (of: Shape): Shape =>
  object(
    {
      requestId,
      typeName: text('Type of the results'),
      query: described(nullable(text()), 'The query'),
      queryType: text('dsl or full-text'),
      dataType: described(anything, 'Type of the rows'),
      count: integer('Number of results'),
      results: described(nullable(of), 'The results'),
    },
    ['requestId', 'results', 'count'],
  );

export const lineageAnswer = named('OldLineage', 'Lineage in the form of the V1 API', () =>
  object(
    {
      requestId,
      tableName: text('The table that was asked about'),
      results: described(struct, 'Entities and edges'),
    },
    ['requestId', 'results'],
  ),
);
export const schemaAnswer = named('OldSchema', 'Columns in the form of the V1 API', () =>
  object(
    {
      requestId,
      tableName: text('The table that was asked about'),
      results: described(
        object(
          {
            dataType: described(anything, 'Type of the rows'),
            rows: described(nullable(list(mapOf(anything))), 'One for each column'),
          },
          ['rows'],
        ),
        'The columns',
      ),
    },
    ['requestId', 'results'],
  ),
);
