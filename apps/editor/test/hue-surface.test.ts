// Each call of Hue's surface, as its clients send it, to a server with the embedded engine: what
// comes back has the members that they read.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {type Answer, type EditorForTests, editorForTests} from './editor-fixture.ts';

type Fields = Readonly<Record<string, string>>;
type Step = readonly [call: string, fields: Fields, members: string];

suite("calls of Hue's clients", () => {
  const cleanups: (() => Promise<void>)[] = [];
  let editor: EditorForTests;
  let folder: string;

  before(async () => {
    const t = {after: (work: () => Promise<void>) => void cleanups.unshift(work)};
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-hue-'));
    editor = await editorForTests(
      t,
      log => {
        const engine = duckDbForTests(folder, log);
        t.after(async () => await engine.kill());
        return new Map([['duckdb', engine]]);
      },
      {ada: 'ANALYST', bob: 'ANALYST'},
    );
    for (const sql of [
      'create table trips as select 1 as a, 2 as b',
      'create table "odd ""name" as select 1 as n',
      'create view seen as select * from trips',
    ])
      await run(sql);
  });
  after(async () => {
    for (const work of cleanups) await work();
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  });

  const authorization = `Basic ${Buffer.from('ada:ada').toString('base64')}`;

  async function ask(call: string, fields: Fields | URLSearchParams = {}): Promise<Answer> {
    const [method = 'GET', url = ''] = call.split(' ');
    return await editor.inject({
      method: method as 'GET',
      url,
      headers: {
        authorization,
        ...(method === 'POST' && {'content-type': 'application/x-www-form-urlencoded'}),
      },
      ...(method === 'POST' && {payload: new URLSearchParams(fields as Fields).toString()}),
    });
  }

  async function done(
    call: string,
    fields: Fields | URLSearchParams = {},
  ): Promise<Answer['body']> {
    const {status, body, text} = await ask(call, fields);
    assert.equal(status, 200, `${call}: ${text}`);
    assert.equal(body['status'] ?? 0, 0, `${call}: ${text}`);
    return body;
  }

  /** @returns its id */
  async function run(statement: string): Promise<string> {
    const {history_uuid: id} = await done('POST /api/v1/editor/execute/duckdb', {statement});
    await ended(String(id));
    return String(id);
  }

  async function ended(operationId: string): Promise<void> {
    await soon(async () => {
      const {query_status: found} = await done('POST /api/v1/editor/check_status', {operationId});
      assert.equal((found as {status: string}).status, 'available', JSON.stringify(found));
    });
  }

  const snippet = JSON.stringify({type: 'duckdb', statement: 'select 1'});
  const on = {source_type: 'duckdb'};
  const steps: readonly Step[] = [
    ['POST /api/v1/query/create_notebook', {type: 'duckdb'}, 'notebook'],
    ['POST /api/query/create_notebook/', {type: 'duckdb'}, 'notebook'],
    ['POST /api/v1/editor/create_notebook', {type: 'duckdb'}, 'notebook'],
    ['POST /notebook/api/create_notebook', {type: 'duckdb'}, 'notebook'],
    ['POST /api/v1/editor/create_session', {session: '{"type":"duckdb"}'}, 'session'],
    ['POST /api/v1/query/autocomplete', {snippet}, 'databases'],
    ['POST /api/v1/editor/autocomplete/', {snippet}, 'databases'],
    ['POST /api/v1/editor/autocomplete/main', {snippet}, 'tables_meta'],
    ['POST /api/v1/editor/autocomplete/main/trips', {snippet}, 'columns extended_columns'],
    ['POST /api/v1/editor/autocomplete/main/trips/a', {snippet}, 'name type comment'],
    ['POST /api/v1/editor/autocomplete//', {snippet}, 'tables_meta'],
    ['POST /api/v1/editor/sample/main/trips', {snippet}, 'headers full_headers rows'],
    ['POST /api/v1/editor/describe/main/', on, 'db_name comment location owner_name'],
    ['POST /api/v1/editor/describe/main/trips/', on, 'name cols is_view properties stats'],
    ['POST /api/v1/editor/describe/main/trips/stats/a', on, 'stats'],
    ['POST /api/v1/editor/explain', {snippet}, 'explanation'],
    ['POST /api/v1/editor/format', {statements: 'select 1'}, 'formatted_statements'],
    ['GET /api/v1/editor/get_history?doc_type=duckdb', {}, 'history count'],
    ['GET /api/v1/get_namespaces/duckdb', {}, 'duckdb'],
    ['GET /desktop/api2/context/namespaces/duckdb', {}, 'duckdb'],
    ['GET /api/v1/banners', {}, 'system configured'],
    ['GET /api/v1/connector/types/', {}, 'connectors categories'],
    ['GET /api/v1/connector/instances', {}, 'connectors'],
    ['GET /api/v1/connector/instance/get/duckdb', {}, 'connector'],
    ['POST /api/v1/connector/instance/test', {connector: '{"name": "duckdb"}'}, 'warnings'],
    ['GET /api/v1/iam/users/autocomplete?filter=a', {}, 'users groups'],
    ['GET /api/v1/iam/get_users', {}, 'users'],
    [
      'POST /api/v1/metadata/search/entities_interactive',
      {query_s: '"x"', sources: '["documents"]'},
      'results count',
    ],
    ['POST /desktop/api/search/entities', {query_s: 'x', sources: '["documents"]'}, 'entities'],
    ['GET /desktop/api2/docs/', {}, 'documents count page limit'],
    ['GET /desktop/api2/doc/', {}, 'document children'],
    ['GET /metastore/databases?format=json&source_type=duckdb', {}, 'databases'],
    ['POST /metastore/databases/', on, 'databases'],
    ['GET /metastore/databases/main/metadata?source_type=duckdb', {}, 'data'],
    ['GET /metastore/tables/main?format=json&source_type=duckdb', {}, 'tables table_names'],
    ['GET /metastore/table/main/trips?format=json&source_type=duckdb', {}, 'name cols'],
    ['POST /metastore/table/main/trips', {...on, format: 'json'}, 'name cols is_view'],
    ['GET /metastore/table/main/trips/metadata?source_type=duckdb', {}, 'data'],
    ['POST /api/v1/optimizer/top_tables', {database: 'main'}, 'top_tables'],
    ['POST /metadata/api/optimizer/top_tables/', {database: 'main'}, 'top_tables'],
    ['POST /api/v1/optimizer/top_columns/', {dbTables: '["main.trips"]'}, 'values'],
    ['POST /api/v1/optimizer/top_joins', {dbTables: '["main.trips"]'}, 'values'],
    ['POST /api/v1/optimizer/top_filters', {dbTables: '["main.trips"]'}, 'values'],
    ['POST /api/v1/optimizer/top_aggs', {dbTables: '["main.trips"]'}, 'values'],
    ['POST /api/v1/optimizer/top_databases', {}, 'values'],
    ['POST /api/v1/optimizer/query_risk', {query: '"select 1"'}, 'query_risk'],
    ['POST /notebook/api/optimizer/statement/risk', {snippet}, 'query_complexity'],
    ['POST /api/v1/duckdb/analyze/main/trips', {}, 'history_uuid'],
    ['POST /api/v1/duckdb/analyze/main/trips/a', {}, 'history_uuid'],
  ];
  for (const [call, fields, members] of steps)
    test(call, async () => {
      const body = await done(call, fields);
      for (const member of members.split(' '))
        assert.ok(body[member] !== undefined, `${member} is missing: ${JSON.stringify(body)}`);
    });

  test('get_config has all that clients look for, under each of its addresses', async () => {
    for (const call of [
      'POST /api/v1/get_config',
      'GET /api/v1/get_config/',
      'POST /api/get_config',
      'GET /desktop/api2/get_config',
    ]) {
      const body = await done(call);
      for (const member of 'app_config main_button_action button_actions default_sql_interpreter cluster_type has_computes hue_version hue_config storage_browser importer clusters documents'.split(
        ' ',
      ))
        assert.ok(body[member] !== undefined, member);
      const apps = body['app_config'] as Record<string, {interpreter_names?: string[]} | null>;
      assert.deepEqual(Object.keys(apps).sort(), [
        'browser',
        'catalogs',
        'dashboard',
        'editor',
        'home',
        'scheduler',
        'sdkapps',
      ]);
      assert.deepEqual(apps['editor']?.interpreter_names, ['hive', 'hplsql', 'duckdb']);
    }
  });

  test('people are found by the numbers that sharing takes', async () => {
    const {users} = await done('GET /api/v1/iam/get_users?filter=bo');
    const [bob] = users as {id: number; username: string; groups: number[]}[];
    assert.deepEqual([bob?.username, bob?.groups.length], ['bob', 1]);
    const numbers = encodeURIComponent(`[${bob?.id}, 17]`);
    assert.deepEqual((await done(`GET /api/v1/iam/users?userids=${numbers}`))['users'], [bob]);
  });

  test('tables are described, renamed and dropped by the table browser', async () => {
    const at = 'POST /metastore/table/main/trips';
    const told = await done(`${at}/alter`, {...on, comment: "Ada's \\ trips"});
    assert.deepEqual(told['data'], {name: 'trips', comment: "Ada's \\ trips"});
    const described = await done(at, on);
    assert.equal(described['comment'], "Ada's \\ trips");
    const changed = await done(`${at}/alter_column`, {
      ...on,
      column: 'b',
      new_column_name: 'c d',
      new_column_type: 'bigint',
      comment: 'how many',
    });
    assert.deepEqual(changed['data'], {name: 'c d', type: 'bigint', comment: 'how many'});
    assert.deepEqual((await done(at, on))['cols'], [
      {name: 'a', type: 'integer', comment: ''},
      {name: 'c d', type: 'bigint', comment: 'how many'},
    ]);
    await run('create table extra as select 1 as n');
    await done('POST /metastore/table/main/extra/alter', {...on, new_table_name: 'spare'});
    // What is chosen comes several times, as a form has it.
    const chosen = new URLSearchParams(on);
    for (const name of ['spare', 'odd "name']) chosen.append('table_selection', name);
    await done('POST /metastore/tables/drop/main', chosen);
    const {table_names: left} = await done('POST /metastore/tables/main', on);
    assert.deepEqual(left, ['seen', 'trips']);
    await done(
      'POST /metastore/tables/drop/main',
      new URLSearchParams({...on, 'table_selection[]': 'seen'}),
    );
    assert.deepEqual((await done('POST /metastore/tables/main', on))['table_names'], ['trips']);
    await run('create schema old');
    await done('POST /metastore/databases/drop', {...on, database_selection: '["old"]'});
    assert.ok(
      !((await done('POST /metastore/databases', on))['databases'] as string[]).includes('old'),
    );
    const {history} = await done('GET /api/v1/editor/get_history?doc_type=duckdb&doc_text=schema');
    assert.ok(JSON.stringify(history).includes('DROP SCHEMA'), 'it stands in the history');
  });

  test('what the engine refuses, or cannot do, is told in its words', async () => {
    const refused: readonly (readonly [
      call: string,
      fields: Fields,
      status: number,
      message: RegExp,
    ])[] = [
      ['POST /metastore/tables/drop/main', {...on, table_selection: 'nothing'}, 1, /nothing/],
      ['POST /metastore/tables/drop/main', on, -1, /table_selection/],
      [
        'POST /metastore/tables/drop/main',
        {source_type: 'hplsql', table_selection: 't'},
        5,
        /hplsql/,
      ],
      ['POST /metastore/databases/main/alter', {...on, properties: '{"a": 1}'}, 5, /properties/],
      ['POST /metastore/table/main/trips/alter', on, -1, /new_table_name/],
      ['POST /metastore/table/main/trips/alter_column', {...on, column: 'zz'}, 2, /zz/],
      ['POST /metastore/table/main/trips/partitions', on, 5, /partitions/],
      ['POST /metastore/table/main/trips/partitions/drop', on, 5, /partitions/],
      ['POST /metastore/table/main/trips/load', {...on, path: '/x'}, 5, /load/],
      ['POST /notebook/api/notebook/export_result', {operationId: 'none'}, 2, /Query id/],
      ['POST /metadata/api/catalog/list_tags', {}, 5, /no catalog/],
      ['POST /api/v1/optimizer/predict', {}, -1, /No optimizer/],
      ['POST /api/v1/optimizer/similar_queries', {query: '"select 1"'}, -1, /No optimizer/],
      ['POST /api/v1/optimizer/query_compatibility', {query: 'select 1'}, -1, /No optimizer/],
      ['POST /api/v1/editor/optimizer/statement/similarity', {snippet}, -1, /No optimizer/],
      ['POST /notebook/delete', {notebooks: '[]'}, -1, /notebooks/],
      ['POST /notebook/copy', {notebooks: '[{}]'}, -1, /notebooks/],
    ];
    for (const [call, fields, status, message] of refused) {
      const {status: code, body} = await ask(call, fields);
      assert.deepEqual([code, body['status']], [200, status], `${call} ${JSON.stringify(body)}`);
      assert.match(String(body['message']), message, call);
    }
  });

  test('statements of Hive name partitions, texts and names as Hive reads them', async () => {
    const hive = {source_type: 'hive'};
    const at = 'POST /metastore/table/sales/t';
    await done(`${at}/partitions/drop`, {
      ...hive,
      partition_selection: "day='2024-01-01',`r`='a\\'b'",
    });
    await done(`${at}/load`, {...hive, path: "/user/ada/it's.csv", overwrite: 'true'});
    await done(`${at}/alter`, {...hive, comment: "it's", new_table_name: 'u`v'});
    await done('POST /metastore/databases/sales/alter', {...hive, properties: '{"owner": "ada"}'});
    await done('POST /api/v1/hive/analyze/sales/t/n');
    for (const sql of [
      "ALTER TABLE `sales`.`t` DROP PARTITION (`day`='2024-01-01', `r`='a\\'b')",
      "LOAD DATA INPATH '/user/ada/it\\'s.csv' OVERWRITE INTO TABLE `sales`.`t`",
      "ALTER TABLE `sales`.`t` SET TBLPROPERTIES ('comment'='it\\'s')",
      'ALTER TABLE `sales`.`t` RENAME TO `sales`.`u``v`',
      "ALTER DATABASE `sales` SET DBPROPERTIES ('owner'='ada')",
      'ANALYZE TABLE `sales`.`t` COMPUTE STATISTICS FOR COLUMNS',
    ])
      assert.ok(editor.engine.asked.statements.includes(sql), sql);
    // A value is a text, whatever it looks like.
    await done(`${at}/partitions/drop`, {
      ...hive,
      partition_selection: 'day=1) PURGE; DROP TABLE x',
    });
    assert.equal(
      editor.engine.asked.statements.at(-1),
      "ALTER TABLE `sales`.`t` DROP PARTITION (`day`='1) PURGE; DROP TABLE x')",
    );
    const {body} = await ask(`${at}/partitions/drop`, {...hive, partition_selection: 'all'});
    assert.equal(body['status'], -1);
  });

  test('a result becomes a table, and only where that is asked for', async () => {
    const operationId = await run('select 1 as n union all select 2');
    const made = await done('POST /api/v1/editor/notebook/export_result', {
      operationId,
      format: '"hive-table"',
      destination: 'main.kept',
    });
    await ended(String(made['history_uuid']));
    const {cols} = await done('POST /metastore/table/main/kept', on);
    assert.deepEqual(cols, [{name: 'n', type: 'integer', comment: ''}]);
    for (const [format, destination, status] of [
      ['search-index', 'x', 5],
      ['hive-table', 'a.b.c', -1],
      ['hdfs-file', '/user/ada/x.csv', 5],
    ] as const) {
      const {body} = await ask('POST /notebook/api/notebook/export_result', {
        operationId,
        format,
        destination,
      });
      assert.equal(body['status'], status, JSON.stringify(body));
    }
  });

  test('notebooks are copied and thrown away by their ids', async () => {
    const notebook = JSON.stringify({name: 'Trips', type: 'query-duckdb', snippets: []});
    const {uuid} = await done('POST /notebook/api/notebook/save', {notebook});
    const notebooks = JSON.stringify([{uuid}]);
    await done('POST /notebook/copy', {notebooks});
    assert.equal((await done('GET /desktop/api2/docs?text=trips'))['count'], 2);
    await done('POST /notebook/delete', {notebooks});
    assert.equal(
      (await done('GET /desktop/api2/docs?text=trips&include_trashed=false'))['count'],
      1,
    );
  });

  test('an address that there is not is a page for browsers, and JSON for whoever asks for it', async () => {
    for (const url of ['/hue/useradmin/users', '/useradmin/users', '/hue/logs/', '/nothing']) {
      const headers = {authorization};
      const page = await editor.inject({url, headers: {...headers, accept: 'text/html,*/*;q=0.8'}});
      assert.equal(page.status, 404);
      assert.match(page.text, /<a href="\/app\/editor\/">/, url);
      const {status, body} = await editor.inject({url, headers});
      assert.deepEqual([status, body['message']], [404, `No such path: ${url}`]);
    }
  });
});
