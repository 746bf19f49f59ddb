// Statements that wait because as many sessions as their user may have are in use.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {asUser, editorForTests} from './editor-fixture.ts';
import {runFiveEach, tenPeople} from './ten-people.ts';

type Waiting = {uuid: string; sql: string; step: string; ahead: number};

async function world(t: {after(work: () => Promise<void>): void}) {
  const editor = await editorForTests(t, undefined, {ada: 'ANALYST', bob: 'ANALYST'});
  editor.engine.rules = {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 2};
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const run = (statement: string, as = ada) => as('POST', '/api/editor/execute/hive', {statement});
  const waiting = async () => {
    const {body} = await ada('GET', '/api/v1/queries/waiting');
    return body['waiting'] as readonly Waiting[];
  };
  const places = async () =>
    (await waiting()).map(({sql, step, ahead}) => `${sql} ${step} ${ahead}`);
  /** Until they are as wanted. */
  const become = (wanted: readonly string[]) =>
    soon(async () => assert.deepEqual(await places(), wanted));
  return {editor, ada, bob, run, waiting, become};
}

test('they get the sessions that are given back in the order in which they came, and others are not in their way', async t => {
  const {ada, bob, run, become} = await world(t);
  const [first, second] = [await run('HANG'), await run('HANG')];
  const third = run('DONE 3');
  await become(['DONE 3 line 0']);
  const fourth = run('HANG 4');
  await become(['DONE 3 line 0', 'HANG 4 line 1']);
  assert.equal((await run('ANYTHING', bob)).body['status'], 0, 'another has sessions of his own');
  await ada('POST', '/api/editor/cancel_statement', {operationId: first.body['history_uuid']});
  // Done at once, it gives its session to the one behind it.
  assert.equal((await third).body['status'], 0);
  assert.equal((await fourth).body['status'], 0);
  await become([]);
  assert.equal(typeof second.body['history_uuid'], 'string');
});

test('one that waits is cancelled and never sent; those behind it move up', async t => {
  const {editor, ada, bob, run, waiting, become} = await world(t);
  const [first] = [await run('HANG'), await run('HANG')];
  const third = run('NEVER 3');
  await become(['NEVER 3 line 0']);
  const fourth = run('DONE 4');
  await become(['NEVER 3 line 0', 'DONE 4 line 1']);
  const uuid = (await waiting())[0]?.uuid ?? '';
  assert.equal((await bob('POST', `/api/v1/queries/${uuid}/cancel`)).status, 404, 'by nobody else');
  assert.equal((await ada('POST', `/api/v1/queries/${uuid}/cancel`)).status, 204);
  const {body} = await third;
  assert.deepEqual(
    [body['status'], body['message'], body['query_status'], body['history_uuid']],
    [1, 'The statement was cancelled before it was sent', {status: 'canceled'}, uuid],
  );
  await become(['DONE 4 line 0']);
  await ada('POST', '/api/editor/cancel_statement', {operationId: first.body['history_uuid']});
  assert.equal((await fourth).body['status'], 0);
  assert.ok(!editor.engine.asked.statements.includes('NEVER 3'));
  const history = await ada('GET', '/api/v1/history?text=NEVER');
  assert.equal((history.body['statements'] as {state: string}[])[0]?.state, 'canceled');
});

test('where one session is allowed and closed behind each statement, they run one at a time, and names do not wait', async t => {
  const {editor, ada, run, become} = await world(t);
  editor.engine.rules = {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 1};
  const first = await run('HANG 1');
  const second = run('HANG 2');
  await become(['HANG 2 line 0']);
  const names = await ada('POST', '/api/editor/autocomplete/', {snippet: {type: 'hive'}});
  assert.deepEqual(names.body['databases'], ['default', 'sales']);
  assert.deepEqual(editor.engine.asked.statements.filter(isHanging), ['HANG 1']);
  await ada('POST', '/api/editor/cancel_statement', {operationId: first.body['history_uuid']});
  assert.equal((await second).body['status'], 0);
  assert.deepEqual(editor.engine.asked.statements.filter(isHanging), ['HANG 1', 'HANG 2']);
  assert.equal(new Set(editor.engine.asked.sessions).size, 2, 'each in a session of its own');
});

test('ten people with two sessions each do not wait for one another, and each gets his own in the order he asked', async t => {
  const editor = await editorForTests(t, undefined, tenPeople);
  editor.engine.rules = {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 2};
  await runFiveEach(editor, (name, n) => `HANG ${name} ${n}`);
  for (const name of Object.keys(tenPeople)) {
    const sent = editor.engine.asked.statements.filter(sql => sql.startsWith(`HANG ${name} `));
    assert.deepEqual(
      sent,
      [0, 1, 2, 3, 4].map(n => `HANG ${name} ${n}`),
    );
  }
});

test('one that waits for its turn in the one session is cancelled, too', async t => {
  const {editor, ada, waiting, become} = await world(t);
  editor.engine.rules = {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1};
  editor.engine.features = {...editor.engine.features, bindsNames: 'ended'};
  await ada('POST', '/api/editor/execute/hive', {statement: 'HANG', database: 'one'});
  const other = ada('POST', '/api/editor/execute/hive', {statement: 'NEVER A', database: 'two'});
  await become(['NEVER A turn 0']);
  const behind = ada('POST', '/api/editor/execute/hive', {statement: 'NEVER B', database: 'one'});
  await become(['NEVER A turn 0', 'NEVER B turn 1']);
  const uuid = (await waiting())[1]?.uuid ?? '';
  assert.equal((await ada('POST', `/api/v1/queries/${uuid}/cancel`)).status, 204);
  assert.deepEqual((await behind).body['query_status'], {status: 'canceled'});
  const first = (await waiting())[0]?.uuid ?? '';
  assert.equal((await ada('POST', `/api/v1/queries/${first}/cancel`)).status, 204);
  assert.deepEqual((await other).body['query_status'], {status: 'canceled'});
  await become([]);
  const next = await ada('POST', '/api/editor/execute/hive', {statement: 'HANG', database: 'one'});
  assert.equal(next.body['status'], 0);
  assert.ok(!editor.engine.asked.statements.some(sql => sql.startsWith('NEVER')));
});

function isHanging(sql: string): boolean {
  return sql.startsWith('HANG');
}
