import assert from 'node:assert/strict';
import {test} from 'node:test';
import {markdownHtml} from './markdown.ts';

test('what is written is formatted', async () => {
  assert.deepEqual(
    await markdownHtml(['## Sales\n\nof **all** [shops](https://shops.example/?a=1&b=2)']),
    [
      '<h2>Sales</h2>\n<p>of <strong>all</strong> <a href="https://shops.example/?a=1&amp;b=2" ' +
        'target="_blank" rel="noopener noreferrer">shops</a></p>\n',
    ],
  );
});

test('nothing in it is HTML, loads or runs', async () => {
  for (const text of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![<b>](https://evil.example/pixel.png)',
    '[a](javascript:alert(1))',
    '[a](data:text/html,<script>1</script>)',
    '[a](//evil.example "onmouseover=alert(1)")',
    '[a](https://x.example/"onmouseover="alert(1))',
    '<a href="javascript:1">x</a>',
    '| <svg onload=1> |\n|---|\n| <iframe src=x> |',
    '```"><script>\nx\n```',
  ]) {
    const [html = ''] = await markdownHtml([text]);
    const tags = html.replace(/ href="https:\/\/x\.example\/[^"]*"/, '').match(/<[^>]*>/g) ?? [];
    const known =
      /^<\/?(?:p|table|thead|tbody|tr|t[dh]|pre|code(?: class="language-[^"]*")?|a(?: target="_blank" rel="noopener noreferrer")?)>$/;
    assert.deepEqual(
      tags.filter(tag => !known.test(tag)),
      [],
      html,
    );
  }
});

// Each would take seconds, or end the stack, in the server that all use.
test('texts that are written to take long are shown as they are, all of them together', async () => {
  for (const text of [`${'a'.repeat(19_999)}@`, '_a__b'.repeat(4000), '> '.repeat(3000)]) {
    const [first = '', ...more] = await markdownHtml(Array.from({length: 50}, () => text));
    assert.ok(first.length > 5000);
    assert.equal(more.length, 49);
  }
  const long = `${'_a__b'.repeat(1900)}@ **bold** <b>`;
  const texts = await markdownHtml([long, long]);
  assert.match(texts[0] ?? '', /<strong>bold</);
  assert.ok((texts[1] ?? '').includes('@ **bold** &lt;b&gt;'));
});
