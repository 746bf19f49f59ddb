// The API document says what the server does: the same routes both ways, and bodies of the shapes
// it shows.
import assert from 'node:assert/strict';
import {after, before, suite, test, type TestContext} from 'node:test';
import type {FastifyInstance} from 'fastify';
import {operations as all} from '../src/server/operations.ts';
import {hostOver} from './host-over.ts';
import {catalogOver} from './catalog-over.ts';
import {ask} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Schema = {
  /** Of several the one to send. */
  type?: string | string[];
  $ref?: string;
  enum?: (string | null)[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  anyOf?: Schema[];
  description?: string;
};
type Content = {content?: Record<string, {schema: Schema}>};
type Operation = {
  operationId: string;
  description?: string;
  parameters?: {name: string; in: string; description?: string}[];
  requestBody?: Content;
  responses: Record<string, Content>;
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
  await catalogOver(
    t,
    hostOver(() => Promise.resolve('{}')),
    pages,
  );
  // What producers of lineage call is the same operation, at the address that they know.
  return served.filter(one => / \/api\/(meta|atlas)\//.test(one)).sort();
}

suite('the API document', () => {
  let server: RunningCatalog;
  let document: Document;
  before(async () => {
    server = await startFreshCatalog();
    const {status, json} = await ask(`${server.url}/api/meta/openapi.json`, {
      headers: {authorization: ''},
    });
    assert.equal(status, 200);
    document = json as Document;
  });
  after(() => server?.stop());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );

  test('every route that is served is in the document, and the other way round', async t => {
    const described = operations().flatMap(({method, path}) =>
      ['/api/meta', '/api/atlas'].map(
        prefix => `${method} ${prefix}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    assert.deepEqual(described.sort(), await servedRoutes(t));
  });

  test('every operation that has an address is served at it', async t => {
    const served = await servedRoutes(t);
    const missing = Object.values(all).flatMap(({address}) => {
      if (address === undefined) return [];
      const at = `${address.method} /api/meta${address.path.replace(/\{(\w+)\}/g, ':$1')}`;
      return served.includes(at) ? [] : at;
    });
    assert.deepEqual(missing, []);
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

  test('every operation, schema, member and parameter says what it is', () => {
    const silent: string[] = [];
    const check = (schema: Schema | undefined, place: string): void => {
      if (schema === undefined || schema.$ref !== undefined) return;
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if (!member.description) silent.push(`${place}.${name}`);
        check(member, `${place}.${name}`);
      }
      for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
        check(inner, place);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!schema.description) silent.push(name);
      check(schema, name);
    }
    for (const {method, path, operation} of operations()) {
      const at = `${method} ${path}`;
      if (!operation.description) silent.push(at);
      for (const one of operation.parameters ?? [])
        if (!one.description) silent.push(`${at} ${one.name}`);
      for (const {content = {}} of [
        operation.requestBody ?? {},
        ...Object.values(operation.responses),
      ]) {
        for (const {schema} of Object.values(content)) check(schema, at);
      }
    }
    assert.deepEqual(silent, []);
  });

  test('system types have the names of the API that shows the document', async () => {
    const {text} = await ask(`${server.url}/api/atlas/openapi.json`);
    assert.doesNotMatch(text, /__MetaUser/);
  });

  test('a body of another shape than the document shows is refused with 400', async () => {
    const resolved = (schema: Schema): Schema => {
      const [first, orNull] = schema.anyOf ?? [];
      if (first !== undefined && orNull?.type === 'null') return resolved(first);
      return schema.$ref === undefined
        ? schema
        : resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    };
    /** Bodies that are wrong in one place each, with that place. */
    const wrongs = (schema: Schema): [place: string, body: unknown][] => {
      const {items, properties = {}, additionalProperties, ...given} = resolved(schema);
      const [type] = [given.type].flat();
      if (type === undefined) return [];
      const whole: [string, unknown] = ['', type === 'object' || type === 'array' ? 'text' : {}];
      const inside = Object.entries(properties).flatMap(([name, one]): [string, unknown][] => {
        const wrong = wrongOf(resolved(one));
        return wrong === undefined ? [] : [[name, {[name]: wrong}]];
      });
      const element = items === undefined ? undefined : wrongOf(resolved(items));
      const value =
        additionalProperties === undefined ? undefined : wrongOf(resolved(additionalProperties));
      return [
        whole,
        ...inside,
        ...(element === undefined ? [] : [['[]', [element]] as [string, unknown]]),
        ...(value === undefined ? [] : [['{}', {key: value}] as [string, unknown]]),
      ];
    };
    const wrongOf = ({enum: values, ...given}: Schema): unknown => {
      const [type] = [given.type].flat();
      if (values !== undefined) return 'none of them';
      if (type === 'object' || type === 'array') return 'text';
      return type === undefined ? undefined : {not: 'a scalar'};
    };
    let count = 0;
    for (const {method, path, operation} of operations()) {
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      if (schema === undefined) continue;
      const url = `${server.url}/api/meta${path.replace(/\{\w+\}/g, 'x')}`;
      for (const [place, body] of wrongs(schema)) {
        const {status, text} = await ask(url, {method, body: JSON.stringify(body)});
        assert.equal(
          status,
          400,
          `${method} ${path}: ${place} as ${JSON.stringify(body)} answered ${status} ${text}`,
        );
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
