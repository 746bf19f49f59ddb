// How values of columns are written, where a text has been begun and where not.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {catalog} from '../../test/shop.ts';
import {complete, dialectOf, type NameCatalog} from '../index.ts';

const shop: NameCatalog = {
  ...catalog,
  values: async () => ['plain', "won't", 'a\\b', 'x'.repeat(101)],
};

async function written(dialect: string, marked: string): Promise<string[]> {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const question = {text, caret, dialect: dialectOf(dialect), database: 'shop'};
  const {from, to = caret, proposals} = await complete(question, shop);
  return proposals
    .filter(({kind}) => kind === 'value')
    .map(({insert}) => text.slice(0, from) + insert + text.slice(to));
}

test('quotes and backslashes as the dialect wants them', async () => {
  const statement = 'SELECT * FROM orders WHERE status = ';
  assert.deepEqual(await written('duckdb', `${statement}|`), [
    `${statement}'a\\b'`,
    `${statement}'plain'`,
    `${statement}'won''t'`,
  ]);
  assert.deepEqual(await written('hive', `${statement}|`), [
    `${statement}'a\\\\b'`,
    `${statement}'plain'`,
    `${statement}'won\\'t'`,
  ]);
  assert.deepEqual(await written('hive', `${statement}"w|"`), [`${statement}"won't"`]);
  assert.deepEqual(await written('duckdb', `${statement}'p|' AND 1`), [
    `${statement}'plain' AND 1`,
  ]);
});

test('a text that is not closed gets its end', async () => {
  const [value] = await written('trino', "SELECT * FROM orders WHERE status IN ('pl|");
  assert.equal(value, "SELECT * FROM orders WHERE status IN ('plain'");
});

test('a value takes the place of the whole text that it is chosen in', async () => {
  const before = 'SELECT * FROM orders WHERE status = ';
  assert.deepEqual(await written('trino', `${before}'pl|anned' AND 1`), [`${before}'plain' AND 1`]);
  // What stands between this text and the next is no value.
  assert.deepEqual(await written('trino', `${before}'pl| AND note = 'x'`), [
    `${before}'plain AND note = 'x'`,
  ]);
});

test('numbers have no quotes', async () => {
  const numbers: NameCatalog = {...catalog, values: async () => ['10', 'none']};
  const text = 'SELECT * FROM orders WHERE id = ';
  const question = {text, caret: text.length, dialect: dialectOf('hive'), database: 'shop'};
  const {proposals} = await complete(question, numbers);
  const values = proposals.filter(({kind}) => kind === 'value').map(({insert}) => insert);
  assert.deepEqual(values, ['10', "'none'"]);
});
