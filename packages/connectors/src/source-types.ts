import type {SourceTypes} from './connector.ts';

const optional = {
  isOptional: true,
  isUnique: false,
  isIndexable: false,
  cardinality: 'SINGLE' as const,
  valuesMinCount: 0,
  valuesMaxCount: 1,
};

/**
 * The type of what makes a view from what it reads, which no stock type is for. A catalog has it
 * once a source is read.
 */
export const viewType = {
  name: 'sql_view_definition',
  description: 'The query of a view: what the view reads.',
  superTypes: ['Process'],
  serviceType: 'rdbms',
  typeVersion: '1.0',
  attributeDefs: [{...optional, name: 'queryText', typeName: 'string'}],
};

/** Where a column of a view comes from. */
export const viewColumnType = {
  name: 'sql_view_column_lineage',
  description: 'What a column of a view is made of.',
  superTypes: ['Process'],
  serviceType: 'rdbms',
  typeVersion: '1.0',
  attributeDefs: [
    {...optional, name: 'expression', typeName: 'string'},
    {
      ...optional,
      name: 'indirectInputs',
      typeName: 'array<string>',
      cardinality: 'LIST' as const,
      valuesMaxCount: 2_147_483_647,
    },
  ],
};

/** What views have in the catalog beside themselves, by what brings it. */
export const ofViews = {
  types: {
    entityDefs: [viewType, viewColumnType],
    relationshipDefs: [
      {
        name: 'sql_view_column_lineages',
        serviceType: 'rdbms',
        typeVersion: '1.0',
        relationshipCategory: 'COMPOSITION',
        propagateTags: 'NONE',
        attributeDefs: [],
        endDef1: {
          type: 'sql_view_definition',
          name: 'columnLineages',
          isContainer: true,
          cardinality: 'SET',
        },
        endDef2: {
          type: 'sql_view_column_lineage',
          name: 'view',
          isContainer: false,
          cardinality: 'SINGLE',
        },
      },
    ],
  } satisfies SourceTypes,
  brings: [
    {typeName: viewType.name, isAsset: false},
    {typeName: viewColumnType.name, isAsset: false},
  ],
};

/** A test of what is in a table, with how it ended last. Tables show theirs as `checks`. */
export const checkTypes: SourceTypes = {
  entityDefs: [
    {
      name: 'data_check',
      description: 'A test of the contents of a data set, with its last result.',
      superTypes: ['Asset'],
      serviceType: 'data_quality',
      typeVersion: '1.0',
      attributeDefs: [
        {...optional, name: 'checkType', typeName: 'string', isIndexable: true},
        {...optional, name: 'columnName', typeName: 'string', isIndexable: true},
        {...optional, name: 'severity', typeName: 'string', isIndexable: true},
        {...optional, name: 'status', typeName: 'string', isIndexable: true},
        {...optional, name: 'failures', typeName: 'int'},
        {...optional, name: 'message', typeName: 'string'},
        {...optional, name: 'checkedAt', typeName: 'date'},
        {...optional, name: 'queryText', typeName: 'string'},
      ],
    },
  ],
  relationshipDefs: [
    {
      name: 'data_set_checks',
      serviceType: 'data_quality',
      typeVersion: '1.0',
      relationshipCategory: 'ASSOCIATION',
      propagateTags: 'NONE',
      attributeDefs: [],
      endDef1: {type: 'DataSet', name: 'checks', isContainer: false, cardinality: 'SET'},
      endDef2: {type: 'data_check', name: 'dataSet', isContainer: false, cardinality: 'SINGLE'},
    },
  ],
};

/** Columns of files, which the stock model has none of. */
export const pathColumnTypes: SourceTypes = {
  entityDefs: [
    {
      name: 'path_column',
      description: 'A column of a file, or of all files of a folder.',
      superTypes: ['DataSet'],
      serviceType: 'file_system',
      typeVersion: '1.0',
      options: {schemaAttributes: '["name", "description", "type", "position"]'},
      attributeDefs: [
        {...optional, name: 'type', typeName: 'string', isIndexable: true},
        {...optional, name: 'position', typeName: 'int'},
        {...optional, name: 'isPartitionKey', typeName: 'boolean'},
      ],
    },
  ],
  relationshipDefs: [
    {
      name: 'fs_path_columns',
      serviceType: 'file_system',
      typeVersion: '1.0',
      relationshipCategory: 'COMPOSITION',
      propagateTags: 'NONE',
      attributeDefs: [],
      endDef1: {type: 'fs_path', name: 'columns', isContainer: true, cardinality: 'SET'},
      endDef2: {type: 'path_column', name: 'path', isContainer: false, cardinality: 'SINGLE'},
    },
  ],
};
