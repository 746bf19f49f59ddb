import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {RunningStatement} from '../engine/sql-engine.ts';
import {StatementLog} from './statement-log.ts';

test('a log of 100,000 lines is followed to its end by who asks for what is new, and its last lines are kept', async () => {
  const parts = Array.from({length: 100}, (_, part) =>
    Array.from({length: 1000}, (_unused, line) => String(part * 1000 + line)),
  );
  const running = {newLogLines: async () => parts.shift() ?? []} as unknown as RunningStatement;
  const log = new StatementLog();
  const seen: string[] = [];
  while (parts.length > 0) {
    await log.read(running);
    const {first, lines} = log.from(seen.length);
    assert.equal(first, seen.length);
    seen.push(...lines);
  }
  assert.deepEqual(
    [seen.length, seen[0], seen.at(-1), log.count],
    [100_000, '0', '99999', 100_000],
  );
  assert.deepEqual(seen, Array.from(seen.keys(), String));
  assert.deepEqual([log.lines.length, log.lines[0]], [20_000, '80000']);
  assert.deepEqual(
    log.from(10, 2),
    {first: 80_000, lines: ['80000', '80001']},
    'who comes late gets what is kept',
  );
});
