import assert from 'node:assert/strict';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {HiveEngine, type HiveEngineOptions} from '../src/engine/hive-engine.ts';
import {queryOnce} from '../src/engine/query-once.ts';
import type {QueryServerRecord} from '../src/engine/query-server-record.ts';
import type {SqlEngine} from '../src/engine/sql-engine.ts';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

type Column = {source: string; name: string; type: string; isLeftOut?: boolean};
type Load = {
  uuid: string;
  phase: string;
  rows?: number;
  message?: string;
  statement?: string;
  totalBytes: number;
};

export const limits = {maxRows: 100, timeoutMs: 120_000};

/** What is configured: properties of the HDFS cluster, who may log in, engines beside DuckDB. */
export type ImportsOptions = {
  readonly cluster: string;
  readonly users: readonly string[];
  readonly engines: readonly (Pick<HiveEngineOptions, 'id' | 'login'> & {
    readonly record: QueryServerRecord;
  })[];
};

/**
 * An editor whose embedded engine's files become tables of other engines by way of HDFS. Where nobody
 * is named, the first of the users asks.
 */
export async function openImports(t: TestContext, {cluster, users, engines}: ImportsOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-cluster-imports-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
  const [user = ''] = users;
  const all = new Map<string, SqlEngine>();
  const editor = await editorForTests(
    t,
    log => {
      const duckdb = duckDbForTests(folder, log);
      t.after(async () => duckdb.kill());
      all.set('duckdb', duckdb);
      for (const {id, record, login} of engines) {
        const usual = {displayName: id, dialect: id, timeoutMs: 120_000, log};
        all.set(id, new HiveEngine({...usual, id, login, record: async () => record}));
      }
      return all;
    },
    Object.fromEntries(users.map(name => [name, 'A'])),
    `[hadoop]\n[[hdfs_clusters]]\n[[[default]]]\n${cluster}`,
  );
  const files = (name: string) => join(folder, 'people', name, 'files');
  const put = async (path: string, bytes: string, name = user) => {
    await mkdir(files(name), {recursive: true});
    await writeFile(join(files(name), path), bytes);
  };
  const rowsOf = async (type: string, sql: string) => {
    const engine = all.get(type);
    assert.ok(engine);
    return await editor.editor.pool.use(
      engine,
      {name: user},
      async session => (await queryOnce(session, sql, limits)).rows,
    );
  };
  const guessed = async (path: string, format: string, types: object = {}, name = user) => {
    const given = {engine: 'duckdb', path, format};
    const {status, body, text} = await asUser(editor, name)('POST', '/api/v1/imports/guess', given);
    assert.equal(status, 200, text);
    const {file, columns} = body as unknown as {file: object; columns: Column[]};
    const wanted: Readonly<Record<string, string>> = {...types};
    return {
      engine: 'duckdb',
      file,
      columns: columns.map(one => ({
        ...one,
        type: wanted[one.source] ?? (format === 'csv' ? one.type : ''),
      })),
    };
  };
  const loaded = async (body: object, name = user) => {
    const ask = asUser(editor, name);
    const begun = await ask('POST', '/api/v1/imports/loads', {database: 'default', ...body});
    assert.equal(begun.status, 200, begun.text);
    const found = async () => {
      const {loads} = (await ask('GET', '/api/v1/imports/loads')).body as unknown as {
        loads: Load[];
      };
      return loads.find(({uuid}) => uuid === begun.body['uuid']) ?? assert.fail('it is gone');
    };
    // Statement after statement: a busy server takes its time for each of them.
    for (let seen = await found(); ;) {
      if (!['reading', 'sending', 'running'].includes(seen.phase)) return seen;
      const {phase, statement} = seen;
      seen = await soon(async () => {
        const now = await found();
        assert.notDeepEqual([now.phase, now.statement], [phase, statement]);
        return now;
      });
    }
  };
  return {editor, put, rowsOf, guessed, loaded, files};
}
