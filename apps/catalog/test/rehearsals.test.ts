// ?dryRun=true on every route that there is: whatever changes something rehearses it or refuses to.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {FastifyInstance} from 'fastify';
import type {Caller} from '../src/caller.ts';
import {operations, type OperationName} from '../src/server/operations.ts';
import {catalogDocument} from '../src/server/routes.ts';
import {hostOver} from './host-over.ts';
import {catalogOver} from './catalog-over.ts';
import {admin} from './client.ts';

type Ran = {readonly name: OperationName; readonly isRehearsal: boolean};
type Document = Record<
  string,
  Record<string, {parameters?: {name: string}[]; requestBody?: {content: object}}>
>;

const all = Object.entries(catalogDocument().paths as Document).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, {parameters = [], requestBody}]) => ({
    method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
    path,
    isRehearsed: parameters.some(one => one.name === 'dryRun'),
    isForm: Object.keys(requestBody?.content ?? {}).includes('multipart/form-data'),
  })),
);
const form =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n--x\r\n' +
  'content-disposition: form-data; name="data"; filename="a.zip"\r\n\r\nPK\r\n--x--\r\n';
const bodies = ['{}', '[]', '"x"'];
const parameters = 'startTime=2030-01-31T00:00:00.000Z&all=true&guid=1&type=a&property=b&value=c';

/**
 * Saved after a process has checked them, which the host here knows no source for:
 * `apps/sources.real.test.ts`.
 */
const checkedFirst = new Set(['POST /v2/sources', 'PUT /v2/sources/{name}']);

/** What a catalog runs for a request, without doing it. */
async function recorder(t: Parameters<typeof catalogOver>[0]) {
  let ran: Ran[] = [];
  const app: FastifyInstance = await catalogOver(
    t,
    hostOver((name, {isCatalog, isDryRun = false}: Caller) => {
      // What the catalog does in the background is no part of a request, and nothing here ever has
      // an end for it.
      if (isCatalog === true) return new Promise(() => undefined);
      ran.push({name: name as OperationName, isRehearsal: isDryRun});
      return Promise.resolve(
        '{"ids":[1],"scanned":1,"broken":[{"id":1,"guid":"g","issues":["x"]}],"fixes":true}',
      );
    }),
  );
  return async ({method, path, isForm}: (typeof all)[number], query: string, body: string) => {
    ran = [];
    const answer = await app.inject({
      method,
      url: `/api/meta${path.replace('{topicName}', 'ATLAS_HOOK').replace(/\{\w+\}/g, '1')}?${parameters}&${query}`,
      headers: {
        authorization: admin,
        'content-type': isForm ? 'multipart/form-data; boundary=x' : 'application/json',
      },
      ...(method === 'GET' ? {} : {payload: isForm ? form : body}),
    });
    return {status: answer.statusCode, text: answer.body, ran};
  };
}

const isWrite = ({name}: Ran) => operations[name].on === 'writer';

for (const query of [
  'dryRun=true',
  'dryRun=TRUE',
  'dryRun=true&dryRun=false',
  'dryRun=false&dryRun=true',
  'dryrun=true',
]) {
  test(`with ${query} no route changes anything`, async t => {
    const send = await recorder(t);
    for (const route of all) {
      const at = `${route.method} ${route.path}`;
      for (const body of bodies) {
        const {status, text, ran} = await send(route, query, body);
        assert.deepEqual(
          ran.filter(one => isWrite(one) && !one.isRehearsal),
          [],
          at,
        );
        if (route.isRehearsed || route.method === 'GET') continue;
        // Either it reads, with operations that cannot write, or it says that it cannot be
        // rehearsed.
        const isRefused = status === 400 && text.includes('cannot be rehearsed with dryRun');
        assert.ok(
          isRefused ? ran.length === 0 : ran.length > 0,
          `${at} answered ${status} ${text}`,
        );
      }
    }
  });
}

test('without it, the same requests change something', async t => {
  const send = await recorder(t);
  const unchanged = [];
  for (const route of all.filter(one => one.isRehearsed)) {
    if (checkedFirst.has(`${route.method} ${route.path}`)) continue;
    const answers = [];
    for (const body of bodies) answers.push(await send(route, 'dryRun=false', body));
    if (!answers.some(({ran}) => ran.some(one => isWrite(one) && !one.isRehearsal)))
      unchanged.push(route.path);
  }
  assert.deepEqual(unchanged, []);
});

test('a dryRun that is neither true nor false is refused by whatever changes something', async t => {
  const send = await recorder(t);
  for (const route of all.filter(one => one.isRehearsed)) {
    for (const query of ['dryRun', 'dryRun=yes', 'dryRun=true&dryRun=1']) {
      const {status, ran} = await send(route, query, '[]');
      assert.deepEqual([status, ran], [400, []], `${route.method} ${route.path}?${query}`);
    }
  }
});
