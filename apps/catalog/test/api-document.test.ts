// The API document says what the server does: the same routes both ways, and bodies of the shapes it shows.
import assert from 'node:assert/strict';
import {after, before, suite, test, type TestContext} from 'node:test';
import type {FastifyInstance} from 'fastify';
import {catalogOver} from './catalog-over.ts';
import {ask} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Schema = {
  type?: string;
  $ref?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
};
type Operation = {
  operationId: string;
  parameters?: {name: string; in: string}[];
  requestBody?: {content: Record<string, {schema: Schema}>};
  responses: Record<string, unknown>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {schemas: Record<string, Schema>};
};

/** `GET /api/meta/v2/…` of all that the router knows under both prefixes. */
async function servedRoutes(t: TestContext): Promise<string[]> {
  const served: string[] = [];
  // The hook hears of all that is registered after it, the API among it.
  const pages = (app: FastifyInstance) => {
    app.addHook('onRoute', ({method, url}) => {
      for (const one of [method].flat()) if (one !== 'HEAD') served.push(`${one} ${url}`);
    });
  };
  await catalogOver(t, {run: () => Promise.resolve('{}'), close: () => Promise.resolve()}, pages);
  return served.filter(one => one.includes(' /api/')).sort();
}

suite('the API document', () => {
  let server: RunningCatalog;
  let document: Document;
  before(async () => {
    server = await startFreshCatalog();
    const {status, json} = await ask(`${server.url}/api/meta/openapi.json`, {headers: {authorization: ''}});
    assert.equal(status, 200);
    document = json as Document;
  });
  after(() => server?.stop());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({method: method.toUpperCase(), path, operation})),
    );

  test('every route that is served is in the document, and the other way round', async t => {
    const described = operations().flatMap(({method, path}) =>
      ['/api/meta', '/api/atlas'].map(prefix => `${method} ${prefix}${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    assert.deepEqual(described.sort(), await servedRoutes(t));
  });

  test('names are unique, and every reference leads somewhere', () => {
    const ids = operations().map(one => one.operation.operationId);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
    const references = Array.from(
      JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g),
      ([, name]) => name,
    );
    assert.ok(references.length > 0);
    for (const name of references) assert.ok(document.components.schemas[name ?? ''], name);
    assert.equal(document.openapi, '3.1.0');
  });

  test('system types have the names of the API that shows the document', async () => {
    const {text} = await ask(`${server.url}/api/atlas/openapi.json`);
    assert.doesNotMatch(text, /__MetaUser/);
  });

  test('a body of another shape than the document shows is refused with 400', async () => {
    const resolved = (schema: Schema): Schema =>
      schema.$ref === undefined
        ? schema
        : resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    /** Bodies that are wrong in one place each, with that place. */
    const wrongs = (schema: Schema): [place: string, body: unknown][] => {
      const {type, items, properties = {}, additionalProperties} = resolved(schema);
      if (type === undefined) return [];
      const whole: [string, unknown] = ['', type === 'object' || type === 'array' ? 'text' : {}];
      const inside = Object.entries(properties).flatMap(([name, one]): [string, unknown][] => {
        const wrong = wrongOf(resolved(one));
        return wrong === undefined ? [] : [[name, {[name]: wrong}]];
      });
      const element = items === undefined ? undefined : wrongOf(resolved(items));
      const value = additionalProperties === undefined ? undefined : wrongOf(resolved(additionalProperties));
      return [
        whole,
        ...inside,
        ...(element === undefined ? [] : [['[]', [element]] as [string, unknown]]),
        ...(value === undefined ? [] : [['{}', {key: value}] as [string, unknown]]),
      ];
    };
    const wrongOf = ({type, enum: values}: Schema): unknown => {
      if (values !== undefined) return 'none of them';
      if (type === 'object' || type === 'array') return 'text';
      return type === undefined ? undefined : {not: 'a scalar'};
    };
    let count = 0;
    for (const {method, path, operation} of operations()) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      const url = `${server.url}/api/meta${path.replace(/\{\w+\}/g, 'x')}`;
      for (const [place, body] of wrongs(schema)) {
        const {status, text} = await ask(url, {method, body: JSON.stringify(body)});
        assert.equal(status, 400, `${method} ${path}: ${place} as ${JSON.stringify(body)} answered ${status} ${text}`);
        count++;
      }
    }
    assert.ok(count > 50, String(count));
  });

  test('whoever is not logged in may read the document, and nothing else of it', async () => {
    const open = [];
    for (const {method, path} of operations()) {
      const url = `${server.url}/api/meta${path.replace(/\{\w+\}/g, 'x')}`;
      const {status} = await ask(url, {method, headers: {authorization: ''}});
      if (status !== 401) open.push(path);
    }
    assert.deepEqual(open.sort(), [
      '/admin/liveness',
      '/admin/prometheus',
      '/admin/readiness',
      '/admin/status',
      '/openapi.json',
    ]);
  });
});
