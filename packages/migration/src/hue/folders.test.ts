import assert from 'node:assert/strict';
import {test} from 'node:test';
import {grantsText} from './compare-documents.ts';
import {notWider} from './folders.ts';
import type {Grant, HueHead} from './hue-types.ts';

const user = (name: string, permission: Grant['permission'] = 'read'): Grant => ({
  kind: 'user',
  name,
  permission,
});
const link: Grant = {kind: 'link', name: '', permission: 'read'};

function head(uuid: string, type: string, parent: string, ...grants: readonly Grant[]): HueHead {
  return {uuid, type, name: uuid, description: '', owner: 'ada', parent, changedAt: 1, grants};
}

function sharing(...heads: readonly HueHead[]): Readonly<Record<string, string>> {
  const narrow = notWider(new Map(heads.map(one => [one.uuid, one])));
  return Object.fromEntries([...narrow].map(([uuid, one]) => [uuid, grantsText(one.grants)]));
}

test('a folder is shared with those whom nothing in it is hidden from', () => {
  assert.deepEqual(
    sharing(
      head('team', 'directory', 'home', user('bob'), user('cyd'), link),
      head('daily', 'directory', 'team', user('bob'), user('cyd'), link),
      head('open', 'query-hive', 'daily', user('bob'), user('cyd', 'write'), link),
      head('salaries', 'query-hive', 'daily', user('cyd')),
    ),
    {
      team: 'read: user cyd',
      daily: 'read: user cyd',
      open: 'read: link; read: user bob; write: user cyd',
      salaries: 'read: user cyd',
    },
  );
});

test("a folder's writers write what is in it, as in Hue; what stays behind or goes elsewhere does not count", () => {
  assert.deepEqual(
    sharing(
      head('team', 'directory', 'home', user('bob', 'write'), user('cyd')),
      head('daily', 'directory', 'team', user('cyd', 'write')),
      head('query', 'query-hive', 'daily'),
      head('flow', 'oozie-workflow2', 'team'),
      {...head('theirs', 'query-hive', 'team'), owner: 'bob'},
    ),
    {
      team: 'read: user cyd; write: user bob',
      daily: 'write: user cyd',
      query: '',
      flow: '',
      theirs: '',
    },
  );
});
