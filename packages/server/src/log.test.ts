import assert from 'node:assert/strict';
import {test} from 'node:test';
import {createLog} from './log.ts';

function collect(format: 'json' | 'pretty') {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    format,
    destination: {write: line => void lines.push(line)},
  });
  return {log, lines};
}

test('a line is one JSON object with level, time, fields and message; below the level nothing is written', () => {
  const {log, lines} = collect('json');
  log.debug({}, 'not shown');
  log.info({status: 200}, 'request');
  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0] ?? '');
  assert.deepEqual(
    {...line, time: undefined},
    {level: 'info', time: undefined, status: 200, msg: 'request'},
  );
  assert.ok(!Number.isNaN(Date.parse(line.time)));
});

test('an error is logged with its cause', () => {
  const {log, lines} = collect('json');
  log.error({error: new Error('outer', {cause: new Error('inner')})}, 'failed');
  assert.match(lines[0] ?? '', /outer.*inner/);
});

test('secrets never reach the log, one level deep too', () => {
  const {log, lines} = collect('json');
  log.info(
    {password: 'p1', headers: {cookie: 'p2'}, request: {authorization: 'p3', cookie: 'p4'}},
    'x',
  );
  assert.doesNotMatch(lines.join(''), /p[1-4]/);
});

test('the pretty form shows fields as key=value and the stack below', () => {
  const {log, lines} = collect('pretty');
  log.warn({path: '/a', reason: 'two words', error: new Error('broken')}, 'careful');
  assert.match(
    lines[0] ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} WARN {2}careful path=\/a reason="two words"\n {4}Error: broken\n/,
  );
});

test('warnings and errors are written to the place of problems as well, in either form', () => {
  for (const format of ['json', 'pretty'] as const) {
    const [lines, problems]: [string[], string[]] = [[], []];
    const log = createLog({
      level: 'info',
      format,
      destination: {write: line => void lines.push(line)},
      problems: {write: line => void problems.push(line)},
    });
    log.info({}, 'all is well: ERROR is only a word here');
    log.warn({}, 'careful');
    log.error({}, 'failed');
    assert.equal(lines.length, 3);
    assert.deepEqual(problems, lines.slice(1));
  }
});
