// The API document says what the editor does: the same addresses both ways, and every part of it
// says what it is. That answers have the shapes that it shows is held against each answer of every
// test that calls the editor through `editorForTests`.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import type {OpenApi} from '@gazetteer/kernel/http';
import {assertFits, documentedPath} from './answers-fit.ts';
import {editorForTests} from './editor-fixture.ts';

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
};
type Content = {readonly content?: Readonly<Record<string, {readonly schema: Schema}>>};
type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {readonly name: string; readonly description?: string}[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly security?: readonly unknown[];
};

const operationsOf = ({paths}: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      at: `${method.toUpperCase()} ${path}`,
      operation: one as unknown as Operation,
    })),
  );

suite("the editor's API document", () => {
  const read = async (t: Parameters<typeof editorForTests>[0]) => {
    const editor = await editorForTests(t);
    const {status, body} = await editor.inject({url: '/api/editor/openapi.json'});
    assert.equal(status, 200);
    return {...editor, document: body as unknown as OpenApi};
  };

  test('every address of the API is in it, and the other way round', async t => {
    const {document, served} = await read(t);
    const isOfApi = (at: string) =>
      /^\w+ \/(api\/|notebook\/|metadata\/|jobbrowser\/api|desktop\/api|hue\/gist)|^POST \/(jobbrowser|metastore)|metastore\/(databases|tables?)(\/|$)|single_logs|jobs\/:id$/.test(
        at,
      );
    const known = served.filter(isOfApi).map(at => {
      const [method = '', url = ''] = at.split(' ');
      return `${method} ${documentedPath(url)}`.replaceAll(/:(\w+)/g, '{$1}');
    });
    const described = operationsOf(document).map(({at}) =>
      at.replace(/\{names\}$|(?<=^POST .*)\{engine\}$/, '*'),
    );
    assert.ok(served.length > 140, String(served.length));
    assert.deepEqual([...new Set(known)].sort(), described.sort());
  });

  test('names are unique, references lead somewhere, and every part says what it is', async t => {
    const {document} = await read(t);
    const operations = operationsOf(document);
    const ids = operations.map(({operation}) => operation.operationId);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
    const schemas = document.components['schemas'] as Readonly<Record<string, Schema>>;
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    assert.ok(references.length > 50);
    for (const [, name = ''] of references) assert.ok(schemas[name], name);
    const silent: string[] = [];
    const check = (schema: Schema | undefined, place: string): void => {
      if (schema === undefined || schema.$ref !== undefined) return;
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if (member.$ref === undefined && !member.description) silent.push(`${place}.${name}`);
        check(member, `${place}.${name}`);
      }
      for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
        check(inner, place);
    };
    for (const [name, schema] of Object.entries(schemas)) {
      if (!schema.description) silent.push(name);
      check(schema, name);
    }
    for (const {at, operation} of operations) {
      if (!operation.summary || !operation.description) silent.push(at);
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

  test('whoever is not logged in may read it, log in, and nothing else', async t => {
    const {document, inject} = await read(t);
    const open = [];
    for (const {at, operation} of operationsOf(document)) {
      const [method = '', path = ''] = at.split(' ');
      const {status, text} = await inject({
        method: method as 'GET',
        url: path.replaceAll(/\{\w+\}/g, 'x'),
        headers: {'x-requested-with': 'XMLHttpRequest'},
      });
      const isRefused =
        text === '/* login required */' || text.includes('credentials were not provided');
      assert.equal(operation.security !== undefined, !isRefused, `${at} answers ${status}`);
      if (!isRefused) open.push(path);
    }
    assert.deepEqual(open.sort(), [
      '/api/editor/openapi.json',
      '/api/v1/token/auth',
      '/api/v1/token/refresh',
      '/api/v1/token/verify',
    ]);
  });

  test('an answer that is not as declared is noticed', async t => {
    const {document} = await read(t);
    const fits = (body: object) => () =>
      assertFits(document, {method: 'POST', url: '/notebook/api/format/', status: 200, body});
    assert.doesNotThrow(fits({status: 0, formatted_statements: 'SELECT 1'}));
    assert.throws(fits({status: 0}), /formatted_statements is missing/);
    assert.throws(fits({status: 0, formatted_statements: 5}), /is no string/);
    assert.throws(fits({status: 0, formatted_statements: '', more: 1}), /more is not declared/);
    const names = {method: 'POST', url: '/api/editor/autocomplete/a/b', status: 200};
    assert.throws(
      () => assertFits(document, {...names, body: {status: 0, columns: 'a'}}),
      /columns is no array/,
    );
  });

  test('its page shows every operation, without scripts, to anybody', async t => {
    const {document, inject} = await read(t);
    const {status, text, headers} = await inject({url: '/apidocs/'});
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.doesNotMatch(text, /<script|<[^>]*\s(style|on\w+)=/);
    for (const {operation} of operationsOf(document))
      assert.ok(text.includes(`id="${operation.operationId}"`));
    const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(id), id);
    for (const [, path = ''] of text.matchAll(/href="(\/[^"]+)"/g))
      assert.equal((await inject({url: path})).status, 200, path);
    assert.equal((await inject({url: '/apidocs'})).status, 200);
  });
});
