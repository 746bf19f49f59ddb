import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {readSearchParameters, resolveSearch} from '@gazetteer/model';
import {entity, searchWorld} from '../../test/search-world.ts';
import {inner} from '../schema/graph.ts';
import {raw, runSql, sql} from '../schema/sql-text.ts';
import {planSearch, selectHits} from '../search/search-plan.ts';
import {searchPlanned} from '../search/search.ts';
import {endingsOf} from './word-endings.ts';

const open = async () => new SqliteDatabase({file: ':memory:'});
const prefix = (...words: string[]) => ({kind: 'phrase', words, prefix: true}) as const;

test('the words that begin so are known, of beginnings without a list', async t => {
  const world = await searchWorld(t, open);
  const names = ['orders', 'ordered', 'order', 'ordeal', 'orderж', 'order \u{10fff0}', 'orden'];
  await world.save(names.map(name => entity('table', name)));
  const known = (text: Parameters<typeof endingsOf>[1], most = 64, least = 0) =>
    world.store.read(async graph =>
      Object.fromEntries(await endingsOf(graph, text, {words: most, entities: least})),
    );
  const expected = {order: ['order', 'ordered', 'orders', 'orderж']};
  assert.deepEqual(await known(prefix('order')), expected);
  assert.deepEqual(await known(prefix('order'), 4), expected);
  assert.deepEqual(await known(prefix('order'), 3), {}, 'too many');
  assert.deepEqual(await known(prefix('order'), 64, names.length), expected);
  assert.deepEqual(await known(prefix('order'), 64, names.length + 1), {}, 'few entities');
  assert.deepEqual(await known(prefix('ord')), {}, 'it has a list');
  assert.deepEqual(await known({...prefix('order'), prefix: false}), {}, 'a whole word');
  assert.deepEqual(await known(prefix('orders', 'nothing')), {}, 'no word');
  const both = {kind: 'and', parts: [prefix('order')], without: [prefix('ordea')]} as const;
  assert.deepEqual(await known({...both, parts: [...both.parts], without: [...both.without]}), {
    ...expected,
    ordea: ['ordeal'],
  });
  await world.save([entity('table', 'orderly')]);
  assert.deepEqual(await known(prefix('orderl')), {orderl: ['orderly']}, 'also what is new');
});

test('who asks for the words finds what begins so, in the same order and weighed the same', async t => {
  const world = await searchWorld(t, open);
  const words = ['customer', 'customers', 'customized', 'custom', 'custody', 'invoice'];
  await world.save(
    Array.from({length: 60}, (_, n) =>
      entity(n % 3 === 0 ? 'column' : 'table', `${words[n % 6]} ${words[(n >> 1) % 5]} ${n}`, {
        description: `${`${words[(n * 7) % 6]} `.repeat(n % 4)}${words[(n >> 2) % 6]}`,
        note: words[(n * 5) % 6],
      }),
    ),
  );
  for (const query of [
    'custom*',
    'customer*',
    'invoice custo*',
    '-invoi* custo*',
    'invoi* OR -custo*',
  ]) {
    await world.store.read(async graph => {
      const parameters = readSearchParameters({query, limit: 100}, {includeSubTypes: true});
      const asked = resolveSearch(graph.types, parameters, world.now).query;
      const plan = await planSearch(graph, asked, {words: 64, entities: 0});
      assert.ok(plan.endings.size > 0, query);
      const {session} = graph[inner];
      const ids = async (where: typeof plan.where) =>
        await runSql(
          session,
          sql`${selectHits({...plan, where}, raw('d.rowid AS id'))} ORDER BY id`,
        );
      assert.deepEqual(await ids(plan.where), await ids(plan.weighedOf()), query);
      const scored = await searchPlanned(graph, plan, {...asked, isScored: true});
      const before = await runSql<{id: number; score: number}>(
        session,
        sql`${selectHits({...plan, where: plan.weighedOf()}, raw('d.rowid AS id, bm25(document, 10, 8, 3, 0, 0) AS score'))} ORDER BY score, id DESC`,
      );
      assert.deepEqual(
        [...scored.scores.values()],
        before.map(row => -row.score),
        query,
      );
    });
  }
});
