import assert from 'node:assert/strict';
import type {AddressInfo, Socket} from 'node:net';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {createHttp} from '../../../../packages/server/src/http/create-http.ts';
import {editorDataRoutes} from './editor-data.ts';

/** Answers for the editor; a page is waiting until the signal is aborted. */
type Editor = (path: string, signal?: AbortSignal) => Promise<Response> | Response;

const enginesPath = '/api/v1/catalog/engines';
const profilePath = '/api/v1/tables/duckdb/main/orders/profile';
const cancelPath = '/api/editor/cancel_statement';
const engines = () => {
  const places = [{namespace: 'duckdb://shop', prefix: 'main.', database: 'main'}];
  return Response.json({engines: [{engine: 'duckdb', name: 'DuckDB', places}]});
};
const begun = () =>
  Response.json({uuid: 'one', figures: [{column: '', figure: 'rows'}], isCut: false});

/** Serves the routes for a table that an editor has. */
async function start(t: TestContext, editor: Editor) {
  const [asked, logged, failures]: string[][] = [[], [], []];
  const sockets: Socket[] = [];
  const note = ({error}: {error?: unknown}, message: string) =>
    void logged?.push(`${message}: ${String(error)}`);
  const quiet = () => undefined;
  const app = createHttp({
    log: {debug: quiet, info: quiet, warn: note, error: note},
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  const fetchAs = () => async (path: string, init?: {signal?: AbortSignal}) => {
    asked?.push(path);
    return await editor(path, init?.signal);
  };
  const header = {typeName: 'rdbms_table', attributes: {qualifiedName: 'main.orders@shop'}};
  const door = {
    host: {call: () => Promise.resolve(header)},
    editor: () => ({fetchAs}),
    naming: {cluster: 'primary', clusters: {}},
  };
  app.decorateRequest('actor', {getter: () => ({userName: 'ada', groups: []})});
  app.addHook('onRequest', async ({raw}) => void sockets.push(raw.socket));
  app.addHook('onError', async (_request, _reply, error) => void failures?.push(error.message));
  for (const {method, path, handlerWith} of editorDataRoutes)
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: handlerWith(door as never),
    });
  await app.listen({host: '127.0.0.1', port: 0});
  t.after(() => app.close());
  const {port} = app.server.address() as AddressInfo;
  const left = new AbortController();
  const ask = async (method: string, what: string) =>
    await fetch(`http://127.0.0.1:${port}/v2/entity/guid/g/editor/${what}`, {
      method,
      signal: left.signal,
    });
  const leave = async () => {
    left.abort();
    await soon(() => assert.ok(sockets[0]?.readableEnded === true || sockets[0]?.destroyed));
  };
  return {asked, logged, failures, ask, leave};
}

test('a profile that begins while its reader leaves is canceled as soon as it has a number', async t => {
  const begin = Promise.withResolvers<void>();
  const {asked, logged, failures, ask, leave} = await start(t, async (path, signal) => {
    if (path === enginesPath) return engines();
    if (path !== profilePath) return Response.json({status: 0});
    await Promise.race([
      begin.promise,
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]);
    return begun();
  });
  const profile = assert.rejects(ask('POST', 'profile'));
  await soon(() => assert.ok(asked?.includes(profilePath)));
  await leave();
  begin.resolve();
  await profile;
  await soon(() => assert.deepEqual(failures, ['Nobody waits for the answer any more']));
  assert.deepEqual([asked, logged], [[enginesPath, profilePath, cancelPath], []]);
});

test('whoever leaves while the engines are asked for begins no profile', async t => {
  const told = Promise.withResolvers<void>();
  const {asked, logged, failures, ask, leave} = await start(t, async path => {
    if (path !== enginesPath) return begun();
    await told.promise;
    return engines();
  });
  const profile = assert.rejects(ask('POST', 'profile'));
  await soon(() => assert.deepEqual(asked, [enginesPath]));
  await leave();
  told.resolve();
  await profile;
  await soon(() => assert.deepEqual(failures, ['Nobody waits for the answer any more']));
  assert.deepEqual([asked, logged], [[enginesPath], []]);
});

test('an editor that is late, away or answers no JSON is no failure of the catalog', async t => {
  const html = () => new Response('<html>Bad gateway</html>', {status: 502});
  const late = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
  const away = () => Promise.reject(new TypeError('fetch failed'));
  const cases: readonly (readonly [Editor, string])[] = [
    [late, 'The engine did not answer within 60 s.'],
    [away, 'The editor does not answer: fetch failed.'],
    [html, 'The editor answered 502, and no JSON.'],
    [() => Response.json(null, {status: 403}), 'The editor answered 403.'],
  ];
  for (const [editor, message] of cases) {
    const {logged, ask} = await start(t, (path, signal) =>
      path === enginesPath ? engines() : editor(path, signal),
    );
    const answer = await ask('GET', 'sample');
    const {errorMessage} = (await answer.json()) as {errorMessage: string};
    assert.deepEqual([answer.status, errorMessage, logged], [400, message, []]);
  }
});

test('lines tell how far a profile is, and at the end its figures or what failed', async t => {
  for (const isGood of [true, false]) {
    const states = ['running', 'running', isGood ? 'available' : 'expired'];
    const progress = [0, 40];
    const {ask} = await start(t, path => {
      if (path === enginesPath) return engines();
      if (path === profilePath) return begun();
      if (path.endsWith('check_status'))
        return Response.json({status: 0, query_status: {status: states.shift()}});
      if (path.endsWith('get_logs')) return Response.json({status: 0, progress: progress.shift()});
      return Response.json({rows: [[7]]});
    });
    const answer = await ask('POST', 'profile?progress=true');
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [200, 'application/x-ndjson'],
    );
    const lines = (await answer.text()).trim().split('\n');
    const last = isGood
      ? {isThere: true, rows: '7', columns: [], isCut: false}
      : {failed: 400, errorCode: 'ATLAS-400-00-029', errorMessage: 'The statement was expired.'};
    assert.deepEqual(
      lines.map(line => JSON.parse(line) as unknown),
      [{}, {progress: 40}, last],
    );
  }
});
