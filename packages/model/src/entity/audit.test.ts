import assert from 'node:assert/strict';
import {test} from 'node:test';
import {auditOf} from './audit.ts';
import {
  emptyChangeSet,
  type ChangeSet,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
} from './record.ts';
import {testTypes} from '../testing.ts';

const types = testTypes();
const author = {userName: 'ann', now: 2};

function entity(guid: string, more: Partial<EntityRecord> = {}): EntityRecord {
  const when = {createdBy: 'ann', updatedBy: 'ann', createTime: 1, updateTime: 1};
  return {guid, typeName: 'table', status: 'ACTIVE', ...when, attributes: {name: guid}, ...more};
}

function edge(
  typeName: string,
  end1: string,
  end2: string,
  status: EdgeRecord['status'] = 'ACTIVE',
): EdgeRecord {
  const when = {createdBy: 'ann', updatedBy: 'ann', createTime: 1, updateTime: 1};
  return {guid: `${end1}-${end2}`, typeName, end1, end2, status, ...when, propagateTags: 'NONE'};
}

const events = (changes: Partial<ChangeSet>) =>
  auditOf(types, {...emptyChangeSet(), ...changes}, author);
const update = (before: Partial<EntityRecord>, after: Partial<EntityRecord>) =>
  events({updated: [{before: entity('g', before), after: entity('g', after)}]}).map(
    ({action, change}) => [action, change?.before],
  );

test('a creation has no event of its own; one by an import has', () => {
  assert.deepEqual(events({created: [entity('g')]}), []);
  assert.deepEqual(events({created: [entity('g')], cause: 'import'}), [
    {guid: 'g', action: 'ENTITY_IMPORT_CREATE'},
  ]);
});

test('an update keeps the old values of what changed, and nothing else', () => {
  assert.deepEqual(
    update(
      {attributes: {name: 'g', rows: 1, owner: 'o'}},
      {attributes: {name: 'h', owner: 'o', made: 3}},
    ),
    [['ENTITY_UPDATE', {attributes: {name: 'g', rows: 1, made: null}}]],
  );
});

test('values that must not be kept are not', () => {
  const changes = {
    ...emptyChangeSet(),
    updated: [
      {
        before: entity('g', {attributes: {name: 'a', owner: 'x'}}),
        after: entity('g', {attributes: {name: 'b'}}),
      },
    ],
  };
  assert.deepEqual(auditOf(types, changes, {...author, unaudited: {table: ['name']}}), [
    {guid: 'g', action: 'ENTITY_UPDATE', change: {before: {attributes: {owner: 'x'}}}},
  ]);
});

test('labels, custom and business attributes have events of their own', () => {
  assert.deepEqual(update({labels: ['a', 'b']}, {labels: ['b', 'c']}), [
    ['LABEL_ADD', {labels: ['a', 'b']}],
    ['LABEL_DELETE', {labels: ['a', 'b', 'c']}],
  ]);
  assert.deepEqual(update({}, {customAttributes: {k: 'v'}}), [
    ['CUSTOM_ATTRIBUTE_UPDATE', {customAttributes: null}],
  ]);
  assert.deepEqual(
    update({businessAttributes: {m: {x: 1}}}, {businessAttributes: {m: {x: 2}, n: {y: 1}}}),
    [
      ['BUSINESS_ATTRIBUTE_UPDATE', {businessAttributes: {m: {x: 1}}}],
      ['BUSINESS_ATTRIBUTE_UPDATE', {businessAttributes: {n: null}}],
    ],
  );
});

test('filling a shell is told as its creation', () => {
  assert.deepEqual(update({isIncomplete: true, attributes: {}}, {attributes: {name: 'g'}}), [
    ['ENTITY_CREATE', {attributes: {name: null}, isIncomplete: true}],
  ]);
});

test('deletes: soft, hard and for good; with them go no further events of the entity', () => {
  const assigned = edge('AtlasGlossarySemanticAssignment', 'term', 'g');
  const soft = events({
    updated: [{before: entity('g'), after: entity('g', {status: 'DELETED'})}],
    edgesUpdated: [{before: assigned, after: {...assigned, status: 'DELETED'}}],
  });
  assert.deepEqual(soft, [
    {guid: 'g', action: 'ENTITY_DELETE', change: {before: {status: 'ACTIVE'}}},
  ]);
  const hard = {
    removed: [entity('g')],
    edgesRemoved: [assigned],
    classificationsRemoved: [classification('g')],
  };
  assert.deepEqual(events(hard), [
    {guid: 'g', action: 'ENTITY_DELETE', change: {before: {status: 'ACTIVE'}}},
  ]);
  assert.deepEqual(events({...hard, removed: [entity('g', {status: 'DELETED'})], cause: 'purge'}), [
    {guid: 'g', action: 'ENTITY_PURGE'},
  ]);
});

test('a neighbour is updated by an edge that comes or goes, not by a classification or a term', () => {
  const related = {touched: [entity('g')], edgesCreated: [edge('table_columns', 'g', 'c')]};
  assert.deepEqual(events(related), [{guid: 'g', action: 'ENTITY_UPDATE'}]);
  const tagged = {touched: [entity('g')], classificationsAdded: [classification('g')]};
  assert.deepEqual(events(tagged), [
    {guid: 'g', action: 'CLASSIFICATION_ADD', change: {classification: classification('g')}},
  ]);
  const assigned = edge('AtlasGlossarySemanticAssignment', 'term', 'g');
  assert.deepEqual(events({touched: [entity('g')], edgesCreated: [assigned]}), [
    {guid: 'g', action: 'TERM_ADD', change: {term: 'term'}},
  ]);
  const ended = {before: assigned, after: {...assigned, status: 'DELETED' as const}};
  assert.deepEqual(events({touched: [entity('g')], edgesUpdated: [ended]}), [
    {guid: 'g', action: 'TERM_DELETE', change: {term: 'term'}},
  ]);
});

test('classifications that came from elsewhere are told by their source', () => {
  const one = {entityGuid: 'g', typeName: 'PII', sourceGuid: 's'};
  const change = {propagated: {typeName: 'PII', sourceGuid: 's'}};
  assert.deepEqual(events({propagationsAdded: [one]}), [
    {guid: 'g', action: 'PROPAGATED_CLASSIFICATION_ADD', change},
  ]);
  assert.deepEqual(events({propagationsRemoved: [one]}), [
    {guid: 'g', action: 'PROPAGATED_CLASSIFICATION_DELETE', change},
  ]);
});

test('a classification may come to any number of entities', () => {
  const propagationsAdded = Array.from({length: 200_000}, (_, n) => ({
    entityGuid: `g${n}`,
    typeName: 'PII',
    sourceGuid: 's',
  }));
  assert.equal(events({propagationsAdded}).length, 200_000);
});

test('entities of internal types are not audited', () => {
  const profile = entity('p', {typeName: 'profile'});
  assert.deepEqual(
    events({removed: [profile], updated: [{before: profile, after: {...profile, attributes: {}}}]}),
    [],
  );
});

function classification(entityGuid: string): ClassificationRecord {
  return {
    entityGuid,
    typeName: 'PII',
    attributes: {},
    propagate: true,
    removePropagationsOnEntityDelete: false,
  };
}
