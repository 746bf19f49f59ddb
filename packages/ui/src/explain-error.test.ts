import assert from 'node:assert/strict';
import {test} from 'node:test';
import {explainError} from './explain-error.ts';
import {UnreachableError} from './session.ts';

const titleOf = (status: number) =>
  explainError(Object.assign(new Error('the words of a server'), {status}))?.title;

test('an error is explained by its status, with what to do next', () => {
  assert.deepEqual([400, 403, 404, 409, 418, 500, 502, 503, 507].map(titleOf), [
    'The request isn’t valid',
    'You don’t have permission',
    'Not found',
    'This conflicts with the current state',
    'Request failed',
    'Server error',
    'Server error',
    'The server is busy',
    'The server’s disk is full',
  ]);
  assert.equal(explainError(new UnreachableError('refused'))?.title, 'No connection');
  for (const thrown of [undefined, null, 'text', new Error('of the page itself')])
    assert.equal(explainError(thrown), undefined);
});
