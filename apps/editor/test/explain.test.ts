import assert from 'node:assert/strict';
import {test} from 'node:test';
import {editorForTests} from './editor-fixture.ts';

test('the text of a plan is told where the engine has no plan as data', async t => {
  const {engine, post} = await editorForTests(t);
  engine.answers.set('EXPLAIN SELECT', [['TableScan']]);
  engine.answers.set('EXPLAIN FORMATTED', [['{"STAGE PLANS": {}}']]);
  const explain = async () =>
    (await post('/api/editor/explain', {type: 'hive', statement: 'SELECT 1'})).body;
  const whole = await explain();
  assert.equal(whole['plan'], '{"STAGE PLANS": {}}');
  engine.refused = 'EXPLAIN FORMATTED';
  const told = await explain();
  assert.deepEqual(
    [told['explanation'], told['plan'], told['status']],
    [whole['explanation'], '', 0],
  );
  engine.refused = 'EXPLAIN SELECT';
  assert.match(String((await explain())['explanation']), /^EXPLAIN SELECT 1/);
});
