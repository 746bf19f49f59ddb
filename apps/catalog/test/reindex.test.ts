import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {
  startCatalog,
  startFreshCatalog,
  temporaryFolder,
  type RunningCatalog,
} from './server-fixture.ts';

type Json = Record<string, unknown>;

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const databases = [
  {database: 'sqlite', options: {}, argsOf: () => Promise.resolve<string[]>([])},
  {
    database: 'postgres',
    options: 'skip' in cluster ? {skip: cluster.skip} : {},
    argsOf: async () => ['--database', 'skip' in cluster ? '' : await freshDatabase(cluster.url)],
  },
];

const v2 = (node: RunningCatalog, path: string, body?: unknown, method?: string) =>
  ask(`${node.url}/api/atlas${path}`, {
    ...(body === undefined ? {} : {body}),
    ...(method === undefined ? {} : {method}),
  });

const typed = (more: Json) => ({
  entityDefs: [
    {
      name: 'reindexed',
      superTypes: ['Referenceable'],
      attributeDefs: [{name: 'code', typeName: 'string', isOptional: true, ...more}],
    },
  ],
});

const found = async (node: RunningCatalog, body: Json) =>
  (
    ((await v2(node, '/v2/search/basic', body)).json as Json)['entities'] as Json[] | undefined
  )?.map(one => (one['attributes'] as Json)['qualifiedName']) ?? [];

const byCode = (attributeValue: string) => ({
  typeName: 'reindexed',
  entityFilters: {
    condition: 'AND',
    criterion: [{attributeName: 'code', operator: 'eq', attributeValue}],
  },
});

const tasks = async (node: RunningCatalog) =>
  ((await v2(node, '/admin/tasks')).json as Json[]).filter(one => one['type'] === 'REINDEX');

const allDone = (node: RunningCatalog, count: number) =>
  soon(async () =>
    assert.deepEqual(
      (await tasks(node)).map(one => one['status']),
      Array(count).fill('COMPLETE'),
    ),
  );

