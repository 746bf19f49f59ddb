import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '@gazetteer/model';
import {SqlError} from '../src/engine/sql-engine.ts';
import {admin} from './editor-client.ts';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';

type Handle = {readonly [field: string]: unknown};

async function ended({post}: EditorForTests, operationId: unknown): Promise<string> {
  for (;;) {
    const {body} = await post('/api/editor/check_status', {operationId: String(operationId)});
    const {status} = (body['query_status'] ?? {status: 'failed'}) as {status: string};
    if (!['waiting', 'starting', 'running'].includes(status)) return status;
  }
}

const snippetOf = (statement: string, rest: object = {}) =>
  JSON.stringify({
    id: '1',
    type: 'hive',
    statement,
    database: 'sales',
    result: {handle: {}},
    ...rest,
  });

test('the same call answers under all three addresses, with and without a slash at the end', async t => {
  const {post, engine} = await editorForTests(t);
  for (const prefix of ['/api/editor', '/api/v1/editor', '/notebook/api']) {
    for (const end of ['', '/']) {
      const {status, body} = await post(`${prefix}/execute${end}`, {
        statement: 'SELECT 1',
        database: 'sales',
      });
      assert.deepEqual([status, body['status']], [200, 0]);
    }
  }
  assert.deepEqual(engine.asked.statements.slice(0, 2), ['USE `sales`', 'SELECT 1']);
});

test('a notebook is made for scripts that fill one, and what they ask of it later is about its statement', async t => {
  const {post} = await editorForTests(t);
  const made = await post('/notebook/api/create_notebook', {type: 'hive', directory_uuid: ''});
  const notebook = made.body['notebook'] as Record<string, unknown>;
  assert.deepEqual(
    [made.body['status'], notebook['type'], notebook['sessions']],
    [0, 'query-hive', []],
  );
  assert.equal(
    ((await post('/api/editor/create_notebook', {})).body['notebook'] as {type: string}).type,
    'notebook',
  );
  const run = await post('/notebook/api/execute', {
    notebook: JSON.stringify(notebook),
    snippet: snippetOf('ROWS 2'),
  });
  const snippet = snippetOf('ROWS 2', {result: {handle: run.body['handle']}});
  const fields = {notebook: JSON.stringify({...notebook, name: 'Sales'}), snippet};
  assert.deepEqual((await post('/notebook/api/check_status', fields)).body['query_status'], {
    status: 'available',
    has_result_set: true,
  });
  const file = await post('/notebook/download', {...fields, format: 'csv'});
  assert.deepEqual([file.status, file.text], [200, 'n,text\r\n0,<0>\r\n1,<1>\r\n']);
  assert.match(String(file.headers['content-disposition']), /filename="Sales\.csv"/);
  const book = await post('/notebook/download', {
    operationId: String(run.body['history_uuid']),
    format: 'xls',
  });
  assert.match(String(book.headers['content-disposition']), /filename="result\.xlsx"/);
  assert.equal(
    (await post('/notebook/download', {operationId: 'none', format: 'csv'})).status,
    404,
  );
  assert.equal((await post('/notebook/download', {...fields, format: 'doc'})).status, 400);
});

test('statements are laid out; what cannot be read comes back as it was', async t => {
  const {post} = await editorForTests(t);
  const format = async (statements: string) =>
    (await post('/api/v1/editor/format', {statements})).body;
  assert.deepEqual(await format('select a from t where x=${y}'), {
    status: 0,
    formatted_statements: 'SELECT\n  a\nFROM\n  t\nWHERE\n  x = ${y}',
  });
  assert.deepEqual(await format('select `'), {status: 0, formatted_statements: 'select `'});
  assert.equal((await format('x'.repeat(50_001)))['status'], -1);
});

