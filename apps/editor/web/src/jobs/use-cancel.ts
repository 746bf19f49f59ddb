import type {ClusterJob, HeldQuery, HeldSession} from '../api/wire.ts';
import {toast, useConfirm} from '@gazetteer/ui';
import {useQueryClient} from '@tanstack/react-query';
import {cancelQuery, closeSession, killJob} from './job-queries.ts';

/** Asks, cancels, and has everything read again. */
export function useCancel(): (query: HeldQuery) => Promise<void> {
  const ask = useAsking();
  return ({uuid, user, statement}) =>
    ask(
      {
        title: 'Cancel this query?',
        text: `${statement.replaceAll(/\s+/g, ' ').slice(0, 120)} by ${user} will be stopped.`,
        action: 'Cancel the query',
      },
      () => cancelQuery(uuid),
      'Query canceled',
    );
}

/** Asks, closes, and has everything read again. */
export function useCloseSession(): (session: HeldSession) => Promise<void> {
  const ask = useAsking();
  return ({id, user, engineId, queries}) => {
    const running =
      queries.length === 1
        ? 'The query that holds it is'
        : `The ${queries.length} queries that hold it are`;
    const lost =
      queries.length === 0
        ? 'No query holds it.'
        : `${running} stopped, and rows that weren’t fetched are lost.`;
    return ask(
      {
        title: 'Close this session?',
        text: `It belongs to ${user}, on ${engineId}. ${lost}`,
        action: 'Close the session',
      },
      () => closeSession(id),
      'Session closed',
    );
  };
}

/** Asks, kills, and has everything read again. */
export function useKill(view: string): (job: Pick<ClusterJob, 'id' | 'name'>) => Promise<void> {
  const ask = useAsking();
  return ({id, name}) =>
    ask(
      {
        title: 'Kill this job?',
        text: `${name} (${id}) will be stopped at once. Its results so far will be lost.`,
        action: 'Kill the job',
      },
      () => killJob(view, id),
      'Job killed',
      'Couldn’t kill the job',
    );
}

function useAsking() {
  const confirm = useConfirm();
  const queries = useQueryClient();
  return async (
    question: {readonly title: string; readonly text: string; readonly action: string},
    work: () => Promise<void>,
    done: string,
    problem = 'Request failed',
  ): Promise<void> => {
    if (!(await confirm({...question, isDangerous: true}))) return;
    try {
      await work();
      toast({kind: 'done', title: done});
    } catch (error) {
      toast({kind: 'problem', title: problem, error});
    }
    await queries.invalidateQueries({queryKey: ['jobs']});
  };
}
