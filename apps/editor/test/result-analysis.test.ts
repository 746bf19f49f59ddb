import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests, type EditorForTests} from './editor-fixture.ts';

type Rows = {rows: unknown[][]; numbers: number[]; total: number; isWhole: boolean};

suite('a result, asked again', () => {
  const ends: (() => Promise<void>)[] = [];
  let editor: EditorForTests;
  let ada: ReturnType<typeof asUser>;
  let sales: string;
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-analysis-'));
    ends.push(() => rm(folder, {recursive: true, force: true}));
    const engines = (log: EditorForTests['log']) =>
      new Map([['duckdb', duckDbForTests(folder, log)]]);
    editor = await editorForTests({after: end => void ends.unshift(end)}, engines, {
      ada: 'A',
      bob: 'B',
    });
    ada = asUser(editor, 'ada');
    sales = await run(
      'duckdb',
      `SELECT i::INTEGER AS n, CASE WHEN i % 10 = 3 THEN NULL ELSE 'Name ' || (i % 50) END AS name,
         ((i * 37) % 1000 / 100)::DECIMAL(10, 2) AS price, DATE '2024-01-01' + (i % 90)::INTEGER AS day,
         TIMESTAMP '2024-01-01 00:00:00' + INTERVAL (i) MINUTE AS at, i % 3 = 0 AS yes,
         CASE WHEN i = 7 THEN 'NaN'::DOUBLE ELSE i / 8 END AS share, 9223372036854770000 + i AS big, 'x'::BLOB AS bytes
       FROM range(5000) t(i)`,
    );
  });
  after(async () => {
    for (const end of ends) await end();
  });

  async function run(engine: string, statement: string): Promise<string> {
    const {body} = await ada('POST', `/api/editor/execute/${engine}`, {statement});
    const operationId = String(body['history_uuid']);
    for (;;) {
      const answer = await ada('POST', '/api/editor/check_status', {operationId});
      const {status} = answer.body['query_status'] as {status: string};
      if (status === 'available') return operationId;
      assert.equal(status, 'running');
    }
  }
  async function ask(operation: string, body: object, uuid = sales) {
    const answer = await ada('POST', `/api/v1/results/${uuid}/${operation}`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }
  const rows = async (body: object, uuid?: string) =>
    (await ask('query', body, uuid)) as unknown as Rows;
  const found = async (...filter: object[]) => (await rows({filter, count: 3})).total;

  test('leaves as files with the rows that a question lets through, in its order', async () => {
    const question = {
      search: 'name',
      filter: [{column: 0, operator: 'lt', value: 8}],
      sort: [{column: 0, descending: true}],
    };
    const download = async (format: string, view: unknown) => {
      const query = new URLSearchParams({
        format,
        view: typeof view === 'string' ? view : JSON.stringify(view),
      });
      return await ada('GET', `/api/v1/results/${sales}/download?${query}`);
    };
    const lines = (await download('csv', question)).text.trimEnd().split('\r\n');
    assert.equal(lines[0], 'n,name,price,day,at,yes,share,big,bytes');
    assert.deepEqual(
      lines.slice(1).map(line => line.split(',').slice(0, 3).join()),
      [
        '7,Name 7,2.59',
        '6,Name 6,2.22',
        '5,Name 5,1.85',
        '4,Name 4,1.48',
        '2,Name 2,0.74',
        '1,Name 1,0.37',
        '0,Name 0,0.00',
      ],
    );
    const all = await download('json', {sort: [{column: 0, descending: true}]});
    const objects = all.text.trimEnd().split('\n');
    assert.equal(objects.length, 5000, 'also more than a page');
    assert.match(objects[0] ?? '', /^\{"n":4999,.*"big":9223372036854774999,/);
    assert.equal((await download('parquet', question)).status, 200);
    const pattern = {filter: [{column: 1, operator: 'matches', value: '('}]};
    for (const wrong of ['x', '[]', {sort: [{column: 99}]}, pattern])
      assert.equal((await download('csv', wrong)).status, 400);
  });

  test('is sorted as a whole, by what the types mean, NULL last', async () => {
    const byPrice = await rows({sort: [{column: 2, descending: true}, {column: 0}], count: 2});
    assert.deepEqual(
      byPrice.rows.map(row => [row[0], row[2]]),
      [
        [27, '9.99'],
        [1027, '9.99'],
      ],
    );
    assert.deepEqual([byPrice.numbers, byPrice.total, byPrice.isWhole], [[27, 1027], 5000, true]);
    const byName = await rows({sort: [{column: 1}], from: 4499, count: 2});
    assert.deepEqual(
      byName.rows.map(row => row[1]),
      ['Name 9', null],
    );
    const later = await rows({sort: [{column: 4, descending: true}], from: 1, count: 1});
    assert.deepEqual(later.rows[0]?.slice(3, 5), ['2024-02-18', '2024-01-04 11:18:00']);
    assert.deepEqual((await rows({from: 4999})).numbers, [4999]);
    assert.deepEqual((await rows({from: 5000})).rows, []);
  });

  test('keeps every digit', async () => {
    const {text} = await ada('POST', `/api/v1/results/${sales}/query`, {from: 1, count: 1});
    assert.match(
      text,
      /"rows":\[\[1,"Name 1","0\.37","2024-01-02","2024-01-01 00:01:00",false,0\.125,9223372036854770001,"eA=="\]\]/,
    );
  });

  test('is filtered by what people type, without rounding it', async () => {
    assert.equal(await found({column: 0, operator: 'lt', value: 10}), 10);
    assert.equal(await found({column: 0, operator: 'lt', value: '1.5'}), 2);
    assert.equal(await found({column: 0, operator: 'eq', values: [1, '2', 99_999]}), 2);
    assert.equal(await found({column: 7, operator: 'ge', value: '9223372036854774999'}), 1);
    assert.equal(await found({column: 2, operator: 'eq', value: '0.37'}), 5);
    assert.equal(await found({column: 2, operator: 'eq', value: '0.371'}), 0);
    assert.equal(await found({column: 2, operator: 'le', value: '0.005'}), 5);
    assert.equal(await found({column: 1, operator: 'null'}), 500);
    assert.equal(await found({column: 1, operator: 'ne', value: 'Name 1'}), 4900);
    assert.equal(await found({column: 1, operator: 'contains', value: 'ME 1'}), 1000);
    assert.equal(await found({column: 1, operator: 'matches', value: '^Name [12]$'}), 200);
    assert.equal(await found({column: 3, operator: 'eq', value: '2024-01-02'}), 56);
    assert.equal(await found({column: 4, operator: 'lt', value: '2024-01-01 01:00:00'}), 60);
    assert.equal(
      await found({column: 5, operator: 'eq', value: true}, {column: 0, operator: 'lt', value: 9}),
      3,
    );
    assert.equal(await found({column: 0, operator: 'ends', value: '99'}), 50);
  });

  test('is searched for words in any cell', async () => {
    assert.equal((await rows({search: 'name 2024-01-02 true'})).total, 432);
    assert.equal((await rows({search: '"name 11" 4811'})).total, 1);
    assert.equal((await rows({search: '%'})).total, 0);
    // Of many words and cells rows are searched, not cells.
    const texts = ['name 2024-01-02 true', 'NAME 4811', '"name 11" 4811', '%', '0.125 name'];
    for (const search of texts) {
      const once = await rows({search});
      const often = await rows({search: Array.from({length: 15}, () => search).join(' ')});
      assert.deepEqual(often, once, search);
    }
  });

  test('tells what is in a column', async () => {
    const price = await ask('summary', {column: 2, bins: 4});
    const {histogram, top, ...rest} = price as Record<string, Record<string, unknown>>;
    assert.deepEqual(
      [
        rest['count'],
        rest['nulls'],
        rest['unreadable'],
        rest['distinct'],
        rest['min'],
        rest['max'],
      ],
      [5000, 0, 0, 1000, '0.00', '9.99'],
    );
    assert.deepEqual([rest['quartiles']?.['1'], rest['mean']], [4.995, 4.995]);
    assert.deepEqual(histogram, {
      low: 0,
      high: 9.99,
      isTime: false,
      counts: [1250, 1250, 1250, 1250],
    });
    assert.deepEqual((top as unknown as unknown[]).length, 20);
    const name = await ask('summary', {
      column: 1,
      filter: [{column: 0, operator: 'lt', value: 100}],
      top: 2,
    });
    assert.deepEqual(
      [name['count'], name['nulls'], name['distinct'], name['min']],
      [100, 10, 45, 'Name 0'],
    );
    assert.deepEqual((name['top'] as object[])[0], {value: null, count: 10});
    assert.equal('mean' in name, false);
    const day = await ask('summary', {column: 3, bins: 3});
    assert.deepEqual(day['histogram'], {
      low: Date.UTC(2024, 0, 1),
      high: Date.UTC(2024, 2, 30),
      isTime: true,
      counts: [1680, 1670, 1650],
    });
    const share = await ask('summary', {column: 6});
    assert.deepEqual([share['max'], (share['quartiles'] as number[])[2]], ['nan', 468.6875]);
    assert.equal((await ask('summary', {column: 8}))['distinct'], 1);
  });

  test('is grouped for charts', async () => {
    const months = await ask('group', {
      by: [{column: 3, unit: 'month'}, {column: 5}],
      values: [{aggregate: 'count'}, {aggregate: 'sum', column: 2}, {aggregate: 'max', column: 0}],
      filter: [{column: 0, operator: 'lt', value: 40}],
    });
    assert.deepEqual(months['rows'], [
      ['2024-01-01', false, 20, '91.00', 29],
      ['2024-01-01', true, 11, '51.05', 30],
      ['2024-02-01', false, 6, '16.59', 38],
      ['2024-02-01', true, 3, '9.96', 39],
    ]);
    const few = await ask('group', {
      by: [{column: 1}],
      values: [{aggregate: 'countDistinct', column: 3}],
      limit: 2,
    });
    assert.deepEqual(
      [few['rows'], few['isTruncated']],
      [
        [
          ['Name 0', 9],
          ['Name 1', 9],
        ],
        true,
      ],
    );
    const whole = await ask('group', {values: [{aggregate: 'avg', column: 0}]});
    assert.deepEqual(whole['rows'], [[2499.5]]);
  });

  test('is grouped by the values with the most, and says how many others there are', async () => {
    const grouped = await ask('group', {
      by: [{column: 5}, {column: 1, most: 2}],
      values: [{aggregate: 'sum', column: 0}],
      filter: [{column: 0, operator: 'lt', value: 100}],
    });
    assert.deepEqual(
      grouped['rows'],
      [
        [false, 'Name 49', '49'],
        [false, null, '288'],
        [true, 'Name 49', '99'],
        [true, null, '192'],
      ],
      'of ten rows without a name and two of each other one',
    );
    assert.deepEqual((grouped['columns'] as object[])[1], {
      name: 'name',
      left: 44,
      type: 'varchar',
    });
  });

  test('finds the unit of times by their span', async () => {
    const unitBy = async (column: number, first: number) => {
      const {columns, rows} = await ask('group', {
        by: [{column, unit: 'auto'}],
        values: [{aggregate: 'count'}],
        filter: [{column: 0, operator: 'lt', value: first}],
      });
      return [(columns as {unit: string}[])[0]?.unit, (rows as unknown[]).length];
    };
    assert.deepEqual(await unitBy(3, 23), ['day', 23], 'days are what they are');
    assert.deepEqual(await unitBy(3, 5000), ['day', 90]);
    assert.deepEqual(await unitBy(4, 300), ['minute', 300]);
    assert.deepEqual(await unitBy(4, 5000), ['hour', 84], '5,000 minutes are too many');
    const months = await run(
      'duckdb',
      "SELECT DATE '2020-01-01' + INTERVAL (i) MONTH AS month, i AS n FROM range(30) t(i)",
    );
    const {columns} = await ask(
      'group',
      {by: [{column: 0, unit: 'auto'}], values: [{aggregate: 'sum', column: 1}]},
      months,
    );
    assert.equal((columns as {unit: string}[])[0]?.unit, 'month');
    const none = await run('duckdb', 'SELECT NULL::DATE AS day');
    const {rows} = await ask(
      'group',
      {by: [{column: 0, unit: 'auto'}], values: [{aggregate: 'count'}]},
      none,
    );
    assert.deepEqual(rows, [[null, 1]]);
  });

  test('gives rows from all over it', async () => {
    const spread = await rows({
      spread: true,
      count: 5,
      filter: [{column: 5, operator: 'eq', value: true}],
    });
    assert.deepEqual([spread.numbers, spread.total], [[0, 1002, 2004, 3006, 4008], 1667]);
    assert.deepEqual((await rows({spread: true, count: 10_000})).rows.length, 5000);
  });

  test('is compared with an earlier one by keys: rows added, removed, changed, and cells', async () => {
    const before = await run(
      'duckdb',
      `SELECT i::INTEGER AS id, 'n' || i AS name, (i / 4)::DECIMAL(10, 2) AS price, 1 AS gone
       FROM range(30000) t(i)`,
    );
    const now = await run(
      'duckdb',
      `SELECT CASE WHEN i = 7 THEN NULL ELSE 'n' || i END AS name, i AS id, 2 AS come,
         (CASE WHEN i % 1000 = 0 THEN 99 ELSE i / 4 END)::DECIMAL(12, 3) AS price
       FROM range(29990, 4, -1) t(i) UNION ALL SELECT 'new', 40000 + i, 2, 1 FROM range(3) t(i)`,
    );
    const compared = await ask('compare', {other: before, keys: [1], count: 2}, now);
    const {rows: first, columns, ...facts} = compared;
    assert.deepEqual(facts, {
      onlyNow: ['come'],
      onlyBefore: ['gone'],
      keys: [1],
      // 1000 to 29000, and the name of 7.
      changed: 30,
      added: 3,
      removed: 14,
      same: 29_986 - 30,
      repeated: 0,
      from: 0,
      total: 47,
    });
    assert.deepEqual(
      (columns as {name: string}[]).map(({name}) => name),
      ['name', 'id', 'come', 'price'],
    );
    assert.deepEqual((first as object[])[1], {
      change: 'removed',
      cells: ['n1', 1, null, '0.25'],
      changed: [],
    });
    const only = async (change: string, body: object = {}) =>
      await ask('compare', {other: before, keys: [1], change, ...body}, now);
    const changed = await only('changed', {from: 29});
    assert.deepEqual(
      [changed['total'], changed['rows']],
      [30, [{change: 'changed', cells: [null, 7, 2, '1.750'], changed: [0], before: ['n7']}]],
    );
    const added = await only('added');
    assert.deepEqual(
      (added['rows'] as {cells: unknown[]}[]).map(({cells}) => cells[1]),
      [40000, 40001, 40002],
    );
    assert.equal((await only('removed'))['total'], 14);
    const itself = await ask('compare', {other: now}, now);
    assert.deepEqual([itself['same'], itself['total'], itself['keys']], [29_989, 0, [0, 1, 2, 3]]);
  });

  test('rows of equal keys are compared by their order, each with one', async () => {
    const [before, now] = [
      await run('duckdb', "SELECT 1 AS k, 'a' AS v FROM range(20000) t(i)"),
      await run(
        'duckdb',
        "SELECT 1 AS k, CASE WHEN i = 5 THEN 'b' ELSE 'a' END AS v FROM range(20001) t(i)",
      ),
    ];
    const {changed, added, removed, repeated} = await ask(
      'compare',
      {other: before, keys: [0]},
      now,
    );
    assert.deepEqual([changed, added, removed, repeated], [1, 1, 0, 2]);
    const whole = await ask('compare', {other: before}, now);
    assert.deepEqual([whole['changed'], whole['added'], whole['removed']], [0, 1, 0]);
  });

  test('is compared with results of the caller alone, and by columns that both have', async () => {
    const other = await run('duckdb', 'SELECT 1 AS another');
    const status = async (body: object, user = ada) =>
      (await user('POST', `/api/v1/results/${sales}/compare`, body)).status;
    assert.equal(await status({other}), 400, 'no column in common');
    assert.equal(await status({other: sales, keys: [9]}), 400);
    assert.equal(await status({other: sales, keys: ['x']}), 400);
    assert.equal(await status({other: sales, change: 'x'}), 400);
    assert.equal(await status({}), 404);
    assert.equal(await status({other: 'x'}), 404);
    assert.equal(await status({other: '00000000-0000-4000-8000-000000000000'}), 404);
    const bob = asUser(editor, 'bob');
    assert.equal(await status({other: sales}, bob), 404);
    const {body} = await bob('POST', '/api/editor/execute/hive', {statement: 'ROWS 3'});
    const theirs = String(body['history_uuid']);
    await soon(async () => {
      const answer = await bob('POST', `/api/v1/results/${theirs}/compare`, {other: theirs});
      assert.equal(answer.status, 200);
    });
    const answer = await bob('POST', `/api/v1/results/${theirs}/compare`, {other: sales});
    assert.equal(answer.status, 404, 'nothing of what others ran');
  });

  test('refuses what makes no sense, with the name of the column', async () => {
    const cases: [string, object, RegExp][] = [
      [
        'query',
        {filter: [{column: 9, operator: 'null'}]},
        /column has to be a whole number from 0 to 8/,
      ],
      [
        'query',
        {filter: [{column: 0, operator: 'eq', value: 'x'}]},
        /n is compared with a number, not with "x"/,
      ],
      [
        'query',
        {filter: [{column: 3, operator: 'eq', value: '2024-02-30'}]},
        /day is compared with a date/,
      ],
      ['query', {filter: [{column: 8, operator: 'eq', value: 'x'}]}, /bytes holds bytes/],
      ['query', {filter: [{column: 1, operator: 'matches', value: '('}]}, /missing \)/],
      ['group', {values: [{aggregate: 'sum', column: 1}]}, /no sum of name/],
      [
        'group',
        {by: [{column: 1, unit: 'day'}], values: [{aggregate: 'count'}]},
        /no units of time/,
      ],
      ['group', {values: []}, /1 to 50 values/],
    ];
    for (const [operation, body, message] of cases) {
      const answer = await ada('POST', `/api/v1/results/${sales}/${operation}`, body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.body['message']), message);
    }
    const other = await asUser(editor, 'bob')('POST', `/api/v1/results/${sales}/query`, {});
    assert.equal(other.status, 404);
  });

  test('is made ready before anybody asks it, where all rows are here, and not fetched for that', async () => {
    const uuid = await run('hive', 'ROWS 4500');
    assert.deepEqual(
      (await ada('GET', `/api/v1/results/${uuid}/rows?from=0&count=10`)).body['rowCount'],
      2000,
    );
    const fetched = editor.engine.asked.fetches.length;
    assert.deepEqual(await ask('prepare', {}, uuid), {isBegun: false});
    assert.equal(editor.engine.asked.fetches.length, fetched);
    assert.equal(
      (await ada('GET', `/api/v1/results/${uuid}/rows?from=4500&count=1`)).body['isComplete'],
      true,
    );
    assert.deepEqual(await ask('prepare', {}, uuid), {isBegun: true});
    const table = join(editor.folder, 'analyses', `${uuid}.duckdb`);
    await soon(() => assert.ok(existsSync(table)));
    assert.equal((await rows({count: 1}, uuid)).total, 4500);
    assert.equal(
      (await asUser(editor, 'bob')('POST', `/api/v1/results/${uuid}/prepare`, {})).status,
      404,
    );
  });

  test('asks the server for each row once, whoever asks, and forgets the table with the result', async () => {
    const uuid = await run('hive', 'ROWS 4500');
    const fetched = editor.engine.asked.fetches.length;
    const both = await Promise.all([rows({count: 1}, uuid), ask('summary', {column: 0}, uuid)]);
    assert.equal(both[0].total, 4500);
    assert.deepEqual((await rows({sort: [{column: 0, descending: true}], count: 1}, uuid)).rows, [
      [4499, '<4499>'],
    ]);
    assert.deepEqual(editor.engine.asked.fetches.slice(fetched), [2000, 2000, 500, 0]);
    const tables = join(editor.folder, 'analyses');
    assert.ok(existsSync(join(tables, `${uuid}.duckdb`)));
    assert.equal((await ada('DELETE', `/api/v1/history/${uuid}`)).status, 204);
    assert.deepEqual(
      (await readdir(tables)).filter(name => name.startsWith(uuid)),
      [],
    );
    const empty = await run('duckdb', 'SELECT 1 AS n WHERE false');
    assert.deepEqual(
      [(await rows({}, empty)).total, (await ask('summary', {column: 0}, empty))['min']],
      [0, null],
    );
  });
});
