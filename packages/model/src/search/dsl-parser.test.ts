import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import * as fc from 'fast-check';
import {AppError} from '../error.ts';
import {tries} from '../tries.fixture.ts';
import {isDslWord, parseDsl} from './dsl-parser.ts';
import {printDsl} from './dsl-print.ts';
import type {DslExpression, DslItem, DslName, DslPath, DslQuery, DslValue} from './dsl.ts';

const printed = (query: string) => printDsl(parseDsl(query));

/** What is said after `Reason:`. */
function reason(query: string): string {
  try {
    parseDsl(query);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'ATLAS-400-00-059');
    return /Reason: (.*)\. Please refer/s.exec(error.message)?.[1] ?? error.message;
  }
  return 'no error';
}

suite('DSL parser', () => {
  test('every clause, in any case of its words', () => {
    const query =
      'FROM hive_table AS t WHERE t.name LIKE "s*" GroupBy (owner) SELECT t.owner AS o, Count() ORDERBY o DESC LIMIT 3 OFFSET 1';
    const expected =
      'from hive_table as t where t.name like "s*" groupby (owner) select t.owner as o, count() orderby o desc limit 3 offset 1';
    assert.equal(printed(query), expected);
  });

  test('from and where may be left out', () => {
    assert.equal(printed('hive_db'), 'from hive_db');
    assert.equal(printed('hive_db name = x'), 'from hive_db where name = x');
    assert.equal(printed('hive_db as d (d.name = x)'), 'from hive_db as d where d.name = x');
    assert.equal(
      printed('hive_table isa PII limit 2'),
      'from hive_table where hive_table isa PII limit 2',
    );
    assert.equal(
      printed('hive_table has name where a = 1'),
      'from hive_table where hive_table has name and a = 1',
    );
    assert.equal(
      printed('hive_table hasTerm "a@b"'),
      'from hive_table where hive_table hasTerm "a@b"',
    );
  });

  test('types and conditions go side by side or with commas, in any order', () => {
    assert.equal(printed('t from t'), 'from t, t');
    assert.equal(printed('t, u'), 'from t, u');
    assert.equal(printed('t u as x v'), 'from t, u as x, v');
    assert.equal(printed('where a = 1 from t'), 'from t where a = 1');
    assert.equal(printed('a = 1'), 'where a = 1');
    assert.equal(printed('where a = 1, b = 2'), 'where a = 1 and b = 2');
    assert.equal(printed('not (a = 1) t'), 'from t where not (a = 1)');
    assert.equal(printed('t, name = "x", t isa PII'), 'from t where name = "x" and t isa PII');
  });

  test('operators have words, too', () => {
    const words = ['lt', 'lte', 'eq', 'neq', 'gt', 'gte'].map(word =>
      printed(`t where a ${word} 1`),
    );
    const signs = ['<', '<=', '=', '!=', '>', '>='].map(sign => `from t where a ${sign} 1`);
    assert.deepEqual(words, signs);
  });

  test('and and or bind alike, from left to right', () => {
    assert.equal(printed('t where a=1 or b=2 and c=3'), 'from t where a = 1 or b = 2 and c = 3');
    assert.equal(
      printed('t where a=1 or (b=2 and c=3)'),
      'from t where a = 1 or (b = 2 and c = 3)',
    );
    const {where} = parseDsl('t where a=1 or b=2 and c=3');
    assert.equal(where?.kind, 'and');
  });

  test('values: texts in either quotes or bare, numbers, flags, lists', () => {
    const query = `t where a = "it's" and b = 'say "x"' and c = bare and d = -1.5e+3 and e = TRUE and f = ['a', 2]`;
    assert.equal(
      printed(query),
      `from t where a = "it's" and b = 'say "x"' and c = bare and d = -1.5e+3 and e = true and f = ['a', 2]`,
    );
  });

  test('backquotes make a name of anything, also of a word of the language; behind a dot none is needed', () => {
    assert.equal(
      printed('`Log Data` where `order by`.limit = 1'),
      'from `Log Data` where `order by`.limit = 1',
    );
    assert.equal(printed('t isa PII.email'), 'from t where t isa PII.email');
    assert.equal(printed('Größe where 名前 = 1'), 'from Größe where 名前 = 1');
  });

  test('comments and line breaks are space', () => {
    assert.equal(printed('t -- all of it\nwhere /* only */ a = 1'), 'from t where a = 1');
  });

  test('min, max, sum, avg and count are functions only before a parenthesis', () => {
    assert.equal(
      printed('t select min, max(min), count()'),
      'from t select min, max(min), count()',
    );
  });

  test('an error tells the line, the column, what was expected and what is there', () => {
    assert.equal(
      reason(''),
      'line 1, column 1: expected the name of a type, found the end of the query',
    );
    assert.equal(reason('hive_db where =='), "line 1, column 15: expected an attribute, found '='");
    assert.equal(reason('t\nwhere a ~ 1'), "line 2, column 9: unexpected '~ 1'");
    assert.equal(
      reason('t where a'),
      'line 1, column 10: expected a comparison, is, isa, has or hasTerm, found the end of the query',
    );
    assert.equal(
      reason('t where a = "x'),
      'line 1, column 13: the quote that begins here has no end',
    );
    assert.equal(
      reason('t where (a = 1'),
      "line 1, column 15: expected ')', found the end of the query",
    );
    assert.equal(
      reason('t where a = select'),
      "line 1, column 13: expected a value, found 'select'",
    );
    assert.equal(reason('t groupby owner'), "line 1, column 11: expected '(', found 'owner'");
    assert.equal(reason('t limit x'), "line 1, column 9: expected a number from 0, found 'x'");
    assert.equal(reason('t limit -1'), "line 1, column 9: expected a number from 0, found '-1'");
    assert.equal(reason('t limit 1.5'), "line 1, column 9: expected a number from 0, found '1.5'");
    assert.equal(
      reason('t, '),
      'line 1, column 4: expected the name of a type, found the end of the query',
    );
    assert.equal(
      reason('t, limit 2'),
      "line 1, column 4: expected the name of a type, found 'limit'",
    );
    assert.equal(
      reason('t select a limit 1 select b'),
      "line 1, column 20: expected the end of the query, found 'select'",
    );
    assert.match(
      reason(`t where ${'('.repeat(2000)}`),
      /no more than 100 conditions inside one another/,
    );
  });

  test('any query is printed as text that is read as the same query', () => {
    fc.assert(
      fc.property(queries, query => {
        assert.deepEqual(withoutPlaces(parseDsl(printDsl(query))), withoutPlaces(query));
      }),
      tries(1000),
    );
  });

  test('any text is read or refused with a reason', () => {
    const pieces = fc.constantFrom(
      't',
      'a',
      '=',
      '(',
      ')',
      '"',
      "'",
      'where',
      'and',
      '.',
      ',',
      '[',
      ']',
      '1',
      'limit',
      'isa',
      '--',
      '`',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map(list => list.join(' ')),
        ),
        text => {
          assert.match(reason(text), /^no error$|^line \d+, column \d+: ./);
        },
      ),
      tries(1000),
    );
  });
});

