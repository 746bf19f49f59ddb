import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {admin, ask} from './client.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

test('a read that is repeated tells of each change as soon as that was answered', async t => {
  const server = await startCatalog(await temporaryFolder(t));
  t.after(() => server.stop());
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = {authorization: admin, 'content-type': 'application/json'};
    const answer = await fetch(`${server.url}/api/atlas/v2${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return text === '' ? undefined : JSON.parse(text);
  };
  const save = (description: string) =>
    ask('POST', '/entity', {
      entity: {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'kept@c', name: 'kept', clusterName: 'c', description},
      },
    });
  const {guidAssignments} = (await save('0')) as {guidAssignments: Record<string, string>};
  const [guid] = Object.values(guidAssignments);
  type Read = {entity: {attributes: {description: string}}};
  const reads = [
    `/entity/guid/${guid}`,
    '/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=kept@c',
    `/entity/bulk?guid=${guid}`,
  ];
  for (let n = 1; n <= 20; n++) {
    await save(`${n}`);
    for (const path of [...reads, ...reads]) {
      const {entity, entities} = (await ask('GET', path)) as Partial<Read> & {
        entities?: Read['entity'][];
      };
      assert.equal((entity ?? entities?.[0])?.attributes.description, `${n}`, path);
    }
  }
  await ask('POST', '/types/typedefs', {classificationDefs: [{name: 'KeptTag'}]});
  const names = async () =>
    ((await ask('GET', `/entity/guid/${guid}/header`)) as {classificationNames: string[]})
      .classificationNames;
  assert.deepEqual([await names(), await names()], [[], []]);
  await ask('POST', `/entity/guid/${guid}/classifications`, [{typeName: 'KeptTag'}]);
  assert.deepEqual([await names(), await names()], [['KeptTag'], ['KeptTag']]);
});

test('what was kept for somebody is told to nobody who may not read it, nor to them when they may not any more', async t => {
  const folder = await temporaryFolder(t);
  const [people, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
  const writePeople = (groupOfBob: string) => {
    const line = (user: string, group: string) =>
      `${user}=${group}::${createHash('sha256').update(`${user}{${user}}`).digest('hex')}`;
    return writeFile(people, [line('admin', 'ADMIN'), line('bob', groupOfBob)].join('\n'));
  };
  const any = ['.*'];
  const onAll = {entityTypes: any, entityIds: any, entityClassifications: any};
  const writePolicy = (reader: object) =>
    writeFile(
      rules,
      JSON.stringify({
        roles: {
          ALL: {
            typePermissions: [{privileges: any, typeCategories: any, typeNames: any}],
            entityPermissions: [{privileges: any, ...onAll}],
          },
          READER: {entityPermissions: [{privileges: ['entity-read'], ...onAll, ...reader}]},
        },
        userRoles: {admin: ['ALL']},
        groupRoles: {readers: ['READER']},
      }),
    );
  await writePeople('readers');
  await writePolicy({});
  const server = await startCatalog(join(folder, 'data'), {
    args: ['--password-file', people, '--policy-file', rules],
  });
  t.after(() => server.kill());
  const get = (path: string, user: string) =>
    ask(`${server.url}/api/atlas/v2${path}`, {
      headers: {authorization: `Basic ${btoa(`${user}:${user}`)}`},
    });
  const attributes = {qualifiedName: 'kept@c', name: 'kept', clusterName: 'c'};
  const made = await ask(`${server.url}/api/atlas/v2/entity`, {
    headers: {authorization: `Basic ${btoa('admin:admin')}`},
    body: {entity: {typeName: 'hive_table', attributes}},
  });
  const {guidAssignments} = made.json as {guidAssignments: Record<string, string>};
  const [guid] = Object.values(guidAssignments);
  const paths = [
    `/entity/guid/${guid}`,
    `/entity/guid/${guid}/header`,
    `/entity/bulk?guid=${guid}`,
    '/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=kept@c',
    `/lineage/${guid}`,
  ];
  /** Asked twice, so that it is kept, also as a rehearsal, which reads have none of. */
  const isTold = async () => {
    const first = await get(paths[0] ?? '', 'bob');
    for (const path of paths) {
      for (const one of [path, `${path}${path.includes('?') ? '&' : '?'}dryRun=true`, path]) {
        const whole = await get(one, 'admin');
        assert.equal(whole.status, 200, whole.text);
        const {status, text} = await get(one, 'bob');
        assert.equal(status, first.status, `${one}: ${text}`);
      }
    }
    return first.status === 200;
  };
  assert.equal(await isTold(), true);
  const becomes = (told: boolean) =>
    soon(async () => assert.equal((await get(paths[0] ?? '', 'bob')).status === 200, told));

  await writePolicy({entityIds: ['other.*']});
  await becomes(false);
  assert.equal(await isTold(), false);
  await writePolicy({});
  await becomes(true);
  assert.equal(await isTold(), true);

  await writePeople('others');
  await becomes(false);
  assert.equal(await isTold(), false);
  await writePeople('readers');
  await becomes(true);

  const end = Date.now() + 3000;
  await writePolicy({until: new Date(end).toISOString()});
  await becomes(false);
  assert.ok(Date.now() >= end);
  assert.equal(await isTold(), false);
});
