// Facets of searches and what is found while typing, on both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Value = {value: string; label?: string; typeName?: string; count: number; isMore?: boolean};
type Facet = {name: string; values: Value[]; isMore?: boolean};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: facets`, options, () => {
    let server: RunningCatalog;
    const send = (path: string, body?: unknown, method?: string) =>
      ask(`${server.url}/api/meta/v2${path}`, {
        ...(body === undefined ? {} : {body}),
        ...(method === undefined ? {} : {method}),
      });
    const api = async (path: string, body?: unknown, method?: string) => {
      const answer = await send(path, body, method);
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json;
    };
    const everything = {typeName: '_ALL_ENTITY_TYPES', excludeDeletedEntities: true};
    const facets = async (body: object): Promise<Facet[]> =>
      ((await api('/search/facets', {...everything, ...body})) as {facets: Facet[]}).facets;
    const values = async (name: string, body: object = {}): Promise<Record<string, number>> => {
      const found = (await facets(body)).find(one => one.name === name)?.values ?? [];
      return Object.fromEntries(found.map(one => [one.label ?? one.value, one.count]));
    };
    const count = async (body: object) =>
      ((await api('/search/basic', {...everything, ...body})) as {approximateCount: number})
        .approximateCount;

    before(async () => {
      server = await start();
      await fill(api);
    });
    after(() => server.stop());

    test('each facet has its values with the number of hits', async () => {
      assert.deepEqual(await values('type'), {
        hive_table: 4,
        hive_column: 2,
        hive_db: 2,
        kafka_topic: 1,
      });
      assert.deepEqual(await values('kind'), {asset: 7, part: 2});
      assert.deepEqual(await values('source'), {hive: 8, kafka: 1});
      assert.deepEqual(await values('owner'), {ann: 3, 'bob, the second': 1});
      assert.deepEqual(await values('classification'), {PII: 2, Raw: 1});
      assert.deepEqual(await values('term'), {customer: 2});
      assert.deepEqual(await values('label'), {gold: 2, to_check: 1});
      assert.deepEqual(await values('container'), {sales: 3, orders: 2, finance: 1});
      assert.deepEqual(await values('Quality.tier'), {BRONZE: 1, GOLD: 2});
      assert.deepEqual(await values('status'), {ACTIVE: 9, DELETED: 1});
    });

    test('words, types and filters count among their hits alone', async () => {
      assert.deepEqual(await values('type', {query: 'orders'}), {hive_table: 1, hive_column: 2});
      assert.deepEqual(await values('owner', {typeName: 'hive_db'}), {ann: 1});
      const owned = {attributeName: 'owner', operator: '=', attributeValue: 'ann'};
      assert.deepEqual(await values('label', {typeName: 'Asset', entityFilters: owned}), {
        gold: 2,
        to_check: 1,
      });
      assert.deepEqual(await values('type', {query: 'nothing'}), {});
    });

    test('a search finds as many as were counted, whatever is chosen, and of deleted entities only when these are', async () => {
      for (const body of [
        {},
        {query: 'orders OR sales'},
        {typeName: 'hive_table'},
        {excludeDeletedEntities: false},
      ]) {
        for (const {name, values: counted} of await facets(body)) {
          for (const {value, count: hits} of counted)
            assert.equal(
              await count({...body, facets: {[name]: [value]}}),
              hits,
              `${name} ${value}`,
            );
        }
      }
    });

    test('several values are one or the other; several facets hold together, and each counts without its own choice', async () => {
      const chosen = {type: ['hive_table', 'kafka_topic'], owner: ['ann']};
      assert.equal(await count({facets: chosen}), 2);
      assert.deepEqual(await values('type', {facets: chosen}), {
        hive_table: 2,
        hive_db: 1,
        kafka_topic: 0,
      });
      assert.deepEqual(await values('owner', {facets: chosen}), {ann: 2, 'bob, the second': 1});
      assert.deepEqual(await values('label', {facets: chosen}), {gold: 2, to_check: 1});
    });

    test('what is chosen and found no more is named all the same', async () => {
      const [term] = (await facets({})).find(one => one.name === 'term')?.values ?? [];
      const found = await facets({
        query: 'nothing',
        facets: {term: [term?.value ?? ''], owner: ['carl']},
      });
      assert.deepEqual(found.find(one => one.name === 'term')?.values, [{...term, count: 0}]);
      assert.deepEqual(found.find(one => one.name === 'owner')?.values, [
        {value: 'carl', count: 0},
      ]);
    });

    test('more values than asked for are told of', async () => {
      const type = (await facets({facetSize: 1})).find(one => one.name === 'type');
      assert.deepEqual(type, {
        name: 'type',
        values: [{value: 'hive_table', count: 4}],
        isMore: true,
      });
    });

    test('a saved search keeps what is chosen', async () => {
      const searchParameters = {...everything, facets: {owner: ['bob, the second']}};
      await api('/search/saved', {
        name: 'of bob',
        ownerName: 'admin',
        searchType: 'BASIC',
        searchParameters,
      });
      const found = (await api('/search/saved/execute/of%20bob')) as {approximateCount: number};
      assert.equal(found.approximateCount, 1);
    });

    test('what is typed finds assets with their columns, terms, owners, and what was meant', async () => {
      type Found = {name: string; columns?: Found[]};
      type Typeahead = {assets: Found[]; terms: Found[]; owners: string[]; corrected?: string};
      const type = async (query: string) =>
        (await api(`/search/typeahead?${new URLSearchParams({query}).toString()}`)) as Typeahead;
      const orders = await type('Ord');
      assert.deepEqual(
        orders.assets.map(one => [
          one.name,
          ...(one.columns ?? []).map(column => column.name).sort(),
        ]),
        [['orders', 'id', 'total']],
      );
      assert.deepEqual([orders.terms, orders.owners], [[], []]);
      const customer = await type('custom');
      assert.deepEqual(
        customer.assets.map(one => one.name),
        ['customers', 'orders'],
      );
      assert.deepEqual(
        customer.terms.map(one => one.name),
        ['customer'],
      );
      assert.deepEqual((await type('AN')).owners, []);
      assert.deepEqual((await type('An')).owners, ['ann']);
      assert.deepEqual((await type('bob, t')).owners, ['bob, the second']);
      assert.deepEqual((await type('gone')).assets, []);
      assert.equal((await type('ordres')).corrected, 'orders');
      const load = {qualifiedName: 'total@cl1', name: 'total'};
      await api('/entity', {entity: {typeName: 'Process', attributes: load}});
      assert.deepEqual(
        (await type('total')).assets.map(one => one.name),
        ['orders', 'total'],
      );
      assert.deepEqual(await type(' "'), {assets: [], terms: [], owners: []});
      assert.equal((await send(`/search/typeahead?query=${'a'.repeat(5000)}`)).status, 400);
    });

    test('junk is refused with a reason', async () => {
      const refusal = async (chosen: unknown) => {
        const answer = await send('/search/facets', {...everything, facets: chosen});
        return `${answer.status} ${(answer.json as {errorCode: string}).errorCode}`;
      };
      assert.match(await refusal({type: ['nope']}), /^400 ATLAS-400-00-00A/);
      assert.match(await refusal({classification: ['nope']}), /^400 /);
      assert.match(await refusal({constructor: ['x']}), /^400 ATLAS-400-00-023/);
      assert.match(await refusal({'Quality.nothing': ['x']}), /^400 ATLAS-400-00-023/);
      assert.match(await refusal({owner: Array.from({length: 1025}, (_, n) => `o${n}`)}), /^400 /);
      assert.match(await refusal({owner: 'ann', type: [1]}), /^400 /);
    });
  });
}

type Api = (path: string, body?: unknown, method?: string) => Promise<unknown>;

/**
 * Two databases with tables, a deleted one among them, a topic, and everything that facets count.
 */
async function fill(api: Api): Promise<void> {
  await api('/types/typedefs', {
    enumDefs: [
      {name: 'Tier', elementDefs: ['GOLD', 'BRONZE'].map((value, ordinal) => ({value, ordinal}))},
    ],
    classificationDefs: [{name: 'PII'}, {name: 'Raw'}],
    businessMetadataDefs: [
      {
        name: 'Quality',
        attributeDefs: [
          {name: 'tier', typeName: 'Tier', options: {applicableEntityTypes: '["Asset"]'}},
          {
            name: 'note',
            typeName: 'string',
            options: {applicableEntityTypes: '["Asset"]', maxStrLength: '50'},
          },
        ],
      },
    ],
  });
  const entity = (typeName: string, name: string, more: object = {}) => ({
    typeName,
    guid: `-${name}`,
    attributes: {qualifiedName: `${name}@cl1`, name, clusterName: 'cl1', ...more},
  });
  const table = (name: string, db: string, more: object = {}) =>
    entity('hive_table', name, {db: {guid: `-${db}`}, ...more});
  const column = (name: string) => ({
    ...entity('hive_column', name, {type: 'int', table: {guid: '-orders'}}),
    attributes: {
      qualifiedName: `sales.orders.${name}@cl1`,
      name,
      type: 'int',
      table: {guid: '-orders'},
    },
  });
  const made = (await api('/entity/bulk', {
    entities: [
      entity('hive_db', 'sales', {owner: 'ann'}),
      entity('hive_db', 'finance'),
      {...table('orders', 'sales', {owner: 'ann'}), labels: ['gold']},
      {...table('customers', 'sales', {owner: 'ann'}), labels: ['gold', 'to_check']},
      table('returns', 'sales'),
      table('ledger', 'finance', {owner: 'bob, the second'}),
      table('gone', 'finance'),
      column('id'),
      column('total'),
      entity('kafka_topic', 'clicks', {topic: 'clicks', uri: 'kafka:9092'}),
    ],
  })) as {guidAssignments: Record<string, string>};
  const guid = (name: string) => made.guidAssignments[`-${name}`] ?? '';
  await api(`/entity/guid/${guid('gone')}`, undefined, 'DELETE');
  for (const [name, typeName] of [
    ['customers', 'PII'],
    ['total', 'PII'],
    ['clicks', 'Raw'],
  ] as const)
    await api(`/entity/guid/${guid(name)}/classifications`, [{typeName, propagate: false}]);
  for (const [name, tier] of [
    ['orders', 'GOLD'],
    ['customers', 'GOLD'],
    ['clicks', 'BRONZE'],
  ] as const)
    await api(`/entity/guid/${guid(name)}/businessmetadata`, {Quality: {tier, note: tier}});
  const glossary = (await api('/glossary', {name: 'business'})) as {guid: string};
  const term = (await api('/glossary/term', {
    name: 'customer',
    anchor: {glossaryGuid: glossary.guid},
  })) as {
    guid: string;
  };
  await api(
    `/glossary/terms/${term.guid}/assignedEntities`,
    ['customers', 'id'].map(name => ({guid: guid(name)})),
  );
}
