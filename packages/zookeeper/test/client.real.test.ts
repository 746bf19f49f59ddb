import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {parseEnsemble} from '../src/ensemble.ts';
import {ZooKeeper, type SessionState, type WatchEvent} from '../src/index.ts';
import {Proxy} from './proxy.ts';
import {Writer} from './writer.ts';
import {type TestEnsemble, zooKeeperForTests} from './zookeeper-fixture.ts';

const one = await zooKeeperForTests();
const three = 'skip' in one ? one : await zooKeeperForTests(3);

/** A watcher whose calls can be awaited one by one. */
function watching(): {watcher: (event: WatchEvent) => void; next: () => Promise<WatchEvent>} {
  const events: WatchEvent[] = [];
  const waiting: ((event: WatchEvent) => void)[] = [];
  return {
    watcher: event => {
      const first = waiting.shift();
      if (first === undefined) events.push(event);
      else first(event);
    },
    next: async () => events.shift() ?? (await new Promise(resolve => waiting.push(resolve))),
  };
}

/** States as they come, and a way to wait for the next one of a kind. */
function states() {
  const seen: SessionState[] = [];
  const waiting: {kind: SessionState['state']; resolve: (state: SessionState) => void}[] = [];
  return {
    seen,
    onState: (state: SessionState) => {
      seen.push(state);
      for (const each of waiting.splice(0)) {
        if (each.kind === state.state) each.resolve(state);
        else waiting.push(each);
      }
    },
    next: async (kind: SessionState['state']) =>
      await new Promise<SessionState>(resolve => waiting.push({kind, resolve})),
  };
}

