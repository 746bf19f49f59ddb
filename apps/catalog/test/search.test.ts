// Searches, the glossary list and metrics through the whole server, with what they leave in the
// log.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask, type Answer, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {logUntilNow, startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Header = Entity & {displayText: string; classifications?: object[]};
type Hits = {
  entities?: Header[];
  approximateCount: number;
  queryText?: string;
  attributes?: object;
  referredEntities?: Record<string, Header>;
};
type Entry = {name: string; count: number};

const noProfile =
  'graph rollback due to exception AtlasBaseException:Instance __MetaUserProfile with unique attribute {name=admin} does not exist';

suite('search', () => {
  let server: RunningCatalog;
  const api = (path: string, body?: object): Promise<Answer> =>
    ask(`${server.url}/api/meta${path}`, body === undefined ? {} : {body});
  const basic = async (body: object) => (await api('/v2/search/basic', body)).json as Hits;
  const names = (hits: Hits) => (hits.entities ?? []).map(one => one.displayText).sort();
  /** What the server logged while `work` ran. */
  const logged = async (work: () => Promise<unknown>): Promise<string> => {
    const {length} = await logUntilNow(server);
    await work();
    return (await logUntilNow(server)).slice(length);
  };

  before(async () => {
    server = await startFreshCatalog();
    await api('/v2/types/typedefs', {
      classificationDefs: [
        {name: 'PII', attributeDefs: [{name: 'level', typeName: 'string', isOptional: true}]},
      ],
      businessMetadataDefs: [],
    });
    const attributes = (name: string) => ({qualifiedName: `sales.${name}@cl1`, name});
    const db = {
      typeName: 'hive_db',
      guid: '-1',
      attributes: {qualifiedName: 'sales@cl1', name: 'sales', clusterName: 'cl1'},
    };
    const table = (name: string, guid: string, more: object) => ({
      typeName: 'hive_table',
      guid,
      attributes: {...attributes(name), db: {guid: '-1', typeName: 'hive_db'}, ...more},
    });
    await api('/v2/entity/bulk', {
      entities: [
        db,
        table('orders', '-2', {
          owner: 'ann',
          tableType: 'MANAGED_TABLE',
          createTime: 1_700_000_000_000,
        }),
        table('customers', '-3', {owner: 'bob', tableType: 'EXTERNAL_TABLE'}),
      ],
    });
  });
  after(() => server?.stop());

  test('a word that nothing has is told with the words that are most like it', async () => {
    const spelling = async (query: string) =>
      (await api(`/v2/search/spelling?query=${encodeURIComponent(query)}`)).json;
    assert.deepEqual(await spelling('custmers_table'), {
      query: 'custmers_table',
      corrected: 'customers_table',
      words: [
        {
          word: 'custmers',
          similar: [{word: 'customers', entityCount: 1, distance: 1, isPart: false}],
        },
      ],
    });
    assert.deepEqual(await spelling('ustomer'), {
      query: 'ustomer',
      corrected: 'customers',
      words: [
        {
          word: 'ustomer',
          similar: [{word: 'customers', entityCount: 1, distance: 2, isPart: true}],
        },
      ],
    });
    assert.deepEqual(await spelling('orders by ann'), {query: 'orders by ann', words: []});
    assert.deepEqual(await spelling(''), {query: '', words: []});
  });

  test('each search without a profile leaves one failed lookup in the log, answers, and makes no profile', async () => {
    const searches = [
      () => api('/v2/search/basic', {query: 'orders'}),
      () => api('/v2/search/basic?query=orders'),
      () => api('/v2/search/quick?query=ord'),
      () => api('/v2/search/quick', {query: 'ord'}),
      () => api('/v2/search/suggestions?prefixString=ord'),
    ];
    for (const search of searches) {
      const lines = await logged(async () => assert.equal((await search()).status, 200));
      assert.equal(lines.split(noProfile).length, 2, lines);
      assert.match(lines, /AtlasEntityStoreV2\.getByUniqueAttributes/);
    }
    assert.deepEqual((await api('/v2/search/saved')).json, []);
    const path = '/v2/entity/uniqueAttribute/type/__MetaUserProfile?attr:name=admin';
    assert.equal((await api(path)).status, 404);
  });

  test('a search answers all fields, with what was asked for', async () => {
    const hits = await basic({
      typeName: 'hive_table',
      query: 'orders',
      attributes: ['tableType', 'db', '__createdBy'],
      includeClassificationAttributes: true,
    });
    assert.equal(hits.queryText, 'orders');
    assert.equal(hits.approximateCount, 1);
    const [orders] = hits.entities as [Header];
    assert.equal(orders.attributes['tableType'], 'MANAGED_TABLE');
    assert.equal(orders.attributes['__createdBy'], 'admin');
    assert.deepEqual(orders.classifications, []);
    const db = orders.attributes['db'] as {guid: string; typeName: string};
    assert.equal(db.typeName, 'hive_db');
    assert.equal(hits.referredEntities?.[db.guid]?.displayText, 'sales');
    const table = await basic({
      typeName: 'hive_table',
      query: 'orders',
      attributes: ['name', 'owner'],
      excludeHeaderAttributes: true,
    });
    assert.deepEqual(table.attributes, {name: ['name', 'owner'], values: [['orders', 'ann']]});
    assert.equal('entities' in table, false);
  });

  test('a search tells where its words are, where it is asked to', async () => {
    const asked = {typeName: 'hive_table', query: 'ann orders'};
    const found = async (more: object) =>
      ((await basic({...asked, ...more})).entities ?? []).map(
        one => (one as Header & {matches?: object[]}).matches,
      );
    assert.deepEqual(await found({}), [undefined]);
    assert.deepEqual(await found({includeMatches: true}), [
      [
        {kind: 'attribute', field: 'owner', text: 'ann'},
        {kind: 'attribute', field: 'qualifiedName', text: 'sales.orders@cl1'},
      ],
    ]);
  });

  test('a search for attributes that none of its types has is refused', async () => {
    const ask = async (typeName: string) => {
      const {status, json} = await api('/v2/search/basic', {
        typeName,
        attributes: ['tableType', 'popularity'],
      });
      return [status, (json as {errorCode?: string}).errorCode];
    };
    assert.deepEqual(await ask('hive_table'), [400, 'ATLAS-400-00-023']);
    assert.deepEqual(await ask('_ALL_ENTITY_TYPES'), [200, undefined]);
    const {entities = []} = await basic({
      typeName: 'hive_table,hive_db',
      attributes: ['tableType', '__guid'],
    });
    assert.deepEqual(
      entities
        .map(one => [
          one.displayText,
          'tableType' in one.attributes,
          one.attributes['__guid'] === one.guid,
        ])
        .sort(),
      [
        ['customers', true, true],
        ['orders', true, true],
        ['sales', false, true],
      ],
    );
  });

  test('every system attribute that is advertised can be searched by', async () => {
    const root = (await api('/v2/types/entitydef/name/_ALL_ENTITY_TYPES')).json as {
      attributeDefs: {name: string}[];
    };
    assert.ok(root.attributeDefs.length > 10);
    for (const {name} of root.attributeDefs) {
      for (const operator of ['isNull', 'notNull'] as const) {
        const filter = {attributeName: name, operator};
        const answer = await api('/v2/search/basic', {
          typeName: 'hive_table',
          entityFilters: filter,
        });
        assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      }
    }
    const of = async (attributeName: string, operator: string, attributeValue = '') =>
      names(
        await basic({
          typeName: 'hive_table',
          entityFilters: {attributeName, operator, attributeValue},
        }),
      );
    const all = ['customers', 'orders'];
    for (const name of [
      '__isIncomplete',
      '__pendingTasks',
      '__historicalGuids',
      '__classificationsText',
    ]) {
      assert.deepEqual(await of(name, 'notNull'), [], name);
      assert.deepEqual(await of(name, 'isNull'), all, name);
    }
    assert.deepEqual(await of('__pendingTasks', 'eq', 'x'), []);
    assert.deepEqual(await of('__pendingTasks', 'neq', 'x'), all);
    const [{guid = ''} = {}] =
      (await basic({typeName: 'hive_table', query: 'orders'})).entities ?? [];
    await api(`/v2/entity/guid/${guid}/classifications`, [
      {typeName: 'PII', attributes: {level: 'very high'}},
    ]);
    for (const text of ['PII', 'PI', 'very', 'level']) {
      assert.deepEqual(await of('__classificationsText', 'contains', text), ['orders'], text);
      assert.deepEqual(
        await of('__classificationsText', 'not_contains', text),
        ['customers'],
        text,
      );
    }
    assert.deepEqual(await of('__classificationsText', 'contains', 'low'), []);
    const attributes = [
      '__classificationsText',
      '__classificationNames',
      '__propagatedClassificationNames',
    ];
    const shown = (await basic({typeName: 'hive_table', attributes})).entities ?? [];
    const valuesOf = (name: string) => {
      const header = shown.find(one => one.attributes['name'] === name);
      return attributes.map(one => header?.attributes[one]);
    };
    assert.deepEqual(valuesOf('orders'), ['PII level very high', '|PII|', undefined]);
    assert.deepEqual(valuesOf('customers'), [undefined, undefined, undefined]);
    const selected = await api(
      `/v2/search/dsl?query=${encodeURIComponent(`hive_table select ${attributes.join(', ')}`)}`,
    );
    assert.deepEqual(
      (selected.json as {attributes: {values: string[][]}}).attributes.values.toSorted(),
      [
        ['', '', ''],
        ['PII level very high', '|PII|', ''],
      ],
    );
    await ask(`${server.url}/api/meta/v2/entity/guid/${guid}/classification/PII`, {
      method: 'DELETE',
    });
  });

  test('labels and custom attributes are shown as the texts that their types say', async () => {
    const entity = {
      typeName: 'hive_table',
      attributes: {qualifiedName: 'labelled@x', name: 'labelled'},
      labels: ['one', 'two'],
      customAttributes: {team: 'red'},
    };
    const {guidAssignments} = (await api('/v2/entity', {entity})).json as {
      guidAssignments: Record<string, string>;
    };
    const [guid] = Object.values(guidAssignments);
    const attributes = ['__labels', '__customAttributes'];
    const [header] =
      (await basic({typeName: 'hive_table', query: 'labelled', attributes})).entities ?? [];
    assert.deepEqual(
      [header?.guid, ...attributes.map(one => header?.attributes[one])],
      [guid, '|one|two|', '{"team":"red"}'],
    );
    const query = encodeURIComponent(
      `hive_table where name = 'labelled' select ${attributes.join(', ')}`,
    );
    const selected = (await api(`/v2/search/dsl?query=${query}`)).json as {
      attributes: {values: string[][]};
    };
    assert.deepEqual(selected.attributes.values, [['|one|two|', '{"team":"red"}']]);
    await ask(`${server.url}/api/meta/v2/entity/guid/${guid}`, {method: 'DELETE'});
    await ask(`${server.url}/api/meta/admin/purge`, {method: 'PUT', body: [guid]});
  });

  test('classifications are found by who gave them, and when', async () => {
    const of = async (attributeName: string, operator: string, attributeValue: string) =>
      names(
        await basic({classification: 'PII', tagFilters: {attributeName, operator, attributeValue}}),
      );
    const [{guid = ''} = {}] =
      (await basic({typeName: 'hive_table', query: 'customers'})).entities ?? [];
    const path = `${server.url}/api/meta/v2/entity/guid/${guid}/classification`;
    const before = String(Date.now());
    await api(`/v2/entity/guid/${guid}/classifications`, [
      {typeName: 'PII', attributes: {level: 'low'}},
    ]);
    const given = String(Date.now());
    for (const name of ['__timestamp', '__modificationTimestamp']) {
      assert.deepEqual(await of(name, 'gte', before), ['customers'], name);
      assert.deepEqual(await of(name, 'lt', before), [], name);
    }
    for (const name of ['__createdBy', '__modifiedBy']) {
      assert.deepEqual(await of(name, 'eq', 'admin'), ['customers'], name);
      assert.deepEqual(await of(name, 'eq', 'ann'), [], name);
    }
    await soon(() => assert.ok(Date.now() > Number(given)));
    const changed = {method: 'PUT', body: [{typeName: 'PII', attributes: {level: 'high'}}]};
    assert.equal((await ask(`${path}s`, changed)).status, 204);
    assert.deepEqual(await of('__modificationTimestamp', 'gt', given), ['customers']);
    assert.deepEqual(await of('__timestamp', 'gt', given), []);
    await ask(`${path}/PII`, {method: 'DELETE'});
  });

  test('a header shows what the filter looks at', async () => {
    const filter = (attributeName: string, operator: string, attributeValue: string) => ({
      attributeName,
      operator,
      attributeValue,
    });
    const {entities: [one] = []} = await basic({
      typeName: 'hive_table',
      entityFilters: {
        condition: 'AND',
        criterion: [filter('tableType', '=', 'MANAGED_TABLE'), filter('__state', '=', 'ACTIVE')],
      },
    });
    assert.equal(one?.attributes['tableType'], 'MANAGED_TABLE');
    assert.equal('__state' in (one?.attributes ?? {}), false);
  });

  test('common searches are no scans; others are named in the log', async () => {
    const filter = (attributeName: string, operator: string, attributeValue: string) => ({
      typeName: 'hive_table',
      excludeDeletedEntities: true,
      entityFilters: {attributeName, operator, attributeValue},
    });
    const common = await logged(async () => {
      assert.deepEqual(names(await basic({query: 'ord*'})), ['orders']);
      assert.deepEqual(names(await basic({classification: 'PII'})), []);
      assert.deepEqual(names(await basic({typeName: '_ALL_ENTITY_TYPES'})), [
        'customers',
        'orders',
        'sales',
      ]);
      assert.deepEqual(names(await basic(filter('owner', 'eq', 'ann'))), ['orders']);
      assert.deepEqual(names(await basic(filter('qualifiedName', 'startsWith', 'sales.c'))), [
        'customers',
      ]);
    });
    assert.doesNotMatch(common, /Could not convert|Query requires/);
    const scans = await logged(async () => {
      assert.deepEqual(names(await basic(filter('tableType', 'eq', 'EXTERNAL_TABLE'))), [
        'customers',
      ]);
      assert.deepEqual(names(await basic({query: '*ustom*'})), ['customers']);
    });
    assert.match(
      scans,
      /Query requires iterating over all vertices \[\(tableType = EXTERNAL_TABLE AND __state = ACTIVE\)\]\. For better performance, use indexes/,
    );
    assert.match(scans, /Could not convert given VERTEX index query: \[\*ustom\*\]/);
  });

  test('quick search counts over all hits', async () => {
    const quick = async (path: string) =>
      (await api(path)).json as {searchResults: Hits; aggregationMetrics: Record<string, Entry[]>};
    const {searchResults, aggregationMetrics} = await quick('/v2/search/quick?query=sales&limit=1');
    assert.equal(searchResults.entities?.length, 1);
    assert.equal(searchResults.approximateCount, 3);
    assert.deepEqual(aggregationMetrics, {
      __typeName: [
        {name: 'hive_table', count: 2},
        {name: 'hive_db', count: 1},
      ],
      __state: [{name: 'active', count: 3}],
      ServiceType: [{name: 'hive', count: 3}],
      'Asset.owner': [
        {name: 'ann', count: 1},
        {name: 'bob', count: 1},
      ],
    });
    const nothing = await quick('/v2/search/quick?query=');
    assert.equal(nothing.searchResults.approximateCount, 3);
  });

  test('the beginning of an attribute is looked for in one type or in several', async () => {
    const found = async (query: string) =>
      names((await api(`/v2/search/attribute?${query}`)).json as Hits);
    assert.deepEqual(await found('typeName=hive_table&attrValuePrefix=sales'), [
      'customers',
      'orders',
    ]);
    const several = 'typeName=hive_db,hive_table';
    assert.deepEqual(await found(`${several}&attrValuePrefix=sales`), [
      'customers',
      'orders',
      'sales',
    ]);
    assert.deepEqual(await found(`${several}&attrName=name&attrValuePrefix=sa`), ['sales']);
    assert.deepEqual(await found(`${several}&attrName=owner&attrValuePrefix=a`), ['orders']);
    const unknown = await api(`/v2/search/attribute?${several}&attrName=tableType`);
    assert.deepEqual(
      [unknown.status, (unknown.json as {errorCode: string}).errorCode],
      [400, 'ATLAS-400-00-023'],
      'one of them does not have it',
    );
  });

  test('junk is refused with a reason', async () => {
    const status = async (path: string, body?: object) => (await api(path, body)).status;
    assert.equal(await status('/v2/search/basic?typeName=nope'), 400);
    assert.equal(await status('/v2/search/basic?limit=x'), 400);
    assert.equal(await status('/v2/search/quick?sortOrder=UP'), 400);
    assert.equal(await status('/v2/search/attribute'), 400);
    const untyped = await ask(`${server.url}/api/meta/v2/search/attribute?attrValuePrefix=a`);
    assert.deepEqual(
      [untyped.status, untyped.json],
      [
        400,
        {errorCode: 'ATLAS-400-00-029', errorMessage: 'EntityFilters specified without Type name'},
      ],
    );
    assert.equal(await status('/v2/search/fulltext'), 400);
    assert.equal(await status('/v2/search/quick', {}), 400);
    assert.equal(await status('/v2/search/basic', {query: {a: 1}}), 400);
    assert.equal(await status('/v2/search/basic', {termName: 'no@where'}), 400);
    assert.equal(await status('/v2/glossary?limit=x'), 400);
    for (const query of [
      '%22',
      '(((',
      '%00',
      'AND',
      '%27%3B--',
      '%F0%9F%98%80',
      'a'.repeat(4000),
    ]) {
      assert.equal(await status(`/v2/search/basic?query=${query}`), 200, query);
      assert.equal(await status(`/v2/search/suggestions?prefixString=${query}`), 200, query);
    }
  });

  test('pages by markers: each hit once, and none of another search', async () => {
    type Page = Hits & {nextMarker?: string; errorMessage?: string};
    const page = async (body: object) =>
      (await basic({typeName: 'hive_table', limit: 1, ...body})) as Page;
    assert.equal((await page({})).nextMarker, undefined);
    const first = await page({marker: '*'});
    const second = await page({marker: first.nextMarker});
    assert.deepEqual([...names(first), ...names(second)], ['customers', 'orders']);
    const end = await page({marker: second.nextMarker});
    assert.deepEqual([names(end), end.nextMarker, end.approximateCount], [[], '-1', 2]);
    assert.deepEqual(names(await page({marker: '-1'})), []);
    const whole = (await api('/v2/search/basic?typeName=hive_table&marker=*')).json as Page;
    assert.deepEqual([names(whole), whole.nextMarker], [['customers', 'orders'], '-1']);
    assert.match(
      (await page({marker: first.nextMarker, query: 'orders'})).errorMessage ?? '',
      /Invalid marker!/,
    );
    assert.match((await page({marker: 'x'})).errorMessage ?? '', /Invalid marker!/);
    assert.match((await page({marker: '*', offset: 1})).errorMessage ?? '', /only if offset=0/);
    assert.match((await page({marker: '*', sortBy: 'name'})).errorMessage ?? '', /sortBy/);
  });

  test('glossaries are listed by name with short forms of their terms', async () => {
    const glossary = (name: string, guid: string) => ({
      typeName: 'AtlasGlossary',
      guid,
      attributes: {qualifiedName: name, name},
    });
    const term = {
      typeName: 'AtlasGlossaryTerm',
      guid: '-3',
      attributes: {qualifiedName: 'profit@money', name: 'profit'},
      relationshipAttributes: {anchor: {guid: '-1', typeName: 'AtlasGlossary'}},
    };
    await api('/v2/entity/bulk', {
      entities: [glossary('money', '-1'), glossary('animals', '-2'), term],
    });
    const list = (await api('/v2/glossary')).json as {
      name: string;
      terms?: Record<string, unknown>[];
    }[];
    assert.deepEqual(
      list.map(one => one.name),
      ['animals', 'money'],
    );
    assert.deepEqual(Object.keys(list[0] ?? {}).sort(), ['guid', 'name', 'qualifiedName']);
    assert.equal(list[1]?.terms?.[0]?.['displayText'], 'profit');
    const page = (await api('/v2/glossary?sort=DESC&limit=1')).json as {name: string}[];
    assert.deepEqual(
      page.map(one => one.name),
      ['money'],
    );
    const assigned = {
      typeName: 'hive_db',
      attributes: {qualifiedName: 'books@cl1', name: 'books', clusterName: 'cl1'},
      relationshipAttributes: {
        meanings: [
          {typeName: 'AtlasGlossaryTerm', uniqueAttributes: {qualifiedName: 'profit@money'}},
        ],
      },
    };
    assert.equal((await api('/v2/entity', {entity: assigned})).status, 200);
    assert.deepEqual(names(await basic({termName: 'profit@money'})), ['books']);
    assert.deepEqual(names(await basic({termName: 'profit@money', typeName: 'hive_table'})), []);
  });

  test('metrics count what there is', async () => {
    const {data} = (await api('/admin/metrics')).json as {
      data: Record<string, Record<string, unknown>>;
    };
    const entity = data['entity'] as Record<string, Record<string, number>>;
    assert.equal(entity['entityActive']?.['hive_table'], 2);
    assert.equal(entity['entityActive-typeAndSubTypes']?.['Asset'], 4);
    assert.deepEqual(entity['entityDeleted'], {});
    assert.equal(data['general']?.['tagCount'], 1);
    // Glossaries and what the catalog keeps for itself are of internal types, which are not
    // counted.
    assert.equal(data['general']?.['entityCount'], 4);
    const memory = data['system']?.['memory'] as Record<string, number>;
    assert.ok((memory['heapUsed'] ?? 0) > 1_000_000);
  });

  test('with a profile the failed lookup is gone, and saved searches are the profile’s', async () => {
    const profile = {typeName: '__MetaUserProfile', guid: '-1', attributes: {name: 'admin'}};
    const saved = {
      typeName: '__MetaUserSavedSearch',
      guid: '-2',
      attributes: {
        name: 'mine',
        ownerName: 'admin',
        searchType: 'BASIC',
        uniqueName: 'admin:mine:BASIC',
        searchParameters: '{"typeName":"hive_table"}',
      },
      relationshipAttributes: {userProfile: {guid: '-1', typeName: '__MetaUserProfile'}},
    };
    assert.equal((await api('/v2/entity/bulk', {entities: [profile, saved]})).status, 200);
    const lines = await logged(async () =>
      assert.deepEqual(names(await basic({query: 'orders'})), ['orders']),
    );
    assert.doesNotMatch(lines, /graph rollback/);
    const list = (await api('/v2/search/saved')).json as Record<string, unknown>[];
    const {guid, ...search} = list[0] ?? {};
    assert.match(String(guid), /^[0-9a-f-]{36}$/);
    const expected = {
      ownerName: 'admin',
      name: 'mine',
      searchType: 'BASIC',
      searchParameters: {typeName: 'hive_table'},
    };
    assert.deepEqual([list.length, search], [1, expected]);
    assert.equal((await basic({query: 'admin'})).approximateCount, 0, 'profiles are in no search');
  });
});
