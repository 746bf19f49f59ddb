import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {TestLog} from '../../test/test-log.ts';
import {soon} from '@gazetteer/model/testing';
import {
  SqlError,
  type EngineUser,
  type SessionRules,
  type SqlEngine,
  type SqlSession,
} from '../engine/sql-engine.ts';
import {hiveDialect} from '../engine/hive-dialect.ts';
import {SessionPool, type SessionPoolOptions} from './session-pool.ts';

const alice = {name: 'alice'};
const rules = {
  one: {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1},
  two: {closeSessions: false, hasSessionPool: true, maxNumberOfSessions: 2},
  fresh: {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: -1},
  freshOne: {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 1},
  freshTwo: {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 2},
};

/** What a server with sessions is to the pool: they open, die, are asked for and closed. */
class Server {
  readonly alive = new Set<string>();
  readonly detached: string[] = [];
  readonly engine: SqlEngine;
  opened = 0;
  endpoint = 'sql1:10000';
  principal: string | undefined;
  /** Waited for by each opening. */
  gate: Promise<void> = Promise.resolve();
  isHanging = false;
  /** Waited for by each closing. */
  closing: Promise<void> = Promise.resolve();
  isClosingBroken = false;

  constructor(rules: SessionRules) {
    this.engine = {
      id: 'main',
      displayName: 'SQL',
      sql: hiveDialect,
      dialect: 'main',
      features: {cancel: true, logs: true, resume: true},
      locate: async (user: EngineUser) => ({
        endpoint: this.endpoint,
        principal: this.principal,
        rules,
        open: async () => {
          await this.gate;
          return this.session(`${user.name}-${++this.opened}`);
        },
      }),
      resume: async (_, {guid}) => this.session(guid, false),
    };
  }

  session(guid: string, isNew = true): SqlSession {
    if (isNew) this.alive.add(guid);
    const {alive, detached} = this;
    const isHanging = () => this.isHanging;
    const closing = () => this.closing;
    const isBroken = () => this.isClosingBroken;
    let isOpen = true;
    const unused = async () => {
      throw new Error('the pool runs no statements');
    };
    return {
      handle: {guid, secret: '', protocol: 10},
      get isOpen() {
        return isOpen;
      },
      properties: new Map(),
      submit: unused,
      resume: () => {
        throw new Error('the pool runs no statements');
      },
      databases: async () => {
        if (!alive.has(guid)) throw new SqlError('session-expired', 'Invalid SessionHandle');
        return [guid];
      },
      tables: unused,
      tableColumns: unused,
      functions: unused,
      isAlive: async (signal?: AbortSignal) => {
        if (!isHanging()) return isOpen && alive.has(guid);
        return await new Promise<boolean>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          // Keeps the process going, as a socket would.
          setTimeout(() => undefined, 100);
        });
      },
      close: async () => {
        await closing();
        if (isBroken()) throw new Error('broken');
        alive.delete(guid);
        isOpen = false;
      },
      detach: async () => {
        isOpen = false;
        detached.push(guid);
      },
    };
  }
}

function open(t: TestContext, rules: SessionRules, options: Partial<SessionPoolOptions> = {}) {
  const server = new Server(rules);
  const log = new TestLog();
  const pool = new SessionPool({log, sweepMs: 0, answerMs: 20, ...options});
  t.after(() => pool.stop());
  return {server, log, pool, lease: (user: EngineUser = alice) => pool.lease(server.engine, user)};
}

test('with one session, all leases of a user share it, and those who come while it opens wait for it', async t => {
  const {server, lease, pool} = open(t, rules.one);
  let start = (): void => undefined;
  server.gate = new Promise(resolve => (start = resolve));
  const both = Promise.all([lease(), lease()]);
  while (pool.ledger().length === 0) await Promise.resolve();
  assert.equal(pool.ledger()[0]?.state, 'opening');
  start();
  const [first, second] = await both;
  assert.equal(first.id, second.id);
  assert.equal(server.opened, 1);
  assert.equal(pool.ledger()[0]?.leases, 2);
  await first.release();
  await first.release();
  assert.equal(pool.ledger()[0]?.leases, 1, 'a lease counts once');
  await second.release();
  assert.equal((await lease()).id, first.id);
});

