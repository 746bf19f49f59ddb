import type {HistoryEntry} from '../api/wire.ts';
import {runner, sheets} from '../editor/sheets.ts';
import {go} from '../place.ts';
import {labelOf} from '../run/run.ts';
import {shapeOf} from '../run/statement-shape.ts';

/**
 * Opens what was run in a sheet of its own; one that still runs is followed there. The sheet has a
 * run as if it had sent it: the result that is kept is shown, an expired one can be run again.
 */
export async function openInSheet(entry: Omit<HistoryEntry, 'id'>): Promise<void> {
  const {engine, database, uuid, state, hasResultSet, submittedAt, finishedAt, statement, message} =
    entry;
  const run = {
    id: uuid,
    engine,
    database,
    shown: 0,
    statements: [
      {
        label: labelOf(statement),
        shape: shapeOf(statement),
        state,
        uuid,
        hasResultSet,
        startedAt: submittedAt,
        ...(finishedAt !== undefined && {endedAt: finishedAt}),
        ...(message !== undefined && message !== '' && {failure: {message}}),
      },
    ],
  };
  const {id} = sheets.open({engine, database, text: statement, run});
  go('/app/editor/');
  await runner.resume(id);
}
