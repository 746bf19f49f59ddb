import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isMarkedBy, markedParts} from './marked-parts.ts';

const marked = (text: string, query: string) =>
  markedParts(text, query)
    .map(({part, isMarked}) => (isMarked ? `[${part}]` : part))
    .join('');

test('beginnings of words are marked, whatever their case and accents, and the text stays as it is', () => {
  assert.equal(marked('customer_orders of Customers', 'cust*'), '[cust]omer_orders of [Cust]omers');
  assert.equal(marked('Größe der Tabelle', 'GROSSE grösse größe'), '[Größe] der Tabelle');
  assert.equal(marked('a.b@c', 'b c'), 'a.[b]@[c]');
  assert.equal(marked('recustom', 'custom'), 'recustom');
  for (const text of ['', 'plain', '東京 tower', '<b>']) {
    for (const query of ['', 'x', 'tower', '"', 'AND', 'b'])
      assert.equal(
        markedParts(text, query)
          .map(one => one.part)
          .join(''),
        text,
      );
  }
});

test('operators mark nothing, nor does what must not be there', () => {
  assert.equal(
    marked('orders and draft or not', 'orders AND paid OR x NOT draft -not'),
    '[orders] and draft or not',
  );
  assert.equal(isMarkedBy('draft', '-draft'), false);
  assert.equal(isMarkedBy('draft', 'draft'), true);
});
