// Notifications of schedules to a real Kafka: to topics that are named, also when it was away.
import assert from 'node:assert/strict';
import {after, suite, test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {kafkaForTests, readTopic} from '../../../packages/events/test/kafka-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

const broker = await kafkaForTests();

/** An editor with a schedule that writes to the topic. */
async function scheduled(t: TestContext, to: string, argv: readonly string[]) {
  const users = {ada: 'ANALYST'};
  const editor = await editorForTests(t, undefined, users, '', 0, undefined, undefined, argv);
  const ada = asUser(editor, 'ada');
  const content = {engine: 'hive', database: 'default', text: 'ROWS 3'};
  const {body} = await ada('POST', '/api/v1/documents', {name: 'Late ones', content});
  const made = await ada('POST', '/api/v1/schedules', {
    document: body['uuid'],
    name: 'Späte Lieferungen',
    cron: '@daily',
    condition: {of: 'rows', operator: '>', value: '2'},
    rules: [{on: 'condition', by: 'kafka', to}],
  });
  const uuid = String(made.body['uuid']);
  const run = async () => {
    assert.equal((await ada('POST', `/api/v1/schedules/${uuid}/runs`)).status, 201);
  };
  return {...editor, ada, made, uuid, run};
}

suite('schedules and Kafka', 'skip' in broker ? {skip: broker.skip} : {}, () => {
  if ('skip' in broker) return;
  after(() => broker.remove());
  const brokers = ['--kafka-brokers', broker.address];
  const address = ['--schedule-address', 'https://sql.example.com'];

  test('a run is one record of the topic, keyed by its schedule', async t => {
    const argv = [...brokers, ...address, '--schedule-topics', 'ALERTS, REPORTS'];
    const {ada, uuid, run} = await scheduled(t, 'REPORTS', argv);
    const {body} = await ada('GET', '/api/v1/schedules');
    assert.deepEqual(body['kafkaTopics'], ['ALERTS', 'REPORTS']);
    await run();
    const [record] = await readTopic(broker.address, 'REPORTS', ({length}) => length === 1);
    const {run: ran, ...message} = JSON.parse(record?.value ?? '') as Record<string, object>;
    assert.deepEqual(message, {
      event: 'condition',
      schedule: {uuid, name: 'Späte Lieferungen'},
      title: 'Späte Lieferungen: Number of rows > 2',
      text: 'The query returned 3 rows.',
      link: `https://sql.example.com/app/schedules/${uuid}`,
    });
    assert.partialDeepStrictEqual(ran, {rows: 3});
    assert.equal(record?.key, uuid);
    assert.match(record?.id ?? '', /^[\da-f-]{36}$/);
  });

  test('what a broker did not take is tried again, with the same id', async t => {
    const {editor, log, run} = await scheduled(t, 'LATER', [
      ...brokers,
      '--schedule-topics',
      'LATER',
    ]);
    await broker.kill();
    await run();
    const waiting = () =>
      editor.db.read(session =>
        session.all<{uuid: string; attempts: number}>(
          'SELECT uuid, attempts FROM editor_delivery WHERE not_before > 0',
        ),
      );
    const failed = () =>
      log.lines.filter(({message}) => message === 'a notice could not be sent').length;
    await soon(() => assert.equal(failed(), 1));
    const [kept] = await waiting();
    assert.equal(kept?.attempts, 1);
    await broker.start();
    // Its next time is a minute away: it is due now.
    await editor.db.write(session => session.run('UPDATE editor_delivery SET not_before = 0'));
    const [record] = await readTopic(broker.address, 'LATER', ({length}) => length === 1);
    assert.equal(record?.id, kept?.uuid);
    await soon(async () => assert.deepEqual(await waiting(), []));
  });
});

test('topics that the administrator has not named are refused, also those that exist', async t => {
  const named = ['--kafka-brokers', '127.0.0.1:1', '--schedule-topics', 'ALERTS'];
  const refused = /^"ATLAS_HOOK" is no topic that notifications may go to/;
  for (const argv of [named, named.slice(0, 2), []]) {
    const {made} = await scheduled(t, 'ATLAS_HOOK', argv);
    assert.equal(made.status, 400);
    assert.match(String(made.body['message']), refused);
  }
});

test('a topic that is off the list since is not written to, and its owner is told', async t => {
  const argv = ['--kafka-brokers', '127.0.0.1:1', '--schedule-topics', 'ALERTS'];
  const {editor, ada, uuid, log} = await scheduled(t, 'ALERTS', argv);
  await editor.db.write(session =>
    session.run(
      `INSERT INTO editor_delivery (uuid, schedule, owner, kind, target, content, attempts, not_before)
       VALUES ('00000000-0000-4000-8000-000000000001', ?, 'ada', 'kafka', 'ATLAS_HOOK', ?, 4, 0)`,
      [uuid, JSON.stringify({title: 'Late ones finished', text: '', schedule: {uuid}})],
    ),
  );
  const told = await soon(async () => {
    const {body} = await ada('GET', '/api/v1/notices');
    const [notice] = body['notices'] as {title: string; text: string}[];
    assert.ok(notice !== undefined, JSON.stringify(log.lines));
    return notice;
  });
  assert.equal(told.title, 'Couldn’t write to Kafka');
  assert.match(told.text, /ATLAS_HOOK: Notifications may not go to this topic/);
});
