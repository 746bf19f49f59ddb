import assert from 'node:assert/strict';
import {test} from 'node:test';
import {MarkdownBudget, tokensOf} from './markdown-tokens.ts';

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

// Each would end the stack of who reads it.
test('of quotes and lists in each other the deepest are shown as they are', () => {
  for (const piece of ['> ', '- ', '1. ', '> - ']) {
    const text = `${piece.repeat(20_000 / piece.length)}a`;
    const read = JSON.stringify(tokensOf(text));
    const depth = read.match(/"type":"(?:blockquote|list)"/g)?.length ?? 0;
    assert.ok(depth >= 16 && depth <= 30, `${piece} ${depth}`);
  }
});

test('texts that are shown at once share what they may cost', () => {
  const budget = new MarkdownBudget();
  assert.equal(tokensOf('*a*', budget)[0]?.type, 'paragraph');
  tokensOf('- a\n'.repeat(50_000), budget);
  assert.deepEqual(
    [...tokensOf('*a*', budget)],
    [{type: 'text', raw: '*a*', text: '*a*', escaped: false}],
  );
  assert.equal(tokensOf('*a*')[0]?.type, 'paragraph');
});
