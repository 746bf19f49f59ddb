import assert from 'node:assert/strict';
import {after, before, describe, it, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {heaviestOf, planOf, stepsOf} from '@gazetteer/sql';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {type ConfiguredEditor, configuredEditor, interpreter} from './configured-editor.ts';
import {admin, type Body, EditorClient} from './editor-client.ts';
import type {EditorProcess} from './editor-process.ts';
import {editorForTests} from './editor-fixture.ts';
import {engineForTests, openSessionsOf, recordFor} from './sql-fixture.ts';
import {runFiveEach, tenPeople} from './ten-people.ts';

const skip = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
/** Runs for some seconds, and needs no data. */
const slow = (seconds: number, name = 'slept') =>
  `select reflect("java.lang.Thread", "sleep", cast(${seconds * 1000} as bigint)) is null as ${name} from (select 1) t`;
const numbers = (count: number) =>
  `select posexplode(split(space(${count - 1}), ' ')) as (pos, val)`;
const snippet = {snippet: '{"type": "hive"}'};

describe('The API on a real HiveServer2', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('hive.sh', ['none', 'binary'])));
  after(async () => await server?.stop());

  async function configured(
    t: TestContext,
    more = '',
    types = ['hive'],
  ): Promise<ConfiguredEditor> {
    const ini = `[beeswax]
      hive_server_host=localhost
      hive_server_port=${server.port}
      ${more}
      ${interpreter(...types)}`;
    return await configuredEditor(t, ini, {'hive.server2.authentication': 'NONE'});
  }

  async function open(
    t: TestContext,
    more = '',
    types?: string[],
  ): Promise<{editor: EditorProcess; client: EditorClient}> {
    const editor = await (await configured(t, more, types)).open();
    t.after(() => editor.stop());
    return {editor, client: new EditorClient(editor.url)};
  }

  it('runs a statement as the person who is logged in, with a log and progress, under all three addresses', async t => {
    const {editor, client} = await open(t);
    await client.query('hive', 'create table counted (n int)');
    await client.query('hive', 'insert into counted values (1), (2), (3)');
    const id = await client.execute(
      'hive',
      'select logged_in_user() as who, sum(n) as total from counted',
    );
    assert.deepEqual(await client.ended(id), {status: 'available', has_result_set: true});
    for (const prefix of ['/api/editor', '/api/v1/editor', '/notebook/api']) {
      const same = new EditorClient(editor.url, prefix);
      const {data, meta, has_more} = await same.rows(id, {startOver: 'true'});
      assert.deepEqual(data, [['admin', 6]]);
      assert.deepEqual(
        meta.map(({name, type}) => [name, type]),
        [
          ['who', 'string'],
          ['total', 'bigint'],
        ],
      );
      assert.equal(has_more, false);
      const logs = await same.post('get_logs', {operationId: id});
      assert.match(String(logs['logs']), /Compiling command\(/);
      assert.equal(logs['progress'], 100);
    }
    await openSessionsOf(server, 0);
  });

  it('completes names, shows samples, describes and explains', async t => {
    const {client} = await open(t);
    await client.query(
      'hive',
      "create table shown (a int comment 'key', b struct<c:int>) comment 'of a test'",
    );
    await client.query('hive', "insert into shown select 7, named_struct('c', 8)");
    assert.deepEqual((await client.post('autocomplete/', snippet))['databases'], ['default']);
    const tables = (await client.post('autocomplete/default', snippet))['tables_meta'] as {
      name: string;
    }[];
    assert.ok(tables.some(table => table.name === 'shown'));
    assert.deepEqual((await client.post('autocomplete/default/shown/', snippet))['columns'], [
      'a',
      'b',
    ]);
    const part = await client.post('autocomplete/default/shown/b/c', snippet);
    assert.deepEqual([part['name'], part['type']], ['c', 'int']);
    assert.deepEqual((await client.post('sample/default/shown', snippet))['rows'], [
      [7, '{&quot;c&quot;:8}'],
    ]);
    const described = await client.post('describe/default/shown', {source_type: 'hive'});
    assert.deepEqual([described['comment'], described['is_view']], ['of a test', false]);
    const explained = await client.post('explain', {
      snippet: '{"type": "hive", "statement": "select a from shown"}',
    });
    assert.match(String(explained['explanation']), /TableScan|STAGE PLANS/i);
    const joined = await client.post('explain', {
      snippet:
        '{"type": "hive", "statement": "select count(*) from shown x join shown y on x.a = y.a"}',
    });
    const steps = stepsOf(planOf(String(joined['plan']), '') ?? assert.fail('no plan'));
    assert.equal(steps.filter(({name}) => name === 'TableScan').length, 2);
    assert.ok(steps.some(({name}) => name.endsWith('Join')));
    assert.ok((heaviestOf(steps[0] ?? assert.fail('no steps'))?.most ?? 0) > 0);
    await openSessionsOf(server, 0);
  });

  it('tells what is wrong with a statement in the words of the server, and goes on', async t => {
    const {client} = await open(t);
    const body = await client.post('execute/hive', {statement: 'select * from nowhere'});
    assert.deepEqual([body['status'], body['sql_state'], body['error_code']], [1, '42S02', 10001]);
    assert.match(String(body['message']), /Table not found 'nowhere'/);
    assert.deepEqual(await client.query('hive', 'select 1'), [[1]]);
    await openSessionsOf(server, 0);
  });

  it('runs the statements of a text one after the other in one session', async t => {
    const {client} = await open(t);
    const text =
      "create temporary table seen as select 42 as n; select n from seen -- ;\n; select 'a;b' as last";
    let id = await client.execute('hive', text);
    assert.equal((await client.ended(id)).has_result_set, false);
    for (const expected of [[[42]], [['a;b']]]) {
      const next = await client.post('execute', {operationId: id});
      assert.equal(next['status'], 0, JSON.stringify(next));
      id = String(next['history_uuid']);
      await client.ended(id);
      assert.deepEqual((await client.rows(id)).data, expected);
    }
    await openSessionsOf(server, 0);
  });

  it('tells the server where the request came from, unless the configuration says not to', async t => {
    const asked = async ({editor}: {editor: EditorProcess}) => {
      const send = (name: string, fields: Record<string, string>) =>
        fetch(`${editor.url}/api/editor/${name}`, {
          method: 'POST',
          headers: {authorization: admin, 'x-forwarded-for': '10.0.0.1, 192.0.2.7'},
          body: new URLSearchParams(fields),
        });
      const {history_uuid} = (await (
        await send('execute/hive', {statement: 'set X-Forwarded-For'})
      ).json()) as Body;
      const client = new EditorClient(editor.url);
      await client.ended(String(history_uuid));
      return (await client.rows(String(history_uuid))).data;
    };
    assert.deepEqual(await asked(await open(t)), [['X-Forwarded-For=192.0.2.7']]);
    const secretive = await open(t, '[desktop]\nenable_xff_for_hive_impala=false');
    assert.deepEqual(await asked(secretive), [['X-Forwarded-For is undefined']]);
    await openSessionsOf(server, 0);
  });

  it('takes variables, settings, files and functions along', async t => {
    const {client} = await open(t);
    const snippet = {
      type: 'hive',
      database: 'default',
      statement:
        "select shout('${word=hello}'), '${hiveconf:tez.queue.name}'; set tez.queue.name; list files",
      variables: [{name: 'word', value: 'hi'}],
      properties: {
        settings: [{key: 'tez.queue.name', value: 'quick'}],
        files: [{type: 'file', path: import.meta.filename}],
        functions: [
          {name: 'shout', class_name: 'org.apache.hadoop.hive.ql.udf.generic.GenericUDFUpper'},
        ],
      },
    };
    const seen: unknown[] = [];
    let body = await client.post('execute', {snippet: JSON.stringify(snippet)});
    for (;;) {
      assert.equal(body['status'], 0, JSON.stringify(body));
      const id = String(body['history_uuid']);
      await client.ended(id);
      seen.push((await client.rows(id)).data);
      if ((body['handle'] as {has_more_statements: boolean}).has_more_statements !== true) break;
      body = await client.post('execute', {operationId: id});
    }
    assert.deepEqual(seen.slice(0, 2), [[['HI', 'quick']], [['tez.queue.name=quick']]]);
    assert.match(JSON.stringify(seen[2]), /hive-api\.real\.test\.ts/);
    await openSessionsOf(server, 0);
  });

  it('runs procedures in the procedural engine', async t => {
    const {client} = await open(t, '', ['hplsql']);
    await client.query('hplsql', 'create database procedures');
    const block = `create procedure greet(whom string)
      begin
        print 'hello ' || whom;
      end;
      declare total int = 0;
      begin
        for i in 1..4 loop
          total := total + i;
        end loop;
        greet('loops ' || total);
      end`;
    const id = await client.execute('hplsql', block, 'procedures');
    assert.equal((await client.ended(id)).status, 'available');
    const log = await client.post('get_logs', {operationId: id});
    assert.match(String(log['logs']), /hello loops 10/);
    const rows = await client.execute(
      'hplsql',
      "select current_database(), 6 * 7; print 'done'",
      'procedures',
    );
    await client.ended(rows);
    assert.deepEqual((await client.rows(rows)).data, [['procedures', 42]]);
    await openSessionsOf(server, 0);
  });

  it('reads a log of 100,000 lines to its end, though the server writes on when the statement is over', async t => {
    const {client} = await open(t, '', ['hplsql']);
    const id = await client.execute(
      'hplsql',
      "begin for i in 1..100000 loop print 'line ' || i; end loop; end",
    );
    const lines: string[] = [];
    let missing = 0;
    for (let from = 0, more = true; more;) {
      const {logs, first_line, line_count, has_more} = await client.post('get_logs', {
        operationId: id,
        from: String(from),
      });
      if (line_count !== from) lines.push(...String(logs).split('\n'));
      missing += Number(first_line) - from;
      from = Number(line_count);
      more = has_more === true;
    }
    assert.equal((await client.ended(id)).status, 'available');
    const numbers = lines
      .map(line => Number(/line (\d+)$/.exec(line)?.[1]))
      .filter(number => !Number.isNaN(number));
    assert.equal(numbers.at(-1), 100_000);
    assert.ok(numbers.length + missing >= 100_000, 'what is not kept is told');
    t.diagnostic(`${missing} lines missing`);
    await openSessionsOf(server, 0);
  });

  it('runs statements in the low-latency engine and in the analytic one, whose own servers speak the same protocol', async t => {
    const at = `server_host=localhost\nserver_port=${server.port}`;
    const ini = `llap_server_host=localhost
      llap_server_port=${server.port}
      [impala]
      ${at}
      auth_password=any
      impersonation_enabled=true`;
    const {editor, client} = await open(t, ini, ['llap', 'impala']);
    // The analytic engine's servers have a word of their own for whom a session is for, which
    // Hive's does not know.
    for (const [type, name, who] of [
      ['llap', 'main', 'admin'],
      ['impala', 'analytic', 'hue'],
    ] as const) {
      const id = await client.execute(type, "select logged_in_user(), 'of ' || current_database()");
      assert.equal((await client.ended(id)).status, 'available');
      assert.deepEqual((await client.rows(id)).data, [[who, 'of default']]);
      assert.deepEqual(
        (await client.post('autocomplete/', {snippet: JSON.stringify({type})}))['databases'],
        (await client.query(type, 'show databases')).flat(),
      );
      const cancelled = await client.execute(type, slow(600));
      await soon(async () => {
        const {logs} = await client.post('get_logs', {operationId: cancelled});
        assert.match(String(logs), /Compiling command\(/);
      });
      await client.post('cancel_statement', {operationId: cancelled});
      assert.equal((await client.ended(cancelled)).status, 'canceled');
      await soon(() =>
        assert.match(editor.output(), new RegExp(`Opening ${name} thrift session for user admin`)),
      );
    }
    await openSessionsOf(server, 0);
  });

  it('cancels a running statement', async t => {
    const {client} = await open(t);
    const id = await client.execute('hive', slow(600));
    assert.deepEqual(await client.post('cancel_statement', {operationId: id}), {
      status: 0,
      result: {status: 0},
    });
    assert.equal((await client.ended(id)).status, 'canceled');
    await openSessionsOf(server, 0);
  });

  it('gives ten people two sessions each, and each person’s statements run in the order in which they were asked for', async t => {
    const record = recordFor(server.port, {max_number_of_sessions: 2});
    const {engine} = engineForTests(record, {}, {id: 'hive', dialect: 'hive'});
    const editor = await editorForTests(t, () => new Map([['hive', engine]]), tenPeople);
    // Where a cancel comes before the thread that runs the statement, that sleeps on, and the server
    // holds its session until it wakes: less long than it is waited for.
    await runFiveEach(editor, (name, n) => slow(60, `slept_${name}_${n}`));
    await openSessionsOf(server, 0);
    // The server compiles a statement before it answers; a cancel may overtake the thread that then
    // runs it.
    const compiled = (log: string, name: string) =>
      [
        ...log.matchAll(
          new RegExp(`Compiling command\\([^)]*\\): select .*slept_${name}_(\\d)`, 'g'),
        ),
      ].map(([, n]) => Number(n));
    // It writes its log in its own time.
    const log = await soon(async () => {
      const text = await server.log();
      for (const name of Object.keys(tenPeople))
        assert.deepEqual(compiled(text, name), [0, 1, 2, 3, 4]);
      return text;
    });
    const open = [...log.matchAll(/Session opened, .*current sessions:\s*(\d+)/g)].map(found =>
      Number(found[1]),
    );
    assert.ok(Math.max(...open) <= 20, 'two for each at most');
  });

  it('finds a running statement and a half-read result again after a crash of the editor', async t => {
    const {open: start} = await configured(t);
    const first = await start();
    const before = new EditorClient(first.url);
    const read = await before.execute('hive', numbers(10_000));
    await before.ended(read);
    let seen = 0;
    while (seen < 5000)
      for (const row of (await before.rows(read, {rows: '700'})).data) assert.equal(row[0], seen++);
    const running = await before.execute('hive', slow(4));
    await first.kill();

    const second = await start();
    t.after(() => second.stop());
    const client = new EditorClient(second.url);
    assert.deepEqual(await client.ended(running), {status: 'available', has_result_set: true});
    assert.deepEqual((await client.rows(running)).data, [[false]]);
    for (let more = true; more;) {
      const {data, has_more} = await client.rows(read, {rows: '900'});
      for (const row of data) assert.equal(row[0], seen++);
      more = has_more;
    }
    assert.equal(seen, 10_000);
    await openSessionsOf(server, 0);
  });

  it('says so when the server does not answer in time, leaves no session there, and works when it answers again', async t => {
    const {editor, client} = await open(t, 'server_conn_timeout=10');
    await client.query('hive', 'select 1');
    // It ends while the server is away, or soon after.
    const running = await client.execute('hive', slow(15));
    server.pause();
    const [late, opening, completion] = await Promise.all([
      client.post('check_status', {operationId: running}),
      client.post('execute/hive', {statement: 'select 2'}),
      client.post('autocomplete/', snippet),
    ]);
    server.resume();
    assert.equal(late['status'], -4, JSON.stringify(late));
    assert.equal(opening['status'], -4, JSON.stringify(opening));
    assert.match(String(opening['message']), /within 10000 ms/);
    assert.deepEqual(
      [completion['status'], completion['code']],
      [0, 500],
      'still an answer of HTTP 200',
    );
    await soon(() => {
      assert.match(editor.output(), /Not retrying thrift call OpenSession due to socket timeout/);
      assert.match(editor.output(), /Thrift saw a socket error: /);
    });
    assert.ok(!editor.output().includes('Thrift exception; retrying'));

    assert.deepEqual(await client.query('hive', 'select 3'), [[3]]);
    assert.equal((await client.ended(running)).status, 'available', 'the statement itself went on');
    assert.deepEqual((await client.rows(running)).data, [[false]]);
    await openSessionsOf(server, 0);
  });
});
