import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf} from '../dialects.ts';
import {statementShape} from './statement-shape.ts';

const shape = (text: string) => statementShape(text, dialectOf('hive'));

test('values, blanks, comments and large letters make no other statement', () => {
  const one = shape("INSERT INTO t SELECT a FROM b WHERE day = '2026-01-01' AND id IN (1, 2)");
  assert.equal(
    one,
    shape(
      "insert into T -- nightly\n select a from b where DAY = '2026-01-02' and id in (3, 4, 5);",
    ),
  );
  assert.equal(
    shape("INSERT INTO t VALUES (1, 'a')"),
    shape("INSERT INTO t VALUES (2, 'b'), (3, 'c')"),
  );
  assert.notEqual(one, shape("INSERT INTO t SELECT a FROM c WHERE day = 'x' AND id IN (1)"));
  assert.notEqual(shape('SELECT `A` FROM t'), shape('SELECT `a` FROM t'));
});
