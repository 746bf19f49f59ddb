import assert from 'node:assert/strict';
import {test} from 'node:test';
import {draftOf, newAttribute, newElement, newType, problemsOf, typesDefOf} from './type-draft.ts';
import type {AnyType} from './type-parts.ts';

test('a new classification as the API takes it', () => {
  const draft = {
    ...newType('CLASSIFICATION', 'PII'),
    name: ' Email ',
    entityTypes: ['hive_column'],
    attributes: [
      {...newAttribute(), name: 'reasons', isMany: true},
      {...newAttribute(), name: 'level', typeName: 'int', isOptional: false},
    ],
  };
  const {classificationDefs, entityDefs} = typesDefOf(draft);
  assert.deepEqual(entityDefs, []);
  assert.deepEqual(classificationDefs, [
    {
      category: 'CLASSIFICATION',
      name: 'Email',
      description: '',
      superTypes: ['PII'],
      entityTypes: ['hive_column'],
      attributeDefs: [
        {
          name: 'reasons',
          typeName: 'array<string>',
          isOptional: true,
          cardinality: 'SET',
          valuesMinCount: 0,
          valuesMaxCount: 2147483647,
          isUnique: false,
          isIndexable: false,
        },
        {
          name: 'level',
          typeName: 'int',
          isOptional: false,
          cardinality: 'SINGLE',
          valuesMinCount: 1,
          valuesMaxCount: 1,
          isUnique: false,
          isIndexable: false,
        },
      ],
    },
  ]);
});

const stored = {
  category: 'ENTITY',
  guid: 'g',
  name: 'file',
  description: 'a file',
  typeVersion: '1.0',
  version: 3,
  options: {schemaElementsAttribute: 'parts'},
  superTypes: ['DataSet'],
  subTypes: ['csv'],
  relationshipAttributeDefs: [],
  attributeDefs: [
    {
      name: 'parts',
      typeName: 'array<string>',
      isOptional: true,
      cardinality: 'LIST',
      searchWeight: 7,
      options: {isSoftReference: 'true'},
    },
  ],
} as unknown as AnyType;

test('of a stored type stays what the form does not show, but for what the server adds', () => {
  const draft = draftOf(stored);
  const {entityDefs} = typesDefOf({
    ...draft,
    description: 'any file',
    attributes: [...draft.attributes, {...newAttribute(), name: 'size', typeName: 'long'}],
  });
  const def = entityDefs[0] as unknown as Record<string, unknown>;
  assert.equal(def['description'], 'any file');
  assert.deepEqual(def['options'], {schemaElementsAttribute: 'parts'});
  assert.ok(!('subTypes' in def) && !('relationshipAttributeDefs' in def));
  const [parts, size] = def['attributeDefs'] as Record<string, unknown>[];
  assert.deepEqual(parts, 'attributeDefs' in stored ? stored.attributeDefs[0] : {});
  assert.equal(size?.['typeName'], 'long');
});

test('attributes of business metadata say where they apply and how long they are', () => {
  const attribute = {
    ...newAttribute(),
    name: 'owner',
    applicableTypes: ['DataSet'],
    maxLength: '20',
  };
  const [def] = typesDefOf({
    ...newType('BUSINESS_METADATA'),
    name: 'Care',
    attributes: [attribute],
  }).businessMetadataDefs;
  assert.deepEqual(def?.attributeDefs[0]?.options, {
    applicableEntityTypes: '["DataSet"]',
    maxStrLength: '20',
  });
});

test('what keeps a form from being sent', () => {
  assert.deepEqual(problemsOf({...newType('ENTITY'), name: 'x'}), []);
  assert.deepEqual(problemsOf({...newType('ENTITY'), attributes: [newAttribute()]}), [
    'Enter a name.',
    'Every attribute needs a name.',
  ]);
  const twice = [
    {...newAttribute(), name: 'a'},
    {...newAttribute(), name: 'a '},
  ];
  assert.deepEqual(problemsOf({...newType('STRUCT'), name: 'x', attributes: twice}), [
    'Two attributes have the same name.',
  ]);
  assert.deepEqual(problemsOf({...newType('ENUM'), name: 'x', elements: [newElement()]}), [
    'A value is empty.',
  ]);
  assert.deepEqual(problemsOf({...newType('RELATIONSHIP'), name: 'x'}), [
    'Both ends need a type and a name.',
  ]);
  const text = {...newAttribute(), name: 'a', applicableTypes: ['Asset'], maxLength: ' '};
  assert.deepEqual(problemsOf({...newType('BUSINESS_METADATA'), name: 'x', attributes: [text]}), [
    'Every text needs a longest length.',
  ]);
});
