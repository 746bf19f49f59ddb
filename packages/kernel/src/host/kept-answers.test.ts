import assert from 'node:assert/strict';
import {test} from 'node:test';
import {makers, named, type AnyOperation} from '../index.ts';
import type {Outcome, Who} from './outcome.ts';
import {KeptAnswers} from './kept-answers.ts';

type Caller = Who & {readonly rights?: string};

const {change, query} = makers<object, object, object, object, string>('own');
const {readKept, readOwn, readFresh, save} = named({
  save: change({
    logAs: 'Kept.save',
    keptFor: 'caller',
    run: async (_graph, _args: {guid: string}) => undefined,
  }),
  readKept: query({
    logAs: 'Kept.read',
    keptFor: 'rights',
    run: async (_graph, _args: {guid: string}) => undefined,
  }),
  readOwn: query({
    logAs: 'Own.read',
    keptFor: 'caller',
    run: async (_graph, _args: {guid: string}) => undefined,
  }),
  readFresh: query({logAs: 'Fresh.read', run: async (_graph, _args: {guid: string}) => undefined}),
});
const ann: Caller = {actor: {userName: 'ann'}, requestId: 'r', rights: 'all'};

/** What a host does: an answer that is known, or one that is made and kept. */
async function askOf(
  kept: KeptAnswers<Caller>,
  operation: AnyOperation,
  caller: Caller,
  make: () => Promise<Outcome>,
  guid: string,
): Promise<Outcome> {
  const answer = kept.of(operation, caller, {guid});
  if (answer?.known !== undefined) return answer.known;
  const outcome = await make();
  answer?.keep(outcome);
  return outcome;
}

/**
 * Answers that tell which of the calls they are of, and a store that changes when it is told so.
 */
function unchanged(maxChars = 1000, outcomeOf = (n: number): Outcome => ({json: `${n}`, log: []})) {
  const store = {version: 1, calls: 0};
  const kept = new KeptAnswers<Caller>({
    version: () => store.version,
    rightsOf: ({rights}) => rights,
    maxChars,
  });
  const run = async (guid: string, caller = ann, operation: typeof readKept = readKept) =>
    await askOf(kept, operation, caller, async () => outcomeOf(++store.calls), guid);
  const ask = async (...args: Parameters<typeof run>) => (await run(...args)).json;
  return {store, kept, run, ask};
}

test('an answer is given again until something is stored, and to whoever has the same rights', async () => {
  const {store, ask} = unchanged();
  const bob = {...ann, actor: {userName: 'bob'}, rights: 'some'};
  assert.deepEqual([await ask('a'), await ask('a'), await ask('b')], ['1', '1', '2']);
  assert.deepEqual([await ask('a', bob), await ask('a', bob), await ask('a')], ['3', '3', '1']);
  store.version = 2;
  assert.deepEqual([await ask('a'), await ask('a')], ['4', '4']);
});

test('a change is made each time; that nothing was to be changed is told again to the same caller', async () => {
  const {store, run, ask} = unchanged(1000, n => ({json: `${n}`, log: [], isPassing: n < 3}));
  const bob = {...ann, actor: {userName: 'bob'}};
  assert.deepEqual([await ask('a', ann, save), await ask('a', ann, save)], ['1', '2']);
  assert.deepEqual([await ask('a', ann, save), await ask('a', ann, save)], ['3', '3']);
  assert.deepEqual([await ask('a', bob, save), await ask('b', ann, save)], ['4', '5']);
  assert.equal((await run('a', {...ann, isDryRun: true}, save)).json, '6', 'a rehearsal');
  store.version = 2;
  assert.equal(await ask('a', ann, save), '7');
});

test('what does not say so, and callers whose rights are not told, are asked for each time', async () => {
  const {ask} = unchanged();
  const {rights: _, ...unknown} = ann;
  assert.deepEqual([await ask('a', ann, readFresh), await ask('a', ann, readFresh)], ['1', '2']);
  assert.deepEqual([await ask('a', unknown), await ask('a', unknown)], ['3', '4']);
});

