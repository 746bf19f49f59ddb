import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import * as fc from 'fast-check';
import type {Database} from '@gazetteer/db';
import {
  parseDsl,
  printDsl,
  projectRows,
  resolveDsl,
  TypeRegistry,
  type DslExpression,
  type DslQuery,
  type EntityRecord,
} from '@gazetteer/model';
import {seed, tries} from '@gazetteer/model/testing';
import {conditions, DslWorld, pathTo, scalars} from '../../test/dsl-world.ts';
import {searchTestTypes, World} from '../../test/search-world.ts';
import {dslEntities, dslGroups} from './search-dsl.ts';
import {GraphStore} from '../graph/graph-store.ts';

/**
 * What DSL queries find on any database. Each database's test file is this call and nothing more.
 */
export function dslContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  test(
    `${name}: any DSL query finds what a plain look at every entity finds`,
    skip === undefined ? {} : {skip},
    async t => {
      const {world, related} = await filled(t, await openDatabase());
      const all = world.records();
      let withHits = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('table' as const, 'column' as const).chain(queriesOf),
          async query => {
            const text = printDsl(query);
            assert.deepEqual(printDsl(parseDsl(text)), text);
            const expected = all.filter(
              one =>
                one.typeName.toLowerCase().endsWith(query.from[0]?.type.names[0]?.text ?? '') &&
                (query.where === undefined || related.holds(query.where, one)),
            );
            if (expected.length > 0) withHits++;
            await checked(world, query, text, expected);
          },
        ),
        tries(150),
      );
      assert.ok(withHits > 40, 'queries that find nothing prove little');
      await countedByKind(world);
    },
  );
}

/** Of all entities of a type, and of those that are not deleted. */
async function countedByKind(world: World): Promise<void> {
  for (const activeOnly of [false, true]) {
    const rows = await world.store.read(async graph => {
      const text = 'table groupby (kind) select kind, count()';
      const plan = resolveDsl(graph.types, text, {limit: 100, offset: 0, maxLimit: 100});
      assert.ok(plan.table);
      return await dslGroups(graph, {...plan.query, activeOnly}, plan.table);
    });
    const counted = world
      .records()
      .filter(one => one.typeName === 'table' && (!activeOnly || one.status === 'ACTIVE'));
    const kinds = Map.groupBy(counted, one => one.attributes['kind']);
    const expected = [...kinds].filter(([kind]) => kind !== undefined && kind !== null);
    assert.ok(expected.length > 1);
    assert.deepEqual(
      rows.map(String).sort(),
      expected.map(([kind, some]) => `${String(kind)},${some.length}`).sort(),
      `${activeOnly}`,
    );
  }
}

async function filled(t: TestContext, db: Database): Promise<{world: World; related: DslWorld}> {
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  t.after(() => store.close());
  await store.transaction(tx => tx.saveTypes(new TypeRegistry(searchTestTypes)));
  const world = new World(store, db);
  await world.fillAtRandom(seed);
  const related = new DslWorld(world);
  await related.relate(n => world.below(n));
  return {world, related};
}

type Form = Pick<DslQuery, 'groupBy' | 'select' | 'orderBy'>;
const item = (name: string) => ({item: {kind: 'path' as const, path: pathTo(name)}});
const aggregate = (name: 'count' | 'min' | 'max' | 'sum', of?: string) => ({
  item: {kind: 'aggregate' as const, name, ...(of !== undefined && {path: pathTo(of)}), at: 0},
});
const forms: readonly Form[] = [
  {},
  {orderBy: {...item('size'), descending: true}},
  {orderBy: {...item('owner'), descending: false}},
  {select: [item('owner'), item('open'), item('__state')]},
  {
    select: [
      aggregate('count'),
      aggregate('sum', 'size'),
      aggregate('max', 'name'),
      aggregate('min', 'made'),
    ],
  },
  {
    groupBy: [pathTo('kind')],
    select: [item('kind'), aggregate('count'), aggregate('max', 'width')],
  },
  {groupBy: [pathTo('kind')], select: [item('kind'), aggregate('count')]},
  {groupBy: [pathTo('owner')], select: [item('open'), aggregate('count')]},
  {groupBy: [pathTo('__typeName')], select: [aggregate('count')]},
];

