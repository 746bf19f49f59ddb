import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Run, StatementRun} from '../run/run.ts';
import {fingerprint, type TabContent} from './tab.ts';
import {isSameContent, mergeTabs} from './tab-merge.ts';

const content = (fields: Partial<TabContent> = {}): TabContent => ({
  title: 'Query 1',
  engine: 'hive',
  database: 'default',
  text: 'a',
  variables: {},
  ...fields,
});
const baseOf = (base: TabContent) => ({textPrint: fingerprint(base.text), content: base});
const merged = (base: TabContent, own: TabContent, theirs: TabContent): TabContent => {
  const answer = mergeTabs(baseOf(base), own, theirs);
  if (answer.kind !== 'merged') throw new assert.AssertionError({message: 'not merged'});
  return answer.content;
};
const run = (id: string, ...statements: Partial<StatementRun>[]): Run => ({
  id,
  engine: 'hive',
  database: 'default',
  shown: 0,
  statements: statements.map(one => ({label: 'SELECT', state: 'queued', ...one})),
});

test('each side keeps what it alone has changed', () => {
  const own = content({text: 'mine', variables: {n: '1', gone: 'x'}});
  const theirs = content({title: 'Sales', database: 'sales', variables: {m: '2', gone: 'x'}});
  assert.deepEqual(merged(content({variables: {gone: 'x'}}), own, theirs), {
    ...content({title: 'Sales', database: 'sales', text: 'mine'}),
    variables: {n: '1', m: '2', gone: 'x'},
  });
  assert.equal(
    merged(content(), content({title: 'Own'}), content({title: 'Theirs', text: 'b'})).title,
    'Own',
  );
  assert.equal(merged(content(), content(), content({text: 'b'})).text, 'b');
});

test('two texts that differ are never made one', () => {
  assert.deepEqual(mergeTabs(baseOf(content()), content({text: 'b'}), content({text: 'c'})), {
    kind: 'both',
  });
  assert.equal(
    merged(content(), content({text: 'b'}), content({text: 'b'})).text,
    'b',
    'the same change is none',
  );
  const draft = {textPrint: fingerprint('a')};
  assert.equal(mergeTabs(draft, content({text: 'typed'}), content()).kind, 'merged');
  assert.equal(mergeTabs(draft, content({text: 'typed'}), content({text: 'other'})).kind, 'both');
});

test('what is known later of a statement counts, and of two runs the one that began later', () => {
  const sent = run('r', {state: 'running', uuid: 'u', startedAt: 5}, {});
  const done = run('r', {state: 'available', uuid: 'u', startedAt: 5}, {state: 'sending'});
  assert.deepEqual(merged(content(), content({run: sent}), content({run: done})).run, done);
  assert.deepEqual(merged(content(), content({run: done}), content({run: sent})).run, done);
  const later = run('s', {state: 'running', uuid: 'v', startedAt: 9});
  assert.deepEqual(merged(content(), content({run: done}), content({run: later})).run, later);
  assert.deepEqual(
    merged(content({run: done}), content({run: later}), content({run: done})).run,
    later,
  );
  assert.equal(merged(content({run: done}), content(), content({run: done})).run, undefined);
});

test('it is no change to look at another statement, or to write names in another order', () => {
  const two = run('r', {}, {});
  assert.ok(isSameContent(content({run: two}), content({run: {...two, shown: 1}})));
  assert.ok(
    isSameContent(content({variables: {a: '1', b: '2'}}), content({variables: {b: '2', a: '1'}})),
  );
  assert.ok(!isSameContent(content(), content({text: 'b'})));
});
