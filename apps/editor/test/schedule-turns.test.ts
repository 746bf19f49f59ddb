// Which process runs a schedule when, by the clock of the database, wherever that may jump.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, test, type TestContext} from 'node:test';
import {type Database, type Session, SessionWrapper} from '@gazetteer/db';
import {createDocument} from '../src/document/documents.ts';
import {createCheck, listChecks, saveCheck} from '../src/schedule/checks.ts';
import type {Check, RunEnd, Schedule} from '../src/schedule/schedule.ts';
import {
  createSchedule,
  deleteSchedule,
  listRuns,
  pauseSchedule,
  runNow,
} from '../src/schedule/schedules.ts';
import {
  endRun,
  hasWork,
  type IsLost,
  keptStatements,
  leaseMs,
  prolong,
  takeRuns,
} from '../src/schedule/turn.ts';
import {listNotices} from '../src/schedule/notices.ts';
import {migrations} from '../src/store/schema.ts';
import {databases} from './databases.ts';

const hour = 3_600_000;
const noon = Date.UTC(2031, 0, 6, 12);
const limits = {runningPerPerson: 2, personBytes: 1000};
const deskLimits = {
  ...limits,
  perPerson: 50,
  minIntervalMs: 1000,
  running: 9,
  rows: 9,
  bytes: 9,
};
const actor = {userName: 'ada', groups: [], sharing: {isOn: true, byLink: true}};
const settings = {
  version: 1,
  variables: {},
  retries: 0,
  retryPauseSeconds: 60,
  keep: 2,
  condition: undefined,
  rules: [{on: 'failed', by: 'product', to: ''}],
} as const;

const rowsCheck: Check = {
  engine: 'duckdb',
  database: 'main',
  table: 'orders',
  kind: 'rows',
  columns: [],
  isNumber: true,
  min: '',
  max: '',
  values: [],
  hours: 24,
  filter: '',
  sql: '',
  condition: undefined,
};

/** A session whose database says that it is so late. */
class Clocked extends SessionWrapper {
  readonly #now: number;

  constructor(session: Session, now: number) {
    super(session);
    this.#now = now;
  }

  override get dialect(): Session['dialect'] {
    return {...super.dialect, now: `CAST(${this.#now} AS BIGINT)`};
  }
}

/** The same database, whose clock is set by hand. */
class ClockedDatabase {
  now = noon;
  readonly db: Database;

  constructor(db: Database) {
    this.db = new Proxy(db, {
      get: (target, name) => {
        if (name !== 'read' && name !== 'write') {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        }
        return async (work: (session: Session) => Promise<unknown>) =>
          await target[name](session => work(new Clocked(session, this.now)));
      },
    });
  }
}

async function opened(t: TestContext, open: (t: TestContext) => Database) {
  const plain = open(t);
  await plain.migrate(migrations);
  t.after(() => plain.close());
  const clock = new ClockedDatabase(plain);
  const {db} = clock;
  const content = {engine: 'duckdb', database: 'main', text: 'select 1', state: {}};
  const {uuid: document} = await createDocument(db, actor, {
    kind: 'query',
    name: 'Sales',
    description: '',
    folder: undefined,
    content,
  });
  const add = async (cron = '0 * * * *', own: Partial<Schedule> = {}) =>
    await createSchedule(
      db,
      actor,
      document,
      {name: 'Sales', cron, timeZone: 'UTC', settings: {...settings, ...own}},
      deskLimits,
    );
  const never: IsLost = () => false;
  const take = async (holder = 'a', {isLost = never, room = 9} = {}) =>
    (await db.write(session => takeRuns(session, holder, room, limits, isLost))).map(
      ({run}) => run,
    );
  const end = async (run: {uuid: string}, how: RunEnd, holder = 'a') =>
    await db.write(session => endRun(session, holder, run.uuid, how, limits));
  const runsOf = async ({uuid}: Schedule) =>
    (await listRuns(db, 'ada', uuid)).map(({state, dueAt}) => [state, dueAt]);
  return {clock, db, add, take, end, runsOf};
}

function done(bytes = 1): RunEnd {
  return {is: 'done', outcome: {rows: 1}, statement: randomUUID(), bytes};
}
const failed: RunEnd = {is: 'failed', why: 'No such table', statement: undefined};

