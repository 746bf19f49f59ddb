import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Json, Source} from './declared.ts';
import {planSources} from './plan-sources.ts';

const config = {host: 'db.example', port: '5432', user: 'reader'};
const there = {name: 'shop', type: 'postgresql', schedule: '', maxDeletes: 20, config};

/** What is planned for a source of a catalog that has its password, but for what the file says. */
function planned({texts = {}, ...said}: Partial<Source>) {
  const source: Source = {
    name: 'shop',
    texts: {type: 'postgresql', ...texts},
    config: {},
    secrets: [],
    ...said,
  };
  const {differences, requests} = planSources([source], {
    there: new Map([['shop', {json: there, secrets: new Set(['password'])}]]),
    secretKeys: new Map([
      ['postgresql', new Set(['password'])],
      ['kafka', new Set(['password'])],
    ]),
    isApplied: () => false,
    prunes: false,
  });
  return {differences, bodies: requests.map(one => one.body as Json)};
}

test('a number that is nothing stays as it is', () => {
  assert.deepEqual(planned({texts: {maxDeletes: null}}), {differences: [], bodies: []});
  const {bodies} = planned({texts: {maxDeletes: null, schedule: '0 3 * * *'}});
  assert.deepEqual(bodies, [{...there, schedule: '0 3 * * *'}]);
});

test('of a type that there is not, no value is shown or sent', () => {
  const {differences, bodies} = planned({
    texts: {type: 'postgres'},
    config: {host: 'other.example', password: 'hunter2'},
  });
  assert.deepEqual(bodies, []);
  assert.deepEqual(differences, [
    {kind: 'problem', what: 'source shop', details: ['there is no type of source postgres']},
  ]);
});
