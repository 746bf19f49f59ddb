import type {Guid, TypeRegistry} from '@gazetteer/model';
import {keepChange, type GraphTx} from '@gazetteer/store';
import type {Settings} from '../catalog.ts';
import {reasonAgainstUndo} from './load-change.ts';
import {RecordedChange} from './recorded-change.ts';

/** How many of the changes of a transaction are recorded. */
const recorded = new WeakMap<GraphTx, number>();

/**
 * Keeps what the transaction has changed since it was last asked for, for whoever takes it back.
 * @param isFurther whether the change may have transactions already
 * @returns whether there is something to take back
 */
export async function recordChange(
  tx: GraphTx,
  {id, operation, userName}: {id: Guid; operation: string; userName: string},
  isFurther: boolean,
  {undoDays, unauditedAttributes}: Pick<Settings, 'undoDays' | 'unauditedAttributes'>,
): Promise<boolean> {
  if (undoDays === 0) return false;
  const applied = tx.applied.slice(recorded.get(tx) ?? 0);
  recorded.set(tx, tx.applied.length);
  if (applied.length === 0) return false;
  const change = new RecordedChange();
  const isKept = recordedTypes(tx.types);
  for (const one of applied) change.add(one, isKept, unauditedAttributes);
  if (change.isEmpty) return false;
  const {author} = tx;
  const {counts, text: content} = change;
  // Messages of hooks are taken in for whoever caused them.
  const by = {userName: author?.userName ?? userName, time: author?.now ?? Date.now()};
  await keepChange(tx, {id, operation, ...by, counts, content}, isFurther);
  return reasonAgainstUndo(counts) === undefined;
}

/** All but notes that the catalog and its pages keep for themselves. */
function recordedTypes(types: TypeRegistry): (typeName: string) => boolean {
  return typeName =>
    !(typeName.startsWith('__') && types.entityTypes.get(typeName)?.isInternal === true);
}
