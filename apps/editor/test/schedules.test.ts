// Saved queries that are run by themselves, over HTTP and with the embedded engine.
import assert from 'node:assert/strict';
import {createHmac, randomUUID} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {listSchedules, runNow} from '../src/schedule/schedules.ts';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {temporaryFolder} from './editor-process.ts';
import type {TestLog} from './test-log.ts';

type Json = Readonly<Record<string, unknown>>;
type Run = Json & {uuid: string; state: string; statement?: string; message?: string};
const users = {ada: 'ANALYST', bob: 'ANALYST'};
const daily = {name: 'Orders', cron: '0 6 * * *', timeZone: 'Europe/Berlin', rules: []};

async function opened(t: TestContext, ini = '') {
  const own = await temporaryFolder(t);
  const duckdb = (log: TestLog) => new Map([['duckdb', duckDbForTests(own, log)]]);
  const editor = await editorForTests(t, duckdb, users, ini);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const save = async (text: string, engine = 'duckdb', person = ada) => {
    const content = {engine, database: 'main', text};
    const made = await person('POST', '/api/v1/documents', {name: randomUUID(), content});
    return String(made.body['uuid']);
  };
  const schedule = async (document: string, more: object = {}, person = ada) => {
    const {status, body, text} = await person('POST', '/api/v1/schedules', {
      ...daily,
      document,
      ...more,
    });
    assert.equal(status, 201, text);
    return `/api/v1/schedules/${String(body['uuid'])}`;
  };
  const runsOf = async (at: string, person = ada) =>
    (await person('GET', `${at}/runs`)).body['runs'] as Run[];
  /** Runs it, and waits until it has ended. */
  const run = async (at: string, person = ada): Promise<Run> => {
    const {status, body, text} = await person('POST', `${at}/runs`);
    assert.equal(status, 201, text);
    return await soon(async () => {
      const found = (await runsOf(at, person)).find(({uuid}) => uuid === body['uuid']);
      assert.match(String(found?.state), /done|failed|canceled/, JSON.stringify(found));
      return found as Run;
    });
  };
  const rowsOf = async ({statement}: Run, person = ada) =>
    (await person('GET', `/api/v1/results/${String(statement)}/rows`)).body['rows'];
  const notices = async (person = ada) =>
    (await person('GET', '/api/v1/notices')).body['notices'] as Json[];
  return {...editor, ada, bob, save, schedule, runsOf, run, rowsOf, notices};
}

test('a saved query is scheduled, runs with its values, and its result is there to be read', async t => {
  const {ada, save, schedule, run, rowsOf, runsOf} = await opened(t);
  const document = await save('use main; select * from range(${n=2}) r(n) where n > 0 order by n');
  const at = await schedule(document, {variables: {n: '4'}});
  const {body} = await ada('GET', at);
  assert.deepEqual(
    [body['reading'], body['timeZone'], body['pausedWhy']],
    ['At 06:00, every day', 'Europe/Berlin', undefined],
  );
  assert.match(
    new Date(Number(body['nextAt'])).toLocaleTimeString('en-GB', {timeZone: 'Europe/Berlin'}),
    /^06:00/,
  );
  const first = await run(at);
  assert.deepEqual(
    [first.state, first['cause'], first['attempt'], first['rows'], first['value'], first['isKept']],
    ['done', 'person', 1, 3, '1', true],
  );
  assert.deepEqual(await rowsOf(first), [[1], [2], [3]]);
  const statement = await ada('GET', `/api/v1/history/${String(first.statement)}`);
  assert.match(String(statement.body['statement']), /range\(4\)/);
  // What is saved later is what runs later.
  const {status} = await ada('PUT', `/api/v1/documents/${document}`, {
    version: 1,
    content: {engine: 'duckdb', database: 'main', text: "create table made as select 'x' as a"},
  });
  assert.equal(status, 200);
  const second = await run(at);
  assert.deepEqual([second.state, second['rows']], ['done', undefined]);
  assert.deepEqual(
    (await runsOf(at)).map(({uuid}) => uuid),
    [second.uuid, first.uuid],
  );
  const listed = (await ada('GET', '/api/v1/schedules')).body['schedules'] as Json[];
  assert.deepEqual(
    listed.map(one => (one['lastRun'] as Run).uuid),
    [second.uuid],
  );
  // What is forgotten is not kept either.
  assert.equal((await ada('DELETE', `/api/v1/history/${String(first.statement)}`)).status, 204);
  assert.deepEqual(
    (await runsOf(at)).map(({isKept}) => isKept),
    [true, false],
  );
});