test('another user, endpoint, principal, password or setting is another identity', async t => {
  const {server, lease} = open(t, rules.one);
  const ids = new Set<string>();
  const take = async (user: EngineUser) => {
    const taken = await lease(user);
    ids.add(taken.id);
    await taken.release();
  };
  await take(alice);
  await take({name: 'bob'});
  await take({name: 'alice', password: 'a'});
  await take({name: 'alice', password: 'b'});
  await take({name: 'alice', settings: {'use:database': 'x'}});
  server.endpoint = 'sql2:10000';
  await take(alice);
  server.principal = 'hive/sql2@R';
  await take(alice);
  assert.equal(ids.size, 7);
  await take(alice);
  assert.equal(ids.size, 7);
});

test('of a pool, nobody gets a session in use, not even while the server is asked about it', async t => {
  const {lease} = open(t, rules.two);
  const first = await lease();
  await first.release();
  const [one, other] = await Promise.all([lease(), lease()]);
  assert.notEqual(one.id, other.id);
  await assert.rejects(lease(), {
    kind: 'too-many-sessions',
    message: 'Too many open sessions. Stop a running query before starting a new one',
  });
  await one.release();
  assert.equal((await lease()).id, one.id);
});

test('sessions that are closed after use count only while they are in use', async t => {
  const {server, lease, pool} = open(t, rules.freshTwo);
  const [one, two] = [await lease(), await lease()];
  await assert.rejects(lease(), {kind: 'too-many-sessions'});
  await one.release();
  assert.equal(server.alive.size, 1);
  const three = await lease();
  assert.notEqual(three.id, one.id);
  await two.release();
  await three.release();
  assert.deepEqual([server.alive.size, pool.ledger().length], [0, 0]);
});

test("one session that is closed behind its statement is no other statement's meanwhile, and names are read through it", async t => {
  const {server, lease, pool} = open(t, rules.freshOne);
  const places: number[] = [];
  const waitOptions = {maxMs: 60_000, onPosition: (ahead: number) => void places.push(ahead)};
  const statement = () => pool.lease(server.engine, alice, {waitOptions});
  let start = (): void => undefined;
  server.gate = new Promise(resolve => (start = resolve));
  const [opening, waiting] = [statement(), statement()];
  await soon(() => assert.deepEqual(places, [0]));
  start();
  const first = await opening;
  assert.equal((await lease()).id, first.id, 'names do not wait');
  assert.deepEqual(await pool.use(server.engine, alice, session => session.databases()), [
    'alice-1',
  ]);
  const last = statement();
  await soon(() => assert.deepEqual(places, [0, 1]));
  assert.equal(await pool.close('alice', first.id), true);
  const second = await waiting;
  assert.deepEqual([...server.alive], ['alice-2']);
  await second.release();
  assert.equal((await last).session.handle.guid, 'alice-3');
  assert.deepEqual([...server.alive], ['alice-3']);
});

test('what nobody waits for gets only what is free: nothing is given back for it, and it passes nobody', async t => {
  const {server, pool, lease} = open(t, rules.two);
  let asked = 0;
  const [first, second] = [await lease(), await lease()];
  pool.onShortage = async () => {
    asked++;
    return false;
  };
  const background = () => pool.lease(server.engine, alice, {isBackground: true});
  await assert.rejects(background(), {kind: 'too-many-sessions'});
  assert.equal(asked, 0);
  await assert.rejects(lease(), {kind: 'too-many-sessions'});
  assert.equal(asked, 1);
  const waitOptions = {maxMs: 60_000, onPosition: () => undefined};
  const waiting = pool.lease(server.engine, alice, {waitOptions});
  await soon(() => assert.equal(pool.isShort('alice', 'main'), true));
  const released = first.release();
  await assert.rejects(background(), {kind: 'too-many-sessions'});
  await released;
  const third = await waiting;
  await second.release();
  const last = await background();
  assert.equal(last.id, second.id);
  // Also in place of a session that is lost.
  const before = asked;
  server.alive.delete(last.id);
  await third.release();
  await last.run(session => session.databases());
  assert.equal(asked, before);
});

