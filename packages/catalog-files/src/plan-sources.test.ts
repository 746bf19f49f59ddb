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

test('elsewhere a secret that was kept is to be given again', () => {
  const problem = [
    {kind: 'problem', what: 'source shop', details: ['set config.password: its place changes']},
  ];
  for (const secrets of [['password'], []]) {
    const moved = planned({secrets, config: {host: 'other.example'}});
    assert.deepEqual(moved, {differences: problem, bodies: []});
    const retyped = planned({secrets, texts: {type: 'kafka'}});
    assert.deepEqual(retyped, {differences: problem, bodies: []});
  }
  const stays = {secrets: ['password'], config: {host: 'db.example', port: 5432, user: 'admin'}};
  assert.equal(planned(stays).bodies.length, 1);
  for (const given of [{password: '${OTHER}'}, {password: null}, {'password-file': '/run/other'}])
    assert.equal(planned({config: {host: 'other.example', ...given}}).bodies.length, 1);
});
