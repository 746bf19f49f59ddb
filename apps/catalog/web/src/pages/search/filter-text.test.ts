import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {readFilter, writeFilter} from './filter-text.ts';

suite('filters in addresses', () => {
  test('existing links are read', () => {
    assert.deepEqual(
      readFilter('AND(owner::=::etl::string:1:createTime::>::1700000000000::date)'),
      {
        condition: 'AND',
        criterion: [
          {attributeName: 'owner', operator: '=', attributeValue: 'etl'},
          {attributeName: 'createTime', operator: '>', attributeValue: '1700000000000'},
        ],
      },
    );
    assert.deepEqual(
      readFilter('OR(name::contains::a::string:1:AND(owner::=::b:2:name::notNull))'),
      {
        condition: 'OR',
        criterion: [
          {attributeName: 'name', operator: 'contains', attributeValue: 'a'},
          {
            condition: 'AND',
            criterion: [
              {attributeName: 'owner', operator: '=', attributeValue: 'b'},
              {attributeName: 'name', operator: 'notNull'},
            ],
          },
        ],
      },
    );
  });

  test('what is written is read as it was, whatever the values hold', () => {
    const values = ['plain', 'a::b', 'AND(x)', ':1:', '100%', '%28', 'ümläut, (2)', '::', 'שלום'];
    for (const attributeValue of values) {
      const filter = {
        condition: 'AND' as const,
        criterion: [
          {attributeName: 'name', operator: '=', attributeValue},
          {
            condition: 'OR' as const,
            criterion: [
              {attributeName: 'owner', operator: 'isNull'},
              {attributeName: 'x', operator: 'in', attributeValue},
            ],
          },
        ],
      };
      assert.deepEqual(readFilter(writeFilter(filter)), filter, attributeValue);
    }
  });

  test('nonsense is no filter', () => {
    for (const text of [undefined, '', 'AND()', 'owner', '::'])
      assert.equal(readFilter(text), undefined, text);
    assert.equal(writeFilter({condition: 'OR', criterion: []}), undefined);
  });
});
