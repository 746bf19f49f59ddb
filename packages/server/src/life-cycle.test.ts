import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {connect, type AddressInfo} from 'node:net';
import {createInterface} from 'node:readline';
import {test, type TestContext} from 'node:test';
import {createHttp} from './http/create-http.ts';
import {serve} from './life-cycle.ts';
import {createLog} from './log.ts';

const program = `
const {createHttp} = await import(${JSON.stringify(new URL('./http/create-http.ts', import.meta.url).href)});
const {serve} = await import(${JSON.stringify(new URL('./life-cycle.ts', import.meta.url).href)});
const {createLog} = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
const log = createLog({level: 'info', format: 'json'});
const app = createHttp({log, headers: {server: '', extra: {}}, bodyLimit: {maxBytes: 1000, option: 'x'}});
const release = Promise.withResolvers();
app.get('/slow', async () => { console.log('"in flight"'); await release.promise; return {done: true}; });
app.get('/release', async () => { release.resolve(); return {}; });
process.on('SIGUSR2', () => release.resolve());
const url = await serve({
  app, log, port: 0, host: '127.0.0.1', stopTimeoutMs: Number(process.env.STOP_MS),
  close: async () => {
    console.log('"store closed"');
    if (process.env.HANGS) await new Promise(() => setInterval(() => undefined, 1000));
  },
});
console.log(JSON.stringify({url}));
`;

/** The real thing in a process of its own, because signals are what is tested. */
async function start(t: TestContext, stopTimeoutMs: number, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: {...process.env, STOP_MS: String(stopTimeoutMs), ...env},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const seen: unknown[] = [];
  const waiting: (() => void)[] = [];
  createInterface({input: child.stdout}).on('line', line => {
    seen.push(JSON.parse(line));
    for (const wake of waiting.splice(0)) wake();
  });
  const until = async (match: (line: unknown) => boolean): Promise<unknown> => {
    for (;;) {
      const found = seen.find(match);
      if (found !== undefined) return found;
      await new Promise<void>(resolve => waiting.push(resolve));
    }
  };
  const {url} = (await until(
    line => typeof line === 'object' && line !== null && 'url' in line,
  )) as {url: string};
  return {child, exit, until, url, seen};
}

const isStopping = (line: unknown) => (line as {msg?: string}).msg === 'stopping';

test('SIGTERM lets the request in flight finish, refuses new ones, closes the store and exits with 0', async t => {
  const {child, exit, until, url, seen} = await start(t, 60_000);
  const slow = fetch(`${url}/slow`);
  await until(line => line === 'in flight');
  child.kill('SIGTERM');
  await until(isStopping);
  await assert.rejects(fetch(`${url}/release`));
  assert.equal(seen.includes('store closed'), false);
  child.kill('SIGUSR2');
  assert.deepEqual(await (await slow).json(), {done: true});
  assert.deepEqual(await exit, [0, null]);
  assert.equal(seen.includes('store closed'), true);
});

test('a request that takes longer than the timeout is cut off; the store is closed all the same', async t => {
  const {child, exit, until, url, seen} = await start(t, 50);
  const slow = fetch(`${url}/slow`);
  const cut = assert.rejects(slow);
  await until(line => line === 'in flight');
  child.kill('SIGINT');
  await cut;
  assert.deepEqual(await exit, [0, null]);
  assert.equal(seen.includes('store closed'), true);
});

test('a second signal exits at once', async t => {
  const {child, exit, until, url} = await start(t, 60_000);
  const cut = assert.rejects(fetch(`${url}/slow`));
  await until(line => line === 'in flight');
  child.kill('SIGTERM');
  await until(isStopping);
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [143, null]);
  await cut;
});

test('a request that arrives while the server stops gets 503 as JSON', async t => {
  const log = createLog({level: 'error', format: 'json'});
  const app = createHttp({
    log,
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  const [arrived, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/slow', async () => {
    arrived.resolve();
    await release.promise;
    return {};
  });
  await app.listen({host: '127.0.0.1', port: 0});
  const open = () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding(
      'utf8',
    );
    t.after(() => socket.destroy());
    let text = '';
    socket.on('data', (chunk: string) => (text += chunk));
    return {socket, all: once(socket, 'close').then(() => text)};
  };
  const [late, slow] = [open(), open()];
  // The head of a request keeps its connection from being closed as idle.
  late.socket.write('GET /slow HTTP/1.1\r\n');
  slow.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await arrived.promise;
  const closed = app.close();
  late.socket.write('Host: a\r\n\r\n');
  const refused = await late.all;
  release.resolve();
  await closed;
  assert.match(await slow.all, /^HTTP\/1.1 200 OK\r\n[^]*connection: close/i);
  assert.match(refused, /^HTTP\/1.1 503 [^]*"errorCode":"GAZETTEER-503-00-001"/);
});

test('a taken port and an address of another machine are told in plain words', async t => {
  const log = createLog({level: 'error', format: 'json'});
  const http = () =>
    createHttp({log, headers: {server: '', extra: {}}, bodyLimit: {maxBytes: 1, option: 'x'}});
  const first = http();
  t.after(() => first.close());
  await first.listen({host: '127.0.0.1', port: 0});
  const {port} = first.server.address() as AddressInfo;
  const close = async () => undefined;
  const life = {log, stopTimeoutMs: 1, close};
  await assert.rejects(serve({...life, app: http(), port, host: '127.0.0.1'}), {
    message: `Port ${port} of 127.0.0.1 is in use by another process; choose another one with --http-port`,
  });
  await assert.rejects(serve({...life, app: http(), port: 0, host: '192.0.2.1'}), {
    message: '192.0.2.1 is no address of this machine',
  });
});

test('a destination that does not answer keeps nobody from stopping', async t => {
  const {child, exit, until} = await start(t, 100, {HANGS: 'yes'});
  child.kill('SIGTERM');
  await until(line => ((line as {msg?: string}).msg ?? '').startsWith('stopped before everything'));
  assert.deepEqual(await exit, [0, null]);
});
