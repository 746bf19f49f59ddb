// The sample data, loaded and removed by the same code as in the pages.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {CatalogClient} from '@gazetteer/client';
import {terms} from '../web/src/sample/glossary.ts';
import {loadSample, removeSample, sampleGuids} from '../web/src/sample/load-sample.ts';
import {type RunningCatalog, startFreshCatalog} from './server-fixture.ts';

suite('sample data', () => {
  let server: RunningCatalog;
  let client: CatalogClient;
  before(async () => {
    server = await startFreshCatalog();
    const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
    client = new CatalogClient({baseUrl: `${server.url}/api/meta`, headers: {authorization}});
  });
  after(() => server.stop());

  const steps: string[] = [];
  const tell = (step: string) => void steps.push(step);

  test('is loaded, and classifications reach what is made of the classified columns', async () => {
    await loadSample(client, tell);
    const guids = await sampleGuids(client);
    assert.ok(guids.length > 150, String(guids.length));
    const email = await column('marts.customer_value.email');
    assert.deepEqual(email.classificationNames, ['PII']);
    assert.deepEqual(
      (await column('marts.customer_value.churn_risk')).meanings?.map(one => one.displayText),
      ['Churn risk'],
    );
    const {relations} = await client.call('GET /v2/lineage/{guid}', {
      path: {guid: email.guid},
      query: {depth: 10},
    });
    assert.ok((relations as unknown[]).length >= 6);
    assert.deepEqual(steps, [
      'Types',
      'Databases, tables, columns and jobs',
      'Classifications',
      'Glossary',
    ]);
  });

  test('a second load adds nothing', async () => {
    const before = await sampleGuids(client);
    await loadSample(client, tell);
    assert.deepEqual((await sampleGuids(client)).toSorted(), before.toSorted());
    const [glossary] = await client.call('GET /v2/glossary', {});
    assert.equal(glossary?.terms?.length, terms.length);
  });

  test('is deleted permanently, with its types and its glossary', async () => {
    await removeSample(client, tell);
    assert.deepEqual(await sampleGuids(client), []);
    assert.deepEqual(await client.call('GET /v2/glossary', {}), []);
    const {data} = await client.call('GET /admin/metrics', {});
    const shown = Object.keys({...data.entity.entityActive, ...data.entity.entityDeleted});
    assert.deepEqual(
      shown.filter(name => !name.startsWith('__')),
      [],
    );
    const types = await client.call('GET /v2/types/typedefs', {query: {type: 'classification'}});
    assert.ok(!types.classificationDefs?.some(def => def.name === 'PII'));
  });

  test('what others have made under the same names stays as it is', async () => {
    const def = {name: 'PII', superTypes: [], attributeDefs: []};
    await client.call('POST /v2/types/typedefs', {body: {classificationDefs: [def]}});
    await client.call('POST /v2/glossary', {body: {guid: '-1', name: 'Shop'}});
    await loadSample(client, tell);
    assert.deepEqual((await column('raw.customers.email')).classificationNames, ['PII']);
    await removeSample(client, tell);
    const types = await client.call('GET /v2/types/typedefs', {query: {type: 'classification'}});
    assert.deepEqual(
      types.classificationDefs?.map(one => one.name).filter(name => !name.startsWith('__')),
      ['PII'],
    );
    const [glossary] = await client.call('GET /v2/glossary', {});
    assert.equal(glossary?.name, 'Shop');
    assert.equal(glossary.terms?.length ?? 0, 0);
  });

  const column = async (path: string) =>
    await client.call('GET /v2/entity/uniqueAttribute/type/{typeName}/header', {
      path: {typeName: 'hive_column'},
      query: {'attr:qualifiedName': `${path}@sample`},
    });
});