test('a run has gone well also where its result cannot be noted as the latest', async t => {
  const {editor, log, save, schedule, run, rowsOf} = await opened(t);
  const at = await schedule(await save('select 7'));
  await editor.db.write(session => session.run('DROP TABLE editor_latest_result', []));
  const done = await run(at);
  assert.deepEqual([done.state, done['rows'], done['value']], ['done', 1, '7']);
  assert.deepEqual(await rowsOf(done), [[7]]);
  assert.ok(log.messages('warn').some(line => line.includes('not noted as the latest')));
});

test('who is told when it is done, when it fails, and when the condition holds', async t => {
  const {ada, save, schedule, run, notices} = await opened(t);
  const rules = [
    {on: 'failed', by: 'product'},
    {on: 'condition', by: 'product'},
  ];
  const condition = {of: 'rows', operator: '>', value: '0'};
  const some = await schedule(await save('select 7 as late'), {rules, condition, name: 'Late'});
  const none = await schedule(await save('select 7 where false'), {rules, condition});
  const bad = await schedule(await save('select * from nothing_here'), {rules, condition});
  assert.equal((await run(some))['isMet'], true);
  assert.equal((await run(none))['isMet'], false);
  const failed = await run(bad);
  assert.match(String(failed.message), /nothing_here does not exist/);
  const told = await notices();
  assert.deepEqual(
    told.map(({title, isRead}) => [title, isRead]),
    [
      ['Orders failed', false],
      ['Late: Number of rows > 0', false],
    ],
  );
  assert.equal(told[1]?.['text'], 'The query returned 1 row.');
  const until = Number(told[1]?.['writtenAt']);
  assert.equal((await ada('POST', '/api/v1/notices/read', {until})).status, 204);
  assert.deepEqual(
    (await notices()).map(({isRead}) => isRead),
    [false, true],
  );
});

test('a webhook gets what happened, signed', async t => {
  const {ada, save, schedule, run, notices} = await opened(t);
  const got: {headers: Json; body: string}[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({headers: request.headers, body});
      response.end();
    });
  });
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  t.after(() => void receiver.close());
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const at = await schedule(await save('select 7'), {rules: [{on: 'done', by: 'webhook', to}]});
  const {body} = await ada('GET', at);
  const done = await run(at);
  const [post] = await soon(() => {
    assert.equal(got.length, 1);
    return got as [(typeof got)[0]];
  });
  const event = JSON.parse(post.body) as Json & {run: Json; schedule: Json};
  assert.deepEqual(
    [event['event'], event.schedule['name'], event.run['uuid'], event.run['rows']],
    ['done', 'Orders', done.uuid, 1],
  );
  const signature = createHmac('sha256', String(body['webhookSecret']))
    .update(`${String(post.headers['x-gazetteer-timestamp'])}.${post.body}`)
    .digest('hex');
  assert.equal(post.headers['x-gazetteer-signature'], `sha256=${signature}`);
  assert.deepEqual(await notices(), []);
});

test('a run is canceled, and what it ran ends with it', async t => {
  const {ada, save, schedule, runsOf, editor} = await opened(t);
  const slow =
    'select count(*) from range(100000000000) a, range(1000) b where a.range % 7 = b.range';
  const at = await schedule(await save(slow), {retries: 3});
  const {body} = await ada('POST', `${at}/runs`);
  await soon(async () => assert.equal((await runsOf(at))[0]?.state, 'running'));
  await soon(() => assert.equal(editor.live.ofUser('ada').length, 1));
  assert.equal((await ada('POST', `${at}/runs`)).status, 409, 'one at a time');
  const canceled = await ada('POST', `${at}/runs/${String(body['uuid'])}/cancel`);
  assert.equal(canceled.body['state'], 'canceled');
  await soon(() =>
    assert.equal(editor.live.ofUser('ada')[0]?.lastProgress.state, 'canceled', 'on the engine'),
  );
  assert.deepEqual(
    (await runsOf(at)).map(({state}) => state),
    ['canceled'],
  );
});

