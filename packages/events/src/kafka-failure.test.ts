import assert from 'node:assert/strict';
import {test} from 'node:test';
import {kafkaFailure} from './kafka-failure.ts';

test('of a tree of errors the reasons are told, each once', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9');
  const denied = Object.assign(new Error('SASL authentication failed.'), {
    serverErrorMessage: 'invalid credentials',
  });
  const attempt = () =>
    new AggregateError(
      [
        new Error('Connection to a:9 failed.', {cause: refused}),
        new Error('Connection to b:9 failed.', {cause: denied}),
      ],
      'Cannot connect to any broker.',
    );
  const {message} = kafkaFailure(
    'nothing was sent',
    new AggregateError([attempt(), attempt()], 'metadata failed 3 times.'),
  );
  assert.equal(
    message,
    'nothing was sent: connect ECONNREFUSED 127.0.0.1:9; SASL authentication failed. invalid credentials',
  );
});

test('what is no tree is told as it is', () => {
  assert.equal(kafkaFailure('x', new Error('away')).message, 'x: away');
  assert.equal(kafkaFailure('x', 'odd').message, 'x: odd');
});
