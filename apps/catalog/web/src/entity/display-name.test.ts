import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {stockTypeDefs} from '@gazetteer/model/stock';
import {attributeLabels, serviceLabel, typeLabel} from './display-name.ts';

type Types = Parameters<typeof attributeLabels>[0];
type Def = {
  readonly name: string;
  readonly superTypes?: readonly string[];
  readonly attributeDefs?: readonly object[];
};

/** The index of the pages asks the server for its types. */
function typesOf(entityDefs: readonly Def[], others: readonly Def[] = []): Types {
  const defs = new Map([...entityDefs, ...others].map(def => [def.name, def]));
  const attributesOf = (name: string): readonly object[] => {
    const {attributeDefs = [], superTypes = []} = defs.get(name) ?? {name};
    return [...attributeDefs, ...superTypes.flatMap(attributesOf)];
  };
  const entities = new Map(entityDefs.map(def => [def.name, def]));
  return {entities, attributesOf, relationshipAttributesOf: () => []} as unknown as Types;
}

const stockDefs = stockTypeDefs().flatMap(({types}) => types.entityDefs ?? []);
const stock = typesOf(stockDefs);

suite('names of types and attributes', () => {
  test('a type is called by its product and what it is', () => {
    const names = {
      hive_table: 'Hive table',
      hive_db: 'Hive database',
      hive_storagedesc: 'Hive storage descriptor',
      hive_db_ddl: 'Hive database DDL statement',
      hbase_column_family: 'HBase column family',
      aws_s3_pseudo_dir: 'S3 prefix',
      aws_s3_v2_bucket: 'S3 (v2) bucket',
      adls_gen2_blob: 'ADLS Gen2 blob',
      gcp_storage_virtual_directory: 'GCS virtual directory',
      hdfs_path: 'HDFS path',
      fs_path: 'File system path',
      ml_model_build: 'ML model build',
      DataSet: 'Data set',
      ProcessExecution: 'Process execution',
      AtlasGlossaryTerm: 'Glossary term',
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(names).map(name => [name, typeLabel(name)])),
      names,
    );
  });

  test('names that people chose as texts stay as they are, and so do their capitals', () => {
    const names = ['Sales report', 'sales.order', 'Größe', 'a__b', '_x'];
    assert.deepEqual(names.map(typeLabel), names);
    assert.equal(typeLabel('DWH_FactTable'), 'DWH fact table');
  });

  test('no two types that come with the catalog are called the same, and none by its technical name', () => {
    const names = stockDefs.map(({name}) => name).filter(name => !name.startsWith('__'));
    const labels = names.map(typeLabel);
    assert.equal(new Set(labels).size, names.length);
    assert.deepEqual(
      labels.filter(label => /_|[a-z][A-Z]/.test(label.replace('ADLS', ''))),
      [],
    );
  });

  test('an attribute is called by the words of its name, or as the trade calls it', () => {
    const labelOf = attributeLabels(stock, 'hive_table');
    const names = ['qualifiedName', 'createTime', 'viewOriginalText', 'retention', 'temporary'];
    assert.deepEqual(names.map(labelOf), [
      'Qualified name',
      'Created (source)',
      'View definition',
      'Retention',
      'Temporary',
    ]);
    assert.equal(attributeLabels(stock, 'hive_column')('type'), 'Data type');
    assert.equal(attributeLabels(stock, 'rdbms_column')('isPrimaryKey'), 'Primary key');
    assert.equal(
      attributeLabels(stock, 'ml_model_deployment')('modelEndpointURL'),
      'Model endpoint URL',
    );
  });

  test('what a definition calls it comes first, and two that would be called the same keep their names', () => {
    const attributeDefs = [
      {name: 'createTime', displayName: 'Born', typeName: 'date'},
      {name: 'fileSize', typeName: 'long'},
      {name: 'file_size', typeName: 'long'},
    ];
    const pii = {name: 'PII', attributeDefs: [{name: 'checkedBy', typeName: 'string'}]};
    const types = typesOf([{name: 'thing', attributeDefs}], [pii]);
    assert.deepEqual(
      attributeDefs.map(({name}) => attributeLabels(types, 'thing')(name)),
      ['Born', 'fileSize', 'file_size'],
    );
    assert.equal(attributeLabels(types, 'PII')('checkedBy'), 'checkedBy');
    assert.equal(attributeLabels(types, 'nowhere')('checkedBy'), 'checkedBy');
  });

  test('services are called by their products', () => {
    assert.deepEqual(['hive', 'hbase', 'file_system', 'aws', 'My service'].map(serviceLabel), [
      'Hive',
      'HBase',
      'File system',
      'AWS',
      'My service',
    ]);
  });
});
