// The first things that somebody tries with curl: each has to work, or to say what was meant.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Ask, type Answer, type Entity} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Hits = {entities?: Entity[]; approximateCount: number};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster))
  suite(`${database}: the first requests`, options, () => {
    let server: RunningCatalog;
    const get = (path: string, options?: Ask): Promise<Answer> =>
      ask(`${server.url}${path}`, options);

    before(async () => {
      server = await start();
    });
    after(() => server?.stop());

    test('the root leads to the search page', async () => {
      const answer = await get('/');
      assert.equal(answer.status, 302);
      assert.match(answer.headers.get('location') ?? '', /\/n\/index\.html$/);
      assert.equal((await get('/n/index.html', {headers: {accept: 'text/html'}})).status, 200);
    });

    test('the status is open to everybody, the rest is not', async () => {
      const nobody = {headers: {authorization: ''}};
      assert.deepEqual((await get('/api/meta/admin/status', nobody)).json, {Status: 'ACTIVE'});
      assert.equal((await get('/api/meta/v2/types/typedefs', nobody)).status, 401);
    });

    test('the version names this product', async () => {
      assert.equal(
        ((await get('/api/meta/admin/version')).json as {Name: string}).Name,
        'gazetteer',
      );
    });

    test('all type definitions are there at the first start', async () => {
      const types = (await get('/api/meta/v2/types/typedefs')).json as Record<
        string,
        {name: string}[]
      >;
      const names = new Set(types['entityDefs']?.map(def => def.name));
      for (const name of ['DataSet', 'hive_table', '__MetaUserProfile'])
        assert.ok(names.has(name), name);
    });

    test('an entity is made, found by its guid, by its name and by a search, and deleted', async () => {
      const entity = {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'sales@test', name: 'sales', clusterName: 'test'},
      };
      const created = (await get('/api/meta/v2/entity', {body: {entity}})).json as {
        mutatedEntities: {CREATE: Entity[]};
        guidAssignments: Record<string, string>;
      };
      const guid = created.mutatedEntities.CREATE[0]?.guid ?? '';
      assert.deepEqual(Object.values(created.guidAssignments), [guid]);
      const byGuid = (await get(`/api/meta/v2/entity/guid/${guid}`)).json as {entity: Entity};
      assert.equal(byGuid.entity.attributes['name'], 'sales');
      const byName = (
        await get('/api/meta/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=sales@test')
      ).json as Entity;
      assert.equal(byName.guid, guid);
      assert.equal(byName.typeName, 'hive_db');
      const hits = (await get('/api/meta/v2/search/basic?typeName=hive_db&query=sales'))
        .json as Hits;
      assert.deepEqual(
        hits.entities?.map(hit => hit.guid),
        [guid],
      );
      assert.equal((await get(`/api/meta/v2/entity/guid/${guid}`, {method: 'DELETE'})).status, 200);
      const gone = (
        await get(
          '/api/meta/v2/search/basic?typeName=hive_db&query=sales&excludeDeletedEntities=true',
        )
      ).json as Hits;
      assert.equal(gone.approximateCount, 0);
    });

    test('a user profile is made by its endpoint and then found', async () => {
      const path = '/api/meta/v2/entity/uniqueAttribute/type/__MetaUserProfile?attr:name=admin';
      const before = await get(path);
      assert.equal(before.status, 404);
      assert.equal(before.text, '');
      const made = await get('/api/meta/v2/entity', {
        body: {entity: {typeName: '__MetaUserProfile', attributes: {name: 'admin'}}},
      });
      assert.equal(made.status, 200, made.text);
      const profile = (await get(path)).json as Entity;
      assert.equal(profile.attributes['name'], 'admin');
      assert.equal(profile['displayText'], 'admin');
      assert.deepEqual(profile['classificationNames'], []);
    });

    test('quick search and suggestions answer', async () => {
      const quick = await get('/api/meta/v2/search/quick?query=sales&limit=5');
      assert.equal(quick.status, 200, quick.text);
      assert.ok('aggregationMetrics' in (quick.json as object));
      const suggestions = await get('/api/meta/v2/search/suggestions?prefixString=sal');
      assert.equal(suggestions.status, 200, suggestions.text);
      assert.equal((suggestions.json as {prefixString: string}).prefixString, 'sal');
    });

    test('metrics and the list of glossaries answer', async () => {
      assert.equal((await get('/api/meta/admin/metrics')).status, 200);
      assert.deepEqual((await get('/api/meta/v2/glossary')).json, []);
    });

    test('slips of the keyboard get an answer that says what is wrong', async () => {
      const slips: readonly [path: string, ask: Ask, status: number, words: RegExp][] = [
        ['/api/meta/v2/entiy', {}, 404, /\/api\/meta\/v2\/entiy/],
        ['/api/meta/v2/search/basic', {method: 'PUT', body: {}}, 405, /PUT/],
        ['/api/meta/v2/entity', {body: '{"entity": {'}, 400, /line 1/],
        ['/api/meta/v2/entity', {method: 'POST', body: ''}, 400, /empty/],
        [
          '/api/meta/v2/entity',
          {body: '<a/>', headers: {'content-type': 'application/xml'}},
          415,
          /application\/json/,
        ],
        [
          '/api/meta/v2/entity',
          {body: {entity: {typeName: 'hive_tabel', attributes: {}}}},
          400,
          /hive_tabel/,
        ],
        ['/api/meta/v2/entity/guid/1', {}, 404, /1/],
      ];
      for (const [path, options, status, words] of slips) {
        const answer = await get(path, options);
        assert.equal(answer.status, status, `${path}: ${answer.text}`);
        const {errorCode, errorMessage} = answer.json as {errorCode: string; errorMessage: string};
        assert.ok(errorCode.length > 0, path);
        assert.match(errorMessage, words, path);
      }
    });

    test('all that is missing is told at once', async () => {
      const answer = await get('/api/meta/v2/entity', {
        body: {entity: {typeName: 'hive_table', attributes: {}}},
      });
      assert.equal(answer.status, 404);
      const {errorMessage} = answer.json as {errorMessage: string};
      for (const name of ['hive_table.qualifiedName', 'hive_table.name'])
        assert.ok(errorMessage.includes(name), errorMessage);
    });
  });
