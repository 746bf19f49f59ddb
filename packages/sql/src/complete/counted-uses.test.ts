// Proposals by what was run, and by what others query.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {catalog} from '../../test/shop.ts';
import {dialectOf} from '../dialects.ts';
import {complete} from './complete.ts';
import {countedUses, type QueriedTable, type StatementThatRan} from './counted-uses.ts';

const dialect = dialectOf('hive');
const ran = (...statements: readonly string[]): StatementThatRan[] =>
  statements.map(statement => ({statement, database: 'shop'}));

async function first(
  marked: string,
  statements: readonly StatementThatRan[],
  queried: readonly QueriedTable[] = [],
  names = catalog,
): Promise<string[]> {
  const [text, caret] = [marked.replace('|', ''), marked.indexOf('|')];
  const uses = countedUses(statements, queried, dialect);
  const question = {text, caret, dialect, database: 'shop', uses};
  const {proposals} = await complete(question, names);
  return proposals.slice(0, 3).map(({label, detail}) => `${label} ${detail}`);
}

test('tables that were queried come first, those of the database before others', async () => {
  const statements = ran(
    'SELECT * FROM people',
    'SELECT p.id FROM people p JOIN orders o ON o.id = p.id',
    'SELECT 1 FROM web.customers',
    'not a statement at all',
    `SELECT * FROM odd WHERE id IN (${'1, '.repeat(2000)}1)`,
  );
  assert.deepEqual(await first('SELECT * FROM |', statements), [
    'people shop',
    'orders shop',
    'customers shop',
  ]);
  assert.deepEqual(await first('SELECT * FROM cust|', statements), [
    'customers shop',
    'customers web',
  ]);
});

test('tables that others query most come first where nothing of it was run', async () => {
  const queried = [
    {database: 'Shop', table: 'Odd', queries: 9000},
    {database: 'shop', table: 'items', queries: 300},
    {database: 'gone', table: 'orders', queries: 9000},
  ];
  assert.deepEqual(await first('SELECT * FROM |', [], queried), [
    'odd shop',
    'items shop',
    'customers shop',
  ]);
  // What one has run oneself counts as well.
  const statements = ran(...Array.from({length: 20}, () => 'INSERT INTO items SELECT 1'));
  assert.deepEqual((await first('SELECT * FROM |', statements, queried))[0], 'items shop');
});

test('of many tables, too, those that were queried come first', async () => {
  const many = (at: string) =>
    Array.from({length: 1000}, (_, n) => ({name: `${at}_${n}`, type: 'TABLE', comment: ''}));
  const others = many('far').map(one => ({...one, database: 'web'}));
  const large = {...catalog, tables: async () => many('t'), otherTables: async () => others};
  const statements = ran('SELECT 1 FROM T_987', 'SELECT 1 FROM t_987', 'SELECT 1 FROM web.far_876');
  const firstOf = async (text: string) => await first(`${text}|`, statements, [], large);
  assert.deepEqual(await firstOf('SELECT * FROM '), ['t_987 shop', 't_0 shop', 't_1 shop']);
  assert.equal((await firstOf('SELECT * FROM t_9'))[0], 't_987 shop');
  assert.equal((await firstOf('SELECT * FROM shop.'))[0], 't_987 shop');
  assert.equal((await firstOf('SELECT * FROM fa'))[0], 'far_876 web');
});

test('columns that were named come first', async () => {
  const statements = ran(
    'SELECT o.status FROM orders o WHERE o.day = 1',
    'SELECT status FROM orders',
  );
  const labels = await first('SELECT | FROM orders', statements);
  assert.deepEqual(labels[0]?.split(' ')[0], 'status');
  assert.deepEqual(labels[1]?.split(' ')[0], 'day');
});
