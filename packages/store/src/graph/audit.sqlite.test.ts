import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {attachedActions, inAuditBlock, taggedActions} from '../schema/schema.ts';
import {auditContract} from './audit.contract.ts';
import {GraphStore} from './graph-store.ts';

auditContract('sqlite', async () => new SqliteDatabase({file: ':memory:'}));

test('events of an entity, and of some that are numbered one after the other, are found in an index', async t => {
  const db = new SqliteDatabase({file: ':memory:'});
  t.after(() => db.close());
  await GraphStore.migrate(db);
  const {explain, inList} = db.dialect;
  for (const condition of [inList('entity_id'), 'entity_id > ? AND entity_id <= ?']) {
    const plan = await db.read(session =>
      session.all<{detail: string}>(
        explain(`SELECT change FROM audit WHERE ${inAuditBlock(db.dialect)} AND ${condition}`),
      ),
    );
    assert.match(
      plan.map(row => row.detail).join('\n'),
      /SEARCH audit USING INDEX audit_entity \(<expr>=\? AND entity_id[=>]\?/,
    );
  }
});

test('events of classifications and of what people attach are found in their indexes', async t => {
  const db = new SqliteDatabase({file: ':memory:'});
  t.after(() => db.close());
  await GraphStore.migrate(db);
  for (const [index, condition] of [
    ['audit_tagged', taggedActions()],
    ['audit_attached', attachedActions()],
  ]) {
    const plan = await db.read(session =>
      session.all<{detail: string}>(
        db.dialect.explain(`SELECT entity_id FROM audit WHERE ${condition} AND time >= ?`),
      ),
    );
    assert.match(
      plan.map(row => row.detail).join('\n'),
      new RegExp(`SEARCH audit USING INDEX ${index} \\(time>\\?\\)`),
    );
  }
});
