import assert from 'node:assert/strict';
import {test} from 'node:test';
import {stockTypeDefs} from './stock/stock-type-defs.ts';
import {filterTypes, type TypeFilter} from './type-filter.ts';
import {
  typeDefJson,
  typeHeaderJson,
  typeHeadersText,
  typesDefJson,
  typesDefText,
} from './type-json.ts';
import {planTypeCreate, planTypeUpdate} from './type-plan.ts';
import {TypeRegistry} from './type-registry.ts';
import {classificationRoot, entityRoot} from './type-roots.ts';

const planning = {
  userName: 'admin',
  now: 1795236190299,
  newGuid: () => 'd4868830-34ec-4134-bb20-cd67e9d3f355',
};
let stock = new TypeRegistry([]);
for (const area of stockTypeDefs()) {
  stock = planTypeCreate(stock, area.types, {
    ...planning,
    newGuid: () => crypto.randomUUID(),
  }).types;
}

/**
 * As a client of the reference sent it, and what the reference answered (sets in its answer come in
 * any order).
 */
const sent = {
  entityDefs: [
    {
      name: 's39a9e_type',
      superTypes: ['DataSet'],
      attributeDefs: [{name: 'a', typeName: 'string', isOptional: true, cardinality: 'SINGLE'}],
    },
  ],
};
const counts = {valuesMinCount: 0, valuesMaxCount: 1};
const flags = {isUnique: false, isIndexable: false, includeInNotification: false};
const related = (name: string, typeName: string, relationshipTypeName: string) => ({
  name,
  typeName,
  isOptional: true,
  cardinality: typeName.startsWith('array<') ? 'SET' : 'SINGLE',
  valuesMinCount: -1,
  valuesMaxCount: -1,
  ...flags,
  searchWeight: -1,
  relationshipTypeName,
  isLegacyAttribute: false,
});
const answered = {
  category: 'ENTITY',
  guid: 'd4868830-34ec-4134-bb20-cd67e9d3f355',
  createdBy: 'admin',
  updatedBy: 'admin',
  createTime: 1795236190299,
  updateTime: 1795236190299,
  version: 1,
  name: 's39a9e_type',
  description: 's39a9e_type',
  typeVersion: '1.0',
  attributeDefs: [
    {
      name: 'a',
      typeName: 'string',
      isOptional: true,
      cardinality: 'SINGLE',
      ...counts,
      ...flags,
      searchWeight: -1,
    },
  ],
  superTypes: ['DataSet'],
  subTypes: [],
  relationshipAttributeDefs: [
    related('inputToProcesses', 'array<Process>', 'dataset_process_inputs'),
    related('meanings', 'array<AtlasGlossaryTerm>', 'AtlasGlossarySemanticAssignment'),
    related('model', 'spark_ml_model', 'spark_ml_model_dataset'),
    related('outputFromProcesses', 'array<Process>', 'process_dataset_outputs'),
    related('pipeline', 'spark_ml_pipeline', 'spark_ml_pipeline_dataset'),
    related('schema', 'array<avro_schema>', 'avro_schema_associatedEntities'),
  ],
  businessAttributeDefs: {},
};

const none = {
  enumDefs: [],
  structDefs: [],
  classificationDefs: [],
  entityDefs: [],
  relationshipDefs: [],
  businessMetadataDefs: [],
};

test('a created entity type is answered byte for byte as the reference does', () => {
  const {types, changed} = planTypeCreate(stock, sent, planning);
  assert.equal(
    asText(typesDefJson(types, changed)),
    JSON.stringify({...none, entityDefs: [answered]}),
  );
});

test('so is one that was updated without a change, and the one that is read afterwards', () => {
  const created = planTypeCreate(stock, sent, planning);
  const {types, changed} = planTypeUpdate(created.types, sent, {...planning, now: 1795236190645});
  const updated = {...answered, updateTime: 1795236190645, version: 2};
  assert.equal(
    asText(typesDefJson(types, changed)),
    JSON.stringify({...none, entityDefs: [updated]}),
  );
  const [def] = changed;
  assert.ok(def);
  assert.equal(asText(typeDefJson(types, def)), JSON.stringify(updated));
});

