import {anything, integer, list, mapOf, named, nullable, object, text, type Shape} from '../api/shape.ts';

const requestId = text();
const id = named('OldId', () =>
  object({jsonClass: text(), id: text(), typeName: text(), version: integer(), state: text()}),
);

export const struct = named('OldStruct', () =>
  object({jsonClass: text(), typeName: text(), values: nullable(mapOf(anything))}, ['typeName']),
);

export const referenceable = named('OldReferenceable', () =>
  object({
    jsonClass: text(),
    id,
    typeName: text(),
    values: mapOf(anything),
    traitNames: list(text()),
    traits: mapOf(struct),
    systemAttributes: mapOf(anything),
  }),
);

const guids = list(text());
export const entityResult = named('OldEntityResult', () =>
  object(
    {
      requestId,
      entities: object({created: guids, updated: guids, deleted: guids}),
      definition: referenceable,
      guidAssignments: object({guidAssignments: mapOf(text())}, ['guidAssignments']),
    },
    ['requestId'],
  ),
);

const hierarchical = object({
  typeName: text(),
  typeDescription: text(),
  typeVersion: text(),
  hierarchicalMetaTypeName: text(),
  superTypes: list(text()),
  attributeDefinitions: list(mapOf(anything)),
});

export const typesDef = named('OldTypesDef', () =>
  object({
    enumTypes: nullable(
      list(object({name: text(), description: text(), version: text(), enumValues: list(mapOf(anything))})),
    ),
    structTypes: nullable(list(hierarchical)),
    traitTypes: nullable(list(hierarchical)),
    classTypes: nullable(list(hierarchical)),
  }),
);

export const changedTypes = object({requestId, types: list(object({name: text()}, ['name']))}, ['requestId', 'types']);
export const typeAnswer = object({typeName: text(), definition: typesDef, requestId}, ['typeName', 'definition']);
export const definitionAnswer = object({requestId, definition: referenceable}, ['requestId', 'definition']);
export const traitChange = object({requestId, traitName: text()}, ['requestId']);
export const auditAnswer = object({requestId, events: list(mapOf(anything))}, ['requestId', 'events']);

export const traitAnswer = object({requestId, results: struct}, ['requestId', 'results']);

/** Results of any form and their number. */
export const results = (of: Shape): Shape =>
  object(
    {
      requestId,
      typeName: text(),
      query: nullable(text()),
      queryType: text(),
      dataType: anything,
      count: integer(),
      results: nullable(of),
    },
    ['requestId', 'results', 'count'],
  );

export const lineageAnswer = named('OldLineage', () =>
  object({requestId, tableName: text(), results: struct}, ['requestId', 'results']),
);
export const schemaAnswer = named('OldSchema', () =>
  object(
    {
      requestId,
      tableName: text(),
      results: object({dataType: anything, rows: nullable(list(mapOf(anything)))}, ['rows']),
    },
    ['requestId', 'results'],
  ),
);
