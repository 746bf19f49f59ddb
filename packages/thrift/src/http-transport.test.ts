import assert from 'node:assert/strict';
import {test} from 'node:test';
import {proofIn} from './http-transport.ts';

test('the proof of a server is taken where it comes, demanded or left alone, as configured', () => {
  const proof = Buffer.from('proof');
  const header = `Negotiate ${proof.toString('base64')}`;
  assert.deepEqual(proofIn(header), proof);
  assert.deepEqual(proofIn(header, 'REQUIRED'), proof);
  assert.equal(proofIn(header, 'DISABLED'), undefined);
  assert.equal(proofIn(undefined), undefined);
  assert.equal(proofIn('Basic realm="x"', 'OPTIONAL'), undefined);
  for (const missing of [undefined, 'Negotiate', 'Basic realm="x"']) {
    assert.throws(() => proofIn(missing, 'REQUIRED', 'http://sql:10001/'), {
      name: 'SaslError',
      message:
        'http://sql:10001/ did not prove who it is, which mutual_authentication=REQUIRED wants',
    });
  }
});