test('it is paused by its person, and runs on demand meanwhile', async t => {
  const {ada, save, schedule, run} = await opened(t);
  const at = await schedule(await save('select 1'));
  const paused = await ada('POST', `${at}/pause`);
  assert.equal(paused.body['pausedWhy'], 'You paused it.');
  assert.equal((await run(at)).state, 'done');
  const resumed = await ada('POST', `${at}/resume`);
  assert.equal(resumed.body['pausedWhy'], undefined);
  const changed = await ada('PUT', at, {...daily, name: 'Hourly', cron: '@hourly', rules: []});
  assert.equal(changed.body['reading'], 'Every hour, every day');
  assert.equal((await ada('DELETE', at)).status, 204);
  assert.equal((await ada('GET', at)).status, 404);
});

test('a person who is gone, or may not any more, is the reason of a pause', async t => {
  const ini = `[notebook]\ndefault_interpreter=duckdb\n[[interpreters]]\n[[[duckdb]]]\nname=DuckDB\nusers=ada\n[[[hive]]]\nname=Hive\n`;
  const {ada, bob, save, schedule, run, folder, notices, editor} = await opened(t, ini);
  const refused = await bob('POST', '/api/v1/schedules', {
    ...daily,
    document: await save('select 1', 'duckdb', bob),
  });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /bob is not authorized to use/);
  const document = await save('select 1', 'hive');
  assert.equal((await bob('POST', '/api/v1/schedules', {...daily, document})).status, 404);
  const grants = [{kind: 'user', name: 'bob', permission: 'read'}];
  const share = async (list: object[]) =>
    assert.equal(
      (await ada('PUT', `/api/v1/documents/${document}/grants`, {grants: list})).status,
      200,
    );
  await share(grants);
  const at = await schedule(document, {}, bob);
  assert.equal((await run(at, bob)).state, 'done');
  await share([]);
  const ended = await run(at, bob);
  assert.deepEqual(
    [ended.state, ended.message],
    ['failed', 'The saved query: Document not found or not shared with you.'],
  );
  assert.equal((await bob('GET', at)).body['pausedWhy'], ended.message);
  assert.equal((await notices(bob))[0]?.['title'], 'Orders was paused');
  // The query comes to an engine that only others may use.
  await share(grants);
  await ada('PUT', `/api/v1/documents/${document}`, {
    version: 1,
    content: {engine: 'duckdb', database: 'main', text: 'select 1'},
  });
  await bob('POST', `${at}/resume`);
  assert.match(String((await run(at, bob)).message), /bob is not authorized to use DuckDB/);
  const own = (await schedule(await save('select 1', 'hive'))).split('/').at(-1) ?? '';
  await writeFile(join(folder, 'users-credentials.properties'), `${passwordLine('bob', 'A')}\n`);
  await soon(async () => assert.equal((await ada('GET', '/api/v1/schedules')).status, 401));
  await runNow(editor.db, 'ada', own);
  editor.schedules.wake();
  await soon(async () => {
    const [{pausedWhy} = {pausedWhy: ''}] = await listSchedules(editor.db, 'ada');
    assert.equal(pausedWhy, 'There is no user ada any more.');
  });
});

test('what others change of a query runs only when its person has looked at it', async t => {
  const {ada, bob, save, schedule, run} = await opened(t);
  const document = await save('select 1');
  const share = {grants: [{kind: 'user', name: 'bob', permission: 'write'}]};
  assert.equal((await ada('PUT', `/api/v1/documents/${document}/grants`, share)).status, 200);
  const change = async (person: typeof ada, version: number, text: string) => {
    const content = {engine: 'duckdb', database: 'main', text};
    const saved = await person('PUT', `/api/v1/documents/${document}`, {version, content});
    assert.equal(saved.status, 200, saved.text);
  };
  const at = await schedule(document);
  await change(bob, 1, 'create table of_bob as select 1');
  const refused = await run(at);
  assert.deepEqual(
    [refused.state, refused.message],
    ['failed', 'bob changed the saved query. Check it and resume the schedule.'],
  );
  assert.equal((await ada('GET', at)).body['pausedWhy'], refused.message);
  await ada('POST', `${at}/resume`);
  assert.equal((await run(at)).state, 'done');
  await change(ada, 2, 'select 2');
  assert.equal((await run(at))['value'], '2', 'her own changes she knows');
  await change(bob, 3, 'create table of_bob_again as select 1');
  const changed = await ada('PUT', at, {...daily, name: 'Later', rules: []});
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await run(at)).message, refused.message, 'other times approve of no other text');
  await change(ada, 4, 'select 3');
  assert.equal((await run(at)).message, refused.message, 'nor does saving it again');
  await ada('POST', `${at}/resume`);
  assert.equal((await run(at))['value'], '3');
});

