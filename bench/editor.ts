import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startEditorProcess} from '../apps/editor/test/editor-process.ts';
import {measureCompletion} from './completion.ts';
import {EditorClient} from './editor-client.ts';
import {load, type Load, perSecond} from './measure.ts';
import {measureResults} from './results.ts';

const queriesPerUser = 5;
const rowsPerQuery = 100_000;
const pageRows = 100;

/**
 * Measures completion as the page's worker does it, and one process of the editor that many people
 * work on at once: each with some open queries on the embedded engine, whose rows they read
 * wherever they happen to scroll to. Then one with a large result.
 * @param rows of that result
 * @returns tables
 */
export async function measureEditor(users: number, seconds: number, rows: number): Promise<string> {
  const completions = await measureCompletion(seconds);
  const lines = completions.map(
    ([name, {p50, p95, p99}]) => `| ${name} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | |`,
  );
  lines.push(...(await measureUsers(users, seconds)));
  return [
    '| editor | 50 % ms | 95 % ms | 99 % ms | |',
    '|---|---:|---:|---:|---|',
    ...lines,
    '',
    `Completion: a statement of 5 kB, 30,000 tables. Users: ${users} with ${queriesPerUser} open queries of ` +
      `${rowsPerQuery.toLocaleString('en')} rows each, on the embedded engine.`,
    '',
    await measureResults(rows),
  ].join('\n');
}

async function measureUsers(users: number, seconds: number): Promise<readonly string[]> {
  const data = await mkdtemp(join(tmpdir(), 'gazetteer-bench-'));
  const names = Array.from({length: users}, (_, n) => `user${n}`);
  await writeFile(join(data, 'users-credentials.properties'), EditorClient.credentials(names));
  const editor = await startEditorProcess(['editor', '--data', data]);
  const clients = names.map(name => new EditorClient(editor, name));
  const uuids: string[] = [];
  const readRows = async (n: number, from: number, count: number) => {
    const place = n % uuids.length;
    await clients[place % users]?.rows(uuids[place] ?? '', from, count);
  };
  try {
    const started = await load(users, {seconds: 600, maxCalls: users * queriesPerUser}, async n => {
      const client = clients[n % users];
      const uuid = (await client?.run(querySql(n))) ?? '';
      await client?.rows(uuid, 0, pageRows);
      uuids[n] = uuid;
    });
    const fetched = await load(users, {seconds: 600, maxCalls: uuids.length}, n =>
      readRows(n, rowsPerQuery - 1, 1),
    );
    // Steps with no factor in common with the number of rows come to every place in turn.
    const read = await load(users, {seconds}, n =>
      readRows(n, (n * 7919 * pageRows) % (rowsPerQuery - pageRows), pageRows),
    );
    const rate = (measured: Load) => `${Math.round(perSecond(measured)).toLocaleString('en')}/s`;
    return [
      row('query, from sending it to the first 100 rows', started, rate(started)),
      row(
        'the last row of a result, for which all are fetched',
        fetched,
        `${Math.round(perSecond(fetched, rowsPerQuery)).toLocaleString('en')} rows/s`,
      ),
      row(
        '100 rows anywhere in a result',
        read,
        `${rate(read)}, then ${await clients[0]?.memory('VmRSS')} MiB`,
      ),
    ];
  } finally {
    await editor.stop();
    await rm(data, {recursive: true, force: true});
  }
}

function querySql(n: number): string {
  return `SELECT i, i * ${n} AS product, 'text ' || i AS text, i / 7.0 AS part FROM range(${rowsPerQuery}) t(i)`;
}

function row(name: string, {p50, p95, p99}: Load, more: string): string {
  return `| ${name} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${more} |`;
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
