import {execFile} from 'node:child_process';
import {copyFile, mkdtemp, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {startEditorProcess} from '../apps/editor/test/editor-process.ts';
import {EditorClient, type Transfer} from './editor-client.ts';
import {load} from './measure.ts';

const formats = ['csv', 'json', 'xlsx', 'parquet', 'arrow'] as const;
const pageRows = 100;
const user = 'ann';

/** A whole number, a text, a double, a decimal and a time. */
function querySql(rows: number): string {
  return `SELECT i AS id, 'customer ' || (i * 7919 % 100000) AS name, i / 7.0 AS part,
    CAST((i % 1000000) / 100.0 AS DECIMAL(12,2)) AS price, TIMESTAMP '2020-01-01 00:00:00' + INTERVAL (i) SECOND AS at
    FROM range(${rows}) t(i)`;
}

/**
 * One large result of the embedded engine: into the spool, read there, asked as a whole, and
 * downloaded in every format by a client that counts the bytes. Beside it what this machine does
 * with the same rows and no editor.
 * @returns a table
 */
export async function measureResults(rows: number): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'gazetteer-bench-'));
  await writeFile(join(data, 'users-credentials.properties'), EditorClient.credentials([user]));
  const table = new Table(rows);
  const engine = await withoutEditor(data, rows);
  const editor = await startEditorProcess(['editor', '--data', data]);
  try {
    const client = new EditorClient(editor, user);
    const begin = performance.now();
    const uuid = await client.run(querySql(rows));
    await client.rows(uuid, 0, pageRows);
    table.times('from sending it to the first 100 rows', performance.now() - begin);
    table.rate(
      'all of them into the spool',
      await client.transfer(async () => (await client.rows(uuid, rows - 1, 1), 0)),
    );
    table.rate('… read from the engine and thrown away', {seconds: engine['read'] ?? NaN});
    table.rate(
      '… the file of the spool copied',
      await copied(join(data, 'editor', 'results', uuid), join(data, 'copy')),
    );
    const paged = await load(1, {seconds: 3}, n =>
      client.rows(uuid, (n * 7919 * pageRows) % (rows - pageRows), pageRows),
    );
    table.times('100 rows anywhere: 50 %, 99 % of the reads', paged.p50, paged.p99);
    await measureQuestions(client, uuid, table);
    for (const format of formats) {
      table.rate(
        `download as ${format}`,
        await client.transfer(() => client.download(uuid, format)),
      );
      if (engine[format] !== undefined)
        table.rate(`… ${format} by COPY of DuckDB itself`, {seconds: engine[format]});
    }
  } finally {
    await editor.stop();
    await rm(data, {recursive: true, force: true});
  }
  return table.markdown();
}

/** The first question makes a table of the result; those behind it are asked of that. */
async function measureQuestions(client: EditorClient, uuid: string, table: Table): Promise<void> {
  const questions = {
    'made a table to be asked, and sorted by the decimal': {sort: [{column: 3, descending: true}]},
    'sorted by the text': {sort: [{column: 1}]},
    'sorted so again, 100 rows elsewhere': {sort: [{column: 1}], from: 5000},
    'filtered by the double': {filter: [{column: 2, operator: 'gt', value: '1000'}]},
    'searched for a word': {search: 'customer 777'},
  };
  for (const [name, body] of Object.entries(questions)) {
    const begin = performance.now();
    await client.ask(uuid, {count: pageRows, ...body});
    table.times(name, performance.now() - begin);
  }
}

async function withoutEditor(
  folder: string,
  rows: number,
): Promise<Readonly<Record<string, number>>> {
  const script = join(import.meta.dirname, 'duckdb-copy.ts');
  const {stdout} = await promisify(execFile)(process.execPath, [script, folder, querySql(rows)]);
  return JSON.parse(stdout) as Record<string, number>;
}

async function copied(from: string, to: string): Promise<Transfer> {
  const begin = performance.now();
  await writeFile(to, await readFile(from));
  await copyFile(to, `${to}2`);
  const seconds = (performance.now() - begin) / 1000;
  return {seconds, bytes: (await stat(to)).size};
}

/** Prints each line as it comes. */
class Table {
  readonly #rows: number;
  readonly #lines: string[] = [];

  constructor(rows: number) {
    this.#rows = rows;
  }

  rate(
    name: string,
    {seconds, bytes = 0, peakMiB}: Partial<Transfer> & Pick<Transfer, 'seconds'>,
  ): void {
    const perSecond = Math.round(this.#rows / seconds).toLocaleString('en');
    this.#line(
      name,
      `${perSecond} rows/s`,
      bytes === 0 ? '' : String(Math.round(bytes / 2 ** 20)),
      peakMiB ?? '',
    );
  }

  times(name: string, ...ms: readonly number[]): void {
    this.#line(name, ms.map(one => `${one.toFixed(one < 10 ? 1 : 0)} ms`).join(', '), '', '');
  }

  markdown(): string {
    const head = `| ${this.#rows.toLocaleString('en')} rows of 5 columns | | MiB | peak memory of the editor, MiB |`;
    return [head, '|---|---:|---:|---:|', ...this.#lines].join('\n');
  }

  #line(name: string, ...cells: readonly string[]): void {
    console.log(name.padEnd(60), cells.join('  '));
    this.#lines.push(`| ${[name, ...cells].join(' | ')} |`);
  }
}
