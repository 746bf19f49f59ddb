import {ask} from '../api/request.ts';
import type {Run, StatementRun} from './run.ts';

/** Rows of a result that are fetched before the next statement of a text takes over the session. */
const keptRows = 10_000;

/**
 * Has the server fetch the beginning of a result while its session is still there: the next
 * statement ends what was not read. `cutAt` says where the rows end then, where there are more.
 */
export async function keepRows(uuid: string): Promise<Partial<StatementRun>> {
  const {rowCount, isComplete} = await ask('GET /api/v1/results/{uuid}/rows', {
    path: {uuid},
    query: {from: keptRows - 1, count: 1},
  });
  return {isKept: true, ...(!isComplete && {cutAt: rowCount})};
}

/**
 * The server may still hold rows of what is replaced, and a session with them. Results that are
 * whole, or that others look at, stay. What goes wrong is left to the server, which closes what
 * nobody has asked for in a while.
 */
export async function forgetRows(run: Run | undefined): Promise<void> {
  for (const {uuid, state} of run?.statements ?? []) {
    if (uuid === undefined || state !== 'available') continue;
    const facts = await ask('GET /api/v1/results/{uuid}', {path: {uuid}}).catch(() => undefined);
    if (facts?.isComplete === false && !facts.isShared)
      await ask('POST /api/editor/close_statement', {body: {operationId: uuid}}).catch(
        () => undefined,
      );
  }
}
