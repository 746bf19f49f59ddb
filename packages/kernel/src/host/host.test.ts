import assert from 'node:assert/strict';
import {once} from 'node:events';
import {test, type TestContext} from 'node:test';
import {AppError} from '@gazetteer/model';
import {makers, named, type AnyOperation} from '../index.ts';
import {Host, type HostParts, type Runner} from './host.ts';
import type {Outcome, Who} from './outcome.ts';
import {Telemetry} from './telemetry.ts';

const {query, change} = makers<
  {rows: string[]},
  {rows: string[]; add(row: string): void},
  object,
  object,
  string
>('own');
const {readRows, addRow, noteRow} = named({
  readRows: query({logAs: 'Rows.read', run: async ({rows}) => rows}),
  addRow: change({
    logAs: 'Rows.add',
    may: 'write',
    run: async (tx, {row}: {row: string}) => tx.add(row),
  }),
  noteRow: change({
    logAs: 'Rows.note',
    isQuiet: true,
    run: async (tx, {row}: {row: string}) => tx.add(row),
  }),
});
const ann: Who = {actor: {userName: 'ann'}, requestId: 'r'};

/** Everything runs in one place. */
function only(run: Runner<Who>['run']): HostParts<Who>['runners'] {
  return {of: () => ({run}), close: async () => undefined};
}

/** A host that writes down what it does, in order. */
function hostOf(t: TestContext, parts: Partial<HostParts<Who>> = {}) {
  const steps: string[] = [];
  const telemetry = new Telemetry();
  t.after(() => telemetry.close());
  const log = (level: string) => (fields: object, message: string) =>
    void steps.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const run = async ({name}: AnyOperation): Promise<Outcome> => {
    steps.push(`run ${name}`);
    return {json: '["a"]', log: [{level: 'warn', fields: {}, message: 'seen'}]};
  };
  const host = new Host<Who>({
    runners: only(run),
    allow: ({name, may}, caller) => {
      steps.push(`allow ${name} ${String(may)}`);
      return {caller, answered: () => steps.push('answered'), failed: () => steps.push('failed')};
    },
    telemetry,
    wake: ({name}) => steps.push(`wake ${name}`),
    log: {info: log('info'), warn: log('warn'), error: log('error')},
    ...parts,
  });
  return {host, steps, telemetry};
}

test('a call is allowed, run and told of, in this order, and its answer is a value or JSON text', async t => {
  const {host, steps, telemetry} = hostOf(t);
  assert.deepEqual(await host.call(readRows, ann, undefined), ['a']);
  assert.equal((await host.answer(readRows, ann, undefined)).json, '["a"]');
  const once = [
    'allow readRows own',
    'run readRows',
    'warn seen {"requestId":"r","user":"ann"}',
    'answered',
  ];
  assert.deepEqual(steps, [...once, ...once]);
  assert.equal(telemetry.operations.get('readRows')?.timing.count, 2);
});

test('who waits for changes is woken by what may have changed something, not by rehearsals and what is quiet', async t => {
  const {host, steps} = hostOf(t);
  const wakes = () => steps.filter(one => one.startsWith('wake'));
  await host.answer(noteRow, ann, {row: 'b'});
  await host.answer(addRow, {...ann, isDryRun: true}, {row: 'b'});
  assert.deepEqual(wakes(), []);
  await host.answer(addRow, ann, {row: 'b'});
  assert.deepEqual(wakes(), ['wake addRow']);
});

test('what may not be asked for is not run; what fails wakes nobody and is counted', async t => {
  const refused = new AppError('BAD_REQUEST', ['no']);
  const {host, steps} = hostOf(t, {
    allow: () => {
      throw refused;
    },
  });
  await assert.rejects(host.call(addRow, ann, {row: 'b'}), refused);
  assert.deepEqual(steps, []);
  const failing = hostOf(t, {
    runners: only(async () => ({failure: {type: 'json', reason: 'bad'}, log: []})),
  });
  await assert.rejects(failing.host.call(addRow, ann, {row: 'b'}), /bad/);
  assert.deepEqual(failing.steps, ['allow addRow write', 'failed']);
  assert.equal(failing.telemetry.operations.get('addRow')?.failures, 1);
});

test('what nobody waits for is not begun, and what was begun is told when nobody does any more', async t => {
  const run = async (
    _operation: AnyOperation,
    _who: Who,
    _args: unknown,
    ending?: AbortSignal,
  ): Promise<Outcome> => {
    if (ending?.aborted === false) await once(ending, 'abort');
    throw ending?.reason as Error;
  };
  const {host, steps, telemetry} = hostOf(t, {runners: only(run)});
  const left = new Error('left');
  await assert.rejects(host.answer(readRows, ann, undefined, AbortSignal.abort(left)), left);
  assert.deepEqual([steps, telemetry.operations.size, telemetry.active.size], [[], 0, 0]);
  const leaving = new AbortController();
  const asked = host.answer(readRows, ann, undefined, leaving.signal);
  leaving.abort(left);
  await assert.rejects(asked, left);
  assert.deepEqual([telemetry.operations.get('readRows')?.failures, telemetry.active.size], [1, 0]);
});
