import assert from 'node:assert/strict';
import {test} from 'node:test';
import {parseExact} from './exact-json.ts';

test('whole numbers keep all their digits, everything else is as JSON.parse reads it', () => {
  assert.deepEqual(
    parseExact('{"a":[9223372036854775807,-9223372036854775808, 12345678901234567890]}'),
    {
      a: ['9223372036854775807', '-9223372036854775808', '12345678901234567890'],
    },
  );
  assert.deepEqual(
    parseExact(
      '[9007199254740991,1.2345678901234566e+30,0.1234567890123456,"1234567890123456789"]',
    ),
    [9007199254740991, 1.2345678901234566e30, 0.1234567890123456, '1234567890123456789'],
  );
  assert.deepEqual(parseExact('[1,null,"x"]'), [1, null, 'x']);
});
