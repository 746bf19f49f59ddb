import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {Connection, HiveClient, ServerError, TransportError} from '../src/index.ts';
import {decodeReply} from '../src/message.ts';
import {MessageScanner} from '../src/message-scanner.ts';
import {envelopes, type HiveMethod} from '../src/hive-calls.ts';
import {conversation} from './conversation.ts';
import {expectedRows, expectedTypes} from './expected.ts';
import {readRecording, ReplayTransport, type Recording} from './recording.ts';

const dialects = (['spark', 'hive'] as const).filter(name =>
  existsSync(join(import.meta.dirname, 'recorded', `${name}.json`)),
);

for (const dialect of dialects) {
  describe(`bytes of ${readRecording(dialect).server}`, () => {
    const recording = readRecording(dialect);

    test('every type comes exactly, NULL as NULL', async () => {
      const {types, session} = await replay(recording, dialect);
      assert.ok(session.protocol >= 9);
      assert.deepEqual(
        types.columns.map(column => column.type),
        expectedTypes[dialect],
      );
      assert.deepEqual(types.rows, expectedRows[dialect]);
    });

    test('a statement without rows has none, and metadata calls have theirs', async () => {
      const {ddl, schemas} = await replay(recording, dialect);
      assert.deepEqual(ddl.rows, []);
      assert.deepEqual(schemas.columns[0]?.name, 'TABLE_SCHEM');
      assert.deepEqual(
        schemas.rows.map(row => row[0]),
        ['recorded'],
      );
    });

    test('a refused statement says why, with its SQL state', async () => {
      const {missing} = await replay(recording, dialect);
      assert.ok(missing instanceof ServerError);
      assert.match(missing.message, /nowhere/);
      assert.match(missing.sqlState ?? '', /^42/);
    });

    test('the end of every message is found, however its bytes arrive', () => {
      for (const bytes of messages(recording)) {
        for (const step of [1, 7, 1000]) assert.equal(scanInSteps(bytes, step), bytes.length);
        // More than the message: its end is where it was.
        assert.equal(
          new MessageScanner(1e6).scan(Buffer.concat([bytes, Buffer.of(1, 2, 3)])),
          bytes.length,
        );
      }
    });

    test('a message over the limit is refused before its end has come', () => {
      for (const bytes of messages(recording)) {
        const scanner = new MessageScanner(bytes.length - 1);
        assert.throws(() => scanner.scan(bytes), {name: 'TransportError', reason: 'too-large'});
      }
    });

    test('cut off anywhere, a reply is an error', () => {
      for (const {name, bytes} of recording.replies) {
        const whole = Buffer.from(bytes, 'base64');
        for (let length = 0; length < whole.length; length++) {
          assert.throws(() => decode(name, whole.subarray(0, length)), TransportError);
        }
      }
    });

    test('with any byte changed, a reply is a value or a clear error, for the scanner as for the reader', () => {
      for (const {name, bytes} of recording.replies) {
        const whole = Buffer.from(bytes, 'base64');
        for (let at = 0; at < whole.length; at++) {
          for (const lie of [0x00, 0x0c, 0x0f, 0x7f, 0xff]) {
            const wrong = Buffer.from(whole);
            wrong[at] = lie;
            failsWell(() => decode(name, wrong));
            failsWell(() => new MessageScanner(1e6).scan(wrong));
          }
        }
      }
    });
  });
}

async function replay(recording: Recording, dialect: 'spark' | 'hive') {
  return await conversation(
    new HiveClient(new Connection(new ReplayTransport(recording))),
    dialect,
  );
}

function messages(recording: Recording): Buffer[] {
  return recording.replies.map(({bytes}) => Buffer.from(bytes, 'base64'));
}

function scanInSteps(bytes: Buffer, step: number): number {
  const scanner = new MessageScanner(1e6);
  for (let length = step; length < bytes.length; length += step)
    assert.equal(scanner.scan(bytes.subarray(0, length)), 0);
  return scanner.scan(bytes);
}

function decode(method: string, bytes: Buffer): unknown {
  const sequence = bytes.length >= 12 + method.length ? bytes.readInt32BE(8 + method.length) : 0;
  return decodeReply<unknown>(bytes, method, sequence, envelopes[method as HiveMethod].result);
}

function failsWell(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    assert.ok(
      error instanceof Error && /TransportError|ApplicationError/.test(error.name),
      String(error),
    );
  }
}
