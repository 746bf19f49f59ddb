import {AppError, type Guid} from '@gazetteer/model';
import {changeHead, changeTexts, type ChangeHead, type GraphRead} from '@gazetteer/store';
import {RecordedChange} from './recorded-change.ts';
import {unitsOf, type UndoUnit} from './undo-units.ts';

/** Larger changes would fill the memory of a server that takes one back. */
const maxEntities = 200_000;

export type LoadedChange = {
  readonly change: RecordedChange;
  readonly units: readonly UndoUnit[];
};

/** The one that is being taken back, from which the next part is taken. */
let last: {readonly key: string; readonly loaded: WeakRef<LoadedChange>} | undefined;

/** Why it cannot be taken back, whoever asks; undefined where it can. */
export function reasonAgainstUndo(counts: ChangeHead['counts']): string | undefined {
  const {purged = 0, ...others} = counts;
  const all = Object.values(others).reduce((sum, n) => sum + n, 0);
  if (all === 0 && purged > 0) return 'It only deleted entities permanently.';
  return all > maxEntities ? `It has changed more than ${maxEntities} things.` : undefined;
}

/** @throws CONFLICT for one that is not kept any more, or is too large */
export async function loadChange(graph: GraphRead, id: Guid): Promise<LoadedChange> {
  const head = await changeHead(graph, id);
  if (head === undefined) throw new AppError('CONFLICT', ['What undoes it is not kept any more.']);
  const reason = reasonAgainstUndo(head.counts);
  if (reason !== undefined) throw new AppError('CONFLICT', [reason]);
  const key = `${id} ${head.parts} ${graph.types.version}`;
  const kept = last?.key === key ? last.loaded.deref() : undefined;
  if (kept !== undefined) return kept;
  const change = new RecordedChange();
  for (const text of await changeTexts(graph, id)) change.addText(text);
  const loaded = {change, units: unitsOf(graph.types, change)};
  last = {key, loaded: new WeakRef(loaded)};
  return loaded;
}
