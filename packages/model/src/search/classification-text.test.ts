import assert from 'node:assert/strict';
import {test} from 'node:test';
import {parseExactly} from '../entity/exact-number.ts';
import type {Attributes, CarriedClassification} from '../entity/record.ts';
import {classificationText} from './classification-text.ts';

const carried = (
  entityGuid: string,
  typeName: string,
  attributes: Attributes = {},
): CarriedClassification => ({
  entityGuid,
  typeName,
  attributes,
  propagate: true,
  removePropagationsOnEntityDelete: false,
});

test('names of own and of propagated classifications are told apart, and all words in a row', () => {
  const attributes = parseExactly(
    '{"level": "very high", "none": null, "by": ["ann", "bob"], "rule": {"typeName": "Rule", "n": 12345678901234567890}}',
  ) as Attributes;
  const list = [carried('a', 'PII', attributes), carried('b', 'Money'), carried('a', 'Old')];
  assert.equal(classificationText('classifications', 'a', list), '|PII|Old|');
  assert.equal(classificationText('propagatedClassifications', 'a', list), '|Money|');
  assert.equal(
    classificationText('classificationsText', 'a', list),
    'PII level very high by ann bob rule typeName Rule n 12345678901234567890 Money Old',
  );
  for (const kind of [
    'classifications',
    'propagatedClassifications',
    'classificationsText',
  ] as const)
    assert.equal(classificationText(kind, 'a', []), undefined);
  assert.equal(classificationText('status', 'a', list), undefined);
});
