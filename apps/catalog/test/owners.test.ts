// Owners, stewards and technical contacts, on both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {callsTo} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;
type Facet = {name: string; values: {value: string; count: number}[]};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: owners in several roles`, options, () => {
    let server: RunningCatalog;
    let guids: Record<string, string>;
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const set = <T = Json>(name: string, roles: Json, query = '') =>
      ok<T>(`/entity/guid/${guids[name]}/owners${query}`, roles, 'PUT');
    const entity = async (name: string) =>
      (
        await ok<{entity: {attributes: Json; businessAttributes?: Json}}>(
          `/entity/guid/${guids[name]}`,
        )
      ).entity;
    const counts = async (facet: string, body: Json = {}): Promise<Json> => {
      const {facets} = await ok<{facets: Facet[]}>('/search/facets', {
        typeName: 'DataSet',
        excludeDeletedEntities: true,
        ...body,
      });
      const values = facets.find(one => one.name === facet)?.values ?? [];
      return Object.fromEntries(values.map(one => [one.value, one.count]));
    };
    const found = async (facets: Json) =>
      (
        await ok<{approximateCount: number}>('/search/basic', {
          typeName: 'DataSet',
          excludeDeletedEntities: true,
          facets,
        })
      ).approximateCount;

    before(async () => {
      server = await start();
      const names = ['orders', 'items', 'returns'];
      const saved = await ok<{guidAssignments: Record<string, string>}>('/entity/bulk', {
        entities: names.map(name => ({
          typeName: 'DataSet',
          guid: `-${name}`,
          attributes: {qualifiedName: `${name}@x`, name, owner: 'ann'},
        })),
      });
      guids = Object.fromEntries(
        names.map(name => [name, saved.guidAssignments[`-${name}`] ?? '']),
      );
    });
    after(() => server.stop());

    test('a rehearsal leaves nothing behind, neither types nor owners', async () => {
      assert.equal(await found({steward: ['sue']}), 0);
      const {response} = await set<{response: Json}>('orders', {stewards: ['sue']}, '?dryRun=true');
      assert.deepEqual(response, {owners: ['ann'], stewards: ['sue'], technicalContacts: []});
      assert.equal((await entity('orders')).businessAttributes, undefined);
      const {businessMetadataDefs} = await ok<{businessMetadataDefs: unknown[]}>('/types/typedefs');
      assert.deepEqual(businessMetadataDefs, []);
    });

    test('members that are none of ours and roles that are left out change nothing', async () => {
      const before = await entity('orders');
      assert.equal((await send(`/entity/guid/${guids['orders']}/owners`, null, 'PUT')).status, 400);
      for (const body of [{}, {owners: null}, {others: 5}]) {
        const {status, text} = await send(`/entity/guid/${guids['orders']}/owners`, body, 'PUT');
        assert.equal(status, 200, `${JSON.stringify(body)}: ${text}`);
      }
      assert.deepEqual(await entity('orders'), before);
    });

    test('the first owner is the attribute that other clients know, the others are beside it', async () => {
      assert.deepEqual(
        await set('orders', {
          owners: ['bob', ' analysts ', 'bob', 'somebody else'],
          stewards: ['sue'],
        }),
        {owners: ['bob', 'analysts', 'somebody else'], stewards: ['sue'], technicalContacts: []},
      );
      const {attributes, businessAttributes} = await entity('orders');
      assert.equal(attributes['owner'], 'bob');
      assert.deepEqual(businessAttributes?.['AssetOwnership'], {
        owners: ['analysts', 'somebody else'],
        stewards: ['sue'],
      });
      // Roles that are left out are kept, also by a client that sets the attribute alone.
      assert.deepEqual(await set('orders', {technicalContacts: ['tim']}), {
        owners: ['bob', 'analysts', 'somebody else'],
        stewards: ['sue'],
        technicalContacts: ['tim'],
      });
      await ok(`/entity/guid/${guids['orders']}?name=owner`, JSON.stringify('carl'), 'PUT');
      assert.deepEqual((await set<{owners: string[]}>('orders', {})).owners, [
        'carl',
        'analysts',
        'somebody else',
      ]);
    });

    test('facets, searches and completion find them in each role', async () => {
      await set('items', {stewards: ['sue', 'analysts']});
      assert.deepEqual(await counts('owner'), {ann: 2, analysts: 1, carl: 1, 'somebody else': 1});
      assert.deepEqual(await counts('steward'), {sue: 2, analysts: 1});
      assert.deepEqual(await counts('technicalContact'), {tim: 1});
      assert.equal(await found({owner: ['analysts', 'ann']}), 3);
      assert.equal(await found({steward: ['analysts']}), 1);
      assert.deepEqual(await counts('owner', {facets: {steward: ['sue']}}), {
        ann: 1,
        analysts: 1,
        carl: 1,
        'somebody else': 1,
      });
      const {owners} = await ok<{owners: string[]}>('/search/typeahead?query=su');
      assert.deepEqual(owners, ['sue']);
      const {entities} = await ok<{entities: {displayText: string}[]}>('/search/basic', {
        query: 'tim',
      });
      assert.deepEqual(
        entities.map(one => one.displayText),
        ['orders'],
      );
    });

    test('they are taken away again; what is wrong is refused', async () => {
      const nobody = {owners: [], stewards: [], technicalContacts: []};
      assert.deepEqual(await set('orders', nobody), nobody);
      const {attributes, businessAttributes} = await entity('orders');
      assert.equal(attributes['owner'] ?? null, null);
      assert.equal(businessAttributes?.['AssetOwnership'], undefined);
      const status = async (body: unknown, guid = guids['orders']) =>
        (await send(`/entity/guid/${guid}/owners`, body, 'PUT')).status;
      assert.equal(await status({owners: [' ']}), 400);
      assert.equal(await status({owners: ['a'.repeat(201)]}), 400);
      assert.equal(await status({owners: Array.from({length: 51}, (_, i) => `o${i}`)}), 400);
      assert.equal(await status({owners: 'ann'}), 400);
      assert.equal(await status({owners: ['ann']}, 'nope'), 404);
    });

    test('who can log in is offered by name', async () => {
      assert.deepEqual(await ok('/people?text=ADM'), {users: ['admin'], groups: ['ADMIN']});
      assert.deepEqual(await ok('/people?text=nobody'), {users: [], groups: []});
    });
  });
}
