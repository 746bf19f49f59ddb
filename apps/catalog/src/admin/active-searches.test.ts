import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Telemetry} from '@gazetteer/kernel/host';
import {giveUpSearch, listActiveSearches} from './active-searches.ts';

test('who waits for a search that is given up has an answer at once; other operations cannot be given up', async t => {
  const telemetry = new Telemetry();
  t.after(() => telemetry.close());
  const gate = Promise.withResolvers<string>();
  const ask = (name: string, on: 'search' | 'writer', requestId: string) =>
    telemetry.begin({name, on}, {actor: {userName: 'ann'}, requestId}).answerOf(gate.promise);
  const search = ask('basicSearch', 'search', 'r1');
  const save = ask('saveEntity', 'writer', 'r2');
  assert.deepEqual(listActiveSearches(telemetry), ['basicSearch_r1']);
  assert.equal(giveUpSearch(telemetry, 'saveEntity_r2', 'bob'), false);
  assert.equal(giveUpSearch(telemetry, 'basicSearch_r1', 'bob'), true);
  await assert.rejects(search, {
    kind: 'BAD_REQUEST',
    message: 'the search basicSearch_r1 was ended by bob',
  });
  assert.deepEqual(listActiveSearches(telemetry), []);
  assert.equal(telemetry.operations.get('basicSearch')?.failures, 1);
  gate.resolve('saved');
  assert.equal(await save, 'saved');
});
