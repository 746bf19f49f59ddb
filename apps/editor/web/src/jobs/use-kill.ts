import type {ClusterJob} from '../api/wire.ts';
import {messageOf, toast, useConfirm} from '@gazetteer/ui';
import {useQueryClient} from '@tanstack/react-query';
import {killJob} from './job-queries.ts';

/** Asks, kills, and has everything read again. */
export function useKill(view: string): (job: Pick<ClusterJob, 'id' | 'name'>) => Promise<void> {
  const confirm = useConfirm();
  const queries = useQueryClient();
  return async ({id, name}) => {
    const isWanted = await confirm({
      title: 'Kill this job?',
      text: `${name} (${id}) will be stopped at once. Its results so far will be lost.`,
      action: 'Kill the job',
      isDangerous: true,
    });
    if (!isWanted) return;
    try {
      await killJob(view, id);
      toast({kind: 'done', title: 'Job killed', text: id});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t kill the job', text: messageOf(error)});
    }
    await queries.invalidateQueries({queryKey: ['jobs']});
  };
}