test('so is a created classification', () => {
  const input = {
    name: 's39a9e_C',
    superTypes: [],
    attributeDefs: [{name: 'l', typeName: 'string', isOptional: true}],
  };
  const {types, changed} = planTypeCreate(stock, {classificationDefs: [input]}, planning);
  const {superTypes, subTypes, relationshipAttributeDefs, businessAttributeDefs, ...base} =
    answered;
  assert.deepEqual([relationshipAttributeDefs.length, businessAttributeDefs], [6, {}]);
  const expected = {
    ...base,
    category: 'CLASSIFICATION',
    name: 's39a9e_C',
    description: 's39a9e_C',
    attributeDefs: [{...answered.attributeDefs[0], name: 'l'}],
    superTypes: superTypes.slice(1),
    entityTypes: [],
    subTypes,
  };
  assert.equal(
    asText(typesDefJson(types, changed)),
    JSON.stringify({...none, classificationDefs: [expected]}),
  );
});

test('relationship attributes: containers own, parts need their whole, legacy ones are the attribute itself', () => {
  const attributesOf = (name: string) => {
    const def = stock.defs.get(name);
    assert.ok(def);
    const list = typeDefJson(stock, def)['relationshipAttributeDefs'] as Record<string, unknown>[];
    return new Map(
      list.map(one => [`${String(one['name'])}/${String(one['relationshipTypeName'])}`, one]),
    );
  };
  const columns = attributesOf('hive_table').get('columns/hive_table_columns');
  assert.deepEqual(
    [
      columns?.['typeName'],
      columns?.['constraints'],
      columns?.['isLegacyAttribute'],
      columns?.['isOptional'],
    ],
    ['array<hive_column>', [{type: 'ownedRef'}], true, true],
  );
  const column = attributesOf('hive_column');
  assert.equal(column.get('table/hive_table_columns')?.['isOptional'], false);
  assert.ok(column.has('table/hive_table_partitionkeys'), 'two relationships may share a name');
  const inputs = attributesOf('Process').get('inputs/dataset_process_inputs');
  assert.deepEqual(
    [inputs?.['valuesMinCount'], inputs?.['valuesMaxCount'], inputs?.['constraints']],
    [0, 2147483647, undefined],
  );
});

test('sub-types are the direct ones; what a definition does not set is absent', () => {
  const path = stock.defs.get('Path');
  const color = stock.defs.get('ml_model_deployment_status');
  assert.ok(path && color);
  assert.deepEqual((typeDefJson(stock, path)['subTypes'] as string[]).sort(), [
    'adls_gen2_directory',
    'aws_s3_pseudo_dir',
    'aws_s3_v2_directory',
    'fs_path',
    'gcp_storage_virtual_directory',
  ]);
  assert.deepEqual(Object.keys(typeDefJson(stock, color)).slice(7), [
    'name',
    'description',
    'typeVersion',
    'elementDefs',
  ]);
  assert.deepEqual(typeHeaderJson(color), {guid: color.guid, name: color.name, category: 'ENUM'});
  assert.equal(
    JSON.stringify(typeHeaderJson(path)),
    JSON.stringify({guid: path.guid, name: 'Path', serviceType: 'atlas_core', category: 'ENTITY'}),
  );
});

test('business metadata shows on the entity types that it names, and on their sub-types', () => {
  const attribute = {name: 'center', typeName: 'int', isOptional: true};
  const input = [
    {
      name: 'cost',
      attributeDefs: [{...attribute, options: {applicableEntityTypes: '["DataSet","Path"]'}}],
    },
  ];
  const {types} = planTypeCreate(stock, {businessMetadataDefs: input}, planning);
  const businessOf = (name: string) => {
    const def = types.defs.get(name);
    assert.ok(def);
    const defs = typeDefJson(types, def)['businessAttributeDefs'] as Record<
      string,
      {name: string}[]
    >;
    return Object.entries(defs).map(([key, list]) => [key, list.map(one => one.name)]);
  };
  assert.deepEqual(businessOf('fs_path'), [['cost', ['center']]]);
  assert.deepEqual(businessOf('Process'), []);
});

