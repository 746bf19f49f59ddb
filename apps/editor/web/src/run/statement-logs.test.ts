import assert from 'node:assert/strict';
import {test} from 'node:test';
import {type LogNews, StatementLogs} from './statement-logs.ts';

/** A server that keeps the last `kept` lines, as `get_logs` tells them. */
class Server {
  readonly lines: string[] = [];
  readonly asked: number[] = [];
  kept = Infinity;
  isOpen = true;
  readonly logs = new StatementLogs(async (_, from) => {
    this.asked.push(from);
    const first = Math.max(from, this.lines.length - this.kept);
    return {
      logs: this.lines.slice(first).join('\n'),
      first_line: first,
      line_count: this.lines.length,
      has_more: this.isOpen,
      progress: 0,
      jobs: [],
    } as unknown as LogNews;
  });
}

test('each line is shown once, in order, and only new ones are asked for', async () => {
  const {lines, logs, asked} = new Server();
  assert.equal(logs.textOf('a'), undefined);
  await logs.read('a');
  lines.push('one', 'two');
  await logs.read('a');
  await logs.read('a');
  lines.push('three');
  await logs.read('a');
  assert.equal(logs.textOf('a'), 'one\ntwo\nthree');
  assert.deepEqual(asked, [0, 0, 2, 2]);
});

test('says how many lines are not kept, at the front and in between', async () => {
  const server = new Server();
  server.kept = 2;
  server.lines.push('1', '2', '3');
  await server.logs.read('a');
  server.lines.push(...Array.from({length: 1200}, (_, n) => String(n + 4)));
  await server.logs.read('a');
  assert.equal(
    server.logs.textOf('a'),
    '[1 line is not kept]\n2\n3\n[1,198 lines are not kept]\n1202\n1203',
  );
});

test('reads on as long as the server has more to say', async () => {
  const server = new Server();
  server.lines.push('first');
  let heard = 0;
  await server.logs.readRest('a', () => {
    heard++;
    server.lines.push(`after ${heard}`);
    server.isOpen = heard < 3;
  });
  assert.equal(server.logs.textOf('a'), 'first\nafter 1\nafter 2\nafter 3');
  assert.equal(heard, 4);
});

test('after a failure it goes on where it was', async () => {
  const server = new Server();
  let isAway = false;
  const logs = new StatementLogs(async (uuid, from) => {
    if (isAway) throw new Error('away');
    await server.logs.read(uuid);
    return {
      logs: server.lines.slice(from).join('\n'),
      first_line: from,
      line_count: server.lines.length,
    } as LogNews;
  });
  server.lines.push('one');
  await logs.read('a');
  isAway = true;
  server.lines.push('two');
  await assert.rejects(logs.read('a'), /away/);
  isAway = false;
  await logs.read('a');
  assert.equal(logs.textOf('a'), 'one\ntwo');
});
