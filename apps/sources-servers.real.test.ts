// Engines of the editor that are servers of Hive and of Spark, as sources of the catalog beside it.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {needs, start, type RunningServer} from '../packages/thrift/test/servers/start.ts';
import {ask} from './catalog/test/client.ts';
import {configuredEditor, interpreter} from './editor/test/configured-editor.ts';
import {startEditorProcess} from './editor/test/editor-process.ts';
import {engineForTests, recordFor, rowsOf} from './editor/test/sql-fixture.ts';

type Run = {
  guid: string;
  status: string;
  created: {count: number};
  changed: {count: number};
  deleted: {count: number; names: string[]};
  problems: string[];
};
type Named = {displayText: string};
type Entity = {
  guid: string;
  attributes: Record<string, unknown>;
  relationshipAttributes: {columns?: Named[]; partitionKeys?: Named[]};
  customAttributes?: Record<string, string>;
};

const servers = [
  {
    engine: 'hive',
    section: 'beeswax',
    prefix: 'hive',
    file: 'hive.sh',
    args: ['none', 'binary'],
    login: {},
    skip: needs('.cache/hive/complete', 'packages/thrift/test/servers/fetch-hive.sh to have run'),
    table: `create table sold (id bigint comment 'Key', amount decimal(10,2)) comment 'What was sold' partitioned by (day date)`,
  },
  {
    engine: 'sqlalt',
    section: 'sqlalt',
    prefix: 'sql',
    file: 'spark.sh',
    args: ['binary'],
    login: {flavour: 'spark', impersonationEnabled: false},
    skip: needs('.cache/spark/bin', 'pip install pyspark==3.5.6'),
    table: `create table sold (id bigint comment 'Key', amount decimal(10,2), day date) using parquet partitioned by (day) comment 'What was sold'`,
  },
] as const;

for (const {engine, section, prefix, file, args, login, skip, table} of servers) {
  suite(`the engine ${engine} as a source`, {skip}, () => {
    const clean: (() => Promise<unknown>)[] = [];
    let server: RunningServer;
    let catalog = '';

    /** Past the editor, which would tell the catalog what was written. */
    const run = async (...statements: readonly string[]): Promise<void> => {
      const record = recordFor(server.port, {server_name: engine, dialect: engine});
      const {engine: past, pool} = engineForTests(record, login);
      try {
        await using lease = await pool.lease(past, {name: 'ada'});
        for (const sql of statements) await rowsOf(lease.session, sql);
      } finally {
        await pool.stop();
      }
    };

    before(async () => {
      server = await start(file, args);
      clean.push(() => server.stop());
      const ini = `[${section}]\n${prefix}_server_host=localhost\n${prefix}_server_port=${server.port}\n${interpreter(engine)}`;
      const site = {'hive.server2.authentication': 'NONE'};
      const t = {after: (work: () => Promise<void>) => void clean.push(work)};
      const {data} = await configuredEditor(t, ini, site);
      const where = ['--data', data, '--config-dir', join(data, 'conf')];
      const both = await startEditorProcess(['--http-port', '0', ...where]);
      clean.push(() => both.stop());
      catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
      await run(table, 'create view best as select s.id, s.amount total from sold s');
    });
    after(async () => {
      for (const work of clean.toReversed()) await work();
    });

    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await ask(`${catalog}/api/meta/v2${path}`, {method, body});
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json as T;
    };
    const entity = async (typeName: string, name: string): Promise<Entity> => {
      const path = `/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${name}@primary`;
      return (await call<{entity: Entity}>('GET', path)).entity;
    };
    const read = async (): Promise<Run> => {
      const {guid} = await call<Run>('POST', '/sources/mine/runs');
      return await soon(async () => {
        const run = await call<Run>('GET', `/sources/runs/${guid}`);
        assert.ok(!['PENDING', 'IN_PROGRESS'].includes(run.status), run.status);
        return run;
      });
    };
    const changes = ({status, problems, created, changed, deleted}: Run) => [
      status,
      problems,
      created.count,
      changed.count,
      deleted.names,
    ];

    test('tables with columns, keys and comments come in, and views with their lineage; a second reading changes nothing', async () => {
      const config = {engine, databases: ['default']};
      await call('POST', '/sources', {name: 'mine', type: 'editor-engine', config});
      assert.deepEqual(changes(await read()), ['COMPLETE', [], 2, 0, []]);
      const sold = await entity('hive_table', 'default.sold');
      assert.deepEqual(
        [sold.attributes['comment'], sold.customAttributes?.['source']],
        ['What was sold', 'mine'],
      );
      const namesOf = (list: readonly Named[] = []) => list.map(one => one.displayText);
      const {columns, partitionKeys} = sold.relationshipAttributes;
      assert.deepEqual([namesOf(columns), namesOf(partitionKeys)], [['id', 'amount'], ['day']]);
      const amount = await entity('hive_column', 'default.sold.amount');
      assert.equal(amount.attributes['type'], 'decimal(10,2)');
      const total = await entity('hive_column', 'default.best.total');
      const {guidEntityMap} = await call<{
        guidEntityMap: Record<string, {typeName: string; displayText: string}>;
      }>('GET', `/lineage/${total.guid}?direction=INPUT`);
      const from = Object.values(guidEntityMap).filter(one => one.typeName === 'hive_column');
      assert.deepEqual(from.map(one => one.displayText).toSorted(), ['amount', 'total']);
      assert.deepEqual(changes(await read()), ['COMPLETE', [], 0, 0, []]);
    });

    test('what is dropped goes', async () => {
      await run('drop view best');
      assert.deepEqual(changes(await read()), ['COMPLETE', [], 0, 0, ['default.best@primary']]);
    });
  });
}
