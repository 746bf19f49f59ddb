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
): Promise<string[]> {
  const [text, caret] = [marked.replace('|', ''), marked.indexOf('|')];
  const uses = countedUses(statements, queried, dialect);
  const question = {text, caret, dialect, database: 'shop', uses};
  const {proposals} = await complete(question, catalog);
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

test('columns that were named come first', async () => {
  const statements = ran(
    'SELECT o.status FROM orders o WHERE o.day = 1',
    'SELECT status FROM orders',
  );
  const labels = await first('SELECT | FROM orders', statements);
  assert.deepEqual(labels[0]?.split(' ')[0], 'status');
  assert.deepEqual(labels[1]?.split(' ')[0], 'day');
});
