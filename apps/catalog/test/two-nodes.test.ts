import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {ask, type Answer} from './client.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

describe('two servers on one PostgreSQL', 'skip' in cluster ? {skip: cluster.skip} : {}, () => {
  let folder: string;
  let nodes: [RunningCatalog, RunningCatalog];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'two-nodes-'));
    const database = ['--database', 'skip' in cluster ? '' : await freshDatabase(cluster.url)];
    // Both at once: one makes the tables and the stock types, the other waits for them.
    const start = (name: string) =>
      startCatalog(join(folder, name), {
        args: [
          ...database,
          '--import-temp',
          join(folder, 'shared'),
          '--metrics-schedule',
          '* * * * * *',
        ],
      });
    nodes = await Promise.all([start('one'), start('other')]);
  });
  after(async () => {
    await Promise.all(nodes.map(node => node.stop()));
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  });

  const v2 = (
    node: RunningCatalog,
    path: string,
    body?: unknown,
    method?: string,
  ): Promise<Answer> =>
    ask(`${node.url}/api/atlas/v2${path}`, {
      ...(body === undefined ? {} : {body}),
      ...(method === undefined ? {} : {method}),
    });
  const entityDef = (name: string, attributes: readonly string[]) => ({
    entityDefs: [
      {
        name,
        superTypes: ['Referenceable'],
        attributeDefs: attributes.map(attribute => ({
          name: attribute,
          typeName: 'string',
          isOptional: true,
        })),
      },
    ],
  });
  const entity = (typeName: string, name: string, attributes: Json = {}) => ({
    entity: {typeName, guid: '-1', attributes: {qualifiedName: name, ...attributes}},
  });

  test('a type made, changed and deleted on one is so on the other at once', async () => {
    for (let round = 0; round < 4; round++) {
      const [here, there] = round % 2 === 0 ? nodes : nodes.toReversed();
      assert.ok(here !== undefined && there !== undefined);
      const type = `Round${round}`;
      assert.equal((await v2(there, '/entity', entity(type, 'too early'))).status, 400);
      assert.equal((await v2(here, '/types/typedefs', entityDef(type, ['first']))).status, 200);
      const made = await v2(there, '/entity', entity(type, `${type}@x`, {first: 'a', second: 'b'}));
      assert.equal(made.status, 200, made.text);
      const guid =
        (made.json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
      assert.equal(
        (await v2(here, '/types/typedefs', entityDef(type, ['first', 'second']), 'PUT')).status,
        200,
      );
      assert.equal((await v2(there, `/entity/guid/${guid}?name=second`, '"b"', 'PUT')).status, 200);
      const read = (await v2(here, `/entity/guid/${guid}`)).json as {entity: {attributes: Json}};
      assert.deepEqual(
        [read.entity.attributes['first'], read.entity.attributes['second']],
        ['a', 'b'],
      );
      const found = (
        await v2(here, '/search/basic', {typeName: type, entityFilters: filter('second', 'b')})
      ).json as Json;
      assert.equal(
        found['approximateCount'],
        1,
        'an attribute that the other node made is searched by',
      );
      const used = await v2(there, `/types/typedef/name/${type}`, undefined, 'DELETE');
      assert.equal(used.status, 409, used.text);
      assert.equal((await v2(here, `/entity/guid/${guid}`, undefined, 'DELETE')).status, 200);
      const purged = await ask(`${there.url}/api/atlas/admin/purge`, {body: [guid], method: 'PUT'});
      assert.equal(purged.status, 200, purged.text);
      assert.equal(
        (await v2(there, `/types/typedef/name/${type}`, undefined, 'DELETE')).status,
        204,
      );
      assert.equal((await v2(here, '/entity', entity(type, 'too late'))).status, 400);
    }
  });

  const filter = (attributeName: string, attributeValue: string) => ({
    condition: 'AND',
    criterion: [{attributeName, operator: 'eq', attributeValue}],
  });

  test('types and entities that change at once on both leave nothing without a type', async () => {
    const answers: string[] = [];
    const told = (what: string, {status, text}: Answer, allowed: readonly number[]) => {
      if (!allowed.includes(status)) answers.push(`${what}: ${status} ${text}`);
    };
    const types = Array.from({length: 12}, (_, n) => `Both${n}`);
    const typeWriter = async (node: RunningCatalog) => {
      for (const type of types) {
        // The same on both: one makes it, the other is told that it is there.
        told('create', await v2(node, '/types/typedefs', entityDef(type, ['a'])), [200, 409]);
        told(
          'update',
          await v2(node, '/types/typedefs', entityDef(type, ['a', 'b']), 'PUT'),
          [200, 400, 404],
        );
        told(
          'delete',
          await v2(node, `/types/typedef/name/${type}`, undefined, 'DELETE'),
          [204, 400, 404, 409],
        );
      }
    };
    const entityWriter = async (node: RunningCatalog, name: string) => {
      for (let n = 0; n < 60; n++) {
        const type = types[n % types.length] ?? '';
        told('save', await v2(node, '/entity', entity(type, `${name}${n}`, {b: 'x'})), [200, 400]);
      }
    };
    const [one, other] = nodes;
    await Promise.all([
      typeWriter(one),
      typeWriter(other),
      entityWriter(one, 'one'),
      entityWriter(other, 'other'),
      entityWriter(other, 'third'),
    ]);
    assert.deepEqual(answers, []);
    const names = async (node: RunningCatalog) =>
      ((await v2(node, '/types/typedefs/headers?type=entity')).json as {name: string}[])
        .map(header => header.name)
        .filter(name => name.startsWith('Both'))
        .sort();
    assert.deepEqual(await names(one), await names(other));
    const left = new Set(await names(one));
    for (const type of types) {
      for (const node of nodes) {
        const {status} = await v2(node, '/search/basic', {typeName: type, limit: 1});
        assert.equal(status, left.has(type) ? 200 : 400, type);
      }
    }
    const checked = await ask(`${one.url}/api/atlas/admin/checkstate`, {
      body: {entityTypes: ['Referenceable']},
    });
    assert.deepEqual((checked.json as Json)['entities'], {});
  });

  test('an attribute that is unique stays so, whichever node writes', async () => {
    const [one, other] = nodes;
    const saves = Array.from({length: 40}, (_, n) =>
      v2(n % 2 === 0 ? one : other, '/entity', {
        entity: {
          typeName: 'hive_db',
          guid: '-1',
          attributes: {qualifiedName: `u${n % 4}@x`, name: 'u', clusterName: 'x'},
        },
      }),
    );
    for (const {status, text} of await Promise.all(saves)) assert.equal(status, 200, text);
    const {json} = await v2(one, '/search/basic', {typeName: 'hive_db', limit: 100});
    assert.equal((json as {entities: Json[]}).entities.length, 4);
  });

  test('work at a time of the schedule is done once', async () => {
    const stats = async () =>
      (await ask(`${nodes[0].url}/api/atlas/admin/metricsstats`)).json as {
        collectionTime: number;
      }[];
    while ((await stats()).length < 3) await new Promise(resolve => setTimeout(resolve, 100));
    const times = (await stats()).map(one => one.collectionTime);
    assert.equal(new Set(times).size, times.length);
  });
});