describe('one ZooKeeper server', {skip: 'skip' in one && one.skip}, () => {
  const {connectString} = one as TestEnsemble;
  let writer: Writer;
  before(async () => {
    writer = await Writer.open(connectString);
  });
  after(async () => {
    await writer.close();
    await (one as TestEnsemble).stop();
  });

  const open = (at: string, more: Partial<ConstructorParameters<typeof ZooKeeper>[0]> = {}) =>
    new ZooKeeper({ensemble: parseEnsemble(at), sessionTimeoutMs: 60_000, ...more});

  test('reads children, data and whether a node exists', async t => {
    const client = open(connectString);
    t.after(() => client.close());
    await writer.create('/reads', 'of the parent');
    await writer.create('/reads/ä', 'x'.repeat(70_000));
    await writer.create('/reads/empty');

    assert.deepEqual((await client.getChildren('/reads')).sort(), ['empty', 'ä']);
    assert.equal((await client.getData('/reads')).data.toString(), 'of the parent');
    assert.equal((await client.getData('/reads/ä')).data.length, 70_000);
    assert.equal((await client.getData('/reads/empty')).data.length, 0);
    assert.equal((await client.exists('/reads'))?.childCount, 2);
    assert.equal(await client.exists('/nowhere'), undefined);
    await assert.rejects(client.getChildren('/nowhere'), {
      kind: 'no-node',
      message: '/nowhere does not exist',
    });
    await assert.rejects(client.getData('/nowhere'), {kind: 'no-node'});
    await writer.create('/secret', '', {rights: 2});
    await assert.rejects(client.getData('/secret'), {kind: 'refused', message: /no rights/});
  });

  test('answers many questions at once, each with its own answer', async t => {
    const client = open(connectString);
    t.after(() => client.close());
    await writer.create('/many');
    for (let i = 0; i < 20; i++) await writer.create(`/many/${i}`, `data ${i}`);

    const answers = await Promise.all(
      Array.from({length: 200}, async (_, i) =>
        (await client.getData(`/many/${i % 20}`)).data.toString(),
      ),
    );
    assert.deepEqual(
      answers,
      Array.from({length: 200}, (_, i) => `data ${i % 20}`),
    );
  });

  test('calls a watch once for each kind of change', async t => {
    const client = open(connectString);
    t.after(() => client.close());
    const {watcher, next} = watching();

    assert.equal(await client.exists('/watched', watcher), undefined);
    await writer.create('/watched', 'a');
    assert.deepEqual(await next(), {change: 'created', path: '/watched'});

    await client.getData('/watched', watcher);
    await writer.setData('/watched', 'b');
    assert.deepEqual(await next(), {change: 'data-changed', path: '/watched'});
    await writer.setData('/watched', 'not watched');

    await client.getChildren('/watched', watcher);
    await writer.create('/watched/child');
    assert.deepEqual(await next(), {change: 'children-changed', path: '/watched'});

    await client.exists('/watched/child', watcher);
    await writer.delete('/watched/child');
    assert.deepEqual(await next(), {change: 'deleted', path: '/watched/child'});
  });

  test('keeps to the chroot, in questions and in events', async t => {
    await writer.create('/top');
    const client = open(`${connectString}/top`);
    t.after(() => client.close());
    const {watcher, next} = watching();

    assert.deepEqual(await client.getChildren('/', watcher), []);
    await writer.create('/top/inside', 'here');

    assert.deepEqual(await next(), {change: 'children-changed', path: '/'});
    assert.equal((await client.getData('/inside')).data.toString(), 'here');
  });

  test('an idle session lives on', async t => {
    const log = states();
    const sessionTimeoutMs = 6000;
    const client = open(connectString, {sessionTimeoutMs, onState: log.onState});
    t.after(() => client.close());
    await client.exists('/');
    await new Promise(resolve => setTimeout(resolve, 1.5 * sessionTimeoutMs));
    await client.exists('/');
    assert.deepEqual(
      log.seen.map(({state}) => state),
      ['connected'],
    );
  });

  test('a cut connection costs neither the question nor the watch, and no change is missed', async t => {
    const proxy = await Proxy.to(connectString);
    const log = states();
    const client = open(proxy.address, {sessionTimeoutMs: 60_000, onState: log.onState});
    t.after(async () => {
      await client.close();
      await proxy.close();
    });
    await writer.create('/cut', 'before');
    const data = watching();
    const created = watching();
    const children = watching();
    await client.getData('/cut', data.watcher);
    await client.getChildren('/cut', children.watcher);
    await client.exists('/cut/later', created.watcher);

    const lost = log.next('lost');
    proxy.refuse(true);
    await lost;
    await writer.setData('/cut', 'after');
    await writer.create('/cut/later');
    const answer = client.getData('/cut');
    proxy.refuse(false);

    assert.equal((await answer).data.toString(), 'after');
    assert.equal((await data.next()).change, 'data-changed');
    assert.equal((await children.next()).change, 'children-changed');
    assert.equal((await created.next()).change, 'created');
    assert.deepEqual(
      log.seen
        .filter(({state}) => state === 'connected')
        .map(state => 'isNewSession' in state && state.isNewSession),
      [true, false],
    );
  });

  test('a silent connection is given up within the session, which another connection takes over', async t => {
    const proxy = await Proxy.to(connectString);
    const log = states();
    const client = open(proxy.address, {sessionTimeoutMs: 12_000, onState: log.onState});
    t.after(async () => {
      await client.close();
      await proxy.close();
    });
    await client.exists('/');
    const lost = log.next('lost');
    proxy.mute(true);
    const answer = client.exists('/');
    assert.match(String(((await lost) as {reason: string}).reason), /was silent for/);
    proxy.mute(false);
    assert.notEqual(await answer, undefined);
    assert.deepEqual(
      log.seen.map(state => ('isNewSession' in state ? state.isNewSession : state.state)),
      [true, 'lost', false],
    );
  });

  test('a session that the server ended calls every watch, and work goes on with a new one', async t => {
    const proxy = await Proxy.to(connectString);
    const log = states();
    const client = open(proxy.address, {sessionTimeoutMs: 60_000, onState: log.onState});
    t.after(async () => {
      await client.close();
      await proxy.close();
    });
    await writer.create('/expiry');
    const {watcher, next} = watching();
    await client.getChildren('/expiry', watcher);

    const expired = log.next('expired');
    // Whoever closes a session closes it for everybody; the server cuts the connection and knows
    // the session no more.
    await (await Writer.open(connectString, proxy.firstSession())).close();
    await expired;

    assert.deepEqual(await next(), {change: 'session-expired', path: '/expiry'});
    await client.getChildren('/expiry', watcher);
    await writer.create('/expiry/child');
    assert.deepEqual(await next(), {change: 'children-changed', path: '/expiry'});
  });

  test('an ensemble that was set up anew is read from its beginning', async t => {
    const proxy = await Proxy.to((three as TestEnsemble).servers[0]?.address ?? '');
    const log = states();
    const client = open(proxy.address, {sessionTimeoutMs: 400, onState: log.onState});
    t.after(async () => {
      await client.close();
      await proxy.close();
    });
    const {watcher, next} = watching();
    // The changes of a quorum are numbered from 2^32 on, so this server alone would call the client
    // too far ahead.
    await client.getChildren('/', watcher);

    proxy.refuse(true);
    proxy.target = connectString;
    proxy.refuse(false);

    assert.equal((await next()).change, 'session-expired');
    await writer.create('/anew');
    assert.equal((await client.getChildren('/')).includes('anew'), true);
  });

  test('nobody there: the question fails in its time and says why', async () => {
    const proxy = await Proxy.to(connectString);
    proxy.refuse(true);
    const client = open(proxy.address, {requestTimeoutMs: 300});
    await assert.rejects(client.exists('/'), {
      kind: 'timeout',
      message: new RegExp(
        `no answer from ZooKeeper \\(${proxy.address}\\) within 300 ms: ${proxy.address}: `,
      ),
    });
    await client.close();
    await assert.rejects(client.exists('/'), {kind: 'closed'});
    await proxy.close();
  });

  test('close ends open questions', async () => {
    const proxy = await Proxy.to(connectString);
    proxy.mute(true);
    const client = open(proxy.address);
    const answer = assert.rejects(client.exists('/'), {kind: 'closed'});
    await client.close();
    await answer;
    await proxy.close();
  });
});