test('failures, answers that were logged about and those of a store that changed meanwhile are not kept', async () => {
  const failure = {type: 'bug', message: 'broken', stack: ''} as const;
  const failing = unchanged(1000, () => ({failure, log: []}));
  await failing.ask('a');
  await failing.ask('a');
  assert.equal(failing.store.calls, 2);
  const logging = unchanged(1000, n => ({
    json: `${n}`,
    log: [{level: 'warn', fields: {}, message: 'seen'}],
  }));
  assert.deepEqual([await logging.ask('a'), await logging.ask('a')], ['1', '2']);
  const changing = unchanged(1000, n => {
    changing.store.version++;
    return {json: `${n}`, log: []};
  });
  assert.deepEqual([await changing.ask('a'), await changing.ask('a')], ['1', '2']);
});

test('what is kept for its caller is given to nobody else, with what was logged on the way', async () => {
  const log = [{level: 'warn' as const, fields: {}, message: 'seen'}];
  const {run} = unchanged(1000, n => ({json: `${n}`, log}));
  const bob = {...ann, actor: {userName: 'bob'}};
  const asked = [];
  for (const caller of [ann, ann, bob, bob]) asked.push(await run('a', caller, readOwn));
  assert.deepEqual(
    asked,
    ['1', '1', '2', '2'].map(json => ({json, log})),
  );
});

test('what depends on the time is asked for each time', async () => {
  const {ask} = unchanged(1000, n => ({json: `${n}`, log: [], isPassing: true}));
  assert.deepEqual([await ask('a'), await ask('a')], ['1', '2']);
});

test('what depends on the day is given again until it ends', async t => {
  t.mock.timers.enable({apis: ['Date'], now: 1000});
  const {store, ask} = unchanged(1000, n => ({json: `${n}`, log: [], until: n * 2000}));
  assert.deepEqual([await ask('a'), await ask('a')], ['1', '1']);
  t.mock.timers.setTime(2000);
  assert.deepEqual([await ask('a'), await ask('a')], ['2', '2']);
  for (let n = 0; n < 12; n++) await ask(`other ${n}`);
  assert.equal(await ask('a'), '2', 'kept again from what was asked for before');
  const {calls} = store;
  t.mock.timers.setTime(4000);
  assert.equal(await ask('a'), `${calls + 1}`);
});

test('what was not asked for lately makes room, and what is large is not kept', async () => {
  const {store, ask} = unchanged(2000, n => ({json: `${n}`.padStart(60), log: []}));
  for (let n = 0; n < 40; n++) {
    await ask('often');
    await ask(`other ${n}`);
  }
  assert.equal(store.calls, 41);
  await ask('other 39');
  await ask('other 0');
  assert.equal(store.calls, 42);
  const large = unchanged(2000, n => ({json: `${n}`.padStart(300), log: []}));
  await large.ask('a');
  await large.ask('a');
  assert.equal(large.store.calls, 2);
});

test('long requests take little room, and none is kept of a request that is large', () => {
  const {kept} = unchanged(8000);
  const isKept = (body: string) => {
    kept.of(readKept, ann, {body})?.keep({json: '1', log: []});
    return kept.of(readKept, ann, {body})?.known !== undefined;
  };
  assert.ok(isKept('a'.repeat(60_000)));
  assert.equal(kept.of(readKept, ann, {body: `${'a'.repeat(59_999)}b`})?.known, undefined);
  assert.ok(!isKept('a'.repeat(70_000)));
  assert.equal(kept.of(save, ann, {body: 'a'.repeat(70_000)}), undefined);
});

test('an answer that was on its way when the store changed is not given to whoever asks afterwards', async () => {
  const gate = Promise.withResolvers<Outcome>();
  const store = {version: 1, calls: 0};
  const kept = new KeptAnswers<Caller>({
    version: () => store.version,
    rightsOf: ({rights}) => rights,
    maxChars: 1000,
  });
  const make = async (): Promise<Outcome> =>
    ++store.calls === 1 ? await gate.promise : {json: 'after', log: []};
  const ask = async (guid: string) => (await askOf(kept, readKept, ann, make, guid)).json;
  const slow = ask('a');
  store.version = 2;
  assert.equal(await ask('b'), 'after');
  gate.resolve({json: 'before', log: []});
  assert.equal(await slow, 'before');
  assert.equal(await ask('a'), 'after');
});
