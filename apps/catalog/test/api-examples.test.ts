// The examples of the API document are what a catalog answers. `GAZETTEER_RECORD=1 npm test --
// api-examples` records them anew.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import type {Example} from '../src/api/code-samples.ts';
import type {OpenApi} from '@gazetteer/kernel/http';
import {catalogDocument} from '../src/server/routes.ts';
import {misfits, type Schema} from '../../../packages/kernel/test/misfits.ts';
import {ExampleWorld, type Recorded} from './api-examples-world.ts';
import {startFreshCatalog} from './server-fixture.ts';

const file = join(import.meta.dirname, '..', 'src', 'api', 'examples.json');
/** What they answer depends on what the server did at that moment. */
const changing =
  /^GET \/(admin\/(stack|debug\/metrics|prometheus|metrics|activeSearches|tasks)|openapi\.json|v2\/search\/explain)/;

test('every operation has an example, and answers in its shape', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'api-examples-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const args = [
    '--webhook-allow-private',
    '--metrics-schedule',
    '* * * * * *',
    '--set',
    `atlas.import.allowed.directory=${folder}`,
  ];
  const server = await startFreshCatalog({args});
  t.after(() => server.stop());
  const world = new ExampleWorld(`${server.url}/api/meta`, folder);
  await world.run();
  if (process.env['GAZETTEER_RECORD'] !== undefined)
    await writeFile(file, textOf(world.recorded, folder));

  const examples = JSON.parse(await readFile(file, 'utf8')) as Record<string, Example>;
  const operations = Object.entries(catalogDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(Object.keys(examples).sort(), operations.sort());
  const document = catalogDocument();
  const wrong = Array.from(world.recorded, ([operation, {status, answer}]) => {
    const schema = schemaOf(document, operation, status);
    return schema === undefined || answer === undefined
      ? []
      : misfits(document, schema, answer, operation);
  }).flat();
  assert.deepEqual(wrong, []);

  const now = JSON.parse(textOf(world.recorded, folder)) as Record<string, Example>;
  for (const [operation, {status, answer}] of Object.entries(examples)) {
    assert.equal(now[operation]?.status, status, operation);
    if (changing.test(operation)) continue;
    assert.deepEqual(
      shapeOf(now[operation]?.answer),
      shapeOf(answer),
      `${operation}: GAZETTEER_RECORD=1 records anew`,
    );
  }
});

/**
 * Guids and times are different in each run; in the file they are the same, so that only real
 * differences show.
 */
function textOf(recorded: ReadonlyMap<string, Recorded>, folder: string): string {
  const guids = new Map<string, string>();
  const text = JSON.stringify(
    Object.fromEntries(Array.from(recorded, ([key, one]) => [key, shortened(one)])),
    null,
    1,
  );
  const stable = text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, guid => {
      const known =
        guids.get(guid) ?? `0198f0c2-7a00-7000-8000-${String(guids.size + 1).padStart(12, '0')}`;
      guids.set(guid, known);
      return known;
    })
    .replaceAll(folder, '/data/landing')
    .replace(/gzt_[\w-]+/g, 'gzt_…')
    .replace(/\b1[6-9]\d{11}\b/g, '1767225600000');
  return `${stable}\n`;
}

function shortened({request, status, answer}: Recorded): object {
  const form = Object.entries(request.form ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : {file: value.file},
  ]);
  const sent =
    request.form === undefined ? request : {...request, form: Object.fromEntries(form) as object};
  const isDocument = typeof answer === 'object' && answer !== null && 'openapi' in answer;
  return {
    request: sent,
    status,
    ...(answer === undefined || isDocument ? {} : {answer: short(answer)}),
  };
}

function short(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 400 ? `${value.slice(0, 400)}…` : value;
  if (Array.isArray(value)) return value.slice(0, 2).map(short);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.slice(0, 25).map(([name, one]) => [name, short(one)]));
}

/** Which members there are and of what kind, without what differs from run to run. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  const members = Object.entries(value).map(([name, one]) => [
    /^[0-9a-f-]{36}/.test(name) ? '{guid}' : name,
    shapeOf(one),
  ]);
  return Object.fromEntries(members) as unknown;
}

/** Of a JSON answer with this status; no other has one. */
function schemaOf({paths}: OpenApi, operation: string, status: number): Schema | undefined {
  const [method = '', path = ''] = operation.split(' ');
  const declared = paths[path]?.[method.toLowerCase()] as unknown as {
    readonly responses: Readonly<
      Record<string, {readonly content?: Readonly<Record<string, {readonly schema: Schema}>>}>
    >;
  };
  return declared.responses[String(status)]?.content?.['application/json']?.schema;
}
