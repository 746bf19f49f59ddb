import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {AppError} from '../error.ts';
import {JsonError} from '../json-error.ts';
import {
  basicQueryText,
  checkBasicSearch,
  checkQuickSearch,
  quickQueryText,
  readSearchParameters,
  readSearchQuery,
  withPageSize,
} from './search-parameters.ts';

const limits = {searchDefaultLimit: 100, searchMaxLimit: 10_000, queryMaxLength: 20};
const basic = {includeSubTypes: true};
const read = (body: unknown) => readSearchParameters(body, basic);
const leaf = {attributeName: 'name', operator: 'eq', attributeValue: 'x'};

const wide = (count: number, one: object) => ({
  condition: 'OR',
  criterion: Array.from({length: count}, () => one),
});

/** API code and message of what is thrown. */
function refusal(work: () => unknown): [string, string] | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return [error.code, error.message];
  }
}

test('what is not given has the defaults that answers show, in the order of the reference', () => {
  assert.deepEqual(
    Object.entries(withPageSize(read({query: 'x', typeName: 't', unknown: 1}), limits)),
    [
      ['query', 'x'],
      ['typeName', 't'],
      ['excludeDeletedEntities', false],
      ['includeClassificationAttributes', false],
      ['includeSubTypes', true],
      ['includeSubClassifications', true],
      ['excludeHeaderAttributes', false],
      ['limit', 100],
      ['offset', 0],
    ],
  );
  assert.equal(readSearchParameters({}, {includeSubTypes: false}).includeSubTypes, false);
});

test('nulls are as good as nothing', () => {
  const body = {
    typeName: null,
    entityFilters: null,
    tagFilters: null,
    attributes: null,
    limit: null,
    sortOrder: null,
  };
  assert.deepEqual(read(body), read({}));
});

suite('page size', () => {
  const cases = [
    [0, 100],
    [1, 1],
    [10_000, 10_000],
    [10_001, 100],
    [100_000, 100],
  ] as const;
  for (const [asked, given] of cases) {
    test(String(asked), () =>
      assert.equal(withPageSize(read({limit: asked}), limits).limit, given),
    );
  }
});

suite('operators are read by their aliases alone', () => {
  const cases: [string, string | undefined][] = [
    ['=', '='],
    ['eq', '='],
    ['EQ', undefined],
    ['begins_with', 'startsWith'],
    ['STARTSWITH', 'startsWith'],
    ['startswith', undefined],
    ['IS_NULL', 'isNull'],
    ['timerange', 'timerange'],
    ['??', undefined],
  ];
  for (const [operator, expected] of cases) {
    test(operator, () =>
      assert.equal(
        read({entityFilters: {attributeName: 'a', operator}}).entityFilters?.operator,
        expected,
      ),
    );
  }
});

suite('a basic search is refused', () => {
  const cases: [string, object, string, RegExp][] = [
    [
      'a negative offset',
      {typeName: 't', offset: -1},
      'ATLAS-400-00-029',
      /^Limit\/offset should be non-negative$/,
    ],
    ['a negative limit', {typeName: 't', limit: -1}, 'ATLAS-400-00-029', /non-negative/],
    ['nothing to search for', {}, 'ATLAS-400-00-047', /No search parameter was found/],
    ['blanks', {typeName: ' ', query: ''}, 'ATLAS-400-00-047', /No search parameter/],
    ['a long text', {query: 'x'.repeat(21)}, 'ATLAS-400-00-058', /query length/],
    ['entityFilters alone', {query: 'x', entityFilters: leaf}, 'ATLAS-400-00-029', /typeName/],
    ['tagFilters alone', {query: 'x', tagFilters: leaf}, 'ATLAS-400-00-029', /classification/],
    [
      'an unknown operator',
      {typeName: 't', entityFilters: {...leaf, operator: '??'}},
      'ATLAS-400-00-103',
      /^Invalid operator specified for attribute: name$/,
    ],
    [
      'no name',
      {typeName: 't', entityFilters: {...leaf, attributeName: ''}},
      'ATLAS-400-00-104',
      /Name/,
    ],
    [
      'a filter of more than 1,024 criteria',
      {
        typeName: 't',
        classification: 'c',
        entityFilters: wide(1000, leaf),
        tagFilters: wide(25, leaf),
      },
      'ATLAS-400-00-029',
      /at most 1024 criteria/,
    ],
    [
      'a filter of more than 128 patterns',
      {typeName: 't', entityFilters: wide(129, {...leaf, operator: 'contains'})},
      'ATLAS-400-00-029',
      /at most 128 criteria with other operators/,
    ],
    [
      'a list of more than 128 patterns',
      {
        typeName: 't',
        entityFilters: {...leaf, operator: 'containsAny', attributeValue: 'x,'.repeat(129)},
      },
      'ATLAS-400-00-029',
      /at most 128 criteria/,
    ],
    [
      'no value',
      {typeName: 't', entityFilters: {...leaf, attributeValue: ' '}},
      'ATLAS-400-00-105',
      /Value/,
    ],
    [
      'a nested one',
      {
        classification: 'c',
        tagFilters: {condition: 'OR', criterion: [leaf, {criterion: [{...leaf, operator: 'x'}]}]},
      },
      'ATLAS-400-00-103',
      /name/,
    ],
  ];
  for (const [title, body, code, message] of cases) {
    test(title, () => {
      const [actual, text] = refusal(() => checkBasicSearch(read(body), limits)) ?? [];
      assert.equal(actual, code);
      assert.match(text ?? '', message);
    });
  }
});

