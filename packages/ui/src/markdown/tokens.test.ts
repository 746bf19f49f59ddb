import assert from 'node:assert/strict';
import {test} from 'node:test';
import {tokensOf} from './tokens.ts';

test('texts are read into their parts', () => {
  const tokens = tokensOf('# Orders\n\nSee *this* and ann@example.com.');
  assert.equal(tokens[0]?.type, 'heading');
  const paragraph = tokens.at(-1);
  assert.ok(paragraph?.type === 'paragraph');
  assert.deepEqual(
    paragraph.tokens?.map(({type}) => type),
    ['text', 'em', 'text', 'link', 'text'],
  );
});

test('long documentation is read to its end', () => {
  const paragraph = `${'words and more words '.repeat(40)}*end*`;
  const tokens = tokensOf(Array.from({length: 130}, () => paragraph).join('\n\n'));
  const last = tokens.at(-1);
  assert.ok(last?.type === 'paragraph');
  assert.equal(last.tokens?.at(-1)?.type, 'em');
});

// Each would take minutes, in the page of everybody who opens the asset.
test('texts that are written to take long are shown as they are', () => {
  for (const piece of ['a', 'a.', 'a_', '~a~~b ']) {
    const text = `${piece.repeat(200_000 / piece.length)}@`;
    const [paragraph] = tokensOf(text);
    assert.ok(paragraph?.type === 'paragraph');
    assert.deepEqual(
      paragraph.tokens?.map(({type, raw}) => [type, raw]),
      [['text', text]],
    );
  }
});
