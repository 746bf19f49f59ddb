// Words that name types, classifications and glossary terms find what is of them, on both
// databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Entity} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Hits = {entities?: (Entity & {displayText: string})[]; approximateCount: number};
type Term = {guid: string; name: string; qualifiedName: string; synonyms?: object[]};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: words that are names`, options, () => {
    let server: RunningCatalog;
    const guids = new Map<string, string>();
    const api = async (path: string, body?: unknown, method?: string) => {
      const answer = await ask(`${server.url}/api/atlas/v2${path}`, {
        ...(body === undefined ? {} : {body}),
        ...(method === undefined ? {} : {method}),
      });
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json;
    };
    const search = async (query: string, more: object = {}) =>
      (await api('/search/basic', {query, typeName: 'Asset', ...more})) as Hits;
    const inOrder = async (query: string, more: object = {}) =>
      ((await search(query, more)).entities ?? []).map(one => one.displayText);
    const found = async (query: string, more: object = {}) => (await inOrder(query, more)).sort();
    const guid = (name: string) => guids.get(name) ?? '';
    const classify = (name: string, typeName: string, more: object = {}) =>
      api(`/entity/guid/${guid(name)}/classifications`, [{typeName, ...more}]);
    const declassify = (name: string, typeName: string) =>
      api(
        `/entity/guid/${guid(name)}/classification/${encodeURIComponent(typeName)}`,
        undefined,
        'DELETE',
      );

    before(async () => {
      server = await start();
      await api('/types/typedefs', {
        classificationDefs: [
          {name: 'PII', attributeDefs: [{name: 'level', typeName: 'string', isOptional: true}]},
          {
            name: 'Retention',
            attributeDefs: [
              {name: 'legalBasis', typeName: 'string', isOptional: true},
              {name: 'years', typeName: 'int', isOptional: true},
              {name: 'countries', typeName: 'array<string>', isOptional: true},
            ],
          },
          {name: 'Log Data'},
        ],
      });
      const entity = (typeName: string, name: string, more: object = {}) => ({
        typeName,
        guid: `-${name}`,
        attributes: {qualifiedName: `${name}@cl1`, name, ...more},
      });
      const db = {db: {guid: '-sales'}};
      const {guidAssignments} = (await api('/entity/bulk', {
        entities: [
          entity('hive_db', 'sales', {clusterName: 'cl1'}),
          entity('hive_table', 'orders', {...db, description: 'all sold'}),
          entity('hive_table', 'customers', db),
          entity('hive_table', 'pii', db),
          entity('hive_process', 'load', {
            inputs: [{guid: '-orders'}],
            outputs: [{guid: '-customers'}],
            userName: 'u',
            operationType: 'q',
            queryText: 'q',
            queryPlan: 'q',
            queryId: 'q',
            startTime: 1,
            endTime: 1,
          }),
        ],
      })) as {guidAssignments: Record<string, string>};
      for (const [key, value] of Object.entries(guidAssignments)) guids.set(key.slice(1), value);
    });
    after(() => server?.stop());

    test('the whole name of a type', async () => {
      assert.deepEqual(await found('hive_table'), ['customers', 'orders', 'pii']);
      assert.deepEqual(await found('hive_table -orders'), ['customers', 'pii']);
      assert.deepEqual(await found('hive_table sold'), ['orders']);
      assert.deepEqual(await found('hive'), []);
      assert.equal((await search('hive_table', {limit: 1})).approximateCount, 3);
    });

    test('any word of a classification, as long as it is carried, wherever it comes from', async () => {
      assert.deepEqual(await found('PII'), ['pii']);
      await classify('orders', 'PII', {propagate: true});
      await classify('sales', 'Log Data', {propagate: false});
      assert.deepEqual(
        await inOrder('pii'),
        ['pii', 'customers', 'orders', 'load'],
        'names come first',
      );
      assert.deepEqual(await found('pi*'), ['customers', 'load', 'orders', 'pii']);
      assert.deepEqual(await found('PII sold'), ['orders']);
      assert.deepEqual(await found('PII hive_process'), ['load']);
      assert.deepEqual(await found('PII OR data'), ['customers', 'load', 'orders', 'pii', 'sales']);
      assert.deepEqual(await found('-PII'), ['sales']);
      assert.deepEqual(await found('(PII OR "log data") -*rder*'), [
        'customers',
        'load',
        'pii',
        'sales',
      ]);
      assert.deepEqual(await found('"data log"'), []);
      assert.deepEqual(await found('PII', {typeName: 'hive_process'}), ['load']);
      assert.deepEqual(await inOrder('PII', {sortBy: 'name', sortOrder: 'DESCENDING'}), [
        'pii',
        'orders',
        'load',
        'customers',
      ]);
      const page = await search('PII', {limit: 1, offset: 1});
      assert.deepEqual([page.approximateCount, page.entities?.[0]?.displayText], [4, 'customers']);
      const quick = (await api('/search/quick', {
        query: 'PII',
        typeName: 'Asset',
        includeSubTypes: true,
      })) as {
        aggregationMetrics: Record<string, {name: string; count: number}[]>;
      };
      assert.deepEqual(
        quick.aggregationMetrics['__typeName']?.map(one => `${one.count} ${one.name}`).sort(),
        ['1 hive_process', '3 hive_table'],
      );
      await declassify('orders', 'PII');
      assert.deepEqual(await found('PII'), ['pii']);
      await declassify('sales', 'Log Data');
      assert.deepEqual(await found('log'), []);
    });

    test('the values and the attributes of what is carried, wherever it comes from', async () => {
      const values = {legalBasis: 'Tax law of_2019', years: 17, countries: ['New Zealand', 'Peru']};
      await classify('orders', 'Retention', {attributes: values, propagate: true});
      const carriers = ['customers', 'load', 'orders'];
      for (const query of [
        'tax',
        'TAX*',
        '"tax law of 2019"',
        'law_of_20*',
        '17',
        'zealand peru',
        'legalBasis',
        'pii OR tax',
      ])
        assert.deepEqual(
          await found(query),
          query.startsWith('pii') ? [...carriers, 'pii'] : carriers,
          query,
        );
      for (const query of ['"2019 17"', '"zealand peru"', 'law_tax', 'nineteen', '1'])
        assert.deepEqual(await found(query), [], query);
      assert.deepEqual(await found('tax sold'), ['orders']);
      assert.deepEqual(await found('hive_table -tax'), ['pii']);
      const {fullTextResult} = (await api('/search/fulltext?query=pii%20OR%20tax')) as {
        fullTextResult: {entity: {displayText: string}; score: number}[];
      };
      assert.deepEqual(fullTextResult.map(one => one.entity.displayText).sort(), [
        ...carriers,
        'pii',
      ]);
      assert.ok(
        fullTextResult.every(one => one.score > 0),
        'each has a score',
      );
      assert.deepEqual(
        await inOrder('pii OR tax'),
        ['pii', 'customers', 'orders', 'load'],
        'names come first',
      );
      const suggestions = async (prefix: string) =>
        ((await api(`/search/suggestions?prefixString=${prefix}`)) as {suggestions: string[]})
          .suggestions;
      assert.deepEqual(await suggestions('zea'), ['zealand']);
      assert.deepEqual(await suggestions('rete'), ['retention']);
      assert.deepEqual(await suggestions('legalb'), ['legalbasis']);
      await api(`/entity/guid/${guid('pii')}/labels`, ['zeal'], 'PUT');
      assert.deepEqual(
        await suggestions('zea'),
        ['zealand', 'zeal'],
        'what more entities have comes first',
      );
      const changed = [
        {typeName: 'Retention', attributes: {...values, legalBasis: 'contract'}, propagate: true},
      ];
      await api(`/entity/guid/${guid('orders')}/classifications`, changed, 'PUT');
      assert.deepEqual(
        [await found('tax'), await found('contract'), await found('peru')],
        [[], carriers, carriers],
      );
      await api(
        `/entity/guid/${guid('orders')}/classifications`,
        [{...changed[0], propagate: false}],
        'PUT',
      );
      assert.deepEqual(await found('contract'), ['orders']);
      await declassify('orders', 'Retention');
      assert.deepEqual([await found('contract'), await suggestions('zea')], [[], ['zeal']]);
    });

    test('a word scores by where it stands: classifications and labels as names, then other texts', async () => {
      const tables = ['described', 'labelled', 'tagged'].map((name, i) => ({
        typeName: 'hive_table',
        attributes: {qualifiedName: `${name}@cl1`, name, ...(i === 0 && {description: 'zinc'})},
        labels: i === 1 ? ['zinc'] : [],
        classifications: i === 2 ? [{typeName: 'PII', attributes: {level: 'zinc'}}] : [],
      }));
      await api('/entity/bulk', {entities: tables});
      const {fullTextResult} = (await api('/search/fulltext?query=zinc')) as {
        fullTextResult: {entity: {displayText: string}; score: number}[];
      };
      const scores = new Map(fullTextResult.map(one => [one.entity.displayText, one.score]));
      const [described = 0, ...names] = ['described', 'labelled', 'tagged'].map(name =>
        scores.get(name),
      );
      for (const score of names) assert.ok(Number(score) > described, JSON.stringify([...scores]));
    });

    test('a glossary term and its synonyms, by the names that they have at the time', async () => {
      const {guid: glossary} = (await api('/glossary', {name: 'money'})) as {guid: string};
      const anchor = {glossaryGuid: glossary};
      const [revenue, income] = (await api('/glossary/terms', [
        {name: 'Net Revenue', anchor},
        {name: 'Income', anchor},
      ])) as [Term, Term];
      await api(`/glossary/terms/${revenue.guid}/assignedEntities`, [{guid: guid('orders')}]);
      assert.deepEqual(await found('revenue'), ['orders']);
      assert.deepEqual(await found('"net revenue"'), ['orders']);
      assert.deepEqual(await found('reven*'), ['orders']);
      assert.deepEqual(await found('revenue', {typeName: 'hive_table'}), ['orders']);
      assert.deepEqual(await found('money'), [], 'a glossary is no term');
      assert.deepEqual(await found('income'), []);
      const stored = (await api(`/glossary/term/${revenue.guid}`)) as Term;
      await api(
        `/glossary/term/${revenue.guid}`,
        {...stored, name: 'Turnover', synonyms: [{termGuid: income.guid}]},
        'PUT',
      );
      assert.deepEqual(await found('income'), ['orders']);
      assert.deepEqual(await found('turnover'), ['orders']);
      assert.deepEqual(await found('revenue'), []);
      const {assignedEntities} = (await api(`/glossary/term/${revenue.guid}`)) as {
        assignedEntities: object[];
      };
      await api(`/glossary/terms/${revenue.guid}/assignedEntities`, assignedEntities, 'DELETE');
      assert.deepEqual(await found('turnover OR income'), []);
    });
  });
}
