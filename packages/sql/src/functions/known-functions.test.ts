import assert from 'node:assert/strict';
import {test} from 'node:test';
import {argumentRange, knownFunctions} from './known-functions.ts';
import {signaturesOf} from './signatures.ts';

const dialects = ['postgresql', 'mysql'].map(name => ({name}));

test('each line is a way to call a function, in the order of names', () => {
  for (const dialect of dialects) {
    const known = [...knownFunctions(dialect)];
    assert.ok(known.length > 150);
    for (const [name, described] of known) {
      const lines = described.split('\n');
      // What stands behind a parenthesis is shown as well where it begins with an arrow.
      assert.ok(
        lines.every(line => /\)(?: WITHIN GROUP \(.*\))? → \w/.test(line)),
        described,
      );
      assert.equal(signaturesOf(name, described).length, lines.length, described);
    }
    const names = known.map(([name]) => name);
    assert.equal(new Set(names).size, names.length);
  }
  assert.equal(knownFunctions({name: 'hive'}).size, 0);
});

test('with how many arguments a function can be called', () => {
  const [postgresql = {name: ''}, mysql = {name: ''}] = dialects;
  const ranges: readonly (readonly [{name: string}, string, readonly number[] | undefined])[] = [
    [postgresql, 'date_trunc', [2, 3]],
    [postgresql, 'length', [1, 2]],
    [postgresql, 'concat', [1, Infinity]],
    [postgresql, 'now', [0, 0]],
    [postgresql, 'make_interval', [0, 7]],
    [postgresql, 'trim', [1, 2]],
    [postgresql, 'to_tsvector', [1, 2]],
    [postgresql, 'ifnull', undefined],
    [mysql, 'ifnull', [2, 2]],
    [mysql, 'json_object', [0, Infinity]],
    [mysql, 'substring', [1, 3]],
    [{name: 'trino'}, 'ifnull', undefined],
  ];
  for (const [dialect, name, range] of ranges)
    assert.deepEqual(argumentRange(dialect, name), range, `${dialect.name} ${name}`);
});