test('a statement whose session is lost waits for another one behind those that were there before', async t => {
  const {server, pool} = open(t, rules.freshOne);
  const waitOptions = {maxMs: 60_000, onPosition: () => undefined};
  const statement = () => pool.lease(server.engine, alice, {waitOptions});
  const lost = await statement();
  const order: string[] = [];
  const waiting = statement().then(lease => {
    order.push('waiting');
    return lease;
  });
  await soon(() => assert.equal(pool.isShort('alice', 'main'), true));
  server.alive.clear();
  const renewed = lost.run(session => session.databases()).then(() => order.push('renewed'));
  await (await waiting).release();
  await renewed;
  assert.deepEqual(order, ['waiting', 'renewed']);
});

test('who gives up while the one session opens is answered at once, and it is closed when it is there', async t => {
  const {server, pool} = open(t, rules.freshOne);
  let start = (): void => undefined;
  server.gate = new Promise(resolve => (start = resolve));
  const gone = new AbortController();
  const leased = pool.lease(server.engine, alice, {signal: gone.signal});
  await soon(() => assert.equal(pool.count, 1));
  gone.abort(new Error('cancelled'));
  await assert.rejects(leased, /cancelled/);
  assert.equal(pool.count, 0);
  start();
  await pool.stop();
  assert.deepEqual([server.opened, server.alive.size], [1, 0]);
});

test('sessions that have lost their connection do not block their user', async t => {
  const {lease, pool} = open(t, rules.two);
  const lost = [await lease(), await lease()];
  for (const {session} of lost) await session.detach();
  const next = await lease();
  assert.equal(pool.ledger().filter(({state}) => state === 'lost').length, 2);
  assert.equal(next.session.isOpen, true);
  for (const each of lost) await each.release();
  assert.deepEqual(
    pool.ledger().map(({id}) => id),
    [next.id],
  );
});

test('idle sessions of an old endpoint make way', async t => {
  const {server, lease, pool} = open(t, rules.two);
  const old = [await lease(), await lease()];
  for (const each of old) await each.release();
  server.endpoint = 'sql2:10000';
  await lease();
  await lease();
  await assert.rejects(lease(), {kind: 'too-many-sessions'});
  assert.deepEqual(new Set(pool.ledger().map(({endpoint}) => endpoint)), new Set(['sql2:10000']));
});

for (const [name, rule, count] of [
  ['two sessions', rules.freshTwo, 2],
  ['one session', rules.freshOne, 1],
  ['the one session that all share', rules.one, 1],
] as const) {
  test(`of ${name}, one that is being closed takes up its place until the server has closed it`, async t => {
    const {server, lease, pool} = open(t, rule, {answerMs: 60_000});
    const first = await Promise.all(Array.from({length: count}, () => lease()));
    const {promise, resolve} = Promise.withResolvers<void>();
    server.closing = promise;
    const closed = pool.close('alice', first[0]?.id ?? '');
    const next = Promise.all([lease(), rule === rules.one ? lease() : undefined]);
    await new Promise(setImmediate);
    assert.deepEqual([server.alive.size, server.opened], [count, count]);
    resolve();
    await closed;
    await next;
    assert.deepEqual([server.alive.size, server.opened], [count, count + 1]);
  });
}

test('a session that the server has forgotten, or says nothing about, is not lent', async t => {
  const {server, lease} = open(t, rules.one);
  const first = await lease();
  await first.release();
  server.alive.clear();
  const second = await lease();
  assert.notEqual(second.id, first.id);
  await second.release();
  server.isHanging = true;
  assert.notEqual((await lease()).id, second.id);
});

test('a lease goes on with one new session, and not with a third', async t => {
  const {server, lease, log} = open(t, rules.one);
  const taken = await lease();
  server.alive.clear();
  assert.deepEqual(await taken.run(session => session.databases()), ['alice-2']);
  assert.deepEqual(log.messages('info'), [
    'Retrying with a new session because for alice of Invalid SessionHandle',
  ]);
  let tries = 0;
  const never = taken.run(async () => {
    tries++;
    throw new SqlError('session-expired', 'Invalid SessionHandle');
  });
  await assert.rejects(never, {kind: 'session-expired'});
  assert.equal(tries, 2);
  await assert.rejects(
    taken.run(async () => {
      tries++;
      throw new SqlError('connection-lost', 'gone');
    }),
    {kind: 'connection-lost'},
  );
  assert.equal(tries, 3, 'what the server may have carried out is never sent again');
});

