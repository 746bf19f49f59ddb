// The readable page of the API document: there for anybody, without scripts, with every operation
// and working links.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {ask} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

suite('the page of the API', () => {
  let server: RunningCatalog;
  before(async () => {
    server = await startFreshCatalog();
  });
  after(() => server?.stop());
  const get = (path: string) =>
    ask(`${server.url}${path}`, {headers: {authorization: '', accept: '*/*'}});

  test('shows every operation of the document, and every link leads somewhere', async () => {
    const {status, text, headers} = await get('/apidocs/');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.doesNotMatch(text, /<script|<[^>]*\s(style|on\w+)=/);
    const {paths} = (await get('/api/meta/openapi.json')).json as {
      paths: Record<string, Record<string, {operationId: string}>>;
    };
    for (const methods of Object.values(paths)) {
      for (const {operationId} of Object.values(methods))
        assert.ok(text.includes(`id="${operationId}"`), operationId);
    }
    assert.match(text, /<a href="\.\.\/">Back to Gazetteer</);
    const home = await ask(`${server.url}/`);
    assert.ok(home.status < 400, home.text);
    const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(id), id);
    for (const [, path] of text.matchAll(/href="(\/[^"]+)"/g))
      assert.equal((await get(path ?? '')).status, 200, path);
  });

  test('is found under its other addresses', async () => {
    assert.equal((await get('/apidocs')).status, 200);
    assert.equal((await get('/apidocs/index.html')).headers.get('location'), '/apidocs/');
  });
});
