import assert from 'node:assert/strict';
import {test} from 'node:test';
import {changeTitle, countsText} from './change-texts.ts';

test('a change is told by what made it', () => {
  const title = (kind: 'REQUEST' | 'BULK_CHANGE' | 'SOURCE_RUN', operation: string) =>
    changeTitle({kind, operation, source: 'shop'});
  assert.equal(title('REQUEST', 'saveEntity'), 'Save entity');
  assert.equal(title('BULK_CHANGE', 'runBulkPart'), 'Bulk change');
  assert.equal(title('BULK_CHANGE', 'undoChange'), 'Undo');
  assert.equal(title('SOURCE_RUN', 'saveEntities'), 'Run of shop');
});

test('what did not change is not counted', () => {
  const none = {created: 0, changed: 0, deleted: 0, purged: 0};
  const counts = {...none, relationships: 1, classifications: 2};
  assert.equal(countsText({counts}), '1 relationship, 2 classifications');
  assert.equal(
    countsText({counts: {...counts, purged: 1200, relationships: 0, classifications: 0}}),
    '1,200 deleted permanently',
  );
});
