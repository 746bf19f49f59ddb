import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {setImmediate as turn} from 'node:timers/promises';
import type {Delivered, Destination} from './destination.ts';
import {FileDestination} from './file-destination.ts';
import {Spool} from './spool.ts';
import type {TrailLog} from './trail-log.ts';
import {Trail} from './trail.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-events-'));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

function logFor(): TrailLog & {readonly lines: string[]} {
  const lines: string[] = [];
  const add = (_fields: object, message: string) => void lines.push(message);
  return {lines, info: add, warn: add, error: add};
}

/** Takes what it gets unless it is told to fail, and tells when it has so many. */
class Memory implements Destination<{seen: number}> {
  readonly name = 'memory';
  readonly got: string[] = [];
  isDown = false;
  attempts = 0;
  #waiting: {count: number; resolve: () => void} | undefined;

  async deliver(
    records: readonly string[],
    state: {seen: number} | undefined,
  ): Promise<Delivered<{seen: number}>> {
    this.attempts++;
    await turn();
    if (this.isDown) throw new Error('down');
    const seen = state?.seen ?? 0;
    // What was delivered without having been kept comes again.
    this.got.length = Math.min(this.got.length, seen);
    this.got.push(...records);
    if (this.#waiting !== undefined && this.got.length >= this.#waiting.count)
      this.#waiting.resolve();
    return {count: records.length, state: {seen: seen + records.length}};
  }

  async has(count: number): Promise<void> {
    if (this.got.length >= count) return;
    await new Promise<void>(resolve => (this.#waiting = {count, resolve}));
  }
}

const numbers = (from: number, to: number) =>
  Array.from({length: to - from}, (_, i) => `record ${from + i}`);

test('records arrive in order, over a destination that is away and a restart', async t => {
  const folder = folderFor(t);
  const memory = new Memory();
  const log = logFor();
  const open = () => new Trail({folder, maxBytes: 1e6, destinations: [memory], log});
  let trail = open();
  for (const record of numbers(0, 1000)) trail.record(record);
  await memory.has(1000);
  memory.isDown = true;
  for (const record of numbers(1000, 2000)) trail.record(record);
  await trail.close();
  assert.ok(log.lines.includes('Error sending logs to consumer'), log.lines.join());
  assert.equal(memory.got.length, 1000);
  memory.isDown = false;
  trail = open();
  for (const record of numbers(2000, 3000)) trail.record(record);
  await memory.has(3000);
  await trail.close();
  assert.deepEqual(memory.got, numbers(0, 3000));
});

test('a destination that comes back is tried again without being asked', async t => {
  const memory = new Memory();
  memory.isDown = true;
  const log = logFor();
  const trail = new Trail({folder: folderFor(t), maxBytes: 1e6, destinations: [memory], log});
  trail.record('one');
  while (!log.lines.includes('Error sending logs to consumer')) await turn();
  memory.isDown = false;
  trail.record('two');
  await memory.has(2);
  await trail.close();
  assert.deepEqual(memory.got, ['one', 'two']);
  assert.ok(memory.attempts >= 2);
  assert.ok(log.lines.includes('Audit destination is back'));
});

test('no more than the bound is kept; the alarm comes before anything is lost', async t => {
  const memory = new Memory();
  memory.isDown = true;
  const log = logFor();
  const trail = new Trail({folder: folderFor(t), maxBytes: 10_000, destinations: [memory], log});
  let lost = 0;
  for (let i = 0; i < 1000; i++) {
    trail.record(`record ${i}`);
    await turn();
    if (lost === 0 && trail.counts.lost > 0) {
      lost = i;
      assert.ok(log.lines.includes('Audit records are piling up and will soon have no room'));
    }
  }
  const {counts} = trail;
  assert.equal(counts.offered, 1000);
  assert.ok(lost > 700 && counts.lost === 1000 - lost, `${lost} ${counts.lost}`);
  assert.ok((counts.destinations['memory']?.waitingBytes ?? 0) <= 10_000);
  memory.isDown = false;
  await trail.close();
  const again = new Trail({folder: folderFor(t), maxBytes: 10_000, destinations: [memory], log});
  await again.close();
});

test('files of the spool go when every destination has read them', async t => {
  const folder = folderFor(t);
  const [quick, slow] = [new Memory(), Object.assign(new Memory(), {name: 'slow'})];
  slow.isDown = true;
  const trail = new Trail({folder, maxBytes: 80_000, destinations: [quick, slow], log: logFor()});
  for (const record of numbers(0, 3000)) {
    trail.record(record);
    await turn();
  }
  await quick.has(3000);
  const files = () => readdirSync(join(folder, 'spool')).length;
  assert.ok(files() >= 3, String(files()));
  slow.isDown = false;
  await trail.close();
  const again = new Trail({folder, maxBytes: 80_000, destinations: [quick, slow], log: logFor()});
  await slow.has(3000);
  await again.close();
  assert.equal(files(), 1);
  assert.deepEqual(slow.got, numbers(0, 3000));
});

test('what a crash cut off in the middle of a record is not read', t => {
  const folder = folderFor(t);
  const options = {folder, maxBytes: 1000, segmentBytes: 500};
  const first = new Spool(options);
  first.append(['one', 'two']);
  first.close();
  appendFileSync(join(folder, '0000000001.records'), 'thr');
  const second = new Spool(options);
  second.append(['four']);
  assert.deepEqual(second.read(second.start, 100).records, ['one', 'two', 'four']);
  second.close();
});

const idOf = (line: string) => /"id":"(\w+)"/.exec(line)?.[1];
const hanging: Destination = {name: 'memory', deliver: () => new Promise<never>(() => undefined)};
const noted = (id: string) => JSON.stringify({id, status: 0});
const ended = (id: string) => JSON.stringify({id, status: 200});

test('what had begun when a process ended, and had no record, has one at the next start, once', async t => {
  const folder = folderFor(t);
  const options = {folder, maxBytes: 1e6, idOf, log: logFor()};
  // Never closed: the process was killed.
  const killed = new Trail({...options, destinations: [hanging]});
  await Promise.all(['a', 'b', 'c'].map(id => killed.begin(id, () => noted(id))));
  await killed.begin('c', () => JSON.stringify({id: 'c', status: 0, reqUser: 'ann'}));
  await killed.record(ended('b'), 'b');
  // Over within one turn: that it had begun need not be written.
  await Promise.all([
    killed.begin('d', () => assert.fail('not needed')),
    killed.record(ended('d'), 'd'),
  ]);
  const expected = [
    ended('b'),
    ended('d'),
    noted('a'),
    JSON.stringify({id: 'c', status: 0, reqUser: 'ann'}),
  ];
  const memory = new Memory();
  for (let start = 0; start < 2; start++) {
    const trail = new Trail({...options, destinations: [memory]});
    await memory.has(expected.length);
    await trail.close();
    assert.deepEqual(memory.got, expected);
    assert.equal(trail.counts.destinations['memory']?.waitingBytes, 0);
  }
});

test('what goes on for long is known after a crash, however many records came meanwhile', async t => {
  const folder = folderFor(t);
  const memory = new Memory();
  const options = {folder, maxBytes: 20_000, destinations: [memory], idOf, log: logFor()};
  const killed = new Trail(options);
  await killed.begin('long', () => noted('long'));
  for (const [i, line] of numbers(0, 1000).entries()) {
    await killed.record(line);
    if (i % 100 === 99) await memory.has(i + 1);
  }
  assert.equal(killed.counts.lost, 0);
  const trail = new Trail(options);
  await memory.has(1001);
  await trail.close();
  assert.equal(memory.got.at(-1), noted('long'));
});

test('records that are kept elsewhere until they are taken are taken as far as there is room', async t => {
  const memory = Object.assign(new Memory(), {isDown: true});
  const trail = new Trail({
    folder: folderFor(t),
    maxBytes: 100,
    destinations: [memory],
    log: logFor(),
  });
  const lines = numbers(0, 20);
  const taken = trail.take(lines);
  assert.ok(taken > 0 && taken < 20, String(taken));
  assert.deepEqual([trail.counts.lost, trail.counts.hasRoom], [0, false]);
  memory.isDown = false;
  await memory.has(taken);
  await trail.close();
  assert.deepEqual(memory.got, lines.slice(0, taken));
});

test('a destination that hangs does not keep a trail from closing, which says what waits; the next start delivers it', async t => {
  const folder = folderFor(t);
  const log = logFor();
  const first = new Trail({folder, maxBytes: 1e6, destinations: [hanging], log});
  await first.record('one');
  await first.close(0);
  assert.ok(
    log.lines.includes('Audit records are not delivered yet: they wait on disk for the next start'),
  );
  const memory = new Memory();
  const second = new Trail({folder, maxBytes: 1e6, destinations: [memory], log});
  await memory.has(1);
  await second.close();
  assert.deepEqual(memory.got, ['one']);
});

test('records longer than a batch are read whole', t => {
  const spool = new Spool({folder: folderFor(t), maxBytes: 10_000, segmentBytes: 5000});
  const long = 'ä'.repeat(400);
  spool.append([long, 'b']);
  const {records, ends} = spool.read(spool.start, 10);
  assert.equal(records[0], long);
  assert.deepEqual(spool.read(ends[0] ?? spool.start, 100).records, ['b']);
  spool.close();
});

test('a process that ends with the first records in a file, before it has kept so, writes none twice', async t => {
  const folder = folderFor(t);
  const file = join(folder, 'access.log');
  const destination = new FileDestination({file, maxBytes: 1000, copies: 2});
  const options = {folder: join(folder, 'trail'), maxBytes: 10_000, log: logFor()};
  const written = Promise.withResolvers<void>();
  const killed = new Trail({
    ...options,
    destinations: [
      {
        name: destination.name,
        deliver: async (records: readonly string[], state: {bytes: number} | undefined) => {
          const delivered = await destination.deliver(records, state);
          if (delivered.count === 0) return delivered;
          written.resolve();
          return await new Promise<never>(() => {});
        },
      },
    ],
  });
  await killed.record('first');
  await killed.record('second');
  await written.promise;
  const next = new Trail({...options, destinations: [destination]});
  await next.record('third');
  await next.close();
  assert.equal(readFileSync(file, 'utf8'), 'first\nsecond\nthird\n');
});

test('a file has each record once, also when an attempt was interrupted, and rotates', async t => {
  const file = join(folderFor(t), 'sub', 'access.log');
  const destination = new FileDestination({file, maxBytes: 40, copies: 2});
  const deliver = async (records: string[], state?: {bytes: number}) => {
    let delivered: Delivered<{bytes: number}> = {count: 0, state: state ?? {bytes: 0}};
    let known = state;
    while (delivered.count === 0) {
      delivered = await destination.deliver(records, known);
      known = delivered.state;
    }
    return delivered.state;
  };
  const one = await deliver(['first record', 'second']);
  // The same again with the state of before: the first attempt's place was not kept.
  const two = await deliver(['third record'], one);
  assert.deepEqual(await deliver(['third record'], one), two);
  assert.equal(readFileSync(file, 'utf8'), 'first record\nsecond\nthird record\n');
  const three = await deliver(['fourth record'], two);
  const four = await deliver(['fifth record'], three);
  assert.equal(readFileSync(file, 'utf8'), 'fifth record\n');
  assert.equal(readFileSync(`${file}.1`, 'utf8').split('\n').length, 5);
  // Emptied by somebody else.
  writeFileSync(file, '');
  await deliver(['sixth record'], four);
  assert.equal(readFileSync(file, 'utf8'), 'sixth record\n');
});
