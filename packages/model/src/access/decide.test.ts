import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {AccessRequest, EntityFacts} from './access-request.ts';
import {may} from './decide.ts';
import {mayTouch} from './may-touch.ts';
import {grantsOf} from './policy.ts';
import {readPolicy} from './read-policy.ts';

const grants = (role: object) =>
  grantsOf(
    readPolicy({roles: {R: role}, userRoles: {ann: ['R']}}).policy,
    {userName: 'ann', groups: []},
    0,
  );

const table = (id: string | undefined, ...classifications: string[][]): EntityFacts => ({
  types: ['hive_table', 'DataSet', 'Asset', 'Referenceable'],
  id,
  classifications,
});
const read = (entity: EntityFacts): AccessRequest => ({
  kind: 'entity',
  privilege: 'entity-read',
  entity,
});

test('a rule for entities fits by privilege, type or super type, and id', () => {
  const given = grants({
    entityPermissions: [
      {
        privileges: ['entity-read'],
        entityTypes: ['DataSet'],
        entityIds: ['sales.*'],
        entityClassifications: ['.*'],
      },
      {privileges: ['entity-.*'], entityTypes: ['hive_db'], entityIds: ['.*']},
    ],
  });
  const cases: [AccessRequest, boolean][] = [
    [read(table('sales.orders@x')), true],
    [read(table('hr.people@x')), false],
    [read(table(undefined)), true],
    [{...read(table('sales.a')), privilege: 'entity-update'} as AccessRequest, false],
    [read({types: ['hive_db', 'Asset'], id: 'hr', classifications: []}), true],
    [read({types: ['Process', 'Asset'], id: 'sales.p', classifications: []}), false],
  ];
  for (const [request, allowed] of cases)
    assert.equal(may(given, request).allowed, allowed, JSON.stringify(request));
  assert.deepEqual(may(given, read(table('sales.a'))), {
    allowed: true,
    because: ['R.entityPermissions[0]'],
  });
});

test('every classification that an entity carries must be covered, by one rule or by several that fit', () => {
  const rule = (entityIds: string[], entityClassifications: string[]) => ({
    privileges: ['entity-read'],
    entityTypes: ['.*'],
    entityIds,
    entityClassifications,
  });
  const given = grants({
    entityPermissions: [rule(['.*'], ['Internal']), rule(['a.*'], ['PII']), rule(['.*'], [])],
  });
  assert.deepEqual(may(given, read(table('b'))).because, ['R.entityPermissions[0]']);
  assert.equal(may(given, read(table('b', ['Internal']))).allowed, true);
  assert.deepEqual(may(given, read(table('a1', ['Email', 'PII'], ['Internal']))), {
    allowed: true,
    because: ['R.entityPermissions[1]', 'R.entityPermissions[0]'],
  });
  assert.deepEqual(may(given, read(table('b', ['Email', 'PII']))), {
    allowed: false,
    because: [],
    lacking: 'the classification Email',
  });
  assert.equal(may(given, read(table('a', ['Other']))).allowed, false);
});

test('labels, business metadata and classifications count for their own privileges alone', () => {
  const given = grants({
    entityPermissions: [
      {
        privileges: ['entity-.*'],
        entityTypes: ['.*'],
        entityIds: ['.*'],
        entityClassifications: ['.*'],
        labels: ['x.*'],
        businessMetadata: ['Cost'],
        classifications: ['PII'],
      },
    ],
  });
  const asked = (privilege: string, what: object) =>
    may(given, {kind: 'entity', privilege, entity: table('a'), ...what} as AccessRequest).allowed;
  assert.equal(asked('entity-update', {}), true);
  assert.equal(asked('entity-add-label', {label: 'x1'}), true);
  assert.equal(asked('entity-remove-label', {label: 'y'}), false);
  assert.equal(asked('entity-update-business-metadata', {businessMetadata: 'Cost'}), true);
  assert.equal(asked('entity-update-business-metadata', {businessMetadata: 'Other'}), false);
  assert.equal(asked('entity-add-classification', {classification: ['Email', 'PII']}), true);
  assert.equal(asked('entity-add-classification', {classification: ['Other']}), false);
});

