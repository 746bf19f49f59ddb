import assert from 'node:assert/strict';
import {test} from 'node:test';
import {errorTable} from '@gazetteer/model';
import {catalogErrorCodes, editorErrorCodes} from './error-codes.ts';
import {explainCodes, explainError} from './explain-error.ts';
import {UnreachableError} from './session.ts';

const titleOf = (status: number) =>
  explainError(Object.assign(new Error('the words of a server'), {status}))?.title;

test('an error is explained by its status, with what to do next', () => {
  assert.deepEqual([400, 403, 404, 409, 410, 418, 500, 501, 502, 503, 507].map(titleOf), [
    'The request isn’t valid',
    'You don’t have permission',
    'Not found',
    'This conflicts with the current state',
    'This has expired',
    'Request failed',
    'Server error',
    'Not supported',
    'The server couldn’t do this',
    'The server is busy',
    'The server’s disk is full',
  ]);
  assert.equal(explainError(new UnreachableError('refused'))?.title, 'No connection');
  for (const thrown of [undefined, null, 'text', new Error('of the page itself')])
    assert.equal(explainError(thrown), undefined);
});

test('a known code is explained by itself, whatever its status', () => {
  explainCodes(catalogErrorCodes);
  const of = (errorCode: string) =>
    explainError(Object.assign(new Error('the words of a server'), {status: 409, errorCode}));
  assert.deepEqual(of('ATLAS-409-00-007'), {
    title: 'A glossary with this name exists',
    hint: 'Choose another name.',
  });
  assert.equal(of('ATLAS-409-00-999')?.title, 'This conflicts with the current state');
});

test('explanations are sentences, and each is of a code that a server has', () => {
  const codes = new Set<string>(Object.values(errorTable).map(([code]) => code));
  for (const [code, {title, hint}] of Object.entries({...catalogErrorCodes, ...editorErrorCodes})) {
    assert.ok(codes.has(code) || /^status -?\d+$/.test(code), code);
    assert.match(title, /^[A-Z].*[^.]$/, code);
    assert.match(hint, /^[A-Z].*\.$/, code);
  }
});
