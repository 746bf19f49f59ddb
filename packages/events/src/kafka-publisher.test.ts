import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Producer} from '@platformatic/kafka';
import {noBroker} from '../test/no-broker.ts';
import {KafkaPublisher} from './kafka-publisher.ts';

test('a record that fails closes its own connection, and not the next one', async t => {
  const sent: {readonly by: unknown; readonly fail: (error: Error) => void}[] = [];
  const closed: unknown[] = [];
  t.mock.method(Producer.prototype, 'send', async function (this: unknown) {
    return await new Promise((_, fail) => sent.push({by: this, fail}));
  });
  t.mock.method(Producer.prototype, 'close', async function (this: unknown) {
    closed.push(this);
  });
  const publisher = new KafkaPublisher({
    ...noBroker,
    name: 'test',
    topic: 'ALERTS',
    envelope: undefined,
  });
  const publish = (id: string) => publisher.publish([{id, key: id, body: id}]);
  const [first, second] = [publish('1'), publish('2')];
  sent[0]?.fail(new Error('gone'));
  await assert.rejects(first);
  const third = publish('3');
  sent[1]?.fail(new Error('gone'));
  await assert.rejects(second);
  const [old, , next] = sent.map(({by}) => by);
  assert.notEqual(next, old);
  assert.deepEqual(
    closed.map(one => one === old),
    [true, true],
  );
  sent[2]?.fail(new Error('gone'));
  await assert.rejects(third);
});