function queriesOf(type: 'table' | 'column'): fc.Arbitrary<DslQuery> {
  return fc
    .tuple(fc.option(conditions(type), {nil: undefined}), fc.constantFrom(...forms))
    .map(([where, form]: [DslExpression | undefined, Form]): DslQuery => ({
      from: [{type: pathTo(type), alias: {text: 'x', quote: ''}}],
      ...(where && {where}),
      ...form,
      limit: 1000,
    }));
}

async function checked(
  world: World,
  query: DslQuery,
  text: string,
  expected: EntityRecord[],
): Promise<void> {
  const {
    query: search,
    table,
    records,
    rows,
  } = await world.store.read(async graph => {
    const plan = resolveDsl(graph.types, text, {limit: 100, offset: 0, maxLimit: 10_000});
    return plan.table?.groups === undefined
      ? {...plan, records: await dslEntities(graph, plan.query), rows: undefined}
      : {...plan, records: [], rows: await dslGroups(graph, plan.query, plan.table)};
  });
  assert.equal(search.limit, 1000);
  if (rows !== undefined) {
    const wanted = naiveGroups(query, expected);
    assert.deepEqual(rows.map(String).sort(), wanted.map(String).sort(), text);
    return;
  }
  assert.deepEqual(records.map(one => one.guid).sort(), expected.map(one => one.guid).sort(), text);
  if (query.orderBy !== undefined && query.orderBy.item.kind === 'path') {
    const {descending, item} = query.orderBy;
    const values = records
      .map(one => scalars(one, item.path.names[0]?.text ?? '')[0])
      .filter(one => !isLong(one));
    const sorted = values
      .filter(one => one !== undefined)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    assert.deepEqual(
      values.filter(one => one !== undefined),
      descending ? sorted.toReversed() : sorted,
      text,
    );
  }
  if (table === undefined) return;
  const columns = (query.select ?? []).map(one => one.item.path?.names[0]?.text ?? '');
  const wanted = new Set(
    expected.map(one => JSON.stringify(columns.map(name => shown(one, name)))),
  );
  const found = projectRows(table.columns, records, () => []).map(row => JSON.stringify(row));
  assert.deepEqual(found.sort(), [...wanted].sort(), text);
}

/** Too long for an index: such texts come last. */
function isLong(value: string | number | undefined): boolean {
  return typeof value === 'string' && value.length > 800;
}

function shown(record: EntityRecord, name: string): unknown {
  const [value] = scalars(record, name);
  return value === 'true' || value === 'false' ? value === 'true' : (value ?? '');
}

function naiveGroups(
  {groupBy = [], select = []}: DslQuery,
  records: readonly EntityRecord[],
): unknown[][] {
  const key = (record: EntityRecord) =>
    groupBy.map(path => scalars(record, path.names[0]?.text ?? '')[0]);
  const grouped = Map.groupBy(
    records.filter(one => !key(one).includes(undefined)),
    one => JSON.stringify(key(one)),
  );
  const groups = groupBy.length === 0 ? [records] : [...grouped.values()];
  return groups.flatMap(group => {
    const isTotal = select.every(one => one.item.kind === 'aggregate');
    const rows = (isTotal ? group.slice(0, 1) : group).map(record =>
      select.map(({item}) =>
        item.kind === 'path'
          ? shown(record, item.path.names[0]?.text ?? '')
          : total(
              item.name,
              group.flatMap(one => scalars(one, item.path?.names[0]?.text ?? '').slice(0, 1)),
              group.length,
            ),
      ),
    );
    if (isTotal && group.length === 0)
      return [select.map(({item}) => total(item.kind === 'path' ? 'min' : item.name, [], 0))];
    return [...new Map(rows.map(row => [JSON.stringify(row), row])).values()];
  });
}

function total(name: string, values: (string | number)[], count: number): unknown {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  switch (name) {
    case 'count':
      return count;
    case 'sum':
      return values.reduce<number>((sum, one) => sum + Number(one), 0);
    case 'min':
      return sorted[0] ?? '';
    default:
      return sorted.at(-1) ?? '';
  }
}