test('types by category and name; who may change one may read it', () => {
  const given = grants({
    typePermissions: [
      {
        privileges: ['type-update'],
        typeCategories: ['entity|classification'],
        typeNames: ['hive_.*'],
      },
      {privileges: ['type-read'], typeCategories: ['ENUM'], typeNames: ['.*']},
    ],
  });
  const asked = (privilege: string, category: string, typeName: string) =>
    may(given, {kind: 'type', privilege, category, typeName} as AccessRequest).allowed;
  assert.equal(asked('type-update', 'ENTITY', 'hive_table'), true);
  assert.equal(asked('type-read', 'ENTITY', 'hive_table'), true);
  assert.equal(asked('type-create', 'ENTITY', 'hive_table'), false);
  assert.equal(asked('type-update', 'STRUCT', 'hive_table'), false);
  assert.equal(asked('type-read', 'ENTITY', 'spark_table'), false);
  assert.equal(asked('type-read', 'ENUM', 'Color'), true);
  assert.equal(asked('type-update', 'ENUM', 'Color'), false);
});

test('relationships by type and by both ends, and admin operations', () => {
  const given = grants({
    adminPermissions: [{privileges: ['admin-export', 'admin-audits']}],
    relationshipPermissions: [
      {
        privileges: ['add-relationship'],
        relationshipTypes: ['.*'],
        end1EntityType: ['hive_table'],
        end1EntityId: ['.*'],
        end1EntityClassification: ['.*'],
        end2EntityType: ['AtlasGlossaryTerm'],
        end2EntityId: ['.*@sales'],
        end2EntityClassification: [],
      },
    ],
  });
  const term = (id: string, ...classifications: string[][]): EntityFacts => ({
    types: ['AtlasGlossaryTerm'],
    id,
    classifications,
  });
  const asked = (end1: EntityFacts, end2: EntityFacts, privilege = 'add-relationship') =>
    may(given, {kind: 'relationship', privilege, typeName: 'r', end1, end2} as AccessRequest)
      .allowed;
  assert.equal(asked(table('a', ['PII']), term('t@sales')), true);
  assert.equal(asked(table('a'), term('t@hr')), false);
  assert.equal(asked(term('t@sales'), table('a')), false);
  assert.equal(asked(table('a'), term('t@sales', ['PII'])), false);
  assert.equal(asked(table('a'), term('t@sales'), 'remove-relationship'), false);
  assert.deepEqual(may(given, {kind: 'admin', privilege: 'admin-audits'}), {
    allowed: true,
    because: ['R.adminPermissions[0]'],
  });
  assert.equal(may(given, {kind: 'admin', privilege: 'admin-purge'}).allowed, false);
});

const all = {
  privileges: ['.*'],
  entityTypes: ['.*'],
  entityIds: ['.*'],
  entityClassifications: ['.*'],
};
const denying = (deny: object, more: object = {}) =>
  grants({
    entityPermissions: [
      {...all, labels: ['.*'], businessMetadata: ['.*'], classifications: ['.*']},
    ],
    ...more,
    deny: {entityPermissions: [deny]},
  });
const denial = {allowed: false, because: ['R.deny.entityPermissions[0]']};

test('what is denied is not allowed, whatever else allows it', () => {
  const pii = denying({privileges: ['entity-.*'], entityClassifications: ['PII']});
  assert.deepEqual(may(pii, read(table('a', ['Internal'], ['Email', 'PII']))), denial);
  assert.equal(may(pii, read(table('a', ['Internal']))).allowed, true);
  assert.equal(may(pii, read(table('a'))).allowed, true);
  const given = {...table('a'), given: [['Email', 'PII']]};
  assert.deepEqual(may(pii, {kind: 'entity', privilege: 'entity-create', entity: given}), denial);
  const ids = denying({
    privileges: ['entity-read'],
    entityTypes: ['DataSet'],
    entityIds: [String.raw`hr\..*`],
  });
  assert.deepEqual(may(ids, read(table('hr.people'))), denial);
  assert.equal(may(ids, read(table('sales.orders'))).allowed, true);
  assert.equal(may(ids, read(table(undefined))).allowed, true);
  assert.equal(
    may(ids, {...read(table('hr.people')), privilege: 'entity-delete'} as AccessRequest).allowed,
    true,
  );
  assert.deepEqual(may(denying({privileges: ['.*']}), read(table(undefined))), denial);
});

