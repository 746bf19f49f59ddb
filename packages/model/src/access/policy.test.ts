import assert from 'node:assert/strict';
import {test} from 'node:test';
import {grantsOf} from './policy.ts';
import {readPolicy} from './read-policy.ts';

const refuses = (json: unknown, issues: readonly string[]) =>
  assert.throws(() => readPolicy(json), {message: issues.join('; ')});

const everything = {
  adminPermissions: [{privileges: ['.*']}],
  typePermissions: [{privileges: ['.*'], typeCategories: ['.*'], typeNames: ['.*']}],
  entityPermissions: [
    {
      privileges: ['entity-.*'],
      entityTypes: ['.*'],
      entityIds: ['.*'],
      entityClassifications: ['.*'],
    },
  ],
};

test('all that is wrong with a file is told at once, with its path and what is allowed there', () => {
  refuses(
    {
      role: {},
      roles: {
        A: {
          entityPermissions: [
            {privileges: ['entity-raed'], entityTypes: 'hive_table', entityIds: ['*'], extra: []},
          ],
        },
        B: {adminPermissions: [{privileges: [7]}], typePermission: []},
        C: [],
      },
      userRoles: {ann: 'A'},
      groupRoles: [],
    },
    [
      'the policy: role is not known here; allowed are roles, userRoles, groupRoles, deny',
      'roles.A.entityPermissions[0]: extra is not known here; allowed are privileges, entityTypes, entityIds, ' +
        'entityClassifications, labels, businessMetadata, attributes, classifications, until, ownedOnly',
      'roles.A.entityPermissions[0].entityTypes: expected a list',
      'roles.A.entityPermissions[0].entityIds[0]: "*": * behind nothing; .* fits everything is not understood',
      'roles.A.entityPermissions[0].privileges[0]: entity-raed is none of entity-read, entity-create, entity-update, ' +
        'entity-delete, entity-read-classification, entity-add-classification, entity-update-classification, ' +
        'entity-remove-classification, entity-add-label, entity-remove-label, entity-update-business-metadata',
      'roles.B: typePermission is not known here; allowed are adminPermissions, typePermissions, entityPermissions, ' +
        'relationshipPermissions, editorPermissions, deny',
      'roles.B.adminPermissions[0].privileges[0]: expected a text',
      'roles.B.adminPermissions[0].privileges[0]: 7 is none of admin-export, admin-import, admin-purge, admin-audits, ' +
        'admin-usage, admin-subscriptions, service-notification-post',
      'roles.C: expected an object',
      'userRoles.ann: expected a list',
      'groupRoles: expected an object',
    ],
  );
  refuses([], ['the policy: expected an object']);
  assert.doesNotThrow(() => readPolicy({roles: {ALL: everything}, userRoles: {ann: ['ALL']}}));
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
  const rolesOf = (userName: string, ...groups: string[]) =>
    grantsOf(policy, {userName, groups}, 0).roles;
  assert.deepEqual(rolesOf('ann', 'staff', 'others'), ['A', 'B']);
  assert.deepEqual(rolesOf('bob'), []);
  assert.deepEqual(rolesOf('Ann'), []);
  assert.deepEqual(rolesOf('constructor', '__proto__', 'hasOwnProperty'), []);
  assert.deepEqual(
    grantsOf(policy, {userName: 'ann', groups: ['staff']}, 0).adminPermissions.map(one => one.rule),
    ['A.adminPermissions[0]', 'B.adminPermissions[0]'],
  );
  assert.notEqual(
    grantsOf(policy, {userName: 'ann', groups: []}, 0).key,
    grantsOf(policy, {userName: 'x', groups: []}, 0).key,
  );
});

test('a file of an older version calls the classifications of entities by their old name', () => {
  const of = (permission: object) =>
    readPolicy({
      roles: {
        A: {
          entityPermissions: [
            {privileges: ['.*'], entityTypes: ['.*'], entityIds: ['.*'], ...permission},
          ],
        },
      },
    }).policy.roles['A']?.entityPermissions[0];
  assert.deepEqual(of({classifications: ['PII']})?.entityClassifications, ['PII']);
  assert.deepEqual(
    of({classifications: ['PII'], entityClassifications: []})?.entityClassifications,
    [],
  );
});

const reader = {privileges: ['entity-read'], entityTypes: ['.*'], entityIds: ['.*']};

