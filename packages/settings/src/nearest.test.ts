import assert from 'node:assert/strict';
import {test} from 'node:test';
import {nearestTo} from './nearest.ts';

const known = ['audit', 'policy-file', 'tls-certificate', 'tls-key'];

test('the nearest known word has the fewest other letters, or begins with the whole word', () => {
  assert.equal(nearestTo('audits', known), 'audit');
  // Five letters from "audit", and the beginning of one option alone.
  assert.equal(nearestTo('policy', known), 'policy-file');
  assert.equal(nearestTo('tls', new Set(known).values()), 'tls-key');
  assert.equal(nearestTo('nothing', known, 2), undefined);
});
