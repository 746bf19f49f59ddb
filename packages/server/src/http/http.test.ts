import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect} from 'node:net';
import {test, type TestContext} from 'node:test';
import {gunzipSync} from 'node:zlib';
import {AppError, JsonError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import type {FastifyInstance} from 'fastify';
import {createLog} from '../log.ts';
import {mountApi} from './api.ts';
import {createHttp} from './create-http.ts';
import {optionalBody, requiredBody} from './json-body.ts';

function serverOf(t: TestContext, routes: (api: FastifyInstance) => void) {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    format: 'json',
    destination: {write: line => void lines.push(line)},
  });
  const app = createHttp({
    log,
    headers: {server: 'Gazetteer', extra: {'X-Extra': 'yes'}},
    bodyLimit: {maxBytes: 100, option: 'atlas.rest.max.body.bytes'},
  });
  mountApi(app, {maxParameterLength: 20, ownLimit: ['query']}, routes);
  t.after(() => app.close());
  return {app, logged: () => lines.map(line => JSON.parse(line) as Record<string, unknown>)};
}

const json = {'content-type': 'application/json'};

test('every answer has a request id, the server header and the security headers, with a policy without exceptions', async t => {
  const {app} = serverOf(t, api => api.get('/v2/a', () => ({a: 1})));
  for (const url of ['/api/meta/v2/a', '/nowhere', '/%zz']) {
    const {headers} = await app.inject(url);
    assert.match(String(headers['requestid']), /^[0-9a-f-]{36}$/, url);
    assert.equal(headers['server'], 'Gazetteer');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-xss-protection'], '1; mode=block');
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
    assert.equal(headers['x-extra'], 'yes');
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'self'; .*frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
  }
});

test('answers under both prefixes are JSON with the content type of the Atlas API; text is passed on as it is', async t => {
  const {app} = serverOf(t, api => {
    api.get('/object', () => ({a: 1}));
    api.get('/text', () => '{"b":2}');
    api.delete('/nothing', (_request, reply) => reply.code(204).send());
  });
  for (const prefix of ['/api/meta', '/api/atlas']) {
    const object = await app.inject(`${prefix}/object`);
    assert.equal(object.headers['content-type'], 'application/json;charset=utf-8');
    assert.equal(object.body, '{"a":1}');
    const text = await app.inject(`${prefix}/text`);
    assert.equal(text.headers['content-type'], 'application/json;charset=utf-8');
    assert.equal(text.body, '{"b":2}');
    const nothing = await app.inject({method: 'DELETE', url: `${prefix}/nothing`, headers: json});
    assert.equal(nothing.statusCode, 204);
    assert.equal(nothing.headers['content-type'], undefined);
  }
});

test('pages get long answers compressed, programs and short ones none', async t => {
  const long = JSON.stringify({text: 'a'.repeat(5000)});
  const {app} = serverOf(t, api => {
    api.get('/long', () => long);
    api.get('/short', () => '{"a":1}');
  });
  const page = {'x-requested-with': 'XMLHttpRequest', 'accept-encoding': 'gzip, br'};
  const packed = await app.inject({url: '/api/meta/long', headers: page});
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(packed.headers['content-type'], 'application/json;charset=utf-8');
  assert.equal(gunzipSync(packed.rawPayload).toString(), long);
  assert.ok(packed.rawPayload.length < 500);
  for (const [url, headers] of [
    ['/api/meta/short', page],
    ['/api/meta/long', {'accept-encoding': 'gzip'}],
    ['/api/meta/long', {...page, 'accept-encoding': 'gzip;q=0'}],
    ['/api/atlas/long', page],
  ] as const) {
    const plain = await app.inject({url, headers});
    assert.equal(plain.headers['content-encoding'], undefined, url);
    assert.ok(plain.body.startsWith('{'), url);
  }
});

test('a JSON body arrives as the text that was sent', async t => {
  const {app} = serverOf(t, api => api.post('/a', request => ({text: requiredBody(request)})));
  const payload = '{"a" : 1.0, "a": "ä"}';
  const answer = await app.inject({method: 'POST', url: '/api/meta/a', headers: json, payload});
  assert.deepEqual(answer.json(), {text: payload});
});