test('the roots list the system attributes', () => {
  const names = (root: {attributeDefs: readonly {name: string}[]}) =>
    root.attributeDefs.map(def => def.name);
  assert.equal(names(entityRoot).length, 15);
  assert.equal(names(classificationRoot).length, 6);
  assert.ok(
    [...names(entityRoot), ...names(classificationRoot)].every(name => name.startsWith('__')),
  );
});

const filters: [filter: TypeFilter, count: number, sample: string][] = [
  [{type: 'enum'}, 14, 'file_action'],
  [{type: 'ENTITY'}, 123, 'hive_table'],
  [{type: 'class'}, 123, 'hive_table'],
  [{type: 'classification'}, 0, ''],
  [{type: 'nonsense'}, 0, ''],
  [{name: 'hive_table'}, 1, 'hive_table'],
  [{supertype: 'Path'}, 6, 'hdfs_path'],
  [{servicetype: 'kafka'}, 3, 'kafka_topic'],
  [{type: 'struct', notservicetype: ['hive', 'aws']}, 2, 'fs_permissions'],
  [{type: 'entity', notsupertype: ['Referenceable', '__internal']}, 15, 'AtlasServer'],
  [{servicetype: 'kafka', notname: ['jms_topic', 'kafka_topic']}, 1, 'kafka_topic_avroSchema'],
  [{excludeInternalTypesAndReferences: true}, 204, 'hive_table'],
];

for (const [filter, count, sample] of filters) {
  test(`filter ${JSON.stringify(filter)}`, () => {
    const names = filterTypes(stock, filter).map(def => def.name);
    assert.deepEqual([names.length, count === 0 || names.includes(sample)], [count, true]);
  });
}

test('without internal types and references, no trace of the glossary is left', () => {
  const names = new Set(
    filterTypes(stock, {excludeInternalTypesAndReferences: true}).map(def => def.name),
  );
  const hidden = [
    '__internal',
    '__MetaUserProfile',
    'AtlasGlossaryTerm',
    'AtlasGlossarySemanticAssignment',
  ];
  assert.deepEqual(
    hidden.filter(name => names.has(name)),
    [],
  );
});

/** With the derived attributes in the order of their names: the reference has them in no order. */
function asText(json: unknown): string {
  return JSON.stringify(json, (key, value: unknown) =>
    key === 'relationshipAttributeDefs'
      ? (value as {name: string}[]).toSorted((a, b) => (a.name < b.name ? -1 : 1))
      : value,
  );
}

test('definitions as text are those as JSON, also when their types know new sub-types', () => {
  const older = [...stock.defs.values()];
  assert.deepEqual(
    JSON.parse(typesDefText(stock, older)),
    JSON.parse(JSON.stringify(typesDefJson(stock, older))),
  );
  assert.equal(
    typesDefText(stock, older.slice(0, 5)),
    JSON.stringify(typesDefJson(stock, older.slice(0, 5))),
  );
  assert.ok(Object.is(typesDefText(stock, older), typesDefText(stock, [...older])));
  assert.equal(typesDefText(stock, []), JSON.stringify(typesDefJson(stock, [])));
  assert.equal(typeHeadersText(stock, older), JSON.stringify(older.map(typeHeaderJson)));
  assert.ok(Object.is(typeHeadersText(stock, older), typeHeadersText(stock, [...older])));
  assert.equal(
    typeHeadersText(stock, older.slice(0, 5)),
    JSON.stringify(older.slice(0, 5).map(typeHeaderJson)),
  );
  const {types} = planTypeCreate(stock, sent, planning);
  const newer = [...types.defs.values()];
  assert.equal(typesDefText(types, newer), JSON.stringify(typesDefJson(types, newer)));
  assert.match(typesDefText(types, newer), /"subTypes":\[[^\]]*"s39a9e_type"/);
});
