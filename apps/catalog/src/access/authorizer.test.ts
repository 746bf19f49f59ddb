import {PolicyFile} from '@gazetteer/server';
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {Authorizer} from './authorizer.ts';

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const ann = {userName: 'ann', groups: []};

test('a rule that ends is over at that moment, while the server runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-authorizer-'));
  try {
    const file = join(folder, 'policy.json');
    const everything = {entityTypes: ['.*'], entityIds: ['.*'], entityClassifications: ['.*']};
    const role = {
      adminPermissions: [
        {privileges: ['admin-purge']},
        {privileges: ['admin-audits'], until: '2030-01-01T00:00:00Z'},
      ],
      entityPermissions: [{...everything, privileges: ['entity-update']}],
    };
    const deny = {
      entityPermissions: [{privileges: ['entity-update'], until: '2030-01-02T00:00:00Z'}],
    };
    writeFileSync(file, JSON.stringify({roles: {A: role}, userRoles: {ann: ['A']}, deny}));
    let now = Date.parse('2029-12-31T23:59:59.999Z');
    const authorizer = new Authorizer(new PolicyFile(file, log), undefined, () => now);
    const told = () => [
      authorizer.mayAs(ann, 'admin-audits'),
      authorizer.mayAs(ann, 'admin-purge'),
      authorizer.mayWithSome(ann, 'entity-update'),
    ];
    const keys = [authorizer.grantsOf(ann)?.key];
    assert.deepEqual(told(), [true, true, false]);
    now += 1;
    assert.deepEqual(told(), [false, true, false]);
    keys.push(authorizer.grantsOf(ann)?.key);
    now += 86_400_000;
    assert.deepEqual(told(), [false, true, true]);
    keys.push(authorizer.grantsOf(ann)?.key);
    assert.equal(
      new Set(keys).size,
      3,
      'what was found out with the rules before is not used any more',
    );
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});