test('bodies that cannot be taken: too large, another type, another charset, no UTF-8, empty', async t => {
  const {app} = serverOf(t, api => {
    api.post('/a', request => ({text: requiredBody(request)}));
    api.post('/b', request => ({text: optionalBody(request) ?? 'none'}));
  });
  const send = async (contentType: string | undefined, payload: string | Buffer, path = '/a') => {
    const headers = contentType === undefined ? {} : {'content-type': contentType};
    const answer = await app.inject({method: 'POST', url: `/api/atlas${path}`, headers, payload});
    return [answer.statusCode, answer.json()];
  };
  assert.deepEqual(await send('application/json', 'x'.repeat(101)), [
    413,
    {
      errorCode: 'GAZETTEER-413-00-001',
      errorMessage: 'Request body is larger than 100 bytes (atlas.rest.max.body.bytes)',
    },
  ]);
  const unsupported = (type: string) => [
    415,
    {
      errorCode: 'GAZETTEER-415-00-001',
      errorMessage: `Content-Type must be application/json, not ${type}`,
    },
  ];
  assert.deepEqual(await send('application/xml', '<x/>'), unsupported('application/xml'));
  assert.deepEqual(await send(undefined, 'x'), unsupported('absent'));
  assert.deepEqual(
    await send('application/json;charset=latin1', '{}'),
    unsupported('application/json;charset=latin1'),
  );
  const packed = await app.inject({
    method: 'POST',
    url: '/api/atlas/a',
    headers: {...json, 'content-encoding': 'gzip'},
    payload: '{}',
  });
  assert.deepEqual([packed.statusCode, packed.json()], unsupported('application/json in gzip'));
  assert.deepEqual(await send('application/json', Buffer.from([0x22, 0xff, 0x22])), [
    400,
    {error: 'The body is not UTF-8'},
  ]);
  for (const contentType of ['application/json', undefined]) {
    const [status, body] = await send(contentType, '');
    assert.equal(status, 400);
    assert.equal(body.errorCode, 'ATLAS-400-00-029');
    assert.deepEqual(await send(contentType, '', '/b'), [200, {text: 'none'}]);
  }
});

test('unknown paths answer 404, wrong methods 405 with the right ones', async t => {
  const {app} = serverOf(t, api => {
    api.get('/v2/entity/guid/:guid', () => ({}));
    api.delete('/v2/entity/guid/:guid', () => ({}));
    api.get('/files/*', (_request, reply) => reply.callNotFound());
  });
  const unknown = await app.inject('/api/atlas/v2/nope?a=b');
  assert.equal(unknown.statusCode, 404);
  assert.deepEqual(unknown.json(), {
    errorCode: 'GAZETTEER-404-00-001',
    errorMessage: 'No such path: /api/atlas/v2/nope',
  });
  const wrong = await app.inject({
    method: 'PUT',
    url: '/api/atlas/v2/entity/guid/x',
    headers: json,
    payload: '{}',
  });
  assert.equal(wrong.statusCode, 405);
  assert.equal(wrong.headers['allow'], 'DELETE, GET, HEAD, OPTIONS');
  const asked = await app.inject({method: 'OPTIONS', url: '/api/atlas/v2/entity/guid/x'});
  assert.deepEqual(
    [asked.statusCode, asked.body, asked.headers['allow']],
    [204, '', 'DELETE, GET, HEAD, OPTIONS'],
  );
  assert.equal((await app.inject({method: 'OPTIONS', url: '/api/atlas/v2/nope'})).statusCode, 404);
  assert.equal(wrong.json().errorCode, 'ATLAS-405-00-001');
  // Whatever its body: here one that nobody could read, there none of a method that should have
  // one.
  const [url, payload] = ['/api/atlas/v2/entity/guid/x', '{'];
  assert.equal(
    (await app.inject({method: 'POST', url, headers: {'content-type': 'a'}, payload})).statusCode,
    405,
  );
  assert.equal((await app.inject({method: 'QUERY' as 'GET', url})).statusCode, 405);
  assert.equal((await app.inject('/api/meta/v2/entity/guid/x/')).statusCode, 200);
  assert.equal((await app.inject('/api/meta/files/missing.css')).statusCode, 404);
});

