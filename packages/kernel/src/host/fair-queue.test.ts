import assert from 'node:assert/strict';
import {test} from 'node:test';
import {FairQueue} from './fair-queue.ts';

test('who has many calls waits for who has few, and each one’s calls come in their order', async () => {
  const queue = new FairQueue(['thread']);
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const call = (owner: string, name: string, work: () => Promise<void> = async () => undefined) =>
    queue.use(owner, undefined, async () => {
      await work();
      done.push(name);
    });
  const all = [
    call('ann', 'a1', () => first.promise),
    call('ann', 'a2'),
    call('ann', 'a3'),
    call('ann', 'a4'),
  ];
  all.push(call('bob', 'b1'), call('cid', 'c1'), call('bob', 'b2'));
  first.resolve();
  await Promise.all(all);
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('as many run at a time as there are things, and what fails gives its thing back', async () => {
  const queue = new FairQueue([1, 2]);
  const used: number[] = [];
  const gates = Array.from({length: 4}, () => Promise.withResolvers<void>());
  const calls = gates.map(gate =>
    queue.use('ann', undefined, async one => {
      used.push(one);
      await gate.promise;
    }),
  );
  await new Promise(setImmediate);
  assert.deepEqual(used, [1, 2]);
  gates[1]?.reject(new Error('broken'));
  await assert.rejects(calls[1] ?? Promise.resolve(), /broken/);
  await new Promise(setImmediate);
  assert.deepEqual(used, [1, 2, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.allSettled(calls);
  assert.equal(used.length, 4);
});

test('who gives up while waiting is told why and takes nobody’s turn', async () => {
  const queue = new FairQueue(['thread']);
  const first = Promise.withResolvers<void>();
  const running = queue.use('ann', undefined, () => first.promise);
  const leaving = new AbortController();
  const left = queue.use('ann', leaving.signal, async () => assert.fail('it was given up'));
  const next = queue.use('ann', undefined, async () => 'next');
  leaving.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  first.resolve();
  await running;
  assert.equal(await next, 'next');
  await assert.rejects(
    queue.use('ann', leaving.signal, async () => assert.fail('it was given up before')),
    /gone/,
  );
  assert.equal(await queue.use('bob', undefined, async () => 'free'), 'free');
});

test('who waits for long for others, and has nothing running, gets what is held in reserve', async t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  const queue = new FairQueue(['thread'], {one: 'reserve', afterMs: 1000});
  const used: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const call = (owner: string, name: string) => {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    return queue.use(owner, undefined, async one => {
      used.push(`${name} ${one}`);
      await gate.promise;
    });
  };
  const turn = () => new Promise(setImmediate);
  const end = async (name: string) => {
    gates.get(name)?.resolve();
    await turn();
  };
  // Whoever holds it all has nothing more, however long they wait.
  const all = [call('ann', 'a1'), call('ann', 'a2'), call('bob', 'b1'), call('cid', 'c1')];
  await turn();
  t.mock.timers.tick(999);
  await turn();
  assert.deepEqual(used, ['a1 thread']);
  t.mock.timers.tick(1);
  await turn();
  assert.deepEqual(used, ['a1 thread', 'b1 reserve']);
  // The next one who has waited for so long has it afterwards.
  await end('b1');
  assert.deepEqual(used.slice(2), ['c1 reserve']);
  // Who has not waited for long does not get it, though it is free.
  await end('c1');
  all.push(call('dan', 'd1'));
  await turn();
  assert.equal(used.length, 3);
  await end('a1');
  assert.deepEqual(used.slice(3), ['a2 thread']);
  await end('a2');
  assert.deepEqual(used.slice(4), ['d1 thread']);
  await end('d1');
  await Promise.all(all);
});
