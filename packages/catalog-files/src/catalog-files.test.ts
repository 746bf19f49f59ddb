import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {catalogFiles} from './catalog-files.ts';

/** What a catalog without anything answers; one that has become full refuses the second source. */
const answers: Readonly<Record<string, unknown>> = {
  'GET /v2/types/typedefs': {},
  'GET /v2/glossary': [],
  'GET /v2/sources': {sources: []},
  'GET /v2/sources/types': {types: [{type: 'files', keys: []}]},
  'POST /v2/batch': {changes: {}},
  'POST /v2/sources': {},
};

test('what was applied before a source failed is told and noted', async t => {
  let saved = 0;
  const server = createServer((request, reply) => {
    const {pathname, searchParams} = new URL(request.url ?? '', 'http://localhost');
    const called = `${request.method} ${pathname.replace('/api/atlas', '')}`;
    const isSaved = called === 'POST /v2/sources' && !searchParams.has('dryRun');
    reply.statusCode = isSaved && ++saved === 2 ? 409 : 200;
    reply.end(JSON.stringify(answers[called] ?? {errorMessage: called}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
  t.after(async () => {
    server.close();
    await rm(folder, {recursive: true});
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(
    join(folder, 'all.yaml'),
    `types: {classificationDefs: [{name: PII}]}
sources: [{name: a, type: files}, {name: b, type: files}, {name: c, type: files}]
`,
  );
  const complaints: string[] = [];
  const applying = catalogFiles({
    argv: ['apply', folder, '--url', url],
    env: {},
    print: () => {},
    complain: line => void complaints.push(line),
    signal: new AbortController().signal,
  });
  await assert.rejects(applying, /refused \/v2\/sources \(409\)/);
  assert.deepEqual(complaints, ['2 of 4 requests were applied; the next apply makes the others']);
  const noted = JSON.parse(await readFile(join(folder, '.applied.json'), 'utf8')) as Record<
    string,
    object
  >;
  assert.deepEqual(Object.keys(noted[url] ?? {}), ['classification type PII', 'source a']);
});
