// Records of one topic share a connection, which one that fails closes.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {KafkaPublisher} from '@gazetteer/events/kafka';
import {soon} from '@gazetteer/model/testing';
import {noBroker} from '../../../packages/events/test/no-broker.ts';
import {Courier} from '../src/schedule/courier.ts';
import {migrations} from '../src/store/schema.ts';
import {TestLog} from './test-log.ts';

test('records of a topic are written one behind the other, also behind one that fails', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-courier-'));
  const db = new SqliteDatabase({file: join(folder, 'editor.db')});
  t.after(async () => {
    await db.close();
    rmSync(folder, {recursive: true});
  });
  await db.migrate(migrations);
  await db.write(async session => {
    await session.run(
      `INSERT INTO editor_schedule (uuid, owner, document, name, cron, time_zone, settings, secret, next_at,
         created_at, changed_at) VALUES ('s', 'ada', 'd', 'Sales', '', 'UTC', '{}', '', 0, 0, 0)`,
    );
    for (const uuid of ['1', '2', '3'])
      await session.run(
        `INSERT INTO editor_delivery (uuid, schedule, owner, kind, target, content, attempts, not_before)
         VALUES (?, 's', 'ada', 'kafka', 'ALERTS', '{"schedule": {"uuid": "s"}}', 0, 0)`,
        [uuid],
      );
  });
  const ends: ((error?: Error) => void)[] = [];
  t.mock.method(
    KafkaPublisher.prototype,
    'publish',
    async () =>
      await new Promise<void>((resolve, reject) =>
        ends.push(error => (error === undefined ? resolve() : reject(error))),
      ),
  );
  const kafka = {topics: ['ALERTS'], connection: noBroker};
  const log = new TestLog();
  const courier = new Courier({mail: undefined, webhooks: 'off', kafka, address: ''}, log);
  const waiting = async () =>
    (await db.read(session => session.all('SELECT uuid FROM editor_delivery'))).length;
  await courier.deliver(db);
  await soon(() => assert.equal(ends.length, 1));
  ends[0]?.(new Error('The broker is gone'));
  await soon(() => assert.deepEqual(log.messages('warn'), ['a notice could not be sent']));
  await soon(() => assert.equal(ends.length, 2));
  ends[1]?.();
  await soon(async () => assert.equal(await waiting(), 2));
  assert.equal(ends.length, 3);
  ends[2]?.();
  await soon(async () => assert.equal(await waiting(), 1));
  await courier.close();
});
