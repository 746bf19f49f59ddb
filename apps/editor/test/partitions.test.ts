import assert from 'node:assert/strict';
import {test} from 'node:test';
import {editorForTests} from './editor-fixture.ts';

for (const [limit, isCut] of [
  [3, true],
  [4, false],
  [5, false],
] as const) {
  test(`of 4 partitions, list_partitions_limit=${limit} lists ${Math.min(limit, 4)}, and says whether there are more`, async t => {
    const ini = `[beeswax]\nlist_partitions_limit=${limit}`;
    const {engine, post} = await editorForTests(t, undefined, undefined, ini);
    engine.answers.set(
      'SHOW PARTITIONS',
      Array.from({length: 4}, (_, n) => [`day=${n}`]),
    );
    const {body} = await post('/api/editor/partitions/sales/orders', {
      snippet: JSON.stringify({type: 'hive'}),
    });
    assert.deepEqual(
      [body['partition_keys'], body['partitions'], body['is_cut']],
      [[{name: 'day'}], [['0'], ['1'], ['2'], ['3']].slice(0, limit), isCut],
    );
  });
}
