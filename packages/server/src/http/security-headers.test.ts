import assert from 'node:assert/strict';
import {test} from 'node:test';
import {answerHeaders} from './security-headers.ts';

test("an operator's headers are added or replace others, whatever the case of their names", () => {
  const headers = answerHeaders({
    server: 'Gazetteer',
    extra: {'X-Extra': ' yes ', 'X-Frame-Options': 'SAMEORIGIN'},
  });
  assert.equal(headers['server'], 'Gazetteer');
  assert.equal(headers['x-extra'], 'yes');
  assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
  assert.equal(headers['X-Frame-Options'], undefined);
  assert.ok(!('server' in answerHeaders({server: '', extra: {}})));
});

test('what is no header stops the start', () => {
  for (const [name, value] of [
    ['two words', 'yes'],
    ['', 'yes'],
    ['x-extra', 'yes\r\nx-other: yes'],
    ['x-extra', '€'],
  ] as const)
    assert.throws(() => answerHeaders({server: '', extra: {[name]: value}}), TypeError);
});
