// What the reference leaves to configuration or accident and this catalog does always; docs/api.md
// lists it.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {ask, type Ask, type Entity} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Mutation = {guidAssignments: Record<string, string>};
type Hits = {entities?: Entity[]; approximateCount: number};

suite('friendlier than the reference', () => {
  let server: RunningCatalog;
  const guids: Record<string, string> = {};
  const send = async <T>(path: string, what: Ask = {}): Promise<T> => {
    const {status, text, json} = await ask(`${server.url}/api/atlas${path}`, what);
    assert.ok(status < 300, `${path}: ${text}`);
    return json as T;
  };
  const save = async (typeName: string, name: string, attributes: object = {}) => {
    const entity = {typeName, attributes: {qualifiedName: `${name}@x`, name, ...attributes}};
    const {guidAssignments} = await send<Mutation>('/v2/entity', {body: {entity}});
    return (guids[name] = Object.values(guidAssignments)[0] ?? '');
  };

  before(async () => {
    server = await startFreshCatalog({
      args: [
        '--version-number',
        '2.4.0',
        '--version-name',
        'apache-atlas',
        '--set',
        'atlas.version.revision=abc',
      ],
    });
    await send('/v2/types/typedefs', {body: {classificationDefs: [{name: 'Secret'}]}});
    const from = await save('hive_table', 'customer_orders', {owner: 'ann'});
    const to = await save('hive_table', 'monthly.report-of_sales', {owner: 'bob'});
    await save('Process', 'sum', {inputs: [{guid: from}], outputs: [{guid: to}]});
  });
  after(() => server?.stop());

  test('a classification has propagated when the request that adds it answers', async () => {
    await send(`/v2/entity/guid/${guids['customer_orders']}/classifications`, {
      body: [{typeName: 'Secret', propagate: true}],
    });
    const {entities} = await send<Hits>('/v2/search/basic', {
      body: {classification: 'Secret', typeName: 'hive_table'},
    });
    assert.deepEqual(
      entities?.map(one => one.guid).sort(),
      [guids['customer_orders'], guids['monthly.report-of_sales']].sort(),
    );
  });

  test('any word of a name is found', async () => {
    for (const query of ['orders', 'customer', 'report', 'SALES']) {
      const {approximateCount} = await send<Hits>(
        `/v2/search/basic?typeName=hive_table&query=${query}`,
      );
      assert.equal(approximateCount, 1, query);
    }
  });

  test('metrics always have counts with sub-types', async () => {
    for (const query of ['', '?excludeTypeAndSubTypeEntity=true']) {
      const {data} = await send<{data: {entity: Record<string, Record<string, number>>}}>(
        `/admin/metrics${query}`,
      );
      assert.equal(data.entity['entityActive-typeAndSubTypes']?.['Referenceable'], 3);
      assert.equal(data.entity['entityActive']?.['hive_table'], 2);
    }
  });

  test('a filter with a criterion does not look at a leaf beside it', async () => {
    const owner = (attributeValue: string) => ({
      attributeName: 'owner',
      operator: '=',
      attributeValue,
    });
    const entityFilters = {condition: 'AND', criterion: [owner('ann')], ...owner('nobody')};
    const {entities} = await send<Hits>('/v2/search/basic', {
      body: {typeName: 'hive_table', entityFilters},
    });
    assert.deepEqual(
      entities?.map(one => one.guid),
      [guids['customer_orders']],
    );
  });

  test('the version is what the operator says', async () => {
    const {Version, Name, Revision} = await send<Record<string, string>>('/admin/version');
    assert.deepEqual([Version, Name, Revision], ['2.4.0', 'apache-atlas', 'abc']);
  });

  test('lineage on demand and relationship search are on, and pages are told so', async () => {
    const session = await send<Record<string, unknown>>('/admin/session');
    assert.equal(session['atlas.lineage.on.demand.enabled'], true);
    assert.equal(session['atlas.relationship.search.enabled'], true);
    const lineage = await send<{relations: unknown[]}>(`/v2/lineage/${guids['customer_orders']}`, {
      body: {},
    });
    assert.equal(lineage.relations.length, 2);
    const related = await send<{relations?: unknown[]}>('/v2/search/relations', {
      body: {relationshipName: 'dataset_process_inputs'},
    });
    assert.equal(related.relations?.length, 1);
  });
});