test('a schedule whose query has only a comment is paused', async t => {
  const {ada, save, schedule, run} = await opened(t);
  const at = await schedule(await save('-- nothing yet'));
  const refused = await run(at);
  assert.equal(refused.message, 'The saved query has no statement to run.');
  assert.equal((await ada('GET', at)).body['pausedWhy'], refused.message);
});

test('who may not share results is told alone', async t => {
  const {save, schedule, run, notices, editor} = await opened(t);
  const to = 'http://127.0.0.1:1/';
  const at = await schedule(await save('select 1'), {rules: [{on: 'done', by: 'webhook', to}]});
  Object.assign(editor, {
    access: {...editor.access, may: (what: string) => what !== 'editor-share'},
  });
  assert.equal((await run(at)).state, 'done');
  assert.deepEqual(
    (await notices()).map(({title}) => title),
    ['Orders: not sent'],
  );
  const kept = await editor.db.read(session => session.all('SELECT * FROM editor_delivery'));
  assert.deepEqual(kept, []);
});

test('nobody but its person sees it, and nobody has more than may be', async t => {
  const {ada, bob, save, schedule, run} = await opened(t);
  const document = await save('select 1');
  const at = await schedule(document);
  const {uuid} = await run(at);
  for (const [method, url, body] of [
    ['GET', at],
    ['PUT', at, daily],
    ['DELETE', at],
    ['POST', `${at}/pause`],
    ['POST', `${at}/resume`],
    ['GET', `${at}/runs`],
    ['POST', `${at}/runs`],
    ['POST', `${at}/runs/${uuid}/cancel`],
  ] as const)
    assert.equal((await bob(method, url, body)).status, 404, `${method} ${url}`);
  assert.deepEqual((await bob('GET', '/api/v1/schedules')).body['schedules'], []);
  await schedule(document);
  await schedule(document);
  const more = await ada('POST', '/api/v1/schedules', {...daily, document});
  assert.deepEqual([more.status, /limit here/.test(more.text)], [409, true]);
});

test('what makes no sense is refused with its reason', async t => {
  const {ada, save} = await opened(t);
  const document = await save('select 1');
  const cases: [object, RegExp][] = [
    [{cron: 'often'}, /is no cron expression/],
    [{cron: ''}, /is no cron expression/],
    [{cron: '0 0 * * *', timeZone: 'Mars/Base'}, /is no time zone/],
    [{cron: '0 0 31 2'}, /is no cron expression/],
    [{rules: [{on: 'done', by: 'mail', to: 'a@b.example'}]}, /No mail server/],
    [{rules: [{on: 'done', by: 'webhook', to: 'file:///etc/passwd'}]}, /is no http/],
    [{rules: [{on: 'condition', by: 'product'}]}, /there is none/],
    [{rules: 'x'}, /has to be a list/],
    [{rules: [null]}, /list of objects/],
    [{rules: Array.from({length: 21}, () => ({on: 'done', by: 'product'}))}, /20 rules/],
    [{variables: {'a b': 'x'}}, /variables.a b/],
    [{variables: {a: 1}}, /variables.a has to be a text/],
    [{retries: 11}, /from 0 to 10/],
    [{keep: -1}, /from 0 to 30/],
    [{condition: {of: 'rows', operator: '~', value: '1'}}, /operator has to be/],
    [{name: ' '}, /name is empty/],
    [{document: 'x'}, /is no id/],
  ];
  for (const [given, message] of cases) {
    const {status, text} = await ada('POST', '/api/v1/schedules', {...daily, document, ...given});
    assert.ok(status === 400 || status === 404, `${JSON.stringify(given)}: ${status} ${text}`);
    assert.match(text, message);
  }
  const shown = await ada('POST', '/api/v1/schedules/preview', {
    cron: '30 9 * * 1-5',
    timeZone: 'UTC',
  });
  assert.equal(shown.body['reading'], 'At 09:30, Monday through Friday');
  assert.equal((shown.body['next'] as number[]).length, 5);
  for (const body of [{}, {cron: null}, {cron: '99 * * * *'}, {cron: ['x']}])
    assert.equal((await ada('POST', '/api/v1/schedules/preview', body)).status, 400);
});
