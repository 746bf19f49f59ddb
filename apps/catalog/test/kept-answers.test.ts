import assert from 'node:assert/strict';
import {test} from 'node:test';
import {admin} from './client.ts';
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
