// Saved searches, relationship searches and what belongs to whom, through the whole server on both
// databases.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {logUntilNow, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Saved = {
  guid: string;
  name: string;
  ownerName: string;
  searchType: string;
  searchParameters: {typeName?: string};
};
type Result = {
  queryType: string;
  entities?: (Entity & {displayText: string})[];
  attributes?: {values: unknown[][]};
  relations?: Record<string, unknown>[];
  approximateCount: number;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-users-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const passwordFile = join(folder, 'users.properties');
const line = (user: string) => passwordLine(user, 'ADMIN');
writeFileSync(passwordFile, `${line('admin')}\n${line('eve')}\n`);

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: saved searches`, options, () => {
    let server: RunningCatalog;
    const as = (user: string, path: string, body?: object, method?: string): Promise<Answer> =>
      ask(`${server.url}/api/atlas/v2${path}`, {
        ...(body && {body}),
        ...(method && {method}),
        headers: {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`},
      });
    const api = (path: string, body?: object, method?: string) => as('admin', path, body, method);
    const refused = (answer: Answer, status: number, code: string) => {
      const {errorCode} = answer.json as {errorCode: string};
      assert.deepEqual([answer.status, errorCode], [status, code], answer.text);
    };
    const names = (answer: Answer) =>
      ((answer.json as Result).entities ?? []).map(one => one.displayText);
    const search = (name: string, more: object = {}) => ({
      name,
      searchType: 'BASIC',
      searchParameters: {typeName: 'hive_db', limit: 25},
      ...more,
    });

    before(async () => {
      server = await start(['--password-file', passwordFile]);
      const attributes = (name: string, more: object) => ({
        qualifiedName: `${name}@c`,
        name,
        ...more,
      });
      const table = (guid: string, name: string) => ({
        typeName: 'hive_table',
        guid,
        attributes: attributes(name, {owner: 'ann', db: {guid: '-1'}}),
      });
      const db = {
        typeName: 'hive_db',
        guid: '-1',
        attributes: attributes('sales', {clusterName: 'c'}),
      };
      const answer = await api('/entity/bulk', {
        entities: [db, table('-2', 'b'), table('-3', 'a'), table('-4', 'c')],
      });
      assert.equal(answer.status, 200, answer.text);
    });
    after(() => server?.stop());

    test('reading without a profile finds nothing, logs no error and makes no profile', async () => {
      const {length} = await logUntilNow(server);
      assert.deepEqual((await api('/search/saved')).json, []);
      refused(await api('/search/saved/mine'), 404, 'ATLAS-404-00-009');
      const profile = await api('/entity/uniqueAttribute/type/__AtlasUserProfile?attr:name=admin');
      refused(profile, 404, 'ATLAS-404-00-009');
      const lines = (await logUntilNow(server)).slice(length);
      assert.doesNotMatch(lines, /getSavedSearches.*graph rollback/);
    });

    test('the first save makes the profile; a search is read, changed, run and deleted', async () => {
      const created = await api('/search/saved', search('mine', {uiParameters: 'type=hive_db'}));
      assert.equal(created.status, 200, created.text);
      const {guid, ...rest} = created.json as Saved;
      assert.deepEqual(rest, {
        ownerName: 'admin',
        name: 'mine',
        searchType: 'BASIC',
        searchParameters: {
          typeName: 'hive_db',
          excludeDeletedEntities: false,
          includeClassificationAttributes: false,
          includeSubTypes: true,
          includeSubClassifications: true,
          excludeHeaderAttributes: false,
          limit: 25,
          offset: 0,
        },
        uiParameters: 'type=hive_db',
      });
      assert.equal(
        (await api('/entity/uniqueAttribute/type/__AtlasUserProfile?attr:name=admin')).status,
        200,
      );
      assert.deepEqual((await api('/search/saved/mine')).json, created.json);
      assert.deepEqual(names(await api('/search/saved/execute/mine')), ['sales']);
      assert.deepEqual(names(await api(`/search/saved/execute/guid/${guid}`)), ['sales']);
      const changed = await api(
        '/search/saved',
        {guid, ...search('ours', {searchParameters: {typeName: 'hive_table'}})},
        'PUT',
      );
      assert.equal((changed.json as Saved).guid, guid);
      assert.deepEqual(
        ((await api('/search/saved?user=admin')).json as Saved[]).map(one => [
          one.name,
          one.searchParameters.typeName,
        ]),
        [['ours', 'hive_table']],
      );
      assert.equal((await api(`/search/saved/${guid}`, undefined, 'DELETE')).status, 204);
      assert.deepEqual((await api('/search/saved')).json, []);
      refused(await api(`/search/saved/execute/guid/${guid}`), 404, 'ATLAS-404-00-005');
    });

    test('a DSL query and a search for relationships can be saved, too', async () => {
      await api(
        '/search/saved',
        search('dsl', {
          searchType: 'ADVANCED',
          searchParameters: {query: 'where name = a', typeName: 'hive_table'},
        }),
      );
      const dsl = (await api('/search/saved/execute/dsl')).json as Result;
      assert.deepEqual([dsl.queryType, dsl.entities?.map(one => one.displayText)], ['DSL', ['a']]);
      await api(
        '/search/saved',
        search('edges', {
          searchType: 'BASIC_RELATIONSHIP',
          searchParameters: {relationshipName: 'hive_table_db'},
        }),
      );
      const edges = (await api('/search/saved/execute/edges')).json as Result;
      assert.deepEqual([edges.queryType, edges.approximateCount], ['RELATIONSHIP', 3]);
    });

    test('names are taken once for each user', async () => {
      const {guid} = (await api('/search/saved', search('one'))).json as Saved;
      refused(await api('/search/saved', search('one')), 409, 'ATLAS-409-00-006');
      refused(
        await api('/search/saved', search('one', {searchType: 'ADVANCED'})),
        409,
        'ATLAS-409-00-006',
      );
      await api('/search/saved', search('two'));
      refused(await api('/search/saved', {guid, ...search('two')}, 'PUT'), 409, 'ATLAS-409-00-006');
      assert.equal((await as('eve', '/search/saved', search('one'))).status, 200);
      const saves = await Promise.all(
        Array.from({length: 5}, () => api('/search/saved', search('race'))),
      );
      assert.deepEqual(saves.map(one => one.status).sort(), [200, 409, 409, 409, 409]);
    });

    test('nobody sees, changes, runs or deletes what is somebody else’s', async () => {
      const {guid} = (await api('/search/saved', search('secret'))).json as Saved;
      refused(
        await as('eve', `/search/saved/${guid}`, undefined, 'DELETE'),
        400,
        'ATLAS-400-00-029',
      );
      refused(await as('eve', `/search/saved/execute/guid/${guid}`), 400, 'ATLAS-400-00-029');
      refused(
        await as('eve', '/search/saved', {guid, ...search('taken')}, 'PUT'),
        400,
        'ATLAS-400-00-056',
      );
      refused(
        await as('eve', '/search/saved', {guid, ...search('taken')}),
        400,
        'ATLAS-400-00-056',
      );
      refused(await as('eve', '/search/saved?user=admin'), 400, 'ATLAS-400-00-029');
      refused(await as('eve', '/search/saved/secret?user=admin'), 400, 'ATLAS-400-00-029');
      refused(await as('eve', '/search/saved/secret'), 404, 'ATLAS-404-00-009');
      refused(
        await as('eve', '/search/saved', search('gift', {ownerName: 'admin'})),
        400,
        'ATLAS-400-00-029',
      );
      assert.equal(((await api('/search/saved/secret')).json as Saved).guid, guid);
    });

    test('saved searches of one user take so much room, and others have theirs', async () => {
      const large = (n: number) => search(`large ${n}`, {uiParameters: 'x'.repeat(3_500_000)});
      const guids: string[] = [];
      for (let n = 0; n < 4; n++)
        guids.push(((await as('eve', '/search/saved', large(n))).json as Saved).guid);
      refused(await as('eve', '/search/saved', large(4)), 409, 'GAZETTEER-409-00-002');
      const longer = {...large(3), guid: guids[3], uiParameters: 'x'.repeat(3_600_000)};
      assert.equal(
        (await as('eve', '/search/saved', longer, 'PUT')).status,
        200,
        'its former text counts no more',
      );
      assert.equal((await as('admin', '/search/saved', search('small'))).status, 200);
      for (const guid of guids)
        assert.equal((await as('eve', `/search/saved/${guid}`, undefined, 'DELETE')).status, 204);
      assert.equal((await as('eve', '/search/saved', search('small'))).status, 200);
    });

    test('junk is refused with a reason', async () => {
      refused(await api('/search/saved', {searchType: 'BASIC'}), 400, 'ATLAS-400-00-01A');
      refused(await api('/search/saved', search('x'), 'PUT'), 400, 'ATLAS-400-00-021');
      refused(
        await api('/search/saved', {guid: 'nope', ...search('x')}, 'PUT'),
        404,
        'ATLAS-404-00-005',
      );
      refused(await api('/search/saved/nope', undefined, 'DELETE'), 404, 'ATLAS-404-00-005');
      assert.equal((await api('/search/saved', search('x', {searchType: 'MAGIC'}))).status, 400);
    });

    test('related entities by attribute and by label, in their order and in pages', async () => {
      const db = (await api('/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=sales@c'))
        .json as {
        entity: Entity;
      };
      const {guid} = db.entity;
      const related = (query: string) => api(`/search/relationship?guid=${guid}&${query}`);
      assert.deepEqual(names(await related('relation=tables')), ['a', 'b', 'c']);
      assert.deepEqual(
        names(await related('relation=tables&sortBy=name&sortOrder=DESCENDING&limit=2')),
        ['c', 'b'],
      );
      assert.deepEqual(
        names(await related('relation=__hive_table.db&offset=1&disableDefaultSorting=true')),
        ['a', 'b'],
      );
      const counted = (
        await related('relation=tables&getApproximateCount=true&limit=0&attributes=owner')
      ).json as Result;
      assert.deepEqual(
        [counted.queryType, counted.entities, counted.approximateCount],
        ['RELATIONSHIP', [], 3],
      );
      const {entities = []} = (await related('relation=tables&attributes=db&limit=1'))
        .json as Result;
      assert.deepEqual(
        entities.map(one => (one.attributes['db'] as Entity).guid),
        [guid],
      );
      assert.deepEqual(((await related('relation=r:nothing')).json as Result).entities, []);
      await api(
        '/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=b@c',
        undefined,
        'DELETE',
      );
      assert.deepEqual(names(await related('relation=tables')), ['a', 'b', 'c']);
      assert.deepEqual(names(await related('relation=tables&excludeDeletedEntities=true')), [
        'a',
        'c',
      ]);
      refused(await related('relation='), 400, 'ATLAS-400-00-01A');
      refused(await related('relation=clusterName'), 400, 'ATLAS-400-00-048');
      refused(await api('/search/relationship?guid=nope&relation=tables'), 404, 'ATLAS-404-00-005');
    });

    test('relationships by type, state and attribute', async () => {
      const relations = async (body: object) =>
        (await api('/search/relations', {limit: 10, ...body})).json as Result;
      const all = await relations({relationshipName: 'hive_table_db'});
      assert.deepEqual(
        [all.queryType, all.approximateCount, all.relations?.length],
        ['RELATIONSHIP', 3, 3],
      );
      const [first = {}] = all.relations ?? [];
      const {guid, end1, end2, ...rest} = first as Record<string, {uniqueAttributes: object}>;
      assert.ok(guid);
      assert.deepEqual(end1?.uniqueAttributes, {qualifiedName: 'c@c'});
      assert.deepEqual(end2?.uniqueAttributes, {qualifiedName: 'sales@c'});
      assert.deepEqual(rest, {
        typeName: 'hive_table_db',
        status: 'ACTIVE',
        propagateTags: 'NONE',
        label: '__hive_table.db',
      });
      const filtered = (attributeName: string, attributeValue: string) =>
        relations({
          relationshipName: 'hive_table_db',
          relationshipFilters: {attributeName, operator: 'eq', attributeValue},
        });
      assert.equal((await filtered('__guid', String(guid))).approximateCount, 1);
      assert.equal((await filtered('__createdBy', 'admin')).approximateCount, 3);
      assert.equal((await filtered('__createdBy', 'eve')).relations, undefined);
      const byGet = (
        await api('/search/relations?relationshipName=hive_table_db&limit=1&sortBy=__timestamp')
      ).json as Result;
      assert.equal(byGet.relations?.length, 1);
      const term = {attributeName: 'confidence', operator: 'gt', attributeValue: '5'};
      assert.equal(
        (
          await relations({
            relationshipName: 'AtlasGlossarySemanticAssignment',
            relationshipFilters: term,
          })
        ).approximateCount,
        0,
      );
      refused(await api('/search/relations', {}), 400, 'ATLAS-400-00-047');
      refused(await api('/search/relations', {relationshipName: 'nope'}), 400, 'ATLAS-400-00-00A');
      const unknown = {
        relationshipName: 'hive_table_db',
        relationshipFilters: {attributeName: 'x', operator: 'eq', attributeValue: '1'},
      };
      refused(await api('/search/relations', unknown), 400, 'ATLAS-400-00-023');
    });
  });
}
