import assert from 'node:assert/strict';
import {test} from 'node:test';
import {csv} from './file.ts';

test('rows of any values are lines of text: nothing for what is not there, JSON for what has parts', () => {
  assert.equal(
    csv([
      ['a', 1, true],
      [null, undefined, {b: [1]}],
    ]),
    'a,1,true\r\n,,"{""b"":[1]}"\r\n',
  );
});

test('a text that a spreadsheet would run as a formula stays a text', () => {
  const [line = ''] = csv([['=1+1']]).split('\r\n');
  assert.doesNotMatch(line, /^"?=/);
});
