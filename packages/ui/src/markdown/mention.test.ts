import assert from 'node:assert/strict';
import {test} from 'node:test';
import {mentioningAt, withMention} from './mention.ts';

test('an @ that begins a word asks for names, up to the caret', () => {
  assert.deepEqual(mentioningAt('see @ord', 8), {from: 4, text: 'ord'});
  assert.deepEqual(mentioningAt('@', 1), {from: 0, text: ''});
  assert.deepEqual(mentioningAt('(@a.b rest', 5), {from: 1, text: 'a.b'});
  assert.equal(mentioningAt('mail ann@example.org', 20), undefined);
  assert.equal(mentioningAt('@ord ers', 8), undefined);
  assert.equal(mentioningAt('[@orders](#!/x)', 15), undefined);
  assert.equal(mentioningAt(`@${'x'.repeat(70)}`, 71), undefined);
});

test('the chosen one is a link in place of what was typed', () => {
  const orders = {name: 'my_[orders]', note: '', address: '#!/detailPage/g'};
  const mentioning = {from: 4, text: 'ord'};
  const {value, caret} = withMention('see @ord daily', mentioning, orders);
  assert.equal(value, 'see [@my\\_\\[orders\\]](#!/detailPage/g) daily');
  assert.equal(value.slice(caret), 'daily');
});
