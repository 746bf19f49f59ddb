import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {test} from 'node:test';
import {joinRecords, readRecord, toRecords} from './message-envelope.ts';

const options = {
  maxBytes: 2000,
  compress: true,
  sourceIp: '10.0.0.1',
  createdBy: 'gazetteer',
  source: {source: 'gazetteer', version: '1'},
};
const message = (body: object) => ({id: 'm7', body: JSON.stringify(body), time: 1_700_000_000_000});
/** Text that compresses by half. */
const noise = (length: number) => randomBytes(length).toString('hex');

test('a message has the fields of the reference around it', async () => {
  const records = await toRecords(message({type: 'ENTITY_NOTIFICATION_V2'}), options);
  assert.equal(records.length, 1);
  assert.deepEqual(JSON.parse(records[0] ?? ''), {
    source: {source: 'gazetteer', version: '1'},
    version: {version: '1.0.0', versionParts: [1]},
    msgCompressionKind: 'NONE',
    msgSplitIdx: 1,
    msgSplitCount: 1,
    msgSourceIP: '10.0.0.1',
    msgCreatedBy: 'gazetteer',
    msgCreationTime: 1_700_000_000_000,
    spooled: false,
    message: {type: 'ENTITY_NOTIFICATION_V2'},
  });
});

for (const [title, body, compress, count] of [
  ['a long one is compressed', {text: 'x'.repeat(50_000)}, true, 1],
  ['a very long one is compressed and cut', {text: noise(20_000)}, true, 20],
  [
    'without compression it is cut, not within a character',
    {text: '😀"\\'.repeat(2000)},
    false,
    13,
  ],
] as const) {
  test(`${title}, and read back from its parts in any order`, async () => {
    const records = await toRecords(message(body), {...options, compress});
    assert.ok(records.length >= count, `${records.length} records`);
    for (const record of records) assert.ok(Buffer.byteLength(record) <= options.maxBytes);
    assert.deepEqual(
      await toRecords(message(body), {...options, compress}),
      records,
      'the same again when it is sent again',
    );
    const read = records.map(readRecord);
    assert.deepEqual(JSON.parse(await joinRecords(read.toReversed())), body);
    if (records.length > 1) {
      assert.deepEqual(read[1]?.segment, {messageId: 'm7', index: 2, count: records.length});
      await assert.rejects(joinRecords(read.slice(1)), /segments are there/);
    }
  });
}

test('a message without an envelope is a message by itself', async () => {
  const old = {type: 'ENTITY_CREATE', user: 'ann', entities: []};
  assert.deepEqual(JSON.parse(await joinRecords([readRecord(JSON.stringify(old))])), old);
});

test('what is no message, of a later version, or a segment of nothing is refused', () => {
  assert.throws(() => readRecord('{'), SyntaxError);
  assert.throws(() => readRecord('[]'), /JSON object/);
  assert.throws(
    () => readRecord('{"version":{"version":"2.0.0"},"message":{}}'),
    /version 2\.0\.0/,
  );
  assert.throws(
    () =>
      readRecord('{"version":{"version":"1.0.0"},"msgSplitCount":2,"msgSplitIdx":1,"message":"a"}'),
    /segment/,
  );
  assert.throws(
    () =>
      readRecord(
        '{"version":{"version":"1.0.0"},"msgId":"a","msgSplitCount":2,"msgSplitIdx":3,"message":"a"}',
      ),
    /segment/,
  );
});
