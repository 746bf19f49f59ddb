import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '../error.ts';
import {
  emptyChangeSet,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
} from '../entity/record.ts';
import {classificationDef, entityDef, testDefs, testTypes} from '../testing.ts';
import {TypeRegistry} from '../types/type-registry.ts';
import {
  checkPermissions,
  guidsToKnow,
  permissionsForTypes,
  permissionsFor,
  type Known,
  refusal,
} from './check-changes.ts';
import {grantsOf} from './policy.ts';
import {readPolicy} from './read-policy.ts';

const types = testTypes();

const stored = (guid: string, more: Partial<EntityRecord> = {}): EntityRecord => ({
  guid,
  typeName: 'table',
  status: 'ACTIVE',
  createdBy: 'a',
  updatedBy: 'a',
  createTime: 1,
  updateTime: 1,
  attributes: {qualifiedName: guid, name: guid},
  ...more,
});
const edge = (end1: string, end2: string, more: Partial<EdgeRecord> = {}): EdgeRecord => ({
  guid: `${end1}-${end2}`,
  typeName: 'table_columns',
  end1,
  end2,
  status: 'ACTIVE',
  createdBy: 'a',
  updatedBy: 'a',
  createTime: 1,
  updateTime: 1,
  propagateTags: 'NONE',
  ...more,
});
const tagged = (entityGuid: string) => ({
  entityGuid,
  typeName: 'PII',
  attributes: {},
  propagate: true,
  removePropagationsOnEntityDelete: false,
});
const known = (...records: EntityRecord[]): Known => ({
  entities: new Map(records.map(one => [one.guid, one])),
  carried: new Map(),
});
const texts = (changes: Partial<ChangeSet>, what = known()) =>
  permissionsFor(types, {...emptyChangeSet(), ...changes}, what, 'ann').map(one => one.text);

test('each part of a planned change asks for its own privilege', () => {
  const [a, b] = [stored('a'), stored('b')];
  const later = (record: EntityRecord, more: Partial<EntityRecord>) => ({
    before: record,
    after: {...record, updateTime: 2, updatedBy: 'ann', ...more},
  });
  const cases: [string, Partial<ChangeSet>, string[]][] = [
    ['created', {created: [a]}, ['create entity: type=table']],
    [
      'created with all that it can come with',
      {
        created: [stored('a', {labels: ['x'], businessAttributes: {Cost: {eur: 1}}})],
        classificationsAdded: [tagged('a')],
      },
      [
        'create entity: type=table',
        'add label: guid=a, label=x',
        'update business-metadata: guid=a, business-metadata=Cost',
        'add classification: guid=a, classification=PII',
      ],
    ],
    [
      'a value',
      {updated: [later(a, {attributes: {...a.attributes, note: 'x'}})]},
      ['update entity: type=table'],
    ],
    [
      'an owner, which rules look at: before and after',
      {updated: [later(a, {attributes: {...a.attributes, owner: 'x'}})]},
      ['update entity: type=table', 'update entity: type=table'],
    ],
    [
      'custom attributes',
      {updated: [later(a, {customAttributes: {k: 'v'}})]},
      ['update entity: type=table'],
    ],
    [
      'labels alone',
      {updated: [later(stored('a', {labels: ['x', 'y']}), {labels: ['y', 'z']})]},
      ['add label: guid=a, label=z', 'remove label: guid=a, label=x'],
    ],
    [
      'labels and a value',
      {updated: [later(a, {labels: ['z'], attributes: {qualifiedName: 'a', name: 'n'}})]},
      ['add label: guid=a, label=z', 'update entity: type=table'],
    ],
    [
      'business metadata alone',
      {
        updated: [
          later(stored('a', {businessAttributes: {Cost: {eur: 1}, Old: {}}}), {
            businessAttributes: {Cost: {eur: 2}},
          }),
        ],
      },
      ['update business-metadata: guid=a, business-metadata=Cost'],
    ],
    ['soft deletion', {updated: [later(a, {status: 'DELETED'})]}, ['delete entity: guid=a']],
    ['hard deletion', {removed: [a]}, ['delete entity: guid=a']],
    [
      'what goes along with a deletion, softly or for good, and what refers to it',
      {
        removed: [a, b],
        updated: [later(stored('c'), {status: 'DELETED'}), later(stored('d'), {attributes: {}})],
        following: ['b', 'c', 'd'],
      },
      ['delete entity: guid=a'],
    ],
    ['times alone', {touched: [a]}, []],
    [
      'classifications',
      {
        classificationsAdded: [tagged('a')],
        classificationsUpdated: [{before: tagged('b'), after: tagged('b')}],
        classificationsRemoved: [tagged('a')],
      },
      [
        'add classification: guid=a, classification=PII',
        'update classification: guid=b, classification=PII',
        'remove classification: guid=a, classification=PII',
      ],
    ],
    [
      'what goes with its entity',
      {removed: [a], classificationsRemoved: [tagged('a')]},
      ['delete entity: guid=a'],
    ],
    [
      'a propagation that is taken away by hand',
      {propagationsRemoved: [{entityGuid: 'b', typeName: 'PII', sourceGuid: 'a'}]},
      ['remove classification: guid=b, classification=PII'],
    ],
    [
      'relationships',
      {
        edgesCreated: [edge('a', 'b')],
        edgesUpdated: [
          {before: edge('b', 'a'), after: edge('b', 'a', {propagateTags: 'BOTH'})},
          {before: edge('a', 'a'), after: edge('a', 'a', {status: 'DELETED'})},
        ],
        edgesRemoved: [edge('b', 'b')],
        blocksAdded: [{edge: edge('a', 'b'), typeName: 'PII', sourceGuid: 'a'}],
      },
      [
        'add relationship: type=table_columns, end1=a, end2=b',
        'update relationship: type=table_columns, end1=b, end2=a',
        'remove relationship: type=table_columns, end1=a, end2=a',
        'remove relationship: type=table_columns, end1=b, end2=b',
        'update relationship: type=table_columns, end1=a, end2=b',
      ],
    ],
    [
      'a relationship that ends because an end is deleted',
      {
        updated: [later(b, {status: 'DELETED'})],
        edgesUpdated: [{before: edge('a', 'b'), after: edge('a', 'b', {status: 'DELETED'})}],
      },
      ['delete entity: guid=b'],
    ],
    [
      'a reference without a relationship type',
      {edgesCreated: [edge('a', 'b', {typeName: '__table.peer'})]},
      [],
    ],
  ];
  for (const [name, changes, expected] of cases)
    assert.deepEqual(texts(changes, known(a, b)), expected, name);
});

