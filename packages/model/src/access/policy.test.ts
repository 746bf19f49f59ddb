import assert from 'node:assert/strict';
import {test} from 'node:test';
import {grantsOf, PolicyError, readPolicy} from './policy.ts';

const issuesOf = (json: unknown): readonly string[] => {
  try {
    readPolicy(json);
    return [];
  } catch (error) {
    if (error instanceof PolicyError) return error.issues;
    throw error;
  }
};

const everything = {
  adminPermissions: [{privileges: ['.*']}],
  typePermissions: [{privileges: ['.*'], typeCategories: ['.*'], typeNames: ['.*']}],
  entityPermissions: [
    {privileges: ['entity-.*'], entityTypes: ['.*'], entityIds: ['.*'], entityClassifications: ['.*']},
  ],
};

test('all that is wrong with a file is told at once, with its path and what is allowed there', () => {
  assert.deepEqual(
    issuesOf({
      role: {},
      roles: {
        A: {entityPermissions: [{privileges: ['entity-raed'], entityTypes: 'hive_table', entityIds: ['*'], extra: []}]},
        B: {adminPermissions: [{privileges: [7]}], typePermission: []},
        C: [],
      },
      userRoles: {ann: 'A'},
      groupRoles: [],
    }),
    [
      'the policy: role is not known here; allowed are roles, userRoles, groupRoles',
      'roles.A.entityPermissions[0]: extra is not known here; allowed are privileges, entityTypes, entityIds, ' +
        'entityClassifications, labels, businessMetadata, attributes, classifications',
      'roles.A.entityPermissions[0].entityTypes: expected a list',
      'roles.A.entityPermissions[0].entityIds[0]: "*": * behind nothing; .* fits everything is not understood',
      'roles.A.entityPermissions[0].privileges[0]: entity-raed is none of entity-read, entity-create, entity-update, ' +
        'entity-delete, entity-read-classification, entity-add-classification, entity-update-classification, ' +
        'entity-remove-classification, entity-add-label, entity-remove-label, entity-update-business-metadata',
      'roles.B: typePermission is not known here; allowed are adminPermissions, typePermissions, entityPermissions, ' +
        'relationshipPermissions',
      'roles.B.adminPermissions[0].privileges[0]: expected a text',
      'roles.B.adminPermissions[0].privileges[0]: 7 is none of admin-export, admin-import, admin-purge, admin-audits, ' +
        'service-notification-post',
      'roles.C: expected an object',
      'userRoles.ann: expected a list',
      'groupRoles: expected an object',
    ],
  );
  assert.deepEqual(issuesOf([]), ['the policy: expected an object']);
  assert.deepEqual(issuesOf({roles: {ALL: everything}, userRoles: {ann: ['ALL']}}), []);
});

test('what is understood and hardly meant is warned of', () => {
  const {warnings} = readPolicy({
    roles: {A: {entityPermissions: [{entityTypes: ['.*']}]}},
    groupRoles: {staff: ['A', 'GONE']},
  });
  assert.deepEqual(warnings, [
    'roles.A.entityPermissions[0]: without privileges it allows nothing',
    'roles.A.entityPermissions[0]: without entityIds it allows nothing that has any',
    'groupRoles.staff[1]: there is no role GONE, so it gives nothing',
  ]);
});

test('somebody has the roles of their name and of all their groups, and nothing else', () => {
  const {policy} = readPolicy({
    roles: {A: everything, B: {adminPermissions: [{privileges: ['admin-audits']}]}, C: everything},
    userRoles: {ann: ['B', 'NONE']},
    groupRoles: {staff: ['A'], toString: ['C']},
  });
  const rolesOf = (userName: string, ...groups: string[]) => grantsOf(policy, {userName, groups}).roles;
  assert.deepEqual(rolesOf('ann', 'staff', 'others'), ['A', 'B']);
  assert.deepEqual(rolesOf('bob'), []);
  assert.deepEqual(rolesOf('Ann'), []);
  assert.deepEqual(rolesOf('constructor', '__proto__', 'hasOwnProperty'), []);
  assert.deepEqual(
    grantsOf(policy, {userName: 'ann', groups: ['staff']}).adminPermissions.map(one => one.rule),
    ['A.adminPermissions[0]', 'B.adminPermissions[0]'],
  );
  assert.notEqual(
    grantsOf(policy, {userName: 'ann', groups: []}).key,
    grantsOf(policy, {userName: 'x', groups: []}).key,
  );
});

test('a file of an older version calls the classifications of entities by their old name', () => {
  const of = (permission: object) =>
    readPolicy({
      roles: {A: {entityPermissions: [{privileges: ['.*'], entityTypes: ['.*'], entityIds: ['.*'], ...permission}]}},
    }).policy.roles['A']?.entityPermissions[0];
  assert.deepEqual(of({classifications: ['PII']})?.entityClassifications, ['PII']);
  assert.deepEqual(of({classifications: ['PII'], entityClassifications: []})?.entityClassifications, []);
});
