import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Database} from '@gazetteer/db';
import {entity, World, searchWorld} from '../../test/search-world.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {addDocuments} from '../index/vocabulary.ts';
import {migrations} from '../schema/migrations.ts';
import {corrected, misspelledWords} from './spelling.ts';

/** What any database finds for words that nothing has. */
export function spellingContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (world: World) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      await work(await searchWorld(t, openDatabase));
    });

  const meant = (world: World, text: string) =>
    world.store.read(async graph => corrected(text, await misspelledWords(graph, text)));
  const similar = (world: World, word: string) =>
    world.store.read(async graph =>
      (await misspelledWords(graph, word))[0]?.similar.map(one => one.word),
    );

  contract(
    'a word with a mistake leads to the most frequent of the words nearest to it',
    async world => {
      await world.save([
        entity('table', 'customer_orders'),
        entity('table', 'customer_revenue'),
        entity('table', 'cluster_of_consumers', {description: 'A warranty for the beneficiary'}),
      ]);
      for (const [typed, wanted] of [
        ['custmer', 'customer'],
        ['costumer', 'customer'],
        ['Custmer_ordres', 'customer_orders'],
        ['waranty benefisiary', 'warranty beneficiary'],
        ['revnue', 'revenue'],
        ['custmer revenue', 'customer revenue'],
        ['tabel', 'table'],
      ]) {
        assert.equal(await meant(world, typed ?? ''), wanted, typed);
      }
    },
  );

  contract('a part of a word leads to the words that hold it', async world => {
    await world.save([entity('table', 'customer_orders'), entity('table', 'backorders')]);
    assert.deepEqual(await similar(world, 'stomer'), ['customer']);
    assert.deepEqual(await similar(world, 'ckorde'), ['backorders']);
  });

  contract('what is found, is no word, or is like nothing is left alone', async world => {
    await world.save([entity('table', 'customer_orders')]);
    for (const typed of [
      'customer',
      'cust',
      'CUSTOMER orders',
      'xy',
      'unheard',
      '',
      '12345',
      'x'.repeat(300),
    ]) {
      assert.equal(await meant(world, typed), undefined, typed);
    }
  });

  contract('words are looked up where they may be new, and not of what is deleted', async world => {
    const one = entity('table', 'customer_orders');
    await world.save([one]);
    const sent: string[] = [];
    world.db.observe(sql => void sent.push(sql));
    await world.update(one, {...one, status: 'DELETED'});
    assert.equal(
      sent.some(sql => sql.includes('FROM word')),
      false,
    );
    world.db.observe(undefined);
    const [deleted = one] = world.records();
    await world.update(deleted, {
      ...deleted,
      status: 'ACTIVE',
      attributes: {...deleted.attributes, description: 'Of all consumers'},
    });
    assert.deepEqual(await similar(world, 'custmer'), ['customer']);
    assert.deepEqual(await similar(world, 'consmers'), ['consumers']);
  });

  contract('only words of what is there now are proposed', async world => {
    const gone = entity('table', 'customer_orders');
    await world.save([gone]);
    assert.deepEqual(await similar(world, 'custmer'), ['customer']);
    await world.purge([gone]);
    assert.deepEqual(await similar(world, 'custmer'), []);
  });

  test(
    `${name}: a store of before has the words of its documents`,
    skip === undefined ? {} : {skip},
    async t => {
      const rows = [
        {
          id: 1,
          a: `customer orders ¶ 2026`,
          b: 'größe 日',
          c: 'ab x1 abc12345',
          name: 'customer',
          type: 1,
          isDeleted: false,
        },
        {
          id: 2,
          a: 'customer',
          b: '',
          c: 'y'.repeat(41),
          name: 'customer',
          type: 1,
          isDeleted: true,
        },
      ];
      const before = await openDatabase();
      await before.migrate(migrations.filter(({id}) => id < 6));
      await before.write(session => fullTextOf(session.dialect).add(session, rows));
      await before.migrate(migrations);
      const now = await openDatabase();
      await now.migrate(migrations);
      await now.write(session => addDocuments(session, rows));
      const words = (db: Database, table: string) =>
        db.read(async session => {
          const rows = await session.all<object>(
            `SELECT * FROM ${table} WHERE word <> 'abc12345' ORDER BY 1, word`,
          );
          return rows.map(row => Object.values(row).join(' '));
        });
      assert.deepEqual(await words(before, 'word'), ['customer', 'größe', 'orders']);
      for (const table of ['word', 'word_part'])
        assert.deepEqual(await words(before, table), await words(now, table), table);
      t.after(() => Promise.all([before.close(), now.close()]));
    },
  );
}
