import type {Schemas} from '@gazetteer/client';
import {toast, type ToastAction} from '@gazetteer/ui';
import {client, noteChanges} from '../api/client.ts';
import {nameOf} from './name-of.ts';
import {refresh} from './refresh.ts';

type Undone = Schemas['UndoneChange'];
type Done<Answer> = {readonly answer: Answer; readonly undo: ToastAction | undefined};

/** As many conflicts as a message names. */
const maxNamed = 3;

/**
 * Changes something and answers what undoes it, for the message that tells of the change; nothing
 * where nothing was changed that could be undone. A page changes one thing at a time.
 */
export async function undoable<Answer>(
  change: () => Promise<Answer>,
  label = 'Undo',
): Promise<Done<Answer>> {
  const changeIds: string[] = [];
  const stop = noteChanges(changeId => void changeIds.push(changeId));
  try {
    const answer = await change();
    const run = () => void undo(changeIds, label);
    return {answer, undo: changeIds.length === 0 ? undefined : {label, run}};
  } finally {
    stop();
  }
}

/** What was undone can be done again in the same way. */
async function undo(changeIds: readonly string[], label: string): Promise<void> {
  const isUndo = label === 'Undo';
  try {
    const {answer, undo: back} = await undoable(() => undoAll(changeIds), isUndo ? 'Redo' : 'Undo');
    await refresh();
    if (answer.some(({change}) => change.status !== 'COMPLETE'))
      toast({kind: 'note', title: `${label} started`, text: 'See Bulk changes for its progress.'});
    else if (answer.some(({conflicts}) => conflicts.length > 0))
      toast({kind: 'note', title: 'Some changes stay', text: conflictText(answer), action: back});
    else toast({kind: 'done', title: isUndo ? 'Undone' : 'Redone', action: back});
  } catch (error) {
    await refresh();
    toast({kind: 'problem', title: `Couldn’t ${label.toLowerCase()} the change`, error});
  }
}

/** The newest first: what came later may rest on what came before. */
async function undoAll(changeIds: readonly string[]): Promise<readonly Undone[]> {
  const undone: Undone[] = [];
  for (const changeId of changeIds.toReversed())
    undone.push(await client.call('POST /v2/undo/{changeId}', {path: {changeId}}));
  return undone;
}

function conflictText(answers: readonly Undone[]): string {
  const all = answers.flatMap(({conflicts}) => conflicts);
  const named = all.slice(0, maxNamed).map(({entity, reason}) => `${nameOf(entity)}: ${reason}`);
  const more = all.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more.toLocaleString()} more`] : [])].join('\n');
}
