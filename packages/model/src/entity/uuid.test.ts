import assert from 'node:assert/strict';
import {test} from 'node:test';
import {guidFactory} from './uuid.ts';

test('guids are distinct UUIDs of version 7 in rising order, also within one millisecond and when the clock steps back', () => {
  let time = 1_700_000_000_000;
  const newGuid = guidFactory(
    () => time,
    bytes => void crypto.getRandomValues(bytes),
  );
  const guids = Array.from({length: 10_000}, (_, i) => {
    if (i === 5000) time -= 1000;
    return newGuid();
  });
  for (const guid of guids)
    assert.match(guid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(guids.toSorted(), guids);
  assert.equal(new Set(guids).size, guids.length);
  assert.equal(parseInt(guids[0]?.replace('-', '').slice(0, 12) ?? '', 16), 1_700_000_000_000);
});
