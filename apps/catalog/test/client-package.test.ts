// The typed client against a whole server; what it is called with is checked by the compiler.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {ApiError, CatalogClient, SignedOutError} from '@gazetteer/client';
import {admin} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

suite('the typed client', () => {
  let server: RunningCatalog;
  let client: CatalogClient;
  before(async () => {
    server = await startFreshCatalog();
    client = new CatalogClient({
      baseUrl: `${server.url}/api/meta`,
      headers: {authorization: admin},
    });
  });
  after(() => server?.stop());

  test('types, entities, classifications, search, lineage and metrics, from end to end', async () => {
    assert.equal((await client.call('GET /admin/session')).userName, 'admin');
    await client.call('POST /v2/types/typedefs', {body: {classificationDefs: [{name: 'Secret'}]}});
    const entity = {typeName: 'hive_table', attributes: {qualifiedName: 't@x', name: 'tea'}};
    const preview = await client.dryRun('POST /v2/entity', {body: {entity}});
    assert.equal(preview.changes['entities']?.['created']?.count, 1);
    const saved = await client.call('POST /v2/entity', {body: {entity}});
    const [guid = ''] = Object.values(saved.guidAssignments ?? {});
    await client.call('POST /v2/entity/guid/{guid}/classifications', {
      path: {guid},
      body: [{typeName: 'Secret', propagate: false}],
    });
    const read = await client.call('GET /v2/entity/guid/{guid}', {path: {guid}});
    assert.equal(read.entity.classifications?.[0]?.typeName, 'Secret');
    const found = await client.call('POST /v2/search/basic', {body: {classification: 'Secret'}});
    assert.equal(found.entities?.[0]?.guid, guid);
    const lineage = await client.call('GET /v2/lineage/{guid}', {
      path: {guid},
      query: {direction: 'INPUT'},
    });
    assert.equal(lineage.baseEntityGuid, guid);
    const {data} = await client.call('GET /admin/metrics');
    assert.equal(data.tag.tagEntities?.['Secret'], 1);
    const deleted = await client.call('DELETE /v2/entity/guid/{guid}', {path: {guid}});
    assert.equal(deleted.mutatedEntities?.['DELETE']?.length, 1);
  });

  test('a refusal has its code and issues', async () => {
    const body = {
      entity: {typeName: 'hive_table', attributes: {createTime: 'x', lastAccessTime: 'y'}},
    };
    await assert.rejects(client.call('POST /v2/entity', {body}), error => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.errorCode, 'ATLAS-404-00-007');
      assert.ok(error.issues.length > 1, error.message);
      return true;
    });
    const nobody = new CatalogClient({baseUrl: `${server.url}/api/meta`});
    await assert.rejects(nobody.call('GET /admin/session'), SignedOutError);
  });
});