test('a label that is denied denies that label alone', () => {
  const given = denying({privileges: ['.*'], labels: ['gold']});
  const asked = (what: object) =>
    may(given, {
      kind: 'entity',
      privilege: 'entity-add-label',
      entity: table('a'),
      ...what,
    } as AccessRequest).allowed;
  assert.equal(asked({label: 'gold'}), false);
  assert.equal(asked({label: 'tin'}), true);
  assert.equal(may(given, read(table('a'))).allowed, true);
});

test('administration, types and relationships are denied alike', () => {
  const end = (number: 1 | 2) => ({
    [`end${number}EntityType`]: ['.*'],
    [`end${number}EntityId`]: ['.*'],
    [`end${number}EntityClassification`]: ['.*'],
  });
  const given = grants({
    adminPermissions: [{privileges: ['.*']}],
    typePermissions: [{privileges: ['.*'], typeCategories: ['.*'], typeNames: ['.*']}],
    relationshipPermissions: [
      {privileges: ['.*'], relationshipTypes: ['.*'], ...end(1), ...end(2)},
    ],
    deny: {
      adminPermissions: [{privileges: ['admin-purge']}],
      typePermissions: [
        {privileges: ['type-delete'], typeCategories: ['entity'], typeNames: ['hive_.*']},
      ],
      relationshipPermissions: [{privileges: ['.*'], end2EntityClassification: ['PII']}],
    },
  });
  const relating = (end1: EntityFacts, end2: EntityFacts): AccessRequest => ({
    kind: 'relationship',
    privilege: 'add-relationship',
    typeName: 'r',
    end1,
    end2,
  });
  const type = (privilege: 'type-delete' | 'type-update', category: string): AccessRequest => ({
    kind: 'type',
    privilege,
    category,
    typeName: 'hive_table',
  });
  const cases: [AccessRequest, string | true][] = [
    [{kind: 'admin', privilege: 'admin-purge'}, 'R.deny.adminPermissions[0]'],
    [{kind: 'admin', privilege: 'admin-audits'}, true],
    [type('type-delete', 'ENTITY'), 'R.deny.typePermissions[0]'],
    [type('type-delete', 'ENUM'), true],
    [type('type-update', 'ENTITY'), true],
    [relating(table('a'), table('b', ['PII'])), 'R.deny.relationshipPermissions[0]'],
    [relating(table('a', ['PII']), table('b')), true],
  ];
  for (const [request, expected] of cases) {
    const {allowed, because} = may(given, request);
    assert.equal(allowed || because[0], expected, JSON.stringify(request));
  }
});

test('who may change or relate something may know of it, unless that is denied', () => {
  assert.equal(mayTouch(denying({privileges: ['entity-read']}), table('a')), true);
  assert.equal(mayTouch(denying({privileges: ['entity-.*'], entityIds: ['a']}), table('a')), false);
  assert.equal(mayTouch(denying({privileges: ['entity-.*'], entityIds: ['b']}), table('a')), true);
  assert.equal(mayTouch(denying({privileges: ['entity-.*'], labels: ['gold']}), table('a')), true);
  const relationshipPermissions = [
    {
      privileges: ['.*'],
      relationshipTypes: ['.*'],
      end1EntityType: ['.*'],
      end1EntityId: ['.*'],
      end1EntityClassification: [],
    },
  ];
  const related = (deny: object[]) =>
    grants({relationshipPermissions, deny: {relationshipPermissions: deny}});
  assert.equal(mayTouch(related([]), table('a')), true);
  assert.equal(mayTouch(related([{privileges: ['.*'], end1EntityId: ['a']}]), table('a')), false);
  assert.equal(mayTouch(related([{privileges: ['.*'], end2EntityId: ['a']}]), table('a')), true);
});

test('some rules are for owners alone', () => {
  const given = grants({entityPermissions: [{...all, ownedOnly: true}]});
  assert.equal(may(given, read({...table('a'), owner: 'ann'})).allowed, true);
  assert.equal(may(given, read({...table('a'), owner: 'Ann'})).allowed, false);
  assert.equal(may(given, read(table('a'))).allowed, false);
});
