import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Database} from '@gazetteer/db';
import {dayMs, readSearchParameters, resolveSearch} from '@gazetteer/model';
import {entity, World, searchWorld} from '../../test/search-world.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {countUses} from '../usage/count-uses.ts';
import {countFacets, type FacetCount} from './count-facets.ts';
import {hasCheapPlaces, sampledWords, type PlaceBounds} from './hit-places.ts';
import {countWords} from './search-estimate.ts';
import {explainSearch} from './search-explain.ts';
import {planSearch} from './search-plan.ts';
import {searchEntities} from './search.ts';

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
      return countFacets(graph, query, ['type', 'owner'], 10, {clock: world.now, bounds});
    });
    return Object.fromEntries(counts);
  };
  const queries = (world: World, guid: string, day: number, times = 1) =>
    world.store.transaction(tx =>
      countUses(
        tx,
        Array.from({length: times}, () => ({
          guid,
          time: day * dayMs,
          ms: 1,
          actor: 'ann',
          kind: 'person' as const,
          isRead: true,
          isWritten: false,
          details: [],
        })),
      ),
    );
  const names = (world: World, body: object) =>
    world.store.read(async graph => {
      const parameters = readSearchParameters(body, {includeSubTypes: true});
      const {query} = resolveSearch(graph.types, parameters, world.now);
      const {records} = await searchEntities(graph, query);
      return records.map(({attributes}) => String(attributes['name']));
    });
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

  contract('the last query of tables is counted and narrowed to alike', async world => {
    const today = Math.floor(world.now / dayMs);
    const lastQuery = async () =>
      world.store.read(async graph => {
        const {query} = resolveSearch(
          graph.types,
          readSearchParameters({typeName: 'Asset'}, {includeSubTypes: true}),
          world.now,
        );
        return (await countFacets(graph, query, ['lastQuery'], 10, {clock: world.now})).get(
          'lastQuery',
        );
      });
    assert.equal(await lastQuery(), undefined, 'nothing was counted yet');
    const tables = ['t0', 't6', 't7', 't29', 't30', 't89', 't90'].map(one => entity('table', one));
    await world.save(tables);
    await queries(world, tables[0]?.guid ?? '', today);
    assert.deepEqual(await lastQuery(), [exactly(1, 'last7Days')], 'counting began today');
    await queries(world, tables[0]?.guid ?? '', today - 88);
    assert.deepEqual(await lastQuery(), [exactly(1, 'last7Days')], 'one day too late');
    assert.deepEqual(
      await names(world, {typeName: 'Asset', facets: {lastQuery: ['older']}, limit: 100}),
      [],
      'nothing is known to be unused',
    );
    for (const {guid, attributes} of tables)
      await queries(world, guid, today - Number(String(attributes['name']).slice(1)));
    await queries(world, tables[4]?.guid ?? '', today - 200);
    assert.deepEqual(await lastQuery(), [
      exactly(13, 'older'),
      exactly(2, 'last30Days'),
      exactly(2, 'last7Days'),
      exactly(2, 'last90Days'),
    ]);
    const narrowed = (...values: string[]) =>
      names(world, {typeName: 'Asset', facets: {lastQuery: values}, limit: 100});
    assert.deepEqual((await narrowed('last7Days')).toSorted(), ['t0', 't6']);
    assert.deepEqual((await narrowed('last30Days', 'last90Days')).toSorted(), [
      't29',
      't30',
      't7',
      't89',
    ]);
    const unused = await narrowed('older');
    assert.equal(unused.length, 13);
    assert.ok(unused.includes('t90') && !unused.includes('amount of orders'));
    assert.deepEqual(await narrowed('never heard of'), []);
  });

  contract('what was queried leads to it where that was little', async world => {
    const today = Math.floor(world.now / dayMs);
    const tables = Array.from({length: 1000}, (_, n) => entity('table', `t${n}`));
    await world.save(tables);
    const steps = () =>
      world.store.read(async graph => {
        const body = {typeName: 'table', facets: {lastQuery: ['last7Days']}};
        const parameters = readSearchParameters(body, {includeSubTypes: true});
        const {query} = resolveSearch(graph.types, parameters, world.now);
        return (await explainSearch(graph, query)).steps.join(' ');
      });
    await queries(world, tables[7]?.guid ?? '', today);
    assert.match(await steps(), /Led by an index: was queried on \d{4}-\d\d-\d\d or later/);
    const body = {typeName: 'table', facets: {lastQuery: ['last7Days']}, limit: 200};
    assert.deepEqual(await names(world, body), ['t7']);
    for (const {guid} of tables.slice(0, 110)) await queries(world, guid, today);
    assert.match(await steps(), /Led by the types/);
    assert.equal((await names(world, body)).length, 110);
  });

  contract('among hits alike those come first that are queried more of late', async world => {
    const tables = ['sales a', 'sales b', 'sales c', 'sales dd'].map(one => entity('table', one));
    await world.save(tables);
    const [a, b, , longer] = tables.map(one => one.guid);
    assert.deepEqual(await names(world, {query: 'sales', limit: 10}), [
      'sales c',
      'sales b',
      'sales a',
      'sales dd',
    ]);
    await queries(world, longer ?? '', 20_000, 12);
    await queries(world, a ?? '', 20_000, 2);
    await queries(world, b ?? '', 20_000 - 30, 500);
    assert.deepEqual(await names(world, {query: 'sales', limit: 10}), [
      'sales dd',
      'sales a',
      'sales c',
      'sales b',
    ]);
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
