// Every operation of the Atlas API is served, or docs/api.md says why it is not.
// What the reference counts is counted under its names.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {errorTable} from '@gazetteer/model';
import {referenceMetrics} from '../src/admin/reference-metrics.ts';
import {failuresOf} from '../src/api/failures.ts';
import {catalogDocument, catalogRoutes} from '../src/server/routes.ts';
import examples from '../src/api/examples.json' with {type: 'json'};
import {documented, referenceOperations} from './reference-operations.ts';

const withoutNames = (operation: string) => operation.replace(/\{\w+\}/g, '{}');
const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'api.md');

test('every operation of the reference is served or left out for a reason that is written down', async () => {
  const [, table = ''] = (await readFile(page, 'utf8')).split('## What is not served');
  const leftOut = Array.from(table.matchAll(/^\| `([A-Z]+ [^`]+)` \| \S/gm), ([, operation = '']) =>
    withoutNames(operation),
  );
  const served = new Set(
    Object.entries(catalogDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => withoutNames(`${method.toUpperCase()} ${path}`)),
    ),
  );
  assert.equal(new Set(referenceOperations).size, 185);
  const missing = referenceOperations.filter(one => !served.has(one));
  assert.deepEqual(missing.sort(), leftOut.sort());
});

/** `api-examples.test.ts` holds the examples against what is answered. */
test('each operation of the reference answers with the status and the members that it documents', () => {
  const answered = new Map(
    Object.entries(examples as Record<string, {status: number; answer?: unknown}>).map(
      ([operation, one]) => [withoutNames(operation), one],
    ),
  );
  const wrong = documented.filter(({operation, status, answer}) => {
    const ours = answered.get(operation);
    return ours?.status !== status || !isAnswer(answer, ours.answer);
  });
  assert.deepEqual(
    wrong.map(({operation, answer}) => [operation, answer, answered.get(operation)]),
    [],
  );
});

function isAnswer(documented: readonly string[], ours: unknown): boolean {
  const isObject = typeof ours === 'object' && ours !== null && !Array.isArray(ours);
  switch (documented.join(' ')) {
    case 'none':
    case 'file':
      return ours === undefined;
    case 'text':
      return typeof ours === 'string' && ours !== '';
    case 'boolean':
      return typeof ours === 'boolean';
    case 'list':
      return Array.isArray(ours);
    case 'map':
      return isObject;
    default:
      return isObject && documented.every(name => name in ours);
  }
}

test('why an operation of the reference is refused with an error of our own is written down', async () => {
  const [, refusals = ''] = (await readFile(page, 'utf8')).split('## Where it refuses more');
  const own = new Set(
    catalogRoutes
      .filter(({method, path}) => referenceOperations.includes(withoutNames(`${method} ${path}`)))
      .flatMap(({errors = []}) => errors.map(kind => errorTable[kind][0]))
      .filter(code => code.startsWith('GAZETTEER')),
  );
  const explained = (code: string) =>
    new RegExp(`^\\|.*\\|.*\\b${code}\\b.*\\| \\S`, 'm').test(refusals);
  assert.ok(own.size > 3);
  assert.deepEqual(
    [...own].filter(code => !explained(code)),
    [],
  );
});

test('errors that are said to refuse more are declared by an operation', async () => {
  const [, refusals = ''] = (await readFile(page, 'utf8')).split('## Where it refuses more');
  const [table = ''] = refusals.split('## What is added');
  const declared = new Set(
    catalogRoutes.flatMap(route => failuresOf(route).map(one => one.description)),
  );
  const named = Array.from(
    table.matchAll(/`((?:ATLAS|GAZETTEER)-[\w-]+)`/g),
    ([, code = '']) => code,
  );
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter(code => ![...declared].some(one => one.includes(`${code}:`))),
    [],
  );
});

test('what is counted under a name of the reference is served', () => {
  const served = new Set(
    Object.entries(catalogDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    ),
  );
  assert.deepEqual(
    [...referenceMetrics.keys()].filter(at => !served.has(at)),
    [],
  );
  // Lineage with and without a body is one method there.
  assert.equal(new Set(referenceMetrics.values()).size, referenceMetrics.size - 1);
});
