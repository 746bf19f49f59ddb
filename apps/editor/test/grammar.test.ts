// What the library of grammars tells the text editor, as its pages have it.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import statements from '../../../packages/sql/test/statements.json' with {type: 'json'};
import {splitStatements} from '@gazetteer/sql';
import {readings} from '../../../packages/sql/test/readings.ts';
import {bundleGrammars, GrammarThread} from './bundled-grammar.ts';

suite('grammars', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grammar-'));
  before(async () => await bundleGrammars(folder));
  after(() => rmSync(folder, {recursive: true}));

  for (const dialect of ['hive', 'spark', 'impala', 'trino', 'postgresql', 'mysql']) {
    test(`${dialect}: what may follow, what may not, and statements of all kinds`, async context => {
      const grammar = new GrammarThread(folder, dialect);
      context.after(async () => await grammar.end());
      assert.equal((await grammar.expectedAt('SELECT * FROM |'))?.tables, true);
      assert.equal((await grammar.expectedAt('SELECT a FROM t WHERE |'))?.columns, true);
      assert.equal((await grammar.expectedAt('SELECT o.id, o.| FROM orders o'))?.columns, true);
      assert.equal((await grammar.expectedAt('SELECT a FROM t WHERE |'))?.tables, false);
      const behind = (await grammar.expectedAt('SELECT a FROM t |'))?.keywords ?? [];
      for (const word of ['WHERE', 'GROUP', 'ORDER', 'JOIN'])
        assert.ok(
          behind.some(one => one.split(' ')[0] === word),
          word,
        );
      assert.ok(!behind.includes('VALUES') && !behind.includes('TINYINT'));

      assert.equal(await grammar.misplacedIn('SELECT a b c FROM t'), 'c');
      assert.equal(await grammar.misplacedIn('SELECT a\n  FROM t GROUP a'), 'a');
      assert.equal(await grammar.misplacedIn('SELECT a FROM t WHERE '), undefined);
      assert.equal(await grammar.misplacedIn('SELECT a FROM ${t} LIMIT ${n}'), undefined);

      for (const text of [
        'IF (a) AND (b) THEN SELECT 1',
        'WHILE a < 5 LOOP SELECT 1',
        '-- over\nEND IF',
        'DECLARE a INT DEFAULT 1',
      ])
        assert.equal(await grammar.misplacedIn(text), undefined, text);

      const known = statements.cases.filter(one => one.dialect === dialect);
      assert.ok(known.length > 3);
      for (const {name, sql} of known)
        assert.equal(await grammar.misplacedIn(sql), undefined, name);
      // Two grammars take a fifth of a second for each: of theirs those that no other dialect has.
      // Texts of the name `spark` are programs.
      const cut = dialect === 'spark' ? 'sparksql' : dialect;
      const most = /^(?:postgresql|mysql)$/.test(dialect) ? 1 : 8;
      for (const {dialects, marked} of readings())
        if (dialects.includes(dialect) && dialects.length <= most)
          for (const {statement} of splitStatements(marked.replace('¦', ''), cut))
            assert.equal(await grammar.misplacedIn(statement), undefined, statement);
    });
  }

  test('what a dialect allows and its grammar does not know is not held against it', async context => {
    const known = {
      hive: [
        "SELECT a -- don't\n FROM t /* it's */ WHERE a = 1",
        "SELECT `it's` FROM t /* it's */ WHERE a = 1",
      ],
      postgresql: [
        'SELECT a FROM t WHERE id = ANY ($1)',
        'SELECT t.time, a AS position FROM t ORDER BY b COLLATE "C"',
        'SELECT $a$ b $$ c $a$',
      ],
      mysql: [
        'SELECT type FROM t',
        'INSERT INTO t (a) VALUES (1) RETURNING a',
        "SELECT a FROM t WHERE MATCH (a) AGAINST ('b' IN BOOLEAN MODE)",
      ],
    };
    for (const [dialect, texts] of Object.entries(known)) {
      const grammar = new GrammarThread(folder, dialect);
      context.after(async () => await grammar.end());
      for (const text of texts) assert.equal(await grammar.misplacedIn(text), undefined, text);
      assert.equal(await grammar.misplacedIn('SELECT a FROM t GROUP a'), 'a');
    }
  });

  test('DuckDB has none', async context => {
    const grammar = new GrammarThread(folder, 'duckdb');
    context.after(async () => await grammar.end());
    assert.equal(await grammar.expectedAt('SELECT |'), 'no grammar');
  });
});
