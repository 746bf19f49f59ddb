import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {FrameSplitter} from './frame-splitter.ts';
import {JuteReader, JuteWriter} from './jute.ts';
import {readConnectReply} from './protocol.ts';

const body = (writer: JuteWriter) => writer.frame().subarray(4);

describe('serialisation', () => {
  test('what was written is read back', () => {
    const reader = new JuteReader(
      body(
        new JuteWriter()
          .int(-7)
          .long(-(2n ** 60n))
          .boolean(true)
          .text('ä/€')
          .texts(['', 'b'])
          .buffer(Buffer.of(0, 255)),
      ),
    );
    assert.equal(reader.int(), -7);
    assert.equal(reader.long(), -(2n ** 60n));
    assert.equal(reader.boolean(), true);
    assert.equal(reader.text(), 'ä/€');
    assert.deepEqual(reader.texts(), ['', 'b']);
    assert.deepEqual([...reader.buffer()], [0, 255]);
    assert.equal(reader.left, 0);
  });

  test('-1 is the length of nothing', () => {
    const reader = new JuteReader(body(new JuteWriter().int(-1).int(-1)));
    assert.equal(reader.buffer().length, 0);
    assert.deepEqual(reader.texts(), []);
  });

  const broken: [string, JuteWriter, (reader: JuteReader) => unknown][] = [
    ['a number that is cut off', new JuteWriter().boolean(true), reader => reader.int()],
    [
      'a buffer longer than the frame',
      new JuteWriter().int(2 ** 31 - 1),
      reader => reader.buffer(),
    ],
    ['a buffer of negative length', new JuteWriter().int(-2), reader => reader.buffer()],
    ['a list longer than the frame', new JuteWriter().int(2 ** 30), reader => reader.texts()],
    ['a greeting without a session', new JuteWriter().int(0).int(4000), () => undefined],
  ];
  for (const [name, writer, read] of broken) {
    test(`${name} is malformed`, () => {
      const frame = body(writer);
      assert.throws(() => read(new JuteReader(frame)) ?? readConnectReply(frame), {
        kind: 'malformed',
      });
    });
  }
});

describe('frames', () => {
  test('come out whole, however they arrive', () => {
    const bytes = Buffer.concat([
      new JuteWriter().text('one').frame(),
      new JuteWriter().text('two').frame(),
    ]);
    for (let size = 1; size <= bytes.length; size++) {
      const splitter = new FrameSplitter();
      const frames: string[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        for (const frame of splitter.push(bytes.subarray(at, at + size)))
          frames.push(new JuteReader(frame).text());
      }
      assert.deepEqual(frames, ['one', 'two']);
    }
  });

  test('a length that ZooKeeper would not send is refused before the bytes come', () => {
    for (const length of [-1, 5 * 2 ** 20, 0x48545450]) {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(length);
      assert.throws(() => new FrameSplitter().push(bytes), {kind: 'malformed'});
    }
  });
});
