import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {test} from 'node:test';
import type {AttributeDef, RelationshipEndDef, TypeDef} from '../type-def.ts';
import {planTypeCreate} from '../type-plan.ts';
import {TypeRegistry} from '../type-registry.ts';
import facts from './stock-facts.json' with {type: 'json'};
import {expandArea} from './expand-area.ts';
import {stockTypeDefs} from './stock-type-defs.ts';

const planning = {userName: 'admin', now: 1, newGuid: () => crypto.randomUUID()};

/** Area after area, as the seed does it when it must: an area needs the earlier ones only. */
function plannedTypes(): TypeRegistry {
  let types = new TypeRegistry([]);
  for (const area of stockTypeDefs()) types = planTypeCreate(types, area.types, planning).types;
  return types;
}

const types = plannedTypes();

test('every stock type has the structure that clients of the API rely on', () => {
  // A digest a type, taken from the reference's own definitions (with our names for system types):
  // any difference in an attribute, super type, end, option or version shows by the name of the
  // type.
  const digests = Object.fromEntries(
    Array.from(types.defs.values(), def => [def.name, digest(def)]),
  );
  assert.deepEqual(Object.entries(digests).sort(), Object.entries(facts).sort());
});

test('there are 123 entity, 83 relationship, 14 enum and 8 struct types', () => {
  const counts = Object.groupBy(types.defs.values(), def => def.category);
  const sizes = Object.entries(counts).map(([category, defs]) => [category, defs?.length]);
  assert.deepEqual(Object.fromEntries(sizes), {ENTITY: 123, RELATIONSHIP: 83, ENUM: 14, STRUCT: 8});
});

test('some of them, spelled out', () => {
  assert.deepEqual([...types.entityType('hive_table').attributes.keys()].slice(0, 9), [
    'qualifiedName',
    'replicatedFrom',
    'replicatedTo',
    'name',
    'description',
    'owner',
    'displayName',
    'userDescription',
    'createTime',
  ]);
  assert.deepEqual(
    [...types.entityType('fs_path').superTypes],
    ['Referenceable', 'Asset', 'DataSet', 'Path'],
  );
  assert.deepEqual(
    types.entityType('storm_topology').uniqueAttributes.map(attribute => attribute.key),
    ['Referenceable.qualifiedName', 'storm_topology.id'],
  );
  const labels = [
    'hive_table_columns',
    'dataset_process_inputs',
    'process_dataset_outputs',
    'spark_table_db',
  ];
  assert.deepEqual(
    labels.map(name => types.relationshipTypes.get(name)?.label),
    ['__hive_table.columns', '__Process.inputs', '__Process.outputs', 'r:spark_table_db'],
  );
  const format = types.entityType('trino_table').attributes.get('qualifiedName')
    ?.def.autoComputeFormat;
  assert.equal(
    format,
    '{trinoschema.catalog.name}.{trinoschema.name}.{name}@{trinoschema.catalog.instance.name}',
  );
  assert.equal(types.entityType('__MetaUserProfile').isInternal, true);
  assert.equal(types.entityType('AtlasGlossaryTerm').isInternal, true);
});

test('what the reference forgets on a fresh store is there: the replication factor of Kafka topics', () => {
  const topic = types.entityType('kafka_topic');
  assert.deepEqual(topic.attributes.get('replicationFactor')?.type, {
    kind: 'primitive',
    name: 'int',
  });
});

test('a flag that is misspelled is not read as nothing', () => {
  const area = {structs: {s: {typeVersion: '1.0', attributes: {a: 'string requierd'}}}};
  assert.throws(() => expandArea(area), /a: no such flag: requierd/);
});

function digest(def: TypeDef): string {
  const text = JSON.stringify([
    def.category,
    def.typeVersion,
    def.serviceType ?? null,
    def.options ?? null,
    ...(def.category === 'ENUM'
      ? [def.elementDefs.map(({value, ordinal}) => [value, ordinal])]
      : []),
    ...('attributeDefs' in def ? [def.attributeDefs.map(attributeFacts)] : []),
    ...(def.category === 'ENTITY' ? [def.superTypes, def.attributeDefOverrides ?? null] : []),
    ...(def.category === 'RELATIONSHIP'
      ? [
          def.relationshipCategory,
          def.propagateTags,
          def.relationshipLabel ?? null,
          endFacts(def.endDef1),
          endFacts(def.endDef2),
        ]
      : []),
  ]);
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

function attributeFacts(def: AttributeDef) {
  return [
    def.name,
    def.typeName,
    def.isOptional,
    def.cardinality,
    def.valuesMinCount,
    def.valuesMaxCount,
    def.isUnique,
    def.isIndexable,
    def.includeInNotification,
    def.searchWeight,
    def.indexType ?? null,
    (def.constraints ?? []).map(constraint => constraint.type),
    def.options ?? null,
  ];
}

function endFacts(end: RelationshipEndDef) {
  return [
    end.type,
    end.name,
    end.isContainer,
    end.cardinality,
    end.isLegacyAttribute,
    end.propagateRename ?? false,
    end.propagateDelete ?? false,
    end.propagateAttributes ?? null,
  ];
}