function withoutPlaces(query: DslQuery): unknown {
  return JSON.parse(
    JSON.stringify(query, (key, value: unknown) => (key === 'at' ? undefined : value)),
  );
}

const word = fc.stringMatching(/^[a-zA-Z_ß名][a-zA-Z0-9_]{0,6}$/).filter(text => !isDslWord(text));
const quotedText = (quote: '"' | "'" | '`') =>
  fc.string().map((text): DslName => ({text: text.replaceAll(quote, ''), quote}));
const bare = word.map((text): DslName => ({text, quote: ''}));
const name = fc.oneof(bare, quotedText('`'), quotedText('"'), quotedText("'"));
const path = fc
  .tuple(fc.oneof(bare, quotedText('`')), fc.array(fc.oneof(bare, quotedText('`')), {maxLength: 2}))
  .map(([first, others]): DslPath => ({names: [first, ...others], at: 0}));
const scalar: fc.Arbitrary<DslValue> = fc.oneof(
  name.map((text): DslValue => ({kind: 'text', text, at: 0})),
  fc
    .oneof(fc.integer(), fc.double({noNaN: true, noDefaultInfinity: true}))
    .map((n): DslValue => ({kind: 'number', text: String(n), at: 0})),
  fc.boolean().map((value): DslValue => ({kind: 'flag', value, at: 0})),
);
const value: fc.Arbitrary<DslValue> = fc.oneof(
  {weight: 4, arbitrary: scalar},
  {
    weight: 1,
    arbitrary: fc
      .array(scalar, {minLength: 1, maxLength: 3})
      .map((items): DslValue => ({kind: 'list', items, at: 0})),
  },
);
const operator = fc.constantFrom('<', '<=', '=', '!=', '>', '>=', 'like');
const expression = fc.letrec<{any: DslExpression; leaf: DslExpression}>(tie => ({
  leaf: fc.oneof(
    fc.record({kind: fc.constant('compare' as const), path, operator, value}),
    fc.record({kind: fc.constant('isa' as const), subject: path, classification: path}),
    fc.record({kind: fc.constant('has' as const), subject: path, path}),
    fc.record({kind: fc.constant('hasTerm' as const), subject: path, term: path}),
  ),
  any: fc.oneof(
    {maxDepth: 4},
    tie('leaf'),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      left: tie('any'),
      right: tie('any'),
    }),
    fc.record({kind: fc.constant('not' as const), part: tie('any')}),
  ),
})).any;
const item: fc.Arbitrary<DslItem> = fc.oneof(
  path.map((one): DslItem => ({kind: 'path', path: one})),
  fc.constant<DslItem>({kind: 'aggregate', name: 'count', at: 0}),
  fc
    .tuple(fc.constantFrom('min', 'max', 'sum', 'avg'), path)
    .map(([fn, one]): DslItem => ({kind: 'aggregate', name: fn, path: one, at: 0})),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, {nil: undefined});
const queries = fc
  .record({
    from: fc.array(
      fc.tuple(path, optional(name)).map(([type, alias]) => ({type, ...(alias && {alias})})),
      {minLength: 1, maxLength: 3},
    ),
    where: optional(expression),
    groupBy: optional(fc.array(path, {minLength: 1, maxLength: 2})),
    select: optional(
      fc.array(fc.record({item, alias: optional(name)}), {minLength: 1, maxLength: 3}),
    ),
    orderBy: optional(fc.record({item, descending: fc.boolean()})),
    limit: optional(fc.nat()),
    offset: fc.nat(),
  })
  .map(({from, where, groupBy, select, orderBy, limit, offset}): DslQuery => ({
    from,
    ...(where && {where}),
    ...(groupBy && {groupBy}),
    ...(select && {
      select: select.map(one => ({item: one.item, ...(one.alias && {alias: one.alias})})),
    }),
    ...(orderBy && {orderBy}),
    ...(limit === undefined ? {} : {limit, ...(offset % 2 === 0 ? {offset} : {})}),
  }));
