// Domains, data products and what belongs to them, on both databases.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {callsTo, refusal} from './client.ts';
import {any, wholeRole} from './policy-roles.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;
type Group = {guid: string; name: string; qualifiedName: string; parentGuid?: string};
type Assigned = {changed: number; unchanged: number; refused: {guid: string; reason: string}[]};
type Facet = {name: string; values: {value: string; label?: string; count: number}[]};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const entities = {entityTypes: any, entityIds: any, entityClassifications: any};
const notSecret = ['[^S].*', 'S[^e].*'];
const whole = {...entities, labels: any, businessMetadata: any, classifications: any};
const policy = {
  roles: {
    ADMIN: wholeRole,
    // Domains, but no types and nothing secret; only what is open goes into them.
    STEWARD: {
      entityPermissions: [
        {privileges: ['entity-read'], ...entities, entityIds: notSecret},
        {privileges: any, ...whole, entityTypes: ['Data.*'], entityIds: notSecret},
        {
          privileges: ['entity-update-business-metadata'],
          ...entities,
          entityIds: ['open.*'],
          businessMetadata: ['AssetMembership'],
        },
      ],
    },
  },
  userRoles: {},
  groupRoles: {ADMIN: ['ADMIN'], stewards: ['STEWARD']},
};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: domains and data products`, options, () => {
    let server: RunningCatalog;
    let folder: string;
    let guids: Record<string, string>;
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const create = (name: string, parentGuid?: string) =>
      ok<Group>('/domains', {name, ...(parentGuid === undefined ? {} : {parentGuid})});
    const everything = {typeName: '_ALL_ENTITY_TYPES', excludeDeletedEntities: true};
    const counts = async (facet: string, body: Json = {}): Promise<Record<string, number>> => {
      const {facets} = await ok<{facets: Facet[]}>('/search/facets', {...everything, ...body});
      const values = facets.find(one => one.name === facet)?.values ?? [];
      return Object.fromEntries(values.map(one => [one.label ?? one.value, one.count]));
    };
    const found = async (facets: Json): Promise<string[]> => {
      const {entities: hits = []} = await ok<{entities?: {displayText: string}[]}>(
        '/search/basic',
        {...everything, facets},
      );
      return hits.map(one => one.displayText).sort();
    };
    const guidOf = (name: string) => guids[name] ?? '';

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-domains-'));
      const [users, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
      await writeFile(
        users,
        [passwordLine('admin', 'ADMIN'), passwordLine('stella', 'stewards')].join('\n'),
      );
      await writeFile(rules, JSON.stringify(policy));
      server = await start(['--password-file', users, '--policy-file', rules]);
      const names = ['open_orders', 'open_items', 'closed_orders', 'events'];
      const saved = await ok<{guidAssignments: Record<string, string>}>('/entity/bulk', {
        entities: names.map(name => ({
          typeName: name === 'events' ? 'kafka_topic' : 'hive_db',
          guid: `-${name}`,
          attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x', topic: name, uri: ''},
        })),
      });
      guids = Object.fromEntries(
        names.map(name => [name, saved.guidAssignments[`-${name}`] ?? '']),
      );
    });
    after(async () => {
      await server?.stop();
      await rm(folder, {recursive: true, force: true});
    });

    test('bodies without sense are refused and store nothing', async () => {
      const db = guidOf('open_orders');
      const rows: [path: string, body: unknown, method?: string][] = [
        ...['/domains', '/products'].flatMap(path =>
          [null, {}, {name: null}, {name: ' '}].map((body): [string, unknown] => [path, body]),
        ),
        ...['/domains', '/products'].flatMap(path =>
          [null, {}, {guids: null}, {guids: []}, {guids: [null]}].map((body): [string, unknown] => [
            `${path}/${db}/assets`,
            body,
          ]),
        ),
        [`/entity/guid/${db}/owners`, {owners: [null]}, 'PUT'],
        [`/entity/guid/${db}/owners`, {stewards: ['']}, 'PUT'],
      ];
      for (const [path, body, method] of rows) {
        const {status, text} = await send(path, body, method);
        assert.equal(status, 400, `${path} ${JSON.stringify(body)}: ${text}`);
      }
      assert.deepEqual(await ok('/domains'), {domains: []});
    });

    test('without any there is nothing to see of them, for clients of the Atlas API neither', async () => {
      assert.deepEqual(await ok('/domains'), {domains: []});
      assert.deepEqual(await ok('/products'), {products: []});
      assert.deepEqual(await found({domain: [guidOf('events')]}), []);
      const types = await ok<{businessMetadataDefs: unknown[]}>('/types/typedefs');
      assert.deepEqual(types.businessMetadataDefs, []);
      const rehearsed = await ok<{response: Group}>('/domains?dryRun=true', {name: 'Sales'});
      assert.equal(rehearsed.response.name, 'Sales');
      assert.equal((await send('/types/entitydef/name/DataDomain')).status, 404);
    });

    test('whoever may create entities makes the first domain, and with it the types', async () => {
      const made = await ok<Group>(
        '/domains',
        {name: ' Steady ', owner: 'stella'},
        'POST',
        'stella',
      );
      assert.deepEqual([made.name, made.qualifiedName], ['Steady', 'Steady']);
      assert.equal((await send('/types/entitydef/name/DataDomain')).status, 200);
      await ok(`/domains/${made.guid}`, undefined, 'DELETE', 'stella');
      assert.equal(refusal(await send(`/domains/${made.guid}`)).slice(0, 3), '404');
    });

    test('domains are in each other, renamed, moved and described', async () => {
      const sales = await create('Sales');
      const orders = await create('Orders', sales.guid);
      const returns = await create('Returns', orders.guid);
      assert.equal(returns.qualifiedName, 'Sales.Orders.Returns');
      assert.match(
        refusal(await send('/domains', {name: 'Orders', parentGuid: sales.guid})),
        /^409 There is a domain Orders/,
      );
      await create('Orders');
      for (const parentGuid of [sales.guid, returns.guid])
        assert.match(
          refusal(await send(`/domains/${sales.guid}`, {parentGuid}, 'PUT')),
          /^400 .*cannot be in itself/,
        );
      const renamed = await ok<Group & Json>(
        `/domains/${orders.guid}`,
        {name: 'Order flow', description: 'From *basket* to parcel', owner: 'ann'},
        'PUT',
      );
      assert.deepEqual(renamed, {
        guid: orders.guid,
        name: 'Order flow',
        qualifiedName: 'Sales.Orders',
        description: 'From *basket* to parcel',
        owner: 'ann',
        parentGuid: sales.guid,
      });
      const moved = await ok<Group>(`/domains/${returns.guid}`, {parentGuid: null}, 'PUT');
      assert.equal(moved.parentGuid, undefined);
      assert.equal(
        (await ok<Group & Json>(`/domains/${orders.guid}`, {owner: null}, 'PUT'))['owner'],
        undefined,
      );
      const again = await create('Orders', sales.guid);
      assert.equal(again.qualifiedName, 'Sales.Orders-2');
      const {domains} = await ok<{domains: Group[]}>('/domains');
      assert.deepEqual(
        domains.map(one => one.name),
        ['Order flow', 'Orders', 'Orders', 'Returns', 'Sales'],
      );
      assert.match(refusal(await send('/domains', {name: ' '})), /^400 .*name is needed/);
      assert.match(
        refusal(await send('/domains', {name: 'x', parentGuid: guidOf('events')})),
        /^404 /,
      );
      assert.match(refusal(await send(`/domains/${guidOf('events')}`)), /^404 /);
      assert.match(
        refusal(await send(`/domains/${sales.guid}`, undefined, 'DELETE')),
        /^409 .*not empty/,
      );
    });

    test('an asset belongs to one domain and to several products; searches are narrowed to them', async () => {
      const [one, two] = [await create('One'), await create('Two')];
      const product = await ok<Group & {domainGuid: string}>('/products', {
        name: 'Daily figures',
        domainGuid: one.guid,
      });
      assert.equal(product.domainGuid, one.guid);
      const other = await ok<Group>('/products', {name: 'Other'});
      const set = (path: string, ...names: string[]) =>
        ok<Assigned>(path, {guids: names.map(guidOf)});
      const done = (changed: number, unchanged = 0) => ({changed, unchanged, refused: []});
      assert.deepEqual(await set(`/domains/${one.guid}/assets`, 'events', 'open_orders'), done(2));
      assert.deepEqual(await set(`/domains/${two.guid}/assets`, 'events'), done(1));
      assert.deepEqual(await set(`/domains/${two.guid}/assets`, 'events'), done(0, 1));
      assert.deepEqual(await counts('domain'), {One: 1, Two: 1});
      for (const {guid} of [product, other])
        assert.deepEqual(await set(`/products/${guid}/assets`, 'events', 'open_items'), done(2));
      assert.deepEqual(await counts('product'), {'Daily figures': 2, Other: 2});
      assert.deepEqual(await found({domain: [two.guid], product: [other.guid]}), ['events']);
      assert.deepEqual(await counts('product', {facets: {domain: [two.guid]}}), {
        'Daily figures': 1,
        Other: 1,
      });
      const removed = (path: string, ...names: string[]) =>
        ok<Assigned>(
          `${path}?${names.map(name => `asset=${guidOf(name)}`).join('&')}`,
          undefined,
          'DELETE',
        );
      assert.deepEqual(
        await removed(`/products/${other.guid}/assets`, 'events', 'open_orders'),
        done(1, 1),
      );
      assert.deepEqual(await found({product: [other.guid]}), ['open_items']);
      assert.deepEqual(
        await removed(`/domains/${one.guid}/assets`, 'events', 'open_orders'),
        done(1, 1),
      );
      assert.deepEqual(await counts('domain'), {Two: 1});
      const {entity} = await ok<{entity: {businessAttributes: Json}}>(
        `/entity/guid/${guidOf('events')}`,
      );
      assert.deepEqual(entity.businessAttributes['AssetMembership'], {
        domain: two.guid,
        products: [product.guid],
      });
      const {refused} = await ok<Assigned>(`/domains/${two.guid}/assets`, {
        guids: [one.guid, product.guid],
      });
      assert.deepEqual(
        refused.map(refusedOne => refusedOne.guid),
        [one.guid, product.guid],
      );
      assert.match(refusal(await send(`/domains/${two.guid}/assets`, {guids: ['nope']})), /^404 /);
      assert.match(refusal(await send(`/domains/${two.guid}/assets`, {guids: []})), /^400 /);
      assert.match(
        refusal(await send(`/products/${two.guid}/assets`, {guids: [guidOf('events')]})),
        /^404 /,
      );
      assert.match(refusal(await send(`/products/${product.guid}`, undefined, 'DELETE')), /^409 /);
      await ok(`/products/${other.guid}`, {domainGuid: two.guid}, 'PUT');
      await removed(`/products/${other.guid}/assets`, 'open_items');
      await ok(`/products/${other.guid}`, undefined, 'DELETE');
    });

    test('a bulk change moves all results to a domain and into products, and is undone', async () => {
      const bulk = await create('Bulk');
      const product = await ok<Group>('/products', {name: 'In bulk'});
      const change = async (path: string, body?: unknown) => {
        const {guid} = await ok<{guid: string}>(path, body, 'POST');
        return await soon(async () => {
          const now = await ok<{guid: string; status: string; counts: Json}>(`/bulk/${guid}`);
          assert.equal(now.status, 'COMPLETE');
          return now;
        });
      };
      const search = {typeName: 'hive_db', excludeDeletedEntities: true};
      const before = await counts('domain');
      const moved = await change('/bulk', {
        search,
        action: {type: 'SET_DOMAIN', domainGuid: bulk.guid},
      });
      assert.equal(moved.counts['changed'], 3);
      const added = await change('/bulk', {
        search,
        action: {type: 'ADD_TO_PRODUCTS', productGuids: [product.guid]},
      });
      assert.equal((await counts('domain'))['Bulk'], 3);
      assert.equal((await counts('product'))['In bulk'], 3);
      await change(`/bulk/${moved.guid}/undo`);
      await change(`/bulk/${added.guid}/undo`);
      assert.deepEqual(await counts('domain'), before);
      assert.equal((await counts('product'))['In bulk'], undefined);
      const wrong = {type: 'SET_DOMAIN', domainGuid: product.guid};
      assert.match(refusal(await send('/bulk', {search, action: wrong})), /^404 /);
    });

    test('permissions are those of the entities and of their business metadata', async () => {
      const secret = await create('Secret');
      const open = await create('Open');
      const listed = await ok<{domains: Group[]}>('/domains', undefined, 'GET', 'stella');
      assert.ok(!listed.domains.some(one => one.guid === secret.guid));
      const assign = (guid: string) =>
        send(
          `/domains/${guid}/assets`,
          {guids: [guidOf('open_items'), guidOf('closed_orders')]},
          'POST',
          'stella',
        );
      const {changed, refused} = (await assign(open.guid)).json as Assigned;
      assert.equal(changed, 1);
      assert.deepEqual(
        refused.map(one => [one.guid, /not authorized/.test(one.reason)]),
        [[guidOf('closed_orders'), true]],
      );
      await ok(`/domains/${secret.guid}/assets`, {guids: [guidOf('closed_orders')]});
      const seen = await ok<{facets: Facet[]}>('/search/facets', everything, 'POST', 'stella');
      const labels = seen.facets.find(one => one.name === 'domain')?.values.map(one => one.label);
      assert.ok(labels?.includes('Open') && !labels.includes('Secret'), String(labels));
      assert.equal((await assign(secret.guid)).status, 404);
    });
  });
}