test('the full form runs a text statement by statement with what each answer says', async t => {
  const {post, engine} = await editorForTests(t);
  const notebook = JSON.stringify({type: 'query-hive', uuid: 'n', sessions: [], snippets: []});
  const text = 'ROWS 3; ROWS 4';
  const first = await post('/notebook/api/execute', {notebook, snippet: snippetOf(text)});
  const handle = first.body['handle'] as Handle;
  assert.deepEqual(
    [
      handle['statement_id'],
      handle['statements_count'],
      handle['has_more_statements'],
      handle['statement'],
    ],
    [0, 2, true, 'ROWS 3'],
  );
  assert.deepEqual(
    [handle['start'], handle['end']],
    [
      {row: 0, column: 0},
      {row: 0, column: 7},
    ],
  );
  assert.match(String(handle['previous_statement_hash']), /^[0-9a-f]{56}$/);
  assert.match(String(handle['session_guid']), /^[0-9a-f]{16}:[0-9a-f]{16}$/);
  assert.doesNotMatch(first.text, /secret"\s*:\s*"[^"]/, 'the secret of the server stays here');
  const snippet = snippetOf(text, {result: {handle}});
  const second = await post('/notebook/api/execute', {notebook, snippet});
  assert.equal((second.body['handle'] as Handle)['statement'], 'ROWS 4');
  assert.equal(
    (second.body['handle'] as Handle)['session_guid'],
    handle['session_guid'],
    'the session goes on',
  );
  assert.deepEqual(engine.asked.statements, ['USE `sales`', 'ROWS 3', 'ROWS 4']);
  // Later calls know the statement by the handle in the snippet alone.
  const status = await post('/notebook/api/check_status', {
    notebook,
    snippet: snippetOf(text, {result: second.body}),
  });
  assert.deepEqual(status.body, {
    status: 0,
    query_status: {status: 'available', has_result_set: true},
  });
});

test('a JSON body means the same as a form', async t => {
  const {inject} = await editorForTests(t);
  const call = (name: string, payload: object) =>
    inject({
      method: 'POST',
      url: `/api/v1/editor/${name}`,
      headers: {authorization: admin},
      payload,
    });
  const {body} = await call('execute/hive', {
    statement: `SELECT "it's" AS \`a\``,
    database: 'default',
  });
  assert.equal((body['handle'] as Handle)['statement'], `SELECT "it's" AS \`a\``);
  const again = await call('execute', {
    snippet: {type: 'hive', statement: 'SELECT 2'},
    notebook: {type: 'query-hive'},
  });
  assert.equal(again.body['status'], 0);
});

test('no database is chosen for a setting', async t => {
  const {post, engine} = await editorForTests(t);
  await post('/api/editor/execute/hive', {statement: 'SET a=b'});
  await post('/api/editor/execute/hive', {statement: '-- why\nset c=d'});
  assert.deepEqual(engine.asked.statements, ['SET a=b', '-- why\nset c=d']);
});

test('procedural texts are one statement', async t => {
  const {post} = await editorForTests(t);
  const {body} = await post('/api/editor/execute/hplsql', {statement: 'BEGIN a; b; END;'});
  assert.equal((body['handle'] as Handle)['statements_count'], 1);
});

test('rows come in pages of any size, and the server is asked once for each row', async t => {
  const editor = await editorForTests(t);
  const {post, engine} = editor;
  const {body} = await post('/api/editor/execute/hive', {statement: 'ROWS 2500'});
  const operationId = String(body['history_uuid']);
  await ended(editor, operationId);
  const read = async (fields: Record<string, string>) => {
    const answer = await post('/api/editor/fetch_result_data', {operationId, ...fields});
    return answer.body['result'] as {
      has_more: boolean;
      data: unknown[][];
      meta: unknown[];
      isEscaped: boolean;
    };
  };
  const first = await read({});
  assert.equal(first.data.length, 100);
  assert.deepEqual(first.data[0], [0, '&lt;0&gt;']);
  assert.deepEqual(first.meta[0], {name: 'n', type: 'BIGINT_TYPE', comment: ''});
  assert.deepEqual([first.has_more, first.isEscaped], [true, true]);
  assert.equal((await read({rows: '2000'})).data.at(-1)?.[0], 2099);
  const rest = await read({rows: '1000'});
  assert.deepEqual([rest.data.length, rest.has_more], [400, false]);
  assert.deepEqual((await read({rows: '1', startOver: 'true', format: 'json'})).data, [[0, '<0>']]);
  assert.deepEqual(engine.asked.fetches, [2000, 500, 0]);
});

test('a statement that fails is told with its history', async t => {
  const editor = await editorForTests(t);
  const refused = await editor.post('/api/editor/execute/hive', {
    statement: 'REFUSE no such table',
  });
  assert.deepEqual(
    [refused.status, refused.body['status'], refused.body['message'], refused.body['sql_state']],
    [200, 1, 'no such table', '42000'],
  );
  assert.equal(typeof refused.body['history_uuid'], 'string');
  const {body} = await editor.post('/api/editor/execute/hive', {statement: 'FAIL out of memory'});
  const operationId = String(body['history_uuid']);
  assert.equal(await ended(editor, operationId), 'failed');
  for (const call of ['check_status', 'fetch_result_data']) {
    const failed = await editor.post(`/api/editor/${call}`, {operationId});
    assert.deepEqual([failed.body['status'], failed.body['message']], [1, 'out of memory']);
  }
  const history = await editor.inject({
    url: '/api/editor/get_history',
    headers: {authorization: admin},
  });
  const found = history.body['history'] as {data: {statement: string; status: string}}[];
  assert.deepEqual(
    found.map(({data}) => [data.statement, data.status]),
    [
      ['FAIL out of memory', 'failed'],
      ['REFUSE no such table', 'failed'],
    ],
  );
});

test('logs, progress, cancel and close of a statement that runs', async t => {
  const editor = await editorForTests(t);
  const {post} = editor;
  const {body} = await post('/api/editor/execute/hive', {statement: 'HANG'});
  const operationId = String(body['history_uuid']);
  const logs = await post('/api/editor/get_logs', {operationId, from: '1'});
  assert.equal(logs.body['logs'], 'Starting Job = job_1_0001');
  assert.deepEqual([logs.body['first_line'], logs.body['has_more']], [1, true]);
  assert.equal(logs.body['progress'], 25);
  assert.deepEqual(logs.body['jobs'], [
    {name: 'job_1_0001', url: '', started: true, finished: false},
  ]);
  const early = await post('/api/editor/fetch_result_data', {operationId});
  assert.equal(early.body['status'], 1);
  assert.deepEqual((await post('/api/editor/cancel_statement', {operationId})).body, {
    status: 0,
    result: {status: 0},
  });
  assert.equal(await ended(editor, operationId), 'canceled');
  assert.equal(
    (await post('/api/editor/close_statement', {operationId})).body['message'],
    'Query closed.',
  );
  const unknown = await post('/api/editor/close_statement', {operationId: 'nothing'});
  assert.deepEqual(unknown.body, {status: 0, message: 'Query id could not be found.'});
});

test('a statement that is closed while it runs is canceled in the history', async t => {
  const {post, editor} = await editorForTests(t);
  const {body} = await post('/api/editor/execute/hive', {statement: 'HANG'});
  const operationId = String(body['history_uuid']);
  await post('/api/editor/close_statement', {operationId});
  assert.equal((await editor.statements.byUuid('admin', operationId))?.state, 'canceled');
});

test("another user's statement cannot be found", async t => {
  const {editor, post} = await editorForTests(t);
  const uuid = 'of-somebody-else';
  const text = {body: 'ROWS 1', place: 0, count: 1, sql: 'ROWS 1'};
  const row = {uuid, userName: 'bob', engine: 'hive', database: 'default', ...text};
  await editor.statements.add(row);
  const {body} = await post('/api/editor/check_status', {operationId: uuid});
  assert.equal(body['status'], 2);
});

test('sessions that clients open serve their statements until they close them', async t => {
  const {post, engine} = await editorForTests(t);
  const created = await post('/notebook/api/create_session', {
    session: '{"type":"hive","properties":[]}',
  });
  const session = created.body['session'] as Handle;
  assert.match(String(session['session_id']), /^[0-9a-f]{16}:[0-9a-f]{16}$/);
  assert.deepEqual(session['configuration'], {'hive.execution.engine': 'tez'});
  const notebook = JSON.stringify({
    type: 'query-hive',
    sessions: [{type: 'hive', id: session['id']}],
  });
  const {body} = await post('/notebook/api/execute', {notebook, snippet: snippetOf('SELECT 1')});
  assert.equal((body['handle'] as Handle)['session_guid'], session['session_id']);
  assert.equal(engine.asked.sessions.length, 1);
  const given = {session: JSON.stringify({type: 'hive', id: session['id']})};
  const closed = await post('/notebook/api/close_session', given);
  assert.equal((closed.body['session'] as Handle)['status'], 0);
  const twice = await post('/notebook/api/close_session', given);
  assert.equal((twice.body['session'] as Handle)['status'], -1);
});

test('a failed session is HTTP 200 for completion, and the reason is in the answer', async t => {
  const {post, engine} = await editorForTests(t);
  engine.refusal = new SqlError('unreachable', 'Bad status: 3 (GSS initiate failed)');
  const failed = await post('/api/editor/autocomplete/', {snippet: '{"type":"hive"}'});
  assert.equal(failed.status, 200);
  const text = 'Bad status: 3 (GSS initiate failed)';
  assert.deepEqual(failed.body, {status: 0, code: 500, message: text, error: text});
  engine.refusal = new AppError('NO_RUNNING_SERVER', ['No running server is available.']);
  const none = await post('/api/editor/autocomplete/', {snippet: '{"type":"hive"}'});
  assert.deepEqual([none.status, none.body['code']], [200, 500]);
  const popup = await post('/api/editor/execute/hive', {statement: 'SELECT 1'});
  assert.equal(popup.status, 500);
  assert.deepEqual(
    [popup.body['title'], popup.body['message'], popup.body['is_embeddable']],
    ['Error', 'No running server is available.', false],
  );
  engine.refusal = new SqlError('login', 'wrong password');
  assert.equal(
    (await post('/api/editor/create_session', {session: '{"type":"hive"}'})).body['status'],
    401,
  );
});

test('completion by path; no database never means all databases', async t => {
  const {post, engine} = await editorForTests(t);
  const snippet = '{"type":"hive"}';
  assert.deepEqual((await post('/api/editor/autocomplete', {snippet})).body['databases'], [
    'default',
    'sales',
  ]);
  assert.deepEqual((await post('/api/editor/autocomplete//', {snippet})).body, {
    status: 0,
    tables_meta: [],
  });
  assert.deepEqual((await post('/api/editor/autocomplete//t', {snippet})).body['columns'], []);
  assert.deepEqual(engine.asked.databases, []);
  const tables = await post('/api/editor/autocomplete/sales%20eu/', {snippet});
  assert.deepEqual(tables.body['tables_meta'], [{name: 't', type: 'TABLE', comment: ''}]);
  assert.deepEqual(engine.asked.databases, ['sales eu']);
  engine.tables = Array.from({length: 30}, (_, n) => ({
    name: `Events_${n}`,
    type: 'TABLE',
    comment: '',
  }));
  const some = async (fields: Record<string, string>) => {
    const {body} = await post('/api/editor/autocomplete/sales', {snippet, ...fields});
    return [
      (body['tables_meta'] as {name: string}[]).map(({name}) => name),
      body['total'] ?? body['error'],
    ];
  };
  assert.deepEqual(await some({filter: 'EVENTS_2', from: '1', limit: '2'}), [
    ['Events_20', 'Events_21'],
    11,
  ]);
  assert.deepEqual(await some({from: '29'}), [['Events_29'], 30]);
  assert.deepEqual(await some({filter: 'none'}), [[], 0]);
  const wrong = await post('/api/editor/autocomplete/sales', {snippet, limit: 'many'});
  assert.match(String(wrong.body['error']), /limit must be a whole number/);
  const functions = await post('/api/editor/autocomplete', {snippet, operation: '"functions"'});
  assert.deepEqual(functions.body['functions'], [{name: 'abs'}]);
});

test('tables of all databases are found by a part of their names, the best ones first', async t => {
  const {inject, engine} = await editorForTests(t);
  const names = ['my_order', 'orders_old', 'orders', 'reorder', 'items'];
  engine.tables = names.map(name => ({name, type: 'TABLE', comment: ''}));
  const find = async (path: string) =>
    await inject({url: `/api/v1/tables/${path}`, headers: {authorization: admin}});
  const without = await find('hive?name=order');
  assert.deepEqual(without.body, {isSearched: false, total: 0, tables: []});
  engine.findsTables = true;
  const {status, body} = await find('hive?name=ORDER');
  const found = body['tables'] as {database: string; name: string}[];
  assert.deepEqual([status, body['isSearched'], body['total']], [200, true, 8]);
  assert.deepEqual(
    found.map(({database, name}) => `${database}.${name}`),
    ['orders', 'orders_old', 'my_order', 'reorder'].flatMap(name => [
      `default.${name}`,
      `sales.${name}`,
    ]),
  );
  assert.deepEqual((await find('hive?name=%20')).body['tables'], []);
  assert.equal((await find('nothing?name=a')).status, 400);
  assert.equal((await find('hive')).status, 400);
  assert.equal((await inject({url: '/api/v1/tables/hive?name=a'})).status, 401);
});

test('what cannot be understood is told in the envelope', async t => {
  const {post, inject} = await editorForTests(t);
  const wrong: readonly [string, Record<string, string>, RegExp][] = [
    ['execute', {snippet: '{"type":'}, /snippet is no JSON/],
    ['execute', {snippet: '[]'}, /snippet must be a JSON object/],
    ['execute/oracle', {statement: 'SELECT 1'}, /no engine oracle/],
    ['execute', {statement: ' -- nothing'}, /no statement/],
    ['check_status', {}, /could not be found/],
  ];
  for (const [call, fields, message] of wrong) {
    const {status, body} = await post(`/api/editor/${call}`, fields);
    assert.equal(status, 200);
    assert.notEqual(body['status'], 0);
    assert.match(String(body['message']), message);
  }
  const url = '/api/editor/execute';
  const headers = {authorization: admin, 'content-type': 'application/json'};
  assert.match(
    String((await inject({method: 'POST', url, headers, payload: '{'})).body['message']),
    /no JSON/,
  );
  assert.equal((await inject({method: 'GET', url, headers: {authorization: admin}})).status, 405);
  const formats = await post('/api/editor/fetch_result_data', {operationId: 'x', format: 'arrow'});
  assert.equal(formats.body['status'], 5);
});

test('variables come into the text, with their defaults, and stay for the statements behind', async t => {
  const {post, engine} = await editorForTests(t);
  const text = 'SELECT ${n=9}; SELECT ${m=a, b} FROM ${table}, ${hiveconf:x}';
  const variables = [
    {name: 'table', value: 'tickets'},
    {name: 'n', value: 3},
  ];
  const first = await post('/api/editor/execute', {snippet: snippetOf(text, {variables})});
  assert.equal(first.body['status'], 0, first.text);
  await post('/api/editor/execute', {operationId: String(first.body['history_uuid'])});
  assert.deepEqual(engine.asked.statements, [
    'USE `sales`',
    'SELECT 3',
    'SELECT a FROM tickets, ${hiveconf:x}',
  ]);
  const lean = {statement: 'SELECT ${n}', variables: '{"n": 5}', database: 'sales'};
  assert.equal((await post('/api/editor/execute/hive', lean)).body['status'], 0);
  assert.equal(engine.asked.statements.at(-1), 'SELECT 5');
});

test('settings, files and functions go before the statement, once in a session', async t => {
  const {post, engine} = await editorForTests(t);
  const properties = {
    settings: [{key: 'a.b', value: '1'}],
    files: [{type: 'jar', path: '/x.jar'}],
    functions: [{name: 'f', class_name: 'x.F'}],
  };
  const expected = [
    'USE `sales`',
    'SET a.b=1',
    'ADD JAR /x.jar',
    "CREATE TEMPORARY FUNCTION f AS 'x.F'",
    'SELECT f(1)',
  ];
  const text = 'SELECT f(1); SELECT f(2)';
  const first = await post('/api/editor/execute', {snippet: snippetOf(text, {properties})});
  assert.equal(first.body['status'], 0, first.text);
  assert.deepEqual(engine.asked.statements, expected);
  const result = {handle: first.body['handle']};
  await post('/api/editor/execute', {snippet: snippetOf(text, {properties, result})});
  assert.deepEqual(engine.asked.statements.slice(expected.length), ['SELECT f(2)']);

  engine.asked.statements.length = 0;
  const wanted = [{key: 'settings', value: [{key: 'c', value: '2'}]}];
  const opened = await post('/api/editor/create_session', {
    session: JSON.stringify({type: 'hive', properties: wanted}),
  });
  assert.deepEqual(engine.asked.statements, ['SET c=2']);
  const session = opened.body['session'] as {properties: {key: string; value: unknown}[]};
  assert.deepEqual(session.properties.find(({key}) => key === 'settings')?.value, [
    {key: 'c', value: '2'},
  ]);
  const notebook = JSON.stringify({sessions: [{...session, properties: wanted}]});
  await post('/api/editor/execute', {notebook, snippet: snippetOf('SELECT 1')});
  assert.deepEqual(engine.asked.statements, ['SET c=2', 'USE `sales`', 'SELECT 1']);
});

test('a setting that is none, or an engine without settings, is said and nothing is sent', async t => {
  const {post, engine} = await editorForTests(t);
  const properties = {settings: [{key: 'a b', value: '1'}]};
  const wrong = await post('/api/editor/execute', {snippet: snippetOf('SELECT 1', {properties})});
  assert.deepEqual(
    [wrong.body['status'], wrong.body['message']],
    [-1, 'a setting cannot be "a b"'],
  );
  engine.features = {cancel: true, logs: true, resume: false};
  const right = {settings: [{key: 'a', value: '1'}]};
  const none = await post('/api/editor/execute', {
    snippet: snippetOf('SELECT 1', {properties: right}),
  });
  assert.equal(none.body['status'], 5, none.text);
  assert.deepEqual(engine.asked.statements, []);
});

test('where a person has one session only, a statement waits until the names of another database are looked up', async t => {
  const {post, engine} = await editorForTests(t);
  engine.features = {...engine.features, bindsNames: 'ended'};
  engine.rules = {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1};
  const run = (database: string, statement: string) =>
    post('/api/editor/execute/hive', {database, statement});
  const hanging = await run('a', 'HANG');
  assert.equal(
    (await run('a', 'SELECT 1')).body['status'],
    0,
    'of the same database there is nothing to wait for',
  );
  const other = run('b', 'SELECT 2');
  await new Promise(resolve => setTimeout(resolve, 100));
  assert.deepEqual(engine.asked.statements, ['USE `a`', 'HANG', 'USE `a`', 'SELECT 1']);
  await post('/api/editor/cancel_statement', {operationId: String(hanging.body['history_uuid'])});
  assert.equal((await other).body['status'], 0);
  assert.deepEqual(engine.asked.statements.slice(4), ['USE `b`', 'SELECT 2']);
  assert.equal(engine.asked.sessions.length, 1);
});

test('a database is chosen once for statements that only ask, and again behind any other', async t => {
  const {post, engine} = await editorForTests(t);
  engine.rules = {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1};
  for (const statement of [
    'SELECT 1',
    'SELECT 2',
    'SET x=1',
    'SELECT 3',
    'DONE',
    'SELECT 4',
    'SELECT 5',
  ])
    await post('/api/editor/execute/hive', {database: 'a', statement});
  const seen = [
    'USE `a`',
    'SELECT 1',
    'SELECT 2',
    'SET x=1',
    'USE `a`',
    'SELECT 3',
    'DONE',
    'USE `a`',
    'SELECT 4',
    'SELECT 5',
  ];
  assert.deepEqual(engine.asked.statements, seen);
});

test('a text goes on in the database that it has chosen, also when another statement came in between', async t => {
  const {post, engine} = await editorForTests(t);
  engine.rules = {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1};
  const text = {database: 'a', statement: 'USE b; SELECT 1; SELECT 2'};
  let operationId = String((await post('/api/editor/execute/hive', text)).body['history_uuid']);
  operationId = String((await post('/api/editor/execute', {operationId})).body['history_uuid']);
  await post('/api/editor/execute/hive', {database: 'c', statement: 'SELECT 3'});
  await post('/api/editor/execute', {operationId});
  const seen = ['USE `a`', 'USE b', 'SELECT 1', 'USE `c`', 'SELECT 3', 'USE `b`', 'SELECT 2'];
  assert.deepEqual(engine.asked.statements, seen);
});

test('a statement that two browsers want behind the same one runs once', async t => {
  const {post, engine} = await editorForTests(t);
  const first = await post('/api/editor/execute/hive', {statement: 'SET x=1; SET x=2; SET x=3'});
  const operationId = String(first.body['history_uuid']);
  const answers = await Promise.all(
    [1, 2, 3].map(() => post('/api/editor/execute', {operationId, once: 'true'})),
  );
  const uuids = new Set(answers.map(({body}) => body['history_uuid']));
  assert.equal(uuids.size, 1);
  assert.deepEqual(
    answers.map(({body}) => (body['handle'] as {statement: string}).statement),
    ['SET x=2', 'SET x=2', 'SET x=2'],
  );
  assert.deepEqual(engine.asked.statements, ['SET x=1', 'SET x=2']);
  await post('/api/editor/execute', {operationId});
  assert.deepEqual(
    engine.asked.statements,
    ['SET x=1', 'SET x=2', 'SET x=2'],
    'who asks plainly gets it again',
  );
});

test('a session is told its database where that is not the one it begins in, or may be another by now', async t => {
  const {engine, post} = await editorForTests(t);
  engine.rules = {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1};
  engine.startsIn = 'default';
  const run = async (statement: string, database: string) => {
    const {body} = await post('/api/editor/execute/hive', {statement, database});
    assert.equal(body['status'], 0, JSON.stringify(body));
  };
  await run('DONE 1', 'default');
  await run('DONE 2', 'default');
  await run('DONE 3', 'sales');
  assert.deepEqual(engine.asked.statements, [
    'DONE 1',
    'USE `default`',
    'DONE 2',
    'USE `sales`',
    'DONE 3',
  ]);
});
