import {choice, flag} from '@gazetteer/kernel/parameters';
import {AppError, entityHeader, type BulkAction, type EntityHeader} from '@gazetteer/model';
import {markUndone, readTasks, type GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {loadChange} from '../undo/load-change.ts';
import {reasonNow, visibleChange} from '../undo/read-changes.ts';
import type {Undone} from '../undo/decide-unit.ts';
import {undoUnits} from '../undo/undo-entities.ts';
import {bulkJson, queue, type BulkChangeJson} from './bulk-changes.ts';
import {bulkTaskOf} from './bulk-task.ts';
import {keepChange} from './import-table.ts';
import * as shapes from './shapes.ts';

/** Entities that are given back in the request; more are a task. */
const maxAtOnce = 500;
const maxListed = 100;

type UndoJson = {
  change: BulkChangeJson;
  /** What stays as it is, and why. */
  conflicts: {entity: EntityHeader; reason: string}[];
};

/** POST /undo/{changeId} @throws NOT_FOUND, CONFLICT, PENDING_TASKS_ALREADY_IN_PROGRESS */
export const undoChange = change('POST /v2/undo/{changeId}', {
  summary: 'Undo a change',
  description:
    'What it changed is set back, what it created is deleted and what it deleted is restored, as the caller may do it. What was changed later stays and is listed. Up to 500 entities are done in the request; more are a bulk change, `GET /v2/bulk/{taskGuid}`, which is rehearsed with `isRehearsal`.',
  query: {
    isRehearsal: flag('Only tells what would be undone, as a bulk change'),
    conflicts: choice('SKIP undoes the rest, REFUSE nothing at all', ['SKIP', 'REFUSE'], {
      default: 'SKIP',
    }),
  },
  answer: shapes.undone,
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST', 'PENDING_TASKS_ALREADY_IN_PROGRESS'],
  logAs: 'Changes.undo',
  run: async (tx, {changeId, isRehearsal, conflicts}, c): Promise<UndoJson> => {
    const head = await visibleChange(c, tx, changeId);
    const [task] = await readTasks(tx, [changeId], 1);
    const reason = reasonNow(head, task);
    if (reason !== undefined) throw new AppError('CONFLICT', [reason]);
    const {change: record, units} = await loadChange(tx, changeId);
    const action: BulkAction = {type: 'UNDO', changeId};
    if (isRehearsal || units.length > maxAtOnce) {
      if (conflicts === 'REFUSE')
        throw new AppError('BAD_REQUEST', [
          `Only up to ${maxAtOnce} entities are undone as a whole or not at all.`,
        ]);
      if (c.isDryRun)
        throw new AppError('CONFLICT', [
          `It has changed more than ${maxAtOnce} entities: isRehearsal=true tells what would be undone.`,
        ]);
      const wanted = {action: JSON.stringify(action), undoOf: changeId, position: {}};
      const total = units.length;
      return {change: await queue(c, tx, {...wanted, isRehearsal, total}), conflicts: []};
    }
    const done = await undoUnits(c, tx, record, units);
    const listed = await conflictsIn(tx, done);
    if (conflicts === 'REFUSE' && done.some(isLeft)) throw refusalOf(listed);
    const guid = await keepChange(c, tx, action, done, changeId);
    await markUndone(tx, changeId, guid);
    const kept = await bulkTaskOf(tx, guid);
    if (kept === undefined) throw new Error(`no bulk change ${guid}`);
    return {change: bulkJson(kept), conflicts: listed};
  },
});

const isLeft = ({outcome}: Undone): boolean => outcome === 'CONFLICT' || outcome === 'REFUSED';

/** The first of them that the caller may read. */
async function conflictsIn(tx: GraphTx, done: readonly Undone[]): Promise<UndoJson['conflicts']> {
  const left = done.filter(isLeft).slice(0, maxListed);
  const records = await tx.forCaller().entities(
    left.map(one => one.guid),
    'look',
  );
  return left.flatMap(({guid, reason}) => {
    const record = records.get(guid);
    if (record === undefined) return [];
    const entity = entityHeader(tx.types, record, []);
    return {entity, reason: reason.replaceAll(guid, () => entity.displayText)};
  });
}

function refusalOf(listed: UndoJson['conflicts']): AppError {
  const told = listed.slice(0, 5).map(({entity, reason}) => `${entity.displayText}: ${reason}`);
  return new AppError('CONFLICT', [['Some of it was changed later.', ...told].join(' ')]);
}
