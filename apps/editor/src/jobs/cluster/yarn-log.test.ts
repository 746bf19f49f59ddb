import assert from 'node:assert/strict';
import {test} from 'node:test';
import {logContents} from './yarn-log.ts';

const head = `Container: container_1_0001_01_000001 on node:35767
LogAggregationType: LOCAL
====================================================================
LogType:stdout
LogLastModifiedTime:Sat Nov 21 22:13:08 +0000 2026
LogLength:16
LogContents:
`;
const stars = `${'*'.repeat(70)}\n\n`;
const goesOn = `End of LogType:stdout.This log file belongs to a running container (container_1_0001_01_000001).\n${stars}`;

test('only what a program wrote is left of a log', () => {
  assert.equal(logContents(`${head}counted\n42 rows\n\n${goesOn}`), 'counted\n42 rows\n');
  assert.equal(logContents(`${head}no line end\nEnd of LogType:stdout\n${stars}`), 'no line end');
  assert.equal(logContents(`${head}\n${goesOn}`), '');
  assert.equal(
    logContents(`${head}Container: of its own\nLogContents:\nx\n\n${goesOn}`),
    'Container: of its own\nLogContents:\nx\n',
  );
});

test('what older nodes send stays as it is', () => {
  for (const text of ['', 'one line', 'LogContents:\nof a program\nEnd of LogType:stdout\n'])
    assert.equal(logContents(text), text);
});

test('a log in which a program writes what nodes write is read once', () => {
  const line = 'End of LogType:'.repeat(300_000);
  assert.equal(logContents(`${head}${line}\n\n${goesOn}`), `${line}\n`);
  assert.equal(logContents(`${head}${line}\n`), `${line}\n`);
});
