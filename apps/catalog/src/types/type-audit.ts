import {typesDefJson, type Planning, type TypeDef} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {recordAdminAudit} from '../entity/admin-audit.ts';

/** Writes down which types were changed: their kinds as parameters, their definitions as result. */
export async function recordTypeAudit(
  tx: GraphTx,
  planning: Planning,
  operation: 'TYPE_DEF_CREATE' | 'TYPE_DEF_UPDATE' | 'TYPE_DEF_DELETE',
  changed: readonly TypeDef[],
): Promise<void> {
  if (changed.length === 0) return;
  const byKind = Object.groupBy(changed, def => def.category);
  const shown = Object.entries(byKind).map(([kind, defs]) => [
    kind,
    Object.values(typesDefJson(tx.types, defs)).flat(),
  ]);
  await recordAdminAudit(tx, planning, {
    operation,
    startTime: planning.now,
    params: Object.keys(byKind).join(','),
    result: JSON.stringify(Object.fromEntries(shown)),
    resultCount: changed.length,
  });
}
