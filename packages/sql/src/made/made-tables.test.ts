// Tables that are made of one another many times over: each is read once.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {catalog} from '../../test/shop.ts';
import {dialectOf} from '../index.ts';
import {madeTables, withMadeTables} from './made-tables.ts';

const repeats = 40;

for (const [name, list, width] of [
  ['one more column', (n: number) => `*, 1 AS c${n}`, 5 + repeats],
  ['a star twice', () => '*, *', 5],
] as const)
  test(`a view that is replaced by itself with ${name} is read once`, async () => {
    const views = Array.from(
      {length: repeats},
      (_, n) => `CREATE OR REPLACE TEMP VIEW v AS SELECT ${list(n)} FROM v;`,
    );
    const text = `CREATE TEMP VIEW v AS SELECT * FROM orders; ${views.join(' ')}`;
    const reads: string[] = [];
    const made = madeTables(text, dialectOf('spark'), 'shop').map((one, n) => ({
      ...one,
      columns: (of: typeof catalog) => {
        reads.push(`view ${n}`);
        return one.columns(of);
      },
    }));
    const engine: typeof catalog = {
      ...catalog,
      columns: (of, table) => {
        reads.push(`${of}.${table}`);
        return catalog.columns(of, table);
      },
    };
    const names = withMadeTables(() => made, 'shop', engine, false);
    assert.equal((await names.columns('shop', 'v')).length, width);
    assert.equal(new Set(reads).size, reads.length, reads.join(', '));
    assert.equal(reads.length, repeats + 1 + 2, 'each view, and two tables of the engine');
  });
