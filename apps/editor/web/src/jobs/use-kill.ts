import {messageOf, toast, useConfirm} from '@gazetteer/ui';
import {useQueryClient} from '@tanstack/react-query';
import {type ClusterJob, killJob} from './job-queries.ts';

/** Asks, kills, and has everything read again. */
export function useKill(view: string): (job: Pick<ClusterJob, 'id' | 'name'>) => Promise<void> {
  const confirm = useConfirm();
  const queries = useQueryClient();
  return async ({id, name}) => {
    const isWanted = await confirm({
      title: 'Kill this job?',
      text: `${name} (${id}) is ended at once. What it has worked out so far is lost.`,
      action: 'Kill the job',
      isDangerous: true,
    });
    if (!isWanted) return;
    try {
      await killJob(view, id);
      toast({kind: 'done', title: 'The job is killed', text: id});
    } catch (error) {
      toast({kind: 'problem', title: 'The job was not killed', text: messageOf(error)});
    }
    await queries.invalidateQueries({queryKey: ['jobs']});
  };
}
