import assert from 'node:assert/strict';
import {test} from 'node:test';
import {hostOver} from '../../test/host-over.ts';
import {OutboxUpkeep} from './outbox-upkeep.ts';
import type {Trimmed} from './outbox-positions.ts';

test('too many changes are told before any is lost, and what is lost is counted', async t => {
  const answers: Trimmed[] = [
    {removed: 0, lost: 0, left: 80, waiting: {kafka: 80}},
    {removed: 0, lost: 0, left: 81, waiting: {kafka: 81}},
    {removed: 0, lost: 0, left: 90, waiting: {kafka: 90}},
    {removed: 5, lost: 5, left: 100, waiting: {kafka: 100}},
    {removed: 0, lost: 0, left: 100, waiting: {kafka: 100}},
    {removed: 100, lost: 0, left: 1, waiting: {kafka: 0}},
    {removed: 0, lost: 0, left: 1, waiting: {kafka: 0}},
    {removed: 0, lost: 0, left: 99, waiting: {kafka: 99}},
  ];
  const errors: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, message: string) => void errors.push(message),
  };
  const host = hostOver(async () => JSON.stringify(answers.shift()));
  const upkeep = new OutboxUpkeep(
    host,
    {destinations: ['kafka'], retentionMs: 1, maxRows: 100},
    log,
  );
  t.after(() => upkeep.close());
  const round = async () => {
    errors.length = 0;
    await upkeep.trim();
    return errors.map(one =>
      one.includes('about to be lost') ? 'alarm' : one.includes('are lost') ? 'lost' : one,
    );
  };
  assert.deepEqual(await round(), [], 'at four fifths nobody is told yet');
  assert.deepEqual(await round(), ['alarm']);
  assert.deepEqual(await round(), [], 'once is enough');
  assert.deepEqual(await round(), ['lost']);
  assert.equal(upkeep.counts.lost, 5);
  assert.deepEqual(await round(), [], 'the destination is back');
  assert.equal(upkeep.counts.rows, 1);
  assert.deepEqual(await round(), ['alarm'], 'the next time it is told again');
});

test('too many at once are told of first, and go the next time', async t => {
  const maxRows: number[] = [];
  const errors: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, message: string) => void errors.push(message),
  };
  const host = hostOver(async (_name: string, _asker: object, args: unknown) => {
    maxRows.push((args as {maxRows: number}).maxRows);
    return JSON.stringify({removed: 0, lost: 0, left: 500, waiting: {kafka: 500}});
  });
  const upkeep = new OutboxUpkeep(
    host,
    {destinations: ['kafka'], retentionMs: 1, maxRows: 100},
    log,
  );
  t.after(() => upkeep.close());
  await upkeep.trim();
  assert.match(errors.join(), /about to be lost/);
  await upkeep.trim();
  assert.ok((maxRows[0] ?? 0) > 500, 'the first time nothing goes');
  assert.equal(maxRows[1], 100);
});

test('a store that does not answer is told, and asked again the next time', async t => {
  let calls = 0;
  const errors: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, message: string) => void errors.push(message),
  };
  const host = hostOver(async () => {
    if (calls++ === 0) throw new Error('away');
    return JSON.stringify({removed: 0, lost: 0, left: 7, waiting: {}});
  });
  const upkeep = new OutboxUpkeep(host, {destinations: [], retentionMs: 1, maxRows: 100}, log);
  t.after(() => upkeep.close());
  await upkeep.trim();
  assert.equal(errors.length, 1);
  await upkeep.trim();
  assert.equal(upkeep.counts.rows, 7);
});