for (const {name, skip, open} of databases) {
  void describe(name, {skip: skip ?? false}, () => {
    test('a due time is taken once, whoever asks and however often', async t => {
      const {clock, db, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add();
      assert.equal(schedule.nextAt, noon + hour);
      assert.equal(await db.read(hasWork), false);
      clock.now = noon + hour;
      assert.equal(await db.read(hasWork), true);
      const taken = await Promise.all(['a', 'b', 'c', 'd'].map(holder => take(holder)));
      assert.equal(taken.flat().length, 1);
      const holder = 'abcd'[taken.findIndex(runs => runs.length === 1)] ?? '';
      await end(taken.flat()[0] ?? assert.fail(), done(), holder);
      assert.deepEqual(await take('b'), []);
      assert.deepEqual(await runsOf(schedule), [['done', noon + hour]]);
    });

    test('of times that were missed one is made up for', async t => {
      const {clock, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add();
      clock.now = noon + 7.5 * hour;
      const [run] = await take();
      await end(run ?? assert.fail(), done());
      assert.deepEqual(await take(), []);
      clock.now = noon + 8 * hour;
      const [next] = await take();
      assert.equal(next?.dueAt, noon + 8 * hour);
      assert.equal((await runsOf(schedule)).length, 2);
    });

    test('a clock that is set back neither repeats a time nor leaves one out', async t => {
      const {clock, db, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add();
      // A day too late for an hour, and right again.
      clock.now = noon + 24 * hour;
      await end((await take())[0] ?? assert.fail(), done());
      clock.now = noon + 1.5 * hour;
      assert.equal(await db.read(hasWork), true);
      assert.deepEqual(await take(), [], 'the time that ran is not run again');
      clock.now = noon + 2 * hour;
      await end((await take())[0] ?? assert.fail(), done());
      clock.now = noon + 1.9 * hour;
      assert.deepEqual(await take(), []);
      clock.now = noon + 2 * hour + 1000;
      assert.deepEqual(await take(), [], 'the second time that it is 14:00');
      assert.deepEqual(await runsOf(schedule), [
        ['done', noon + 2 * hour],
        ['done', noon + hour],
      ]);
    });

    test('a run goes on as long as it is prolonged, and is lost when nobody does', async t => {
      const {clock, db, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add();
      clock.now = noon + hour;
      const run = (await take('a'))[0] ?? assert.fail();
      const asked: number[] = [];
      const lost = (answer: boolean) => ({
        isLost: (_run: string, busyUntil: number) => (asked.push(busyUntil), answer),
      });
      clock.now += leaseMs - 1;
      assert.deepEqual(await take('b', lost(true)), []);
      assert.deepEqual(asked, [], 'while the lease lasts');
      assert.equal(await db.write(session => prolong(session, 'a', run.uuid)), true);
      assert.equal(await db.write(session => prolong(session, 'b', run.uuid)), false);
      clock.now += leaseMs + 1;
      await take('b', lost(false));
      assert.equal(asked.length, 1, 'who asks may know that only the clock has jumped');
      await take('b', lost(true));
      const [[state] = []] = await runsOf(schedule);
      assert.equal(state, 'failed');
      assert.equal(await db.write(session => prolong(session, 'a', run.uuid)), false);
      const late = done();
      const dropped = await end(run, late);
      assert.deepEqual(dropped, [late.is === 'done' && late.statement], 'its rows are not kept');
      assert.match((await listNotices(db, 'ada'))[0]?.text ?? '', /editor that ran it ended/);
    });

    test('a run of a check that was changed meanwhile says nothing of what is expected now', async t => {
      const {clock, db, take, end, runsOf} = await opened(t, open);
      const dataset = {namespace: 'warehouse', name: 'main.orders'};
      const wanted = (name: string, min: string) => ({
        name,
        cron: '0 * * * *',
        timeZone: 'UTC',
        settings: {...settings, check: {...rowsCheck, min}},
        check: {...rowsCheck, min},
      });
      const verdict = async () => (await listChecks(db, dataset))[0]?.verdict;
      const made = await createCheck(db, 'ada', dataset, wanted('Rows', '1'), deskLimits);
      const save = async (name: string, min: string) =>
        await saveCheck(db, 'ada', made.uuid, dataset, wanted(name, min), deskLimits);
      clock.now = noon + hour;
      const old = (await take())[0] ?? assert.fail();
      await save('Rows', '5');
      assert.equal(await db.write(session => prolong(session, 'a', old.uuid)), false);
      await end(old, failed);
      assert.deepEqual(await runsOf(made), [['canceled', noon + hour]]);
      assert.deepEqual([await verdict(), await listNotices(db, 'ada')], [undefined, []]);
      clock.now = noon + 2 * hour;
      const next = (await take())[0] ?? assert.fail();
      await save('Renamed', '5');
      await end(next, {...done(), outcome: {verdict: 'passed'}} as RunEnd);
      assert.equal(await verdict(), 'passed', 'another name is no other expectation');
    });

    test('what fails is tried again, later and later, and then has failed', async t => {
      const {clock, db, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add('0 0 1 1 *', {retries: 2});
      const {uuid} = await runNow(db, 'ada', schedule.uuid);
      for (const [attempt, pause] of [
        [1, 60_000],
        [2, 120_000],
      ] as const) {
        const run = (await take())[0] ?? assert.fail();
        assert.deepEqual([run.uuid, run.attempt], [uuid, attempt]);
        await end(run, failed);
        assert.deepEqual(await listNotices(db, 'ada'), [], 'nobody is told yet');
        clock.now += pause - 1;
        assert.deepEqual(await take(), []);
        clock.now += 1;
      }
      await end((await take())[0] ?? assert.fail(), failed);
      assert.deepEqual(await runsOf(schedule), [['failed', noon]]);
      const told = (await listNotices(db, 'ada')).map(({title, text}) => [title, text]);
      assert.deepEqual(told, [['Sales failed', 'No such table']]);
    });

    test('a person runs so many at a time, a process so many', async t => {
      const {clock, add, take, end} = await opened(t, open);
      for (let i = 0; i < 3; i++) await add();
      clock.now = noon + hour;
      const [first] = await take('a', {room: 1});
      const second = await take('b');
      assert.equal(second.length, 1, 'two of this person run');
      assert.deepEqual(await take('c'), []);
      await end(first ?? assert.fail(), done());
      assert.equal((await take('c')).length, 1);
    });

    test('a time that comes while the run before is in progress is skipped', async t => {
      const {clock, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add();
      clock.now = noon + hour;
      const run = (await take())[0] ?? assert.fail();
      clock.now = noon + 2 * hour;
      assert.deepEqual(await take(), []);
      await end(run, done());
      assert.deepEqual(await runsOf(schedule), [
        ['skipped', noon + 2 * hour],
        ['done', noon + hour],
      ]);
    });

    test('the last results are kept, as many and as large as may be', async t => {
      const {clock, db, add, take, end} = await opened(t, open);
      await add();
      const statements: string[] = [];
      const dropped: string[][] = [];
      for (const bytes of [1, 1, 1, 999, 999]) {
        clock.now += hour;
        const ending = done(bytes);
        if (ending.is === 'done') statements.push(ending.statement);
        dropped.push(await end((await take())[0] ?? assert.fail(), ending));
      }
      const [a, b, c, d, e] = statements;
      assert.deepEqual(dropped, [[], [], [a], [b], [d, c]]);
      assert.deepEqual([...(await db.read(keptStatements))], [e]);
    });

    test('what is refused pauses the schedule and says why', async t => {
      const {clock, db, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add('0 * * * *', {retries: 3, rules: []});
      clock.now = noon + hour;
      await end((await take())[0] ?? assert.fail(), {is: 'refused', why: 'There is no user ada.'});
      clock.now = noon + 5 * hour;
      assert.equal(await db.read(hasWork), false);
      assert.deepEqual(await take(), []);
      assert.equal((await runsOf(schedule)).length, 1);
      const told = (await listNotices(db, 'ada')).map(({title, text}) => [title, text]);
      assert.deepEqual(told, [['Sales was paused', 'There is no user ada.']]);
    });

    test('a pause cancels what waits, and a deleted schedule leaves nothing', async t => {
      const {clock, db, add, take, end, runsOf} = await opened(t, open);
      const schedule = await add('0 * * * *', {retries: 5});
      clock.now = noon + hour;
      await end((await take())[0] ?? assert.fail(), failed);
      await pauseSchedule(db, 'ada', schedule.uuid);
      clock.now = noon + 3 * hour;
      assert.deepEqual(await take(), []);
      assert.deepEqual(
        (await runsOf(schedule)).map(([state]) => state),
        ['canceled'],
      );
      await runNow(db, 'ada', schedule.uuid);
      const run = (await take())[0] ?? assert.fail('also one that is paused');
      await deleteSchedule(db, 'ada', schedule.uuid);
      assert.equal(await db.write(session => prolong(session, 'a', run.uuid)), false);
      assert.equal(await db.read(hasWork), false);
    });
  });
}
