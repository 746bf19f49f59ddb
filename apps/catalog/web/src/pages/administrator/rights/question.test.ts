import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isComplete, linkOfQuestion, parametersOf, questionOf} from './question.ts';

test('a question goes into the address and comes back', () => {
  const link = {user: 'ann', groups: 'sales,staff', privilege: 'entity-read', type: 'hive_table'};
  const question = questionOf(link);
  assert.deepEqual(question.groups, ['sales', 'staff']);
  assert.deepEqual(questionOf(linkOfQuestion(question)), question);
  assert.deepEqual(questionOf({}).groups, []);
});

test('it is complete when the action has what it is about', () => {
  const of = (link: Parameters<typeof questionOf>[0]) => isComplete(questionOf(link));
  assert.equal(of({}), true, 'all that administrators may do');
  assert.equal(of({privilege: 'admin-purge'}), true);
  assert.equal(of({privilege: 'entity-read'}), false);
  assert.equal(of({privilege: 'entity-read', type: 'hive_table'}), true);
  assert.equal(
    of({privilege: 'entity-create', guid: 'g'}),
    false,
    'what is to be created has no guid',
  );
  assert.equal(of({privilege: 'entity-add-label', guid: 'g'}), false);
  assert.equal(of({privilege: 'entity-add-label', guid: 'g', detail: 'mine'}), true);
  assert.equal(of({privilege: 'add-relationship', type: 'r', guid: 'a'}), false);
  assert.equal(of({privilege: 'add-relationship', type: 'r', guid: 'a', end2: 'b'}), true);
});

test('the server is asked for nothing that the action has no use for', () => {
  const of = (link: Parameters<typeof questionOf>[0]) => parametersOf(questionOf(link));
  assert.deepEqual(
    of({
      user: ' ann ',
      groups: 'sales',
      privilege: 'admin-export',
      guid: 'g',
      type: 't',
      detail: 'd',
    }),
    {
      user: 'ann',
      group: ['sales'],
      privilege: 'admin-export',
    },
  );
  assert.deepEqual(
    of({privilege: 'entity-add-classification', guid: 'g', type: 't', detail: 'PII'}),
    {
      privilege: 'entity-add-classification',
      guid: 'g',
      classification: 'PII',
    },
  );
  assert.deepEqual(of({privilege: 'entity-update-business-metadata', type: 't', detail: 'Cost'}), {
    privilege: 'entity-update-business-metadata',
    typeName: 't',
    businessMetadata: 'Cost',
  });
  assert.deepEqual(
    of({privilege: 'constructor'}),
    {privilege: 'constructor'},
    'the server says what it does not know',
  );
});