describe('a quorum of three ZooKeeper servers', {skip: 'skip' in three && three.skip}, () => {
  const ensemble = three as TestEnsemble;
  after(() => ensemble.stop());

  test('each member may die and come back: the session, the watches and the answers stay', async t => {
    const log = states();
    const client = new ZooKeeper({
      ensemble: parseEnsemble(ensemble.connectString),
      sessionTimeoutMs: 60_000,
      onState: log.onState,
    });
    t.after(() => client.close());
    const first = await Writer.open(ensemble.servers[0]?.address ?? '');
    await first.create('/members', '0');
    await first.close();

    for (let round = 1; round <= 3; round++) {
      const {watcher, next} = watching();
      await client.getData('/members', watcher);
      const connected = log.seen.findLast(state => state.state === 'connected');
      const server = ensemble.servers.find(
        ({address}) => connected?.state === 'connected' && address === connected.server,
      );
      const other = ensemble.servers.find(each => each !== server);
      assert.ok(server !== undefined && other !== undefined);

      const again = log.next('connected');
      await server.kill();
      assert.equal(((await again) as {isNewSession: boolean}).isNewSession, false);
      const writer = await writerWhenServing(other.address);
      await writer.setData('/members', String(round));
      await writer.close();

      assert.deepEqual(await next(), {change: 'data-changed', path: '/members'});
      assert.equal((await client.getData('/members')).data.toString(), String(round));
      await server.start();
    }
  });
});

/** A quorum that lost its leader serves nobody until the next one is elected. */
async function writerWhenServing(address: string): Promise<Writer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await Writer.open(address);
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}
