import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  type Answers,
  answeringClient,
  succeeded,
} from '../../../../packages/thrift/test/answering-transport.ts';
import {bareCommand, HiveSession} from './hive-engine-session.ts';

test('commands of the server are sent without the comments in front of them, SQL as it is', () => {
  assert.equal(bareCommand('/* why; */ -- how\nSET a=b'), 'SET a=b');
  assert.equal(bareCommand('/* jar */add jar /x.jar'), 'add jar /x.jar');
  const texts = [
    'set a=b',
    '/* c */ select 1',
    '/*+ hint */ settle',
    '/* set a=b',
    '-- set a=b',
    '',
  ];
  for (const text of texts) assert.equal(bareCommand(text), text);
});

const handle = {guid: '', secret: '', kind: 0, hasResultSet: true};

function sessionOver(answers: Answers, another?: Answers): HiveSession {
  const session = {sessionId: {guid: Buffer.alloc(16), secret: Buffer.alloc(16)}};
  const told = {
    handle: {guid: '', secret: '', protocol: 10},
    properties: new Map(),
    isSpark: false,
  };
  return new HiveSession(answeringClient(answers), session, {
    ...told,
    reconnect: undefined,
    another: another && (async () => answeringClient(another)),
  });
}

/** A server that tells the state of a statement when there is news: after its cancel. */
function patientServer(): Answers {
  const news = Promise.withResolvers<void>();
  return {
    GetOperationStatus: async () => {
      await news.promise;
      return {...succeeded, operationState: 3};
    },
    CancelOperation: () => {
      news.resolve();
      return succeeded;
    },
  };
}

test('a cancel does not wait for the answer to another question', async () => {
  const server = patientServer();
  const statement = sessionOver(server, server).resume(handle);
  const progress = statement.progress();
  await statement.cancel();
  assert.equal((await progress).state, 'canceled');
});

test('a cancel waits its turn where another connection knows nothing of the statement', async () => {
  let cancels = 0;
  const own: Answers = {
    GetOperationStatus: () => ({...succeeded, operationState: 1}),
    CancelOperation: () => {
      cancels++;
      return succeeded;
    },
  };
  const statement = sessionOver(own, {}).resume(handle);
  const progress = statement.progress();
  await statement.cancel();
  assert.equal((await progress).state, 'running');
  assert.equal(cancels, 1);
});

test('progress is asked for when the log has told of a job, and the log from its beginning', async () => {
  const asked: unknown[] = [];
  const lines = [
    [],
    ['INFO  : Status: Running (Executing on YARN cluster with App id application_1_0001)'],
  ];
  const server: Answers = {
    GetOperationStatus: ({getProgressUpdate}) => {
      asked.push(getProgressUpdate);
      return {...succeeded, operationState: 1};
    },
    FetchResults: ({orientation}) => {
      asked.push(orientation);
      return lines.shift() ?? [];
    },
  };
  const statement = sessionOver(server).resume(handle);
  for (let round = 0; round < 2; round++) {
    await statement.progress();
    await statement.newLogLines();
  }
  await statement.progress();
  assert.deepEqual(asked, [false, 4, false, 0, true]);
});
