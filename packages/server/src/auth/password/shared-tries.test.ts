import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {LoginError} from '../actor.ts';
import type {LoginTry, TryRecords} from './shared-tries.ts';
import {Throttle} from './throttle.ts';

/** Records of several processes, in memory, with a clock of their own. */
class Records implements TryRecords {
  readonly rows: (LoginTry & {readonly at: number})[] = [];
  exchanges = 0;
  isAway = false;
  now = 1_000_000;

  async secret(): Promise<string> {
    return 'a secret';
  }

  async exchangeTries(own: readonly LoginTry[], since = 0) {
    this.exchanges++;
    // As over a network: others go on meanwhile.
    await new Promise(resolve => setImmediate(resolve));
    if (this.isAway) throw new AppError('DATABASE_AWAY');
    const tries = this.rows
      .filter(({at}) => at >= since)
      .map(({at, ...one}) => ({...one, ageMs: this.now - at}));
    this.rows.push(...own.map(one => ({...one, at: this.now})));
    return {tries, now: this.now};
  }
}

const told: string[] = [];
const log = {warn: (_fields: object, message: string) => void told.push(message)};

/** At a clock that stands still: a wait of a second is over before a slow machine has asked. */
async function sharing(records: Records): Promise<Throttle> {
  const throttle = new Throttle(() => 1_000_000_000);
  await throttle.share(records, log);
  return throttle;
}

function isFree(throttle: Throttle, address: string, name: string): boolean {
  try {
    throttle.check(address, name);
    return true;
  } catch (error) {
    assert.ok(error instanceof LoginError);
    return false;
  }
}

function fail(throttle: Throttle, address: string, name: string): void {
  throttle.failed(address, name);
  throttle.hasFailed(address, name);
}

const isFreeAt = async (throttle: Throttle, address: string, name: string): Promise<boolean> => {
  await throttle.refresh();
  return isFree(throttle, address, name);
};

test('failures at one process count at all of them, each once, and those of before its start', async () => {
  const records = new Records();
  const [one, other] = [await sharing(records), await sharing(records)];
  for (let n = 0; n < 3; n++) fail(one, 'here', 'ann');
  for (let n = 0; n < 2; n++) fail(other, 'here', 'ann');
  await soon(async () => {
    for (const throttle of [one, other, await sharing(records)])
      assert.equal(await isFreeAt(throttle, 'here', 'ann'), false);
  });
  assert.equal(records.rows.length, 5);
  for (const throttle of [one, other]) {
    assert.equal(isFree(throttle, 'here', 'bob'), true);
    assert.equal(isFree(throttle, 'there', 'ann'), true);
  }
  // Heard again and again, four stay four.
  const [third, fourth] = [await sharing(records), await sharing(records)];
  for (let n = 0; n < 4; n++) fail(third, 'here', 'eve');
  await soon(() => assert.equal(records.rows.length, 9));
  const before = records.exchanges;
  await soon(async () => {
    await fourth.refresh();
    assert.ok(records.exchanges > before + 1);
  });
  assert.equal(isFree(fourth, 'here', 'eve'), true);
});

test('a guess that is not known to be wrong yet counts here alone, and one that was right nowhere', async () => {
  const records = new Records();
  const one = await sharing(records);
  for (let n = 0; n < 5; n++) one.failed('here', 'ann');
  assert.equal(isFree(one, 'here', 'ann'), false);
  one.notFailed('here', 'ann');
  assert.equal(isFree(one, 'here', 'ann'), true);
  assert.equal(records.rows.length, 0);
});

test('who has logged in at one is not locked out at another by the failures of others', async () => {
  const records = new Records();
  const [one, other] = [await sharing(records), await sharing(records)];
  one.loggedIn('home', 'bob');
  // It is told once a day.
  for (let n = 0; n < 100; n++) one.loggedIn('home', 'bob');
  for (let n = 0; n < 40; n++) fail(one, `address${n}`, 'bob');
  await soon(() => assert.equal(records.rows.length, 41));
  await soon(async () => assert.equal(await isFreeAt(other, 'elsewhere', 'bob'), false));
  assert.equal(isFree(other, 'home', 'bob'), true);
});

test('failures of long ago do not count, whenever they are heard of', async () => {
  const records = new Records();
  const one = await sharing(records);
  for (let n = 0; n < 40; n++) fail(one, 'here', 'ann');
  await soon(() => assert.equal(records.rows.length, 40));
  records.now += 3_600_000;
  assert.equal(isFree(await sharing(records), 'here', 'ann'), true);
});

test('names and addresses are kept as digests', async () => {
  const records = new Records();
  fail(await sharing(records), '192.0.2.7', 'hunter2');
  await soon(() => assert.equal(records.rows.length, 1));
  assert.doesNotMatch(JSON.stringify(records.rows), /192|hunter/);
});

test('while the records are away each goes on by itself, and tells what it has when they are back', async () => {
  const records = new Records();
  const one = await sharing(records);
  records.isAway = true;
  told.length = 0;
  for (let n = 0; n < 5; n++) fail(one, 'here', 'ann');
  await soon(async () => {
    await one.refresh();
    assert.equal(told.length, 1);
  });
  assert.equal(isFree(one, 'here', 'ann'), false);
  records.isAway = false;
  await soon(async () => {
    await one.refresh();
    assert.equal(records.rows.length, 5);
  });
  assert.equal(isFree(await sharing(records), 'here', 'ann'), false);
});

test('many checks cost one exchange', async () => {
  const records = new Records();
  const one = await sharing(records);
  const before = records.exchanges;
  const start = performance.now();
  await Promise.all(Array.from({length: 500}, () => one.refresh()));
  const seconds = Math.ceil((performance.now() - start) / 1000);
  assert.ok(records.exchanges - before <= seconds, `${records.exchanges - before} exchanges`);
});
