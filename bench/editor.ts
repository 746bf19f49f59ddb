import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type EditorProcess, startEditorProcess} from '../apps/editor/test/editor-process.ts';
import {measureCompletion} from './completion.ts';
import {load, type Load, perSecond} from './measure.ts';

const queriesPerUser = 5;
const rowsPerQuery = 100_000;
const pageRows = 100;

/**
 * Measures completion as the page's worker does it, and one process of the editor that many people work on at once: each with
 * some open queries on the embedded engine, whose rows they read wherever they happen to scroll to.
 * @returns a table
 */
export async function measureEditor(users: number, seconds: number): Promise<string> {
  const completions = await measureCompletion(seconds);
  const lines = completions.map(([name, {p50, p95, p99}]) => `| ${name} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | |`);
  lines.push(...(await measureUsers(users, seconds)));
  return [
    '| editor | 50 % ms | 95 % ms | 99 % ms | |',
    '|---|---:|---:|---:|---|',
    ...lines,
    '',
    `Completion: a statement of 5 kB, 30,000 tables. Users: ${users} with ${queriesPerUser} open queries of ` +
      `${rowsPerQuery.toLocaleString('en')} rows each, on the embedded engine.`,
  ].join('\n');
}

async function measureUsers(users: number, seconds: number): Promise<readonly string[]> {
  const data = await mkdtemp(join(tmpdir(), 'gazetteer-bench-'));
  const names = Array.from({length: users}, (_, n) => `user${n}`);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  await writeFile(
    join(data, 'users-credentials.properties'),
    names.map(name => `${name}=ANALYST::${sha256(name)}\n`).join(''),
  );
  const editor = await startEditorProcess(['editor', '--data', data]);
  try {
    const started = await load(users, {seconds: 600, maxCalls: users * queriesPerUser}, n =>
      startQuery(editor, names, n),
    );
    const last = rowsPerQuery - 1;
    const fetched = await load(users, {seconds: 600, maxCalls: uuids.length}, n => readRows(editor, names, n, last, 1));
    const read = await load(users, {seconds}, n => readPage(editor, names, n));
    const rate = (measured: Load) => `${Math.round(perSecond(measured)).toLocaleString('en')}/s`;
    return [
      row('query, from sending it to the first 100 rows', started, rate(started)),
      row(
        'the last row of a result, for which all are fetched',
        fetched,
        `${Math.round(perSecond(fetched, rowsPerQuery)).toLocaleString('en')} rows/s`,
      ),
      row('100 rows anywhere in a result', read, `${rate(read)}, then ${await memoryOf(editor)} MiB`),
    ];
  } finally {
    await editor.stop();
    await rm(data, {recursive: true, force: true});
  }
}

/** By user and number; filled by `startQuery`. */
const uuids: string[] = [];

async function startQuery(editor: EditorProcess, names: readonly string[], n: number): Promise<void> {
  const user = names[n % names.length] ?? '';
  const statement = `SELECT i, i * ${n} AS product, 'text ' || i AS text, i / 7.0 AS part FROM range(${rowsPerQuery}) t(i)`;
  const {history_uuid: uuid} = await ask(editor, user, '/api/editor/execute/duckdb', {statement});
  const id = String(uuid);
  for (;;) {
    const {query_status} = await ask(editor, user, '/api/editor/check_status', {operationId: id});
    const {status} = query_status as {status: string};
    if (status === 'available') break;
    if (!['starting', 'waiting', 'running'].includes(status)) throw new Error(`a query is ${status}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  await ask(editor, user, `/api/v1/results/${id}/rows?from=0&count=${pageRows}`);
  uuids[n] = id;
}

async function readPage(editor: EditorProcess, names: readonly string[], n: number): Promise<void> {
  // Steps with no factor in common with the number of rows come to every place in turn.
  const from = (n * 7919 * pageRows) % (rowsPerQuery - pageRows);
  await readRows(editor, names, n, from, pageRows);
}

async function readRows(
  editor: EditorProcess,
  names: readonly string[],
  n: number,
  from: number,
  count: number,
): Promise<void> {
  const place = n % uuids.length;
  const path = `/api/v1/results/${uuids[place]}/rows?from=${from}&count=${count}`;
  const {rows} = await ask(editor, names[place % names.length] ?? '', path);
  if ((rows as readonly (readonly unknown[])[])[0]?.[0] !== from) throw new Error(`other rows than those at ${from}`);
}

async function ask(
  editor: EditorProcess,
  user: string,
  path: string,
  body?: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(editor.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`},
    ...(body !== undefined && {body: new URLSearchParams(body)}),
  });
  const found = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok || ((found['status'] as number | undefined) ?? 0) !== 0) throw new Error(JSON.stringify(found));
  return found;
}

/** Of the editor's own process, without the engine's. */
async function memoryOf({pid}: EditorProcess): Promise<string> {
  const kib = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kib === undefined ? 'unknown' : Math.round(Number(kib) / 1024).toLocaleString('en');
}

function row(name: string, {p50, p95, p99}: Load, more: string): string {
  return `| ${name} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${more} |`;
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