test('a path that another one could stand for has methods of its own', async t => {
  const {app} = serverOf(t, api => {
    api.get('/v2/glossary/:guid', () => ({}));
    api.post('/v2/glossary/terms', () => ({}));
  });
  const allowed = async (url: string) =>
    (await app.inject({method: 'OPTIONS', url})).headers['allow'];
  assert.equal(await allowed('/api/atlas/v2/glossary/terms'), 'OPTIONS, POST');
  assert.equal(await allowed('/api/atlas/v2/glossary/x'), 'GET, HEAD, OPTIONS');
});

test('an Accept header without JSON answers 406', async t => {
  const {app} = serverOf(t, api => {
    api.get('/a', () => ({}));
    api.get('/live', {config: {produces: 'text/plain'}}, () => 'alive');
  });
  const statusOf = async (accept: string, path = '/a') =>
    (await app.inject({url: `/api/atlas${path}`, headers: {accept}})).statusCode;
  for (const accept of [
    'application/json',
    'text/html, */*;q=0.1',
    'Application/*',
    'application/json; charset=UTF-8',
  ]) {
    assert.equal(await statusOf(accept), 200, accept);
  }
  for (const accept of ['application/xml', 'application/json;q=0', 'text/*'])
    assert.equal(await statusOf(accept), 406);
  assert.equal(await statusOf('application/octet-stream'), 406);
  assert.equal(await statusOf('text/plain', '/live'), 200);
  assert.equal(await statusOf('application/octet-stream', '/live'), 200);
  assert.equal((await app.inject('/api/atlas/live')).headers['content-type'], 'text/plain');
});

test('long parameters answer 400, those with a limit of their own and unique attributes do not', async t => {
  const {app} = serverOf(t, api => api.get('/a/:guid', () => ({})));
  const long = 'x'.repeat(21);
  const send = async (url: string) => {
    const answer = await app.inject(url);
    return [answer.statusCode, answer.json().errorMessage];
  };
  for (const url of [`/a/g?name=${long}`, `/a/g?name=a&name=${long}`]) {
    assert.deepEqual(await send(`/api/meta${url}`), [
      400,
      'Length of query param name exceeds the limit',
    ]);
  }
  assert.deepEqual(await send(`/api/meta/a/${long}`), [
    400,
    'Length of query param guid exceeds the limit',
  ]);
  for (const name of ['query', 'attr:qualifiedName', 'attr_0:qualifiedName']) {
    assert.deepEqual(await send(`/api/meta/a/g?${name}=${long}`), [200, undefined]);
  }
});

test('failures: of the table, of JSON, with many issues, without a body, and bugs without detail', async t => {
  const failures: Record<string, Error> = {
    guid: new AppError('INSTANCE_GUID_NOT_FOUND', ['g1']),
    json: new JsonError('Unexpected character "x"', {line: 1, column: 2}),
    many: new AppError('INSTANCE_CRUD_INVALID_PARAMS', ['$&1'], {issues: ['$&1', 'b']}),
    list: new AppError('INSTANCE_CRUD_INVALID_PARAMS', ['[a, b]'], {issues: ['a', 'b']}),
    nothing: new AppError('DATA_ACCESS_SAVE_FAILED', ['x']),
    bug: new TypeError('secret detail', {cause: new Error('inner')}),
  };
  const {app, logged} = serverOf(t, api =>
    api.get<{Params: {name: string}}>('/:name', request => {
      throw failures[request.params.name] ?? new Error('no such failure');
    }),
  );
  const send = async (url: string) => {
    const answer = await app.inject(url);
    return [answer.statusCode, answer.body === '' ? '' : answer.json()];
  };
  const params = 'Invalid instance creation/updation parameters passed :';
  const code = 'ATLAS-404-00-007';
  const guid = {
    errorCode: 'ATLAS-404-00-005',
    errorMessage: 'Given instance guid g1 is invalid/not found',
  };
  assert.deepEqual(await send('/api/atlas/guid'), [404, guid]);
  assert.deepEqual(await send('/api/meta/guid'), [404, guid]);
  const text = 'Unexpected character "x" at line 1, column 2';
  assert.deepEqual(await send('/api/atlas/json'), [400, {error: text}]);
  assert.deepEqual(await send('/api/meta/json'), [
    400,
    {errorCode: 'ATLAS-400-00-029', errorMessage: text},
  ]);
  assert.deepEqual(await send('/api/atlas/many'), [
    404,
    {errorCode: code, errorMessage: `${params} $&1`, errors: ['$&1', 'b']},
  ]);
  assert.deepEqual(await send('/api/meta/many'), [
    404,
    {errorCode: code, errorMessage: `${params} [$&1, b]`, errors: ['$&1', 'b']},
  ]);
  assert.deepEqual(await send('/api/atlas/list'), [
    404,
    {errorCode: code, errorMessage: `${params} a`, errors: ['a', 'b']},
  ]);
  assert.deepEqual(await send('/api/meta/list'), [
    404,
    {errorCode: code, errorMessage: `${params} [a, b]`, errors: ['a', 'b']},
  ]);
  assert.deepEqual(await send('/api/meta/nothing'), [204, '']);

  const bug = await app.inject('/api/meta/bug');
  const requestId = String(bug.headers['requestid']);
  assert.equal(bug.statusCode, 500);
  assert.deepEqual(bug.json(), {
    errorCode: 'ATLAS-500-00-001',
    errorMessage: `Internal server error (request id ${requestId})`,
  });
  const line = logged().find(entry => entry['level'] === 'error');
  assert.equal(line?.['requestId'], requestId);
  assert.match(JSON.stringify(line?.['error']), /secret detail.*inner/);
});

