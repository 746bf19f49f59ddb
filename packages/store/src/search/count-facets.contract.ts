import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Database} from '@gazetteer/db';
import {readSearchParameters, resolveSearch} from '@gazetteer/model';
import {entity, World, searchWorld} from '../../test/search-world.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {countFacets, type FacetCount} from './count-facets.ts';
import {hasCheapPlaces, sampledWords, type PlaceBounds} from './hit-places.ts';
import {countWords} from './search-estimate.ts';
import {planSearch} from './search-plan.ts';

/** How any database counts facets of more hits than it looks at. */
export function countFacetsContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (world: World) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      const world = await searchWorld(t, openDatabase);
      await world.save([
        ...Array.from({length: 6}, () => entity('table', 'orders early', {owner: 'ann'})),
        ...Array.from({length: 6}, () => entity('table', 'orders late', {owner: 'bob'})),
        ...Array.from({length: 36}, () => entity('column', 'amount of orders')),
      ]);
      await work(world);
    });

  type Counts = Record<string, readonly FacetCount[]>;
  const counted = async (world: World, body: object, bounds?: PlaceBounds): Promise<Counts> => {
    const counts = await world.store.read(graph => {
      const parameters = readSearchParameters(body, {includeSubTypes: true});
      const {query} = resolveSearch(graph.types, parameters, world.now);
      return countFacets(graph, query, ['type', 'owner'], 10, bounds);
    });
    return Object.fromEntries(counts);
  };
  const exactly = (count: number, value: string): FacetCount => ({value, count, isMore: false});
  const sum = (counts: readonly FacetCount[] = []) =>
    counts.reduce((all, one) => all + one.count, 0);

  contract('few are counted one by one', async world => {
    const expected = {
      type: [exactly(36, 'column'), exactly(12, 'table')],
      owner: [exactly(6, 'ann'), exactly(6, 'bob')],
    };
    for (const body of [{query: 'orders'}, {query: 'ord*'}, {typeName: 'Asset'}])
      assert.deepEqual(await counted(world, body), expected, JSON.stringify(body));
  });

  contract('of many words some are looked at, old ones and new ones', async world => {
    const isSpread = fullTextOf(world.db.dialect).stopsAtLimit;
    for (const query of ['orders', 'ord*', 'order*']) {
      const {type, owner} = await counted(world, {query}, {hits: 12, places: 3});
      assert.equal(sum(type), 12, query);
      assert.ok(type?.every(one => one.isMore) && owner?.every(one => one.isMore));
      if (isSpread) assert.deepEqual(type?.map(one => one.value).toSorted(), ['column', 'table']);
    }
    const {owner} = await counted(world, {query: 'early OR late'}, {hits: 6, places: 2});
    assert.equal(sum(owner), 6, 'where they stand is looked for, not elsewhere');
    if (isSpread) assert.deepEqual(owner?.map(one => one.value).toSorted(), ['ann', 'bob']);
  });

  contract('hits of many words are estimated where some of them are found at once', async world => {
    const isSpread = fullTextOf(world.db.dialect).stopsAtLimit;
    const bounds = {counted: 20, hits: 12, places: 3};
    const numbers = (query: string, counted = bounds.counted) =>
      world.store.read(async graph => {
        const parameters = readSearchParameters({query}, {includeSubTypes: true});
        const plan = await planSearch(
          graph,
          resolveSearch(graph.types, parameters, world.now).query,
          {words: 64, entities: 48},
        );
        const rows = hasCheapPlaces(plan) ? await sampledWords(graph, plan, bounds) : [];
        const grouped = Math.round(rows.reduce((sum, row) => sum + row.count, 0));
        return [await countWords(graph, plan, {...bounds, counted}), grouped];
      });
    for (const query of ['orders', 'ord*', 'order*'])
      assert.deepEqual(await numbers(query), isSpread ? [48, 48] : [undefined, 0], query);
    assert.deepEqual(await numbers('early OR late'), isSpread ? [12, 12] : [undefined, 0]);
    const [many] = await numbers('orders NOT early', 10);
    assert.ok(!isSpread || ((many ?? 0) >= 40 && (many ?? 0) <= 48), `${many}`);
    assert.equal((await numbers('orders', 48))[0], undefined, 'few entities');
    await world.save(Array.from({length: 65}, (_, n) => entity('place', `order${n}`)));
    assert.deepEqual(await numbers('order*'), [undefined, 0], 'many words begin so');
  });

  contract('types are counted exactly, however many', async world => {
    const {type, owner} = await counted(world, {typeName: 'Asset'}, {hits: 12, places: 4});
    assert.deepEqual(type, [exactly(36, 'column'), exactly(12, 'table')]);
    assert.ok(sum(owner) > 0 && sum(owner) < 12, 'some of the tables');
    const {owner: owners} = await counted(world, {typeName: 'table'}, {hits: 4, places: 2});
    assert.ok(sum(owners) > 0 && sum(owners) <= 4);
    assert.ok(owners?.every(one => one.isMore));
  });

  contract('a filter leads to as many as are looked at', async world => {
    const entityFilters = {attributeName: 'owner', operator: 'eq', attributeValue: 'bob'};
    const body = {typeName: 'Asset', entityFilters};
    const {type, owner} = await counted(world, body, {hits: 4, places: 2});
    assert.deepEqual(type, [{value: 'table', count: 4, isMore: true}]);
    assert.deepEqual(owner, [{value: 'bob', count: 4, isMore: true}]);
  });
}
