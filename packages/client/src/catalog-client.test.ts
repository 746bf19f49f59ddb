import assert from 'node:assert/strict';
import {test} from 'node:test';
import {CatalogClient} from './catalog-client.ts';
import {ApiError, SignedOutError} from './errors.ts';

type Request = {method: string; url: string; headers: Headers; body: unknown};
type Reply = {status?: number; json?: unknown; text?: string; type?: string};

/** A client whose requests are answered by `answer` and kept. */
function clientOf(answer: (request: Request) => Reply): {
  client: CatalogClient;
  requests: Request[];
} {
  const requests: Request[] = [];
  const fake: typeof fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const request = {
      method: init?.method ?? 'GET',
      url: String(input as string),
      headers: new Headers(init?.headers),
      body: init?.body,
    };
    requests.push(request);
    const {status = 200, json, text, type = 'application/json;charset=utf-8'} = answer(request);
    const body = text ?? (json === undefined ? null : JSON.stringify(json));
    return new Response(body, {status, headers: {'content-type': type, requestid: 'r1'}});
  };
  return {client: new CatalogClient({baseUrl: 'http://catalog/api/meta/', fetch: fake}), requests};
}

test('a name of dots is refused, as it would lead to another address', async () => {
  const {client, requests} = clientOf(() => ({json: {}}));
  for (const name of ['.', '..']) {
    const asked = client.call('DELETE /v2/entity/guid/{guid}/classification/{name}', {
      path: {guid: '1', name},
    });
    await assert.rejects(asked, {name: 'ApiError', status: 400});
  }
  assert.deepEqual(requests, []);
});

test('paths, queries and bodies are written as the API reads them', async () => {
  const {client, requests} = clientOf(() => ({json: {}}));
  await client.call('GET /v2/entity/uniqueAttribute/type/{typeName}', {
    path: {typeName: 'a/b c'},
    query: {'attr:qualifiedName': 'x&y@z', minExtInfo: true},
  });
  await client.call('GET /v2/entity/bulk', {query: {guid: ['1', '2'], minExtInfo: undefined}});
  await client.call('POST /v2/search/basic', {body: {query: 'a'}});
  assert.deepEqual(
    requests.map(({method, url, body}) => [method, url, body]),
    [
      [
        'GET',
        'http://catalog/api/meta/v2/entity/uniqueAttribute/type/a%2Fb%20c?attr%3AqualifiedName=x%26y%40z&minExtInfo=true',
        undefined,
      ],
      ['GET', 'http://catalog/api/meta/v2/entity/bulk?guid=1&guid=2', undefined],
      ['POST', 'http://catalog/api/meta/v2/search/basic', '{"query":"a"}'],
    ],
  );
  assert.equal(requests[2]?.headers.get('content-type'), 'application/json');
});

test('an answer is JSON, text or nothing', async () => {
  assert.deepEqual(
    await clientOf(() => ({json: {Status: 'ACTIVE'}})).client.call('GET /admin/status'),
    {
      Status: 'ACTIVE',
    },
  );
  const text = clientOf(() => ({text: 'live', type: 'text/plain'})).client;
  assert.equal(await text.call('GET /admin/liveness'), 'live');
  const nothing = clientOf(() => ({status: 204})).client;
  assert.equal(
    await nothing.call('DELETE /v2/types/typedef/name/{name}', {path: {name: 'x'}}),
    undefined,
  );
});

test('a file tells how much of it has come', async () => {
  const told: [number, number | undefined][] = [];
  const onProgress = (received: number, total: number | undefined) =>
    void told.push([received, total]);
  const zip = new Uint8Array([1, 2, 3, 4]);
  const answers = [
    new Response(zip, {headers: {'content-type': 'application/zip', 'content-length': '4'}}),
  ];
  const client = new CatalogClient({
    fetch: async () => answers.shift() ?? new Response(null, {status: 204}),
  });
  const file = (await client.call(
    'POST /admin/export',
    {body: {}},
    {onProgress},
  )) as unknown as Blob;
  assert.deepEqual([...new Uint8Array(await file.arrayBuffer())], [...zip]);
  assert.deepEqual(told.at(-1), [4, 4]);
  assert.equal(await client.call('POST /admin/export', {body: {}}, {onProgress}), undefined);
});