test('rules and roles end, and of a role that somebody has twice the later end counts', () => {
  const noon = Date.parse('2030-01-01T12:00:00Z');
  const {policy} = readPolicy({
    roles: {
      A: {entityPermissions: [{...reader, until: '2030-01-01T13:00:00+01:00'}, reader]},
      B: {
        adminPermissions: [{privileges: ['.*']}],
        deny: {typePermissions: [{privileges: ['.*'], until: '2030-01-01T11:00Z'}]},
      },
    },
    userRoles: {ann: ['A', {role: 'B', until: '2030-01-01T10:00:00Z'}]},
    groupRoles: {staff: [{role: 'B', until: '2030-01-01T12:30:00Z'}]},
  });
  const at = (hours: number, ...groups: string[]) => {
    const {roles, entityPermissions, adminPermissions, deny, until} = grantsOf(
      policy,
      {userName: 'ann', groups},
      noon + hours * 3_600_000,
    );
    const lists = [entityPermissions, adminPermissions, deny.typePermissions];
    return [
      roles.join(' '),
      ...lists.map(list => list.length),
      until === undefined ? '' : (until - noon) / 3_600_000,
    ];
  };
  assert.deepEqual(at(-3), ['A B', 2, 1, 1, -2]);
  assert.deepEqual(at(-2), ['A', 2, 0, 0, 0]);
  assert.deepEqual(at(-2, 'staff'), ['A B', 2, 1, 1, -1]);
  assert.deepEqual(at(-1, 'staff'), ['A B', 2, 1, 0, 0]);
  assert.deepEqual(at(0, 'staff'), ['A B', 1, 1, 0, 0.5]);
  assert.deepEqual(at(0.5, 'staff'), ['A', 1, 0, 0, '']);
  assert.deepEqual(at(-Infinity, 'staff')[0], 'A B');
});

test('what is denied is so for everybody or for a role, but for those who are excepted', () => {
  const {policy} = readPolicy({
    roles: {
      A: {deny: {adminPermissions: [{privileges: ['admin-purge'], exceptUsers: ['ann']}]}},
      B: {},
    },
    userRoles: {ann: ['A'], bob: ['A'], eve: ['B']},
    deny: {
      entityPermissions: [
        {privileges: ['entity-read'], exceptGroups: ['privacy'], exceptRoles: ['B']},
      ],
    },
  });
  const denied = (userName: string, ...groups: string[]) => {
    const {deny} = grantsOf(policy, {userName, groups}, 0);
    return [...deny.adminPermissions, ...deny.entityPermissions].map(one => one.rule);
  };
  assert.deepEqual(denied('bob'), ['A.deny.adminPermissions[0]', 'deny.entityPermissions[0]']);
  assert.deepEqual(denied('ann'), ['deny.entityPermissions[0]']);
  assert.deepEqual(denied('ann', 'privacy'), []);
  assert.deepEqual(denied('eve'), []);
  assert.deepEqual(denied('nobody'), ['deny.entityPermissions[0]']);
});

test('a rule that would deny nothing, or end at no certain time, is refused', () => {
  refuses(
    {
      roles: {A: {entityPermissions: [{...reader, until: '2030-01-01', ownedOnly: 'yes'}]}},
      userRoles: {ann: [{role: 'A', until: 'soon'}, {until: '2030-01-01T00:00:00Z'}]},
      deny: {
        entityPermissions: [
          {entityIds: ['a']},
          {privileges: ['entity-read'], classifications: ['PII']},
          {privileges: ['entity-read'], entityIds: []},
          {privileges: ['entity-read'], ownedOnly: true},
        ],
      },
    },
    [
      'roles.A.entityPermissions[0].ownedOnly: expected true or false',
      'roles.A.entityPermissions[0].until: expected a date and time with its zone, such as 2030-12-31T18:00:00Z',
      'userRoles.ann[0].until: expected a date and time with its zone, such as 2030-12-31T18:00:00Z',
      'userRoles.ann[1].role: expected a text',
      'deny.entityPermissions[0]: expected privileges, those that are denied',
      'deny.entityPermissions[1].classifications: none of the privileges is about it, so this would deny nothing',
      'deny.entityPermissions[2].entityIds: an empty list denies nothing; leave it out to deny whatever it is',
      'deny.entityPermissions[3]: ownedOnly is not known here; allowed are privileges, entityTypes, entityIds, ' +
        'entityClassifications, labels, businessMetadata, attributes, classifications, until, exceptUsers, exceptGroups, ' +
        'exceptRoles',
    ],
  );
});
