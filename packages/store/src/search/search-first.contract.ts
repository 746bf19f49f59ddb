import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Database} from '@gazetteer/db';
import {
  grantsOf,
  Readable,
  readPolicy,
  readSearchParameters,
  resolveSearch,
  TypeRegistry,
  type EntityRecord,
  type SearchQuery,
} from '@gazetteer/model';
import {entity, searchTestTypes, World, searchWorld} from '../../test/search-world.ts';
import type {Access} from '../schema/graph.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {firstOfKinds} from './search-first.ts';
import {searchEntities} from './search.ts';
import {ownersLike} from './typeahead.ts';

const kinds = [['asset', 'process'], ['part']] as const;

/** What any database finds while somebody types. */
export function firstHitsContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (world: World) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      await work(await searchWorld(t, openDatabase));
    });

  const asked = (world: World, text: string, limit: number, facets = {}): SearchQuery => {
    const types = new TypeRegistry(searchTestTypes);
    const body = {query: text, limit, excludeDeletedEntities: true, facets};
    return resolveSearch(types, readSearchParameters(body, {includeSubTypes: true}), world.now)
      .query;
  };
  const names = (records: readonly EntityRecord[]) =>
    records.map(one => String(one.attributes['name']));
  const first = (
    world: World,
    text: string,
    limit: number,
    limits?: {named: number; others: number},
  ) =>
    world.store.read(async graph =>
      (await firstOfKinds(graph, asked(world, text, limit), kinds, limits)).map(names),
    );

  const orders = () => [
    entity('table', 'order_lines'),
    entity('table', 'all_orders'),
    entity('table', 'orders'),
    entity('table', 'Order'),
    entity('table', 'sums', {description: 'of orders'}),
    entity('load', 'orders_daily'),
    entity('load', 'nightly', {description: 'of orders'}),
    entity('column', 'order_id'),
    entity('column', 'last_order'),
    entity('keyColumn', 'order'),
    entity('column', 'total', {description: 'of orders'}),
  ];

  contract('few hits come as the searches for their kinds have them', async world => {
    await world.save(orders());
    for (const text of ['ord*', 'order*', 'order', 'orders*', 'order i*', 'total*', 'nothing*'])
      for (const limit of [1, 3, 20]) {
        const expected: string[][] = [];
        for (const kind of kinds) {
          const query = asked(world, text, limit, {kind: [...kind]});
          const {records} = await world.store.read(graph => searchEntities(graph, query));
          expected.push(names(records));
        }
        assert.deepEqual(await first(world, text, limit), expected, `${text}, ${limit}`);
      }
  });

  contract('of many those come first whose names begin as typed', async world => {
    await world.save(orders());
    const gone = entity('table', 'order_gone');
    await world.save([gone]);
    await world.update(gone, {...gone, status: 'DELETED'});
    const [assets, parts] = await first(world, 'order*', 9, {named: 1, others: 1});
    const isIndexed = fullTextOf(world.db.dialect).stopsAtLimit;
    assert.deepEqual(
      isIndexed ? assets?.slice(0, 3) : assets?.toSorted().slice(0, 3),
      isIndexed ? ['Order', 'orders', 'order_lines'] : ['Order', 'all_orders', 'nightly'],
    );
    assert.deepEqual(assets?.toSorted(), [
      'Order',
      'all_orders',
      'nightly',
      'order_lines',
      'orders',
      'orders_daily',
      'sums',
    ]);
    assert.deepEqual(parts?.slice(0, 2), ['order', 'order_id']);
    assert.deepEqual(parts?.toSorted(), ['last_order', 'order', 'order_id', 'total']);
    const [few] = await first(world, 'order*', 2, {named: 1, others: 1});
    assert.equal(few?.length, 2);
    const [rest] = await first(world, '-lines order*', 9, {named: 1, others: 1});
    assert.ok(rest?.includes('orders') && !rest.includes('order_lines'), String(rest));
  });

  contract('many columns with a word in their names hide no table with it', async world => {
    await world.save([
      entity('table', 'status_of_orders'),
      ...Array.from({length: 6}, () => entity('column', 'status')),
      entity('table', 'sums', {description: 'status'}),
    ]);
    const [assets, parts] = await first(world, 'status*', 5, {named: 3, others: 0});
    assert.deepEqual(assets, ['status_of_orders', 'sums']);
    assert.deepEqual(
      parts,
      Array.from({length: 5}, () => 'status'),
    );
  });

  contract('who may read some sees no others, however many begin as typed', async world => {
    await world.save([
      entity('table', 'order_secret', {qualifiedName: 'secret', owner: 'olga'}),
      ...['order_one', 'order_two', 'order_three'].map((name, n) =>
        entity('table', name, {qualifiedName: `open${n}`, owner: 'oskar'}),
      ),
      entity('column', 'order_id', {qualifiedName: 'secret.id'}),
    ]);
    const permission = {privileges: ['entity-read'], entityTypes: ['.*'], entityIds: ['open.*']};
    const entityPermissions = [{...permission, entityClassifications: ['.*']}];
    const {policy} = readPolicy({roles: {SOME: {entityPermissions}}, userRoles: {bob: ['SOME']}});
    const grants = grantsOf(policy, {userName: 'bob', groups: []}, 0);
    const access: Access = {
      readableOf: types => new Readable(grants, types, 'bob'),
      check: async () => undefined,
      refusals: async () => [],
      checkTypes: () => undefined,
      touchable: async () => new Set(),
    };
    for (const limits of [{named: 1, others: 1}, undefined]) {
      const [assets, parts] = await world.store.read(async graph => {
        const pages = await firstOfKinds(graph, asked(world, 'ord*', 9), kinds, limits);
        return pages.map(names);
      }, access);
      assert.deepEqual(assets?.toSorted(), ['order_one', 'order_three', 'order_two']);
      assert.deepEqual(parts, []);
    }
    const owners = await world.store.read(graph => ownersLike(graph, 'o', 9), access);
    assert.deepEqual(owners, ['oskar']);
  });

  contract('owners are found by how their names begin, each once, in order', async world => {
    const gone = entity('table', 'gone', {owner: 'andy'});
    await world.save([
      entity('table', 'one', {owner: 'ann'}),
      entity('column', 'two', {owner: 'ann'}),
      entity('column', 'three', {owner: 'Anders'}),
      entity('load', 'four', {owner: 'anton'}),
      entity('table', 'five', {owner: 'bob'}),
      gone,
    ]);
    await world.update(gone, {...gone, status: 'DELETED'});
    const like = (text: string, limit = 10) =>
      world.store.read(graph => ownersLike(graph, text, limit));
    assert.deepEqual(await like('an'), ['Anders', 'ann', 'anton']);
    assert.deepEqual(await like('An', 2), ['Anders', 'ann']);
    assert.deepEqual(await like('ann'), ['ann']);
    assert.deepEqual(await like('AN'), []);
    assert.deepEqual(await like(' '), []);
    assert.deepEqual(await like('z'), []);
  });
}