test('lines of JSON tell what is new, and the last one is the answer or what failed', async () => {
  const call = async (text: string) => {
    const news: unknown[] = [];
    const {client} = clientOf(() => ({text, type: 'application/x-ndjson'}));
    const answer = await client
      .call('GET /admin/metrics', {}, {onNews: one => void news.push(one)})
      .catch((error: unknown) => error);
    return {news, answer};
  };
  assert.deepEqual(await call('{"progress":1}\n{}\n{"a":"é"}\n'), {
    news: [{progress: 1}, {}],
    answer: {a: 'é'},
  });
  const failed = '{"failed":400,"errorCode":"C","errorMessage":"Too late"}\n';
  for (const [text, told] of [
    [`{}\n${failed}`, [400, 'C', 'Too late']],
    ['', [502, '', 'The answer ended early']],
  ] as const) {
    const {answer} = await call(text);
    assert.ok(answer instanceof ApiError);
    assert.deepEqual([answer.status, answer.errorCode, answer.message], told);
  }
});

test('a refusal is an error with its code, all issues and the id of the request', async () => {
  const refused = {errorCode: 'ATLAS-404-00-007', errorMessage: 'Invalid: a', errors: ['a', 'b']};
  const {client} = clientOf(() => ({status: 404, json: refused}));
  await assert.rejects(client.call('GET /admin/metrics'), error => {
    assert.ok(error instanceof ApiError);
    const {status, errorCode, message, issues, requestId} = error;
    assert.deepEqual([status, errorCode, message], [404, 'ATLAS-404-00-007', 'Invalid: a']);
    assert.deepEqual([issues, requestId], [['a', 'b'], 'r1']);
    return true;
  });
  for (const status of [401, 419]) {
    await assert.rejects(
      clientOf(() => ({status, text: 'x'})).client.call('GET /admin/metrics'),
      SignedOutError,
    );
  }
  await assert.rejects(
    clientOf(() => ({status: 502, text: ''})).client.call('GET /admin/metrics'),
    /HTTP status 502/,
  );
});

test('a signal ends a call', async () => {
  const {client} = clientOf(() => ({json: {}}));
  await assert.rejects(client.call('GET /admin/metrics', {}, {signal: AbortSignal.abort()}), {
    name: 'AbortError',
  });
});

test('a rehearsal asks for itself', async () => {
  const {client, requests} = clientOf(() => ({json: {dryRun: true, response: null, changes: {}}}));
  await client.dryRun('DELETE /v2/entity/guid/{guid}', {path: {guid: 'g'}});
  assert.equal(requests[0]?.url, 'http://catalog/api/meta/v2/entity/guid/g?dryRun=true');
});

test('in a browser changes carry the token of the session, and a new one when the session is another', async t => {
  Object.assign(globalThis, {document: {}});
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  let token = 'one';
  const {client, requests} = clientOf(({url, method, headers}) => {
    if (url.endsWith('/admin/session')) {
      return {json: {_csrfToken: token, 'atlas.rest-csrf.custom-header': 'X-XSRF-HEADER'}};
    }
    if (method !== 'GET' && headers.get('x-xsrf-header') !== token) {
      return {
        status: 400,
        json: {msgDesc: 'Missing header or invalid Header value for CSRF Vulnerability Protection'},
      };
    }
    return {json: {}};
  });
  const remove = () => client.call('DELETE /v2/entity/guid/{guid}', {path: {guid: 'g'}});
  await client.call('GET /admin/metrics');
  await Promise.all([remove(), remove()]);
  token = 'two';
  await remove();
  const paths = requests.map(
    ({method, url}) => `${method} ${url.slice('http://catalog/api/meta'.length)}`,
  );
  const [session, entity] = ['GET /admin/session', 'DELETE /v2/entity/guid/g'];
  assert.deepEqual(paths, ['GET /admin/metrics', session, entity, entity, entity, session, entity]);
  assert.equal(requests[0]?.headers.get('x-requested-with'), 'XMLHttpRequest');
});

test('a page that knows its token is not asked through the server, until the session is another', async t => {
  Object.assign(globalThis, {document: {}});
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const asked: boolean[] = [];
  const token = async (isAnew: boolean) => {
    asked.push(isAnew);
    return {header: 'X-XSRF-HEADER', value: isAnew ? 'two' : 'one'};
  };
  let valid = 'one';
  const sent: string[] = [];
  const client = new CatalogClient({
    baseUrl: 'http://catalog/api/meta',
    token,
    fetch: async (_input, init) => {
      const value = new Headers(init?.headers).get('x-xsrf-header') ?? '';
      sent.push(value);
      if (value === valid) return Response.json({});
      const msgDesc = 'Missing header or invalid Header value for CSRF Vulnerability Protection';
      return Response.json({msgDesc}, {status: 400});
    },
  });
  const remove = () => client.call('DELETE /v2/entity/guid/{guid}', {path: {guid: 'g'}});
  await remove();
  valid = 'two';
  await remove();
  assert.deepEqual(sent, ['one', 'one', 'two']);
  assert.deepEqual(asked, [false, true]);
});