test('where no other session will do, one that has ended is told of', async t => {
  const {server, lease, pool} = open(t, rules.fresh);
  const opened = await lease();
  const exact = () => pool.lease(server.engine, alice, {sessionId: opened.id, isExact: true});
  const again = await exact();
  assert.deepEqual(await again.run(session => session.databases()), ['alice-1']);
  server.alive.clear();
  await assert.rejects(
    again.run(session => session.databases()),
    {kind: 'session-expired'},
  );
  assert.equal(again.id, opened.id);
  await again.release();
  await pool.close('alice', opened.id);
  await assert.rejects(exact(), {kind: 'session-expired'});
  assert.equal(server.opened, 1);
});

test("a session is found by its id, and only by its user's", async t => {
  const {server, lease, pool} = open(t, rules.fresh);
  const mine = await lease();
  const again = await pool.lease(server.engine, alice, {sessionId: mine.id});
  assert.equal(again.id, mine.id);
  await mine.release();
  assert.equal(server.alive.size, 1, 'in use by the other lease');
  const bobs = await pool.lease(server.engine, {name: 'bob'}, {sessionId: mine.id});
  assert.notEqual(bobs.id, mine.id);
  assert.equal(await pool.close('bob', mine.id), false);
  assert.equal(await pool.close('alice', mine.id), true);
  assert.equal(server.alive.has('alice-1'), false);
  await again.release();
});

test('an opening that fails leaves nothing behind, for those who waited for it neither', async t => {
  const {server, lease, pool} = open(t, rules.one);
  server.gate = Promise.reject(new SqlError('unreachable', 'nobody there'));
  server.gate.catch(() => undefined);
  const results = await Promise.allSettled([lease(), lease()]);
  assert.deepEqual(
    results.map(({status}) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(pool.ledger(), []);
  server.gate = Promise.resolve();
  await lease();
});

test('the reaper closes what nobody uses, takes away what nobody touches and drops what is dead', async t => {
  let now = 0;
  const {server, lease, pool} = open(t, rules.two, {idleMs: 100, leaseMs: 1000, now: () => now});
  const idle = await lease({name: 'idle'});
  await idle.release();
  const dead = await lease({name: 'dead'});
  await dead.release();
  const held = await lease({name: 'held'});
  const touched = await lease({name: 'touched'});
  server.alive.delete('dead-2');
  await pool.sweep();
  const users = () => pool.ledger().map(({user}) => user);
  assert.deepEqual(users(), ['idle', 'held', 'touched']);
  now = 101;
  await pool.sweep();
  assert.deepEqual(users(), ['held', 'touched']);
  now = 1001;
  touched.touch();
  await pool.sweep();
  assert.deepEqual(users(), ['touched']);
  assert.deepEqual([...server.alive], ['touched-4']);
  await held.release();
});

test('a session that cannot be closed loses its connection', async t => {
  const {server, lease} = open(t, rules.fresh);
  const taken = await lease();
  server.isClosingBroken = true;
  await taken.release();
  assert.deepEqual(server.detached, ['alice-1']);
});

test('at the end all are closed but those that are to be found again', async t => {
  const {server, lease, pool} = open(t, rules.fresh);
  const kept = await lease();
  await lease();
  const used = pool.use(server.engine, alice, session => session.databases());
  assert.deepEqual(await used, ['alice-3']);
  const {handle} = kept.session;
  await pool.stop(new Set([kept.id]));
  assert.deepEqual([...server.alive], ['alice-1']);
  assert.deepEqual(server.detached, ['alice-1']);
  await assert.rejects(lease(), {name: 'SqlError'});

  const later = new SessionPool({log: new TestLog(), sweepMs: 0});
  t.after(() => later.stop());
  const adopted = await later.adopt(server.engine, alice, handle);
  assert.equal(adopted?.session.handle.guid, 'alice-1');
  assert.equal(await later.adopt(server.engine, alice, {...handle, guid: 'unknown'}), undefined);
});

test('the end of the pool waits neither for a session that is being opened nor loses one that is opened late', async t => {
  const server = new Server(rules.fresh);
  let open = (): void => undefined;
  server.gate = new Promise(resolve => (open = resolve));
  const pool = new SessionPool({log: new TestLog(), sweepMs: 0, answerMs: 10});
  t.after(() => open());
  const leased = pool.lease(server.engine, alice);
  leased.catch(() => undefined);
  await soon(() => assert.equal(pool.count, 1));
  await pool.stop();
  open();
  await soon(() => assert.deepEqual(server.detached, ['alice-1']));
});