test('what has to be known are entities that the change names and does not bring along', () => {
  const {entities, carried} = guidsToKnow({
    ...emptyChangeSet(),
    created: [stored('new')],
    updated: [{before: stored('a'), after: stored('a')}],
    edgesCreated: [edge('new', 'b')],
    classificationsAdded: [tagged('c'), tagged('a')],
    touched: [stored('d')],
  });
  assert.deepEqual(entities.toSorted(), ['b', 'c']);
  assert.deepEqual(carried.toSorted(), ['a', 'b', 'c']);
});

test('classifications that an entity carries decide, and everybody may change their own records', () => {
  const grants = grantsOf(
    readPolicy({
      roles: {
        R: {
          entityPermissions: [
            {privileges: ['entity-update'], entityTypes: ['.*'], entityIds: ['.*']},
          ],
        },
      },
      userRoles: {ann: ['R']},
    }).policy,
    {userName: 'ann', groups: []},
    0,
  );
  const a = stored('a');
  const changes = {
    ...emptyChangeSet(),
    updated: [{before: a, after: {...a, customAttributes: {k: 'v'}}}],
    removed: [stored('b')],
  };
  const check = (what: Known, of = changes) =>
    checkPermissions(grants, 'ann', permissionsFor(types, of, what, 'ann'));
  assert.doesNotThrow(() => check(known(), {...changes, removed: []}));
  const carried = {entities: new Map(), carried: new Map([['a', ['PII']]])};
  assert.throws(
    () => check(carried),
    (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.message, 'ann is not authorized to perform update entity: type=table');
      assert.deepEqual(error.issues, [
        'ann is not authorized to perform update entity: type=table',
        'ann is not authorized to perform delete entity: guid=b',
      ]);
      return true;
    },
  );
  const profile = (name: string) =>
    stored('p', {typeName: '__MetaUserProfile', attributes: {name}});
  assert.deepEqual(texts({created: [profile('ann')]}), []);
  assert.deepEqual(texts({created: [profile('bob')]}), ['create entity: type=__MetaUserProfile']);
});

test('a name that an entity is given is looked at like the one it had', () => {
  const rule = {privileges: ['entity-.*'], entityTypes: ['.*'], entityIds: ['sales.*']};
  const {policy} = readPolicy({roles: {R: {entityPermissions: [rule]}}, userRoles: {ann: ['R']}});
  const grants = grantsOf(policy, {userName: 'ann', groups: []}, 0);
  const named = (qualifiedName: string) => stored('a', {attributes: {qualifiedName, name: 'n'}});
  const rename = (before: string, after: string) => () => {
    const changes = {...emptyChangeSet(), updated: [{before: named(before), after: named(after)}]};
    checkPermissions(grants, 'ann', permissionsFor(types, changes, known(), 'ann'));
  };
  const refused = {message: 'ann is not authorized to perform update entity: type=table'};
  assert.doesNotThrow(rename('sales.x', 'sales.y'));
  assert.throws(rename('sales.x', 'finance.x'), refused);
  assert.throws(rename('finance.x', 'sales.x'), refused);
});

test('types ask by what becomes of them', () => {
  const after = new TypeRegistry([
    ...testDefs.filter(def => def.name !== 'profile' && def.name !== 'column'),
    entityDef('column', ['Asset'], []),
    classificationDef('New', []),
  ]);
  assert.deepEqual(
    permissionsForTypes(types, after).map(one => one.text),
    ['update entity-def column', 'create classification-def New', 'delete entity-def profile'],
  );
});

test('a refusal counts what was refused by which rule, and tells each only once', () => {
  const refused = [
    {what: 'update entity: type=a', rule: 'R.deny.entityPermissions[0]'},
    {what: 'update entity: type=a', rule: 'R.deny.entityPermissions[0]'},
    {what: 'update entity: type=b'},
    {what: 'delete entity: guid=1'},
    {what: 'delete entity: guid=2'},
  ];
  const {issues, refusals} = refusal('ann', refused);
  assert.equal(issues.length, 4);
  assert.deepEqual(refusals, [
    {what: 'update entity: type=a', rule: 'R.deny.entityPermissions[0]', count: 2},
    {what: 'update entity: type=b', count: 1},
    {what: 'delete entity: guid=1', count: 2},
  ]);
});