suite('a basic search is accepted', () => {
  const bodies: object[] = [
    {termName: 'a@b'},
    {classification: 'c', tagFilters: leaf},
    {typeName: 't', entityFilters: {attributeName: 'a', operator: 'isNull'}},
    {typeName: 't', entityFilters: {condition: 'AND', criterion: []}},
    {typeName: 't', entityFilters: wide(1024, leaf)},
    {typeName: 't', entityFilters: {...leaf, operator: 'in', attributeValue: 'x,'.repeat(5000)}},
    // A test beside a group is ignored.
    {typeName: 't', entityFilters: {attributeName: '', condition: 'AND', criterion: [leaf]}},
  ];
  for (const body of bodies) {
    test(JSON.stringify(body), () =>
      assert.equal(
        refusal(() => checkBasicSearch(read(body), limits)),
        undefined,
      ),
    );
  }
});

test('quick search wants a type or a text, and a type for filters and sorting', () => {
  const code = (body: object) => refusal(() => checkQuickSearch(read(body), limits))?.[0];
  assert.equal(code({query: 'x'}), undefined);
  assert.equal(code({typeName: 't', sortBy: 'name', entityFilters: leaf}), undefined);
  assert.equal(code({}), 'ATLAS-400-00-047');
  assert.equal(code({query: 'x', sortBy: 'name'}), 'ATLAS-400-00-029');
  assert.equal(code({query: 'x', entityFilters: leaf}), 'ATLAS-400-00-029');
});

test('values of the wrong type are refused with their place', () => {
  const bodies: [unknown, string][] = [
    [[], 'body'],
    [{limit: 'many'}, 'limit'],
    [{limit: 1.5}, 'limit'],
    [{query: {}}, 'query'],
    [{sortOrder: 'UP'}, 'sortOrder'],
    [{attributes: [1]}, 'attributes'],
    [{entityFilters: 'x'}, 'entityFilters'],
    [{entityFilters: {condition: 'XOR'}}, 'entityFilters.condition'],
    [{tagFilters: {criterion: [leaf, []]}}, 'tagFilters.criterion[1]'],
  ];
  for (const [body, path] of bodies) {
    assert.throws(
      () => read(body),
      (error: unknown) => error instanceof JsonError && error.path === path,
      path,
    );
  }
});

test('a query string is read from texts, and refused in its own way', () => {
  const parameters = readSearchQuery(
    {limit: '5', offset: '', excludeDeletedEntities: 'TRUE', query: '7'},
    basic,
  );
  assert.deepEqual(
    [parameters.limit, parameters.offset, parameters.excludeDeletedEntities, parameters.query],
    [5, 0, true, '7'],
  );
  assert.deepEqual(refusal(() => readSearchQuery({limit: 'x'}, basic))?.[0], 'ATLAS-400-00-02A');
});

test('stray stars of a basic search are taken from a text that the reference would split', () => {
  const cases = [
    ['*a-b*', 'a-b'],
    ['a-b*', 'a-b'],
    ['sales*', 'sales*'],
    ['*mer*', '*mer*'],
    ['sales.ord*', 'sales.ord*'],
    ['red app*', 'red app*'],
    ['*', '*'],
  ] as const;
  for (const [given, expected] of cases) assert.equal(basicQueryText(given), expected);
});

test('quick search goes on with the word that is typed', () => {
  const cases = [
    ['s39a9e', 's39a9e*'],
    ['my_table', 'my_table*'],
    ['a-b', 'a-b'],
    ['ord*', 'ord*'],
    ['', ''],
  ] as const;
  for (const [given, expected] of cases) assert.equal(quickQueryText(given), expected);
});