for (const {database, options, argsOf} of databases) {
  describe(`types that change under entities, on ${database}`, options, () => {
    let node: RunningCatalog;
    before(async () => {
      node = await startFreshCatalog({args: await argsOf()});
    });
    after(async () => await node.stop());

    const save = async (on: RunningCatalog, codes: readonly string[]) => {
      const entities = codes.map((code, i) => ({
        typeName: 'reindexed',
        guid: `-${i + 1}`,
        attributes: {qualifiedName: `q${i}`, code},
      }));
      const answer = await v2(on, '/v2/entity/bulk', {entities});
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as {guidAssignments: Record<string, string>}).guidAssignments;
    };

    test('a task writes anew what follows from them, goes on after the end of a server, and nothing is missed meanwhile', async t => {
      const folder = await temporaryFolder(t);
      const args = await argsOf();
      const first = await startCatalog(folder, {args});
      assert.equal((await v2(first, '/v2/types/typedefs', typed({}))).status, 200);
      await save(first, ['red', 'green', 'red']);
      const rehearsed = await v2(
        first,
        '/v2/types/typedefs?dryRun=true',
        typed({isIndexable: true}),
        'PUT',
      );
      assert.equal(rehearsed.status, 200, rehearsed.text);
      assert.deepEqual(await tasks(first), [], 'a dry run leaves nothing to do');
      const changed = await v2(
        first,
        '/v2/types/typedefs',
        typed({isIndexable: true, searchWeight: 9}),
        'PUT',
      );
      assert.equal(changed.status, 200, changed.text);
      const looked = await Promise.all([
        found(first, byCode('red')),
        found(first, {query: 'green'}),
      ]);
      assert.deepEqual(looked, [['q2', 'q0'], ['q1']]);
      // A process that is gone holds its task of several nodes for some seconds.
      await (database === 'sqlite' ? first.kill() : first.stop());
      const second = await startCatalog(folder, {args});
      t.after(() => second.stop());
      assert.deepEqual(await found(second, byCode('red')), ['q2', 'q0']);
      await allDone(second, 1);
      const [task] = await tasks(second);
      const {documents, attributes, done, total} = (task?.['parameters'] ?? {}) as Json;
      assert.deepEqual(
        {documents, attributes, done, total},
        {
          documents: ['reindexed'],
          attributes: ['reindexed.code'],
          done: 3,
          total: 3,
        },
      );
      assert.deepEqual(await found(second, byCode('red')), ['q2', 'q0']);
      assert.deepEqual(await found(second, {query: 'green'}), ['q1']);
    });

    test('values that repeat keep an attribute from becoming unique, and are named', async () => {
      assert.equal((await v2(node, '/v2/types/typedefs', typed({}))).status, 200);
      const guids = await save(node, ['red', 'green', 'red']);
      const refused = await v2(node, '/v2/types/typedefs', typed({isUnique: true}), 'PUT');
      assert.equal(refused.status, 400);
      assert.equal(
        (refused.json as Json)['errorMessage'],
        `Invalid type definition reindexed.code cannot be unique: 1 value is held by several entities: red (${guids['-1']}, ${guids['-3']})`,
      );
      assert.deepEqual(await tasks(node), []);
      const renamed = await v2(node, `/v2/entity/guid/${guids['-3']}?name=code`, '"blue"', 'PUT');
      assert.equal(renamed.status, 200, renamed.text);
      assert.equal(
        (await v2(node, '/v2/types/typedefs', typed({isUnique: true}), 'PUT')).status,
        200,
      );
      const lookUp = async (code: string) => {
        const {status, json} = await v2(
          node,
          `/v2/entity/uniqueAttribute/type/reindexed?attr:code=${code}`,
        );
        return status === 200 ? ((json as {entity: Json}).entity['guid'] as string) : status;
      };
      for (const count of [0, 1]) {
        if (count > 0) await allDone(node, count);
        assert.deepEqual(await Promise.all(['red', 'blue', 'pink'].map(lookUp)), [
          guids['-1'],
          guids['-3'],
          404,
        ]);
        // The one that holds it is changed: there is no second one.
        const entity = {
          typeName: 'reindexed',
          guid: '-1',
          attributes: {qualifiedName: 'q0', code: 'red'},
        };
        const again = (await v2(node, '/v2/entity', {entity})).json as {guidAssignments: Json};
        assert.equal(again.guidAssignments['-1'], guids['-1']);
      }
    });

    test('numbers beyond 15 digits are found, ordered and added up as they were sent', async () => {
      const number = (name: string, typeName: string) => ({
        name,
        typeName,
        isOptional: true,
        isIndexable: true,
      });
      const attributeDefs = [number('id', 'long'), number('amount', 'bigdecimal')];
      const types = {
        entityDefs: [{name: 'numbered', superTypes: ['Referenceable'], attributeDefs}],
      };
      assert.equal((await v2(node, '/v2/types/typedefs', types)).status, 200);
      const rows = [
        ['9007199254740993', '0.10000000000000000001'],
        ['9007199254740992', '0.1'],
        ['12', '123456789012345678901234567890'],
      ];
      const entities = rows.map(([id, amount], i) => ({
        typeName: 'numbered',
        guid: `-${i + 1}`,
        attributes: {qualifiedName: `n${i}`, id, amount},
      }));
      const saved = await v2(node, '/v2/entity/bulk', {entities});
      assert.equal(saved.status, 200, saved.text);
      const search = async (operator: string, attributeName: string, attributeValue: string) =>
        await found(node, {
          typeName: 'numbered',
          entityFilters: {attributeName, operator, attributeValue},
          sortBy: attributeName,
          sortOrder: 'ASCENDING',
        });
      assert.deepEqual(await search('eq', 'id', '9007199254740993'), ['n0']);
      assert.deepEqual(await search('lt', 'id', '9007199254740993'), ['n2', 'n1']);
      assert.deepEqual(await search('gte', 'id', '9007199254740992'), ['n1', 'n0']);
      assert.deepEqual(await search('neq', 'amount', '0.1'), ['n0', 'n2']);
      assert.deepEqual(await search('gt', 'amount', '0.1'), ['n0', 'n2']);
      const dsl = async (query: string) => {
        const answer = await v2(node, `/v2/search/dsl?query=${encodeURIComponent(query)}`);
        assert.equal(answer.status, 200, answer.text);
        return answer.text;
      };
      assert.match(await dsl('numbered where id = 9007199254740993'), /"qualifiedName":"n0"/);
      assert.doesNotMatch(
        await dsl('numbered where id = 9007199254740993'),
        /"qualifiedName":"n1"/,
      );
      assert.match(
        await dsl('numbered select min(id), max(id), sum(id), sum(amount)'),
        /\[12,9007199254740993,18014398509481997,123456789012345678901234567890\.20000000000000000001\]/,
      );
    });
  });
}