test('system types carry their Atlas names under /api/atlas only, in both directions', async t => {
  let seen: unknown;
  const {app} = serverOf(t, api => {
    api.post<{Params: {type: string}; Querystring: {q: string[]}}>('/type/:type', request => {
      seen = [request.params.type, request.query.q, requiredBody(request)];
      return requiredBody(request);
    });
    api.get('/fail', () => {
      throw new AppError('TYPE_NAME_NOT_FOUND', ['__MetaUserProfile']);
    });
  });
  const ask = (prefix: string, name: string) =>
    app.inject({
      method: 'POST',
      url: `${prefix}/type/${name}?q=${name}&q=x`,
      headers: json,
      payload: `{"typeName":"${name}"}`,
    });
  const atlas = await ask('/api/atlas', '__AtlasUserProfile');
  const neutral = [
    '__MetaUserProfile',
    ['__MetaUserProfile', 'x'],
    '{"typeName":"__MetaUserProfile"}',
  ];
  assert.deepEqual(seen, neutral);
  assert.equal(atlas.body, '{"typeName":"__AtlasUserProfile"}');
  const meta = await ask('/api/meta', '__MetaUserProfile');
  assert.deepEqual(seen, neutral);
  assert.equal(meta.body, '{"typeName":"__MetaUserProfile"}');
  assert.match((await app.inject('/api/atlas/fail')).body, /typename __AtlasUserProfile was/);
  assert.match((await app.inject('/api/meta/fail')).body, /typename __MetaUserProfile was/);
});

test('a body that ends too early, or is none, is a fault of its client and told as no failure', async t => {
  const {app, logged} = serverOf(t, api =>
    api.post('/v2/a', request => ({text: requiredBody(request)})),
  );
  const {port} = new URL(await app.listen({port: 0, host: '127.0.0.1'}));
  const head = 'POST /api/meta/v2/a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  for (const [n, rest] of [
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    'Content-Length: 50\r\n\r\n{"a',
  ].entries()) {
    const socket = connect(Number(port), '127.0.0.1').resume();
    const arrived = once(app.server, 'request');
    socket.write(head + rest);
    await arrived;
    socket.end().destroy();
    await soon(() =>
      assert.equal(logged().filter(one => one['path'] === '/api/meta/v2/a').length, n + 1),
    );
  }
  assert.deepEqual(
    logged().filter(one => one['level'] === 'error'),
    [],
  );
});

test('one line per request, without the query string', async t => {
  const {app, logged} = serverOf(t, api => api.get('/a', () => ({})));
  const answer = await app.inject('/api/meta/a?token=secret');
  await app.inject({method: 'POST', url: '/nowhere'});
  const [first, second, ...others] = logged();
  assert.deepEqual(
    {...first, ms: typeof first?.['ms'], time: ''},
    {
      level: 'info',
      time: '',
      method: 'GET',
      path: '/api/meta/a',
      status: 200,
      ms: 'number',
      requestId: answer.headers['requestid'],
      msg: 'request',
    },
  );
  assert.equal(second?.['status'], 404);
  assert.deepEqual(others, []);
});
